"""API operations on ladders, one for each game."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.pairing import ladder as rules
from boche.server.tournaments import ladder, ladder_steps
from boche.server.tournaments.ladder import Change, Ladder, Place
from boche.server.web.api import fields
from boche.server.web.api.operation import NUMBER, TEXT, Operation
from boche.server.web.authentication import Requester, requester_of
from boche.server.web.responses import json_of
from boche.server.web.service import service_of

LADDER = "/api/ladders/{game}"


async def all_ladders(request: Request) -> dict[str, Any]:
    """Return the ladders, with how many have a place."""
    sizes = await service_of(request).read(ladder.sizes)
    return {
        "ladders": [
            {"game": game, "title": GAMES[game].title, "size": size} for game, size in sizes.items()
        ]
    }


async def one(request: Request) -> dict[str, Any]:
    """Return a part of a ladder."""
    return data_of(await read(request, await requester_of(request)))


async def read(request: Request, requester: Requester) -> Ladder:
    """Return the part of a ladder from the place ``from`` on. Raises ``BadRequestError``."""
    service, game = service_of(request), request.path_params["game"]
    first = fields.query_integer(request.query_params, "from", 1)
    if first is None or first < 1:
        raise BadRequestError(tr("from: expected a place, 1 or more"))
    user, now = requester.user.id if requester.user else None, service.now()
    return await service.read(lambda transaction: ladder.read(transaction, game, user, now, first))


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


async def join(request: Request) -> dict[str, Any]:
    """Take the last place."""
    return await joined(request, await requester_of(request))


async def joined(request: Request, requester: Requester) -> dict[str, Any]:
    """Let the requester take the last place; return the ladder."""
    service, user = service_of(request), requester.signed_in()
    game = request.path_params["game"]

    def work(transaction: Transaction) -> Ladder:
        now = service.now()
        ladder_steps.join(transaction, game, user, now, requester.actor.payers)
        return ladder.read(transaction, game, user.id, now)

    return data_of(await service.write(work))


async def leave(request: Request) -> dict[str, Any]:
    """Give up one's place."""
    return await left(request, await requester_of(request))


async def left(request: Request, requester: Requester) -> dict[str, Any]:
    """Let the requester give up their place; return what became of it."""
    service, user = service_of(request), requester.signed_in()
    game = request.path_params["game"]
    await service.write(
        lambda transaction: ladder_steps.leave(transaction, game, user, service.now())
    )
    return {"game": game, "own": None}


async def challenge(request: Request) -> dict[str, Any]:
    """Challenge somebody above."""
    requester, payload = await requester_of(request), await json_of(request)
    fields.check(payload, "name")
    return await challenged(request, requester, fields.text(payload, "name"))


async def challenged(request: Request, requester: Requester, name: str) -> dict[str, Any]:
    """Begin the requester's game for somebody's place; return its board."""
    service, user = service_of(request), requester.signed_in()
    game = request.path_params["game"]
    board = await service.write(
        lambda transaction: ladder_steps.challenge(
            transaction, game, user, name, service.now(), requester.actor
        )
    )
    return {"game": game, "board": board}


OPERATIONS = (
    Operation("GET", "/api/ladders", "The ladders, one for each game, and their sizes.",
              all_ladders),
    Operation("GET", LADDER,
              f"{ladder.PAGE} places of a ladder from the place 'from' on; with the first ones, "
              "also the last changes.", one, query={"from": NUMBER}),
    Operation("POST", f"{LADDER}/join", "Take the last place.", join, status=201),
    Operation("POST", f"{LADDER}/leave", "Give up one's place, and its games under way.", leave),
    Operation("POST", f"{LADDER}/challenge",
              "Begin a game for the place of somebody above, who moves first.", challenge,
              {"name": TEXT}, needed=("name",), status=201),
)  # fmt: skip
