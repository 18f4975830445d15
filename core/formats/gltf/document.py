"""An `Assembly` in, the bytes of a .glb file out."""

from __future__ import annotations

import numpy as np
import pygltflib

from ...scene.assembly import Assembly
from ...text import readable
from ..options import WriteOptions
from ..pictures import Pictures, kinds_of, pictures_of
from .blob import Blob
from .materials import TRANSFORM, Materials
from .meshdata import Array, Ints, normals, positions, vertices_of
from .nodes import VISIBILITY, Nodes, animation_of

QUANTIZATION = "KHR_mesh_quantization"
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
    blob, pictures = Blob(), pictures_of(assembly, options.glass)
    rows = assembly.placements(flat=False)
    shapes = _Shapes(assembly, pictures, options, blob)
    shown = rows.mesh >= 0
    looks = zip(
        rows.mesh[shown].tolist(), rows.mirrored[shown].tolist(), np.array(rows.name, object)[shown], strict=True
    )
    for index, mirrored, name in looks:
        shapes.add(index, mirrored, readable(name or assembly.scene.name))
    nodes = Nodes(assembly, rows, shapes.units)
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
    needed = ([QUANTIZATION] if options.integers else []) + ([TRANSFORM] if shapes.scale else [])
    file.extensionsRequired = needed
    hidden = {VISIBILITY} if nodes.some_are_hidden else set()
    file.extensionsUsed = sorted({*needed, *shapes.materials.extensions, *hidden})
    file.set_binary_blob(blob.data)
    return b"".join(file.save_to_bytes())


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
        self._assembly, self._integers, self._blob = assembly, options.integers, blob
        self._sheet = pictures.sheet
        self._halves = np.array([2 * self._sheet.width, 2 * self._sheet.height], np.int64)
        whole = options.integers and self._halves.max() <= _MOST
        self.scale = (float(1 / self._halves[0]), float(1 / self._halves[1])) if whole else None
        """By which readers have to multiply texture coordinates; None for 1."""
        self.materials = Materials(assembly, pictures, options.glass, blob, self.scale)
        self.meshes: list[pygltflib.Mesh] = []
        self.units: dict[tuple[int, bool], tuple[int, float]] = {}
        """By mesh and whether it is mirrored, its number here and the unit of its positions in metres."""

    def add(self, index: int, mirrored: bool, name: str) -> None:
        """Add a mesh, if it is not there."""
        if (index, mirrored) in self.units:
            return
        mesh = self._assembly.meshes[index]
        vertices = vertices_of(mesh, self._assembly.shifts[index], mirrored=mirrored)
        place, unit = positions(vertices.point, self._assembly.voxel_size, integers=self._integers)
        attributes = pygltflib.Attributes(
            POSITION=self._blob.attribute(place, bounds=True),
            NORMAL=self._blob.attribute(normals(vertices.normal, integers=self._integers), normalized=self._integers),
            TEXCOORD_0=self._blob.attribute(self._texture_coordinates(vertices.texel, index)),
        )
        glass = mesh.polygon_is_transparent[mesh.triangle_polygon]
        parts = {kind: vertices.triangles[glass == is_glass] for is_glass, kind in kinds_of(mesh).items()}
        primitives = [
            pygltflib.Primitive(
                attributes=attributes, indices=self._blob.indices(part), material=self.materials.number[kind]
            )
            for kind, part in parts.items()
            if len(part)
        ]
        self.units[index, mirrored] = len(self.meshes), unit
        self.meshes.append(pygltflib.Mesh(name=name, primitives=primitives))

    def _texture_coordinates(self, texel: Ints, index: int) -> Array:
        """(n, 2) uint16 or float32: where vertices are in the image of all atlases, v down."""
        there = texel + 2 * self._sheet.positions[index]
        there[:, 1] = self._halves[1] - there[:, 1]
        stored: Array = there.astype(np.uint16) if self.scale else (there / self._halves).astype(np.float32)
        return stored
