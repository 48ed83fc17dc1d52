"""How the game stands at a tree's nodes: positions, kept within bounds, and how it ended there."""

from __future__ import annotations

from collections import OrderedDict

from engine.game import Outcome, Position
from engine.record import Node, Record
from engine.record.replay import RESIGN
from viewer.session import results

RECENT = 256
"""So many positions are kept whatever they are; they may hold large surfaces."""

EVERY = 16
"""And all whose ply is a multiple of this: so no step ever replays more moves than that."""


class Positions:
    """Positions and endings by node, of a record whose moves are all legal.

    What leads to a node never changes, so no position goes stale; what the record declares does,
    so ``changed`` must be told. ``main_end`` is the end of the main line as of then.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self.main_end = record.main_line()[-1]
        self._kept: dict[Node, Position] = {record.root: record.rules.start(record.options)}
        self._recent: OrderedDict[Node, Position] = OrderedDict()
        self._outcomes: dict[Node, Outcome | None] = {}
        self._endings: dict[Node, Outcome | None] = {}
        self._over: tuple[Node, Outcome, Position] | None = None

    def changed(self) -> None:
        """Note that the record has changed."""
        self.main_end = self._record.main_line()[-1]
        self._endings.clear()

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

    def ending(self, node: Node) -> Outcome | None:
        """How the game ended at a node, by the rules or as declared; None if it goes on.

        Remembered, as lists of moves ask it of many and a table many times of one.
        """
        if node not in self._endings:
            self._endings[node] = self._outcome(node) or self.declared(node)
        return self._endings[node]

    def _outcome(self, node: Node) -> Outcome | None:
        """How the game ended by a node's moves."""
        if node not in self._outcomes:
            self._outcomes[node] = self.at(node).outcome
        return self._outcomes[node]

    def declared(self, node: Node) -> Outcome | None:
        """The ending that the record declares at a node, rules aside."""
        return results.declared(self._record, node, self.main_end)

    def final(self, node: Node) -> Position:
        """The position at a node, over where its line ends with a declared win.

        ``ending`` says how it ended: of time and forfeit a position knows nothing.
        """
        position, ending = self.at(node), self.ending(node)
        if position.outcome is not None or ending is None or ending.winner is None:
            return position
        if self._over is None or self._over[:2] != (node, ending):
            loser = results.other_colour(self._record, ending.winner)
            self._over = (node, ending, position.resign(loser))
        return self._over[2]

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
