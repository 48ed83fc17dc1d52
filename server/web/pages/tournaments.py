"""Tournaments: their lists, a form to make one, and each one's page."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY, MINUTE
from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.languages.current import tr, tr_later
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.pairing import course
from boche.server.people.accounts import by_number
from boche.server.play.option_words import options_in_words
from boche.server.recall import recalled
from boche.server.tournaments import entry, lists, maker, steps
from boche.server.tournaments.lists import Listed
from boche.server.tournaments.tournament import (
    KINDS,
    LEAST,
    MOST,
    OPEN,
    OVER,
    RUNNING,
    Tournament,
)
from boche.server.web.api import tournaments as api
from boche.server.web.api.fields import query_integer
from boche.server.web.api.operation import Operation
from boche.server.web.authentication import Requester, anybody
from boche.server.web.languages import translated
from boche.server.web.pages import tournament_rows
from boche.server.web.pages.forms import Form, blank, form_of, integer, number, or_show, values_for
from boche.server.web.pages.game_fields import CLOCKS, choices_of, clock_of, ratings_of, terms_of
from boche.server.web.pages.layout import go_to, page, rendered
from boche.server.web.service import service_of

PAGE = 30
FEW = 15
"""Tournaments of a state in the overview, which leads to the others."""
PLACES = {"to-come": OPEN, "running": RUNNING, "finished": OVER}
"""Lists of tournaments by their paths."""
TITLES = {OPEN: tr_later("Tournaments to come"), RUNNING: tr_later("Running tournaments"),
          OVER: tr_later("Finished tournaments")}  # fmt: skip
USUAL_WAIT = 2 * DAY
"""How long after it is made a tournament begins, unless its form says otherwise."""
LIMIT_DAYS = (1.0, 180.0)
ARENA_MINUTES = (entry.SHORTEST_ARENA / MINUTE, entry.LONGEST_ARENA / MINUTE)
EXAMPLES = (5, 9)
"""Numbers of players of which the form says how many rounds of a Swiss they can have."""
USUAL: Form = {
    "title": "", "kind": course.SWISS, "rounds": "4", "cycles": "1", "length": "60",
    "clock": "3-days", "days": "7",
    "minutes": "15", "increment": "15", "begins": "time", "starts": "",
    "size": "8",
    "limit": "", "low": "", "high": "", "rated": "", "private": "", "join": "",
}  # fmt: skip
"""Initial values of the form, without the game and its options."""


@dataclass(frozen=True)
class TournamentView:
    """What a tournament's page shows to its reader.

    ``refusal`` is why they cannot join; ``watch`` has the secrets to watch private games, by board.
    """

    tournament: Tournament
    maker: str | None
    plays: bool
    refusal: str | None
    board: int | None
    secret: str
    rounds_to_sit_out: list[int]
    may_change: bool
    watch: dict[int, str]

    @property
    def game(self) -> Game | None:
        return GAMES.get(self.tournament.row.game)

    @property
    def flags(self) -> str:
        """The options that are not the usual ones."""
        return options_in_words(self.game, self.tournament.row.options)

    @property
    def query(self) -> str:
        """The query with which a private tournament is found."""
        return f"?{urlencode({'secret': self.secret})}" if self.secret else ""


async def overview(request: Request) -> Response:
    """Return the lists."""
    service, requester = service_of(request), await anybody(request)
    user = requester.user

    def work(transaction: Transaction) -> dict[str, list[Listed]]:
        own = lists.of_user(transaction, user.id) if user else []
        numbers, limit = {each.row.id for each in own}, FEW + 1 + len(own)
        others = {
            "open": lists.coming(transaction, limit=limit),
            "running": lists.listed(transaction, RUNNING, limit=limit),
        }
        # Each stands in one list: one's own among one's own.
        return {"own": own} | {
            name: [each for each in found if each.row.id not in numbers][: FEW + 1]
            for name, found in others.items()
        }

    found = await service.read(work)
    return await page(
        request, "tournaments.html", requester, kinds=translated(KINDS), lists=found, few=FEW
    )


async def of_state(request: Request) -> Response:
    """Return those of a state, the latest first."""
    place = request.url.path.rpartition("/")[2]
    state = PLACES[place]
    before = query_integer(request.query_params, "before")
    found = await service_of(request).read(
        lambda transaction: lists.listed(transaction, state, limit=PAGE + 1, before=before)
    )
    more = found[PAGE - 1].row.id if len(found) > PAGE else None
    return await page(
        request, "tournaments-all.html", await anybody(request),
        kinds=translated(KINDS), title=tr(TITLES[state]), place=f"/tournaments/{place}",
        listed=found[:PAGE], more=more, before=before,
    )  # fmt: skip


# -- making one


async def form(
    request: Request, requester: Requester, fields: Form, error: BocheError | None
) -> Response:
    """Return the form to make one."""
    requester.signed_in()
    if error is None:
        # What was chosen before, when another game is; a box that is not ticked sends nothing.
        query = request.query_params
        usual = {"join": ""} if "title" in query else {"join": "1"}
        fields = usual | {name: query[name] for name in ("game", *USUAL) if name in query}
    game = GAMES.get(fields.get("game", ""), DEFAULT)
    usual_start = _minute(service_of(request).now() + USUAL_WAIT)
    return await page(
        request, "tournament-new.html", requester, error=error, game=game,
        choices=choices_of(game, fields if request.method == "POST" else None),
        form={**USUAL, "starts": usual_start, **fields}, kinds=translated(KINDS), clocks=CLOCKS,
        limits=LIMIT_DAYS, lengths=ARENA_MINUTES,
        most_rounds=entry.MOST_ROUNDS, most_cycles=entry.MOST_CYCLES,
        most_title=entry.MOST_TITLE, highest=entry.HIGHEST, least=LEAST,
        examples=[(few, course.most_rounds(few)) for few in EXAMPLES],
    )  # fmt: skip


@or_show(form)
async def make(request: Request, requester: Requester, fields: Form) -> Response:
    """Make the tournament of the form."""
    requester.signed_in()
    made = await api.make(request, requester, _payload(fields))
    number, secret = made["tournament"], made["secret"] or ""
    if fields.get("join") == "1":
        with contextlib.suppress(BocheError):  # it is made: its page says why they cannot join
            await api.join(request, requester, {"secret": secret}, number=number)
    # Without a fragment of its own, the address would keep that of the form.
    return go_to(f"/tournaments/{number}#main")


def _payload(fields: Form) -> dict[str, Any]:
    """Convert the form to the API's fields. Raises ``BadRequestError``."""
    kind = fields.get("kind", "")
    payload = terms_of(fields) | {
        "title": fields.get("title", ""), "kind": kind, "private": fields.get("private") == "1",
    }  # fmt: skip
    if kind == course.SWISS:
        payload["rounds"] = integer(fields, "rounds", tr("Rounds"))
    elif kind == course.ROUND_ROBIN:
        payload["rounds"] = integer(fields, "cycles", tr("Games of each pair"))
    if fields.get("begins") == "size":
        payload["size"] = _size(fields, kind)
    else:
        payload["starts"] = _start_of(fields)
    if kind == course.ARENA:
        payload["limit"] = MINUTE * number(fields, "length", tr("Minutes to play"), *ARENA_MINUTES)
    elif fields.get("limit", "").strip() and not clock_of(fields).live:
        payload["limit"] = DAY * number(fields, "limit", tr("Days for a round"), *LIMIT_DAYS)
    return payload | ratings_of(fields)


