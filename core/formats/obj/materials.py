"""The pictures of an assembly in, the .mtl file and the .png files out, by their names."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...scene.assembly import Assembly
from ...voxels.finish import Finish, glow_texels
from ..pictures import Pictures

Texels = npt.NDArray[np.uint8]

_FAINTEST = 0.1
"""Dissolve of what is wholly clear, so that one still sees that it is there."""


def materials_of(assembly: Assembly, pictures: Pictures, stem: str, names: dict[int, str]) -> dict[str, bytes]:
    """Write the materials of an .obj file.

    Parameters
    ----------
    assembly : Assembly
    pictures : Pictures
    stem : str
        Of the files' names.
    names : dict of int to str
        Of the materials, by kind.

    Returns
    -------
    dict of str to bytes
        By name; the .mtl file comes last.
    """
    tables = _tables(assembly, pictures)
    used: set[str] = {""}
    texts = ["# Trivox\n"]
    for kind, values in pictures.finishes.items():
        lines, maps = _lines(values)
        used |= set(maps.values())
        told = [f"{key} {stem}{ending}.png" for key, ending in maps.items()]
        texts.append("\n".join([f"newmtl {names[kind]}", *lines, *told]) + "\n")
    files = {f"{stem}{ending}.png": pictures.png(table) for ending, table in tables.items() if ending in used}
    return files | {f"{stem}.mtl": "\n".join(texts).encode("utf-8")}


def _tables(assembly: Assembly, pictures: Pictures) -> dict[str, Texels]:
    """What may color the pictures, by the endings of their names."""
    look = assembly.scene.look
    shading = look.shading
    return {
        "": look.palette[:, :3],
        "_roughness": _gray(shading.roughness),
        "_metallic": _gray(shading.metallic),
        "_opacity": _gray(np.where(look.transparent, np.maximum(1 - shading.transmission, _FAINTEST), 1)),
        "_glow": glow_texels(shading, look.palette, 1.0)[:, :3],
    }


def _gray(values: npt.NDArray[np.float32]) -> Texels:
    return np.repeat((values * 255).round().astype(np.uint8)[:, None], 3, axis=1)


def _lines(values: Finish) -> tuple[list[str], dict[str, str]]:
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
    if values.transmission is None:
        lines += ["d 1", f"Ni {values.ior:g}"]
        maps["map_d"] = "_opacity"
    elif values.transmission:
        lines += [
            f"d {max(1 - values.transmission, _FAINTEST):g}",
            f"Tf {' '.join([f'{values.transmission:g}'] * 3)}",
            f"Ni {values.ior:g}",
        ]
    return [*lines, "illum 2"], maps
