"""What a user can choose for what Blender makes of meshes: one frozen dataclass, checked when made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core.borders import require_choices, require_range
from ..core.mesh.modes import MODES
from ..core.mesh.options import MeshOptions
from ..core.mesh.overlap import MAX_OVERLAP, overlap_of
from ..core.scene.options import MAX_VOXEL_SIZE, MIN_VOXEL_SIZE, VOXEL_SIZE
from ..core.voxels.finish import GLASSES
from ..core.voxels.shade import OCCLUSIONS

FACES = ("quads", "triangles", "ngons")
COLORS = ("texture", "strip", "palette", "attribute", "materials")
IMAGES = ("texture", "strip", "palette")
"""Those that need images."""
ATLASES = ("texture", "strip")
"""Those with an image that has a texel for each visible side."""
HIERARCHIES = ("parents", "flat")
TEXTURES = ("packed", "beside", "both")
AGAIN = ("instances", "new")
PLACES = ("apart", "file")
MAX_EMISSION = 1024.0
TURNS = {
    "scale": ("scale",),
    "visibility": ("hide_viewport", "hide_render"),
    "both": ("scale", "hide_viewport", "hide_render"),
}
"""The properties of objects that are keyed, by what `frame_keys` may be."""


@dataclass(frozen=True)
class BuildOptions:
    """How meshes and placements become Blender's objects, and how they are shown.

    Parameters
    ----------
    faces : {"quads", "triangles", "ngons"}
        ``quads``: a polygon that is a rectangle becomes one face of four corners; ``triangles``: triangles only;
        ``ngons``: each polygon becomes one face, or a few where it has holes or touches itself.
    part_edges : bool
        Part solids that touch along an edge or in a point only, so that no edge has four faces; in modes without
        T-junctions.
    overlap : float
        Voxels by which polygons with corners of others within their sides reach over all their sides, so that no
        background shows there; 0 to `MAX_OVERLAP`. They share no vertices with others then. 0 is for what the mode
        needs, see `overlap_of`.
    colors : {"texture", "strip", "palette", "attribute", "materials"}
        Where colors are kept. ``texture``: an image with a texel for each visible side; ``strip``: the same with the
        number of a color in each texel, which leaves no room for occlusion, and an image of 256 colors; ``palette``:
        an image of the 256 colors of the palette alone; ``attribute``: a color attribute of the mesh; ``materials``: a
        material for each color. The last three give each face one color, see `fit`. Some modes need the first, see
        `suiting`.
    split_colors : bool
        Give faces of different colors vertices of their own, for formats that keep a color for each vertex; where
        colors are in an attribute.
    voxel_size : float
        Metres of a voxel's edge, whatever the scene's units, where the file does not tell.
    hierarchy : {"parents", "flat"}
        ``parents``: a group of the file becomes an empty, parent of what is in it; ``flat``: objects only.
    frame_keys : {"scale", "visibility", "both"}
        By which keys the models of an animated object are shown in turn. ``scale``: those whose turn it is not have
        no size, which exporters pass on; ``visibility``: they are hidden in viewports and renders, which exporters
        do not.
    places : {"apart", "file"}
        Where files stand. ``apart``: several side by side, and what was dropped where it was dropped; ``file``: where
        each file has it.
    show_colors : bool
        Let the viewports show the colors in solid shading, where they would show one gray.
    glass : {"transmission", "alpha", "both"}
        How one sees through glass: light is refracted, as path tracers do it; or the surface is blended with what is
        behind it by its alpha, as games do it; or the first in Blender, and exporters write both.
    single_sided : bool
        Opaque materials are seen from outside only, where the surface is closed.
    emission : float
        Times this the light that voxels send out.
    occlusion_in : {"map", "colors"}
        Where ambient occlusion goes, if the mesh options ask for it. ``map``: into a channel of an image that exporters
        write as the occlusion of glTF, which Blender itself does not show; ``colors``: into the colors of the texture.
    occlusion_strength : float
        0 to 1: how much of it.
    textures : {"packed", "beside", "both"}
        Where images are kept: in the .blend file, in a folder beside it, or both.
    again : {"instances", "new"}
        What becomes of a file that was imported before with the same options and did not change since: objects that
        share its meshes, or all anew.
    one_texture : bool
        All files of one import have their colors in one image, or in as few as can be, and share materials.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    faces: str = "quads"
    part_edges: bool = False
    overlap: float = 0.0
    colors: str = "texture"
    split_colors: bool = False
    voxel_size: float = VOXEL_SIZE
    hierarchy: str = "parents"
    frame_keys: str = "scale"
    places: str = "apart"
    show_colors: bool = True
    glass: str = "both"
    single_sided: bool = True
    emission: float = 1.0
    occlusion_in: str = "map"
    occlusion_strength: float = 1.0
    textures: str = "packed"
    again: str = "instances"
    one_texture: bool = False

    def __post_init__(self) -> None:
        choices = {"faces": FACES, "colors": COLORS, "hierarchy": HIERARCHIES, "frame_keys": tuple(TURNS)}
        require_choices(self, choices | {"glass": GLASSES, "textures": TEXTURES, "again": AGAIN, "places": PLACES})
        require_choices(self, {"occlusion_in": OCCLUSIONS})
        require_range(self, "occlusion_strength", 0, 1)
        require_range(self, "emission", 0, MAX_EMISSION)
        require_range(self, "overlap", 0, MAX_OVERLAP)
        require_range(self, "voxel_size", MIN_VOXEL_SIZE, MAX_VOXEL_SIZE)

    def reach(self, mode: str) -> float:
        """By how many voxels polygons of a mode reach over their sides."""
        return overlap_of(mode, self.overlap or None)

    @property
    def one_color_a_face(self) -> bool:
        """Whether a face can show one color only, so that nothing else than one color may be merged."""
        return self.colors not in ATLASES

    @property
    def takes_occlusion(self) -> bool:
        """Whether ambient occlusion has a place: texels that are no numbers of colors."""
        return self.colors == "texture"

    @property
    def splits(self) -> bool:
        """Whether vertices are split at the borders of colors."""
        return self.split_colors and self.colors == "attribute"

    def suiting(self, mode: str) -> BuildOptions:
        """The same with the colors where a mode needs them: only a texture can be clear.

        Parameters
        ----------
        mode : str

        Returns
        -------
        BuildOptions
        """
        return replace(self, colors="texture") if MODES[mode].see_through else self

    def suits(self, mode: str) -> bool:
        """Tell whether the colors are where a mode needs them."""
        return self.suiting(mode) == self

    def fit(self, options: MeshOptions) -> MeshOptions:
        """Give the mesh options that this way to keep colors needs.

        Parameters
        ----------
        options : MeshOptions
            As the user chose them.

        Returns
        -------
        MeshOptions
        """
        if not self.takes_occlusion:
            options = replace(options, occlusion=0)
        if not self.one_color_a_face:
            return options
        return replace(options, merge="color", texel_scale=1, align=False, own_texels=False)
