"""Scenes of voxels, written down twice: as bytes of .vox files, and as nodes from which a test knows what is seen.

Nodes say where each model stands; nothing here is read back from a file, and nothing comes from the code under test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import helpers_vox as hv
import numpy as np
from helpers_scene import Face, Placed, rotation_byte

VOXEL = 0.1
"""Metres."""
STILL = np.eye(3, dtype=int)
QUARTER = np.array([(0, -1, 0), (1, 0, 0), (0, 0, 1)])
"""A quarter turn around z."""
TIPPED = np.array([(1, 0, 0), (0, 0, -1), (0, 1, 0)])
"""A quarter turn around x."""
FLIPPED = np.diag((-1, 1, 1))
"""Mirrored along x."""
FPS, RATE = 24, 8
"""Frames a second of the scene, and of files."""


@dataclass(frozen=True)
class Matter:
    """What light does at a voxel."""

    metallic: float = 0
    roughness: float = 1
    emission: float = 0
    """How many times its color it sends out."""
    transmission: float = 0


@dataclass(frozen=True, eq=False)
class Node:
    """A group, or a place of a model."""

    name: str
    parent: int = -1
    model: int | None = None
    turn: np.ndarray = field(default_factory=lambda: STILL)
    move: tuple[int, int, int] = (0, 0, 0)
    hidden: bool = False
    layer: int = -1
    models: tuple[int, ...] = ()
    """The model of each frame, instead of one model."""
    moves: tuple[tuple[int, int, int], ...] = ()
    """The move of each frame, instead of one move."""


@dataclass(frozen=True, eq=False)
class Case:
    """A file and what is in it."""

    name: str
    models: tuple[np.ndarray, ...]
    nodes: tuple[Node, ...]
    palette: tuple[tuple[int, int, int, int], ...]
    matter: Mapping[int, Matter] = field(default_factory=dict)
    """By palette index; all others are plain."""
    chunks: tuple[bytes, ...] = ()
    hidden_layers: tuple[int, ...] = ()
    frames: int = 1

    def data(self) -> bytes:
        """The bytes of the .vox file."""
        first = [number for number, node in enumerate(self.nodes) if node.parent < 0]
        chunks = [hv.dense_model(model) for model in self.models]
        chunks += [hv.ntrn(0, 1), hv.ngrp(1, *(2 + 2 * number for number in first))]
        for number, node in enumerate(self.nodes):
            chunks += list(self._chunks_of(number, node))
        layers = [hv.layr(number, name=f"layer {number}", hidden=1) for number in self.hidden_layers]
        return hv.vox(*chunks, *layers, *self.chunks, hv.rgba(self.palette))

    def _chunks_of(self, number: int, node: Node) -> Iterator[bytes]:
        own, inner = 2 + 2 * number, 3 + 2 * number
        byte = rotation_byte(node.turn)
        moves = node.moves or (node.move,)
        frames = [{"r": byte, "t": " ".join(map(str, move)), "f": frame} for frame, move in enumerate(moves)]
        attributes = {"hidden": 1} if node.hidden else {}
        yield hv.ntrn(own, inner, *frames, layer=node.layer, name=node.name, **attributes)
        if node.models:
            yield hv.nshp(inner, *((model, frame) for frame, model in enumerate(node.models)))
        elif node.model is not None:
            yield hv.nshp(inner, node.model)
        else:
            children = [2 + 2 * child for child, other in enumerate(self.nodes) if other.parent == number]
            yield hv.ngrp(inner, *children)

    @property
    def animated(self) -> bool:
        """Whether there is more than one frame."""
        return self.frames > 1

    @property
    def changes(self) -> bool:
        """Whether not all is seen all the time."""
        return self.animated or any(self.is_hidden(number) for number in range(len(self.nodes)))

    @property
    def moments(self) -> list[int]:
        """The frame of Blender in the middle of each frame of the file; the first begins with 1."""
        step = FPS // RATE
        return [1 + step // 2 + step * frame for frame in range(self.frames)]

    def is_hidden(self, number: int) -> bool:
        """Whether a node, one above it or a layer of these is hidden."""
        node = self.nodes[number]
        above = node.parent >= 0 and self.is_hidden(node.parent)
        return node.hidden or node.layer in self.hidden_layers or above

    def place(self, number: int, frame: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """The rotation and the translation of a node in the world, in voxels."""
        node = self.nodes[number]
        move = np.array(node.moves[frame] if node.moves else node.move)
        if node.parent < 0:
            return node.turn, move
        turn, origin = self.place(node.parent, frame)
        return turn @ node.turn, turn @ move + origin

    def shapes(self, frame: int = 0, *, hidden: bool = False) -> dict[str, Placed]:
        """The models that are seen in a frame, or those that are hidden, by the name of their node."""
        found = {}
        for number, node in enumerate(self.nodes):
            model = node.models[frame] if node.models else node.model
            if model is not None and self.is_hidden(number) == hidden:
                found[node.name] = Placed(self.models[model], *self.place(number, frame))
        return found

    def faces(self, frame: int = 0, *, hidden: bool = False) -> dict[Face, int]:
        """The palette index of each face in the world."""
        faces: dict[Face, int] = {}
        for place in self.shapes(frame, hidden=hidden).values():
            faces |= self._exposed(place)
        return faces

    def _exposed(self, place: Placed) -> dict[Face, int]:
        """What is seen of a model: opaque voxels, and those of each glass towards air and other glass."""
        clear = [index for index, matter in self.matter.items() if matter.transmission]
        solid = np.where(np.isin(place.grid, clear), 0, place.grid)
        faces = replace(place, grid=solid).faces()
        for index in clear:
            own = replace(place, grid=np.where(place.grid == index, index, solid)).faces()
            faces |= {face: color for face, color in own.items() if color == index}
        return faces

    def matter_of(self, index: int) -> Matter:
        """What light does at voxels of a palette index."""
        return self.matter.get(index, Matter())

    def color(self, index: int) -> tuple[int, int, int]:
        """(red, green, blue), 0 to 255."""
        return self.palette[index - 1][:3]


COLORS = tuple((int(r), int(g), int(b), 255) for r, g, b in np.random.default_rng(8).integers(0, 256, (256, 3)))
"""The palette of all files."""
PALE = tuple((40 + r // 2, 200 - g // 2, 60 + b // 2, 255) for r, g, b, _ in COLORS)
"""Colours none of whose channels is near black, so that light of them has a hue."""


def block(shape: tuple[int, int, int], indices: list[int], seed: int, holes: float = 0.35) -> np.ndarray:
    """A block of voxels of some palette indices; its holes are open above, so that nothing is sealed inside."""
    rng = np.random.default_rng(seed)
    grid = rng.choice(indices, shape).astype(np.uint8)
    grid[np.logical_or.accumulate(rng.random(shape) < holes / shape[2] * 2, axis=2)] = 0
    grid[0, 0] = np.resize(indices, shape[2])
    return grid


def one(name: str, grid: np.ndarray, **values: object) -> Case:
    """A file of one model, which stands somewhere beside the origin."""
    return Case(name, (grid,), (Node(name, model=0, move=(4, -3, 2)),), PALE, **values)


def emission(**glows: float) -> dict[int, Matter]:
    """Emission by palette index."""
    return {int(index[1:]): Matter(emission=value) for index, value in glows.items()}


def plain() -> Case:
    grid = np.zeros((3, 2, 2), np.uint8)
    grid[:, 0, 0] = grid[0, :, :] = 7
    return one("plain", grid)


def painted() -> Case:
    return one("painted", block((5, 4, 3), list(range(1, 13)), 4))


def glass() -> Case:
    matter = {6: Matter(roughness=0, transmission=0.75), 7: Matter(roughness=0.25, transmission=0.75)}
    chunks = (hv.matl(6, type="_glass", trans=0.75, rough=0, ri=1.6), hv.matl(7, type="_glass", trans=0.75, rough=0.25))
    return one("glass", block((4, 3, 3), [1, 6, 7], 3, 0.2), matter=matter, chunks=chunks)


def metal() -> Case:
    matter = {2: Matter(metallic=0.8, roughness=0.25), 3: Matter(metallic=0.4, roughness=0.5)}
    chunks = (hv.matl(2, type="_metal", metal=0.8, rough=0.25), hv.matl(3, type="_metal", metal=0.4, rough=0.5))
    return one("metal", block((4, 3, 3), [1, 2, 3], 5), matter=matter, chunks=chunks)


def glowing() -> Case:
    chunks = (hv.matl(4, type="_emit", emit=0.5, flux=1),)
    return one("emission", block((4, 3, 3), [1, 2, 4], 6), matter=emission(_4=5), chunks=chunks)


def wide() -> Case:
    values = {3: (0.2, 0), 4: (0.2, 1), 5: (1, 4)}
    chunks = tuple(hv.matl(index, type="_emit", emit=emit, flux=flux) for index, (emit, flux) in values.items())
    return one("wide", block((4, 3, 3), [1, 3, 4, 5], 7), matter=emission(_3=0.2, _4=2, _5=1e4), chunks=chunks)


def mixed() -> Case:
    parts = [glass(), metal(), glowing()]
    matter = {index: value for part in parts for index, value in part.matter.items()}
    chunks = tuple(chunk for part in parts for chunk in part.chunks)
    return one("mixed", block((4, 4, 4), [1, 2, 3, 4, 6, 7], 9, 0.2), matter=matter, chunks=chunks)


def several() -> Case:
    models = (block((2, 3, 4), [1, 2, 3], 1), block((3, 3, 1), [4, 5], 2), block((1, 1, 5), [6, 7, 8], 3, 0))
    nodes = (
        Node("Tür 1", model=0, turn=QUARTER, move=(-6, 0, 2)),
        Node("roof top", model=1, turn=TIPPED, move=(3, 1, 0)),
        Node("post.a", model=2, move=(0, 8, -2)),
    )
    return Case("several", models, nodes, COLORS)


def groups() -> Case:
    nodes = (
        Node("house", move=(5, 0, 1), turn=QUARTER),
        Node("floor", 0, move=(0, 3, 0), turn=TIPPED),
        Node("lamp", 1, model=0, move=(2, 0, 1)),
        Node("door", 0, model=1, move=(-4, 0, 0)),
        Node("tree", model=1, move=(-8, 2, 0)),
    )
    return Case("groups", (block((2, 2, 3), [1, 2], 11), block((3, 1, 2), [3, 4, 5], 12)), nodes, COLORS)


def mirrored() -> Case:
    nodes = (
        Node("left", model=0, move=(-4, 0, 0)),
        Node("right", model=0, move=(4, 0, 0), turn=FLIPPED),
        Node("turned", model=0, move=(0, 6, 0), turn=QUARTER @ FLIPPED),
    )
    return Case("mirrored", (block((3, 2, 4), [1, 2, 3, 4], 13),), nodes, COLORS)


def instances() -> Case:
    nodes = (
        Node("first", model=0),
        Node("second", model=0, move=(6, 0, 0)),
        Node("third", model=0, move=(0, 7, 1), turn=TIPPED),
    )
    return Case("instances", (block((3, 3, 3), [1, 2, 3], 14),), nodes, COLORS)


def hidden() -> Case:
    nodes = (
        Node("seen", model=0),
        Node("crate", move=(0, 5, 0), turn=QUARTER),
        Node("secret", 1, model=0, move=(2, 0, 1), hidden=True),
        Node("open", 1, model=1, move=(-3, 1, 0)),
        Node("layered", model=1, move=(8, 0, 0), layer=1),
        Node("closed", move=(-9, 0, 0), hidden=True),
        Node("inner", 5, model=0, move=(0, 0, 3)),
    )
    models = (block((2, 2, 2), [1, 2], 15), block((2, 1, 3), [3, 4], 16))
    return Case("hidden", models, nodes, COLORS, hidden_layers=(1,))


def frames() -> Case:
    models = tuple(block((3, 2, 2), [1, 2, 3], seed) for seed in (21, 22, 23))
    nodes = (
        Node("crowd", move=(0, 6, 0), turn=QUARTER),
        Node("walker", 0, models=(0, 1, 2), move=(3, 0, 1)),
        Node("still", model=0, move=(-7, 0, 0)),
    )
    return Case("frames", models, nodes, COLORS, frames=3)


def moving() -> Case:
    nodes = (
        Node("train", moves=((0, 0, 0), (5, 0, 0), (5, 4, 0)), turn=QUARTER),
        Node("car", 0, model=0, moves=((2, 0, 0), (3, 0, 0), (3, 0, 6))),
        Node("still", model=0, move=(-9, 0, 0)),
    )
    return Case("moving", (block((2, 3, 2), [1, 2], 24),), nodes, COLORS, frames=3)


CASES: dict[str, Case] = {
    case.name: case
    for case in (
        plain(), painted(), glass(), metal(), glowing(), wide(), mixed(),
        several(), groups(), mirrored(), instances(), hidden(), frames(), moving(),
    )
}  # fmt: skip
