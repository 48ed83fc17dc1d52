"""Lists of boards, joining a board, and a finished game as a page to keep."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY
from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import current, spoken, tr, tr_later
from boche.engine.record import dump_sgf, loads
from boche.server import limits
from boche.server.database.store import Transaction
from boche.server.errors import (
    BadRequestError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
    TooLargeError,
)
from boche.server.infrastructure.tokens import secret_hash, secret_in
from boche.server.people.accounts import named
from boche.server.play import lists
from boche.server.play.actor import Actor
from boche.server.play.arrival import take_all
from boche.server.play.match import OPEN, OVER, Match, load
from boche.server.play.own_games import own_games
from boche.server.play.records import record_of
from boche.server.web.api import boards as api
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester, anybody, limit
from boche.server.web.board_rows import Figures, figures_of, row_for, rows_for
from boche.server.web.languages import translated
from boche.server.web.pages.forms import Form, form_of, or_show, values_for
from boche.server.web.pages.game_fields import as_guest
from boche.server.web.pages.layout import go_to, page, rendered
from boche.server.web.responses import json_of
from boche.server.web.service import Packed, Service, service_of

PAGE = 30
MOST_SEATS = 50
"""Maximum number of guest seats of one browser."""
LONG_OVER = 7 * DAY

ALL, TURN, MINE, FINISHED = "all", "turn", "mine", "finished"
TITLES = {
    ALL: tr_later("All games"), TURN: tr_later("My turn"), MINE: tr_later("My games"),
    FINISHED: tr_later("Finished games"),
}  # fmt: skip
MY_SEAT, FRIEND_SEAT = "mine", "friend"
"""Names of the seats whose secrets are in the URL of the page of links, or in its cookie."""
LINKS_COOKIE, LINKS_KEPT = "boche_links", round(DAY)

OWN = (TURN, MINE)
"""Lists for signed-in users."""


async def games(request: Request) -> Response:
    """Return a list by ``show`` and ``game``; ``before`` is a board's number to continue from."""
    requester = await anybody(request)
    if request.query_params.get("show") == OPEN:  # where open games were listed
        return go_to("/lobby")
    if request.query_params.get("show") == MINE:
        return await _own_games(request, requester)
    return await _games(request, requester, {})


async def _own_games(request: Request, requester: Requester) -> Response:
    """Return one's own games, the nearest deadline first, and finished ones page by page."""
    service, query = service_of(request), request.query_params
    user, game, before = requester.signed_in().id, query.get("game") or None, _before(request)
    if game is not None and game not in GAMES:
        raise NotFoundError(tr("unknown list of games"))

    def work(transaction: Transaction) -> tuple[dict[str, list[lists.Listed]], Figures]:
        found = {}
        if before is None:
            own = own_games(transaction, user, game)
            found = {"asking": lists.asking(transaction, user), "turn": own.turn,
                     "waiting": own.waiting, "not_begun": own.open}  # fmt: skip
        found["finished"] = lists.boards_of(
            transaction, user, user, game=game, state=OVER, limit=PAGE + 1, before=before,
            turns_first=False,
        )  # fmt: skip
        return found, figures_of(transaction, [board for part in found.values() for board in part])

    found, figures = await service.read(work)
    more = found["finished"][PAGE - 1].row.id if len(found["finished"]) > PAGE else None
    found["finished"] = found["finished"][:PAGE]
    parts = {
        name: rows_for(boards, requester, service.now(), figures) for name, boards in found.items()
    }
    return await page(
        request, "own-games.html", requester, titles=translated(TITLES), show=MINE,
        game=game, before=before, more=more, parts_of=parts, taken=query_integer(query, "taken"),
    )  # fmt: skip


def _before(request: Request) -> int | None:
    return query_integer(request.query_params, "before")


