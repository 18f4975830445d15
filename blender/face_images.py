"""A mesh and the images of its colors in; what its faces show at texture coordinates out."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import numpy as np
import numpy.typing as npt

from .record import recorded_images
from .sheet import Pictures, Pixels

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class FaceImages:
    """The images of a mesh's colors; needs no Blender once it is made."""

    pages: tuple[Pixels, ...]
    """(H, W, 4) each."""
    page: Ints
    """(F,) int64: which of them each face shows."""

    def at(self, face: Ints, uv: npt.NDArray[np.float64]) -> Pixels:
        """Look up what faces show.

        Parameters
        ----------
        face : (n,) int64
        uv : (n, 2) float64
            Texture coordinates; images repeat beyond their sides.

        Returns
        -------
        (n, 4)
            RGBA, of the type of the pages.
        """
        found = np.zeros((len(face), 4), self.pages[0].dtype)
        for number, pixels in enumerate(self.pages):
            own = self.page[face] == number
            found[own] = pixels[pixel_at(uv[own], pixels)]
        return found


def pixel_at(uv: npt.NDArray[np.float64], pixels: Pixels) -> tuple[Ints, Ints]:
    """Row and column of texture coordinates (n, 2) in an image (H, W, 4), which repeats."""
    height, width = pixels.shape[:2]
    column, row = np.floor(uv * (width, height)).astype(np.int64).T
    return row % height, column % width


def face_images(mesh: bpy.types.Mesh, pictures: Pictures) -> FaceImages | None:
    """Read the images of a mesh's colors.

    Parameters
    ----------
    mesh : bpy.types.Mesh
        With a record; its materials tell which image a face shows, if there are several.
    pictures : Pictures

    Returns
    -------
    FaceImages or None
        None where it has no images, or lost their pixels.
    """
    images = recorded_images(mesh)
    if not images or not all(len(image.pixels) for image in images):
        return None
    slot = np.zeros(len(mesh.polygons), np.int32)
    mesh.polygons.foreach_get("material_index", slot)
    trees = [material.node_tree if material else None for material in mesh.materials]
    of_slot = [
        next((number for number, image in enumerate(images) if tree and _is_in(tree, image)), 0) for tree in trees
    ]
    page = np.array([*of_slot, 0], np.int64)[slot.clip(0, len(of_slot))]
    return FaceImages(tuple(pictures.pixels(image) for image in images), page)


def _is_in(tree: bpy.types.NodeTree, image: bpy.types.Image) -> bool:
    return any(getattr(node, "image", None) == image for node in tree.nodes)
