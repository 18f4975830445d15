"""One of trimesh's meshes in, its paints and what each corner has of texture coordinates and colors out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import trimesh

from ...voxelise import Paint, simple_material
from ...voxels.finish import linear
from ...voxels.look import Material
from .opened import MeshFile

Floats = npt.NDArray[np.float32]

_METAL = 0.5
"""What is more metal than this is metal."""
_STEPS = 64
"""Into so many are roughness, metallic and light told apart where images say them."""
_MOST = 64
"""Materials that images may make of one; where they would make more, their mean counts."""


@dataclass(frozen=True, eq=False)
class Painted:
    """What the triangles of a mesh look like."""

    paints: list[Paint]
    material: npt.NDArray[np.int32]
    """(t,) int32 into the paints."""
    uv: Floats | None = None
    """(t, 3, 2) float32"""
    color: Floats | None = None
    """(t, 3, 4) float32, linear."""


def painted(mesh: trimesh.Trimesh, file: MeshFile) -> Painted:
    """Tell what a mesh looks like.

    Parameters
    ----------
    mesh : trimesh.Trimesh
    file : MeshFile

    Returns
    -------
    Painted
    """
    faces = np.asarray(mesh.faces, np.int64)
    visual: Any = mesh.visual
    material = np.zeros(len(faces), np.int32)
    if getattr(visual, "kind", None) == "texture" or hasattr(visual, "material"):
        found = visual.material
        told = file.materials.get(str(getattr(found, "name", None)), {})
        colors = visual.vertex_attributes.get("color") if hasattr(visual, "vertex_attributes") else None
        color = None if colors is None else _colors(np.asarray(colors), file)[faces]
        uv = _uv(visual.uv, faces, told)
        return _by_triangle(found, told, Painted([paint_of(found, told)], material, uv, color))
    return Painted([Paint()], material, None, _own_colors(visual, faces, file))


def _by_triangle(found: Any, told: Mapping[str, Any], whole: Painted) -> Painted:
    """Let each triangle have the material that images of glTF say for its middle, if there are such images."""
    images = [getattr(found, name, None) for name in ("metallicRoughnessTexture", "emissiveTexture")]
    if whole.uv is None or images == [None, None]:
        return whole
    middle = whole.uv.mean(axis=1)
    roughness, metallic = _factors(found)
    surface = np.ones((len(middle), 3)) if images[0] is None else texels_at(images[0], middle)[:, :3] / 255
    glow = _glow(found, told) * np.ones(len(middle))
    if images[1] is not None:
        light = linear(texels_at(images[1], middle)[:, :3]).max(axis=1)
        base = found.baseColorTexture
        color = np.ones(len(middle)) if base is None else linear(texels_at(base, middle)[:, :3]).max(axis=1)
        glow *= light / np.maximum(color, 1e-3)
    steps = np.rint(np.column_stack([surface[:, 1] * roughness, surface[:, 2] * metallic, glow]) * _STEPS)
    rows, number = np.unique(steps, axis=0, return_inverse=True)
    if len(rows) > _MOST:
        return whole
    glass = _glass(found, told)
    paints = [replace(whole.paints[0], material=_material(*(row / _STEPS).tolist(), glass=glass)) for row in rows]
    return replace(whole, paints=paints, material=number.reshape(-1).astype(np.int32))


def texels_at(image: Any, uv: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.uint8]:
    """Take the nearest texels of an image of Pillow, repeated beyond its borders.

    Parameters
    ----------
    image : PIL.Image.Image
    uv : (n, 2) of floating numbers

    Returns
    -------
    (n, 4) uint8
    """
    texels = texels_of(image)
    height, width = texels.shape[:2]
    column, row = (np.floor(uv.astype(np.float64) % 1 * (width, height)).astype(np.int64)).T
    found: npt.NDArray[np.uint8] = texels[row.clip(0, height - 1), column.clip(0, width - 1)]
    return found


def _own_colors(visual: Any, faces: npt.NDArray[np.int64], file: MeshFile) -> Floats | None:
    """(t, 3, 4) colors of vertices or faces, if the file has any."""
    if getattr(visual, "kind", None) == "vertex":
        return _colors(np.asarray(visual.vertex_colors), file)[faces]
    if getattr(visual, "kind", None) == "face":
        return np.repeat(_colors(np.asarray(visual.face_colors), file)[:, None], 3, axis=1)
    return None


def _colors(values: npt.NDArray[Any], file: MeshFile) -> Floats:
    """(n, 4) linear colors of (n, 3) or (n, 4) values, 0 to 255 or 0 to 1."""
    if values.dtype.kind in "ui":
        values = values.astype(np.float64) / np.iinfo(values.dtype).max
    result = np.ones((len(values), 4), np.float32)
    result[:, : values.shape[1]] = np.clip(np.nan_to_num(values), 0, 1)
    if not file.linear_colors:
        result[:, :3] = linear(result[:, :3] * 255)  # type: ignore[arg-type]
    return result


def _uv(values: Any, faces: npt.NDArray[np.int64], told: Mapping[str, Any]) -> Floats | None:
    """(t, 3, 2) texture coordinates, moved as the material's texture says."""
    if values is None or np.ndim(values) != 2 or not len(values):
        return None
    uv = np.nan_to_num(np.asarray(values, np.float64)[:, :2], posinf=0, neginf=0)
    transform = _inner(told, "pbrMetallicRoughness", "baseColorTexture", "extensions", "KHR_texture_transform")
    if transform:
        scale, offset = (np.resize(_numbers(transform.get(key), two), 2) for key, two in (("scale", 1), ("offset", 0)))
        # Their v goes down from the top.
        down = np.column_stack([uv[:, 0], 1 - uv[:, 1]]) * scale + offset
        uv = np.column_stack([down[:, 0], 1 - down[:, 1]])
    return uv.astype(np.float32)[faces]


