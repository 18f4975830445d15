"""Pictures as voxels: the bytes of .png, .jpg, .bmp, .tga and .webp files -> a scene of one relief."""

from .entries import ENDINGS, Decoder, PictureReader

__all__ = ["ENDINGS", "Decoder", "PictureReader"]
