"""The pictures of an assembly in, the .mtl file and the .png files out, by their names."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ...scene.assembly import Assembly
from ...voxels.finish import Finish, alphas, color_texels, glow_texels
from ...voxels.shade import shaded_colors
from ..options import WriteOptions
from ..pictures import CUT_OUT, CUT_OUT_GLASS, Pictures

Texels = npt.NDArray[np.uint8]


def materials_of(
    assembly: Assembly,
    pictures: Pictures,
    stem: str,
    names: Mapping[tuple[int, int], str],
    options: WriteOptions,
) -> dict[str, bytes]:
    """Write the materials of an .obj file.

    Parameters
    ----------
    assembly : Assembly
    pictures : Pictures
    stem : str
        Of the files' names.
    names : mapping of (int, int) to str
        Of the materials, by page and kind.
    options : WriteOptions

    Returns
    -------
    dict of str to bytes
        By name; the .mtl file comes last.
    """
    tables = _tables(assembly)
    if pictures.occluded and options.occlusion_in == "colors":
        tables[""] = shaded_colors(tables[""], assembly.scene.look, options.occlusion_strength)
    used: set[str] = {""}
    texts = ["# Trivox\n"]
    for page, kind in pictures.materials:
        lines, maps = _lines(pictures.finishes[kind], cut=kind in (CUT_OUT, CUT_OUT_GLASS))
        used |= set(maps.values())
        told = [f"{key} {stem}{numbered(page)}{ending}.png" for key, ending in maps.items()]
        texts.append("\n".join([f"newmtl {names[page, kind]}", *lines, *told]) + "\n")
    # What has no opacity is black in the picture of it; readers that know none find it in the colors.
    clear = {"": [(0, 0, 0, 0)]} if pictures.cut_out else {}
    files = {
        f"{stem}{numbered(page)}{ending}.png": pictures.png(page, table, *clear.get(ending, []))
        for page in range(len(pictures.pages))
        for ending, table in tables.items()
        if ending in used
    }
    return files | {f"{stem}.mtl": "\n".join(texts).encode("utf-8")}


def numbered(page: int) -> str:
    """What the names of materials and images of a further page end with."""
    return f"_{page + 1}" if page else ""


def _tables(assembly: Assembly) -> dict[str, Texels]:
    """What may color the pictures, by the endings of their names."""
    look = assembly.scene.look
    shading = look.shading
    return {
        "": color_texels(look, "transmission"),
        "_roughness": _gray(shading.roughness),
        "_metallic": _gray(shading.metallic),
        "_opacity": _gray(alphas(look, "alpha")),
        "_glow": glow_texels(shading, look.palette, 1.0),
    }


def _gray(values: npt.NDArray[np.float32]) -> Texels:
    gray = (values * 255).round()
    return np.column_stack([gray, gray, gray, np.full(256, 255)]).astype(np.uint8)


def _lines(values: Finish, *, cut: bool) -> tuple[list[str], dict[str, str]]:
    """The lines of a material, and what its pictures are for, with the endings of their names."""
    lines, maps = ["Kd 1 1 1"], {"map_Kd": ""}
    for key, value, ending in (("Pr", values.roughness, "_roughness"), ("Pm", values.metallic, "_metallic")):
        lines.append(f"{key} {1 if value is None else value:g}")
        if value is None:
            maps[f"map_{key}"] = ending
    if values.emission:
        # No number here may be above 1.
        lines.append(f"Ke {' '.join([f'{1 if values.glow else min(values.emission, 1):g}'] * 3)}")
        maps["map_Ke"] = "_glow" if values.glow else ""
    if cut or values.alpha is None:
        lines.append("d 1")
        maps["map_d"] = "_opacity"
    elif values.alpha < 1:
        lines.append(f"d {values.alpha:g}")
    if values.alpha != 1:
        lines.append(f"Ni {values.ior:g}")
    return [*lines, "illum 2"], maps
