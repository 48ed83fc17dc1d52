"""Interface of a game to programs that learn: the functions of its module ``learning``.

They are written in the compiled subset of Python and call the game's rules by the global
name ``rules``. ``engine.native.kernels`` compiles them, substituted for this module in
``engine.learning.vector``; a single position uses them interpreted. A state is that of
``engine.search.interface``.
"""

from __future__ import annotations

from typing import Any

# The action of a legal move that has none, since it lies outside the part of the board that
# actions cover.
NO_ACTION = -1

# The functions that no module can leave out.
NEEDED = ("action", "cut_off", "observe")


def action(state: Any, move: int) -> int:
    """Return the action of a legal move, from 0; or NO_ACTION."""
    raise NotImplementedError


def cut_off(state: Any) -> bool:
    """Return whether a game that ``interface.play`` calls a draw is none by the rules.

    Such a game has come to a limit of the search.
    """
    raise NotImplementedError


def observe(state: Any, seat: int, out: Any) -> None:
    """Write the planes of a state, as the player in a seat sees it, to ``out``, which is zero.

    ``out`` is float32 of the shape (planes, rows, columns); values are from 0 to 1. Colours are
    relative: the planes say "mine" and "the opponent's".
    """
    raise NotImplementedError
