"""Display of positions and records in a notebook.

The engine draws nothing itself: an entry point, ``png`` or ``html``, names a function that renders
the object. If there is none, or no picture can be made, the notebook shows the text.
"""

from __future__ import annotations

from typing import Any

from boche.engine.games.entry_points import entry_points
from boche.engine.program import PROGRAM

GROUP = f"{PROGRAM}.pictures"


def shown(kind: str, value: Any) -> Any:
    """Return the object as a notebook wants it: bytes for ``png``, text for ``html``, or None."""
    for entry in entry_points(GROUP):
        if entry.name == kind:
            return entry.load()(value)
    return None
