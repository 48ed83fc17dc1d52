"""Lists of boards, joining one, and a finished game as a page to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.errors import BocheError
from engine.games.registry import GAMES
from engine.message import begun
from engine.record import dump_sgf, loads
from engine.record.dialect import write_flags
from server import limits
from server.database.store import Unit
from server.durations import in_words
from server.errors import (
    BadRequestError,
    ConflictError,
    NotAllowedError,
    NotFoundError,
    TooLargeError,
)
from server.people.names import DELETED
from server.play import lists
from server.play.board import ACTIVE, OPEN, OVER, Board, Seat, load
from server.play.offers import REMATCH
from server.play.records import record_of
from server.web.api import boards as api
from server.web.api.fields import query_whole
from server.web.pages.forms import Form, form_of
from server.web.pages.layout import go_to, page
from server.web.service import Packed, Service, service_of
from server.web.who import Who, anybody, limit

PAGE = 30

ALL, TURN, MINE, WAITING, FINISHED = "all", "turn", "mine", "open", "finished"
TITLES = {
    ALL: "All games", TURN: "My turn", MINE: "My games", WAITING: "Open to all",
    FINISHED: "Finished games",
}  # fmt: skip
MY_SEAT, FRIEND_SEAT = "mine", "friend"
"""Whose seats' secrets the page of links shows: their names in its address."""

OWN = (TURN, MINE)
"""Lists for who is signed in."""


@dataclass(frozen=True)
class Shown:
    """A board in a list. ``state`` is a line; ``yours``: it is the reader's turn.

    ``free``: the reader may take a seat; ``asks``: they are asked whether they play.
    """

    number: int
    title: str
    options: str
    seats: tuple[Seat, Seat]
    state: Markup
    yours: bool
    over: bool
    played: bool
    free: bool
    asks: bool
    rated: bool

    def linked(self, seat: Seat) -> bool:
        """Whether whoever sits there has a page of their own."""
        return seat.user is not None and seat.name != DELETED


def shown(found: Sequence[lists.Listed], asker: Who, now: float) -> list[Shown]:
    """Boards as a list on a page has them."""
    return [_shown(each, asker.user.id if asker.user else None, now) for each in found]


def _shown(each: lists.Listed, user: int | None, now: float) -> Shown:
    row = each.row
    game = GAMES.get(row.game)  # a package from outside may be gone
    due = each.seats[row.turn] if row.state == ACTIVE else None
    yours = due is not None and user is not None and due.user == user
    sits = user is not None and any(seat.user == user for seat in each.seats)
    free = row.state == OPEN and not sits and not (row.rated and user is None)
    return Shown(
        row.id, game.title if game else row.game,
        " ".join(write_flags(game, row.options)) if game else "", each.seats,
        _state(each, due, user, now), yours, row.state == OVER, row.ply > 0, free,
        _asks(each, user), row.rated,
    )  # fmt: skip


def _own(each: lists.Listed, user: int | None) -> Seat | None:
    """The seat of who reads."""
    return next((seat for seat in each.seats if user is not None and seat.user == user), None)


def _asks(each: lists.Listed, user: int | None) -> bool:
    own = _own(each, user)
    rematch = each.row.offer == REMATCH and own is not None and each.row.offerer != own.number
    return own is not None and (each.asks(own) or rematch)


def _state(each: lists.Listed, due: Seat | None, user: int | None, now: float) -> Markup:
    """How a game stands, in a line. Names are in ``bdi``: some are written from right to left."""
    row, own = each.row, _own(each, user)
    if _asks(each, user):
        assert own is not None
        what = "proposes a rematch" if row.state == OVER else f"challenges you, {each.clock.text}"
        return Markup("<bdi>{}</bdi> {}").format(each.names[1 - own.number], what)
    if row.state == OPEN and own is not None and own.came is None:
        return Markup("<bdi>{}</bdi> waits for you").format(each.names[1 - own.number])
    if row.state == OPEN:
        return escape(begun(each.waiting))
    if due is None:
        # A name stays as it is written.
        reason = row.reason or "over"
        if not any(reason.startswith(f"{name} ") for name in each.names):
            reason = begun(reason)
        if row.winner is None:
            return escape(reason)
        # A sentence of its own: some reasons begin with who wins, by the colour.
        return Markup("<bdi>{}</bdi> won. {}").format(each.names[row.winner], reason)
    said = Markup("Your turn") if due is own else Markup("<bdi>{}</bdi> to move").format(due.name)
    if row.deadline is not None:
        said += Markup(", {} left").format(in_words(row.deadline - now))
    return said


async def games(request: Request) -> Response:
    """A list, by ``show`` and ``game``; ``before`` a board's number, to read on."""
    return await _games(request, await anybody(request))


