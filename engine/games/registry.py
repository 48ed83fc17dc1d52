"""The registry of games: one line a game, and whatever packages of their own bring along."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from engine.errors import UnknownGameError
from engine.game import Game, Position
from engine.games.boche import GAME as BOCHE
from engine.games.boku import GAME as BOKU
from engine.games.che import GAME as CHE
from engine.games.octi import GAME as OCTI
from engine.program import GAMES_GROUP

GAMES: dict[str, Game] = {game.name: game for game in (BOCHE, CHE, BOKU, OCTI)}

DEFAULT = BOCHE
"""The game where nobody has named one."""

PROBLEMS: list[str] = []
"""A line for each game from outside that could not be had."""


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


def loaded(entry: EntryPoint) -> Game:
    """The game that an entry point names. Raises whatever its package raises."""
    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is not a Game")
    if game.name in GAMES:
        raise ValueError(f"there is a game {game.name!r} already")
    return game


def _add_from_outside() -> None:
    for entry in sorted(entry_points(group=GAMES_GROUP), key=lambda entry: entry.name):
        try:
            game = loaded(entry)
        except Exception as error:  # whatever is wrong with it, the other games are to be had
            why = " ".join(str(error).split()) or type(error).__name__
            PROBLEMS.append(f"the game {entry.name!r} ({entry.value}) cannot be loaded: {why}")
        else:
            GAMES[game.name] = game


_add_from_outside()
