"""Checks of what callers pass to the public functions."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boche.engine.errors import BocheError, nearest
from boche.engine.game import Standing
from boche.engine.integer_actions import IntegerActions
from boche.engine.languages.current import tr

MOST_THREADS = 256
"""Most threads of one search: each takes memory of its own."""
MOST_JOBS = 256
"""Most processes that work at a time."""


class ArgumentError(BocheError):
    """An argument of the wrong kind, or out of its range."""


def check_whole(name: str, value: object, low: int | None = None, high: int | None = None) -> None:
    """Raise ``ArgumentError`` unless the value is a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ArgumentError(tr("{name}: {value!r} is not a whole number", name=name, value=value))
    if low is not None and value < low:
        raise ArgumentError(tr("{name}: {value} is below {low}", name=name, value=value, low=low))
    if high is not None and value > high:
        raise ArgumentError(
            tr("{name}: {value} is above {high}", name=name, value=value, high=high)
        )


def in_short(value: object) -> str:
    """Return a value as error messages name it: as in code, in one line, and cut if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def check_text(name: str, value: object) -> None:
    """Raise ``ArgumentError`` unless the value is a text."""
    if not isinstance(value, str):
        raise ArgumentError(tr("{name}: {value} is not a text", name=name, value=in_short(value)))


def check_texts(name: str, value: object) -> None:
    """Raise ``ArgumentError`` unless the value is a list of texts, or another sequence of them."""
    listed = isinstance(value, Sequence) and not isinstance(value, str)
    if not listed or not all(isinstance(text, str) for text in value):  # type: ignore[attr-defined]
        raise ArgumentError(
            tr("{name}: {value} is not a list of texts", name=name, value=in_short(value))
        )


def check_flag(name: str, value: object) -> None:
    """Raise ``ArgumentError`` unless the value is True or False."""
    if not isinstance(value, bool):
        raise ArgumentError(
            tr("{name}: {value} is neither True nor False", name=name, value=in_short(value))
        )


def check_path(name: str, value: object) -> None:
    """Raise ``ArgumentError`` unless the value names a file or folder, as a text or a path."""
    if not isinstance(value, str | os.PathLike) or value == "":
        raise ArgumentError(
            tr("{name}: {value} is not the path of a file", name=name, value=in_short(value))
        )


def check_cell(value: object, kind: type) -> None:
    """Raise ``ArgumentError`` unless the value is a cell of a game, which are of this kind."""
    if not isinstance(value, kind):
        raise ArgumentError(tr("cell: {value} is not a cell", value=in_short(value)))


def check_symmetry(value: object, known: Sequence[object]) -> None:
    """Raise ``ArgumentError`` unless the value is one of a game's symmetries."""
    if value not in known:
        raise ArgumentError(
            tr("symmetry: {value} is not a symmetry of this game", value=in_short(value))
        )


def check_options(value: object) -> None:
    """Raise ``ArgumentError`` unless the value maps options' names to values."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise ArgumentError(
            tr("options: {value} does not map names to values", value=in_short(value))
        )


def check_seconds(value: object) -> None:
    """Raise ``ArgumentError`` unless the value is a finite number above 0."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not (number and 0 < value < math.inf):  # type: ignore[operator]
        raise ArgumentError(tr("seconds: {value!r} is not a finite number above 0", value=value))


def check_keywords(caller: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ``ArgumentError`` unless all keywords that a method was given are known to it."""
    names = list(known)
    for name in given:
        if name in names:
            continue
        gaps = {"caller": caller, "name": name[:40], "known": ", ".join(names)}
        near = nearest(name, names)
        raise ArgumentError(
            tr(
                "{caller}: unknown keyword {name!r}, did you mean {near!r}? (choose from {known})",
                near=near,
                **gaps,
            )
            if near
            else tr("{caller}: unknown keyword {name!r} (choose from {known})", **gaps)
        )


def check_move(value: object, kind: type) -> None:
    """Raise ``ArgumentError`` unless the value is a move of a game, which are of this kind."""
    if not isinstance(value, kind):
        raise ArgumentError(
            tr("move: {value} is not a move; parse makes one of a text", value=in_short(value))
        )


def check_position(value: object) -> None:
    """Raise ``ArgumentError`` unless the value is a position, whole or in the middle of a move."""
    if not isinstance(value, IntegerActions):
        raise ArgumentError(tr("{value!r} is not a position", value=str(value)[:60]))


def check_unfinished(position: Standing) -> None:
    """Raise ``ArgumentError`` for no position, or if the game is over or a move begun."""
    check_position(position)
    if getattr(position, "whole", position) is not position:
        raise ArgumentError(f"{position!r}: not in the middle of a move; take its attribute whole")
    if position.outcome is not None:
        raise ArgumentError(tr("the game is over: {reason}", reason=position.outcome.reason))
    check_playable(position)


def check_playable(position: Any) -> None:
    """Raise ``ArgumentError`` for an unfinished game without a legal move.

    No game comes to such a position, but one may be put down, and compiled code would not end.
    """
    choices = getattr(position, "steps", position.legal_moves)
    if position.outcome is None and not choices():
        raise ArgumentError(f"{position!r}: there is no legal move")


def check_players(seed: object, seconds: object, threads: object = 1) -> None:
    """Raise ``ArgumentError`` unless these can be given to a player."""
    check_whole("seed", seed)
    check_seconds(seconds)
    check_whole("threads", threads, 1, MOST_THREADS)
