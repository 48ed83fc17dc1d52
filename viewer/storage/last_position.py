"""The position at the end of a record, worked out a few moves at a time."""

from __future__ import annotations

from engine.errors import BocheError
from engine.game import Position
from engine.record import load_all
from viewer.session.positions import Positions

MOVES = 8
"""So many moves are played in one step: a few milliseconds in any game."""


class LastPosition:
    """Replays the main line of the first record in some bytes; an illegal move ends it."""

    def __init__(self, data: bytes) -> None:
        """Raises ``RecordError``."""
        record = load_all(data)[0]
        self._positions = Positions(record)
        self._left = iter(record.main_line())
        self.position: Position = self._positions.at(record.root)

    def step(self) -> bool:
        """Play some moves; False once ``position`` is the last one."""
        for _ in range(MOVES):
            node = next(self._left, None)
            try:
                if node is None:
                    return False
                self.position = self._positions.at(node)
            except BocheError:
                return False
        return True
