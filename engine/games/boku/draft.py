"""A board of Boku being set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Self

from boche.engine.draft import BaseDraft, Knob, Values
from boche.engine.errors import BocheError, NotationError
from boche.engine.game import Step
from boche.engine.games.boku import rules, words
from boche.engine.games.boku.geometry import CELLS, COLOURS
from boche.engine.games.boku.notation import Move, parse_move
from boche.engine.languages.current import tr_later
from boche.engine.message import NOTHING, Message
from boche.engine.words import PUT_TWICE

OF: dict[str, str] = dict(zip(COLOURS, ("AB", "AW"), strict=True))
"""The property of each colour's marbles."""
TAKEN = "TAKEN"
NOBODY = tr_later("nothing")


class Draft(BaseDraft):
    """A board of Boku being set up; a change of marbles forgets which one was just taken."""

    coloured = True
    forbidden = None

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """The marbles by their cells."""
        return {cell: cell for name in OF.values() for cell in self.values.get(name, ())}

    def caught(self, cell: Any) -> tuple[Any, ...]:
        """Return nothing: a marble that is set up takes none."""
        return ()

    def puts(self, taken: str) -> tuple[Step, ...]:
        """Return the empty cells."""
        empty = [cell for cell in CELLS if cell.name not in self.pieces]
        return (
            ()
            if taken or self.refusal(taken)
            else tuple(Step(cell.name, Move(cell)) for cell in empty)
        )

    def refusal(self, place: str) -> Message:
        """Refuse when all marbles of the colour lie on the board."""
        full = not self.inner.left(self.hand)
        return words.TOO_MANY(count=rules.MARBLES) if full else NOTHING

    def put(self, text: str) -> Self:
        """Return the board with one more marble of the colour in hand. Raises ``BocheError``."""
        cell = parse_move(text).cell.name
        if cell in self.pieces:
            raise NotationError(PUT_TWICE(place=cell))
        return self.changed(values=self._with(self.hand, cell))

    def without(self, place: str) -> Values:
        """Return the marbles but the one on a cell."""
        return {n: tuple(c for c in self.values.get(n, ()) if c != place) for n in OF.values()}

    def ways(self, place: str) -> Sequence[Values]:
        """Return the marbles with that on a cell in the other colour."""
        black = place in self.values.get(OF[COLOURS[0]], ())
        rest = self.without(place)
        name = OF[COLOURS[black]]
        return [{**rest, name: (*rest[name], place)}]

    def _with(self, colour: str, cell: str) -> Values:
        own = {name: self.values.get(name, ()) for name in OF.values()}
        return {**own, OF[colour]: (*own[OF[colour]], cell)}

    def own_knobs(self) -> tuple[Knob, ...]:
        """Return the marble that the last move took."""
        return (Knob(TAKEN, tr_later("Just taken from"), (self.values.get(TAKEN) or (NOBODY,))[0]),)

    def own_adjusted(self, name: str, by: int) -> Self:
        """Return the board with the next cell from which the last move may have taken a marble."""
        cells = [cell.name for cell in CELLS if cell.name not in self.pieces]
        order = ["", *cells]
        now = order.index((self.values.get(TAKEN) or ("",))[0])
        for step in range(1, len(order)):
            cell = order[(now + by * step) % len(order)]
            after = self.changed(values={**self.values, TAKEN: (cell,) if cell else ()})
            with suppress(BocheError):
                after.finish()
                return after
        return self
