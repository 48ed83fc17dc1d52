"""The key of a game's terms: the same for seeks that may be paired."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

Times = tuple[float | None, float, float | None]
"""A clock's start, increment and maximum."""


def terms_key(game: str, changed: Mapping[str, object], times: Times, *, rated: bool) -> str:
    """Return a hash of what two players must agree on.

    ``changed`` are the options that differ from their defaults: so the hash stays the same when a
    later version of the game has one more option.
    """
    seconds = [None if time is None else float(time) for time in times]
    text = json.dumps([game, sorted(changed.items()), seconds, bool(rated)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]
