"""Books of solved boards of Boche: how the winner replies to every move in the first plies.

Size 4 takes minutes to solve from the start, but fractions of a second from the seventh cube on. A
book has the replies up to there: those of the second player, who wins, and those of the first to a
wrong first move of the second. The files are compressed; ``python -m benchmarks.small_boards``
makes them, and ``engine.games.boche.solver.walk`` defines their order.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from importlib.resources import files

import numpy as np

from boche.engine.games.boche.notation import SWAP
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.solve import END_RULES, Solver, start_of
from boche.engine.games.boche.solver import NO_REPLY

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]

CUBES = 6
"""Largest number of cubes on the board after a reply."""

MOST_REPLIES = 100_000
"""More than there are in a book."""


def book_name(solver: Solver) -> str | None:
    """Return the file's name of a solver's board; None if its rules have no name."""
    options = dict(solver.start.options)
    size = int(options["size"])
    for name in END_RULES:
        if options == start_of(size, name):
            return f"boche-{size}-{name.replace(',', '').replace(' ', '-')}.book"
    return None


def read_book(solver: Solver) -> None:
    """Enter the positions of a board's book in a solver's table, which must be empty."""
    name = book_name(solver)
    path = files("boche.assets").joinpath("solved", name or "")
    if name is not None and path.is_file():
        data = np.frombuffer(zlib.decompress(path.read_bytes()), np.uint8)
        replies = np.full(MOST_REPLIES, NO_REPLY, np.int64)
        replies[: len(data)] = data
        _walk(solver, np.zeros(0, np.int64), replies)


def unsolved(solver: Solver) -> Iterator[Position]:
    """Yield the positions that have to be solved for a book, besides the openings."""
    for opening in solver.classes():
        after = solver.start.play(opening[0])
        for move in after.legal_moves():
            if move != SWAP and (position := after.play(move)).outcome is None:
                yield position


def made_book(solved: Solver) -> bytes:
    """Return the content of a book's file, chosen from a solver that has solved all it needs."""
    replies = np.zeros(MOST_REPLIES, np.int64)
    count = _walk(Solver(solved.start.options), solved.search.table, replies)
    return zlib.compress(replies[:count].astype(np.uint8).tobytes(), 9)


def _walk(solver: Solver, source: Ints, replies: Ints) -> int:
    """Read or write a book; return the number of replies."""
    start, count = solver.start, 0
    for position in (start, *(start.play(moves[0]) for moves in solver.classes())):
        arrays = solver.arrays(position)
        count += solver.kernels.walk(*arrays, source, replies[count:], CUBES)
    return count
