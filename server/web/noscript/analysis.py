"""A finished game's analysis as a page that needs no scripts: curve, mistakes, and best moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.server.play.match import load
from boche.server.web.api import analysis as api
from boche.server.web.noscript.board import Target, path_of, target_of
from boche.server.web.pages.layout import go_to, page
from boche.server.web.service import service_of

WIDE, HIGH, EDGE = 640, 150, 6


@dataclass(frozen=True)
class Curve:
    """The first colour's chance over the moves: points and mistakes in the notation of SVG."""

    points: str
    mistakes: tuple[tuple[float, float], ...]
    area: str
    wide: int = WIDE
    high: int = HIGH


def curve_of(review: dict[str, Any], last: int) -> Curve:
    """Return the curve of a review of a game with so many moves."""
    known, colour = review["evaluations"], review["colours"][0]
    places = [
        (round(EDGE + (WIDE - 2 * EDGE) * one["ply"] / last, 1),
         round(EDGE + (HIGH - 2 * EDGE) * (1.0 - one["win"][colour]), 1))
        for one in known
    ]  # fmt: skip
    points = " ".join(f"{x},{y}" for x, y in places)
    bad = tuple(at for at, one in zip(places, known, strict=True) if one["mistake"])
    return Curve(points, bad, f"{places[0][0]},{HIGH} {points} {places[-1][0]},{HIGH}")


async def analysis_page(request: Request) -> Response:
    """Return the analysis, as far as it is."""
    return await _analysis_response(request, await target_of(request))


async def _analysis_response(
    request: Request, target: Target, error: BocheError | None = None
) -> Response:
    board = await service_of(request).read(lambda transaction: load(transaction, target.number))
    found = await api.of_board(request, target.player)
    review = found["review"]
    return await page(
        request, "analysis.html", target.requester, error=error, board=board, found=found,
        review=review, curve=curve_of(review, len(board.moves)) if review else None,
        here=path_of(target.number),
    )  # fmt: skip


async def ask(request: Request) -> Response:
    """Have the game analysed."""
    target = await target_of(request)
    try:
        await api.ask_for_board(request, target.player)
    except BocheError as error:
        return await _analysis_response(request, target, error)
    return go_to(f"{path_of(target.number)}/analysis")


PATH = "/board/{board:number}/plain/analysis"
ROUTES = [Route(PATH, analysis_page), Route(PATH, ask, methods=["POST"])]
