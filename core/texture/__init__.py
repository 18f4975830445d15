"""Faces with their colours in, one texture atlas for a model out."""

from .baking import Texture, bake

__all__ = ["Texture", "bake"]
