"""A model with its mesh and an edit in; the mesh of the edited model, new where the edit touched it, out."""

from .patch import patch
from .workpiece import Workpiece, build_workpiece

__all__ = ["Workpiece", "build_workpiece", "patch"]
