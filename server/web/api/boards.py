"""API operations on boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.engine.level import LEVEL_COUNT
from boche.engine.record import dump_sgf
from boche.server.analysis.results import texts_of_board
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.accounts import level_name, named
from boche.server.people.messages import check_takes
from boche.server.people.names import check_guest_name
from boche.server.play import arrival, conversation, lists, moves, offers, setup
from boche.server.play.actor import Actor
from boche.server.play.clock_names import NAMED
from boche.server.play.match import load
from boche.server.play.records import record_of
from boche.server.play.seeks import BEGINS
from boche.server.web.api import fields
from boche.server.web.api.operation import FLAG, NUMBER, SECONDS, TEXT, Operation
from boche.server.web.api.schemas import board_json, listed_json
from boche.server.web.api.terms import seek, terms_of
from boche.server.web.authentication import Requester, requester_of
from boche.server.web.responses import json_of
from boche.server.web.service import Packed, service_of

BOARD = "/api/boards/{board:number}"
FRIEND, OPEN, LEVEL, NAME = "friend", "open", "level", "name"


async def make(request: Request) -> dict[str, Any]:
    """Set up a board."""
    return await create_game(request, await requester_of(request), await json_of(request))


async def create_game(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Set up the board that these fields describe; return it with the own seat and secrets."""
    service = service_of(request)
    fields.check(payload, "game", "options", "clock", "rated", "against", "name", "level", "as",
                "begins")  # fmt: skip
    against = fields.text(payload, "against", FRIEND)  # by a link: a private game
    if against == OPEN:
        asked = ("game", "options", "clock", "rated", "as", "begins")
        return await seek(
            request, requester, {name: payload[name] for name in asked if name in payload}
        )
    terms = terms_of(payload)
    begins = fields.text(payload, "begins", "me")
    if begins not in BEGINS:
        raise BadRequestError(tr("begins: choose me, other or random"))
    first = begins == "me" or (begins == "random" and random.random() < 0.5)
    own = 0 if first else 1
    sitter = setup.Sitter(requester.user, check_guest_name(fields.text(payload, "as", "")))

    def work(transaction: Transaction) -> tuple[setup.CreatedBoard, dict[str, Any]]:
        other = _other(transaction, requester, against, payload)
        pair = (sitter, other) if first else (other, sitter)
        private = against == FRIEND
        new_game = setup.make(
            transaction, terms, pair, service.now(), requester.actor, own, private
        )
        return new_game, board_json(
            load(transaction, new_game.number), requester.actor, service.now()
        )

    new_game, board = await service.write(work)
    return board | {"own": [own], "secrets": list(new_game.secrets)}


def _other(
    transaction: Transaction, requester: Requester, against: str, payload: Mapping[str, Any]
) -> setup.Sitter:
    """Return the opponent: an account, a level, or the holder of a link."""
    if against == FRIEND:
        return setup.Sitter(None, check_guest_name(fields.text(payload, "name", "friend")))
    if against == LEVEL:
        level = fields.integer(payload, "level", 1, LEVEL_COUNT)
        if level is None:
            raise BadRequestError(tr("level: choose from 1 to {most}", most=LEVEL_COUNT))
        return setup.Sitter(named(transaction, level_name(level)))
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
    requester.signed_in()
    user = named(transaction, fields.text(payload, "name"))
    check_takes(transaction, user.id, user.name, requester.signed_in().id)
    return setup.Sitter(user)


