"""Arguments of public functions in, the same out if they have the shape and type asked for; else one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import OptionError

_KINDS = {"b": "booleans", "i": "integers", "u": "integers", "f": "numbers"}


def require_array(
    value: object,
    name: str,
    shape: tuple[int | None, ...],
    kinds: str = "iu",
    dtype: npt.DTypeLike = None,
) -> npt.NDArray[Any]:
    """Check that an argument is an array of a shape and type.

    Parameters
    ----------
    value : object
    name : str
        Of the argument, for the sentence.
    shape : tuple of int or None
        The length along each axis; None for any.
    kinds : str
        Letters of the kinds that will do, as numpy's ``dtype.kind``.
    dtype : data-type, optional
        The only type that will do.

    Returns
    -------
    numpy.ndarray
        The value itself.

    Raises
    ------
    OptionError
        If it is no array, or has another shape or type; the sentence says what it is and what it must be.
    """
    wanted = f"({', '.join('n' if side is None else str(side) for side in shape)}{',' if len(shape) == 1 else ''})"
    what = np.dtype(dtype).name if dtype is not None else " or ".join(dict.fromkeys(_KINDS[kind] for kind in kinds))
    if not isinstance(value, np.ndarray):
        raise OptionError(f"{name} is a {type(value).__name__}; it must be an array {wanted} of {what}")
    fits = value.ndim == len(shape) and all(
        side is None or side == have for side, have in zip(shape, value.shape, strict=True)
    )
    if not fits or value.dtype.kind not in kinds or (dtype is not None and value.dtype != dtype):
        raise OptionError(f"{name} is {value.shape} {value.dtype}; it must be {wanted} of {what}")
    return value


def require_choices(options: object, choices: Mapping[str, Sequence[str]]) -> None:
    """Check fields that have one of several words.

    Parameters
    ----------
    options : object
    choices : mapping of str to sequence of str
        What each field may be.

    Raises
    ------
    OptionError
        If a field has another value.
    """
    for name, allowed in choices.items():
        value = getattr(options, name)
        if value not in allowed:
            raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")


def require_range(options: object, name: str, least: float, most: float) -> None:
    """Check a field that is a number.

    Parameters
    ----------
    options : object
    name : str
        Of the field.
    least, most : float
        Both are allowed.

    Raises
    ------
    OptionError
        If it is no number or outside.
    """
    value = getattr(options, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise OptionError(f"{name} is {value!r}; it must be from {least:,} to {most:,}")
