"""The way to look for puzzles of a game; its package may have some in the module ``puzzles``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boche.engine.game import OptionValue


@dataclass(frozen=True)
class Recipe:
    """Settings for looking in self-play.

    The games have ``options``; they begin with some random moves, then the search plays with
    ``playouts``, and at random in one move of ten. Looked at are the positions in the last ``back``
    moves, and with ``asides`` those one move beside the game in which the opponent threatens to win
    at once. A solution takes at most ``most`` turns; a proof looks at most at ``budget`` positions.
    With ``forced`` it follows only threats to which the opponent has at most so many answers.
    ``random_moves`` are those at the beginning. ``share`` is how often the recipe is used,
    compared with the others of the game.

    With ``samples`` a game is a race that costs next to nothing: each move is the best of so many
    random ones. Looked at are then ``beside`` positions one move beside each of the last ``back``
    in which no move wins at once and at most ``narrow`` do not lose at once.
    """

    options: Mapping[str, OptionValue] = field(default_factory=dict)
    playouts: int = 200
    back: int = 8
    asides: bool = False
    most: int = 5
    budget: int = 200_000
    forced: int = 0
    random_moves: tuple[int, int] = (2, 6)
    share: int = 1
    samples: int = 0
    narrow: int = 12
    beside: int = 6
