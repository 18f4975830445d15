"""The parser of ``trivox convert`` in, with arguments of levels and collision shapes out; these in, options out."""

from __future__ import annotations

import argparse

from ..core.chunks.options import LARGEST, MOST_LEVELS, SMALLEST, ChunkOptions
from ..core.collision import FITS, SHAPES, CollisionOptions
from ..core.collision.options import MAX_EFFORT
from ..core.formats import WriteOptions
from ..core.formats.options import COLLISION_NAMES, LODS
from ..core.levels import RULES, LevelOptions
from ..core.levels.options import MAX_LEVELS
from ..core.texture.lightmap import MAX_LIGHT_MARGIN, MAX_LIGHT_TEXELS, LightMapOptions


def add_extras_arguments(command: argparse.ArgumentParser) -> None:
    """Add what can be written beside meshes.

    Parameters
    ----------
    command : argparse.ArgumentParser
    """
    group = command.add_argument_group("for games, in .glb and .tvx files; .obj files have no place for it")
    group.add_argument(
        "--levels",
        type=int,
        metavar="N",
        help=f"write up to N coarser levels of detail, from 1 to {MAX_LEVELS}, each of voxels twice as large as the "
        "one before (default: none)",
    )
    group.add_argument(
        "--chunks",
        type=int,
        metavar="N",
        help=f"join all objects and divide them into chunks of N x N x N voxels, {SMALLEST} to {LARGEST}; in .tvx "
        "files with coarser meshes of 8, 64, 512 .. of them, or as many such levels as --levels says",
    )
    group.add_argument(
        "--level-rule",
        choices=RULES,
        default=LevelOptions.rule,
        help="which voxels of a level are filled: those that are half full and others that outlines need, those that "
        "are half full, or all that hold anything (default: %(default)s)",
    )
    group.add_argument(
        "--no-thin", action="store_true", help="let walls go that are thinner than half a voxel of a level"
    )
    group.add_argument(
        "--lod",
        choices=LODS,
        default=WriteOptions.lod,
        help="how .glb files tell levels: by the extension MSFT_lod, or by nodes side by side whose names end in "
        "_LOD0, _LOD1 .. (default: %(default)s)",
    )
    _add_collision_arguments(group)
    _add_light_arguments(command)


def _add_collision_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--collision", choices=SHAPES, help="write shapes for physics: boxes that fill each model, or its convex hull"
    )
    group.add_argument(
        "--collision-names",
        choices=COLLISION_NAMES,
        default=WriteOptions.collision_names,
        help="for which engine .glb files name these shapes (default: %(default)s)",
    )
    group.add_argument(
        "--boxes",
        type=int,
        default=CollisionOptions.most,
        metavar="N",
        help="no more than N boxes, which then are coarser; 0 for as many as it takes (default: %(default)s)",
    )
    group.add_argument(
        "--box-fit",
        choices=FITS,
        default=CollisionOptions.fit,
        help="whether coarser boxes hold all voxels or lie within them (default: %(default)s)",
    )
    group.add_argument(
        "--box-effort",
        type=int,
        default=CollisionOptions.effort,
        metavar="N",
        help=f"tries to do with fewer boxes, from 0 to {MAX_EFFORT:,} (default: %(default)s)",
    )


def _add_light_arguments(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("for light that is baked, in .glb files alone")
    group.add_argument(
        "--light-map",
        type=int,
        metavar="N",
        help=f"give each mesh second texture coordinates in which nothing overlaps, with N texels along the side of a "
        f"voxel, from 1 to {MAX_LIGHT_TEXELS} (default: none)",
    )
    group.add_argument(
        "--light-margin",
        type=int,
        default=LightMapOptions.margin,
        metavar="N",
        help=f"free texels around each flat piece, from 0 to {MAX_LIGHT_MARGIN} (default: %(default)s)",
    )
    group.add_argument(
        "--light-largest",
        type=int,
        default=LightMapOptions.largest,
        metavar="N",
        help="texels that a side of a light map may have; larger ones get fewer texels a voxel (default: %(default)s)",
    )


def light_map_options(arguments: argparse.Namespace) -> LightMapOptions | None:
    """The options of light maps; None if none are asked for.

    Parameters
    ----------
    arguments : argparse.Namespace

    Returns
    -------
    LightMapOptions or None

    Raises
    ------
    OptionError
        If a number is out of its range.
    """
    if arguments.light_map is None:
        return None
    return LightMapOptions(texels=arguments.light_map, margin=arguments.light_margin, largest=arguments.light_largest)


def level_options(arguments: argparse.Namespace) -> LevelOptions | None:
    """The options of levels; None if none are asked for.

    Parameters
    ----------
    arguments : argparse.Namespace

    Returns
    -------
    LevelOptions or None

    Raises
    ------
    OptionError
        If a number is out of its range.
    """
    if arguments.levels is None:
        return None
    return LevelOptions(levels=arguments.levels, rule=arguments.level_rule, keep_thin=not arguments.no_thin)


def chunk_options(arguments: argparse.Namespace) -> ChunkOptions | None:
    """The options of chunks; None if none are asked for.

    Parameters
    ----------
    arguments : argparse.Namespace

    Returns
    -------
    ChunkOptions or None

    Raises
    ------
    OptionError
        If chunks cannot have that size, or so many levels.
    """
    if arguments.chunks is None:
        return None
    return ChunkOptions(arguments.chunks, MOST_LEVELS if arguments.levels is None else arguments.levels)


def collision_options(arguments: argparse.Namespace) -> CollisionOptions | None:
    """The options of collision shapes; None if none are asked for.

    Parameters
    ----------
    arguments : argparse.Namespace

    Returns
    -------
    CollisionOptions or None

    Raises
    ------
    OptionError
        If a number is out of its range.
    """
    if arguments.collision is None:
        return None
    return CollisionOptions(
        shape=arguments.collision, most=arguments.boxes, fit=arguments.box_fit, effort=arguments.box_effort
    )
