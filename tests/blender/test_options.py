"""The import dialog's properties mirror the options of the core and of the data-blocks."""

from __future__ import annotations

import dataclasses
import importlib
from types import ModuleType
from typing import Any

import bpy
import pytest

CONSTANTS = ("ORIGINS", "JOINS", "LAYERS", "HIDDEN", "UNPLACED", "ANIMATIONS")
PLAIN = {"filepath", "location", "filter_glob", "directory", "files", "rna_type"}
SHOWN = {"voxel_length"}
"""Show an option in other terms."""


@pytest.fixture
def modules(extension: str) -> tuple[ModuleType, ModuleType]:
    core = importlib.import_module(f"{extension}.core.mesh.options")
    return core, importlib.import_module(f"{extension}.blender.options")


@pytest.fixture
def scene(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.core.scene.options")


def properties() -> dict[str, Any]:
    rna = bpy.ops.import_scene.trivox.get_rna_type()
    return {prop.identifier: prop for prop in rna.properties if prop.identifier not in PLAIN}


def test_names_and_defaults(modules: tuple[ModuleType, ModuleType], scene: ModuleType) -> None:
    core, build = modules
    expected = {
        field.name: field.default
        for options in (core.MeshOptions, build.BuildOptions, scene.SceneOptions)
        for field in dataclasses.fields(options)
    }
    assert {name: prop.default for name, prop in properties().items() if name not in SHOWN} == pytest.approx(expected)


def test_choices_and_ranges(modules: tuple[ModuleType, ModuleType], scene: ModuleType) -> None:
    core, build = modules
    props = properties()
    choices = {"mode": core.MODES, "interior": core.INTERIORS, "merge": core.MERGES}
    choices |= {"faces": build.FACES, "colors": build.COLORS, "hierarchy": build.HIERARCHIES}
    choices |= {"frame_keys": tuple(build.TURNS), "places": build.PLACES}
    names = ("origin", "join", "layers", "hidden", "unplaced", "animation")
    choices |= {name: getattr(scene, constant) for name, constant in zip(names, CONSTANTS, strict=True)}
    for name, values in choices.items():
        assert sorted(item.identifier for item in props[name].enum_items) == sorted(values)
    assert (props["border"].hard_min, props["border"].hard_max) == (0, core.MAX_BORDER)
    sizes = (core.MIN_TEXTURE, core.MAX_TEXTURE)
    assert (props["largest_texture"].hard_min, props["largest_texture"].hard_max) == sizes
    assert (props["overlap"].hard_min, props["overlap"].hard_max) == pytest.approx((0, build.MAX_OVERLAP))
    assert (props["effort"].hard_min, props["effort"].hard_max) == (0, core.MAX_EFFORT)
    assert (props["occlusion"].hard_min, props["occlusion"].hard_max) == (0, core.MAX_OCCLUSION)
    assert (props["occlusion_strength"].hard_min, props["occlusion_strength"].hard_max) == (0, 1)
    assert (props["texel_scale"].hard_min, props["texel_scale"].hard_max) == (1, core.MAX_TEXEL_SCALE)
    cut = props["texels_per_rectangle"]
    assert (cut.hard_min, cut.hard_max) == (0, core.MAX_PRICE) and f"{core.MAX_PRICE:,}" in cut.description
    assert props["voxel_size"].hard_min == pytest.approx(scene.MIN_VOXEL_SIZE)
    assert props["voxel_size"].hard_max == scene.MAX_VOXEL_SIZE
    assert props["voxel_length"].unit == "LENGTH"
    assert (props["frame"].hard_min, props["frame"].hard_max) == (0, scene.MAX_FRAME)
    assert (props["rate"].hard_min, props["rate"].hard_max) == pytest.approx((scene.MIN_RATE, scene.MAX_RATE))


def test_properties_become_options(extension: str) -> None:
    mirrors = importlib.import_module(f"{extension}.operators.properties")
    values = {"mode": "fewest", "interior": "keep", "merge": "material", "border": 3, "power_of_two": True, "effort": 7}
    values |= {"texel_scale": 4, "align": True, "own_texels": True, "occlusion": 5}
    values |= {"occlusion_in": "colors", "occlusion_strength": 0.5}
    values |= {"largest_texture": 512, "texels_per_rectangle": 64}
    values |= {
        "faces": "triangles",
        "part_edges": True,
        "overlap": 0.005,
        "colors": "attribute",
        "split_colors": True,
        "voxel_size": 0.5,
        "hierarchy": "flat",
        "frame_keys": "both",
        "places": "file",
        "show_colors": False,
        "glass": "both",
        "single_sided": False,
        "emission": 2.5,
        "textures": "both",
        "again": "new",
        "one_texture": True,
    }
    values |= {"origin": "bottom", "at_origin": True, "join": "one", "layers": "none", "hidden": "skip", "rate": 5.0}
    values |= {"unplaced": "frames", "animation": "frame", "frame": 9, "scene_range": True, "cameras": True}
    values |= {"lights": True}
    scene = importlib.import_module(f"{extension}.operators.scene_properties").SceneProperties
    holder = type("Holder", (mirrors.MeshProperties, mirrors.BuildProperties, scene), values)()
    found = holder.mesh_options(), holder.build_options(), holder.scene_options()
    assert {name: value for options in found for name, value in dataclasses.asdict(options).items()} == values


@pytest.mark.parametrize(
    "wrong",
    [
        {"faces": "hexagons"},
        {"colors": "none"},
        {"hierarchy": ""},
        {"voxel_size": 0.0},
        {"voxel_size": float("nan")},
        {"glass": "clear"},
        {"textures": "lost"},
        {"again": "old"},
        {"places": ""},
        {"emission": -1.0},
        {"emission": float("inf")},
        {"overlap": -0.001},
        {"overlap": 0.2},
        {"overlap": float("nan")},
    ],
)
def test_wrong_values_are_refused(
    extension: str, modules: tuple[ModuleType, ModuleType], wrong: dict[str, Any]
) -> None:
    errors = importlib.import_module(f"{extension}.core.errors")
    with pytest.raises(errors.OptionError, match=next(iter(wrong))):
        modules[1].BuildOptions(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {"origin": "top"},
            {"join": ""},
            {"layers": "x"},
            {"hidden": "show"},
            {"unplaced": "x"},
            {"animation": "all"},
        ),
        *({"frame": -1}, {"rate": 0.0}, {"rate": float("nan")}),
    ],
)
def test_wrong_values_of_the_scene_are_refused(extension: str, scene: ModuleType, wrong: dict[str, Any]) -> None:
    errors = importlib.import_module(f"{extension}.core.errors")
    with pytest.raises(errors.OptionError, match=next(iter(wrong))):
        scene.SceneOptions(**wrong)


