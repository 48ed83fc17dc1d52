"""The environment for PettingZoo: PettingZoo's own tests, and what an agent sees of a game."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import boche
from examples.pettingzoo_env import AGENTS, RawEnv, env

GAMES = {
    "boche": {"size": 4, "kill": 1},
    "che": {"num_tiles": 24},
    "boku": {},
    "octi": {"bases": 1},
}


@pytest.fixture(params=["boku"])
def make(request: pytest.FixtureRequest) -> Any:
    """Return the function that makes a game's environments, with options."""
    return made(request.param)


def made(game: str) -> Any:
    return partial(env, game, **GAMES[game])


# -- PettingZoo's tests


DICTIONARY = "Observation is not a NumPy array|Observation space for each agent probably should"
"""What PettingZoo says of dictionaries with masks; its own games it spares by their names."""


@pytest.mark.parametrize("game", GAMES)
def test_the_api_is_pettingzoos(game: str) -> None:
    with pytest.warns(UserWarning, match=DICTIONARY):
        api_test(seeded(env(game)), num_cycles=100)


def test_the_api_with_options_is_too(make: Any) -> None:
    with pytest.warns(UserWarning, match=DICTIONARY):
        api_test(seeded(make()), num_cycles=1000)


def seeded(game: Any) -> Any:
    """Return an environment from which the same actions are drawn each time."""
    for agent in game.possible_agents:
        game.action_space(agent).seed(5)
    return game


def test_the_same_actions_give_the_same_game(make: Any) -> None:
    seed_test(make)


def test_every_render_mode_renders(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        partial(make, pixels=(64, 48)), {"rgb_array": lambda image: image.shape == (48, 64, 3)}
    )
    assert make().metadata["render_modes"] == ["human", "ansi", "rgb_array"]


# -- what an agent sees


def played(game: RawEnv, rng: random.Random) -> dict[str, float]:
    """Play a random game, check each observation, and return the rewards."""
    game.reset()
    rewards = dict.fromkeys(AGENTS, 0.0)
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        rewards[agent] += reward
        if terminated or truncated:
            game.step(None)
            continue
        assert agent == AGENTS[game.position.player]
        assert np.flatnonzero(seen["action_mask"]).tolist() == game.position.legal_actions()
        assert (seen["observation"] == game.position.observation()).all()
        other = AGENTS[1 - AGENTS.index(agent)]
        assert not game.observe(other)["action_mask"].any()
        assert (game.observe(other)["observation"] != seen["observation"]).any()
        game.step(rng.choice(game.position.legal_actions()))
    return rewards


@pytest.mark.parametrize("game", ["boche", "boku"])
def test_agents_see_what_the_position_says_and_get_its_result(game: str) -> None:
    environment, rng = RawEnv(game, **GAMES[game]), random.Random(7)
    for _ in range(3):
        rewards = played(environment, rng)
        assert list(rewards.values()) == list(environment.position.returns())
        assert environment.agents == []


def test_agents_keep_their_turns_after_a_swap() -> None:
    game = RawEnv("boche", size=4)
    game.reset()
    agents = []
    for move in ("c:a1", "swap", "c:b2"):
        agents.append(game.agent_selection)
        game.step(game.position.action_of(move))
    assert game.position.swapped
    assert [*agents, game.agent_selection] == ["player_0", "player_1", "player_0", "player_1"]


def test_an_agent_goes_on_until_its_move_is_complete() -> None:
    game = RawEnv("octi")
    game.reset()
    actions = game.start.actions_of("37+a")
    assert len(actions) > 1
    for action in actions:
        assert game.agent_selection == "player_0"
        game.step(action)
    assert game.agent_selection == "player_1"
    assert game.position == game.start.play("37+a")


def test_the_board_is_shown_as_it_was_before_an_unfinished_move() -> None:
    game = RawEnv("octi", render_mode="ansi")
    game.reset()
    before = game.render()
    first, *rest = game.start.actions_of("37+a")
    game.step(first)
    assert game.render() == before
    for action in rest:
        game.step(action)
    assert game.render() != before


def test_an_illegal_action_loses(make: Any, caplog: pytest.LogCaptureFixture) -> None:
    game = make()
    game.reset()
    seen, *_ = game.last()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    game.step(illegal)
    assert "Illegal move made" in caplog.text
    assert game.rewards == {"player_0": -1, "player_1": 0}
    assert all(game.terminations.values())


def test_the_raw_environment_refuses_an_illegal_action() -> None:
    game = RawEnv("boku")
    game.reset()
    with pytest.raises(boche.IllegalMoveError):
        game.step(1)
    assert game.position == game.start


def test_games_may_begin_anywhere() -> None:
    start = boche.new("boche", size=4).play("c:a1").play("c:b2").play("c:c1")
    game = env(start, render_mode="ansi")
    game.reset()
    assert game.agent_selection == "player_1"
    assert repr(start) in game.render()


def test_a_long_game_is_truncated() -> None:
    game = env("octi", max_cycles=5)
    game.reset()
    for _ in range(5):
        seen, _, terminated, truncated, _ = game.last()
        assert not terminated
        assert not truncated
        game.step(int(seen["action_mask"].argmax()))
    assert set(game.truncations.values()) == {True}
    assert set(game.terminations.values()) == {False}
    assert set(game.rewards.values()) == {0.0}


def test_the_board_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    game = RawEnv("boku", render_mode="human")
    game.reset()
    assert (
        capsys.readouterr().out == f"{game.start.text_board(coordinates=True)}\n{game.start!r}\n\n"
    )


def test_an_unknown_render_mode_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^no render mode 'xml'$"):
        RawEnv("boku", render_mode="xml")


def test_rendering_without_a_mode_is_warned_of() -> None:
    game = RawEnv("boku")
    game.reset()
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert game.render() is None