def _size(fields: Form, kind: str) -> int:
    """Return how many players the form waits for. Raises ``BadRequestError``."""
    size, title = integer(fields, "size", tr("Players")), tr("Players")
    least, most = LEAST.get(kind, 0), MOST.get(kind, size)
    if not least <= size <= most:
        raise BadRequestError(
            tr("{name}: expected a whole number from {low} to {high}", name=title, low=least,
               high=most)
        )  # fmt: skip
    return size


def _start_of(fields: Form) -> float:
    """Return when a tournament begins: a field's day and time, in UTC.

    Raises ``BadRequestError``.
    """
    try:
        starts = datetime.fromisoformat(fields.get("starts", ""))
    except ValueError:
        raise BadRequestError(tr("begins: expected a day and a time")) from None
    return starts.replace(tzinfo=UTC).timestamp()


def _minute(seconds: float) -> str:
    """Format a time for a field of a form, in UTC; a script converts it for the reader."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M}"


# -- one tournament


async def tournament_page(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return a tournament's page; only those who are signed in change it."""
    if error is not None:
        requester.signed_in()
    secret = form.get("secret", request.query_params.get("secret", ""))
    found = await _read(request, requester, secret)
    return await page(request, "tournament.html", requester, error=error,
                      address=service_of(request).address,
                      **_values(found, requester.reader))  # fmt: skip


async def now(request: Request) -> Response:
    """Return what changes on a tournament's page, as a fragment."""
    requester = await anybody(request)
    found = await _read(request, requester, request.query_params.get("secret", ""))
    return rendered("tournament-now.html", user=requester.user, now=service_of(request).now(),
                    **_values(found, requester.reader))  # fmt: skip


def _row(tournament: Tournament) -> SimpleNamespace:
    """Return a tournament's row, with the reason of its end in the reader's language."""
    row = tournament.row._asdict()
    return SimpleNamespace(**{**row, "reason": recalled(row["reason"] or "")})


