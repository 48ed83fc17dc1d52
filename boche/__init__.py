"""Boche, Che, Boku and Octi: rules, players, search, records, pictures, and many games at once.

>>> import boche
>>> position = boche.new("boche", size=4)
>>> position.play("c:a1").turn
'dark'

The names in ``__all__`` are the public interface. They are stable from version 0.1 on, and loaded
when they are first used: ``import boche`` alone loads neither numpy nor graphics.

In a checkout the packages in this folder are links to the top-level folders. Git makes none on
Windows unless asked to; then they are found where they are.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from boche.engine.arguments import ArgumentError
    from boche.engine.atomic_write import FileError
    from boche.engine.errors import (
        BocheError,
        IllegalMoveError,
        NotationError,
        OptionError,
        RecordError,
        UnknownGameError,
    )
    from boche.engine.game import Game, Move, Option, Outcome, Step
    from boche.engine.games.boche.position import Position as BochePosition
    from boche.engine.games.boku.position import Position as BokuPosition
    from boche.engine.games.che.position import Position as ChePosition
    from boche.engine.games.octi.position import Position as OctiPosition
    from boche.engine.games.registry import GAMES, GameName
    from boche.engine.integer_actions import IntegerActions as State
    from boche.engine.learning.vector_game import Observed, VectorGame, rollouts
    from boche.engine.mark import Mark
    from boche.engine.match.plan import MatchError
    from boche.engine.match.score import Score
    from boche.engine.match.series import MatchResult, match
    from boche.engine.native.kernels import UnsearchedGameError
    from boche.engine.perft import perft
    from boche.engine.pictures import Look
    from boche.engine.players.errors import PlayerError, ResignedError
    from boche.engine.players.play import Player, player
    from boche.engine.players.player import Seat
    from boche.engine.position import BasePosition as Position
    from boche.engine.record import Node, Record, load, load_all, loads, sample_records, save_all
    from boche.engine.search.result import Candidate
    from boche.engine.search.running import RunningSearch, start_search
    from boche.engine.search.search import Analysis, search
    from boche.viewer.export.documents import page_of_records as page
    from boche.viewer.export.pictures import Camera

if not os.path.isdir(os.path.join(__path__[0], "engine")):
    __path__.append(os.path.dirname(__path__[0]))

_HOMES = {
    "GAMES": "engine.games.registry",
    "Analysis": "engine.search.search",
    "ArgumentError": "engine.arguments",
    "BocheError": "engine.errors",
    "BochePosition": "engine.games.boche.position:Position",
    "BokuPosition": "engine.games.boku.position:Position",
    "Camera": "viewer.export.pictures",
    "Candidate": "engine.search.result",
    "ChePosition": "engine.games.che.position:Position",
    "FileError": "engine.atomic_write",
    "Game": "engine.game",
    "GameName": "engine.games.registry",
    "IllegalMoveError": "engine.errors",
    "Look": "engine.pictures",
    "Mark": "engine.mark",
    "MatchError": "engine.match.plan",
    "MatchResult": "engine.match.series",
    "Move": "engine.game",
    "Node": "engine.record",
    "NotationError": "engine.errors",
    "Observed": "engine.learning.vector_game",
    "OctiPosition": "engine.games.octi.position:Position",
    "Option": "engine.game",
    "OptionError": "engine.errors",
    "Outcome": "engine.game",
    "Player": "engine.players.play",
    "PlayerError": "engine.players.errors",
    "Position": "engine.position:BasePosition",
    "Record": "engine.record",
    "RecordError": "engine.errors",
    "ResignedError": "engine.players.errors",
    "RunningSearch": "engine.search.running",
    "Score": "engine.match.score",
    "Seat": "engine.players.player",
    "State": "engine.integer_actions:IntegerActions",
    "Step": "engine.game",
    "UnknownGameError": "engine.errors",
    "UnsearchedGameError": "engine.native.kernels",
    "VectorGame": "engine.learning.vector_game",
    "load": "engine.record",
    "load_all": "engine.record",
    "loads": "engine.record",
    "match": "engine.match.series",
    "page": "viewer.export.documents:page_of_records",
    "perft": "engine.perft",
    "player": "engine.players.play",
    "rollouts": "engine.learning.vector_game",
    "sample_records": "engine.record",
    "save_all": "engine.record",
    "search": "engine.search.search",
    "start_search": "engine.search.running",
}
"""The module of each public name, with its name there if that differs."""

__all__ = [
    "GAMES",
    "Analysis",
    "ArgumentError",
    "BocheError",
    "BochePosition",
    "BokuPosition",
    "Camera",
    "Candidate",
    "ChePosition",
    "FileError",
    "Game",
    "GameName",
    "IllegalMoveError",
    "Look",
    "Mark",
    "MatchError",
    "MatchResult",
    "Move",
    "Node",
    "NotationError",
    "Observed",
    "OctiPosition",
    "Option",
    "OptionError",
    "Outcome",
    "Player",
    "PlayerError",
    "Position",
    "Record",
    "RecordError",
    "ResignedError",
    "RunningSearch",
    "Score",
    "Seat",
    "State",
    "Step",
    "UnknownGameError",
    "UnsearchedGameError",
    "VectorGame",
    "load",
    "load_all",
    "loads",
    "match",
    "new",
    "page",
    "perft",
    "player",
    "rollouts",
    "sample_records",
    "save_all",
    "search",
    "start_search",
]


if TYPE_CHECKING:
    __version__: str
else:  # a type checker knows all names, and so finds the wrong ones

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from boche.engine.program import version

            return version() or "0+unknown"
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module, _, original = _HOMES[name].partition(":")
        value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), original or name)
        return value


def __dir__() -> list[str]:
    dunder = (name for name in globals() if name.startswith("__"))
    return sorted({*dunder, *__all__, "__version__"})


@overload
def new(
    game: Literal["boche"] = ...,
    *,
    size: int = ...,
    kill: int = ...,
    fill_board: bool = ...,
    adjacent: bool = ...,
    immediate_win: bool = ...,
    join_any: bool = ...,
    join_face: bool = ...,
) -> BochePosition: ...
@overload
def new(
    game: Literal["che"], *, num_tiles: int = ..., group_area: int = ..., group_extent: int = ...
) -> ChePosition: ...
@overload
def new(game: Literal["boku"]) -> BokuPosition: ...
@overload
def new(game: Literal["octi"], *, bases: int = ..., wrap: bool = ...) -> OctiPosition: ...
@overload
def new(game: GameName, **options: int) -> Position: ...
def new(game: str = "boche", **options: int) -> Position:
    """Return the start position of a game, with its options as keywords.

    ``GAMES`` has the names of the games and, for each, its ``options``. Type checkers know the
    names and options of the games in this package, and pass any ``GameName``. Raises
    ``UnknownGameError`` and ``OptionError``.
    """
    from boche.engine.games.registry import new as start

    return start(game, **options)  # type: ignore[return-value]
