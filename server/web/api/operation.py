"""Operations of the API, from which routes and OpenAPI are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.engine.program import PROGRAM, version

Handler = Callable[[Request], Awaitable[Any]]

NUMBER = {"type": "integer"}
TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
SECONDS = {"type": "number", "description": "seconds"}
PLAIN = {"text/plain": {"schema": TEXT}}


@dataclass(frozen=True)
class Operation:
    """An operation. ``body`` and ``query`` have a JSON schema per field; ``needed`` are required.

    ``run`` returns JSON data, or a whole response. ``status`` is that of success. With ``plain``,
    body and refusals are plain text, not JSON.
    """

    method: str
    path: str
    about: str
    run: Handler
    body: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    status: int = 200
    media: str = "application/json"
    plain: bool = False

    @property
    def route(self) -> Route:
        async def answer(request: Request) -> Response:
            result = await self.run(request)
            if isinstance(result, Response):
                return result
            return JSONResponse(result, self.status, {"Cache-Control": "no-store"})

        return Route(self.path, answer, methods=[self.method])

    @property
    def described(self) -> dict[str, Any]:
        """The operation in OpenAPI's form."""
        description: dict[str, Any] = {
            "summary": self.about,
            "responses": {
                str(self.status): {"description": "done", "content": {self.media: {}}},
                "4XX": {"description": "refused", "content": PLAIN if self.plain else {
                    "application/json": {"schema": {"type": "object",
                        "properties": {"error": TEXT}, "required": ["error"]}}}},
            },
        }  # fmt: skip
        places = [
            {"name": name.partition(":")[0], "in": "path", "required": True,
             "schema": NUMBER if name.endswith(":number") else TEXT}
            for name in _gaps(self.path)
        ] + [
            {"name": name, "in": "query", "required": name in self.needed, "schema": schema}
            for name, schema in self.query.items()
        ]  # fmt: skip
        if places:
            description["parameters"] = places
        if self.plain:
            description["requestBody"] = {"required": True, "content": PLAIN}
        if self.body:
            needed = [name for name in self.body if name in self.needed]
            schema = {"type": "object", "properties": self.body, "additionalProperties": False}
            schema |= {"required": needed} if needed else {}
            description["requestBody"] = {
                "required": bool(needed), "content": {"application/json": {"schema": schema}},
            }  # fmt: skip
        return description


def _gaps(path: str) -> list[str]:
    return [part.strip("{}") for part in path.split("/") if part.startswith("{")]


def described(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return all operations as an OpenAPI document."""
    ordered = sorted(operations, key=lambda operation: operation.path)
    paths = {
        path.replace(":number}", "}"): {
            operation.method.lower(): operation.described for operation in own
        }
        for path, own in groupby(ordered, key=lambda operation: operation.path)
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": PROGRAM, "version": version() or "0",
                 "description": "Games between people who are far apart. Who asks is told by "
                 "'Authorization: Bearer SESSION', 'Basic' with name and password, or 'Seat "
                 "SECRET' with the secret of a seat's link."},
        "paths": paths,
    }  # fmt: skip
