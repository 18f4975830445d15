"""A command's parser in, with the arguments that commands share out; parsed arguments in, options of the core out."""

from __future__ import annotations

import argparse

from ..core import MeshOptions, SceneOptions
from ..core.formats import ReadOptions
from ..core.formats.options import VOXELS
from ..core.mesh.modes import MODES
from ..core.mesh.options import (
    INTERIORS,
    MAX_BORDER,
    MAX_EFFORT,
    MAX_OCCLUSION,
    MAX_PRICE,
    MAX_TEXEL_SCALE,
    MAX_TEXTURE,
    MERGES,
    MIN_TEXTURE,
)
from ..core.relief import HEIGHTS, MAX_DEPTH, SHELLS
from ..core.scene.options import HIDDEN, LAYERS, MAX_FRAME, ORIGINS
from ..core.voxelise.options import MAX_SIDE, SURFACES

ALL = "all"
"""In place of a mode."""


def add_mesh_arguments(command: argparse.ArgumentParser, *, every_mode: bool) -> None:
    """Add what can be chosen for meshes.

    Parameters
    ----------
    command : argparse.ArgumentParser
    every_mode : bool
        Whether it can do all modes at once.
    """
    group = command.add_argument_group("mesh")
    modes = (*MODES, ALL) if every_mode else tuple(MODES)
    about = "kind of mesh, or all kinds" if every_mode else "kind of mesh"
    group.add_argument("--mode", choices=modes, default=MeshOptions.mode, help=f"{about} (default: %(default)s)")
    group.add_argument(
        "--interior",
        choices=INTERIORS,
        default=MeshOptions.interior,
        help="what becomes of the faces inside sealed cavities, which nobody outside sees (default: %(default)s)",
    )
    group.add_argument(
        "--merge",
        choices=MERGES,
        default=MeshOptions.merge,
        help="which faces of a plane may be merged: any, those of one color, or those of one kind of material "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--effort",
        type=int,
        default=MeshOptions.effort,
        metavar="N",
        help=f"how long mode fewest searches, in steps from 0 to {MAX_EFFORT:,} for each hard part of a plane "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--texels-per-rectangle",
        type=int,
        default=MeshOptions.texels_per_rectangle,
        metavar="N",
        help=f"how many texels mode cutout may spend to save a rectangle, taken down to a power of two; {MAX_PRICE:,} "
        "makes two triangles of each plane (default: %(default)s)",
    )
    _add_texture_arguments(group)


def _add_texture_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--border",
        type=int,
        default=MeshOptions.border,
        metavar="N",
        help=f"texels around each tile of an atlas, from 0 to {MAX_BORDER}; .tvx files need none "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--largest-texture",
        type=int,
        default=MeshOptions.largest_texture,
        metavar="N",
        help=f"pixels that a picture may be wide and high, from {MIN_TEXTURE} to {MAX_TEXTURE:,}; what needs more gets "
        "several pictures. .tvx files have pages of their own (default: %(default)s)",
    )
    group.add_argument(
        "--texels",
        type=int,
        default=MeshOptions.texel_scale,
        metavar="N",
        help=f"texels along the side of a voxel in tiles of an atlas, from 1 to {MAX_TEXEL_SCALE}; .tvx files have one "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--align",
        action="store_true",
        help="start and end tiles of an atlas at multiples of 4 texels, for engines that compress blocks of 4 x 4",
    )
    group.add_argument(
        "--own-texels",
        action="store_true",
        help="give every face texels of its own, for painting and baking; not in .tvx files",
    )
    group.add_argument(
        "--occlusion",
        type=int,
        default=MeshOptions.occlusion,
        metavar="N",
        help=f"voxels, from 0 to {MAX_OCCLUSION}, within which others hide the sky from a side, which is then darker: "
        "ambient occlusion, kept by each texel; 8 is a good start, 0 for none; not in .tvx files "
        "(default: %(default)s)",
    )


def add_scene_arguments(command: argparse.ArgumentParser, *, frames: str, hidden: str = SceneOptions.hidden) -> None:
    """Add what can be chosen of a file's scene.

    Parameters
    ----------
    command : argparse.ArgumentParser
    frames : str
        What is taken of an animation by default, in words.
    hidden : str
        What becomes of hidden objects by default, in words.
    """
    group = command.add_argument_group("scene")
    joins = group.add_mutually_exclusive_group()
    joins.add_argument(
        "--join",
        dest="join",
        action="store_const",
        const="one",
        default=SceneOptions.join,
        help="make one mesh of all objects (default: one of each different model)",
    )
    joins.add_argument(
        "--contacts",
        dest="join",
        action="store_const",
        const="contacts",
        help="leave out the faces where objects touch (default: keep them)",
    )
    group.add_argument(
        "--frame",
        type=int,
        metavar="N",
        help=f"one frame of the animation, from 0 to {MAX_FRAME:,} (default: {frames})",
    )
    group.add_argument(
        "--hidden",
        choices=HIDDEN,
        help=f"take hidden objects and layers along as hidden ones, or skip them (default: {hidden})",
    )
    group.add_argument(
        "--origin",
        choices=ORIGINS,
        default=SceneOptions.origin,
        help="where the origin of each object is: MagicaVoxel's pivot, or the center, the center of the bottom or the "
        "lowest corner of its voxels; nothing moves (default: %(default)s)",
    )
    group.add_argument(
        "--layers",
        choices=LAYERS,
        default=SceneOptions.layers,
        help="keep layers as collections, as a property of objects, or not at all (default: %(default)s)",
    )
    group.add_argument("--at-origin", action="store_true", help="move all together onto the world's origin")
    group.add_argument(
        "--opaque",
        action="store_true",
        help="take glass and other transparent materials for opaque ones (default: one can look through them)",
    )


