"""Players from other packages, which name them by entry points."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container
from typing import TYPE_CHECKING, Any

from boche.engine.errors import why_not
from boche.engine.games.entry_points import entry_points
from boche.engine.languages.current import tr
from boche.engine.players.errors import PlayerError
from boche.engine.players.own import check_own
from boche.engine.program import PLAYERS_GROUP

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def outside_names() -> list[str]:
    """Return the names of all players from other packages, whether they can be loaded or not."""
    return [entry.name for entry in entry_points(PLAYERS_GROUP)]


def load_outside(name: str) -> Any:
    """Return what another package registered under a name: a player's name, or one of its own.

    Return None if there is none. Raises ``PlayerError`` if it cannot be loaded, or is no player.
    """
    for entry in entry_points(PLAYERS_GROUP):
        if entry.name == name:
            return _loaded(entry)
    return None


def _loaded(entry: EntryPoint) -> Any:
    try:
        source = entry.load()
        if not isinstance(source, str):
            check_own(source)
    except (Exception, SystemExit) as error:  # a broken package must not affect the others
        raise PlayerError(
            tr(
                "the player {name!r} ({value}) cannot be loaded: {why}",
                name=entry.name,
                value=entry.value,
                why=why_not(error),
            )
        ) from error
    return source


def loadable(taken: Container[str], complain: Callable[[str], object]) -> dict[str, Any]:
    """Return all players from other packages; report each that cannot be used in one line."""
    sources = {}
    for name in outside_names():
        try:
            if name in taken or ":" in name:
                reason = tr("has a colon") if ":" in name else tr("is that of another player")
                raise PlayerError(
                    tr(
                        "the player {name!r} cannot be used: its name {reason}",
                        name=name,
                        reason=reason,
                    )
                )
            sources[name] = load_outside(name)
        except PlayerError as error:
            complain(str(error))
    return sources


def about(source: object) -> str:
    """Return the description of a player from its documentation, in one line."""
    text = inspect.getdoc(source) if not isinstance(source, str) else source
    return (text or "").partition("\n")[0] or tr("a player from another package")
