"""API operations on tournaments, and the stream of a tournament's changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.play.clock_names import read_clock
from boche.server.play.setup import Terms
from boche.server.play.stored_options import listed_options
from boche.server.recall import recalled
from boche.server.tournaments import entry, lists, maker, steps
from boche.server.tournaments.entry import Plan
from boche.server.tournaments.tournament import CANCELLED, KINDS, OPEN, Tournament, topic_of
from boche.server.web.api import boards, fields
from boche.server.web.api.operation import FLAG, NUMBER, SECONDS, TEXT, Operation
from boche.server.web.authentication import Requester, requester_of
from boche.server.web.events import ALIVE, HEADERS
from boche.server.web.responses import json_of
from boche.server.web.service import Service, service_of

TOURNAMENT = "/api/tournaments/{tournament:number}"
PAGE = 50
LARGEST = 2**31 - 1


async def all_tournaments(request: Request) -> dict[str, Any]:
    """Return public tournaments of a state, the newest first."""
    query = request.query_params
    state = query.get("state", OPEN)
    if state not in lists.STATES:
        raise BadRequestError(tr("state: choose from {choices}", choices=", ".join(lists.STATES)))
    before = fields.query_integer(query, "before")
    found = await service_of(request).read(
        lambda transaction: lists.listed(transaction, state, limit=PAGE, before=before)
    )
    return {"tournaments": [summary(one.row, one.players) for one in found]}


def summary(row: Any, players: int) -> dict[str, Any]:
    """Return what is said of a tournament in a list, as JSON data."""
    return {
        "tournament": row.id, "title": row.title, "game": row.game,
        "options": listed_options(row),
        "kind": row.kind, "state": row.state, "rated": row.rated, "players": players,
        "clock": {"start": row.start, "increment": row.increment, "most": row.most,
                  "nag": row.nag},
        "starts": row.starts, "size": row.size, "round": row.round, "rounds": row.rounds,
        "wanted": row.wanted, "limit": row.limit, "low": row.low, "high": row.high,
        "private": row.private, "created": row.created, "began": row.began, "ended": row.ended,
        "reason": recalled(row.reason or ""),
    }  # fmt: skip


async def one(request: Request) -> dict[str, Any]:
    """Return a tournament with its standings and pairings."""
    tournament, requester = await visible(request)
    return data_of(tournament, requester)


async def visible(request: Request) -> tuple[Tournament, Requester]:
    """Return the tournament of a request, and who asks. Raises ``NotFoundError``."""
    requester = await requester_of(request)
    number = request.path_params["tournament"]
    user = requester.user.id if requester.user else None
    secret = request.query_params.get("secret", "")
    tournament = await service_of(request).read(
        lambda transaction: entry.visible(transaction, number, user, secret)
    )
    return tournament, requester


def data_of(tournament: Tournament, requester: Requester) -> dict[str, Any]:
    """Return a tournament as JSON data."""
    names = {user: player.name for user, player in tournament.by_id.items()}
    own = requester.user.id if requester.user else None
    may_invite = own is not None and (own == tournament.row.maker or own in names)
    return summary(tournament.row, len(tournament.players)) | {
        "standings": [
            {"place": line.place, "name": names[line.id], "points": line.points,
             "tie_breaks": dict(line.ties), "games": line.games,
             "left": tournament.by_id[line.id].entrant.left is not None}
            for line in tournament.lines
        ],
        "pairings": [
            {"round": pairing.result.round, "first": names.get(pairing.result.first),
             "second": None if pairing.result.second is None
             else names.get(pairing.result.second),
             "points": pairing.result.points, "played": pairing.result.played,
             "board": pairing.board}
            for pairing in tournament.pairings
        ],
        "own": own is not None and tournament.plays(own),
        "bye": tournament.by_id[own].entrant.bye if own in names else None,
        "board": None if own is None else tournament.board_of(own),
        "secret": tournament.row.secret if tournament.row.private and may_invite else None,
    }  # fmt: skip


async def make(request: Request) -> dict[str, Any]:
    """Make a tournament."""
    requester = await requester_of(request)
    return await create(request, requester, await json_of(request))


async def create(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Make the tournament that these fields describe; return it."""
    service, user = service_of(request), requester.signed_in()
    plan = plan_of(payload)

    def work(transaction: Transaction) -> Tournament:
        now = service.now()
        number = entry.make(transaction, user, plan, now, requester.actor.payers)
        return entry.visible(transaction, number, user.id)

    return data_of(await service.write(work), requester)


