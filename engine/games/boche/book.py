"""Books of solved boards of Boche: how the winner replies to every move in the first plies.

Size 4 takes minutes to solve from the start, but fractions of a second from the seventh cube on. A
book has the replies up to there. The files are compressed; ``python -m benchmarks.openings`` makes
them from a complete solution, and ``engine.games.boche.solver.walk`` defines their order.
"""

from __future__ import annotations

import zlib
from importlib.resources import files

import numpy as np

from boche.engine.games.boche.solve import END_RULES, Solver, start_of

CUBES = 6
"""Number of cubes on the board after the last replies."""

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
        replies = np.frombuffer(zlib.decompress(path.read_bytes()), np.uint8)
        _walk(solver, np.zeros(0, np.int64), replies.astype(np.int64))


def made_book(solved: Solver) -> bytes:
    """Return the content of a book's file, chosen from a solver that has solved all openings."""
    replies = np.zeros(MOST_REPLIES, np.int64)
    count = _walk(Solver(solved.start.options), solved.search.table, replies)
    return zlib.compress(replies[:count].astype(np.uint8).tobytes(), 9)


def _walk(solver: Solver, source: object, replies: object) -> int:
    arrays = solver.arrays(solver.start)
    return int(solver.kernels.walk(*arrays, source, replies, CUBES))
