"""A .glb file as any reader sees it, by pygltflib and Pillow: arrays, pictures, places in each frame, materials."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pygltflib
from PIL import Image

TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
CHECK = """
const validator = require("gltf-validator"), fs = require("fs");
validator.validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])), {maxIssues: 9}).then((report) =>
  console.log(JSON.stringify([report.issues.numErrors, report.issues.numWarnings, report.issues.messages])));
"""


@dataclass(frozen=True)
class Drawn:
    """One primitive where a node shows it."""

    node: str
    triangles: np.ndarray
    """(T, 3, 3) float64 metres; up is z."""
    normals: np.ndarray
    """(T, 3, 3) float64; up is z."""
    uv: np.ndarray
    """(T, 3, 2) float64, as stored."""
    material: int


class Glb:
    """A file."""

    def __init__(self, path: Path | str) -> None:
        self.file = pygltflib.GLTF2.load_binary(str(path))
        self.blob = self.file.binary_blob()

    def array(self, index: int) -> np.ndarray:
        """The values of an accessor, (n, k)."""
        accessor = self.file.accessors[index]
        view = self.file.bufferViews[accessor.bufferView]
        kind, width = np.dtype(TYPES[accessor.componentType]), WIDTHS[accessor.type]
        start = (view.byteOffset or 0) + (accessor.byteOffset or 0)
        stride = view.byteStride or kind.itemsize * width
        bytes_of = self.blob[start : (view.byteOffset or 0) + view.byteLength]
        rows = np.ndarray((accessor.count, width), kind, bytes_of, strides=(stride, kind.itemsize))
        return rows / np.iinfo(kind).max if accessor.normalized else rows

    def picture(self, texture: int) -> np.ndarray:
        """(H, W, 4) uint8 of a texture; its sampler must take the nearest texel."""
        found = self.file.textures[texture]
        sampler = self.file.samplers[found.sampler]
        assert (sampler.magFilter, sampler.minFilter, sampler.wrapS, sampler.wrapT) == (9728, 9728, 33071, 33071)
        view = self.file.bufferViews[self.file.images[found.source].bufferView]
        data = self.blob[view.byteOffset : view.byteOffset + view.byteLength]
        return np.array(Image.open(io.BytesIO(data)).convert("RGBA"))

    def look_up(self, info: Any, uv: np.ndarray) -> np.ndarray:
        """(n, 4) float64, 0 to 1: the texels at texture coordinates; ones where there is no texture."""
        if info is None:
            return np.ones((len(uv), 4))
        told = info if isinstance(info, dict) else {"index": info.index, "extensions": info.extensions}
        transform = told.get("extensions", {}).get("KHR_texture_transform", {})
        assert set(transform) <= {"scale"}
        image = self.picture(told["index"])
        column, row = np.floor(uv * transform.get("scale", [1, 1]) * image.shape[1::-1]).astype(int).T
        return image[row, column] / 255

    def matrices(self, time: float | None = None) -> list[np.ndarray]:
        """(4, 4) of each node in the world; at a time of the animation, or at rest."""
        own = [self._local(node, {} if time is None else self._keyed(number, time)) for number, node in self._nodes()]
        world: list[np.ndarray | None] = [None] * len(own)

        def walk(number: int, above: np.ndarray) -> None:
            assert world[number] is None
            world[number] = above @ own[number]
            for child in self.file.nodes[number].children:
                walk(child, world[number])

        for root in self.file.scenes[self.file.scene].nodes:
            walk(root, np.eye(4))
        return [matrix for matrix in world if matrix is not None]

    def drawn(self, time: float | None = None) -> Iterator[Drawn]:
        """What is seen, in the order of nodes: not what has no size, and not what is hidden."""
        hidden = self._hidden()
        for (number, node), matrix in zip(self._nodes(), self.matrices(time), strict=True):
            if node.mesh is None or number in hidden or not matrix[:3, :3].any():
                continue
            for primitive in self.file.meshes[node.mesh].primitives:
                yield self._primitive(node.name, primitive, matrix)

    def shade(self, material: int, uv: np.ndarray) -> dict[str, np.ndarray]:
        """What a material is at texture coordinates, (n, 2): linear numbers, but for the color in sRGB bytes."""
        told = self.file.materials[material]
        pbr, more = told.pbrMetallicRoughness, told.extensions
        base = self.look_up(pbr.baseColorTexture, uv)
        surface = self.look_up(pbr.metallicRoughnessTexture, uv)
        light = linear(self.look_up(told.emissiveTexture, uv)[:, :3]) * told.emissiveFactor
        through = more.get("KHR_materials_transmission", {"transmissionFactor": 0})
        red = self.look_up(through.get("transmissionTexture"), uv)[:, 0]
        return {
            "color": (base[:, :3] * 255).round().astype(int),
            "alpha": base[:, 3] if told.alphaMode == "BLEND" else np.ones(len(uv)),
            "roughness": surface[:, 1] * pbr.roughnessFactor,
            "metallic": surface[:, 2] * pbr.metallicFactor,
            "light": light * more.get("KHR_materials_emissive_strength", {"emissiveStrength": 1})["emissiveStrength"],
            "transmission": red * through["transmissionFactor"],
        }

    def _nodes(self) -> list[tuple[int, Any]]:
        return list(enumerate(self.file.nodes))

    def _hidden(self) -> set[int]:
        """Nodes that are hidden, with all below them."""
        found: set[int] = set()

        def walk(number: int, away: bool) -> None:
            node = self.file.nodes[number]
            away = away or not node.extensions.get("KHR_node_visibility", {"visible": True})["visible"]
            found.update([number] if away else [])
            for child in node.children:
                walk(child, away)

        for root in self.file.scenes[0].nodes:
            walk(root, False)
        return found

    def _keyed(self, number: int, time: float) -> dict[str, np.ndarray]:
        """What the animation says of a node at a time."""
        (animation,) = self.file.animations
        found = {}
        for channel in animation.channels:
            if channel.target.node == number:
                sampler = animation.samplers[channel.sampler]
                assert sampler.interpolation == "STEP"
                times = self.array(sampler.input)[:, 0]
                assert (np.diff(times) > 0).all() and times[0] >= 0
                last = max(int((times <= time).sum()) - 1, 0)
                found[channel.target.path] = self.array(sampler.output)[last].astype(float)
        return found

    @staticmethod
    def _local(node: Any, keyed: dict[str, np.ndarray]) -> np.ndarray:
        matrix = np.eye(4)
        x, y, z, w = keyed.get("rotation", node.rotation or [0, 0, 0, 1])
        matrix[:3, :3] = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
        matrix[:3, :3] *= keyed.get("scale", np.array(node.scale or [1, 1, 1]))
        matrix[:3, 3] = keyed.get("translation", np.array(node.translation or [0, 0, 0]))
        return matrix

    def _primitive(self, name: str, primitive: Any, matrix: np.ndarray) -> Drawn:
        corner = self.array(primitive.indices)[:, 0].reshape(-1, 3)
        place = self.array(primitive.attributes.POSITION) @ matrix[:3, :3].T + matrix[:3, 3]
        normal = self.array(primitive.attributes.NORMAL) @ matrix[:3, :3].T
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        uv = self.array(primitive.attributes.TEXCOORD_0).astype(float)
        return Drawn(name, z_up(place)[corner], z_up(normal)[corner], uv[corner], primitive.material)


def z_up(rows: np.ndarray) -> np.ndarray:
    """Rows whose up is y, with z up."""
    x, y, z = rows.T
    return np.column_stack([x, -z, y])


def linear(value: np.ndarray) -> np.ndarray:
    """SRGB, 0 to 1, as linear values."""
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def has_validator() -> bool:
    """Whether Khronos' validator is installed."""
    node = shutil.which("node")
    asked = [node, "-e", 'require("gltf-validator")']
    return node is not None and subprocess.run(asked, capture_output=True, check=False).returncode == 0


def validated(path: Path) -> list[Any] | None:
    """Errors, warnings and messages of Khronos' validator; None where it is not installed."""
    node = shutil.which("node")
    if node is None:
        return None
    done = subprocess.run([node, "-e", CHECK, str(path)], capture_output=True, text=True, env=os.environ, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None
