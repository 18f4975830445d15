"""Files that change after the import: Reload brings the scene up to date and loses nothing of the user's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, data_counts, texture_of, told
from mathutils import Matrix

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

STILL = np.eye(3, dtype=int)
TOWER, GATE, WALL = (
    np.random.default_rng(seed).integers(0, 9, shape).astype(np.uint8)
    for seed, shape in ((1, (3, 3, 5)), (2, (4, 2, 3)), (3, (5, 1, 2)))
)
MOVES = {"tower": (0, 0, 4), "gate": (10, 0, 3), "wall": (20, 5, 1)}


def scene(*, colors: list[tuple[int, ...]] | None = None, extra: bytes = b"", **grids: np.ndarray) -> bytes:
    """A file with a named object for each grid; those that `MOVES` does not know stand at (0, 30, 0)."""
    return placed({name: (grid, MOVES.get(name, (0, 30, 0))) for name, grid in grids.items()}, colors, extra)


def placed(
    things: dict[str, tuple[np.ndarray, tuple[int, ...]]],
    colors: list[tuple[int, ...]] | None = None,
    extra: bytes = b"",
) -> bytes:
    models = [hv.dense_model(grid) for grid, _move in things.values()]
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, *(2 + 2 * index for index in range(len(things))))]
    for index, (name, (_grid, move)) in enumerate(things.items()):
        attributes = {} if name.startswith("-") else {"name": name}
        nodes += [
            hv.ntrn(2 + 2 * index, 3 + 2 * index, {"t": " ".join(map(str, move))}, **attributes),
            hv.nshp(3 + 2 * index, index),
        ]
    return hv.vox(*models, *nodes, hv.rgba(colors or hv.colors()), extra)


def bring(write: Write, data: bytes, name: str = "castle.vox", **options: object) -> Path:
    path = Path(write(name, data))
    bpy.ops.import_scene.trivox(filepath=str(path), **options)
    return path


def reload(path: Path | None = None, data: bytes | None = None, **options: object) -> set[str]:
    if data is not None:
        path.write_bytes(data)
    return bpy.ops.trivox.reload("EXEC_DEFAULT", True, **options)


def shows(name: str, grid: np.ndarray, move: tuple[int, ...] | None = None, **options: object) -> None:
    bpy.context.view_layer.update()
    obj = bpy.data.objects[name]
    assert not obj.data.validate(verbose=True)
    place = Placed(grid, STILL, np.array(MOVES.get(name, (0, 30, 0)) if move is None else move))
    assert_shows(obj, place, options.get("colors") or hv.colors())


def edit(grid: np.ndarray) -> np.ndarray:
    """The same grid with another voxel and another color; its size stays."""
    changed = grid.copy()
    changed[0, 0, 0], changed[-1, -1, -1] = 17, 18
    return changed


@pytest.mark.parametrize("colors", ["texture", "strip", "palette", "attribute", "materials"])
@pytest.mark.parametrize("mode", ["polygons", "fewest"])
def test_a_changed_model_gets_a_new_mesh_in_its_data_block(write: Write, colors: str, mode: str) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE), colors=colors, mode=mode, interior="keep")
    before = {obj.name: (obj.session_uid, obj.data.session_uid) for obj in bpy.data.objects}
    counts = data_counts()
    assert reload(path, scene(tower=edit(TOWER), gate=GATE)) == {"FINISHED"}
    assert {obj.name: (obj.session_uid, obj.data.session_uid) for obj in bpy.data.objects} == before
    shows("tower", edit(TOWER))
    shows("gate", GATE)
    after = data_counts()
    if colors != "materials":
        assert after == counts
    assert {mesh.name for mesh in bpy.data.meshes} == {"tower", "gate"}
    assert told(bpy.data.meshes["tower"])["options"]["mode"] == mode


def test_nothing_happens_where_nothing_changed(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    image = bpy.data.images[0].session_uid
    assert reload(path) == {"FINISHED"}
    assert bpy.data.images[0].session_uid == image
    shows("tower", TOWER)


def test_new_and_gone(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    reload(path, scene(wall=WALL, tower=TOWER))
    assert set(bpy.data.objects.keys()) == {"tower", "wall"} == set(bpy.data.meshes.keys())
    assert [collection.name for collection in bpy.data.objects["wall"].users_collection] == ["castle"]
    shows("tower", TOWER)
    shows("wall", WALL)
    assert len(bpy.data.collections) == len(bpy.data.images) == len(bpy.data.materials) == 1


def test_moved_in_the_file(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    reload(path, placed({"tower": (TOWER, (7, 8, 9)), "gate": (GATE, MOVES["gate"])}))
    shows("tower", TOWER, (7, 8, 9))
    shows("gate", GATE)


def test_what_the_user_moved_stays_and_the_rest_follows(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    bpy.data.objects["tower"].location = (5, 6, 7)
    reload(path, placed({"tower": (edit(TOWER), (7, 8, 9)), "gate": (GATE, (1, 1, 1))}))
    assert tuple(bpy.data.objects["tower"].location) == (5, 6, 7)
    shows("tower", edit(TOWER), (50, 60, 70))
    shows("gate", GATE, (1, 1, 1))
    # It stays moved for the next time.
    reload(path, placed({"tower": (TOWER, (1, 8, 9)), "gate": (GATE, (2, 2, 2))}))
    shows("tower", TOWER, (50, 60, 70))
    shows("gate", GATE, (2, 2, 2))


def test_names_parents_modifiers_properties_and_weights_stay(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    tower, gate = bpy.data.objects["tower"], bpy.data.objects["gate"]
    hook = bpy.data.objects.new("hook", None)
    bpy.context.scene.collection.objects.link(hook)
    hook.location = (1, 0, 0)
    bpy.context.view_layer.update()
    tower.parent, tower.matrix_parent_inverse = hook, hook.matrix_world.inverted()
    tower.name, tower.data.name = "Burg", "Burgnetz"
    tower["price"] = 3
    tower.modifiers.new("Bevel", "BEVEL").width = 0.01
    tower.constraints.new("LIMIT_SCALE")
    for obj in (tower, gate):
        obj.vertex_groups.new(name="top").add([0, 2], 0.5, "REPLACE")
    place = tuple(gate.data.vertices[0].co)
    reload(path, scene(tower=TOWER, gate=edit(GATE)))
    assert tower.parent == hook and tower.name == "Burg" and tower.data.name == "Burgnetz" and tower["price"] == 3
    assert [one.type for one in (*tower.modifiers, *tower.constraints)] == ["BEVEL", "LIMIT_SCALE"]
    assert {vertex.index for vertex in tower.data.vertices if vertex.groups} == {0, 2}
    same = [vertex for vertex in gate.data.vertices if tuple(vertex.co) == place]
    assert [entry.weight for vertex in same for entry in vertex.groups] == [0.5] * len(same)
    bpy.context.view_layer.update()
    shows("Burg", TOWER, MOVES["tower"])
    shows("gate", edit(GATE))


def test_materials_stay_that_the_user_edited_or_chose(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    material = bpy.data.materials["castle"]
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    next(socket for socket in shader.inputs if socket.identifier == "Roughness").default_value = 0.125
    own = bpy.data.materials.new("own")
    bpy.data.meshes["gate"].materials[0] = own
    metal = b"".join(hv.matl(index, type="_metal", metal=0.5, rough=0.5) for index in range(1, 9))
    reload(path, scene(tower=edit(TOWER), gate=edit(GATE), extra=metal))
    assert list(bpy.data.meshes["gate"].materials) == [own]
    assert list(bpy.data.meshes["tower"].materials) == [material]
    assert next(s for s in shader.inputs if s.identifier == "Roughness").default_value == 0.125


def test_materials_follow_the_file_where_nobody_touched_them(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    metal = b"".join(hv.matl(index, type="_metal", metal=0.5, rough=0.5) for index in range(1, 255))
    reload(path, scene(tower=TOWER, gate=GATE, extra=metal))
    (material,) = bpy.data.materials
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    assert next(s for s in shader.inputs if s.identifier == "Metallic").default_value == pytest.approx(0.5)
    assert material.name == "castle"
    shows("tower", TOWER)


def test_painted_texels_of_unchanged_models_stay(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    image = texture_of(bpy.data.objects["gate"])
    atlas = np.array(told(image)["atlases"]).reshape(-1, 5)[told(bpy.data.meshes["gate"])["number"]]
    column, row, width, height, _used = atlas.tolist()
    pixels = np.empty(4 * image.size[0] * image.size[1], np.float32)
    image.pixels.foreach_get(pixels)
    pixels.reshape(image.size[1], image.size[0], 4)[row : row + height, column : column + width] = 1
    image.pixels.foreach_set(pixels)
    image.update()
    reload(path, scene(tower=edit(TOWER), gate=GATE))
    shows("tower", edit(TOWER))
    shows("gate", GATE, colors=[(255, 255, 255, 255)] * 255)
    # What was painted is not forgotten, and is not lost when the model changes.
    reload(path, scene(tower=TOWER, gate=edit(GATE)))
    shows("gate", GATE, colors=[(255, 255, 255, 255)] * 255)


def test_edited_meshes_stay_and_are_named(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    mesh = bpy.data.meshes["tower"]
    mesh.vertices.add(1)
    before = len(mesh.vertices)
    reload(path, scene(tower=edit(TOWER), gate=edit(GATE)))
    assert len(mesh.vertices) == before
    shows("gate", edit(GATE))
    reload(path, scene(tower=edit(TOWER), gate=GATE), overwrite=True)
    shows("gate", GATE)


def test_gone_objects_that_the_user_changed_stay_marked(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE, wall=WALL))
    bpy.data.objects["tower"].modifiers.new("Bevel", "BEVEL")
    reload(path, scene(wall=WALL))
    assert set(bpy.data.objects.keys()) == {"tower", "wall"}
    assert bpy.data.objects["tower"]["trivox_gone"]
    shows("tower", TOWER)
    reload(path, scene(wall=edit(WALL)))
    shows("tower", TOWER)
    shows("wall", edit(WALL))


def test_what_the_user_deleted_does_not_come_back(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    bpy.data.objects.remove(bpy.data.objects["gate"])
    reload(path, scene(tower=edit(TOWER), gate=edit(GATE)))
    assert set(bpy.data.objects.keys()) == {"tower"}


def test_copies_follow(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    tower = bpy.data.objects["tower"]
    linked, own = tower.copy(), tower.copy()
    own.data = tower.data.copy()
    for copy, x in ((linked, 1), (own, 2)):
        bpy.context.scene.collection.objects.link(copy)
        copy.location.x += x
    reload(path, scene(tower=edit(TOWER), gate=GATE))
    x, y, z = MOVES["tower"]
    for copy, move in ((tower, 0), (linked, 10), (own, 20)):
        shows(copy.name, edit(TOWER), (x + move, y, z))
    assert linked.data == tower.data != own.data


def test_a_used_mode_stays(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE), mode="polygons", interior="keep")
    bpy.context.view_layer.objects.active = bpy.data.objects["tower"]
    bpy.data.objects["gate"].select_set(False)
    bpy.ops.trivox.use_mode(mode="faces")
    reload(path, scene(tower=edit(TOWER), gate=edit(GATE)))
    assert told(bpy.data.meshes["tower"])["options"]["mode"] == "faces"
    assert told(bpy.data.meshes["gate"])["options"]["mode"] == "polygons"
    shows("tower", edit(TOWER))


def test_instances_may_part_and_join(write: Write) -> None:
    path = bring(write, placed({"a": (GATE, (0, 0, 3)), "b": (GATE, (10, 0, 3)), "c": (WALL, (20, 0, 1))}))
    assert len(bpy.data.meshes) == 2
    reload(path, placed({"a": (GATE, (0, 0, 3)), "b": (edit(GATE), (10, 0, 3)), "c": (GATE, (20, 0, 1))}))
    shows("a", GATE, (0, 0, 3))
    shows("b", edit(GATE), (10, 0, 3))
    shows("c", GATE, (20, 0, 1))


def test_one_step_of_undo(write: Write) -> None:
    bpy.context.preferences.edit.use_global_undo = True
    path = bring(write, scene(tower=TOWER, gate=GATE))
    bpy.ops.ed.undo_push(message="before")
    reload(path, scene(tower=edit(TOWER), wall=WALL))
    bpy.ops.ed.undo()
    assert set(bpy.data.objects.keys()) == {"tower", "gate"}
    shows("tower", TOWER)
    shows("gate", GATE)


def test_a_broken_file_changes_nothing(write: Write) -> None:
    path = bring(write, scene(tower=TOWER))
    with pytest.raises(RuntimeError, match=r"castle\.vox"):
        reload(path, b"VOX ")
    shows("tower", TOWER)
    path.unlink()
    with pytest.raises(RuntimeError, match="cannot be opened"):
        reload(path)
    shows("tower", TOWER)


def test_a_moved_file_is_found_again(write: Write, tmp_path: Path) -> None:
    path = bring(write, scene(tower=TOWER))
    other = tmp_path / "elsewhere.vox"
    path.unlink()
    reload(other, scene(tower=edit(TOWER)), filepath=str(other))
    shows("tower", edit(TOWER))
    reload(other, scene(tower=TOWER))
    shows("tower", TOWER)


def test_the_path_is_relative_to_the_blend_file(write: Write, tmp_path: Path) -> None:
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.context.preferences.filepaths.use_relative_paths = True
    path = bring(write, scene(tower=TOWER), name="b.vox")
    assert path.parent == tmp_path
    assert '"//b.vox"' in bpy.data.objects["tower"]["trivox_source"]
    bpy.ops.wm.save_mainfile()
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    reload(path, scene(tower=edit(TOWER)))
    shows("tower", edit(TOWER))


def test_only_the_files_of_the_selection(write: Write) -> None:
    first = bring(write, scene(tower=TOWER), name="a.vox")
    second = bring(write, scene(gate=GATE), name="b.vox")
    first.write_bytes(scene(tower=edit(TOWER)))
    second.write_bytes(scene(gate=edit(GATE)))
    assert [obj.name for obj in bpy.context.selected_objects] == ["gate"]
    reload()
    shows("tower", TOWER)
    shows("gate", edit(GATE))
    bpy.ops.object.select_all(action="DESELECT")
    reload()
    shows("tower", edit(TOWER))


def test_poll() -> None:
    assert not bpy.ops.trivox.reload.poll()


def nested(grids: list[np.ndarray], moves: dict[str, tuple[int, ...]], *, hidden: bool = False) -> bytes:
    """Two groups, left and right, of which each holds all models."""
    nodes, children, number = [], [], 2
    for group in ("left", "right"):
        inner = [number + 2 + 2 * index for index in range(len(grids))]
        place = {"t": " ".join(map(str, moves[group]))}
        nodes += [hv.ntrn(number, number + 1, place, name=group), hv.ngrp(number + 1, *inner)]
        for index, node in enumerate(inner):
            away = {"hidden": 1} if hidden and group == "right" else {}
            nodes += [
                hv.ntrn(node, node + 1, {"t": f"{10 * index} 0 0"}, layer=index, **away),
                hv.nshp(node + 1, index),
            ]
        children.append(number)
        number = inner[-1] + 2
    models = [hv.dense_model(grid) for grid in grids]
    layers = [hv.layr(index, name=f"floor {index}") for index in range(len(grids))]
    return hv.vox(*models, hv.ntrn(0, 1), hv.ngrp(1, *children), *nodes, *layers, hv.rgba(hv.colors()))


def in_group(group: str) -> list[bpy.types.Object]:
    return sorted(bpy.data.objects[group].children, key=lambda obj: obj.location.x)


def test_groups_layers_and_eyes_follow(write: Write) -> None:
    moves = {"left": (0, 0, 0), "right": (0, 50, 0)}
    path = bring(write, nested([TOWER, GATE], moves))
    right = in_group("right")
    assert [obj.users_collection[0].name for obj in right] == ["floor 0", "floor 1"]
    moved = {"left": (0, 9, 0), "right": (0, 60, 0)}
    reload(path, nested([edit(TOWER), GATE, WALL], moved, hidden=True))
    assert in_group("right")[:2] == right and len(in_group("left")) == 3
    assert [obj.users_collection[0].name for obj in in_group("right")] == ["floor 0", "floor 1", "floor 2"]
    assert all(obj.hide_get() and obj.hide_render for obj in in_group("right"))
    assert not any(obj.hide_get() for obj in in_group("left"))
    for group, move in moved.items():
        for index, grid in enumerate((edit(TOWER), GATE, WALL)):
            shows(in_group(group)[index].name, grid, (10 * index, move[1], 0))
    assert len(bpy.data.meshes) == 3 and len(bpy.data.collections) == 4
    # Files for games are written from what objects remember.
    assert bpy.ops.export_scene.trivox(filepath=str(path.with_suffix(".tvx"))) == {"FINISHED"}


def test_a_new_group_with_what_was_there_before(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    tower = bpy.data.objects["tower"]
    reload(path, nested([TOWER, GATE], {"left": (0, 9, 0), "right": (0, 60, 0)}))
    assert tower.parent in (bpy.data.objects["left"], bpy.data.objects["right"])
    assert len(bpy.data.objects) == 6
    for group, y in (("left", 9), ("right", 60)):
        for index, grid in enumerate((TOWER, GATE)):
            shows(in_group(group)[index].name, grid, (10 * index, y, 0))
    reload(path, scene(tower=TOWER, gate=GATE))
    assert len(bpy.data.objects) == 2 == len(bpy.data.meshes)


def playing(grids: list[np.ndarray], moves: list[tuple[int, ...]]) -> bytes:
    """One object that shows a model after the other, and moves."""
    frames = [{"f": 5 * index, "t": " ".join(map(str, move))} for index, move in enumerate(moves)]
    return hv.vox(
        *map(hv.dense_model, grids), hv.ntrn(0, 1), hv.ngrp(1, 2), hv.ntrn(2, 3, *frames, name="film"),
        hv.nshp(3, *((index, 5 * index) for index in range(len(grids)))), hv.rgba(hv.colors()),
    )  # fmt: skip


def shown_at(frame: int) -> list[tuple[tuple[float, ...], int]]:
    bpy.context.scene.frame_set(frame)
    return [
        (tuple(round(part, 3) for part in obj.matrix_world.translation), len(obj.data.vertices))
        for obj in bpy.data.objects
        if obj.type == "MESH" and min(obj.scale) > 0
    ]


def test_animations_follow(write: Write) -> None:
    path = bring(write, playing([TOWER, GATE], [(0, 0, 4), (5, 0, 4)]), animation="animate")
    handle = bpy.data.objects["film"]
    reload(path, playing([TOWER, edit(GATE), WALL], [(0, 0, 4), (6, 0, 4), (9, 0, 4)]))
    found = [shown_at(frame) for frame in (1, 17, 32)]
    assert bpy.data.objects["film"] == handle and len(bpy.data.actions) == (1 if bpy.app.version >= (4, 4) else 4)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.trivox(filepath=str(path), animation="animate")
    assert found == [shown_at(frame) for frame in (1, 17, 32)] and len(found[0]) == 1


def test_finished_meshes_are_reloaded(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    files = {name: path.with_name(f"{name}.tvx") for name in ("old", "new")}
    bpy.ops.export_scene.trivox(filepath=str(files["old"]))
    reload(path, scene(tower=edit(TOWER), gate=GATE))
    bpy.ops.export_scene.trivox(filepath=str(files["new"]))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.trivox(filepath=str(files["old"]))
    gate = bpy.data.objects["gate"].data.session_uid
    reload(files["old"], files["new"].read_bytes())
    assert bpy.data.objects["gate"].data.session_uid == gate
    shows("tower", edit(TOWER))
    shows("gate", GATE)


@pytest.mark.parametrize("turned", ["applied", "mirrored"])
def test_applied_transforms_stay(write: Write, turned: str) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    mesh = bpy.data.meshes["tower"]
    mesh.transform(Matrix.Diagonal((2, 2, 2, 1) if turned == "applied" else (-1, 1, 1, 1)))
    reload(path, scene(tower=edit(TOWER), gate=GATE))
    size = 2 * np.ptp(np.argwhere(edit(TOWER)), axis=0) + 2
    corners = np.array(bpy.data.objects["tower"].bound_box)
    assert np.allclose(np.ptp(corners, axis=0), (size if turned == "applied" else size / 2) / 10, atol=1e-5)
    assert not mesh.validate(verbose=True)


def test_imports_that_share_meshes_are_reloaded_together(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, gate=GATE))
    first = set(bpy.data.objects)
    bring(write, path.read_bytes())
    assert len(bpy.data.meshes) == 2
    for obj in set(bpy.data.objects) - first:
        obj.location.y += 10
    for obj in bpy.data.objects:
        obj.select_set(obj.name == "gate")
    reload(path, scene(tower=edit(TOWER), wall=WALL))
    assert sorted(obj.name for obj in bpy.data.objects if obj in first) == ["tower"]
    shows("tower", edit(TOWER))
    shows("tower.001", edit(TOWER), (0, 100, 4))
    assert len(bpy.data.objects) == 5 and "trivox_gone" in bpy.data.objects["gate.001"]


def test_files_of_equal_content_share_nothing(write: Write) -> None:
    first = bring(write, scene(tower=TOWER), name="a.vox")
    bring(write, scene(tower=TOWER), name="b.vox")
    bpy.ops.object.select_all(action="DESELECT")
    reload(first, scene(tower=edit(TOWER)))
    shows("tower", edit(TOWER))
    shows("tower.001", TOWER, MOVES["tower"])


def test_a_file_without_a_collection_is_remembered_by_an_object(write: Write) -> None:
    path = bring(write, scene(tower=TOWER))
    assert not bpy.data.collections
    reload(path, scene(tower=edit(TOWER), gate=GATE))
    shows("tower", edit(TOWER))
    shows("gate", GATE)
    assert not bpy.data.collections and bpy.data.objects["gate"].users_collection == (bpy.context.scene.collection,)
    reload(path, scene(gate=edit(GATE)))
    assert set(bpy.data.objects.keys()) == {"gate"}
    reload(path, scene(gate=GATE, wall=WALL))
    shows("gate", GATE)
    shows("wall", WALL)


def test_all_objects_deleted(write: Write) -> None:
    path = bring(write, scene(tower=TOWER, wall=WALL))
    bpy.data.batch_remove([*bpy.data.objects, *bpy.data.meshes, *bpy.data.images, *bpy.data.materials])
    assert reload(path, scene(tower=edit(TOWER), wall=WALL)) == {"FINISHED"}
    assert not bpy.data.objects and not bpy.data.images
    reload(path, scene(tower=TOWER, wall=WALL, gate=GATE))
    assert set(bpy.data.objects.keys()) == {"gate"}
    shows("gate", GATE)


@pytest.mark.parametrize("colors", ["texture", "palette"])
def test_light_that_was_not_there_before(write: Write, colors: str) -> None:
    """New kinds of images come in, for models too that did not change."""
    path = bring(write, scene(tower=TOWER, gate=np.where(GATE, 9, 0).astype(np.uint8)), colors=colors)
    assert len(bpy.data.images) == 1
    light = hv.matl(17, type="_emit", emit=1, flux=1)
    reload(path, scene(tower=edit(TOWER), gate=np.where(GATE, 9, 0).astype(np.uint8), extra=light))
    assert {image.name for image in bpy.data.images} == {"castle", "castle_glow"}
    assert {tuple(image.size) for image in bpy.data.images} == {tuple(bpy.data.images["castle"].size)}
    shows("tower", edit(TOWER))
    shows("gate", np.where(GATE, 9, 0).astype(np.uint8))


def test_files_stay_where_they_were_put(write: Write, tmp_path: Path) -> None:
    """Several files stand side by side, and go on doing so."""
    moved = {"a": placed({"a": (TOWER, (100, 0, 50))}), "b": placed({"b": (GATE, (0, 300, 7))})}
    for name, data in moved.items():
        write(f"{name}.vox", data)
    bpy.ops.import_scene.trivox(directory=str(tmp_path), files=[{"name": "a.vox"}, {"name": "b.vox"}])
    before = {obj.name: obj.location.copy() for obj in bpy.data.objects}
    write("a.vox", placed({"a": (edit(TOWER), (100, 3, 50)), "c": (WALL, (110, 0, 50))}))
    write("b.vox", placed({"b": (edit(GATE), (0, 300, 7))}))
    reload()
    away = {name: 10 * (bpy.data.objects[name].location - place) for name, place in before.items()}
    assert np.allclose(away["a"], (0, 3, 0), atol=1e-4) and np.allclose(away["b"], 0, atol=1e-4)
    assert np.allclose(10 * (bpy.data.objects["c"].location - before["a"]), (10, 0, 0), atol=1e-4)


def test_layers_of_a_changed_model_stay(write: Write) -> None:
    """Where its faces are as they were, further UV layers and attributes have what a user gave them."""
    path = bring(write, scene(tower=TOWER, gate=GATE), mode="faces", faces="triangles")
    mesh = bpy.data.objects["gate"].data
    places = [tuple(mesh.vertices[loop.vertex_index].co) for loop in mesh.loops]
    second = mesh.uv_layers.new(name="light", do_init=False)
    second.uv.foreach_set("vector", [value for x, y, z in places for value in (x + 2 * z, y)])
    heat = mesh.attributes.new("heat", "FLOAT", "POINT")
    heat.data.foreach_set("value", [vertex.co.x + 3 * vertex.co.y for vertex in mesh.vertices])
    before = {tuple(vertex.co) for vertex in mesh.vertices}
    reload(path, scene(tower=TOWER, gate=edit(GATE)))
    mesh = bpy.data.objects["gate"].data
    shows("gate", edit(GATE))
    assert {"UVMap", "light"} == {layer.name for layer in mesh.uv_layers}
    kept = 0
    for loop, uv in zip(mesh.loops, mesh.uv_layers["light"].uv, strict=True):
        x, y, z = mesh.vertices[loop.vertex_index].co
        if (x, y, z) in before:
            kept += abs(uv.vector[0] - x - 2 * z) < 1e-4 and abs(uv.vector[1] - y) < 1e-4
    assert kept > len(mesh.loops) / 2
    for vertex, entry in zip(mesh.vertices, mesh.attributes["heat"].data, strict=True):
        if tuple(vertex.co) in before:
            assert entry.value == pytest.approx(vertex.co.x + 3 * vertex.co.y, abs=1e-4)
