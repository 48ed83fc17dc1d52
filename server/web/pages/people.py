"""Standings, and user profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.languages.current import tr
from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people import accounts, bans, follows, messages
from boche.server.people.standings import Place, course, of_user, standings
from boche.server.play.lists import Listed, boards_of, by_numbers
from boche.server.play.match import ACTIVE, OVER
from boche.server.play.results import Query, Tally, search, tallies
from boche.server.play.watching import games_of
from boche.server.tournaments.ladder import places_of
from boche.server.web.api import people
from boche.server.web.authentication import anybody
from boche.server.web.board_rows import Figures, figures_of, rows_for
from boche.server.web.pages.forms import form_of, values_for
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.service import service_of

MOST_BOARDS = 20
MOST_MEETINGS = 10
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
class Following:
    """A person whom the reader follows, and the public games they play now."""

    name: str
    games: list[Listed]


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
    followed: bool
    following: list[Following]
    ban: bans.Ban | None
    results: Mapping[str, Tally]
    meetings: HeadToHead | None
    places: Mapping[str, int]


@dataclass(frozen=True)
class HeadToHead:
    """The games of the reader against somebody: results by game, and the latest ones."""

    results: Mapping[str, Tally]
    games: list[Listed]


async def first_standings(request: Request) -> Response:
    return go_to(f"/standings/{DEFAULT.name}")


async def of_game(request: Request) -> Response:
    """Return the standings of a game."""
    service, game = service_of(request), GAMES.get(request.path_params["game"])
    if game is None:
        raise NotFoundError(tr("unknown game (choose from {choices})", choices=", ".join(GAMES)))
    places = await service.read(lambda transaction: standings(transaction, game.name))
    return await page(
        request,
        "standings.html",
        await anybody(request),
        game=game,
        places=sorted(places, key=lambda place: place.provisional),
    )


async def profile(request: Request) -> Response:
    """Return a user's page."""
    service, requester = service_of(request), await anybody(request)
    own = requester.reader
    now = service.now()
    person = await service.read(
        lambda transaction: _profile(transaction, request.path_params["name"], own, now)
    )
    meetings = person.meetings
    return await page(
        request, "profile.html", requester, who=person, own=own == person.user.id,
        current=rows_for(person.current, requester, now, person.figures),
        finished=rows_for(person.finished, requester, now, person.figures),
        meetings=rows_for(meetings.games, requester, now, person.figures) if meetings else None,
        reported="reported" in request.query_params,
    )  # fmt: skip


def _profile(transaction: Transaction, name: str, requester: int | None, now: float) -> Profile:
    user = accounts.named(transaction, name)
    row = transaction.connection.execute(select(users).where(users.c.id == user.id)).one()
    ratings = [
        Course(GAMES[game].title, game, place, course(transaction, user.id, game))
        for game, place in of_user(transaction, user.id).items()
        if game in GAMES
    ]
    current, finished = (
        boards_of(
            transaction, user.id, requester, state=state, limit=MOST_BOARDS, turns_first=False
        )
        for state in (ACTIVE, OVER)
    )
    meetings = _meetings(transaction, requester, user.id)
    return Profile(
        user=user,
        created=row.created,
        away_until=row.away_until,
        ratings=ratings,
        current=current,
        finished=finished,
        figures=figures_of(
            transaction, [*current, *finished, *(meetings.games if meetings else ())]
        ),
        blocked=requester is not None and messages.blocked(transaction, requester, user.id),
        followed=requester is not None and follows.follows_them(transaction, requester, user.id),
        following=_following(transaction, user.id, now) if requester == user.id else [],
        ban=bans.of_user(transaction, user.id, now),
        # Counting takes as long as there are games, and a computer may have very many.
        results={} if user.level is not None else tallies(transaction, user.id),
        meetings=meetings,
        places=places_of(transaction, user.id),
    )


def _following(transaction: Transaction, user: int, now: float) -> list[Following]:
    """Return the people whom a user follows, those first who play now."""
    people = follows.followed(transaction, user)
    games = games_of(transaction, people, now)
    rows = [Following(name, games[number]) for number, name in people.items()]
    return sorted(rows, key=lambda row: not row.games)


def _meetings(transaction: Transaction, reader: int | None, other: int) -> HeadToHead | None:
    """Return the reader's games against somebody else, or None without any."""
    if reader is None or reader == other:
        return None
    counts = tallies(transaction, reader, other)
    if not counts:
        return None
    places = search(transaction, Query(user=reader, opponent=other), reader, MOST_MEETINGS)
    return HeadToHead(counts, by_numbers(transaction, [board for _, board in places]))


async def block(request: Request) -> Response:
    """Block or unblock a user."""
    form, requester = await form_of(request), await anybody(request)
    await people.block(request, requester, values_for(form, people.block))
    name = request.path_params["name"]
    return go_to("/account?done=blocked" if form.get("next") else f"/people/{segment(name)}")


async def follow(request: Request) -> Response:
    """Follow a user, or no longer."""
    form, requester = await form_of(request), await anybody(request)
    await people.follow(request, requester, values_for(form, people.follow))
    # The list of the people one follows is on one's own page.
    is_back = form.get("back") == "own"
    back = requester.signed_in().name if is_back else request.path_params["name"]
    return go_to(f"/people/{segment(back)}")


ROUTES = [
    Route("/standings", first_standings),
    Route("/standings/{game}", of_game),
    Route("/people/{name}", profile),
    Route("/people/{name}/block", block, methods=["POST"]),
    Route("/people/{name}/follow", follow, methods=["POST"]),
]


# A graph of a rating over time.

WIDE, HIGH = 480, 170
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 12
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 5


@dataclass(frozen=True)
class Graph:
    """A line through ``places`` (x, y), and the values with a grid line, each with its y."""

    places: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, float], ...]
    wide: int = WIDE
    high: int = HIGH
    left: int = LEFT
    right: int = WIDE - RIGHT

    @property
    def points(self) -> str:
        """The places in SVG's notation."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.places)


def graph_of(values: Sequence[float]) -> Graph:
    """Return the graph of values after each game, at least two."""
    low, high = min(values), max(values)
    step = next((size for size in STEPS if (high - low) / size < MOST_LINES - 1), STEPS[-1])
    least = int(low // step) * step
    most = max(-int(-high // step) * step, least + step)
    scale = (HIGH - TOP - BOTTOM) / (most - least)
    wide = (WIDE - LEFT - RIGHT) / (len(values) - 1)

    def height(value: float) -> float:
        return HIGH - BOTTOM - (value - least) * scale

    places = tuple((LEFT + number * wide, height(value)) for number, value in enumerate(values))
    return Graph(places, tuple((value, height(value)) for value in range(least, most + 1, step)))
