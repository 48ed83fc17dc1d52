"""The registry of games: the built-in ones, and those added by separate packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boche.engine.errors import UnknownGameError, why_not
from boche.engine.game import Game, Position
from boche.engine.games.boche import GAME as BOCHE
from boche.engine.games.boku import GAME as BOKU
from boche.engine.games.che import GAME as CHE
from boche.engine.games.entry_points import entry_points
from boche.engine.games.octi import GAME as OCTI
from boche.engine.program import GAMES_GROUP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES: dict[str, Game] = {game.name: game for game in (BOCHE, CHE, BOKU, OCTI)}

DEFAULT = BOCHE
"""The game to use if none is named."""

PROBLEMS: list[str] = []
"""Messages, one for each external game that could not be loaded."""


def find(name: str) -> Game:
    """Return the game of that name. Raises ``UnknownGameError``, which lists the known names."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGameError(f"no game {name!r}; there is: {', '.join(GAMES)}") from None


def new(name: str, **options: object) -> Position:
    """Return the start position of a game by name, with its options as keywords.

    Raises ``UnknownGameError`` and ``OptionError``.
    """
    return find(name).new(**options)


def loaded(entry: EntryPoint) -> Game:
    """Load the game that an entry point names.

    Raises whatever its package raises, ``TypeError`` if it is not a ``Game``, and ``ValueError`` if
    its name or its GM does not fit or is taken.
    """
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
        except (Exception, SystemExit) as error:  # a broken game must not affect the others
            PROBLEMS.append(
                f"the game {entry.name!r} ({entry.value}) cannot be loaded: {why_not(error)}"
            )
        else:
            GAMES[game.name] = game


_add_from_outside()
