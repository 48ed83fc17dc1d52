"""Single positions by compiled code, compared with the interpreted rules after every action."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boche
from boche.engine import recent
from boche.engine.errors import IllegalMoveError
from boche.engine.games.registry import GAMES
from boche.engine.learning import actions
from boche.engine.learning.desks import desk_for
from boche.engine.native.kernels import GameCode, code_of
from tests.duels.duel import play_game
from tests.duels.games import DUELS

VARIANTS: list[tuple[str, dict[str, int]]] = [
    ("boche", {}),
    ("boche", {"size": 5, "kill": 2, "adjacent": True}),
    ("boche", {"size": 4, "fill_board": True, "immediate_win": True}),
    ("boche", {"size": 1}),
    ("che", {}),
    ("che", {"num_tiles": 9, "group_extent": 5}),
    ("che", {"num_tiles": 0, "group_area": 6}),
    ("boku", {}),
    ("octi", {}),
    ("octi", {"bases": 1, "wrap": True}),
]
SCRATCH = {"mark", "stack", "movers", "ends", "hops", "jumped", "taken", "list"}
variants = pytest.mark.parametrize(("name", "options"), VARIANTS)


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    for name in GAMES:
        _ = code_of(GAMES[name]).library


def interpreted(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function without compiled code for single positions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(actions, "desk_for", lambda whole: None)
        return function(*arguments)


def state_of(position: Any) -> list[Any]:
    """Return the parts of a board that mean anything, in their order."""
    board = position.board
    sizes = {"open": len(interpreted(open_places, position))}
    found = []
    for field, part in zip(board._fields, board, strict=True):
        if field in SCRATCH or field == "info":
            continue
        if isinstance(part, dict):
            part = {key: value for key, value in part.items() if value != part.default}  # type: ignore[attr-defined]
            part = [part.get(i, 0) for i in range(sizes["open"])] if field == "open" else part
        found.append((field, part[: sizes[field]] if field in sizes else part))
    return found


def open_places(position: Any) -> list[int]:
    """Return the places of a board's list ``open`` that count: as many as have a slot."""
    slot = getattr(position.board, "slot", [])
    slots = list(slot.values() if isinstance(slot, dict) else slot)
    return [at for at in slots if at >= 0]


def assert_same(fast: Any, slow: Any) -> None:
    assert fast == slow
    assert hash(fast) == hash(slow)
    assert fast.whole.is_over == slow.whole.is_over
    assert (fast.turn, fast.player) == (slow.turn, slow.player)
    assert type(fast) is type(slow)
    if fast.whole is not fast:
        return
    assert (fast.ply, fast.swapped, fast.outcome) == (slow.ply, slow.swapped, slow.outcome)
    assert (fast.to_text(), fast.key(), repr(fast)) == (slow.to_text(), slow.key(), repr(slow))
    assert fast.returns() == slow.returns()


@variants
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_actions_lead_where_the_interpreted_rules_lead(
    name: str, options: dict[str, int], seed: int
) -> None:
    rng = random.Random(seed)
    fast = slow = boche.new(name, **options)  # type: ignore[call-overload]
    for _ in range(120):
        assert desk_for(fast.whole) is not None
        legal = fast.legal_actions()
        assert legal == interpreted(slow.legal_actions)
        mask = fast.action_mask()
        assert np.array_equal(mask, interpreted(slow.action_mask))
        assert mask.nonzero()[0].tolist() == legal
        if not legal:
            break
        action = rng.choice(legal)
        fast, slow = fast.apply(action), interpreted(slow.apply, action)
        assert_same(fast, slow)
        if fast.whole is fast:
            assert state_of(fast) == state_of(slow)  # random play depends on the order, too
            fast = rng.choice([fast, fast, pickle.loads(pickle.dumps(fast)), copy.copy(fast)])


