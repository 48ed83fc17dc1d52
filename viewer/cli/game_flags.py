"""The games' options as flags, common to all commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from boche.engine.game import Game, Option
from boche.engine.games.registry import DEFAULT, GAMES, find
from boche.engine.languages.current import tr
from boche.viewer.cli.output import warn


def flag_of(name: str) -> str:
    return "--" + name.replace("_", "-")


def add_game_flags(parser: argparse.ArgumentParser, title: str) -> None:
    """Add ``--game``, and every option of every game as a flag of the same name."""
    group = parser.add_argument_group(title)
    group.add_argument(
        "--game", choices=list(GAMES), help=tr("the game (default: {game})", game=DEFAULT.name)
    )
    options = [(option, game.title) for game in GAMES.values() for option in game.options]
    for name in dict.fromkeys(option.name for option, _ in options):
        same = [(option, title) for option, title in options if option.name == name]
        _add_flag(group, same, name)


def _add_flag(group: Any, options: list[tuple[Option, str]], name: str) -> None:
    """Add a flag for an option, given the games that have it with their titles.

    If the command itself has a flag of that name, now or later, its own flag wins.
    """
    if flag_of(name) in group._option_string_actions:
        return
    option = options[0][0]
    dest, explanation = f"option_{option.name}", "; ".join(_explanations(options))
    if not option.is_flag:
        group.add_argument(flag_of(name), dest=dest, type=int, metavar="N", help=explanation)
        return
    group.add_argument(
        flag_of(name), dest=dest, action="store_true", default=None, help=explanation
    )
    if option.opposite:
        titles = ", ".join(title for _, title in options)
        group.add_argument(
            flag_of(option.opposite),
            dest=dest,
            action="store_false",
            default=None,
            help=tr("{titles}: the opposite of {flag}", titles=titles, flag=flag_of(name)),
        )


def _explanations(options: list[tuple[Option, str]]) -> Iterator[str]:
    """Yield the help of an option in each game; games with equal options share an entry."""
    for option in dict.fromkeys(option for option, _ in options):
        titles = ", ".join(title for other, title in options if other == option)
        title, about = tr(option.title), tr(option.help)
        if option.is_flag:
            yield f"{titles}, {title}: {about}"
        else:
            yield tr(
                "{titles}, {title}: {about} ({range}; default: {default})",
                titles=titles, title=title, about=about, range=option.range, default=option.default,
            )  # fmt: skip


def given_options(args: argparse.Namespace) -> dict[str, object]:
    """Return the options of the game that are given on the command line."""
    return {
        name.removeprefix("option_"): value
        for name, value in vars(args).items()
        if name.startswith("option_") and value is not None
    }


def chosen_game(args: argparse.Namespace) -> tuple[Game, dict[str, object]]:
    """Return the game and its given options, checked; print the game's warnings."""
    game = find(args.game or DEFAULT.name)
    options = given_options(args)
    for warning in game.warnings(game.complete(options)):
        warn(warning)
    return game, options
