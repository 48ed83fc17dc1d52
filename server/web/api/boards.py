"""API operations on boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from boche.engine.games.registry import GAMES
from boche.engine.record import dump_sgf
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.accounts import level_name, named
from boche.server.people.messages import check_takes
from boche.server.people.names import check_guest_name
from boche.server.play import arrival, conversation, lists, moves, offers, setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import load
from boche.server.play.records import record_of
from boche.server.web.api import fields
from boche.server.web.api.operation import FLAG, NUMBER, SECONDS, TEXT, Operation
from boche.server.web.api.schemas import board_json, listed_json
from boche.server.web.authentication import Requester, who
from boche.server.web.responses import json_of
from boche.server.web.service import Packed, service_of

BOARD = "/api/boards/{board:int}"
FRIEND, OPEN, LEVEL, NAME = "friend", "open", "level", "name"


async def make(request: Request) -> dict[str, Any]:
    """Set up a board."""
    return await made_of(request, await who(request), await json_of(request))


async def made_of(request: Request, asker: Requester, given: Mapping[str, Any]) -> dict[str, Any]:
    """Set up the board that these fields describe; return it with the own seat and secrets."""
    service = service_of(request)
    fields.only(given, "game", "options", "clock", "rated", "against", "name", "level", "as",
                "begins")  # fmt: skip
    options, clock = given.get("options", {}), given.get("clock", {})
    if not isinstance(options, dict) or not isinstance(clock, dict):
        raise BadRequestError("options and clock: an object is wanted")
    terms = setup.Terms.of(
        fields.text(given, "game"), options, Clock.read(clock), fields.flag(given, "rated", False)
    )
    against = fields.text(given, "against", FRIEND)  # by a link: a private game
    begins = fields.text(given, "begins", "me")
    if begins not in ("me", "other", "random"):
        raise BadRequestError("begins: me, other or random")
    first = begins == "me" or (begins == "random" and random.random() < 0.5)
    own = 0 if first else 1
    mine = setup.Sitter(asker.user, check_guest_name(fields.text(given, "as", "")))

    def work(transaction: Transaction) -> tuple[setup.Made, dict[str, Any]]:
        other = _other(transaction, asker, against, given)
        pair = (mine, other) if first else (other, mine)
        private = against == FRIEND
        made = setup.make(transaction, terms, pair, service.now(), asker.actor, own, private)
        return made, board_json(load(transaction, made.number), asker.actor, service.now())

    made, found = await service.write(work)
    return found | {"own": [own], "secrets": list(made.secrets)}


def _other(
    transaction: Transaction, asker: Requester, against: str, given: Mapping[str, Any]
) -> setup.Sitter | None:
    """Return the opponent: an account, a level, the holder of a link, or None for anyone."""
    if against == FRIEND:
        return setup.Sitter(None, check_guest_name(fields.text(given, "name", "friend")))
    if against == OPEN:
        return None
    if against == LEVEL:
        level = fields.whole(given, "level", 1, 8)
        if level is None:
            raise BadRequestError("level: which, 1 to 8?")
        return setup.Sitter(named(transaction, level_name(level)))
    if against != NAME:
        raise BadRequestError(f"against: {FRIEND}, {OPEN}, {LEVEL} or {NAME}")
    asker.signed_in()
    user = named(transaction, fields.text(given, "name"))
    check_takes(transaction, user.id, user.name, asker.signed_in().id)
    return setup.Sitter(user)


async def all_boards(request: Request) -> dict[str, Any]:
    """Return lists of boards."""
    service, asker, query = service_of(request), await who(request), request.query_params
    game, state = query.get("game"), query.get("state", "all")
    if game is not None and game not in GAMES:
        raise BadRequestError(f"game: no game {game[:40]!r}")
    if state not in lists.STATES:
        raise BadRequestError(f"state: {', '.join(lists.STATES)}")
    before = fields.query_whole(query, "before")
    most = min(fields.query_whole(query, "most", 50) or 50, lists.MOST)

    def work(transaction: Transaction) -> list[lists.Listed]:
        name, reader = query.get("user"), asker.user.id if asker.user else None
        if name is not None:
            user = asker.signed_in().id if name == "me" else named(transaction, name).id
            return lists.boards_of(
                transaction, user, reader, game=game, state=lists.STATES[state],
                next_only="next" in query, most=most, before=before,
            )  # fmt: skip
        if state == "open":
            return lists.open_boards(transaction, game, most)
        return lists.all_boards(
            transaction, game=game, state=lists.STATES[state], most=most, before=before
        )

    return {"boards": [listed_json(each) for each in await service.read(work)]}


async def one(request: Request) -> dict[str, Any]:
    """Return a board."""
    service, asker = service_of(request), await who(request)

    def work(transaction: Transaction) -> dict[str, Any]:
        board = load(transaction, request.path_params["board"])
        found = board_json(board, asker.actor, service.now())
        return found | {"facts": board.position.facts()}

    return await service.read(work)


async def move(request: Request) -> dict[str, Any]:
    """Play a move."""
    service, asker, given = service_of(request), await who(request), await json_of(request)
    fields.only(given, "move", "ply")
    text, number = fields.text(given, "move"), request.path_params["board"]
    ply = fields.whole(given, "ply", 1, 10**6)

    actor = asker.actor

    def work(transaction: Transaction) -> dict[str, Any]:
        played = moves.move(transaction, actor, number, text, service.now(), ply)
        return {"ply": played.ply, "move": played.text, "again": played.again,
                "more": list(played.more),
                "board": board_json(played.board, actor, service.now())}  # fmt: skip

    return await service.write(work)


async def propose(request: Request) -> dict[str, Any]:
    given = await json_of(request)
    fields.only(given, "what")
    what = fields.text(given, "what")
    return await _acting(
        request,
        lambda transaction, actor, number, now: offers.propose(
            transaction, actor, number, what, now
        ),
    )


async def answer(request: Request) -> dict[str, Any]:
    given = await json_of(request)
    fields.only(given, "accepted")
    return await answered(request, await who(request), fields.flag(given, "accepted"))


async def answered(request: Request, asker: Requester, yes: bool) -> dict[str, Any]:
    """Accept or reject an offer on the path's board; return the board after it."""
    return await _acting(
        request,
        lambda transaction, actor, number, now: offers.answer(transaction, actor, number, yes, now),
        asker,
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
    given = await json_of(request)
    fields.only(given, "text")
    text = fields.text(given, "text")
    return await _acting(
        request,
        lambda transaction, actor, number, now: conversation.chat(
            transaction, actor, number, text, now
        ),
    )


async def mute(request: Request) -> dict[str, Any]:
    given = await json_of(request)
    fields.only(given, "muted")
    muted = fields.flag(given, "muted")
    return await _acting(
        request,
        lambda transaction, actor, number, now: conversation.mute(
            transaction, actor, number, muted
        ),
    )


async def give_time(request: Request) -> dict[str, Any]:
    given = await json_of(request)
    fields.only(given, "seconds")
    seconds = fields.number(given, "seconds")
    return await _acting(
        request,
        lambda transaction, actor, number, now: conversation.give_time(
            transaction, actor, number, seconds, now
        ),
    )


async def _acting(
    request: Request,
    act: Callable[[Transaction, Actor, int, float], object],
    asker: Requester | None = None,
) -> dict[str, Any]:
    """Act on the path's board as the requester; return the board after it."""
    service, asker = service_of(request), asker or await who(request)
    number = request.path_params["board"]

    def work(transaction: Transaction) -> dict[str, Any]:
        act(transaction, asker.actor, number, service.now())
        return board_json(load(transaction, number), asker.actor, service.now())

    return await service.write(work)


async def rematch(request: Request) -> dict[str, Any]:
    """Propose a rematch, or agree to it; return the new board if there is one, else this one."""
    service, asker = service_of(request), await who(request)
    number = request.path_params["board"]

    def work(transaction: Transaction) -> dict[str, Any]:
        board = offers.propose(transaction, asker.actor, number, offers.REMATCH, service.now())
        if board.row.after is not None:
            board = load(transaction, board.row.after)
        return board_json(board, asker.actor, service.now())

    return await service.write(work)


async def join(request: Request) -> dict[str, Any]:
    return await joined(request, await who(request), await json_of(request))


async def joined(request: Request, asker: Requester, given: Mapping[str, Any]) -> dict[str, Any]:
    """Take the free seat of the path's board; return the board and a guest's secret."""
    service = service_of(request)
    fields.only(given, "as")
    sitter = setup.Sitter(asker.user, check_guest_name(fields.text(given, "as", "")))

    def work(transaction: Transaction) -> dict[str, Any]:
        number, now = request.path_params["board"], service.now()
        board, secret = setup.join(transaction, number, sitter, now, asker.actor)
        return board_json(board, asker.actor, service.now()) | {"secret": secret}

    return await service.write(work)


async def said(request: Request) -> dict[str, Any]:
    """Return the chat of a board, for its two seats."""
    service, asker = service_of(request), await who(request)
    number = request.path_params["board"]

    def work(transaction: Transaction) -> list[dict[str, Any]]:
        asker.actor.seat(load(transaction, number))
        return conversation.said(transaction, number)

    return {"events": await service.read(work)}


async def read_notes(request: Request) -> dict[str, Any]:
    service, asker = service_of(request), await who(request)
    board = await service.read(lambda transaction: load(transaction, request.path_params["board"]))
    return {"notes": asker.actor.seat(board).notes}


async def write_notes(request: Request) -> dict[str, Any]:
    service, asker, given = service_of(request), await who(request), await json_of(request)
    fields.only(given, "notes")
    notes, number = fields.text(given, "notes"), request.path_params["board"]
    await service.write(
        lambda transaction: conversation.write_notes(
            transaction, asker.actor, number, notes, service.now()
        )
    )
    return {"notes": notes}


async def read_plans(request: Request) -> dict[str, Any]:
    service, asker = service_of(request), await who(request)
    number = request.path_params["board"]
    return {
        "plans": await service.read(
            lambda transaction: conversation.planned(transaction, asker.actor, number)
        )
    }


async def plan(request: Request) -> dict[str, Any]:
    service, asker, given = service_of(request), await who(request), await json_of(request)
    fields.only(given, "path", "move")
    path, number = (
        fields.texts(given, "path", conversation.LONGEST_PLAN),
        request.path_params["board"],
    )
    text = fields.text(given, "move")

    def work(transaction: Transaction) -> dict[str, Any]:
        conversation.plan(transaction, asker.actor, number, path, text, service.now())
        return {"plans": conversation.planned(transaction, asker.actor, number)}

    return await service.write(work)


async def clear_plans(request: Request) -> dict[str, Any]:
    service, asker = service_of(request), await who(request)
    number = request.path_params["board"]
    await service.write(
        lambda transaction: conversation.clear_plans(transaction, asker.actor, number)
    )
    return {"plans": []}


async def record(request: Request) -> Response:
    """Return the record as a download."""
    service = service_of(request)
    board = await service.read(lambda transaction: load(transaction, request.path_params["board"]))
    name = f"{board.row.game}-{board.number}.sgf"
    found = await service.packed.get(
        ("record", board.number, board.row.events),
        lambda: service.slow(lambda: Packed.of(dump_sgf(record_of(board)))),
    )
    return Response(
        found.data, media_type="application/x-go-sgf",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


CLOCK = {"type": "object", "properties": {
    "start": SECONDS, "increment": SECONDS, "most": SECONDS, "nag": SECONDS}}  # fmt: skip

OPERATIONS = (
    Operation("POST", "/api/boards", "Set up a board.", make, {
        "game": TEXT, "options": {"type": "object"}, "clock": CLOCK, "rated": FLAG,
        "against": {"enum": [FRIEND, OPEN, LEVEL, NAME]}, "name": TEXT, "level": NUMBER,
        "as": TEXT, "begins": {"enum": ["me", "other", "random"]}}, needed=("game",)),
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
              "Accept or reject what was proposed: an offer, a challenge, a rematch.", answer,
              {"accepted": FLAG}, needed=("accepted",)),
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
    Operation("GET", f"{BOARD}/talk", "What was said on a board.", said),
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
