"""Checks of a game's definition: names, colours, options, SGF, registry, modules."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter

from boche.engine.game import Game, Option
from boche.engine.games.registry import GAMES, PROBLEMS
from boche.engine.native.kernels import searches
from boche.engine.program import GAMES_GROUP
from boche.testing.problem import at, require

NAME = re.compile(r"[a-z][a-z0-9_-]*")
OPTION_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_definition(game: Game) -> None:
    """Check all that a ``Game`` says of itself. Raises ``ContractError``."""
    require(isinstance(game, Game), f"{game!r} is not a Game")
    with at(f"the Game {game.name!r}"):
        require(NAME.fullmatch(game.name), "name: use lower-case letters, digits, - and _")
        require(game.title.strip() and game.about.strip(), "title and about must not be empty")
        require("\n" not in game.title + game.about, "title and about are one line each")
        _check_options(game)
        _check_sgf(game)
        require(GAMES.get(game.name) is game, f"not registered: {_why_not_registered(game)}")
        _check_modules(game)


def _why_not_registered(game: Game) -> str:
    told = [problem for problem in PROBLEMS if repr(game.name) in problem]
    install = f"name it as an entry point {GAMES_GROUP} and install its package"
    return told[0] if told else install


def _check_options(game: Game) -> None:
    names = Counter(name for o in game.options for name in (o.name, o.opposite) if name)
    twice = [name for name, count in names.items() if count > 1]
    require(not twice, f"two options are called {', '.join(twice)}")
    for option in game.options:
        with at(f"option {option.name!r}"):
            require(OPTION_NAME.fullmatch(option.name), "name: use lower-case letters and _")
            require(option.help.strip(), "help must not be empty")
            option.check(option.default)
            require(_in_range(option), "values lie between low and high")


def _in_range(option: Option) -> bool:
    return all(option.low <= value <= option.high for value in option.values)


def _check_sgf(game: Game) -> None:
    sgf, colours = game.sgf, game.colours
    require(len(set(colours)) == len(colours) == 2, f"colours must be two, not {colours}")
    require(sgf.gm.strip(), "sgf.gm must not be empty")
    require(
        set(sgf.colours) == set(colours) and set(sgf.colours.values()) == {"B", "W"},
        f"sgf.colours gives each of {' and '.join(colours)} one of the letters B and W",
    )
    numbers = [option.name for option in game.options if not option.is_flag]
    require(
        not sgf.size or sgf.size in numbers,
        f'sgf.size names an option with numbers, or is "" for none; there is no {sgf.size!r}',
    )
    require(not (sgf.codec and sgf.size), "sgf.size is empty if there is a codec")


def _check_modules(game: Game) -> None:
    for module in ("rules", "encoding") if searches(game) else ():
        name = f"{game.room}.{module}"
        require(
            importlib.util.find_spec(name), f"room has the module search, so it needs {name} too"
        )