@variants
def test_moves_are_those_of_the_interpreted_rules(name: str, options: dict[str, int]) -> None:
    for seed in range(3):
        one, two = random.Random(seed), random.Random(seed)
        fast = slow = boche.new(name, **options)  # type: ignore[call-overload]
        fast.legal_actions()  # now compiled code is ready
        while not fast.is_over and fast.ply < 30:
            move = interpreted(slow.random_move, two)
            drawn = packed(fast).random_move(one)
            assert drawn == move
            if name in ("che", "octi"):  # whose moves are drawn step by step
                after = fast.play(drawn)
                assert after.is_packed
                assert_same(after, packed(fast).play(move))
                assert state_of(after) == state_of(fast.play(str(move)))
            if name != "octi":  # whose moves are listed in one way only
                assert_same_moves(packed(fast).legal_moves(), interpreted(slow.legal_moves))
                fast = packed(fast).play(move)
                assert fast.is_packed
            else:
                fast = fast.play(move)
            slow = interpreted(slow.play, move)
            assert_same(fast, slow)
            assert state_of(fast) == state_of(slow)


@variants
def test_the_move_drawn_last_is_played_in_its_own_position_only(
    name: str, options: dict[str, int]
) -> None:
    one: Any = boche.new(name, **options)  # type: ignore[call-overload]
    one.legal_actions()  # now compiled code is ready
    other = one.play(one.legal_moves()[0])
    move = packed(one).random_move(random.Random(1))
    with_other = packed(other).random_move(random.Random(2)) if not other.is_over else move
    for _ in range(2):
        assert_same(one.play(move), interpreted(one.play, str(move)))
        assert refusal(other.play, with_other) == refusal(interpreted, other.play, str(with_other))


def test_an_error_while_a_move_is_drawn_leaves_nothing_behind() -> None:
    class Wrong(random.Random):
        def choice(self, some: Any) -> Any:
            raise KeyError(len(some))

    for name in GAMES:
        position: Any = boche.new(name)
        position.legal_actions()  # now compiled code is ready
        with pytest.raises(KeyError):
            packed(position).random_move(Wrong())
        move = packed(position).random_move(random.Random(1))
        assert move == interpreted(position.random_move, random.Random(1))


def test_moves_are_compiled_after_the_rules_have_been_compared() -> None:
    position: Any = boche.new("boku")
    position.legal_actions()  # now compiled code is ready
    kind, _ = DUELS["boku"]
    assert play_game(kind, "any", 2).plies == 2
    assert packed(position).play(position.legal_moves()[0]).is_packed


def assert_same_moves(fast: Any, slow: Any) -> None:
    assert list(fast) == list(slow)
    assert (fast, hash(fast), len(fast)) == (slow, hash(slow), len(slow))
    assert slow == fast
    assert (fast[0], fast[-1], fast[1:4]) == (slow[0], slow[-1], slow[1:4])
    assert fast != slow[1:]
    with pytest.raises(IndexError):
        fast[len(slow)]


def packed(position: Any) -> Any:
    """Return a position whose board has been put away."""
    position.put_away()
    return position


@variants
def test_illegal_moves_are_refused_in_the_same_words(name: str, options: dict[str, int]) -> None:
    rng = random.Random(3)
    position: Any = boche.new(name, **options)  # type: ignore[call-overload]
    others = list[Any]()
    while not position.is_over and position.ply < 12:
        others.append(position.random_move(rng))
        position = position.play(others[-1])
    position.legal_actions()
    refused = 0
    for move in others:
        fast, slow = refusal(packed(position).play, move), refusal(interpreted, position.play, move)
        assert fast == slow
        refused += fast is not None
    assert refused > 0


def refusal(function: Callable[..., Any], *arguments: Any) -> str | None:
    try:
        function(*arguments)
    except boche.BocheError as error:
        return str(error)
    return None


