"""The board of a page with a task, a puzzle or a lesson: in words, as a drawing, and as scenes.

The same scenes as for a game's board, at the place that the page's address names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.routing import Route

from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.errors import BadRequestError
from boche.server.thinking.pictures import Draw
from boche.server.web import board_page, scene_data
from boche.server.web.authentication import limit
from boche.server.web.scene_data import Where
from boche.server.web.service import Place, service_of

MOST_TEXT = 400


class TaskPosition(NamedTuple):
    """A place in a game, and the number of moves after which it is replayed."""

    place: Place
    first: int


def texts_of(fields: Mapping[str, str], *names: str) -> list[str]:
    """Return fields of an address or a form, empty if missing. Raises ``BadRequestError``."""
    texts = [" ".join(fields.get(name, "").split()) for name in names]
    if max(map(len, texts)) > MOST_TEXT:
        raise BadRequestError(tr("the move is too long"))
    return texts


async def script(request: Request) -> str:
    """Return the URL of the script with which moves are chosen on the board."""
    return await service_of(request).in_thread(lambda: board_page.script_of_page("task"))


def values_of(
    position: Position, taken: str, place: str, *, asks: bool, hint: str = "", task: bool = False
) -> dict[str, Any]:
    """Return what a page says of a position, and of the moves to choose from if it ``asks``.

    ``hint`` is a move whose beginning is told, if any; in a lesson's ``task`` nothing said of the
    moves answers it. Raises ``BocheError``.
    """
    from boche.server.scenes import in_words  # imported when somebody looks at a board

    return {
        "pieces": in_words.pieces(position), "said": in_words.describe(position),
        "facts": in_words.facts(position),
        "begins": in_words.beginning(position, hint) if hint else "",
        "offered": in_words.move_choices(position, taken) if asks else None,
        "ways": in_words.ways(position, taken, place, task=task) if asks and place else None,
    }  # fmt: skip


async def drawn(request: Request, where: Where, draw: Draw) -> bytes:
    """Draw the place that a request names."""
    place, _ = await where(request)
    return await service_of(request).drawings.of(
        draw, place.game, place.options, place.moves, lambda: limit(request, limits.DRAWINGS)
    )


def scene_routes(path: str, where: Where) -> list[Route]:
    """Return the routes under ``path`` for what a board asks the server."""
    return [
        Route(f"{path}/{name}", scene_data.part(name, where))
        for name in ("positions", *scene_data.AT)
    ]
