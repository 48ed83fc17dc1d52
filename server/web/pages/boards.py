"""Lists of boards, joining a board, and a finished game as a page to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.record import dump_sgf, loads
from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.durations import DAY
from boche.server.errors import (
    BadRequestError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
    TooLargeError,
)
from boche.server.play import lists
from boche.server.play.actor import Actor
from boche.server.play.match import OPEN, OVER, Match, load
from boche.server.play.records import record_of
from boche.server.tokens import secret_hash
from boche.server.web.api import boards as api
from boche.server.web.api.fields import query_whole
from boche.server.web.authentication import Requester, anybody, limit
from boche.server.web.board_rows import Figures, figures_of, shown, shown_to
from boche.server.web.pages.forms import Form, form_of
from boche.server.web.pages.layout import go_to, page, rendered
from boche.server.web.responses import json_of
from boche.server.web.service import Packed, Service, service_of

PAGE = 30
MOST_SEATS = 50
"""Maximum number of guest seats of one browser."""
LONG_OVER = 7 * DAY

ALL, TURN, MINE, WAITING, FINISHED = "all", "turn", "mine", "open", "finished"
TITLES = {
    ALL: "All games", TURN: "My turn", MINE: "My games", WAITING: "Open games",
    FINISHED: "Finished games",
}  # fmt: skip
MY_SEAT, FRIEND_SEAT = "mine", "friend"
"""Names of the seats whose secrets are in the URL of the page of links."""

OWN = (TURN, MINE)
"""Lists for signed-in users."""


async def games(request: Request) -> Response:
    """Return a list by ``show`` and ``game``; ``before`` is a board's number to continue from."""
    return await _games(request, await anybody(request))


async def _games(request: Request, asker: Requester, error: BocheError | None = None) -> Response:
    service, query = service_of(request), request.query_params
    show, game = query.get("show", ALL), query.get("game") or None
    before = query_whole(query, "before")
    if show not in TITLES or (game is not None and game not in GAMES):
        raise NotFoundError("there is no such list of games")
    user = asker.signed_in().id if show in OWN else None

    def work(transaction: Transaction) -> tuple[list[lists.Listed], list[lists.Listed], Figures]:
        asking = lists.asking(transaction, user) if user is not None and before is None else []
        found = listed(transaction)
        return asking, found, figures_of(transaction, [*asking, *found])

    def listed(transaction: Transaction) -> list[lists.Listed]:
        if user is not None:
            return lists.boards_of(
                transaction,
                user,
                user,
                game=game,
                next_only=show == TURN,
                most=PAGE + 1,
                before=before,
                turns_first=False,
            )
        if show == WAITING:
            return lists.open_boards(transaction, game)
        state = OVER if show == FINISHED else None
        return lists.all_boards(transaction, game=game, state=state, most=PAGE + 1, before=before)

    asking, found, figures = await service.read(work)
    more = show != WAITING and len(found) > PAGE
    found = found[:PAGE] if more else found
    titles = {name: title for name, title in TITLES.items() if asker.user or name not in OWN}
    return await page(
        request, "games.html", asker, error=error, titles=titles, show=show, game=game,
        boards=shown(found, asker, service.now(), figures), more=found[-1].row.id if more else None,
        before=before, asking=shown(asking, asker, service.now(), figures),
    )  # fmt: skip


async def of_browser(request: Request) -> Response:
    """Return the list of a browser's guest games, as a fragment; the request has the secrets.

    Boards that are missing, not theirs, or long over are left out: the browser can forget them.
    """
    given = await json_of(request)
    seats, now = _seats(given.get("seats")), service_of(request).now()

    def work(transaction: Transaction) -> list[lists.Listed]:
        return lists.these(transaction, [number for number, _ in seats])

    known, found = dict(seats), await service_of(request).read(work)
    rows = [
        shown_to(known[each.row.id], each, now)
        for each in found
        if known[each.row.id].seats(each) and now - (each.row.ended or now) < LONG_OVER
    ]
    return rendered("here.html", boards=rows)


def _seats(given: object) -> list[tuple[int, Actor]]:
    """Return boards and actors for the seats that a browser names."""
    rows = given[:MOST_SEATS] if isinstance(given, list) else []
    pairs = [(row.get("board"), row.get("secret")) for row in rows if isinstance(row, dict)]
    return [
        (number, Actor(None, secret_hash(secret)))
        for number, secret in pairs
        if isinstance(number, int) and 0 < number < 2**31 and isinstance(secret, str)
    ]


