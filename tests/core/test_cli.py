"""The command line: JSON, tables, warnings, exit codes, and files that fail among others that do not."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import helpers_vox as hv
import numpy as np
import pytest
import trivox.cli.check as checking
import trivox.core.checks as proofs
from trivox.cli import main
from trivox.cli.terminal import counted, plain
from trivox.core import Counts, LimitError, MeshOptions, SceneOptions, assemble, build_model, read
from trivox.core.convert import ConvertOptions, convert_file
from trivox.core.formats import WRITERS, Written, file_bytes
from trivox.core.mesh.modes import MODES

Capture = pytest.CaptureFixture[str]
MODULE = [sys.executable, "-m", "trivox"]
needs_libraries = pytest.mark.skipif(
    not (importlib.util.find_spec("pygltflib") and importlib.util.find_spec("PIL")),
    reason="pygltflib or pillow is not installed",
)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A hollow box of 5x5x5 with a voxel beside it: a sealed cavity."""
    grid = np.full((5, 5, 5), 7, np.uint8)
    grid[1:4, 1:4, 1:4] = 0
    path = tmp_path / "box.vox"
    path.write_bytes(hv.vox(hv.dense_model(grid), hv.cube(), hv.rgba(hv.colors())))
    return path


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """Two cubes of 2x2x2, one shown twice so that two of them touch, the third far away, hidden and moving."""
    path = tmp_path / "pair.vox"
    nodes = (
        hv.ntrn(0, 1),
        hv.ngrp(1, 2, 4, 6),
        hv.ntrn(2, 3, {"t": "1 1 1"}, layer=0, name="left"),
        hv.nshp(3, 0),
        hv.ntrn(4, 5, {"t": "3 1 1"}, layer=0, name="right"),
        hv.nshp(5, 0),
        hv.ntrn(6, 7, {"t": "9 1 1"}, {"f": 5, "t": "9 1 7"}, name="away", hidden=1),
        hv.nshp(7, (1, 0), (2, 5)),
        hv.layr(0, name="walls"),
    )
    one = [hv.model((2, 2, 2), [(x, y, z, 3) for x in (0, 1) for y in (0, 1) for z in (0, 1)])]
    bar, rod = hv.model((1, 1, 4), [(0, 0, 0, 5), (0, 0, 2, 5)]), hv.model((1, 1, 4), [(0, 0, 0, 5)])
    path.write_bytes(hv.vox(*one, bar, rod, *nodes))
    return path


def records(capsys: Capture, *arguments: object) -> list[dict]:
    """What stats gives as JSON."""
    assert main(["stats", "--json", *map(str, arguments)]) == 0
    return json.loads(capsys.readouterr().out)


