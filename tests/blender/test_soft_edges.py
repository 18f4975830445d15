"""Soft Edges: models in, rounded by their materials or a modifier and sharp again, and who cannot be rounded."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import helpers_vox as hv
import numpy as np
import pytest

Write = Callable[[str, bytes], str]

pytestmark = pytest.mark.usefixtures("empty")

STEP = np.array([[[1, 2], [3, 0]], [[4, 0], [5, 0]]], np.uint8)
CROSS = np.array([[[1], [0]], [[0], [1]]], np.uint8)
"""Two voxels that share an edge of four faces."""


def load(write: Write, grid: np.ndarray = STEP, **options: object) -> bpy.types.Object:
    path = write("a.vox", hv.vox(hv.dense_model(grid), hv.rgba(hv.colors())))
    bpy.ops.import_scene.trivox(filepath=path, **options)
    return bpy.context.object


def bevels(obj: bpy.types.Object) -> list[bpy.types.Node]:
    """The nodes that the shaders of an object take their normals from."""
    found = []
    for material in obj.data.materials:
        for node in material.node_tree.nodes:
            if node.type == "BSDF_PRINCIPLED":
                found += [link.from_node for link in node.inputs["Normal"].links]
    return found


def shape(obj: bpy.types.Object) -> bpy.types.Mesh:
    return obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).data


def open_edges(mesh: bpy.types.Mesh) -> int:
    """Edges that have not two faces."""
    edges = [edge for face in mesh.polygons for edge in face.edge_keys]
    return sum(edges.count(edge) != 2 for edge in set(edges))


@pytest.mark.parametrize("colors", ["texture", "materials"])
@pytest.mark.parametrize("mode", ["faces", "polygons", "watertight", "rectangles"])
def test_in_cycles_by_the_materials(write: Write, mode: str, colors: str) -> None:
    obj = load(write, mode=mode, colors=colors, voxel_size=0.5)
    bpy.context.scene.render.engine = "CYCLES"
    before = [len(material.node_tree.nodes) for material in obj.data.materials]
    active = [material.node_tree.nodes.active for material in obj.data.materials]
    assert bpy.ops.trivox.soft_edges(width=0.2) == {"FINISHED"}
    nodes = bevels(obj)
    assert [node.type for node in nodes] == ["BEVEL"] * len(obj.data.materials) and not obj.modifiers
    assert all(node.inputs["Radius"].default_value == pytest.approx(0.1) for node in nodes)
    assert [material.node_tree.nodes.active for material in obj.data.materials] == active
    bpy.ops.trivox.soft_edges()
    assert not bevels(obj) and [len(material.node_tree.nodes) for material in obj.data.materials] == before


@pytest.mark.parametrize("mode", ["faces", "watertight"])
def test_elsewhere_by_a_modifier(write: Write, mode: str) -> None:
    obj = load(write, mode=mode, voxel_size=0.5)
    bpy.context.scene.render.engine = "BLENDER_WORKBENCH"
    vertices = len(obj.data.vertices)
    bpy.ops.trivox.soft_edges(width=0.1)
    assert not bevels(obj) and [one.type for one in obj.modifiers] == ["BEVEL"]
    mesh = shape(obj)
    assert len(mesh.vertices) > vertices and open_edges(mesh) == 0
    # A corner of a voxel of half a metre goes; the flat sides stay.
    corners = np.array([vertex.co for vertex in mesh.vertices])
    low = corners.min(axis=0)
    nearest = np.linalg.norm(corners - low, axis=1).min()
    assert 0.01 < nearest < 0.1
    bpy.ops.trivox.soft_edges()
    assert not obj.modifiers and len(shape(obj).vertices) == vertices


def test_edges_of_four_faces_want_parting(write: Write) -> None:
    bpy.context.scene.render.engine = "BLENDER_WORKBENCH"
    load(write, CROSS, mode="faces")
    with pytest.raises(RuntimeError, match="Part Edges"):
        bpy.ops.trivox.soft_edges()
    obj = load(write, CROSS, mode="faces", part_edges=True)
    bpy.ops.trivox.soft_edges()
    assert open_edges(shape(obj)) == 0


def test_who_cannot_be_rounded(write: Write) -> None:
    scene = bpy.context.scene
    with pytest.raises(RuntimeError, match="No selected object"):
        bpy.ops.trivox.soft_edges()
    scene.render.engine = "BLENDER_WORKBENCH"
    for mode in ("polygons", "rectangles", "fewest"):
        load(write, mode=mode)
        with pytest.raises(RuntimeError, match="Watertight"):
            bpy.ops.trivox.soft_edges()
    scene.render.engine = "CYCLES"
    with pytest.raises(RuntimeError, match="overlap"):
        bpy.ops.trivox.soft_edges()


def test_some_stay_sharp(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    bpy.context.scene.render.engine = "BLENDER_WORKBENCH"
    sharp, soft = load(write, mode="polygons"), load(write, mode="faces")
    sharp.select_set(True)
    bpy.ops.trivox.soft_edges()
    assert not sharp.modifiers and soft.modifiers
    assert "cannot be rounded: 1" in capfd.readouterr().out


def test_a_normal_that_a_user_made_stays(write: Write) -> None:
    obj = load(write)
    bpy.context.scene.render.engine = "CYCLES"
    tree = obj.data.materials[0].node_tree
    shader = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
    bump = tree.nodes.new("ShaderNodeBump")
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    bpy.ops.trivox.soft_edges()
    bpy.ops.trivox.soft_edges()
    assert [node.type for node in bevels(obj)] == ["BUMP"]
