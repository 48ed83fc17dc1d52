"""How positions and records show themselves in a notebook.

The engine draws nothing: whoever can is asked by an entry point, ``png`` or ``html``, which names a
function of what is to be shown. Where there is none, or no picture can be made, the text stays.
"""

from __future__ import annotations

from typing import Any

from engine.games.entry_points import entry_points
from engine.program import PROGRAM

GROUP = f"{PROGRAM}.pictures"


def shown(kind: str, thing: Any) -> Any:
    """The thing as a notebook asks for it: bytes for ``png``, text for ``html``, else None."""
    for entry in entry_points(GROUP):
        if entry.name == kind:
            return entry.load()(thing)
    return None
