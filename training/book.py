"""Opening books: ``python -m training.book --game boku --playouts 50000 --positions 200 -o FILE``.

The book grows from the start position, best first: the position searched next is the one reached
most likely if both sides prefer better moves. Each keeps a few moves with the mover's chance, which
is that of the position behind the move once it has been searched, too. Positions count up to
symmetry and transposition. The file is all there is: the same command goes on from it, and with the
same numbers the result is the same, however often it was stopped.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import FileError, refuse_unwritable, write_file
from boche.engine.errors import BocheError, Problem, RecordError
from boche.engine.explorer.book import searched
from boche.engine.explorer.keys import place_of
from boche.engine.games.registry import GAMES, GameName, find
from boche.engine.interrupt import interrupt_deferred, stop_again
from boche.engine.record import Node, Record, dump_sgf, load
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, keep_evaluation
from boche.engine.search.search import search
from boche.viewer.cli.command import Parser
from boche.viewer.cli.numbers import positive
from boche.viewer.cli.output import progress

EVENT = "Opening book"

MOVES = 5
"""Most moves of a position."""

LEAST_VISITS = 30
LEAST_SHARE = 1 / 500
"""Visits that a move needs, also as a share of the best move's."""

LENGTH = 3
"""Most moves of a line."""

STEEPNESS = 0.02
"""Loss of winning chance that makes a move less likely by a factor of e."""

EVERY = 10
"""Positions after which the file is written."""

ABOUT = "Each position with a chance was searched; chances are those behind the best moves."
"""A line of the comment at the start."""


