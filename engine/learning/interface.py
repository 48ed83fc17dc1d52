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


# A game may also have the following, with which single positions are played by compiled code.
# ``data`` are what its positions pack into, as the rules' ``pack`` writes it.


def pack(state: Any, data: Any) -> int:
    """Write the position of a state, with no move begun, to ``data``; return how many numbers.

    ``data`` still has the position before the move.
    """
    raise NotImplementedError


def unpack(state: Any, start: Any, data: Any, seen: int) -> bool:
    """Set a state to a packed position; return False if it is none that the state can hold.

    ``start`` is the state at the start of the game. ``seen`` is the number of earlier positions
    that may recur, with the position itself, where they decide anything.
    """
    raise NotImplementedError


def advance(state: Any, move: int) -> int:
    """Play a legal move; return the rules' result."""
    raise NotImplementedError


def whole_moves(state: Any, ones: Any, twos: Any) -> int:
    """Write all moves of at most two steps, with no move begun; return their number.

    ``twos`` is negative in moves of one step. Only a game that lists them by compiled code has it.
    """
    raise NotImplementedError


def piece_on_the_move(state: Any) -> int:
    """Return the number, from 1, of the piece with which a move goes on; 0 with no move begun."""
    raise NotImplementedError
