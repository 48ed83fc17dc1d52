"""Interpretation of pasted text: a whole record, or moves that continue from the cursor."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boche.engine.errors import BocheError, NotationError
from boche.engine.game import Outcome, Position
from boche.engine.record import Node, Record, loads, positions_along, read_result
from boche.engine.record.position_file import position_record
from boche.engine.typed_move import latin_list, narrow
from boche.viewer.session.positions import Positions, other_colour
from boche.viewer.session.words import AN_ADDRESS, NO_MOVES, NO_TEXT

_WHOLE = re.compile(r"^\s*(?:\(\s*;|\w+\s+challenge\b)", re.MULTILINE)
_ADDRESS = re.compile(r"(?:[a-z][a-z+.-]+://|/\S|[a-z]:\\)[^\r\n]*$", re.IGNORECASE)
"""The address of a page, or the path of a file."""


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
    text = text.lstrip("\ufeff")  # the byte order mark of a file that was copied as it is
    if not text.strip():
        raise NotationError(NO_TEXT())
    if _ADDRESS.match(text.strip()):
        raise NotationError(AN_ADDRESS())
    if _WHOLE.search(text):
        return loads(text)
    setup = position_record(text.encode("utf-8", "replace"), None, record.options)
    if setup is not None:
        return setup
    text = latin_list(narrow(text))
    pasted = loads(text, game=record.game_name, options=record.options)
    moves = _moves(pasted, text, position.turn)
    try:
        _check(moves, position)
    except BocheError:
        if _is_game(pasted):
            return pasted
        raise
    return moves


def _moves(record: Record, text: str, turn: str) -> Moves:
    nodes = [node for node in record.main_line() if node.move is not None]
    moves = tuple((str(node.move), node.comment) for node in nodes)
    result = read_result(record.form, record.result)
    if result is None or result.kind != "resignation":
        return Moves(moves)
    colours = record.game.colours
    named = re.search(rf"resign\s+({'|'.join(colours)})\b", text, re.IGNORECASE)
    if named:
        return Moves(moves, named[1].lower())
    start = colours.index(turn)
    return Moves(moves, colours[(start + len(moves)) % 2])


def _check(pasted: Moves, position: Position) -> None:
    if not pasted.moves and pasted.loser is None:
        raise NotationError(NO_MOVES())
    for move, _ in pasted.moves:
        position = position.play(move)
    if pasted.loser is not None:
        position.resign(pasted.loser)


def _is_game(record: Record) -> bool:
    try:
        positions_along(record, record.main_line()[-1])
    except BocheError:
        return False
    return len(record.root.children) > 0


def way_there(pasted: Moves, node: Node, positions: Positions) -> list[Node]:
    """Return the existing nodes that pasted moves run through, the given one first."""
    nodes = [node]
    for move, _ in pasted.moves:
        text = str(positions.at(nodes[-1]).parse(move)).casefold()
        same = [c for c in nodes[-1].children if c.move and c.move.casefold() == text]
        if not same:
            break
        nodes.append(same[0])
    return nodes


def goes_beyond(pasted: Moves, nodes: list[Node], over: Outcome, record: Record) -> bool:
    """Return whether the pasted moves contain more than the way to this ending and the ending."""
    if len(nodes) <= len(pasted.moves):
        return True
    if pasted.loser is None:
        return False
    winner = other_colour(record, pasted.loser)
    return (over.kind, over.winner) != ("resignation", winner)
