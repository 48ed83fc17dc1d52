"""Tournaments: their lists, a form to make one, and each one's page."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY, HOUR, MINUTE
from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.languages.current import tr, tr_later, tr_word
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
from boche.server.web.authentication import Requester, anybody
from boche.server.web.languages import translated
from boche.server.web.pages import tournament_rows
from boche.server.web.pages.forms import Form, form_of, integer, number
from boche.server.web.pages.game_fields import CLOCKS, WHICH_GAME, choices_of, clock_of, options_of
from boche.server.web.pages.layout import go_to, page, rendered
from boche.server.web.service import service_of

PAGE = 30
FEW = 15
"""Tournaments of a state in the overview, which leads to the others."""
PLACES = {"to-come": OPEN, "running": RUNNING, "finished": OVER}
"""Lists of tournaments by their paths."""
TITLES = {OPEN: tr_later("Tournaments to come"), RUNNING: tr_later("Running tournaments"),
          OVER: tr_later("Finished tournaments")}  # fmt: skip
HOURS, START_MINUTES = (0.0, 24.0 * 60), (0.0, 59.0)
LIMIT_DAYS = (1.0, 180.0)
ARENA_MINUTES = (entry.SHORTEST_ARENA / MINUTE, entry.LONGEST_ARENA / MINUTE)
USUAL: Form = {
    "title": "", "kind": course.SWISS, "rounds": "5", "cycles": "1", "length": "60",
    "clock": "3-days", "days": "7",
    "minutes": "15", "increment": "15", "begins": "time", "hours": "48", "start-minutes": "0",
    "size": "8",
    "limit": "", "low": "", "high": "", "rated": "", "private": "", "join": "",
}  # fmt: skip
"""Initial values of the form, without the game and its options."""


@dataclass(frozen=True)
class TournamentView:
    """What a tournament's page shows to its reader. ``refusal`` is why they cannot join."""

    tournament: Tournament
    maker: str | None
    plays: bool
    refusal: str | None
    board: int | None
    secret: str
    rounds_to_sit_out: list[int]
    may_change: bool

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


async def form(request: Request) -> Response:
    """Return the form to make one."""
    requester = await anybody(request)
    requester.signed_in()
    query = request.query_params
    # What was chosen before, when another game is; a box that is not ticked sends nothing.
    usual = {"join": ""} if "title" in query else {"join": "1"}
    kept = {name: query[name] for name in USUAL if name in query}
    return await _form(request, requester, usual | kept | {"game": query.get("game", "")})


async def _form(
    request: Request, requester: Requester, fields: Form, error: BocheError | None = None
) -> Response:
    game = GAMES.get(fields.get("game", ""), DEFAULT)
    return await page(
        request, "tournament-new.html", requester, error=error, game=game,
        choices=choices_of(game, fields if request.method == "POST" else None),
        form={**USUAL, **fields}, kinds=translated(KINDS), clocks=CLOCKS,
        hours=HOURS, start_minutes=START_MINUTES, limits=LIMIT_DAYS, lengths=ARENA_MINUTES,
        most_rounds=entry.MOST_ROUNDS, most_cycles=entry.MOST_CYCLES,
        most_title=entry.MOST_TITLE, highest=entry.HIGHEST, least=LEAST,
    )  # fmt: skip


async def make(request: Request) -> Response:
    """Make the tournament of the form."""
    fields, requester = await form_of(request), await anybody(request)
    requester.signed_in()
    try:
        payload = _payload(fields, service_of(request).now())
        made = await api.create(request, requester, payload)
    except BocheError as error:
        return await _form(request, requester, fields, error)
    if fields.get("join") == "1":
        with contextlib.suppress(BocheError):  # it is made: its page says why they cannot join
            await api.joined_in(request, requester, made["tournament"], made["secret"] or "")
    # Without a fragment of its own, the address would keep that of the form.
    return go_to(f"/tournaments/{made['tournament']}#main")


def _payload(fields: Form, now: float) -> dict[str, Any]:
    """Convert the form to the API's fields. Raises ``BadRequestError``."""
    game = GAMES.get(fields.get("game", ""))
    if game is None:
        raise BadRequestError(tr_word(WHICH_GAME))
    kind = fields.get("kind", "")
    clock = clock_of(fields)
    payload: dict[str, Any] = {
        "title": fields.get("title", ""), "game": game.name, "kind": kind,
        "options": options_of(game, fields),
        "clock": clock.fields, "rated": fields.get("rated") == "1",
        "private": fields.get("private") == "1",
    }  # fmt: skip
    if kind == course.SWISS:
        payload["rounds"] = integer(fields, "rounds", tr("Rounds"))
    elif kind == course.ROUND_ROBIN:
        payload["rounds"] = integer(fields, "cycles", tr("Games of each pair"))
    if fields.get("begins") == "size":
        payload["size"] = _size(fields, kind)
    else:
        payload["starts"] = _start_of(fields, now)
    if kind == course.ARENA:
        payload["limit"] = MINUTE * number(fields, "length", tr("Minutes to play"), *ARENA_MINUTES)
    elif fields.get("limit", "").strip() and not clock.live:
        payload["limit"] = DAY * number(fields, "limit", tr("Days for a round"), *LIMIT_DAYS)
    for name, title in (("low", tr("Lowest rating")), ("high", tr("Highest rating"))):
        if fields.get(name, "").strip():
            payload[name] = integer(fields, name, title)
    return payload


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


