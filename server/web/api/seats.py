"""API operations on the players at a board."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from boche.server.database.store import Unit
from boche.server.play import seating
from boche.server.play.board import load
from boche.server.web.answers import json_of
from boche.server.web.api import fields
from boche.server.web.api.operation import TEXT, Operation
from boche.server.web.service import service_of
from boche.server.web.who import who

BOARD = "/api/boards/{board:number}"


async def people(request: Request) -> dict[str, Any]:
    service, number = service_of(request), request.path_params["board"]
    return {"people": await service.read(lambda unit: seating.people(unit, load(unit, number)))}


async def rename(request: Request) -> dict[str, Any]:
    service, asker, given = service_of(request), await who(request), await json_of(request)
    fields.only(given, "name")
    name, number = fields.text(given, "name"), request.path_params["board"]

    def work(unit: Unit) -> None:
        seating.rename(unit, asker.actor, number, name, service.now())

    await service.write(work)
    return {"name": name}


OPERATIONS = (
    Operation("GET", f"{BOARD}/people",
              "Who sits at a board: accounts, ratings, and what the game changed of them.", people),
    Operation("PUT", f"{BOARD}/name", "Say by which name a guest is called.", rename,
              {"name": TEXT}, needed=("name",)),
)  # fmt: skip
