"""LAYR, rCAM, rOBJ, NOTE and META chunks -> layers, cameras, render objects, colour names and the animation range."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...errors import FormatError
from ...voxels.scene import Layer
from .chunks import Chunk
from .fields import Fields, float_from_text, floats_from_text, integer_from_text, is_set
from .notes import Notes
from .records import Camera, RenderObject


def read_layers(chunks: list[Chunk], notes: Notes) -> Mapping[int, Layer]:
    """The layers by their id.

    Parameters
    ----------
    chunks : list of Chunk
        The LAYR chunks; of one id the last counts.
    notes : Notes

    Returns
    -------
    mapping of int to Layer
    """
    layers: dict[int, Layer] = {}
    for chunk in chunks:
        record = _numbered(chunk, notes)
        if record is None:
            continue
        number, attributes = record
        if number < 0:
            notes.add(
                "layer id",
                f"the LAYR chunk at byte {chunk.offset:,} has the id {number:,}; no object can be on it",
            )
        layers[number] = Layer(
            number,
            attributes.get("_name", ""),
            is_set(attributes, "_hidden"),
            _color(attributes),
        )
    return MappingProxyType(layers)


def read_cameras(chunks: list[Chunk], notes: Notes) -> tuple[Camera, ...]:
    """The stored cameras.

    Parameters
    ----------
    chunks : list of Chunk
        The rCAM chunks.
    notes : Notes

    Returns
    -------
    tuple of Camera
    """
    cameras = []
    for chunk in chunks:
        record = _numbered(chunk, notes)
        if record is None:
            continue
        cameras.append(camera_of(*record))
    return tuple(cameras)


def camera_of(number: int, attributes: Mapping[str, str]) -> Camera:
    """A camera by its pairs; what is missing or no number is as in a new MagicaVoxel file.

    Parameters
    ----------
    number : int
        Its id.
    attributes : mapping of str to str

    Returns
    -------
    Camera
    """
    return Camera(
        id=number,
        mode=attributes.get("_mode", "pers"),
        focus=floats_from_text(attributes.get("_focus"), (0.0, 0.0, 0.0)),
        angle=floats_from_text(attributes.get("_angle"), (0.0, 0.0, 0.0)),
        radius=float_from_text(attributes.get("_radius"), 0.0),
        frustum=float_from_text(attributes.get("_frustum"), 0.414214),
        fov=float_from_text(attributes.get("_fov"), 45.0),
        attributes=MappingProxyType(attributes),
    )


def read_render_objects(chunks: list[Chunk], notes: Notes) -> tuple[RenderObject, ...]:
    """The render settings in file order.

    Parameters
    ----------
    chunks : list of Chunk
        The rOBJ chunks.
    notes : Notes

    Returns
    -------
    tuple of RenderObject
    """
    attributes = [_plain(chunk, notes) for chunk in chunks]
    return tuple(
        RenderObject(pairs.get("_type", "").removeprefix("_"), MappingProxyType(pairs)) for pairs in attributes
    )


def read_color_names(chunks: list[Chunk], notes: Notes) -> tuple[str, ...]:
    """The names of the rows of the palette.

    Parameters
    ----------
    chunks : list of Chunk
        The NOTE chunks; the last counts.
    notes : Notes

    Returns
    -------
    tuple of str
    """
    if not chunks:
        return ()
    fields = Fields(chunks[-1], notes)
    names: list[str] = []
    try:
        for _ in range(fields.present(fields.integer(), 4)):
            names.append(fields.string())
    except FormatError as error:
        notes.add("NOTE", f"{error}; {len(names)} names of colours were read")
    return tuple(names)


def read_meta(chunks: list[Chunk], notes: Notes) -> Mapping[str, str]:
    """The pairs of all META chunks together.

    Parameters
    ----------
    chunks : list of Chunk
    notes : Notes

    Returns
    -------
    mapping of str to str
    """
    pairs: dict[str, str] = {}
    for chunk in chunks:
        pairs.update(_plain(chunk, notes))
    return MappingProxyType(pairs)


def animation_range(meta: Mapping[str, str]) -> tuple[int, int] | None:
    """First and last frame by META, or None if it gives none or none that makes sense.

    Parameters
    ----------
    meta : mapping of str to str

    Returns
    -------
    tuple of int or None
    """
    frames = [integer_from_text(word) for word in meta.get("_anim_range", "").split()]
    if len(frames) != 2 or frames[0] is None or frames[1] is None or not 0 <= frames[0] <= frames[1]:
        return None
    return frames[0], frames[1]


def _numbered(chunk: Chunk, notes: Notes) -> tuple[int, dict[str, str]] | None:
    """The id and the pairs of a chunk, or None if it ends too early."""
    fields = Fields(chunk, notes)
    try:
        return fields.integer(), fields.dictionary()
    except FormatError as error:
        notes.add(chunk.name, f"{error}; it was ignored")
        return None


def _plain(chunk: Chunk, notes: Notes) -> dict[str, str]:
    """The pairs of a chunk; none if it ends too early."""
    try:
        return Fields(chunk, notes).dictionary()
    except FormatError as error:
        notes.add(chunk.name, f"{error}; it was ignored")
        return {}


def _color(attributes: Mapping[str, str]) -> tuple[int, int, int] | None:
    parts = [integer_from_text(word) for word in attributes.get("_color", "").split()]
    if len(parts) != 3 or any(part is None or not 0 <= part <= 255 for part in parts):
        return None
    red, green, blue = (part or 0 for part in parts)
    return red, green, blue
