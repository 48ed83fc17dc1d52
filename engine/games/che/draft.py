"""A table of Che being set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from boche.engine.draft import BaseDraft, Values
from boche.engine.errors import NotationError
from boche.engine.game import Step
from boche.engine.games.che import words
from boche.engine.games.che.geometry import KINDS
from boche.engine.games.che.notation import parse_cell, parse_move
from boche.engine.message import NOTHING, Message

PUT = "PUT"


class Draft(BaseDraft):
    """A table of Che being set up, one tile at a time."""

    mover_follows = True
    tiles_wanted = 1

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """The tiles by their cells."""
        return {text.partition(":")[2]: text for text in self.values.get(PUT, ())}

    def puts(self, taken: str) -> tuple[Step, ...]:
        """Return the steps that lay a tile: the cell, then the tile."""
        if self.refusal(taken):
            return ()
        if not taken:
            return tuple(Step(cell.name, None) for cell in self.inner.open_cells())
        cell = parse_cell(taken)
        texts = [f"{KINDS[kind]}:{cell.name}" for kind in self.inner.kinds_at(cell)]
        return tuple(Step(text, parse_move(text)) for text in texts)

    def after_first(self, taken: str) -> Any:
        """Return the table itself: no tile is laid before it is whole."""
        return self

    def refusal(self, place: str) -> Message:
        """Refuse when the pool is empty."""
        total = int(self.start.options["num_tiles"])
        full = 0 < total <= len(self.values.get(PUT, ()))
        return words.NO_MORE_TILES(count=total) if full else NOTHING

    def put(self, text: str) -> Self:
        """Return the table with one more tile. Raises ``BocheError``."""
        tiles, full = self.values.get(PUT, ()), self.refusal(text)
        if full:
            raise NotationError(full)
        added = [str(tile) for tile in parse_move(text).tiles]
        return self.changed(values={PUT: (*tiles, *added)})

    def without(self, place: str) -> Values:
        """Return the tiles but the one on a cell. Raises ``NotationError`` for the middle."""
        if parse_cell(place) == (0, 0) and len(self.pieces) > 1:
            raise NotationError(words.MIDDLE_STAYS())
        return {PUT: tuple(t for at, t in self.pieces.items() if at != place)}

    def ways(self, place: str) -> Sequence[Values]:
        """Return the tiles with the one on a cell turned or flipped."""
        first = KINDS.index(self.pieces[place].partition(":")[0]) + 1
        kinds = [KINDS[(first + by) % len(KINDS)] for by in range(len(KINDS) - 1)]
        return [{PUT: tuple({**self.pieces, place: f"{k}:{place}"}.values())} for k in kinds]