def plan_of(payload: Mapping[str, Any]) -> Plan:
    """Return the tournament that these fields describe. Raises ``BadRequestError``."""
    fields.check(payload, "title", "game", "options", "clock", "kind", "rounds", "rated", "starts",
                "size", "limit", "low", "high", "private")  # fmt: skip
    options = payload.get("options", {})
    if not isinstance(options, dict):
        raise BadRequestError(tr("options: expected an object"))
    terms = Terms.of(
        fields.text(payload, "game"), options, read_clock(payload.get("clock", {})),
        fields.flag(payload, "rated", False),
    )  # fmt: skip
    return Plan(
        title=_title(payload), kind=fields.text(payload, "kind"), terms=terms,
        wanted=fields.integer(payload, "rounds", 1, entry.MOST_ROUNDS, 1) or 1,
        starts=_seconds(payload, "starts"), size=fields.integer(payload, "size", 1, LARGEST),
        limit=_seconds(payload, "limit"),
        low=fields.integer(payload, "low", entry.LOWEST, entry.HIGHEST),
        high=fields.integer(payload, "high", entry.LOWEST, entry.HIGHEST),
        private=fields.flag(payload, "private", False),
    )  # fmt: skip


def _title(payload: Mapping[str, Any]) -> str:
    return " ".join(fields.text(payload, "title").split())


def _seconds(payload: Mapping[str, Any], name: str) -> float | None:
    return None if payload.get(name) is None else fields.number(payload, name)


async def edit(request: Request) -> dict[str, Any]:
    """Change a tournament that has not begun."""
    requester, payload = await requester_of(request), await json_of(request)
    fields.check(payload, "title", "starts")
    title = _title(payload) if "title" in payload else None
    return await edited(request, requester, title, _seconds(payload, "starts"))


async def edited(
    request: Request, requester: Requester, title: str | None, starts: float | None
) -> dict[str, Any]:
    """Let the maker change a tournament; return it."""
    service, user = service_of(request), requester.signed_in()
    number = request.path_params["tournament"]

    payers = requester.actor.payers

    def work(transaction: Transaction) -> Tournament:
        maker.edit(transaction, number, user, service.now(), title, starts, payers)
        return entry.visible(transaction, number, user.id)

    return data_of(await service.write(work), requester)


async def cancel(request: Request) -> dict[str, Any]:
    """Call a tournament off that has not begun."""
    return await cancelled(request, await requester_of(request))


async def cancelled(request: Request, requester: Requester) -> dict[str, Any]:
    """Let the maker call a tournament off; return what became of it."""
    service, user = service_of(request), requester.signed_in()
    number = request.path_params["tournament"]
    await service.write(lambda transaction: maker.cancel(transaction, number, user, service.now()))
    return {"tournament": number, "state": CANCELLED}


async def join(request: Request) -> dict[str, Any]:
    """Take part."""
    requester, payload = await requester_of(request), await json_of(request)
    fields.check(payload, "secret")
    return await joined(request, requester, fields.text(payload, "secret", ""))


async def joined(request: Request, requester: Requester, secret: str) -> dict[str, Any]:
    """Let the requester take part; return the tournament."""
    return await joined_in(request, requester, request.path_params["tournament"], secret)


async def joined_in(
    request: Request, requester: Requester, number: int, secret: str
) -> dict[str, Any]:
    """Let the requester take part in a tournament; return it."""
    service, user = service_of(request), requester.signed_in()

    def work(transaction: Transaction) -> Tournament:
        payers = requester.actor.payers
        entry.join(transaction, number, user, service.now(), secret, payers)
        return entry.visible(transaction, number, user.id)

    return data_of(await service.write(work), requester)


async def leave(request: Request) -> dict[str, Any]:
    """Leave."""
    return await left(request, await requester_of(request))


async def left(request: Request, requester: Requester) -> dict[str, Any]:
    """Let the requester leave; return what became of it."""
    service, user = service_of(request), requester.signed_in()
    number = request.path_params["tournament"]
    await service.write(lambda transaction: entry.leave(transaction, number, user, service.now()))
    return {"tournament": number, "own": False}