def _values(found: TournamentView, user: int | None) -> dict[str, Any]:
    tournament = found.tournament
    return {
        "shown": found, "tournament": tournament, "row": _row(tournament),
        "kinds": translated(KINDS),
        "heads": tournament_rows.heads(tournament), "ties": tournament_rows.ties(tournament),
        "rows": tournament_rows.rows(tournament), "rounds": tournament_rows.rounds(tournament),
        "fewer": _fewer(tournament), "words_for": entry.words_for, "minute": _minute,
        "most_title": entry.MOST_TITLE, "rest": tournament_rows.rest(tournament, user),
    }  # fmt: skip


def _fewer(tournament: Tournament) -> tuple[int, int] | None:
    """Return the rounds of a Swiss if nobody else joins, and the players that all rounds need.

    None if there are enough, or not enough to begin at all.
    """
    row, count = tournament.row, len(tournament.players)
    if row.kind != course.SWISS or row.state != OPEN or row.size or count < row.least:
        return None
    rounds = course.round_count(row.kind, count, row.wanted)
    return (rounds, course.players_for(row.wanted)) if rounds < row.wanted else None


async def _read(request: Request, requester: Requester, secret: str) -> TournamentView:
    requested, own = request.path_params["tournament"], requester.reader

    def work(transaction: Transaction) -> TournamentView:
        tournament = entry.visible(transaction, requested, own, secret)
        row = tournament.row
        refusal = None
        if own is not None:
            rating = entry.rating_of(transaction, own, row.game)
            refusal = entry.refusal(tournament, own, rating)
        made_by = by_number(transaction, row.maker) if row.maker is not None else None
        is_known = own is not None and (own == row.maker or own in tournament.by_id)
        return TournamentView(
            tournament=tournament, maker=made_by.name if made_by else None,
            plays=own is not None and tournament.plays(own), refusal=refusal,
            board=tournament.board_of(own) if own is not None else None,
            secret=row.secret if row.private and (is_known or secret) else "",
            rounds_to_sit_out=tournament.may_sit_out(own) if own is not None else [],
            may_change=maker.may_change(tournament, own),
            watch=lists.links_to_watch(transaction, requested) if row.private else {},
        )  # fmt: skip

    return await service_of(request).read(work)


def _route(
    operation: Operation, name: str,
    payload_of: Callable[[Form, float], dict[str, Any]] = lambda form, now: {},
) -> Route:  # fmt: skip
    """Return the route of a form, which leads back to the tournament's page."""

    @or_show(tournament_page, but=(NotFoundError,))
    async def act(request: Request, requester: Requester, form: Form) -> Response:
        await operation(request, requester, payload_of(form, service_of(request).now()))
        # Whoever takes part needs the secret no more.
        secret = "" if operation is api.join else form.get("secret", "")
        query = f"?{urlencode({'secret': secret})}" if secret else ""
        return go_to(f"/tournaments/{request.path_params['tournament']}{query}")

    return Route(f"/tournaments/{{tournament:number}}/{name}", act, methods=["POST"])


async def wait(request: Request) -> Response:
    """Wait for a game of an arena: a page with scripts says so again and again."""
    await form_of(request)
    await api.wait(request, await anybody(request))
    return go_to(f"/tournaments/{request.path_params['tournament']}")


def _changes(form: Form, now: float) -> dict[str, Any]:
    """Return what the form to change a tournament says. Raises ``BadRequestError``."""
    changes: dict[str, Any] = {"title": form.get("title", "")}
    same = form.get("starts") == form.get("started")
    return changes if same else changes | {"starts": _start_of(form)}


def _bye(form: Form, now: float) -> dict[str, Any]:
    """Return the round to sit out that the form says, if any. Raises ``BadRequestError``."""
    return {"round": integer(form, "round", tr("Round"))} if form.get("round") else {}


async def rules(request: Request) -> Response:
    """Return the page about how tournaments work."""
    return await page(
        request, "tournaments-help.html", await anybody(request), least=LEAST, most=MOST,
        postponed=steps.MOST_POSTPONED, waits=entry.WAITS, pause=steps.BREAK,
    )  # fmt: skip


ROUTES = [
    # Before the rules of a game, ``/help/NAME``.
    Route("/help/tournaments", rules),
    Route("/tournaments", overview),
    *(Route(f"/tournaments/{place}", of_state) for place in PLACES),
    Route("/tournaments/new", blank(form)),
    Route("/tournaments/new", make, methods=["POST"]),
    Route("/tournaments/{tournament:number}", blank(tournament_page)),
    Route("/tournaments/{tournament:number}/now", now),
    _route(api.join, "join", lambda form, now: values_for(form, api.join)),
    Route("/tournaments/{tournament:number}/wait", wait, methods=["POST"]),
    _route(api.sit_out, "bye", _bye),
    _route(api.edit, "edit", _changes),
    _route(api.cancel, "cancel"),
    _route(api.leave, "leave"),
]
