"""An account's own games: where it is their turn, the nearest deadline first, and the others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from sqlalchemy import Select, or_, select

from boche.engine.durations import DAY, MINUTE
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.players.levels import LOSSES, next_level
from boche.server.database.schema import boards, seats, tournaments
from boche.server.database.store import Transaction
from boche.server.events import seated, topic_of
from boche.server.play.actor import Actor
from boche.server.play.lists import (
    LAST,
    MOST,
    Listed,
    boards_of,
    by_deadline,
    by_numbers,
    due_count,
    is_asked,
)
from boche.server.play.match import ACTIVE, LADDER, OPEN, OVER, Match, Seat, ladder_title
from boche.server.play.offers import DRAW, END, REMATCH, UNDO
from boche.server.play.words import NO_FIRST_MOVE, shown_name

MOST_TURNS = 100
"""Maximum number of boards that are named to a page."""
MOST_FOLLOWED = 1000


MOST_CALLS = 5
"""Maximum number of boards to which a page calls its reader."""


TOLD_FOR = 10 * MINUTE
"""Seconds for which the end of a live game is told to a player who is elsewhere."""


@dataclass(frozen=True)
class Call:
    """A board that its player may not know of yet, and what to tell them.

    One that they have closed comes again only if it is ``about`` something else.
    """

    board: int
    about: str
    text: str


@dataclass(frozen=True)
class Turns:
    """What awaits an account: the number of turns and challenges, and the boards of the turns.

    ``calls`` are live games whose clock runs for them, games of tournaments in which they have not
    moved yet, challenges, offers, rematches where the opponent waits, and live games that have just
    ended without them.
    """

    due: int
    boards: list[int]
    calls: list[Call]


@dataclass(frozen=True)
class OwnGames:
    """An account's games: those where it is their turn or the opponent's, and those to begin.

    The nearest deadline comes first.
    """

    turn: list[Listed]
    waiting: list[Listed]
    open: list[Listed]


def turns(transaction: Transaction, user: int, now: float) -> Turns:
    """Return what awaits an account."""
    found = transaction.connection.execute(by_deadline(_playing(user, True)).limit(MOST_TURNS))
    return Turns(
        due_count(transaction, user), list(found.scalars()), _calls(transaction, user, now)
    )


OFFERED = {
    UNDO: tr_later("{name} proposes taking back a move in your game of {game}."),
    DRAW: tr_later("{name} proposes a draw in your game of {game}."),
    END: tr_later("{name} proposes to cancel your game of {game}, without a result."),
    REMATCH: tr_later("{name} proposes a rematch of your game of {game}."),
}


def _calls(transaction: Transaction, user: int, now: float) -> list[Call]:
    """Return the boards that call an account, one line each, the most urgent first."""
    other = seats.alias()
    rows = (
        select(
            boards.c.id, boards.c.game, boards.c.before, boards.c.ply, boards.c.offer,
            boards.c.winner, boards.c.kind.label("how"), boards.c.reason,
            seats.c.seat, seats.c.name.label("own"), other.c.name,
            tournaments.c.title, tournaments.c.kind,
        )
        .select_from(
            seats.join(boards, boards.c.id == seats.c.board)
            .join(other, (other.c.board == seats.c.board) & (other.c.seat != seats.c.seat))
            .outerjoin(tournaments, tournaments.c.id == boards.c.tournament)
        )
        .where(seats.c.user_id == user)
        .order_by(seats.c.board.desc())
        .limit(MOST_CALLS)
    )  # fmt: skip
    is_live = boards.c.start < DAY
    recent = (
        select(seats.c.board)
        .where(seats.c.user_id == user, seats.c.state == OVER)
        .order_by(seats.c.board.desc())
        .limit(LAST)
    )
    parts = {
        _new_game: rows.where(
            seats.c.state == ACTIVE, boards.c.tournament.is_not(None), boards.c.ply <= seats.c.seat
        ),
        _due: rows.where(seats.c.state == ACTIVE, seats.c.to_move, is_live),
        # Both sides of a rematch have agreed to it: it awaits those who have not come to it.
        _challenge: rows.where(
            seats.c.state == OPEN, seats.c.came.is_(None),
            or_(boards.c.before.is_(None), other.c.came.is_not(None)),
        ),
        _offer: rows.where(
            or_(seats.c.state == ACTIVE, seats.c.board.in_(recent)),
            boards.c.offer.is_not(None), boards.c.offerer != seats.c.seat,
        ),
        _ended: rows.where(
            seats.c.board.in_(recent), is_live, boards.c.ended > now - TOLD_FOR,
            boards.c.after.is_(None),
        ),
    }  # fmt: skip
    found = dict[int, Call]()
    for called, query in parts.items():
        for row in transaction.connection.execute(query):
            name = translate(shown_name(row.name))
            if row.id not in found and (call := called(row, name)):
                found[row.id] = call
    return list(found.values())[:MOST_CALLS]


def _new_game(row: Any, name: str) -> Call:
    text = tr("Your game with {name} in {title} has begun.", name=name, title=_event(row))
    return Call(row.id, "begun", text)


def _due(row: Any, name: str) -> Call:
    text = tr("Your clock runs in {game} against {name}.", name=name, game=_title(row.game))
    return Call(row.id, f"turn {row.ply}", text)


def _challenge(row: Any, name: str) -> Call:
    if row.before is not None:
        return Call(row.id, "rematch", tr("{name} waits for you at the rematch.", name=name))
    text = tr("{name} challenges you to a game of {game}.", name=name, game=_title(row.game))
    return Call(row.id, "challenge", text)


def _offer(row: Any, name: str) -> Call:
    text = tr(OFFERED[row.offer], name=name, game=_title(row.game))
    return Call(row.id, f"{row.offer} {row.ply}", text)


def _ended(row: Any, name: str) -> Call | None:
    """Return the call of a game that ended by what its reader did not do; None for another."""
    values = {"name": name, "game": _title(row.game)}
    if row.reason == NO_FIRST_MOVE(name=row.own):
        text = tr("Your game of {game} with {name} was aborted: you made no first move.", **values)
    elif row.reason == NO_FIRST_MOVE(name=row.name):
        text = tr("Your game of {game} with {name} was aborted: they made no first move.", **values)
    elif row.how == "time" and row.winner is not None:
        text = (
            tr("You win your game of {game} with {name} on time.", **values)
            if row.winner == row.seat
            else tr("You lost your game of {game} with {name} on time.", **values)
        )
    elif row.how == "resignation" and row.winner == row.seat:
        text = tr("{name} has resigned your game of {game}: you win.", **values)
    else:
        return None
    return Call(row.id, "over", text)


def _event(row: Any) -> str:
    """Return the title of the tournament or ladder of a game."""
    return ladder_title(row.game) if row.kind == LADDER else str(row.title)


def _title(game: str) -> str:
    return GAMES[game].title if game in GAMES else game


def own_games(transaction: Transaction, user: int, game: str | None = None) -> OwnGames:
    """Return an account's games that are not over, except for those that await their coming."""

    def playing(to_move: bool) -> list[Listed]:
        own = _playing(user, to_move)
        if game is not None:
            own = own.where(seats.c.board.in_(select(boards.c.id).where(boards.c.game == game)))
        found = transaction.connection.execute(by_deadline(own).limit(MOST))
        return by_numbers(transaction, list(found.scalars()))

    turn = playing(True)
    both = {board.row.id for board in turn}  # of games against oneself
    not_begun = boards_of(transaction, user, user, game=game, state=OPEN, turns_first=False)
    return OwnGames(
        turn,
        [
            board
            for board in playing(False)
            if board.row.id not in both and not is_asked(board, user)
        ],
        [board for board in not_begun if not _awaits(board, user)],
    )


