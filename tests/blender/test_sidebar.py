"""The sidebar's numbers and texts, drawn on a layout that only writes down what it is told."""

from __future__ import annotations

import ast
import importlib
import json
import string
from collections.abc import Callable
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
        self.enabled = True

    def label(self, text: str = "", icon: str = "", translate: bool = True) -> None:
        self.rows.append(text)
        if translate and text:
            self.texts.append(text)

    def operator(self, idname: str, text: str = "", icon: str = "", depress: bool = False) -> SimpleNamespace:
        self.label(text)
        self.buttons.append(SimpleNamespace(idname=idname, text=text, depress=depress))
        return self.buttons[-1]

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


@pytest.fixture
def panels(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.ui.panels")


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


def drawn(panels: ModuleType, context: Any = None) -> list[Layout | None]:
    return [draw(panel, context or bpy.context) for panel in panels.CLASSES]


def drawn_options(extension: str, **values: Any) -> Layout:
    """The import dialog."""
    operator = importlib.import_module(f"{extension}.operators.import_files").IMPORT_SCENE_OT_trivox
    layout = Layout()
    chosen = {"mode": "polygons", "colors": "texture", "join": "separate", "animation": "first", "unplaced": "side"}
    chosen |= {"filepath": "/a.vox", "directory": "/", "files": [], "filter_glob": "*.vox;*.tvx"}
    chosen["properties"] = SimpleNamespace(is_property_set=lambda _name: not values.get("remembered"))
    operator.draw(SimpleNamespace(layout=layout, **{**chosen, **values}), bpy.context)
    return layout


def wide_sidebar() -> SimpleNamespace:
    """A context with a broad sidebar."""
    names = ("scene", "object", "selected_objects", "window_manager", "preferences")
    values = {name: getattr(bpy.context, name) for name in names}
    return SimpleNamespace(**values, region=SimpleNamespace(width=900))


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
    context = SimpleNamespace(scene=bpy.context.scene, object=None, selected_objects=[])
    main, *others = drawn(panels, context)
    assert main.texts == ["Import", "No active object"] and others == [None] * 3
    bpy.ops.mesh.primitive_cube_add()
    main, *others = drawn(panels)
    assert main.texts == ["Import", "Not a Trivox mesh"] and others == [None] * 3


def test_active_object(panels: ModuleType, stats: ModuleType, write: Write) -> None:
    import_two(write)
    one = bpy.data.objects["one"]
    bpy.context.view_layer.objects.active = one
    rows = {label: tuple(values) for label, *values in panels.stage_rows(stats.statistics([one]))}
    assert rows == {
        "Step": ("Triangles", "Kept"),
        "Cubes": ("144", ""),
        "Shell": ("144", "100 %"),
        "Visible Faces": ("76", "53 %"),
        "Polygons": ("12", "16 %"),
        "This Mesh": ("12", "100 %"),
    }
    facts = dict(panels.fact_rows(stats.statistics([one])))
    image = bpy.data.images["first"]
    assert facts["Vertices"] == "8" and facts["Texture"] == f"{image.size[0]} × {image.size[1]}"
    assert facts["Mode"] == "Polygons" and facts["Sealed Interior"] == "Removed"
    main, active, _comparison, _selection = drawn(panels)
    assert main.texts == ["Import"]
    assert active.rows[0] == "one" and "16 %" in active.rows
    assert "Edited since the import" not in active.texts
    one.data.vertices.add(1)
    assert "Edited since the import" in drawn(panels)[1].texts


def test_selection_is_summed(panels: ModuleType, stats: ModuleType, write: Write) -> None:
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
    facts = dict(panels.fact_rows(total))
    assert facts["Objects"] == "3" and facts["Different Meshes"] == "2" and facts["Textures"] == "2"
    assert facts["Mode"] == facts["Sealed Interior"] == "Mixed"
    *_others, selection = drawn(panels)
    assert "200" in selection.rows and "Different Meshes" in selection.texts
    assert total.texture_used == sum(sum(told(image)["atlases"][4::5]) for image in bpy.data.images)
    assert total.texels == sum(np.prod(image.size) for image in bpy.data.images)


def test_faces_have_no_step_of_polygons(panels: ModuleType, stats: ModuleType, write: Write) -> None:
    import_two(write)
    rows = panels.stage_rows(stats.statistics([bpy.data.objects["second"]]))
    assert [row[0] for row in rows] == ["Step", "Cubes", "Shell", "Visible Faces", "This Mesh"]
    assert rows[-1] == ("This Mesh", "48", "100 %")


def test_certificate(panels: ModuleType, write: Write) -> None:
    import_two(write)
    context = bpy.context.view_layer.objects
    context.active = bpy.data.objects["second"]
    assert "Proven fewest" not in drawn(panels)[1].rows
    for mode in ("rectangles", "fewest"):
        bpy.ops.trivox.use_mode(mode=mode)
        assert "Proven fewest" in drawn(panels)[1].rows
    mesh = bpy.data.objects["second"].data
    record = told(mesh)
    record["counts"]["lower_bound"] = record["counts"]["triangles"] - 1234
    mesh["trivox"] = json.dumps(record)
    assert "At most 1,234 above the fewest" in drawn(panels)[1].rows


def test_no_texture_has_no_rows(panels: ModuleType, stats: ModuleType, write: Write) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", hv.vox(hv.cube())), colors="attribute")
    facts = dict(panels.fact_rows(stats.statistics(bpy.data.objects)))
    assert "Vertices" in facts and not {"Texture", "Textures", "Texture Used"} & set(facts)
    bpy.ops.import_scene.trivox(filepath=write("b.vox", hv.vox(hv.cube())), colors="palette")
    facts = dict(panels.fact_rows(stats.statistics(bpy.data.objects)))
    assert facts["Texture"] == "256 × 1" and facts["Texture Used"] == "3.1 %"


def test_removed_texture_is_not_counted(panels: ModuleType, stats: ModuleType, write: Write) -> None:
    import_two(write)
    for image in bpy.data.images[:]:
        bpy.data.images.remove(image)
    assert stats.statistics(bpy.data.objects).textures == ()


def test_comparison(panels: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    layout = drawn(panels)[2]
    assert [button.idname for button in layout.buttons] == ["trivox.compare_modes"] and layout.rows == [""]
    bpy.ops.trivox.compare_modes()
    layout = drawn(panels)[2]
    names = ["Voxel Faces", "Polygons", "Watertight", "Rectangles", "Fewest"]
    assert [(button.text, button.depress) for button in layout.buttons[1:]] == [(n, n == "Polygons") for n in names]
    assert [button.mode for button in layout.buttons[1:]] == list(panels.MODES)
    assert layout.rows.count("Mode") == 2 and layout.rows[-1] == "Proven fewest in every mode"
    assert "Proven" not in layout.rows and layout.rows.count("No") == 5
    wide = drawn(panels, wide_sidebar())[2]
    assert wide.rows.count("Mode") == 1 and "Proven" in wide.rows
    assert (wide.rows.count("Yes"), wide.rows.count("No")) == (5, 5)
    bpy.context.view_layer.objects.active = bpy.data.objects["second"]
    assert len(drawn(panels)[2].buttons) == 1


def test_comparison_that_is_not_proven(panels: ModuleType, write: Write) -> None:
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    bpy.ops.trivox.compare_modes()
    key = told(bpy.data.objects["one"].data)["comparison"]
    fewest = bpy.context.window_manager["trivox_comparisons"][key]["fewest"]
    fewest["above_fewest"], fewest["proven"] = 1200, False
    assert drawn(panels)[2].rows[-1] == "Fewest: at most 1,200 too many"
    assert drawn(panels, wide_sidebar())[2].rows.count("No") == 6


def test_dialog_shows_every_option(extension: str) -> None:
    # The voxel size is shown as a length in the scene's units.
    hidden = {"rna_type", "location", "filepath", "directory", "files", "filter_glob", "voxel_size"}
    names = {prop.identifier for prop in bpy.ops.import_scene.trivox.get_rna_type().properties} - hidden
    playing = {"rate", "frame_keys"}
    assert sorted(drawn_options(extension).props) == sorted(names - {"effort", "frame", *playing})
    assert sorted(drawn_options(extension, mode="fewest").props) == sorted(names - {"frame", *playing})
    assert sorted(drawn_options(extension, animation="frame").props) == sorted(names - {"effort", *playing})
    for chosen in ({"animation": "animate"}, {"unplaced": "frames"}):
        assert sorted(drawn_options(extension, **chosen).props) == sorted(names - {"effort", "frame"})


FINISHED = {"faces", "colors", "hierarchy", "show_colors", "layers", "hidden", "animation", "scene_range", "at_origin"}
FINISHED |= {"places", "part_edges", "split_colors", "textures", "glass", "single_sided", "emission", "again"}
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


def test_dialog_shows_what_joining_excludes(extension: str) -> None:
    fixed = ["part_edges", "split_colors"]
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
    assert layout.disabled == fixed and "merge" in layout.props and "Same Color" not in layout.rows
    layout = drawn_options(extension, colors=colors)
    without_image = ["textures"] if colors in ("attribute", "materials") else []
    fixed = fixed[: 1 if colors == "attribute" else 2]
    assert layout.disabled == [*fixed, "border", "power_of_two", *without_image] and "merge" not in layout.props
    assert layout.rows[layout.rows.index("Merge") + 1] == "Same Color"


def test_numbers(extension: str) -> None:
    text = importlib.import_module(f"{extension}.ui.format")
    assert text.number(12 * 2.0**33) == "103,079,215,104"
    shares = [(57, 100), (9.94, 100), (9.95, 100), (7286, 100528), (1, 10000), (0, 5), (0, 0), (3, 2)]
    assert [text.percent(*share) for share in shares] == [
        "57 %", "9.9 %", "10 %", "7.2 %", "<0.1 %", "0.0 %", "", "150 %",
    ]  # fmt: skip


def operator_texts() -> set[str]:
    texts = set()
    files = bpy.ops.import_scene.trivox, bpy.ops.import_scene.trivox, bpy.ops.export_scene.trivox
    own = bpy.ops.trivox.compare_modes, bpy.ops.trivox.use_mode, bpy.ops.trivox.save_textures
    looks = bpy.ops.trivox.show_colors, bpy.ops.trivox.stage, bpy.ops.trivox.soft_edges
    own = *own, bpy.ops.trivox.reload, bpy.ops.trivox.follow_file
    for operator in (*files, *own, *looks):
        rna = operator.get_rna_type()
        texts |= {rna.name, rna.description}
        for prop in rna.properties:
            if prop.identifier in ("rna_type", "location", "filepath", "directory", "files", "check_existing"):
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
            call.args[1:] if call_name(call) == "_hint" else texts if call_name(call) in ("label", "operator") else []
        )
        found |= {node.value for text in texts for node in ast.walk(text) if isinstance(node, ast.Constant)}
    return {text for text in found if isinstance(text, str)}


def test_every_text_has_a_translation(panels: ModuleType, extension: str, write: Write) -> None:
    translations = importlib.import_module(f"{extension}.ui.translations").TRANSLATIONS
    import_two(write)
    bpy.context.view_layer.objects.active = bpy.data.objects["one"]
    bpy.ops.trivox.compare_modes()
    for obj in bpy.data.objects:
        obj.select_set(True)
    texts = operator_texts() | plain_texts(source_calls("ui", "operators"))
    texts |= {text for layout in (*drawn(panels), drawn_options(extension)) for text in layout.texts}
    texts |= {bpy.types.VIEW3D_PT_trivox_looks.bl_label}
    texts |= {panel.bl_label for panel in panels.CLASSES} | {bpy.types.IO_FH_trivox_vox.bl_label}
    texts |= {reader.title for reader in importlib.import_module(f"{extension}.core.formats").READERS}
    edits = importlib.import_module(f"{extension}.blender.edits")
    texts |= {importlib.import_module(f"{extension}.ui.files_panel").CLASSES[0].bl_label}
    texts |= {panels.FOUR_FACES, *edits.LOST, *edits.UNSAID}
    presets = (ROOT / "presets").rglob("*.py")
    texts |= {bpy.path.display_name(str(path), title_case=False) for path in presets}
    texts |= {label for _name, label in (*panels.STAGES, *panels.COMPARED)} | {
        *panels.MODES.values(),
        *panels.INTERIORS.values(),
    }
    for locale, table in translations.items():
        known = {text for _context, text in table}
        assert texts == known, (locale, texts ^ known)


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
