"""Levels of detail: a `Model` in, coarser models of it out, whose cells are 2, 4, 8 .. cells of it wide."""

from .distance import coverages, switch_distance
from .halving import Level, level_of, levels_of
from .options import RULES, LevelOptions

__all__ = ["RULES", "Level", "LevelOptions", "coverages", "level_of", "levels_of", "switch_distance"]
