"""Numbers in, short texts for narrow columns out."""

from __future__ import annotations


def number(value: float) -> str:
    """Write a whole number with thousands separators.

    >>> number(1234567.0)
    '1,234,567'
    """
    return f"{int(value):,}"


def kilobytes(value: float) -> str:
    """Write a number of bytes in kilobytes of 1,000: tenths below a hundred.

    >>> kilobytes(27), kilobytes(1624), kilobytes(99960), kilobytes(1234567)
    ('<0.1 KB', '1.6 KB', '100 KB', '1,235 KB')
    """
    if 0 < value < 50:
        return "<0.1 KB"
    return f"{value / 1000:.1f} KB" if value < 99950 else f"{value / 1000:,.0f} KB"


def percent(part: float, whole: float) -> str:
    """Write a share in percent: whole ones from ten up, tenths below; nothing where there is no whole.

    >>> percent(57, 100), percent(7286, 100528), percent(1, 10000), percent(0, 0)
    ('57 %', '7.2 %', '<0.1 %', '')
    """
    if not whole:
        return ""
    share = 100 * part / whole
    if 0 < share < 0.05:
        return "<0.1 %"
    return f"{share:.1f} %" if share < 9.95 else f"{share:.0f} %"
