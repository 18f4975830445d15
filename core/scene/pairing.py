"""What two versions of a scene show in, pairs of entries that are the same thing out, though nobody numbers things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One thing that a scene places; parents come before their children."""

    kind: str
    """Things of different kinds are never the same: a group, a shape, the handle of several, one of these."""
    name: str
    parent: int
    """Index of its parent among the entries, -1 for none."""
    moves: Hashable
    """Where it stands as seen from its parent, in each frame."""
    model: str
    """Equal for equal models; empty for what has none."""


def paired(old: Sequence[Entry], new: Sequence[Entry]) -> dict[int, int]:
    """Find for entries of a new version those of an old one that they continue.

    What has most in common is paired first. Place and name tell more than the model, since it is models that are
    changed most; a model tells where something was moved or renamed. Entries of different names are the same only if
    model or place say so.

    Parameters
    ----------
    old, new : sequence of Entry

    Returns
    -------
    dict of int to int
        Index of the old entry by that of the new one; each old entry at most once.

    Examples
    --------
    >>> tower = Entry("shape", "tower", -1, (0, 0), "a")
    >>> paired([tower], [Entry("shape", "gate", -1, (5, 0), "b"), Entry("shape", "tower", -1, (3, 0), "c")])
    {1: 0}
    """
    sides = [(entries, _ways(entries)) for entries in (old, new)]
    free = [list(range(len(old))), list(range(len(new)))]
    pairs: dict[int, int] = {}
    for key in _KEYS:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for index in free[0]:
            waiting[key(sides[0][0][index], sides[0][1][index])].append(index)
        waiting.pop(None, None)
        for index in free[1]:
            same = waiting.get(key(sides[1][0][index], sides[1][1][index]))
            if same:
                pairs[index] = same.pop(0)
        taken = set(pairs.values())
        free = [[index for index in free[0] if index not in taken], [index for index in free[1] if index not in pairs]]
    return dict(sorted(pairs.items()))


_Ways = tuple[Hashable, Hashable]
"""The places and names, and the names only, of all above an entry."""


def _ways(entries: Sequence[Entry]) -> list[_Ways]:
    ways: list[_Ways] = []
    for entry in entries:
        if entry.parent < 0:
            ways.append(((), ()))
            continue
        above, (places, names) = entries[entry.parent], ways[entry.parent]
        ways.append(((places, above.name, above.moves), (names, above.name)))
    return ways


def _shown(entry: Entry, *told: Hashable) -> Hashable:
    """A key of what has a model; None, which pairs nothing, for what has none."""
    return (entry.kind, entry.model, *told) if entry.model else None


def _named(entry: Entry, *told: Hashable) -> Hashable:
    return (entry.kind, entry.name, *told) if entry.name else None


_KEYS: tuple[Callable[[Entry, _Ways], Hashable], ...] = (
    lambda entry, ways: (entry.kind, ways[0], entry.name, entry.moves, entry.model),
    lambda entry, ways: (entry.kind, ways[0], entry.name, entry.moves),
    lambda entry, ways: _shown(entry, ways[1], entry.name),
    lambda entry, ways: _named(entry, ways[1]),
    lambda entry, ways: _shown(entry),
    lambda entry, ways: _named(entry),
    lambda entry, ways: (entry.kind, ways[0], entry.moves),
    lambda entry, ways: (entry.kind, ways[1], entry.name),
)
"""From what has most in common to what has least; each takes an entry and its ways."""
