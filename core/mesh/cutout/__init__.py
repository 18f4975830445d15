"""Visible faces in, few rectangles that show them all and nothing where there is nothing to see out."""

from .cutting import Cutout, cut_out_faces

__all__ = ["Cutout", "cut_out_faces"]
