"""Looking at a record: where one is, what the position is there, stepping about."""

from __future__ import annotations

from engine.errors import RefusedMoveError
from engine.game import Outcome, Position
from engine.message import NOTHING, Message
from engine.record import Node, Record
from engine.words import GAME_OVER, REFUSED
from viewer.session import results as endings
from viewer.session.cursor import Cursor
from viewer.session.positions import Positions
from viewer.session.words import NO_EXCHANGE


class View:
    """A record, all of whose moves are legal, and a cursor in it. Changes nothing.

    ``revision`` grows with every change of record or cursor, ``changes`` with those of the record.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._positions = Positions(record)
        self._cursor = Cursor(record.root)
        self._main_end = record.main_line()[-1]
        self._ended: tuple[Node, Outcome, Position] | None = None
        self._swap = (-1, NOTHING)
        self.changes = 0

    # -- what it is

    @property
    def node(self) -> Node:
        """The cursor."""
        return self._cursor.node

    @property
    def revision(self) -> int:
        return self._cursor.revision

    @property
    def position(self) -> Position:
        """The position at the cursor; over where its line ends with a declared win.

        ``outcome`` says how it ended: of time and forfeit a position knows nothing.
        """
        position = self._positions.at(self.node)
        outcome = self.ending(self.node)
        if position.outcome is not None or outcome is None or outcome.winner is None:
            return position
        if self._ended is None or self._ended[:2] != (self.node, outcome):
            loser = endings.other_colour(self.record, outcome.winner)
            self._ended = (self.node, outcome, position.resign(loser))
        return self._ended[2]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended at the cursor: by the rules, resigned, on time, agreed; or None."""
        return self.ending(self.node)

    def ending(self, node: Node) -> Outcome | None:
        """How the game ended at a node, or None if it goes on."""
        by_rules = self._positions.outcome_at(node)
        return by_rules or endings.declared(self.record, node, self._main_end)

    def position_at(self, node: Node) -> Position:
        """The position at a node of the record by the moves alone."""
        return self._positions.at(node)

    @property
    def turn(self) -> str:
        """The colour to move; after the end, the colour that would have been."""
        return self._positions.at(self.node).turn

    @property
    def line(self) -> list[Node]:
        """The line through the cursor, from the root to its end; do not change the list."""
        return self._cursor.line

    @property
    def index(self) -> int:
        """The cursor's place in ``line``, from 0 (the root) to ``len(line) - 1``."""
        return self._cursor.index

    @property
    def moves(self) -> list[str]:
        """The moves of ``line``."""
        return [node.move for node in self.line if node.move is not None]

    @property
    def last_move(self) -> str | None:
        """The move that led to the cursor, or None at the start."""
        node: Node | None = self.node
        while node is not None and node.move is None:
            node = node.parent
        return node.move if node is not None else None

    @property
    def can_swap(self) -> bool:
        """Whether the two people may exchange colours now."""
        return not self.swap_refused

    @property
    def swap_refused(self) -> Message:
        """Why the two people may not exchange colours now, in one line; empty if they may."""
        if self._swap[0] != self.revision:
            self._swap = (self.revision, self._why_no_swap())
        return self._swap[1]

    def _why_no_swap(self) -> Message:
        if self.outcome is not None:
            return REFUSED(move="swap", reason=GAME_OVER(reason=self.outcome.reason))
        try:
            swapped = self.position.play(self.position.parse("swap")).swapped
            return NOTHING if swapped else REFUSED(move="swap", reason=NO_EXCHANGE())
        except RefusedMoveError as error:
            return error.message

    # -- stepping; all return the cursor

    def go(self, node: Node) -> Node:
        """Move to a node. Raises ``SessionError`` for one that is not in the record."""
        return self._cursor.go(node)

    def go_index(self, index: int) -> Node:
        """Move within ``line``; an index outside of it means its end on that side."""
        line = self.line
        return self.go(line[min(max(index, 0), len(line) - 1)])

    def back(self, n: int = 1) -> Node:
        return self.go_index(self.index - n)

    def forward(self, n: int = 1) -> Node:
        """Step on by ``n``, the way last taken."""
        return self.go_index(self.index + n)

    def first(self) -> Node:
        return self.go_index(0)

    def last(self) -> Node:
        """Move to the end of the line."""
        return self.go_index(len(self.line) - 1)

    @property
    def variations(self) -> list[Node]:
        """The cursor and its siblings, the main one first; empty at the root."""
        return list(self.node.parent.children) if self.node.parent is not None else []

    def next_variation(self) -> Node:
        """Move to the sibling after the cursor, if there is one."""
        return self._sibling(1)

    def previous_variation(self) -> Node:
        """Move to the sibling before the cursor, if there is one."""
        return self._sibling(-1)

    def _sibling(self, by: int) -> Node:
        siblings = self.variations or [self.node]
        index = next(i for i, node in enumerate(siblings) if node is self.node) + by
        return self.go(siblings[min(max(index, 0), len(siblings) - 1)])
