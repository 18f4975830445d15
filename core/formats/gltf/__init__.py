"""glTF in one binary file, .glb: assemblies -> bytes, for engines and viewers."""

from .entries import GltfWriter

__all__ = ["GltfWriter"]
