"""Many games at once and random games to the end, compiled, against positions one by one."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import boche

VARIANTS: list[tuple[str, dict[str, int]]] = [
    ("boche", {"size": 3}),
    ("boche", {"size": 4, "fill_board": True}),
    ("boche", {"size": 4, "kill": 0, "immediate_win": True, "join_any": True}),
    ("che", {"num_tiles": 12}),
    ("che", {}),
    ("boku", {}),
    ("octi", {"bases": 1}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_every_game_goes_as_its_positions_say(name: str, options: dict[str, int]) -> None:
    games = boche.VectorGame(name, n=3, seed=5, **options)
    start = boche.new(name, **options)
    positions: list[Any] = [start] * len(games)
    ended = 0
    for _ in range(150):
        state = games.state
        for i, at in enumerate(positions):
            assert state.player[i] == at.game.colours.index(at.turn) ^ at.swapped
            np.testing.assert_array_equal(state.mask[i], at.action_mask())
            np.testing.assert_allclose(state.observation[i], at.observation(), atol=1e-6)
        actions = games.random_actions().copy()
        positions = [at.apply(int(a)) for at, a in zip(positions, actions, strict=True)]
        state = games.step(actions)
        for i, at in enumerate(positions):
            assert state.done[i] == (at.outcome is not None)
            assert state.rewards[i].tolist() == returns(at)
            if at.outcome is not None:
                positions[i] = start
                ended += 1
    assert ended or name == "octi"


def returns(at: Any) -> list[float]:
    if at.outcome is None or at.outcome.winner is None:
        return [0.0, 0.0]
    first = at.outcome.winner == at.game.colours[int(at.swapped)]
    return [1.0, -1.0] if first else [-1.0, 1.0]


def test_random_actions_are_legal_uniform_and_reproducible() -> None:
    def drawn(seed: int) -> list[list[int]]:
        games = boche.VectorGame("boche", n=64, seed=seed, size=3)
        rows = []
        for _ in range(30):
            actions = games.random_actions().tolist()
            assert all(games.state.mask[i, action] for i, action in enumerate(actions))
            rows.append(actions)
            games.step(actions)
        return rows

    assert drawn(1) == drawn(1) != drawn(2)
    games = boche.VectorGame("boche", n=48_000, size=3)
    counts = np.bincount(games.random_actions(), minlength=games.num_actions)
    assert set(np.flatnonzero(counts)) == set(np.flatnonzero(games.state.mask[0]))
    assert (abs(counts[:48] - 1000) < 150).all()


def test_an_illegal_action_changes_nothing() -> None:
    games = boche.VectorGame("boku", n=4)
    games.step([13 * i for i in range(4)])
    before = [array.copy() for array in games.state]
    for wrong in (13 * 3, -1, games.num_actions, 2**62):
        with pytest.raises(boche.IllegalMoveError, match=rf"game 3, action {wrong}: not a legal"):
            games.step([13 * 5, 13 * 5, 13 * 5, wrong])
        for old, new in zip(before, games.state, strict=True):
            np.testing.assert_array_equal(old, new)


@pytest.mark.parametrize(
    "actions", [[1, 2], [[1], [2], [3]], [0.5, 1.0, 1.0], ["a", "b", "c"], 3, []]
)
def test_actions_of_another_shape_or_type_are_refused(actions: Any) -> None:
    games = boche.VectorGame("boku", n=3)
    with pytest.raises(boche.BocheError, match="pass 3 integers"):
        games.step(actions)


def test_bad_arguments_are_refused() -> None:
    for games, problem in ((0, "n: 0 is below 1"), (2.5, "n: 2.5 is not a whole number")):
        with pytest.raises(boche.ArgumentError, match=problem):
            boche.VectorGame("boku", n=games)  # type: ignore[arg-type]
    for many in (10**12, 2**62, 10**40):
        with pytest.raises(boche.BocheError, match=f"not enough memory for {many:,} games"):
            boche.VectorGame("boku", n=many)
    with pytest.raises(boche.ArgumentError, match="seed: None is not"):
        boche.VectorGame("boku", n=2, seed=None)  # type: ignore[arg-type]
    with pytest.raises(boche.ArgumentError, match="'7' is not a position"):
        boche.VectorGame(7, n=2)  # type: ignore[arg-type]
    with pytest.raises(boche.UnknownGameError):
        boche.VectorGame("chess")
    with pytest.raises(boche.OptionError):
        boche.VectorGame("boche", size=99)
    with pytest.raises(boche.BocheError, match="the game is over: black resigned"):
        boche.VectorGame(boche.new("boku").resign())
    with pytest.raises(boche.BocheError, match="options belong to a name"):
        boche.VectorGame(boche.new("boku"), size=3)


def test_games_may_begin_anywhere_and_without_observations() -> None:
    middle = boche.new("che").play("fl:0,0")
    games = boche.VectorGame(middle, n=2, observations=False)
    assert games.state.observation.shape == (2, 0, 31, 31)
    np.testing.assert_array_equal(games.state.mask[1], middle.action_mask())
    games.step(games.random_actions())
    np.testing.assert_array_equal(games.reset().mask[0], middle.action_mask())


def test_a_game_without_a_last_tile_ends() -> None:
    games = boche.VectorGame("che", n=1, num_tiles=0, group_area=999)
    for _ in range(5000):
        state = games.step(games.random_actions())
        assert state.mask.any()
        if state.done[0]:
            break
    assert state.done[0]
    assert not state.truncated[0]


def test_a_game_that_goes_on_for_too_long_is_cut_off() -> None:
    """Not so a draw by the rules: Octi's random games end in either way."""
    games = boche.VectorGame("octi", n=64, seed=1, observations=False)
    ends = {False: 0, True: 0}
    for _ in range(4000):
        state = games.step(games.random_actions())
        assert not (state.truncated & ~state.done).any()
        for i in np.flatnonzero(state.done):
            ends[bool(state.truncated[i])] += 1
            assert not state.truncated[i] or state.rewards[i].tolist() == [0, 0]
    assert ends[True] > 20
    assert ends[False] > 0


