"""A list of what a damaged file made the reader survive: one sentence for each kind of damage, with its count."""

from __future__ import annotations

NAME_LENGTH = 40


class Notes:
    """Collects sentences; of sentences of one kind only the first is kept, the others are counted."""

    def __init__(self) -> None:
        self._sentences: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def add(self, kind: str, sentence: str) -> None:
        """Note one thing that was survived.

        Parameters
        ----------
        kind : str
            Sentences of the same kind are told once.
        sentence : str
            What was wrong and what was made of it.
        """
        self._sentences.setdefault(kind, sentence)
        self._counts[kind] = self._counts.get(kind, 0) + 1

    def __contains__(self, kind: str) -> bool:
        return kind in self._sentences

    def sentences(self) -> tuple[str, ...]:
        """One sentence for each kind, in the order in which they first came.

        Returns
        -------
        tuple of str
        """
        return tuple(
            sentence if self._counts[kind] == 1 else f"{sentence} (and {self._counts[kind] - 1:,} more of this kind)"
            for kind, sentence in self._sentences.items()
        )


def quoted(text: str) -> str:
    """A text from a file as it can stand in a sentence: in quotes, escaped and not too long.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
    """
    return ascii(text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 3] + "...")
