"""A .obj file with its .mtl in, what is in it out; read with trimesh."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from helpers_found import UP, Finish, Found, Picture, Source, Thing, linear, no_picture, picture
from trimesh.exchange.obj import load_obj
from trimesh.geometry import triangulate_quads
from trimesh.resolvers import FilePathResolver
from trimesh.visual.material import SimpleMaterial


class ObjReader:
    """One file."""

    def __init__(self, path: Path, moments: int) -> None:
        self._folder, self._moments = path.parent, moments
        self._pictures: dict[str, Picture] = {}
        with path.open(encoding="utf-8") as file:
            options = {"split_objects": True, "group_material": True}
            read = load_obj(file, resolver=FilePathResolver(str(path)), **options)
        self._parts = read.get("geometry", {path.stem: read})
        for part in self._parts.values():
            part["faces"] = triangulate_quads(part["faces"])

    def found(self) -> Found:
        """Read it."""
        finishes: list[Finish] = []
        numbers: dict[str, int] = {}
        parts: dict[str, list[tuple[dict, int]]] = {}
        for name, part in self._parts.items():
            material = getattr(part["visual"], "material", None)
            number = -1
            own = name
            if material is not None:
                own = name.removesuffix(f"_{material.name}")
                if material.name not in numbers:
                    numbers[material.name] = len(finishes)
                    finishes.append(self._finish(material))
                number = numbers[material.name]
            parts.setdefault(own, []).append((part, number))
        things = [self._thing(name, listed) for name, listed in parts.items()]
        return Found(things, finishes, list(self._pictures.values()))

    def _thing(self, name: str, parts: list[tuple[dict, int]]) -> Thing:
        """An object; a part of it has one material."""
        count = self._moments
        thing = Thing(name, None, np.tile(np.eye(4), (count, 1, 1)), np.ones(count, bool), mesh=name)
        thing.positions = np.concatenate([part["vertices"][part["faces"]] for part, _ in parts]) @ UP[:3, :3].T
        thing.finish = np.concatenate([np.full(len(part["faces"]), number) for part, number in parts])
        uvs = [getattr(part["visual"], "uv", None) for part, _ in parts]
        if all(uv is not None for uv in uvs):
            pairs = zip(uvs, parts, strict=True)
            thing.uvs = np.concatenate([np.asarray(uv)[part["faces"]] for uv, (part, _) in pairs])
        if all("vertex_colors" in part for part, _ in parts):
            # Blender writes colours of corners as sRGB.
            thing.colors = linear(np.concatenate([part["vertex_colors"][part["faces"]][..., :3] for part, _ in parts]))
        return thing

    def _finish(self, material: SimpleMaterial) -> Finish:
        words = dict(material.kwargs)
        if material.image is not None:
            words["map_kd"] = [material.image.info["file_path"]]
        opacity = float(words.get("d", ["1"])[0])
        return Finish(
            name=material.name,
            color=self._source(words, "kd", 3),
            attribute=True,
            metallic=self._source(words, "pm", 1),
            roughness=self._source(words, "pr", 1),
            emission=self._source(words, "ke", 3),
            through=Source(np.array([1 - opacity])),
        )

    def _source(self, words: dict[str, list], key: str, width: int) -> Source | None:
        """A number of a material, or the picture that stands for it."""
        given = next((words[name] for name in words if name.lower() == f"map_{key}"), None)
        if given is not None:
            return Source(np.ones(width), self._picture(given), (0, 1, 2)[:width], srgb=width == 3)
        if key not in words:
            return None
        value = np.array([float(value) for value in words[key]][:width])
        # What Kd says is what a screen shows.
        return Source(linear(value) if key == "kd" else value)

    def _picture(self, words: list[str] | str) -> Picture:
        name = words if isinstance(words, str) else " ".join(words)
        if name not in self._pictures:
            path = self._folder / name.replace("\\", "/")
            self._pictures[name] = picture(name, path.read_bytes()) if path.is_file() else no_picture(name)
        return self._pictures[name]


def read(path: Path, frames: list[int], fps: float) -> Found:
    """Read a file; nothing moves in one."""
    return ObjReader(path, len(frames)).found()
