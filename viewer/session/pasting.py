"""Interpretation of pasted text: a whole record, or moves that continue from the cursor."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boche.engine.errors import BocheError, NotationError
from boche.engine.game import Outcome, Position
from boche.engine.record import Node, Record, loads, positions_along, read_result
from boche.viewer.session.positions import Positions, other_colour
from boche.viewer.session.words import NO_MOVES, NO_TEXT

_WHOLE = re.compile(r"^\s*(?:\(\s*;|\w+\s+challenge\b)", re.MULTILINE)


@dataclass(frozen=True)
class Moves:
    """Moves with the comments after them, and the colour that resigned after the last, or None."""

    moves: tuple[tuple[str, str], ...]
    loser: str | None = None


def parse(text: str, record: Record, position: Position) -> Record | Moves:
    """Parse a pasted text as a record of its own, or as legal moves from ``position``.

    Moves that do not continue from there but form a game from the start are a record too. Raises
    ``BocheError`` with one line; for moves that fit nowhere, it says why they do not continue.
    """
    if not text.strip():
        raise NotationError(NO_TEXT())
    if _WHOLE.search(text):
        return loads(text)
    given = loads(text, game=record.game_name, options=record.options)
    found = _moves(given, text, position.turn)
    try:
        _check(found, position)
    except BocheError:
        if _is_game(given):
            return given
        raise
    return found


def _moves(given: Record, text: str, turn: str) -> Moves:
    nodes = [node for node in given.main_line() if node.move is not None]
    moves = tuple((str(node.move), node.comment) for node in nodes)
    result = read_result(given.form, given.result)
    if result is None or result.kind != "resignation":
        return Moves(moves)
    colours = given.game.colours
    named = re.search(rf"resign\s+({'|'.join(colours)})\b", text, re.IGNORECASE)
    if named:
        return Moves(moves, named[1].lower())
    start = colours.index(turn)
    return Moves(moves, colours[(start + len(moves)) % 2])


def _check(found: Moves, position: Position) -> None:
    if not found.moves and found.loser is None:
        raise NotationError(NO_MOVES())
    for move, _ in found.moves:
        position = position.play(move)
    if found.loser is not None:
        position.resign(found.loser)


def _is_game(record: Record) -> bool:
    try:
        positions_along(record, record.main_line()[-1])
    except BocheError:
        return False
    return len(record.root.children) > 0


def way_there(found: Moves, node: Node, positions: Positions) -> list[Node]:
    """Return the existing nodes that pasted moves run through, the given one first."""
    nodes = [node]
    for move, _ in found.moves:
        text = str(positions.at(nodes[-1]).parse(move)).casefold()
        same = [c for c in nodes[-1].children if c.move and c.move.casefold() == text]
        if not same:
            break
        nodes.append(same[0])
    return nodes


def goes_beyond(found: Moves, way: list[Node], over: Outcome, record: Record) -> bool:
    """Return whether the pasted moves contain more than the way to this ending and the ending."""
    if len(way) <= len(found.moves):
        return True
    if found.loser is None:
        return False
    winner = other_colour(record, found.loser)
    return (over.kind, over.winner) != ("resignation", winner)
