"""Whether a game counts for the user's rating, and what would end that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boche.engine.errors import BocheError
from boche.engine.game import Game
from boche.engine.level import Level
from boche.engine.players.levels import named_level
from boche.engine.players.spec import PlayerSpec
from boche.viewer.session.seats import Seat
from boche.viewer.session.session import Session


def only_level(game: Game, players: Iterable[str]) -> tuple[PlayerSpec, Level] | None:
    """Return the only computer player if it is a level of the game; None for any other seats.

    ``players`` are those of both seats, empty for a person.
    """
    computers = [PlayerSpec.parse(player) for player in players if player]
    level = named_level(game, computers[0]) if len(computers) == 1 else None
    return (computers[0], level) if level is not None else None


def rated_opponent(session: Session) -> int | None:
    """Return the rating of the only computer player, a level; None if nobody expects a rating.

    Whether the game counts is another question: see ``Session.unrated``.
    """
    if type(session) is not Session:
        return None
    found = only_level(session.record.game, [seat.player for seat in session.seats.values()])
    return (found[1].rating or None) if found is not None else None


def still_counts(session: Session) -> bool:
    """Return whether a game goes on and counts, and the user has not agreed to lose that."""
    if session.unrated or session.rating_given_up or session.is_over:
        return False
    return rated_opponent(session) is not None


def would_reseat(session: Session, seats: Mapping[str, Seat]) -> bool:
    """Return whether seats by initial colour would change who plays a game that has begun."""
    others = (seat.player != session.seats[colour].player for colour, seat in seats.items())
    return session.played and any(others)


def is_branched(session: Session) -> bool:
    """Return whether the record has more than one line."""
    return any(len(node.children) > 1 for node in session.cursor.line)


def would_branch(session: Session, move: object) -> bool:
    """Return whether a move, or its text, would begin another line than the game's."""
    following = [child.move for child in session.cursor.node.children if child.move is not None]
    if not following:
        return False
    try:
        written = str(session.position.parse(str(move)))
    except BocheError:
        return False  # it is refused anyway
    return all(written.casefold() != other.strip().casefold() for other in following)
