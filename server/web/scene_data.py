"""Data for a page's table: positions and possible moves, as packed scenes.

A place in a game is ``ply``, a number of the board's moves, and ``line``, unplayed moves from there
on: for an analysis beside the game, and for conditional moves. All watchers request a new position
at the same moment: a request that names the event (``event``) gets what was read and drawn for the
first of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from boche.engine.errors import RefusedMoveError
from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.play.match import load
from boche.server.play.position_cache import key_of, position_of
from boche.server.web.api.fields import NUMBER, TEXT, query_integer
from boche.server.web.api.operation import operation
from boche.server.web.service import Packed, Place, Service, service_of

MOST_LINE, MOST_TEXT, MOST_AWAY = 60, 400, 1e4
MOST_POSITIONS = 64
"""Positions per answer; a page requests the earlier ones of a long game when it shows them."""

PACKED = "application/octet-stream"

BOARD = "/api/boards/{board:number}"
PLACE = {"ply": NUMBER, "line": {"type": "array", "items": TEXT}, "event": NUMBER}
STEPS = PLACE | {"taken": TEXT}


async def place_of(request: Request) -> Place:
    """Return the place that a request names. Raises ``BadRequestError``."""
    service, query = service_of(request), request.query_params
    number, line = request.path_params["board"], tuple(query.getlist("line"))
    ply, event = query_integer(query, "ply"), query_integer(query, "event")
    if len(line) > MOST_LINE or any(len(text) > MOST_TEXT for text in line):
        raise BadRequestError(tr("line: too long"))
    if event is None:
        return await _place(service, number, ply, line)
    return await service.places.get(
        (number, ply, line, event),
        lambda: _place(service, number, ply, line),
        lambda read: read.event == event,
    )


async def _place(service: Service, number: int, ply: int | None, line: tuple[str, ...]) -> Place:
    def work(transaction: Transaction) -> Place:
        board = load(transaction, number)
        if ply is not None and ply > len(board.moves):
            raise BadRequestError(
                tr(
                    "ply: board {board} has {count} moves",
                    board=board.number,
                    count=len(board.moves),
                )
            )
        moves = (*board.moves[:ply], *line)
        return Place(board.row.game, board.options, moves, board.row.events)

    return await service.read(work)


def _position(place: Place) -> Position:
    """Return the position there. Raises ``BadRequestError`` with the rules' reason."""
    try:
        return position_of(place.game, place.options, place.moves)
    except RefusedMoveError as error:
        raise BadRequestError(error.message) from error


async def _packed(
    request: Request, place: Place, request_key: tuple[Any, ...], work: Callable[[], bytes]
) -> Response:
    """Return what ``work`` makes of a place, made once for concurrent and later requests."""
    service = service_of(request)
    packed = await service.packed.get(
        (*request_key, key_of(place.game, place.options, place.moves)),
        lambda: service.slow(lambda: Packed.of(work())),
    )
    return sent(request, packed)


@operation("GET", f"{BOARD}/targets", "The places to point at, packed for a page.", media=PACKED,
           query=STEPS)  # fmt: skip
async def targets(request: Request) -> Response:
    """Return the places to point at."""
    return await targets_at(request, await place_of(request))


async def targets_at(request: Request, place: Place) -> Response:
    """Return the places to point at in a place that is known."""
    taken = _text(request, "taken")

    def work() -> bytes:
        from boche.server.scenes import choices

        return choices.targets(_position(place), place.last, taken)

    return await _packed(request, place, ("targets", taken), work)


@operation("GET", f"{BOARD}/choices", "What can be played at one of them, packed for a page.",
           media=PACKED, query=STEPS | {"target": TEXT}, required=("target",))  # fmt: skip
async def choices(request: Request) -> Response:
    """Return the choices at one of them."""
    return await choices_at(request, await place_of(request))


async def choices_at(request: Request, place: Place) -> Response:
    """Return the choices at one of the places to point at."""
    taken, target = _text(request, "taken"), _text(request, "target")

    def work() -> bytes:
        from boche.server.scenes import choices

        return choices.choices(_position(place), place.last, taken, target, task=place.task)

    return await _packed(request, place, ("choices", taken, target, place.task), work)


@operation("GET", f"{BOARD}/pick", "The place that is meant by looking from one point to another.",
           query=STEPS | {"near": TEXT, "far": TEXT, "opened": TEXT},
           required=("near", "far"))  # fmt: skip
