"""Wavefront .obj: assemblies -> a text of polygons, and beside it a text of materials and pictures."""

from .entries import ObjWriter

__all__ = ["ObjWriter"]