@variants
def test_illegal_actions_are_refused_in_the_same_words(name: str, options: dict[str, int]) -> None:
    position = boche.new(name, **options)  # type: ignore[call-overload]
    legal = set(position.legal_actions())
    wrong = [next(a for a in range(position.num_actions) if a not in legal)]
    for action in (*wrong, -1, position.num_actions, 2**64, 2**80, "1", None, 1.0):
        with pytest.raises(IllegalMoveError) as fast:
            position.apply(action)
        with pytest.raises(IllegalMoveError) as slow:
            interpreted(position.apply, action)
        assert str(fast.value) == str(slow.value)
    over = position.resign()
    assert over.legal_actions() == []
    assert not over.action_mask().any()
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.apply(min(legal))


@variants
def test_positions_that_are_played_through_stay_packed(
    name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    position: Any = boche.new(name, **options)  # type: ignore[call-overload]
    position = position.apply(position.legal_actions()[0])
    kind = type(position.whole)
    monkeypatch.setattr(kind, "_unpack", lambda self, packed: pytest.fail("a board is unpacked"))
    rng = random.Random(1)
    for _ in range(40):
        if position.is_over:
            break
        assert position.action_mask().any()
        assert position.turn in position.game.colours
        assert position.player in (0, 1)
        position = position.apply(rng.choice(position.legal_actions()))


def test_a_place_too_far_out_is_left_to_the_interpreted_rules() -> None:
    position: Any = boche.new("che", num_tiles=0).play("fl:0,0")
    for x in range(1, 33, 2):
        tiles = []
        for at in (x, x + 1):
            step = position.steps(f"{at},0" if not tiles else f"{tiles[0]}+{at},0")[0].text
            tiles = [step]
        position = position.play(tiles[0])
    assert position.ply == 17
    with pytest.raises(boche.BocheError, match="15 cells"):
        position.legal_actions()


def test_a_position_shown_with_a_tile_of_the_next_move_is_interpreted() -> None:
    whole = boche.new("che").play("fl:0,0")
    whole.legal_actions()  # now compiled code is ready
    shown = packed(whole.after_first(whole.steps("1,0")[0].text.partition("+")[0]))
    assert shown.legal_actions() == interpreted(shown.legal_actions)
    assert shown.legal_moves() == interpreted(shown.legal_moves)
    one, two = random.Random(1), random.Random(1)
    assert packed(shown).random_move(one) == interpreted(shown.random_move, two)


def test_without_a_library_all_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameCode, "is_at_hand", False)
    found: list[Any] = []

    def play() -> None:  # in a thread of its own, which has no desk
        position: Any = boche.new("boku")
        found.append(desk_for(position))
        rng = random.Random(4)
        for _ in range(20):
            position = position.apply(rng.choice(position.legal_actions()))
        found.append(position.to_text())

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    monkeypatch.undo()
    position, rng = boche.new("boku"), random.Random(4)
    for _ in range(20):
        position = position.apply(rng.choice(position.legal_actions()))  # type: ignore[assignment]
    assert found == [None, position.to_text()]


@pytest.mark.parametrize("name", list(GAMES))
def test_threads_play_on_from_the_same_positions(name: str) -> None:
    shared: list[Any] = [boche.new(name)]
    rng = random.Random(2)
    while len(shared) < 12:
        shared.append(shared[-1].apply(rng.choice(shared[-1].legal_actions())))
    found: dict[int, list[str]] = {}

    def play(number: int) -> None:
        texts, rng = list[str](), random.Random(9)
        for _ in range(10):
            for start in shared:
                position: Any = start
                for _ in range(6):
                    if position.whole.is_over:
                        break
                    position.whole.put_away()
                    position = position.apply(rng.choice(position.legal_actions()))
                texts.append(position.whole.to_text())
        found[number] = texts

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    play(4)
    assert len(found) == 5
    assert all(texts == found[4] for texts in found.values())


def test_what_is_asked_first_is_interpreted() -> None:
    """A program that looks at some positions does not load compiled code for that."""
    found: list[bool] = []

    def look() -> None:
        position = boche.new("boche", size=3)
        for move in position.legal_moves()[:20]:
            position.play(move)
        found.append(recent.is_ready())
        position.legal_actions()
        found.append(recent.is_ready())

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [False, True]
