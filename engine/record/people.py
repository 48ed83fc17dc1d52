"""Who sits where: a record's players where its main line ends, in files, and in results.

A swap exchanges the two people, so "the player of the dark cubes" means one person at a game's
beginning and the other one at its end. ``Record.players`` tells of the beginning, and never changes
while a game is played. All that speaks of an end asks here: the names in SGF stand by the
colours at the end, since a reader who takes ``B+R`` for "PB won" must be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import BocheError
from engine.game import Outcome
from engine.message import Message, begun
from engine.program import PROGRAM
from engine.record.dialect import Result, read_result, say_result
from engine.record.replay import after
from engine.record.tree import FORM, Property, Record

FORMER = f"{PROGRAM}:1"
"""What wrote this (AP) named the players in SGF by the colours that they began with."""

_SWAP = "swap"
_OTHERS = {f"{a}{what}": f"{b}{what}" for a, b in ("BW", "WB") for what in "RT"}
_OTHERS |= {"PB": "PW", "PW": "PB"}  # names; ranks and teams above


def exchanged(record: Record) -> bool:
    """Whether the people have the other colours where the main line ends; at its first illegal
    move, where it has one.
    """
    line = record.main_line()
    swaps = [n for n, node in enumerate(line) if (node.move or "").strip().casefold() == _SWAP]
    position = record.rules.start(record.options)
    for node in line[: swaps[-1] + 1 if swaps else 0]:
        try:
            position = after(position, node)
        except BocheError:
            break
    return position.swapped


def players_at_end(record: Record) -> dict[str, str]:
    """The names by the colour each has where the main line ends; empty where none is given."""
    names, swapped = record.players, exchanged(record)
    found = reversed(names.values()) if swapped else names.values()
    return dict(zip(names, found, strict=True))


def result_said(
    record: Record, outcome: Outcome | None = None, colours: Mapping[str, str] | None = None
) -> str | Message:
    """How the main line ended, in words and by name: ``Anna won by enclosure``; empty if it did
    not.

    That is by ``outcome`` where one is known, else as the record declares it. Who has no name of
    their own is called by the colour, or what ``colours`` calls that.
    """
    if outcome is not None and outcome.winner is None:
        return outcome.reason
    declared = read_result(record.form, record.result) if outcome is None else None
    result = declared if outcome is None else Result(outcome.winner, outcome.kind)
    if result is None:
        return ""
    names = players_at_end(record)
    known = len(set(names.values())) == len(names)
    said = {c: begun((colours or {}).get(c, c)) for c in names}
    shown = {c: (name if known else "") or said[c] for c, name in names.items()}
    return say_result(record.rules, result, shown)


def as_written(record: Record) -> tuple[Property, ...]:
    """The root's properties as a file has them: each person's by their colour at the end."""
    properties = record.root.properties
    return _turned(properties) if exchanged(record) else properties


def take_read(record: Record) -> None:
    """Bring a root that was read into the form that a record has: by the colours at the start."""
    if record.root.text("AP") == FORMER:
        record.root.set_text("AP", FORM)
    elif exchanged(record):
        record.root.properties = _turned(record.root.properties)


def _turned(properties: Iterable[Property]) -> tuple[Property, ...]:
    return tuple((_OTHERS.get(name, name), values) for name, values in properties)
