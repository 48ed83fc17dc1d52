"""The options of a game as a row of the database has them, whichever version has written it."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import OptionValue
from boche.engine.games.registry import stored_options


def options_of_row(row: Any) -> dict[str, OptionValue]:
    """Return the complete options of a row with a game.

    Raises ``UnknownGameError``, and ``OptionError`` for a row of a newer version.
    """
    return stored_options(row.game, row.options)


def listed_options(row: Any) -> dict[str, OptionValue]:
    """Return the complete options of a row in a list, or what it holds if they are not known."""
    try:
        return options_of_row(row)
    except BocheError:  # one row must not keep the others from being shown
        return dict(row.options)
