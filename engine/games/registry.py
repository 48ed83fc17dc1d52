"""The registry of games: one line a game."""

from __future__ import annotations

from engine.games import boche, boku, che, octi
from engine.errors import UnknownGameError
from engine.game import Game, Position

GAMES: dict[str, Game] = {game.name: game for game in (boche.GAME, che.GAME, boku.GAME, octi.GAME)}


def find(name: str) -> Game:
    """The game of that name. Raises ``UnknownGameError``, which lists the names there are."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGameError(f"no game {name!r}; there is: {', '.join(GAMES)}") from None


def new(name: str, **options: object) -> Position:
    """The start position of a game by name, with its options as keywords.

    Raises ``UnknownGameError`` and ``OptionError``.
    """
    return find(name).new(**options)
