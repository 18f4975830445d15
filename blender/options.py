"""What a user can choose for what Blender makes of meshes: one frozen dataclass, checked when made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core.borders import require_choices, require_range
from ..core.mesh.options import MeshOptions
from ..core.scene.options import MAX_VOXEL_SIZE, MIN_VOXEL_SIZE, VOXEL_SIZE

FACES = ("quads", "triangles")
COLORS = ("texture", "palette", "attribute", "materials")
HIERARCHIES = ("parents", "flat")


@dataclass(frozen=True)
class BuildOptions:
    """How meshes and placements become Blender's objects, and how they are shown.

    Parameters
    ----------
    faces : {"quads", "triangles"}
        ``quads``: a polygon that is a rectangle becomes one face of four corners; ``triangles``: triangles only.
    colors : {"texture", "palette", "attribute", "materials"}
        Where colors are kept. ``texture``: an image with a texel for each visible side; ``palette``: an image of the
        256 colors of the palette; ``attribute``: a color attribute of the mesh; ``materials``: a material for each
        color. All but the first give each face one color, see `fit`.
    voxel_size : float
        Metres of a voxel's edge, whatever the scene's units, where the file does not tell.
    hierarchy : {"parents", "flat"}
        ``parents``: a group of the file becomes an empty, parent of what is in it; ``flat``: objects only.
    show_colors : bool
        Let the viewports show the colors in solid shading, where they would show one gray.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    faces: str = "quads"
    colors: str = "texture"
    voxel_size: float = VOXEL_SIZE
    hierarchy: str = "parents"
    show_colors: bool = True

    def __post_init__(self) -> None:
        require_choices(self, {"faces": FACES, "colors": COLORS, "hierarchy": HIERARCHIES})
        require_range(self, "voxel_size", MIN_VOXEL_SIZE, MAX_VOXEL_SIZE)

    @property
    def one_color_a_face(self) -> bool:
        """Whether a face can show one color only, so that nothing else than one color may be merged."""
        return self.colors != "texture"

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
        return replace(options, merge="color") if self.one_color_a_face else options
