"""The sidebar's numbers and texts, drawn on a layout that only writes down what it is told."""

from __future__ import annotations

import ast
import importlib
import json
import string
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import bpy
import helpers_vox as hv
import numpy as np
import pytest
from helpers_scene import told

ROOT = Path(__file__).resolve().parents[2]
Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


class Layout:
    """Takes the calls of a drawing function; `texts` are those that Blender translates."""

    def __init__(self, parent: Layout | None = None) -> None:
        self.texts: list[str] = [] if parent is None else parent.texts
        self.rows: list[str] = [] if parent is None else parent.rows
        self.props: list[str] = [] if parent is None else parent.props
        self.disabled: list[str] = [] if parent is None else parent.disabled
        self.buttons: list[SimpleNamespace] = [] if parent is None else parent.buttons
        self.figures: dict[str, str] = {} if parent is None else parent.figures
        self.numbers: list[str] = [] if parent is None else parent.numbers
        self.bars: list[tuple[float, str]] = [] if parent is None else parent.bars
        self.enabled = True

    def label(self, text: str = "", icon: str = "", translate: bool = True, **options: Any) -> None:
        """Texts are pushed to the right by thin spaces."""
        self.rows.append(text.strip())
        if translate and text:
            self.texts.append(text)

    def operator(
        self, idname: str, text: str = "", translate: bool = True, depress: bool = False, **options: Any
    ) -> SimpleNamespace:
        if idname == "trivox.explain":
            return Explained(self, text.strip())
        self.label(text, translate=translate)
        self.buttons.append(SimpleNamespace(idname=idname, text=text, depress=depress))
        return self.buttons[-1]

    def progress(self, factor: float, text: str, translate: bool) -> None:
        assert not translate and 0 <= factor <= 1
        self.bars.append((factor, text))

    def prop(self, owner: Any, name: str, **options: Any) -> None:
        self.props.append(name)
        if not self.enabled:
            self.disabled.append(name)

    def row(self, **options: Any) -> Layout:
        return Layout(self)

    column = split = box = row

    def panel(self, idname: str, default_closed: bool = False) -> tuple[Layout, Layout]:
        return Layout(self), Layout(self)

    def separator(self, **options: Any) -> None:
        pass


class Explained:
    """A number that is waiting for its tooltip."""

    def __init__(self, layout: Layout, text: str) -> None:
        self._layout, self._text = layout, text

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "text":
            assert value, "a number without a meaning"
            self._layout.rows.append(self._text)
            self._layout.figures[self._text] = value
            self._layout.numbers.append(self._text)
        else:
            super().__setattr__(name, value)


