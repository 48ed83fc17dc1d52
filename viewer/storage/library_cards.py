"""The card of a record: its summary in the library, from its bytes or from an index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from boche.engine.comments import comment_shown
from boche.engine.errors import BocheError, Problem, RecordError
from boche.engine.explorer.answers import GameFound
from boche.engine.explorer.scan import DRAWN
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_count, translate
from boche.engine.languages.formats import paired
from boche.engine.players.spec import is_computer
from boche.engine.record import Record, final_position, load_all, read_result
from boche.engine.record.people import called, players_at_end, result_said, result_shown
from boche.viewer.storage.kept_games import TAGS
from boche.viewer.storage.library_index import Card
from boche.viewer.storage.paths import read_plain

LONGEST = 2**18
MOST_NODES = 3000
"""Maximum bytes and nodes of a record that is read for a list, so that no frame is delayed."""

OPENING = 2
"""Number of moves by which games have the same opening."""

TEXT = 200
"""Number of characters of a comment that can be searched."""


def found_card(game: GameFound, title: str) -> Card:
    """Return the card of a game that was found in an index."""
    winner = {0: "0", 1: "1", DRAWN: "draw"}.get(game.winner, "")
    count = tr_count("{count} move", "{count} moves", game.length)
    return Card(
        game=title,
        players=" - ".join(_names_of(game.players)) if any(game.players) else "",
        date=game.date,
        result=f"{result_shown(game.result, GAMES.values()) or tr('unfinished')}, {count}",
        event=game.event,
        first=game.players[0],
        second=game.players[1],
        winner=winner,
        moves=str(game.length),
    )


def short_record(path: Path) -> bytes:
    """Return the bytes of a record if it is short enough. Raises ``OSError``, ``RecordError``."""
    data = read_plain(path, LONGEST)
    check_short(data)
    return data


def check_short(data: bytes) -> None:
    """Raise ``RecordError`` for the bytes of a record that is too long for a list."""
    if len(data) > LONGEST or data.count(b";") > MOST_NODES:
        raise RecordError([Problem(0, 0, tr("a long record; open it to see what it holds"))])


def card_of(data: bytes, reads: Callable[[str], str] = comment_shown) -> Card:
    """Return the card of the first record in some bytes. Raises ``RecordError``.

    ``reads`` puts its title and its comment into the user's language.
    """
    record = load_all(data)[0]
    opening = opening_of(record)
    return Card(
        game=record.game.title,
        options=", ".join(_changed_options(record)),
        players=" - ".join(_names_of(tuple(players_at_end(record).values()), nobody="")),
        date=record.date,
        result=_ending(record),
        event=reads(record.event),
        comment=reads(record.root.comment)[:TEXT],
        first=record.names[0],
        second=record.names[1],
        winner=_winner(record),
        moves=str(len(record.moves())),
        tags=record.root.text(TAGS),
        opening=" ".join(opening),
        begun=" ".join(record.moves()[:OPENING]) if opening else "",
    )


def opening_of(record: Record) -> tuple[str, ...]:
    """Return the first moves of a record, the first in order of all their images.

    The images are those under rotations and reflections that leave the start as it is. A line that
    cannot be played has no opening.
    """
    start: Any = record.start
    try:
        return _first_image(start, tuple(record.moves()[:OPENING]))
    except BocheError:
        return ()


@lru_cache(maxsize=1024)  # many games begin alike
def _first_image(start: Any, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first image of some moves from a start. Raises ``BocheError``."""
    same = [one for one in start.symmetries() if start.transform(one) == start]
    return min((_image(start, moves, one) for one in same), default=moves)


def _image(position: Any, moves: Sequence[str], symmetry: Any) -> tuple[str, ...]:
    """Return the image of some moves from a position. Raises ``BocheError``."""
    found = []
    for move in moves:
        found.append(str(position.transform_move(move, symmetry)))
        position = position.play(move)
    return tuple(found)


def _names_of(names: Sequence[str], nobody: str = "?") -> list[str]:
    """Return the names of two players as a list shows them; ``nobody`` is for one without a name.

    Whoever played a computer player without a name is the user.
    """
    person = tr("You") if any(map(is_computer, names)) else nobody
    return [shown for name in names if (shown := translate(called(name)) or person)]


def _winner(record: Record) -> str:
    """Return the person who won by the declared result, ``draw`` or an empty text."""
    declared = read_result(record.form, record.result)
    if declared is None or (declared.winner is None and declared.kind != "draw"):
        return ""
    return "draw" if declared.winner is None else str(record.winning_player)


def _changed_options(record: Record) -> list[str]:
    """Return the options that differ from their defaults, in words."""
    values = [(changed, record.options[changed.name]) for changed in record.game.options]
    return [
        tr(option.title)
        if value is True
        else paired(tr(option.title), tr(option.in_words(value)))
        for option, value in values
        if value != option.default
    ]  # fmt: skip


def _ending(record: Record) -> str:
    """Return the result of a game, or that it is unfinished, and its length."""
    moves = tr_count("{count} move", "{count} moves", len(record.moves()))
    outcome = None
    if not record.result:  # a list of moves may leave it to the rules
        with suppress(BocheError):
            outcome = final_position(record).outcome
    return f"{translate(result_said(record, outcome)) or tr('unfinished')}, {moves}"
