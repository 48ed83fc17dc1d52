"""The options of a game in a line, as the page of its board has them."""

from __future__ import annotations

from collections.abc import Mapping

from boche.engine.game import Game, Option, OptionValue
from boche.engine.languages.current import tr
from boche.engine.languages.formats import paired


def options_in_words(game: Game | None, options: Mapping[str, OptionValue]) -> str:
    """Return the options that are not the usual ones, such as ``Size: 4``; empty if there are none.

    Those of a game that is not there are not told.
    """
    if game is None:
        return ""
    changed = [option for option in game.options if options[option.name] != option.default]
    return ", ".join(option_in_words(option, options[option.name]) for option in changed)


def option_in_words(option: Option, value: OptionValue) -> str:
    """Return an option and its value, such as ``Size: 4``."""
    text = str(value) if not isinstance(value, bool) else tr("yes") if value else tr("no")
    return paired(tr(option.title), text)
