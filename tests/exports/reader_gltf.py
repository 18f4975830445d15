"""A .glb or .gltf file in, what is in it out; read with pygltflib, placed and moved by what glTF says of nodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pygltflib
from helpers_found import UP, Finish, Found, Picture, Source, Thing, picture

KINDS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
NEAREST, LINEAR = 9728, 9729


class GltfReader:
    """One file."""

    def __init__(self, path: Path, seconds: list[float]) -> None:
        self._gltf = pygltflib.GLTF2().load(str(path))
        self._folder, self._seconds = path.parent, seconds
        self._pictures: dict[int, Picture] = {}

    def found(self) -> Found:
        """Read it."""
        gltf = self._gltf
        finishes = [self._finish(material) for material in gltf.materials or []]
        parent = {child: number for number, node in enumerate(gltf.nodes) for child in node.children or []}
        scene = gltf.scenes[gltf.scene or 0]
        locals_ = self._locals()
        things = []
        for number, node in enumerate(gltf.nodes):
            if self._root(number, parent) not in scene.nodes:
                continue
            above = parent.get(number)
            worlds = self._worlds(number, parent, locals_)
            visible = (node.extensions or {}).get("KHR_node_visibility", {}).get("visible", True)
            shown = np.abs(np.linalg.det(worlds[:, :3, :3])) > 1e-9
            worlds = UP @ worlds @ UP.T
            thing = Thing(node.name, None if above is None else gltf.nodes[above].name, worlds, shown & visible)
            if node.mesh is not None:
                self._fill(thing, node.mesh)
            things.append(thing)
        return Found(things, finishes, [self._picture(index) for index in range(len(gltf.textures or []))])

    def _root(self, number: int, parent: dict[int, int]) -> int:
        return self._root(parent[number], parent) if number in parent else number

    def _array(self, index: int) -> np.ndarray:
        accessor = self._gltf.accessors[index]
        view = self._gltf.bufferViews[accessor.bufferView]
        buffer = self._gltf.buffers[view.buffer]
        data = self._gltf.get_data_from_buffer_uri(buffer.uri) if buffer.uri else self._gltf.binary_blob()
        kind, width = np.dtype(KINDS[accessor.componentType]), WIDTHS[accessor.type]
        start = (view.byteOffset or 0) + (accessor.byteOffset or 0)
        stride = view.byteStride or kind.itemsize * width
        rows = np.ndarray((accessor.count, width), kind, data, start, (stride, kind.itemsize))
        if accessor.normalized:
            return rows.astype(float) / np.iinfo(kind).max
        return rows.astype(float) if kind.kind == "f" else rows.astype(int)

    def _fill(self, thing: Thing, index: int) -> None:
        """Give an object its triangles."""
        parts: dict[str, list[np.ndarray]] = {"positions": [], "uvs": [], "colors": [], "finish": []}
        for primitive in self._gltf.meshes[index].primitives:
            assert primitive.mode in (None, 4)
            corners = self._array(primitive.indices).reshape(-1, 3)
            names = primitive.attributes
            parts["positions"].append(self._array(names.POSITION)[corners])
            if names.TEXCOORD_0 is not None:
                parts["uvs"].append(self._array(names.TEXCOORD_0)[corners] * (1, -1) + (0, 1))
            if names.COLOR_0 is not None:
                parts["colors"].append(self._array(names.COLOR_0)[corners][..., :3])
            number = -1 if primitive.material is None else primitive.material
            parts["finish"].append(np.full(len(corners), number))
        thing.mesh = index
        # In its own space too, z is up.
        thing.positions = np.concatenate(parts["positions"]) @ UP[:3, :3].T
        thing.finish = np.concatenate(parts["finish"])
        for name in ("uvs", "colors"):
            if len(parts[name]) == len(parts["positions"]):
                setattr(thing, name, np.concatenate(parts[name]))

    # Places

    def _locals(self) -> list[list[np.ndarray]]:
        """The translation, rotation and scale of each node at each moment."""
        count = len(self._seconds)
        values = []
        for node in self._gltf.nodes:
            rest = (node.translation or (0, 0, 0), node.rotation or (0, 0, 0, 1), node.scale or (1, 1, 1))
            assert not node.matrix
            values.append([np.tile(np.array(value, float), (count, 1)) for value in rest])
        # A viewer plays one of them.
        for animation in (self._gltf.animations or [])[:1]:
            for channel in animation.channels:
                sampler = animation.samplers[channel.sampler]
                which = ("translation", "rotation", "scale").index(channel.target.path)
                values[channel.target.node][which] = self._keyed(sampler)
        return values

    def _keyed(self, sampler: pygltflib.AnimationSampler) -> np.ndarray:
        """(m, k): the value of a sampler at each moment."""
        times, values = self._array(sampler.input)[:, 0], self._array(sampler.output)
        kind = sampler.interpolation or "LINEAR"
        if kind == "CUBICSPLINE":
            values = values.reshape(len(times), 3, -1)[:, 1]
        moments = np.array(self._seconds)
        if kind == "STEP":
            # Times are 32 bits wide.
            return values[np.clip(np.searchsorted(times, moments + 1e-5, side="right") - 1, 0, None)]
        return np.stack([np.interp(moments, times, column) for column in values.T], axis=1)

    def _worlds(self, number: int, parent: dict[int, int], values: list[list[np.ndarray]]) -> np.ndarray:
        """The places of a node at each moment: (m, 4, 4)."""
        move, turn, scale = values[number]
        own = np.tile(np.eye(4), (len(move), 1, 1))
        own[:, :3, :3] = rotations(turn) * scale[:, None, :]
        own[:, :3, 3] = move
        return self._worlds(parent[number], parent, values) @ own if number in parent else own

    # Materials

    def _finish(self, material: pygltflib.Material) -> Finish:
        extensions = material.extensions or {}
        surface = material.pbrMetallicRoughness or pygltflib.PbrMetallicRoughness()
        rgba = np.array([1.0] * 4 if surface.baseColorFactor is None else surface.baseColorFactor)
        strength = extensions.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1)
        metallic = 1.0 if surface.metallicFactor is None else surface.metallicFactor
        roughness = 1.0 if surface.roughnessFactor is None else surface.roughnessFactor
        both = surface.metallicRoughnessTexture
        return Finish(
            name=material.name,
            color=self._source(rgba[:3], surface.baseColorTexture, (0, 1, 2), srgb=True),
            attribute=True,
            metallic=self._source([metallic], both, (2,)),
            roughness=self._source([roughness], both, (1,)),
            emission=self._source(
                np.array(material.emissiveFactor or (0, 0, 0)) * strength,
                material.emissiveTexture,
                (0, 1, 2),
                srgb=True,
            ),
            through=self._through(material, rgba[3], surface.baseColorTexture),
            clips=material.alphaMode in ("MASK", "BLEND"),
        )

    def _through(self, material: pygltflib.Material, alpha: float, color: pygltflib.TextureInfo | None) -> Source:
        """Transmission, or what alpha lacks."""
        passed = (material.extensions or {}).get("KHR_materials_transmission")
        if passed is None and material.alphaMode == "BLEND":
            return replace(self._source([alpha], color, (3,)), inverse=True)
        if passed is None:
            return Source(np.zeros(1))
        info = passed.get("transmissionTexture")
        texture = pygltflib.TextureInfo(index=info["index"], texCoord=info.get("texCoord", 0)) if info else None
        return self._source([passed.get("transmissionFactor", 0)], texture, (0,))

    def _source(
        self, factor: object, texture: pygltflib.TextureInfo | None, channels: tuple[int, ...], *, srgb: bool = False
    ) -> Source:
        if texture is None:
            return Source(np.array(factor, float))
        assert not texture.texCoord
        return Source(np.array(factor, float), self._picture(texture.index), channels, srgb)

    def _picture(self, index: int) -> Picture:
        """The image and the sampler of a texture."""
        if index not in self._pictures:
            texture = self._gltf.textures[index]
            image = self._gltf.images[texture.source]
            nearest = None
            if texture.sampler is not None:
                nearest = self._gltf.samplers[texture.sampler].magFilter == NEAREST
            if image.uri:
                name, data = image.uri, (self._folder / image.uri.replace("%20", " ")).read_bytes()
            else:
                view = self._gltf.bufferViews[image.bufferView]
                start = view.byteOffset or 0
                name = image.name + {"image/png": ".png"}.get(image.mimeType, "")
                data = self._gltf.binary_blob()[start : start + view.byteLength]
            self._pictures[index] = picture(name, data, nearest)
        return self._pictures[index]


def rotations(quaternions: np.ndarray) -> np.ndarray:
    """(m, 3, 3): what (m, 4) quaternions x, y, z, w turn."""
    x, y, z, w = quaternions.T
    rows = [
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    ]
    return np.array(rows).transpose(2, 0, 1)


def read(path: Path, frames: list[int], fps: float) -> Found:
    """Read a file, and where things are at some frames of Blender."""
    return GltfReader(path, [frame / fps for frame in frames]).found()
