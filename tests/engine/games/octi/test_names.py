"""Octi's moves as text and as steps: names of pods, and refusals."""

from __future__ import annotations

import pytest

from boche.engine.errors import IllegalMoveError, NotationError
from boche.engine.games.octi import GAME
from tests.engine.games.octi.boards import board, pods

# -- names


def test_a_square_alone_names_the_bare_pod_or_the_only_one_that_can() -> None:
    position = board(["black 46ac", "black 46c", "black 46", "white 33"])
    assert str(position.parse("46+b")) == "46+b"
    assert "black 46b" in pods(position.play("46+b")), "the bare one"
    with pytest.raises(IllegalMoveError, match="46-47: the pod on 46 has no prongs"):
        position.play("46-47")
    two = board(["black 46ac", "black 46c", "white 33"])
    assert str(two.parse("46-47")) == "46ac-47"
    with pytest.raises(IllegalMoveError, match="46-56: this fits several pods: 46ac-56 or 46c-56"):
        two.play("46-56")
    with pytest.raises(IllegalMoveError, match=r"46\+h: this fits several pods"):
        two.play("46+h")
    assert str(two.parse("46-56,46-47")) == "46ac-47,46c-56", "only one of them can go to 47"


def test_a_name_may_be_longer_than_needed() -> None:
    position = board(["black 46fedc", "white 33"])
    assert str(position.parse("46EFCD-56")) == "46-56"
    with pytest.raises(IllegalMoveError, match="no pod on 46 has just the prongs c; there is cdef"):
        position.play("46c-56")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("55-56", "there is no pod on 55"),
        ("33+a", "the pod on 33 is not yours"),
        ("46-49", "49 is neither next to 46 nor two squares away in a straight line"),
        ("46-47", "an enemy stands on 47; a step goes to an empty or friendly square"),
        ("46-45", "the pod on 46 has no prong e, south"),
        ("46-66", "no pod stands on 56 that could be jumped over"),
        ("46-28", "28 is not empty, so no jump ends there"),
        ("46-56-66", "56-66: a pod makes one step, or jumps only; it cannot do both"),
        ("46-56x", "46-56 is a step, which captures nothing"),
        ("46+a", r"the pod on 46 has a prong a already \(acgh\)"),
        ("46+b-d", "the pod on 46 has no prong d to turn"),
        ("46", "46 is not a home square"),
        ("46-56,46-36", "there is only one pod on 46"),
        ("46-56,37-38", "the pods of one square move in a turn, not those of 37 and 46"),
        ("53", "an enemy stands on 53"),
        ("73", "73 is an enemy home; there a captured pod comes back"),
    ],
)
def test_illegal_moves_are_told_why(text: str, reason: str) -> None:
    position = board(
        ["black 46acgh", "black 37", "white 47", "white 28", "white 33", "white 53"],
    )
    with pytest.raises(IllegalMoveError, match=f"^{text.replace('+', '[+]')}: {reason}"):
        position.play(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a move"),
        ("hello", "not a move; write 46[+]c"),
        ("46-", "not a move"),
        ("46-50", "a square is two digits from 1 to 9"),
        ("4-5", "a square is two digits"),
        ("146-47", "a square is two digits"),
        ("46+k", "a prong is a letter from a to h"),
        ("46cc-47", "cc names a prong twice"),
        ("46-47,,46-48", "not a move"),
        ("46-48x()", "not a move"),
        ("46-48-" * 500 + "46", "not a move"),
        ("46+a" + "!" * 60, r"\.\.\.'"),
    ],
)
def test_texts_that_are_no_moves(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as caught:
        GAME.new().parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 140


# -- steps


def test_steps_ask_for_one_thing_after_the_other() -> None:
    position = board(["black 84ah", "black 85", "white 77ab", "white 33"])
    assert [s.text for s in position.steps()] == ["84+", "85+", "37", "57", "84-"]
    assert [s.text for s in position.steps("84-")] == ["84-85", "84-75", "84-86?"]
    assert [s.text for s in position.steps("84-86?")] == ["84-86-", "84-86x-"]
    assert [s.text for s in position.steps("84-86x-")] == ["84-86x", "84-86x-68?"]
    last = position.steps("84-86x-68?")
    assert [s.text for s in last] == ["84-86x-68", "84-86x-68x"]
    assert all(s.move == position.parse(s.text) for s in last)
    assert [s.text for s in position.steps("84+")][-3:] == ["84+e-", "84+f-", "84+g-"]
    assert [s.text for s in position.steps("84+e-")] == ["84+e-a", "84+e-h"]


def test_steps_of_a_stack_choose_its_pods_first() -> None:
    position = board(["black 46a", "black 46a", "black 46cd", "white 33"])
    assert [s.text for s in position.steps()][-2:] == ["46a-", "46cd-"]
    assert [s.text for s in position.steps("46a-")] == ["46a-47", "46a-,46a", "46a-,46cd"]
    assert [s.text for s in position.steps("46a-,46cd")] == ["46a-47,46cd-", "46a-,46cd,46cd"][:1]
    assert [s.text for s in position.steps("46a-47,46cd-")] == ["46a-47,46cd-56", "46a-47,46cd-55"]


def test_steps_from_nowhere_are_refused() -> None:
    position = GAME.new()
    for text in ("37-", "44+", "33+", "37-38-", "37+a-", "zz", "37-,37-"):
        with pytest.raises((IllegalMoveError, NotationError)):
            position.steps(text)
    assert position.resign().steps() == ()


def test_nothing_follows_a_whole_move() -> None:
    position = board(["black 44f", "black 46c", "white 73"])
    with pytest.raises(IllegalMoveError, match=r"^44-33-: 44-33 is whole, nothing follows$"):
        position.steps("44-33-")
