"""Operations of the API: functions, from whose parameters routes, checks and OpenAPI are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from inspect import iscoroutinefunction, signature
from itertools import groupby
from typing import Any, get_type_hints

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.engine.program import PROGRAM, version
from boche.server.database.store import Transaction
from boche.server.web.api import fields
from boche.server.web.api.fields import NUMBER, TEXT, Field
from boche.server.web.authentication import Requester, requester_of
from boche.server.web.responses import json_of
from boche.server.web.service import Service, service_of

Function = Callable[..., Any]

SECONDS = {"type": "number", "description": "seconds"}
PLAIN = {"text/plain": {"schema": TEXT}}

BY_REQUESTER: dict[str, Callable[[Requester], Any]] = {
    "requester": lambda requester: requester,
    "actor": lambda requester: requester.actor,
    "payers": lambda requester: requester.actor.payers,
    "reader": lambda requester: requester.reader,
    "user": lambda requester: requester.signed_in(),
}
"""Parameters that say who asks; ``user`` is for those who are signed in, ``reader`` for all."""

SERVED = {*BY_REQUESTER, "request", "service", "transaction", "now", "done"}
"""Parameters that are no fields; ``done`` is what ``run`` returned."""


@dataclass(frozen=True)
class Operation:
    """An operation. ``run`` does it, and its parameters say all that it needs.

    A gap of the path is the parameter of its name, ``{board:number}`` is ``number``, those in
    ``SERVED`` come from the server, and all others are fields of the body, of the query in a GET
    (``Field``). They are read in their order. With ``transaction``, a GET reads and all others
    write; a coroutine has its own transactions.

    ``run`` returns JSON data, or a whole response; with ``then``, it is that which does, by
    parameters with the same names, in the same transaction. ``finish`` adds to the response to a
    program. ``status`` is that of success. With ``plain``, body and refusals are plain text, not
    JSON. ``query`` has the JSON schema of each field of the query that ``run`` reads from the
    request itself, of which some are ``required``.
    """

    method: str
    path: str
    about: str
    run: Function
    then: Function | None = None
    finish: Callable[[Service, Response, Any], None] | None = None
    status: int = 200
    media: str = "application/json"
    plain: bool = False
    query: Mapping[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    async def __call__(
        self,
        request: Request,
        requester: Requester | None = None,
        given: Mapping[str, Any] | None = None,
        **path: Any,
    ) -> Any:
        """Do it; return the answer. A page says who asks, and what is given for the fields.

        ``path`` has gaps that are not in the request's own path. Raises ``BadRequestError`` for
        invalid fields.
        """
        service, values = service_of(request), dict[str, Any](path)
        values |= {"request": request, "service": service}
        for gap, value in request.path_params.items():
            values.setdefault(self._gaps.get(gap, gap), value)
        if requester is None and not BY_REQUESTER.keys().isdisjoint(self._parameters):
            requester = await requester_of(request)
        if given is None:
            given = request.query_params if self.method == "GET" else {}
            given = await json_of(request) if self.body else given
        if self.body:
            fields.check(given, *self.body)
        for name, declared in self._parameters.items():
            if declared is not None:
                is_query = self.method == "GET"
                values[name] = declared.read_query(given) if is_query else declared.read(given)
            elif name in BY_REQUESTER and requester is not None:
                values[name] = BY_REQUESTER[name](requester)
        if iscoroutinefunction(self.run):
            return await self.run(**arguments_of(self.run, values | {"now": service.now()}))

        def work(transaction: Transaction | None = None) -> Any:
            known = values | {"transaction": transaction, "now": service.now()}
            done = self.run(**arguments_of(self.run, known))
            return (
                self.then(**arguments_of(self.then, known | {"done": done})) if self.then else done
            )

        if "transaction" not in self._parameters:
            return work()
        return await (service.read if self.method == "GET" else service.write)(work)

    @cached_property
    def _gaps(self) -> dict[str, str]:
        """The gaps of the path, and the parameters that they are."""
        parts = [part.strip("{}").split(":") for part in self.path.split("/") if part[:1] == "{"]
        return {name: "number" if kind else name for name, *kind in parts}

    @cached_property
    def _parameters(self) -> dict[str, Field | None]:
        """The parameters of ``run`` and ``then``; None are those that are no fields."""
        found: dict[str, Field | None] = {}
        for function in (self.run, self.then or self.run):
            for name, parameter in signature(function).parameters.items():
                if name in SERVED or name in self._gaps.values():
                    found[name] = None
                elif name not in found:
                    found[name] = Field.of(parameter, _hints(function)[name])
        return found

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields by their names, in their order."""
        return {each.name: each for each in self._parameters.values() if each is not None}

    @cached_property
    def body(self) -> dict[str, Any]:
        """The JSON schemas of the body's fields by their names; none for a GET."""
        return {} if self.method == "GET" else {
            name: each.schema for name, each in self.fields.items()
        }  # fmt: skip

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of the fields that have to be given."""
        return (*self.required, *(name for name, each in self.fields.items() if each.is_needed))

    @property
    def route(self) -> Route:
        async def answer(request: Request) -> Response:
            result = await self(request)
            if isinstance(result, Response):
                return result
            response = JSONResponse(result, self.status, {"Cache-Control": "no-store"})
            if self.finish is not None:
                self.finish(service_of(request), response, result)
            return response

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
        query = dict(self.query)
        if self.method == "GET":
            query |= {name: each.schema for name, each in self.fields.items()}
        places = [
            {"name": gap, "in": "path", "required": True,
             "schema": NUMBER if name == "number" else TEXT}
            for gap, name in self._gaps.items()
        ] + [
            {"name": name, "in": "query", "required": name in self.needed, "schema": schema}
            for name, schema in query.items()
        ]  # fmt: skip
        if places:
            description["parameters"] = places
        if self.plain:
            description["requestBody"] = {"required": True, "content": PLAIN}
        if self.body:
            needed = list(self.needed)
            schema = {"type": "object", "properties": self.body, "additionalProperties": False}
            schema |= {"required": needed} if needed else {}
            description["requestBody"] = {
                "required": bool(needed), "content": {"application/json": {"schema": schema}},
            }  # fmt: skip
        return description


@cache
def _hints(function: Function) -> dict[str, Any]:
    """Return the parameters of a function, each with its type."""
    hints = get_type_hints(function, include_extras=True)
    return {name: hints.get(name) for name in signature(function).parameters}


def arguments_of(function: Function, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a function's parameters; ``user`` is an account, or its number."""
    return {
        name: values[name].id if name == "user" and hint is int else values[name]
        for name, hint in _hints(function).items()
    }


def operation(method: str, path: str, about: str, **more: Any) -> Callable[[Function], Operation]:
    """Make an operation of a function; see ``Operation`` for what more may be said of it."""
    return lambda run: Operation(method, path, about, run, **more)


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
