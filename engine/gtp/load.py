"""``loadsgf``: the positions and moves of a record, in the form that the engine uses."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boche.engine.errors import BocheError
from boche.engine.game import Game, OptionValue, Position
from boche.engine.gtp.arguments import GtpError, integer
from boche.engine.players.gtp_words import RESIGN
from boche.engine.record import Node, load, positions_along


class Loaded(NamedTuple):
    """A game: its options, all positions from the start, and the moves with their colours."""

    options: dict[str, OptionValue]
    positions: list[Position]
    moves: list[tuple[str, str]]


def loaded(game: Game, words: Sequence[str]) -> Loaded:
    """Load the game from the command's arguments: a file, and optionally a move's number.

    Raises ``GtpError``.
    """
    if not words:
        raise GtpError("expected a file name")
    limit = integer(words[-1]) if len(words) > 1 and words[-1].isdecimal() else None
    name = " ".join(words if limit is None else words[:-1])
    if not os.path.isfile(name):  # anything else, such as a pipe, might never end
        problem = "is not a file" if os.path.exists(name) else "file not found"
        raise GtpError(f"cannot load file: {name}: {problem}")
    try:
        record = load(name, game=game.name)
        nodes = [node for node in record.main_line() if node.move is not None]
        if limit is not None:  # GTP means the position *before* that move
            nodes = nodes[: max(limit - 1, 0)]
        options = game.complete(record.options)
        positions = [record.start]
        if nodes:
            along = zip(nodes[-1].path(), positions_along(record, nodes[-1]), strict=True)
            positions += [position for node, position in along if node.move is not None]
        return Loaded(options, positions, list(_moves(positions, nodes)))
    except BocheError as error:
        raise GtpError(f"cannot load file: {error}") from error


def _moves(positions: Sequence[Position], nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    for position, after, node in zip(positions, positions[1:], nodes, strict=False):
        text = str(node.move)
        if after.outcome is not None and after.outcome.kind == "resignation":
            yield node.colour or position.turn, RESIGN
        else:
            yield position.turn, position.format(position.parse(text))