async def _games(
    request: Request, requester: Requester, form: Form, error: BocheError | None = None
) -> Response:
    service, query = service_of(request), request.query_params
    show, game = query.get("show", ALL), query.get("game") or None
    before = _before(request)
    if show not in TITLES or (game is not None and game not in GAMES):
        raise NotFoundError(tr("unknown list of games"))
    user = requester.signed_in().id if show in OWN else None

    def work(transaction: Transaction) -> tuple[list[lists.Listed], list[lists.Listed], Figures]:
        asking = lists.asking(transaction, user) if user is not None and before is None else []
        boards = listed(transaction)
        return asking, boards, figures_of(transaction, [*asking, *boards])

    def listed(transaction: Transaction) -> list[lists.Listed]:
        if user is not None:
            return lists.boards_of(
                transaction,
                user,
                user,
                game=game,
                next_only=True,
            )
        state = OVER if show == FINISHED else None
        return lists.all_boards(transaction, game=game, state=state, limit=PAGE + 1, before=before)

    asking, boards, figures = await service.read(work)
    more = show != TURN and len(boards) > PAGE
    boards = boards[:PAGE] if more else boards
    titles = {
        name: tr(title) for name, title in TITLES.items() if requester.user or name not in OWN
    }
    return await page(
        request, "games.html", requester, error=error, titles=titles, show=show, game=game,
        boards=rows_for(boards, requester, service.now(), figures),
        more=boards[-1].row.id if more else None, before=before,
        asking=rows_for(asking, requester, service.now(), figures),
    )  # fmt: skip


async def of_browser(request: Request) -> Response:
    """Return the list of a browser's guest games, as a fragment; the request has the secrets.

    A rematch stands among them even if the browser has not heard of it: a guest keeps the secret.
    Boards that are missing, not theirs, or long over are left out: the browser can forget them.
    """
    payload = await json_of(request)
    seats, now = _seats(payload.get("seats")), service_of(request).now()

    known = dict(seats)

    def work(transaction: Transaction) -> list[lists.Listed]:
        boards = lists.by_numbers(transaction, list(known))
        fresh = {
            board.row.after: known[board.row.id]
            for board in boards
            if board.row.after is not None and board.row.after not in known
        }
        known.update(fresh)
        return [*lists.by_numbers(transaction, list(fresh)), *boards]

    boards = await service_of(request).read(work)
    rows = [
        row_for(known[board.row.id], board, now)
        for board in boards
        if known[board.row.id].seats(board) and now - (board.row.ended or now) < LONG_OVER
    ]
    return rendered("here.html", boards=rows)


def _seats(value: object) -> list[tuple[int, Actor]]:
    """Return boards and actors for the seats that a browser names."""
    rows = value[:MOST_SEATS] if isinstance(value, list) else []
    pairs = [(row.get("board"), row.get("secret")) for row in rows if isinstance(row, dict)]
    return [
        (number, Actor(None, secret_hash(secret)))
        for number, secret in pairs
        if isinstance(number, int) and 0 < number < 2**31 and isinstance(secret, str)
    ]


async def take(request: Request) -> Response:
    """Take the games that a browser has as a guest into the account that is signed in there."""
    form, requester = await form_of(request), await anybody(request)
    name = requester.signed_in().name
    taken = await take_seats(service_of(request), name, form.get("seats", "[]"))
    return go_to(f"/games?show={MINE}&taken={taken}")


async def take_seats(service: Service, name: str, seats: str) -> int:
    """Give an account the seats in a form's field, as JSON; return the number of those taken.

    Raises ``BadRequestError``.
    """
    try:
        kept = json.loads(seats)
    except (ValueError, RecursionError) as error:
        raise BadRequestError(tr("the form cannot be read")) from error
    secrets = {number: actor.secret for number, actor in _seats(kept) if actor.secret is not None}
    if not secrets:
        return 0
    return len(
        await service.write(
            lambda transaction: take_all(
                transaction, named(transaction, name), secrets, service.now()
            )
        )
    )


@or_show(_games, only=(ConflictError, BadRequestError))  # somebody was faster; no name of a guest
async def join(request: Request, requester: Requester, form: Form) -> Response:
    """Take the free seat; a guest's link is shown only this once."""
    board = await api.join(request, requester, as_guest(form, requester))
    return await links(request, requester, form, board, {MY_SEAT: board["secret"]})


@or_show(_games, only=(ConflictError, NotAllowedError))  # it was withdrawn meanwhile
async def answer(request: Request, requester: Requester, form: Form) -> Response:
    """Accept or decline a challenge or a rematch."""
    payload = values_for(form, api.answer)
    board = await api.answer(request, requester, payload)
    to_board = f"/board/{board['after'] or board['board']}"
    return go_to(to_board if payload["accepted"] else f"/games?show={MINE}")


