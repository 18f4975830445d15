"""Materials of cut-outs: clear where the image is, in Blender and in its .glb files; and when modes change."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import alpha_of, image_pixels, meshes_of, shader_input, texture_of, told
from test_materials import exported

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

GLASS, OTHER = 6, 7
PANES = [hv.matl(GLASS, type="_glass", trans=0.75, rough=0), hv.matl(OTHER, type="_glass", trans=0.4, rough=0.5)]
EVERY = 1 << 20


def grid_of(indices: list[int], seed: int = 4) -> np.ndarray:
    return np.random.default_rng(seed).choice(np.array([0, *indices], np.uint8), (5, 4, 3))


def several(*grids: np.ndarray) -> bytes:
    """Models side by side."""
    nodes = [hv.ntrn(0, 1), hv.ngrp(1, *range(2, 2 + 2 * len(grids), 2))]
    for number in range(len(grids)):
        place = {"t": f"{20 * number} 0 0"}
        nodes += [hv.ntrn(2 + 2 * number, 3 + 2 * number, place, name=f"m{number}"), hv.nshp(3 + 2 * number, number)]
    return hv.vox(*map(hv.dense_model, grids), *nodes, *PANES, hv.rgba(hv.colors()))


def imported(write: Write, *grids: np.ndarray, **options: object) -> list[bpy.types.Object]:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", several(*grids)), **options)
    return sorted(meshes_of(bpy.data.objects), key=lambda obj: obj.name)


def opacity(material: bpy.types.Material, texel: list[float]) -> list[float]:
    return alpha_of(shader_input(material, "Alpha"), np.array(texel)).tolist()


def names(obj: bpy.types.Object) -> list[str]:
    return [material.name for material in obj.data.materials]


def use(mode: str, *objects: bpy.types.Object, **options: object) -> None:
    for obj in bpy.data.objects:
        obj.select_set(obj in objects)
    bpy.context.view_layer.objects.active = objects[0]
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode, **options) == {"FINISHED"}


@pytest.mark.parametrize("glass", ["both", "transmission", "alpha"])
@pytest.mark.parametrize("panes", [[GLASS], [GLASS, OTHER]])
def test_materials_are_clear_where_the_image_is(write: Write, tmp_path: Path, glass: str, panes: list[int]) -> None:
    (obj,) = imported(write, grid_of([1, 2, *panes]), mode="cutout", glass=glass)
    opaque, pane = obj.data.materials
    image = texture_of_first(obj)
    alphas = set(image_pixels(image)[..., 3].ravel().tolist())
    assert {0, 255} <= alphas and len(alphas) == 2 + (len(panes) if glass != "transmission" else 0)
    assert image.alpha_mode == "STRAIGHT"
    assert opacity(opaque, [0, 0.1, 0.4, 0.6, 1]) == [0, 0, 0, 1, 1]
    assert opacity(pane, [0, 0.1, 1]) == [0, {"alpha": 0.1, "both": 1, "transmission": 0}[glass], 1]
    assert opaque.surface_render_method == "DITHERED"
    assert pane.surface_render_method == ("BLENDED" if glass == "alpha" else "DITHERED")
    assert all(material.node_tree.nodes.active.image == image for material in (opaque, pane))
    found = {told_of["name"]: told_of for told_of in exported(tmp_path).json["materials"]}
    assert (found[opaque.name]["alphaMode"], found[opaque.name].get("alphaCutoff", 0.5)) == ("MASK", 0.5)
    assert found[pane.name]["alphaMode"] == ("MASK" if glass == "transmission" else "BLEND")
    assert found[pane.name].get("pbrMetallicRoughness", {}).get("baseColorFactor", [1] * 4)[3] == 1


def texture_of_first(obj: bpy.types.Object) -> bpy.types.Image:
    socket = shader_input(obj.data.materials[0], "Base Color")
    return socket.links[0].from_node.image


def test_only_meshes_with_clear_texels_need_it(write: Write) -> None:
    cube, noise = imported(write, np.full((3, 3, 3), 2, np.uint8), grid_of([1, 2, 3]), mode="cutout")
    assert names(cube) == ["a"] and names(noise) == ["a cutout"]
    assert not shader_input(cube.data.materials[0], "Alpha").is_linked
    assert opacity(noise.data.materials[0], [0, 1]) == [0, 1]


@pytest.mark.parametrize("mode", ["faces", "polygons", "fewest"])
def test_other_modes_stay_opaque(write: Write, mode: str) -> None:
    (obj,) = imported(write, grid_of([1, 2, 3]), mode=mode)
    assert not shader_input(obj.data.materials[0], "Alpha").is_linked
    assert image_pixels(texture_of(obj))[..., 3].min() == 255
    assert bpy.context.scene.cycles.transparent_max_bounces == 8


def test_cycles_looks_through_all(write: Write) -> None:
    scene = bpy.context.scene
    scene.cycles.transparent_max_bounces = 8
    imported(write, np.full((2, 2, 2), 1, np.uint8), mode="cutout")
    assert scene.cycles.transparent_max_bounces == 8
    imported(write, grid_of([1, 2]), again="new")
    use("cutout", bpy.context.selected_objects[0])
    assert scene.cycles.transparent_max_bounces == 256
    scene.cycles.transparent_max_bounces = 1000
    imported(write, grid_of([1, 2]), mode="cutout", again="new")
    assert scene.cycles.transparent_max_bounces == 1000


def test_a_material_changes_with_all_its_meshes(write: Write) -> None:
    """In place, so that what a user made of it stays; back again it is as it was."""
    one, other = imported(write, grid_of([1, 2, GLASS]), grid_of([1, 3, GLASS, OTHER], 5))
    materials = list(one.data.materials)
    before = [[node.bl_idname for node in material.node_tree.nodes] for material in materials]
    materials[0].diffuse_color = (1, 0, 0, 1)
    shader_input(materials[0], "Roughness").default_value = 0.3
    use("cutout", one, other)
    assert list(one.data.materials) == list(other.data.materials) == materials
    assert opacity(materials[0], [0, 1]) == [0, 1] and opacity(materials[1], [0, 0.2]) == [0, 1]
    use("polygons", one, other)
    assert list(one.data.materials) == list(other.data.materials) == materials
    assert [node.bl_idname for node in materials[0].node_tree.nodes] == before[0]
    assert opacity(materials[0], [0.3]) == [1] and opacity(materials[1], [0.2]) == [1]
    assert shader_input(materials[0], "Roughness").default_value == pytest.approx(0.3)


def test_others_keep_their_material(write: Write) -> None:
    one, other = imported(write, grid_of([1, 2]), grid_of([1, 3], 5))
    (plain,) = one.data.materials
    use("cutout", one)
    assert names(other) == ["a"] and other.data.materials[0] == plain and names(one) == ["a cutout"]
    assert not shader_input(plain, "Alpha").is_linked
    use("cutout", other)
    assert one.data.materials[0] == other.data.materials[0]
    use("polygons", one, other)
    count = len(bpy.data.materials)
    for mode in ("cutout", "polygons") * 3:
        use(mode, one)
    assert len(bpy.data.materials) <= count + 1


def test_glass_beside_cut_outs_keeps_its_color(write: Write) -> None:
    """Blender multiplies the colors of an image with clear texels for materials that do not take its alpha too."""
    one, other = imported(write, grid_of([1, 2]), grid_of([1, GLASS], 5), glass="both")
    pane = other.data.materials[1]
    assert not any(link.from_socket.name == "Alpha" for link in pane.node_tree.links)
    use("cutout", one)
    assert any(link.from_socket.name == "Alpha" for link in pane.node_tree.links)
    assert opacity(pane, [0.2, 1]) == [1, 1] and other.data.materials[1] == pane


def test_materials_of_a_user_are_cut_out_too(write: Write) -> None:
    (obj,) = imported(write, grid_of([1, 2]))
    own = obj.data.materials[0].copy()
    del own["trivox_material"]
    obj.data.materials[0] = own
    plain = bpy.data.materials.new("plain")
    obj.data.materials.append(plain)
    use("cutout", obj)
    assert opacity(obj.data.materials[0], [0, 1]) == [0, 1] and obj.data.materials[1] == plain


def test_reload_keeps_mode_price_and_materials(write: Write) -> None:
    (obj,) = imported(write, grid_of([1, 2]))
    use("cutout", obj, texels_per_rectangle=EVERY)
    write("a.vox", several(grid_of([1, 2, 3], 8)))
    bpy.ops.trivox.reload()
    assert told(obj.data)["options"]["texels_per_rectangle"] == EVERY
    assert told(obj.data)["options"]["mode"] == "cutout" and len(obj.data.materials) == 1
    assert opacity(obj.data.materials[0], [0, 1]) == [0, 1]
    assert image_pixels(texture_of(obj))[..., 3].min() == 0
    # The shape may do without clear texels, and back.
    write("a.vox", several(np.full((2, 2, 2), 1, np.uint8)))
    bpy.ops.trivox.reload()
    assert len(obj.data.materials) == 1 and not shader_input(obj.data.materials[0], "Alpha").is_linked
    write("a.vox", several(grid_of([1, 2, 3], 8)))
    bpy.ops.trivox.reload()
    assert len(obj.data.materials) == 1 and opacity(obj.data.materials[0], [0, 1]) == [0, 1]


def test_the_price_is_that_of_the_mesh_unless_told(write: Write) -> None:
    (obj,) = imported(write, grid_of([1, 2]), mode="cutout", texels_per_rectangle=4)
    counts = told(obj.data)["counts"]
    use("polygons", obj)
    use("cutout", obj)
    assert told(obj.data)["options"]["texels_per_rectangle"] == 4 and told(obj.data)["counts"] == counts
    use("cutout", obj, texels_per_rectangle=EVERY)
    record = told(obj.data)
    assert record["options"]["texels_per_rectangle"] == EVERY
    assert record["counts"]["triangles"] == 2 * record["counts"]["planes"] < counts["triangles"]


@pytest.mark.parametrize("colors", ["palette", "attribute", "materials"])
def test_only_a_texture_can_be_clear(write: Write, colors: str, extension: str) -> None:
    (obj,) = imported(write, grid_of([1, 2]), colors=colors)
    with pytest.raises(RuntimeError, match="needs the colors in a texture"):
        use("cutout", obj)
    bpy.ops.trivox.compare_modes()
    figures = bpy.context.window_manager["trivox_comparisons"].to_dict()[told(obj.data)["comparison"]]
    assert "cutout" not in figures and "fewest" in figures
    (_old, new) = imported(write, grid_of([1, 2]), colors=colors, mode="cutout", again="new")
    assert {told(one.data)["options"]["colors"] for one in (_old, new)} == {colors, "texture"}
    assert importlib.import_module(f"{extension}.blender.options").BuildOptions(colors=colors).suits("fewest")


def test_records_from_before_know_no_price(write: Write) -> None:
    (obj,) = imported(write, grid_of([1, 2]))
    record = told(obj.data)
    del record["options"]["texels_per_rectangle"]
    obj.data["trivox"] = json.dumps(record)
    use("cutout", obj)
    assert told(obj.data)["options"]["texels_per_rectangle"] == 16


def test_kinds_pass_over_clear_texels(write: Write) -> None:
    (obj,) = imported(write, grid_of([1, 2, 3]), mode="cutout", texels_per_rectangle=EVERY)
    assert {entry.value for entry in obj.data.attributes["trivox_kind"].data} == {0}


def test_tvx_brings_cut_outs(write: Write, tmp_path: Path) -> None:
    (obj,) = imported(write, grid_of([1, 2, GLASS]), mode="cutout")
    counts = told(obj.data)["counts"]
    bpy.ops.export_scene.trivox(filepath=str(tmp_path / "b.tvx"), what="all")
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.import_scene.trivox(filepath=str(tmp_path / "b.tvx"))
    (obj,) = meshes_of(bpy.data.objects)
    assert told(obj.data)["counts"]["triangles"] == counts["triangles"] and not obj.data.validate(verbose=True)
    assert [opacity(material, [0, 1]) for material in obj.data.materials] == [[0, 1]] * 2
