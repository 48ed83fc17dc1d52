"""Images of games of Che."""

from __future__ import annotations

import random
from typing import Any

from boche.engine import new
from boche.engine.games.che import symmetry as che_symmetry
from tests.engine.games.text_positions import OPTIONS


def image_of_game(moves: list[Any], symmetry: che_symmetry.Symmetry, **options: object) -> Any:
    """Return the position after the images of a game's moves."""
    position: Any = new("che", **options)
    for move in moves:
        tiles = [symmetry.tile(tile) for tile in move.tiles]
        position = position.play("+".join(map(str, sorted(tiles))))
    return position


def test_images_of_a_game_of_che_share_the_canonical_key() -> None:
    dice = random.Random(8)
    for number in range(120):
        options = OPTIONS["che"](dice)
        position, moves = new("che", **options), []
        while position.outcome is None and len(moves) < number % 30:
            moves.append(position.random_move(dice))
            position = position.play(moves[-1])
        for symmetry in che_symmetry.SYMMETRIES[:8]:  # colours exchanged, another would begin
            image = image_of_game(moves, symmetry, **options)
            assert image.canonical_key() == position.canonical_key()
