"""An `Assembly` in, the bytes of a .glb file out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygltflib

from ...mesh.light_map import light_map_of
from ...mesh.overlap import overlaps
from ...scene.assembly import Assembly
from ...scene.levels import LevelMesh
from ...text import readable
from ...texture.lightmap import LightMap
from ..options import WriteOptions
from ..pictures import Pictures, kinds_of, pictures_of
from .blob import Blob
from .extras import MSFT_LOD, Extras
from .materials import TRANSFORM, Materials
from .meshdata import Array, Ints, normals, positions, vertices_of
from .nodes import VISIBILITY, Nodes, animation_of

QUANTIZATION = "KHR_mesh_quantization"
LIGHT_MAP = "light_map"
"""What a mesh is told in its extras: width and height of its light map in texels."""
_MOST = np.iinfo(np.uint16).max


def glb_of(assembly: Assembly, options: WriteOptions) -> bytes:
    """Write a .glb file.

    Parameters
    ----------
    assembly : Assembly
    options : WriteOptions

    Returns
    -------
    bytes
        All of the file; the same for the same arguments.
    """
    blob, pictures = Blob(), pictures_of(_spread(assembly), options.glass)
    rows = assembly.placements(flat=False)
    shapes = _Shapes(assembly, pictures, options, blob)
    shown = rows.mesh >= 0
    looks = zip(
        rows.mesh[shown].tolist(), rows.mirrored[shown].tolist(), np.array(rows.name, object)[shown], strict=True
    )
    for index, mirrored, name in looks:
        shapes.add(index, mirrored, readable(name or assembly.scene.name))
    nodes = Nodes(assembly, rows, shapes.units, Extras(assembly, options, blob, shapes.meshes, shapes.levels))
    animation = animation_of(assembly, rows, nodes, blob)
    file = pygltflib.GLTF2(
        asset=pygltflib.Asset(generator="Trivox"),
        scene=0,
        scenes=[pygltflib.Scene(name=readable(assembly.scene.name), nodes=nodes.roots)],
        nodes=nodes.nodes,
        meshes=shapes.meshes,
        materials=shapes.materials.materials,
        textures=shapes.materials.textures,
        images=shapes.materials.images,
        samplers=[shapes.materials.sampler],
        animations=[] if animation is None else [animation],
        accessors=blob.accessors,
        bufferViews=blob.views,
        buffers=[pygltflib.Buffer(byteLength=len(blob.data))],
    )
    needed = ([QUANTIZATION] if options.integers else []) + ([TRANSFORM] if shapes.scales else [])
    file.extensionsRequired = needed
    hidden = {VISIBILITY} if nodes.some_are_hidden else set()
    levels = {MSFT_LOD} if any(assembly.levels) and options.lod == "msft" else set()
    file.extensionsUsed = sorted({*needed, *shapes.materials.extensions, *hidden, *levels})
    file.set_binary_blob(blob.data)
    return b"".join(file.save_to_bytes())


def _spread(assembly: Assembly) -> Assembly:
    """The assembly with its coarser meshes after the others, as if they were meshes of their own."""
    return replace(assembly, meshes=(*assembly.meshes, *(one.mesh for every in assembly.levels for one in every)))


class _Shapes:
    """The meshes of a file.

    Parameters
    ----------
    assembly : Assembly
    pictures : Pictures
    options : WriteOptions
    blob : Blob
        Takes their arrays.
    """

    def __init__(self, assembly: Assembly, pictures: Pictures, options: WriteOptions, blob: Blob) -> None:
        self._assembly, self._options, self._blob = assembly, options, blob
        self._every = _spread(assembly).meshes
        self._places, self._halves = pictures.places, 2 * pictures.sizes
        moved = any(overlaps(mesh, options.reach(mesh.options.mode)) for mesh in self._every)
        whole = options.integers and not moved and self._halves.max() <= _MOST
        self.scales: list[tuple[float, float]] = [(1 / width, 1 / height) for width, height in self._halves.tolist()]
        """By which readers have to multiply the texture coordinates of each image; nothing for 1."""
        if not whole:
            self.scales = []
        self.materials = Materials(assembly, pictures, options, blob, self.scales)
        self.meshes: list[pygltflib.Mesh] = []
        self.units: dict[tuple[int, bool], tuple[int, float]] = {}
        """By mesh and whether it is mirrored, its number here and the unit of its positions in metres."""
        self.levels: dict[tuple[int, bool], list[tuple[int, float]]] = {}
        """By the same, those of its coarser meshes."""

    def add(self, index: int, mirrored: bool, name: str) -> None:
        """Add a mesh with its levels of detail, if it is not there."""
        if (index, mirrored) in self.units:
            return
        self.units[index, mirrored] = self._added(index, mirrored, name, index)
        levels = self._assembly.levels[index] if self._assembly.levels else ()
        first = len(self._assembly.meshes) + sum(map(len, self._assembly.levels[:index]))
        self.levels[index, mirrored] = [
            self._added(first + number, mirrored, f"{name}_LOD{number + 1}", index, level)
            for number, level in enumerate(levels)
        ]

    def _added(
        self, index: int, mirrored: bool, name: str, model: int, level: LevelMesh | None = None
    ) -> tuple[int, float]:
        """Add one of all meshes, which shows a model; tell its number and unit."""
        mesh, where = self._every[index], self._places[index]
        overlap = self._options.reach(mesh.options.mode)
        chosen = self._options.light_map
        light = None if chosen is None else light_map_of(mesh, chosen)
        vertices = vertices_of(mesh, np.zeros(3), where, mirrored=mirrored, overlap=overlap, light=light)
        away = np.rint(2 * self._assembly.shifts[model]).astype(np.int64)
        factor, offset = (1, (0, 0, 0)) if level is None else (level.factor, level.offset)
        point = vertices.point * factor + (away + 2 * np.array(offset)) * np.array([-1 if mirrored else 1, 1, 1])
        place, unit = positions(point, self._assembly.voxel_size, integers=self._options.integers)
        attributes = pygltflib.Attributes(
            POSITION=self._blob.attribute(place, bounds=True),
            NORMAL=self._blob.attribute(
                normals(vertices.normal, integers=self._options.integers), normalized=self._options.integers
            ),
            TEXCOORD_0=self._blob.attribute(self._texture_coordinates(vertices.texel, vertices.page)),
        )
        if light is not None and vertices.light is not None:
            attributes.TEXCOORD_1 = self._blob.attribute(_light_coordinates(vertices.light, light))
        page, kind = where.page[mesh.triangle_polygon], kinds_of(mesh)[mesh.triangle_polygon]
        parts = {
            number: vertices.triangles[(page == of_page) & (kind == of_kind)]
            for (of_page, of_kind), number in self.materials.number.items()
        }
        primitives = [
            pygltflib.Primitive(attributes=attributes, indices=self._blob.indices(part), material=number)
            for number, part in parts.items()
            if len(part)
        ]
        extras = {} if light is None else {LIGHT_MAP: [light.width, light.height]}
        self.meshes.append(pygltflib.Mesh(name=name, primitives=primitives, extras=extras))
        return len(self.meshes) - 1, unit

    def _texture_coordinates(self, texel: Array, page: Ints) -> Array:
        """(n, 2) uint16 or float32: where vertices are in their images, v down."""
        halves = self._halves[page]
        there = np.column_stack([texel[:, 0], halves[:, 1] - texel[:, 1]])
        stored: Array = there.astype(np.uint16) if self.scales else (there / halves).astype(np.float32)
        return stored


def _light_coordinates(texel: Array, light: LightMap) -> Array:
    """(n, 2) float32: where vertices are in a light map, v down."""
    there = np.column_stack([texel[:, 0] / light.width, 1 - texel[:, 1] / light.height])
    return there.astype(np.float32)
