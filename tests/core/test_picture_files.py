"""Pictures as voxels through reader and command line: kinds of files, heights, backs, limits, damage."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import helpers_pictures as hp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from trivox.cli import main
from trivox.core import FormatError, LimitError, OptionError, Scene, read
from trivox.core.errors import TrivoxError
from trivox.core.formats import ReadOptions, plain_readers
from trivox.core.formats import read as read_with
from trivox.core.formats.picture import PictureReader
from trivox.core.formats.picture.head import head_of, kind_of
from trivox.core.relief import Picture, ReliefOptions, picture_model

RANDOM = np.random.default_rng(2)
PIXELS = RANDOM.integers(0, 256, (5, 7, 4)).astype(np.uint8)
PIXELS[..., 3] = 255
SHADES = RANDOM.integers(0, 256, (5, 7)).astype(np.uint8)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    stored = io.BytesIO()
    image.save(stored, kind, **options)
    return stored.getvalue()


def colors_of(scene: Scene) -> np.ndarray:
    """(h, w, 4) uint8 of what is seen from above."""
    (model,) = scene.models
    top = np.zeros((model.size[1], model.size[0], 4), np.uint8)
    for (x, y, _z), index in sorted(
        zip(map(tuple, model.positions.tolist()), model.indices.tolist(), strict=True), key=lambda one: one[0][2]
    ):
        top[model.size[1] - 1 - y, x] = scene.palette[index]
    return top


def heights_of(scene: Scene) -> np.ndarray:
    (model,) = scene.models
    top = np.zeros((model.size[1], model.size[0]), int)
    for x, y, z in model.positions.tolist():
        row = model.size[1] - 1 - y
        top[row, x] = max(top[row, x], z + 1)
    return top


@pytest.mark.parametrize(
    ("kind", "options"),
    [("PNG", {}), ("BMP", {}), ("TGA", {}), ("TGA", {"compression": "tga_rle"}), ("WEBP", {"lossless": True})],
)
def test_all_kinds_of_files_show_their_pixels(kind: str, options: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / f"bäld 画.{kind.lower()}"
    path.write_bytes(saved(Image.fromarray(PIXELS[..., :3]), kind, **options))
    scene = read_with(path, ReadOptions(heights="flat", depth=3))
    assert scene.name == "bäld 画" and not scene.placed
    assert np.array_equal(colors_of(scene), PIXELS)
    assert (heights_of(scene) == 3).all()


def test_a_jpeg_is_near_its_pixels() -> None:
    image = Image.new("RGB", (16, 8), (200, 40, 90))
    for mode in ("RGB", "CMYK", "L"):
        scene = read(saved(image.convert(mode), "JPEG", quality=98))
        wanted = np.array(image.convert(mode).convert("RGB"))
        assert np.abs(colors_of(scene)[..., :3].astype(int) - wanted).max() < 12


def test_palettes_grey_and_interlaced_pictures() -> None:
    image = Image.fromarray(PIXELS[..., :3])
    few = image.quantize(9)
    assert np.array_equal(colors_of(read(saved(few, "PNG")))[..., :3], np.array(few.convert("RGB")))
    clear = few.copy()
    clear.info["transparency"] = 0
    scene = read(saved(clear, "PNG", transparency=0))
    assert np.array_equal(heights_of(scene) > 0, np.array(few) != 0)
    grey = read(saved(Image.fromarray(SHADES), "PNG"))
    assert np.array_equal(colors_of(grey)[..., 0], SHADES)
    one = read(saved(Image.fromarray(SHADES > 99), "PNG"))
    assert set(np.unique(colors_of(one)[..., 0])) == {0, 255}
    interlaced = interlaced_png(SHADES)
    assert np.array_equal(colors_of(read(interlaced))[..., 2], SHADES)


def interlaced_png(shades: np.ndarray) -> bytes:
    """A grey .png file in the seven passes of Adam7."""
    import zlib

    body = b""
    for row, column, down, right in (
        (0, 0, 8, 8),
        (0, 4, 8, 8),
        (4, 0, 8, 4),
        (0, 2, 4, 4),
        (2, 0, 4, 2),
        (0, 1, 2, 2),
        (1, 0, 2, 1),
    ):
        part = shades[row::down, column::right]
        if part.size:
            body += b"".join(b"\0" + one.tobytes() for one in part)
    height, width = shades.shape
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 1)
    chunks = (hp.chunk(b"IHDR", head), hp.chunk(b"IDAT", zlib.compress(body)), hp.chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def test_heights_of_sixteen_bits_tell_more_than_those_of_eight(tmp_path: Path) -> None:
    wide = np.arange(600, dtype=np.uint16).reshape(1, 600) * 109
    colors = np.full((1, 600, 4), 255, np.uint8)
    (tmp_path / "h.png").write_bytes(hp.png(wide))
    (tmp_path / "c.png").write_bytes(hp.png(colors))
    scene = read_with(tmp_path / "c.png", ReadOptions(height=str(tmp_path / "h.png"), depth=600))
    assert np.array_equal(heights_of(scene)[0], 1 + np.floor(wide[0] / 65535 * 599 + 0.5).astype(int))
    assert len(np.unique(heights_of(scene))) > 256
    colored = np.repeat(np.arange(0, 256, 5, dtype=np.uint8)[None, :, None], 3, axis=2)
    (tmp_path / "rgb.png").write_bytes(hp.png(colored))
    (tmp_path / "d.png").write_bytes(hp.png(np.full((1, 52, 4), 255, np.uint8)))
    scene = read_with(tmp_path / "d.png", ReadOptions(height=str(tmp_path / "rgb.png"), depth=256))
    assert np.array_equal(heights_of(scene)[0], 1 + colored[0, :, 0].astype(int))


def test_colors_of_sixteen_bits_are_those_of_eight() -> None:
    wide = (SHADES.astype(np.uint16) << 8) + 77
    assert np.array_equal(colors_of(read(hp.png(wide)))[..., 1], SHADES)
    assert np.array_equal(colors_of(read(hp.png((PIXELS.astype(np.uint16) << 8) + 255)))[..., :3], PIXELS[..., :3])


def test_a_sphere_of_two_pictures(tmp_path: Path) -> None:
    radius = 9
    colors, heights = hp.sphere(radius)
    for name, pixels in (("c.png", colors), ("h.png", heights)):
        (tmp_path / name).write_bytes(hp.png(pixels))
    options = ReadOptions(
        height=str(tmp_path / "h.png"),
        back=str(tmp_path / "c.png"),
        back_height=str(tmp_path / "h.png"),
        depth=radius,
        shell="solid",
        upright=True,
    )
    (model,) = read_with(tmp_path / "c.png", options).models
    assert model.size == (2 * radius,) * 3
    place = np.arange(2 * radius) - radius + 0.5
    x, _y, z = np.meshgrid(place, place, place, indexing="ij")
    level = np.sqrt(np.maximum(radius**2 - x**2 - z**2, 0))
    reach = np.where(x**2 + z**2 < radius**2, np.maximum(np.rint(level), 1), 0)
    wanted = np.abs(_y) < reach
    assert np.array_equal(model.colors > 0, wanted)
    # Seen from the front and from behind, the picture's first column is on the left.
    grid = model.colors
    palette = read_with(tmp_path / "c.png", options).palette
    front, behind = palette[grid[:, radius - 1, radius]], palette[grid[::-1, radius, radius]]
    assert np.array_equal(front, behind)
    assert (np.diff(front[1:-1, 0].astype(int)) > 0).all()


def test_more_than_255_colors_become_the_nearest() -> None:
    pixels = np.zeros((20, 20, 4), np.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 3] = np.arange(20) * 12, np.arange(20)[:, None] * 12, 255
    scene = read(hp.png(pixels))
    assert len(np.unique(colors_of(scene).reshape(-1, 4), axis=0)) > 150
    assert np.abs(colors_of(scene).astype(int) - pixels).max() <= 48


def test_alpha_leaves_pixels_out() -> None:
    pixels = PIXELS.copy()
    pixels[..., 3] = np.arange(35).reshape(5, 7) * 7
    scene = read(hp.png(pixels))
    assert heights_of(scene).astype(bool).sum() == (pixels[..., 3] >= 128).sum()
    alone = read_with(hp.png(pixels), ReadOptions(heights="alpha", depth=256))
    assert np.array_equal(heights_of(alone), np.where(pixels[..., 3] > 0, 1 + pixels[..., 3].astype(int), 0))
    with pytest.raises(FormatError, match="all pixels of the picture are clear"):
        read(hp.png(PIXELS * np.array([1, 1, 1, 0], np.uint8)))


def test_animated_pictures_give_their_first_and_say_so() -> None:
    scene = read(hp.png(PIXELS, hp.ANIMATION))
    assert scene.warnings == ("it is animated, and only its first picture was taken",)
    assert not read(hp.png(PIXELS)).warnings
    frames = [Image.new("RGB", (4, 3), color) for color in ("red", "blue")]
    scene = read(saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True))
    assert len(scene.warnings) == 1 and (colors_of(scene)[..., 0] == 255).all()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "BMP", "TGA", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (17, 300), (1000, 7)])
def test_heads_tell_sizes(kind: str, size: tuple[int, int]) -> None:
    for mode, options in (("RGB", {}), ("L", {}), ("RGBA", {"lossless": True})):
        if kind == "JPEG" and mode == "RGBA":
            continue
        data = saved(Image.new(mode, size, 9), kind, **(options if kind == "WEBP" else {}))
        head = head_of(data)
        assert (head.kind, head.width, head.height, head.animated) == (kind, *size, False)
        assert kind_of(data[:16]) == (None if kind == "TGA" else kind)


def test_upside_down_and_old_bitmaps() -> None:
    down = bytearray(saved(Image.new("RGB", (3, 2)), "BMP"))
    struct.pack_into("<i", down, 22, -2)
    assert (head_of(bytes(down)).width, head_of(bytes(down)).height) == (3, 2)
    old = b"BM" + bytes(12) + struct.pack("<IHHHH", 12, 5, 6, 1, 24)
    assert (head_of(old).width, head_of(old).height) == (5, 6)


def huge(kind: str) -> bytes:
    """A small file that says that it holds many pixels."""
    data = bytearray(saved(Image.new("RGB", (4, 4)), kind))
    if kind == "PNG":
        head = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
        return bytes(data[:8]) + hp.chunk(b"IHDR", head) + bytes(data[33:])
    if kind == "BMP":
        struct.pack_into("<ii", data, 18, 50_000, 50_000)
    if kind == "TGA":
        struct.pack_into("<HH", data, 12, 50_000, 50_000)
    if kind == "JPEG":
        at = data.index(b"\xff\xc0")
        struct.pack_into(">HH", data, at + 5, 50_000, 50_000)
    return bytes(data)


@pytest.mark.parametrize("kind", ["PNG", "BMP", "TGA", "JPEG"])
def test_huge_pictures_are_refused_by_their_heads(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "open", lambda *_a, **_k: pytest.fail("it was unpacked"))
    with pytest.raises(LimitError, match=r"^the picture has 50,000 x 50,000 pixels, more than"):
        PictureReader().read(huge(kind), "a")


def test_empty_pictures_are_refused() -> None:
    data = bytearray(saved(Image.new("RGB", (4, 4)), "TGA"))
    struct.pack_into("<H", data, 12, 0)
    with pytest.raises(LimitError, match="no pixels"):
        PictureReader().read(bytes(data), "a")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "BMP", "TGA", "WEBP"])
def test_every_truncation_is_one_sentence(kind: str) -> None:
    data = saved(Image.fromarray(PIXELS[..., :3]), kind)
    refused = 0
    for length in range(len(data)):
        try:
            PictureReader().read(data[:length], "a")
        except TrivoxError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > len(data) // 3


@given(st.sampled_from(["PNG", "JPEG", "BMP", "TGA", "WEBP"]), st.integers(0, 2**32 - 1))
def test_damaged_pictures_are_read_or_refused(kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    data = bytearray(saved(Image.fromarray(PIXELS[..., :3]), kind))
    for _ in range(random.integers(1, 5)):
        data[int(random.integers(len(data)))] = int(random.integers(256))
    try:
        PictureReader().read(bytes(data), "a")
    except TrivoxError as error:
        assert str(error) and "\n" not in str(error)


def test_pictures_must_be_alike_and_errors_name_the_file(tmp_path: Path) -> None:
    (tmp_path / "c.png").write_bytes(hp.png(PIXELS))
    (tmp_path / "h.png").write_bytes(hp.png(SHADES[:4]))
    (tmp_path / "broken.png").write_bytes(hp.png(SHADES)[:-30])
    path = tmp_path / "c.png"
    with pytest.raises(OptionError, match="the height picture has 7 x 4 pixels and the picture 7 x 5"):
        read_with(path, ReadOptions(height=str(tmp_path / "h.png")))
    with pytest.raises(OptionError, match="the back picture has 7 x 4"):
        read_with(path, ReadOptions(back=str(tmp_path / "h.png")))
    for words in ({"height": "broken.png"}, {"back": "broken.png"}, {"back": "c.png", "back_height": "broken.png"}):
        with pytest.raises(FormatError, match=r"^broken.png: the picture is damaged"):
            read_with(path, ReadOptions(**{name: str(tmp_path / one) for name, one in words.items()}))
    with pytest.raises(FormatError, match=r"^missing.png: the file cannot be opened"):
        read_with(path, ReadOptions(height=str(tmp_path / "missing.png")))


def test_a_file_that_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "a.tga").write_bytes(b"hello, this is some text, and no picture")
    with pytest.raises(FormatError, match="this is no picture"):
        read(tmp_path / "a.tga")


def test_without_pillow_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "trivox.core.formats.picture.pillow", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(FormatError, match="pip install pillow"):
        PictureReader().read(hp.png(PIXELS), "a")


def test_blender_lists_no_reader_that_needs_pillow() -> None:
    assert not any(isinstance(reader, PictureReader) for reader in plain_readers())


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.png").write_bytes(hp.png(PIXELS))
    (tmp_path / "h.png").write_bytes(hp.png(SHADES))
    target = tmp_path / "a.tvx"
    words = ["convert", str(tmp_path / "c.png"), str(target), "--store-voxels"]
    assert main([*words, "--height", str(tmp_path / "h.png"), "--depth", "9", "--steps", "3"]) == 0
    model = read(target).scene.models[0]
    assert model.size[2] == 9
    assert set(np.unique(heights_of(read(target).scene))) <= {1, 5, 9}
    assert main([*words, "--heights", "flat", "--depth", "4", "--upright", "--shell", "solid"]) == 0
    model = read(target).scene.models[0]
    assert (model.size, model.voxels) == ((7, 4, 5), 140)
    assert main([*words, "--back", str(tmp_path / "c.png"), "--heights", "flat", "--depth", "2"]) == 0
    assert read(target).scene.models[0].size == (7, 5, 4)
    assert main([*words, "--depth", "0"]) == 2
    assert "depth is 0" in capsys.readouterr().err


def test_wrong_pictures_are_refused() -> None:
    with pytest.raises(OptionError):
        Picture(PIXELS[..., :3])
    with pytest.raises(OptionError):
        picture_model(Picture(PIXELS, np.zeros((5, 7), np.int32)), ReliefOptions())
