"""The lobby: games that wait for an opponent, a form to open one, and who is here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.games.registry import DEFAULT, GAMES, find
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.people import presence
from boche.server.people.standings import current_rating
from boche.server.play import lists, seeks
from boche.server.play.match import ACTIVE, OVER, load
from boche.server.web.api import boards
from boche.server.web.api import seeks as api
from boche.server.web.api.fields import query_integer
from boche.server.web.authentication import Requester
from boche.server.web.board_rows import BoardRow, Figures, figures_of, rows_for
from boche.server.web.here import Signs, note
from boche.server.web.pages.boards import MY_SEAT, links
from boche.server.web.pages.forms import Form, blank, or_show
from boche.server.web.pages.game_fields import (
    CLOCKS,
    USUAL_CLOCK,
    as_guest,
    choices_of,
    ratings_of,
    remember,
    remembered,
    terms_of,
)
from boche.server.web.pages.layout import go_to, page
from boche.server.web.seek_rows import Reader, SeekList, SeekRow, list_of, reader_of, rows_of
from boche.server.web.service import Service, service_of

USUAL: Form = {
    **USUAL_CLOCK, "clock": "15+10", "begins": seeks.RANDOM, "as": "", "rated": "", "low": "",
    "high": "",
}  # fmt: skip
"""Initial values of the form, without the game and its options."""

NAME = "lobby"
"""The form's name, under which what was chosen in it is remembered."""
PATH = "/lobby"
REFUSED = (BadRequestError, ConflictError, NotAllowedError)


@dataclass(frozen=True)
class _Read:
    lobby: Lobby
    company: presence.Company
    state: str | None


