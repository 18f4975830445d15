"""Bytes of a .glb file in, its nodes in the world at any time of its animation out; no reader of glTF is asked."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


class Glb:
    """The nodes and animations of a file."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        (length,) = struct.unpack_from("<I", data, 12)
        self.json: dict[str, Any] = json.loads(data[20 : 20 + length])
        self._bytes = data[28 + length :]
        self.names = [node["name"] for node in self.json["nodes"]]
        self.parents = {
            child: index for index, node in enumerate(self.json["nodes"]) for child in node.get("children", ())
        }

    @property
    def animations(self) -> list[dict[str, Any]]:
        return self.json.get("animations", [])

    def floats(self, accessor: int) -> np.ndarray:
        told = self.json["accessors"][accessor]
        assert told["componentType"] == 5126
        view, width = self.json["bufferViews"][told["bufferView"]], WIDTH[told["type"]]
        start = view.get("byteOffset", 0) + told.get("byteOffset", 0)
        return np.frombuffer(self._bytes, np.float32, told["count"] * width, start).reshape(-1, width)

    def poses(self, time: float) -> dict[str, tuple[np.ndarray, float]]:
        """Where each node is in the world, in glTF's axes, and its smallest scale, at a time of the first animation."""
        values = [{key: np.array(node[key], float) for key in ("translation", "rotation", "scale") if key in node}
                  for node in self.json["nodes"]]  # fmt: skip
        for channel in self.animations[0]["channels"] if self.animations else ():
            sampler = self.animations[0]["samplers"][channel["sampler"]]
            assert sampler["interpolation"] == "STEP"
            at = max(int(np.searchsorted(self.floats(sampler["input"])[:, 0], time + 1e-4)) - 1, 0)
            values[channel["target"]["node"]][channel["target"]["path"]] = self.floats(sampler["output"])[at]
        worlds = [self._world(index, values) for index in range(len(values))]
        return {
            name: (world[:3, 3], float(np.linalg.norm(world[:3, :3], axis=0).min()))
            for name, world in zip(self.names, worlds, strict=True)
        }

    def _world(self, index: int, values: list[dict[str, np.ndarray]]) -> np.ndarray:
        own = np.eye(4)
        x, y, z, w = values[index].get("rotation", np.array([0, 0, 0, 1]))
        turn = [
            (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
        ]
        own[:3, :3] = np.array(turn) * values[index].get("scale", np.ones(3))
        own[:3, 3] = values[index].get("translation", np.zeros(3))
        above = self.parents.get(index)
        return own if above is None else self._world(above, values) @ own
