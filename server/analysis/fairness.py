"""The rule that the computer helps nobody in a running game.

It is not asked about a game or a line that agrees with a running game of the one who asks, as far
as the shorter of the two goes: neither about a position that has occurred there, nor about what may
follow. Turned boards and other orders of the moves count as the same. The first moves are free.

About other people's running games, ``server.analysis.going_on`` has the rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, select

from boche.engine.game import OptionValue, Position
from boche.engine.languages.current import tr
from boche.engine.position import BasePosition
from boche.server.database.schema import boards, moves, seats
from boche.server.database.store import Transaction
from boche.server.errors import NotAllowedError
from boche.server.play.actor import Actor
from boche.server.play.match import ACTIVE
from boche.server.play.position_cache import position_of
from boche.server.play.stored_options import listed_options

OPENING = 3
"""Moves that many games have in common: about shorter lines anybody may ask. A short game may be
decided by the fourth move."""

MOST = 200
"""Running games compared; few people have more."""

Options = Mapping[str, OptionValue]
Line = tuple[str, ...]


def running_games(
    transaction: Transaction, actor: Actor, game: str, options: Options
) -> dict[int, Line]:
    """Return the moves of the actor's running games with these rules, by their boards.

    They are the account's, those of a guest's seat, and those made from a guest's address.
    """
    found: dict[int, Line] = {}
    for number in _numbers(transaction, actor, game, options):
        rows = transaction.connection.execute(
            select(moves.c.text).where(moves.c.board == number).order_by(moves.c.ply)
        )
        found[number] = tuple(rows.scalars())
    return found


def _numbers(transaction: Transaction, actor: Actor, game: str, options: Options) -> list[int]:
    own: list[ColumnElement[bool]] = []
    if actor.user is not None:
        own.append((seats.c.user_id == actor.user) & (seats.c.state == ACTIVE))
    if actor.secret is not None:
        own.append(seats.c.secret == actor.secret)
    numbers = set[int]()
    for condition in own:
        query = select(seats.c.board).where(condition).limit(MOST)
        numbers.update(transaction.connection.execute(query).scalars())
    if actor.maker is not None:
        query = select(boards.c.id).where(boards.c.maker == actor.maker, boards.c.state == ACTIVE)
        numbers.update(transaction.connection.execute(query.limit(MOST)).scalars())
    rows = transaction.connection.execute(
        select(boards.c.id, boards.c.game, boards.c.options).where(
            boards.c.id.in_(sorted(numbers)[-MOST:]), boards.c.game == game,
            boards.c.state == ACTIVE, boards.c.ply >= OPENING,
        )
    )  # fmt: skip
    return [row.id for row in rows if listed_options(row) == dict(options)]


def check(game: str, options: Options, line: Sequence[str], running: Mapping[int, Line]) -> None:
    """Raise ``NotAllowedError`` if the line agrees with a running game."""
    for number, played in running.items():
        common = min(len(line), len(played))
        if common < OPENING:
            continue
        one, other = (position_of(game, options, tuple(m[:common])) for m in (line, played))
        if form_of(one) == form_of(other):
            raise NotAllowedError(
                tr(
                    "your game on board {number} continues from this position; ask when it is over",
                    number=number,
                )
            )


def form_of(position: Position) -> str:
    """Return the same text for positions that are equal under symmetry."""
    return position.canonical_key() if isinstance(position, BasePosition) else str(position)
