"""The games of a file as rows of an index: who played, how it ended, and every position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from boche.engine.errors import BocheError, why_not
from boche.engine.explorer.keys import place_of
from boche.engine.game import Position, side_of
from boche.engine.record import Record, load_all, read_result
from boche.engine.record.people import result_said
from boche.engine.record.replay import RESIGN, position_after

UNKNOWN, DRAWN = -1, 2
"""Values of ``Game.winner`` for an unfinished game and a draw, beside the persons 0 and 1."""


@dataclass(frozen=True)
class Play:
    """A move from a position; ``move`` is empty for the last position of a game.

    ``player`` is the person who moves.
    """

    key: int
    move: str
    player: int


@dataclass(frozen=True)
class IndexedGame:
    """A game ready for the index: its header, its result in words, and the plays of its main line.

    ``digest`` is the same for copies of a game. ``problem`` says why the line ends early,
    or what else is wrong with the text.
    """

    number: int
    game_name: str
    players: tuple[str, str]
    date: str
    event: str
    result: str
    winner: int
    digest: bytes
    plays: tuple[Play, ...]
    problem: str = ""


def games_in(data: bytes) -> Iterator[IndexedGame]:
    """Yield the games of a file's contents. Raises ``RecordError`` if none can be read."""
    for number, record in enumerate(load_all(data), 1):
        yield indexed(record, number)


def indexed(record: Record, number: int = 1) -> IndexedGame:
    """Return a record as the index holds it; an illegal move ends its line and is named."""
    plays, last, problem = _plays(record)
    if not problem and record.problems and number == 1:  # those of a file are with its first game
        problem = str(record.problems[0])
    winner = _winner(record, last)
    try:
        result = str(result_said(record, last.outcome))
    except BocheError:  # an illegal move, which is reported
        result = ""
    first, second = record.names
    told = [record.game_name, first, second, record.date, str(winner), repr(plays)]
    return IndexedGame(
        number=number,
        game_name=record.game_name,
        players=(first, second),
        date=record.date,
        event=record.event,
        result=result,
        winner=winner,
        digest=blake2b("\0".join(told).encode("utf-8", "replace"), digest_size=16).digest(),
        plays=plays,
        problem=problem,
    )


def _plays(record: Record) -> tuple[tuple[Play, ...], Position, str]:
    """Return the plays of the main line, its last position, and why it ends early."""
    position = record.start
    plays: list[Play] = []
    problem = ""
    try:
        place = place_of(position)
    except BocheError as error:
        return (), position, why_not(error)
    try:
        for node in record.main_line():
            if node.move is None:
                continue
            ply = len(plays) + 1
            if node.move.casefold() == RESIGN:
                position = position_after(record, node, position, ply)
                break
            after = position_after(record, node, position, ply)
            move = place.move(position.parse(node.move))
            plays.append(Play(place.key, move, position.player))
            position, place = after, place_of(after)
    except BocheError as error:
        problem = why_not(error)
    plays.append(Play(place.key, "", position.player))
    return tuple(plays), position, problem


def _winner(record: Record, last: Position) -> int:
    """Return the person who won, ``DRAWN`` or ``UNKNOWN``; the moves count before the header."""
    if last.outcome is not None:
        winner, drawn = last.outcome.winner, True
    else:
        declared = read_result(record.form, record.result)
        winner = declared.winner if declared is not None else None
        drawn = declared is not None and declared.kind == "draw"
    if winner is None:
        return DRAWN if drawn else UNKNOWN
    return side_of(winner, record.game.colours) ^ last.swapped