async def join(request: Request) -> Response:
    """Take the free seat; a guest's link is shown only this once."""
    form, asker = await form_of(request), await anybody(request)
    given = {} if asker.user else {"as": form.get("as", "")}
    try:
        found = await api.joined(request, asker, given)
    except (ConflictError, BadRequestError) as error:  # somebody was faster, or the name is invalid
        return await _games(request, asker, error)
    return await links(request, asker, form, found, {MY_SEAT: found["secret"]})


async def answer(request: Request) -> Response:
    """Accept or decline a challenge or a rematch."""
    form, asker = await form_of(request), await anybody(request)
    accepted = form.get("accepted") == "1"
    try:
        found = await api.answered(request, asker, accepted)
    except (ConflictError, NotAllowedError) as error:  # it was withdrawn meanwhile
        return await _games(request, asker, error)
    return go_to(f"/board/{found['after'] or found['board']}" if accepted else "/games?show=mine")


async def links(
    request: Request, asker: Requester, form: Form, found: Mapping[str, Any],
    secrets: Mapping[str, str | None],
) -> Response:  # fmt: skip
    """Show links to a board, with any secrets, to a user who has just got a seat there.

    With scripts, the form leads to a URL that has the secrets after ``#``; without, they are only
    in the form's own answer.
    """
    path = f"/board/{found['board']}"
    known = {whose: secret for whose, secret in secrets.items() if secret}
    if not known:
        return go_to(path)
    if form.get("scripted"):
        return go_to(f"{path}/links#{urlencode(known)}")
    mine, other = (
        known.get(whose) and f"{path}#seat={known[whose]}" for whose in (MY_SEAT, FRIEND_SEAT)
    )
    return await _links(request, asker, found, mine=mine, other=other)


async def shown_links(request: Request) -> Response:
    """Return the same page without secrets: its script adds those of its URL."""
    number = request.path_params["board"]
    board = await service_of(request).read(lambda transaction: load(transaction, number))
    found = {"board": number, "title": board.game.title, "state": board.row.state,
             "seats": [{"taken": each.taken} for each in board.seats]}  # fmt: skip
    return await _links(request, await anybody(request), found)


async def _links(
    request: Request, asker: Requester, found: Mapping[str, Any],
    mine: str | None = None, other: str | None = None,
) -> Response:  # fmt: skip
    return await page(
        request, "links.html", asker, number=found["board"], title=found["title"],
        open=not all(each["taken"] for each in found["seats"]),
        waits=found["state"] == OPEN, watch=f"/board/{found['board']}",
        address=service_of(request).address, mine=mine, other=other,
    )  # fmt: skip


async def kept_page(request: Request) -> Response:
    """Return a finished game as one self-contained file."""
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda transaction: load(transaction, number))
    if board.row.state != OVER or not board.moves:
        raise ConflictError(f"board {number}: a page can be kept once the game has been played")
    await limit(request, limits.KEPT_PAGES)
    found = await service.packed.get(
        ("page", number, board.row.events), lambda: service.page(lambda: _page(service, board))
    )
    name = f"{board.row.game}-{number}.html"
    return Response(found.data, media_type="text/html",
                    headers={"Content-Disposition": f'attachment; filename="{name}"'})  # fmt: skip


def _page(service: Service, board: Match) -> Packed:
    record = dump_sgf(record_of(board))
    try:
        return Packed.of(service.aside.do(page_of_record, record))
    except TimeoutError as error:
        raise TooLargeError(
            f"board {board.number}: a page of {len(board.moves)} moves takes too long to make; "
            "download its record instead"
        ) from error


def page_of_record(record: bytes) -> bytes:
    """Return a record as a page to keep; run in a separate process."""
    from boche.viewer.export.page.document import page_of

    return page_of([loads(record.decode())]).encode()


ROUTES = [
    Route("/games", games),
    Route("/seats", of_browser, methods=["POST"]),
    Route("/games/{board:int}/join", join, methods=["POST"]),
    Route("/games/{board:int}/answer", answer, methods=["POST"]),
    Route("/board/{board:int}/links", shown_links),
    Route("/board/{board:int}/page.html", kept_page),
]
