"""Models in; which share of their surface shows other colors once an engine has compressed the texture, out.

BC1, also known as DXT1, keeps two colors of 16 bits for every 4 x 4 texels and gives each texel one of four: these two
and two between them. `compressed` does it by the axis along which the colors of a block differ most; with --pillow the
encoder of Pillow does it.

Source: "S3TC DXT1", the Khronos Data Format Specification 1.3, chapter 19.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from text_table import markdown
from trivox.core import Mesh, MeshOptions, build_model, read_vox

SHIFT = 32
"""Of 255; more is seen as another color."""
POINTS = 200_000
"""Random points that stand for the surface of a model."""
SETTINGS = {
    "1": {},
    "1, aligned": {"align": True},
    "2, aligned": {"align": True, "texel_scale": 2},
    "3, aligned": {"align": True, "texel_scale": 3},
    "4": {"texel_scale": 4},
    "4, aligned": {"align": True, "texel_scale": 4},
    "8, aligned": {"align": True, "texel_scale": 8},
}
"""By texels per voxel."""

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


def compressed(pixels: Bytes) -> Bytes:
    """Compress an image as BC1 and read it back.

    Parameters
    ----------
    pixels : (H, W, 3) uint8
        Of any size; what lies beyond is filled with the last row and column, as engines do.

    Returns
    -------
    (H, W, 3) uint8
    """
    height, width = pixels.shape[:2]
    padded = np.pad(pixels, ((0, -height % 4), (0, -width % 4), (0, 0)), mode="edge")
    rows, columns = padded.shape[0] // 4, padded.shape[1] // 4
    blocks = padded.reshape(rows, 4, columns, 4, 3).swapaxes(1, 2).reshape(-1, 16, 3).astype(np.float64)
    every = [_nearest(blocks, _ends(blocks, axis)) for axis in (_main_axis(blocks), _longest(blocks))]
    errors = np.stack([((one - blocks) ** 2).sum(axis=(1, 2)) for one in every])
    best = np.stack(every)[errors.argmin(axis=0), np.arange(len(blocks))]
    back = best.reshape(rows, columns, 4, 4, 3).swapaxes(1, 2).reshape(padded.shape)
    return back[:height, :width].astype(np.uint8)


def compressed_by_pillow(pixels: Bytes) -> Bytes:
    """Do the same by the encoder and the decoder of Pillow, which knows whole blocks only."""
    height, width = pixels.shape[:2]
    padded = np.pad(pixels, ((0, -height % 4), (0, -width % 4), (0, 0)), mode="edge")
    stored = io.BytesIO()
    Image.fromarray(padded).save(stored, "DDS", pixel_format="DXT1")
    return np.array(Image.open(stored).convert("RGB"))[:height, :width]


def _main_axis(blocks: Floats) -> Floats:
    """(n, 3): the direction in which the colors of each block, (n, 16, 3), differ most."""
    away = blocks - blocks.mean(axis=1, keepdims=True)
    return np.linalg.eigh(away.swapaxes(1, 2) @ away)[1][:, :, -1]


def _longest(blocks: Floats) -> Floats:
    """(n, 3): from one to the other of the two colors of each block that are furthest from each other."""
    away = ((blocks[:, :, None] - blocks[:, None]) ** 2).sum(axis=3).reshape(len(blocks), -1)
    one, other = np.divmod(away.argmax(axis=1), 16)
    here = np.arange(len(blocks))
    axis = blocks[here, other] - blocks[here, one]
    return axis / np.maximum(np.linalg.norm(axis, axis=1, keepdims=True), 1e-9)


def _ends(blocks: Floats, axis: Floats) -> Floats:
    """(n, 2, 3): the two colors of each block, of 5, 6 and 5 bits, spread over 8."""
    mean = blocks.mean(axis=1)
    along = np.einsum("ncx,nx->nc", blocks - mean[:, None], axis)
    ends = mean[:, None] + np.stack([along.min(axis=1), along.max(axis=1)], axis=1)[:, :, None] * axis[:, None]
    bits = np.array([5, 6, 5])
    most = 2**bits - 1
    kept = np.rint(ends.clip(0, 255) * most / 255).astype(np.int64)
    return (kept << (8 - bits) | kept >> (2 * bits - 8)).astype(np.float64)


def _nearest(blocks: Floats, ends: Floats) -> Floats:
    """(n, 16, 3): the nearest of the four colors of its block for each texel."""
    share = np.array([0, 1, 2, 3])[None, :, None] / 3
    four = np.floor(ends[:, :1] * (1 - share) + ends[:, 1:] * share + 1e-9)
    away = ((blocks[:, :, None] - four[:, None]) ** 2).sum(axis=3)
    return np.take_along_axis(four, away.argmin(axis=2)[:, :, None], axis=1)


def shifted(mesh: Mesh, palette: Bytes, encode: object = compressed) -> tuple[float, int]:
    """Measure what compression does to the colors of a mesh.

    Parameters
    ----------
    mesh : Mesh
    palette : (256, 4) uint8
    encode : callable
        As `compressed`.

    Returns
    -------
    share : float
        Of the surface, whose color is off by more than `SHIFT` in red, green or blue.
    most : int
        By which any point of it is off.
    """
    before = palette[mesh.atlas][:, :, :3]
    away = np.abs(encode(before).astype(np.int64) - before).max(axis=2)
    column, row = surface_texels(mesh).T
    found = away[row, column]
    return float((found > SHIFT).mean()), int(found.max())


def surface_texels(mesh: Mesh, points: int = POINTS) -> npt.NDArray[np.int64]:
    """(n, 2): column and row of the texels at random points of a mesh, spread evenly over its area."""
    rng = np.random.default_rng(1)
    corners = mesh.vertices[mesh.triangles].astype(np.float64)
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    triangle = rng.choice(len(area), points, p=area / area.sum())
    weights = rng.dirichlet((1, 1, 1), points)
    return np.floor(np.einsum("nc,ncx->nx", weights, mesh.corner_texels()[triangle].astype(np.float64))).astype(
        np.int64
    )


def measured(path: Path, mode: str, encode: object) -> list[list[str]]:
    """A row for each setting: texels and shares of all models of a file."""
    scene = read_vox(path)
    rows = []
    for name, options in SETTINGS.items():
        meshes = [build_model(model, MeshOptions(mode=mode, **options), scene.look) for model in scene.models]
        meshes = [mesh for mesh in meshes if len(mesh.triangles)]
        found = [shifted(mesh, scene.look.palette, encode) for mesh in meshes]
        areas = [mesh.counts.faces or 0 for mesh in meshes]
        share = np.average([share for share, _most in found], weights=areas)
        texels = sum(mesh.counts.texels for mesh in meshes)
        rows.append([path.stem, name, f"{texels:,}", f"{100 * share:.1f} %", str(max(most for _share, most in found))])
    return rows


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--mode", default=MeshOptions.mode)
    parser.add_argument("--pillow", action="store_true", help="compress by Pillow's encoder")
    arguments = parser.parse_args()
    encode = compressed_by_pillow if arguments.pillow else compressed
    rows = [row for path in arguments.files for row in measured(path, arguments.mode, encode)]
    head = ["model", "texels per voxel", "texels", f"surface off by more than {SHIFT}", "most"]
    sys.stdout.write(markdown([head, *rows]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
