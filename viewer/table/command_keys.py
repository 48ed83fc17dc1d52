"""The keys that commands have now: the user's own in place of the usual ones.

The registry of commands fills this in. It stands apart from it so that the functions behind the
commands, too, can name a key in what they say.
"""

from __future__ import annotations

from boche.engine.languages.current import current, tr
from boche.engine.message import Phrase
from boche.viewer.table.keys import key_name, revision

USUAL: dict[str, tuple[str, ...]] = {}
"""The usual keys by the names of the commands."""

OWN: dict[str, tuple[str, ...]] = {}
"""The user's own keys of some commands."""


def keys_of(name: str) -> tuple[str, ...]:
    """Return all keys of a command, as ``chord`` writes them: the user's own, if there are any.

    Raises ``LookupError`` for an unknown one.
    """
    found = OWN.get(name) or USUAL.get(name)
    if found is None:
        raise LookupError(f"no command {name!r}")
    return found


def all_keys_shown(name: str) -> str:
    """Return all keys of a command as the user's language names them; empty if there are none."""
    return "  ".join(map(key_name, keys_of(name)))


def shown_key(name: str) -> str:
    """Return the first key of a command as the user's language names it."""
    return key_name(keys_of(name)[0])


def with_keys(text: Phrase | str, **commands: str) -> str:
    """Return a text whose gaps name the keys that commands have now.

    ``text`` is a phrase or what ``tr_later`` returned, ``commands`` the name of a command by gap.
    """
    # Kept, since conditions of commands ask for such texts whenever the table is shown.
    place = (text if isinstance(text, str) else text.kind, current(), revision[0])
    found = _texts.get(place)
    if found is None:
        shown = {gap: shown_key(name) for gap, name in commands.items()}
        found = _texts[place] = tr(text, **shown) if isinstance(text, str) else text(**shown)
    return found


_texts: dict[tuple[str, str, int], str] = {}
