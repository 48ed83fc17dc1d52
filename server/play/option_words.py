"""The options of a game in a line, as the page of its board has them."""

from __future__ import annotations

from collections.abc import Mapping

from boche.engine.errors import OptionError
from boche.engine.game import Game, Option, OptionValue
from boche.engine.games.registry import stored_options
from boche.engine.languages.current import tr
from boche.engine.languages.formats import paired
from boche.server.errors import error_text


def options_in_words(game: Game | None, options: Mapping[str, OptionValue]) -> str:
    """Return the options that are not the usual ones, such as ``Size: 4``; empty if there are none.

    Those of a game that is not there are not told; of those of a newer version it is told that
    they are not known.
    """
    if game is None:
        return ""
    try:
        changed = game.changed(stored_options(game.name, options))
    except OptionError as error:
        return error_text(error)
    return ", ".join(option_in_words(game.option(name), changed[name]) for name in changed)


def option_in_words(option: Option, value: OptionValue) -> str:
    """Return an option and its value, such as ``Size: 4``."""
    text = str(value) if not isinstance(value, bool) else tr("yes") if value else tr("no")
    return paired(tr(option.title), text)
