"""The players' colours at the end of a record's main line, for files and for results.

A swap exchanges the two players, so "the player of the dark cubes" is one person at the beginning
of a game and the other at its end. ``Record.players`` refers to the beginning and never changes
while a game is played. Code that refers to the end uses this module: in SGF the names go by the
colours at the end, since a reader who takes ``B+R`` for "PB won" must be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from boche.engine.errors import BocheError
from boche.engine.game import Game, Outcome, Position, side_of
from boche.engine.languages.current import translate
from boche.engine.message import Message, capitalized
from boche.engine.program import PROGRAM
from boche.engine.record.dialect import Result, read_result, say_result, write_result
from boche.engine.record.replay import after, final_position
from boche.engine.record.tree import FORM, Node, Property, Record
from boche.engine.words import (
    COMPUTER_LEVEL,
    COMPUTER_STRENGTH,
    DRAWN,
    LEVEL,
    NUMBERED,
    STRENGTH,
    WON_BY,
)

FORMER = f"{PROGRAM}:1"
"""The AP value of files in which the players' names go by the colours at the beginning."""

RESIGNATION = "resignation"
"""The kind of outcome that leaves no trace on the board."""

_SWAP = "swap"
_RECORDED = re.compile(
    r"(?P<kind>(?:Computer )?(?:level|strength)) (?P<number>[0-9]{1,4})(?: \((?P<again>[0-9]+)\))?",
    re.ASCII,
)
_GIVEN = {
    "Computer level": COMPUTER_LEVEL,
    "Computer strength": COMPUTER_STRENGTH,
    "level": LEVEL,
    "strength": STRENGTH,
}
"""The names that the program gives to computer players, at the table and in tournaments."""
_OTHERS = {f"{a}{ident}": f"{b}{ident}" for a, b in ("BW", "WB") for ident in "RT"}
_OTHERS |= {"PB": "PW", "PW": "PB"}  # names; ranks and teams above


def called(record_name: str) -> str:
    """Return a player's name in a record as it is shown.

    One that the program gave to a computer player is a ``Message``.
    """
    found = _RECORDED.fullmatch(record_name)
    if found is None:
        return record_name
    name = _GIVEN[found["kind"]](number=int(found["number"]))
    return NUMBERED(player=name, number=int(found["again"])) if found["again"] else name


def is_swap(node: Node) -> bool:
    """Return whether a node's move is a swap, by its text."""
    return (node.move or "").strip().casefold() == _SWAP


def exchanged(record: Record) -> bool:
    """Return whether the players' colours are exchanged at the end of the main line.

    If the line has an illegal move, it counts up to there.
    """
    line = record.main_line()
    swaps = [n for n, node in enumerate(line) if is_swap(node)]
    position = record.start
    for node in line[: swaps[-1] + 1 if swaps else 0]:
        try:
            position = after(position, node)
        except BocheError:
            break
    return position.swapped


def resignation_of(position: Position) -> str:
    """Return the result to declare for a position that was resigned, or an empty text."""
    outcome = position.outcome
    resigned = outcome is not None and outcome.kind == RESIGNATION
    return write_result(position.game.sgf, outcome) if outcome and resigned else ""


def winner_of(record: Record) -> str | None:
    """Return the colour that has won by the declared result, or without one by the moves.

    Raises ``RecordError`` if the moves are needed and one is illegal.
    """
    declared = read_result(record.form, record.result)
    if declared is not None and (declared.winner is not None or declared.kind == "draw"):
        return declared.winner
    outcome = final_position(record).outcome
    return outcome.winner if outcome is not None else None


def winning_player_of(record: Record) -> int | None:
    """Return the person who has won, 0 for the one who made the first move, 1, or None."""
    winner = winner_of(record)
    return None if winner is None else side_of(winner, record.game.colours) ^ exchanged(record)


def players_at_end(record: Record) -> dict[str, str]:
    """Return the names by the players' colours at the end of the main line; empty if not given."""
    names, swapped = record.players, exchanged(record)
    ordered = list(names.values())
    return dict(zip(names, ordered[::-1] if swapped else ordered, strict=True))


def result_said(
    record: Record, outcome: Outcome | None = None, colours: Mapping[str, str] | None = None
) -> str | Message:
    """Return the result of the main line with names: ``Anna won by enclosure``; or ''.

    It is taken from ``outcome`` if that is given, else from the record. A player without a
    distinct name is called by the colour, or by its name in ``colours``.
    """
    if outcome is not None and outcome.winner is None:
        return outcome.reason
    declared = read_result(record.form, record.result) if outcome is None else None
    result = declared if outcome is None else Result(outcome.winner, outcome.kind)
    if result is None:
        return ""
    names = players_at_end(record)
    known = len(set(names.values())) == len(names)
    colour_names = {c: capitalized((colours or {}).get(c, c)) for c in names}
    shown = {c: (called(name) if known else "") or colour_names[c] for c, name in names.items()}
    return say_result(record.game, result, shown)


def result_shown(result: str, games: Iterable[Game]) -> str:
    """Return a result that an index holds, in English words, in the current language."""
    for phrase in (*WON_BY.values(), *(each for game in games for each in game.won_by.values())):
        end = phrase.text.removeprefix("{winner}")
        if result.endswith(end) and len(result) > len(end) > 0:
            return translate(phrase(winner=called(result.removesuffix(end))))
    return translate(DRAWN()) if result == DRAWN.text else result


def as_written(record: Record) -> tuple[Property, ...]:
    """Return the root's properties for a file: each player's by their colour at the end."""
    properties = record.root.properties
    return _turned(properties) if exchanged(record) else properties


def take_read(record: Record) -> None:
    """Convert the root of a record just read: players go by their colours at the start."""
    if record.root.text("AP") == FORMER:
        record.root.set_text("AP", FORM)
    elif exchanged(record):
        record.root.properties = _turned(record.root.properties)


def _turned(properties: Iterable[Property]) -> tuple[Property, ...]:
    return tuple((_OTHERS.get(name, name), values) for name, values in properties)
