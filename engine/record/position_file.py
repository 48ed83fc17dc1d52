"""Positions in text files: a position's own line of text, or a board as it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import Game, Position
from boche.engine.games import registry as games
from boche.engine.languages.current import tr, tr_word
from boche.engine.position import BasePosition
from boche.engine.record.source import BOM, failure
from boche.engine.record.tree import Record
from boche.engine.text_page import BoardText

_LINE = re.compile(r"(\w+) (?:-|\w+=\S*) \S.* \S+")
_FENCE = re.compile(r"```\w*")
_TO_MOVE = re.compile(r"\b(\w+) to move\b")
_DRAWN = re.compile(r"---|[^ ]   ")
_LONGEST = 40_000  # characters of a text board; the largest board has 25,000


def position_record(
    data: bytes, game: str | None, options: Mapping[str, object] | None
) -> Record | None:
    """Return the record that starts from the position in a text, or None if there is none.

    ``game`` is the only game accepted; ``options`` are those that a board does not show. Raises
    ``RecordError`` if the text is clearly meant as a position but is none.
    """
    if len(data) > 4 * _LONGEST:
        return None
    text = data.removeprefix(BOM).decode("utf-8", "replace")
    line = _LINE.fullmatch(text.strip())
    if line is not None and line[1] in games.GAMES:
        return _from_line(text.strip(), game)
    return _from_board(text, game, options)


def _from_line(text: str, game: str | None) -> Record:
    try:
        position = BasePosition.from_text(text)
        if game is not None and position.game.name != game:
            raise failure(
                tr(
                    "a position of {game}, not of {expected}",
                    game=position.game.title,
                    expected=game,
                ),
                (1, 1),
            )
        return Record.from_position(position)
    except BocheError as error:
        raise failure(str(error), (1, 1)) from error


def _from_board(text: str, game: str | None, options: Mapping[str, object] | None) -> Record | None:
    lines, below = _board_lines(text)
    refused: list[BocheError] = []
    if len(lines) > 1 and _DRAWN.search("\n".join(lines)):
        for candidate, board in _readings(lines, game):
            try:
                return _checked(candidate, board, lines, below, options or {})
            except BocheError as error:  # it may be a board of another game
                refused.append(error)
    if refused:
        raise refused[0]
    return None


def _board_lines(text: str) -> tuple[list[str], str]:
    """Return the lines of a board without blanks around it, and what stands below it.

    A blank line ends the board, unless it is the second one: a board may begin with its heading.
    """
    found = (line.rstrip() for line in text.expandtabs().splitlines())
    kept = ["" if _FENCE.fullmatch(line.strip()) else line for line in found]
    while kept and not kept[0]:
        kept.pop(0)
    end = next((i for i, line in enumerate(kept) if not line), len(kept))
    rest = "\n".join(kept[end:])
    margin = min((len(line) - len(line.lstrip()) for line in kept[:end]), default=0)
    return [line[margin:] for line in kept[:end]], rest


def _readings(lines: Sequence[str], game: str | None) -> Iterator[tuple[Game, BoardText]]:
    """Yield the game that has such a board, with what the board shows."""
    for name in [game] if game is not None else list(games.GAMES):
        candidate = games.find(name)
        module = f"{candidate.room}.board_reader"
        if find_spec(candidate.room) is not None and find_spec(module) is not None:
            board = import_module(module).read_board(lines)
            if board is not None:
                yield candidate, board


def _checked(
    game: Game,
    board: BoardText,
    lines: Sequence[str],
    below: str,
    options: Mapping[str, object],
) -> Record:
    """Return the record for a board that draws as it was written. Raises ``RecordError``."""
    named = _TO_MOVE.search(below)
    turn = named[1].lower() if named and named[1].lower() in game.colours else board.turn
    try:
        fitting = {o.name: options[o.name] for o in game.options if o.name in options}
        start: Any = game.start(game.complete({**fitting, **board.options}))
        position = start.from_setup(board.values, turn)
        record = Record.from_position(position)
    except BocheError as error:
        raise failure(
            tr("not a position of {game}: {error}", game=game.title, error=error), (1, 1)
        ) from error
    _compare(position, lines)
    record.remark = _remark(game, position, told=named is not None)
    return record


def _compare(position: Position, lines: Sequence[str]) -> None:
    """Raise ``RecordError`` with the first place where a board differs from the one drawn."""
    boards = [position.text_board(coordinates=coordinates) for coordinates in (True, False)]
    drawn = [_board_lines(board)[0] for board in boards]
    if list(lines) in drawn:
        return
    nearest = next((board for board in drawn if len(board) == len(lines)), drawn[0])
    for number, (one, other) in enumerate(zip_longest(lines, nearest, fillvalue=""), 1):
        if one != other:
            pairs = enumerate(zip_longest(one, other), 1)
            column = next(at for at, (a, b) in pairs if a != b)
            title = position.game.title
            raise failure(
                tr("this is not allowed here on a board of {title}", title=title), (number, column)
            )


def _remark(game: Game, position: Position, *, told: bool) -> str:
    """Return what a board of this game does not show, and what was taken instead."""
    if told:
        return tr("read from a board: what it does not show is set as usual")
    return tr(
        "read from a board, which does not say whose move it is: {colour} is to move",
        colour=tr_word(position.turn),
    )
