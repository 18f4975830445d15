"""A scene and scene options in, the scene to be made out: the frames, nodes and different models that were asked for.

The scene that comes out says what each mesh is made of, and which node shows which mesh when. What nobody would see,
and what no user made, is no longer in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..errors import FormatError, LimitError
from ..voxels.model import Model
from ..voxels.scene import ModelFrame, Scene, SceneNode, TransformFrame
from ..voxels.transforms import identity, make_frame
from .frames import MAX_STATES, as_frames, first_frame, frame_numbers, scene_at
from .join import Contact, contacts, joined_cells
from .options import SceneOptions
from .places import bounds, foot, shifted
from .world import hidden_in_scene

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

FARTHEST = 2**30
"""Voxels from end to end that a mesh may have."""


def arrange(
    scene: Scene, options: SceneOptions, boxes: Sequence[Ints | None] | None = None, *, whole: bool = False
) -> Scene:
    """Choose what is made of a scene.

    Parameters
    ----------
    scene : Scene
    options : SceneOptions
        All but the origin counts.
    boxes : sequence of (2, 3) int64 or None, optional
        The lowest and the highest lattice point of what each model shows, None where it shows nothing; by default
        those of its voxels.
    whole : bool
        Keep also what shows nothing, if all frames of all objects are asked for as the file has them.

    Returns
    -------
    Scene
        Its models are different and all shown by some node; its nodes are shapes that show something and groups but
        for an unnamed root that moves nothing, which every file has and no user made.

    Raises
    ------
    FormatError
        If nothing is left, with the reason.
    LimitError
        If joined shapes are more than `FARTHEST` voxels apart.
    """
    before = scene
    solid = [model.voxels > 0 for model in scene.models] if boxes is None else [box is not None for box in boxes]
    in_frames = options.unplaced == "frames" and not scene.placed and len(scene.models) > 1
    scene = as_frames(scene) if in_frames else scene
    scene = _in_time(scene, options, in_frames)
    scene = _without_layers(scene) if options.layers == "none" else scene
    hidden = hidden_in_scene(scene)
    kept = ~hidden if options.hidden == "skip" else np.ones(len(hidden), np.bool_)
    as_is = whole and options.animates and bool(kept.all())
    if as_is:
        made = scene
    elif options.join == "one":
        made = _joined(scene, hidden, kept)
    elif options.join == "contacts":
        made = _without_contacts(scene, hidden, kept)
    else:
        made = _distinct(scene, kept, solid, meshed=boxes is not None)
    if not made.models:
        what = "voxels" if boxes is None else "triangles"
        raise FormatError(_nothing(before, options, what, some=any(solid)))
    known = {id(model): box for model, box in zip(before.models, boxes or (), strict=False)}
    # What no file places stands on the ground, as MagicaVoxel shows it.
    moves = options.at_origin or not (scene.placed or as_is)
    shown = not as_is or any(solid[entry.model] for node in made.nodes for entry in node.models)
    return _at_world_origin(made, known) if moves and shown else made


def _in_time(scene: Scene, options: SceneOptions, in_frames: bool) -> Scene:
    """All frames, or one."""
    if options.animates or (in_frames and options.join == "separate" and options.animation == "first"):
        count = len(frame_numbers(scene))
        if count * len(scene.nodes) <= MAX_STATES:
            return scene
        sentence = f"the animation has {count:,} frames of {len(scene.nodes):,} objects; only the first was read"
        scene = replace(scene, warnings=(*scene.warnings, sentence))
    return first_frame(scene_at(scene, options.frame) if options.animation == "frame" else scene)


def _without_layers(scene: Scene) -> Scene:
    """The same without layers; what is on a hidden one is hidden itself."""
    away = {layer.id for layer in scene.layers.values() if layer.hidden}
    nodes = (replace(node, layer=None, hidden=node.hidden or node.layer in away) for node in scene.nodes)
    return replace(scene, nodes=tuple(nodes), layers={})


def _distinct(scene: Scene, kept: Flags, solid: Sequence[bool], *, meshed: bool = False) -> Scene:
    """Number the different models of the shapes that ever show something."""
    shows = np.array([any(solid[entry.model] for entry in node.models) for node in scene.nodes], np.bool_) & kept
    number: dict[tuple[object, ...], int] = {}
    models: list[Model] = []
    of_model: dict[int, int] = {}
    for index in sorted({entry.model for node in np.flatnonzero(shows) for entry in scene.nodes[node].models}):
        model = scene.models[index]
        # Of meshes that are there already each is one of its own, whatever its voxels are.
        of_model[index] = number.setdefault((index,) if meshed else model.identity, len(models))
        if of_model[index] == len(models):
            models.append(model)
    shown = [
        tuple(ModelFrame(entry.frame, of_model[entry.model]) for entry in node.models) if shows[index] else ()
        for index, node in enumerate(scene.nodes)
    ]
    return _assembled(scene, models, shown, kept)


def _without_contacts(scene: Scene, hidden: Flags, kept: Flags) -> Scene:
    """Cut the shapes where they meet; what is not seen neither cuts nor is cut."""
    whole = _distinct(scene, kept & hidden, [model.voxels > 0 for model in scene.models])
    models = list(whole.models)
    shapes = [index for index, node in enumerate(scene.nodes) if node.kind == "shape" and not hidden[index]]
    number: dict[tuple[object, ...], int] = {}
    shows: list[tuple[ModelFrame, ...]] = [() for _ in scene.nodes]
    of_hidden = {model.identity: index for index, model in enumerate(whole.models)}
    for index in np.flatnonzero(kept & hidden).tolist():
        shown = scene.nodes[index].model
        if shown is not None and scene.models[shown].voxels:
            shows[index] = (ModelFrame(0, of_hidden[scene.models[shown].identity]),)
    for contact in contacts(scene, shapes, scene.look.transparent):
        model = _cut(scene, contact)
        if model.voxels and kept[contact.node]:
            shows[contact.node] = (ModelFrame(0, number.setdefault(model.identity, len(models))),)
            if number[model.identity] == len(models):
                models.append(model)
    return _assembled(scene, models, shows, kept)


def _cut(scene: Scene, contact: Contact) -> Model:
    """A shape's model without the faces that others hide."""
    shown = scene.nodes[contact.node].model
    assert shown is not None
    blocked = _touching(contact.blocked, contact.positions)
    positions = contact.positions.astype(scene.models[shown].positions.dtype)
    return Model(scene.models[shown].size, positions, contact.indices, blocked if len(blocked) else None)


