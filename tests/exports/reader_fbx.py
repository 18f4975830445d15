"""A .fbx file in, what is in it out; read with ufbx in a process of its own.

ufbx 0.0.5 for Python gives back references that it does not own, so that objects are freed too early. The process
holds everything that it ever got, and ends without cleaning up.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import gc
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from helpers_found import Finish, Found, Picture, Source, Thing, linear, picture


class View:
    """An object of ufbx that is never freed, and gives views of what it holds."""

    def __init__(self, value: Any) -> None:
        self.raw = value

    def __getattr__(self, name: str) -> Any:
        return view(getattr(self.raw, name))

    def __len__(self) -> int:
        return len(self.raw)

    def __getitem__(self, index: int) -> Any:
        if index >= len(self.raw):
            raise IndexError(index)
        return view(self.raw[index])

    def array(self, dtype: type = float) -> np.ndarray:
        """A list of numbers or vectors."""
        return np.array(self.raw, dtype)


def view(value: Any) -> Any:
    """Hold a value for ever."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(value))
    foreign = type(value).__module__ == "ufbx" and not isinstance(value, int)
    return View(value) if foreign else value


class FbxReader:
    """One file."""

    def __init__(self, path: Path, seconds: list[float]) -> None:
        import ufbx

        self._folder = path.parent
        axes = {"target_axes": ufbx.axes_right_handed_z_up, "target_unit_meters": 1}
        # Metal and roughness are where Blender writes them.
        self._scene = view(ufbx.load_file(str(path), use_blender_pbr_material=True, **axes))
        anim = self._scene.anim.raw
        self._moments = [view(ufbx.evaluate_scene(self._scene.raw, anim, second)) for second in seconds]
        self._pictures: dict[int, Picture] = {}

    def found(self) -> Found:
        """Read it."""
        scene = self._scene
        finishes = [self._finish(material) for material in scene.materials]
        things = [self._thing(number, node) for number, node in enumerate(scene.nodes) if not node.is_root]
        return Found(things, finishes, [self._picture(texture) for texture in scene.textures])

    def _thing(self, number: int, node: View) -> Thing:
        at = [moment.nodes[number] for moment in self._moments]
        worlds = np.array(
            [_matrix(one.geometry_to_world if node.mesh is not None else one.node_to_world) for one in at]
        )
        shown = np.array([_visible(one) for one in at]) & (np.abs(np.linalg.det(worlds[:, :3, :3])) > 1e-9)
        above = node.parent
        thing = Thing(node.name, None if above.is_root else above.name, worlds, shown)
        if node.mesh is not None:
            self._fill(thing, node)
        return thing

    def _fill(self, thing: Thing, node: View) -> None:
        """Give an object its triangles."""
        mesh = node.mesh
        faces = mesh.faces.array(int)
        fans = [(first, first + step, first + step + 1) for first, count in faces for step in range(1, count - 1)]
        face = np.repeat(np.arange(len(faces)), faces[:, 1] - 2)
        corners = np.array(fans)
        thing.mesh = mesh.element_id
        thing.positions = _values(mesh.vertex_position)[corners]
        if mesh.vertex_uv.exists:
            thing.uvs = _values(mesh.vertex_uv)[corners]
        if mesh.vertex_color.exists:
            # Blender writes them as sRGB.
            thing.colors = linear(_values(mesh.vertex_color)[corners][..., :3])
        slots = np.array([material.typed_id for material in node.materials] or [-1])
        own = mesh.face_material.array(int) if len(mesh.face_material) else np.zeros(len(faces), int)
        thing.finish = slots[own[face]]

    def _finish(self, material: View) -> Finish:
        pbr = material.pbr
        color, emission = self._source(pbr.base_color, 3), self._source(pbr.emission_color, 3)
        if color.picture is None:
            # The format does not tell; most programs take the numbers for what a screen shows.
            color = Source(linear(color.factor))
        opacity = pbr.opacity.value_vec4[0] if pbr.opacity.has_value else 1.0
        passed = pbr.transmission_factor.value_vec4[0] if pbr.transmission_factor.has_value else 0.0
        strength = pbr.emission_factor.value_vec4[0] if pbr.emission_factor.has_value else 1.0
        return Finish(
            name=material.name,
            color=color,
            attribute=True,
            metallic=self._source(pbr.metalness, 1),
            roughness=self._source(pbr.roughness, 1),
            emission=Source(emission.factor * strength, emission.picture, emission.channels, emission.srgb),
            through=Source(np.array([max(1 - opacity, passed)])),
        )

    def _source(self, given: View, width: int) -> Source:
        value = np.array(given.value_vec4)[:width]
        if given.texture is None or not given.texture_enabled:
            return Source(value)
        # FBX has no word for the channel of a number: readers take the first.
        return Source(np.ones(width), self._picture(given.texture), (0, 1, 2)[:width], width == 3)

    def _picture(self, texture: View) -> Picture:
        """The image of a texture, from the file or beside it."""
        if texture.typed_id not in self._pictures:
            relative = texture.relative_filename.replace("\\", "/")
            beside = self._folder / relative
            data = bytes(texture.content) or (beside.read_bytes() if beside.is_file() else b"")
            self._pictures[texture.typed_id] = picture(os.path.basename(relative), data)
        return self._pictures[texture.typed_id]


def _values(stream: View) -> np.ndarray:
    """What each corner has: (corners, k)."""
    return stream.values.array()[stream.indices.array(int)]


def _visible(node: View) -> bool:
    """Whether a node and all above it are seen."""
    return node.is_root or (node.visible and _visible(node.parent))


def _matrix(columns: tuple[tuple[float, ...], ...]) -> np.ndarray:
    """The matrix of four columns: (4, 4)."""
    whole = np.eye(4)
    whole[:3] = np.array([tuple(column) for column in columns]).T
    return whole


def read(path: Path, frames: list[int], fps: float) -> Found:
    """Read a file, and where things are at some frames of Blender."""
    child = _process()
    pickle.dump((path, [frame / fps for frame in frames]), child.stdin)
    child.stdin.flush()
    try:
        found = pickle.load(child.stdout)
    except EOFError:
        _process.cache_clear()
        raise RuntimeError("the reader of .fbx files died") from None
    if isinstance(found, str):
        raise RuntimeError(found)
    return found


@functools.cache
def _process() -> subprocess.Popen[bytes]:
    """The process that reads."""
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, os.path.abspath(__file__)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=known)
    atexit.register(child.stdin.close)
    return child


def serve() -> None:
    """Read a file for each line of work that comes, until none does."""
    gc.disable()
    while True:
        try:
            path, seconds = pickle.load(sys.stdin.buffer)
        except EOFError:
            os._exit(0)
        try:
            answer: Found | str = FbxReader(path, seconds).found()
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        pickle.dump(answer, sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
