"""Damaged .tvx files: our error or a valid scene, never anything else, and the same verdict of two readers."""

from __future__ import annotations

import struct
from dataclasses import replace
from itertools import pairwise

import helpers_tvx as ht
import numpy as np
import pytest
from helpers_tvx_files import (
    CODED,
    DEFLATED,
    REQUIRED,
    Piece,
    joined,
    resealed,
    small_files,
    split,
    with_change,
    with_entry,
    with_field,
)
from trivox.core import FormatError
from trivox.core.formats.tvx import TvxFile, mesh_of, read_tvx, write_tvx

MUTATIONS = 1_500
FILES = small_files()
SPECIAL = (b"\xff\xff\xff\xff", b"\0\0\0\x80", b"\0\0\0\0", b"\x01\0\0\0", b"\0\0\xc0\x7f")


def refused(data: bytes) -> bool:
    """Whether both readers refuse a file; they must be of one mind."""
    try:
        ht.read(data)
        theirs = ""
    except ht.RefusedError as error:
        theirs = str(error)
    try:
        file = read_tvx(data)
    except FormatError as error:
        assert str(error) and "\n" not in str(error)
        assert theirs, str(error)
        return True
    assert not theirs, theirs
    assert_sound(file)
    return False


def assert_sound(file: TvxFile) -> None:
    """Whatever was read can be used, and written, and is the same when it is read again."""
    assert write_tvx(None, read_tvx(write_tvx(None, file))) == write_tvx(None, file)
    for mesh in file.meshes:
        try:
            assert len(mesh_of(mesh).triangles) == mesh.triangle_count
        except FormatError as error:
            assert "too far" in str(error) or "fit together" in str(error)
    for node in file.nodes:
        assert all(frame.model < len(file.meshes) for frame in node.models)


def scrambled(data: bytearray, random: np.random.Generator) -> None:
    """Change a few bytes."""
    for _ in range(random.integers(1, 4)):
        at, choice = int(random.integers(len(data) + 1)), random.integers(8)
        if choice < 3 and at < len(data):
            data[at] ^= 1 << int(random.integers(8))
        elif choice < 5 and at < len(data):
            data[at] = int(random.integers(256))
        elif choice < 7:
            data[at : at + 4] = SPECIAL[random.integers(len(SPECIAL))]
        else:
            del data[at : at + int(random.integers(1, 9))]


def odd_piece(piece: Piece, random: np.random.Generator) -> Piece:
    """A chunk with something wrong in its entry or its content."""
    choice = random.integers(10)
    if choice == 0:
        return replace(piece, flags=int(random.integers(256)) & ~DEFLATED | piece.flags & DEFLATED)
    if choice == 1:
        return replace(piece, name=[b"xtra", b"PAGE", b"LAYR", b"INFO"][random.integers(4)])
    if choice == 2:
        name = ["level", "mesh", "number"][random.integers(3)]
        return replace(piece, **{name: int(random.integers(3))})
    if choice == 3:
        return replace(piece, extent=tuple(random.integers(0, 12, 3).tolist()))
    if choice == 4:
        return replace(piece, origin=tuple((random.integers(-2, 3, 3) << 29).tolist()))
    content = bytearray(piece.content)
    scrambled(content, random)
    return replace(piece, content=bytes(content))


def test_two_readers_are_of_one_mind() -> None:
    random = np.random.default_rng(11)
    names, sources = list(FILES), {name: split(data) for name, data in FILES.items()}
    counts = {True: 0, False: 0}
    for round_ in range(MUTATIONS):
        name = names[round_ % len(names)]
        pieces = list(sources[name])
        for place in random.integers(0, len(pieces), random.integers(1, 3)).tolist():
            pieces[place] = odd_piece(pieces[place], random)
        order = random.integers(20)
        if order == 0:
            pieces.append(pieces[random.integers(len(pieces))])
        elif order == 1:
            del pieces[random.integers(len(pieces))]
        data = joined(pieces, packed=name == "packed")
        if order == 2 and name != "packed":
            place, offset = random.integers(len(pieces)), random.integers(43)
            data = with_field(data, place, offset, "B", random.integers(256))
        counts[refused(data)] += 1
    assert min(counts.values()) > MUTATIONS / 10, counts


