"""Boards, lists and people as JSON."""

from __future__ import annotations

from typing import Any

from boche.engine.game import colour_of
from boche.server.database.store import Transaction
from boche.server.people.standings import Place
from boche.server.play.actor import Actor
from boche.server.play.arrival import may_abort
from boche.server.play.attendance import presence_of
from boche.server.play.claims import may_claim
from boche.server.play.lists import Listed
from boche.server.play.match import Match, Seat, load
from boche.server.play.stored_options import listed_options
from boche.server.recall import recalled


def board_json(board: Match, actor: Actor, now: float) -> dict[str, Any]:
    """Return a board as all see it who may watch it, and which seats are the requester's.

    ``watch`` is the secret of the link to watch a private one.
    """
    row, position, own = board.row, board.position, actor.seats(board)
    return {
        "board": board.number,
        "game": row.game,
        "title": board.game.title,
        "options": dict(board.options),
        "state": row.state,
        "rated": row.rated,
        "clock": {"start": row.start, "increment": row.increment, "most": row.most,
                  "nag": row.nag, "text": board.clock.text, "live": board.clock.live,
                  "first_move": board.clock.first_move if board.clock.live else None},
        "created": row.created,
        "began": row.began,
        "ended": row.ended,
        "now": now,
        "ply": len(board.moves),
        "moves": list(board.moves),
        "texts": list(board.texts),
        "turn": row.turn,
        "to_move": position.turn if row.state == "active" else None,
        "deadline": row.deadline,
        "waiting": board.waiting,
        "first": board.first,
        "abortable": any(may_abort(board, seat) for seat in own),
        "claimable": any(may_claim(board, seat, now) for seat in own),
        "offer": {"what": row.offer, "seat": row.offerer} if row.offer else None,
        "outcome": _outcome(row),
        "events": row.events,
        "before": row.before,
        "after": row.after,
        "private": row.private,
        "watch": row.watch,
        "tournament": board.part_of
        and {"tournament": row.tournament, "title": board.part_of.title,
             "kind": board.part_of.kind, "path": board.part_of.path,
             "counts": board.part_of.counts},
        "seats": [
            {"seat": seat.number, "name": seat.name, "colour": colour_of(position, seat.number),
             "guest": seat.secret is not None and seat.user is None, "level": seat.level,
             "taken": seat.is_taken, "bank": seat.bank, "here": seat.came is not None,
             "asked": board.is_challenged(seat), "away": _away(board, seat, now),
             "banned": seat.is_banned(now),
             "present": presence_of(board, seat)}
            for seat in board.seats
        ],
        "own": [seat.number for seat in own],
    }  # fmt: skip


def as_it_stands(transaction: Transaction, actor: Actor, number: int, now: float) -> dict[str, Any]:
    """Return a board as it stands now."""
    return board_json(load(transaction, number), actor, now)


def _away(board: Match, seat: Seat, now: float) -> float | None:
    """Return the end of a player's vacation, if it stops their clock."""
    known = seat.away is not None and seat.away > now and not board.clock.live
    return seat.away if known else None


def _outcome(row: Any) -> dict[str, Any] | None:
    if row.state != "over":
        return None
    reason = recalled(row.reason) if row.reason else row.reason
    return {"winner": row.winner, "kind": row.kind, "reason": reason, "result": row.result}


def listed_json(board: Listed) -> dict[str, Any]:
    """Return a board in a list, without its moves."""
    row = board.row
    return {
        "board": row.id, "game": row.game, "options": listed_options(row), "state": row.state,
        "rated": row.rated, "ply": row.ply, "turn": row.turn, "deadline": row.deadline,
        "names": list(board.names), "outcome": _outcome(row), "created": row.created,
        "levels": [seat.level for seat in board.seats],
        "taken": [seat.is_taken for seat in board.seats],
        "here": [seat.came is not None for seat in board.seats],
        "offer": {"what": row.offer, "seat": row.offerer} if row.offer else None,
    }  # fmt: skip


def place_json(place: Place) -> dict[str, Any]:
    """Return a row of the standings."""
    return {
        "name": place.name, "rating": round(place.rating, 1),
        "deviation": round(place.deviation, 1), "provisional": place.provisional,
        "games": place.games, "won": place.won, "lost": place.lost, "drawn": place.drawn,
    }  # fmt: skip
