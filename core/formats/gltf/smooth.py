"""An `Assembly` of voxels in, the bytes of a .glb file with smooth surfaces of them out, coloured by vertices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pygltflib

from ...arrays import grouped
from ...checks.smooth import prove_smooth
from ...errors import OptionError
from ...scene.assembly import Assembly
from ...smooth import SmoothMesh, SmoothOptions, build_smooth, vertex_colors
from ...text import readable
from ...voxels.finish import Finish, alike, finish, linear
from ...voxels.look import Look
from ..axes import y_up
from ..options import WriteOptions
from .blob import Blob
from .extras import Extras
from .nodes import VISIBILITY, Nodes, animation_of

Ints = npt.NDArray[np.int64]
_MOST = np.iinfo(np.uint16).max


@dataclass(frozen=True)
class SmoothFile:
    """A file and what is in it."""

    data: bytes
    triangles: int
    """Of all meshes, each counted once."""
    drawn: int
    """As drawn."""


def smooth_glb_of(assembly: Assembly, options: WriteOptions, smooth: SmoothOptions) -> SmoothFile:
    """Write a .glb file of smooth surfaces.

    Parameters
    ----------
    assembly : Assembly
        With voxels.
    options : WriteOptions
    smooth : SmoothOptions

    Returns
    -------
    SmoothFile

    Raises
    ------
    OptionError
        If the file that was read told triangles and no voxels.
    GeometryError
        If a surface fails its proof.
    """
    if not assembly.has_voxels:
        raise OptionError("the file holds triangles and not voxels, of which smooth surfaces are made")
    blob, shapes = Blob(), _Shapes(assembly, options, smooth)
    rows = assembly.placements(flat=False)
    shown = rows.mesh >= 0
    names = np.array(rows.name, object)[shown]
    for index, mirrored, name in zip(rows.mesh[shown].tolist(), rows.mirrored[shown].tolist(), names, strict=True):
        shapes.add(blob, index, mirrored, readable(name or assembly.scene.name))
    nodes = Nodes(assembly, rows, shapes.units, Extras(assembly, options, blob, shapes.meshes, {}))
    animation = animation_of(assembly, rows, nodes, blob)
    file = pygltflib.GLTF2(
        asset=pygltflib.Asset(generator="Trivox"),
        scene=0,
        scenes=[pygltflib.Scene(name=readable(assembly.scene.name), nodes=nodes.roots)],
        nodes=nodes.nodes,
        meshes=shapes.meshes,
        materials=shapes.materials,
        animations=[] if animation is None else [animation],
        accessors=blob.accessors,
        bufferViews=blob.views,
        buffers=[pygltflib.Buffer(byteLength=len(blob.data))],
    )
    file.extensionsUsed = sorted(shapes.extensions | ({VISIBILITY} if nodes.some_are_hidden else set()))
    file.set_binary_blob(blob.data)
    drawn = sum(len(shapes.made[node.model].triangles) for node in assembly.scene.nodes if node.model in shapes.made)
    return SmoothFile(b"".join(file.save_to_bytes()), sum(len(mesh.triangles) for mesh in shapes.made.values()), drawn)


class _Shapes:
    """The meshes and materials of a file."""

    def __init__(self, assembly: Assembly, options: WriteOptions, smooth: SmoothOptions) -> None:
        self._assembly, self._options, self._smooth = assembly, options, smooth
        self._look: Look = assembly.scene.look
        self._group = alike(self._look.shading, self._look.transparent)
        self._number: dict[int, int] = {}
        self.made: dict[int, SmoothMesh] = {}
        self.meshes: list[pygltflib.Mesh] = []
        self.materials: list[pygltflib.Material] = []
        self.extensions: set[str] = set()
        self.units: dict[tuple[int, bool], tuple[int, float]] = {}
        """As `Nodes` wants it."""

    def add(self, blob: Blob, index: int, mirrored: bool, name: str) -> None:
        """Add a mesh, if it is not there."""
        if (index, mirrored) in self.units:
            return
        if index not in self.made:
            self.made[index] = build_smooth(self._assembly.scene.models[index], self._smooth, self._look)
            prove_smooth(self.made[index])
        mesh = self.made[index]
        vertex, triangles, colors = _split(mesh, self._look)
        mirror = np.array([-1.0 if mirrored else 1.0, 1.0, 1.0])
        points = mesh.vertices[vertex].astype(np.float64) - np.array(mesh.size) // 2 + self._assembly.shifts[index]
        attributes = pygltflib.Attributes(
            POSITION=blob.attribute(y_up(points * mirror * self._assembly.voxel_size).astype(np.float32), bounds=True),
            NORMAL=blob.attribute(y_up(mesh.normals[vertex] * mirror).astype(np.float32)),
            COLOR_0=blob.attribute((colors * _MOST).round().astype(np.uint16), normalized=True),
        )
        triangles = triangles[:, ::-1] if mirrored else triangles
        group = self._group[mesh.colors]
        primitives = [
            pygltflib.Primitive(
                attributes=attributes,
                indices=blob.indices(triangles[group == number]),
                material=self._material(number),
            )
            for number in np.unique(group).tolist()
        ]
        self.units[index, mirrored] = len(self.meshes), 1.0
        self.meshes.append(pygltflib.Mesh(name=name, primitives=primitives))

    def _material(self, group: int) -> int:
        """The number of the material of a group of palette indices."""
        if group not in self._number:
            self._number[group] = len(self.materials)
            own = self._group == group
            values = finish(self._look, self._options.glass, own.astype(np.int64))
            color = linear(self._look.palette[np.argmax(own), :3]).tolist()
            name = readable(self._assembly.scene.name) + (f" {np.argmax(own):03}" if group else "")
            self.materials.append(self._new_material(name, values, color))
        return self._number[group]

    def _new_material(self, name: str, values: Finish, color: list[float]) -> pygltflib.Material:
        made = pygltflib.Material(
            name=name,
            pbrMetallicRoughness=pygltflib.PbrMetallicRoughness(
                baseColorFactor=[1.0, 1.0, 1.0, values.usual_alpha],
                metallicFactor=values.metallic,
                roughnessFactor=values.roughness,
            ),
            alphaMode="BLEND" if values.alpha != 1 else None,
        )
        if values.emission:
            made.emissiveFactor = [min(values.emission, 1.0) * part for part in color]
            if values.emission > 1:
                self._extend(made, "KHR_materials_emissive_strength", {"emissiveStrength": values.emission})
        if values.transmission:
            self._extend(made, "KHR_materials_transmission", {"transmissionFactor": values.transmission})
            self._extend(made, "KHR_materials_ior", {"ior": values.ior})
        return made

    def _extend(self, made: pygltflib.Material, name: str, content: dict[str, float]) -> None:
        self.extensions.add(name)
        made.extensions[name] = content


def _split(mesh: SmoothMesh, look: Look) -> tuple[Ints, Ints, npt.NDArray[np.float64]]:
    """Split vertices by colour: which vertex each is (n,), triangles (T, 3) of them, and colours (n, 4), linear."""
    if mesh.blend_indices is not None:
        light, every = linear(vertex_colors(mesh, look)[:, :3]), np.arange(len(mesh.vertices))
        return every, mesh.triangles.astype(np.int64), np.column_stack([light, np.ones(len(every))])
    groups = grouped(mesh.triangles.reshape(-1).astype(np.int64) * 256 + np.repeat(mesh.colors, 3))
    colors = linear(look.palette[groups.value % 256, :3])
    return groups.value // 256, groups.number.reshape(-1, 3), np.column_stack([colors, np.ones(len(colors))])
