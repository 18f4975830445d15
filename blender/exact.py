"""A mesh in; whether it is a smooth surface for now, and the mesh of its voxels' exact sides that waits meanwhile, out.

The exact mesh is a data-block of its own that the smooth one points to, so nothing that lies on it is lost.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import bpy

from ..core.errors import OptionError
from ..core.smooth import SmoothOptions

SMOOTH = "trivox_smooth"
"""The custom property of a mesh that tells, as JSON, how its smooth surface was made; of a material which it is."""
EXACT = "trivox_exact"
"""The custom property of a smooth mesh that points to the mesh it was before."""


def smooth_of(mesh: bpy.types.ID | None) -> SmoothOptions | None:
    """Read how a smooth mesh was made; None for any other."""
    text = mesh.get(SMOOTH) if isinstance(mesh, bpy.types.Mesh) else None
    if not isinstance(text, str) or not isinstance(mesh.get(EXACT), bpy.types.Mesh):
        return None
    try:
        return SmoothOptions(**json.loads(text)["options"])
    except (KeyError, TypeError, ValueError, OptionError):
        return SmoothOptions()


def write_smooth(mesh: bpy.types.Mesh, options: SmoothOptions, digest: str) -> None:
    """Write down how a smooth surface was made, and the digest of the places of its vertices."""
    mesh[SMOOTH] = json.dumps({"options": asdict(options), "digest": digest})


def smooth_digest(mesh: bpy.types.Mesh) -> str:
    """Read the digest that `write_smooth` wrote; empty if there is none."""
    try:
        return str(json.loads(mesh[SMOOTH])["digest"])
    except (KeyError, TypeError, ValueError):
        return ""


def exact_of(mesh: bpy.types.Mesh) -> bpy.types.Mesh:
    """Find the exact mesh of a smooth one; any other is that itself."""
    return mesh[EXACT] if smooth_of(mesh) else mesh


def forget_smooth(mesh: bpy.types.Mesh) -> None:
    """Let a mesh be no smooth surface any more, whatever its faces are."""
    exact = mesh.get(EXACT)
    for name in (SMOOTH, EXACT):
        if name in mesh:
            del mesh[name]
    if isinstance(exact, bpy.types.Mesh) and not exact.users:
        bpy.data.meshes.remove(exact)
