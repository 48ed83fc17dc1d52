"""The registry of games: the built-in ones, and those added by separate packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NewType, TypeVar, overload

from boche.engine.errors import NewerOptionError, UnknownGameError, nearest, why_not
from boche.engine.game import Game, OptionValue, Position
from boche.engine.games.entry_points import entry_points
from boche.engine.languages.current import tr
from boche.engine.program import GAMES_GROUP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_ROOMS = {
    "boche": "boche.engine.games.boche",
    "che": "boche.engine.games.che",
    "boku": "boche.engine.games.boku",
    "octi": "boche.engine.games.octi",
}
"""Package of each built-in game."""

T = TypeVar("T")

GameName = NewType("GameName", str)
"""The name of a game that may come from another package, so that type checkers let it pass.

``GAMES`` yields such names; ``GameName(text)`` makes one of a text, and checks nothing.
"""

KnownName = Literal["boche", "che", "boku", "octi"] | GameName
"""A name for type checkers, which refuse a misspelt one."""


class Games(Mapping[GameName, Game]):
    """The games by name. A built-in one is imported when it is looked up."""

    def __init__(self) -> None:
        self._external: dict[str, Game] = {}
        self._waiting: list[EntryPoint] = []

    def __getitem__(self, name: str) -> Game:
        self._add_complete()
        if name in self._external:
            return self._external[name]
        game: Game = import_module(_ROOMS[name]).GAME
        return game

    @overload
    def get(self, name: str, /) -> Game | None: ...
    @overload
    def get(self, name: str, default: Game | T, /) -> Game | T: ...
    def get(self, name: str, default: object = None, /) -> object:
        """Return the game of that name, or ``default``."""
        try:
            return self[name]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[GameName]:
        self._add_complete()
        yield from map(GameName, (*_ROOMS, *self._external))

    def __len__(self) -> int:
        self._add_complete()
        return len(_ROOMS) + len(self._external)

    def __contains__(self, name: object) -> bool:
        self._add_complete()
        return name in _ROOMS or name in self._external

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"

    def add(self, game: Game) -> None:
        """Add an external game."""
        self._external[game.name] = game

    def wait_for(self, entry: EntryPoint) -> None:
        """Add the game of a package that is being imported, and so imports this module, later."""
        self._waiting.append(entry)

    def _add_complete(self) -> None:
        """Add the games whose packages have been imported in the meantime."""
        for entry in [entry for entry in self._waiting if not _is_incomplete(entry)]:
            self._waiting.remove(entry)
            _add(entry)


def _is_incomplete(entry: EntryPoint) -> bool:
    """Return whether a game's package is being imported at the moment."""
    spec = getattr(sys.modules.get(entry.module), "__spec__", None)
    return bool(getattr(spec, "_initializing", False))


GAMES = Games()
"""The games by name, those of installed packages too; each is a ``Game``."""

DEFAULT = GAMES[next(iter(_ROOMS))]
"""The game to use if none is named."""

DEFAULT_NAME = GameName(DEFAULT.name)

PROBLEMS: list[str] = []
"""Messages, one for each external game that could not be loaded."""


def find(name: str) -> Game:
    """Return the game of that name. Raises ``UnknownGameError``, which lists the known names."""
    try:
        return GAMES[name]
    except (KeyError, TypeError):  # TypeError: what cannot be a name, such as a list
        given, known, near = str(name)[:40], ", ".join(GAMES), nearest(name, GAMES)
        raise UnknownGameError(
            tr("unknown game {name!r}, did you mean {near!r}? (choose from {known})",
               name=given, near=near, known=known)
            if near else tr("unknown game {name!r} (choose from {known})", name=given, known=known)
        ) from None  # fmt: skip


def stored_options(name: str, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return the complete options of a game that an earlier or a later version has stored.

    An option that did not exist then has its default. Raises ``UnknownGameError``,
    ``NewerOptionError`` for one that does not exist yet, and ``OptionError`` for a wrong value.
    """
    game = find(name)
    known = {word for option in game.options for word in (option.name, option.opposite)}
    for word in options:
        if word not in known:
            raise NewerOptionError(
                tr(
                    "this version of {game} has no option {name!r}: a newer version saved this; "
                    "open it with that version",
                    game=game.title,
                    name=word[:40],
                )
            )
    return game.complete(options)


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


def _add(entry: EntryPoint) -> None:
    try:
        game = loaded(entry)
    except (Exception, SystemExit) as error:  # a broken game must not affect the others
        PROBLEMS.append(
            tr(
                "the game {entry!r} ({value}) cannot be loaded: {error}",
                entry=entry.name,
                value=entry.value,
                error=why_not(error),
            )
        )
    else:
        GAMES.add(game)


for _entry in entry_points(GAMES_GROUP):
    if _is_incomplete(_entry):
        GAMES.wait_for(_entry)
    else:
        _add(_entry)
