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
    shape: tuple[int | str | None, ...],
    kinds: str = "iu",
    dtype: npt.DTypeLike | None = None,
    *,
    least: float | None = None,
    most: float | None = None,
) -> npt.NDArray[Any]:
    """Check that an argument is an array of a shape and type, and that its values lie in a range.

    Parameters
    ----------
    value : object
    name : str
        Of the argument, for the sentence.
    shape : tuple of int, str or None
        The length along each axis; None for any, or a word that stands for it in the sentence.
    kinds : str
        Letters of the kinds that will do, as numpy's ``dtype.kind``.
    dtype : data-type, optional
        The only type that will do, whatever the kinds.
    least, most : float, optional
        What no value may be below or above; both are allowed.

    Returns
    -------
    numpy.ndarray
        The value itself.

    Raises
    ------
    OptionError
        If it is no array, or has another shape or type, or a value is outside; the sentence says what it is and
        what it must be.

    Examples
    --------
    >>> require_array(np.zeros((2, 3), np.int32), "cells", (None, 3)).shape
    (2, 3)
    """
    sides = ", ".join("n" if side is None else str(side) for side in shape)
    what = np.dtype(dtype).name if dtype is not None else " or ".join(dict.fromkeys(_KINDS[kind] for kind in kinds))
    wanted = f"({sides}{',' if len(shape) == 1 else ''}) of {what}"
    if not isinstance(value, np.ndarray):
        raise OptionError(f"{name} is a {type(value).__name__}; it must be an array {wanted}")
    fits = value.ndim == len(shape) and all(
        side is None or isinstance(side, str) or side == have for side, have in zip(shape, value.shape, strict=True)
    )
    if not fits or (value.dtype.kind not in kinds if dtype is None else value.dtype != dtype):
        raise OptionError(f"{name} is {value.shape} {value.dtype}; it must be {wanted}")
    _require_values(value, name, least, most)
    return value


def _require_values(value: npt.NDArray[Any], name: str, least: float | None, most: float | None) -> None:
    if not value.size or (least is None and most is None):
        return
    low, high = value.min().item(), value.max().item()
    # Turned round, for nothing is true of what is not a number.
    if (least is None or low >= least) and (most is None or high <= most):
        return
    ends = [f"{word} {end:,}" for word, end in (("at least", least), ("at most", most)) if end is not None]
    raise OptionError(f"{name} has values from {low:,} to {high:,}; they must be {' and '.join(ends)}")


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
