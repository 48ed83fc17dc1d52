"""Standings, and user profiles."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.games.registry import DEFAULT, GAMES
from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people import accounts, messages
from boche.server.people.standings import Place, course, of_user, standings
from boche.server.play.lists import Listed, boards_of
from boche.server.play.match import ACTIVE, OVER
from boche.server.web.api import people
from boche.server.web.authentication import anybody
from boche.server.web.board_rows import Figures, figures_of, shown
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.graph import Graph, graph_of
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.service import service_of

MOST_BOARDS = 20
LATEST = 50
"""Values of a graph that are also listed in its table."""


@dataclass(frozen=True)
class Course:
    """A user's rating in a game, and its history, the latest value last."""

    title: str
    game: str
    place: Place
    values: list[tuple[float, float]]

    @property
    def graph(self) -> Graph | None:
        """The graph, or None for fewer than two values."""
        return graph_of([value for _, value in self.values]) if len(self.values) > 1 else None

    @property
    def latest(self) -> list[tuple[float, float]]:
        return self.values[: -LATEST - 1 : -1]


@dataclass(frozen=True)
class Profile:
    """Public data about a user."""

    user: accounts.User
    created: float
    away_until: float | None
    ratings: list[Course]
    current: list[Listed]
    finished: list[Listed]
    figures: Figures
    blocked: bool


async def first_standings(request: Request) -> Response:
    return go_to(f"/standings/{DEFAULT.name}")


async def of_game(request: Request) -> Response:
    """Return the standings of a game."""
    service, game = service_of(request), GAMES.get(request.path_params["game"])
    if game is None:
        raise NotFoundError(f"there is no such game (there are: {', '.join(GAMES)})")
    found = await service.read(lambda transaction: standings(transaction, game.name))
    return await page(request, "standings.html", await anybody(request), game=game, places=found)


async def profile(request: Request) -> Response:
    """Return a user's page."""
    service, asker = service_of(request), await anybody(request)
    own = asker.user.id if asker.user else None
    found = await service.read(
        lambda transaction: _profile(transaction, request.path_params["name"], own)
    )
    now = service.now()
    return await page(
        request, "profile.html", asker, who=found, own=own == found.user.id,
        current=shown(found.current, asker, now, found.figures),
        finished=shown(found.finished, asker, now, found.figures),
    )  # fmt: skip


def _profile(transaction: Transaction, name: str, asker: int | None) -> Profile:
    user = accounts.named(transaction, name)
    row = transaction.connection.execute(select(users).where(users.c.id == user.id)).one()
    ratings = [
        Course(GAMES[game].title, game, place, course(transaction, user.id, game))
        for game, place in of_user(transaction, user.id).items()
        if game in GAMES
    ]
    current, finished = (
        boards_of(transaction, user.id, asker, state=state, most=MOST_BOARDS, turns_first=False)
        for state in (ACTIVE, OVER)
    )
    return Profile(
        user, row.created, row.away_until, ratings, current, finished,
        figures_of(transaction, [*current, *finished]),
        asker is not None and messages.blocked(transaction, asker, user.id),
    )  # fmt: skip


async def block(request: Request) -> Response:
    """Block or unblock a user."""
    service, form, asker = service_of(request), await form_of(request), await anybody(request)
    name = request.path_params["name"]
    await people.blocked(service, asker, name, form.get("blocked") == "1")
    return go_to(f"/people/{segment(name)}")


ROUTES = [
    Route("/standings", first_standings),
    Route("/standings/{game}", of_game),
    Route("/people/{name}", profile),
    Route("/people/{name}/block", block, methods=["POST"]),
]
