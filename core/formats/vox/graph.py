"""nTRN, nGRP and nSHP chunks -> the scene's nodes as a tree, parents first, transforms folded into what they move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...errors import FormatError, LimitError
from ...voxels.model import Model
from ...voxels.scene import ModelFrame, SceneNode, TransformFrame
from ...voxels.transforms import identity, make_frame, resting
from .chunks import Chunk
from .fields import Fields, is_set
from .notes import Notes
from .transforms import read_frame, read_frame_number

MAX_NODES = 250_000
"""Nodes a scene may have after every use of a shared node has become a node of its own."""

DEEP = 1000
"""Nodes inside each other that are worth a warning; they are read all the same."""

GAP = 1
"""Empty cells between models that the file does not place."""


@dataclass(frozen=True, slots=True)
class _Node:
    """One chunk of the graph; children are ids, models are indices that exist."""

    kind: str
    attributes: Mapping[str, str]
    children: tuple[int, ...] = ()
    layer: int | None = None
    transforms: tuple[TransformFrame, ...] = ()
    models: tuple[ModelFrame, ...] = ()


_Graph = dict[int, _Node]


def read_nodes(chunks: list[Chunk], models: tuple[Model, ...], notes: Notes) -> tuple[tuple[SceneNode, ...], bool]:
    """The scene as the file places it, or all models side by side if it places none.

    Parameters
    ----------
    chunks : list of Chunk
        All chunks of the file.
    models : tuple of Model
    notes : Notes
        Told about what is missing, circular or unused.

    Returns
    -------
    nodes : tuple of SceneNode
        Parents before children.
    placed : bool
        Whether they come from the file.

    Raises
    ------
    LimitError
        If the scene has more than `MAX_NODES` nodes.
    """
    graph = _read_graph(chunks, len(models), notes)
    if graph:
        root = _find_root(graph, notes)
        children = _without_cycles(graph, root, notes)
        _check_count(children, root)
        nodes = _expand(graph, children, root)
        if any(node.kind == "shape" for node in nodes):
            return nodes, True
        notes.add(
            "nothing placed",
            "the scene graph of the file places no model; all models were put side by side",
        )
    return side_by_side(models), False


def side_by_side(models: tuple[Model, ...]) -> tuple[SceneNode, ...]:
    """One shape for each model, along x with a gap between their sizes; the first has its pivot at the origin.

    Parameters
    ----------
    models : tuple of Model
        At least one.

    Returns
    -------
    tuple of SceneNode
    """
    nodes = []
    start = -models[0].pivot[0]
    for index, model in enumerate(models):
        frame = make_frame(0, identity(), (start + model.pivot[0], 0, 0))
        nodes.append(SceneNode("", -1, "shape", (frame,), (ModelFrame(0, index),)))
        start += model.size[0] + GAP
    return tuple(nodes)


def _read_graph(chunks: list[Chunk], model_count: int, notes: Notes) -> _Graph:
    """All nodes by id."""
    graph: _Graph = {}
    for chunk in chunks:
        if chunk.name not in ("nTRN", "nGRP", "nSHP"):
            continue
        fields = Fields(chunk, notes)
        try:
            number, attributes = fields.integer(), MappingProxyType(fields.dictionary())
            if chunk.name == "nTRN":
                node = _read_transform(fields, number, attributes, notes)
            elif chunk.name == "nGRP":
                node = _Node("group", attributes, fields.integers(fields.integer()))
            else:
                node = _Node(
                    "shape",
                    attributes,
                    models=_read_shape(fields, number, model_count, notes),
                )
        except FormatError as error:
            notes.add(chunk.name, f"{error}; this node was left out")
            continue
        if number in graph:
            notes.add("node twice", f"node {number:,} is there twice; the later one was used")
        graph[number] = node
    return graph


def _read_transform(fields: Fields, number: int, attributes: Mapping[str, str], notes: Notes) -> _Node:
    child, _reserved, layer = fields.integer(), fields.integer(), fields.integer()
    frames = []
    for _ in range(fields.present(fields.integer(), 4)):
        try:
            frames.append(read_frame(fields.dictionary(), number, notes))
        except FormatError as error:
            notes.add("frames", f"{error}; the frames of this node end there")
            break
    frames.sort(key=lambda frame: frame.frame)
    return _Node(
        "transform",
        attributes,
        (child,),
        layer if layer >= 0 else None,
        tuple(frames) or resting(),
    )


def _read_shape(fields: Fields, number: int, model_count: int, notes: Notes) -> tuple[ModelFrame, ...]:
    """The models of a shape in order of their frames; only those that exist."""
    frames = []
    for _ in range(fields.present(fields.integer(), 8)):
        try:
            model, attributes = fields.integer(), fields.dictionary()
        except FormatError as error:
            notes.add("shape models", f"{error}; the models of this node end there")
            break
        if 0 <= model < model_count:
            frames.append(ModelFrame(read_frame_number(attributes), model))
        else:
            notes.add(
                "no model",
                f"node {number:,} shows model {model:,}, which is not in the file; it was left out",
            )
    if not frames:
        notes.add(
            "empty shape",
            f"node {number:,} is an object without a model; it was left out",
        )
    return tuple(sorted(frames, key=lambda frame: frame.frame))


def _find_root(graph: _Graph, notes: Notes) -> int:
    """Node 0 as MagicaVoxel writes it; without it the first node that is nobody's child."""
    named = {child for node in graph.values() for child in node.children}
    roots = sorted(set(graph) - named)
    root = 0 if 0 in graph else (roots or sorted(graph))[0]
    if graph[root].kind != "transform":
        notes.add(
            "root",
            f"the root of the scene, node {root:,}, is a {graph[root].kind} without a transform above it",
        )
    elif root:
        notes.add("root", f"the scene has no node 0; node {root:,} was taken for its root")
    return root