async def pick(request: Request) -> Response:
    """Return the place pointed at from one point of the world to another."""
    return await pick_at(request, await place_of(request))


async def pick_at(request: Request, place: Place) -> Response:
    """Return the place pointed at from one point of the world to another.

    ``aim`` is the choice there that is pointed at, if it is a certain one.
    """
    service, opened = service_of(request), _text(request, "opened")
    taken, near, far = _text(request, "taken"), _point(request, "near"), _point(request, "far")
    if near == far:
        raise BadRequestError(tr("near and far: two points"))
    from boche.server.scenes.pick import pick as picked

    found = await service.slow(lambda: picked(_position(place), taken, near, far, opened))
    return JSONResponse(asdict(found))


def _point(request: Request, name: str) -> tuple[float, float, float]:
    try:
        x, y, z = (float(number) for number in _text(request, name).split(","))
    except ValueError as error:
        raise BadRequestError(
            tr("{name}: expected a point, such as 1.0,2.5,0", name=name)
        ) from error
    if not all(abs(number) < MOST_AWAY for number in (x, y, z)):
        raise BadRequestError(tr("{name}: too far away", name=name))
    return x, y, z


@operation("GET", f"{BOARD}/positions",
           "The positions of a game from a ply on, packed for a page.", media=PACKED,
           query=PLACE | {"first": NUMBER, "mark": {"type": "array", "items": TEXT}})  # fmt: skip
async def positions(request: Request) -> Response:
    """Return the positions from after ``first`` moves to the place, with the steps between.

    If there are more than ``MOST_POSITIONS``, these are the last ones; the answer says where it
    begins. ``mark`` are places to mark, where the last move of ``line`` carries a threat out.
    """
    place = await place_of(request)
    requested = query_integer(request.query_params, "first", 0)
    return await positions_at(request, place, requested)


async def positions_at(request: Request, place: Place, requested: int | None) -> Response:
    """Return the positions after ``requested`` moves and later ones."""
    if requested is None or requested > len(place.moves):
        raise BadRequestError(tr("first: there are {count} moves", count=len(place.moves)))
    first = max(requested, len(place.moves) + 1 - MOST_POSITIONS)
    options = tuple(sorted(place.options.items()))
    marked = tuple(request.query_params.getlist("mark"))
    if len(marked) > MOST_LINE or any(len(text) > MOST_TEXT for text in marked):
        raise BadRequestError(tr("{name}: too long", name="mark"))

    def work() -> bytes:
        from boche.server.scenes import positions

        _position(place)
        return positions.positions(place.game, options, place.moves, first, marked)

    return await _packed(request, place, ("positions", first, marked), work)


@operation("GET", f"{BOARD}/shared", "What all tables of this game share, packed for a page.",
           media=PACKED)  # fmt: skip
async def shared(request: Request) -> Response:
    """Return the data shared by all tables of this game with these options."""
    service = service_of(request)
    board = await service.read(lambda transaction: load(transaction, request.path_params["board"]))
    return await shared_at(request, Place(board.row.game, board.options, (), 0))


async def shared_at(request: Request, place: Place) -> Response:
    """Return the data shared by all tables of a place's game."""

    def work() -> bytes:
        from boche.server.scenes.meshes import shared_of

        return shared_of(place.game, place.options)

    return await _packed(request, replace(place, moves=()), ("shared",), work)


AT = {"targets": targets_at, "choices": choices_at, "pick": pick_at, "shared": shared_at}
"""What is asked of a place, besides the positions that lead to it."""

Where = Callable[[Request], Awaitable[tuple[Place, int]]]
"""Function that finds the place that a request names, and the first position to show.

Raises ``BocheError``.
"""


def part(name: str, where: Where) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that answers with ``positions``, or what ``AT`` has of a place."""

    async def answer(request: Request) -> Response:
        place, first = await where(request)
        if name == "positions":
            return await positions_at(request, place, first)
        return await AT[name](request, place)

    return answer


def _text(request: Request, name: str) -> str:
    value = request.query_params.get(name, "")
    if len(value) > MOST_TEXT:
        raise BadRequestError(tr("{name}: too long", name=name))
    return value


def sent(request: Request, packed: Packed) -> Response:
    """Return packed scenes, or 304 if the browser has them already."""
    headers = {"ETag": packed.tag, "Cache-Control": "private, max-age=0, must-revalidate"}
    if request.headers.get("if-none-match") == packed.tag:
        return Response(status_code=304, headers=headers)
    return Response(packed.data, media_type=PACKED, headers=headers)
