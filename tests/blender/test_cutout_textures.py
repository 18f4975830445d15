"""Cut-outs on several textures, in one of several files, of several texels a face, painted, shaded and widened."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import (
    Placed,
    alpha_of,
    assert_shows,
    color_source,
    image_pixels,
    meshes_of,
    seen_on,
    shader_input,
    texture_of,
    told,
)

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

PANE = 6
GLASS = hv.matl(PANE, type="_glass", trans=0.75, rough=0)
STILL = np.eye(3, dtype=int)
EVERY = 1 << 20
NEAR = (0.137, -0.219, 0.301)


def noisy(shape: tuple[int, int, int], seed: int, share: float = 0.5, most: int = 5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random(shape) < share, rng.integers(1, most + 1, shape), 0).astype(np.uint8)


def model(grid: np.ndarray) -> bytes:
    return hv.vox(hv.dense_model(grid), GLASS, hv.rgba(hv.colors()), hv.ntrn(0, 1), hv.nshp(1, 0))


def imported(write: Write, grid: np.ndarray, name: str = "a", **options: object) -> bpy.types.Object:
    path = write(f"{name}.vox", model(grid))
    bpy.ops.import_scene.trivox(filepath=path, **{"places": "file", "again": "new", "interior": "keep", **options})
    bpy.context.view_layer.update()
    return bpy.context.object


def place_of(grid: np.ndarray) -> Placed:
    return Placed(grid, STILL, np.zeros(3, int))


def seen(
    obj: bpy.types.Object, grid: np.ndarray, aside: tuple[float, float, float] = NEAR
) -> list[set[tuple[int, ...]]]:
    return seen_on(obj, list(place_of(grid).faces()), 0.1, aside)


def check(obj: bpy.types.Object, grid: np.ndarray) -> None:
    """It shows every face in its color, and nothing else, as Validate says too."""
    assert_shows(obj, place_of(grid), hv.colors())
    verdict = validated(obj)
    assert verdict.holds, verdict.faults


def validated(obj: bpy.types.Object) -> object:
    bpy.context.view_layer.objects.active = obj
    bpy.ops.trivox.validate()
    return module("operators.validate").verdict_of(obj.data)


def module(name: str) -> object:
    addon = next(one for one in bpy.context.preferences.addons.keys() if one.endswith("trivox"))  # noqa: SIM118
    return importlib.import_module(f"{addon}.{name}")


def opacity(material: bpy.types.Material, alpha: float) -> float:
    return float(alpha_of(shader_input(material, "Alpha"), np.array([alpha]))[0])


def image_of(obj: bpy.types.Object) -> bpy.types.Image:
    return color_source(obj.data.materials[0]).image


def takes_alpha(material: bpy.types.Material) -> bool:
    image = color_source(material).image
    return any(link.from_socket.name == "Alpha" and link.from_node.image == image for link in material.node_tree.links)


def use(mode: str, obj: bpy.types.Object, **options: object) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    assert bpy.ops.trivox.use_mode("EXEC_DEFAULT", True, mode=mode, **options) == {"FINISHED"}


def paint(image: bpy.types.Image) -> None:
    """Other colors wherever it is not clear."""
    pixels = image_pixels(image)
    shown = pixels[..., 3] > 0
    pixels[shown, :3] = np.random.default_rng(2).integers(0, 256, (shown.sum(), 3))
    image.pixels.foreach_set((pixels / 255).astype(np.float32).ravel())
    image.pack()


def test_a_cut_out_lies_on_several_textures(write: Write) -> None:
    grid = noisy((40, 30, 3), 1, 0.6, PANE)
    obj = imported(write, grid, mode="cutout", texels_per_rectangle=64, largest_texture=128)
    materials = list(obj.data.materials)
    pages = {color_source(material).image for material in materials}
    assert 1 < len(pages) < len(materials) == len({material.name for material in materials})
    assert all(image_pixels(image)[..., 3].min() == 0 for image in pages)
    assert {opacity(material, 0) for material in materials} == {0} and all(map(takes_alpha, materials))
    check(obj, grid)
    # What is changed comes on pages and with materials as those before.
    grid = noisy((40, 30, 3), 2, 0.6, PANE)
    write("a.vox", model(grid))
    obj.data.materials[0].diffuse_color = (1, 0, 0, 1)
    bpy.ops.trivox.reload()
    check(obj, grid)
    named = [*obj.data.materials, *(color_source(material).image for material in obj.data.materials)]
    assert not any("." in each.name for each in named)
    assert {opacity(material, 0) for material in obj.data.materials} == {0}


def test_what_is_carried_is_looked_up_on_each_page(write: Write) -> None:
    grid = noisy((40, 30, 3), 1, 0.6)
    mesh = imported(write, grid, mode="cutout", texels_per_rectangle=64, largest_texture=128).data
    mixing, pictures = module("blender.mixing"), module("blender.sheet").Pictures()
    surface = mixing.surface_of(mesh, module("blender.edits").where_placed(mesh), pictures)
    assert len(surface.colors.pages) > 1
    cells = mixing.shown_cells(surface)
    # The middle of a side may be on the border of two triangles of a face.
    rows = np.unique(np.column_stack([cells.place, surface.face[cells.triangle]]), axis=0)
    times = Counter(map(tuple, rows[:, :-1].tolist()))
    for *middle, x, y, z in place_of(grid).faces():
        axis = (x, y, z).index(x + y + z)
        assert times[2 * axis + (x + y + z < 0), *middle] == 1


@pytest.mark.parametrize("one_texture", [False, True])
def test_files_share_a_texture_with_cut_outs(write: Write, one_texture: bool) -> None:
    grids = [noisy((6, 5, 4), seed, 0.5, PANE) for seed in (1, 2)]
    for grid, name in zip(grids, "ab", strict=True):
        write(f"{name}.vox", model(grid))
    folder = Path(write("c.vox", model(grids[0]))).parent
    if one_texture:
        files = [{"name": "a.vox"}, {"name": "b.vox"}]
        bpy.ops.import_scene.trivox(
            directory=str(folder),
            files=files,
            filepath=str(folder / "a.vox"),
            places="file",
            mode="cutout",
            one_texture=True,
        )
    else:
        imported(write, grids[0], "a", mode="cutout")
        imported(write, grids[1], "b")
        bpy.ops.object.select_all(action="SELECT")
        assert bpy.ops.trivox.share_texture() == {"FINISHED"}
    bpy.context.view_layer.update()
    a, b = sorted(meshes_of(bpy.data.objects), key=lambda obj: obj.name)
    assert image_of(a) == image_of(b)
    for obj, grid in ((a, grids[0]), (b, grids[1])):
        check(obj, grid)
        assert opacity(obj.data.materials[0], 0) == (0 if obj == a or one_texture else 1)
        # Glass beside clear texels takes its alpha from the image, whatever its mesh shows.
        assert takes_alpha(obj.data.materials[1])
    for mode in ("polygons", "cutout"):
        for obj, grid in ((b, grids[1]), (a, grids[0])):
            use(mode, obj)
            check(obj, grid)
            assert opacity(obj.data.materials[0], 0) == (0 if mode == "cutout" else 1)
            assert {color_source(material).image for material in obj.data.materials} == {image_of(a)}


@pytest.mark.parametrize("scale", [1, 2, 4])
@pytest.mark.parametrize("own", [False, True])
def test_paint_stays_on_cut_outs(write: Write, scale: int, own: bool) -> None:
    grid = noisy((5, 4, 3), 3)
    obj = imported(write, grid, mode="cutout", texels_per_rectangle=EVERY, texel_scale=scale, own_texels=own)
    check(obj, grid)
    paint(texture_of(obj))
    before = [seen(obj, grid, aside) for aside in (NEAR, (-0.26, 0.24, 0.4))]
    assert len({color for part in before for one in part for color in one}) > 20
    for mode, price in (("polygons", 16), ("cutout", 0), ("faces", 16), ("cutout", EVERY)):
        use(mode, obj, texels_per_rectangle=price)
        assert [seen(obj, grid, aside) for aside in (NEAR, (-0.26, 0.24, 0.4))] == before, mode
        assert (image_pixels(texture_of(obj))[..., 3].min() == 0) == (mode == "cutout" and price == EVERY) or not price


@pytest.mark.parametrize("occlusion_in", ["map", "colors"])
def test_cut_outs_are_shaded(write: Write, occlusion_in: str) -> None:
    """As the faces of any other mode are."""
    grid = noisy((5, 4, 3), 4, 0.6)
    shading = {"occlusion": 4, "occlusion_in": occlusion_in}
    plain = imported(write, grid, "a", mode="faces", **shading)
    obj = imported(write, grid, "b", mode="cutout", texels_per_rectangle=EVERY, **shading)
    assert seen(obj, grid) == seen(plain, grid) and all(len(one) == 1 for one in seen(obj, grid))
    assert (len({color for one in seen(obj, grid) for color in one}) > 5) == (occlusion_in == "colors")
    assert image_pixels(texture_of(obj))[..., 3].min() == 0 and opacity(obj.data.materials[0], 0) == 0
    use("cutout", plain)
    assert seen(plain, grid) == seen(obj, grid)
    for one in (plain, obj):
        verdict = validated(one)
        assert verdict.holds, verdict.faults
    pixels = image_pixels(texture_of(obj))
    pixels[pixels[..., 3] > 0, 0] += 1
    texture_of(obj).pixels.foreach_set((pixels.clip(0, 255) / 255).astype(np.float32).ravel())
    assert not validated(obj).holds
    names = {image.name.split("_")[-1] for image in bpy.data.images if image.name.startswith("b")}
    assert ("surface" in names) == (occlusion_in == "map")


@pytest.mark.parametrize("border", [0, 1])
def test_cut_outs_reach_over_their_sides(write: Write, border: int) -> None:
    grid = noisy((6, 5, 4), 5, 0.7)
    plain = imported(write, grid, "a", mode="cutout", texels_per_rectangle=64, border=border)
    obj = imported(write, grid, "b", mode="cutout", texels_per_rectangle=64, border=border, overlap=0.004)
    assert seen(obj, grid) == seen(plain, grid)
    assert told(obj.data)["options"]["overlap"] == pytest.approx(0.004)
    ends = [np.array([vertex.co for vertex in one.data.vertices]) for one in (plain, obj)]
    # Without being told they reach over by a thousandth of a voxel.
    wide = [np.ptp(end, axis=0) / 0.1 for end in ends]
    assert wide[0] == pytest.approx(np.array([6.002, 5.002, 4.002]), abs=1e-5)
    assert wide[1] == pytest.approx(np.array([6.008, 5.008, 4.008]), abs=1e-5)
