"""A board of Boche being set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from boche.engine.draft import BaseDraft, Knob, Values
from boche.engine.games.boche.geometry import LETTERS
from boche.engine.games.boche.notation import SWAP
from boche.engine.languages.current import tr_later

PUT, SWAPPED = "PUT", "SWAP"


class Draft(BaseDraft):
    """A board of Boche being set up. A column is named; its uppermost cube can be taken off."""

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """The uppermost cube of each column that has one."""
        return {text.partition(":")[2]: text for text in self.values.get(PUT, ())}

    def puts(self, taken: str) -> tuple[Any, ...]:
        """Return the steps that put a cube down."""
        return tuple(step for step in self.inner.steps(taken) if step.text != str(SWAP))

    def put(self, text: str) -> Self:
        """Return the board with one more cube. Raises ``BocheError``."""
        return self.changed(values=self._with((*self.values.get(PUT, ()), text)))

    def without(self, place: str) -> Values:
        """Return the cubes without the uppermost one of a column."""
        return self._with(self._others(place)[0])

    def ways(self, place: str) -> Sequence[Values]:
        """Return the cubes with the uppermost one of a column turned."""
        rest, letter = self._others(place)
        first = LETTERS.index(letter) + 1
        order = [LETTERS[(first + by) % len(LETTERS)] for by in range(len(LETTERS) - 1)]
        return [self._with((*rest, f"{other}:{place}")) for other in order]

    def _others(self, place: str) -> tuple[tuple[str, ...], str]:
        """Return the cubes but the uppermost one of a column, and that one's letter."""
        cubes = list(self.values.get(PUT, ()))
        at = max(i for i, text in enumerate(cubes) if text.partition(":")[2] == place)
        return (*cubes[:at], *cubes[at + 1 :]), cubes[at][0]

    def _with(self, cubes: Sequence[str]) -> Values:
        return {PUT: tuple(cubes), SWAPPED: self.values.get(SWAPPED, ()) if cubes else ()}

    def own_knobs(self) -> tuple[Knob, ...]:
        """Return whether the players have exchanged colours."""
        swapped = tr_later("yes") if self.values.get(SWAPPED) else tr_later("no")
        return (Knob(SWAPPED, tr_later("Colours exchanged"), swapped),)

    def own_adjusted(self, name: str, by: int) -> Self:
        """Return the board with the players' colours exchanged, or not."""
        values = {**self.values, SWAPPED: () if self.values.get(SWAPPED) else ("1",)}
        return self.changed(values=values)
