"""Digests of models: equal for what looks the same, different for every change that can be seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from trivox.core import MeshOptions, Scene, assemble
from trivox.core.voxels import Look, Material, Model, ModelFrame, SceneNode
from trivox.core.voxels.digest import model_digest
from trivox.core.voxels.transforms import resting


def grid() -> np.ndarray:
    cells = np.zeros((3, 3, 2), np.uint8)
    cells[0, 0, 0], cells[2, 1, 1] = 5, 9
    return cells


def look(changed: int = 0, material: int = 0) -> Look:
    palette = np.arange(1024, dtype=np.uint32).astype(np.uint8).reshape(256, 4)
    palette[changed] = 1, 2, 3, 4
    materials = [Material()] * 256
    materials[material] = Material(kind="metal", metallic=0.5, properties={"_metal": "0.5"})
    return Look(palette, tuple(materials))


def test_equal_models_have_equal_digests() -> None:
    assert model_digest(Model.from_grid(grid()), look()) == model_digest(Model.from_grid(grid()), look())


def test_colors_and_materials_that_are_not_used_do_not_count() -> None:
    model = Model.from_grid(grid())
    assert model_digest(model, look(7, 7)) == model_digest(model, look())


def test_every_change_counts() -> None:
    model, other = Model.from_grid(grid()), grid()
    other[1, 1, 1] = 5
    recolored = np.where(grid() == 9, 5, grid()).astype(np.uint8)
    blocked = replace(model, blocked=np.array([[1, 1, 1]], np.int32))
    found = [
        model_digest(model, look()),
        model_digest(Model.from_grid(other), look()),
        model_digest(Model.from_grid(recolored), look()),
        model_digest(Model.from_grid(np.pad(grid(), ((0, 1), (0, 0), (0, 0)))), look()),
        model_digest(blocked, look()),
        model_digest(replace(model, blocked=np.array([[1, 1, 2]], np.int32)), look()),
        model_digest(model, look(changed=9)),
        model_digest(model, look(material=5)),
        model_digest(model, look().opaque()),
    ]
    assert len(set(found)) == len(found)


def test_known_meshes_are_not_made_again() -> None:
    def scene(*models: Model) -> Scene:
        nodes = tuple(SceneNode("", -1, "shape", resting(), (ModelFrame(0, index),)) for index in range(len(models)))
        return Scene(name="", models=models, look=look(), nodes=nodes)

    first, second = Model.from_grid(grid()), Model.from_grid(np.rot90(grid()).copy())
    known: dict[tuple[str, MeshOptions], object] = {}
    before = assemble(scene(first), MeshOptions(), known=known)
    after = assemble(scene(second, first), MeshOptions(), known=known)
    assert after.meshes[1] is before.meshes[0] and after.meshes[0] is not before.meshes[0]
    assert list(known.values()) == [after.meshes[1], after.meshes[0]]
    other = assemble(scene(first), MeshOptions(mode="faces"), known=known)
    assert other.meshes[0].options.mode == "faces" and len(known) == 3
