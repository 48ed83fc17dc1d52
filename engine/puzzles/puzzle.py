"""A puzzle: one game tree whose main line leads to a node with the property ``PZ``."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from boche.engine.atomic_write import write_file
from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.languages.current import tr
from boche.engine.record import Node, Record, load, load_all

RATING, GOAL, REPLIES = "PZ", "PG", "RF"
"""Properties of a puzzle's node: its rating, its goal, and refutations of moves not listed."""

Goal = Literal["win", "draw"]
GOALS: tuple[Goal, ...] = ("win", "draw")

LOW, HIGH = 100, 4000
"""The least and the greatest rating that is read."""


class PuzzleError(BocheError):
    """A file that holds no valid puzzle; the message is one line that says where and why."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position with a task; its record is read when it is first needed.

    ``id`` is stable, of the form ``game-0007``. ``goal`` is one line that says what is asked,
    ``rating`` the difficulty on the scale of the players' ratings.
    """

    id: str
    game_name: str
    goal: str
    rating: int
    data: bytes

    @cached_property
    def record(self) -> Record:
        """The record; its main line begins with the game that led to the position."""
        return load(self.data)

    @property
    def game(self) -> Game:
        """The game, as registered."""
        return self.record.game

    @cached_property
    def node(self) -> Node:
        """The node of the record that has the task."""
        node = puzzle_node(self.record)
        if node is None:
            raise PuzzleError(
                tr("{id}: no node with {rating} on its main line", id=self.id, rating=RATING)
            )
        return node

    @cached_property
    def position(self) -> Any:
        """The position to solve. Raises ``RecordError`` for an illegal move on the way."""
        return self.record.position(self.node)

    @property
    def colour(self) -> str:
        """Colour that has to find the moves."""
        return str(self.position.turn)

    @property
    def aim(self) -> Goal:
        """The result to reach by force: to win, or to avoid losing."""
        return "draw" if self.node.text(GOAL) == "draw" else "win"

    @property
    def moves(self) -> tuple[str, ...]:
        """Moves from the start of the game to the position."""
        return tuple(node.move for node in self.node.path() if node.move is not None)


def puzzle_node(record: Record) -> Node | None:
    """Return the node of the main line that sets a puzzle, or None."""
    return next((node for node in record.main_line() if node.text(RATING)), None)


def puzzle_of(record: Record) -> Puzzle:
    """Return the puzzle in a record. Raises ``PuzzleError``."""
    name = record.name or tr("a game without a name (GN)")
    node = puzzle_node(record)
    if node is None:
        raise PuzzleError(
            tr(
                "{name}: not a puzzle: its main line has no rating ({rating})",
                name=name[:60],
                rating=RATING,
            )
        )
    text = node.text(RATING)
    if not re.fullmatch(r"\d{3,4}", text) or not LOW <= int(text) <= HIGH:
        raise PuzzleError(
            tr(
                "{name}: {rating} has {text!r}; write {low} to {high}",
                name=name[:60],
                rating=RATING,
                text=text[:20],
                low=LOW,
                high=HIGH,
            )
        )
    if not record.name:
        raise PuzzleError(
            tr(
                "{name}: a puzzle needs one, as in GN[{game}-0001]",
                name=name,
                game=record.game_name,
            )
        )
    return Puzzle(record.name, record.game_name, record.root.text("GC"), int(text), bytes(record))


def read_puzzles(source: Any) -> list[Puzzle]:
    """Read all puzzles from a file (a path) or its contents (bytes).

    Raises ``RecordError`` if it cannot be read, ``PuzzleError`` at the first record without one.
    """
    return [puzzle_of(record) for record in load_all(source)]


_NAME = re.compile(rb"GN\[((?:[^\]\\]|\\.)*)\]")
_TASK = re.compile(rb"GC\[((?:[^\]\\]|\\.)*)\]")
_RATING = re.compile(rb"PZ\[(\d+)\]")


def indexed(game_name: str, data: bytes) -> Sequence[Puzzle]:
    """Return the puzzles of a file that this package wrote, without reading the records.

    There, an empty line separates two games.
    """
    found = []
    for tree in data.split(b"\n\n"):
        name, task, rating = (part.search(tree) for part in (_NAME, _TASK, _RATING))
        if name and task and rating:
            words = name[1].decode(), task[1].decode()
            found.append(Puzzle(words[0], game_name, words[1], int(rating[1]), tree))
    return tuple(found)


# Files of puzzles: one game tree for each, with an empty line between two.


def read_collection(path: str | os.PathLike[str]) -> list[Record]:
    """Return the puzzles of a file, none if there is no such file.

    Raises ``RecordError``, ``PuzzleError``.
    """
    if not Path(path).exists():
        return []
    records = load_all(path)
    for record in records:
        puzzle_of(record)
    return records


def write_collection(path: str | os.PathLike[str], records: Sequence[Record]) -> None:
    """Write puzzles to a file; an existing one is replaced at once. Raises ``FileError``."""
    write_file(path, b"\n".join(bytes(record) for record in records))


def name_of(game_name: str, records: Sequence[Record]) -> str:
    """Return the id for one more puzzle."""
    taken = [record.name.rpartition("-")[2] for record in records]
    last = max((int(number) for number in taken if number.isdecimal()), default=0)
    return f"{game_name}-{last + 1:04d}"
