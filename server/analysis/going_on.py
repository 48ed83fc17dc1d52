"""The rule that the computer tells nobody what to play in anybody's running game.

A position is not answered while a game between people is at it, or was one or two moves before.
Turned boards, exchanged colours, other orders of the moves and other options count as the same.
Games against the computer in which it gives hints are nobody's secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, groupby, islice
from math import comb

from sqlalchemy import ColumnElement, and_, exists, or_, select

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue, Position
from boche.engine.languages.current import tr
from boche.engine.position import BasePosition
from boche.server.analysis.fairness import OPENING, form_of
from boche.server.database.schema import boards, moves, seats
from boche.server.database.store import Transaction
from boche.server.errors import NotAllowedError
from boche.server.infrastructure.byte_cache import ByteCache
from boche.server.play.match import ACTIVE
from boche.server.play.position_cache import position_of
from boche.server.play.stored_options import options_of_row

DEPTH = 2
"""Moves after a running game's position that are not answered either."""

MIDGAME = 6
"""Moves after which a finished game that shares a position with a running one is not analysed.

Whole games share more of their beginnings than somebody asks about by chance.
"""

WASTED = 6
"""Moves that one of two equal positions may have more than the other, where moves can be undone."""

MOST = 1000
"""Running games compared, the newest ones."""

MOST_PARTS = 700
"""Boards with some pieces less that are compared; beyond, other orders of moves pass."""

Options = Mapping[str, OptionValue]
Items = list[tuple[str, str]]


@dataclass(frozen=True)
class Running:
    """A running game: its options, and the state that its position follows from."""

    options: Options
    moves: tuple[str, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """What its position follows from, beside the game."""
        return tuple(sorted(self.options.items())), self.moves


@dataclass(frozen=True)
class _Spot:
    """A running game's position: its form up to symmetry, its pieces and the colour to move."""

    form: str
    ply: int
    count: int
    turn: str


def running_among(transaction: Transaction, game: str, least: int, most: int) -> list[Running]:
    """Return the running games that a position after ``least`` to ``most`` moves may be of."""
    if most < OPENING:
        return []
    low, high = max(OPENING, least - WASTED), most + WASTED
    rows = transaction.connection.execute(
        select(boards.c.id, boards.c.game, boards.c.options)
        .where(
            boards.c.game == game, boards.c.state == ACTIVE,
            boards.c.ply >= low, boards.c.ply <= high,
            _between_people(),
        )
        .order_by(boards.c.id.desc())
        .limit(MOST)
    ).all()  # fmt: skip
    played = transaction.connection.execute(
        select(moves.c.board, moves.c.text)
        .where(moves.c.board.in_([row.id for row in rows]))
        .order_by(moves.c.board, moves.c.ply)
    )
    lines = {number: tuple(row.text for row in each)
             for number, each in groupby(played, key=lambda row: row.board)}  # fmt: skip
    found: list[Running] = []
    for row in rows:
        with suppress(BocheError):  # one of a newer version, which nobody can go on with here
            found.append(Running(options_of_row(row), lines.get(row.id, ())))
    return found


def _between_people() -> ColumnElement[bool]:
    """Return the condition that two people play, or one who gets no hints from the computer."""
    computer = exists().where(seats.c.board == boards.c.id, seats.c.level.is_not(None))
    other = seats.alias()
    alone = exists().where(
        and_(seats.c.board == boards.c.id, other.c.board == boards.c.id,
             seats.c.seat == 0, other.c.seat == 1, seats.c.user_id == other.c.user_id)
    )  # fmt: skip
    return and_(or_(boards.c.rated, ~computer), ~alone)


def check_line(
    game: str, options: Options, line: Sequence[str], running: Iterable[Running]
) -> None:
    """Raise ``NotAllowedError`` if a running game is at the line's end, or just before it."""
    ends = [line[: len(line) - back] for back in range(DEPTH + 1) if len(line) - back >= OPENING]
    for rules, spots in _by_rules(game, running):
        forms = {spot.form for spot in spots}
        for end in ends:
            position = _under(rules, position_of(game, options, tuple(end)))
            if position is not None and form_of(position) in forms:
                raise _refusal()
        last = _under(rules, position_of(game, options, tuple(line)))
        near = [spot for spot in spots if 1 <= len(line) - spot.ply <= DEPTH]
        if last is not None and near and any(form in forms for form in _with_less(last, near)):
            raise _refusal()


def check_game(
    game: str, options: Options, played: Sequence[str], running: Iterable[Running]
) -> None:
    """Raise ``NotAllowedError`` if a running game is at a position that occurred in this one."""
    for rules, spots in _by_rules(game, running):
        forms = {spot.form for spot in spots}
        for ply in sorted({spot.ply for spot in spots}):
            if not MIDGAME <= ply <= len(played):
                continue
            position = _under(rules, position_of(game, options, tuple(played[:ply])))
            if position is not None and form_of(position) in forms:
                raise _refusal()


def _refusal() -> NotAllowedError:
    return NotAllowedError(
        tr("a game that is going on now has come to this position; ask when it is over")
    )


def _by_rules(game: str, running: Iterable[Running]) -> Iterator[tuple[Options, list[_Spot]]]:
    """Yield the positions of running games by their options."""
    groups: dict[str, list[Running]] = {}
    for one in running:
        groups.setdefault(repr(sorted(one.options.items())), []).append(one)
    for group in groups.values():
        yield group[0].options, [_spot(game, one) for one in group]


def _spot(game: str, one: Running) -> _Spot:
    spot = _spots.get((game, one.key))
    if spot is None:
        position = position_of(game, one.options, one.moves)
        spot = _Spot(form_of(position), len(one.moves), len(_items(position)), position.turn)
        _spots.put((game, one.key), spot)
    return spot


def _under(rules: Options, position: Position) -> Position | None:
    """Return the same board in a game with other options, or None if it cannot be there."""
    if dict(position.options) == dict(rules):
        return position
    return _set_up(position, rules, _items(position), position.turn)


def _items(position: Position) -> Items:
    """Return what lies on the board, piece by piece; nothing for a game that cannot say so."""
    if not isinstance(position, BasePosition):
        return []
    try:
        values = position.setup_values()
    except BocheError:
        return []
    return [(name, value) for name, each in values.items() for value in each]


def _set_up(position: Position, rules: Options, items: Items, turn: str) -> Position | None:
    start = position_of(position.game.name, rules, ())
    if not isinstance(start, BasePosition):
        return None
    values: dict[str, list[str]] = {}
    for name, value in items:
        values.setdefault(name, []).append(value)
    try:
        return start.from_setup(values, turn)
    except BocheError:
        return None


def _with_less(position: Position, near: Iterable[_Spot]) -> Iterator[str]:
    """Yield the forms of the position without as many pieces as moves may have added since."""
    items = _items(position)
    for less, turn in sorted({(len(items) - spot.count, spot.turn) for spot in near}):
        if less < 1 or comb(len(items), less) > MOST_PARTS:
            continue
        for rest in islice(combinations(items, len(items) - less), MOST_PARTS):
            before = _set_up(position, position.options, list(rest), turn)
            if before is not None:
                yield form_of(before)


_spots: ByteCache[_Spot] = ByteCache(2**23, lambda spot: 1000 + 60 * spot.ply)
