"""The positions of a tree's nodes, worked out once and kept within bounds."""

from __future__ import annotations

from collections import OrderedDict

from engine.game import Outcome, Position
from engine.record import Node, Record
from engine.record.replay import RESIGN

RECENT = 256
"""So many positions are kept whatever they are; they may hold large surfaces."""

EVERY = 16
"""And all whose ply is a multiple of this: so no step ever replays more moves than that."""


class Positions:
    """Positions by node, of a record whose moves are all legal.

    What leads to a node never changes, so nothing kept here goes stale.
    """

    def __init__(self, record: Record) -> None:
        self._kept: dict[Node, Position] = {record.root: record.rules.start(record.options)}
        self._recent: OrderedDict[Node, Position] = OrderedDict()
        self._outcomes: dict[Node, Outcome | None] = {}

    def at(self, node: Node) -> Position:
        """The position at a node by its moves alone, no declared result applied."""
        todo: list[Node] = []
        here: Node = node
        while (position := self._known(here)) is None:
            todo.append(here)
            assert here.parent is not None, "only nodes of the record have positions"
            here = here.parent
        for step in reversed(todo):
            position = _after(position, step)
            self.keep(step, position)
        return position

    def outcome_at(self, node: Node) -> Outcome | None:
        """How the game ended by a node's moves; remembered, as lists of moves ask it of many."""
        if node not in self._outcomes:
            self._outcomes[node] = self.at(node).outcome
        return self._outcomes[node]

    def _known(self, node: Node) -> Position | None:
        position = self._recent.get(node)
        if position is not None:
            self._recent.move_to_end(node)
            return position
        return self._kept.get(node)

    def keep(self, node: Node, position: Position) -> None:
        """Take note of a node's position, as ``at`` would work it out."""
        if position.ply % EVERY == 0:
            self._kept[node] = position
            return
        self._recent[node] = position
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)


def _after(position: Position, node: Node) -> Position:
    if node.move is None:
        return position
    if node.move.casefold() == RESIGN:
        return position.resign(node.colour)
    return position.play(node.move)
