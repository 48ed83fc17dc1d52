"""API operations on tournaments, and the stream of a tournament's changes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from starlette.responses import StreamingResponse

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.limits import Payers
from boche.server.people.accounts import User
from boche.server.play.clocks import Seconds
from boche.server.play.stored_options import listed_options
from boche.server.recall import recalled
from boche.server.tournaments import entry, lists, maker, steps
from boche.server.tournaments.entry import Plan
from boche.server.tournaments.tournament import CANCELLED, KINDS, OPEN, Tournament, topic_of
from boche.server.web.api.fields import NOTHING
from boche.server.web.api.operation import Operation, operation
from boche.server.web.api.terms import ClockField, Options, Rating, terms_of
from boche.server.web.events import ALIVE, HEADERS
from boche.server.web.service import Service

TOURNAMENT = "/api/tournaments/{tournament:number}"
PAGE = 50


@operation("GET", "/api/tournaments", "Public tournaments of a state, the newest first.")
def all_tournaments(
    transaction: Transaction, state: Annotated[str, tuple(lists.STATES)] = OPEN,
    before: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    if state not in lists.STATES:
        raise BadRequestError(tr("state: choose from {choices}", choices=", ".join(lists.STATES)))
    found = lists.listed(transaction, state, limit=PAGE, before=before)
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


def data_of(tournament: Tournament, own: int | None) -> dict[str, Any]:
    """Return a tournament as JSON data for an account."""
    names = {user: player.name for user, player in tournament.by_id.items()}
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


@operation("POST", "/api/tournaments",
           "Make a tournament. It begins at the time 'starts' or when 'size' players have come. "
           "'rounds' are the games of each pair in a round robin; 'limit' is the time for a round "
           "in games of days a move, or how long an arena lasts; 'low' and 'high' are the ratings "
           "that may join.", status=201)  # fmt: skip
def make(
    transaction: Transaction, user: User, payers: Payers, now: float, *, title: str, game: str,
    options: Options = NOTHING, clock: ClockField, kind: Annotated[str, tuple(KINDS)],
    rounds: Annotated[int, range(1, entry.MOST_ROUNDS + 1)] | None = 1, rated: bool = False,
    starts: Seconds | None = None, size: int | None = None, limit: Seconds | None = None,
    low: Rating | None = None, high: Rating | None = None, private: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Make the tournament that these fields describe; return it."""
    plan = Plan(
        " ".join(title.split()), kind, terms_of(game, options, clock, rated), rounds or 1, starts,
        size, limit, low, high, private,
    )  # fmt: skip
    number = entry.make(transaction, user, plan, now, payers)
    return data_of(entry.visible(transaction, number, user.id), user.id)


@operation("GET", TOURNAMENT,
           "A tournament: players, standings, pairings. A private one needs its secret, unless "
           "one takes part.")  # fmt: skip
def one(
    transaction: Transaction, reader: int | None, number: int, secret: str = ""
) -> dict[str, Any]:
    """Return a tournament with its standings and pairings."""
    return data_of(entry.visible(transaction, number, reader, secret), reader)


def _as_it_stands(transaction: Transaction, number: int, user: int) -> dict[str, Any]:
    return data_of(entry.visible(transaction, number, user), user)


edit = Operation(
    "PATCH", TOURNAMENT,
    "Change the title or the start of a tournament of one's own, until it has begun.", maker.edit,
    _as_it_stands,
)  # fmt: skip
cancel = Operation(
    "DELETE", TOURNAMENT, "Call a tournament of one's own off, until it has begun.", maker.cancel,
    lambda number: {"tournament": number, "state": CANCELLED},
)  # fmt: skip
join = Operation("POST", f"{TOURNAMENT}/join", "Take part.", entry.join, _as_it_stands)
leave = Operation(
    "POST", f"{TOURNAMENT}/leave", "Leave. A game under way is given up.", entry.leave,
    lambda number: {"tournament": number, "own": False},
)  # fmt: skip
sit_out = Operation(
    "POST", f"{TOURNAMENT}/bye",
    "Sit out a coming round of a Swiss for half a point, once in a tournament; without 'round' "
    "that is taken back.", entry.sit_out,
    lambda number, round_: {"tournament": number, "bye": round_},
)  # fmt: skip
wait = Operation(
    "POST", f"{TOURNAMENT}/wait",
    "Say that one is there and waits for a game of an arena: good for 'waits' seconds.", entry.wait,
    lambda number: {"tournament": number, "waits": steps.PRESENT},
)  # fmt: skip


@operation("GET", f"{TOURNAMENT}/events",
           "One event for each change of a tournament, as server-sent events.",
           media="text/event-stream")  # fmt: skip
async def events(
    service: Service, reader: int | None, number: int, secret: str = ""
) -> StreamingResponse:
    """Tell of each change of a tournament, as server-sent events."""
    await service.read(lambda transaction: entry.visible(transaction, number, reader, secret))
    stream = _changes(service, number)
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