def _joined(scene: Scene, hidden: Flags, kept: Flags) -> Scene:
    """Make one object of all that is seen, and one of the rest."""
    models: list[Model] = []
    nodes: list[SceneNode] = []
    for name, chosen, away in ((scene.name, kept & ~hidden, False), (f"{scene.name} hidden", kept & hidden, True)):
        found = _as_one(scene, chosen)
        if found is not None:
            model, corner = found
            x, y, z = (corner + model.pivot).tolist()
            frames = (make_frame(0, identity(), (x, y, z)),)
            nodes.append(SceneNode(name, -1, "shape", frames, (ModelFrame(0, len(models)),), hidden=away))
            models.append(model)
    return replace(scene, models=tuple(models), nodes=tuple(nodes), layers={})


def _as_one(scene: Scene, chosen: Flags) -> tuple[Model, Ints] | None:
    """One model of many shapes and its corner in the world; None if they have no voxels."""
    shapes = [index for index, node in enumerate(scene.nodes) if node.kind == "shape" and chosen[index]]
    positions, indices = joined_cells(scene, shapes)
    if not len(positions):
        return None
    low, size = positions.min(axis=0), np.ptp(positions, axis=0) + 1
    if size.max() > FARTHEST:
        raise LimitError(f"the objects are too far apart to join them, {size.max():,} voxels; import them separate")
    positions = (positions - low).astype(np.int32)
    order = np.lexsort(positions.T[::-1])
    positions, indices = positions[order], indices[order]
    # The sort is stable, and of equal cells the last one counts.
    last = np.ones(len(positions), np.bool_)
    last[:-1] = (positions[1:] != positions[:-1]).any(axis=1)
    return Model((int(size[0]), int(size[1]), int(size[2])), positions[last], indices[last]), low


def _touching(blocked: Ints, positions: Ints) -> npt.NDArray[np.int32]:
    """(m, 3) int32: the cells beside others, sorted, each once."""
    if not len(blocked) or not len(positions):
        return np.zeros((0, 3), np.int32)
    low = positions.min(axis=0) - 2
    size = positions.max(axis=0) + 3 - low
    near = blocked[((blocked > low) & (blocked < low + size - 1)).all(axis=1)] - low
    filled = np.zeros(size, np.bool_)
    filled[tuple((positions - low).T)] = True
    beside = np.zeros(len(near), np.bool_)
    for axis in range(3):
        for step in (-1, 1):
            beside |= filled[tuple((near + step * (np.arange(3) == axis)).T)]
    touching: npt.NDArray[np.int32] = (np.unique(near[beside], axis=0) + low).astype(np.int32)
    return touching


def _assembled(scene: Scene, models: Sequence[Model], shows: Sequence[tuple[ModelFrame, ...]], kept: Flags) -> Scene:
    """The scene of new models, without the nodes that show nothing."""
    technical = _technical_roots(scene)
    number = np.full(len(scene.nodes) + 1, -1, np.int64)
    nodes: list[SceneNode] = []
    for index, (node, shown) in enumerate(zip(scene.nodes, shows, strict=True)):
        something = bool(shown) if node.kind == "shape" else not technical[index]
        if kept[index] and something:
            number[index] = len(nodes)
            nodes.append(replace(node, models=shown, parent=int(number[node.parent])))
    return replace(scene, models=tuple(models), nodes=tuple(nodes))


def _technical_roots(scene: Scene) -> list[bool]:
    """Which nodes are unnamed roots that move nothing."""
    return [
        node.kind == "group" and node.parent < 0 and not node.name and all(map(_is_rest, node.transforms))
        for node in scene.nodes
    ]


def _is_rest(frame: TransformFrame) -> bool:
    return not frame.translation.any() and bool((frame.rotation == np.eye(3)).all())


def _at_world_origin(scene: Scene, known: Mapping[int, Ints | None]) -> Scene:
    """Move everything by whole voxels so that it stands on the middle of the world.

    The boxes of some models are known, by the identity of the object; those of the others are of their voxels.
    """
    boxes = [known.get(id(model), model.box if model.voxels else None) for model in scene.models]
    return shifted(scene, -foot(bounds(scene, boxes)))


def _nothing(scene: Scene, options: SceneOptions, what: str, *, some: bool) -> str:
    """Say why there is nothing to make."""
    if options.hidden == "skip" and hidden_in_scene(scene).any() and some:
        return f"all objects of the file that have {what} are hidden, and hidden ones are skipped"
    reason = "".join(f"; {warning}" for warning in scene.warnings)
    return f"the file has no {what} to show, so there is nothing to import{reason}"
