"""What a page's table asks for: positions, and what can be played in them, as packed scenes.

A place in a game is ``ply``, a number of the board's moves, and ``line``, moves from there on that
nobody has played: for an analysis beside the game, and for conditional moves. All who watch ask
for a new position at the same moment: who names the event that told of it (``event``) gets what was
read and drawn for the first of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine.errors import RefusedMoveError
from engine.game import Position
from server.errors import BadRequestError
from server.play.board import load
from server.play.positions import position_of
from server.web.api.fields import query_whole
from server.web.api.operation import NUMBER, TEXT, Operation
from server.web.service import Service, service_of

MOST_LINE, MOST_TEXT, MOST_AWAY = 60, 400, 1e4
PACKED = "application/octet-stream"


@dataclass(frozen=True)
class Place:
    """A place in a game: the moves to it and the position there.

    ``event`` is the last one of the board as it was read.
    """

    moves: tuple[str, ...]
    position: Any
    event: int

    @property
    def last(self) -> str | None:
        return self.moves[-1] if self.moves else None


async def place_of(request: Request) -> Place:
    """The place that a request asks for. Raises ``BadRequestError`` with the rules' reason."""
    service, query = service_of(request), request.query_params
    number, line = request.path_params["board"], tuple(query.getlist("line"))
    ply, event = query_whole(query, "ply"), query_whole(query, "event")
    if len(line) > MOST_LINE or any(len(each) > MOST_TEXT for each in line):
        raise BadRequestError("line: it is too long")
    if event is None:
        return await _place(service, number, ply, line)
    found: Place = await service.places.get(
        (number, ply, line, event),
        lambda: _place(service, number, ply, line),
        lambda read: read.event == event,
    )
    return found


async def _place(service: Service, number: int, ply: int | None, line: tuple[str, ...]) -> Place:
    board = await service.read(lambda unit: load(unit, number))
    if ply is not None and ply > len(board.moves):
        raise BadRequestError(f"ply: board {board.number} has {len(board.moves)} moves")
    moves = (*board.moves[:ply], *line)

    def work() -> Position:
        try:
            return position_of(board.row.game, board.options, moves)
        except RefusedMoveError as error:
            raise BadRequestError(error.message) from error

    return Place(moves, await service.slow(work), board.row.events)


async def targets(request: Request) -> Response:
    """The places to point at."""
    service, place = service_of(request), await place_of(request)
    taken = _text(request, "taken")
    from server.table import turn  # not before somebody looks at a board

    found = await service.slow(lambda: turn.kept_targets(place.position, place.last, taken))
    return packed(request, found)


async def choices(request: Request) -> Response:
    """What can be played at one of them."""
    service, place = service_of(request), await place_of(request)
    taken, target = _text(request, "taken"), _text(request, "target")
    from server.table import turn

    found = await service.slow(lambda: turn.kept_choices(place.position, place.last, taken, target))
    return packed(request, found)


async def pick(request: Request) -> dict[str, Any]:
    """The place that is meant by looking from one point of the world to another."""
    service, place = service_of(request), await place_of(request)
    taken, near, far = _text(request, "taken"), _point(request, "near"), _point(request, "far")
    if near == far:
        raise BadRequestError("near and far: two points")
    from server.table.pick import pick as picked

    return {"target": await service.slow(lambda: picked(place.position, taken, near, far))}


def _point(request: Request, name: str) -> tuple[float, float, float]:
    try:
        x, y, z = (float(each) for each in _text(request, name).split(","))
    except ValueError as error:
        raise BadRequestError(f"{name}: a point is wanted, as 1.0,2.5,0") from error
    if not all(abs(each) < MOST_AWAY for each in (x, y, z)):
        raise BadRequestError(f"{name}: that is too far away")
    return x, y, z


async def positions(request: Request) -> Response:
    """The positions from after ``first`` moves to the place, each with what came between."""
    service, place = service_of(request), await place_of(request)
    first = query_whole(request.query_params, "first", 0)
    if first is None or first > len(place.moves):
        raise BadRequestError(f"first: there are {len(place.moves)} moves")
    options = tuple(sorted(place.position.options.items()))
    game = place.position.game.name
    from server.table import story

    found = await service.scenes.get(
        (game, options, place.moves, first),
        lambda: service.slow(lambda: story.positions(game, options, place.moves, first)),
    )
    return packed(request, found)


async def shared(request: Request) -> Response:
    """What all tables of this game with these options share."""
    service = service_of(request)
    board = await service.read(lambda unit: load(unit, request.path_params["board"]))
    from server.table.meshes import shared_of

    found = await service.slow(lambda: shared_of(board.row.game, board.options))
    return packed(request, found)


def _text(request: Request, name: str) -> str:
    value = request.query_params.get(name, "")
    if len(value) > MOST_TEXT:
        raise BadRequestError(f"{name}: it is too long")
    return value


def packed(request: Request, found: bytes) -> Response:
    """Packed scenes; what a browser has already it need not get again."""
    tag = f'"{hashlib.sha256(found).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=0, must-revalidate"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(found, media_type=PACKED, headers=headers)


PLACE = {"ply": NUMBER, "line": {"type": "array", "items": TEXT}, "event": NUMBER}
STEPS = PLACE | {"taken": TEXT}

OPERATIONS = (
    Operation("GET", "/api/boards/{board:int}/shared",
              "What all tables of this game share, packed for a page.", shared, media=PACKED),
    Operation("GET", "/api/boards/{board:int}/positions",
              "The positions of a game from a ply on, packed for a page.", positions,
              query=PLACE | {"first": NUMBER}, media=PACKED),
    Operation("GET", "/api/boards/{board:int}/targets",
              "The places to point at, packed for a page.", targets, query=STEPS, media=PACKED),
    Operation("GET", "/api/boards/{board:int}/choices",
              "What can be played at one of them, packed for a page.", choices,
              query=STEPS | {"target": TEXT}, media=PACKED, needed=("target",)),
    Operation("GET", "/api/boards/{board:int}/pick",
              "The place that is meant by looking from one point to another.", pick,
              query=STEPS | {"near": TEXT, "far": TEXT}, needed=("near", "far")),
)  # fmt: skip
