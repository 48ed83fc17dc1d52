"""Reasons why moves are bad: compared with what playing every move shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

import boche
from boche.engine.review.reasons import deed_of, reasons_of, reasons_of_mistake, reply_to
from boche.engine.search.analysis import Mistake
from boche.engine.threats import threats_of
from tests.engine.games.boku.boards import board as boku_board
from tests.engine.games.octi.boards import board as octi_board

FOUR = boku_board("a1 a3 a5 k6", "e3 e4 e5 e6")


def wins(position: Any) -> set[str]:
    """Return the moves that win at once, found by playing each of them."""
    turn = position.turn
    return {str(m) for m in position.legal_moves() if position.play(m).winner == turn}


def texts(position: Any, move: str) -> list[str]:
    return [str(each.text) for each in reasons_of(position, move)]


def test_four_in_a_row_that_is_left() -> None:
    [reason] = reasons_of(FOUR, "b2")
    assert str(reason.text).startswith("b2 does not stop the threat: White can make five in a row")
    assert FOUR.play(reason.line[0]).play(reason.line[1]).winner == "white"
    assert set(reason.places) <= {"e2", "e7"}


def test_a_win_that_is_missed() -> None:
    position = FOUR.play("b2")
    [reason] = reasons_of(position, "k10")
    assert str(reason.text).startswith("k10 misses a win: White can make five in a row")
    assert position.play(reason.line[0]).winner == "white"
    assert not texts(position, "e7"), "the win itself has no fault"


def test_a_move_that_encloses_groups_of_both_colours_in_boche() -> None:
    """A ring of light cubes around a ring of dark ones, which one cube closes, both at once."""
    around = ["a1", "a2", "a3", "a4", "a5", "b1", "b4", "c1", "c3", "d1", "d2", "e1"]
    position: Any = boche.new("boche", size=5)
    for move in [*(f"a:{hole}" for hole in around), "c:b2", "b:c2"]:
        position = position.play(move)
    *_, reason = reasons_of(position, "d:b3")
    assert str(reason.text) == (
        "d:b3 loses at once – light enclosed groups of both colours in one move and so loses"
    )
    assert reason.line == ("d:b3",)


THREE = boku_board("e3 e4 e5 k10", "a1 a3 a5", "black")
"""Black, to move, has three in a row, both of whose ends are free."""


def found_in(
    position: Any, move: str, line: str, reply: str = "", *, sure: bool = True
) -> list[tuple[str, str]]:
    """Return the reasons of a mistake with these lines, and what each shows.

    What it lets go, and what comes of it, is proven if it is ``sure``.
    """
    before, after = (1.0, 0.0) if sure else (0.9, 0.1)
    lost = Mistake(
        position.ply + 1, move, position.turn, before, after, (*line.split(),), proven=sure,
        reply=(*reply.split(),),
    )  # fmt: skip
    return [(str(one.text), " ".join(one.line)) for one in reasons_of_mistake(position, lost)]


def test_a_line_that_ends_in_a_win_is_a_reason_where_the_board_shows_none() -> None:
    assert not texts(THREE, "b2")
    five = "black wins with 5 in a row, e3 to e7"
    shown = (f"e6 wins – {five}", "e6 e2 e7")
    assert found_in(THREE, "b2", "e6 e2 e7") == [shown]
    unsure = (f"e6 can win – in this line {five}", "e6 e2 e7")
    assert found_in(THREE, "b2", "e6 e2 e7", sure=False) == [unsure]
    assert found_in(THREE, "b2", "e6 e2") == [shown], "a record keeps it without its last move"
    assert found_in(THREE, "b2", "e6") == [shown], "whatever the reply, e6 wins"
    assert not found_in(THREE, "b2", "k7"), "nobody has won there"
    assert not found_in(THREE, "b2", "b3 k6 b4 k7"), "a line in which nobody wins"


def test_replies_that_end_in_a_loss_are_a_reason_where_the_board_shows_none() -> None:
    theirs = THREE.with_turn("white")
    lost = ("b2 loses – black wins with 5 in a row, e3 to e7", "b2 e6 e2 e7")
    assert found_in(theirs, "b2", "e6", "e6 e2 e7") == [lost]
    assert found_in(theirs, "b2", "e6", "e6 e2") == [lost]
    unsure = ("b2 can lose – in this line black wins with 5 in a row, e3 to e7", "b2 e6 e2 e7")
    assert found_in(theirs, "b2", "e6", "e6 e2 e7", sure=False) == [unsure]
    assert found_in(theirs, "b2", "e6", "e6") == [lost]
    assert not found_in(theirs, "b2", "e6", "k7")
    [(threat, _)] = found_in(FOUR, "b2", "e7 b3", "e2")
    assert "does not stop the threat" in threat, "what stands on the board comes first"


def done(position: Any, move: str) -> str:
    return str(deed_of(position, move) or "")


def test_what_a_move_does_on_bokus_board_is_said_only_where_it_is_so() -> None:
    two = boku_board("e4 e5", "a1 k6", "black")
    assert done(two, "e6") == "it makes 3 in a row, e4 to e6, with both ends open"
    assert done(two, "b2") == "", "it does nothing that can be named"
    edge = boku_board("e1 e2", "a1 k6", "black")
    assert done(edge, "e3") == "", "one end is the edge"
    theirs = boku_board("a1", "e4 e5 e6", "black")
    assert done(theirs, "e7") == "it closes one end of the 3 in a row e4 to e6"
    assert done(theirs, "e8") == ""
    three = boku_board("e3 e4 e5", "a1 a3 k6", "black")
    assert done(three, "e6") == "it threatens five in a row: e2 or e7"
    assert done(boku_board("e3 e4", "e5 e6", "black"), "a1") == ""
    pair = boku_board("e3 k6", "e4 e5 a1", "white")
    assert done(pair, "e6") == "it keeps e4 and e5 from being taken"
    takes = boku_board("e3 k6", "e4 e5 a1", "black")
    assert done(takes, "e6xe4") == "it takes the marble on e4"
    assert done(boku_board("e3", "e4 e5", "black"), "k10") == ""
    assert done(boku_board("a1", "e4 e5", "black"), "e6") == "it threatens to take e4 or e5"


def test_what_a_move_does_on_octis_board_is_said() -> None:
    start = boche.new("octi")
    assert done(start, "57") == "it brings a pod from the reserve onto the home square 57"
    assert done(start, "57+c") == "it adds prong c to the pod on 57"
    hit = octi_board(["black 57", "black 99abcdefgh", "white 46b", "white 11"]).with_turn("white")
    assert done(hit, "46-68x") == "it moves a pod from 46 to 68 and captures the pod on 57"
    assert done(hit, "46+a") == "it adds prong a to the pod on 46"
    assert done(hit, "46+a-b") == "it turns prong b of the pod on 46 to a"
    far = octi_board(["black 57", "black 99abcdefgh", "white 46a", "white 11"]).with_turn("white")
    assert done(far, "46+b") == "it adds prong b to the pod on 46 and threatens to capture on 57"
    ours = octi_board(["black 57e", "black 99abcdefgh", "white 46b", "white 11"])
    assert done(ours, "57-56") == "it moves a pod from 57 to 56"


PAIR = boku_board("e3 k6", "e4 e5 a1", "black")
"""Black can take e4 or e5 by playing e6."""


@pytest.mark.parametrize("reply", [("e6",), ("e6", "e7")])
def test_the_reply_to_a_move_goes_on_until_one_sees_that_it_wins(reply: tuple[str, ...]) -> None:
    """Let White make an open row of four: whichever end is closed, the other wins."""
    position = boku_board("a1 a3 a5", "e3 e4 e5", "black")
    lost = Mistake(7, "b2", "black", 0.5, 0.2, ("e6",), reply=reply)
    found = reply_to(position, lost)
    assert found is not None
    assert found.line[:2] == ("b2", "e6")
    assert len(found.line) == 4
    for move in found.line:
        assert position.outcome is None
        position = position.play(move)
    assert position.winner == "white"


def test_the_reply_to_a_quiet_move_is_at_most_eight_moves_long() -> None:
    position = boku_board("a1 a3", "e3 k7", "black")
    line, after = list[str](), position.play("f6")
    while len(line) < 10:
        played = ((str(move), after.play(move)) for move in after.legal_moves())
        move, after = next(each for each in played if not threats_of(each[1]))
        line.append(move)
    found = reply_to(position, Mistake(5, "f6", "black", 0.5, 0.3, ("e6",), reply=tuple(line)))
    assert found is not None
    assert found.line == ("f6", *line[:7])


def test_a_capture_that_is_missed_or_left_is_a_reason_only_if_a_better_move_shows_it() -> None:
    assert not texts(PAIR, "a5"), "captures may do no harm"
    assert not reasons_of(PAIR, "a5", better="a4"), "neither move takes anything"
    [reason] = reasons_of(PAIR, "a5", better="e6xe4")
    assert str(reason.text) == ("a5 misses a capture: Black can take e4 or e5, by playing e6")
    assert (reason.line, reason.places) == (("e6xe4",), ("e6",))
    theirs = PAIR.with_turn("white")
    [reason] = reasons_of(theirs, "a2", better="e6")
    assert str(reason.text) == (
        "a2 does not stop the threat: Black can take e4 or e5, by playing e6"
    )
    assert reason.line == ("a2", "e6xe4")
    assert not reasons_of(theirs, "e6", better="a2"), "the move that stops it"
    loose = boku_board("e3 k6", "e4 a1", "white")
    [reason] = reasons_of(loose, "e5", better="a2")
    assert str(reason.text) == "e5 lets Black take e4 or e5, by playing e6"


def test_a_pod_that_is_left_in_octi() -> None:
    start: Any = boche.new("octi")
    pods = [("black", 57, "e"), ("black", 77, ""), ("white", 56, "c"), ("white", 33, "")]
    stores = {"black": (5, 0, 5), "white": (5, 0, 5)}
    position = type(start).set_up(start.options, pods, stores, "white")
    [reason] = reasons_of(position, "33+a", better="56-66")
    assert str(reason.text).startswith(
        "33+a does not stop the threat: Black can capture the pod on 56"
    )
    assert not reasons_of(position, "33+a", better="33+c"), "both leave it"
    after = position.play(reason.line[0]).play(reason.line[1])
    assert len(after.pods) == len(position.pods) - 1


@pytest.mark.parametrize(
    ("game", "options", "games"),
    [("boche", {"size": 3}, 12), ("boku", {}, 2), ("che", {"num_tiles": 12}, 4)],
)
def test_reasons_are_true_and_none_is_missing(
    game: str, options: dict[str, Any], games: int
) -> None:
    """A reason is given exactly where a win is missed or left, or the move loses at once."""
    rng, given, silent = random.Random(52), 0, 0
    for _ in range(games):
        position: Any = boche.new(game, **options)
        while position.outcome is None and position.ply < 60:
            move = str(position.random_move(rng))
            after = position.play(move)
            if position.ply > 1 and after.winner != position.turn and rng.random() < 0.3:
                own, theirs = wins(position), wins(after) if after.outcome is None else set()
                lost = after.winner not in (None, position.turn)
                found = reasons_of(position, move)
                assert len(found) == bool(own) + bool(theirs or lost), texts(position, move)
                for reason in found:
                    end = position
                    for each in reason.line:
                        end = end.play(each)
                    assert end.winner is not None
                    assert end.winner == position.turn or reason.line[0] == move
                given, silent = given + len(found), silent + (not found)
            position = after
    assert given + silent
