"""Octi: counts, the sources' examples, each rule by itself, and messages on illegal moves."""

from __future__ import annotations

from itertools import islice

import pytest

from boche.engine.errors import IllegalMoveError, OptionError
from boche.engine.games.octi import GAME
from boche.engine.games.octi.position import Position
from boche.engine.games.octi.turns import Turn
from boche.engine.perft import perft
from tests.engine.games.octi.boards import FIGURE, FIGURE_STORES, board, pods, texts

FIGURE_COUNTS = [
    (False, "black", [178, 19131]),
    (False, "white", [108, 19178]),
    (True, "black", [178, 20927]),
    (True, "white", [123, 20912]),
]


# -- counts


@pytest.mark.parametrize(("wrap", "turn", "counts"), FIGURE_COUNTS)
def test_counts_from_the_figure(wrap: bool, turn: str, counts: list[int]) -> None:
    position = Position.set_up({"wrap": wrap}, FIGURE, FIGURE_STORES, turn)
    assert [perft(position, depth) for depth in (1, 2)] == counts


def test_the_start_position() -> None:
    position = GAME.new()
    assert pods(position) == [
        "black 37", "black 57", "black 77", "white 33", "white 53", "white 73",
    ]  # fmt: skip
    assert position.turn == "black"
    assert position.store("black") == position.store("white") == (4, 0, 25)
    assert texts(position) == [
        *(f"{home}+{letter}" for home in (37, 57, 77) for letter in "abcdefgh"), "37", "57", "77",
    ]  # fmt: skip


def test_options() -> None:
    assert GAME.complete({}) == {"bases": 3, "wrap": False}
    for number in (0, 2, 4):
        with pytest.raises(OptionError, match=rf"option Bases \(bases\): {number} is"):
            GAME.new(bases=number)
    assert GAME.new(bases=1, wrap=True).options == {"bases": 1, "wrap": True}


# -- prongs


def test_a_prong_goes_from_the_reserve_into_a_pod() -> None:
    position = GAME.new().play("57+e")
    assert "black 57e" in pods(position)
    assert position.store("black").prongs == 24


def test_a_turned_prong_leaves_its_hole() -> None:
    position = board(["black 46bd", "white 33"]).play("46+c-b")
    assert "black 46cd" in pods(position)
    assert position.store("black").prongs == 9


def test_without_prongs_in_reserve_they_can_only_be_turned() -> None:
    position = board(["black 46ab", "white 33"], black=(0, 0, 0))
    assert texts(position, "46+") == [f"46+{new}-{old}" for new in "cdefgh" for old in "ab"]
    with pytest.raises(IllegalMoveError, match=r"46\+c: no prong is left in reserve"):
        position.play("46+c")


# -- pods brought on


def test_a_reserve_pod_comes_on_an_own_home_beside_friends() -> None:
    position = GAME.new().play("57")
    assert pods(position).count("black 57") == 2
    assert position.store("black").reserve == 3


def test_no_pod_comes_where_an_enemy_stands() -> None:
    position = board(["black 37", "white 57", "black 46"])
    assert "57" not in texts(position)
    with pytest.raises(IllegalMoveError, match="57: an enemy stands on 57"):
        position.play("57")


def test_a_captured_pod_comes_back_where_one_stands_while_an_enemy_home_is_held() -> None:
    abroad = board(["black 33ab", "black 37", "white 53"], black=(0, 2, 9))
    assert [t for t in texts(abroad) if len(t) == 2] == ["33", "37", "57", "77"]
    back = abroad.play("33")
    assert pods(back)[:2] == ["black 33", "black 33ab"]
    assert back.store("black") == (3, 1, 9)
    assert abroad.play("37").store("black") == (3, 1, 9), "where both fit, the captured one"
    assert abroad.play("57").store("black") == (2, 2, 9), "an empty home takes a reserve pod"


