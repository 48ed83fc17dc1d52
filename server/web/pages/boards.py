"""Lists of boards, joining one, and a finished game as a page to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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
from server.errors import BadRequestError, ConflictError, NotAllowedError, NotFoundError
from server.play import lists
from server.play.actor import Actor
from server.play.board import ACTIVE, OPEN, OVER, Seat, Seated, load
from server.play.offers import REMATCH
from server.play.records import record_of
from server.web.api import boards as api
from server.web.api.fields import query_whole
from server.web.pages.forms import form_of
from server.web.pages.front import MINE as MY_SEAT
from server.web.pages.front import links
from server.web.pages.layout import go_to, page
from server.web.service import service_of
from server.web.who import Who, anybody, limit

PAGE = 30

ALL, TURN, MINE, WAITING, FINISHED = "all", "turn", "mine", "open", "finished"
TITLES = {
    ALL: "All games", TURN: "My turn", MINE: "My games", WAITING: "Open to all",
    FINISHED: "Finished games",
}  # fmt: skip
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


def shown(found: Sequence[lists.Listed], asker: Who, now: float) -> list[Shown]:
    """Boards as a list on a page has them."""
    return [shown_to(Actor(asker.actor.user), each, now) for each in found]


def shown_to(actor: Actor, each: lists.Listed, now: float) -> Shown:
    """A board in a list, for whoever reads."""
    row, own = each.row, _own(each, actor)
    game = GAMES.get(row.game)  # a package from outside may be gone
    yours = own is not None and row.state == ACTIVE and own.number == row.turn
    free = row.state == OPEN and own is None and not (row.rated and actor.user is None)
    return Shown(
        row.id, game.title if game else row.game,
        " ".join(write_flags(game, row.options)) if game else "", each.seats,
        state_of(each, actor, now), yours, row.state == OVER, row.ply > 0, free, _asks(each, own),
        row.rated,
    )  # fmt: skip


def _own(each: Seated, actor: Actor) -> Seat | None:
    """The seat of who reads; of two the one to move."""
    own = actor.seats(each)
    return next((seat for seat in own if seat.number == each.row.turn), own[0] if own else None)


def _asks(each: Seated, own: Seat | None) -> bool:
    if own is None:
        return False
    return each.asks(own) or (each.row.offer == REMATCH and each.row.offerer != own.number)


def state_of(each: Seated, actor: Actor, now: float) -> Markup:
    """How a game stands, in a line. Names are in ``bdi``: some are written from right to left."""
    row, own = each.row, _own(each, actor)
    if own is not None and _asks(each, own):
        what = "proposes a rematch" if row.state == OVER else f"challenges you, {each.clock.text}"
        return Markup("<bdi>{}</bdi> {}").format(each.names[1 - own.number], what)
    if row.state == OPEN and own is not None and own.came is None:
        return Markup("<bdi>{}</bdi> waits for you").format(each.names[1 - own.number])
    if row.state == OPEN:
        return escape(begun(each.waiting))
    if row.state == OVER:
        return _ending(each)
    due = each.seats[row.turn]
    said = Markup("Your turn") if due is own else Markup("<bdi>{}</bdi> to move").format(due.name)
    if row.deadline is not None:
        said += Markup(", {} left").format(in_words(row.deadline - now))
    return said


def _ending(each: Seated) -> Markup:
    row, reason = each.row, each.row.reason or "over"
    # A name stays as it is written.
    if not any(reason.startswith(f"{name} ") for name in each.names):
        reason = begun(reason)
    if row.winner is None:
        return escape(reason)
    # A sentence of its own: some reasons begin with who wins, by the colour.
    return Markup("<bdi>{}</bdi> won. {}").format(each.names[row.winner], reason)


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


async def kept_page(request: Request) -> Response:
    """A finished game as one file that needs nothing else."""
    service, number = service_of(request), request.path_params["board"]
    board = await service.read(lambda unit: load(unit, number))
    if board.row.state != OVER or not board.moves:
        raise ConflictError(f"board {number}: a page can be kept once the game has been played")
    await limit(request, limits.KEPT_PAGES)
    record = dump_sgf(record_of(board))
    text = await service.slow(lambda: _page(record))
    name = f"{board.row.game}-{number}.html"
    return Response(text, media_type="text/html",
                    headers={"Content-Disposition": f'attachment; filename="{name}"'})  # fmt: skip


@lru_cache(maxsize=32)
def _page(record: bytes) -> str:
    from viewer.export.page.document import page_of

    return page_of([loads(record.decode())])


ROUTES = [
    Route("/games", games),
    Route("/games/{board:int}/join", join, methods=["POST"]),
    Route("/games/{board:int}/answer", answer, methods=["POST"]),
    Route("/board/{board:int}/page.html", kept_page),
]
