"""Whole moves as paths of steps in the trees of a searcher."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boche.engine.game import Move, Position
from boche.engine.search.searcher import Searcher

Path = tuple[int, ...]
"""Steps from the position searched, by their numbers."""

MOST_KEPT = 20_000
"""Most positions within moves that are kept, for they are computed for many nodes."""

LONGEST_LINE = 40
"""Most steps of a line."""


class PathSearcher(Searcher):
    """A searcher that knows which paths make a whole move, and what is expected behind them."""

    def _arrive(self, position: Position) -> None:
        super()._arrive(position)
        self._forget_paths()

    def _forget_paths(self) -> None:
        self._places: dict[Path, Any] = {(): self._steps.begin(self.position)}
        self._made: dict[Path, Move | None] = {(): None}

    def path_to(self, taken: Sequence[str]) -> Path:
        """Return the steps that lead to the last of ``taken``, texts of steps one after the other.

        Between two of them one step may be missing, such as a place before what is done there. The
        path is empty if there are none, as in a game that is searched by whole moves.
        """
        path: Path = ()
        for text in taken if self._steps.several else ():
            near = self._begun_after(path)
            further = (each for first in near for each in self._begun_after(first))
            found = next((each for each in (*near, *further) if self._text_of(each) == text), None)
            if found is None:
                return ()
            path = found
        return path

    def _begun_after(self, path: Path) -> list[Path]:
        """Return the paths that are one step longer and not yet whole moves."""
        found = ((*path, number) for number in self._encoding.numbered(self.place(path)))
        return [longer for longer in found if self.whole_move(longer) is None]

    def _text_of(self, path: Path) -> str:
        """Return the text of the last step of a path."""
        at = self.place(path[:-1])
        return str(self._steps.move_so_far(at, self._encoding.move_of(at, path[-1])))

    def place(self, path: Path) -> Any:
        """Return the position behind a path, in the form that is searched."""
        if path not in self._places:
            before = self.place(path[:-1])
            if len(self._places) >= MOST_KEPT:
                self._forget_paths()
            self._places[path] = before.play(self._encoding.move_of(before, path[-1]))
        return self._places[path]

    def whole_move(self, path: Path) -> Move | None:
        """Return the whole move that the last step of a path completes, or None."""
        if path not in self._made:
            before = self.place(path[:-1])
            step = self._encoding.move_of(before, path[-1])
            self._made[path] = self._steps.completed(before, step)
        return self._made[path]

    def line_along(self, path: Path) -> list[Move]:
        """Return the whole moves expected if the move of a path is made, that move first."""
        start = tuple(self._path)
        if not start or path[: len(start)] != start:
            searcher, start = self.first, ()
        else:
            searcher = self._next_searcher
        numbers = [*((number, True) for number in start), *searcher.line(path[len(start) :])]
        return self._whole_moves_along(numbers[:LONGEST_LINE])

    def _whole_moves_along(self, numbers: list[tuple[int, bool]]) -> list[Move]:
        """Return the whole moves made by numbered steps; see ``Searcher.whole``."""
        moves, path = list[Move](), tuple[int, ...]()
        for number, certain in numbers:
            if moves and not certain:
                break
            path = (*path, number)
            move = self.whole_move(path)
            moves += [move] if move is not None else []
        return moves