@pytest.fixture
def panels(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.panels")


@pytest.fixture
def objects(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.object_panel")


@pytest.fixture
def table(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.modes_panel")


@pytest.fixture
def stats(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.stats")


def draw(panel: type, context: Any) -> Layout | None:
    """What a panel draws, None where it hides."""
    if not panel.poll(context):
        return None
    layout = Layout()
    panel.draw(SimpleNamespace(layout=layout), context)
    return layout


def drawn(panels: ModuleType, context: Any = None) -> dict[str, Layout | None]:
    """What each panel draws, by its title."""
    importlib.import_module(panels.__name__.replace("panels", "totals")).forget()
    return {panel.bl_label: draw(panel, context or bpy.context) for panel in panels.CLASSES}


def test_panels_are_in_the_order_of_use(extension: str) -> None:
    classes = importlib.import_module(f"{extension}.ui").CLASSES
    shown = [panel for panel in classes if issubclass(panel, bpy.types.Panel)]
    assert [panel.bl_label for panel in shown] == [
        "Trivox", "Modes", "Active Object", "Steps of the Selection", "Triangles in Total", "Files", "Looks",
        "Checks", "Shape Tools", "Convert", "Game",
    ]  # fmt: skip
    assert all("DEFAULT_CLOSED" in panel.bl_options for panel in shown[-4:])
    # Blender shows them as they were registered only if none has a place of its own.
    assert not any(getattr(panel, "bl_order", 0) for panel in shown)


def test_menus_name_formats_alike(extension: str) -> None:
    menus = importlib.import_module(f"{extension}.ui.menus")
    drawn = []
    for draw_entries in (menus.draw_import_entry, menus.draw_export_entry):
        layout = Layout()
        draw_entries(SimpleNamespace(layout=layout), bpy.context)
        drawn.append(layout.texts)
    formats = ["MagicaVoxel (.vox)", "Trivox (.tvx)"]
    picture = "Picture as Voxels (.png, .jpg, .bmp, .tga, .webp)"
    assert drawn == [[*formats, picture], [*formats, "Trivox: View in Browser"]]
    endings = importlib.import_module(f"{extension}.core.formats.picture").ENDINGS
    assert picture == f"Picture as Voxels ({', '.join(ending for ending in endings if ending != '.jpeg')})"


def test_what_converts_stands_together(extension: str) -> None:
    make = importlib.import_module(f"{extension}.ui.make_panel")
    buttons = draw(make.VIEW3D_PT_trivox_make, bpy.context).buttons
    names = ["trivox.voxelize", "import_scene.trivox_picture", "trivox.bake_relief"]
    assert [button.idname for button in buttons] == names


def columns(rows: list[Any]) -> dict[str, tuple[str, ...]]:
    """Rows of a table by their labels."""
    return {row.label: row.values for row in rows}


def facts_of(objects: ModuleType, stats: Any) -> dict[str, str]:
    return {label: value for label, (value,) in columns(objects.fact_rows(stats)).items()}


def drawn_options(extension: str, **values: Any) -> Layout:
    """The import dialog."""
    operator = importlib.import_module(f"{extension}.operators.import_files").IMPORT_SCENE_OT_trivox
    layout = Layout()
    chosen = {"mode": "polygons", "colors": "texture", "join": "separate", "animation": "first", "unplaced": "side"}
    chosen["occlusion"] = 0
    chosen |= {"filepath": "/a.vox", "directory": "/", "files": [], "filter_glob": "*.vox;*.tvx"}
    chosen["properties"] = SimpleNamespace(is_property_set=lambda _name: not values.get("remembered"))
    operator.draw(SimpleNamespace(layout=layout, **{**chosen, **values}), bpy.context)
    return layout


def sidebar(width: int) -> SimpleNamespace:
    """A context with a sidebar of so many pixels."""
    names = ("scene", "object", "selected_objects", "window_manager", "preferences", "view_layer", "collection")
    values = {name: getattr(bpy.context, name) for name in names}
    return SimpleNamespace(**values, region=SimpleNamespace(width=width))


def import_two(write: Write) -> None:
    """Two files; the model of the first is placed twice."""
    twice = hv.vox(
        hv.dense_model(np.arange(1, 13, dtype=np.uint8).reshape(4, 3, 1)),
        hv.ntrn(0, 1), hv.ngrp(1, 2, 4), hv.ntrn(2, 3, name="one"), hv.nshp(3, 0), hv.ntrn(4, 3, name="two"),
    )  # fmt: skip
    bpy.ops.import_scene.trivox(filepath=write("first.vox", twice))
    bpy.ops.import_scene.trivox(filepath=write("second.vox", hv.vox(hv.cube())), mode="faces", interior="keep")


def test_record_has_one_name(extension: str, stats: ModuleType) -> None:
    assert importlib.import_module(f"{extension}.operators.modes").COMPARISONS == stats.COMPARISONS


def test_hints(panels: ModuleType) -> None:
    main, *others = drawn(panels).values()
    assert main.texts == ["Import", "No active object"] and others == [None] * 4
    bpy.ops.mesh.primitive_cube_add()
    main, *others = drawn(panels).values()
    assert main.texts == ["Import", "Not a Trivox mesh"] and others[:3] == [None] * 3


def test_active_object(panels: ModuleType, objects: ModuleType, stats: ModuleType, write: Write) -> None:
    import_two(write)
    one = bpy.data.objects["one"]
    bpy.context.view_layer.objects.active = one
    assert columns(objects.stage_rows(stats.statistics([one]))) == {
        "Outer Cubes": ("144", ""),
        "Visible Faces": ("76", "53 %"),
        "This Mesh": ("12", "16 %"),
    }
    facts = facts_of(objects, stats.statistics([one]))
    image = bpy.data.images["first"]
    assert facts["Vertices"] == "8" and facts["Texture"] == f"{image.size[0]} × {image.size[1]}"
    assert facts["Sealed Interior"] == "Removed" and "Mode" not in facts
    panel = drawn(panels)["Active Object"]
    assert panel.rows[0] == "one" and "16 %" in panel.rows
    assert "Edited since the import" not in panel.texts and "As Edited" not in panel.rows
    one.data.vertices.add(1)
    assert "Edited since the import" in drawn(panels)["Active Object"].texts


def test_no_step_stands_twice(objects: ModuleType, stats: ModuleType, write: Write) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.dense_model(np.ones((5, 5, 5), np.uint8)))))
    (obj,) = bpy.data.objects
    for mode in ("faces", "polygons", "watertight", "rectangles", "fewest"):
        bpy.ops.trivox.use_mode(mode=mode)
        values = [row.values[0] for row in objects.stage_rows(stats.statistics([obj]))]
        assert len(values) == len(set(values)) and values[0] == "1,500" and values[-1] in ("300", "12")


def test_what_the_mesh_is_now(panels: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    mesh = bpy.data.objects["one"].data
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide()
    bpy.ops.object.mode_set(mode="OBJECT")
    mesh.calc_loop_triangles()
    rows = drawn(panels)["Active Object"].rows
    assert rows[rows.index("As Edited") + 1] == str(len(mesh.loop_triangles)) != "12"


def test_selection_is_summed(panels: ModuleType, objects: ModuleType, stats: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.ops.mesh.primitive_cube_add()
    for obj in bpy.data.objects:
        obj.select_set(True)
    total = stats.statistics(bpy.context.selected_objects)
    assert (total.objects, total.meshes) == (3, 2)
    assert total.stages == {
        "cubes": 2 * 144 + 96,
        "shell": 2 * 144 + 96,
        "faces": 2 * 76 + 48,
        "polygons": 36,
        "mesh": 72,
    }
    facts = facts_of(objects, total)
    assert facts["Textures"] == "2" and facts["Mode"] == facts["Sealed Interior"] == "Mixed"
    selection = drawn(panels)["Steps of the Selection"]
    assert "200" in selection.rows and "These Meshes" in selection.rows
    assert "Shared meshes count for each object" in selection.texts
    assert total.texture_used == sum(sum(told(image)["atlases"][4::5]) for image in bpy.data.images)
    assert total.texels == sum(np.prod(image.size) for image in bpy.data.images)


def test_faces_have_no_step_of_polygons(objects: ModuleType, stats: ModuleType, write: Write) -> None:
    import_two(write)
    rows = columns(objects.stage_rows(stats.statistics([bpy.data.objects["second"]])))
    assert rows == {"Outer Cubes": ("96", ""), "This Mesh": ("48", "50 %")}


def test_certificate(panels: ModuleType, write: Write) -> None:
    import_two(write)
    context = bpy.context.view_layer.objects
    context.active = bpy.data.objects["second"]
    texts = {"rectangles": "Proven fewest without overlap", "fewest": "Proven fewest"}
    for mode in ("faces", "polygons", "watertight", "rectangles", "fewest"):
        bpy.ops.trivox.use_mode(mode=mode)
        rows = drawn(panels)["Active Object"].rows
        assert [row for row in rows if row in texts.values()] == [texts[name] for name in texts if name == mode]
    mesh = bpy.data.objects["second"].data
    record = told(mesh)
    record["counts"]["lower_bound"] = record["counts"]["triangles"] - 1234
    mesh["trivox"] = json.dumps(record)
    assert "At most 1,234 too many" in drawn(panels)["Active Object"].rows


def test_no_texture_has_no_rows(objects: ModuleType, stats: ModuleType, write: Write) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.cube())), colors="attribute")
    facts = facts_of(objects, stats.statistics(bpy.data.objects))
    assert "Vertices" in facts and not {"Texture", "Textures", "Texture Used"} & set(facts)
    bpy.ops.import_scene.trivox(filepath=write("b.vox", hv.vox(hv.cube())), colors="palette")
    facts = facts_of(objects, stats.statistics(bpy.data.objects))
    assert facts["Texture"] == "256 × 1" and facts["Texture Used"] == "3.1 %"


