"""Positions that records start from, as SGF set-up properties of the root.

A game stores its pieces in properties of its own (``SgfForm.setup``); PL, the colour to move, is
the same in all games. A record with any of these properties starts from an empty board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boche.engine.errors import BocheError, NotationError, quoted, why_not
from boche.engine.game import Game, OptionValue, Position
from boche.engine.words import BAD_FIELD, BAD_SETUP

PLAYER = "PL"
"""The property for the colour to move."""

SETUP = ("AB", "AW", "AE", PLAYER)
"""SGF's set-up properties; a game need not use them all."""


def names_of(game: Game) -> tuple[str, ...]:
    """Return the names of the set-up properties that a game's records may have in their root."""
    return (*game.sgf.setup, PLAYER) if game.sgf.setup else ()


def write_setup(position: Position) -> list[tuple[str, tuple[str, ...]]]:
    """Return the set-up properties of a position, without escapes.

    The outcome is not part of them. Raises ``NotationError`` for a game without set-up.
    """
    any_position: Any = position
    values: Mapping[str, tuple[str, ...]] = any_position.setup_values()
    pieces = [(ident, values[ident]) for ident in position.game.sgf.setup if values.get(ident)]
    return [*pieces, (PLAYER, (position.game.sgf.colours[position.turn],))]


def read_setup(
    game: Game, options: Mapping[str, OptionValue], properties: Mapping[str, Sequence[str]]
) -> Position:
    """Return the position that set-up properties describe; their values have no escapes.

    Raises ``NotationError``: with the reason why there is no such position.
    """
    start: Any = game.start(options)
    try:
        turn = _colour(game, properties.get(PLAYER, ()))
        only_turn = set(properties) == {PLAYER}
        position: Position = start.from_setup(
            start.setup_values() if only_turn else properties, turn
        )
    except BocheError as error:
        raise NotationError(BAD_SETUP(problem=why_not(error))) from None
    return position


def start_from(position: Position) -> Position:
    """Return the position in the form in which a record keeps it, as it would be read again.

    A resignation is left out. Raises ``NotationError`` if the game has no set-up.
    """
    return read_setup(position.game, position.options, dict(write_setup(position)))


def _colour(game: Game, values: Sequence[str]) -> str | None:
    """Return the colour that PL names, by its letter or in full, or None if it is missing."""
    words = [*game.sgf.letters, *game.colours]
    for text in values[:1]:
        word = next((w for w in words if w.casefold() == text.strip().casefold()), None)
        if word is None:
            raise NotationError(BAD_FIELD(choices=tuple(game.sgf.letters)), f"PL {quoted(text)}")
        return game.sgf.letters.get(word, word)
    return None