async def all_boards(request: Request) -> dict[str, Any]:
    """Return lists of boards."""
    service, requester, query = (
        service_of(request),
        await requester_of(request),
        request.query_params,
    )
    game, state = query.get("game"), query.get("state", "all")
    if game is not None and game not in GAMES:
        raise BadRequestError(tr("game: unknown game {game!r}", game=game[:40]))
    if state not in lists.STATES:
        raise BadRequestError(tr("state: choose from {choices}", choices=", ".join(lists.STATES)))
    before = fields.query_integer(query, "before")
    limit = min(fields.query_integer(query, "most", 50) or 50, lists.MOST)

    def work(transaction: Transaction) -> list[lists.Listed]:
        name, reader = query.get("user"), requester.user.id if requester.user else None
        if name is not None:
            user = requester.signed_in().id if name == "me" else named(transaction, name).id
            return lists.boards_of(
                transaction, user, reader, game=game, state=lists.STATES[state],
                next_only="next" in query, limit=limit, before=before,
            )  # fmt: skip
        if state == "open":
            return lists.open_boards(transaction, game, limit)
        return lists.all_boards(
            transaction, game=game, state=lists.STATES[state], limit=limit, before=before
        )

    boards = [listed_json(board) for board in await service.read(work)]
    return {"boards": boards, "now": service.now()}


async def one(request: Request) -> dict[str, Any]:
    """Return a board."""
    service, requester = service_of(request), await requester_of(request)

    def work(transaction: Transaction) -> dict[str, Any]:
        board = load(transaction, request.path_params["board"])
        data = board_json(board, requester.actor, service.now())
        return data | {"facts": board.position.facts()}

    return await service.read(work)


async def move(request: Request) -> dict[str, Any]:
    """Play a move."""
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "move", "ply")
    text, number = fields.text(payload, "move"), request.path_params["board"]
    ply = fields.integer(payload, "ply", 1, 10**6)

    actor = requester.actor

    def work(transaction: Transaction) -> dict[str, Any]:
        played = moves.move(transaction, actor, number, text, service.now(), ply)
        return {"ply": played.ply, "move": played.text, "again": played.again,
                "more": list(played.more),
                "board": board_json(played.board, actor, service.now())}  # fmt: skip

    return await service.write(work)


async def propose(request: Request) -> dict[str, Any]:
    payload = await json_of(request)
    fields.check(payload, "what")
    kind = fields.text(payload, "what")
    return await _acting(
        request,
        lambda transaction, actor, number, now: offers.propose(
            transaction, actor, number, kind, now
        ),
    )


async def answer(request: Request) -> dict[str, Any]:
    payload = await json_of(request)
    fields.check(payload, "accepted", "what", "seat")
    what, shown = fields.text(payload, "what", ""), None
    if what:
        shown = offers.SeenOffer(what, fields.integer(payload, "seat", 0, 1))
    yes = fields.flag(payload, "accepted")
    return await answer_offer(request, await requester_of(request), yes, shown)


async def answer_offer(
    request: Request, requester: Requester, yes: bool, shown: offers.SeenOffer | None = None
) -> dict[str, Any]:
    """Accept or reject an offer on the path's board; return the board after it."""
    return await _acting(
        request,
        lambda transaction, actor, number, now: offers.answer(
            transaction, actor, number, yes, now, shown
        ),
        requester,
    )


async def come(request: Request) -> dict[str, Any]:
    return await _acting(request, arrival.come)


async def abort(request: Request) -> dict[str, Any]:
    return await _acting(request, arrival.abort)


async def resign(request: Request) -> dict[str, Any]:
    return await _acting(request, moves.resign)


async def withdraw(request: Request) -> dict[str, Any]:
    return await _acting(request, arrival.withdraw)


async def chat(request: Request) -> dict[str, Any]:
    payload = await json_of(request)
    fields.check(payload, "text")
    text = fields.text(payload, "text")
    return await _acting(
        request,
        lambda transaction, actor, number, now: conversation.chat(
            transaction, actor, number, text, now
        ),
    )


async def mute(request: Request) -> dict[str, Any]:
    payload = await json_of(request)
    fields.check(payload, "muted")
    muted = fields.flag(payload, "muted")
    return await _acting(
        request,
        lambda transaction, actor, number, now: conversation.mute(
            transaction, actor, number, muted
        ),
    )