async def links(
    request: Request, requester: Requester, form: Form, board: Mapping[str, Any],
    secrets: Mapping[str, str | None],
) -> Response:  # fmt: skip
    """Show links to a board, with any secrets, to a user who has just got a seat there.

    With scripts, the form leads to a URL that has the secrets after ``#``; without, a cookie of
    that page has them for a day. So a page that is loaded again sends no form a second time.
    """
    path = f"/board/{board['board']}"
    known = {cookie: secret for cookie, secret in secrets.items() if secret}
    if not known:
        return go_to(path)
    if form.get("scripted"):
        watch = {"watch": board["watch"]} if board["watch"] else {}
        return go_to(f"{path}/links#{urlencode(known | watch)}")
    answer = go_to(f"{path}/links")
    answer.set_cookie(
        LINKS_COOKIE, urlencode(known), LINKS_KEPT, path=f"{path}/links",
        secure=service_of(request).secure, httponly=True, samesite="lax",
    )  # fmt: skip
    return answer


async def links_page(request: Request) -> Response:
    """Return the links to a board; a script adds the secrets of the page's URL, if it has some."""
    number = request.path_params["board"]
    requester = await anybody(request)
    board = await service_of(request).read(lambda transaction: load(transaction, number))
    sent = dict(parse_qsl(request.cookies.get(LINKS_COOKIE, "")))
    known = {name: secret_in(sent[name]) for name in (MY_SEAT, FRIEND_SEAT) if name in sent}
    own_link, other_link = (
        f"/board/{number}#seat={known[name]}" if known.get(name) else None
        for name in (MY_SEAT, FRIEND_SEAT)
    )
    player = Requester(requester.user, known.get(MY_SEAT), "")
    watch = board.row.watch if player.actor.seats(board) else None
    data = {"board": number, "title": board.game.title, "state": board.row.state,
             "private": board.row.private, "watch": watch,
             "seats": [{"taken": seat.is_taken} for seat in board.seats]}  # fmt: skip
    return await _links(request, requester, data, own_link=own_link, other_link=other_link)


async def _links(
    request: Request, requester: Requester, board: Mapping[str, Any],
    own_link: str | None = None, other_link: str | None = None,
) -> Response:  # fmt: skip
    watch = f"/board/{board['board']}"
    if board["private"]:
        watch = f"{watch}#watch={board['watch']}" if board["watch"] else ""
    return await page(
        request, "links.html", requester, number=board["board"], title=board["title"],
        open=not all(seat["taken"] for seat in board["seats"]),
        waits=board["state"] == OPEN,
        private=board["private"], table=f"/board/{board['board']}", watch=watch,
        address=service_of(request).address, mine=own_link, other=other_link,
    )  # fmt: skip


async def offline_page(request: Request) -> Response:
    """Return a finished game as one self-contained file."""
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda transaction: load(transaction, number))
    if board.row.state != OVER or not board.moves:
        raise ConflictError(
            tr("board {number}: a page can be saved once the game is over", number=number)
        )
    await limit(request, limits.KEPT_PAGES)
    packed = await service.packed.get(
        ("page", number, board.row.events), lambda: service.page(lambda: _page(service, board))
    )
    name = f"{board.row.game}-{number}.html"
    return Response(packed.data, media_type="text/html",
                    headers={"Content-Disposition": f'attachment; filename="{name}"'})  # fmt: skip


def _page(service: Service, board: Match) -> Packed:
    record = dump_sgf(record_of(board))
    try:
        return Packed.of(service.aside.do(spoken, current(), page_of_record, record))
    except TimeoutError as error:
        raise TooLargeError(
            tr(
                "board {board}: creating a page of {count} moves takes too long; download its "
                "record instead",
                board=board.number,
                count=len(board.moves),
            )
        ) from error


def page_of_record(record: bytes) -> bytes:
    """Return a record as a page to keep; run in a separate process."""
    from boche.viewer.export.page.document import page_of

    return page_of([loads(record.decode())]).encode()


ROUTES = [
    Route("/games", games),
    Route("/games/take", take, methods=["POST"]),
    Route("/seats", of_browser, methods=["POST"]),
    Route("/games/{board:number}/join", join, methods=["POST"]),
    Route("/games/{board:number}/answer", answer, methods=["POST"]),
    Route("/board/{board:number}/links", links_page),
    Route("/board/{board:number}/page.html", offline_page),
]
