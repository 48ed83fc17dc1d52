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

from boche.engine.atomic_write import refuse_unwritable, write_file
from boche.engine.errors import BocheError, Problem, RecordError
from boche.engine.explorer.book import searched
from boche.engine.explorer.keys import place_of
from boche.engine.games.registry import GAMES, find
from boche.engine.interrupt import interrupt_deferred, stop_again
from boche.engine.record import Node, Record, dump_sgf, load
from boche.engine.record.evaluation import KeptEvaluation, KeptLine, keep_evaluation
from boche.engine.search.search import search
from boche.viewer.cli.arguments import positive
from boche.viewer.cli.command import Parser
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
    """A searched position: its node, its lines, best first, and the keys behind their moves."""

    node: Node
    position: Any
    depth: int
    lines: list[KeptLine]
    playouts: int
    proven: str | None = None
    keys: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for line in self.lines:
            self.keys[line.moves[0]] = place_of(self.position.play(line.moves[0])).key

    @property
    def chance(self) -> float:
        """The chance of the player to move."""
        return self.lines[0].win


class Builder:
    """A book under construction. ``entries`` are its positions by their keys."""

    def __init__(self, record: Record, playouts: int, seed: int) -> None:
        self.record, self._playouts, self._seed = record, playouts, seed
        self.entries: dict[int, Entry] = {}
        for node, position, kept in searched(record):
            depth = sum(one.move is not None for one in node.path())
            self._enter(Entry(node, position, depth, [*kept.lines], kept.playouts, kept.proven))

    def grow(self, count: int) -> Iterator[int]:
        """Search more positions until there are ``count``; yield the number after each."""
        while len(self.entries) < count:
            chosen = self._likeliest() if self.entries else (self.record.root, self.record.start, 0)
            if chosen is None:
                return
            entry = self._search(*chosen)
            with interrupt_deferred():
                self._enter(entry)
                self._back_up()
            yield len(self.entries)

    def write(self, path: Path) -> None:
        """Write the book."""
        behind: dict[int, set[int]] = {}
        for key, entry in reversed(self._ordered()):
            further = [
                entry.keys[line.moves[0]] for line in entry.lines if self._behind(entry, line)
            ]
            behind[key] = {key}.union(*(behind[one] for one in further))
            playouts = sum(self.entries[one].playouts for one in behind[key])
            self._keep(entry, playouts)
        root = self.record.root
        root.comment = f"{root.comment}\n{ABOUT}"
        write_file(path, dump_sgf(self.record))

    def _keep(self, entry: Entry, playouts: int) -> None:
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
            same = self._behind(entry, line)
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

    def _behind(self, entry: Entry, line: KeptLine) -> Entry | None:
        """Return the position behind a move if it was searched.

        One that is reached in another number of moves is none: no position lies behind itself.
        """
        found = self.entries.get(entry.keys[line.moves[0]])
        return found if found is not None and found.depth == entry.depth + 1 else None

    def _ordered(self) -> list[tuple[int, Entry]]:
        """Return the positions, first those near the start, whatever the order of searches."""
        return sorted(self.entries.items(), key=lambda item: (item[1].depth, item[0]))

    def _back_up(self) -> None:
        """Give each move the chance of the position behind it, and put the best move first."""
        for _, entry in reversed(self._ordered()):
            entry.lines = [self._backed_up(entry, line) for line in entry.lines]
            entry.lines.sort(key=lambda line: -line.win)

    def _backed_up(self, entry: Entry, line: KeptLine) -> KeptLine:
        after = self._behind(entry, line)
        if after is None:
            return line
        same = after.position.player == entry.position.player
        win = after.chance if same else round(1.0 - after.chance, 4)
        if after.node.parent is not entry.node:
            return replace(line, win=win)
        return replace(line, win=win, moves=(line.moves[0], *after.lines[0].moves)[:LENGTH])

    # -- the next position

    def _likeliest(self) -> tuple[Node, Any, int] | None:
        """Return the place of the unsearched position reached most likely, or None without any."""
        reached = dict.fromkeys(self.entries, 0.0)
        waiting: dict[int, float] = {}
        places: dict[int, tuple[Entry, KeptLine]] = {}
        for key, entry in self._ordered():
            share = reached[key] if entry.depth else 1.0
            for line, part in zip(entry.lines, _shares(entry.lines), strict=True):
                behind = entry.keys[line.moves[0]]
                if behind not in self.entries:
                    waiting[behind] = waiting.get(behind, 0.0) + share * part
                    places.setdefault(behind, (entry, line))
                elif self._behind(entry, line) is not None:
                    reached[behind] += share * part
        for behind in sorted(waiting, key=lambda one: (-waiting[one], one)):
            entry, line = places[behind]
            position = entry.position.play(line.moves[0])
            if position.outcome is None and line.win not in (0.0, 1.0):
                node = next(n for n in entry.node.children if n.move == line.moves[0])
                return node, position, entry.depth + 1
        return None

    def _search(self, node: Node, position: Any, depth: int) -> Entry:
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
        return Entry(node, position, depth, [*lines.values()], found.playouts, found.proven)


def _shares(lines: list[KeptLine]) -> list[float]:
    """Return how likely each move is to be chosen; they sum to 1."""
    weights = [math.exp((line.win - lines[0].win) / STEEPNESS) for line in lines]
    return [weight / sum(weights) for weight in weights]


def _other(position: Any) -> str:
    first, second = position.game.colours
    return str(second if position.turn == first else first)


def opened(game: str, path: Path) -> Record:
    """Return the book in a file, or a new one. Raises ``BocheError`` for anything else."""
    if not path.exists():
        record = Record.new(game)
        record.event = EVENT
        return record
    record = load(path)
    if (record.game_name, record.event) != (game, EVENT) or record.start != find(game).new():
        raise RecordError([Problem(0, 0, f"{path} is no opening book of {game}")])
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
        builder = Builder(opened(given.game, given.out), given.playouts, given.seed)
        _build(builder, given.positions, given.out)
    except BocheError as error:
        print(f"{parser.prog}: {given.out}: {error}", file=sys.stderr)
        return 2
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
