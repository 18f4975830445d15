"""What Blender's glTF exporter says of hidden objects, which it writes like all others by default."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import bpy
import helpers_vox as hv
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

SCENE = hv.vox(
    hv.cube(), hv.ntrn(0, 1), hv.ngrp(1, 2, 6, 8),
    hv.ntrn(2, 3, name="group"), hv.ngrp(3, 4, 10),
    hv.ntrn(4, 5, {"t": "0 9 0"}, name="inside", hidden=1), hv.nshp(5, 0),
    hv.ntrn(6, 7, name="shown"), hv.nshp(7, 0),
    hv.ntrn(8, 9, {"t": "5 0 0"}, name="away", layer=3), hv.nshp(9, 0),
    hv.ntrn(10, 11, {"t": "0 0 5"}, name="beside"), hv.nshp(11, 0),
    hv.layr(3, name="secret", hidden=1),
)  # fmt: skip


def nodes(tmp_path: Path, **options: object) -> dict[str, bool]:
    """The nodes of an exported file by name, and whether each is to be seen by itself."""
    path = tmp_path / "out.gltf"
    bpy.ops.export_scene.gltf(filepath=str(path), export_format="GLTF_SEPARATE", **options)
    told = json.loads(path.read_text(encoding="utf-8"))
    found = {
        node["name"]: node.get("extensions", {}).get("KHR_node_visibility", {}).get("visible", True)
        for node in told["nodes"]
    }
    assert ("KHR_node_visibility" in told.get("extensionsUsed", [])) == (not all(found.values()))
    assert "KHR_node_visibility" not in told.get("extensionsRequired", [])
    return found


def test_hidden_nodes_say_so(write: Write, tmp_path: Path) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", SCENE))
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.name = "foreign"
    bpy.context.object.hide_set(True)
    found = nodes(tmp_path)
    assert found == {
        "group": True, "inside": False, "shown": True, "away": False, "beside": True, "foreign": True,
    }  # fmt: skip
    assert nodes(tmp_path, use_visible=True) == {"group": True, "shown": True, "beside": True}


def test_a_group_is_hidden_with_all_it_holds(write: Write, tmp_path: Path) -> None:
    bpy.ops.import_scene.trivox(filepath=write("a.vox", SCENE))
    bpy.data.objects["group"].hide_set(True)
    # What can be seen in it would be hidden with it.
    assert nodes(tmp_path)["group"]
    bpy.data.objects["beside"].hide_set(True)
    assert not nodes(tmp_path)["group"]


def test_nothing_is_left_when_the_extension_is_disabled(extension: str) -> None:
    module = sys.modules[extension]
    assert module.glTF2ExportUserExtension.__name__ == "NodeVisibility"
    module.unregister()
    try:
        assert not hasattr(module, "glTF2ExportUserExtension")
    finally:
        module.register()