@dataclass
class Entry:
    """A searched position: its node, its lines, best first, and what lies behind their moves.

    ``behind`` has the key of the position behind a move, and whether the mover is to move there.
    """

    node: Node
    position: Any
    lines: list[KeptLine]
    playouts: int
    proven: str | None = None
    behind: dict[str, tuple[int, bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for line in self.lines:
            after = self.position.play(line.moves[0])
            same = after.player == self.position.player
            self.behind[line.moves[0]] = place_of(after).key, same

    @property
    def chance(self) -> float:
        """The chance of the player to move."""
        return self.lines[0].win


class Builder:
    """A book under construction.

    ``entries`` are its positions by their keys, each after those that lead to it, and ``links``
    the pairs of positions in it with a move from one to the other. A move back to where the game
    may have been before is no link: no position lies behind itself.
    """

    def __init__(self, record: Record, playouts: int, seed: int) -> None:
        self.record, self._playouts, self._seed = record, playouts, seed
        self.entries: dict[int, Entry] = {}
        self.links: set[tuple[int, int]] = set()
        for node, position, kept in searched(record):
            self._enter(Entry(node, position, [*kept.lines], kept.playouts, kept.proven))
        self._arrange()

    def grow(self, count: int) -> Iterator[int]:
        """Search more positions until there are ``count``; yield the number after each."""
        while len(self.entries) < count:
            chosen = self._likeliest() if self.entries else (self.record.root, self.record.start)
            if chosen is None:
                return
            entry = self._search(*chosen)
            with interrupt_deferred():
                self._enter(entry)
                self._arrange()
                self._back_up()
            yield len(self.entries)

    def write(self, path: Path) -> None:
        """Write the book."""
        behind: dict[int, set[int]] = {}
        for key, entry in reversed(self.entries.items()):
            further = (one for one, _ in entry.behind.values() if (key, one) in self.links)
            behind[key] = {key}.union(*(behind[one] for one in further))
            playouts = sum(self.entries[one].playouts for one in behind[key])
            self._keep(key, entry, playouts)
        root = self.record.root
        root.comment = f"{root.comment}\n{ABOUT}"
        write_file(path, dump_sgf(self.record))

    def _keep(self, key: int, entry: Entry, playouts: int) -> None:
        """Put what is known of a position into the record."""
        turn, other = entry.position.turn, _other(entry.position)
        chances = {turn: entry.chance, other: 1.0 - entry.chance}
        best = max((turn, other), key=lambda colour: chances[colour])
        entry.node.comment = f"{best.capitalize()} {chances[best]:.0%}: {playouts:,} playouts"
        lines = [replace(line, best=not n) for n, line in enumerate(entry.lines)]
        kept = KeptEvaluation(chances, entry.proven, entry.playouts, lines=tuple(lines))
        keep_evaluation(entry.node, kept)
        children = {child.move: child for child in entry.node.children}
        entry.node.children = [children[line.moves[0]] for line in lines]
        for child, line in zip(entry.node.children, lines, strict=True):
            same = self._behind(key, entry, line)
            if same is not None and same.node is not child:
                moves = " ".join(str(node.move) for node in same.node.path()[1:])
                child.comment = f"Goes on as after {moves}"

    # -- the tree

    def _enter(self, entry: Entry) -> None:
        """Add a position, with a variation for each of its moves."""
        self.entries[place_of(entry.position).key] = entry
        there = {child.move for child in entry.node.children}
        for line in entry.lines:
            if line.moves[0] not in there:
                Node(line.moves[0], entry.position.turn, parent=entry.node)

    def _behind(self, key: int, entry: Entry, line: KeptLine) -> Entry | None:
        """Return the searched position behind a move, or None."""
        behind, _ = entry.behind[line.moves[0]]
        return self.entries[behind] if (key, behind) in self.links else None

    def _arrange(self) -> None:
        """Put the positions into their order, which does not depend on that of the searches."""
        done: dict[int, Entry] = {}
        open_: set[int] = set()
        self.links.clear()

        def visit(key: int) -> None:
            open_.add(key)
            for behind, _ in sorted(self.entries[key].behind.values()):
                if behind in self.entries and behind not in open_:
                    self.links.add((key, behind))
                    if behind not in done:
                        visit(behind)
            open_.discard(key)
            done[key] = self.entries[key]

        if self.entries:
            visit(place_of(self.record.start).key)
        self.entries = dict(reversed(done.items()))

    def _back_up(self) -> None:
        """Give each move the chance of the position behind it, and put the best move first."""
        for key, entry in reversed(self.entries.items()):
            entry.lines = [self._backed_up(key, entry, line) for line in entry.lines]
            entry.lines.sort(key=lambda line: -line.win)

    def _backed_up(self, key: int, entry: Entry, line: KeptLine) -> KeptLine:
        after = self._behind(key, entry, line)
        if after is None:
            return line
        _, same = entry.behind[line.moves[0]]
        win = after.chance if same else round(1.0 - after.chance, 4)
        if after.node.parent is not entry.node:
            return replace(line, win=win)
        return replace(line, win=win, moves=(line.moves[0], *after.lines[0].moves)[:LENGTH])

    # -- the next position

    def _likeliest(self) -> tuple[Node, Any] | None:
        """Return the place of the unsearched position reached most likely, or None without any."""
        reached = dict.fromkeys(self.entries, 0.0)
        reached[next(iter(reached))] = 1.0
        waiting: dict[int, float] = {}
        places: dict[int, tuple[Entry, KeptLine]] = {}
        for key, entry in self.entries.items():
            for line, part in zip(entry.lines, _shares(entry.lines), strict=True):
                behind, _ = entry.behind[line.moves[0]]
                if behind not in self.entries:
                    waiting[behind] = waiting.get(behind, 0.0) + reached[key] * part
                    places.setdefault(behind, (entry, line))
                elif (key, behind) in self.links:
                    reached[behind] += reached[key] * part
        for behind in sorted(waiting, key=lambda one: (-waiting[one], one)):
            entry, line = places[behind]
            position = entry.position.play(line.moves[0])
            if position.outcome is None and line.win not in (0.0, 1.0):
                return next(n for n in entry.node.children if n.move == line.moves[0]), position
        return None

    def _search(self, node: Node, position: Any) -> Entry:
        """Search a position. No move has a better chance than the one that the search prefers."""
        found = search(position, self._playouts, seed=self._seed, candidates=2 * MOVES)
        first = found.candidates[0]
        least = max(LEAST_VISITS, first.visits * LEAST_SHARE)
        lines: dict[int, KeptLine] = {}
        for one in found.candidates:
            key = place_of(position.play(one.move)).key
            if one is first or (one.visits >= least and key not in lines and len(lines) < MOVES):
                win = one.value if one.proven is None else one.proven
                moves = tuple(str(move) for move in one.line[:LENGTH])
                lines[key] = KeptLine(moves, round(min(win, first.value), 4), one.visits)
        return Entry(node, position, [*lines.values()], found.playouts, found.proven)


def _shares(lines: list[KeptLine]) -> list[float]:
    """Return how likely each move is to be chosen; they sum to 1."""
    weights = [math.exp((line.win - lines[0].win) / STEEPNESS) for line in lines]
    return [weight / sum(weights) for weight in weights]


def _other(position: Any) -> str:
    first, second = position.game.colours
    return str(second if position.turn == first else first)


def open_opening_book(game: str, path: Path) -> Record:
    """Return the book in a file, or a new one. Raises ``BocheError`` for anything else."""
    if not path.exists():
        record = Record.new(GameName(game))
        record.event = EVENT
        return record
    record = load(path)
    if (record.game_name, record.event) != (game, EVENT) or record.start != find(game).new():
        raise RecordError([Problem(0, 0, f"not an opening book of {game}")])
    return record


def main(arguments: list[str] | None = None) -> int:
    """Build a book as the arguments say; return the exit code."""
    parser = Parser(prog="python -m training.book", description="Build an opening book.")
    parser.add_argument("--game", choices=sorted(GAMES), required=True, help="of which game")
    parser.add_argument("--playouts", type=positive, default=50_000, metavar="N",
                        help="of the search of a position (default: 50000)")  # fmt: skip
    parser.add_argument("--positions", type=positive, default=200, metavar="M",
                        help="positions of the book (default: 200)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random games")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE",
                        help="the record; a book that is there is continued")  # fmt: skip
    given = parser.parse_args(arguments)
    sys.unraisablehook = stop_again  # the compiler swallows Ctrl+C
    try:
        refuse_unwritable(given.out)
        builder = Builder(open_opening_book(given.game, given.out), given.playouts, given.seed)
        _build(builder, given.positions, given.out)
    except FileError as error:
        parser.error(str(error))
    except BocheError as error:
        parser.error(f"{given.out}: {error}")
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


def _build(builder: Builder, count: int, path: Path) -> None:
    """Let a book grow, and write it now and then and at the end, also after Ctrl+C."""
    written = before = len(builder.entries)
    try:
        for number in progress(builder.grow(count), max(count - before, 0), "position"):
            if number - written >= EVERY:
                builder.write(path)
                written = number
    finally:
        if len(builder.entries) > written:
            builder.write(path)


if __name__ == "__main__":
    sys.exit(main())
