"""The position at the end of a record, computed a few moves at a time."""

from __future__ import annotations

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.record import load_all
from boche.viewer.session.positions import Positions

MOVES = 8
"""Number of moves played per step: a few milliseconds in any game."""


class LastPosition:
    """A replay of the main line of the first record in some bytes, up to an illegal move."""

    def __init__(self, data: bytes) -> None:
        """Raise ``RecordError``."""
        record = load_all(data)[0]
        self._positions = Positions(record)
        self._left = iter(record.main_line())
        self.position: Position = self._positions.at(record.root)

    def step(self) -> bool:
        """Play some moves. Return False once ``position`` is the last one."""
        for _ in range(MOVES):
            node = next(self._left, None)
            try:
                if node is None:
                    return False
                self.position = self._positions.at(node)
            except BocheError:
                return False
        return True