def test_a_captured_pod_does_not_come_back_otherwise() -> None:
    stores = {"black": (0, 5, 9), "white": (6, 0, 9)}
    pods = [("black", 37, ""), ("black", 47, ""), ("white", 73, "")]
    position = Position.set_up({}, pods, stores)
    assert [t for t in texts(position) if len(t) == 2] == []
    with pytest.raises(IllegalMoveError, match=r"37: .* only while you hold a home square"):
        position.play("37")
    abroad = Position.set_up({}, [*pods[:1], ("black", 33, ""), pods[2]], stores)
    assert [t for t in texts(abroad) if len(t) == 2] == ["33", "37"]
    with pytest.raises(IllegalMoveError, match=r"57: .* only where one of yours stands"):
        abroad.play("57")
    with pytest.raises(IllegalMoveError, match="53: 53 is an enemy home"):
        abroad.play("53")


# -- steps and jumps


def test_a_step_goes_to_an_empty_or_friendly_square() -> None:
    position = board(["black 46abc", "black 47", "white 57", "white 33"])
    assert texts(position, "46-") == ["46-47", "46-56", "46-48", "46-48x", "46-68", "46-68x"]
    assert "black 47abc" in pods(position.play("46-47"))


def test_a_jump_needs_a_pod_to_pass_and_an_empty_square() -> None:
    position = board(["black 46ace", "black 47", "white 48", "white 45", "white 44", "white 56"])
    assert texts(position, "46-") == ["46-47", "46-66", "46-66x"]


def test_the_example_of_the_public_description() -> None:
    """Check that a pod on 84 jumps to 86 and 68, with optional captures from each jump."""
    position = board(["black 84ah", "black 85", "white 77ab", "white 33"])
    assert texts(position, "84-86") == [
        "84-86", "84-86x", "84-86-68", "84-86-68x", "84-86x-68", "84-86x-68x",
    ]  # fmt: skip
    own = position.play("84-86x-68")
    assert own.store("black").captured == 1
    enemy = position.play("84-86-68x")
    assert enemy.store("white").captured == 1
    assert enemy.store("black").prongs == 9 + 2, "the prongs go to the captor"
    assert enemy.store("white").prongs == 9


def test_no_square_is_jumped_twice_by_one_pod() -> None:
    position = board(["black 44ae", "white 45", "white 33"])
    assert texts(position, "44-46") == ["44-46", "44-46x"]
    with pytest.raises(IllegalMoveError, match="44-46-44: 45 is jumped over twice by one pod"):
        position.play("44-46-44")


def test_a_captured_pod_stays_until_the_turn_ends() -> None:
    stack = board(["black 46c", "black 46cd", "white 56", "white 33"])
    assert "46c-66x,46cd-66" in texts(stack), "so another may jump it too"
    with pytest.raises(IllegalMoveError, match="46c-66x,46cd-56: an enemy stands on 56"):
        stack.play("46c-66x,46cd-56")
    square = board(["black 46aceg", "white 56", "white 65", "white 54", "white 45", "white 33"])
    around = square.play("46-66x-64x-44x-46x")
    assert pods(around) == ["black 46aceg", "white 33"]
    assert around.store("white").captured == 4


def test_a_pod_may_return_to_the_square_that_it_left_alone() -> None:
    others = ["white 56", "white 65", "white 54", "white 45", "white 33"]
    assert "46-66-64-44-46" in texts(board(["black 46aceg", *others]))
    stack = board(["black 46aceg", "black 46", *others])
    assert not [t for t in texts(stack) if t.endswith("-46")], "one that stays blocks the square"
    both = board(["black 46aceg", "black 46h", *others])
    assert "46aceg-66-64-44-46,46h-37" in texts(both), "unless it goes as well"
    assert "46aceg-66-64-44-46" not in texts(both)


# -- several pods at once


def test_pods_that_move_together_do_not_meet_on_the_way() -> None:
    # The pod that goes to 47 neither blocks the other's way over 47 nor is it jumped there.
    position = board(["black 46a", "black 46ab", "white 33"])
    assert "46a-47,46ab-47" in texts(position), "they may land on one square"
    assert not [t for t in texts(position) if "48" in t]
    over = board(["black 46a", "black 46ab", "black 47", "white 33"])
    assert "46a-47,46ab-48" in texts(over)
    assert pods(over.play("46a-47,46ab-48x"))[:2] == ["black 47a", "black 48ab"]


