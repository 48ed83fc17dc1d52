"""What holds for every option of every built-in game: none is forgotten on the way."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boche.engine.game import Option
from boche.engine.games.registry import GAMES, new
from boche.engine.position import BasePosition
from tests.duels.games import DUELS
from tests.engine.games.text_positions import OPTIONS

EVERY_OPTION = [
    pytest.param(game, option, id=f"{game}-{option.name}")
    for game in GAMES
    for option in GAMES[game].options
]
every_option = pytest.mark.parametrize(("game", "option"), EVERY_OPTION)

MANY = 300
"""Draws among which each value that is drawn at all is found."""


def another_value(option: Option) -> Any:
    """Return a value of an option that is not the usual one."""
    if option.is_flag:
        return not option.default
    values = option.values or range(option.low, option.high + 1)
    return next(value for value in values if value not in (option.default, 0, -1))


@every_option
def test_positions_with_different_options_are_different(game: str, option: Option) -> None:
    usual: Any = new(game)
    other: Any = new(game, **{option.name: another_value(option)})
    what = f"{game}'s position must depend on its options ({option.name})"
    assert other.options[option.name] == another_value(option)
    assert other != usual, what
    assert other.key() != usual.key(), f"{what}: key()"
    assert other.canonical_key() != usual.canonical_key(), f"{what}: canonical_key()"


@every_option
def test_options_are_kept_on_the_way(game: str, option: Option) -> None:
    position: Any = new(game, **{option.name: another_value(option)})
    position = position.play(position.random_move(random.Random(1)))
    options = dict(position.options)
    images = [position.transform(way) for way in position.symmetries()]
    read: Any = BasePosition.from_text(position.to_text())
    for other in (read, position.bare(), position.without_history(), *images):
        assert dict(other.options) == options
        following = [str(move) for move in other.legal_moves()]
        assert len(following) == len(position.legal_moves())


@every_option
def test_an_option_is_compared_with_the_slow_rules(game: str, option: Option) -> None:
    duel, _ = DUELS[game]
    chance = random.Random(game)
    drawn = {duel.random_options(chance).get(option.name) for _ in range(MANY)}
    assert len(drawn - {None}) > 1, f"{duel.__module__}: random_options() must vary {option.name}"


@every_option
def test_an_option_is_in_the_tests_of_positions_as_text(game: str, option: Option) -> None:
    dice = random.Random(game)
    drawn = {OPTIONS[game](dice).get(option.name) for _ in range(MANY)}
    what = f"tests/engine/games/text_positions.py: OPTIONS must vary {option.name} of {game}"
    assert len(drawn - {None}) > 1, what
