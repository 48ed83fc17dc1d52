"""Opening books: the best moves of a game's first positions, as deep searches found them.

A book is a record of the game with its default options, in which each position that was searched
keeps an evaluation. Positions count up to symmetry, so it also answers for other orders of moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.explorer.keys import Place, place_of
from boche.engine.game import Game
from boche.engine.languages.current import word_later
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.engine.record import Node, Record, book_file, load
from boche.engine.record.evaluation import PROPERTY, KeptEvaluation, KeptLine, evaluation_of
from boche.engine.words import UNREADABLE_BOOK


@dataclass(frozen=True)
class BookMove:
    """A move of a book with the mover's chance of winning, from 0 to 1, as far as the book knows.

    ``moves`` are all legal moves that symmetry makes the same, ``move`` is the first of them.
    ``visits`` is how often the search of the position tried them.
    """

    moves: tuple[str, ...]
    chance: float
    visits: int

    @property
    def move(self) -> str:
        return self.moves[0]

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "move": self.move, "equal": list(self.moves[1:]), "chance": self.chance,
            "visits": self.visits,
        }  # fmt: skip


class BookError(BocheError):
    """An opening book that cannot be read; the message names its file."""


class Book:
    """The evaluated positions of a record, found by what they are up to symmetry."""

    def __init__(self, record: Record) -> None:
        """Read a record. Raises ``ValueError`` if it is damaged, or no book of its game."""
        if record.problems:
            raise ValueError(str(record.problems[0]))
        if any(node.texts(PROPERTY) and evaluation_of(node) is None for node in record.nodes()):
            raise ValueError(word_later("an evaluation is damaged"))
        self._lines: dict[int, tuple[tuple[str, KeptLine], ...]] = {}
        for _, position, evaluation in searched(record):
            place = place_of(position)
            lines = [(place.move(position.parse(e.moves[0])), e) for e in evaluation.lines]
            self._lines.setdefault(place.key, tuple(lines))
        if not self._lines:
            raise ValueError(word_later("it has no evaluations"))

    def moves(self, place: Place) -> tuple[BookMove, ...]:
        """Return the moves of the book for a position, best first; none where it has none."""
        lines = self._lines.get(place.key, ())
        found = (BookMove(place.moves(text), line.win, line.visits) for text, line in lines)
        return tuple(move for move in found if move.moves)


def searched(record: Record) -> Iterator[tuple[Node, Any, KeptEvaluation]]:
    """Yield the nodes whose position was searched, with position and evaluation, parents first.

    The way to each is along such nodes. Raises ``BocheError`` for an illegal move.
    """
    waiting: list[tuple[Node, Any]] = [(record.root, record.start)]
    while waiting:
        node, before = waiting.pop()
        evaluation = evaluation_of(node)
        if evaluation is None or not evaluation.lines:
            continue
        position = before if node.move is None else before.play(node.move)
        yield node, position, evaluation
        waiting += [(child, position) for child in reversed(node.children)]


def book_moves(place: Place) -> tuple[BookMove, ...]:
    """Return what the book of a game says of a position; the first call for a game reads it.

    Raises ``BookError``.
    """
    game = place.position.game
    if dict(place.position.options) != game.complete({}):
        return ()
    book = book_of(game)
    if isinstance(book, str):
        raise BookError(book)
    return book.moves(place) if book is not None else ()


@cache
def book_of(game: Game) -> Book | str | None:
    """Return a game's book, what is wrong with it, or None for another package's game."""
    path = book_file(game.name)
    ours = game.room.partition(".")[0] == __name__.partition(".")[0]
    if not ours and not path.is_file():
        return None
    try:
        record = load(path.read_bytes(), game=game.name)
        if record.options != game.complete({}):
            raise ValueError(word_later("it was made for other options"))
        return Book(record)
    except (OSError, ValueError, LookupError, RecursionError) as error:
        why = system_reason(error) if getattr(error, "strerror", None) else why_not(error)
        return UNREADABLE_BOOK(path=str(path), why=why, program=PROGRAM)
