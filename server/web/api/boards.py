"""API operations on boards, and on the players there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Any

from starlette.responses import Response

from boche.engine.languages.current import tr
from boche.engine.level import LEVEL_COUNT
from boche.engine.record import dump_sgf
from boche.server.analysis.results import texts_of_board
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.accounts import level_name, named
from boche.server.people.messages import check_takes
from boche.server.people.names import check_guest_name
from boche.server.play import (
    arrival,
    attendance,
    conversation,
    lists,
    moves,
    offers,
    own_games,
    player_info,
    setup,
)
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.play.records import record_of
from boche.server.play.seeks import BEGINS, ME, RANDOM
from boche.server.web.api import fields
from boche.server.web.api.fields import NOTHING
from boche.server.web.api.operation import Operation, operation
from boche.server.web.api.schemas import as_it_stands, board_json, listed_json
from boche.server.web.api.terms import (
    Begins,
    ClockField,
    Options,
    check_game,
    seek,
    terms_of,
)
from boche.server.web.authentication import Requester
from boche.server.web.here import leave_board, sign_at_board
from boche.server.web.service import Packed, Service

BOARD = "/api/boards/{board:number}"
FRIEND, OPEN, LEVEL, NAME = "friend", "open", "level", "name"
"""Opponents: a friend by a link, anybody, the computer, somebody by name."""


@operation("POST", "/api/boards", "Set up a board.")
def make(
    transaction: Transaction, requester: Requester, now: float, game: str,
    options: Options = NOTHING, clock: ClockField = NOTHING, rated: bool = False,
    against: Annotated[str, (FRIEND, OPEN, LEVEL, NAME)] = FRIEND, name: str | None = None,
    level: Annotated[int, range(1, LEVEL_COUNT + 1)] | None = None, as_: str = "",
    begins: Begins = ME,
) -> dict[str, Any]:  # fmt: skip
    """Set up the board that these fields describe; return it with the own seat and secrets."""
    if against == OPEN:
        return seek(transaction, requester, now, game, options, clock, rated, begins, as_=as_)
    terms = terms_of(game, options, clock, rated)
    if begins not in BEGINS:
        raise BadRequestError(tr("begins: choose me, other or random"))
    own = 0 if begins == ME or (begins == RANDOM and random.random() < 0.5) else 1
    one = setup.SeatTaker(requester.user, check_guest_name(as_))
    other = _other(transaction, requester, against, name, level)
    pair = (other, one) if own else (one, other)
    made = setup.make(
        transaction, terms, pair, now, requester.actor, own, private=against == FRIEND
    )
    board = as_it_stands(transaction, requester.actor, made.number, now)
    return board | {"own": [own], "secrets": list(made.secrets)}


def _other(
    transaction: Transaction, requester: Requester, against: str, name: str | None,
    level: int | None,
) -> setup.SeatTaker:  # fmt: skip
    """Return the opponent: an account, a level, or the holder of a link."""
    if against == FRIEND:
        return setup.SeatTaker(None, check_guest_name("friend" if name is None else name))
    if against == LEVEL:
        if level is None:
            raise BadRequestError(tr("level: choose from 1 to {most}", most=LEVEL_COUNT))
        return setup.SeatTaker(named(transaction, level_name(level)))
    if against != NAME:
        raise BadRequestError(
            tr(
                "against: choose {friend}, {open}, {level} or {name}",
                friend=FRIEND,
                open=OPEN,
                level=LEVEL,
                name=NAME,
            )
        )
    own = requester.signed_in()
    user = named(transaction, fields.text({"name": name}, "name"))
    check_takes(transaction, user.id, user.name, own.id)
    return setup.SeatTaker(user)


@operation("GET", "/api/boards", "Lists of boards.")
def all_boards(
    transaction: Transaction, requester: Requester, now: float, user_: str | None = None,
    game: str | None = None, state: Annotated[str, tuple(lists.STATES)] = "all",
    next_: str | None = None, before: int | None = None, most: int | None = 50,
) -> dict[str, Any]:  # fmt: skip
    """Return lists of boards."""
    check_game(game)
    if state not in lists.STATES:
        raise BadRequestError(tr("state: choose from {choices}", choices=", ".join(lists.STATES)))
    limit = min(most or 50, lists.MOST)
    if user_ is not None:
        of = requester.signed_in().id if user_ == "me" else named(transaction, user_).id
        found = lists.boards_of(
            transaction, of, requester.reader, game=game,
            state=lists.STATES[state], next_only=next_ is not None, limit=limit, before=before,
        )  # fmt: skip
    elif state == "open":
        found = lists.open_boards(transaction, game, limit)
    else:
        found = lists.all_boards(
            transaction, game=game, state=lists.STATES[state], limit=limit, before=before
        )
    return {"boards": [listed_json(board) for board in found], "now": now}


@operation("GET", BOARD, "A board as it stands.")
def one(transaction: Transaction, actor: Actor, number: int, now: float) -> dict[str, Any]:
    board = load(transaction, number)
    return board_json(board, actor, now) | {
        "facts": board.position.facts(),
        "next_level": own_games.level_to_offer(transaction, actor, board),
    }


withdraw = Operation(
    "DELETE", BOARD, "Take back, or decline, a game that has not begun.", arrival.withdraw,
    as_it_stands,
)  # fmt: skip


@operation("POST", f"{BOARD}/moves", "Play a move; the same one again changes nothing.")
def move(
    transaction: Transaction, actor: Actor, number: int, now: float, move: str,
    ply: Annotated[int, range(1, 10**6 + 1)] | None = None,
) -> dict[str, Any]:  # fmt: skip
    played = moves.move(transaction, actor, number, move, now, ply)
    return {"ply": played.ply, "move": played.text, "again": played.again,
            "more": list(played.more), "board": board_json(played.board, actor, now)}  # fmt: skip


propose = Operation("POST", f"{BOARD}/offers", "Propose something to the other seat.",
                    offers.propose, as_it_stands)  # fmt: skip
answer = Operation(
    "POST", f"{BOARD}/answer",
    "Accept or reject what was proposed: an offer, a challenge, a rematch. Refused if ``what`` is "
    "given and something else is proposed by now.", offers.answer, as_it_stands,
)  # fmt: skip
come = Operation(
    "POST", f"{BOARD}/come",
    "Say that one is there: the game begins when both are. Accepts no challenge.", arrival.come,
    as_it_stands,
)  # fmt: skip


@operation("POST", f"{BOARD}/here",
           "Say that one is at the board. In a live game whoever has said so is shown as away once "
           f"they have said nothing for {attendance.AWAY_AFTER:.0f} seconds; 'again' is after how "
           "many to say it again, null where it is of use to nobody.")  # fmt: skip
async def give_sign(service: Service, actor: Actor, number: int, now: float) -> dict[str, Any]:
    """Give a sign that a player is at the board."""
    counts = await sign_at_board(service, actor, number, now)
    return {"again": attendance.SIGN_INTERVAL if counts else None}


@operation("DELETE", f"{BOARD}/here",
           "Say that one leaves the board. In a live game one is shown as away unless one says "
           f"within {attendance.RETURN_WITHIN:.0f} seconds that one is there.")  # fmt: skip
async def leave(service: Service, actor: Actor, number: int, now: float) -> dict[str, Any]:
    """Note that a player has closed the board."""
    await leave_board(service, actor, number, now)
    return {"again": attendance.SIGN_INTERVAL}


abort = Operation(
    "POST", f"{BOARD}/abort",
    "End a game without a result: before one's own first move, in a game of less than a day a move "
    "until both have moved.", arrival.abort, as_it_stands,
)  # fmt: skip
resign = Operation("POST", f"{BOARD}/resign", "Give the game up.", moves.resign, as_it_stands)


@operation("POST", f"{BOARD}/rematch",
           "Propose another game, seats exchanged; the same as to accept it where the other has "
           "proposed it. Answers with the new board once there is one.")  # fmt: skip
def rematch(transaction: Transaction, actor: Actor, number: int, now: float) -> dict[str, Any]:
    board = offers.propose(transaction, actor, number, offers.REMATCH, now)
    return as_it_stands(transaction, actor, board.row.after or number, now)


@operation("POST", f"{BOARD}/join", "Take the free seat.")
def join(
    transaction: Transaction, requester: Requester, number: int, now: float, as_: str = ""
) -> dict[str, Any]:
    """Take the free seat of a board; return the board and a guest's secret."""
    taker = setup.SeatTaker(requester.user, check_guest_name(as_))
    board, secret = setup.join(transaction, number, taker, now, requester.actor)
    return board_json(board, requester.actor, now) | {"secret": secret}


