"""Files of meshes (.glb, .gltf, .obj, .stl, .ply) in, a scene with one model of voxels out."""

from .entries import MeshReader

__all__ = ["MeshReader"]