def _without_cycles(graph: _Graph, root: int, notes: Notes) -> dict[int, tuple[int, ...]]:
    """Children of every node under the root, each node after all its children; what is missing or circular is cut."""
    done: dict[int, tuple[int, ...]] = {}
    deepest = 0
    path = {root}
    stack: list[tuple[int, list[int], list[int]]] = [(root, list(graph[root].children[::-1]), [])]
    while stack:
        deepest = max(deepest, len(stack))
        number, waiting, kept = stack[-1]
        if not waiting:
            stack.pop()
            path.discard(number)
            done[number] = tuple(kept)
            continue
        child = waiting.pop()
        if child not in graph:
            notes.add(
                "no child",
                f"node {number:,} names node {child:,}, which is not in the file; it was left out",
            )
        elif child in path:
            notes.add(
                "cycle",
                f"the scene graph has a cycle: node {number:,} contains node {child:,}, which contains it; cut",
            )
        else:
            kept.append(child)
            if child not in done:
                path.add(child)
                stack.append((child, list(graph[child].children[::-1]), []))
    if deepest > DEEP:
        notes.add(
            "deep",
            f"the scene is nested {deepest:,} nodes deep, which may be slow to work with",
        )
    for number in sorted(set(graph) - set(done)):
        notes.add(
            "orphan",
            f"node {number:,} belongs to no part of the scene; it was left out",
        )
    return done


def _check_count(children: dict[int, tuple[int, ...]], root: int) -> None:
    """Refuse what `_expand` would take too long for, without trying it."""
    counts: dict[int, int] = {}
    for number, below in children.items():
        counts[number] = min(1 + sum(counts[child] for child in below), 2 * MAX_NODES + 1)
    # Every visit counts, also of transforms, which are one node together with what they move.
    if counts[root] > 2 * MAX_NODES:
        raise LimitError(
            f"the scene would have more than {MAX_NODES:,} objects and groups, because its groups use each other "
            "many times; make it smaller in MagicaVoxel"
        )


def _expand(graph: _Graph, children: dict[int, tuple[int, ...]], root: int) -> tuple[SceneNode, ...]:
    """The tree: every use of a node becomes a node of its own."""
    nodes: list[SceneNode] = []
    stack: list[tuple[int, int, _Node | None]] = [(root, -1, None)]
    while stack:
        number, parent, moved = stack.pop()
        node = graph[number]
        if node.kind == "transform" and moved is None:
            stack.extend((child, parent, node) for child in children[number])
            continue
        if node.kind == "shape" and not node.models:
            continue
        if node.kind == "transform" and moved is not None:
            # A transform right under another one: the upper one becomes a group, so that no motion is lost.
            nodes.append(_make_node(_Node("group", {}), parent, moved))
            stack.append((number, len(nodes) - 1, None))
            continue
        nodes.append(_make_node(node, parent, moved))
        stack.extend((child, len(nodes) - 1, None) for child in children[number][::-1])
    return tuple(nodes)


def _make_node(node: _Node, parent: int, moved: _Node | None) -> SceneNode:
    """A group or shape with the transform above it, if there is one."""
    above: Mapping[str, str] = moved.attributes if moved else {}
    attributes = node.attributes
    if above:
        attributes = MappingProxyType({**attributes, **above}) if attributes else above
    return SceneNode(
        name=attributes.get("_name", ""),
        parent=parent,
        kind="shape" if node.kind == "shape" else "group",
        transforms=moved.transforms if moved else resting(),
        models=node.models,
        layer=moved.layer if moved else None,
        hidden=is_set(node.attributes, "_hidden") or is_set(above, "_hidden"),
        loops=is_set(attributes, "_loop"),
        attributes=attributes,
    )
