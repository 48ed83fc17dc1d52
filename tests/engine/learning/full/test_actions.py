"""Integer actions, masks and observations of positions, for all games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import boche
from boche.engine.native.kernels import encoding_of
from boche.engine.search.steps import Steps
from tests.engine.learning import seen

VARIANTS: list[tuple[str, dict[str, int]]] = [
    ("boche", {"size": 3}),
    ("boche", {"size": 5, "kill": 2, "adjacent": True}),
    ("boche", {"size": 4, "fill_board": True, "immediate_win": True}),
    ("che", {}),
    ("che", {"num_tiles": 9, "group_extent": 5}),
    ("che", {"num_tiles": 0, "group_area": 6}),
    ("boku", {}),
    ("octi", {}),
    ("octi", {"bases": 1, "wrap": True}),
]


def walk(name: str, options: dict[str, int], games: int) -> Iterator[Any]:
    """Yield positions of random games, whole ones and those in the middle of a move."""
    rng = random.Random(f"{name}{options}")
    for _ in range(games):
        at: Any = boche.new(name, **options)
        for _ in range(120):
            yield at
            if at.outcome is not None:
                break
            at = at.apply(rng.choice(at.legal_actions()))


def begun(position: Any) -> Any:
    """Return a position as the search sees it: with the steps of a move as its moves."""
    is_whole = hasattr(position, "text_board")
    return Steps(encoding_of(position.game)).begin(position) if is_whole else position


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_actions_are_the_legal_steps_and_nothing_else(name: str, options: dict[str, int]) -> None:
    count = 0
    for at in walk(name, options, 5):
        count += 1
        actions, steps = at.legal_actions(), begun(at)
        assert actions == sorted(set(actions))
        legal = {str(step) for step in steps.legal_moves()} if at.outcome is None else set()
        assert {str(at.step_of(action)) for action in actions} == legal
        assert len(actions) == len(legal)
        assert all(0 <= action < at.num_actions for action in actions)
        mask = at.action_mask()
        assert mask.dtype == np.bool_
        assert mask.shape == (at.num_actions,)
        assert np.flatnonzero(mask).tolist() == actions
        assert all(at.action_of(str(at.step_of(action))) == action for action in actions[:5])
    assert count > 40


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_the_actions_of_a_move_play_it(name: str, options: dict[str, int]) -> None:
    rng = random.Random(7)
    for _ in range(4):
        position: Any = boche.new(name, **options)
        while position.outcome is None and position.ply < 40:
            move = position.random_move(rng)
            at = position
            for action in position.actions_of(move):
                assert at.turn == position.turn
                at = at.apply(action)
            position = position.play(move)
            assert at == position
            assert type(at) is type(position)


@pytest.mark.parametrize("name", boche.GAMES)
def test_an_action_means_the_same_wherever_it_is_legal(name: str) -> None:
    """A text, on a board that grows, may stand for other numbers in other games only."""
    texts: dict[int, set[str]] = {}
    for at in walk(name, {}, 3):
        for action in at.legal_actions():
            text = str(at.step_of(action)) if name in ("boche", "che") else ""
            texts.setdefault(action, set()).add(text)
    assert texts
    assert all(len(meanings) == 1 for meanings in texts.values())


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_an_observation_shows_what_its_planes_say(name: str, options: dict[str, int]) -> None:
    restated = getattr(seen, name)
    count = 0
    for at in walk(name, options, 5):
        assert len(at.observation_planes) == at.observation_shape[0]
        if name == "octi" and begun(at) is at:
            continue  # see the test of its unfinished turns
        for player in (0, 1):
            colour = at.game.colours[player ^ at.swapped]
            shown = at.observation(player)
            assert shown.dtype == np.float32
            assert shown.min() >= 0
            assert shown.max() <= 1
            position = begun(at) if name == "che" else at
            wanted = restated(position, colour)
            if at.outcome is not None:
                # The rest of the last turn is of no interest to anybody.
                shown, wanted = shown[:2], wanted[:2]
            for plane, what, right in zip(shown, at.observation_planes, wanted, strict=False):
                np.testing.assert_allclose(plane, right, err_msg=f"{what}: {at!r}", atol=1e-6)
            count += 1
        assert len(wanted) == len(shown)
    assert count > 40


def test_an_unfinished_turn_is_seen() -> None:
    start = boche.new("octi")
    planes = list(start.observation_planes)
    at = start.apply(start.action_of("57+"))
    shown = at.observation()
    assert shown[planes.index("everywhere 1 if a pod gets a prong")].all()
    chosen = planes.index(
        "the square of the pod chosen, a seventh for each pod still to move from there"
    )
    assert np.argwhere(shown[chosen]).tolist() == [[6, 4]]


def test_by_default_the_player_to_move_looks() -> None:
    position = boche.new("boku").play("c4")
    assert (position.observation() == position.observation(1)).all()
    assert (position.observation() != position.observation(0)).any()
    with pytest.raises(boche.BocheError, match="unknown player 2; the players are 0 and 1"):
        position.observation(2)


def test_after_a_swap_the_persons_have_the_other_colours() -> None:
    position = boche.new("boche", size=4).play("c:a1").play("swap")
    assert position.turn == "dark"
    assert (position.observation() == position.observation(0)).all()


@pytest.mark.parametrize("action", [-1, 10**9, 5, 1.5, "c:a1", None])
def test_what_is_no_legal_action_is_refused(action: Any) -> None:
    position = boche.new("boku").play("a1")
    taken = boche.new("boku").action_of("a1")
    for wrong in (action, taken):
        with pytest.raises(boche.IllegalMoveError, match=r"legal_actions\(\) lists them"):
            position.apply(wrong)


def test_what_is_no_legal_step_is_refused_as_a_move_would_be() -> None:
    position = boche.new("boku").play("a1")
    with pytest.raises(boche.IllegalMoveError, match="a1"):
        position.action_of("a1")
    with pytest.raises(boche.NotationError):
        position.action_of("nonsense")
    with pytest.raises(boche.IllegalMoveError):
        boche.new("che").actions_of("fl:0,0+fl:1,0")


def test_after_the_end_there_are_none() -> None:
    over = boche.new("boche", size=3).resign()
    assert over.legal_actions() == []
    with pytest.raises(boche.IllegalMoveError, match="action 0: the game is over, light resigned"):
        over.apply(0)
    assert not over.action_mask().any()


def test_tiles_far_away_have_no_action() -> None:
    """Che's table has no edge."""
    position: Any = boche.new("che", num_tiles=0).play("fl:0,0")
    x = 1
    while x < 15:
        moves = [str(move) for move in position.legal_moves()]
        position = position.play(next(m for m in moves if f":{x},0" in m and f":{x + 1},0" in m))
        x += 2
    assert position.outcome is None
    edge = next(step for step in begun(position).legal_moves() if (step.x, step.y) == (15, 0))
    at = position.apply(position.action_of(edge))
    far = [tile for tile in at.legal_moves() if tile.x > 15]
    assert far
    assert len(at.legal_actions()) == len(at.legal_moves()) - len(far)
    with pytest.raises(boche.IllegalMoveError, match=str(far[0])):
        at.action_of(far[0])
    with pytest.raises(boche.BocheError, match="over 15 cells from the first"):
        at.play(far[0]).whole.legal_actions()


@pytest.mark.parametrize("name", ["che", "octi"])
def test_a_position_in_the_middle_of_a_move_is_a_state(name: str) -> None:
    whole: Any = boche.new(name)
    whole = whole.play(whole.random_move(random.Random(1)))
    at = whole.apply(whole.legal_actions()[0])
    assert not isinstance(at, boche.Position)
    assert isinstance(at, boche.State)
    assert at.whole is whole
    assert whole.whole is whole
    assert (at.turn, at.player, at.is_over, at.returns()) == (whole.turn, 1, False, (0.0, 0.0))
    assert repr(at).startswith(f"<{whole.game.title}, {whole.turn} to move, begun: ")
    for refuse in (boche.search, boche.player("1").choose):
        with pytest.raises(boche.ArgumentError, match="not in the middle of a move"):
            refuse(at)
    assert len(boche.rollouts(at, 5)) == 5
