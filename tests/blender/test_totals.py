"""Triangles of the selection, the collection and the scene, drawn and stored, against Blender's own counts."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from test_sidebar import draw, sidebar

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def totals(extension: str) -> ModuleType:
    module = importlib.import_module(f"{extension}.ui.totals")
    module.forget()
    return module


@pytest.fixture
def panel(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.totals_panel")


def counted(totals: ModuleType) -> tuple[int, int, int]:
    found = totals.totals(bpy.context.scene.objects, bpy.context.view_layer)
    return found.objects, found.drawn, found.stored


def drawn_by_blender() -> int:
    """Triangles of all instances that the scene shows."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    found = 0
    for instance in depsgraph.object_instances:
        if instance.object.type == "MESH":
            instance.object.data.calc_loop_triangles()
            found += len(instance.object.data.loop_triangles)
    return found


def placed(write: Write) -> list[bpy.types.Object]:
    """Two objects of one mesh, another one, and a sphere."""
    twice = hv.vox(
        hv.dense_model(np.ones((3, 2, 1), np.uint8)), hv.cube(),
        hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6),
        hv.ntrn(2, 3), hv.nshp(3, 0), hv.ntrn(4, 3), hv.ntrn(6, 7), hv.nshp(7, 1),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("a.vox", twice), mode="faces")
    bpy.ops.mesh.primitive_uv_sphere_add(segments=7, ring_count=5)
    return [obj for obj in bpy.context.scene.objects if obj.type == "MESH"]


def test_each_object_is_drawn_and_each_mesh_is_stored(totals: ModuleType, write: Write) -> None:
    objects = placed(write)
    different = {obj.data for obj in objects}
    for mesh in different:
        mesh.calc_loop_triangles()
    stored = sum(len(mesh.loop_triangles) for mesh in different)
    assert counted(totals) == (4, drawn_by_blender(), stored) and len(different) == 3
    objects[0].hide_set(True)
    bpy.context.view_layer.update()
    assert counted(totals) == (4, drawn_by_blender(), stored)


def test_instances_of_collections(totals: ModuleType, write: Write) -> None:
    placed(write)
    source = bpy.data.collections.new("source")
    for obj in list(bpy.context.scene.objects):
        for collection in obj.users_collection:
            collection.objects.unlink(obj)
        source.objects.link(obj)
    outer = bpy.data.collections.new("outer")
    for name, shown, home in (
        ("inner", source, outer),
        ("a", outer, bpy.context.scene.collection),
        ("b", outer, bpy.context.scene.collection),
    ):
        empty = bpy.data.objects.new(name, None)
        empty.instance_type, empty.instance_collection = "COLLECTION", shown
        home.objects.link(empty)
    bpy.context.view_layer.update()
    objects, drawn, stored = counted(totals)
    assert (objects, drawn) == (2, drawn_by_blender()) and 0 < stored < drawn


def test_the_table(totals: ModuleType, panel: ModuleType, write: Write) -> None:
    objects = placed(write)
    for obj in bpy.context.scene.objects:
        obj.select_set(obj is objects[0])
    inner = bpy.data.collections.new("inner")
    bpy.context.scene.collection.children.link(inner)
    inner.objects.link(objects[0])
    inner.objects.link(objects[-1])
    context = sidebar(600)
    context.collection = inner
    selection, collection, scene = panel.scope_totals(context)
    one, sphere = (totals.triangles(obj.data) for obj in (objects[0], objects[-1]))
    assert (selection.drawn, collection.drawn) == (one, one + sphere)
    assert (scene.objects, scene.drawn) == (4, drawn_by_blender())
    rows = draw(panel.VIEW3D_PT_trivox_totals, context).rows
    start = rows.index("Scene")
    assert rows[start + 1 : start + 4] == [f"{scene.drawn:,}", f"{scene.stored:,}", "4"]


def test_nothing_is_counted_twice_until_something_changes(totals: ModuleType, panel: ModuleType, write: Write) -> None:
    (obj, *_others) = placed(write)
    context = sidebar(600)
    before = panel.scope_totals(context)
    assert [first is second for first, second in zip(before, panel.scope_totals(context), strict=True)] == [True] * 3
    obj.hide_set(True)
    bpy.context.view_layer.update()
    after = panel.scope_totals(context)
    assert after[2].drawn < before[2].drawn


def test_another_selection_of_as_many_is_counted(totals: ModuleType, panel: ModuleType, write: Write) -> None:
    objects = placed(write)
    bpy.ops.object.select_all(action="DESELECT")
    found = []
    for obj in (objects[0], objects[-1]):
        for other in objects:
            other.select_set(other is obj)
        bpy.context.view_layer.update()
        found.append(panel.scope_totals(sidebar(600))[0].drawn)
    assert found == [totals.triangles(obj.data) for obj in (objects[0], objects[-1])] and found[0] != found[1]


def test_blender_is_listened_to_while_it_is_there(totals: ModuleType) -> None:
    def heard() -> list[int]:
        return [getattr(bpy.app.handlers, name).count(totals.forget) for name in totals._CHANGES]

    assert heard() == [1] * len(totals._CHANGES)
    totals.unregister()
    assert heard() == [0] * len(totals._CHANGES)
    totals.register()


def test_budget(totals: ModuleType, panel: ModuleType, write: Write) -> None:
    placed(write)
    context, budget = sidebar(600), bpy.context.scene.trivox_budget
    layout = draw(panel.VIEW3D_PT_trivox_totals, context)
    assert not budget.use and layout.props == ["use"] and layout.bars == []
    drawn = drawn_by_blender()
    budget.use, budget.triangles = True, 2 * drawn
    layout = draw(panel.VIEW3D_PT_trivox_totals, context)
    assert layout.props == ["use", "triangles"] and layout.bars == [(0.5, f"{drawn:,} of {2 * drawn:,}")]
    budget.triangles = drawn
    assert draw(panel.VIEW3D_PT_trivox_totals, context).bars == [(1.0, f"{drawn:,} of {drawn:,}")]
    budget.triangles = drawn - 7
    assert draw(panel.VIEW3D_PT_trivox_totals, context).bars == [(1.0, "7 too many")]


def test_an_empty_scene_has_no_totals(totals: ModuleType, panel: ModuleType) -> None:
    assert draw(panel.VIEW3D_PT_trivox_totals, sidebar(600)) is None
    assert totals.totals([], SimpleNamespace()) == totals.Totals(0, 0, 0)


def test_every_mode_has_a_picture_of_its_own(extension: str) -> None:
    pictures = importlib.import_module(f"{extension}.ui.pictures")
    modes = importlib.import_module(f"{extension}.core.mesh.modes").MODES
    drawn = [pictures.picture(mode) for mode in modes]
    for image, mode in zip(drawn, modes.values(), strict=True):
        assert image.shape == (pictures.SIDE, pictures.SIDE, 4) and image.dtype == np.float32
        assert image.min() >= 0 and image.max() <= 1
        # The L covers five of nine cells, the rest is clear, but for the rectangle around it that is clear itself.
        share = (image[..., 3] > 0).mean()
        assert image[-8:, 8:12, 3].max() > 0 and (image[-8:, -8:, 3].max() == 0) != mode.see_through
        assert 0.7 < share < 0.85 if mode.see_through else 0.3 < share < 0.6
    assert len({image.tobytes() for image in drawn}) == len(drawn)
    assert pictures.PICTURES.icon("faces") == 0, "there are no icons without a window"
