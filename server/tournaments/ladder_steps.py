"""What happens on a ladder: joining, leaving, challenges, their ends, and who drops out.

Every step locks the ladder. Boards are locked before it, as at the end of a game.
"""

from __future__ import annotations

from functools import partial

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from boche.engine.durations import DAY, in_words
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr
from boche.server import limits
from boche.server.database.schema import (
    bans,
    boards,
    ladder_changes,
    ladder_games,
    ladder_places,
    tournaments,
    users,
)
from boche.server.database.store import Transaction
from boche.server.errors import ConflictError, NotAllowedError
from boche.server.pairing import ladder as rules
from boche.server.people import accounts, messages
from boche.server.people.accounts import User
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.clock_names import NAMED
from boche.server.play.match import LADDER, ladder_title
from boche.server.play.match import OVER as BOARD_OVER
from boche.server.play.match import load as load_board
from boche.server.play.moves import resign
from boche.server.tournaments.ladder import (
    GONE,
    HELD,
    IDLE,
    JOINED,
    LEFT,
    VOID,
    WON,
    failures,
    games_of,
    number_of,
    rung_of,
    rungs,
    size_of,
)
from boche.server.tournaments.tournament import change

STANDING = "standing"
CLOCK = NAMED["3-days"]
"""The clock of a ladder's games."""
LOOK = DAY
"""How often a ladder looks who has dropped out."""


def join(
    transaction: Transaction, game: str, user: User, now: float, payers: limits.Payers = ()
) -> None:
    """Take the last place. Raises ``NotFoundError`` and ``ConflictError``."""
    number = _locked(transaction, game, now)
    if rung_of(transaction, number, user.id, now) is not None:
        raise ConflictError(tr("{game}: you have a place already", game=title_of(game)))
    limits.charge(transaction, limits.ENTRIES, payers, now)
    place = size_of(transaction, number) + 1
    transaction.connection.execute(
        insert(ladder_places).values(
            ladder=number, user_id=user.id, place=place, at=now, active=now
        )
    )
    _note(transaction, number, JOINED, user.id, now, after=place)
    change(transaction, number)


def title_of(game: str) -> str:
    """Return the title of a game's ladder."""
    return ladder_title(game)


def _locked(transaction: Transaction, game: str, now: float) -> int:
    """Return a game's ladder, locked; it is made for the first one."""
    number = number_of(transaction, game, lock=True)
    if number is not None:
        return number
    terms = setup.Terms.of(game, {})
    clock = CLOCK.clock
    try:
        with transaction.connection.begin_nested():
            transaction.connection.execute(
                insert(tournaments).values(
                    title=f"{GAMES[game].title} ladder", game=game, kind=LADDER,
                    options=dict(terms.options),
                    state=STANDING, start=clock.start, increment=clock.increment, most=clock.most,
                    nag=clock.nag, rated=True, wanted=0, rounds=0, round=0, least=0, capacity=0,
                    postponed=0, private=False, secret="", created=now, reason="", changes=0,
                    due=now + LOOK,
                )
            )  # fmt: skip
    except IntegrityError:
        pass  # another one was first at the same time
    number = number_of(transaction, game, lock=True)
    assert number is not None
    return number


def leave(transaction: Transaction, game: str, user: User, now: float) -> None:
    """Give up one's place, and the games under way. Raises ``ConflictError``."""
    number = number_of(transaction, game)
    if number is None or rung_of(transaction, number, user.id, now) is None:
        raise ConflictError(tr("{game}: you have no place there", game=title_of(game)))
    for one in games_of(transaction, number, [user.id]):
        board = load_board(transaction, one.board, lock=True)
        if board.row.state != BOARD_OVER:
            resign(transaction, Actor(user.id), one.board, now)
    number = _locked(transaction, game, now)
    _take_results(transaction, number, now)
    _remove(transaction, number, user.id, LEFT, now)
    change(transaction, number)


def challenge(
    transaction: Transaction, game: str, user: User, name: str, now: float, actor: Actor
) -> int:
    """Begin a game for somebody's place, who moves first; return its board.

    Raises ``NotFoundError``, ``NotAllowedError`` and ``ConflictError``.
    """
    other = accounts.named(transaction, name)
    number = _locked(transaction, game, now)
    _take_results(transaction, number, now)
    mine = rung_of(transaction, number, user.id, now)
    if mine is None:
        raise NotAllowedError(tr("{game}: join it first", game=title_of(game)))
    theirs = rung_of(transaction, number, other.id, now)
    if theirs is None:
        raise ConflictError(
            tr("{game}: {name} has no place there", game=title_of(game), name=other.name)
        )
    reason = rules.refusal(
        mine, theirs, size_of(transaction, number), now,
        failures(transaction, number, user.id, now).get(other.id),
        apart=bool(messages.kept_apart(transaction, user.id, [other.id])),
    )  # fmt: skip
    if reason is not None:
        raise NotAllowedError(
            tr(
                "{game}: you cannot challenge {name}: {reason}",
                game=title_of(game),
                name=other.name,
                reason=reason,
            )
        )
    terms = setup.Terms.of(game, {}, CLOCK.clock, True)
    takers = setup.SeatTaker(other), setup.SeatTaker(user)
    board = setup.make(transaction, terms, takers, now, actor, tournament=number).number
    transaction.connection.execute(
        insert(ladder_games).values(
            board=board, ladder=number, challenger=user.id, challenged=other.id, at=now
        )
    )
    _touch(transaction, number, (user.id, other.id), now)
    change(transaction, number)

    def text() -> str:
        return tr(
            "{name} challenges you on the {ladder} for your place, {place} (board {board}). You "
            "move first; if you do not within {time}, the game and the place are lost.",
            name=user.name, ladder=title_of(game), place=theirs.place, board=board,
            time=in_words(CLOCK.clock.start or 0.0),
        )  # fmt: skip

    messages.announce(transaction, [other.id], text, now)
    return board


