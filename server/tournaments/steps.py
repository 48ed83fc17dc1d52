"""The steps of a tournament: its start, its rounds, the results of its games, and its end.

``settle`` does all that needs no pairings, and says whether a round is to be paired. Pairings take
time, so they are computed outside of a transaction; ``begin_round`` then starts the round, unless
the tournament has changed meanwhile. Whatever was not done is done by the next sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import delete, insert, select, update

from boche.engine.durations import DAY, HOUR, MINUTE, in_words
from boche.engine.languages.current import tr, tr_count
from boche.engine.message import Message
from boche.server.database.schema import boards, moves, pairings, tournament_players, tournaments
from boche.server.database.store import Transaction
from boche.server.pairing import arena, course
from boche.server.pairing.results import DRAW, LOSS, WIN, Result
from boche.server.people import bans
from boche.server.people.accounts import User, by_number
from boche.server.people.messages import announce
from boche.server.play import setup
from boche.server.play.clock_names import title_of
from boche.server.play.match import LADDER
from boche.server.play.match import OVER as BOARD_OVER
from boche.server.tournaments import ladder_steps
from boche.server.tournaments.endings import ALONE, NO_PAIRS, TOO_FEW
from boche.server.tournaments.entry import WAITS
from boche.server.tournaments.tournament import (
    CANCELLED,
    OPEN,
    OVER,
    RUNNING,
    Tournament,
    blocked_pairs,
    change,
    change_player,
    load,
)

PRESENT = 40.0
"""Seconds for which somebody who was on an arena's page counts as being there."""
BREAK = MINUTE
"""Time between two rounds of live games."""
MOST_POSTPONED = 2
MOST_DUE = 100


def due_tournaments(transaction: Transaction, now: float) -> list[int]:
    """Return the tournaments that have something to do, the longest due first."""
    rows = transaction.connection.execute(
        select(tournaments.c.id)
        .where(tournaments.c.due <= now)
        .order_by(tournaments.c.due)
        .limit(MOST_DUE)
    )
    return list(rows.scalars())


def is_ladder(transaction: Transaction, number: int) -> bool:
    """Return whether a tournament is a ladder, which has steps of its own."""
    kind = select(tournaments.c.kind).where(tournaments.c.id == number)
    return bool(transaction.connection.execute(kind).scalar_one_or_none() == LADDER)


def settle(transaction: Transaction, number: int, now: float) -> bool:
    """Do what is due; return whether a round is to be paired."""
    if is_ladder(transaction, number):
        ladder_steps.settle(transaction, number, now)
        return False
    tournament = load(transaction, number, lock=True)
    row = tournament.row
    if row.due is None or row.due > now:
        return False
    if row.state == OPEN:
        return _open(transaction, _without_gone(transaction, tournament, now), now)
    if row.state != RUNNING:
        change(transaction, number, due=None)
        return False
    has_changed = _take_results(transaction, tournament, now)
    tournament = load(transaction, number)
    if row.kind == course.ARENA:
        _go_on(transaction, tournament, has_changed, now)
        return False
    if row.round >= row.rounds:
        if tournament.pending:
            change(transaction, number, due=None)  # the end of a game calls again
        else:
            _finish(transaction, tournament, now)
        return False
    following = row.next
    if not tournament.pending:
        pause = BREAK if tournament.clock.live and row.round else 0.0
        following = min(now + pause, following if following is not None else now + pause)
    is_ready = following is not None and following <= now
    if has_changed or following != row.next or not is_ready:
        change(transaction, number, next=following, due=following)
    return is_ready


# -- the start


def _gone(transaction: Transaction, tournament: Tournament, now: float) -> list[int]:
    """Return the players who have not left, but whose accounts are deleted or banned."""
    there = [player for player in tournament.players if player.entrant.left is None]
    banned = bans.among(transaction, [player.entrant.id for player in there], now)
    return [player.entrant.id for player in there if player.gone or player.entrant.id in banned]


def _without_gone(transaction: Transaction, tournament: Tournament, now: float) -> Tournament:
    """Drop the players whose accounts are deleted or banned."""
    gone = _gone(transaction, tournament, now)
    if not gone:
        return tournament
    transaction.connection.execute(
        delete(tournament_players).where(
            tournament_players.c.tournament == tournament.number,
            tournament_players.c.user_id.in_(gone),
        )
    )
    return load(transaction, tournament.number)


