"""Puzzles: a list for each game, today's, and one to solve, with forms that need no scripts.

A page's whole state is in its address: the moves tried so far. So every answer can be linked, and
the server keeps nothing.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.puzzles import Puzzle, daily, find_puzzle, judge, puzzles, right_moves
from boche.engine.record import Node
from boche.server import limits
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.thinking.pictures import Draw, figure, replay
from boche.server.web.authentication import anybody, limit
from boche.server.web.noscript.picture import SVG, cacheable
from boche.server.web.pages.layout import page
from boche.server.web.service import service_of

MOST_TEXT = 400


@dataclass(frozen=True)
class Attempt:
    """The state of a puzzle: the moves on the board behind its position, and the last answer.

    ``asked`` is the node that asks for a move, or None. ``right`` is None before the first try;
    after a wrong one ``failed`` is that move, and ``line`` its refutation.
    """

    moves: tuple[str, ...]
    found: tuple[str, ...]
    asked: Node | None
    right: bool | None = None
    failed: str = ""
    line: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """True once all moves have been found."""
        return self.right is True and self.asked is None


def attempt_of(puzzle: Puzzle, tries: list[str]) -> Attempt:
    """Return the state after some tries. Raises ``BocheError`` for an illegal move."""
    state = Attempt((), (), puzzle.node)
    for text in tries:
        if state.asked is None:
            raise BadRequestError("nothing more is asked for")
        verdict = judge(puzzle, state.asked, text)
        if verdict.right:
            asked = None if verdict.done else verdict.node
            moves, found = (*state.moves, text, *verdict.line), (*state.found, text)
            state = Attempt(moves, found, asked, True)
        else:
            moves = (*state.moves, text, *verdict.line)
            state = Attempt(moves, state.found, None, False, text, verdict.line)
    return state


async def overview(request: Request) -> Response:
    """Return the lists, and the puzzles of the day."""
    today = datetime.datetime.fromtimestamp(service_of(request).now(), datetime.UTC).date()
    games = [(game, puzzles(game.name), daily(today, game.name)) for game in GAMES.values()]
    return await page(
        request, "puzzles.html", await anybody(request), games=[row for row in games if row[1]]
    )


def _puzzle_of(request: Request) -> Puzzle:
    puzzle = find_puzzle(request.path_params["name"])
    if puzzle is None:
        raise NotFoundError("there is no such puzzle; /puzzles lists them")
    return puzzle


def _tries_of(request: Request) -> list[str]:
    query = request.query_params
    tries = [*query.get("found", "").split(), *filter(None, [query.get("move", "").strip()])]
    if len(query.get("found", "")) > MOST_TEXT or any(len(text) > MOST_TEXT for text in tries):
        raise BadRequestError("no solution is so long")
    return tries


async def shown(request: Request) -> Response:
    """Return the page of a puzzle after the moves found and one more tried."""
    puzzle, tries = _puzzle_of(request), _tries_of(request)
    query = request.query_params
    taken, place = query.get("taken", ""), query.get("place", "")
    if len(taken) > MOST_TEXT or len(place) > MOST_TEXT:
        raise BadRequestError("no move is so long")
    values = await service_of(request).slow(lambda: _values(puzzle, tries, taken, place))
    offered = puzzles(puzzle.game_name)
    following = offered[(offered.index(puzzle) + 1) % len(offered)]
    return await page(
        request, "puzzle.html", await anybody(request), puzzle=puzzle, following=following,
        taken=taken, place=place, most_text=MOST_TEXT, **values,
    )  # fmt: skip


def _values(puzzle: Puzzle, tries: list[str], taken: str, place: str) -> dict[str, Any]:
    """Return what the page shows; a refused move is an error on the page."""
    from boche.server.scenes import in_words  # imported when somebody looks at a board

    error: BocheError | None = None
    try:
        state = attempt_of(puzzle, tries)
    except NotFoundError:
        raise
    except BocheError as refused:
        error, state = refused, attempt_of(puzzle, tries[:-1])
    position = puzzle.position
    for move in state.moves:
        position = position.play(move)
    asks = state.asked is not None
    return {
        "state": state, "error": error, "said": in_words.describe(position),
        "hint": right_moves(state.asked)[0] if state.asked is not None else "",
        "offered": in_words.offered(position, taken) if asks else None,
        "ways": in_words.ways(position, taken, place) if asks and place else None,
    }  # fmt: skip


async def drawing(request: Request) -> Response:
    """Return the board after some tries as a drawing."""
    return cacheable(request, await _drawn(request, figure), SVG)


async def board(request: Request) -> Response:
    """Return the same as a page to rotate; only this server's pages may embed it."""
    content = await _drawn(request, replay)
    return cacheable(
        request, content, "text/html",
        **{"Content-Security-Policy": "frame-ancestors 'self'", "X-Frame-Options": "SAMEORIGIN"},
    )  # fmt: skip


async def _drawn(request: Request, draw: Draw) -> bytes:
    puzzle, service, tries = _puzzle_of(request), service_of(request), _tries_of(request)
    state = await service.slow(lambda: attempt_of(puzzle, tries))
    moves = [*puzzle.moves, *state.moves]
    return await service.drawings.of(
        draw, puzzle.game_name, puzzle.record.options, moves,
        lambda: limit(request, limits.DRAWINGS),
    )  # fmt: skip


ROUTES = [
    Route("/puzzles", overview),
    Route("/puzzles/{name}.svg", drawing),
    Route("/puzzles/{name}.html", board),
    Route("/puzzles/{name}", shown),
]