chat = Operation("POST", f"{BOARD}/chat", "Say something to the other seat.", conversation.chat,
                 as_it_stands)  # fmt: skip


@operation("GET", f"{BOARD}/talk",
           "What was said on a board, and whether one has muted the other.")  # fmt: skip
def talk(transaction: Transaction, actor: Actor, number: int) -> dict[str, Any]:
    seat = actor.seat(load(transaction, number))
    return {"events": conversation.chat_of(transaction, number), "muted": seat.muted}


mute = Operation("PUT", f"{BOARD}/mute", "Hear no more of the other's chat.", conversation.mute,
                 as_it_stands)  # fmt: skip
give_time = Operation("POST", f"{BOARD}/time", "Give the other seat time.", conversation.give_time,
                      as_it_stands)  # fmt: skip


@operation("GET", f"{BOARD}/notes", "One's own notes.")
def notes(transaction: Transaction, actor: Actor, number: int) -> dict[str, Any]:
    return {"notes": actor.seat(load(transaction, number)).notes}


write_notes = Operation("PUT", f"{BOARD}/notes", "Write one's own notes.",
                        conversation.write_notes, lambda notes: {"notes": notes})  # fmt: skip


@operation("GET", f"{BOARD}/plans", "One's conditional moves.")
def plans(transaction: Transaction, actor: Actor, number: int) -> dict[str, Any]:
    return {"plans": conversation.planned(transaction, actor, number)}


