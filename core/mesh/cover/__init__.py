"""Visible faces in, the fewest rectangles that show them all out: maximal rectangles, witnesses, a set cover."""

from .covering import Covering, cover_faces

__all__ = ["Covering", "cover_faces"]
