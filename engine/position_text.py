"""Positions as one line of text, as FEN is in chess: the parts that all games share.

A line has fields separated by single blanks: the game's name, the options that differ from the
defaults (``size=4,kill=0``, a flag as 0 or 1, ``-`` for none), the game's own fields, and the
outcome: ``-``, the kind of a draw, or winner and kind (``light:path``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from boche.engine.errors import NotationError, OptionError, quoted
from boche.engine.game import Game, OptionValue, Outcome
from boche.engine.languages.current import tr
from boche.engine.words import (
    BAD_FIELD,
    BAD_ROW,
    LONG_POSITION,
    NO_POSITION,
    ROW_COUNT,
    ROW_LENGTH,
)

NONE = "-"
"""A field without content."""

LONGEST = 200_000
"""Largest number of characters in a text; a usual position has a few hundred."""

_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Line(NamedTuple):
    """The parts of a position's text: a game's name, its options, its own fields, the outcome."""

    game: str
    options: str
    fields: tuple[str, ...]
    outcome: str


def write_line(
    game: Game,
    options: Mapping[str, OptionValue],
    fields: Sequence[str],
    outcome: Outcome | None,
) -> str:
    """Return a position's text."""
    return " ".join([game.name, _options_text(game, options), *fields, outcome_text(outcome)])


def split_line(text: str) -> Line:
    """Split a position's text into its parts. Raises ``NotationError``."""
    if not isinstance(text, str):
        raise NotationError(NO_POSITION(), quoted(repr(text)[:80]))
    if len(text) > LONGEST:
        raise NotationError(LONG_POSITION(count=LONGEST), quoted(text[:80]))
    parts = re.findall(r"[^ \t\r\n]+", text)  # str.split takes more for blanks than ASCII has
    if len(parts) < 3:
        raise NotationError(NO_POSITION(), quoted(text))
    return Line(parts[0], parts[1], tuple(parts[2:-1]), parts[-1])


def key_of(text: str) -> str:
    """Return the key of a position's text: 32 hexadecimal digits."""
    from hashlib import blake2b  # loads OpenSSL, which most commands do without

    return blake2b(text.encode(), digest_size=16).hexdigest()


def outcome_text(outcome: Outcome | None) -> str:
    """Return the field for an outcome."""
    if outcome is None:
        return NONE
    return f"{outcome.winner}:{outcome.kind}" if outcome.winner else outcome.kind


def read_choice(text: str, choices: Sequence[str]) -> int:
    """Return the index of a field's text among its choices. Raises ``NotationError``."""
    if text not in choices:
        raise NotationError(BAD_FIELD(choices=tuple(choices)), quoted(text))
    return choices.index(text)


# -- options


def _options_text(game: Game, options: Mapping[str, OptionValue]) -> str:
    """Return the field for options: those that differ from the defaults, in the game's order."""
    changed = game.changed(options).items()
    return ",".join(f"{name}={int(value)}" for name, value in changed) or NONE


def read_options(game: Game, text: str) -> dict[str, OptionValue]:
    """Return complete options from their field. Raises ``OptionError``."""
    settings: dict[str, object] = {}
    for part in text.split(",") if text != NONE else ():
        name, _, value = part.partition("=")
        if name in settings or not _NUMBER.fullmatch(value):
            raise OptionError(
                tr(
                    "option {part}: write each option once, as name=number, or {none} for none",
                    part=quoted(part),
                    none=NONE,
                )
            )
        settings[name] = _value(game, name, int(value))
    return game.complete(settings)


def _value(game: Game, name: str, number: int) -> OptionValue:
    """Return the value that a number stands for: a flag is 0 or 1."""
    flag = any(option.is_flag for option in game.options if name in (option.name, option.opposite))
    return bool(number) if flag and number in (0, 1) else number


# -- boards of rows


def write_rows(rows: Iterable[Sequence[str]], between: str = "") -> str:
    """Return a board's rows as in FEN: ``/`` between rows, a number for a run of empty cells.

    A cell is its text, or empty. ``between`` separates cells; it is needed if a cell's text may
    have several letters.

    >>> write_rows([["b", "", ""], ["", ""]])
    'b2/2'
    """
    return "/".join(between.join(_runs(row)) for row in rows)


def _runs(row: Sequence[str]) -> Iterator[str]:
    for empty, cells in groupby(row, key=lambda cell: not cell):
        run = tuple(cells)
        yield from (str(len(run)),) if empty else run


def read_rows(
    text: str, lengths: Sequence[int], cell: str, between: str = ""
) -> list[tuple[str, ...]]:
    """Return a board's rows; the inverse of ``write_rows``. Raises ``NotationError``.

    ``lengths`` are the numbers of cells in the rows, at most 99; ``cell`` is the regular expression
    of a cell that is not empty.

    >>> read_rows("b2/2", [3, 2], "[bw]")
    [('b', '', ''), ('', '')]
    """
    rows = text.split("/")
    if len(rows) != len(lengths):
        raise NotationError(ROW_COUNT(rows=len(rows), count=len(lengths)))
    token = re.compile(f"{cell}|[1-9][0-9]?")
    return [
        tuple(_cells(row, number, length, token, between))
        for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1)
    ]


def _cells(
    row: str, number: int, length: int, token: re.Pattern[str], between: str
) -> Iterator[str]:
    """Yield the cells of a row, which must be as many as ``length``."""
    tokens = token.findall(row)
    if between.join(tokens) != row:
        raise NotationError(BAD_ROW(row=number), quoted(row))
    found = sum(int(part) if part.isdigit() else 1 for part in tokens)
    if found != length:
        raise NotationError(ROW_LENGTH(row=number, cells=found, count=length), quoted(row))
    for part in tokens:
        yield from [""] * int(part) if part.isdigit() else [part]