def test_removed_texture_is_not_counted(stats: ModuleType, write: Write) -> None:
    import_two(write)
    for image in bpy.data.images[:]:
        bpy.data.images.remove(image)
    assert stats.statistics(bpy.data.objects).textures == ()


def test_comparison(panels: ModuleType, table: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    context = sidebar(900)
    names = ["Voxel Faces", "Polygons", "Watertight", "Rectangles", "Fewest", "Cutout"]
    before = drawn(panels, context)["Modes"]
    assert [(button.text, button.depress) for button in before.buttons[:-3]] == [(n, n == "Watertight") for n in names]
    assert [button.mode for button in before.buttons[:-3]] == list(table.MODES)
    assert [button.text for button in before.buttons[-2:]] == ["Surface Nets", "Marching Cubes"]
    # What is not known yet has its place already; the mesh knows its own triangles.
    assert before.rows.count("–") == 5 * len(table.COLUMNS) + 2 and "16 %" in before.rows and "12" in before.rows
    bpy.ops.trivox.compare_modes()
    after = drawn(panels, context)["Modes"]
    assert [vars(button) for button in after.buttons] == [vars(button) for button in before.buttons]
    assert len(after.rows) == len(before.rows) + 1 and after.rows[-4] == "Best: Polygons, proven"
    assert "–" not in after.rows and (after.rows.count("Yes"), after.rows.count("No")) == (0, 6)
    assert sum(row.endswith(" KB") for row in after.rows) == 6
    assert after.rows.count("100 %") == 1 and after.rows.count("16 %") == 5
    bpy.context.view_layer.objects.active = bpy.data.objects["second"]
    assert "–" in drawn(panels, sidebar(900))["Modes"].rows


def test_kilobytes(table: ModuleType) -> None:
    texts = {0: "0.0 KB", 49: "<0.1 KB", 50: "0.1 KB", 1624: "1.6 KB", 99_949: "99.9 KB", 99_950: "100 KB"}
    texts[1_234_567] = "1,235 KB"
    assert {value: table.kilobytes(value) for value in texts} == texts


def test_nothing_moves_when_a_mode_is_used(panels: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["second"]
    bpy.ops.trivox.compare_modes()
    seen = []
    for mode in ("faces", "polygons", "watertight", "rectangles", "fewest"):
        bpy.ops.trivox.use_mode(mode=mode)
        main, modes, *_others = drawn(panels, sidebar(300)).values()
        assert [button.mode for button in modes.buttons if button.depress] == [mode]
        seen.append((main.rows, modes.rows))
    assert seen == seen[:1] * 5


@pytest.mark.parametrize("above", [0, 1200])
def test_the_best_mode_is_the_smallest(table: ModuleType, above: int) -> None:
    sizes = {"faces": 5000, "polygons": 3000, "watertight": 3100, "rectangles": 2500, "fewest": 2400}
    figures = {
        mode: {"triangles": size, "t_junctions": mode not in ("faces", "watertight"), "above_fewest": size}
        for mode, size in sizes.items()
    }
    figures["rectangles"]["above_fewest"], figures["fewest"]["above_fewest"] = 0, above
    assert table.best_mode(figures) == "fewest"
    text = "Best: Fewest, at most 1,200 too many" if above else "Best: Fewest, proven"
    assert table.verdict(figures, "fewest") == (text, not above)
    # Of equal ones that without T-junctions; the smallest cover says how good it is.
    figures["watertight"]["triangles"] = figures["polygons"]["triangles"] = 2400
    assert table.best_mode(figures) == "watertight"
    assert table.verdict(figures, "watertight") == (text.replace("Fewest", "Watertight"), not above)
    assert table.verdict(figures, "") == ("", False)
    # What draws much that is clear has its price, and is not called best.
    figures["cutout"] = {"triangles": 900, "t_junctions": True, "above_fewest": 500}
    assert table.best_mode(figures) == "watertight"
    assert table.verdict(figures, "watertight") == (text.replace("Fewest", "Watertight"), not above)


def test_figures_say_what_they_mean(panels: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["second"]
    bpy.ops.trivox.compare_modes()
    key = told(bpy.data.objects["second"].data)["comparison"]
    kept = bpy.context.window_manager["trivox_comparisons"][key]
    kept["rectangles"]["triangles"], kept["fewest"]["triangles"] = 43, 41
    kept["fewest"]["above_fewest"] = 7
    figures = drawn(panels, sidebar(900))["Modes"].figures
    assert figures["90 %"].endswith("43 of 48 triangles")
    assert figures["43"].endswith("Proven: as few as there can be without overlap")
    assert figures["41"].endswith("At most 7 more than there must be")


@pytest.mark.parametrize("panel", ["Modes", "Active Object", "Triangles in Total"])
def test_narrow_sidebars_have_fewer_columns(panels: ModuleType, write: Write, panel: str) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    bpy.ops.trivox.compare_modes()
    counts = [len(drawn(panels, sidebar(width))[panel].numbers) for width in (100, 180, 292, 420, 900)]
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_columns_that_fit_leave_numbers_whole(panels: ModuleType) -> None:
    make = importlib.import_module(panels.__name__.replace("panels", "widths")).Room
    widths = [50, 40, 64]
    found = set()
    for width in range(60, 400, 10):
        room = make(sidebar(width))
        fitting = room.columns(100, widths)
        assert fitting == 1 or 100 + sum(widths[:fitting]) <= room.pixels
        assert fitting == 3 or 100 + sum(widths[: fitting + 1]) > room.pixels
        found.add(fitting)
    assert found == {1, 2, 3}


def test_modes_lose_their_names_before_numbers_are_lost(
    panels: ModuleType, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    pictures = importlib.import_module(panels.__name__.replace("panels", "pictures")).PICTURES
    monkeypatch.setattr(type(pictures), "icon", lambda _self, _mode: 1)
    for width, named in ((420, True), (170, False)):
        texts = [button.text for button in drawn(panels, sidebar(width))["Modes"].buttons[:-3]]
        assert len(texts) == 6 and all(texts) == any(texts) == named


def test_headers_are_cut_before_numbers(panels: ModuleType) -> None:
    cells = importlib.import_module(panels.__name__.replace("panels", "cells"))
    room = importlib.import_module(panels.__name__.replace("panels", "widths")).Room(sidebar(200))
    header = "A header that is longer than the sidebar is wide"
    texts, widths = cells.fit_columns([[header, "12,345", "6"], [header, "1", "2"]], 60, room, headed=True)
    assert [text.strip() for text in texts[0]] == [header, "12,345", "6"]
    assert room.cell("12,345") <= widths[0] <= room.pixels - 60 and len(widths) == 1
    assert abs(room.text(texts[0][1]) - room.text(texts[0][2])) <= 1 and room.text(texts[0][1]) < widths[0]


JAPANESE = "3Dプリント用には辺を分離してインポートしてください"


@pytest.mark.parametrize("text", [JAPANESE, "a" * 99, "two words and " + "b" * 60, "x"])
@pytest.mark.parametrize("width", [60, 120, 292, 2000])
def test_lines_fit_also_without_spaces(panels: ModuleType, text: str, width: int) -> None:
    room = importlib.import_module(panels.__name__.replace("panels", "widths")).Room(sidebar(width))
    lines = room.lines(text, room.icon())
    assert "".join(lines).replace(" ", "") == text.replace(" ", "") and all(lines)
    gap = room.cell("") + room.icon()
    assert all(len(line) == 1 or room.text(line) + gap <= room.pixels for line in lines)
    # No line could take the first character of the next one, unless a space parts them.
    for line, after in pairwise(lines):
        if line + after in text:
            assert len(line) == 1 or room.text(line + after[0]) + gap > room.pixels


def test_texts_are_made_equally_wide(panels: ModuleType) -> None:
    room = importlib.import_module(panels.__name__.replace("panels", "widths")).Room(bpy.context)
    texts = ["Triangles", "1,234", "7"]
    flush = room.flush(texts)
    assert [text.strip() for text in flush] == texts and flush[0] == texts[0]
    assert max(map(room.text, flush)) - min(map(room.text, flush)) <= 1
    sentence = "The file is cut short; copy or export it again, or ask who made it"
    lines = room.lines(sentence)
    assert " ".join(lines) == sentence and len(lines) > 1 and all(room.text(line) < room.pixels for line in lines)


def test_dialog_shows_every_option(extension: str) -> None:
    # The voxel size is shown as a length in the scene's units.
    hidden = {"rna_type", "location", "filepath", "directory", "files", "filter_glob", "voxel_size"}
    names = {prop.identifier for prop in bpy.ops.import_scene.trivox.get_rna_type().properties} - hidden
    playing = {"rate", "frame_keys"}
    searched, cut = {"effort"}, {"texels_per_rectangle"}
    plain = names - searched - cut
    assert sorted(drawn_options(extension).props) == sorted(plain - {"frame", *playing})
    assert sorted(drawn_options(extension, mode="fewest").props) == sorted((plain | searched) - {"frame", *playing})
    assert sorted(drawn_options(extension, mode="cutout").props) == sorted((plain | cut) - {"frame", *playing})
    assert sorted(drawn_options(extension, animation="frame").props) == sorted(plain - playing)
    for chosen in ({"animation": "animate"}, {"unplaced": "frames"}):
        assert sorted(drawn_options(extension, **chosen).props) == sorted(plain - {"frame"})


def test_dialog_says_where_cut_outs_have_their_colors(extension: str) -> None:
    other = drawn_options(extension, mode="cutout", colors="palette")
    assert "colors" not in other.props and "merge" in other.props
    at = other.rows.index("Stored In")
    assert other.rows[at + 1] == "Texture" and "border" not in other.disabled
    assert "colors" in drawn_options(extension, mode="fewest", colors="palette").props


TEXTURE = ["border", "power_of_two", "largest_texture", "align", "texel_scale", "own_texels"]
OCCLUSION = ["occlusion_in", "occlusion_strength"]
TEXTURE += ["occlusion", *OCCLUSION]
"""Options of textures of several colors."""
FINISHED = {"faces", "colors", "hierarchy", "show_colors", "layers", "hidden", "animation", "scene_range", "at_origin"}
FINISHED |= {"places", "part_edges", "split_colors", "textures", "glass", "single_sided", "emission", "again"}
FINISHED |= {"one_texture", "overlap"}
"""Options that finished meshes leave."""


def test_dialog_shows_what_finished_meshes_leave(extension: str) -> None:
    layout = drawn_options(extension, filepath="/a.TVX")
    assert set(layout.props) == FINISHED
    assert "Meshes stay as they are" in layout.rows and layout.disabled == ["split_colors"]
    assert set(drawn_options(extension, filepath="/a.tvx", join="one").props) == {*FINISHED, "join"}
    assert set(drawn_options(extension, filepath="/a.tvx", animation="animate").props) == {
        *FINISHED,
        "rate",
        "frame_keys",
    }
    assert set(drawn_options(extension, filepath="/a.tvx", unplaced="frames").props) == FINISHED
    every = set(drawn_options(extension).props)
    files = [SimpleNamespace(name=name) for name in ("a.tvx", "b.tvx", "c.vox")]
    assert set(drawn_options(extension, files=files[:2]).props) == FINISHED
    for chosen in ({"files": files}, {"filepath": "/folder/"}, {"filepath": "", "filter_glob": "*.vox"}):
        layout = drawn_options(extension, **chosen)
        assert set(layout.props) == every and "Meshes stay as they are" not in layout.rows
    assert set(drawn_options(extension, filepath="/folder/", filter_glob="*.tvx").props) == FINISHED
    assert set(drawn_options(extension, filepath="/a.tvx", remembered=True).props) == every


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
def test_dialog_lets_overlap_what_has_junctions_and_part_what_has_none(extension: str, mode: str) -> None:
    disabled = drawn_options(extension, mode=mode).disabled
    assert ("overlap" in disabled, "part_edges" in disabled) == (
        (True, False) if mode in ("faces", "watertight") else (False, True)
    )


def test_dialog_shows_what_joining_excludes(extension: str) -> None:
    fixed = ["part_edges", "split_colors", *OCCLUSION]
    assert drawn_options(extension, animation="animate").disabled == fixed
    animation = ["animation", "frame_keys", "rate", "unplaced"]
    disabled = drawn_options(extension, animation="animate", join="contacts").disabled
    assert sorted(disabled) == sorted([*animation, *fixed])
    assert drawn_options(extension, join="one").disabled == [*fixed, "hierarchy", "layers"]


@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles", "fewest"])
def test_dialog_parts_edges_of_meshes_without_t_junctions(extension: str, mode: str) -> None:
    disabled = drawn_options(extension, mode=mode).disabled
    assert ("part_edges" in disabled) == (mode not in ("faces", "watertight"))


@pytest.mark.parametrize("colors", ["palette", "attribute", "materials"])
def test_dialog_shows_what_colors_decide(extension: str, colors: str) -> None:
    layout = drawn_options(extension)
    fixed = ["part_edges", "split_colors"]
    assert layout.disabled == [*fixed, *OCCLUSION] and "merge" in layout.props and "Same Color" not in layout.rows
    assert not {*OCCLUSION} & {*drawn_options(extension, occlusion=8).disabled}
    layout = drawn_options(extension, colors=colors)
    without_image = ["textures"] if colors in ("attribute", "materials") else []
    fixed = fixed[: 1 if colors == "attribute" else 2]
    assert layout.disabled == [*fixed, *without_image, *TEXTURE, "one_texture"] and "merge" not in layout.props
    assert layout.rows[layout.rows.index("Merge") + 1] == "Same Color"


@pytest.mark.parametrize("occlusion", [0, 8])
def test_dialog_has_no_occlusion_for_numbers_of_colors(extension: str, occlusion: int) -> None:
    disabled = drawn_options(extension, colors="strip", occlusion=occlusion).disabled
    assert disabled == ["part_edges", "split_colors", "occlusion", *OCCLUSION]


def test_numbers(extension: str) -> None:
    text = importlib.import_module(f"{extension}.ui.format")
    assert text.number(12 * 2.0**33) == "103,079,215,104"
    shares = [(57, 100), (9.94, 100), (9.95, 100), (7286, 100528), (1, 10000), (0, 5), (0, 0), (3, 2)]
    assert [text.percent(*share) for share in shares] == [
        "57 %", "9.9 %", "10 %", "7.2 %", "<0.1 %", "0.0 %", "", "150 %",
    ]  # fmt: skip


def operator_texts() -> set[str]:
    texts = set()
    files = bpy.ops.import_scene.trivox, bpy.ops.import_scene.trivox_picture
    files += bpy.ops.export_scene.trivox, bpy.ops.export_scene.trivox_vox
    # One only lends numbers its tooltip.
    own = (getattr(bpy.ops.trivox, name) for name in dir(bpy.ops.trivox) if name != "explain")
    for operator in (*files, *own):
        rna = operator.get_rna_type()
        texts |= {rna.name, rna.description} | property_texts(rna)
    return texts


def property_texts(rna: bpy.types.Struct) -> set[str]:
    texts = set()
    for prop in rna.properties:
        if prop.identifier in ("rna_type", "location", "filepath", "directory", "files", "check_existing", "bl_idname"):
            continue
        if not prop.identifier.startswith("filter_"):
            texts |= {prop.name, prop.description}
            for item in getattr(prop, "enum_items", ()):
                texts |= {item.name, item.description}
    return texts


def source_calls(*packages: str) -> list[ast.Call]:
    files = [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def call_name(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def plain_texts(calls: list[ast.Call]) -> set[str]:
    """All constant texts in calls that translate what they get."""
    found = set()
    for call in calls:
        if call_name(call).startswith("pgettext"):
            found |= {node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)}
        texts = [keyword.value for keyword in call.keywords if keyword.arg == "text"]
        texts = (
            call.args[1:] if call_name(call) == "hint" else texts if call_name(call) in ("label", "operator") else []
        )
        found |= {node.value for text in texts for node in ast.walk(text) if isinstance(node, ast.Constant)}
    return {text for text in found if isinstance(text, str)}


def table_texts(ui: str) -> set[str]:
    """What tables of the panels say, and what their numbers mean."""
    objects, table, sums = (importlib.import_module(f"{ui}.{name}_panel") for name in ("object", "modes", "totals"))
    texts = {text for entry in (*objects.STAGES, *objects.FACTS, *sums.COLUMNS) for text in entry[-2:]}
    texts |= {objects.HEADER.label, *objects.HEADER.abouts, *objects.HEADER.values, *sums.SCOPES}
    texts |= {text for column in table.COLUMNS for text in (column.label, column.about)}
    group = bpy.types.Scene.bl_rna.properties["trivox_budget"].fixed_type
    shown = [group.properties[name] for name in ("use", "triangles")]
    texts |= {text for prop in shown for text in (prop.name, prop.description)}
    return texts | {*table.MODES.values(), *objects.INTERIORS.values()} | {"These Meshes"}


def test_every_text_has_a_translation(panels: ModuleType, extension: str, write: Write) -> None:
    translations = importlib.import_module(f"{extension}.ui.translations").TRANSLATIONS
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    bpy.ops.trivox.compare_modes()
    for obj in bpy.data.objects:
        obj.select_set(True)
    texts = operator_texts() | plain_texts(source_calls("ui", "operators"))
    layouts = [layout for layout in drawn(panels).values() if layout]
    texts |= {text for layout in (*layouts, drawn_options(extension)) for text in layout.texts}
    edits = importlib.import_module(f"{extension}.blender.edits")
    texts |= {*edits.LOST, *edits.UNSAID}
    texts |= property_texts(bpy.context.preferences.addons[extension].preferences.bl_rna)
    every = importlib.import_module(f"{extension}.ui").CLASSES
    shown = [panel for panel in every if issubclass(panel, bpy.types.Panel)]
    own = bpy.types.Object.bl_rna.properties["trivox_shape"]
    texts |= {own.name, own.description} | {text for item in own.enum_items for text in (item.name, item.description)}
    texts |= {panel.bl_label for panel in shown} | {bpy.types.IO_FH_trivox_vox.bl_label}
    texts |= {bpy.types.IO_FH_trivox_picture.bl_label}
    texts |= {reader.title for reader in importlib.import_module(f"{extension}.core.formats").plain_readers()}
    texts |= table_texts(panels.__name__.rpartition(".")[0])
    presets = (ROOT / "presets").rglob("*.py")
    texts |= {bpy.path.display_name(str(path), title_case=False) for path in presets}
    for locale, table in translations.items():
        known = {text for _context, text in table}
        assert texts - {""} == known, (locale, texts ^ known)


def test_translations_keep_their_fields(extension: str) -> None:
    translations = importlib.import_module(f"{extension}.ui.translations").TRANSLATIONS
    for table in translations.values():
        for (_context, text), other in table.items():
            fields = [sorted(part[1] or "" for part in string.Formatter().parse(form)) for form in (text, other)]
            assert fields[0] == fields[1] and other.strip() == other and other


def test_texts_are_not_built(extension: str) -> None:
    for call in source_calls("ui", "operators"):
        untranslated = any(word.arg == "translate" and word.value.value is False for word in call.keywords)
        texts = [word.value for word in call.keywords if word.arg in ("text", "name", "description")]
        if call_name(call).startswith("pgettext"):
            texts = [call.args[0]]
        elif call_name(call) not in ("label", "operator") and not call_name(call).endswith("Property"):
            continue
        if not untranslated:
            assert not any(isinstance(node, ast.JoinedStr | ast.BinOp) for text in texts for node in ast.walk(text))


def test_edits_are_told_by_content(panels: ModuleType, write: Write, extension: str) -> None:
    """A moved vertex is an edit, a moved object is none; and a large mesh is not looked at for each drawing."""
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.cube())))
    obj, panel = bpy.context.object, importlib.import_module(f"{extension}.ui.object_panel")
    looked = []
    whole = panel.edits_of
    panel.edits_of = lambda mesh: looked.append(mesh) or whole(mesh)
    try:
        for _draw in range(3):
            assert "Edited since the import" not in drawn(panels)["Active Object"].rows
            obj.location.x += 1
            bpy.context.view_layer.update()
        # `drawn` itself forgets what was kept each time; here that is left to Blender.
        looked.clear()
        assert not any(panel.is_edited(obj.data) for _draw in range(3)) and len(looked) <= 1
        obj.data.vertices[0].co.x += 0.03
        obj.data.update()
        bpy.context.view_layer.update()
        assert panel.is_edited(obj.data) and "Edited since the import" in drawn(panels)["Active Object"].rows
    finally:
        panel.edits_of = whole
