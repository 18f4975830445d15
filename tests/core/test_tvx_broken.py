"""Damaged .tvx files: our error or a valid scene, never anything else, and never more memory than the file backs."""

from __future__ import annotations

import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from helpers_compact import compact, tvx_mesh
from trivox.core import FormatError
from trivox.core.formats.tvx import TvxFile, read_tvx, write_tvx
from trivox.core.voxels import Layer, Material, ModelFrame, SceneNode
from trivox.core.voxels.transforms import resting

FRAME = struct.Struct("<4s4B2H3I")
MUTATIONS = 10_000


def small_files() -> dict[str, bytes]:
    """Three files with every kind of chunk, one of them compressed."""
    random = np.random.default_rng(3)
    meshes = [
        tvx_mesh(compact(random.integers(int(shape[2] == 1), 4, shape).astype(np.uint8)))
        for shape in ((2, 2, 1), (3, 2, 2), (1, 2, 300))
    ]
    nodes = (
        SceneNode("group", -1, "group", resting(), (), 1, False),
        SceneNode("shape", 0, "shape", resting() * 2, (ModelFrame(0, 0), ModelFrame(3, 0)), None, True),
    )
    materials = (Material(kind="metal"),) * 256
    palette = np.arange(1024, dtype=np.uint8).reshape(256, 4)
    layers = {1: Layer(1, "layer", False, None)}

    def data(*some: object, compress: bool = False, rich: bool = False) -> bytes:
        table = materials if rich else (Material(),) * 256
        own = (nodes, layers) if rich else ((), {})
        return write_tvx(None, TvxFile("name", 0.1, "z", palette, table, some, *own, (0, 9)), compress=compress)

    return {
        "plain": data(meshes[0]),
        "rich": data(meshes[1], compress=True, rich=True),
        "wide": data(meshes[2], compress=True),
    }


FILES = small_files()


def frames(data: bytes) -> list[tuple[str, int, int]]:
    """Type, offset and stored bytes of each chunk."""
    found, at = [], 24
    while at < len(data):
        name, *_, stored, _, _ = FRAME.unpack_from(data, at)
        found.append((name.decode(), at, stored))
        at += 24 + stored + -stored % 8
    return found


def sealed(data: bytearray) -> bytes:
    """The same file with right checksums, as far as its chunks can be told apart."""
    at = 24
    while at + 24 <= len(data):
        stored = struct.unpack_from("<I", data, at + 12)[0]
        end = at + 24 + stored
        if end > len(data):
            break
        struct.pack_into("<I", data, at + 20, zlib.crc32(data[at : at + 20] + data[at + 24 : end]))
        at = end + -stored % 8
    return bytes(data)


def changed(name: str, kind: str, offset: int, form: str, *values: object, compress: bool = False) -> bytes:
    """A file with a number of one chunk changed, and its checksum right."""
    data = bytearray(FILES[name])
    at = next(at for found, at, _ in frames(data) if found == kind)
    struct.pack_into(f"<{form}", data, at + 24 + offset, *values)
    return sealed(data)


@pytest.mark.parametrize("name", FILES)
def test_every_truncation_is_told(name: str) -> None:
    data = FILES[name]
    read_tvx(data)
    for length in range(len(data)):
        with pytest.raises(FormatError):
            read_tvx(data[:length])


