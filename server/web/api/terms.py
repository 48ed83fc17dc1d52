"""The terms of a new game in JSON, and seeking an opponent for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.names import check_guest_name
from boche.server.play import lobby, seeks, setup
from boche.server.play.clock_names import NAMED, read_clock
from boche.server.web.api.fields import NOTHING
from boche.server.web.api.operation import SECONDS
from boche.server.web.api.schemas import as_it_stands
from boche.server.web.authentication import Requester

CLOCK = {"oneOf": [
    {"type": "object", "properties": {
        "start": SECONDS, "increment": SECONDS, "most": SECONDS, "nag": SECONDS}},
    {"enum": list(NAMED)},
]}  # fmt: skip

Options = Mapping[str, Any]
ClockField = Annotated[Any, CLOCK]
Begins = Annotated[str, seeks.BEGINS]
Rating = Annotated[int, range(seeks.LOWEST_RATING, seeks.HIGHEST_RATING + 1)]


def check_game(game: str | None) -> None:
    """Raise ``BadRequestError`` for a name that is no game's; None is any game."""
    if game is not None and game not in GAMES:
        raise BadRequestError(tr("game: unknown game {game!r}", game=game[:40]))


def terms_of(game: str, options: Options, clock: ClockField, rated: bool) -> setup.Terms:
    """Return the terms that these fields describe. Raises ``BadRequestError``."""
    return setup.Terms.of(game, options, read_clock(clock), rated)


def seek(
    transaction: Transaction, requester: Requester, now: float, game: str,
    options: Options = NOTHING, clock: ClockField = NOTHING, rated: bool = False,
    begins: Begins = seeks.ME, low: Rating | None = None, high: Rating | None = None,
    as_: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Join a game on these terms, or set up one that waits; return it, its own seat and secrets.

    ``paired`` says which.
    """
    terms, preferences = (
        terms_of(game, options, clock, rated),
        seeks.SeekPreferences(begins, low, high),
    )
    taker = setup.SeatTaker(requester.user, check_guest_name(as_))
    found = lobby.seek(transaction, taker, terms, preferences, now, requester.actor)
    secrets = [found.secret if seat == found.own else None for seat in (0, 1)]
    board = as_it_stands(transaction, requester.actor, found.board, now)
    return board | {"own": [found.own], "secrets": secrets, "paired": found.paired}
