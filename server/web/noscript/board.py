"""A board that needs no scripts: a drawing, the pieces in words, the moves, and forms to play.

A guest's seat is a secret. Here it comes in a form's field and stays in a cookie for this board's
plain page only: so it is in no URL, and no script reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later, tr_word
from boche.engine.typed_move import bare, joined
from boche.server.errors import BadRequestError, NotAllowedError, NotFoundError
from boche.server.infrastructure.tokens import secret_in
from boche.server.play import arrival, attendance, claims, conversation, moves, offers, seeks
from boche.server.play.actor import Actor
from boche.server.play.hints import gives_hints
from boche.server.play.match import ACTIVE, OPEN, OVER, Match, Seat, load
from boche.server.web.api import boards, reports
from boche.server.web.api.fields import query_integer
from boche.server.web.api.operation import Operation
from boche.server.web.authentication import SEAT_COOKIE, Requester, anybody, check_board
from boche.server.web.board_page import example_of
from boche.server.web.board_rows import state_of
from boche.server.web.hints import hint_for
from boche.server.web.pages.forms import Form, blank, form_of, integer, or_show
from boche.server.web.pages.layout import go_to, page
from boche.server.web.service import Service, service_of

KEPT = 180 * 86400
"""Seconds for which a browser keeps a seat."""
QUICK, SLOW = 8, 60
"""Seconds after which a page that waits looks again; the second where a move takes days."""
MOST_TEXT = 400
MOST_SECRET = 200
MOST_CONDITION = 1000
MARK = re.compile("#(?:seat|watch)=")
CANCEL = tr_later("Cancel game (no result)")
PROPOSE = tr_later("Propose to cancel (no result)")

ACTS: dict[str, tuple[Operation, dict[str, Any]]] = {
    **{kind: (boards.propose, {"what": kind}) for kind in offers.OFFERS},
    "abort": (boards.abort, {}),
    "withdraw": (boards.withdraw, {}),
    "claim": (reports.claim, {}),
    "resign": (boards.resign, {}),
    "clear-plans": (boards.clear_plans, {}),
    "accept": (boards.answer, {"accepted": True}),
    "reject": (boards.answer, {"accepted": False}),
}
"""The API's operations by the names of buttons, with fields of theirs."""


@dataclass(frozen=True)
class Target:
    """The requester, the player with the seat that the browser keeps, and the board requested."""

    requester: Requester
    player: Requester
    number: int

    @property
    def actor(self) -> Actor:
        return self.player.actor


async def target_of(request: Request) -> Target:
    """Return the requester and the board, with the seat that the browser keeps for its pages."""
    requester = await anybody(request)
    player = Requester(requester.user, request.cookies.get(SEAT_COOKIE), "")
    return Target(requester, player, request.path_params["board"])


def path_of(number: int) -> str:
    """Return the path of a board's plain page."""
    return f"/board/{number}/plain"


