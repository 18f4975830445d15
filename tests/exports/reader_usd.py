"""A .usda, .usdc or .usdz file in, what is in it out; read with usd-core, OpenUSD's own library."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
from helpers_found import Finish, Found, Picture, Source, Thing, no_picture, picture
from pxr import Ar, Sdf, Tf, Usd, UsdGeom, UsdShade

CHANNELS = {"rgb": (0, 1, 2), "r": (0,), "g": (1,), "b": (2,), "a": (3,)}


class UsdReader:
    """One file."""

    def __init__(self, path: Path, times: list[float]) -> None:
        try:
            self._stage = Usd.Stage.Open(str(path))
        except Tf.ErrorException:
            # What it says quotes bytes of the file, which need not be text.
            raise RuntimeError("OpenUSD cannot open it") from None
        self._times = times
        self._finishes: list[Finish] = []
        self._numbers: dict[str, int] = {}
        self._pictures: dict[tuple[str, str], Picture] = {}

    def found(self) -> Found:
        """Read it."""
        things = []
        for prim in self._stage.Traverse(Usd.TraverseInstanceProxies()):
            if prim.IsA(UsdGeom.Mesh):
                things.append(self._body(prim))
            elif prim.IsA(UsdGeom.Xform) and prim != self._stage.GetDefaultPrim() and not _mesh_of(prim):
                things.append(self._thing(prim, prim))
        return Found(things, self._finishes, list(self._pictures.values()))

    def _thing(self, prim: Usd.Prim, below: Usd.Prim) -> Thing:
        """An object, which is a transform with or without a mesh below."""
        above = prim.GetParent()
        top = not above or above == self._stage.GetDefaultPrim() or above.IsPseudoRoot()
        shape = UsdGeom.Imageable(below)
        worlds = [np.array(shape.ComputeLocalToWorldTransform(time)).T for time in self._times]
        shown = [shape.ComputeVisibility(time) != "invisible" for time in self._times]
        upright = np.array(worlds)
        metres = UsdGeom.GetStageMetersPerUnit(self._stage)
        assert UsdGeom.GetStageUpAxis(self._stage) == "Z" and metres == 1
        shown &= np.abs(np.linalg.det(upright[:, :3, :3])) > 1e-9
        return Thing(prim.GetName(), None if top else above.GetName(), upright, np.array(shown))

    def _body(self, prim: Usd.Prim) -> Thing:
        """An object with triangles."""
        mesh = UsdGeom.Mesh(prim)
        counts = np.array(mesh.GetFaceVertexCountsAttr().Get())
        corners, face = fans(counts)
        indices = np.array(mesh.GetFaceVertexIndicesAttr().Get())[corners]
        thing = self._thing(prim.GetParent(), prim)
        source = prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim
        thing.mesh = str(source.GetPath())
        thing.positions = np.array(mesh.GetPointsAttr().Get(), float)[indices]
        primvars = UsdGeom.PrimvarsAPI(prim)
        thing.uvs = self._primvar(primvars, self._coordinates(primvars), corners, indices, face)
        thing.finish = np.full(len(counts), self._bound(prim))
        for subset in UsdShade.MaterialBindingAPI(prim).GetMaterialBindSubsets():
            thing.finish[np.array(subset.GetIndicesAttr().Get())] = self._bound(subset.GetPrim())
        thing.finish = thing.finish[face]
        color = next((var for var in primvars.GetPrimvars() if var.GetTypeName() in _COLORS and var.HasValue()), None)
        if color is not None:
            thing.colors = self._primvar(primvars, color.GetPrimvarName(), corners, indices, face)[..., :3]
        return thing

    def _coordinates(self, primvars: UsdGeom.PrimvarsAPI) -> str:
        """The name of the texture coordinates."""
        return next((v.GetPrimvarName() for v in primvars.GetPrimvars() if "texCoord2f" in str(v.GetTypeName())), "st")

    def _primvar(
        self, primvars: UsdGeom.PrimvarsAPI, name: str, corners: np.ndarray, indices: np.ndarray, face: np.ndarray
    ) -> np.ndarray | None:
        """(T, 3, k): what corners of triangles have."""
        var = primvars.GetPrimvar(name)
        if not var or not var.HasValue():
            return None
        values = np.array(var.ComputeFlattened(), float)
        where = var.GetInterpolation()
        if where == "faceVarying":
            return values[corners]
        if where in ("vertex", "varying"):
            return values[indices]
        return (
            values[np.repeat(face[:, None], 3, axis=1)] if where == "uniform" else np.tile(values[0], (len(face), 3, 1))
        )

    # Materials

    def _bound(self, prim: Usd.Prim) -> int:
        """The number of the material of a mesh or a part of one."""
        material = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()[0]
        if not material:
            return -1
        path = str(material.GetPath())
        if path not in self._numbers:
            self._numbers[path] = len(self._finishes)
            self._finishes.append(self._finish(material))
        return self._numbers[path]

    def _finish(self, material: UsdShade.Material) -> Finish:
        shader = material.ComputeSurfaceSource()[0]
        assert shader.GetIdAttr().Get() == "UsdPreviewSurface"
        color, attribute = self._source(shader, "diffuseColor", (0.18, 0.18, 0.18))
        opacity = self._source(shader, "opacity", (1.0,))[0]
        return Finish(
            name=material.GetPrim().GetName(),
            color=color,
            attribute=attribute,
            metallic=self._source(shader, "metallic", (0.0,))[0],
            roughness=self._source(shader, "roughness", (0.5,))[0],
            emission=self._source(shader, "emissiveColor", (0.0, 0.0, 0.0))[0],
            through=replace(opacity, inverse=True, srgb=False),
            clips=opacity.picture is not None,
        )

    def _source(self, shader: UsdShade.Shader, name: str, default: tuple[float, ...]) -> tuple[Source, bool]:
        """Where an input has its value from, and whether that is an attribute of the mesh."""
        given = shader.GetInput(name)
        if not given:
            return Source(np.array(default)), False
        if given.HasConnectedSource():
            connected = given.GetConnectedSources()[0][0]
            node = UsdShade.Shader(connected.source.GetPrim())
            kind = node.GetIdAttr().Get()
            if kind == "UsdUVTexture":
                return self._texture(node, connected.sourceName, len(default)), False
            assert kind.startswith("UsdPrimvarReader"), kind
            return Source(np.ones(len(default))), True
        value = given.Get()
        return Source(np.array(default if value is None else value, float).reshape(-1)), False

    def _texture(self, node: UsdShade.Shader, channel: str, width: int) -> Source:
        scale = node.GetInput("scale")
        factor = np.ones(4) if not scale or scale.Get() is None else np.array(scale.Get(), float)
        bias = node.GetInput("bias")
        assert not bias or bias.Get() is None or not any(bias.Get())
        asset = node.GetInput("file").Get()
        space = node.GetInput("sourceColorSpace")
        srgb = (space.Get() if space else "auto") != "raw"
        channels = CHANNELS[channel]
        if asset is None:
            return Source(np.zeros(width))
        found = self._picture(asset)
        return Source(factor[list(channels)], found, channels, srgb and channels != (3,))

    def _picture(self, asset: Sdf.AssetPath) -> Picture:
        key = (asset.path, asset.resolvedPath)
        if key not in self._pictures:
            name = os.path.basename(asset.path)
            opened = Ar.GetResolver().OpenAsset(Ar.ResolvedPath(asset.resolvedPath)) if asset.resolvedPath else None
            self._pictures[key] = no_picture(name) if opened is None else picture(name, bytes(opened.GetBuffer()))
        return self._pictures[key]


_COLORS = {Sdf.ValueTypeNames.Color3fArray, Sdf.ValueTypeNames.Color4fArray}


def _mesh_of(prim: Usd.Prim) -> bool:
    """Whether a transform is only what places a mesh."""
    return any(child.IsA(UsdGeom.Mesh) for child in prim.GetFilteredChildren(Usd.TraverseInstanceProxies()))


def fans(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(T, 3) corners and (T,) faces: each face of so many corners as triangles around its first corner."""
    start = np.cumsum(counts) - counts
    face = np.repeat(np.arange(len(counts)), counts - 2)
    step = np.arange(len(face)) - np.repeat(np.cumsum(counts - 2) - (counts - 2), counts - 2)
    first = start[face]
    return np.stack([first, first + step + 1, first + step + 2], axis=1), face


def read(path: Path, frames: list[int], fps: float) -> Found:
    """Read a file, and where things are at some frames of Blender, which are USD's time codes."""
    return UsdReader(path, [float(frame) for frame in frames]).found()
