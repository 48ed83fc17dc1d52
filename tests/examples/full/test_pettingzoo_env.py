"""The environments of PettingZoo in the other games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.examples import test_pettingzoo_env as push


@pytest.fixture(params=[game for game in push.GAMES if game != "boku"])
def make(request: pytest.FixtureRequest) -> Any:
    """Return the function that makes a game's environments, with options."""
    return push.made(request.param)


def test_the_api_with_options_is_pettingzoos(make: Any) -> None:
    push.test_the_api_with_options_is_too(make)


def test_the_same_actions_give_the_same_game(make: Any) -> None:
    push.test_the_same_actions_give_the_same_game(make)


def test_every_render_mode_renders(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    push.test_every_render_mode_renders(make, capsys)


@pytest.mark.parametrize("game", ["che", "octi"])
def test_agents_see_what_the_position_says_and_get_its_result(game: str) -> None:
    push.test_agents_see_what_the_position_says_and_get_its_result(game)
