"""What the board on a puzzle's page asks for: its position, and the moves to choose from.

The same as for a game's board, at the place after the moves found.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.server.web import scene_data
from boche.server.web.pages.puzzle_query import puzzle_of, query_of
from boche.server.web.service import Place, service_of


async def _place(request: Request) -> Place:
    puzzle, query = puzzle_of(request), query_of(request.query_params)
    attempt = await service_of(request).slow(lambda: query.of(puzzle))
    moves = (*puzzle.moves, *attempt.moves)
    return Place(puzzle.game_name, puzzle.position.options, moves, 0)


async def positions(request: Request) -> Response:
    """Return the position, and the one before it, from which its last move is seen to come."""
    place = await _place(request)
    return await scene_data.positions_at(request, place, max(len(place.moves) - 1, 0))


async def targets(request: Request) -> Response:
    """Return the places to point at."""
    return await scene_data.targets_at(request, await _place(request))


async def choices(request: Request) -> Response:
    """Return the choices at one of them."""
    return await scene_data.choices_at(request, await _place(request))


async def pick(request: Request) -> Response:
    """Return the place pointed at from one point of the world to another."""
    return JSONResponse(await scene_data.pick_at(request, await _place(request)))


async def shared(request: Request) -> Response:
    """Return what all tables of the puzzle's game share."""
    return await scene_data.shared_at(request, await _place(request))


ROUTES = [
    Route(f"/puzzles/{{name}}/{part.__name__}", part)
    for part in (positions, targets, choices, pick, shared)
]
