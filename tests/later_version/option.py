"""The next version of the games: each has one more option, which by default changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from boche.engine.game import Option
from boche.engine.games.registry import GAMES

LATER = Option("later", False, "an option that this version does not have", label="Later option")


@contextmanager
def one_more_option() -> Iterator[None]:
    """Let each game have the option, in this process."""
    before = {game: game.options for game in GAMES.values()}
    for game, options in before.items():
        object.__setattr__(game, "options", (*options, LATER))
    try:
        yield
    finally:
        for game, options in before.items():
            object.__setattr__(game, "options", options)