async def give_time(request: Request) -> dict[str, Any]:
    payload = await json_of(request)
    fields.check(payload, "seconds")
    seconds = fields.number(payload, "seconds")
    return await _acting(
        request,
        lambda transaction, actor, number, now: conversation.give_time(
            transaction, actor, number, seconds, now
        ),
    )


async def _acting(
    request: Request,
    act: Callable[[Transaction, Actor, int, float], object],
    requester: Requester | None = None,
) -> dict[str, Any]:
    """Act on the path's board as the requester; return the board after it."""
    service, requester = service_of(request), requester or await requester_of(request)
    number = request.path_params["board"]

    def work(transaction: Transaction) -> dict[str, Any]:
        act(transaction, requester.actor, number, service.now())
        return board_json(load(transaction, number), requester.actor, service.now())

    return await service.write(work)


async def rematch(request: Request) -> dict[str, Any]:
    """Propose a rematch, or agree to it; return the new board if there is one, else this one."""
    service, requester = service_of(request), await requester_of(request)
    number = request.path_params["board"]

    def work(transaction: Transaction) -> dict[str, Any]:
        board = offers.propose(transaction, requester.actor, number, offers.REMATCH, service.now())
        if board.row.after is not None:
            board = load(transaction, board.row.after)
        return board_json(board, requester.actor, service.now())

    return await service.write(work)


async def join(request: Request) -> dict[str, Any]:
    return await join_board(request, await requester_of(request), await json_of(request))


