"""Notation of a game's records: the game's identifier, its options and its results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from boche.engine.errors import OptionError
from boche.engine.game import Game, Option, OptionValue, Outcome, SgfForm
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.message import NOTHING, Message
from boche.engine.words import DRAWN, WON_BY, WON_OTHERWISE

OTHER_GAMES = {"1": "Go", "2": "Othello", "3": "chess", "4": "Gomoku", "11": "Hex"}
"""Some of SGF's registered game numbers, to name the game of a record that cannot be read."""


def game_of(gm: str) -> str | None:
    """Return the game that a GM value names, ignoring case, or None."""
    folded = gm.strip().casefold()
    return next((name for name, game in GAMES.items() if game.sgf.gm.casefold() == folded), None)


# --- options, as in ``challenge -size=4 -fill_board`` ---------------------------------------------

Complain = Callable[[str], None]


def write_flags(game: Game, options: Mapping[str, OptionValue], skip: str = "") -> list[str]:
    """Return the options that differ from their defaults as server flags, except ``skip``."""
    changed = game.changed(options).items()
    return [_flag(game.option(name), value) for name, value in changed if name != skip]


def _flag(option: Option, value: OptionValue) -> str:
    if isinstance(value, bool):
        return f"-{option.name if value else option.opposite or f'no_{option.name}'}"
    return f"-{option.name}={value}"


_FLAG = re.compile(r"-{1,2}([A-Za-z]\w*(?:-\w+)*)(?:=([+-]?\d{1,9}))?", re.ASCII)


def read_flags(game: Game, words: Iterable[str], complain: Complain) -> dict[str, OptionValue]:
    """Parse server flags into options; bad ones are reported to ``complain`` and left out."""
    values: dict[str, OptionValue] = {}
    for word in words:
        match = _FLAG.fullmatch(word)
        if match is None:
            complain(
                tr(
                    "{word!r} is not an option; write options as -name or -name=number",
                    word=word[:40],
                )
            )
            continue
        name = match[1].lower().replace("-", "_")
        value: OptionValue = True if match[2] is None else int(match[2])
        try:
            complete = game.complete({name: value})
        except OptionError as error:
            complain(str(error))
            continue
        for option in game.options:
            if name in (option.name, option.opposite):
                values[option.name] = complete[option.name]
    return values


# --- results, as in ``W+Path`` ------------------------------------------------------------------


@dataclass(frozen=True)
class Result:
    """A declared result: the winner (None for a draw or if not declared) and the kind of result.

    ``kind`` is an ``Outcome.kind``, or ``time``, ``forfeit``, ``draw``; or empty if not given.
    """

    winner: str | None
    kind: str


_KINDS = {"r": "resignation", "resign": "resignation", "t": "time", "f": "forfeit"}
_NO_WINNER = {"0": "draw", "draw": "draw", "void": "", "?": "", "": ""}
_RESULT = re.compile(r"([BW])(?:\+(.*))?", re.IGNORECASE)


def read_result(form: SgfForm, text: str) -> Result | None:
    """Parse an RE value; return None if it is not valid."""
    text = text.strip()
    if text.casefold() in _NO_WINNER:
        return Result(None, _NO_WINNER[text.casefold()])
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    kind = (match[2] or "").strip().casefold()
    return Result(form.letters[match[1].upper()], _KINDS.get(kind, kind))


def say_result(game: Game, result: Result, names: Mapping[str, str]) -> Message:
    """Return a result in words, such as ``Anna won by enclosure``; empty if none is declared.

    ``names`` are the players' names by their colours at the end of the game.
    """
    if result.winner is None:
        return DRAWN() if result.kind == "draw" else NOTHING
    winner, phrase = names[result.winner], {**WON_BY, **game.won_by}.get(result.kind)
    if phrase is None:
        return WON_OTHERWISE(winner=winner, how=result.kind)
    return phrase(winner=winner)


def write_result(form: SgfForm, outcome: Outcome) -> str:
    """Return the RE value for an outcome: ``B+Enclosure``, ``W+R``, ``W+T``, ``Draw``."""
    if outcome.winner is None:
        return "Draw"
    kind = {"resignation": "R", "time": "T"}.get(outcome.kind, outcome.kind.capitalize())
    return f"{form.colours[outcome.winner]}+{kind}"
