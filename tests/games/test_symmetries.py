"""The symmetries of each game: images of positions and moves, by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import boche

GAMES = [
    ("boche", {"size": 3}, 6),
    ("boche", {"size": 4, "kill": 3, "adjacent": True}, 6),
    ("boku", {}, 4),
    ("che", {"num_tiles": 15}, 8),
    ("che", {"num_tiles": 12, "group_area": 4}, 8),
    ("octi", {}, 2),
    ("octi", {"bases": 1, "wrap": True}, 2),
]
games = pytest.mark.parametrize(("game", "options", "count"), GAMES)

MOST = 150
"""Most moves of a position that are compared one by one."""

PLIES = 60


def shown(position: Any) -> str:
    """Return a position's text without the earlier ones of Octi, which have no images."""
    text = position.to_text()
    return " ".join(text.split()[:-2]) if position.game.name == "octi" else text


@games
def test_moves_of_the_image_are_images_of_the_moves(
    game: str, options: dict[str, int], count: int
) -> None:
    rng = random.Random(f"{game} {options}")
    position: Any = boche.new(game, **options)
    ways = position.symmetries()
    assert len(set(ways)) == len(ways) == count
    images = [position.transform(way) for way in ways]
    while position.outcome is None and position.ply < PLIES:
        moves = position.legal_moves()
        for way, image in zip(ways, images, strict=True):
            turned = position.transform(way)
            assert (shown(turned), turned.turn, turned.ply) == (
                shown(image), image.turn, image.ply,
            )  # fmt: skip
            legal = {str(move) for move in turned.legal_moves()}
            assert len(legal) == len(moves)
            some = rng.sample(list(moves), min(len(moves), MOST))
            found = {str(position.transform_move(move, way)) for move in some}
            assert len(found) == len(some)
            assert found <= legal
        move = rng.choice(moves)
        after = [
            image.play(position.transform_move(str(move), way))
            for way, image in zip(ways, images, strict=True)
        ]
        position, images = position.play(move), after
    assert [str(image.transform(ways[0])) for image in images] == list(map(str, images))
    for image in images:
        assert image.winner == position.winner
        assert image.is_over == position.is_over
        assert image.returns() == position.returns()
    assert str(images[0]) == str(position)


@games
def test_images_of_a_finished_game_are_finished(
    game: str, options: dict[str, int], count: int
) -> None:
    rng = random.Random(f"{game} {options}")
    for _ in range(3):
        position: Any = boche.new(game, **options)
        while position.outcome is None and position.ply < 4 * PLIES:
            position = position.play(position.random_move(rng))
        for end in (position, boche.new(game, **options).resign()):
            for way in end.symmetries():
                image = end.transform(way)
                assert image.is_over == end.is_over
                assert (image.winner, image.returns()) == (end.winner, end.returns())
                assert image.canonical_key() == end.canonical_key()


def test_what_is_no_symmetry_is_refused() -> None:
    wrong: Any = ("x", None, 0, boche.new("octi").symmetries()[1])
    for value in wrong:
        with pytest.raises(
            boche.ArgumentError, match=r"symmetry: .* is not a symmetry of this game"
        ):
            boche.new("boku").transform(value)
        with pytest.raises(
            boche.ArgumentError, match=r"symmetry: .* is not a symmetry of this game"
        ):
            boche.new("boku").transform_move("e4", value)
    position = boche.new("boku").play("e4")
    with pytest.raises(boche.IllegalMoveError):
        position.transform_move("e4", position.symmetries()[1])
