"""Routes of the API, and the document that describes them."""

from __future__ import annotations

from typing import Any

from boche.server.web import commands, events, hints, scene_data
from boche.server.web.api import (
    analysis,
    boards,
    ladders,
    notifications,
    people,
    reports,
    seeks,
    tournaments,
)
from boche.server.web.api.operation import Operation, described, operation

MODULES = (boards, seeks, analysis, people, notifications, reports, tournaments, ladders, events,
           scene_data, hints, commands)  # fmt: skip


@operation("GET", "/api/openapi.json", "This document.")
def document() -> dict[str, Any]:
    """Return the OpenAPI document of the API."""
    return described(OPERATIONS)


OPERATIONS: tuple[Operation, ...] = (
    *(each for module in MODULES for each in vars(module).values() if isinstance(each, Operation)),
    document,
)

ROUTES = [operation.route for operation in OPERATIONS]
