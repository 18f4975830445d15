"""What a user can choose for what Blender makes of meshes and scenes: frozen dataclasses, checked when made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...core.errors import OptionError
from ...core.options import MeshOptions

FACES = ("quads", "triangles")
COLORS = ("texture", "palette", "attribute", "materials")
HIERARCHIES = ("parents", "flat")
ORIGINS = ("pivot", "center", "bottom", "corner")
JOINS = ("separate", "contacts", "one")
LAYERS = ("collections", "property", "none")
HIDDEN = ("hide", "skip")
UNPLACED = ("side", "frames")
ANIMATIONS = ("first", "frame", "animate")
# Limits are sums of powers of two, so that Blender, which rounds to 32 bits, keeps to them.
MIN_VOXEL_SIZE = 2.0**-20
MAX_FRAME = 100_000
MIN_RATE, MAX_RATE = 0.125, 240.0


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
        Length of a voxel's edge in Blender units (metres by default).
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
    voxel_size: float = 0.1
    hierarchy: str = "parents"
    show_colors: bool = True

    def __post_init__(self) -> None:
        _check_choices(self, {"faces": FACES, "colors": COLORS, "hierarchy": HIERARCHIES})
        if not self.voxel_size >= MIN_VOXEL_SIZE:
            raise OptionError(f"voxel_size is {self.voxel_size!r}; it must be a length above zero")

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


@dataclass(frozen=True)
class SceneOptions:
    """What of a file's scene arrives, and where.

    Parameters
    ----------
    origin : {"pivot", "center", "bottom", "corner"}
        Where the origin of each object is: MagicaVoxel's pivot, or the center, the center of the bottom or the lowest
        corner of its voxels. Nothing that can be seen moves.
    at_origin : bool
        Move all together so that they stand on the world's origin.
    join : {"separate", "contacts", "one"}
        ``contacts``: objects stay apart, without the faces where they touch; ``one``: one mesh of all. Both are of one
        frame, so nothing moves.
    layers : {"collections", "property", "none"}
        What becomes of layers; ``property``: a custom property of each object.
    hidden : {"hide", "skip"}
        What becomes of hidden objects and layers.
    unplaced : {"side", "frames"}
        How several models are taken that no scene places.
    animation : {"first", "frame", "animate"}
        The first frame, the frame of `frame`, or all.
    frame : int
        As MagicaVoxel numbers them, from 0.
    rate : float
        MagicaVoxel's frames per second.
    scene_range : bool
        Let the scene begin and end with the file's animation.
    cameras, lights : bool
        Make cameras; make a sun and the world's color.

    Raises
    ------
    OptionError
        If a value is not one of the above.
    """

    origin: str = "pivot"
    at_origin: bool = False
    join: str = "separate"
    layers: str = "collections"
    hidden: str = "hide"
    unplaced: str = "side"
    animation: str = "first"
    frame: int = 0
    rate: float = 8.0
    scene_range: bool = False
    cameras: bool = False
    lights: bool = False

    def __post_init__(self) -> None:
        choices = {"origin": ORIGINS, "join": JOINS, "layers": LAYERS, "hidden": HIDDEN, "unplaced": UNPLACED}
        _check_choices(self, choices | {"animation": ANIMATIONS})
        for name, least, most in (("frame", 0, MAX_FRAME), ("rate", MIN_RATE, MAX_RATE)):
            if not least <= getattr(self, name) <= most:
                raise OptionError(f"{name} is {getattr(self, name)!r}; it must be from {least} to {most}")

    @property
    def animates(self) -> bool:
        """Whether objects may move and change: what is joined, or cut where it touches others, cannot."""
        return self.join == "separate" and self.animation == "animate"


def _check_choices(options: object, choices: Mapping[str, Sequence[str]]) -> None:
    for name, allowed in choices.items():
        value = getattr(options, name)
        if value not in allowed:
            raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")
