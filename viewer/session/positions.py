"""Positions and endings at a tree's nodes, in a bounded cache.

Lines may end other than by the rules: by resignation, on time, by agreement. SGF has one place for
that, RE in the root, which refers to the main line. Other lines keep their own RE in their last
node. When a line becomes the main one, its result moves up, and the result of the former main line
moves down, so promoting a line loses nothing.
"""

from __future__ import annotations

from collections import OrderedDict

from boche.engine.game import Outcome, Position
from boche.engine.record import Node, Record, read_result, write_result
from boche.engine.record.replay import RESIGN
from boche.engine.words import RESIGNED
from boche.viewer.session import words

RECENT = 256
"""Number of positions kept regardless of ply; they may hold large surfaces."""

EVERY = 16
"""Interval of plies whose positions are always kept, so no step replays more moves than that."""

_REASONS = {
    "resignation": RESIGNED,
    "time": words.ON_TIME,
    "forfeit": words.FORFEITED,
    "draw": words.DRAWN,
    "": words.WON,
}


class Positions:
    """Positions and endings by node, of a record whose moves are all legal.

    The way to a node never changes, so positions never become stale. Declared results do change:
    ``changed`` must be called then. ``main_end`` is the end of the main line as of that call.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self.main_end = record.main_line()[-1]
        self._cache: dict[Node, Position] = {record.root: record.start}
        self._recent: OrderedDict[Node, Position] = OrderedDict()
        self._outcomes: dict[Node, Outcome | None] = {}
        self._endings: dict[Node, Outcome | None] = {}
        self._over: tuple[Node, Outcome, Position] | None = None

    def start_again(self) -> None:
        """Register another start of the record, which must have no moves."""
        self._cache = {self._record.root: self._record.start}
        self._recent.clear()
        self._outcomes.clear()
        self.changed()

    def changed(self) -> None:
        """Register a change of the record."""
        self.main_end = self._record.main_line()[-1]
        self._endings.clear()

    def at(self, node: Node) -> Position:
        """Return the position at a node by its moves alone, without a declared result."""
        todo: list[Node] = []
        current: Node = node
        while (position := self._cached(current)) is None:
            todo.append(current)
            assert current.parent is not None, "only nodes of the record have positions"
            current = current.parent
        for step in reversed(todo):
            position = _after(position, step)
            self.keep(step, position)
        return position

    def ending(self, node: Node) -> Outcome | None:
        """Return how the game ended at a node, by the rules or as declared, or None if it goes on.

        The result is cached, since lists of moves ask for many nodes and a table often for one.
        """
        if node not in self._endings:
            self._endings[node] = self._outcome(node) or self.declared(node)
        return self._endings[node]

    def _outcome(self, node: Node) -> Outcome | None:
        """Return how the game ended by a node's moves, or None."""
        if node not in self._outcomes:
            self._outcomes[node] = self.at(node).outcome
        return self._outcomes[node]

    def declared(self, node: Node) -> Outcome | None:
        """Return the ending that the record declares at the last node of a line, or None."""
        if node.children:
            return None
        record = self._record
        text = record.result if node is self.main_end else node.text("RE")
        result = read_result(record.form, text) if text else None
        if result is None or result.kind not in _REASONS:
            return None
        if result.winner is None:
            draw = Outcome(None, words.DRAWN(), "draw")
            return draw if result.kind == "draw" else None
        loser = other_colour(record, result.winner)
        reason = _REASONS[result.kind](loser=loser, winner=result.winner)
        return Outcome(result.winner, reason, result.kind)

    def final(self, node: Node) -> Position:
        """Return the position at a node, over if its line ends with a declared win.

        ``ending`` says how it ended: a position has no notion of time or forfeit.
        """
        position, ending = self.at(node), self.ending(node)
        if position.outcome is not None or ending is None or ending.winner is None:
            return position
        if self._over is None or self._over[:2] != (node, ending):
            loser = other_colour(self._record, ending.winner)
            self._over = (node, ending, position.resign(loser))
        return self._over[2]

    def _cached(self, node: Node) -> Position | None:
        position = self._recent.get(node)
        if position is not None:
            self._recent.move_to_end(node)
            return position
        return self._cache.get(node)

    def keep(self, node: Node, position: Position) -> None:
        """Store a node's position, which must equal the one that ``at`` would compute."""
        if position.ply % EVERY == 0:
            self._cache[node] = position
            return
        self._recent[node] = position
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    # -- changing the result of a line

    def declare(self, node: Node, text: str) -> None:
        """Write the result of the line that ends with a node; an empty text removes it."""
        (self._record.root if node is self.main_end else node).set_text("RE", text)

    def follow_main_line(self, new_end: Node) -> None:
        """Move results to where they belong after the end of the main line has changed."""
        record, old_end, text = self._record, self.main_end, self._record.result
        if old_end is new_end:
            return
        if text and not old_end.children and is_in(record, old_end):
            outcome = self.at(old_end).outcome
            if outcome is None or write_result(record.form, outcome) != text:
                old_end.set_text("RE", text)
        outcome = self.at(new_end).outcome
        if outcome is not None:
            record.result = write_result(record.form, outcome)
        elif new_end is record.root:
            record.result = ""
        else:
            own = new_end.text("RE")
            if own:
                new_end.set_text("RE", "")
            if own != text:
                record.result = own


def _after(position: Position, node: Node) -> Position:
    if node.move is None:
        return position
    if node.move.casefold() == RESIGN:
        return position.resign(node.colour)
    return position.play(node.move)


def other_colour(record: Record, colour: str) -> str:
    first, second = record.game.colours
    return second if colour == first else first


def is_in(record: Record, node: Node) -> bool:
    """Return whether a node is part of the record's tree."""
    current: Node | None = node
    while current is not None and current is not record.root:
        current = current.parent
    return current is record.root