def test_use_mode_has_the_modes_of_the_import() -> None:
    imported = properties()["mode"]
    used = bpy.ops.trivox.use_mode.get_rna_type().properties["mode"]
    assert [item.identifier for item in used.enum_items] == [item.identifier for item in imported.enum_items]


@pytest.mark.parametrize("colors", ["texture", "strip", "palette", "attribute", "materials"])
def test_colors_decide_what_is_merged(modules: tuple[ModuleType, ModuleType], colors: str) -> None:
    core, build = modules
    for merge in core.MERGES:
        options = core.MeshOptions(mode="fewest", merge=merge, border=5)
        fitted = build.BuildOptions(colors=colors).fit(options)
        assert fitted == dataclasses.replace(options, merge=merge if colors in ("texture", "strip") else "color")


@pytest.mark.parametrize("colors", ["texture", "strip", "palette", "attribute", "materials"])
def test_a_mode_may_need_a_texture(modules: tuple[ModuleType, ModuleType], colors: str) -> None:
    core, build = modules
    options = build.BuildOptions(colors=colors, glass="alpha")
    for mode in core.MODES:
        suiting = options.suiting(mode)
        assert suiting == (dataclasses.replace(options, colors="texture") if mode == "cutout" else options)
        assert options.suits(mode) == (suiting == options) and suiting.suits(mode)


def test_tooltips_are_sentences_without_full_stop() -> None:
    for operator in (bpy.ops.import_scene.trivox, bpy.ops.trivox.compare_modes, bpy.ops.trivox.use_mode):
        assert not operator.get_rna_type().description.endswith(".")
    for prop in properties().values():
        assert prop.description and not prop.description.endswith("."), prop.identifier
        for item in getattr(prop, "enum_items", ()):
            assert item.description and not item.description.endswith("."), item.identifier
