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
