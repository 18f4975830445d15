"""Pictures for tests, written byte by byte or by Pillow."""

from __future__ import annotations

import struct
import zlib

import numpy as np


def png(pixels: np.ndarray, extra: bytes = b"") -> bytes:
    """A .png file of (h, w) or (h, w, 3 or 4) uint8 or uint16 pixels, with more chunks before them."""
    kind = {1: 0, 3: 2, 4: 6}[pixels.shape[2] if pixels.ndim == 3 else 1]
    height, width = pixels.shape[:2]
    wide = pixels.dtype == np.uint16
    rows = pixels.astype(">u2" if wide else np.uint8).reshape(height, -1)
    body = b"".join(b"\0" + row.tobytes() for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 16 if wide else 8, kind, 0, 0, 0)
    chunks = chunk(b"IHDR", head) + extra + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


ANIMATION = chunk(b"acTL", struct.pack(">II", 2, 0))
"""What says that a .png file is animated."""


def sphere(radius: int) -> tuple[np.ndarray, np.ndarray]:
    """Pixels (2 r, 2 r, 4) uint8 of a half sphere, and heights uint16 such that its voxels are `levels` of r deep."""
    place = np.arange(2 * radius) - radius + 0.5
    square = radius**2 - place[:, None] ** 2 - place**2
    levels = np.where(square > 0, np.maximum(np.rint(np.sqrt(np.maximum(square, 0))), 1), 0).astype(int)
    pixels = np.zeros((2 * radius, 2 * radius, 4), np.uint8)
    pixels[..., 0] = 40 + 3 * np.arange(2 * radius)
    pixels[..., 1] = 40 + 3 * np.arange(2 * radius)[:, None]
    pixels[..., 2] = 90
    pixels[..., 3] = np.where(levels > 0, 255, 0)
    heights = np.maximum(levels - 1, 0) * 65535 // (radius - 1)
    return pixels, heights.astype(np.uint16)