def test_damaged_bytes_are_told() -> None:
    random = np.random.default_rng(12)
    for round_ in range(MUTATIONS // 3):
        data = bytearray(list(FILES.values())[round_ % len(FILES)])
        scrambled(data, random)
        refused(bytes(data))


@pytest.mark.parametrize("name", FILES)
def test_every_truncation_is_told(name: str) -> None:
    data = FILES[name]
    assert not refused(data)
    for length in range(0, len(data), 1 + len(data) // 400):
        assert refused(data[:length])
        if length >= 32:
            told = bytearray(data[:length])
            struct.pack_into("<I", told, 16, length)
            assert refused(bytes(told))


@pytest.mark.parametrize("name", FILES)
def test_reserved_bytes_and_order_are_free(name: str) -> None:
    pieces = split(FILES[name])
    assert not refused(joined(pieces[::-1], packed=name == "packed"))
    data = bytearray(joined([replace(piece, flags=piece.flags | 0xF8) for piece in pieces]))
    for place in range(32, 32 + 44 * len(pieces), 44):
        data[place + 13 : place + 16] = b"abc"
    data[10:12], data[13:16] = b"xx", b"yyy"
    assert not refused(resealed(bytes(data)))


PLAIN, RICH = FILES["plain"], FILES["rich"]
PART = split(PLAIN)[[piece.name for piece in split(PLAIN)].index(b"PART")].content
P, R = struct.unpack_from("<I", PART)[0], sum(struct.unpack_from("<12I", PART, 4))
TEXTURED = next(at for at in range(104, 104 + 8 * P, 8) if not PART[at + 4] & 128)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty"),
        (b"VOX " + bytes(60), "no .tvx file"),
        (PLAIN[:8] + b"\1\0\1\0" + PLAIN[12:], "at byte 8: version 1.1 of the format is no longer read; convert"),
        (PLAIN[:8] + b"\3\0" + PLAIN[10:], "version 3.0 of the format is not known here"),
        (PLAIN[:12] + b"\2" + PLAIN[13:], "unknown form"),
        (PLAIN + b"12345678", "not"),
        (PLAIN[:28] + b"1234" + PLAIN[32:], "the checksum of the directory"),
        (PLAIN[:-1] + bytes([PLAIN[-1] ^ 1]), "PAGE chunk at byte"),
        (with_change(PLAIN, "INFO", 0, "d", float("nan")), "the voxel size"),
        (with_change(PLAIN, "INFO", 0, "d", -1), "the voxel size"),
        (with_change(PLAIN, "INFO", 8, "B", 3), "unknown up axis"),
        (with_change(PLAIN, "INFO", 10, "H", 9), "MESH chunk: the file has none of mesh 1, number 0"),
        (with_change(PLAIN, "INFO", 10, "H", 0), "nothing tells of mesh 0, number 0"),
        (with_change(PLAIN, "INFO", 12, "H", 0), "no palette"),
        (with_change(PLAIN, "INFO", 12, "H", 2), "PALT chunk: the file has none of mesh 0, number 1"),
        (with_change(PLAIN, "INFO", 24, "f", float("inf")), "the frame rate"),
        (with_change(PLAIN, "INFO", 28, "I", 900), "name 900 is not one of 1"),
        (with_change(PLAIN, "STRS", 0, "B", 255), "no UTF-8"),
        (with_change(PLAIN, "STRS", 4, "B", 65), "does not end with 0"),
        (with_change(RICH, "PALT", 4, "I", 0), "not those of"),
        (with_entry(PLAIN, "PALT", content=b"abc"), "it has 3 bytes, less than 36"),
        (with_change(RICH, "MATL", 0, "I", 2**31), "less than 2,147,483,648 records"),
        (joined([*split(PLAIN), Piece(b"MATL", b"")]), "it has 0 bytes, less than"),
        (with_change(RICH, "MATL", 4, "B", 6), "record 0 has an unknown class"),
        (with_change(RICH, "MATL", 8, "f", float("nan")), "record 0 has a value that is no number"),
        (with_change(RICH, "MATL", 4 + 96 + 32, "B", 2), "palette index 0 has record 2"),
        (with_change(RICH, "LAYR", 16, "i", 1), "layer 1 is there twice"),
        (with_change(RICH, "NODE", 4, "i", 0), "node 0 has node 0 for a parent"),
        (with_change(RICH, "NODE", 8, "B", 2), "neither a group nor a shape"),
        (with_change(RICH, "NODE", 16, "I", 0), "no transform"),
        (with_change(RICH, "NODE", 20, "I", 1), "not the meshes that its kind has"),
        (with_change(RICH, "NODE", 24 + 16, "I", 3), "more transforms than there are"),
        (with_change(RICH, "NODE", 24 + 20, "I", 1), "meshes that no node has"),
        (with_change(RICH, "MOVE", 4, "B", 5), "none of the 48 orientations"),
        (with_change(RICH, "MOVE", 4, "B", 132), "none of the 48 orientations"),
        (with_change(RICH, "MOVE", 20, "i", 1), "its transforms go back in time"),
        (with_change(RICH, "SHOW", 0, "i", 4), "its meshes go back in time"),
        (with_change(RICH, "SHOW", 4, "I", 2), "mesh 2 is not one of 2"),
        (with_change(PLAIN, "MESH", 0, "I", 0), "a size is 0"),
        (with_change(PLAIN, "MESH", 12, "i", 2**30 + 1), "its pivot is too far away"),
        (with_change(PLAIN, "MESH", 28, "f", -1.0), "its error"),
        (with_change(PLAIN, "MESH", 36, "H", 9), "PART chunk: the file has none of mesh 0, number 1"),
        (with_entry(PLAIN, "PART", origin=(0, 2**30 + 1, 0)), "its origin is too far away"),
        (with_entry(PLAIN, "PART", extent=(1, 2, 1)), "reaches beyond the part's box"),
        (with_change(PLAIN, "PART", 0, "I", 65_537), "more than 65,536"),
        (with_change(PLAIN, "PART", 4, "I", 2**31), "are not those of"),
        (with_change(PLAIN, "PART", 4, "II", 2, 1), "is in the wrong range"),
        (with_change(PLAIN, "PART", 104 + 4, "B", 7), "polygon record 0 has an unknown direction"),
        (with_change(PLAIN, "PART", 104 + 5, "B", 77), "polygon record 0 has an unknown direction, class"),
        (with_change(PLAIN, "PART", TEXTURED + 6, "B", 1), "page"),
        (with_change(PLAIN, "PART", TEXTURED, "h", -30_000), "shows texels beyond its page"),
        (with_change(PLAIN, "PART", 104 + 8 * P + 3, "B", 0), "rectangle 0 is empty"),
        (with_change(PLAIN, "PART", 104 + 8 * P + 6, "H", 60_000), "rectangle 0 has a polygon record that is not"),
        (with_change(PLAIN, "PAGE", 0, "H", 0), "it is empty"),
        (with_change(PLAIN, "PAGE", 0, "H", 999), "it has no"),
        (with_change(PLAIN, "PAGE", 4, "B", 2), "unknown form"),
        (with_change(RICH, "PAGE", 8, "I", 3), "block 0 has an unknown depth"),
        (with_change(RICH, "PAGE", 8, "I", 0xFFFFFFF8), "block 0 has an unknown depth or lies beyond"),
        (joined([*split(PLAIN), Piece(b"xtra", b"", REQUIRED)]), "it must be understood, and is not known here"),
        (joined([*split(PLAIN), Piece(b"xtra", b""), Piece(b"xtra", b"")]), "there are two of mesh 0, number 0"),
        (joined([*split(PLAIN), Piece(b"NODE", b"", mesh=1)]), "NODE chunk"),
        (with_field(PLAIN, 1, 16, "I", 0), "it begins at byte 0, not 336, where the one before ends"),
        (with_field(PLAIN, 0, 20, "II", 2**31, 2**31), "INFO chunk at byte 32: the chunk has 2,147,483,648 bytes"),
        (with_field(PLAIN, 5, 28, "I", 1), "the checksum is wrong"),
        (joined([replace(split(PLAIN)[0], size=7), *split(PLAIN)[1:]]), "not 7 as it says"),
        (with_entry(PLAIN, "PART", flags=CODED), "coded bytes are not those of"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, sentence: str) -> None:
    assert refused(data)
    with pytest.raises(FormatError) as caught:
        read_tvx(data)
    assert sentence in str(caught.value)


def test_what_is_wrong_with_triangles() -> None:
    pieces = split(RICH)
    place = next(i for i, piece in enumerate(pieces) if piece.name == b"PART")
    content = pieces[place].content
    polygons, rectangles = struct.unpack_from("<I", content)[0], sum(struct.unpack_from("<12I", content, 4))
    first = 104 + 8 * (polygons + rectangles)
    record = struct.unpack_from("<H", content, first + 6)[0]
    counts = struct.unpack_from("<12I", content, 52)
    group = next(number for number, count in enumerate(counts) if count)
    # Two triangles of different records in one range, one after the other.
    faces = [content[104 + 8 * record + 4] & 71 for record in range(polygons)]
    records = [struct.unpack_from("<H", content, at + 6)[0] for at in range(first, len(content), 8)]
    pair = next(i for i, (a, b) in enumerate(pairwise(records)) if a < b and faces[a] == faces[b])
    both = content[first + 8 * pair : first + 8 * pair + 16]
    for at, form, values, sentence in (
        (first + 6, "H", (60_000,), "triangle 0 has a polygon record that is not there"),
        (first, "6B", (0, 0, 0, 1, 1, 0), "triangle 0 is empty or goes round clockwise"),
        (first, "6B", (0, 0, 1, 0, 1, 0), "triangle 0 is empty or goes round clockwise"),
        (first, "6B", (0, 0, 9, 0, 0, 1), "triangle 0 reaches beyond the part's box"),
        (52 + 4 * group, "2I", (counts[group] - 1, counts[group + 1] + 1), "is in the wrong range"),
        (104 + 8 * record + 7, "B", (9,), "triangle 0 reaches beyond the part's box"),
        (first + 8 * pair, "16B", tuple(both[8:] + both[:8]), "after one of a later polygon record"),
    ):
        data = with_change(RICH, "PART", at, form, *values)
        assert refused(data)
        with pytest.raises(FormatError, match=sentence):
            read_tvx(data)


def test_what_is_wrong_with_trees() -> None:
    pieces = split(FILES["coded"])
    place = next(i for i, piece in enumerate(pieces) if piece.name == b"PART")
    content = pieces[place].content
    polygons, *counts, trees = struct.unpack_from("<26I", content)
    boxes, triangles = sum(counts[:12]), sum(counts[12:])
    walk = 104 + 8 * polygons + 7 * boxes + 8 * trees
    count = trees + 2 * triangles
    bits = np.unpackbits(np.frombuffer(content, np.uint8)[walk:], count=count, bitorder="little")
    late = np.packbits(np.sort(bits), bitorder="little").tobytes()
    assert trees > 1 and triangles > trees
    for changed, sentence in (
        (content[:walk] + bytes(len(late)) + content[walk + len(late) :], "its trees do not tell"),
        (content[:walk] + late + content[walk + len(late) :], "its trees do not tell"),
        (content[:100] + struct.pack("<I", trees - 1) + content[104:], "coded bytes are not those of"),
        (content[:100] + struct.pack("<I", triangles + 1) + content[104:], "coded bytes are not those of"),
        (content[:103], "less than its head"),
    ):
        data = joined([*pieces[:place], replace(pieces[place], content=changed), *pieces[place + 1 :]])
        assert refused(data)
        with pytest.raises(FormatError, match=sentence):
            read_tvx(data)


def test_a_directory_that_is_longer_than_the_file() -> None:
    data = resealed(PLAIN[:24] + struct.pack("<I", 9_999) + PLAIN[28:])
    assert refused(data)
    with pytest.raises(FormatError, match="a directory of 9,999 chunks reaches beyond the end"):
        read_tvx(data)


def test_bytes_after_the_last_chunk() -> None:
    data = resealed(PLAIN[:16] + struct.pack("<II", *[len(PLAIN) + 8] * 2) + PLAIN[24:] + bytes(8))
    assert refused(data)
    with pytest.raises(FormatError, match=f"at byte {len(PLAIN):,}: there are bytes after the last chunk"):
        read_tvx(data)


def test_what_is_wrong_with_streams() -> None:
    (first, *rest), size = split(PLAIN), len(split(PLAIN)[0].content)
    whole = ht.zlib.compress(first.content)
    packed = joined([replace(first, flags=DEFLATED), *rest], packed=True)
    for data, sentence in (
        (with_field(PLAIN, 0, 4, "B", DEFLATED), "INFO chunk at byte 296: the compressed bytes are damaged"),
        (told(whole + b"x", size), "do not end after 40 bytes"),
        (told(whole[:-1], size), "do not end after 40 bytes"),
        (told(whole, size + 1), "do not end after 41 bytes"),
        (told(whole, size - 1), "do not end after 39 bytes"),
        (packed, "INFO chunk: it is compressed in a file that is packed already"),
        (FILES["packed"] + b"x", "not"),
        (sized(FILES["packed"] + b"x"), "do not end"),
        (sized(FILES["packed"][:-1]), "do not end"),
        (sized(FILES["packed"][:40] + b"\xff" * 40 + FILES["packed"][80:]), "damaged"),
    ):
        assert refused(data)
        with pytest.raises(FormatError, match=sentence):
            read_tvx(data)


def told(stream: bytes, size: int) -> bytes:
    """A file whose first chunk is said to be a stream of so many bytes of content."""
    first, *rest = split(PLAIN)
    data = joined([replace(first, content=stream), *rest])
    return with_field(with_field(data, 0, 4, "B", DEFLATED), 0, 24, "I", size)


def sized(data: bytes) -> bytes:
    """A packed file that says how long it is."""
    head = data[:16] + struct.pack("<I", len(data)) + data[20:28]
    directory = ht.Chunks(FILES["packed"]).body[32 : 32 + 44 * struct.unpack_from("<I", head, 24)[0]]
    return head + struct.pack("<I", ht.zlib.crc32(head + directory)) + data[32:]


def test_what_is_far_away() -> None:
    """The largest numbers that a file may have, where lattice points of 32 bits are enough, and where they are not."""
    far = with_entry(with_change(PLAIN, "MESH", 0, "3I", *[1 << 30] * 3), "PART", origin=(1 << 30,) * 3)
    (mesh,) = read_tvx(far).meshes
    low = mesh_of(mesh).vertices.min(axis=0)
    assert low.tolist() == [(1 << 30) + (1 << 29) - (mesh.pivot[axis]) for axis in range(3)]
    (mesh,) = read_tvx(with_change(far, "MESH", 12, "3i", *[-(1 << 30)] * 3)).meshes
    with pytest.raises(FormatError, match="too far from its pivot"):
        mesh_of(mesh)


def test_missing_chunks() -> None:
    for name in ("plain", "rich"):
        pieces = split(FILES[name])
        for place, piece in enumerate(pieces):
            data = joined(pieces[:place] + pieces[place + 1 :])
            if piece.name in (b"MATL", b"LAYR"):
                assert not refused(data)
                continue
            assert refused(data)
            with pytest.raises(FormatError) as caught:
                read_tvx(data)
            linked = {b"STRS": "name", b"MOVE": "transform", b"SHOW": "meshes", b"NODE": "no node has"}
            assert linked.get(piece.name, piece.name.decode()) in str(caught.value)


def test_no_file(tmp_path: object) -> None:
    with pytest.raises(FormatError, match="cannot be opened"):
        read_tvx(f"{tmp_path}/none.tvx")
    with pytest.raises(FormatError, match="cannot be written"):
        write_tvx(f"{tmp_path}/none/a.tvx", read_tvx(PLAIN))
