"""The solver of small boards of Boche for ``engine.search.prover``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boche.engine.game import OptionValue
from boche.engine.games.boche.book import read_book
from boche.engine.games.boche.notation import SWAP
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.solve import LARGEST, Solver
from boche.engine.search.prover import Verdict

TABLE_BITS = 22
"""The table has 32 MiB, for seconds of solving; memory that is not needed is not touched."""


def solves(options: Mapping[str, OptionValue]) -> bool:
    """Return whether a board is small enough."""
    return int(options["size"]) <= LARGEST


def prover_of(options: Mapping[str, OptionValue]) -> SmallBoard:
    """Return a prover for a board that is small enough."""
    return SmallBoard(options)


class SmallBoard:
    """A prover for one small board, which knows the positions of its book."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self._solver = Solver(options, TABLE_BITS)
        self._solver.warm_up()
        read_book(self._solver)

    def attempt(self, position: Position) -> Iterator[Verdict | None]:
        """Yield None as long as the position is not solved, then the verdict."""
        if not position.cubes:
            known = position.proven_moves()
            if known:
                yield Verdict(tuple(m for m in position.legal_moves() if known[str(m)]))
            return
        solver = self._solver
        for winner in solver.attempt(position):
            if winner is not None:
                yield self._verdict(position, winner)
            else:
                yield None

    def _verdict(self, position: Position, winner: str) -> Verdict | None:
        """Return the verdict if that colour wins unless somebody swaps.

        There is none if it is not known how to win, which the table may just have forgotten.
        """
        if winner == position.turn:
            moves = self._solver.winning_moves(position)
            return Verdict(tuple(moves)) if moves else None
        return Verdict((SWAP,) if SWAP in position.legal_moves() else ())
