"""API operations on ladders, one for each game."""

from __future__ import annotations

from typing import Any

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.pairing import ladder as rules
from boche.server.tournaments import ladder, ladder_steps
from boche.server.tournaments.ladder import Change, Ladder, Place
from boche.server.web.api.operation import Operation, operation

LADDER = "/api/ladders/{game}"


@operation("GET", "/api/ladders", "The ladders, one for each game, and their sizes.")
def all_ladders(transaction: Transaction) -> dict[str, Any]:
    """Return the ladders, with how many have a place."""
    return {
        "ladders": [
            {"game": game, "title": GAMES[game].title, "size": size}
            for game, size in ladder.sizes(transaction).items()
        ]
    }


@operation("GET", LADDER,
           f"{ladder.PAGE} places of a ladder from the place 'from' on; with the first ones, also "
           "the last changes.")  # fmt: skip
def one(
    transaction: Transaction, reader: int | None, game: str, now: float, from_: int | None = 1
) -> dict[str, Any]:
    """Return a part of a ladder."""
    return data_of(read(transaction, reader, game, now, from_))


def read(
    transaction: Transaction, reader: int | None, game: str, now: float, first: int | None
) -> Ladder:
    """Return a part of a ladder from a place on. Raises ``BadRequestError``."""
    if first is None or first < 1:
        raise BadRequestError(tr("from: expected a place, 1 or more"))
    return ladder.read(transaction, game, reader, now, first)


def data_of(found: Ladder) -> dict[str, Any]:
    """Return a part of a ladder as JSON data."""
    clock = ladder_steps.CLOCK.clock
    return {
        "game": found.game, "size": found.size, "reach": rules.reach(found.size),
        "clock": clock.fields, "own": found.own.place if found.own else None,
        "places": [_place(found, place) for place in found.places],
        "changes": [_change(change) for change in found.changes],
    }  # fmt: skip


def _place(found: Ladder, place: Place) -> dict[str, Any]:
    return {
        "place": place.rung.place, "name": place.name,
        "rating": None if place.figure is None else round(place.figure.rating, 1),
        "away": place.rung.away,
        "games": [
            {"board": game.board, "challenger": found.names.get(game.challenger),
             "challenged": found.names.get(game.challenged), "since": game.at}
            for game in place.games
        ],
        "can_challenge": place.can, "refusal": place.refusal or None,
    }  # fmt: skip


def _change(change: Change) -> dict[str, Any]:
    return {"at": change.at, "kind": change.kind, "name": change.name, "other": change.other,
            "board": change.board, "before": change.before, "after": change.after}  # fmt: skip


def _as_it_stands(transaction: Transaction, game: str, user: int, now: float) -> dict[str, Any]:
    return data_of(ladder.read(transaction, game, user, now))


join = Operation("POST", f"{LADDER}/join", "Take the last place.", ladder_steps.join,
                 _as_it_stands, status=201)  # fmt: skip
leave = Operation(
    "POST", f"{LADDER}/leave", "Give up one's place, and its games under way.", ladder_steps.leave,
    lambda game: {"game": game, "own": None},
)  # fmt: skip
challenge = Operation(
    "POST", f"{LADDER}/challenge",
    "Begin a game for the place of somebody above, who moves first.", ladder_steps.challenge,
    lambda game, done: {"game": game, "board": done}, status=201,
)  # fmt: skip
