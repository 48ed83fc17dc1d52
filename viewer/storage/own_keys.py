"""The keys that the user has given to commands, in ``keys.json`` beside the settings.

``{"version": 1, "keys": {"share": ["Ctrl+H"]}}`` gives a command these keys in place of its usual
ones. What the names and keys mean is known to the table alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boche.engine.json_values import text_of
from boche.engine.languages.current import tr, tr_later
from boche.viewer.storage.paths import config_folder
from boche.viewer.storage.shared_file import SharedFile

VERSION = 1
MOST = 9
"""The most keys that a command may have."""

OwnKeys = Mapping[str, tuple[str, ...]]
"""Keys by the names of their commands."""


def from_data(data: Any) -> OwnKeys:
    """Return keys from JSON data. Raises ``ValueError``, ``TypeError`` or ``KeyError``."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise ValueError(tr("it contains no keys that this version can read"))
    return {str(name): _keys_of(keys) for name, keys in dict(data["keys"]).items()}


def _keys_of(keys: Any) -> tuple[str, ...]:
    given = [keys] if isinstance(keys, str) else keys
    if not isinstance(given, list) or not 1 <= len(given) <= MOST:
        raise ValueError(tr("a command has no key, or too many"))
    return tuple(text_of("keys", key) for key in given)


def as_data(own: OwnKeys) -> dict[str, Any]:
    """Return keys as JSON data."""
    return {"version": VERSION, "keys": {name: list(keys) for name, keys in own.items()}}


FILE: SharedFile[OwnKeys] = SharedFile(
    "keys.json",
    tr_later("keys"),
    tr_later("your keys are not being saved"),
    {},
    from_data,
    as_data,
    config_folder,
)


def give(name: str, keys: tuple[str, ...]) -> list[str]:
    """Store the keys of a command, none for its usual ones; return lines on what went wrong."""

    def change(own: OwnKeys) -> OwnKeys:
        others = {each: kept for each, kept in own.items() if each != name}
        return others | ({name: keys} if keys else {})

    return FILE.change(change)[1]
