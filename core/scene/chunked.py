"""A scene and options in, an `Assembly` of chunks side by side, and coarser meshes above them as a tree, out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..chunks import Around, Brick, ChunkOptions, Forest, Place, TreeNode, brick_of, bricks_of, forest_of, tree_of
from ..errors import OptionError
from ..mesh.mesh import Mesh
from ..mesh.options import MeshOptions
from ..progress import Progress, part, unheard
from ..texture import Layout
from ..voxels.look import Look
from ..voxels.model import Model
from ..voxels.scene import ModelFrame, Scene, SceneNode
from ..voxels.transforms import identity, make_frame
from ..workers import watched, workers_for
from .arrange import arrange
from .assembly import Assembly
from .options import VOXEL_SIZE, SceneOptions
from .tree import TreeEntry

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Piece:
    """A mesh and where it is."""

    place: Place
    mesh: Mesh
    model: Model

    @property
    def box(self) -> Ints:
        """(2, 3) int64: its lowest and highest lattice point."""
        box: Ints = np.stack([self.mesh.vertices.min(axis=0), self.mesh.vertices.max(axis=0)]).astype(np.int64)
        return box


def chunked(
    document: Scene | Assembly,
    options: MeshOptions | None = None,
    scene_options: SceneOptions | None = None,
    chunks: ChunkOptions | None = None,
    *,
    layout: Layout | None = None,
    voxel_size: float = VOXEL_SIZE,
    jobs: int | None = 1,
    progress: Progress | None = None,
) -> Assembly:
    """Join a scene and divide it along a lattice.

    Parameters
    ----------
    document : Scene or Assembly
        What a reader brought.
    options : MeshOptions, optional
    scene_options : SceneOptions, optional
        Of one frame; all objects become one, but hidden ones another one.
    chunks : ChunkOptions, optional
    layout : Layout, optional
        As for `assemble`.
    voxel_size : float
        Metres, where the document does not tell.
    jobs : int or None
        As for `assemble`.
    progress : callable, optional

    Returns
    -------
    Assembly
        A model and a node for each chunk that has faces, named NAME_x_y_z by its place in the lattice, then models of
        coarser meshes that no node shows, and the tree of those that are seen.

    Raises
    ------
    FormatError
        If nothing would be shown, with the reason.
    LimitError
        If the voxels lie in too many chunks.
    OptionError
        If the file holds triangles and not voxels.
    """
    options, chunks = options or MeshOptions(), chunks or ChunkOptions()
    chosen = replace(scene_options or SceneOptions(), join="one")
    if isinstance(document, Assembly):
        if not document.has_voxels:
            raise OptionError("the file holds triangles and not voxels, so it cannot be divided; take the .vox file")
        document = document.scene
    scene = arrange(document, chosen)
    scene = replace(scene, voxel_size=voxel_size if scene.voxel_size is None else scene.voxel_size)
    # Joined, a scene has one node of what is seen, and one of what is hidden.
    fine: list[tuple[SceneNode, Piece]] = []
    coarse: list[Piece] = []
    for node, share in zip(scene.nodes, _shares(scene, progress or unheard), strict=True):
        own = replace(chunks, levels=0) if node.hidden else chunks
        pieces = _pieces(_forest(scene, node, options, own), options, scene.look, layout, jobs, share)
        fine += [(node, piece) for piece in pieces if piece.place.level == 0]
        coarse += [piece for piece in pieces if piece.place.level > 0]
    every = [*(piece for _, piece in fine), *coarse]
    seen = [number for number, (node, _) in enumerate(fine) if not node.hidden]
    inside = [*seen, *range(len(fine), len(every))]
    boxes = {every[number].place: (number, every[number].box) for number in inside}
    tree = tree_entries(boxes, chunks.size) if chunks.levels else ()
    nodes = tuple(_node(node, piece, number, chunks.size) for number, (node, piece) in enumerate(fine))
    made = replace(scene, models=tuple(piece.model for piece in every), nodes=nodes)
    return Assembly(made, tuple(piece.mesh for piece in every), rate=chosen.rate, tree=tree)


def tree_entries(meshes: Mapping[Place, tuple[int, Ints]], size: int) -> tuple[TreeEntry, ...]:
    """Arrange meshes as a tree.

    Parameters
    ----------
    meshes : mapping of Place to (int, (2, 3) int64)
        The number of the mesh of each chunk that has one, and its lowest and highest lattice point, as seen from the
        low corner of the chunk.
    size : int
        Cells along a side of each.

    Returns
    -------
    tuple of TreeEntry
    """
    number = {place: mesh for place, (mesh, _) in meshes.items()}
    nodes = tree_of(set(number))
    first = np.cumsum([1] + [node.children for node in nodes])
    boxes: list[Ints] = [np.zeros((2, 3), np.int64)] * len(nodes)
    for index in reversed(range(len(nodes))):
        inside = boxes[first[index] : first[index] + nodes[index].children]
        place = nodes[index].place
        inside = [*inside, _in_world(place, meshes[place][1], size)] if place in meshes else inside
        every = np.array(inside)
        boxes[index] = np.stack([every[:, 0].min(axis=0), every[:, 1].max(axis=0)])
    return tuple(_entry(node, number.get(node.place), box, size) for node, box in zip(nodes, boxes, strict=True))


def _entry(node: TreeNode, mesh: int | None, box: Ints, size: int) -> TreeEntry:
    level = node.place.level
    middle = (2 * np.array(node.place.key, np.int64) + 1) * (size << level) // 2
    low, high, place = (tuple(map(int, point)) for point in (*box, middle))
    # A cell of a level that has any voxel reaches less than its width beyond it.
    return TreeEntry(mesh, node.children, level, float(2**level) if level else 0.0, low, high, place)


def _in_world(place: Place, box: Ints, size: int) -> Ints:
    scale = 1 << place.level
    return box * scale + np.array(place.key, np.int64) * (size * scale)


def _shares(scene: Scene, progress: Progress) -> Iterator[Progress]:
    ends = np.cumsum([0, *(scene.models[node.models[0].model].voxels for node in scene.nodes)]).tolist()
    for before, after in itertools.pairwise(ends):
        yield part(progress, before / ends[-1], after / ends[-1])


def _forest(scene: Scene, node: SceneNode, options: MeshOptions, chunks: ChunkOptions) -> Forest:
    model, transparent = scene.models[node.models[0].model], scene.look.transparent
    corner = node.transforms[0].translation.astype(np.int64) - np.array(model.pivot, np.int64)
    cells = bricks_of(model.positions.astype(np.int64) + corner, model.indices, chunks.size)
    bricks = {key: brick_of(each, transparent, interior=options.interior) for key, each in cells}
    return forest_of(bricks, transparent, chunks)


def _pieces(
    forest: Forest, options: MeshOptions, look: Look, layout: Layout | None, jobs: int | None, progress: Progress
) -> list[Piece]:
    """Mesh all bricks."""
    places, tasks = zip(*forest.around(), strict=True) if forest.levels[0] else ((), ())
    sizes = [_work(task) for task in tasks]
    with workers_for(sizes, jobs) as workers:
        if workers is None:
            meshes = []
            for number, task in enumerate(tasks):
                meshes.append(task.mesh(options, look, layout))
                progress((number + 1) / len(tasks))
        else:
            futures = [workers.submit(Around.mesh, task, options, look, layout) for task in tasks]
            watched(futures, sizes, progress)
            meshes = [future.result() for future in futures]
    return [
        Piece(place, mesh, _model(forest.levels[place.level][place.key]))
        for place, mesh in zip(places, meshes, strict=True)
        if len(mesh.triangles)
    ]


def _work(task: Around) -> int:
    """About as many bytes as a file would have for the cells that have faces."""
    return 16 * int(np.count_nonzero(np.diff(task.ring, axis=2)))


def _model(brick: Brick) -> Model:
    return Model.from_grid(brick.cells)


def _node(node: SceneNode, piece: Piece, number: int, size: int) -> SceneNode:
    x, y, z = ((2 * place + 1) * size // 2 for place in piece.place.key)
    name = "_".join([node.name, *map(str, piece.place.key)])
    frames = (make_frame(0, identity(), (x, y, z)),)
    return replace(node, name=name, transforms=frames, models=(ModelFrame(0, number),))