def add_read_arguments(command: argparse.ArgumentParser) -> None:
    """Add what can be chosen of how files become voxels that hold none.

    Parameters
    ----------
    command : argparse.ArgumentParser
    """
    group = command.add_argument_group("files without voxels, such as meshes")
    group.add_argument(
        "--voxels",
        type=int,
        metavar="N",
        help=f"make so many voxels along the longest side, from 1 to {MAX_SIDE:,} (default: {VOXELS}, or as many as "
        "--voxel-size asks for)",
    )
    group.add_argument(
        "--hollow",
        dest="fill",
        action="store_false",
        help="make voxels of the surface alone (default: fill what is inside, too)",
    )
    group.add_argument(
        "--surface",
        choices=SURFACES,
        default=ReadOptions.surface,
        help="which voxels a surface makes: as few as leave no gap, or all that it reaches into (default: %(default)s)",
    )
    group.add_argument(
        "--dither", action="store_true", help="mix colors that are not among the 255 of the palette, voxel by voxel"
    )
    _add_picture_arguments(command)


def _add_picture_arguments(command: argparse.ArgumentParser) -> None:
    """Add what can be chosen of how pictures become reliefs."""
    group = command.add_argument_group("pictures")
    group.add_argument(
        "--height",
        metavar="FILE",
        help="a picture of the same size that tells heights: white is highest, black one voxel",
    )
    group.add_argument(
        "--heights",
        choices=HEIGHTS,
        default=ReadOptions.heights,
        help="what tells heights without --height: how bright or opaque pixels are, or nothing (default: %(default)s)",
    )
    group.add_argument(
        "--depth",
        type=int,
        default=ReadOptions.depth,
        metavar="N",
        help=f"voxels of full height, from 1 to {MAX_DEPTH:,} (default: %(default)s)",
    )
    group.add_argument(
        "--steps", type=int, default=ReadOptions.steps, metavar="N", help="make only so many different heights"
    )
    group.add_argument("--back", metavar="FILE", help="a picture of the other side, turned over like a page")
    group.add_argument("--back-height", metavar="FILE", help="a picture that tells heights of the other side")
    group.add_argument(
        "--shell",
        choices=SHELLS,
        default=ReadOptions.shell,
        help="voxels that are stored: what is seen, what is seen but from below, or all (default: %(default)s)",
    )
    group.add_argument("--upright", action="store_true", help="let pictures stand and look to the front, not lie")


def mesh_options(arguments: argparse.Namespace) -> MeshOptions:
    """The options of meshes.

    Parameters
    ----------
    arguments : argparse.Namespace

    Returns
    -------
    MeshOptions
        Of the default mode where all are asked for.

    Raises
    ------
    OptionError
        If a number is out of its range.
    """
    return MeshOptions(
        mode=MeshOptions.mode if arguments.mode == ALL else arguments.mode,
        interior=arguments.interior,
        merge=arguments.merge,
        effort=arguments.effort,
        texels_per_rectangle=arguments.texels_per_rectangle,
        border=arguments.border,
        texel_scale=arguments.texels,
        align=arguments.align,
        own_texels=arguments.own_texels,
        occlusion=arguments.occlusion,
        largest_texture=arguments.largest_texture,
    )


def scene_options(arguments: argparse.Namespace, default: SceneOptions | None = None) -> SceneOptions:
    """The options of the scene.

    Parameters
    ----------
    arguments : argparse.Namespace
    default : SceneOptions, optional
        What is taken where nothing is said of hidden objects and frames.

    Returns
    -------
    SceneOptions

    Raises
    ------
    OptionError
        If a number is out of its range.
    """
    default = default or SceneOptions()
    return SceneOptions(
        origin=arguments.origin,
        at_origin=arguments.at_origin,
        join=arguments.join,
        layers=arguments.layers,
        hidden=arguments.hidden or default.hidden,
        animation=default.animation if arguments.frame is None else "frame",
        frame=SceneOptions.frame if arguments.frame is None else arguments.frame,
    )


def read_options(arguments: argparse.Namespace) -> ReadOptions:
    """The options of files without voxels.

    Parameters
    ----------
    arguments : argparse.Namespace

    Returns
    -------
    ReadOptions

    Raises
    ------
    OptionError
        If a number is out of its range, or both the number and the size of voxels are given.
    """
    return ReadOptions(
        voxels=arguments.voxels,
        # Commands that write nothing have no size of voxels.
        voxel_size=getattr(arguments, "voxel_size", None),
        fill=arguments.fill,
        surface=arguments.surface,
        dither=arguments.dither,
        height=arguments.height,
        depth=arguments.depth,
        steps=arguments.steps,
        heights=arguments.heights,
        back=arguments.back,
        back_height=arguments.back_height,
        shell=arguments.shell,
        upright=arguments.upright,
    )
