"""What a scene says and which cells it fills, told without any of the code: for scenes that were written and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from trivox.core.voxels import Look, Model, ModelFrame, Scene, SceneNode, TransformFrame

Cell = tuple[int, int, int]


def scene_of(models: Sequence[Model], nodes: Sequence[SceneNode] = (), **more: Any) -> Scene:
    """A scene with a palette of colours that are all different."""
    palette = np.array([(i, 255 - i, i // 2, 255) for i in range(256)], np.uint8)
    return Scene(**{"name": "", "look": Look(palette), **more}, models=tuple(models), nodes=tuple(nodes))


def frame(number: int, move: Sequence[int] = (0, 0, 0), turn: np.ndarray | None = None) -> TransformFrame:
    """Where a node is from a frame on."""
    rotation = np.eye(3, dtype=np.int8) if turn is None else np.asarray(turn, np.int8)
    return TransformFrame(number, rotation, np.array(move, np.int64))


REST = (frame(0),)


def shape(model: int | Sequence[tuple[int, int]], *frames: TransformFrame, parent: int = -1, **more: Any) -> SceneNode:
    """A node that shows a model, or models by (frame, model)."""
    shown = [(0, model)] if isinstance(model, int) else model
    entries = tuple(ModelFrame(*one) for one in shown)
    return SceneNode(**{"name": "", **more}, parent=parent, kind="shape", transforms=frames or REST, models=entries)


def group(*frames: TransformFrame, parent: int = -1, **more: Any) -> SceneNode:
    """A node that holds others."""
    return SceneNode(**{"name": "", **more}, parent=parent, kind="group", transforms=frames or (frame(0),), models=())


def cells_at(scene: Scene, number: int) -> list[tuple[Cell, int]]:
    """All cells with their palette indices in a frame, sorted; those of several objects in one place are all there."""
    found: list[tuple[Cell, int]] = []
    worlds: list[tuple[np.ndarray, np.ndarray]] = []
    for node in scene.nodes:
        own = _holds(node.transforms, number, node.loops)
        turn, move = own.rotation.astype(int), own.translation
        if node.parent >= 0:
            above = worlds[node.parent]
            turn, move = above[0] @ turn, above[0] @ move + above[1]
        worlds.append((turn, move))
        if node.models:
            model = scene.models[_holds(node.models, number, node.loops).model]
            middles = model.positions + 0.5 - np.array([side // 2 for side in model.size])
            cells = np.floor(middles @ turn.T + move).astype(int)
            found += zip(map(tuple, cells.tolist()), model.indices.tolist(), strict=True)
    return sorted(found)


def _holds(entries: Sequence[Any], number: int, loops: bool) -> Any:
    """The entry that holds in a frame, found by going from frame to frame."""
    first, last = entries[0].frame, entries[-1].frame
    at = number
    while loops and at > last:
        at -= last - first + 1
    held = entries[0]
    for entry in entries:
        held = entry if entry.frame <= at else held
    return held


def told(scene: Scene) -> dict[str, Any]:
    """All that a scene says, in terms that can be compared; a root that every file has is not told."""
    nodes = [_node(scene, node) for node in scene.nodes]
    roots = [index for index, node in enumerate(scene.nodes) if node.parent < 0]
    first = nodes[roots[0]]
    plain = scene.nodes[roots[0]].kind == "group" and first[0] == "" and first[5:7] == ([(0, PLAIN, [0, 0, 0])], [])
    if len(roots) == 1 and plain and first[7] == {}:
        nodes = [(one[0], one[1] - 1, *one[2:]) for one in nodes[1:]]
    more = ("version", "cameras", "render_objects", "color_names", "meta")
    return {
        "nodes": nodes,
        "models": sorted({_model(model) for model in scene.models}),
        "look": scene.look,
        "placed": scene.placed,
        "layers": dict(scene.layers),
        "range": scene.animation_range,
        "views": [(view.name, view.position.tolist(), view.rotation.tolist()) for view in scene.views],
        "order": scene.palette_order.tolist() if hasattr(scene, "palette_order") else None,
        **{name: getattr(scene, name, None) for name in more},
    }


PLAIN = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def _node(scene: Scene, node: SceneNode) -> tuple[Any, ...]:
    return (
        node.name,
        node.parent,
        node.layer,
        node.hidden,
        node.loops,
        [(one.frame, one.rotation.tolist(), one.translation.tolist()) for one in node.transforms],
        [(one.frame, _model(scene.models[one.model])) for one in node.models],
        dict(node.attributes),
    )


def _model(model: Model) -> tuple[Any, ...]:
    size = tuple(max(side, 1) for side in model.size)
    return size, model.positions.astype(np.int64).tobytes(), model.indices.tobytes()
