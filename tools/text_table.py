"""Rows of strings in, lines with aligned columns out: the first column to the left, all others to the right."""

from __future__ import annotations

from collections.abc import Sequence


def align(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Pad the cells so that each column is as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [[row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in rows]


def plain(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows as text with two spaces between columns."""
    return "\n".join("  ".join(row).rstrip() for row in align(rows))


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows, the first of them the head, as a Markdown table."""
    head, *body = align(rows)
    rule = [f"{'-' * (len(cell) - 1)}{':' if column else '-'}" for column, cell in enumerate(head)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))
