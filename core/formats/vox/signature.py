"""The first bytes of a file -> the .vox version, or an error that names the format the file really has."""

from __future__ import annotations

import struct

from ...errors import FormatError
from .notes import Notes

MAGIC = b"VOX "
KNOWN_VERSIONS = (150, 200)
HEADER_BYTES = 8

_REPLACEMENT = "\ufffd".encode()
_VOXLAP_HEADER, _VOXLAP_PALETTE = 12, 768

_SIGNATURES = (
    (
        b"version https://git-lfs",
        "a Git LFS pointer: the real file was not downloaded; run `git lfs pull`",
    ),
    (b"\x1f\x8b", "gzip-compressed data; unpack it first"),
    (b"PK\x03\x04", "a zip archive; unpack it first"),
    (b"<", "a web page or XML; the download went wrong"),
    (b"{", "JSON text"),
    (b"GOX ", "a Goxel project; export it from Goxel as MagicaVoxel"),
    (b"Kvxl", "a Voxlap .kv6 model"),
    (b"\x89PNG", "a PNG picture"),
    (b"glTF", "a binary glTF file"),
)


def read_version(data: memoryview, notes: Notes) -> int:
    """Check the magic bytes and read the version.

    Parameters
    ----------
    data : memoryview
        The whole file.
    notes : Notes
        Told about versions nobody has seen yet.

    Returns
    -------
    int
        150 and 200 are known; any other is tried as well.

    Raises
    ------
    FormatError
        If the file is empty, cut short, or of another format, which the message names.
    """
    if not data:
        raise FormatError("the file is empty")
    head = bytes(data[:64])
    if head[:4] != MAGIC[: len(head)]:
        raise FormatError(f"this is {_name_of(head, data)}", offset=0)
    if len(data) < HEADER_BYTES:
        raise FormatError(f"the file is cut short ({len(data)} bytes); copy or export it again")
    if _REPLACEMENT in head[:12]:
        raise FormatError(
            "this is not a MagicaVoxel file any more: a text conversion replaced its bytes; get the original",
            offset=4,
        )
    version: int = struct.unpack_from("<i", head, 4)[0]
    if version not in KNOWN_VERSIONS:
        notes.add(
            "version",
            f"version {version} of the format is unknown; the file was read like version 200",
        )
    return version


def _name_of(head: bytes, data: memoryview) -> str:
    """What a file is that does not start like a MagicaVoxel one."""
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            return f"not a MagicaVoxel file but {name}"
    if _is_voxlap(head, len(data)):
        return "a Voxlap/Slab6 .vox, not a MagicaVoxel one; convert it with SLAB6 or voxconvert"
    if _is_message_pack(head):
        return "not a MagicaVoxel file but MessagePack data of another editor; export it from there as MagicaVoxel"
    return f"not a MagicaVoxel file: it starts with {head[:4]!r} instead of {MAGIC!r}"


def _is_voxlap(head: bytes, length: int) -> bool:
    """Three sizes, one byte a cell, 256 colours of three bytes, and nothing else."""
    if len(head) < _VOXLAP_HEADER:
        return False
    x, y, z = (int(side) for side in struct.unpack_from("<iii", head))
    return min(x, y, z) > 0 and length == _VOXLAP_HEADER + x * y * z + _VOXLAP_PALETTE


def _is_message_pack(head: bytes) -> bool:
    """A map whose first key is a short printable string."""
    if 0x80 < head[0] < 0x90:
        key = 1
    elif head[0] in (0xDE, 0xDF):
        key = 3 if head[0] == 0xDE else 5
    else:
        return False
    if len(head) <= key or not 0xA0 < head[key] < 0xC0:
        return False
    text = head[key + 1 : key + 1 + head[key] - 0xA0]
    return bool(text) and text.isascii() and text.decode("ascii").isprintable()