@pytest.mark.parametrize("seal", [False, True])
def test_mutations_are_told_or_harmless(seal: bool) -> None:
    random = np.random.default_rng(11)
    outcomes = {"read": 0, "told": 0}
    for round_ in range(MUTATIONS // 2):
        data = bytearray(list(FILES.values())[round_ % 3])
        for _ in range(random.integers(1, 4)):
            at = int(random.integers(len(data)))
            choice = random.integers(4)
            if choice == 0:
                data[at] ^= 1 << int(random.integers(8))
            elif choice == 1:
                data[at] = int(random.integers(256))
            elif choice == 2:
                data[at : at + 4] = (b"\xff\xff\xff\xff", b"\0\0\0\x80", b"\0\0\0\0")[random.integers(3)]
            else:
                del data[at : at + int(random.integers(1, 9))]
        if seal:
            struct.pack_into("<Q", data, 16, len(data)) if len(data) >= 24 else None
            data = bytearray(sealed(data))
        try:
            file = read_tvx(bytes(data))
        except FormatError as error:
            outcomes["told"] += 1
            assert str(error) and "\n" not in str(error)
        else:
            outcomes["read"] += 1
            assert_sound(file)
    assert outcomes["told"] > 1000 and (outcomes["read"] > 250) == seal


def assert_sound(file: TvxFile) -> None:
    """Whatever was read can be used and written."""
    write_tvx(None, file)
    for mesh in file.meshes:
        for part in mesh.parts:
            part.vertices[part.triangles[:, :3]]
            part.polygons[part.triangles[:, 3]]
    for node in file.nodes:
        assert all(frame.model < len(file.meshes) for frame in node.models)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty"),
        (b"VOX " + bytes(60), "no .tvx file"),
        (FILES["plain"][:8] + struct.pack("<H", 2) + FILES["plain"][10:], "version 2.0"),
        (FILES["plain"] + b"12345678", "not"),
        (changed("plain", "INFO", 0, "d", float("nan")), "INFO chunk at byte 48: the voxel size"),
        (changed("plain", "INFO", 8, "B", 3), "INFO chunk at byte 56: it has an up axis"),
        (changed("plain", "INFO", 12, "I", 2**32 - 1), "there are 1 MESH chunks"),
        (changed("plain", "INFO", 28, "I", 900), "a name of 900 bytes at 0 reaches beyond 4"),
        (changed("plain", "STRS", 0, "B", 255), "no UTF-8"),
        (changed("plain", "PART", 12, "I", 2**31), "VERT chunk"),
        (changed("plain", "PART", 28, "I", 2**31), "ranges"),
        (changed("plain", "PART", 24, "I", 1), "ranges"),
        (changed("plain", "POLY", 4, "B", 7), "polygon 0 has an unknown direction"),
        (changed("plain", "POLY", 5, "B", 77), "polygon 0 has an unknown direction, class"),
        (changed("plain", "POLY", 8 + 6, "B", 4), "polygon 1 has an unknown"),
        (changed("plain", "TRI2", 8 + 2, "H", 60_000), "triangle 1 has an index"),
        (changed("plain", "TRI2", 6, "H", 60_000), "triangle 0 has an index"),
        (changed("plain", "VERT", 0, "B", 99), "does not lie in a plane"),
        (changed("plain", "TEXL", 0, "I", 2**31), "it has no 2,147,483,648 x"),
        (changed("plain", "MESH", 26, "H", 9), "there is none of mesh 0, part 1"),
        (changed("plain", "MESH", 24, "B", 9), "a mode"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_tvx(data)
    assert sentence in str(caught.value)


def test_texels_beyond_the_page() -> None:
    data = bytearray(FILES["plain"])
    at, size = next((at, size) for kind, at, size in frames(data) if kind == "POLY")
    for record in range(at + 24, at + 24 + size, 8):
        if not data[record + 6] & 1:
            struct.pack_into("<hh", data, record, -1, 0)
    with pytest.raises(FormatError, match="shows texels beyond its page"):
        read_tvx(sealed(data))


def test_missing_and_double_chunks() -> None:
    data = FILES["plain"]
    for kind, at, stored in frames(data):
        end = at + 24 + stored + -stored % 8
        fewer = bytearray(data[:at] + data[end:])
        twice = bytearray(data + data[at:end])
        for changed_data, count in ((fewer, -1), (twice, 1)):
            struct.pack_into("<IQ", changed_data, 12, len(frames(data)) + count, len(changed_data))
        with pytest.raises(FormatError, match="there are two"):
            read_tvx(bytes(twice))
        with pytest.raises(FormatError) as caught:
            read_tvx(bytes(fewer))
        assert kind in str(caught.value) or kind == "STRS"


def test_no_file(tmp_path: object) -> None:
    with pytest.raises(FormatError, match="cannot be opened"):
        read_tvx(f"{tmp_path}/none.tvx")
    with pytest.raises(FormatError, match="cannot be written"):
        write_tvx(f"{tmp_path}/none/a.tvx", read_tvx(FILES["plain"]))


@pytest.mark.parametrize("claimed", [1 << 20, (1 << 32) - 1])
def test_memory_follows_the_file(claimed: int) -> None:
    """A bomb of zeros and lies about lengths must not take more memory than the stored bytes can hold."""
    bomb = zlib.compress(bytes(64 << 20), 9)
    chunks = []
    for kind, content in (("INFO", claimed), ("PALT", claimed)):
        frame = FRAME.pack(kind.encode(), 1, 0, 0, 0, 0, 0, len(bomb), content, 0)[:-4]
        chunks.append(frame + struct.pack("<I", zlib.crc32(bomb, zlib.crc32(frame))) + bomb + bytes(-len(bomb) % 8))
    body = b"".join(chunks)
    data = FILES["plain"][:8] + struct.pack("<HHIQ", 1, 0, 2, 24 + len(body)) + body
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="INFO"):
            read_tvx(data)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()