def test_nobody_else_writes_to_the_arrays() -> None:
    games = boche.VectorGame("boku", n=2)
    for array in games.state:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        with pytest.raises(ValueError, match="does not own its data"):
            array.resize((1,), refcheck=False)
    actions = games.random_actions()
    actions[0] = -1
    assert (games.random_actions() >= 0).all()


def test_what_is_written_all_the_same_makes_nothing_legal() -> None:
    """Other libraries do not know of numpy's flags, and hand the same memory out as writable."""
    games = boche.VectorGame("boku", n=2, seed=1)
    games.step(games.random_actions())
    legal = games.state.mask[0].copy()
    for array in games.state:
        raw: Any = np.ctypeslib.as_array(
            (ctypes.c_uint8 * array.nbytes).from_address(array.ctypes.data)
        )
        raw[:] = 1
    assert games.state.mask.all()
    illegal = int(np.flatnonzero(~legal)[0])
    with pytest.raises(boche.IllegalMoveError, match=rf"game 0, action {illegal}: not a legal"):
        games.step([illegal, int(games.random_actions()[1])])
    for _ in range(200):
        games.step(games.random_actions())


def test_actions_may_change_while_they_are_taken() -> None:
    """They are copied first, since other threads run meanwhile."""
    games, ended = boche.VectorGame("boku", n=256, observations=False), threading.Event()
    actions = np.zeros(256, np.int64)

    def spoil() -> None:
        while not ended.is_set():
            actions[:] = 2**40

    thread = threading.Thread(target=spoil)
    thread.start()
    try:
        for _ in range(300):
            actions[:] = games.random_actions()
            with suppress(boche.IllegalMoveError):
                games.step(actions)
    finally:
        ended.set()
        thread.join()


def test_threads_play_one_at_a_time_or_are_told_so() -> None:
    games = boche.VectorGame("boche", n=512, size=3)
    said, took = list[str](), list[int]()

    def play() -> None:
        for _ in range(50):
            try:
                games.step(games.random_actions())
                took.append(1)
            except boche.IllegalMoveError:
                raise
            except boche.BocheError as error:
                said.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(took) + len(said) == 150
    assert len(took) >= 50
    assert all("another thread plays these games" in text for text in said)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it has no fork")
