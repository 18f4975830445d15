"""The options of `MeshOptions` and `BuildOptions` as Blender properties, and the panels in which a user sets them."""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty

from ..core.options import MAX_BORDER, MeshOptions
from .build.options import MIN_VOXEL_SIZE, BuildOptions

_MESH = MeshOptions()
_BUILD = BuildOptions()


class MeshProperties:
    """The fields of `MeshOptions`; a class with Blender properties inherits them."""

    mode: EnumProperty(
        name="Mode",
        description="How the visible sides of the voxels become a mesh",
        items=(
            (
                "faces",
                "Voxel Faces",
                "One square for each visible side of a voxel. Most triangles; easy to edit and rig",
            ),
            (
                "polygons",
                "Polygons",
                "Flat areas become one piece whatever their colors, so that few triangles are left",
            ),
            (
                "watertight",
                "Watertight",
                "Like Polygons, but corners meet only corners, so that no gap can show. A few triangles more",
            ),
        ),
        default=_MESH.mode,
    )
    interior: EnumProperty(
        name="Sealed Interior",
        description="What to do with walls of hollows that cannot be seen from outside",
        items=(
            ("remove", "Remove", "Leave out what nobody can see from outside"),
            ("keep", "Keep", "Keep the walls of closed hollows, to cut the model open later"),
        ),
        default=_MESH.interior,
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

    def mesh_options(self) -> MeshOptions:
        """Return the properties as the core's options."""
        return MeshOptions(**{name: getattr(self, name) for name in MeshOptions.__dataclass_fields__})


class BuildProperties:
    """The fields of `BuildOptions`; a class with Blender properties inherits them."""

    faces: EnumProperty(
        name="Faces",
        description="What the faces of the mesh are in Blender; the game or render sees triangles either way",
        items=(
            ("quads", "Quads", "Rectangles stay whole, with four corners; the rest are triangles"),
            ("triangles", "Triangles", "Triangles only"),
        ),
        default=_BUILD.faces,
    )
    voxel_size: FloatProperty(
        name="Voxel Size",
        description="Length of the edge of one voxel",
        subtype="DISTANCE",
        unit="LENGTH",
        min=MIN_VOXEL_SIZE,
        soft_min=0.001,
        soft_max=10,
        precision=3,
        default=_BUILD.voxel_size,
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
    show_colors: BoolProperty(
        name="Show Colors",
        description="Switch the 3D viewports of this window to textures where their solid shading would show the "
        "models in plain gray",
        default=_BUILD.show_colors,
    )

    def build_options(self) -> BuildOptions:
        """Return the properties as the options of data-blocks."""
        return BuildOptions(**{name: getattr(self, name) for name in BuildOptions.__dataclass_fields__})


def draw_mesh_options(layout: bpy.types.UILayout, props: bpy.types.bpy_struct) -> None:
    """Draw the panels "Mesh" and "Texture" for the properties of both classes."""
    body = _panel(layout, "TRIVOX_import_mesh", "Mesh")
    if body:
        body.prop(props, "mode")
        body.row().prop(props, "faces", expand=True)
        body.row().prop(props, "interior", expand=True)
    body = _panel(layout, "TRIVOX_import_texture", "Texture")
    if body:
        body.prop(props, "border")
        body.prop(props, "power_of_two")


def draw_scene_options(layout: bpy.types.UILayout, props: bpy.types.bpy_struct) -> None:
    """Draw the panel "Scene" for the properties of `BuildProperties`."""
    body = _panel(layout, "TRIVOX_import_scene", "Scene")
    if body:
        body.prop(props, "voxel_size")
        body.row().prop(props, "hierarchy", expand=True)
        body.prop(props, "show_colors")


def _panel(layout: bpy.types.UILayout, idname: str, title: str) -> bpy.types.UILayout | None:
    """Add a panel that folds; None while it is folded."""
    header, body = layout.panel(idname)
    header.label(text=title)
    if body:
        body.use_property_split = True
        body.use_property_decorate = False
    return body