# -- what the sweep does


def settle(transaction: Transaction, number: int, now: float) -> None:
    """Do what is due: the ends of games, and those who drop out."""
    own = select(tournaments.c.game, tournaments.c.due).where(tournaments.c.id == number)
    row = transaction.connection.execute(own.with_for_update()).one()
    if row.due is None or row.due > now:
        return
    if row.game in GAMES:  # an external package may be gone, and come back
        _take_results(transaction, number, now)
        _drop(transaction, number, row.game, now)
    change(transaction, number, due=now + LOOK)


def _take_results(transaction: Transaction, number: int, now: float) -> None:
    """Move those who have won to the places for which they played."""
    ended = transaction.connection.execute(
        select(ladder_games, boards.c.winner, boards.c.result, boards.c.ended)
        .join(boards, boards.c.id == ladder_games.c.board)
        .where(ladder_games.c.ladder == number, boards.c.state == BOARD_OVER)
        .order_by(boards.c.ended, boards.c.id)
    ).all()
    for game in ended:
        transaction.connection.execute(
            delete(ladder_games).where(ladder_games.c.board == game.board)
        )
        pair = game.challenger, game.challenged
        has_won = game.winner == 1  # who is challenged moves first
        found, _, _ = rungs(transaction, number, now, ladder_places.c.user_id.in_(pair))
        places = {rung.id: rung.place for rung in found}
        before = after = places.get(game.challenger)
        if has_won and len(places) == 2:
            after = _climb(transaction, number, pair, places)
        # An operator may have ended it without a result: then it is as if it had not been.
        kind = WON if has_won else VOID if game.winner is None and not game.result else HELD
        _note(transaction, number, kind, game.challenger, game.ended,
              other=game.challenged, board=game.board, before=before, after=after)  # fmt: skip
        _touch(transaction, number, pair, game.ended)


def _climb(
    transaction: Transaction, number: int, pair: tuple[int, int], places: dict[int, int]
) -> int:
    """Give a challenger the place for which they have played; return theirs."""
    low, high = sorted(places.values())
    between = ladder_places.c.place.between(low, high)
    order = list(
        transaction.connection.execute(
            select(ladder_places.c.user_id)
            .where(ladder_places.c.ladder == number, between)
            .order_by(ladder_places.c.place)
        ).scalars()
    )
    for place, user in enumerate(rules.after(order, *pair), low):
        transaction.connection.execute(
            update(ladder_places)
            .where(ladder_places.c.ladder == number, ladder_places.c.user_id == user)
            .values(place=place)
        )
    return min(places[pair[0]], places[pair[1]])


def _drop(transaction: Transaction, number: int, game: str, now: float) -> None:
    """Remove those whose accounts are deleted or banned, and who have not played for long."""
    gone = transaction.connection.execute(
        select(ladder_places.c.user_id)
        .join(users, users.c.id == ladder_places.c.user_id)
        .outerjoin(bans, bans.c.user_id == ladder_places.c.user_id)
        .where(
            ladder_places.c.ladder == number,
            users.c.deleted.is_not(None)
            | (bans.c.at.is_not(None) & (bans.c.until.is_(None) | (bans.c.until > now))),
        )
    ).scalars()
    for user in list(gone):
        _remove(transaction, number, user, GONE, now)
    late = ladder_places.c.active <= now - rules.IDLE
    found, _, _ = rungs(transaction, number, now, late)
    for rung in found:
        if rules.is_idle(rung, now):
            _remove(transaction, number, rung.id, IDLE, now)
            messages.announce(transaction, [rung.id], partial(_lost, game), now)


def _lost(game: str) -> str:
    """Tell a player that their place on a ladder is lost."""
    return tr(
        "You have lost your place on the {ladder}: no game there for {time}. You can join again "
        "at its end.",
        ladder=title_of(game), time=in_words(rules.IDLE),
    )  # fmt: skip


def _remove(transaction: Transaction, number: int, user: int, kind: str, now: float) -> None:
    """Take somebody off: all below move up. A game that goes on is for no place then."""
    own = (ladder_places.c.ladder == number) & (ladder_places.c.user_id == user)
    place = transaction.connection.execute(select(ladder_places.c.place).where(own)).scalar_one()
    transaction.connection.execute(delete(ladder_places).where(own))
    transaction.connection.execute(
        update(ladder_places)
        .where(ladder_places.c.ladder == number, ladder_places.c.place > place)
        .values(place=ladder_places.c.place - 1)
    )
    _note(transaction, number, kind, user, now, before=place)


def _touch(transaction: Transaction, number: int, people: tuple[int, int], now: float) -> None:
    """Note that these people play."""
    transaction.connection.execute(
        update(ladder_places)
        .where(ladder_places.c.ladder == number, ladder_places.c.user_id.in_(people))
        .values(active=now)
    )


def _note(
    transaction: Transaction, number: int, kind: str, user: int, now: float, *,
    other: int | None = None, board: int | None = None,
    before: int | None = None, after: int | None = None,
) -> None:  # fmt: skip
    transaction.connection.execute(
        insert(ladder_changes).values(
            ladder=number, at=now, kind=kind, user_id=user, other=other, board=board,
            before=before, after=after,
        )
    )  # fmt: skip