async def sit_out(request: Request) -> dict[str, Any]:
    """Ask for a round to be sat out."""
    requester, payload = await requester_of(request), await json_of(request)
    fields.check(payload, "round")
    return await sat_out(request, requester, fields.integer(payload, "round", 1, LARGEST))


async def sat_out(request: Request, requester: Requester, which: int | None) -> dict[str, Any]:
    """Let the requester sit out a round, or none; return which."""
    service, user = service_of(request), requester.signed_in()
    number = request.path_params["tournament"]
    await service.write(lambda transaction: entry.sit_out(transaction, number, user, which))
    return {"tournament": number, "bye": which}


async def wait(request: Request) -> dict[str, Any]:
    """Say that one waits for a game of an arena."""
    return await waits(request, await requester_of(request))


async def waits(request: Request, requester: Requester) -> dict[str, Any]:
    """Let the requester wait for a game of an arena."""
    service, user = service_of(request), requester.signed_in()
    number = request.path_params["tournament"]
    await service.write(lambda transaction: entry.wait(transaction, number, user, service.now()))
    return {"tournament": number, "waits": steps.PRESENT}


async def events(request: Request) -> StreamingResponse:
    """Tell of each change of a tournament, as server-sent events."""
    tournament, _ = await visible(request)
    stream = _changes(service_of(request), tournament.number)
    return StreamingResponse(stream, media_type="text/event-stream", headers=HEADERS)


async def _changes(service: Service, number: int) -> AsyncIterator[bytes]:
    """Yield an event at once, and one for each change; they count from 1 in each stream."""
    broker = service.broker
    assert broker is not None
    news = broker.join(topic_of(number))
    news.set()
    count = 0
    try:
        while True:
            try:
                async with asyncio.timeout(ALIVE):
                    await news.wait()
            except TimeoutError:
                yield b": alive\n\n"
                continue
            news.clear()
            count += 1
            data = json.dumps({"number": count, "kind": "change", "tournament": number})
            yield f"id: {count}\nevent: change\ndata: {data}\n\n".encode()
    finally:
        broker.leave(news)


OPERATIONS = (
    Operation("GET", "/api/tournaments", "Public tournaments of a state, the newest first.",
              all_tournaments, query={"state": {"enum": list(lists.STATES)}, "before": NUMBER}),
    Operation("POST", "/api/tournaments",
              "Make a tournament. It begins at the time 'starts' or when 'size' players have come. "
              "'rounds' are the games of each pair in a round robin; 'limit' is the time for a "
              "round in games of days a move, or how long an arena lasts; 'low' and 'high' are "
              "the ratings that may join.",
              make, {
                  "title": TEXT, "game": TEXT, "options": {"type": "object"}, "clock": boards.CLOCK,
                  "kind": {"enum": list(KINDS)}, "rounds": NUMBER, "rated": FLAG,
                  "starts": SECONDS, "size": NUMBER, "limit": SECONDS, "low": NUMBER,
                  "high": NUMBER, "private": FLAG},
              needed=("title", "game", "clock", "kind"), status=201),
    Operation("GET", TOURNAMENT,
              "A tournament: players, standings, pairings. A private one needs its secret, unless "
              "one takes part.", one, query={"secret": TEXT}),
    Operation("PATCH", TOURNAMENT,
              "Change the title or the start of a tournament of one's own, until it has begun.",
              edit, {"title": TEXT, "starts": SECONDS}),
    Operation("DELETE", TOURNAMENT,
              "Call a tournament of one's own off, until it has begun.", cancel),
    Operation("POST", f"{TOURNAMENT}/join", "Take part.", join, {"secret": TEXT}),
    Operation("POST", f"{TOURNAMENT}/leave",
              "Leave. A game under way is given up.", leave),
    Operation("POST", f"{TOURNAMENT}/bye",
              "Sit out a coming round of a Swiss for half a point, once in a tournament; without "
              "'round' that is taken back.", sit_out, {"round": NUMBER}),
    Operation("POST", f"{TOURNAMENT}/wait",
              "Say that one is there and waits for a game of an arena: good for 'waits' seconds.",
              wait),
    Operation("GET", f"{TOURNAMENT}/events",
              "One event for each change of a tournament, as server-sent events.", events,
              query={"secret": TEXT}, media="text/event-stream"),
)  # fmt: skip
