"""Seeks as their readers see them, in a list or as JSON."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.people.messages import kept_apart
from boche.server.people.ratings import beginning
from boche.server.people.standings import Figure, figures_now
from boche.server.play import seeks
from boche.server.play.clock_names import title_of
from boche.server.play.option_words import options_in_words
from boche.server.play.seeks import ME, OTHER, Seek


@dataclass(frozen=True)
class SeekList:
    """All seeks, and the ratings of their players by account and game."""

    seeks: tuple[Seek, ...]
    figures: Mapping[tuple[int, str], Figure]

    def size(self) -> int:
        """Return its size in bytes, roughly."""
        return 2000 * (1 + len(self.seeks))


@dataclass(frozen=True)
class Reader:
    """Someone who reads the list: an account (None for a guest) and what it may join.

    ``apart`` are the people whom it has blocked, or who have blocked it; ``ratings`` its own.
    """

    user: int | None
    apart: Collection[int]
    ratings: Mapping[tuple[int, str], Figure]
    first: float

    def rating(self, game: str) -> float | None:
        """Return the reader's rating in a game; None for a guest."""
        if self.user is None:
            return None
        figure = self.ratings.get((self.user, game))
        return self.first if figure is None else figure.rating


GUEST = Reader(None, (), {}, 0.0)


@dataclass(frozen=True)
class SeekRow:
    """A seek for its reader. ``barred`` says why the reader may not join; empty if they may."""

    seek: Seek
    title: str
    options: str
    figure: Figure | None
    mine: bool
    barred: str

    @property
    def board(self) -> int:
        return self.seek.board

    @property
    def name(self) -> str:
        return str(self.seek.row.name)

    @property
    def clock(self) -> str:
        return title_of(self.seek.clock)

    @property
    def live(self) -> bool:
        return self.seek.clock.live

    @property
    def begins(self) -> str:
        """The line on who moves first."""
        first = {ME: tr("they move first"), OTHER: tr("you move first")}
        return first.get(self.seek.row.begins, "")

    @property
    def range(self) -> str:
        return self.seek.preferences.range


def list_of(transaction: Transaction, now: float) -> SeekList:
    """Read the list for all readers."""
    found = seeks.listed_seeks(transaction, now)
    people = {seek.user for seek in found if seek.user is not None}
    return SeekList(tuple(found), figures_now(transaction, people))


def reader_of(transaction: Transaction, user: int | None, found: SeekList) -> Reader:
    """Return what a reader of the list may join."""
    if user is None:
        return GUEST
    people = [seek.user for seek in found.seeks if seek.user is not None]
    return Reader(
        user, kept_apart(transaction, user, people), figures_now(transaction, [user]),
        beginning(transaction),
    )  # fmt: skip


def rows_of(found: SeekList, reader: Reader) -> list[SeekRow]:
    """Return the seeks that a reader is shown: one's own, and those of people not kept apart."""
    return [
        _row(seek, reader, found.figures)
        for seek in found.seeks
        if seek.user is None or seek.user not in reader.apart
    ]


def _row(seek: Seek, reader: Reader, figures: Mapping[tuple[int, str], Figure]) -> SeekRow:
    row, game = seek.row, GAMES.get(seek.row.game)  # an external package may be gone
    mine = seek.user is not None and seek.user == reader.user
    barred = ""
    if not mine and row.rated and reader.user is None:
        barred = tr("Sign in to play a rated game")
    elif not mine and not seek.preferences.admits(reader.rating(row.game)):
        barred = tr("For ratings {range}", range=seek.preferences.range)
    return SeekRow(
        seek, game.title if game else row.game,
        options_in_words(game, row.options),
        None if seek.user is None else figures.get((seek.user, row.game)), mine, barred,
    )  # fmt: skip


def seek_json(row: SeekRow) -> dict[str, Any]:
    """Return a seek as JSON."""
    seek, figure = row.seek, row.figure
    return {
        "board": row.board, "game": seek.row.game, "options": seek.options,
        "clock": seek.clock.fields | {"text": seek.clock.text, "live": row.live},
        "rated": seek.row.rated, "name": row.name, "guest": seek.user is None,
        "rating": None if figure is None else round(figure.rating, 1),
        "low": seek.row.low, "high": seek.row.high, "begins": seek.row.begins,
        "created": seek.row.created, "own": row.mine, "barred": row.barred or None,
    }  # fmt: skip
