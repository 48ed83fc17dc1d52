"""Boards and lists as text of at most 80 columns, for answers to commands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from boche.engine.durations import in_words
from boche.engine.game import colour_of
from boche.engine.record.dialect import write_flags
from boche.server.play.match import ACTIVE, LADDER, OPEN, Match
from boche.server.play.offers import OFFERS

WIDTH = 78
_LEAST_ROOM = 16
"""Columns of the last one in a table, however wide the others are."""


def shown(board: Match, now: float, plies: int | None = None) -> str:
    """Draw a board in characters, as it is or as it was after ``plies`` moves."""
    whole = plies is None or plies >= len(board.moves)
    position = board.position if whole else board.position_at(plies or 0)
    lines = [
        head(board),
        *part_of(board),
        "",
        position.text_board(coordinates=True).rstrip("\n"),
        "",
    ]
    if not whole:
        lines.append(f"after move {plies} of {len(board.moves)}")
    lines += [*states(board, now), ""]
    moves = board.moves[:plies]
    numbered = " ".join(f"{ply}. {move}" for ply, move in enumerate(moves, 1))
    lines += textwrap.wrap(f"Moves: {numbered}" if moves else "Moves: none yet", WIDTH,
                           break_on_hyphens=False)  # fmt: skip
    return "\n".join(lines)


def head(board: Match) -> str:
    """Return a heading with the board's number, game, options, players and colours."""
    flags = " ".join(write_flags(board.game, board.options))
    seats = " - ".join(
        f"{seat.name or '(free)'} ({colour_of(board.position, seat.number)})"
        for seat in board.seats
    )
    title = " ".join(part for part in (board.game.title, flags) if part)
    return f"board {board.number}: {title}, {seats}"


def part_of(board: Match) -> list[str]:
    """Return a line with the tournament or ladder of a game, if there is one."""
    part = board.part_of
    if part is None:
        return []
    title = f"tournament: {part.title}" if part.kind != LADDER else part.title
    return textwrap.wrap(title, WIDTH)


def states(board: Match, now: float) -> list[str]:
    """Report whose turn it is and the time left, pending offers, or how the game ended."""
    row = board.row
    if row.state == OPEN:
        return [f"{board.waiting} ({board.clock.text})"]
    if row.state != ACTIVE:
        end = f"the game is over: {row.reason}" + (f" ({row.result})" if row.result else "")
        return [end, *_offers(board)]
    seat = board.seats[row.turn]
    colour = colour_of(board.position, seat.number)
    line = f"to move: {seat.name} ({colour}), move {len(board.moves) + 1}"
    if row.deadline is not None:
        line += f", {in_words(row.deadline - now)} left" + " for the first move" * board.first
    return [line, *_away(board, now), *_offers(board)]


def _away(board: Match, now: float) -> list[str]:
    """Return lines on the players whose clocks stand still, as they are on vacation."""
    return [
        f"{seat.name} is away until {_day(seat.away)}"
        for seat in board.seats
        if seat.away is not None and seat.away > now and not board.clock.live
    ]


def _day(at: float) -> str:
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.day} {day:%B %Y}"


def _offers(board: Match) -> list[str]:
    """Return a line for the pending offer, if there is one."""
    row = board.row
    return [f"{board.seats[row.offerer].name} proposes {OFFERS[row.offer]}"] if row.offer else []


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lay out columns below their headings, each as wide as its widest cell.

    The last one continues in further lines if the others leave too little room for it.
    """
    cells = [[str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    before = sum(widths[:-1]) + 2 * (len(widths) - 1)
    room = max(WIDTH - before, _LEAST_ROOM)
    lines = []
    for row in (head, *cells):
        *first, last = row
        parts = textwrap.wrap(last, room, break_on_hyphens=False) or [""]
        line = "  ".join(text.ljust(width) for text, width in zip(first, widths, strict=False))
        lines.append(f"{line}  {parts[0]}".rstrip() if first else parts[0])
        lines += [" " * before + part for part in parts[1:]]
    return "\n".join(lines)