def test_a_copy_of_the_process_plays_its_own_games() -> None:
    """Also if it was made in the middle of a step: then they cannot be played there."""
    code = """
import os, threading, time, boche
games = boche.VectorGame("boku", n=3000, seed=1)
ended = threading.Event()
def play():
    while not ended.is_set():
        games.step(games.random_actions())
thread = threading.Thread(target=play)
thread.start()
for _ in range(5):
    time.sleep(0.02)
    child = os.fork()
    if child == 0:
        try:
            games.reset(seed=2)
            games.step(games.random_actions())
        except boche.BocheError as error:
            os._exit(0 if "another thread plays" in str(error) else 1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
ended.set()
thread.join()
"""
    run = [sys.executable, "-W", "ignore", "-c", code]
    subprocess.run(run, check=True, timeout=120)


def test_a_reset_with_a_seed_begins_the_random_actions_again() -> None:
    games = boche.VectorGame("boku", n=20, seed=5)
    first = [games.random_actions().tolist() for _ in range(3)]
    games.reset()
    assert [games.random_actions().tolist() for _ in range(3)] != first
    games.reset(seed=5)
    assert [games.random_actions().tolist() for _ in range(3)] == first


@pytest.mark.parametrize("name", boche.GAMES)
def test_rollouts_are_reproducible_and_of_three_results(name: str) -> None:
    position = boche.new(name)
    one = boche.rollouts(position, 300, seed=3)
    assert one.dtype == np.int8
    assert one.shape == (300,)
    assert set(one.tolist()) <= {-1, 0, 1}
    assert len(set(one.tolist())) > 1
    assert one.tolist() == boche.rollouts(position, 300, seed=3).tolist()
    assert one.tolist() != boche.rollouts(position, 300, seed=4).tolist()
    assert boche.rollouts(position, 0).tolist() == []
    with pytest.raises(boche.BocheError, match="n: -1 is below 0"):
        boche.rollouts(position, -1)


@pytest.mark.parametrize(
    ("name", "options", "games"),
    [*((*variant, 300) for variant in VARIANTS[:4]), ("boku", {}, 150), ("octi", {"bases": 1}, 30)],
)
def test_rollouts_win_as_often_as_games_move_by_move(
    name: str, options: dict[str, int], games: int
) -> None:
    """Of a position in the middle of a game, which one side is more likely to win."""
    rng = random.Random(2)
    position: Any = boche.new(name, **options)
    for _ in range(6):
        position = position.play(position.random_move(rng))
    results = [returns(played_out(position, rng))[0] for _ in range(games)]
    fast = boche.rollouts(position, 10 * games).mean()
    assert abs(np.mean(results) - fast) < 4 * (np.std(results) + 0.2) / np.sqrt(games)


def played_out(position: Any, rng: random.Random) -> Any:
    while position.outcome is None:
        position = position.play(position.random_move(rng))
    return position


def test_results_of_many_games_in_a_word_are_in_no_order() -> None:
    """With a full board, 64 games are played at once, and only the number won is known."""
    position = boche.new("boche", size=4, fill_board=True)
    results = boche.rollouts(position, 64 * 500).reshape(500, 64)
    halves = results[:, :32].mean(), results[:, 32:].mean()
    assert abs(halves[0] - halves[1]) < 0.05
    assert len({row.sum() for row in results}) > 10
    first = boche.rollouts(position, 100)
    assert first.tolist() == boche.rollouts(position, 64 * 500)[:100].tolist()


def test_rollouts_of_a_finished_game_are_its_result() -> None:
    assert boche.rollouts(boche.new("boku").resign(), 3).tolist() == [-1, -1, -1]
    swapped = boche.new("boche", size=4).play("c:a1").play("swap")
    # Person 0, who has dark now, is to move and resigns; then person 1, who has light.
    assert boche.rollouts(swapped.resign("dark"), 2).tolist() == [-1, -1]
    assert boche.rollouts(swapped.resign("light"), 2).tolist() == [1, 1]