def paint_of(found: Any, told: Mapping[str, Any]) -> Paint:
    """Make a paint of a material.

    Parameters
    ----------
    found : trimesh.visual.material.Material
    told : mapping
        What a glTF file says of it.

    Returns
    -------
    Paint
    """
    pbr = hasattr(found, "baseColorTexture")
    image = found.baseColorTexture if pbr else getattr(found, "image", None)
    color = _color(found.baseColorFactor) if pbr else _color(getattr(found, "diffuse", None), is_linear=False)
    texels = None if image is None else texels_of(image)
    if texels is not None and not pbr:
        # Many programs write a gray beside a picture that stands for all of the color.
        color = 1.0, 1.0, 1.0, color[3]
    glow = _numbers(found.emissiveFactor if pbr else _word(found, "ke"), 0.0)
    if glow.max(initial=0) > 0 and texels is None and max(color[:3]) == 0:
        # What is black and glows has the color of its light.
        red, green, blue = (np.resize(glow, 3) / glow.max()).clip(0, 1).tolist()
        color = red, green, blue, color[3]
    roughness, metallic = _surface(found) if pbr else (_number(_word(found, "pr"), 0.5), _number(_word(found, "pm"), 0))
    light = _glow(found, told) if pbr else float(glow.max(initial=0))
    glass = _glass(found, told) if pbr else _obj_glass(found, color[3])
    if texels is not None and not (pbr and found.alphaMode == "MASK"):
        texels[..., 3] = 255
    return Paint((*color[:3], 1.0), texels, _material(roughness, metallic, light, glass=glass))


def _material(roughness: float, metallic: float, light: float, *, glass: tuple[float, float] | None) -> Material:
    """A material of its numbers; of glass how clear it is, and its index of refraction."""
    if light > 0:
        return simple_material("emit", strength=light)
    if glass:
        return simple_material("glass", roughness=min(roughness, 1.0), transparency=glass[0], ior=glass[1])
    if metallic >= _METAL:
        return simple_material("metal", metallic=min(metallic, 1.0), roughness=min(roughness, 1.0))
    return simple_material()


