"""The solver of small boards of Boche for ``engine.search.prover``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files

import numpy as np

from boche.engine.game import OptionValue
from boche.engine.games.boche.notation import SWAP
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.solve import END_RULES, LARGEST, Bytes, Solver, start_of
from boche.engine.games.boche.solver import mark_of, place
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


# Books of solved boards of Boche: which positions with few cubes are lost for the side to move.
#
# Size 4 takes minutes to solve from the start, but fractions of a second from the seventh cube or
# so on. A book has all lost positions up to some number of cubes, and beyond it those that had to
# be solved for them: so whoever wins finds a move behind which the book goes on, whatever the other
# one does. ``python -m benchmarks.small_boards`` makes the files.
#
# A book has no list of keys, which would take eight bytes for a position, but about 1.4 bytes: for
# a key, three places in it are exclusive-ored (a static function, see F. C. Botelho, R. Pagh and N.
# Ziviani, "Simple and space-efficient minimal perfect hash functions", 2007). That makes a mark of
# eight bits for the keys in the book, by chance for one in 256 of the others; one more bit, made in
# the same way, tells these from each other.

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]


def book_name(solver: Solver) -> str | None:
    """Return the file's name of a solver's board; None if its rules have no name."""
    options = dict(solver.start.options)
    size = int(options["size"])
    for name in END_RULES:
        if options == start_of(size, name):
            return f"boche-{size}-{name.replace(',', '').replace(' ', '-')}.book"
    return None


def read_book(solver: Solver) -> None:
    """Let a solver use the book of its board, if there is one."""
    name = book_name(solver)
    path = files("boche.assets").joinpath("solved", name or "")
    if name is not None and path.is_file():
        open_book(solver, path.read_bytes())


def open_book(solver: Solver, content: bytes) -> None:
    """Let a solver use a book, given as the content of its file."""
    data = np.frombuffer(content, np.uint8).copy()
    complete, cubes, *length = data[:5].tolist()
    end = 5 + int.from_bytes(length, "big")
    solver.use_book(complete, cubes, data[5:end].copy(), data[end:].copy())


def solved(solver: Solver, cubes: int) -> Iterator[int]:
    """Solve all positions with so many cubes, and yield after each opening how many there are.

    The solver has then all positions with up to ``FEW`` cubes that had to be solved for that.
    """
    walker = Solver(solver.start.options, 1)
    for position in _openings(solver):
        _survey(walker, solver, position, cubes, True)
        yield walker.positions


def made_book(solver: Solver, complete: int, cubes: int) -> bytes:
    """Return the content of a book's file, with what a solver knows.

    It knows all with up to ``complete`` cubes, and those with up to ``cubes`` cubes enter the book,
    at most ``FEW``.
    """
    walker = Solver(solver.start.options, 1)
    for position in _openings(solver):
        _survey(walker, solver, position, cubes, False)
    table = walker.search.early[walker.search.early != 0]
    keys, lost = table >> 1, 1 - (table & 1)
    chosen = keys[lost == 1]
    marks = _packed(chosen, mark_of(chosen))
    doubtful = np.bitwise_xor.reduce([marks[place(keys, n, len(marks) // 3)] for n in range(3)])
    same = doubtful == mark_of(keys)
    bits = np.packbits(_packed(keys[same], lost[same]), bitorder="little")
    head = bytes([complete, cubes]) + len(marks).to_bytes(3, "big")
    return head + marks.tobytes() + bits.tobytes()


def _openings(solver: Solver) -> list[Position]:
    return [solver.start.play(moves[0]) for moves in solver.classes()]


def _survey(walker: Solver, solver: Solver, position: Position, cubes: int, solves: bool) -> None:
    solver.kernels.survey(*walker.arrays(position), solver.search, cubes, solves)


def _packed(keys: Ints, values: Ints) -> Bytes:
    """Return cells of which those at the three places of a key make up its value, by xor.

    Cells that only one key has are settled last, so that each is free when its key's turn comes.
    """
    part, order, ends = 8 * (41 * len(keys) // 800 + 2), list[tuple[int, int]](), list[list[int]]()
    while len(order) < len(keys) or not ends:
        part += 8 * (part // 400 + 1)
        places = [place(keys, number, part) for number in range(3)]
        linked = np.zeros(3 * part, np.int64)
        for one in places:
            np.bitwise_xor.at(linked, one, np.arange(len(keys)))
        degree = np.bincount(np.concatenate(places), minlength=3 * part)
        ends = np.stack(places, axis=1).tolist()
        order = _peeled(ends, degree.tolist(), linked.tolist())
        if not len(keys):
            break
    cells, wanted = [0] * (3 * part), values.tolist()
    for key, own in reversed(order):
        one, two, three = ends[key]
        cells[own] = wanted[key] ^ cells[one] ^ cells[two] ^ cells[three]
    return np.array(cells, np.uint8)


def _peeled(ends: list[list[int]], degree: list[int], linked: list[int]) -> list[tuple[int, int]]:
    """Return keys by number, each with a cell that no later key has; all, if that is possible."""
    order, alone = [], [cell for cell, count in enumerate(degree) if count == 1]
    while alone:
        own = alone.pop()
        if degree[own] != 1:
            continue
        key = linked[own]
        order.append((key, own))
        for cell in ends[key]:
            degree[cell] -= 1
            linked[cell] ^= key
            if degree[cell] == 1:
                alone.append(cell)
    return order
