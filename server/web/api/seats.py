"""API operations on the players at a board."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from boche.server.database.store import Transaction
from boche.server.play import player_info
from boche.server.play.match import load
from boche.server.web.api import fields
from boche.server.web.api.operation import TEXT, Operation
from boche.server.web.authentication import requester_of
from boche.server.web.responses import json_of
from boche.server.web.service import service_of

BOARD = "/api/boards/{board:number}"


async def people(request: Request) -> dict[str, Any]:
    service, number = service_of(request), request.path_params["board"]
    return {
        "people": await service.read(
            lambda transaction: player_info.people(transaction, load(transaction, number))
        )
    }


async def rename(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "name")
    name, number = fields.text(payload, "name"), request.path_params["board"]

    def work(transaction: Transaction) -> None:
        player_info.rename(transaction, requester.actor, number, name, service.now())

    await service.write(work)
    return {"name": name}


OPERATIONS = (
    Operation("GET", f"{BOARD}/people",
              "Who sits at a board: accounts, ratings, and what the game changed of them.", people),
    Operation("PUT", f"{BOARD}/name", "Say by which name a guest is called.", rename,
              {"name": TEXT}, needed=("name",)),
)  # fmt: skip
