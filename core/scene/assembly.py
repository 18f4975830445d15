"""A scene and options in, its meshes with all that places them out: what everything that shows or writes them reads."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..collision import Collision
from ..errors import OptionError
from ..mesh.mesh import Mesh
from ..mesh.options import MeshOptions
from ..pipeline import build_model
from ..progress import Progress, shared, unheard
from ..texture import Layout
from ..voxels.digest import LENGTH, colors_digest, model_digest
from ..voxels.look import Look
from ..voxels.model import Model
from ..voxels.scene import Scene
from ..workers import watched, workers_for
from .arrange import arrange
from .frames import frame_numbers
from .levels import LevelMesh
from .options import VOXEL_SIZE, SceneOptions
from .placement import Placements, layers_of, moved, place
from .places import bounds, shifted
from .tree import TreeEntry

Floats = npt.NDArray[np.float64]
Known = MutableMapping[tuple[str, MeshOptions], Mesh]
"""Meshes by the digest of their model and their options."""

_OWN_LAYERS = frozenset(map(str, range(8)))  # as MagicaVoxel names them


@dataclass(frozen=True, eq=False)
class Assembly:
    """A scene with a mesh for each of its models."""

    scene: Scene
    """As `arrange` leaves it, or a reader that found meshes; its voxel size is known."""
    meshes: tuple[Mesh, ...]
    """One for each model, which has no voxels where the file told triangles only; none where nobody asked for any."""
    origin: str = "pivot"
    """Where the origins of objects are, one of `options.ORIGINS`."""
    rate: float = SceneOptions.rate
    """Frames of the animation a second."""
    more_frames: int = 0
    """Frames that differ and that nobody asked for: an import that animates has them too."""
    offset: tuple[int, int, int] = (0, 0, 0)
    """Voxels by which all of it was moved from where the file has it."""
    levels: tuple[tuple[LevelMesh, ...], ...] = ()
    """For each model its coarser meshes, from fine to coarse; or none of any."""
    collisions: tuple[Collision, ...] = ()
    """One for each model, or none."""
    tree: tuple[TreeEntry, ...] = ()  # of chunks and coarser meshes above them

    @property
    def voxel_size(self) -> float:
        """Metres."""
        return VOXEL_SIZE if self.scene.voxel_size is None else self.scene.voxel_size

    @property
    def has_voxels(self) -> bool:
        """Whether all that is shown has voxels, so that other meshes can be made of them."""
        some = [model.voxels > 0 for model in self.scene.models]
        return any(some) and all(has or not shows for has, shows in zip(some, self.solid.tolist(), strict=True))

    @property
    def solid(self) -> npt.NDArray[np.bool_]:
        """(models,) bool: whether there is a triangle."""
        return np.array([len(mesh.triangles) > 0 for mesh in self.meshes], np.bool_)

    @property
    def triangles(self) -> int:
        """Triangles of all meshes, each counted once."""
        return sum(mesh.counts.triangles for mesh in self.meshes)

    @property
    def drawn(self) -> tuple[Mesh, ...]:
        """The mesh of each node that shows one in the first frame, hidden ones included: what is drawn."""
        nodes = self.scene.nodes if self.meshes else ()
        return tuple(self.meshes[node.model] for node in nodes if node.model is not None)

    @property
    def triangles_drawn(self) -> int:
        """Triangles as drawn: those of a mesh count for each node that shows it."""
        return sum(mesh.counts.triangles for mesh in self.drawn)

    @property
    def faces_drawn(self) -> int | None:
        """Visible faces as drawn; None if nobody knows."""
        known = [mesh.counts.faces for mesh in self.drawn]
        return None if None in known else sum(faces or 0 for faces in known)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """Of each model; equal for models that look the same, by their voxels or, where there are none, their mesh."""
        look = self.scene.look
        return tuple(
            model_digest(model, look) if model.voxels else _mesh_digest(mesh, look)
            for model, mesh in zip(self.scene.models, self.meshes, strict=True)
        )

    @cached_property
    def shifts(self) -> Floats:
        """(models, 3) float64 voxels: the pivot as seen from the origin of each mesh."""
        rows = [
            _shift(model.box, model.pivot, self.origin) if model.voxels else np.zeros(3) for model in self.scene.models
        ]
        return np.array(rows, np.float64).reshape(-1, 3)

    @property
    def bounds(self) -> Floats:
        """(2, 3) float64 metres: the lowest and the highest point of what is placed in the first frame."""
        return bounds(self.scene, [_box(mesh) for mesh in self.meshes]) * self.voxel_size

    def shifted(self, away: Floats) -> Assembly:
        """Move all of it by whole voxels.

        Parameters
        ----------
        away : (3,) float64 metres
            Rounded.

        Returns
        -------
        Assembly
        """
        x, y, z = np.rint(away / self.voxel_size).astype(np.int64).tolist()
        return replace(self, scene=shifted(self.scene, np.array([x, y, z], np.int64)), offset=(x, y, z))

    def placements(self, *, flat: bool) -> Placements:
        """The objects to make, with their origins where they shall be.

        Parameters
        ----------
        flat : bool
            Without groups, each relative to the world.

        Returns
        -------
        Placements
        """
        return moved(place(self.scene, self.solid, flat=flat), self.shifts)

    @property
    def hidden_layers(self) -> frozenset[int]:
        """The layers that are hidden, by id."""
        return frozenset(layer.id for layer in self.scene.layers.values() if layer.hidden)

    @property
    def layer_names(self) -> dict[int, str]:
        """Names of the layers that nodes are on, by id; those that no user named or hid are left out."""
        used = np.unique(layers_of(self.scene)).tolist()
        found = {number: self.scene.layers[number].name if number in self.scene.layers else "" for number in used}
        own = {number for number, name in found.items() if name in _OWN_LAYERS or (not name and len(found) == 1)}
        return {
            number: f"Layer {name or number}" if number in own or not name else name
            for number, name in found.items()
            if number >= 0 and (number not in own or number in self.hidden_layers)
        }


def assemble(
    document: Scene | Assembly,
    options: MeshOptions | None = None,
    scene_options: SceneOptions | None = None,
    *,
    layout: Layout | None = None,
    largest: int | None = None,
    voxel_size: float = VOXEL_SIZE,
    choose: Callable[[Scene], Sequence[MeshOptions]] | None = None,
    known: Known | None = None,
    jobs: int | None = 1,
    progress: Progress | None = None,
) -> Assembly:
    """Mesh each different model of a scene once, and say where it is placed.

    Parameters
    ----------
    document : Scene or Assembly
        What a reader brought; meshes that are there already stay as they are, unless they shall be joined.
    options : MeshOptions, optional
    scene_options : SceneOptions, optional
    layout : Layout, optional
        What becomes of the textures' tiles; by default atlases as the options say.
    largest : int, optional
        Cells along an axis that a polygon may have (see `build_model`).
    voxel_size : float
        Metres, where the document does not tell.
    choose : callable, optional
        Takes the scene as it was arranged and returns the options of each model; by default `options` for all.
    known : mutable mapping of (str, MeshOptions) to Mesh, optional
        Meshes that were made before in the same way; it gets those that are made.
    jobs : int or None
        Processes that make meshes at the same time, if `known` is not given; None for as many as there are processors
        where that saves time.
    progress : callable, optional
        Takes the share that is done, by voxels.

    Returns
    -------
    Assembly

    Raises
    ------
    FormatError
        If nothing would be shown, with the reason.
    LimitError
        If something is too large or too far apart.
    OptionError
        If meshes shall be joined whose voxels the file does not tell.
    """
    chosen = scene_options or SceneOptions()
    if isinstance(document, Assembly) and chosen.join != "separate" and document.has_voxels:
        document = document.scene
    if isinstance(document, Assembly):
        return replace(_chosen(document, chosen), more_frames=_more_frames(document.scene, chosen))
    if not isinstance(document, Scene):
        raise OptionError(f"the scene is a {type(document).__name__}; it must be a Scene or an Assembly")
    scene = arrange(document, chosen)
    scene = replace(scene, voxel_size=voxel_size if scene.voxel_size is None else scene.voxel_size)
    every = choose(scene) if choose else [options or MeshOptions()] * len(scene.models)
    meshes = meshed(scene, every, layout=layout, largest=largest, known=known, jobs=jobs, progress=progress)
    return Assembly(scene, meshes, chosen.origin, chosen.rate, _more_frames(document, chosen))


def unmeshed(
    document: Scene | Assembly, scene_options: SceneOptions | None = None, *, voxel_size: float = VOXEL_SIZE
) -> Assembly:
    """Choose what is made of a scene of which nobody needs the meshes.

    Parameters
    ----------
    document : Scene or Assembly
        What a reader brought.
    scene_options : SceneOptions, optional
    voxel_size : float
        Metres, where the document does not tell.

    Returns
    -------
    Assembly
        Without meshes. Where all is asked for, nothing of the scene is left out.

    Raises
    ------
    FormatError
        If nothing is left, with the reason.
    LimitError
        If joined shapes are too far apart.
    OptionError
        If the document holds triangles and not voxels.
    """
    chosen = scene_options or SceneOptions()
    if isinstance(document, Assembly):
        if document.meshes and not document.has_voxels:
            raise OptionError(
                "the file holds triangles and not voxels, and this format is made of voxels; make the file anew from "
                "its source, with its voxels stored (--store-voxels)"
            )
        document = document.scene
    scene = arrange(document, chosen, whole=True)
    scene = replace(scene, voxel_size=voxel_size if scene.voxel_size is None else scene.voxel_size)
    return Assembly(scene, (), chosen.origin, chosen.rate, _more_frames(document, chosen))


def looked_at(document: Scene | Assembly, *, opaque: bool) -> Scene | Assembly:
    """Take a document with the materials that were asked for.

    Parameters
    ----------
    document : Scene or Assembly
    opaque : bool
        Take transparent materials for opaque ones.

    Returns
    -------
    Scene or Assembly

    Raises
    ------
    OptionError
        If meshes are there already that show what is behind transparent materials.
    """
    if not opaque:
        return document
    if isinstance(document, Assembly) and document.has_voxels:
        document = document.scene
    if isinstance(document, Scene):
        return replace(document, look=document.look.opaque())
    if any(mesh.polygon_is_transparent.any() for mesh in document.meshes):
        raise OptionError("the file holds triangles and not voxels, so what is transparent cannot be made opaque")
    return document


def meshed(
    scene: Scene,
    options: Sequence[MeshOptions],
    *,
    layout: Layout | None = None,
    largest: int | None = None,
    known: Known | None = None,
    jobs: int | None = 1,
    progress: Progress | None = None,
) -> tuple[Mesh, ...]:
    """Mesh the models of a scene.

    Parameters
    ----------
    scene : Scene
    options : sequence of MeshOptions
        One for each model.
    layout, largest, known, jobs, progress : optional
        As for `assemble`.

    Returns
    -------
    tuple of Mesh
    """

    def mesh_of(model: Model, own: MeshOptions, share: Progress) -> Mesh:
        if known is None:
            return build_model(model, own, scene.look, layout=layout, largest=largest, progress=share)
        key = model_digest(model, scene.look), own
        if key not in known:
            known[key] = build_model(model, own, scene.look, layout=layout, largest=largest, progress=share)
        share(1)
        return known[key]

    sizes = [model.voxels for model in scene.models]
    # .vox files have four bytes for a voxel.
    with workers_for([4 * size for size in sizes], jobs if known is None else 1) as workers:
        if workers is None:
            shares = shared(progress or unheard, sizes)
            return tuple(mesh_of(*each) for each in zip(scene.models, options, shares, strict=True))
        more = {"layout": layout, "largest": largest}
        futures = [
            workers.submit(build_model, model, own, scene.look, **more)
            for model, own in zip(scene.models, options, strict=True)
        ]
        watched(futures, sizes, progress or unheard)
        return tuple(future.result() for future in futures)


def _mesh_digest(mesh: Mesh, look: Look) -> str:
    digest = colors_digest(look, np.unique(np.concatenate([mesh.atlas.ravel(), mesh.projection.color])))
    shown = (mesh.atlas,) if mesh.occlusion is None else (mesh.atlas, mesh.occlusion)
    for array in (mesh.vertices, mesh.triangles, *shown, mesh.projection.color):
        digest.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:LENGTH]


def _chosen(document: Assembly, options: SceneOptions) -> Assembly:
    """Take what was asked for of meshes that are there already."""
    if options.join != "separate":
        raise OptionError("the file holds triangles and not voxels, so its objects can only be taken separate")
    scene = arrange(document.scene, options, [_box(mesh) for mesh in document.meshes])
    # Arranging keeps the models that it chooses, the very objects.
    number = {id(model): index for index, model in enumerate(document.scene.models)}
    kept = [number[id(model)] for model in scene.models]
    return Assembly(
        scene,
        tuple(document.meshes[index] for index in kept),
        document.origin,
        options.rate,
        levels=tuple(document.levels[index] for index in kept) if document.levels else (),
        collisions=tuple(document.collisions[index] for index in kept) if document.collisions else (),
    )


def _box(mesh: Mesh) -> npt.NDArray[np.int64] | None:
    """(2, 3) int64: the lowest and the highest lattice point of a mesh; None if it has no triangles."""
    if not len(mesh.triangles):
        return None
    return np.array([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)], np.int64)


def _more_frames(scene: Scene, options: SceneOptions) -> int:
    """Frames that are left out because the first is taken by default, where all could be."""
    left_out = options.animation == "first" and options.join == "separate"
    return len(frame_numbers(scene)) - 1 if left_out else 0


def _shift(box: npt.NDArray[np.int64], pivot: tuple[int, int, int], origin: str) -> Floats:
    """(3,) float64 voxels: where the pivot is as seen from an origin."""
    middle = box.sum(axis=0) / 2
    places = {
        "pivot": np.array(pivot, np.float64),
        "center": middle,
        "bottom": np.array([*middle[:2], box[0, 2]]),
        "corner": box[0].astype(np.float64),
    }
    away: Floats = np.array(pivot, np.float64) - places[origin]
    return away
