"""Numbers, dates and times as the current language writes them, by the data of Unicode's CLDR.

English keeps the program's own forms, which are those of ISO 8601.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from boche.engine.languages.catalogue import ENGLISH, PSEUDO
from boche.engine.languages.current import current, tr

if TYPE_CHECKING:  # importing it takes a while, and most who format numbers do without
    from collections.abc import Iterable
    from datetime import date, datetime

_PLAIN = (ENGLISH, PSEUDO)


def number(value: float, decimals: int = 0, *, sign: bool = False) -> str:
    """Return a number with its decimals, with a plus sign if ``sign`` and it is not negative.

    Thousands are not grouped.
    """
    return _pointed(f"{value:{'+' if sign else ''}.{decimals}f}")


def short(value: float, figures: int = 6) -> str:
    """Return a number with as many decimals as it has, and at most so many figures: ``1.5``."""
    return _pointed(f"{value:.{figures}g}")


def _pointed(text: str) -> str:
    """Return a number with the decimal point of the language."""
    if current() in _PLAIN:
        return text
    from babel.numbers import get_decimal_symbol

    return text.replace(".", get_decimal_symbol(current()))


def percent(share: float, decimals: int = 0) -> str:
    """Return a share of 1 in percent: ``53%``, in German ``53 %``."""
    return tr("{number}%", number=number(100.0 * share, decimals))


def grouped(value: int) -> str:
    """Return a whole number with its thousands grouped, such as ``12,345``."""
    text = f"{value:,}"
    if current() in _PLAIN:
        return text
    from babel.numbers import get_group_symbol

    return text.replace(",", get_group_symbol(current()))


def day(value: date) -> str:
    """Return a date, such as ``2026-11-27``, in German ``27.11.2026``."""
    if current() in _PLAIN:
        return f"{value:%Y-%m-%d}"
    from babel.dates import format_date

    return format_date(value, "medium", locale=current())


def moment(value: datetime) -> str:
    """Return a date and a time to the minute, such as ``2026-11-27 18:05``."""
    if current() in _PLAIN:
        return f"{value:%Y-%m-%d %H:%M}"
    from babel.dates import format_time

    return f"{day(value)}, {format_time(value.time(), 'short', locale=current())}"


def named_day(value: date) -> str:
    """Return a date with the month's name, such as ``27 November 2026``."""
    if current() in _PLAIN:
        return f"{value.day} {value:%B %Y}"
    from babel.dates import format_date

    return format_date(value, "long", locale=current())


def written_day(text: str) -> str:
    """Return a date such as ``2026-11-27``, with or without a time, as the language writes it.

    Any other text is returned as it is: records have dates such as ``1998-05``.
    """
    from datetime import datetime

    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return text
    if len(text) == len("2026-11-27"):
        return day(when)
    return moment(when) if len(text) == len("2026-11-27 18:05") else text


def paired(*texts: str) -> str:
    """Return a thing and what is said of it, such as ``Size: 4``; in French ``Taille : 4``.

    What follows the second text is said of both.
    """
    return reduce(lambda what, value: tr("{what}: {value}", what=what, value=value), texts)


def joined(texts: Iterable[str]) -> str:
    """Return texts one after the other, with semicolons; empty if there are none."""
    found = [text for text in texts if text]
    return reduce(lambda first, more: tr("{first}; {more}", first=first, more=more), found or [""])
