"""Positions by their moves, kept for a while: a move then costs one move, and not a whole game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from engine.game import OptionValue, Position
from engine.games.registry import find

MOST = 4096
"""Positions that are kept, the last that were asked for."""

_kept: OrderedDict[Any, Position] = OrderedDict()
_lock = threading.Lock()


def position_of(game: str, options: Mapping[str, OptionValue], moves: tuple[str, ...]) -> Position:
    """The position after these moves from the start of a game with complete options.

    Raises ``IllegalMoveError`` or ``NotationError`` where they cannot be played.
    """
    head = _head(game, options)
    done = len(moves)
    with _lock:
        found = _find(head, moves)
        while found is None and done:
            done -= 1
            found = _find(head, moves[:done])
    position = found or find(game).start(options)
    for move in moves[done:]:
        position = position.play(move)
    if done < len(moves) or found is None:
        keep(game, options, moves, position)
    return position


def keep(
    game: str, options: Mapping[str, OptionValue], moves: tuple[str, ...], position: Position
) -> None:
    """Keep the position that these moves led to."""
    with _lock:
        _kept[_head(game, options), moves] = position
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def _head(game: str, options: Mapping[str, OptionValue]) -> Any:
    return game, tuple(sorted(options.items()))


def _find(head: Any, moves: tuple[str, ...]) -> Position | None:
    found = _kept.get((head, moves))
    if found is not None:
        _kept.move_to_end((head, moves))
    return found