def _glow(found: Any, told: Mapping[str, Any]) -> float:
    """How strongly a glTF material sends out light."""
    strength = _inner(told, "extensions", "KHR_materials_emissive_strength").get("emissiveStrength")
    return float(_numbers(found.emissiveFactor, 0.0).max(initial=0)) * _number(strength, 1.0)


def _glass(found: Any, told: Mapping[str, Any]) -> tuple[float, float] | None:
    """How clear a glTF material is, and its index of refraction; None if one cannot look through."""
    transmission = _inner(told, "extensions", "KHR_materials_transmission")
    through = min(_number(transmission.get("transmissionFactor"), 0.0), 1.0)
    if found.alphaMode != "BLEND" and not through:
        return None
    alpha = _color(found.baseColorFactor)[3]
    if found.baseColorTexture is not None:
        alpha *= float(texels_of(found.baseColorTexture)[..., 3].mean()) / 255
    return through or 1 - alpha, _number(_inner(told, "extensions", "KHR_materials_ior").get("ior"), 1.5)


def _obj_glass(found: Any, alpha: float) -> tuple[float, float] | None:
    opaque = min(_number(_word(found, "d"), alpha), 1.0)
    return (1 - opaque, _number(_word(found, "ni"), 1.45)) if opaque < 1 else None


def _factors(found: Any) -> tuple[float, float]:
    """Roughness and metallic of a glTF material without its images."""
    # Without both a material is of metal by the standard, which nobody means who leaves all away.
    bare = found.metallicFactor is None and found.metallicRoughnessTexture is None
    return _number(found.roughnessFactor, 1.0), 0.0 if bare else _number(found.metallicFactor, 1.0)


def _surface(found: Any) -> tuple[float, float]:
    """Roughness and metallic of a glTF material; of an image, its mean."""
    roughness, metallic = _factors(found)
    if found.metallicRoughnessTexture is None:
        return roughness, metallic
    mean = texels_of(found.metallicRoughnessTexture).reshape(-1, 4).mean(axis=0) / 255
    return roughness * float(mean[1]), metallic * float(mean[2])


def texels_of(image: Any) -> npt.NDArray[np.uint8]:
    """Take the texels of an image of Pillow, (h, w, 4) uint8, the lowest row first."""
    return np.array(np.asarray(image.convert("RGBA"), np.uint8)[::-1])


def _color(values: Any, *, is_linear: bool = True) -> tuple[float, float, float, float]:
    """Linear RGBA; bytes count to 255, and what is missing is 1."""
    numbers = _numbers(values, 1.0)
    if np.asarray(values).dtype.kind in "ui":
        numbers = numbers / 255
    rgba = np.ones(4)
    rgba[: min(len(numbers), 4)] = np.clip(numbers[:4], 0, 1)
    if not is_linear:
        rgba[:3] = linear(rgba[:3] * 255)  # type: ignore[arg-type]
    red, green, blue, alpha = rgba.tolist()
    return red, green, blue, alpha


def _word(found: Any, key: str) -> Any:
    """What an .mtl file says after a word."""
    return getattr(found, "kwargs", {}).get(key)


def _numbers(value: Any, default: float) -> npt.NDArray[np.float64]:
    """(n,) finite numbers, or the default alone."""
    try:
        numbers = np.atleast_1d(np.asarray(value, np.float64)).ravel()
    except (TypeError, ValueError):
        numbers = np.zeros(0)
    good = len(numbers) and bool(np.isfinite(numbers).all())
    return numbers if good else np.array([default])


def _number(value: Any, default: float) -> float:
    return max(float(_numbers(value, default)[0]), 0.0)


def _inner(told: Any, *keys: str) -> Mapping[str, Any]:
    """What lies at the end of a path of keys; nothing if something else is there."""
    for key in keys:
        told = told.get(key) if isinstance(told, Mapping) else None
    return told if isinstance(told, Mapping) else {}
