"""Search of people, and of finished games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people import directory
from boche.server.people.accounts import named
from boche.server.play import lists, results
from boche.server.play.results import Query
from boche.server.web.authentication import anybody
from boche.server.web.board_rows import Figures, figures_of, rows_for
from boche.server.web.languages import translated
from boche.server.web.pages.layout import go_to, page, segment
from boche.server.web.service import service_of

FIELDS = ("player", "opponent", "game", "result", "from", "to")
MOST = 60
"""Maximum number of characters in a field of a search."""


async def people(request: Request) -> Response:
    """Return the people whose names begin as ``name`` says; a whole name leads to its page."""
    service, query = service_of(request), request.query_params
    name, after = query.get("name", "").strip()[:MOST], query.get("after", "")[:MOST]
    rows: list[directory.Person] = []
    if name:
        rows = await service.read(
            lambda transaction: directory.beginning(
                transaction, name, service.now(), after=after, limit=directory.PAGE + 1
            )
        )
    if len(rows) == 1 and rows[0].name == name:
        return go_to(f"/people/{segment(name)}")
    return await page(
        request, "people.html", await anybody(request), name=name, people=rows[: directory.PAGE],
        more=rows[directory.PAGE - 1].name if len(rows) > directory.PAGE else None,
    )  # fmt: skip


@dataclass(frozen=True)
class SearchPage:
    """A page of a search: its games, and where the next page begins."""

    boards: list[lists.Listed]
    figures: Figures
    next: results.Place | None


async def games(request: Request) -> Response:
    """Return the finished games that a form asks for, a page at a time."""
    service, requester, query = service_of(request), await anybody(request), request.query_params
    form = {name: query.get(name, "").strip()[:MOST] for name in FIELDS}
    reader, found, error = requester.reader, None, None

    def work(transaction: Transaction) -> SearchPage:
        places = results.search(
            transaction, _query(transaction, form, query), reader, results.PAGE + 1
        )
        shown = places[: results.PAGE]
        boards = lists.by_numbers(transaction, [board for _, board in shown])
        more = shown[-1] if len(places) > results.PAGE else None
        return SearchPage(boards, figures_of(transaction, boards), more)

    try:
        if any(name in query for name in FIELDS):
            found = await service.read(work)
    except BocheError as refused:
        error = refused
    known: dict[str, Any] = {"boards": None, "more": None}
    if found is not None:
        known["boards"] = rows_for(found.boards, requester, service.now(), found.figures)
        if found.next is not None:
            ended, board = found.next
            given = {name: text for name, text in form.items() if text} or {"game": ""}
            known["more"] = urlencode({**given, "before": f"{ended!r}-{board}"})
    return await page(
        request, "search.html", requester, error=error, form=form,
        scores=translated(results.SCORES), before="before" in query, **known,
    )  # fmt: skip


def _query(transaction: Transaction, form: dict[str, str], query: QueryParams) -> Query:
    """Return a search as a form describes it. Raises ``BadRequestError``, ``NotFoundError``."""
    if not form["player"] and (form["opponent"] or form["result"]):
        raise BadRequestError(tr("give a player as well"))
    if form["game"] and form["game"] not in GAMES:
        raise BadRequestError(tr("game: choose from {choices}", choices=", ".join(GAMES)))
    if form["result"] and form["result"] not in results.SCORES:
        raise BadRequestError(
            tr("result: choose from {choices}", choices=", ".join(results.SCORES))
        )
    asked = Query(
        game=form["game"] or None, score=form["result"] or None, since=_day(form["from"], 0),
        until=_day(form["to"], 1), before=_place(query.get("before", "")),
    )  # fmt: skip
    if not form["player"]:
        return asked
    user = named(transaction, form["player"])
    opponent = named(transaction, form["opponent"]) if form["opponent"] else None
    if opponent is not None and user.level is not None and opponent.level is None:
        # The person has far fewer games than the computer.
        score = {results.WON: results.LOST, results.LOST: results.WON}.get(
            form["result"], form["result"]
        )
        return replace(asked, user=opponent.id, opponent=user.id, score=score or None)
    return replace(asked, user=user.id, opponent=opponent.id if opponent else None)


def _day(text: str, later: int) -> float | None:
    """Return the beginning of a day in UTC, or of the one after it; None for an empty text."""
    if not text:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
        return (day + timedelta(days=later)).timestamp()
    except (ValueError, OverflowError):
        raise BadRequestError(tr("give a day such as 2027-03-01")) from None


def _place(text: str) -> results.Place | None:
    """Return where a page begins. Raises ``BadRequestError``."""
    if not text:
        return None
    ended, _, board = text.rpartition("-")
    try:
        at, number = float(ended), int(board)
    except ValueError:
        raise BadRequestError(tr("the search has no such page")) from None
    if not (0.0 <= at < 1e12 and 0 < number < 2**31):
        raise BadRequestError(tr("the search has no such page"))
    return at, number


ROUTES = [Route("/people", people), Route("/games/search", games)]
