"""Conditional moves: lines, queues, and their fate when the game takes another course."""

from __future__ import annotations

import pytest

from boche.engine.languages.current import speaking
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.events import since
from boche.server.play import conversation
from boche.server.play.actor import Actor
from boche.server.play.match import load
from tests.server.desk import Desk


def plan(desk: Desk, user: int, number: int, path: list[str], move: str) -> None:
    desk.store.write(
        lambda transaction: conversation.plan(
            transaction, Actor(user), number, path, move, desk.now
        )
    )


def planned(desk: Desk, user: int, number: int) -> list[tuple[object, object]]:
    found = desk.store.read(
        lambda transaction: conversation.planned(transaction, Actor(user), number)
    )
    return [(each["path"], each["move"]) for each in found]


def test_a_line_is_answered_as_it_was_planned(desk: Desk) -> None:
    number, ann, bob = desk.board()
    plan(desk, bob.id, number, ["c:a1"], "c:b1")
    plan(desk, bob.id, number, ["c:a1", "c:b1", "c:a2"], "c:c1")
    plan(desk, bob.id, number, ["c:a1", "c:b1", "c:a3"], "c:c2")
    plan(desk, bob.id, number, ["c:d1"], "c:a1")
    assert "conditional move: c:b1" in desk.do(f"boche move {number} c:a1", user=ann)
    assert planned(desk, bob.id, number) == [(["c:a2"], "c:c1"), (["c:a3"], "c:c2")]
    assert "conditional move: c:c2" in desk.do(f"boche move {number} c:a3", user=ann)
    assert planned(desk, bob.id, number) == []


def test_a_line_that_was_left_is_shown_no_longer(desk: Desk) -> None:
    number, ann, bob = desk.board()
    plan(desk, bob.id, number, ["c:a1", "c:b1", "c:a2"], "c:c1")
    desk.do(f"boche move {number} c:a1", user=ann)
    assert len(planned(desk, bob.id, number)) == 1
    desk.do(f"boche move {number} c:b2", user=bob)
    assert planned(desk, bob.id, number) == []
    assert "conditional" not in desk.do(f"boche move {number} c:a2", user=ann)


def test_one_line_has_one_answer(desk: Desk) -> None:
    number, _, bob = desk.board()
    plan(desk, bob.id, number, ["c:a1"], "c:b1")
    plan(desk, bob.id, number, ["c:a1"], "c:b2")
    assert planned(desk, bob.id, number) == [(["c:a1"], "c:b2")]


@pytest.mark.parametrize(
    ("path", "move"),
    [([], "c:a1"), (["c:z9"], "c:a1"), (["c:a1"], "c:a1"), (["c:a1", "c:b1"], "c:a2"),
     (["c:a1"] * 41, "c:b1"), (["c:a1"], "x" * 401), (["\0"], "c:b1")],
)  # fmt: skip
def test_a_line_that_cannot_be_played_is_refused(desk: Desk, path: list[str], move: str) -> None:
    number, _, bob = desk.board()
    with pytest.raises(BadRequestError):
        plan(desk, bob.id, number, path, move)


def test_a_plan_for_a_turn_that_is_one_s_own_already_is_refused(desk: Desk) -> None:
    number, ann, _ = desk.board()
    with pytest.raises(BadRequestError, match="your turn"):
        plan(desk, ann.id, number, [], "c:a1")


