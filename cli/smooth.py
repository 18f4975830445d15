"""Arguments of smooth surfaces: an argument parser in, `SmoothOptions` of what it parsed out."""

from __future__ import annotations

import argparse

from ..core.errors import OptionError
from ..core.smooth import COLORINGS, MAX_BLUR, METHODS, SmoothOptions

_ENDING = ".glb"


def add_smooth_arguments(command: argparse.ArgumentParser) -> None:
    """Add what can be chosen for smooth surfaces.

    Parameters
    ----------
    command : argparse.ArgumentParser
    """
    group = command.add_argument_group(f"smooth surfaces, in {_ENDING} files")
    group.add_argument(
        "--smooth",
        choices=METHODS,
        help="in place of the sides of voxels write a smooth closed surface: surface nets or marching cubes",
    )
    group.add_argument(
        "--blur", type=int, metavar="N", help=f"how far it is rounded, 0 to {MAX_BLUR} (default: {SmoothOptions.blur})"
    )
    group.add_argument(
        "--smooth-colors",
        choices=COLORINGS,
        help=f"each triangle has one color, or vertices blend them (default: {SmoothOptions.colors})",
    )
    group.add_argument("--diagonals-apart", action="store_true", help="part voxels that touch along an edge only")


def smooth_options(arguments: argparse.Namespace, ending: str) -> SmoothOptions | None:
    """Take what was chosen; None for exact meshes.

    Parameters
    ----------
    arguments : argparse.Namespace
    ending : str
        Of the files to write.

    Returns
    -------
    SmoothOptions or None

    Raises
    ------
    OptionError
        If smooth surfaces cannot be written there, or something is told of them and there are none.
    """
    chosen = {"blur": arguments.blur, "colors": arguments.smooth_colors}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    if arguments.smooth is None:
        if chosen or arguments.diagonals_apart:
            raise OptionError("--blur, --smooth-colors and --diagonals-apart are for --smooth; give that as well")
        return None
    if ending != _ENDING:
        raise OptionError(f"--smooth writes {_ENDING} files, and {ending} files hold sides of voxels only")
    if arguments.levels:
        raise OptionError("--levels makes coarser exact meshes, which --smooth does not; give one of the two")
    return SmoothOptions(method=arguments.smooth, joined=not arguments.diagonals_apart, **chosen)
