"""Solution of a small board of Boche: who wins after each opening if nobody swaps.

    python -m benchmarks.small_boards --size 4 --end "path by face" [--results FILE] [--book FOLDER]

``--end`` is a rule for the end of the game, see docs/solved.md. A line for each group of equivalent
openings has the first of them, their number, the colour that wins, the positions stored and the
seconds of CPU time so far. ``--table`` is the table's size as a power of two: 28 has 2 GiB.

``--results`` keeps what was found, as lines of JSON; a run that was interrupted with Ctrl+C goes on
with the first opening that is not there. ``--book`` writes a book (``engine.games.boche.book``) of
all lost positions with up to ``--cubes`` cubes, and what is known of those with three more; it is
written anew after each number of cubes, so it can be stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.machine import machine_line
from boche.engine.games.boche.position import Position
from boche.engine.games.boche.prover import book_name, made_book, solved
from boche.engine.games.boche.solve import END_RULES, LARGEST, Solver, start_of

EVERY = 2.0
"""Seconds between two lines on the progress."""

Results = dict[str, dict[str, Any]]


def solve(solver: Solver, known: Results, file: Path | None, board: dict[str, Any]) -> None:
    """Solve the openings that are not known, and print and keep each result."""
    for moves in solver.classes():
        opening = str(moves[0])
        result = known.get(opening)
        if result is None:
            winner = search(solver, solver.start.play(opening))
            result = {**board, "opening": opening, "count": len(moves), "winner": winner}
            result |= {"positions": solver.positions, "seconds": round(time.process_time(), 1)}
            if file is not None:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(result) + "\n")
        print("{opening:6} {count}  {winner:5}  {positions:,}  {seconds} s".format(**result))
        sys.stdout.flush()


def search(solver: Solver, position: Position) -> str:
    """Return the winner of a position; report the progress on a terminal."""
    told, before = time.monotonic(), solver.positions
    for winner in solver.attempt(position):
        if winner is not None:
            return winner
        passed = time.monotonic() - told
        if sys.stderr.isatty() and passed >= EVERY:
            rate = (solver.positions - before) / passed
            line = f"{solver.positions:,} positions, {rate:,.0f} a second"
            print(line, end="\r", file=sys.stderr, flush=True)
            told, before = time.monotonic(), solver.positions
    raise AssertionError("an attempt ends with a winner")


def write_book(solver: Solver, path: Path, cubes: int) -> None:
    """Write a book, anew after each number of cubes; report the progress."""
    for complete in range(1, cubes + 1):
        for count in solved(solver, complete):
            if sys.stderr.isatty():
                print(f"{count:,} positions", end="\r", file=sys.stderr, flush=True)
        path.write_bytes(made_book(solver, complete, complete + 3))
        seconds = time.process_time()
        print(f"all with {complete} cubes  {solver.positions:,}  {seconds:.1f} s", flush=True)


def read(file: Path | None, board: dict[str, Any]) -> Results:
    """Return the results for a board that a file has. Raises ``ValueError`` for another file."""
    if file is None or not file.exists():
        return {}
    results: Results = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            result = json.loads(line)
            same = all(result[name] == value for name, value in board.items())
            result["count"] + result["positions"] + result["seconds"]
            if same and result["winner"] in ("light", "dark"):
                results[result["opening"]] = result
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{file}, line {number}: no result of this program") from None
    return results


def main() -> int:
    """Solve the board that the arguments describe; return 1 after an error, 130 after Ctrl+C."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=3, choices=range(1, LARGEST + 1))
    parser.add_argument("--end", default="enclosure", choices=END_RULES)
    parser.add_argument("--table", type=int, default=28, metavar="BITS")
    parser.add_argument("--results", type=Path, metavar="FILE")
    parser.add_argument("--book", type=Path, metavar="FOLDER")
    parser.add_argument("--cubes", type=int, default=4, choices=range(1, 5))
    given = parser.parse_args()
    board = {"size": given.size, "end": given.end}
    try:
        known = read(given.results, board)
        print(machine_line(), flush=True)
        solver = Solver(start_of(given.size, given.end), given.table)
        solve(solver, known, given.results, board)
        if given.book:
            write_book(solver, given.book / (book_name(solver) or ""), given.cubes)
    except (OSError, ValueError, MemoryError) as error:
        print(f"small_boards: {error or 'not enough memory'}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