def failed(capsys: Capture, *arguments: object, code: int = 1) -> str:
    """The only line on stderr of a command that fails and prints nothing else."""
    assert main([*map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err


def test_stats_as_json(box: Path, capsys: Capture) -> None:
    assert main(["stats", str(box), "--json", "--interior", "keep", "--mode", "faces"]) == 0
    out, err = capsys.readouterr()
    first, second = json.loads(out)
    assert err == ""
    counts = build_model(read(box).models[0], MeshOptions(mode="faces", interior="keep")).counts
    assert {name: first[name] for name in counts} == dict(counts)
    assert (first["file"], first["model"], second["model"]) == (str(box), 0, 1)
    assert (first["mode"], first["interior"], first["size"]) == ("faces", "keep", [5, 5, 5])
    assert first["faces"] == 150 + 54 and first["triangles"] == 408 and second["triangles"] == 48
    assert np.prod(first["atlas"]) == first["texels"]
    assert set(first["seconds"]) >= {"read", "scene", "exposure", "contours", "triangles", "weld", "texture", "counts"}
    assert set(Counts.__dataclass_fields__) <= set(first)


def test_options_reach_the_mesh(box: Path, capsys: Capture) -> None:
    found = [
        records(capsys, *options, box)[0]
        for options in ([], ["--interior", "keep"], ["--mode", "polygons"], ["--border", "3"])
    ]
    plain_box, keep, polygons, border = found
    assert (plain_box["mode"], plain_box["interior"], polygons["mode"]) == ("watertight", "remove", "polygons")
    assert (plain_box["faces"], keep["faces"]) == (150, 204)
    assert border["texels"] > plain_box["texels"]


def test_options_reach_the_texture(box: Path, capsys: Capture) -> None:
    plain, scale, align, own = (
        records(capsys, *options, box)[0] for options in ([], ["--texels", "4"], ["--align"], ["--own-texels"])
    )
    assert (plain["tiles"], scale["tiles"], own["tiles"]) == (1, 1, 6)
    assert own["texels_used"] == 6 * 49 and scale["texels"] == plain["texels"] == 9
    assert (align["texels"], align["atlas"]) == (16, [4, 4])


@pytest.mark.parametrize("command", ["stats", "check", "convert"])
def test_effort_reaches_the_mesh(
    box: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str, tmp_path: Path
) -> None:
    seen: list[int] = []
    build = MODES["fewest"].build

    def spy(faces, polygons, search, progress):  # type: ignore[no-untyped-def]
        seen.append(search.effort)
        return build(faces, polygons, search, progress)

    object.__setattr__(MODES["fewest"], "build", spy)
    try:
        target = [str(tmp_path / "a.tvx")] if command == "convert" else []
        assert main([command, str(box), *target, "--mode", "fewest", "--effort", "7"]) == 0
    finally:
        object.__setattr__(MODES["fewest"], "build", build)
    assert seen and set(seen) == {7}


def test_merge_by_material_is_the_same_everywhere(tmp_path: Path, capsys: Capture) -> None:
    path, target = tmp_path / "half.vox", tmp_path / "half.tvx"
    voxels = [(x, y, 0, 1 + x // 2) for x in range(4) for y in range(4)]
    path.write_bytes(hv.vox(hv.model((4, 4, 1), voxels), hv.matl(1, type="_diffuse"), hv.matl(2, type="_blend")))
    found = [records(capsys, "--merge", merge, path)[0]["triangles"] for merge in ("material", "color")]
    assert found == [12, 20]
    for merge, triangles in zip(("material", "color"), found, strict=True):
        assert main(["check", "--merge", merge, str(path)]) == 0
        assert f"{triangles} triangles" in capsys.readouterr().out
        assert main(["convert", "--merge", merge, str(path), str(target)]) == 0
        assert f" {triangles} triangles, " in capsys.readouterr().err


def test_stats_as_a_table(box: Path, capsys: Capture) -> None:
    big = np.full((30, 20, 10), 3, np.uint8)
    box.write_bytes(hv.vox(hv.dense_model(big)))
    assert main(["stats", str(box)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{box}, model 0"
    assert lines[1] == "  30 x 20 x 10 cells, 6,000 voxels; mode watertight, sealed cavities removed"
    rows = {line[2:17].strip(): line[17:].split("  ") for line in lines[2:] if line}
    numbers = {label: [part.strip() for part in parts if part.strip()] for label, parts in rows.items()}
    assert numbers["cubes"] == ["72,000"]
    assert numbers["visible faces"] == ["4,400", f"{100 * 4400 / (12 * 1968):.1f} %"]
    assert numbers["polygons"] == ["12", "0.3 %"] and numbers["this mesh"] == ["12", "100.0 %"]
    assert "4-face edges" not in numbers
    assert numbers["vertices"] == ["8"] and numbers["GPU vertices"] == ["24", "split by normal and UV"]
    header = next(line for line in lines if line.endswith("of stage before"))
    assert {len(line) for line in lines if line.endswith(" %")} == {len(header)}
    assert not any("as drawn" in line for line in lines)


def test_edges_with_four_faces_are_told(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "edge.vox"
    path.write_bytes(hv.vox(hv.model((2, 2, 3), [(x, x, z, 1) for x in (0, 1) for z in range(3)])))
    for mode, edges in (("faces", 3), ("watertight", 1), ("polygons", None)):
        assert records(capsys, "--mode", mode, path)[0]["four_face_edges"] == edges
        assert main(["stats", "--mode", mode, str(path)]) == 0
        lines = [line.split() for line in capsys.readouterr().out.splitlines() if "4-face" in line]
        assert lines == ([["4-face", "edges", str(edges), "voxels", "touch", "along", "edges"]] if edges else [])


def test_the_closing_line_counts_instances(pair: Path, capsys: Capture) -> None:
    assert main(["stats", str(pair)]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"{pair}: 2 meshes: 36 triangles; 3 objects as drawn: 48 triangles\n\n")
    assert main(["stats", "--hidden", "skip", "--mode", "all", str(pair)]) == 0
    assert f"{pair}: faces, 1 mesh: 48 triangles; 2 objects as drawn: 96 triangles\n" in capsys.readouterr().out
    assert len(records(capsys, pair)) == 2


def test_seconds_are_those_of_all_stages(box: Path, capsys: Capture) -> None:
    assert main(["stats", str(box)]) == 0
    lines = capsys.readouterr().out.split("  seconds ")[1].splitlines()
    stages = [line.split()[0] for line in lines[1:9]]
    assert stages == ["read", "scene", "exposure", "contours", "triangles", "weld", "texture", "counts"]
    assert abs(float(lines[0]) - sum(float(line.split()[1]) for line in lines[1:9])) < 0.005


def test_scene_options_reach_the_assembly(pair: Path, capsys: Capture) -> None:
    cases: list[tuple[list[str], SceneOptions]] = [
        ([], SceneOptions()),
        (["--join"], SceneOptions(join="one")),
        (["--contacts"], SceneOptions(join="contacts")),
        (["--frame", "6"], SceneOptions(animation="frame", frame=6)),
        (["--hidden", "skip"], SceneOptions(hidden="skip")),
    ]
    found = []
    for arguments, options in cases:
        got = records(capsys, *arguments, pair)
        expected = assemble(read(pair), None, options)
        assert [{name: one[name] for name in Counts.__dataclass_fields__} for one in got] == [
            dict(mesh.counts) for mesh in expected.meshes
        ]
        found.append([one["triangles"] for one in got])
        assert main(["check", *arguments, str(pair)]) == 0
        assert capsys.readouterr().out.count("all proofs hold") == len(got)
    assert found == [[12, 24], [12, 24], [24, 10, 10], [12, 12], [12]]


def test_contacts_of_models_that_do_not_begin_at_zero(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "inside.vox"
    voxels = [(x, y, z, 3) for x in (2, 3) for y in (3, 4) for z in (5, 6)]
    nodes = (hv.ntrn(2, 3, {"t": "0 0 0"}), hv.nshp(3, 0), hv.ntrn(4, 5, {"t": "2 0 0"}), hv.nshp(5, 0))
    path.write_bytes(hv.vox(hv.model((9, 9, 9), voxels), hv.ntrn(0, 1), hv.ngrp(1, 2, 4), *nodes))
    assert main(["check", "--contacts", "--mode", "all", str(path)]) == 0
    assert capsys.readouterr().out.count("all proofs hold (polygons, 10 triangles)") == 2


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], SceneOptions(animation="animate")),
        (["--join"], SceneOptions(animation="animate", join="one")),
        (["--contacts"], SceneOptions(animation="animate", join="contacts")),
        (["--frame", "5"], SceneOptions(animation="frame", frame=5)),
        (["--hidden", "skip"], SceneOptions(animation="animate", hidden="skip")),
        (["--origin", "corner"], SceneOptions(animation="animate", origin="corner")),
        (["--layers", "none"], SceneOptions(animation="animate", layers="none")),
        (["--at-origin"], SceneOptions(animation="animate", at_origin=True)),
    ],
)
def test_scene_options_reach_the_file(pair: Path, capsys: Capture, arguments: list[str], options: SceneOptions) -> None:
    target, other, default = (str(pair.with_name(f"{name}.tvx")) for name in ("a", "b", "c"))
    assert main(["convert", str(pair), target, *arguments]) == 0
    assert convert_file(str(pair), other, ConvertOptions(scene=options)).error is None
    assert convert_file(str(pair), default, ConvertOptions()).error is None
    assert Path(target).read_bytes() == Path(other).read_bytes()
    assert (Path(target).read_bytes() == Path(default).read_bytes()) == (not arguments)


def test_what_is_drawn_is_told_if_it_differs(pair: Path, box: Path, capsys: Capture) -> None:
    target = pair.with_name("a.tvx")
    assert main(["convert", str(pair), str(target), "--frame", "0"]) == 0
    size = target.stat().st_size
    told = f"{target}: {size:,} bytes, 36 triangles (48 as drawn), {size / 36:.1f} bytes a triangle\n"
    assert capsys.readouterr() == ("", told)
    assert main(["convert", str(box), str(target), "--compress", "--voxel-size", "0.25"]) == 0
    size = target.stat().st_size
    assert capsys.readouterr().err == f"{target}: {size:,} bytes, 24 triangles, {size / 24:.1f} bytes a triangle\n"
    assert main(["info", "--json", str(target)]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["bytes"], entry["triangles"], entry["voxel_size"]) == (size, 24, 0.25)


def test_warnings_go_to_stderr(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "odd.vox"
    path.write_bytes(hv.vox(hv.cube(), version=201))
    assert main(["stats", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["triangles"] == 12
    assert err == f"{path}: warning: version 201 of the format is unknown; the file was read like version 200\n"


@pytest.mark.parametrize("command", [["stats"], ["stats", "--json"], ["check"]])
def test_a_file_that_fails_stops_no_other(box: Path, capsys: Capture, command: list[str]) -> None:
    broken = box.with_name("broken.vox")
    broken.write_bytes(b"")
    assert main([*command, str(broken), str(box)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{broken}: the file is empty\n"
    assert json.dumps(str(box))[1:-1] in out and "model 0" in out.replace('"model": 0', "model 0")
    assert "broken" not in out


@pytest.mark.parametrize("command", ["stats", "check", "convert"])
def test_voxels_outside_of_their_size(tmp_path: Path, capsys: Capture, command: str) -> None:
    path, target = tmp_path / "out.vox", tmp_path / "new" / "out.tvx"
    path.write_bytes(hv.vox(hv.model((2, 2, 2), [(5, 5, 5, 1)])))
    err = failed(capsys, command, path, *([target] if command == "convert" else []))
    assert err.startswith(f"{path}: the file has no voxels to show")
    assert "voxels outside their model's size of 2 x 2 x 2 were left out: 1" in err
    assert not target.parent.exists()


def test_check(box: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["check", str(box), "--mode", "watertight"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.splitlines()[1] == f"{box}, model 1: all proofs hold (watertight, 12 triangles)"
    monkeypatch.setattr(proofs, "check_mesh", lambda grid, *_: ["a hole"] if grid.shape == (2, 2, 2) else [])
    assert main(["check", str(box)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{box}, model 1: mode watertight: a hole\n" and out.count("all proofs hold") == 1


def test_a_check_that_raises_stops_no_other(box: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def some(grid: np.ndarray, *_: object) -> list[str]:
        if grid.shape == (5, 5, 5):
            raise LimitError("too long")
        return []

    monkeypatch.setattr(proofs, "check_mesh", some)
    assert main(["check", str(box)]) == 1
    out, err = capsys.readouterr()
    assert err == f"{box}, model 0: mode watertight: nothing could be proved: too long\n"
    assert out == f"{box}, model 1: all proofs hold (watertight, 12 triangles)\n"


def test_check_sees_a_mesh_that_is_wrong(box: Path) -> None:
    scene = read(box)
    wrong = build_model(scene.models[1], MeshOptions())
    assert checking.proof(scene.models[1], wrong, scene.look) == []
    assert checking.proof(scene.models[0], wrong, scene.look)


def test_models_with_a_size_beyond_reason_are_proved(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "huge.vox"
    path.write_bytes(hv.vox(hv.model((2**31 - 1,) * 3, [(1, 2, 3, 4)]), hv.cube()))
    assert main(["check", "--mode", "all", str(path)]) == 0
    assert capsys.readouterr().out.count("all proofs hold") == 2 * len(MODES)
    assert [entry["triangles"] for entry in records(capsys, path)] == [12, 12]


def two_far(path: Path, *places: str) -> Path:
    """Cubes that a scene places."""
    transforms = [
        chunk
        for number, place in enumerate(places)
        for chunk in (hv.ntrn(2 + 2 * number, 3 + 2 * number, {"t": place}), hv.nshp(3 + 2 * number, 0))
    ]
    children = [2 + 2 * number for number in range(len(places))]
    path.write_bytes(hv.vox(hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, *children), *transforms))
    return path


def test_joined_cells_that_are_far_apart(tmp_path: Path, capsys: Capture) -> None:
    near, far = (
        two_far(tmp_path / "near.vox", "0 0 0", "400 9 -70"),
        two_far(tmp_path / "far.vox", "0 0 0", "9000 9000 9"),
    )
    assert main(["check", "--join", "--mode", "all", str(far), str(near)]) == 1
    out, err = capsys.readouterr()
    assert out.count(f"{near}, model 0: all proofs hold") == len(MODES) and str(far) not in out
    sentence = "nothing could be proved: the voxels reach over 9,002 x 9,002 x 11 cells, more than 134,217,728"
    assert err.splitlines() == [f"{far}, model 0: mode {mode}: {sentence}" for mode in MODES]


@pytest.mark.parametrize(
    ("arguments", "sentence", "command"),
    [
        ([], "required: COMMAND", "trivox"),
        (["stats"], "required: FILE", "trivox stats"),
        (["stats", "x.vox", "--mode", "cubes"], "invalid choice: 'cubes'", "trivox stats"),
        (["check", "x.vox", "--border", "17"], "from 0 to 16", "trivox check"),
        (["stats", "x.vox", "--texels", "9"], "texel_scale is 9; it must be a whole number", "trivox stats"),
        (["stats", "x.vox", "--border", "one"], "invalid int value", "trivox stats"),
        (["stats", "x.vox", "--effort", "-1"], "from 0 to 1,000,000", "trivox stats"),
        (["convert", "x.vox", "x.tvx", "--frame", "-1"], "frame is -1", "trivox convert"),
        (["stats", "x.vox", "--tvx"], "unrecognized arguments: --tvx", "trivox stats"),
        (["stats", "x.vox", "--transparent"], "unrecognized arguments: --transparent", "trivox stats"),
        (["stats", "x.vox", "--bord", "1"], "unrecognized arguments: --bord 1", "trivox stats"),
        (["check", "x.vox", "--join", "--contacts"], "not allowed with argument", "trivox check"),
        (["convert", "x.vox", "x.tvx", "--mode", "all"], "invalid choice: 'all'", "trivox convert"),
        (["convert", "x.vox"], "give one file to read and the file to write", "trivox convert"),
        (["convert", "x.vox", "y.stl"], "the ending .stl cannot be written", "trivox convert"),
        (["convert", "x.vox", "./x.vox"], "which is a file to read", "trivox convert"),
        (["convert", "a/x.vox", "b/X.vox", "--out-dir", "."], "several files would become X.tvx", "trivox convert"),
        (["convert", "x.tvx", "y.vox", "--out-dir", "."], "x.tvx would be written to x.tvx", "trivox convert"),
        (["convert", "x.vox", "--out-dir", ""], "--out-dir is empty", "trivox convert"),
        (["convert", "x.vox", "--out-dir", ".", "--to", ".stl"], "invalid choice: '.stl'", "trivox convert"),
        (["convert", "x.vox", "x.tvx", "--to", ".tvx"], "--to is for --out-dir", "trivox convert"),
        (["convert", "x.vox", "x.tvx", "--voxel-size", "0"], "voxel_size is 0.0", "trivox convert"),
        (["convert", "x.vox", "x.tvx", "--voxel-size", "nan"], "voxel_size is nan", "trivox convert"),
        (["convert", "x.vox", "x.tvx", "--jobs", "-1"], "0 or more", "trivox convert"),
        (["convert", "x.vox", "x.glb", "--each-frame", "--frame", "1"], "give one of the two", "trivox convert"),
        (
            ["convert", "x_0001.tvx", "x.tvx", "--each-frame"],
            "x_0001.tvx would be written for a frame",
            "trivox convert",
        ),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: list[str], sentence: str, command: str, capsys: Capture) -> None:
    err = failed(capsys, *arguments, code=2)
    assert sentence in err and err.endswith(f"; see {command} --help\n")


@pytest.mark.parametrize("arguments", [["stats"], ["check"], ["info"], ["convert", "--out-dir", "new"]])
def test_files_that_are_not_there(arguments: list[str], capsys: Capture, tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        err = failed(capsys, *arguments, "no such file.vox")
    assert err.startswith("no such file.vox: the file cannot be opened") and not list(tmp_path.iterdir())


def test_one_file_is_converted_without_what_others_need(tmp_path: Path) -> None:
    """What takes longer to load than one voxel to convert is loaded where it is needed."""
    path, log = tmp_path / "one.vox", tmp_path / "one.tvx"
    path.write_bytes(hv.vox(hv.cube(), hv.rgba(hv.colors())))
    script = (
        "import sys, numpy; before = set(sys.modules); from trivox.cli import main; "
        f"code = main(['convert', {str(path)!r}, {str(log)!r}]); print(code, *set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    code, *loaded = done.stdout.split()
    assert code == "0" and log.is_file() and "trivox.core.convert" in loaded
    slow = "concurrent email html importlib.metadata json logging mapbox_earcut multiprocessing PIL pygltflib pyvox"
    slow += " socket tomllib webbrowser zipfile trivox.core.checks trivox.core.page trivox.core.formats.gltf.document"
    slow += " trivox.core.mesh.cover trivox.core.mesh.cutout trivox.core.setcover"
    for name in slow.split():
        assert not [module for module in loaded if module == name or module.startswith(f"{name}.")], name


def test_version_and_help(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    manifest = (Path(__file__).parents[2] / "blender_manifest.toml").read_text(encoding="utf-8")
    out = capsys.readouterr().out
    assert f'version = "{out.removeprefix("trivox ").strip()}"' in manifest
    for command in ("stats", "check", "convert", "info"):
        assert main([command, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"usage: trivox {command}")


def test_modes_and_writers_come_from_the_tables(
    box: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Other:
        name, ending, meshes, largest, scene = "Other", ".other", True, None, SceneOptions()

        def layout(self, _options: MeshOptions) -> None:
            return None

        def write(self, assembly: object, _options: object, _stem: str) -> Written:
            return Written(f"{len(assembly.meshes)}".encode())

    monkeypatch.setattr("trivox.core.formats.tables.WRITERS", WRITERS)
    WRITERS.append(Other())
    try:
        assert main(["convert", str(box), "--out-dir", str(tmp_path / "x" / "y"), "--to", ".other"]) == 0
        assert (tmp_path / "x" / "y" / "box.other").read_bytes() == b"2"
        assert main(["convert", str(box), str(tmp_path / "b.other")]) == 0
    finally:
        WRITERS.pop()
    assert main(["convert", str(box), str(tmp_path / "b.other")]) == 2
    monkeypatch.setitem(MODES, "new", MODES["faces"])
    capsys.readouterr()
    assert main(["stats", "--help"]) == 0
    assert "cutout,new,all" in capsys.readouterr().out


def test_meshes_without_voxels(pair: Path, capsys: Capture) -> None:
    target = pair.with_name("pair.tvx")
    assert main(["convert", str(pair), str(target), "--frame", "0"]) == 0
    capsys.readouterr()
    assert main(["stats", str(target)]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.startswith(f"{target}, model 0\n  2 x 2 x 2 cells; mode watertight\n")
    assert "cubes" not in out and "shell" not in out and "None" not in out
    assert out.endswith(f"{target}: 2 meshes: 36 triangles; 3 objects as drawn: 48 triangles\n\n")
    first = records(capsys, target)[0]
    assert first["triangles"] == 12 and first["faces"] == 24 and first["voxels"] is None
    for arguments in (["stats", "--mode", "all"], ["check"], ["stats", "--join"]):
        assert failed(capsys, *arguments, target).startswith(f"{target}: the file holds triangles and not voxels")


def test_info_knows_other_formats(box: Path, capsys: Capture) -> None:
    assert failed(capsys, "info", box) == (
        f"{box}: this is a .vox file and no .tvx file; trivox stats says what is in it\n"
    )


def test_info_counts_one_of_a_thing(tmp_path: Path, capsys: Capture) -> None:
    path, target = tmp_path / "one.vox", tmp_path / "one.tvx"
    path.write_bytes(hv.vox(hv.cube()))
    assert main(["convert", str(path), str(target)]) == 0
    assert main(["info", str(target)]) == 0
    out = capsys.readouterr().out
    assert "1 node, 0 layers, 1 mesh\n" in out and ", 1 part\n" in out
    assert [counted(1, "mesh", "meshes"), counted(2000, "mesh", "meshes"), counted(0, "node")] == [
        "1 mesh",
        "2,000 meshes",
        "0 nodes",
    ]


def test_info_counts_frames(tmp_path: Path, capsys: Capture) -> None:
    models = hv.cube() + hv.dense_model(np.ones((1, 1, 1), np.uint8))
    nodes = (hv.ntrn(0, 1), hv.nshp(1, (0, 0), (1, 4)))
    for meta, text in (((), "2 key frames"), ((hv.meta(anim_range="0 9"),), "frames 0 to 9, 2 key frames")):
        (tmp_path / "a.vox").write_bytes(hv.vox(models, *nodes, *meta))
        assert main(["convert", str(tmp_path / "a.vox"), str(tmp_path / "a.tvx")]) == 0
        capsys.readouterr()
        assert main(["info", str(tmp_path / "a.tvx")]) == 0
        assert f"animation   {text}\n" in capsys.readouterr().out
        assert main(["info", "--json", str(tmp_path / "a.tvx")]) == 0
        assert json.loads(capsys.readouterr().out)[0]["key_frames"] == 2


def test_names_cannot_steer_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    assert plain("a\x1b[2J\nb\udcff é") == "a\\x1b[2J\\nb\ufffd é"
    path, broken = tmp_path / "a\x1b[2Jb.vox", tmp_path / "c\nd.vox"
    path.write_bytes(hv.vox(hv.cube()))
    for arguments in (["stats"], ["check"], ["info"], ["convert", "--out-dir", str(tmp_path)]):
        main([*arguments, str(path), str(broken)])
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err and "c\\nd.vox: the file cannot be opened" in err
    assert main(["info", str(path.with_suffix(".tvx"))]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_targets_that_cannot_be_written_are_named(box: Path, capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "taken.tvx").mkdir()
    target = tmp_path / "taken.tvx"
    assert failed(capsys, "convert", box, target).startswith(f"{box}: {target}: the file cannot be written: ")
    (tmp_path / "file").write_bytes(b"")
    err = failed(capsys, "convert", box, "--out-dir", tmp_path / "file")
    assert err.startswith(f"{box}: {tmp_path / 'file' / 'box.tvx'}: the folder cannot be made: ")


def test_a_link_to_the_source_is_no_target(box: Path, capsys: Capture) -> None:
    data, link = box.read_bytes(), box.with_name("link.tvx")
    os.link(box, link)
    assert "which is a file to read" in failed(capsys, "convert", box, link, code=2)
    assert link.read_bytes() == data


def test_a_failed_file_is_told_and_the_rest_go_on(box: Path, capsys: Capture, tmp_path: Path) -> None:
    broken, other = tmp_path / "broken.vox", tmp_path / "other.vox"
    broken.write_bytes(b"")
    other.write_bytes(box.read_bytes())
    for jobs in ("1", "2"):
        out_dir = tmp_path / "out" / jobs
        assert main(["convert", *map(str, (broken, box, other)), "--out-dir", str(out_dir), "--jobs", jobs]) == 1
        out, err = capsys.readouterr()
        assert out == "" and f"{broken}: the file is empty\n" in err and err.count("\n") == 3
        assert sorted(path.name for path in out_dir.iterdir()) == ["box.tvx", "other.tvx"]


def test_runs_as_a_module(box: Path) -> None:
    done = subprocess.run([*MODULE, "stats", "--json", str(box)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [entry["model"] for entry in json.loads(done.stdout)] == [0, 1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
def test_a_full_disk_is_one_sentence(box: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*MODULE, "stats", str(box)], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "trivox: the output cannot be written: No space left on device\n"


def test_a_closed_pipe_is_quiet(box: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*MODULE, "check", str(box)], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_the_user_may_stop_it(box: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(proofs, "check_mesh", stop)
    assert main(["check", str(box)]) == 130
    assert capsys.readouterr() == ("", "")


def test_all_modes_side_by_side(box: Path, capsys: Capture) -> None:
    assert main(["stats", "--mode", "all", str(box)]) == 0
    first = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in first] == ["mode", *MODES]
    scene = read(box)
    model = scene.models[0]
    for line, mode in zip(first[1:], MODES, strict=True):
        mesh = build_model(model, MeshOptions(mode=mode), scene.look)
        assert int(line.split()[1]) == mesh.counts.triangles
        assert int(line.split()[5]) == file_bytes(model, scene.look, mesh)
        assert line.split()[-1] == "yes"
    assert [entry["mode"] for entry in records(capsys, "--mode", "all", box)] == [*MODES, *MODES]


def test_the_certificate_is_said(box: Path, capsys: Capture) -> None:
    assert main(["stats", "--mode", "fewest", str(box)]) == 0
    assert "proven fewest (6 of 6 planes proven)" in capsys.readouterr().out
    assert main(["check", "--mode", "all", "--merge", "color", str(box)]) == 0
    assert capsys.readouterr().out.count("all proofs hold") == 2 * len(MODES)


def test_glass_is_looked_through_unless_opaque(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "glass.vox"
    row = hv.model((3, 1, 1), [(0, 0, 0, 1), (1, 0, 0, 2), (2, 0, 0, 1)])
    path.write_bytes(hv.vox(row, hv.matl(2, type="_glass", trans=0.5)))
    found, written = [], []
    for flags in ([], ["--opaque"]):
        found.append(records(capsys, *flags, path)[0]["faces"])
        assert main(["check", "--mode", "all", *flags, str(path)]) == 0
        assert main(["convert", *flags, str(path), str(tmp_path / "glass.tvx")]) == 0
        capsys.readouterr()
        written.append(records(capsys, tmp_path / "glass.tvx")[0]["triangles"])
    assert found == [16, 14] and found[0] == assemble(read(path)).meshes[0].counts.faces
    assert written == [assemble(read(path)).triangles, 12]


def names_in(path: Path) -> list[str]:
    """The names of the nodes of a .glb file."""
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    return [node["name"] for node in json.loads(data[20 : 20 + length])["nodes"]]


@needs_libraries
def test_what_a_format_takes_where_nobody_says_otherwise(pair: Path, capsys: Capture) -> None:
    glb, obj, tvx = (pair.with_suffix(ending) for ending in (".glb", ".obj", ".tvx"))
    assert main(["convert", str(pair), str(glb)]) == 0 and names_in(glb) == ["left", "right"]
    assert main(["convert", str(pair), str(glb), "--hidden", "hide"]) == 0
    assert names_in(glb) == ["left", "right", "away", "away 0", "away 5"]
    assert main(["convert", str(pair), str(obj)]) == 0 and "away" not in obj.read_text()
    assert main(["convert", str(pair), str(tvx)]) == 0 and b"away" in tvx.read_bytes()
    assert main(["convert", str(tvx), str(glb)]) == 0 and names_in(glb) == ["left", "right"]
    capsys.readouterr()
    assert "an .obj file cannot say" in failed(capsys, "convert", pair, obj, "--hidden", "hide")
    assert main(["convert", "--help"]) == 0
    assert "hide, but skip in .glb, .obj" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("ending", [".glb", ".obj", ".tvx"])
def test_nothing_is_written_of_what_is_all_hidden(tmp_path: Path, capsys: Capture, ending: str) -> None:
    source, tvx, target = tmp_path / "a.vox", tmp_path / "a.tvx", tmp_path / f"b{ending}"
    source.write_bytes(hv.vox(hv.cube(), hv.ntrn(0, 1, hidden=1), hv.nshp(1, 0)))
    assert main(["convert", str(source), str(tvx)]) == 0
    capsys.readouterr()
    for path, what in ((source, "voxels"), (tvx, "triangles")):
        err = failed(capsys, "convert", path, target, *(["--hidden", "skip"] if ending == ".tvx" else []))
        assert err == f"{path}: all objects of the file that have {what} are hidden, and hidden ones are skipped\n"
        assert sorted(found.name for found in tmp_path.iterdir()) == ["a.tvx", "a.vox"]


@needs_libraries
def test_options_of_glb(tmp_path: Path, capsys: Capture) -> None:
    source = tmp_path / "a.vox"
    source.write_bytes(hv.vox(hv.cube(), hv.matl(1, type="_glass", trans=0.5)))
    found = []
    for number, options in enumerate(([], ["--integers"], ["--glass", "alpha"], ["--opaque"])):
        target = tmp_path / f"{number}.glb"
        assert main(["convert", str(source), str(target), *options]) == 0
        found.append(target.read_bytes())
    words = (b"KHR_mesh_quantization", b"KHR_materials_transmission", b"BLEND")
    assert [[word in data for word in words] for data in found] == [
        [False, True, True],
        [True, True, True],
        [False, False, True],
        [False, False, False],
    ]


@needs_libraries
@pytest.mark.parametrize("options", [[], ["--origin", "corner"], ["--join"]])
def test_each_frame_is_a_file(pair: Path, capsys: Capture, tmp_path: Path, options: list[str]) -> None:
    target = tmp_path / "new" / "a.glb"
    options = [*options, "--hidden", "hide"]
    assert main(["convert", str(pair), str(target), "--each-frame", *options]) == 0
    frames = sorted(target.parent.iterdir())
    assert [path.name for path in frames] == [f"a_{number:04}.glb" for number in range(6)]
    size = sum(path.stat().st_size for path in frames)
    assert capsys.readouterr().err.startswith(f"{target}: 6 frames, {size:,} bytes, ")
    for number, path in enumerate(frames):
        assert main(["convert", str(pair), str(tmp_path / "one.glb"), *options, "--frame", str(number)]) == 0
        capsys.readouterr()
        assert path.read_bytes() == (tmp_path / "one.glb").read_bytes()
    assert main(["convert", str(pair), "--out-dir", str(tmp_path / "out"), "--to", ".tvx", "--each-frame"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"pair_{i:04}.tvx" for i in range(6)]


def test_frames_are_all_written_or_none(pair: Path, capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "a_0003.tvx").mkdir()
    before = sorted(tmp_path.iterdir())
    err = failed(capsys, "convert", pair, tmp_path / "a.tvx", "--each-frame")
    assert err.startswith(f"{pair}: {tmp_path / 'a_0003.tvx'}: the file cannot be written: ")
    assert sorted(tmp_path.iterdir()) == before


def test_too_many_frames_are_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    source = tmp_path / "a.vox"
    source.write_bytes(hv.vox(hv.cube(), hv.meta(anim_range="0 2000000000")))
    err = failed(capsys, "convert", source, tmp_path / "b.tvx", "--each-frame")
    assert "from frame 0 to 2,000,000,000; frames can be from 0 to 100,000" in err
    assert [path.name for path in tmp_path.iterdir()] == ["a.vox"]


def test_triangles_stand_at_the_origin_when_asked_to(pair: Path, capsys: Capture, tmp_path: Path) -> None:
    tvx, moved, again = (tmp_path / f"{name}.tvx" for name in ("plain", "moved", "again"))
    assert main(["convert", str(pair), str(tvx)]) == main(["convert", str(pair), str(moved), "--at-origin"]) == 0
    assert main(["convert", str(tvx), str(again), "--at-origin"]) == 0
    places = [[node.translation.tolist() for node in read(path).scene.nodes] for path in (tvx, moved, again)]
    assert places[1] == places[2] != places[0]


@pytest.mark.parametrize("command", ["convert", "stats"])
def test_triangles_behind_glass_cannot_be_left_out(tmp_path: Path, capsys: Capture, command: str) -> None:
    source, tvx, target = tmp_path / "a.vox", tmp_path / "a.tvx", tmp_path / "b.tvx"
    arguments = [command, "--opaque", tvx, *([target] if command == "convert" else [])]
    source.write_bytes(hv.vox(hv.cube(), hv.matl(1, type="_glass", trans=0.5)))
    assert main(["convert", str(source), str(tvx)]) == 0
    capsys.readouterr()
    sentence = "the file holds triangles and not voxels, so what is transparent cannot be made opaque"
    assert failed(capsys, *arguments) == f"{tvx}: {sentence}\n" and not target.exists()
    assert main(["convert", str(source), str(tvx), "--opaque"]) == main([*map(str, arguments)]) == 0


def test_edges_are_parted_in_modes_that_can(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "a.vox"
    source.write_bytes(hv.vox(hv.cube()))
    assert main(["convert", str(source), str(tmp_path / "a.obj"), "--part-edges", "--mode", "polygons"]) == 2
    assert "polygons is not one" in capsys.readouterr().err and not (tmp_path / "a.obj").exists()
    assert main(["convert", str(source), str(tmp_path / "a.obj"), "--part-edges"]) == 0
