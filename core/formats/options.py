"""What a user can choose of how files are written: one frozen dataclass for all formats."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WriteOptions:
    """How a file is written; a format takes from it what it knows."""

    compress: bool = False
    """Make the file smaller, at the price of unpacking it before use."""
    ordered: bool = True
    """Order the triangles for a vertex cache."""
    part_edges: bool = False
    """Part solids that touch along an edge or in a point only, so that no edge has four faces; in modes without
    T-junctions."""
