"""`MeshOptions` and `BuildOptions` in, properties in Blender out that a user sets and that become options again."""

import bpy

from ..blender.options import MAX_EMISSION, BuildOptions
from ..blender.units import metres_per_unit, shortest
from ..blender.words import BoolProperty, EnumProperty, FloatProperty, IntProperty
from ..core.mesh import modes
from ..core.mesh.options import (
    MAX_BORDER,
    MAX_EFFORT,
    MAX_OCCLUSION,
    MAX_PRICE,
    MAX_TEXEL_SCALE,
    MAX_TEXTURE,
    MIN_TEXTURE,
    MeshOptions,
)
from ..core.mesh.overlap import MAX_OVERLAP
from ..core.scene.options import MAX_VOXEL_SIZE, MIN_VOXEL_SIZE

_MESH = MeshOptions()
_BUILD = BuildOptions()

MODES = tuple((mode.name, mode.label, mode.about) for mode in modes.MODES.values())
INTERIORS = (
    ("remove", "Remove", "Leave out what nobody can see from outside"),
    ("keep", "Keep", "Keep the walls of closed hollows, to cut the model open later"),
)
COLORS = (
    ("texture", "Texture", "An image with the colors of each flat piece. Fewest triangles"),
    (
        "strip",
        "Palette Strip",
        "An image of the number of each pixel's color, and one of the 256 colors. Replace this one to recolor all "
        "models. Fewest triangles; of exporters only glTF knows it",
    ),
    (
        "palette",
        "Palette Image",
        "An image of the 256 colors of the palette, one pixel each. Only sides of the same color are merged",
    ),
    (
        "attribute",
        "Color Attribute",
        "A color attribute of the mesh and no image. Only sides of the same color are merged",
    ),
    (
        "materials",
        "Materials",
        "A material for each color and no image. Only sides of the same color are merged",
    ),
)


def texels_per_rectangle(**options: object) -> object:
    """What a cut-out may cost, for whoever makes some."""
    return IntProperty(
        name="Texels per Rectangle",
        description="How many pixels of the texture a rectangle that is saved may cost, in the mode Cutout. More leave "
        "fewer triangles and larger clear areas: 0 draws hardly more than Fewest, 1,048,576 leaves two triangles "
        "for each plane. The power of two below it counts",
        min=0,
        max=MAX_PRICE,
        soft_max=1024,
        default=_MESH.texels_per_rectangle,
        **options,
    )


class MeshProperties:
    """The fields of `MeshOptions`; a class with Blender properties inherits them."""

    mode: EnumProperty(
        name="Mode",
        description="How the visible sides of the voxels become a mesh",
        items=MODES,
        default=_MESH.mode,
    )
    interior: EnumProperty(
        name="Sealed Interior",
        description="What to do with walls of hollows that cannot be seen from outside",
        items=INTERIORS,
        default=_MESH.interior,
    )
    merge: EnumProperty(
        name="Merge",
        description="Which visible sides of voxels may become one piece",
        items=(
            ("any", "Any Colors", "Sides of any colors; the texture tells them apart. Fewest triangles"),
            ("color", "Same Color", "Only sides of the same color"),
            (
                "material",
                "Same Material",
                "Only sides of the same kind of material: opaque, transparent, emissive or metal",
            ),
        ),
        default=_MESH.merge,
    )
    border: IntProperty(
        name="Border",
        description="Pixels repeated around each piece of the texture, so that colors do not bleed from afar. "
        "Games that blur textures with distance need more",
        min=0,
        max=MAX_BORDER,
        default=_MESH.border,
    )
    power_of_two: BoolProperty(
        name="Power of Two",
        description="Make the texture 64, 128, 256 and so on pixels wide and high, as some game engines want",
        default=_MESH.power_of_two,
    )
    largest_texture: IntProperty(
        name="Largest Texture",
        description="Pixels that a texture may be wide and high. Models that need more get several textures",
        min=MIN_TEXTURE,
        max=MAX_TEXTURE,
        default=_MESH.largest_texture,
    )
    texel_scale: IntProperty(
        name="Pixels per Voxel",
        description="Pixels along the side of a voxel, in pieces of several colors: room to paint detail. With four "
        "and Multiples of Four, games that compress textures keep every color apart",
        min=1,
        max=MAX_TEXEL_SCALE,
        default=_MESH.texel_scale,
    )
    align: BoolProperty(
        name="Multiples of Four",
        description="Start and end each piece of the texture at multiples of four pixels. Games compress textures in "
        "blocks of four by four, which then never mix the colors of two pieces",
        default=_MESH.align,
    )
    own_texels: BoolProperty(
        name="Own Pixels",
        description="Give every side of a voxel pixels that no other side shows, for painting and baking light. The "
        "texture gets larger, for pieces that look alike no longer share",
        default=_MESH.own_texels,
    )

    occlusion: IntProperty(
        name="Ambient Occlusion",
        description="How many voxels away others hide the sky from a side and so make it darker; 8 is a good start, 0 "
        "turns it off. Every side of a voxel gets pixels of its own",
        min=0,
        max=MAX_OCCLUSION,
        default=_MESH.occlusion,
    )
    effort: IntProperty(
        name="Search Effort",
        description="How long to search where simple rules do not tell the fewest rectangles. More can leave fewer "
        "triangles, or prove that there cannot be fewer",
        min=0,
        max=MAX_EFFORT,
        soft_max=10_000,
        default=_MESH.effort,
    )

    texels_per_rectangle: texels_per_rectangle()

    def mesh_options(self) -> MeshOptions:
        """Return the properties as the core's options."""
        return MeshOptions(**{name: getattr(self, name) for name in MeshOptions.__dataclass_fields__})