async def plain_page(
    request: Request, requester: Requester, form: Form, error: BocheError | None
) -> Response:
    """Return the page, after all moves or after ``ply``; ``place`` and ``taken`` begin a move.

    With ``hint`` it shows one, which is found once for each position.
    """
    target, typed = await target_of(request), bare(joined(form.get("move", "")))[:MOST_TEXT]
    service, query = service_of(request), request.query_params
    try:
        await check_board(request, target.number)
    except NotFoundError as hidden:
        return await page(
            request, "plain.html", target.requester, error=error or hidden, board=None,
            number=target.number, here=path_of(target.number), most_secret=MOST_SECRET, looks=None,
        )  # fmt: skip
    board = await service.read(lambda transaction: load(transaction, target.number))
    waits = board.row.state == OPEN and bool(target.actor.seats(board))
    if waits:
        await service.write(
            lambda transaction: seeks.note_present(transaction, [target.number], service.now())
        )
    last = len(board.moves)
    ply = query_integer(query, "ply", last)
    if ply is None or not 0 <= ply <= last:
        raise NotFoundError(tr("board {target} has {last} moves", target=target.number, last=last))
    taken, place = query.get("taken", ""), query.get("place", "")
    if len(taken) > MOST_TEXT or len(place) > MOST_TEXT:
        raise BadRequestError(tr("the move is too long"))
    own = target.actor.seats(board)
    due = board.seats[board.row.turn] if board.row.state == ACTIVE else None
    playing = due is not None and due in own and ply == last
    # Where there is a form to fill in, or an answer to give, the page keeps still.
    asked = any(board.is_challenged(seat) for seat in own) or (
        bool(board.row.offer) and board.seats[board.row.offerer] not in own
    )
    plans = await _plans(service, target, board, own)
    resting = error is None and not taken and not place and ply == last and not asked
    still = "still" in query
    waits = resting and (waits or (bool(own) and due is not None and due not in own))
    from boche.server.scenes import in_words  # imported when somebody looks at a board

    def work() -> dict[str, Any]:
        position = board.position_at(ply)
        values: dict[str, Any] = {
            "pieces": in_words.pieces(position), "said": in_words.describe(position),
        }  # fmt: skip
        if playing and place:
            values["ways"] = in_words.ways(position, taken, place)
        if playing:
            values["offered"] = in_words.move_choices(position, taken)
        return values

    hints, advice = playing and gives_hints(board), None
    if hints and "hint" in query:
        try:
            advice = await hint_for(request, requester, target.actor)
        except BocheError as refused:  # where it is no longer known
            error = error or refused
    known = {"ways": None, "offered": None} | await service.slow(work)
    now = service.now()
    return await page(
        request, "plain.html", target.requester, error=error, board=board, ply=ply, own=own,
        due=due, state=state_of(board, target.actor, now), typed=typed, taken=taken, place=place,
        asks=any(board.is_challenged(seat) for seat in own), may=_may(board, own, now),
        free=board.row.state == OPEN and not all(seat.is_taken for seat in board.seats),
        advice=advice, hints=hints,
        colours=[board.colour_of(seat.number) for seat in board.seats], here=path_of(target.number),
        looks=_pause(board) if waits and not still else None, still=waits and still,
        clocks=_clocks(board, now), presence=_presence(board, own), offer=_offer(board),
        plans=plans,
        condition=form.get("condition", "")[:MOST_CONDITION], most_condition=MOST_CONDITION,
        most_secret=MOST_SECRET, most_text=MOST_TEXT, **known,
    )  # fmt: skip


async def _plans(
    service: Service, target: Target, board: Match, own: list[Seat]
) -> dict[str, Any] | None:
    """Return a player's conditional moves, and an example while more can be written; or None.

    They are for games that are not live, while the other player thinks.
    """
    if board.row.state != ACTIVE or len(own) != 1:
        return None
    known = await service.read(
        lambda transaction: conversation.planned(transaction, target.actor, target.number)
    )
    if board.clock.live or board.row.turn == own[0].number:
        return {"known": known, "example": None} if known else None
    first, second = await service.in_thread(lambda: example_of(board.position_at(0), own[0].number))
    return {"known": known, "example": tr("if {first} then {second}", first=first, second=second)}


def _pause(board: Match) -> int:
    """Return the seconds after which a page that waits looks again."""
    is_slow = board.clock.start is not None and not board.clock.live
    return SLOW if is_slow and board.row.state == ACTIVE else QUICK


def _may(board: Match, own: list[Seat], now: float) -> list[tuple[str, str]]:
    """Return the actions of a player other than moving: names of ``ACTS`` and labels."""
    state = board.row.state
    if not own:
        return []
    if state == OPEN:
        return [] if board.is_challenged(own[0]) else [("withdraw", tr(CANCEL))]
    if state == OVER:
        can_rematch = (
            board.row.after is None and board.row.began is not None and not board.row.offer
        )
        return [("rematch", tr("Offer a rematch"))] if can_rematch else []
    claiming = any(claims.may_claim(board, seat, now) for seat in own)
    claim = [("claim", tr("Claim the win"))] if claiming else []
    if any(arrival.may_abort(board, seat) for seat in own):
        return [*claim, ("abort", tr(CANCEL))]
    offered = [*claim, ("draw", tr("Propose a draw")), ("undo", tr("Ask to take back"))]
    return offered if board.row.tournament is not None else [*offered, ("end", tr(PROPOSE))]


def _offer(board: Match) -> str | None:
    """Return what is proposed, in words."""
    return tr_word(offers.OFFERS[board.row.offer]) if board.row.offer else None


