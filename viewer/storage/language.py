"""The language that was chosen in the window: read before anything else is."""

from __future__ import annotations

import json
from pathlib import Path

from boche.engine.languages.catalogue import codes
from boche.engine.languages.choosing import of_system
from boche.engine.languages.current import tr
from boche.viewer.storage.paths import config_folder, read_plain

FILE = "settings.json"
"""The name of the settings' file."""
MAX_BYTES = 2**20


def saved_language(path: Path | None = None) -> str:
    """Return the code of the language in the settings, or an empty text for the system's.

    Never raises: it is empty, too, if there are no settings, if they cannot be read, or for a
    language that there is not. Only that one key is read, which takes less than a millisecond.
    """
    try:
        values = json.loads(read_plain(path or config_folder() / FILE, MAX_BYTES))
        return known_language(values["language"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""


def known_language(code: object) -> str:
    """Return the code if it is that of a language. Raises ``ValueError`` for any other value."""
    if not isinstance(code, str) or code not in ("", *codes()):
        known, found = ", ".join(codes()), f"{code!r:.40}"
        raise ValueError(tr("must be one of {known}, not {found}", known=known, found=found))
    return code


def language_of(saved: str) -> str:
    """Return the code of the language that a saved choice stands for."""
    return saved if saved in codes() else of_system()
