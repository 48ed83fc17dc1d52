"""The lobby for one reader: others' games, one's own, and the levels that offer to play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from boche.engine.games.registry import GAMES, find
from boche.server.database.store import Transaction
from boche.server.play import lists
from boche.server.web.authentication import Requester
from boche.server.web.board_rows import BoardRow, Figures, figures_of, rows_for
from boche.server.web.seek_rows import Reader, SeekList, SeekRow, list_of, reader_of, rows_of
from boche.server.web.service import Service

GUEST_LEVEL = 3
"""The level offered to those without a rating."""


@dataclass(frozen=True)
class Lobby:
    """Rows for a reader; ``levels`` are those offered to the reader, by game."""

    others: tuple[SeekRow, ...]
    own: tuple[SeekRow, ...]
    levels: Mapping[str, int]

    def live(self) -> list[int]:
        """Return the boards where the reader waits for a live game."""
        return [row.board for row in self.own if row.live]


def lobby_of(transaction: Transaction, user: int | None, now: float) -> Lobby:
    """Read the lobby for an account, or for guests."""
    found = list_of(transaction, now)
    return sorted_for(found, reader_of(transaction, user, found))


def sorted_for(found: SeekList, reader: Reader, seats: Collection[int] = ()) -> Lobby:
    """Sort the list for a reader; ``seats`` are boards where they sit as a guest."""
    rows = rows_of(found, reader)
    own = [row for row in rows if row.mine or row.board in seats]
    others = [row for row in rows if row not in own]
    # Live games first: those players wait on this page.
    others.sort(key=lambda row: (not row.live, -row.board))
    games = {row.seek.row.game for row in own if row.live}
    levels = {game: level_for(game, reader.rating(game)) for game in games if game in GAMES}
    return Lobby(tuple(others), tuple(own), levels)


def level_for(game: str, rating: float | None) -> int:
    """Return the computer's level closest to a rating; a moderate one for guests, without one."""
    levels = find(game).levels
    if rating is None or not any(level.rating for level in levels):
        return GUEST_LEVEL
    return min(
        range(1, len(levels) + 1), key=lambda number: abs(levels[number - 1].rating - rating)
    )


async def asking_boards(service: Service, requester: Requester) -> list[BoardRow]:
    """Return the challenges and rematches that await the requester's answer."""
    user = requester.user
    if user is None:
        return []

    def work(transaction: Transaction) -> tuple[list[lists.Listed], Figures]:
        boards = lists.asking(transaction, user.id)
        return boards, figures_of(transaction, boards)

    boards, figures = await service.read(work)
    return rows_for(boards, requester, service.now(), figures)