def _shown_offer(text: str) -> dict[str, Any]:
    """Return the offer that the form with the answer showed."""
    what, _, seat = text.partition(" ")
    return {"what": what, "seat": int(seat) if seat in ("0", "1") else None}


def _presence(board: Match, own: list[Seat]) -> list[bool | None]:
    """Return whether those in the seats are at the board; None for the reader's own, or unknown."""
    return [None if seat in own else attendance.presence_of(board, seat) for seat in board.seats]


def _clocks(board: Match, now: float) -> list[float | None]:
    """Return the seconds that each seat has left, or None without a clock."""
    timed = board.row.state == ACTIVE and board.row.deadline is not None
    running = board.row.turn if timed else None
    return [
        board.row.deadline - now if seat.number == running else seat.bank for seat in board.seats
    ]


@or_show(plain_page)
async def move(request: Request, requester: Requester, form: Form) -> Response:
    """Play a move."""
    service, target = service_of(request), await target_of(request)
    text = bare(joined(form.get("move", "")))
    if not text:
        raise BadRequestError(tr("choose a move, or write one"))
    ply = integer(form, "ply", tr("Move number"))
    await service.write(
        lambda transaction: moves.move(
            transaction, target.actor, target.number, text, service.now(), ply
        )
    )
    return go_to(path_of(target.number))


@or_show(plain_page)
async def hint(request: Request, requester: Requester, form: Form) -> Response:
    """Show a hint in a game against the computer."""
    target = await target_of(request)
    await hint_for(request, requester, target.actor)
    return go_to(f"{path_of(target.number)}?hint=1#your-move")


@or_show(plain_page)
async def act(request: Request, requester: Requester, form: Form) -> Response:
    """Make or answer an offer, or resign."""
    target, action = await target_of(request), form.get("what", "")
    if action not in ACTS:
        raise BadRequestError(tr("unknown action"))
    if action == "resign" and form.get("sure") != "1":
        raise BadRequestError(tr("to resign, check the box as well"))
    operation, payload = ACTS[action]
    if operation is boards.answer:
        payload = payload | _shown_offer(form.get("offer", ""))
    await operation(request, target.player, payload)
    return go_to(path_of(target.number))


@or_show(plain_page)
async def plan(request: Request, requester: Requester, form: Form) -> Response:
    """Save conditional moves that are written by name."""
    target, text = await target_of(request), form.get("condition", "").strip()
    if not text or len(text) > MOST_CONDITION:
        raise BadRequestError(tr("write a conditional move, as the example says"))
    await boards.plan(request, target.player, {"text": text})
    return go_to(f"{path_of(target.number)}#conditions")


async def seat(request: Request) -> Response:
    """Store a seat's secret from its link in a cookie of this page. If empty, delete the cookie."""
    form, target, service = await form_of(request), await target_of(request), service_of(request)
    secret = secret_in(MARK.split(form.get("seat", "").strip())[-1])
    if not secret:
        answer = go_to(path_of(target.number))
        answer.delete_cookie(SEAT_COOKIE, path_of(target.number))
        return answer
    holder = Requester(target.requester.user, secret, "")
    board = await service.read(lambda transaction: load(transaction, target.number))
    if board.row.private and not holder.actor.seats(board) and holder.actor.may_watch(board):
        return go_to_seat(service, target.number, secret)
    try:
        await boards.come(request, holder)
    except NotAllowedError:
        reason = tr("that is not a link to a seat here: copy the whole link, to its last character")
        return await plain_page(request, target.requester, {}, NotAllowedError(reason))
    return go_to_seat(service, target.number, secret)


def go_to_seat(service: Service, number: int, secret: str) -> Response:
    """Redirect to a board's plain page with a seat's secret in its cookie."""
    path = path_of(number)
    answer = go_to(path)
    answer.set_cookie(
        SEAT_COOKIE, secret, KEPT, path=path, secure=service.secure, httponly=True, samesite="lax"
    )
    return answer


PATH = "/board/{board:number}/plain"
ROUTES = [
    Route(PATH, blank(plain_page)),
    Route(f"{PATH}/move", move, methods=["POST"]),
    Route(f"{PATH}/hint", hint, methods=["POST"]),
    Route(f"{PATH}/act", act, methods=["POST"]),
    Route(f"{PATH}/plan", plan, methods=["POST"]),
    Route(f"{PATH}/seat", seat, methods=["POST"]),
]
