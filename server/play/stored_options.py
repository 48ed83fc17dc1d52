"""The options of a game as a row of the database has them, whichever version has written it."""

from __future__ import annotations

from typing import Any

from boche.engine.errors import BocheError, NewerOptionError, OptionError
from boche.engine.game import OptionValue
from boche.engine.games.registry import stored_options


def options_of_row(row: Any) -> dict[str, OptionValue]:
    """Return the complete options of a row with a game.

    Raises ``UnknownGameError``, ``NewerOptionError`` for a row of a newer version, and
    ``RuntimeError`` for a damaged one, which is no fault of whoever asks.
    """
    if not isinstance(row.options, dict):
        raise RuntimeError(f"the options of a stored game of {row.game} are damaged")
    try:
        return stored_options(row.game, row.options)
    except NewerOptionError:
        raise
    except OptionError as error:
        raise RuntimeError(f"the options of a stored game of {row.game} are damaged") from error


def listed_options(row: Any) -> dict[str, OptionValue]:
    """Return the complete options of a row in a list, or what it holds if they are not known."""
    try:
        return options_of_row(row)
    except (BocheError, RuntimeError):  # one row must not keep the others from being shown
        return dict(row.options) if isinstance(row.options, dict) else {}
