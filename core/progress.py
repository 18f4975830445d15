"""Progress of long work: a callable for the share done (0 to 1) in, callables for parts of the work out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Progress = Callable[[float], object]
"""Called with the share that is done, 0 to 1 and never less than before; what it raises stops the work."""


def unheard(share: float) -> None:
    """Take the share where nobody asks for it."""


def part(progress: Progress, start: float, end: float) -> Progress:
    """Report a part of the work.

    Parameters
    ----------
    progress : Progress
        Of the whole.
    start, end : float
        The shares of the whole that are done before and after the part.

    Returns
    -------
    Progress
        Takes the share of the part.

    Examples
    --------
    >>> part(print, 0.5, 1)(0.5)
    0.75
    """
    # Rounding must not take a share past the end, where the next part goes on.
    return lambda share: progress(min(end, start + (end - start) * share))


def coarse(progress: Progress, step: float = 0.1, most: int = 6) -> Progress:
    """Report less often, for work of which many steps do next to nothing.

    Parameters
    ----------
    progress : Progress
        Of the work.
    step : float
        Reports are left out that tell less than so much more than the last one,
    most : int
        but no more than so many one after the other, so that whoever listens can end the work.

    Returns
    -------
    Progress
        Takes the same share.

    Examples
    --------
    >>> told = []
    >>> report = coarse(told.append, 0.5)
    >>> [report(share) for share in (0, 0.1, 0.4, 0.6, 0.9, 1)] and told
    [0, 0.6]
    """
    last, left_out = -step, 0

    def report(share: float) -> None:
        nonlocal last, left_out
        if share >= last + step or left_out == most:
            last, left_out = share, 0
            progress(share)
        else:
            left_out += 1

    return report


def shared(progress: Progress, sizes: Sequence[float]) -> Iterator[Progress]:
    """Divide the work among things, each with a share as large as its size.

    Parameters
    ----------
    progress : Progress
        Of the whole.
    sizes : sequence of float
        None negative. If all are 0 the shares are equal.

    Yields
    ------
    Progress
        Of one thing each, in turn.

    Examples
    --------
    >>> [each(1) for each in shared(float, [1, 3])]
    [0.25, 1.0]
    """
    total = sum(sizes)
    if not total:
        sizes, total = [1] * len(sizes), len(sizes)
    done: float = 0
    for size in sizes:
        yield part(progress, done / total, (done + size) / total)
        done += size