def _voxel_length(self: bpy.types.bpy_struct) -> float:
    """The voxel size in units of the scene."""
    return shortest(self.voxel_size) / metres_per_unit(bpy.context.scene)


def _set_voxel_length(self: bpy.types.bpy_struct, length: float) -> None:
    self.voxel_size = shortest(length) * metres_per_unit(bpy.context.scene)


class BuildProperties:
    """The fields of `BuildOptions`; a class with Blender properties inherits them."""

    faces: EnumProperty(
        name="Faces",
        description="What the faces of the mesh are in Blender; the game or render sees triangles either way",
        items=(
            ("quads", "Quads", "Rectangles stay whole, with four corners; the rest are triangles"),
            ("triangles", "Triangles", "Triangles only"),
            (
                "ngons",
                "N-gons",
                "Flat pieces stay whole, for editing and bevels; those with holes are cut into a few",
            ),
        ),
        default=_BUILD.faces,
    )
    part_edges: BoolProperty(
        name="Part Edges",
        description="Double the vertices along edges that four faces share, as 3D printing wants",
        default=_BUILD.part_edges,
    )
    overlap: FloatProperty(
        name="Overlap",
        description="Part of a voxel by which pieces reach over their sides where corners lie within them, so that no "
        "background shows between them. 0.004 does for nearly all; pieces then share no corners. In Cutout, 0 "
        "stands for 0.001",
        min=0,
        max=MAX_OVERLAP,
        step=0.1,
        precision=3,
        default=_BUILD.overlap,
    )
    colors: EnumProperty(
        name="Stored In",
        description="Where the colors of the voxels are kept",
        items=COLORS,
        default=_BUILD.colors,
    )
    split_colors: BoolProperty(
        name="Split at Color Borders",
        description="Give faces of different colors vertices of their own, for files with a color for each vertex, "
        "such as .ply and .obj",
        default=_BUILD.split_colors,
    )
    voxel_size: FloatProperty(
        name="Voxel Size",
        description="Length of the edge of one voxel in metres, where the file does not tell it",
        min=MIN_VOXEL_SIZE,
        max=MAX_VOXEL_SIZE,
        default=_BUILD.voxel_size,
    )
    # Blender shows lengths times the scene's unit scale, so metres would be shown wrong.
    voxel_length: FloatProperty(
        name="Voxel Size",
        description="Length of the edge of one voxel, where the file does not tell it",
        subtype="DISTANCE",
        unit="LENGTH",
        precision=3,
        get=_voxel_length,
        set=_set_voxel_length,
        options={"HIDDEN", "SKIP_SAVE"},
    )
    hierarchy: EnumProperty(
        name="Groups",
        description="What becomes of the groups of the file",
        items=(
            ("parents", "Parents", "Each group becomes an empty object that moves all that is in it"),
            ("flat", "Flat", "Objects only, each at its place in the world"),
        ),
        default=_BUILD.hierarchy,
    )
    frame_keys: EnumProperty(
        name="Show Frames By",
        description="What is keyed of the models that an object shows one after the other",
        items=(
            ("scale", "Scale", "Those whose turn it is not have no size. Plays in glTF, FBX and USD as well"),
            ("visibility", "Visibility", "They are hidden in viewports and renders. Exporters show all frames at once"),
            ("both", "Both", "They have no size and are hidden. Exporters show all frames at once"),
        ),
        default=_BUILD.frame_keys,
    )
    places: EnumProperty(
        name="Files",
        description="Where files stand that are imported together or dropped into a viewport",
        items=(
            (
                "apart",
                "Side by Side",
                "Several files stand side by side, and what is dropped stands where it was dropped",
            ),
            ("file", "As Saved", "Every file stands where it was saved, so that the parts of one scene fit together"),
        ),
        default=_BUILD.places,
    )
    show_colors: BoolProperty(
        name="Show Colors",
        description="Let the 3D viewports of all workspaces show the colors where their solid shading would show the "
        "mean color of each model",
        default=_BUILD.show_colors,
    )

    glass: EnumProperty(
        name="Glass",
        description="How one sees through glass",
        items=(
            ("transmission", "Refracting", "Light passes and bends, in renders by path tracing; few games show it"),
            ("alpha", "Blended", "What is behind shines through, as most games and file formats know it"),
            ("both", "Both", "Refracting in Blender; exported files can be drawn both ways"),
        ),
        default=_BUILD.glass,
    )
    single_sided: BoolProperty(
        name="Single-Sided",
        description="Draw faces from outside only, which is faster in games; "
        "faces of objects that were cut where they touch stay double-sided",
        default=_BUILD.single_sided,
    )
    emission: FloatProperty(
        name="Emission Strength",
        description="Times this the light that voxels send out",
        min=0,
        max=MAX_EMISSION,
        soft_max=10,
        default=_BUILD.emission,
    )
    occlusion_in: EnumProperty(
        name="Occlusion In",
        description="Where ambient occlusion is kept",
        items=(
            ("map", "Map", "In an image for games, as a channel that .glb files name. Renders in Blender need none"),
            ("colors", "Colors", "In the colors of the texture, so that every program shows it"),
        ),
        default=_BUILD.occlusion_in,
    )
    occlusion_strength: FloatProperty(
        name="Occlusion Strength",
        description="How much ambient occlusion darkens",
        min=0,
        max=1,
        default=_BUILD.occlusion_strength,
    )
    textures: EnumProperty(
        name="Keep Textures",
        description="Where the images are kept",
        items=(
            ("packed", "In .blend", "In the .blend file only"),
            ("beside", "As Files", "In the folder textures beside the .blend file, where exporters find them to copy"),
            ("both", "Both", "In the .blend file, and in the folder textures beside it"),
        ),
        default=_BUILD.textures,
    )
    again: EnumProperty(
        name="Again",
        description="What becomes of a file that was imported before with the same options and is still the same",
        items=(
            ("instances", "As Instances", "The new objects share the meshes that are there, and take no more memory"),
            ("new", "As New", "All is made anew, so that each import can be changed by itself"),
        ),
        default=_BUILD.again,
    )

    one_texture: BoolProperty(
        name="One Texture for All Files",
        description="Let all files that are imported together share a texture and materials, so that games draw them "
        "in fewer steps",
        default=_BUILD.one_texture,
    )

    def build_options(self) -> BuildOptions:
        """Return the properties as the options of data-blocks."""
        chosen = {name: getattr(self, name) for name in BuildOptions.__dataclass_fields__}
        chosen["overlap"] = min(shortest(self.overlap), MAX_OVERLAP)
        chosen["voxel_size"] = max(shortest(self.voxel_size), MIN_VOXEL_SIZE)
        return BuildOptions(**chosen)