@operation("POST", f"{BOARD}/plans", "One more conditional move.", then=plans.run)
def plan(
    transaction: Transaction, actor: Actor, number: int, now: float, *,
    path: Annotated[Sequence[str], range(conversation.LONGEST_PLAN + 1)] = (), move: str = "",
    text: str = "",
) -> None:  # fmt: skip
    """Plan a move for after a path, or what a text says, such as "if f3 then e5"."""
    if text:
        conversation.plan_in_words(transaction, actor, number, text, now)
    else:
        conversation.plan(transaction, actor, number, path, move, now)


clear_plans = Operation("DELETE", f"{BOARD}/plans", "Drop one's conditional moves.",
                        conversation.clear_plans, plans.run)  # fmt: skip


@operation("GET", f"{BOARD}/record.sgf", "The record.", media="application/x-go-sgf")
async def record(service: Service, number: int) -> Response:
    """Return the record as a download."""
    board, texts = await service.read(
        lambda transaction: (load(transaction, number), texts_of_board(transaction, number))
    )
    name = f"{board.row.game}-{board.number}.sgf"
    packed = await service.packed.get(
        ("record", board.number, board.row.events, len(texts)),
        lambda: service.slow(lambda: Packed.of(dump_sgf(record_of(board, None, texts)))),
    )
    return Response(
        packed.data, media_type="application/x-go-sgf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


@operation("GET", f"{BOARD}/people",
           "Who sits at a board: accounts, ratings, and what the game changed of "
           "them.")  # fmt: skip
def people(transaction: Transaction, number: int) -> dict[str, Any]:
    return {"people": player_info.people(transaction, load(transaction, number))}


rename = Operation("PUT", f"{BOARD}/name", "Say by which name a guest is called.",
                   player_info.rename, lambda name: {"name": name})  # fmt: skip
