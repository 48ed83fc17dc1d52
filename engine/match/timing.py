"""The clocks of a game between computers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from boche.engine.game import Position
from boche.engine.players.player import GamePlayer
from boche.engine.record import Node, Record
from boche.engine.record.times import keep_left, set_control
from boche.engine.time_control import TimeControl

FREE_MOVES = 2
"""The moves at the start, one for each player, that take no time."""


class MoveTimer:
    """The clocks by colour; without a time control nothing is measured.

    ``out`` is set once a player's time has run out.
    """

    def __init__(self, record: Record, clock: str) -> None:
        self.out = False
        self._record = record
        self._control = TimeControl.parse(clock) if clock else None
        set_control(record, self._control)
        full = self._control.full if self._control is not None else None
        self._left = dict.fromkeys(record.game.colours, full)

    @contextmanager
    def measure(self, player: GamePlayer, position: Position, *, patient: bool) -> Iterator[None]:
        """Tell a player its time for a move, and charge it for the block.

        With ``patient`` its time never runs out.
        """
        left, control = self._left[position.turn], self._control
        if control is None or left is None or position.ply < FREE_MOVES:
            yield
            return
        if hasattr(player, "set_seconds"):  # players of one's own need not have it
            player.set_seconds(control.for_move(left))
        began = time.monotonic()
        yield
        left = control.spent(left, time.monotonic() - began)
        self.out = left.is_out and not patient
        self._left[position.turn] = left if self.out else control.moved(left)

    def stamp(self, node: Node, before: Position, after: Position) -> None:
        """Write the times into the node of a move."""
        first, second = self._left
        if before.swapped != after.swapped:
            self._left = {first: self._left[second], second: self._left[first]}
        if self._control is None or before.ply < FREE_MOVES:
            return
        left = self._left[before.turn]
        assert left is not None
        keep_left(self._record, node, before.turn, left)
