"""Damaged files: all truncations, mutations and lies about sizes end, after little work, in a result or our error."""

from __future__ import annotations

import random
import struct
import tracemalloc
import zlib

import helpers_vox as hv
import numpy as np
import pytest
from call_count import counted_calls
from trivox.core.errors import FormatError, LimitError, TrivoxError
from trivox.core.formats.vox import VoxScene, read_vox
from trivox.core.scene.world import hidden_in_scene, world_cells, world_transforms

MUTATIONS = 3000


def attempt(data: bytes) -> VoxScene | None:
    """Read and use a file; None if it is refused."""
    try:
        scene = read_vox(data)
    except TrivoxError as error:
        assert str(error) and "\n" not in str(error)
        return None
    world_transforms(scene)
    hidden_in_scene(scene)
    for number, node in enumerate(scene.nodes):
        assert -1 <= node.parent < number
        assert (node.kind == "shape") == bool(node.models)
        world_cells(scene, number)
    for model in scene.models:
        assert (model.positions < np.array(model.size)).all() and (model.indices > 0).all()
    assert len(scene.palette) == len(scene.materials) == len(scene.palette_order) == 256
    assert len(set(scene.warnings)) == len(scene.warnings)
    return scene


def test_every_truncation() -> None:
    data = hv.golden()
    whole = attempt(data)
    assert whole is not None and not whole.warnings
    for length in range(len(data)):
        scene = attempt(data[:length])
        assert scene is None or scene.warnings, length


def test_mutations() -> None:
    source = hv.golden()
    rng = random.Random(20)
    results = 0
    for _ in range(MUTATIONS):
        with counted_calls(hv.read_limit(len(source))):
            results += attempt(mutated(source, rng)) is not None
    assert MUTATIONS // 3 < results < MUTATIONS


def mutated(source: bytes, rng: random.Random) -> bytes:
    """A few bytes changed, removed or put in, or an integer replaced by a nasty one."""
    data = bytearray(source)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                data[place] = rng.randrange(256)
            case 1:
                del data[place : place + rng.randint(1, 16)]
            case 2:
                data[place:place] = rng.randbytes(rng.randint(1, 16))
            case 3:
                data[place : place + 4] = struct.pack("<i", rng.choice([-1, 0, 1, 2**31 - 1, -(2**31), 2**24, 255]))
            case _:
                data[place] ^= 1 << rng.randrange(8)
    return bytes(data)


LIES = [2**31 - 1, 2**30, 10**6, -1, -(2**31)]


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize(
    "seen", ["SIZE", "XYZI", "RGBA", "nGRP", "nSHP", "nTRN", "NOTE", "MATL", "LAYR", "META", "PACK"]
)
def test_numbers_that_lie_take_no_memory(seen: str, lie: int) -> None:
    """The chunk's length and every integer in it, one after another."""
    source = hv.golden()
    start = source.index(seen.encode())
    length = struct.unpack_from("<i", source, start + 4)[0]
    places = [start + 4, start + 8, *range(start + 12, start + 12 + length - 3, 4)]
    tracemalloc.start()
    for place in places[:40]:
        attempt(source[:place] + hv.int32(lie) + source[place + 4 :])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


def test_lengths_that_never_end() -> None:
    for content, children in lengths([-12, -1, -(2**31), 2**31 - 1]):
        broken = b"abcd" + hv.int32(content, children)
        scene = attempt(hv.vox(hv.cube(), broken, hv.rgba(hv.colors())))
        assert scene is not None and scene.warnings


def lengths(values: list[int]) -> list[tuple[int, int]]:
    return [(value, 0) for value in values] + [(0, value) for value in values]


def tdcz(size: tuple[int, int, int], cells: bytes) -> bytes:
    return hv.chunk("SIZE", hv.int32(*size)) + hv.chunk("TDCZ", hv.int32(*size) + zlib.compress(cells))


def test_compressed_models() -> None:
    cells = bytes(range(24))
    scene = read_vox(hv.vox(tdcz((2, 3, 4), cells)))
    assert (scene.models[0].colors == np.frombuffer(cells, np.uint8).reshape(4, 3, 2).transpose(2, 1, 0)).all()
    assert scene.warnings == ()


@pytest.mark.parametrize("cells", [b"", b"\1" * 23, b"not zlib"])
def test_damaged_compressed_models(cells: bytes) -> None:
    scene = read_vox(hv.vox(hv.cube(), tdcz((2, 3, 4), cells)))
    assert scene.models[1].voxels <= len(cells)
    assert any("damaged" in warning for warning in scene.warnings)
    scene = read_vox(hv.vox(hv.cube(), hv.chunk("TDCZ", hv.int32(2, 3, 4) + b"no zlib")))
    assert scene.models[1].voxels == 0


def test_compressed_bombs_are_bounded() -> None:
    full = tdcz((256, 256, 256), b"\1" * 256**3)
    tracemalloc.start()
    with pytest.raises(LimitError, match="unpack"):
        read_vox(hv.vox(*[full] * 4))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 500_000_000


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"VO", r"cut short \(2 bytes\)"),
        (b"VOX \x96\0", "cut short"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"PK\x03\x04" + bytes(30), "zip archive"),
        (b"\x1f\x8b" + bytes(30), "gzip"),
        (b"\x82\xa7version\x01", "MessagePack"),
        (b"\xde\x00\x02\xa4name\x01", "MessagePack"),
        (b"\x82\xc1", "starts with"),
        (hv.int32(1, 2, 3) + bytes(6 + 768), "Voxlap/Slab6"),
        (b"VOX \xef\xbf\xbd\0\0\0MAIN" + bytes(40), "text conversion"),
        (b"VOX " + hv.int32(150) + b"junk" + bytes(40), "MAIN chunk is missing"),
        (hv.vox(hv.chunk("SIZE", hv.int32(1, 1, 1))), "no models"),
    ],
)
def test_messages(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_vox(data)


def test_errors_name_chunk_and_byte() -> None:
    scene = read_vox(hv.vox(hv.cube(), hv.chunk("MATL", b"\1\0\0\0")))
    assert scene.warnings == ("MATL chunk at byte 108: the chunk ends too early; this material was ignored",)


def test_main_that_ends_too_early_or_is_missing() -> None:
    inside = hv.cube() + hv.rgba(hv.colors())
    for children in (0, 24, 40, -5):
        scene = read_vox(b"VOX " + hv.int32(150) + b"MAIN" + hv.int32(0, children) + inside)
        assert scene.models[0].voxels == 8 and scene.palette[1].tolist() == [0, 3, 255, 255]
        assert "MAIN" in scene.warnings[0]
    scene = read_vox(b"VOX " + hv.int32(150) + inside)
    assert scene.models[0].voxels == 8 and "missing" in scene.warnings[0]
