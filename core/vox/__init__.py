"""MagicaVoxel files: .vox bytes -> VoxScene and back."""

from .join import Contact, contacts, joined_cells
from .placement import (
    hidden_in_scene,
    placed_shapes,
    world_cells,
    world_transform,
    world_transforms,
)
from .reader import read_vox
from .records import (
    Camera,
    Layer,
    Material,
    ModelFrame,
    RenderObject,
    SceneNode,
    TransformFrame,
    VoxModel,
    VoxScene,
)
from .writer import write_vox

__all__ = [
    "Camera",
    "Contact",
    "Layer",
    "Material",
    "ModelFrame",
    "RenderObject",
    "SceneNode",
    "TransformFrame",
    "VoxModel",
    "VoxScene",
    "contacts",
    "hidden_in_scene",
    "joined_cells",
    "placed_shapes",
    "read_vox",
    "world_cells",
    "world_transform",
    "world_transforms",
    "write_vox",
]
