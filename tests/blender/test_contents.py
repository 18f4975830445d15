"""What the popup of a drop tells of files before they are imported."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import helpers_vox as hv
import numpy as np
import pytest
from test_sidebar import Layout

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def contents(extension: str) -> ModuleType:
    return importlib.import_module(f"{extension}.operators.contents")


def told(contents: ModuleType, *paths: str) -> list[str]:
    layout = Layout()
    contents.draw_contents(layout, [Path(path) for path in paths])
    assert not layout.texts, "what is built is not translated again"
    return layout.rows


def moving() -> bytes:
    return hv.vox(
        hv.dense_model(np.ones((11, 10, 9), np.uint8)), hv.cube(),
        hv.ntrn(0, 1), hv.ngrp(1, 2, 4),
        hv.ntrn(2, 3, layer=0), hv.nshp(3, 0),
        hv.ntrn(4, 5, {"f": 0, "t": "0 0 0"}, {"f": 3, "t": "1 0 0"}, layer=5), hv.nshp(5, 1),
    )  # fmt: skip


def test_one_file(contents: ModuleType, write: Write) -> None:
    assert told(contents, write("a.vox", moving())) == ["2 models, 998 voxels", "Size 11 × 10 × 9, 2 layers, 2 frames"]
    assert told(contents, write("b.vox", hv.vox(hv.model((1, 1, 1), [(0, 0, 0, 1)])))) == [
        "1 model, 1 voxel",
        "Size 1 × 1 × 1",
    ]


def test_several_files_with_a_broken_one(contents: ModuleType, write: Write) -> None:
    rows = told(contents, write("a.vox", moving()), write("b.vox", b"{}"), write("c.vox", hv.vox(hv.cube())))
    assert rows == [
        "2 files, 3 models, 1,006 voxels",
        "2 layers, 2 frames",
        "b.vox",
        "this is not a MagicaVoxel file but JSON text",
    ]


def test_long_reasons_take_several_lines(contents: ModuleType, write: Write) -> None:
    name, *lines = told(contents, write("a.vox", b"GOX data"))
    assert name == "a.vox" and len(lines) > 1 and max(map(len, lines)) <= contents.LINE
    assert " ".join(lines).endswith("a Goxel project; export it from Goxel as MagicaVoxel")


def test_nothing_is_told_where_nothing_is_known(contents: ModuleType, write: Write, tmp_path: Path) -> None:
    assert told(contents) == told(contents, str(tmp_path), str(tmp_path / "none.vox")) == []
    assert told(contents, write("a.tvx", b"TVX\r\n\x1a\n\0")) == []
    path = write("a.vox", moving())
    assert told(contents, *[path] * 51) == [] != told(contents, *[path] * 50)


def test_a_saved_file_is_looked_at_again(contents: ModuleType, write: Write) -> None:
    path = write("a.vox", hv.vox(hv.cube()))
    assert told(contents, path)[0] == "1 model, 8 voxels"
    write("a.vox", moving())
    assert told(contents, path)[0] == "2 models, 998 voxels"


def test_the_dialog_tells(extension: str, write: Write) -> None:
    operator = importlib.import_module(f"{extension}.operators.import_files").IMPORT_SCENE_OT_trivox
    path = write("a.vox", moving())
    chosen = {"mode": "polygons", "colors": "texture", "join": "separate", "animation": "first", "unplaced": "side"}
    chosen |= {"filepath": path, "directory": "", "files": [], "filter_glob": "*.vox", "occlusion": 0}
    for given in (True, False):
        layout = Layout()
        properties = SimpleNamespace(is_property_set=lambda _name, given=given: given)
        operator.draw(SimpleNamespace(layout=layout, properties=properties, **chosen), None)
        assert ("2 models, 998 voxels" in layout.rows) == given
