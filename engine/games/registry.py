"""The registry of games: one line a game, and whatever packages of their own bring along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UnknownGameError, why_not
from engine.game import Game, Position
from engine.games.boche import GAME as BOCHE
from engine.games.boku import GAME as BOKU
from engine.games.che import GAME as CHE
from engine.games.entry_points import entry_points
from engine.games.octi import GAME as OCTI
from engine.program import GAMES_GROUP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
    if game.name != entry.name:
        raise ValueError(f"it calls itself {game.name!r}")
    if game.name in GAMES:
        raise ValueError("there is a game of that name already")
    mark = game.sgf.gm.casefold()
    if any(other.sgf.gm.casefold() == mark for other in GAMES.values()):
        raise ValueError(f"there is a game with GM[{game.sgf.gm}] already")
    return game


def _add_from_outside() -> None:
    for entry in entry_points(GAMES_GROUP):
        try:
            game = loaded(entry)
        except (Exception, SystemExit) as error:  # whatever is wrong, the other games are to be had
            PROBLEMS.append(
                f"the game {entry.name!r} ({entry.value}) cannot be loaded: {why_not(error)}"
            )
        else:
            GAMES[game.name] = game


_add_from_outside()
