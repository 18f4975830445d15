"""A tree of meshes in, the TREE chunk out, and back with every number checked: 44 bytes a node, breadth-first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...errors import LimitError
from ...scene.tree import TreeEntry
from .chunks import Chunk, Content, Key

NODE = np.dtype(
    [
        ("place", "<i4", 3),
        ("low", "<i4", 3),
        ("high", "<i4", 3),
        ("error", "<f4"),
        ("mesh", "<u2"),
        ("children", "u1"),
        ("shift", "u1"),
    ]
)
NO_MESH = (1 << 16) - 1
MOST_CHILDREN = 8
MOST_SHIFT = 30
FARTHEST = 1 << 30


def tree_content(tree: Sequence[TreeEntry]) -> Content | None:
    """Write a tree.

    Parameters
    ----------
    tree : sequence of TreeEntry
        Breadth-first.

    Returns
    -------
    Content or None
        None if it has no node.

    Raises
    ------
    LimitError
        If there are more meshes than 16 bits number beside the one that stands for none, or it reaches too far.
    """
    if not tree:
        return None
    if any(entry.mesh is not None and entry.mesh >= NO_MESH for entry in tree):
        raise LimitError(f"a .tvx file has no more than {NO_MESH:,} meshes in a tree; choose larger chunks")
    if any(abs(value) > FARTHEST for entry in tree for point in entry[-3:] for value in point):
        raise LimitError("the voxels reach too far for a .tvx file; split the scene")
    records = np.zeros(len(tree), NODE)
    for name in ("place", "low", "high", "error", "children", "shift"):
        records[name] = [getattr(entry, name) for entry in tree]
    records["mesh"] = [NO_MESH if entry.mesh is None else entry.mesh for entry in tree]
    return Content(Key("TREE"), records.tobytes())


def tree_of(chunk: Chunk | None, meshes: int) -> tuple[TreeEntry, ...]:
    """Read a tree.

    Parameters
    ----------
    chunk : Chunk or None
    meshes : int
        How many there are.

    Returns
    -------
    tuple of TreeEntry

    Raises
    ------
    FormatError
        If it is no tree, or refers to what is not there.
    """
    if chunk is None:
        return ()
    if len(chunk.content) == 0 or len(chunk.content) % NODE.itemsize:
        raise chunk.error(f"it has {len(chunk.content):,} bytes, not {NODE.itemsize} for each of its nodes")
    records = np.frombuffer(chunk.content, NODE)
    _check(chunk, records, meshes)
    columns = [records[name].tolist() for name in ("mesh", "children", "shift", "error")]
    points = [list(map(tuple, records[name].tolist())) for name in ("low", "high", "place")]
    return tuple(
        TreeEntry(None if mesh == NO_MESH else mesh, *rest) for mesh, *rest in zip(*columns, *points, strict=True)
    )


def _check(chunk: Chunk, records: npt.NDArray[np.void], meshes: int) -> None:
    """Rule 32."""
    children = records["children"].astype(np.int64)
    mesh = records["mesh"].astype(np.int64)
    points = np.stack([records[name] for name in ("place", "low", "high")]).astype(np.int64)
    error = records["error"]
    # Children follow those of all nodes before, so a node whose own number is higher has no parent.
    first = 1 + np.cumsum(children) - children
    parent = np.repeat(np.arange(len(records)), children)[: len(records) - 1]
    whole = children.sum() == len(records) - 1
    _require(chunk, children <= MOST_CHILDREN, "it has more than 8 children", 42)
    _require(chunk, (first > np.arange(len(records))) & whole, "its children are not those of a tree", 42)
    _require(chunk, (mesh < meshes) | ((mesh == NO_MESH) & (children > 0)), "there is no such mesh", 40)
    _require(chunk, np.diff(np.sort(mesh[mesh != NO_MESH]), append=-1) != 0, "a mesh is there twice", 40)
    _require(chunk, np.isfinite(error) & (error >= 0), "its error is no number from 0", 36)
    _require(chunk, records["shift"] <= MOST_SHIFT, "its cells are too wide", 43)
    _require(chunk, (np.abs(points) <= FARTHEST).all(axis=(0, 2)), "it lies too far away", 0)
    _require(chunk, (points[1] <= points[2]).all(axis=1), "its box has no size", 12)
    inside = (points[1][1:] >= points[1][parent]) & (points[2][1:] <= points[2][parent])
    _require(chunk, np.append(True, inside.all(axis=1)), "it reaches out of its parent's box", 12)
    _require(chunk, np.append(True, error[1:] <= error[parent]) | False, "its error is more than its parent's", 36)


def _require(chunk: Chunk, right: Any, message: str, byte: int) -> None:
    """Refuse the first node of which something is not right."""
    wrong = np.flatnonzero(~np.atleast_1d(right))
    if len(wrong):
        node = min(int(wrong[0]), len(chunk.content) // NODE.itemsize - 1)
        raise chunk.error(f"node {node:,}: {message}", NODE.itemsize * node + byte)
