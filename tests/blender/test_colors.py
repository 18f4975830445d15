"""The four ways to keep colors: looks up what is shown at points of every face, also after saving and loading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import Placed, assert_shows, color_source, image_pixels, meshes_of, orientations, rotation_byte, told

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

COLORS = ["texture", "strip", "palette", "attribute", "materials"]
MODES = ["faces", "polygons", "watertight", "rectangles", "fewest", "cutout"]
RNG = np.random.default_rng(23)
GRIDS = [np.where(RNG.random((6, 5, 4)) < 0.75, RNG.choice([3, 9, 10, 200, 255], (6, 5, 4)), 0) for _ in range(2)]
TURNS = [orientations()[i] for i in (0, 13, 30)]


def painted() -> tuple[bytes, dict[str, Placed]]:
    """Two models of five colors, the first of them placed again mirrored, and what each object should show."""
    chosen = {"plain": (0, TURNS[0]), "other": (1, TURNS[1]), "turned": (0, TURNS[2])}
    chunks, places = [hv.dense_model(grid.astype(np.uint8)) for grid in GRIDS], {}
    for number, (name, (model, turn)) in enumerate(chosen.items()):
        places[name] = Placed(GRIDS[model], turn, np.array((20 * number, 0, 0)))
        frame = {"r": rotation_byte(turn), "t": f"{20 * number} 0 0"}
        chunks += [hv.ntrn(2 + 2 * number, 3 + 2 * number, frame, name=name), hv.nshp(3 + 2 * number, model)]
    return hv.vox(*chunks, hv.ntrn(0, 1), hv.ngrp(1, 2, 4, 6), hv.rgba(hv.colors())), places


def assert_scene(places: dict[str, Placed]) -> None:
    bpy.context.view_layer.update()
    assert set(places) == {obj.name for obj in meshes_of(bpy.data.objects)}
    for name, place in places.items():
        obj = bpy.data.objects[name]
        assert not obj.data.validate(verbose=True)
        assert_shows(obj, place, hv.colors())


@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("faces", ["quads", "triangles"])
def test_each_point_has_its_color(write: Write, colors: str, mode: str, faces: str) -> None:
    data, places = painted()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), colors=colors, mode=mode, faces=faces, interior="keep")
    assert_scene(places)


@pytest.mark.parametrize("colors", COLORS)
def test_colors_survive_saving(write: Write, tmp_path: Path, colors: str) -> None:
    data, places = painted()
    bpy.ops.import_scene.trivox(filepath=write("a.vox", data), colors=colors, mode="fewest", interior="keep")
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend"))
    assert_scene(places)


def test_palette_image(write: Write) -> None:
    """One image as MagicaVoxel exports it: the color of index 1 first."""
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", painted()[0]), colors="palette")
    (image,) = bpy.data.images
    assert image.name == "castle" and tuple(image.size) == (256, 1) and image.packed_file
    assert image_pixels(image)[0, :255, :3].tolist() == [list(color[:3]) for color in hv.colors()[:255]]
    assert len(bpy.data.materials) == 1


@pytest.mark.parametrize("colors", COLORS[2:])
def test_uvs_are_middles_of_texels(write: Write, colors: str) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", painted()[0]), colors=colors)
    for mesh in bpy.data.meshes:
        (layer,) = mesh.uv_layers
        uv = np.array([entry.vector for entry in layer.uv])
        assert layer.name == "UVMap" and (uv[:, 1] == 0.5).all()
        assert set((uv[:, 0] * 256 + 0.5).tolist()) == {3, 9, 10, 200, 255}
        for polygon in mesh.polygons:
            assert len({tuple(uv[loop]) for loop in polygon.loop_indices}) == 1


def test_attribute_needs_no_image(write: Write) -> None:
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", painted()[0]), colors="attribute")
    assert not bpy.data.images and [material.name for material in bpy.data.materials] == ["castle"]
    for mesh in bpy.data.meshes:
        assert [attribute.name for attribute in mesh.color_attributes] == ["Color"]
        assert mesh.color_attributes.active_color.name == "Color" and mesh.color_attributes.render_color_index == 0
        assert all(entry.color_srgb[3] == 1 for entry in mesh.color_attributes[0].data)


def test_a_material_for_each_color(write: Write) -> None:
    few = hv.model((2, 1, 1), [(0, 0, 0, 200), (1, 0, 0, 7)])
    data = hv.vox(
        hv.cube(), few, hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3), hv.nshp(3, 0), hv.ntrn(4, 5), hv.nshp(5, 1),
        hv.rgba(hv.colors()),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("castle.vox", data), colors="materials")
    assert not bpy.data.images
    names = [f"castle {index:03}" for index in (*range(1, 9), 200)]
    assert sorted(material.name for material in bpy.data.materials) == names
    slots = [[material.name for material in mesh.materials] for mesh in bpy.data.meshes]
    assert slots == [names[:8], ["castle 007", "castle 200"]]
    for material in bpy.data.materials:
        assert np.allclose(material.diffuse_color, color_source(material)) and material.diffuse_color[3] == 1


def test_colors_are_shown_in_solid_shading(write: Write) -> None:
    spaces = [space for area in bpy.context.screen.areas for space in area.spaces if space.type == "VIEW_3D"]
    path = write("a.vox", hv.vox(hv.cube()))
    for colors, shading in zip(COLORS, ("TEXTURE", "MATERIAL", "TEXTURE", "VERTEX", "MATERIAL"), strict=True):
        spaces[0].shading.color_type = "MATERIAL"
        bpy.ops.import_scene.trivox(filepath=path, colors=colors)
        assert spaces[0].shading.color_type == shading


KINDS = ["_diffuse", "_metal", "_emit", "_glass", "_blend", "_media"]
"""Materials of the indices 1 to 6; blend and media let light pass."""


def test_merging_by_material(write: Write) -> None:
    """A row of plates, of pairs of kinds of material, on which only those of one kind become one piece."""
    materials = [hv.matl(number, type=kind, trans=0.5) for number, kind in enumerate(KINDS, 1)]
    row = np.array([1, 11, 2, 3, 4, 5, 6, 1], np.uint8).reshape(8, 1, 1)
    path = write("a.vox", hv.vox(hv.dense_model(row), *materials))
    triangles = {}
    for merge in ("any", "color", "material"):
        bpy.ops.import_scene.trivox(filepath=path, merge=merge)
        triangles[merge] = told(bpy.context.object.data)["counts"]["triangles"]
    # Four long sides of two triangles for each piece, the two ends, and the faces at and inside what is transparent,
    # of which each color is a piece of its own.
    ends = 4 + 2 * 6
    assert triangles == {"any": ends + 8 * 5, "color": ends + 8 * 8, "material": ends + 8 * 7}
