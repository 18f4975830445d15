"""Leaves these tests out where there is no Blender."""

from __future__ import annotations

import importlib.util

if importlib.util.find_spec("bpy") is None:
    collect_ignore_glob = ["test_*.py"]
