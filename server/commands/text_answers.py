"""Boards and lists as text of at most 80 columns, for answers to commands."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import zip_longest

from boche.engine.durations import in_words
from boche.engine.game import colour_of
from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, tr_later, tr_word, translate
from boche.engine.languages.formats import named_day
from boche.engine.review.words import move_said
from boche.server.play.match import ACTIVE, LADDER, OPEN, Match
from boche.server.play.offers import DRAW, END, REMATCH, UNDO
from boche.server.play.option_words import options_in_words

WIDTH = 78
_LEAST_ROOM = 16
"""Columns of the last one in a table, however wide the others are."""
_NARROWEST = 8
"""Columns to which one of the others is narrowed at most."""


def draw_board(board: Match, now: float, plies: int | None = None) -> str:
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
        lines.append(tr("after move {ply} of {count}", ply=plies, count=len(board.moves)))
    lines += [*states(board, now), ""]
    moves = board.texts[:plies]
    numbered = " ".join(f"{ply}. {move_text(move)}" for ply, move in enumerate(moves, 1))
    line = tr("Moves: {moves}", moves=numbered) if moves else tr("Moves: none yet")
    lines += textwrap.wrap(line, WIDTH, break_on_hyphens=False)
    return "\n".join(lines)


def move_text(move: str) -> str:
    """Return a move as it is shown: one that is a word in the current language."""
    return translate(move_said(move))


def rated_text(*, rated: bool) -> str:
    """Say whether a game is rated."""
    return tr("The game is rated.") if rated else tr("The game is not rated.")


def head(board: Match) -> str:
    """Return a heading with the board's number, game, options, players and colours."""
    options, free = options_in_words(board.game, board.options), tr("(free)")
    seats = " - ".join(
        f"{seat.name or free} ({tr_word(colour_of(board.position, seat.number))})"
        for seat in board.seats
    )
    title = f"{board.game.title} ({options})" if options else board.game.title
    return tr("board {number}: {game}, {seats}", number=board.number, game=title, seats=seats)


def part_of(board: Match) -> list[str]:
    """Return a line with the tournament or ladder of a game, if there is one."""
    part = board.part_of
    if part is None:
        return []
    title = part.title
    if part.kind != LADDER:
        title = tr("tournament: {title}", title=title)
    return textwrap.wrap(title, WIDTH)


def states(board: Match, now: float) -> list[str]:
    """Report whose turn it is and the time left, pending offers, or how the game ended."""
    row = board.row
    if row.state == OPEN:
        return [f"{translate(board.waiting)} ({board.clock.text})"]
    if row.state != ACTIVE:
        end = tr("the game is over: {reason}", reason=row.reason)
        if row.result and current() == ENGLISH:  # a code of English words
            end = tr("the game is over: {reason} ({result})", reason=row.reason, result=row.result)
        return [end, *_offers(board)]
    return [_turn(board, now), *_away(board, now), *_offers(board)]


def _turn(board: Match, now: float) -> str:
    """Return a line on whose turn it is, and how long they have."""
    row = board.row
    seat = board.seats[row.turn]
    facts = {
        "name": seat.name,
        "colour": tr_word(colour_of(board.position, seat.number)),
        "ply": len(board.moves) + 1,
    }
    if row.deadline is None:
        return tr("to move: {name} ({colour}), move {ply}", **facts)
    facts["duration"] = in_words(row.deadline - now)
    if board.first:
        return tr(
            "to move: {name} ({colour}), move {ply}, {duration} left for the first move", **facts
        )
    return tr("to move: {name} ({colour}), move {ply}, {duration} left", **facts)


def _away(board: Match, now: float) -> list[str]:
    """Return lines on the players whose clocks stand still, as they are on vacation."""
    return [
        tr("{name} is away until {day}", name=seat.name, day=_day(seat.away))
        for seat in board.seats
        if seat.away is not None and seat.away > now and not board.clock.live
    ]


def _day(at: float) -> str:
    return named_day(datetime.fromtimestamp(at, UTC))


def _offers(board: Match) -> list[str]:
    """Return a line for the pending offer, if there is one."""
    row = board.row
    if not row.offer:
        return []
    return [tr(PROPOSED[row.offer], name=board.seats[row.offerer].name)]


PROPOSED = {
    UNDO: tr_later("{name} proposes taking back a move"),
    DRAW: tr_later("{name} proposes a draw"),
    END: tr_later("{name} proposes ending the game without a result"),
    REMATCH: tr_later("{name} proposes a rematch"),
}
"""Pending offers."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lay out columns below their headings, each as wide as its widest cell.

    The last one continues in further lines if the others leave too little room for it, and the
    widest of the others do where all together are wider than a mail.
    """
    cells = [[str(value) for value in row] for row in rows]
    *widths, last = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    between = 2 * len(widths)
    while sum(widths) + between + min(last, _LEAST_ROOM) > WIDTH and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    widths.append(max(WIDTH - sum(widths) - between, _LEAST_ROOM))
    lines = []
    for row in (head, *cells):
        parts = [
            textwrap.wrap(text, width, break_on_hyphens=False) if text else []
            for text, width in zip(row, widths, strict=True)
        ]
        for line in zip_longest(*parts, fillvalue="") if any(parts) else [row]:
            padded = (text.ljust(width) for text, width in zip(line, widths, strict=True))
            lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)
