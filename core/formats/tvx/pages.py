"""A texture page (H, W) uint8 in, the content of its chunk as plain texels or as blocks of 8 x 8 out, and back."""

from __future__ import annotations

import struct

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]

HEAD = struct.Struct("<HHB3x")
TEXELS, BLOCKS = 0, 1
SIDE = 8
"""Texels along the side of a block."""

DEPTHS = (0, 1, 2, 4, 8)
_OFFSET_BITS = 28
_TEXELS = SIDE * SIDE


def plain_page(page: Bytes) -> bytes:
    """Write a page as texels.

    Parameters
    ----------
    page : (H, W) uint8

    Returns
    -------
    bytes
    """
    return HEAD.pack(page.shape[1], page.shape[0], TEXELS) + page.tobytes()


def blocked_page(page: Bytes) -> bytes | None:
    """Write a page as blocks, equal blocks once.

    Parameters
    ----------
    page : (H, W) uint8

    Returns
    -------
    bytes or None
        None if its data is too long for the entries.
    """
    height, width = page.shape
    whole = np.pad(page, ((0, -height % SIDE), (0, -width % SIDE)), mode="edge")
    rows, columns = whole.shape[0] // SIDE, whole.shape[1] // SIDE
    blocks = whole.reshape(rows, SIDE, columns, SIDE).swapaxes(1, 2).reshape(-1, _TEXELS)
    keys = np.ascontiguousarray(blocks).view(f"V{_TEXELS}").ravel()
    _, first, same = np.unique(keys, return_index=True, return_inverse=True)
    # In the order of the page, which compresses better than that of the values.
    by_place = np.argsort(first)
    number = np.empty(len(first), np.int64)
    number[by_place] = np.arange(len(first))
    entries, data = _packed(blocks[first[by_place]])
    if len(data) >= 1 << _OFFSET_BITS:
        return None
    content: bytes = HEAD.pack(width, height, BLOCKS) + entries[number[same.reshape(-1)]].tobytes() + data
    return content


def _packed(blocks: Bytes) -> tuple[npt.NDArray[np.uint32], bytes]:
    """Entries (n,) of different blocks (n, 64), and their data."""
    order = np.argsort(blocks, axis=1, kind="stable")
    ascending = np.take_along_axis(blocks, order, axis=1)
    rank = np.cumsum(np.diff(ascending, axis=1, prepend=ascending[:, :1]) != 0, axis=1).astype(np.uint8)
    local = np.empty_like(rank)
    np.put_along_axis(local, order, rank, axis=1)
    colors = rank[:, -1].astype(np.int64) + 1
    depth = np.array(DEPTHS)[np.searchsorted([1, 2, 4, 16, 256], colors)]
    pieces, length = [b""] * len(blocks), np.zeros(len(blocks), np.int64)
    for bits in DEPTHS[1:]:
        chosen = np.flatnonzero(depth == bits)
        rows = blocks[chosen] if bits == SIDE else _with_palette(ascending[chosen], rank[chosen], local[chosen], bits)
        length[chosen] = rows.shape[1]
        for index, row in zip(chosen.tolist(), rows, strict=True):
            pieces[index] = row.tobytes()
    start = np.cumsum(length) - length
    value = np.where(depth == 0, blocks[:, 0], start)
    return (value << 4 | depth).astype("<u4"), b"".join(pieces)


def _with_palette(ascending: Bytes, rank: Bytes, local: Bytes, bits: int) -> Bytes:
    """(n, b) uint8: the palette and the texels of each block of so many bits."""
    palette = np.zeros((len(rank), 1 << bits), np.uint8)
    np.put_along_axis(palette, rank.astype(np.int64), ascending, axis=1)
    each = 8 // bits
    words = local.reshape(len(local), _TEXELS // each, each) << (np.arange(each, dtype=np.uint8) * np.uint8(bits))
    return np.concatenate((palette, np.bitwise_or.reduce(words, axis=2)), axis=1)


def page_of(content: memoryview) -> Bytes | str:
    """Read a page.

    Parameters
    ----------
    content : memoryview
        Of its chunk; the head has been checked.

    Returns
    -------
    (H, W) uint8 or str
        What is wrong with it, in words.
    """
    width, height, form = HEAD.unpack_from(content)
    body = np.frombuffer(content, np.uint8, offset=HEAD.size)
    if form == TEXELS:
        if len(body) != width * height:
            return f"it has no {width:,} x {height:,} texels"
        return body.reshape(height, width)
    rows, columns = -(-height // SIDE), -(-width // SIDE)
    if len(body) < 4 * rows * columns:
        return f"it has no {rows * columns:,} blocks"
    entries, data = body[: 4 * rows * columns].view("<u4"), body[4 * rows * columns :]
    depth, place = entries & 15, (entries >> 4).astype(np.int64)
    size = np.where(depth == SIDE, _TEXELS, (1 << depth.astype(np.int64)) + depth * SIDE)
    wrong = ~np.isin(depth, DEPTHS) | np.where(depth == 0, place > 255, place + size > len(data))
    if wrong.any():
        return f"block {int(np.argmax(wrong)):,} has an unknown depth or lies beyond its data"
    blocks = np.empty((len(entries), _TEXELS), np.uint8)
    for bits in DEPTHS:
        chosen = np.flatnonzero(depth == bits)
        blocks[chosen] = _unpacked(data, place[chosen], bits)
    whole = blocks.reshape(rows, columns, SIDE, SIDE).swapaxes(1, 2).reshape(rows * SIDE, columns * SIDE)
    return np.ascontiguousarray(whole[:height, :width])


def _unpacked(data: Bytes, place: npt.NDArray[np.int64], bits: int) -> Bytes:
    """(n, 64) uint8 texels of blocks of so many bits."""
    if bits == 0:
        return np.repeat(place.astype(np.uint8)[:, None], _TEXELS, axis=1)
    if bits == SIDE:
        return data[place[:, None] + np.arange(_TEXELS)]
    colors, each = 1 << bits, 8 // bits
    packed = data[place[:, None] + colors + np.arange(_TEXELS // each)]
    local = packed[:, :, None] >> (np.arange(each, dtype=np.uint8) * np.uint8(bits)) & np.uint8(colors - 1)
    return data[place[:, None] + local.reshape(len(place), _TEXELS)]