def _open(transaction: Transaction, tournament: Tournament, now: float) -> bool:
    """Start, postpone or cancel a tournament that people join; return whether it has begun."""
    row, count, number = tournament.row, len(tournament.players), tournament.number
    if row.starts is None:
        if count >= row.size:
            _start(transaction, tournament, now)
            return bool(row.kind != course.ARENA)
        if now >= row.created + WAITS:
            _cancel(transaction, tournament, now)
            return False
        change(transaction, number, due=row.created + WAITS)
        return False
    if now < row.starts:
        change(transaction, number, due=row.starts)
        return False
    if count >= row.least:
        _start(transaction, tournament, now)
        return bool(row.kind != course.ARENA)
    if row.postponed >= MOST_POSTPONED:
        _cancel(transaction, tournament, now)
        return False
    later = HOUR if tournament.clock.live else DAY
    reason = TOO_FEW(count=count, least=row.least)

    def text() -> str:
        return tr("{title} (tournament {number}) is postponed by {time}: {reason}.",
                  title=row.title, number=number, time=in_words(later), reason=reason)  # fmt: skip

    change(transaction, number, starts=now + later, due=now + later, postponed=row.postponed + 1)
    announce(transaction, tournament.by_id, text, now)
    return False


def _start(transaction: Transaction, tournament: Tournament, now: float) -> None:
    row, count = tournament.row, len(tournament.players)
    rounds = course.round_count(row.kind, count, row.wanted)
    following = now + row.limit if row.kind == course.ARENA else now
    change(
        transaction, tournament.number, state=RUNNING, began=now, rounds=rounds, next=following,
        due=now,
    )  # fmt: skip
    announce(transaction, tournament.by_id, lambda: _begin_notice(tournament, rounds), now)


def _begin_notice(tournament: Tournament, rounds: int) -> str:
    """Tell a player that a tournament has begun."""
    row = tournament.row
    values = {"title": row.title, "number": tournament.number, "clock": title_of(tournament.clock),
              "players": len(tournament.players)}  # fmt: skip
    if row.kind == course.ARENA:
        return tr(
            "{title} (tournament {number}) has begun, with {players} players and {time} to play; "
            "come to its page. Clock: {clock}.",
            time=in_words(row.limit), **values,
        )  # fmt: skip
    return tr_count(
        "{title} (tournament {number}) has begun, with {players} players and {count} round. "
        "Clock: {clock}.",
        "{title} (tournament {number}) has begun, with {players} players and {count} rounds. "
        "Clock: {clock}.",
        rounds, **values,
    )  # fmt: skip


def _cancel(transaction: Transaction, tournament: Tournament, now: float) -> None:
    row = tournament.row
    reason = TOO_FEW(count=len(tournament.players), least=row.size or row.least)
    kept = str(reason)
    change(transaction, tournament.number, state=CANCELLED, ended=now, due=None, reason=kept)
    people = {*tournament.by_id} | ({row.maker} if row.maker is not None else set())
    announce(transaction, people, lambda: cancelled(row.title, reason), now)


def cancelled(title: str, reason: Message) -> str:
    """Tell a player that a tournament is cancelled."""
    return tr("{title} is cancelled: {reason}.", title=title, reason=reason)


# -- results


def _take_results(transaction: Transaction, tournament: Tournament, now: float) -> bool:
    """Enter the results of games that have ended, and let go those who do not come.

    Return whether anything has changed.
    """
    number, row = tournament.number, tournament.row
    absent: dict[int, int] = {}
    ended = transaction.connection.execute(
        select(pairings.c.id, pairings.c.first, pairings.c.second, boards.c.id.label("board"),
               boards.c.winner, boards.c.kind)
        .join(boards, boards.c.id == pairings.c.board)
        .where(pairings.c.tournament == number, pairings.c.points.is_(None),
               boards.c.state == BOARD_OVER)
    ).all()  # fmt: skip
    for game in ended:
        played = True
        if game.winner is not None and game.kind in ("time", "resignation"):
            played = _has_moved(transaction, game.board, 1 - game.winner)
        if game.kind == "time" and not played:
            loser = game.second if game.winner == 0 else game.first
            absent[loser] = absent.get(loser, 0) + 1
        points = DRAW if game.winner is None else WIN if game.winner == 0 else LOSS
        transaction.connection.execute(
            update(pairings).where(pairings.c.id == game.id).values(points=points, played=played)
        )
    for user, times in absent.items():
        entrant = tournament.by_id[user].entrant
        count, left = entrant.absent + times, entrant.left
        if left is None and count >= course.MOST_ABSENCES:
            left = row.round + 1
            announce(transaction, [user], partial(_out, row.title, count), now)
        elif left is None and row.kind == course.ARENA:
            # Others would be paired with them again at once, and wait for nothing.
            left = row.round + 1
            announce(transaction, [user], partial(_missed, row.title, number), now)
        change_player(transaction, number, user, absent=count, left=left)
    gone = _gone(transaction, tournament, now)
    for user in gone:
        change_player(transaction, number, user, left=row.round + 1)
    return bool(ended or gone)


def _has_moved(transaction: Transaction, board: int, seat: int) -> bool:
    own = select(moves.c.ply).where(moves.c.board == board, moves.c.seat == seat).limit(1)
    return transaction.connection.execute(own).first() is not None


