"""Games against the computer that count for the user's rating, and opponents of that strength."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from boche.engine.game import Game
from boche.engine.message import NOTHING, Message
from boche.engine.players.levels import LEVELS, LOSSES, level_of, nearest_level, next_level
from boche.engine.players.spec import RATED, PlayerSpec
from boche.viewer.session import Seat, Session, words
from boche.viewer.session.rating import is_branched, only_level, rated_opponent
from boche.viewer.storage.own_ratings import OwnRating, own_player, own_rating, record_game
from boche.viewer.window.desk import Desk

FAILED = "forfeit"
"""The ending of a game whose computer player could not go on."""


class RatedGames:
    """The keeper of the user's ratings, for one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: tuple[Session, int, str] | None = None
        desk.schedule.watchers.append(self.look)

    def look(self) -> None:
        """Say whether the game on the table counts, and count it once its end is announced."""
        session, table = self._desk.session, self._desk.controller.table
        if session.outcome is None or not table.news.ending:
            self.settle()

    def settle(self) -> None:
        """Say whether the game on the table counts, and count it if it has ended."""
        session = self._desk.session
        now = session, session.cursor.revision, session.unrated
        if now == self._seen:
            return
        opponent = rated_opponent(session) if self._is_users(session) else None
        if opponent is not None and not session.unrated and is_branched(session):
            session.unrated = words.BRANCHED
        if opponent is not None and not session.unrated and session.outcome is not None:
            self._count(session, opponent)
        elif opponent is not None and session.unrated == words.CASUAL and session.outcome:
            self._note_casual(session, opponent)
        elif session.unrated != words.COUNTED:
            note = note_of(session) if opponent is not None else NOTHING
            if note != session.rating_note:
                session.rating_note = note
                self._desk.hud.dirty = True
        self._seen = session, session.cursor.revision, session.unrated

    def _is_users(self, session: Session) -> bool:
        """Return whether the user plays: in a tournament, whoever has the user's name."""
        own = session.own_colour
        name = session.person_of(own).name if own else ""
        return not session.of_tournament or (bool(name) and name == self._desk.user_name)

    def _count(self, session: Session, opponent: int) -> None:
        """Count a game that has ended."""
        game, outcome = session.record.game, session.outcome
        if outcome is None or outcome.kind == FAILED:
            return
        won = {None: 0.5, session.own_colour: 1.0}
        before = own_rating(game)
        after, problems = record_game(game, opponent, won.get(outcome.winner, 0.0))
        session.unrated = words.COUNTED
        session.rating_note = changed(before, after)
        session.next_level = offered_after(session, after)
        self._desk.say_all(problems)
        self._desk.hud.dirty = True

    def _note_casual(self, session: Session, opponent: int) -> None:
        """Offer what follows a casual game, and remember a win: the next game is no first one."""
        game, desk = session.record.game, self._desk
        session.next_level = offered_after(session, own_rating(game))
        winner = session.outcome.winner if session.outcome is not None else None
        if winner is not None and winner == session.own_colour:
            desk.note_told(won_mark(game.name))
            if nearest_level(game, opponent) > LEVELS[0]:
                desk.note_told(left_mark(game.name))
        desk.hud.dirty = True


def won_mark(game: str) -> str:
    """Return what the settings remember once a casual game of a kind was won."""
    return f"{game}.won"


def has_won(game: Game, told: Collection[str]) -> bool:
    """Return whether the user has won a game of a kind against a level; ``told`` has the marks."""
    latest = own_rating(game).latest
    return won_mark(game.name) in told or any(each.score == 1.0 for each in latest)


def left_mark(game: str) -> str:
    """Return what the settings remember once a casual game was won above the first level."""
    return f"{game}.beyond"


def has_left_first(game: Game, told: Collection[str]) -> bool:
    """Return whether the user has beaten a level above the first; ``told`` has the marks."""
    beaten = (each.opponent for each in own_rating(game).latest if each.score == 1.0)
    above = any(nearest_level(game, opponent) > LEVELS[0] for opponent in beaten)
    return left_mark(game.name) in told or above


def offered_after(session: Session, own: OwnRating) -> int:
    """Return the level to offer after a game that has counted for a rating, or 0 for none."""
    game, outcome = session.record.game, session.outcome
    found = only_level(game, [seat.player for seat in session.seats.values()])
    level = found[0].level if found is not None else None
    if level is None or outcome is None or outcome.winner is None or session.of_tournament:
        return 0
    rating, latest = level_of(game, level).rating, own.latest[-LOSSES:]
    lost = [each for each in latest if each.score == 0.0 and each.opponent == rating]
    return next_level(level, won=outcome.winner == session.own_colour, lost=len(lost))


def note_of(session: Session) -> Message:
    """Return the line on whether a game counts."""
    if session.unrated:
        return words.DOES_NOT_COUNT(reason=words.UNRATED[session.unrated]())
    own = own_rating(session.record.game)
    if not own.count:
        return words.COUNTS_FIRST()
    told = words.COUNTS_SO_FAR if own.is_provisional else words.COUNTS
    return told(value=own.value, margin=own.margin)


def changed(before: OwnRating, after: OwnRating) -> Message:
    """Return the line on a rating that has changed; changes of a provisional one mean nothing."""
    if after.is_provisional:
        return words.RATING_SO_FAR(value=after.value, margin=after.margin)
    change = f"{after.value - before.value:+d}".replace("-", "\N{MINUS SIGN}")
    return words.NEW_RATING(value=after.value, margin=after.margin, change=change)


def at_strength(game: Game, seats: Mapping[str, Seat]) -> dict[str, Seat]:
    """Return seats in which players of the user's strength have the user's present rating.

    Such a player is called anew for each game.
    """
    return {
        colour: replace(seat, player=own_player(game)) if is_at_strength(seat) else seat
        for colour, seat in seats.items()
    }


def is_at_strength(seat: Seat) -> bool:
    """Return whether a seat is that of a player of the user's strength."""
    return PlayerSpec.parse(seat.player).kind == RATED
