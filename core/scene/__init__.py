"""Scene and options in, the assembly out that Blender, the command line and all writers read."""

from .assembly import Assembly, assemble, looked_at, meshed, unmeshed
from .options import SceneOptions

__all__ = ["Assembly", "SceneOptions", "assemble", "looked_at", "meshed", "unmeshed"]