def _start_of(fields: Form, now: float) -> float:
    """Return when a tournament begins: in the form's hours and minutes."""
    hours = number(fields, "hours", tr("Hours"), *HOURS)
    minutes = number(fields, "start-minutes", tr("Minutes"), *START_MINUTES)
    return now + HOUR * hours + MINUTE * minutes


# -- one tournament


async def tournament_page(request: Request) -> Response:
    """Return a tournament's page."""
    return await _tournament_response(
        request, await anybody(request), request.query_params.get("secret", "")
    )


async def now(request: Request) -> Response:
    """Return what changes on a tournament's page, as a fragment."""
    requester = await anybody(request)
    found = await _read(request, requester, request.query_params.get("secret", ""))
    user = requester.user
    return rendered("tournament-now.html", user=user, now=service_of(request).now(),
                    **_values(found, user.id if user else None))  # fmt: skip


async def _tournament_response(
    request: Request, requester: Requester, secret: str, error: BocheError | None = None
) -> Response:
    found, user = await _read(request, requester, secret), requester.user
    return await page(request, "tournament.html", requester, error=error,
                      address=service_of(request).address,
                      **_values(found, user.id if user else None))  # fmt: skip


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
        "words_for": entry.words_for, "hours": HOURS, "start_minutes": START_MINUTES,
        "most_title": entry.MOST_TITLE, "rest": tournament_rows.rest(tournament, user),
    }  # fmt: skip


async def _read(request: Request, requester: Requester, secret: str) -> TournamentView:
    requested, user = request.path_params["tournament"], requester.user
    own = user.id if user else None

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
        )  # fmt: skip

    return await service_of(request).read(work)


async def join(request: Request) -> Response:
    """Take part."""
    fields, requester = await form_of(request), await anybody(request)
    secret = fields.get("secret", "")
    try:
        await api.joined(request, requester, secret)
    except NotFoundError:
        raise
    except BocheError as error:
        requester.signed_in()
        return await _tournament_response(request, requester, secret, error)
    return go_to(f"/tournaments/{request.path_params['tournament']}")


async def wait(request: Request) -> Response:
    """Wait for a game of an arena: a page with scripts says so again and again."""
    await form_of(request)
    await api.waits(request, await anybody(request))
    return go_to(f"/tournaments/{request.path_params['tournament']}")


async def leave(request: Request) -> Response:
    """Leave."""
    return await _acted(request, lambda requester, _: api.left(request, requester))


async def edit(request: Request) -> Response:
    """Change the title, or when it begins."""

    def act(requester: Requester, fields: Form) -> Coroutine[Any, Any, object]:
        starts = _start_of(fields, service_of(request).now()) if fields.get("hours") else None
        title = " ".join(fields.get("title", "").split())
        return api.edited(request, requester, title, starts)

    return await _acted(request, act)


async def cancel(request: Request) -> Response:
    """Call it off."""
    return await _acted(request, lambda requester, _: api.cancelled(request, requester))


async def sit_out(request: Request) -> Response:
    """Sit out a round, or none."""

    def act(requester: Requester, fields: Form) -> Coroutine[Any, Any, object]:
        which = integer(fields, "round", tr("Round")) if fields.get("round") else None
        return api.sat_out(request, requester, which)

    return await _acted(request, act)


async def _acted(
    request: Request, act: Callable[[Requester, Form], Coroutine[Any, Any, object]]
) -> Response:
    """Do something; return to the tournament, or show it with the reason why that is refused."""
    fields, requester = await form_of(request), await anybody(request)
    secret = fields.get("secret", "")
    try:
        await act(requester, fields)
    except NotFoundError:
        raise
    except BocheError as error:
        requester.signed_in()
        return await _tournament_response(request, requester, secret, error)
    query = f"?{urlencode({'secret': secret})}" if secret else ""
    return go_to(f"/tournaments/{request.path_params['tournament']}{query}")


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
    Route("/tournaments/new", form),
    Route("/tournaments/new", make, methods=["POST"]),
    Route("/tournaments/{tournament:number}", tournament_page),
    Route("/tournaments/{tournament:number}/now", now),
    Route("/tournaments/{tournament:number}/join", join, methods=["POST"]),
    Route("/tournaments/{tournament:number}/wait", wait, methods=["POST"]),
    Route("/tournaments/{tournament:number}/bye", sit_out, methods=["POST"]),
    Route("/tournaments/{tournament:number}/edit", edit, methods=["POST"]),
    Route("/tournaments/{tournament:number}/cancel", cancel, methods=["POST"]),
    Route("/tournaments/{tournament:number}/leave", leave, methods=["POST"]),
]
