"""The next version of the games: each has one more option, which by default changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from boche.engine.game import Option
from boche.engine.games.registry import GAMES
from boche.server.infrastructure.byte_cache import ByteCache

LATER = Option("later", False, "an option that this version does not have", label="Later option")


@contextmanager
def one_more_option() -> Iterator[None]:
    """Let each game have the option, in this process."""
    before = {game: game.options for game in GAMES.values()}
    for game, options in before.items():
        object.__setattr__(game, "options", (*options, LATER))
    _forget()
    try:
        yield
    finally:
        for game, options in before.items():
            object.__setattr__(game, "options", options)
        _forget()


def _forget() -> None:
    """Empty all caches of the program: another version is another process, and has its own."""
    modules = [module for name, module in sys.modules.items() if name.startswith("boche.")]
    classes = [each for module in modules for each in vars(module).values() if _is_class(each)]
    for holder in (*modules, *classes):
        for found in list(vars(holder).values()):
            if hasattr(found, "cache_clear"):
                found.cache_clear()
            elif isinstance(found, ByteCache):
                found.clear()


def _is_class(found: object) -> bool:
    return isinstance(found, type) and found.__module__.startswith("boche.")
