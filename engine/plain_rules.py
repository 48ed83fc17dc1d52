"""Interface of a game's rules to ``engine.position.PlainPosition``: its module ``rules``.

The functions are in the compiled subset of Python, so that the search runs the same rules. They
allocate no arrays, and change only what they are given.

A ``Board`` is a NamedTuple of lists of integers, which are arrays of int64 when compiled. Its
field ``info`` holds single numbers. The places there have names in ``rules``: ``TURN`` for the
colour to move, 0 or 1, ``PLY`` for the number of moves played, and, in a game with a swap,
``SWAPPED`` for 1 once it was made. A field ``cells``, with an element for each cell, gives the
defaults of positions and of the search their sizes.
"""

from __future__ import annotations

from typing import Any

NEEDED = ("check", "generate", "play")
NAMES = {
    "TURN": "TURN = 0, the place in Board.info of the colour to move",
    "PLY": "PLY = 1, the place in Board.info of the number of moves played",
    "LEGAL": "LEGAL = 0, which check() returns for a legal move",
    "UNDECIDED": "UNDECIDED = -1, which play() returns while the game goes on",
}
"""Names that no module can leave out, and what to write for each."""


def check(board: Any, move: int) -> int:
    """Return why a move is illegal in an unfinished game, or LEGAL; any number may be asked for."""
    raise NotImplementedError


def generate(board: Any, moves: Any) -> int:
    """Write the legal moves of an unfinished game to ``moves``; return their number."""
    raise NotImplementedError


def play(board: Any, move: int) -> int:
    """Play a legal move; return UNDECIDED, the winner's colour as 0 or 1, or 2 for a draw."""
    raise NotImplementedError
