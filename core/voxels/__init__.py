"""The document of no format: models of voxels, their look, and the scene that places them."""

from .look import Look, Material, MaterialKind, MediaKind
from .model import Model
from .scene import Layer, Light, ModelFrame, Scene, SceneNode, TransformFrame, View
from .shading import Shading

__all__ = [
    "Layer",
    "Light",
    "Look",
    "Material",
    "MaterialKind",
    "MediaKind",
    "Model",
    "ModelFrame",
    "Scene",
    "SceneNode",
    "Shading",
    "TransformFrame",
    "View",
]