def test_two_pods_may_share_a_landing_and_a_capture() -> None:
    position = board(["black 46c", "black 46cd", "white 56e", "white 33"])
    after = position.play("46c-66x,46cd-66")
    assert pods(after)[:2] == ["black 66c", "black 66cd"]
    assert after == position.play("46cd-66x,46c-66x"), "whoever names it, it is one capture"
    assert str(position.parse("46cd-66x,46c-66x")) == "46c-66x,46cd-66"


def test_equal_pods_need_no_telling_apart() -> None:
    position = board(["black 46a", "black 46a", "white 33"])
    assert texts(position, "46-") == ["46-47", "46-47,46-47"]
    assert texts(position, "46+")[0] == "46+b"


def test_some_pods_of_a_stack_are_captured_by_name() -> None:
    stack = ["white 56", "white 56", "white 56cd", "white 56e"]
    position = board(["black 46c", *stack, "white 33"])
    assert texts(position, "46-") == [
        "46-66", "46-66x(-)", "46-66x(-,-)", "46-66x(cd)", "46-66x(-,cd)", "46-66x(-,-,cd)",
        "46-66x(e)", "46-66x(-,e)", "46-66x(-,-,e)", "46-66x(cd,e)", "46-66x(-,cd,e)", "46-66x",
    ]  # fmt: skip
    after = position.play("46-66x(E,-)")
    assert pods(after)[1:] == ["white 33", "white 56", "white 56cd"]
    assert after.store("black").prongs == 10
    with pytest.raises(IllegalMoveError, match=r"no pod a to capture on 56, but: without prongs"):
        position.play("46-66x(a)")


# -- a board without edges


def test_a_torus_has_no_edges() -> None:
    position = board(["black 96bc", "black 26", "white 16", "white 33"], wrap=True)
    assert texts(position, "96-") == ["96-17"], "16 is an enemy's, and 26 is not empty"
    free = board(["black 96bc", "white 16", "white 33"], wrap=True)
    assert texts(free, "96-") == ["96-17", "96-26", "96-26x"]
    assert texts(board(["black 96bc", "white 33"]), "96-") == []
    corner = board(["black 99b", "white 33"], wrap=True)
    assert texts(corner, "99-") == ["99-11"]


# -- other faces of a position


def test_facts_are_json() -> None:
    import json

    facts = json.loads(json.dumps(Position.set_up({}, FIGURE, FIGURE_STORES).facts()))
    assert facts["pods"][0] == {"colour": "black", "square": 37, "prongs": ""}
    assert facts["stores"]["white"] == {"reserve": 1, "captured": 1, "prongs": 11}
    assert facts["held"] == {"black": [], "white": []}
    assert facts["repetitions"] == 1


def test_boards_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="black has 8 pods, not 7"):
        Position.set_up({}, [("black", 46, "")], {"black": (7, 0, 1), "white": (7, 0, 1)})
    with pytest.raises(OptionError, match="both colours stand on 46"):
        board(["black 46", "white 46"])


def test_a_move_marks_its_squares() -> None:
    position = board(["black 84ah", "black 85", "white 77ab", "white 33"])
    assert position.target(position.parse("84-86-68x")) == (84, 86, 68)
    assert position.target(position.parse("85+a")) == (85,)
    assert position.format(position.parse("84-86-68X")) == "84-86-68x"


def test_the_first_of_very_many_moves_come_at_once() -> None:
    """Check a stack whose moves would take minutes to count."""
    crowd = ["black 44" + "abcdefgh"[:n] for n in (8, 8, 7, 6)]
    crowd += [f"white {square}" for square in ("34", "54", "45", "43", "35", "53", "36")]
    moves = board(crowd).legal_moves()
    first = list(islice(moves, 3000))
    assert len(set(first)) == 3000
    assert moves


def test_moves_one_by_one_are_those_by_number() -> None:
    moves = board(["black 44bdf", "black 44ac", "white 45", "white 53"]).legal_moves()
    assert list(moves) == [moves[i] for i in range(len(moves))]


def test_moves_are_counted_and_chosen_without_making_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, step = list[int](), Turn.step
    monkeypatch.setattr(
        Turn, "step", lambda turn, number: made.append(number) or step(turn, number)
    )
    position = Position.set_up({}, FIGURE, FIGURE_STORES)
    moves = position.legal_moves()
    assert moves[len(moves) // 3] in list(moves)
    assert len(made) <= 2 * len(position.pods) < len(moves) // 2
