"""Moves, clocks, conditional moves and ends, through users' commands."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import update

from boche.engine.durations import DAY
from boche.server.database.schema import users
from boche.server.database.store import Store
from boche.server.play import moves
from boche.server.play.actor import Actor
from boche.server.play.match import load
from tests.server.desk import Desk


def test_a_move_is_played_and_shown(desk: Desk) -> None:
    number, ann, _ = desk.board()
    answer = desk.do(f"boche move {number} c:a1", user=ann)
    assert answer.startswith(f"board {number}: 1. c:a1 played")
    assert "to move: bob (dark), move 2, 21 days left" in answer
    assert "Moves: 1. c:a1" in answer


def test_the_same_move_for_the_same_number_changes_nothing(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1#1", user=ann)
    assert "was played already" in desk.do(f"boche move {number} c:a1#1", user=ann)
    desk.do(f"boche move {number} c:b1#2", user=bob)
    assert "was played already" in desk.do(f"boche move {number} c:a1#1", user=ann)
    assert desk.refused(f"boche move {number} d:a1#1", user=ann) == (
        409, f"board {number}: move 3 is due, not move 1")  # fmt: skip


def test_a_move_out_of_turn_or_against_the_rules_is_refused(desk: Desk) -> None:
    number, ann, bob = desk.board()
    assert desk.refused(f"boche move {number} c:a1", user=bob) == (
        409, f"board {number}: it is ann's turn")  # fmt: skip
    status, reason = desk.refused(f"boche move {number} c:z9", user=ann)
    assert status == 400
    assert reason.startswith(f"board {number}: ")
    eve = desk.person("eve")
    assert desk.refused(f"boche move {number} c:a1", user=eve)[0] == 403


def test_after_a_swap_the_other_person_has_the_turn(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    answer = desk.do(f"boche swap {number}", user=bob)
    assert "to move: ann (dark)" in answer


def test_time_runs_out_and_vacation_is_spent_before_that(desk: Desk) -> None:
    number, ann, _ = desk.board()

    def sweep() -> str | None:
        def work(transaction):
            for each in moves.due_boards(transaction, desk.now):
                moves.forfeit(transaction, each, desk.now)
            return load(transaction, number).row.reason

        return desk.store.write(work)

    desk.pass_time(21 * DAY + 60)
    assert sweep() is None
    assert desk.do("vacation", user=ann) == "vacation: you have 29 days left"
    desk.pass_time(29 * DAY)
    assert sweep() is None
    desk.pass_time(4 * DAY)
    assert sweep() == "ann ran out of time"
    assert "(B+T)" in desk.do(f"boche show {number}")
    ended = desk.store.write(lambda transaction: load(transaction, number))
    assert [seat.bank for seat in ended.seats] == [0.0, 21 * DAY]


def test_at_the_end_of_a_game_the_clocks_stand_as_they_were(desk: Desk) -> None:
    number, _, bob = desk.board()
    desk.pass_time(DAY)
    desk.do(f"boche resign {number}", user=bob)
    ended = desk.store.write(lambda transaction: load(transaction, number))
    assert [seat.bank for seat in ended.seats] == [20 * DAY, 21 * DAY]


def test_clocks_stand_still_on_vacation(desk: Desk) -> None:
    number, ann, _ = desk.board()
    desk.pass_time(DAY)
    desk.do("vacation 10", user=ann)
    assert "30 days left" in desk.do(f"boche show {number}")
    desk.pass_time(4 * DAY)
    assert desk.do("back", user=ann).startswith("your clocks run again; 6 days")
    assert "20 days left" in desk.do(f"boche show {number}")


def test_conditional_moves_are_played_when_they_fit(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche queue {number} c:b1 c:c1", user=bob)
    answer = desk.do(f"boche move {number} c:a1", user=ann)
    assert "conditional move: c:b1" in answer
    assert "to move: ann" in answer
    answer = desk.do(f"boche move {number} c:c1", user=ann)
    assert "conditional move" not in answer, "the place is taken: it cannot be played"
    assert "to move: bob" in answer


def test_two_that_play_the_same_turn_at_once_play_one_move(store: Store) -> None:
    desk = Desk(store)
    number, ann, _ = desk.board()
    heard: list[str] = []

    def play(text: str) -> None:
        try:
            store.write(
                lambda transaction: moves.move(
                    transaction, Actor(ann.id), number, text, desk.now, 1
                )
            )
            heard.append("played")
        except Exception as error:
            heard.append(type(error).__name__)

    threads = [threading.Thread(target=play, args=(f"c:{column}1",)) for column in "abcd"]
    [each.start() for each in threads]
    [each.join() for each in threads]
    assert sorted(heard) == ["ConflictError"] * 3 + ["played"]
    assert len(store.read(lambda transaction: load(transaction, number)).moves) == 1


@pytest.mark.parametrize(
    "late",
    ["move {} c:a1", "resign {}", "propose {}", "queue {} c:a1", "submit {} c:a1", "accept {}"],
)
def test_after_the_time_is_over_nothing_can_be_done_before_it_was_seen(
    desk: Desk, late: str
) -> None:
    number, ann, bob = desk.board(options="-size=4 -kill=0 --totaltime=1 --unrated")
    none = update(users).values(vacation=0.0, vacation_at=None)  # none that could save the game
    desk.store.write(lambda transaction: transaction.connection.execute(none))
    desk.do(f"boche propose {number}", user=bob)
    board = desk.store.read(lambda transaction: load(transaction, number))
    desk.now = board.row.deadline
    for user in (ann, bob):
        status, reason = desk.refused("boche " + late.format(number), user=user)
        assert (status, reason) == (
            409, f"board {number}: the game is over (ann ran out of time)")  # fmt: skip
    desk.store.write(lambda transaction: moves.forfeit(transaction, number, desk.now))
    after = desk.store.read(lambda transaction: load(transaction, number))
    assert (after.row.kind, after.row.winner, after.moves) == ("time", 1, ())


def test_vacation_in_hand_lets_a_late_move_pass_before_it_was_seen(desk: Desk) -> None:
    number, ann, _ = desk.board(options="-size=4 -kill=0 --totaltime=10")
    desk.pass_time(10 * DAY + 60.0)
    assert "1. c:a1 played" in desk.do(f"boche move {number} c:a1", user=ann)
    assert "29 days" in desk.do("vacation", user=ann)
    after = desk.store.read(lambda transaction: load(transaction, number))
    assert after.seats[0].bank == DAY - 60.0


def test_a_game_without_an_end_is_ended(
    desk: Desk, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MOST_MOVES", 3)
    number, ann, bob = desk.board()
    ratings = desk.do("boche ratings")
    for who, cell in ((ann, "a1"), (bob, "b1"), (ann, "c1")):
        answer = desk.do(f"boche move {number} c:{cell}", user=who)
    assert "ended without a result after 3 moves, the most a game may have" in answer
    assert "the game is over" in desk.refused(f"boche move {number} c:d1", user=bob)[1]
    assert desk.do("boche ratings") == ratings
    board = store.read(lambda transaction: load(transaction, number))
    assert (board.row.state, board.row.winner, board.row.result) == ("over", None, "")
