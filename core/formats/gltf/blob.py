"""Arrays in, the one buffer of a file with the views and accessors that say where which of them lies out."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pygltflib

Array = npt.NDArray[Any]

_CODES = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
"""glTF's numbers for types."""
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
_RESTART = (1 << 16) - 1
"""Indices of 16 bits are lower; cards take this one for the end of a strip."""


class Blob:
    """The buffer of a file; what is equal is stored once. pygltflib lets each view begin where it must."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._known: dict[object, int] = {}
        self.views: list[pygltflib.BufferView] = []
        self.accessors: list[pygltflib.Accessor] = []

    @property
    def data(self) -> bytes:
        """All bytes."""
        return bytes(self._data)

    def attribute(self, values: Array, *, bounds: bool = False, normalized: bool = False) -> int:
        """Store what vertices have.

        Parameters
        ----------
        values : (n, k) of int8, uint8, int16, uint16 or float32
        bounds : bool
            Tell the lowest and the highest value of each column.
        normalized : bool
            The largest value of the type means 1.

        Returns
        -------
        int
            The accessor.
        """
        bytes_a_row = values.itemsize * values.shape[1]
        stride = -(-bytes_a_row // 4) * 4
        padded = np.zeros((len(values), stride), np.uint8)
        padded[:, :bytes_a_row] = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), bytes_a_row)
        view = self.view(padded.tobytes(), target=pygltflib.ARRAY_BUFFER, stride=stride)
        return self._accessor(view, values, bounds, normalized)

    def indices(self, values: Array) -> int:
        """Store the corners of triangles, (T, 3) integers; returns the accessor."""
        flat = values.reshape(-1, 1).astype("<u2" if values.max(initial=0) < _RESTART else "<u4")
        view = self.view(flat.tobytes(), target=pygltflib.ELEMENT_ARRAY_BUFFER)
        return self._accessor(view, flat, False, False)

    def numbers(self, values: Array, *, bounds: bool = False) -> int:
        """Store the times or the values of keys, (n, k) numbers; returns the accessor."""
        stored = values.astype("<f4")
        return self._accessor(self.view(stored.tobytes()), stored, bounds, False)

    def view(self, data: bytes, *, target: int | None = None, stride: int | None = None) -> int:
        """Store bytes.

        Parameters
        ----------
        data : bytes
        target : int, optional
            What a graphics card needs them for.
        stride : int, optional
            Bytes from one vertex to the next.

        Returns
        -------
        int
            The view.
        """
        key = data, target, stride
        if key not in self._known:
            self._known[key] = len(self.views)
            place = {"byteOffset": len(self._data), "byteLength": len(data)}
            self.views.append(pygltflib.BufferView(buffer=0, target=target, byteStride=stride, **place))
            self._data += data
        return self._known[key]

    def _accessor(self, view: int, values: Array, bounds: bool, normalized: bool) -> int:
        key = view, values.dtype.str, values.shape, normalized
        if key not in self._known:
            self._known[key] = len(self.accessors)
            self.accessors.append(
                pygltflib.Accessor(
                    bufferView=view,
                    componentType=_CODES[values.dtype.str[1:]],
                    normalized=normalized,
                    count=len(values),
                    type=_TYPES[values.shape[1]],
                    min=values.min(axis=0).tolist() if bounds else None,
                    max=values.max(axis=0).tolist() if bounds else None,
                )
            )
        return self._known[key]