def _playing(user: int, to_move: bool) -> Select[Any]:
    """Return a query of an account's running games where it is their turn, or the opponent's."""
    return select(seats.c.board).where(
        seats.c.user_id == user, seats.c.state == ACTIVE, seats.c.to_move == to_move
    )


def _awaits(board: Listed, user: int) -> bool:
    return any(seat.user == user and seat.came is None for seat in board.seats)


def topics(transaction: Transaction, user: int) -> set[str]:
    """Return the topics that may change an account's turns."""
    own = (
        select(seats.c.board)
        .where(seats.c.user_id == user, seats.c.state.in_((OPEN, ACTIVE)))
        .order_by(seats.c.board.desc())
        .limit(MOST_FOLLOWED)
    )
    return {seated(user), *map(topic_of, transaction.connection.execute(own).scalars())}


def level_to_offer(transaction: Transaction, actor: Actor, board: Match) -> int | None:
    """Return the level to offer its player after a game against the computer; 0 for none.

    None before the end, and to everybody else.
    """
    own, row = actor.seats(board), board.row
    if row.state != OVER or len(own) != 1 or row.tournament is not None:
        return None
    level = board.seats[1 - own[0].number].level
    if level is None or row.winner is None:
        return None
    won = row.winner == own[0].number
    return next_level(level, won=won, lost=0 if won else _lost_in_a_row(transaction, board, own[0]))


def _lost_in_a_row(transaction: Transaction, board: Match, seat: Seat) -> int:
    """Return how many games in a row up to this one its player has lost against its level."""
    other, level = seats.alias(), board.seats[1 - seat.number].level
    whose = seats.c.user_id == seat.user if seat.user else seats.c.secret == seat.secret
    rows = transaction.connection.execute(
        select(boards.c.winner, seats.c.seat)
        .join(seats, seats.c.board == boards.c.id)
        .join(other, (other.c.board == boards.c.id) & (other.c.seat != seats.c.seat))
        .where(
            whose, other.c.level == level, boards.c.game == board.row.game,
            boards.c.state == OVER, boards.c.winner.is_not(None), boards.c.ended <= board.row.ended,
        )
        .order_by(boards.c.ended.desc(), boards.c.id.desc())
        .limit(LOSSES)
    )  # fmt: skip
    return sum(1 for _ in takewhile(lambda row: row.winner != row.seat, rows))
