"""Gathered voxels and places in, the `TvxFile` of them with one palette for all out; Blender is not touched."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from ..core.errors import LimitError
from ..core.tvx import TvxFile, TvxMesh, tvx_mesh
from ..core.tvx.materials import MATERIAL_KINDS
from ..core.vox import Material, ModelFrame, SceneNode
from ..core.vox.classes import EMISSIVE, METAL, TRANSPARENT
from ..core.vox.shading import Shading
from ..core.vox.transforms import make_frame
from .build.voxels import Voxels, unpack_voxels
from .gather import Gathered, Row
from .parts import voxel_mesh

Floats = npt.NDArray[np.float64]

MOST_COLORS = 255
_SHADING = tuple(field.name for field in fields(Shading))


@dataclass(frozen=True)
class Paintbox:
    """One palette for several models."""

    palette: npt.NDArray[np.uint8]
    """(256, 4) uint8 RGBA, sRGB."""
    materials: tuple[Material, ...]
    """256, by palette index."""
    voxels: tuple[Voxels, ...]
    """The models, their indices into this palette."""


def tvx_of(gathered: Gathered, name: str, progress: Callable[[float], object]) -> TvxFile:
    """Mesh each source once and place it.

    Parameters
    ----------
    gathered : Gathered
    name : str
        Of the scene.
    progress : callable

    Returns
    -------
    TvxFile

    Raises
    ------
    TrivoxError
        If a mesh carries damaged voxels; `LimitError` if all colours are more than a palette holds, or something is
        larger than the format can tell.
    """
    parts = [unpack_voxels(source.data) for source in gathered.sources]
    box = one_palette(parts, [source.owner for source in gathered.sources])
    classes = np.array([MATERIAL_KINDS.index(material.kind) for material in box.materials], np.int64)
    meshes: list[TvxMesh] = []
    done, total = 0, sum(part.model.voxels for part in parts)
    for part, source in zip(box.voxels, gathered.sources, strict=True):

        def part_progress(share: float, done: int = done, size: int = part.model.voxels) -> None:
            progress((done + share * size) / total)

        mesh = voxel_mesh(part, replace(source.options, border=0, power_of_two=False), part_progress)
        meshes.append(tvx_mesh(mesh, part.model.pivot, classes))
        done += part.model.voxels
    return TvxFile(
        name=name,
        voxel_size=gathered.voxel_size,
        up_axis="z",
        palette=box.palette,
        materials=box.materials,
        meshes=tuple(meshes),
        nodes=tuple(_node(row, gathered.rows) for row in gathered.rows),
    )


def one_palette(parts: Sequence[Voxels], owners: Sequence[str]) -> Paintbox:
    """Give models the same palette: theirs, if all have the same, else one of all colors that they use.

    Parameters
    ----------
    parts : sequence of Voxels
        At least one.
    owners : sequence of str
        The name of an object of each.

    Returns
    -------
    Paintbox

    Raises
    ------
    LimitError
        If they use more than 255 colors, which differ also by what light does at them.
    """
    tables = [_table(part) for part in parts]
    if all(np.array_equal(table, tables[0]) for table in tables):
        return Paintbox(parts[0].palette, _materials(tables[0]), tuple(parts))
    used = [np.unique(part.model.indices) for part in parts]
    rows = np.concatenate([table[indices] for table, indices in zip(tables, used, strict=True)])
    colors, number = np.unique(rows, axis=0, return_inverse=True)
    if len(colors) > MOST_COLORS:
        raise LimitError(_too_many(len(colors), tables, owners))
    common = np.vstack([np.zeros((1, colors.shape[1])), colors, np.zeros((MOST_COLORS - len(colors), colors.shape[1]))])
    common[[0, *range(len(colors) + 1, MOST_COLORS + 1)], 4:] = _default_look()
    own = np.split(number.reshape(-1) + 1, np.cumsum([len(indices) for indices in used])[:-1])
    palette = common[:, :4].astype(np.uint8)
    shading = Shading(*common[:, 5:].T.astype(np.float32))
    voxels = []
    for part, indices, numbers in zip(parts, used, own, strict=True):
        to_common = np.zeros(256, np.uint8)
        to_common[indices] = numbers
        model = replace(part.model, indices=to_common[part.model.indices])
        voxels.append(Voxels(model, palette, common[:, 4].astype(np.int64), shading, part.blocked))
    return Paintbox(palette, _materials(common), tuple(voxels))


def material_of(material_class: int, look: Sequence[float]) -> Material:
    """Find a material of MagicaVoxel at which light does what a renderer's numbers say.

    Parameters
    ----------
    material_class : int
        As `classes` numbers them.
    look : sequence of float
        The fields of `Shading` for one palette index.

    Returns
    -------
    Material
    """
    metallic, roughness, emission, transmission, ior = look
    rest = {"metallic": metallic, "roughness": roughness, "ior": ior}
    if material_class == TRANSPARENT:
        return Material("blend" if metallic and transmission else "glass", transparency=transmission, **rest)
    if material_class == EMISSIVE:
        # The emission ends at 1; beyond it, its exponential scale tells the rest.
        flux = math.log10(emission) if emission > 1 else 0.0
        return Material("emit", emission=min(emission, 1.0), flux=flux, ior=ior)
    if material_class == METAL:
        return Material("metal", **rest)
    return Material(ior=ior) if not metallic and roughness == 1 else Material("blend", **rest)


def _node(row: Row, rows: Sequence[Row]) -> SceneNode:
    """The row as seen from its parent."""
    rotation, translation = row.rotation, row.translation
    if row.parent >= 0:
        above = rows[row.parent]
        rotation, translation = above.rotation.T @ rotation, above.rotation.T @ (translation - above.translation)
    x, y, z = translation.tolist()
    return SceneNode(
        name=row.name,
        parent=row.parent,
        kind="group" if row.source < 0 else "shape",
        transforms=(make_frame(0, rotation.astype(np.int8), (x, y, z)),),
        models=() if row.source < 0 else (ModelFrame(0, row.source),),
        layer=None,
        hidden=row.hidden,
    )


def _table(voxels: Voxels) -> Floats:
    """(256, 10) float64: RGBA, class and shading of each palette index."""
    look = (getattr(voxels.shading, name) for name in _SHADING)
    return np.column_stack([voxels.palette, voxels.material_class, *look]).astype(np.float64)


def _default_look() -> Floats:
    """(6,) float64: class and shading of an index that is not used."""
    return np.array([0, 0, 1, 0, 0, np.float32(Material().ior)], np.float64)


def _materials(table: Floats) -> tuple[Material, ...]:
    return tuple(material_of(int(row[0]), row[1:]) for row in table[:, 4:].tolist())


def _too_many(count: int, tables: Sequence[Floats], owners: Sequence[str]) -> str:
    """Name an object of each palette."""
    named = {table.tobytes(): owner for table, owner in zip(reversed(tables), reversed(owners), strict=True)}
    names = list(named.values())[::-1]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return (
        f"the palettes of {', '.join(names[:3])}{more} have {count:,} colors in use, but a .tvx file has one palette "
        f"of {MOST_COLORS}; export fewer of these objects at once"
    )