def test_taking_back_drops_what_was_planned(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche queue {number} c:b1 c:b2", user=bob)
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche undo {number}", user=ann)
    desk.do(f"boche accept {number}", user=bob)
    assert planned(desk, bob.id, number) == []
    assert "conditional" not in desk.do(f"boche move {number} c:a1", user=ann)


def test_a_move_for_another_turn_waits_and_a_late_one_is_dropped(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche queue {number} c:b1#4", user=bob)
    assert "conditional" not in desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche move {number} c:c1", user=bob)
    assert "conditional move: c:b1" in desk.do(f"boche move {number} c:a2", user=ann)
    desk.do(f"boche queue {number} c:b2#2", user=bob)
    assert "conditional" not in desk.do(f"boche move {number} c:a3", user=ann)
    assert planned(desk, bob.id, number) == []


def test_one_that_cannot_be_played_takes_the_rest_with_it_and_is_told(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche queue {number} c:a1 c:b1", user=bob)
    assert "to move: bob" in desk.do(f"boche move {number} c:a1", user=ann)
    assert planned(desk, bob.id, number) == []

    def last(transaction: Transaction) -> dict[str, object]:
        return since(transaction, number, 0)[-1]

    event = desk.store.read(last)
    assert (event["kind"], event["private"], event["seat"], event["move"]) == (
        "plan", True, 1, "c:a1")  # fmt: skip


def test_plans_of_both_play_on_until_one_has_none(desk: Desk) -> None:
    number, ann, bob = desk.board(options="-size=6 -kill=0")
    desk.do(f"boche queue {number} c:a2 c:a3", user=ann)
    desk.do(f"boche queue {number} c:b1 c:b2", user=bob)
    answer = desk.do(f"boche move {number} c:a1", user=ann)
    assert [f"conditional move: c:{each}" in answer for each in ("b1", "a2", "b2", "a3")] == (
        [True] * 4)  # fmt: skip
    assert "to move: bob" in answer


def test_a_game_may_end_by_the_rules_within_conditional_moves(desk: Desk) -> None:
    from tests.server.play.push.test_whole_games import random_game

    options = "-size=4 -kill=0"
    number, ann, bob = desk.board(options=options)
    moves = random_game("boche", options)
    swapped = [each for each, move in enumerate(moves) if move == "swap"]
    assert not swapped, "the turns alternate from the first move on"
    for user, own in ((ann, moves[2::2]), (bob, moves[1::2])):
        desk.do(f"boche queue {number} {' '.join(own)}", user=user)
    answer = desk.do(f"boche move {number} {moves[0]}", user=ann)
    assert "the game is over" in answer
    board = desk.store.read(lambda transaction: load(transaction, number))
    assert board.moves == moves
    assert board.row.deadline is None
    assert desk.do("ratings ann").count("boche") == 1
    assert desk.refused(f"boche queue {number} c:a1", user=bob)[0] == 409


def in_words(desk: Desk, user: int, number: int, text: str) -> None:
    desk.store.write(
        lambda transaction: conversation.plan_in_words(
            transaction, Actor(user), number, text, desk.now
        )
    )


def test_answers_are_planned_by_the_names_of_moves(desk: Desk) -> None:
    number, ann, bob = desk.board()
    in_words(desk, bob.id, number, "If c:a1 then c:b1, if c:a2 then c:c1")
    assert planned(desk, bob.id, number) == [
        (["c:a1"], "c:b1"), (["c:a1", "c:b1", "c:a2"], "c:c1"),
    ]  # fmt: skip
    assert "conditional move: c:b1" in desk.do(f"boche move {number} c:a1", user=ann)
    assert "conditional move: c:c1" in desk.do(f"boche move {number} c:a2", user=ann)
    with speaking("de"):
        desk.do(f"boche move {number} c:a3", user=ann)
        desk.do(f"boche move {number} c:a4", user=bob)
        in_words(desk, bob.id, number, "wenn c:d1 dann c:b2")
    assert planned(desk, bob.id, number) == [(["c:d1"], "c:b2")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c:a1 c:b1", "as the example says"), ("if c:a1", "as the example says"),
        ("if then c:b1", "as the example says"), ("if c:a1 then", "as the example says"),
        ("", "as the example says"), ("if c:a1 then c:a1", "c:a1"),
        ("if x9 then c:b1", "not a move"),
    ],
)  # fmt: skip
def test_what_is_no_condition_is_refused_whole(desk: Desk, text: str, said: str) -> None:
    number, ann, bob = desk.board()
    with pytest.raises((BadRequestError, ConflictError), match=said):
        in_words(desk, bob.id, number, text)
    assert planned(desk, bob.id, number) == []
    with pytest.raises(BadRequestError, match="it is your turn: move first"):
        in_words(desk, ann.id, number, "if c:a1 then c:b1")