async def _games(request: Request, asker: Who, error: BocheError | None = None) -> Response:
    service, query = service_of(request), request.query_params
    show, game = query.get("show", ALL), query.get("game") or None
    before = query_whole(query, "before")
    if show not in TITLES or (game is not None and game not in GAMES):
        raise NotFoundError("there is no such list of games")
    user = asker.signed_in().id if show in OWN else None

    def work(unit: Unit) -> tuple[list[lists.Listed], list[lists.Listed]]:
        asking = lists.asking(unit, user) if user is not None and before is None else []
        return asking, listed(unit)

    def listed(unit: Unit) -> list[lists.Listed]:
        if user is not None:
            return lists.boards_of(
                unit, user, game=game, next_only=show == TURN, most=PAGE + 1, before=before,
                turns_first=False,
            )  # fmt: skip
        if show == WAITING:
            return lists.open_boards(unit, game)
        state = OVER if show == FINISHED else None
        return lists.all_boards(unit, game=game, state=state, most=PAGE + 1, before=before)

    asking, found = await service.read(work)
    more = show != WAITING and len(found) > PAGE
    found = found[:PAGE] if more else found
    titles = {name: title for name, title in TITLES.items() if asker.user or name not in OWN}
    return await page(
        request, "games.html", asker, error=error, titles=titles, show=show, game=game,
        boards=shown(found, asker, service.now()), more=found[-1].row.id if more else None,
        before=before, asking=shown(asking, asker, service.now()),
    )  # fmt: skip


async def join(request: Request) -> Response:
    """Take the free seat: a guest's link is shown this once."""
    form, asker = await form_of(request), await anybody(request)
    given = {} if asker.user else {"as": form.get("as", "")}
    try:
        found = await api.joined(request, asker, given)
    except (ConflictError, BadRequestError) as error:  # somebody was faster, or that is no name
        return await _games(request, asker, error)
    return await links(request, asker, form, found, {MY_SEAT: found["secret"]})


async def answer(request: Request) -> Response:
    """Accept or decline a challenge, or a rematch."""
    form, asker = await form_of(request), await anybody(request)
    accepted = form.get("accepted") == "1"
    try:
        found = await api.answered(request, asker, accepted)
    except (ConflictError, NotAllowedError) as error:  # it was taken back meanwhile
        return await _games(request, asker, error)
    return go_to(f"/board/{found['after'] or found['board']}" if accepted else "/games?show=mine")


async def links(
    request: Request, asker: Who, form: Form, found: Mapping[str, Any],
    secrets: Mapping[str, str | None],
) -> Response:  # fmt: skip
    """Where a board is, for who has just got a seat there: with the secrets of seats, if any.

    A script finds them behind the ``#`` of the address that the form leads to; without one they
    are in the form's own answer, and in no other.
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
    """The same page without secrets: its script adds those of its address."""
    number = request.path_params["board"]
    board = await service_of(request).read(lambda unit: load(unit, number))
    found = {"board": number, "title": board.game.title, "state": board.row.state,
             "seats": [{"taken": each.taken} for each in board.seats]}  # fmt: skip
    return await _links(request, await anybody(request), found)


async def _links(
    request: Request, asker: Who, found: Mapping[str, Any],
    mine: str | None = None, other: str | None = None,
) -> Response:  # fmt: skip
    return await page(
        request, "links.html", asker, number=found["board"], title=found["title"],
        open=not all(each["taken"] for each in found["seats"]),
        waits=found["state"] == OPEN, watch=f"/board/{found['board']}",
        address=service_of(request).address, mine=mine, other=other,
    )  # fmt: skip


async def kept_page(request: Request) -> Response:
    """A finished game as one file that needs nothing else."""
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda unit: load(unit, number))
    if board.row.state != OVER or not board.moves:
        raise ConflictError(f"board {number}: a page can be kept once the game has been played")
    await limit(request, limits.KEPT_PAGES)
    found = await service.packed.get(
        ("page", number, board.row.events), lambda: service.page(lambda: _page(service, board))
    )
    name = f"{board.row.game}-{number}.html"
    return Response(found.data, media_type="text/html",
                    headers={"Content-Disposition": f'attachment; filename="{name}"'})  # fmt: skip


def _page(service: Service, board: Board) -> Packed:
    record = dump_sgf(record_of(board))
    try:
        return Packed.of(service.aside.do(page_of_record, record))
    except TimeoutError as error:
        raise TooLargeError(
            f"board {board.number}: a page of {len(board.moves)} moves takes too long to make; "
            "download its record instead"
        ) from error


def page_of_record(record: bytes) -> bytes:
    """A record as a page to keep; made in a process of its own."""
    from viewer.export.page.document import page_of

    return page_of([loads(record.decode())]).encode()


ROUTES = [
    Route("/games", games),
    Route("/games/{board:int}/join", join, methods=["POST"]),
    Route("/games/{board:int}/answer", answer, methods=["POST"]),
    Route("/board/{board:int}/links", shown_links),
    Route("/board/{board:int}/page.html", kept_page),
]
