"""Names that nobody chose, as a page shows them: they are kept in English."""

from __future__ import annotations

import re

from boche.engine.message import Phrase
from boche.server.people.names import FRIEND, GUEST

_GUEST = Phrase("server.name-guest", "guest")
_FRIEND = Phrase("server.name-friend", "friend")
_LEVEL = Phrase("server.name-level", "level-{level}")
_LEVELS = re.compile(r"level-(\d{1,3})")


def shown_name(name: str) -> str:
    """Return a player's name, as a message if it is a word and not a name that somebody chose."""
    if name in (GUEST, FRIEND):
        return (_GUEST if name == GUEST else _FRIEND)()
    level = _LEVELS.fullmatch(name)
    return _LEVEL(level=level[1]) if level else name