# -- an arena


def _go_on(transaction: Transaction, tournament: Tournament, has_changed: bool, now: float) -> None:
    """Pair those who wait in an arena, or end it: games that are not over then do not count."""
    row, number = tournament.row, tournament.number
    if now >= row.next:
        transaction.connection.execute(
            delete(pairings).where(pairings.c.tournament == number, pairings.c.points.is_(None))
        )
        _finish(transaction, load(transaction, number), now)
        return
    busy = {player for result in tournament.results if result.points is None
            for player in result.players}  # fmt: skip
    free = [
        player.entrant.id for player in tournament.players
        if player.seen is not None and player.seen > now - PRESENT and not player.gone
        and player.entrant.left is None and player.entrant.id not in busy
    ]  # fmt: skip
    apart = blocked_pairs(transaction, free)
    pairs = arena.pairs(free, tournament.entrants, tournament.results, apart)
    wave = [Result(row.round + 1, first, second) for first, second in pairs]
    _set_up(transaction, tournament, wave, now)
    if wave:
        # Whoever has played says again that they are there.
        paired = [player for pair in pairs for player in pair]
        transaction.connection.execute(
            update(tournament_players)
            .where(
                tournament_players.c.tournament == number,
                tournament_players.c.user_id.in_(paired),
            )
            .values(seen=None)
        )
        change(transaction, number, round=row.round + 1, due=now)
    elif has_changed:
        change(transaction, number, due=now)


# -- rounds, and the end


def begin_round(
    transaction: Transaction, planned: Tournament, results: Sequence[Result] | None, now: float
) -> None:
    """Start the round that was paired for a tournament as it stood then; or end it without."""
    number = planned.number
    tournament = load(transaction, number, lock=True)
    row = tournament.row
    if row.changes != planned.row.changes or row.state != RUNNING:
        return
    if row.next is None or row.next > now:
        return  # it was begun before it was planned
    if results is None:
        _end_early(transaction, tournament, now)
        return
    if not _set_up(transaction, tournament, results, now):
        return
    following = None if row.limit is None else now + row.limit
    # A round without a game is over at once.
    due = following if any(result.points is None for result in results) else now
    change(transaction, number, round=row.round + 1, next=following, due=due)


def _set_up(
    transaction: Transaction, tournament: Tournament, results: Sequence[Result], now: float
) -> bool:
    """Set up the boards of these pairings; return False if an account was deleted just now."""
    row, number = tournament.row, tournament.number
    people = _people(transaction, results)
    if people is None:
        return False
    terms = setup.Terms(row.game, tournament.options, tournament.clock, row.rated)
    for result in results:
        board = None
        if result.points is None and result.second is not None:
            takers = setup.SeatTaker(people[result.first]), setup.SeatTaker(people[result.second])
            board = setup.make(
                transaction, terms, takers, now, private=row.private, tournament=number
            ).number
        transaction.connection.execute(
            insert(pairings).values(
                tournament=number, round=result.round, first=result.first, second=result.second,
                board=board, points=result.points, played=result.played,
            )
        )  # fmt: skip
    return True


def _people(transaction: Transaction, results: Sequence[Result]) -> dict[int, User] | None:
    """Return the accounts of a round's games, or None if one of them is gone."""
    people: dict[int, User] = {}
    for result in results:
        for player in result.players if result.points is None else ():
            user = by_number(transaction, player)
            if user is None:
                return None
            people[player] = user
    return people


def _end_early(transaction: Transaction, tournament: Tournament, now: float) -> None:
    row = tournament.row
    left = sum(entrant.is_in(row.round + 1) for entrant in tournament.entrants)
    reason = str((ALONE if left < 2 else NO_PAIRS)(round=row.round))
    change(transaction, tournament.number, rounds=row.round, reason=reason, next=None, due=now)


def _finish(transaction: Transaction, tournament: Tournament, now: float) -> None:
    lines = tournament.lines
    change(transaction, tournament.number, state=OVER, ended=now, due=None)
    if not tournament.verdict:
        return
    for line in lines:
        if not tournament.by_id[line.id].gone:
            announce(
                transaction, [line.id], partial(_over, tournament, line.place, len(lines)), now
            )


def _out(title: str, count: int) -> str:
    return tr("You are out of {title}: you did not come to {count} games.", title=title,
              count=count)  # fmt: skip


def _missed(title: str, number: int) -> str:
    return tr(
        "You did not come to your game in {title} (tournament {number}), and get no more there "
        "until you say on its page that you are here.",
        title=title, number=number,
    )  # fmt: skip


def _over(tournament: Tournament, place: int, count: int) -> str:
    return tr(
        "{title} (tournament {number}) is over: {verdict}. Your place: {place} of {count}.",
        title=tournament.row.title, number=tournament.number, verdict=tournament.verdict,
        place=place, count=count,
    )  # fmt: skip
