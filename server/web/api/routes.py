"""Routes of the API, and the document that describes them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from boche.server.web import commands, events, hints, scene_data
from boche.server.web.api import (
    analysis,
    boards,
    ladders,
    notifications,
    people,
    reports,
    seats,
    seeks,
    tournaments,
)
from boche.server.web.api.operation import Operation, described


async def document(request: Request) -> dict[str, Any]:
    """Return the OpenAPI document of the API."""
    return described(OPERATIONS)


OPERATIONS: tuple[Operation, ...] = (
    *boards.OPERATIONS,
    *seeks.OPERATIONS,
    *analysis.OPERATIONS,
    *people.OPERATIONS,
    *seats.OPERATIONS,
    *notifications.OPERATIONS,
    *reports.OPERATIONS,
    *tournaments.OPERATIONS,
    *ladders.OPERATIONS,
    *events.OPERATIONS,
    *scene_data.OPERATIONS,
    *hints.OPERATIONS,
    *commands.OPERATIONS,
    Operation("GET", "/api/openapi.json", "This document.", document),
)

ROUTES = [operation.route for operation in OPERATIONS]
