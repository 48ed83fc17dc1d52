"""Game records of boards, for download, for pages and for the desktop program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType

from boche.engine.record import Node, Record
from boche.engine.record.evaluation import PROPERTY
from boche.engine.record.tree import FORM
from boche.server.play.match import Match


def record_of(
    board: Match,
    plies: int | None = None,
    evaluations: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> Record:
    """Return the board's game as a record: all or the first ``plies`` moves.

    It has the players' names, the date, and for all moves the result. ``evaluations`` has what an
    analysis has found, by ply: the values of the property that keeps it.
    """
    record = Record(board.row.game, board.options)
    record.root.properties = (("AP", (FORM,)),)
    for colour, seat in zip(board.game.colours, board.seats, strict=True):
        record.set_player(colour, seat.name)
    began = board.row.began or board.row.created
    record.date = datetime.fromtimestamp(began, UTC).strftime("%Y-%m-%d")
    record.event = f"board {board.number}"
    whole = plies is None or plies >= len(board.moves)
    if board.row.result and whole:
        record.result = board.row.result
    node, position = record.root, board.game.start(board.options)
    for text in board.moves[:plies]:
        node = Node(text, position.turn, parent=node)
        position = position.play(text)
    for ply, node in enumerate(record.main_line()):
        if ply in evaluations:
            node.properties = (*node.properties, (PROPERTY, tuple(evaluations[ply])))
    return record