async def lobby(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the page; ``game`` is that of its form, ``board`` one that waited for an opponent.

    A refusal of the form that opens a game is said there, others above.
    """
    at_form = error is not None and request.url.path == PATH
    form = form if at_form else {"game": request.query_params.get("game", "")}
    service, game = service_of(request), GAMES.get(form.get("game", ""), DEFAULT)
    waited = query_integer(request.query_params, "board")
    await note(service, requester)

    def work(transaction: Transaction) -> _Read:
        now, user = service.now(), requester.reader
        state = None
        if waited is not None and user is not None:
            board = load(transaction, waited)
            state = board.row.state if requester.actor.seats(board) else OVER
        return _Read(lobby_of(transaction, user, now), presence.company(transaction, now), state)

    read = await service.read(work)
    last, options = await remembered(request, requester, NAME, game)
    if read.state == ACTIVE:
        return go_to(f"/board/{waited}")
    await Signs(service).begin(row.board for row in read.lobby.own)
    return await page(
        request, "lobby.html", requester, error=error, at_form=at_form, game=game,
        choices=choices_of(game, form if at_form else options),
        form={**USUAL, **({} if at_form else last), **form},
        clocks=CLOCKS, lowest=seeks.LOWEST_RATING, highest=seeks.HIGHEST_RATING,
        seeks=read.lobby.others,
        asking=await asking_boards(service, requester), own=read.lobby.own,
        levels=read.lobby.levels, company=read.company,
        ended=read.state == OVER, waits=any(row.live for row in read.lobby.own),
    )  # fmt: skip


@or_show(lobby)
async def seek(request: Request, requester: Requester, form: Form) -> Response:
    """Join a game that fits the form, or open one."""
    payload = terms_of(form) | {"begins": form.get("begins", "")} | ratings_of(form)
    board = await api.seek(request, requester, payload | as_guest(form, requester))
    await remember(request, requester, NAME, form, USUAL.keys() - {"as"})
    return await show_found_board(request, requester, form, board)


async def show_found_board(
    request: Request, requester: Requester, form: Form, board: Mapping[str, Any]
) -> Response:
    """Lead whoever seeks to the board, or to the page where they wait.

    With scripts, a guest's secret is in the URL's fragment; without, in the page of links.
    """
    query = urlencode({"board": board["board"], "game": board["game"]})
    path = f"/board/{board['board']}" if board["paired"] else f"/lobby?{query}"
    return await _on(request, requester, form, board, path, board["secrets"][board["own"][0]])


async def _on(
    request: Request, requester: Requester, form: Form, board: Mapping[str, Any], path: str,
    secret: str | None,
) -> Response:  # fmt: skip
    if secret is None:
        return go_to(path)
    if form.get("scripted"):
        return go_to(f"{path}#{urlencode({'seat': secret})}")
    return await links(request, requester, form, board, {MY_SEAT: secret})


@or_show(lobby, only=REFUSED)  # somebody was faster, or it is not for them
async def accept(request: Request, requester: Requester, form: Form) -> Response:
    """Join a game that waits."""
    board = await api.accept(request, requester, as_guest(form, requester))
    path = f"/board/{board['board']}"
    return await _on(request, requester, form, board, path, board["secret"])


@or_show(lobby, only=REFUSED)  # somebody has just joined
async def withdraw(request: Request, requester: Requester, form: Form) -> Response:
    """Take back one's own game that nobody has joined."""
    await api.withdraw(request, requester)
    return go_to("/lobby")


@or_show(lobby, only=REFUSED)
async def computer(request: Request, requester: Requester, form: Form) -> Response:
    """Begin the same game against the computer, while one's own still waits."""

    def work(transaction: Transaction) -> dict[str, Any]:
        board = load(transaction, request.path_params["board"])
        row, user = board.row, requester.reader
        rating = None if user is None else current_rating(transaction, user, row.game)
        return {"game": row.game, "options": dict(board.options), "clock": board.clock.fields,
                "level": level_for(row.game, rating)}  # fmt: skip

    payload = await service_of(request).read(work)
    payload |= {"against": boards.LEVEL, "begins": seeks.RANDOM}
    board = await boards.make(request, requester, payload | as_guest(form, requester))
    secret = board["secrets"][board["own"][0]]
    return await _on(request, requester, form, board, f"/board/{board['board']}", secret)


ROUTES = [
    Route(PATH, blank(lobby)),
    Route(PATH, seek, methods=["POST"]),
    Route("/lobby/{board:number}/accept", accept, methods=["POST"]),
    Route("/lobby/{board:number}/withdraw", withdraw, methods=["POST"]),
    Route("/lobby/{board:number}/computer", computer, methods=["POST"]),
]


# The lobby for one reader: others' games, one's own, and the levels that offer to play.

GUEST_LEVEL = 3
"""The level offered to those without a rating."""


@dataclass(frozen=True)
class Lobby:
    """Rows for a reader; ``levels`` are those offered to the reader, by game."""

    others: tuple[SeekRow, ...]
    own: tuple[SeekRow, ...]
    levels: Mapping[str, int]

    def live(self) -> list[int]:
        """Return the boards where the reader waits for a live game."""
        return [row.board for row in self.own if row.live]


def lobby_of(transaction: Transaction, user: int | None, now: float) -> Lobby:
    """Read the lobby for an account, or for guests."""
    found = list_of(transaction, now)
    return sorted_for(found, reader_of(transaction, user, found))


def sorted_for(found: SeekList, reader: Reader, seats: Collection[int] = ()) -> Lobby:
    """Sort the list for a reader; ``seats`` are boards where they sit as a guest."""
    rows = rows_of(found, reader)
    own = [replace(row, mine=True) for row in rows if row.mine or row.board in seats]
    others = [row for row in rows if not (row.mine or row.board in seats)]
    # Live games first: those players wait on this page.
    others.sort(key=lambda row: (not row.live, -row.board))
    games = {row.seek.row.game for row in own if row.live}
    levels = {game: level_for(game, reader.rating(game)) for game in games if game in GAMES}
    return Lobby(tuple(others), tuple(own), levels)


def level_for(game: str, rating: float | None) -> int:
    """Return the computer's level closest to a rating; a moderate one for guests, without one."""
    levels = find(game).levels
    if rating is None or not any(level.rating for level in levels):
        return GUEST_LEVEL
    return min(
        range(1, len(levels) + 1), key=lambda number: abs(levels[number - 1].rating - rating)
    )


async def asking_boards(service: Service, requester: Requester) -> list[BoardRow]:
    """Return the challenges and rematches that await the requester's answer."""
    user = requester.user
    if user is None:
        return []

    def work(transaction: Transaction) -> tuple[list[lists.Listed], Figures]:
        boards = lists.asking(transaction, user.id)
        return boards, figures_of(transaction, boards)

    boards, figures = await service.read(work)
    return rows_for(boards, requester, service.now(), figures)