async def join_board(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Take the free seat of the path's board; return the board and a guest's secret."""
    service = service_of(request)
    fields.check(payload, "as")
    sitter = setup.Sitter(requester.user, check_guest_name(fields.text(payload, "as", "")))

    def work(transaction: Transaction) -> dict[str, Any]:
        number, now = request.path_params["board"], service.now()
        board, secret = setup.join(transaction, number, sitter, now, requester.actor)
        return board_json(board, requester.actor, service.now()) | {"secret": secret}

    return await service.write(work)


async def chat_of(request: Request) -> dict[str, Any]:
    """Return the chat of a board, for its two seats."""
    service, requester = service_of(request), await requester_of(request)
    number = request.path_params["board"]

    def work(transaction: Transaction) -> dict[str, Any]:
        seat = requester.actor.seat(load(transaction, number))
        return {"events": conversation.chat_of(transaction, number), "muted": seat.muted}

    return await service.read(work)


async def read_notes(request: Request) -> dict[str, Any]:
    service, requester = service_of(request), await requester_of(request)
    board = await service.read(lambda transaction: load(transaction, request.path_params["board"]))
    return {"notes": requester.actor.seat(board).notes}


async def write_notes(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "notes")
    notes, number = fields.text(payload, "notes"), request.path_params["board"]
    await service.write(
        lambda transaction: conversation.write_notes(
            transaction, requester.actor, number, notes, service.now()
        )
    )
    return {"notes": notes}


async def read_plans(request: Request) -> dict[str, Any]:
    service, requester = service_of(request), await requester_of(request)
    number = request.path_params["board"]
    return {
        "plans": await service.read(
            lambda transaction: conversation.planned(transaction, requester.actor, number)
        )
    }


async def plan(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "path", "move")
    path, number = (
        fields.texts(payload, "path", conversation.LONGEST_PLAN),
        request.path_params["board"],
    )
    text = fields.text(payload, "move")

    def work(transaction: Transaction) -> dict[str, Any]:
        conversation.plan(transaction, requester.actor, number, path, text, service.now())
        return {"plans": conversation.planned(transaction, requester.actor, number)}

    return await service.write(work)


async def clear_plans(request: Request) -> dict[str, Any]:
    service, requester = service_of(request), await requester_of(request)
    number = request.path_params["board"]
    await service.write(
        lambda transaction: conversation.clear_plans(transaction, requester.actor, number)
    )
    return {"plans": []}


async def record(request: Request) -> Response:
    """Return the record as a download."""
    service = service_of(request)
    number = request.path_params["board"]
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


CLOCK = {"oneOf": [
    {"type": "object", "properties": {
        "start": SECONDS, "increment": SECONDS, "most": SECONDS, "nag": SECONDS}},
    {"enum": list(NAMED)},
]}  # fmt: skip

OPERATIONS = (
    Operation("POST", "/api/boards", "Set up a board.", make, {
        "game": TEXT, "options": {"type": "object"}, "clock": CLOCK, "rated": FLAG,
        "against": {"enum": [FRIEND, OPEN, LEVEL, NAME]}, "name": TEXT, "level": NUMBER,
        "as": TEXT, "begins": {"enum": list(BEGINS)}}, needed=("game",)),
    Operation("GET", "/api/boards", "Lists of boards.", all_boards, query={
        "user": TEXT, "game": TEXT, "state": {"enum": list(lists.STATES)}, "next": TEXT,
        "before": NUMBER, "most": NUMBER}),
    Operation("GET", BOARD, "A board as it stands.", one),
    Operation("DELETE", BOARD, "Take back, or decline, a game that has not begun.",
              withdraw),
    Operation("POST", f"{BOARD}/moves", "Play a move; the same one again changes nothing.", move,
              {"move": TEXT, "ply": NUMBER}, needed=("move",)),
    Operation("POST", f"{BOARD}/offers", "Propose something to the other seat.", propose,
              {"what": {"enum": list(offers.OFFERS)}}, needed=("what",)),
    Operation("POST", f"{BOARD}/answer",
              "Accept or reject what was proposed: an offer, a challenge, a rematch. Refused if "
              "``what`` is given and something else is proposed by now.", answer,
              {"accepted": FLAG, "what": {"enum": [*offers.OFFERS, offers.GAME]},
               "seat": NUMBER}, needed=("accepted",)),
    Operation("POST", f"{BOARD}/come",
              "Say that one is there: the game begins when both are. Accepts no challenge.", come),
    Operation("POST", f"{BOARD}/abort",
              "End a game without a result: before one's own first move, in a game of less than a "
              "day a move until both have moved.", abort),
    Operation("POST", f"{BOARD}/resign", "Give the game up.", resign),
    Operation("POST", f"{BOARD}/rematch",
              "Propose another game, seats exchanged; the same as to accept it where the other has "
              "proposed it. Answers with the new board once there is one.", rematch),
    Operation("POST", f"{BOARD}/join", "Take the free seat.", join, {"as": TEXT}),
    Operation("POST", f"{BOARD}/chat", "Say something to the other seat.", chat, {"text": TEXT},
              needed=("text",)),
    Operation("GET", f"{BOARD}/talk", "What was said on a board, and whether one has "
              "muted the other.", chat_of),
    Operation("PUT", f"{BOARD}/mute", "Hear no more of the other's chat.", mute, {"muted": FLAG},
              needed=("muted",)),
    Operation("POST", f"{BOARD}/time", "Give the other seat time.", give_time,
              {"seconds": SECONDS}, needed=("seconds",)),
    Operation("GET", f"{BOARD}/notes", "One's own notes.", read_notes),
    Operation("PUT", f"{BOARD}/notes", "Write one's own notes.", write_notes, {"notes": TEXT},
              needed=("notes",)),
    Operation("GET", f"{BOARD}/plans", "One's conditional moves.", read_plans),
    Operation("POST", f"{BOARD}/plans", "One more conditional move.", plan,
              {"path": {"type": "array", "items": TEXT}, "move": TEXT}, needed=("move",)),
    Operation("DELETE", f"{BOARD}/plans", "Drop one's conditional moves.", clear_plans),
    Operation("GET", f"{BOARD}/record.sgf", "The record.", record, media="application/x-go-sgf"),
)  # fmt: skip
