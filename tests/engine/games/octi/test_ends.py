"""Endings of a game of Octi: homes, no move, repetition, resignation."""

from __future__ import annotations

import pytest

import boche
from boche.engine.errors import IllegalMoveError, OptionError
from boche.engine.games.octi import GAME, rules
from boche.engine.games.octi.position import Position
from tests.engine.games.octi.boards import board


def test_all_three_homes_win() -> None:
    two = ["black 33", "black 53", "white 46"]
    position = board([*two, "black 74e"]).play("74-73")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("black", "homes")
    assert position.outcome.reason == "black wins by holding all three home squares of white"
    assert position.legal_moves() == ()
    with pytest.raises(IllegalMoveError, match="the game is over, black wins by holding"):
        position.play("46+a")
    assert board([*two, "black 74f"]).play("74-63").outcome is None


def test_one_home_wins_with_one_base() -> None:
    step = board(["black 44f", "white 46"], bases=1).play("44-33")
    assert step.outcome is not None
    assert step.outcome.reason == "black wins by holding home square 33 of white"
    assert board(["black 44f", "white 46"]).play("44-33").outcome is None


def test_only_the_end_of_the_turn_counts() -> None:
    # The way leads over the opponent's home 53 and on.
    position = board(["black 55ce", "white 54", "white 63", "white 99"], bases=1)
    assert position.play("55-53-73").outcome is not None
    through = board(["black 55de", "white 54", "white 62", "white 99"], bases=1)
    assert through.play("55-53-71").outcome is None


def test_who_has_no_move_loses() -> None:
    stores = {"black": (0, 5, 40), "white": (0, 6, 0)}
    last = [("black", 46, "c"), ("black", 44, "a"), ("white", 56, "a")]
    position = Position.set_up({}, last, stores).play("46-66x")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == ("black", "stuck")
    assert position.outcome.reason == "white has no move left"
    bare = Position.set_up({}, [*last[:2], ("white", 99, "")], stores).play("44+b")
    assert bare.outcome is not None, "a bare pod and no prongs: no move either"
    assert bare.outcome.kind == "stuck"


def test_the_third_time_is_a_draw() -> None:
    position = board(["black 46ae", "white 33ae"])
    for count, text in enumerate(["46-47", "33-34", "47-46", "34-33"] * 2, 1):
        assert position.outcome is None
        position = position.play(text)
        assert position.repetitions == 1 + (count + 0) // 4
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.kind) == (None, "repetition")
    assert position.outcome.reason == "the same position for the third time"


def test_another_side_to_move_is_another_position() -> None:
    # Black loses a move on the way: the board comes back with White to move.
    position = board(["black 46acdefg", "white 33ae"])
    start = position
    for text in ["46-47", "33-34", "47-56"]:
        position = position.play(text)
    for text in ["34-33", "56-46"]:
        position = position.play(text)
    assert position.pods == start.pods
    assert position.turn == "white"
    assert position.repetitions == 1


def test_a_reserve_pod_makes_earlier_positions_impossible() -> None:
    position = board(["black 46ae", "white 33ae"])
    for text in ["46-47", "33-34", "47-46", "34-33", "37"]:
        position = position.play(text)
    assert position.board.info[rules.SEEN] == 1
    for text in ["33-34", "46-47", "34-33", "47-46"] * 2:
        assert position.outcome is None
        position = position.play(text)
    assert position.outcome is not None


def test_equal_positions_have_an_equal_past() -> None:
    position = board(["black 46ae", "white 33ae"])
    again = position
    for text in ["46-47", "33-34", "47-46", "34-33"]:
        again = again.play(text)
    assert again.pods == position.pods
    assert again.board_key == position.board_key
    assert again != position
    same = board(["black 46ae", "white 33ae"])
    assert (same, hash(same)) == (position, hash(position))


def test_without_its_history_a_position_is_that_of_its_board() -> None:
    start = board(["black 46ae", "white 33ae"])
    position = start
    for text in ["46-47", "33-34", "47-46", "34-33"] * 2:
        position = position.play(text)
    assert position.outcome.kind == "repetition"
    assert len(position.to_text()) > 2 * len(start.to_text())
    assert position.without_history() == start
    assert position.without_history().to_text() == start.to_text()
    assert type(start).from_text(position.without_history().to_text()) == start
    assert position.without_history().play("46-47").repetitions == 1
    over = start.play("46-47").resign()
    assert over.without_history().outcome == over.outcome
    boku = boche.new("boku").play("e5")
    assert boku.without_history() is boku


def test_resigning() -> None:
    assert GAME.new().resign().outcome.winner == "white"
    over = GAME.new().resign("white")
    assert (over.outcome.winner, over.outcome.kind) == ("black", "resignation")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.resign()
    with pytest.raises(OptionError, match="unknown colour 'red'"):
        GAME.new().resign("red")
