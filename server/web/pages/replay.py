"""A record that plays by itself on the front page: a good recent game, or a sample record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.record import load, sample_files
from boche.server.errors import NotFoundError
from boche.server.play import watching
from boche.server.web import scene_data
from boche.server.web.service import Place, service_of

MOST_MOVES = scene_data.MOST_POSITIONS - 1
"""Moves of a record that comes in one answer."""


@dataclass(frozen=True)
class Sample:
    """The main line of a sample record."""

    name: str
    game: str
    options: dict[str, OptionValue]
    moves: tuple[str, ...]


@cache
def sample_of(game: str) -> Sample | None:
    """Return a game's sample record with the most moves that come in one answer, or None."""
    return max(_samples(game), key=lambda sample: len(sample.moves), default=None)


def _samples(game: str) -> list[Sample]:
    samples = []
    for name, content in sample_files(game).items():
        try:
            record = load(content)
        except BocheError:
            continue
        moves = tuple(node.move for node in record.main_line() if node.move is not None)
        if moves and len(moves) <= MOST_MOVES:
            samples.append(Sample(name, game, dict(record.options), moves))
    return samples


async def replay(request: Request) -> Response:
    """Return which record of ``game`` to show: where its scenes are, a line on it, and a link."""
    service, game = service_of(request), GAMES.get(request.query_params.get("game", ""))
    if game is None:
        raise NotFoundError(tr("unknown game (choose from {choices})", choices=", ".join(GAMES)))
    board = await service.read(
        lambda transaction: watching.best_finished(transaction, game.name, MOST_MOVES)
    )
    told: dict[str, Any]
    if board is not None:
        link = f"/board/{board.row.id}"
        names = board.names
        about = tr(
            "{first} \u2013 {second}: {winner} won", first=names[0], second=names[1],
            winner=names[board.row.winner],
        )  # fmt: skip
        told = {"base": f"/api/boards/{board.row.id}", "about": about, "link": link}
    else:
        sample = await service.slow(lambda: sample_of(game.name))
        if sample is None:
            raise NotFoundError(tr("no record of {game} found", game=game.title))
        told = {
            "base": f"/samples/{game.name}",
            "about": tr("How a game of {game} goes", game=game.title), "link": f"/help/{game.name}",
        }  # fmt: skip
    return JSONResponse(told)


async def _where(request: Request) -> tuple[Place, int]:
    """Return the end of a game's sample record, which is shown from its start."""
    name = request.path_params["game"]
    service = service_of(request)
    sample = await service.slow(lambda: sample_of(name)) if name in GAMES else None
    if sample is None:
        raise NotFoundError(tr("no record of that game found"))
    return Place(sample.game, sample.options, sample.moves, 0), 0


ROUTES = [
    Route("/replay", replay),
    Route("/samples/{game}/positions", scene_data.part("positions", _where)),
    Route("/samples/{game}/shared", scene_data.part("shared", _where)),
]
