"""The clocks of a game at the table. All times are in the record, so that they survive with it."""

from __future__ import annotations

import time
from collections.abc import Callable

from boche.engine.record import Node, Record
from boche.engine.record.times import CONTROL, control_of, keep_left, left_at, written_at
from boche.engine.time_control import TimeControl, TimeLeft
from boche.viewer.session.cursor import Cursor
from boche.viewer.session.positions import Positions

FREE_MOVES = 2
"""The moves at the start, one for each player, that take no time."""


class GameClock:
    """The clocks of one game. They measure only while ``run`` lets them.

    Without a time control in the record there are none, see ``control``. ``paused`` while they wait
    for the user; they do at first, except in a new game. ``now`` is the source of time. ``notes``
    counts how often ``note`` has changed the record.
    """

    def __init__(
        self,
        record: Record,
        cursor: Cursor,
        positions: Positions,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._record, self._cursor, self._positions = record, cursor, positions
        self.now = now
        self.paused = True
        self.notes = 0
        self._node: Node | None = None
        self._at_first = TimeLeft(0.0)
        self._former: dict[str, str] = {}
        self._spent = 0.0
        self._since: float | None = None
        self._before_gain: dict[Node, TimeLeft] = {}  # left at each move made, nothing added yet
        self._texts: tuple[str, ...] = ()
        self._control: TimeControl | None = None

    @property
    def control(self) -> TimeControl | None:
        """The time control, or None if nobody is timed."""
        text = self._record.root.text
        texts = tuple(map(text, CONTROL)) if text(CONTROL[0]) else ()
        if texts != self._texts:
            self._texts, self._control = texts, control_of(self._record) if texts else None
        return self._control

    @property
    def counts(self) -> bool:
        """True if the position shown takes time of the player to move.

        It is the last one of the game, not over, and each player has made a move.
        """
        node, positions = self._cursor.node, self._positions
        if self.control is None or node is not positions.main_end:
            return False
        return positions.at(node).ply >= FREE_MOVES and positions.ending(node) is None

    @property
    def running(self) -> bool:
        """True while time is measured."""
        return self._since is not None

    def run(self, go: bool) -> None:
        """Let the clock of the player to move run, or hold all clocks."""
        now, node = self.now(), self._cursor.node
        if self._since is not None and (not go or node is not self._node):
            self._spent += now - self._since
            self._since = None
        if go and self.counts and self._since is None:
            if node is not self._node:
                self._begin(node)
            self._since = now

    def _begin(self, node: Node) -> None:
        """Begin the turn at a node."""
        assert self.control is not None
        turn = self._positions.at(node).turn
        self._node, self._spent = node, 0.0
        self._at_first = left_at(self._record, node, self.control)[turn]
        self._former = written_at(self._record, node, turn)

    def left(self) -> dict[str, TimeLeft]:
        """Return the time left to each colour in the position shown."""
        return self._left_at(self._cursor.node)

    def left_in_game(self) -> dict[str, TimeLeft]:
        """Return the time left to each player where the game stands, by the colours shown here."""
        here, end, at = self._cursor.node, self._positions.main_end, self._positions.at
        left = self._left_at(end)
        if left and at(here).swapped != at(end).swapped:
            return dict(zip(left, reversed(left.values()), strict=True))
        return left

    def _left_at(self, node: Node) -> dict[str, TimeLeft]:
        control = self.control
        if control is None:
            return {}
        left = left_at(self._record, node, control)
        if node is self._node and node is self._positions.main_end:
            left[self._positions.at(node).turn] = control.spent(self._at_first, self._measured)
        return left

    @property
    def for_move(self) -> float | None:
        """The seconds that a program should take for the move to play, or None without a limit."""
        if self.control is None or not self.counts:
            return None
        return self.control.for_move(self.left()[self._positions.at(self._cursor.node).turn])

    @property
    def _measured(self) -> float:
        running = self.now() - self._since if self._since is not None else 0.0
        return self._spent + running

    # -- keeping

    def stamp(self, child: Node) -> None:
        """Write into the node of a move just made what it leaves on the clocks.

        A move that is made while the clock is held takes the time measured before.
        """
        node, control = child.parent, self.control
        if node is None or control is None or node is not self._node:
            return
        before, after = self._positions.at(node), self._positions.at(child)
        left = left_at(self._record, node, control)
        self._before_gain[child] = control.spent(self._at_first, self._measured)
        left[before.turn] = control.moved(self._before_gain[child])
        colours = [before.turn]
        if before.swapped != after.swapped:
            first, second = colours = list(left)
            left = {first: left[second], second: left[first]}
        for colour in colours:
            keep_left(self._record, child, colour, left[colour])
        self.forget()

    def resume_turn(self, taken_back: Node) -> None:
        """Begin the turn shown with the time that was left when the move taken back was made.

        That is written into the record, so that a turn begun again later has no more.
        """
        left, node = self._before_gain.get(taken_back), self._cursor.node
        if left is not None:
            keep_left(self._record, node, self._positions.at(node).turn, left)
            self.forget()

    def note(self) -> bool:
        """Write the time measured so far into the record; return whether that changed anything.

        The turn is the one where the game stands, whichever position is shown.
        """
        node, control, positions = self._node, self.control, self._positions
        if node is None or control is None or not self._measured:
            return False
        if node is not positions.main_end or positions.ending(node) is not None:
            return False
        turn, left = positions.at(node).turn, control.spent(self._at_first, self._measured)
        before = written_at(self._record, node, turn)
        if not left.is_out:
            keep_left(self._record, node, turn, left)
        changed = written_at(self._record, node, turn) != before
        self.notes += changed
        return changed

    def erase_note(self) -> None:
        """Take back what ``note`` wrote at this turn, so that an undo gives all its time back."""
        if self._node is not None:
            for name, text in self._former.items():
                self._node.set_text(name, text)

    def forget(self) -> None:
        """End the turn: the record has its time now."""
        self._node, self._since = None, None
