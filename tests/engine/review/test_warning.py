"""Warnings of a move just made: when there is one, and what it says."""

from __future__ import annotations

from typing import Any

import boche
from boche.engine.review.moments import loss
from boche.engine.review.reasons import winning_threat
from boche.engine.review.warning import HORIZON, MARGIN, OPENING, doubt, is_open, warning_of
from boche.engine.review.words import moment_line
from boche.engine.search.analysis import ended, evaluated
from boche.engine.search.result import RootMove, SearchResult
from boche.engine.threats import threats_of
from tests.engine.games.boku.boards import board as boku_board
from tests.engine.games.octi.boards import board as octi_board
from tests.positions import played


def searched(
    position: Any,
    line: tuple[str, ...],
    win: float,
    proven: str | None = None,
    simulations: int = 10_000,
) -> SearchResult:
    """Return a search's result with the chance of the side to move."""
    first, second = position.game.colours
    other = second if position.turn == first else first
    moves = (RootMove(position.parse(line[0]), simulations, win),)
    return SearchResult(
        position=position, best=moves[0].move, win={position.turn: win, other: 1.0 - win},
        moves=moves, line=line, proven=proven, simulations=simulations, playouts=simulations,
        nodes=100, seconds=1.0,
    )  # fmt: skip


def told(before: Any, move: str, best: str, chance: float, reply: tuple[Any, ...] | None) -> str:
    """Return the warning of a move; ``reply`` is what a search of the position after it found."""
    after = before.play(move)
    answer = None if reply is None else searched(after, *reply)
    found = warning_of(searched(before, (best,), chance), move, after, answer)
    return str(found.text) if found is not None else ""


FOUR = boku_board("a1 a3 a5 k6", "e3 e4 e5 e6")


def test_what_wins_at_once_is_said_by_the_rules_without_a_search() -> None:
    stands = "White can make five in a row: e2 or e7"
    assert told(FOUR, "k10", "e2", 0.4, None) == f"k10 does not stop the threat: {stands}"
    assert told(FOUR, "e2", "k10", 0.4, None) == (
        "e2 does not stop the threat: White can make five in a row: e7"
    )


def test_a_move_that_the_search_expected_is_not_warned_of() -> None:
    assert told(FOUR, "k10", "k10", 0.4, None) == ""


def test_a_win_that_is_missed_is_said_even_if_the_search_thinks_little_is_lost() -> None:
    four = boku_board("e3 e4 e5 e6", "a1 a3 a5 k6", "black")
    answer = (("e2",), 0.1)
    assert told(four, "k10", "k10", 0.95, answer) == (
        "k10 misses a win: Black can make five in a row: e2 or e7"
    )


def test_a_capture_that_the_line_makes_is_said() -> None:
    before = octi_board(["black 47", "black 99abcdefgh", "white 46c", "white 11"])
    assert told(before, "47+c", "99-98", 0.6, (("46+a",), 0.5)) == ""
    hit = octi_board(["black 57", "black 99abcdefgh", "white 46b", "white 11"])
    assert told(hit, "57+c", "99-98", 0.6, (("46-68x",), 0.7)) == (
        "57+c lets White capture your pod on 57: 46-68x"
    )


def test_pods_given_away_for_nothing_are_warned_of_although_the_search_thinks_little_of_it() -> (
    None
):
    away = octi_board(["black 64", "black 99abcdefgh", "white 53b", "white 11"])
    lets = "64+c lets White capture your pod on 64: 53-75x"
    answer = (("53-75x",), 0.49)
    assert told(away, "64+c", "99-98", 0.6, answer) == lets
    assert told(away, "64+c", "99-98", 0.54, answer) == "", "nearly nothing is lost"
    back = octi_board(["black 64", "black 86f", "white 53b", "white 11"])
    assert told(back, "64+c", "86-77", 0.6, answer) == "", "the pod that captures is captured"
    first = searched(away, ("99-98",), 0.6)
    after = away.play("64+c")
    assert is_open(first, "64+c", after, searched(after, ("53-75x",), 0.49, None, 100))


def test_a_threat_further_down_the_line_is_said_with_the_moves_before_it() -> None:
    before = boku_board("a1 a3 k6", "e3 e4 e5")
    line = ("e6", "k10", "e2")
    assert told(before, "a5", "e2", 0.5, (line, 0.9)) == (
        "a5 allows e6, which leads to this: White can make five in a row: e2 or e7"
    )


def test_without_a_reason_on_the_board_the_best_reply_and_what_it_costs_are_named() -> None:
    before = boku_board("a1 a3", "e3 e4")
    assert told(before, "a5", "e2", 0.6, (("e5", "k10"), 0.7)) == (
        "the best reply found to a5 is e5: your winning chance falls from 60% to 30%"
    )
    assert told(before, "a5", "e2", 0.6, (("e5", "k10"), 1.0, "white")) == (
        "White wins by force after a5, beginning with e5"
    )


def test_a_win_by_force_that_is_missed_comes_before_any_estimate() -> None:
    three = boku_board("e3 e4 e5", "a1 a3 k6", "black")
    after = three.play("b2")
    reply = searched(after, ("e6", "e2"), 0.36)
    chance = "(your winning chance: 100% before, 64% after)"

    def told_with(line: tuple[str, ...], answer: SearchResult = reply) -> Any:
        return warning_of(searched(three, line, 1.0, "black"), "b2", after, answer)

    for line in (("e6", "e2", "e7"), ("e6", "e2"), ("e6",)):
        found = told_with(line)
        assert found.text == f"e6 would have won by force: e6 e2 e7 {chance}"
        assert (found.line, found.instead) == (("e6", "e2", "e7"), True)
        assert played(three, " ".join(found.line)).winner == "black"
    assert (
        told_with(("b3",)).text
        == f"b3 would have won by force: b3 \N{HORIZONTAL ELLIPSIS} {chance}"
    )
    long = ("e6", "e2", "b3", "a5", "b4", "k7", "b5", "k8", "e7")
    assert "e6 e2 b3 a5 b4 k7 b5 \N{HORIZONTAL ELLIPSIS} (" in told_with(long).text
    assert told_with(long).line == long
    lost = searched(after, ("e6",), 1.0, "white")
    assert "White" in told_with(("e6", "e2", "e7"), lost).text, "what loses by force comes first"


def test_a_capture_that_is_missed_or_allowed_comes_before_any_estimate() -> None:
    pair = boku_board("e3 k6", "e4 e5 a1", "black")
    chance = "(your winning chance: 60% before, 30% after)"
    found = warning_of(
        searched(pair, ("e6xe4",), 0.6), "a5", pair.play("a5"),
        searched(pair.play("a5"), ("b3",), 0.7),
    )  # fmt: skip
    assert found is not None
    assert found.text == (f"a5 misses a capture: Black can take e4 or e5, by playing e6 {chance}")
    assert (found.line, found.instead) == (("e6xe4",), True)
    theirs = pair.with_turn("white")
    after = theirs.play("a5")
    found = warning_of(searched(theirs, ("e6",), 0.6), "a5", after, searched(after, ("b3",), 0.7))
    assert found is not None
    assert found.text == (
        f"a5 does not stop the threat: Black can take e4 or e5, by playing e6 {chance}"
    )
    assert (found.line[0][:2], found.instead) == ("e6", False)
    assert found.threat in threats_of(after)


def test_the_line_of_a_win_by_force_runs_to_the_win() -> None:
    before = boku_board("a1 a3 k6", "e3 e4 h4")
    after = before.play("a5")
    for line in (("e5", "k10", "e6"), ("e5", "k10", "e6", "e2")):
        found = warning_of(
            searched(before, ("e2",), 0.6), "a5", after, searched(after, line, 1.0, "white")
        )
        assert found is not None
        assert played(after, " ".join(found.line)).winner == "white"
        assert found.line[:3] == line[:3]
        assert "loses by force, beginning with e5" in found.text


def test_a_line_to_the_end_of_the_game_says_how_that_is_won() -> None:
    before = boku_board("a1 a3 k6", "e3 e4 h4")
    line = ("e5", "k10", "e6", "k8", "e7")
    assert told(before, "a5", "e2", 0.6, (line, 1.0, "white")) == (
        "a5 allows e5, which leads to this: White can make five in a row: e2 or e7"
    )


def test_the_line_of_a_warning_can_be_played_from_the_position_after_the_move() -> None:
    before = boku_board("a1 a3 k6", "e3 e4 e5")
    for line in (("e6", "k10", "e2"), ("e6",), ("k10", "k9", "j9")):
        after = before.play("a5")
        found = warning_of(searched(before, ("e2",), 0.6), "a5", after, searched(after, line, 0.9))
        assert found is not None
        assert found.line[: len(line)] == line
        played(after, " ".join(found.line))
    four = FOUR.play("k10")
    seen = warning_of(searched(FOUR, ("e2",), 0.6), "k10", four, None)
    assert seen is not None
    assert played(four, " ".join(seen.line)).winner == "white"


def test_a_reply_that_wins_by_what_it_threatens_is_said_with_that() -> None:
    before = boku_board("a1 a3 k6", "e3 e4 e5")
    assert told(before, "a5", "e2", 0.5, (("e6",), 1.0, "white")) == (
        "White wins against a5 with e6, and after that: White can make five in a row: e2 or e7"
    )


def test_small_losses_and_lost_positions_are_not_warned_of() -> None:
    before = boku_board("a1 a3", "e3 e4")
    assert told(before, "a5", "e2", 0.6, (("e5",), 0.55)) == ""
    assert told(before, "a5", "e2", 0.02, (("e5",), 1.0, "white")) == ""


def test_what_every_other_move_would_lose_as_well_is_not_warned_of() -> None:
    four = boku_board("a1 a3 a5 e2", "e3 e4 e5 e6")
    assert told(four, "k8", "e7", 0.3, None) == (
        "k8 does not stop the threat: White can make five in a row: e7"
    )
    stands = "k8 does not stop the threat: White can make five in a row: e7"
    assert told(four, "k8", "k8", 0.3, None) == stands, "whatever a search would have played"
    assert told(four, "k8", "e7", 0.0, None) == stands, "whatever the chances are"
    line = ("e5", "k10", "f5", "k8", "g5")
    quiet = boku_board("a1 a3", "e3 e4")
    assert told(quiet, "a5", "e2", MARGIN - 0.01, (line, 1.0, "white")) == ""


def test_a_long_forced_win_is_warned_of_only_if_it_costs_much() -> None:
    before = boku_board("a1 a3", "e3 e4")
    line = ("e5", "k10", "f5", "k8", "g5", "k6", "h5")
    assert len(line) > HORIZON
    assert told(before, "a5", "e2", 0.15, (line, 1.0, "white")) == ""
    assert told(before, "a5", "e2", 0.15, (line[:HORIZON], 1.0, "white")) != ""
    assert told(before, "a5", "e2", 0.4, (line, 1.0, "white")) != ""


def test_an_estimate_counts_as_far_as_it_is_sure() -> None:
    before = boku_board("a1 a3", "e3 e4")
    assert told(before, "a5", "e2", 0.6, (("e5",), 0.9, None, 100)) != "", "half of all is lost"
    assert told(before, "a5", "e2", 0.6, (("e5",), 0.62, None, 100)) == ""
    assert told(before, "a5", "e2", 0.6, (("e5",), 0.62, None, 100_000)) != ""
    assert told(before, "a5", "e2", 0.6, (("e5",), 1.0, "white", 10)) != "", "a proof needs none"


def test_longer_searches_are_of_use_only_where_they_may_change_the_judgement() -> None:
    before = boku_board("a1 a3", "e3 e4")
    after, first = before.play("a5"), searched(before, ("e2",), 0.6)

    def is_unsettled(win: float, count: int) -> bool:
        return is_open(first, "a5", after, searched(after, ("e5",), win, None, count))

    assert is_unsettled(0.62, 100)
    assert not is_unsettled(0.62, 100_000)
    assert not is_unsettled(0.95, 100), "it loses much in any case"
    assert not is_unsettled(0.46, 5000), "it loses little in any case"
    assert not is_unsettled(0.4, 100), "it loses nothing"
    assert doubt(searched(after, ("e5",), 1.0, "white", 10)) == 0.0


def test_the_first_moves_are_not_warned_of() -> None:
    position = boche.new("che")
    for number, move in enumerate(("fl:0,0", "bl:1,0+fl:1,-1", "fl:-2,0+bl:-1,0"), 1):
        best = str(next(m for m in position.legal_moves() if str(m) != move))
        reply = str(position.play(move).legal_moves()[0])
        loud = told(position, move, best, 0.6, ((reply,), 1.0, position.play(move).turn))
        assert (loud == "") == (number <= OPENING)
        position = position.play(move)


def test_what_allows_a_win_at_once_is_warned_of_in_a_lost_position() -> None:
    """Dark wins a board of size 4 in any case, but not with the next move."""
    before = played(boche.new("boche", size=4), "e:b2 g:a1")
    after = before.play("h:a2")
    lost = searched(before, ("h:a2",), 0.0, "dark")
    found = warning_of(lost, "h:a2", after, None)
    assert found is not None
    assert str(found.text).startswith("h:a2 lets Dark enclose your group of 4 blobs: f:b1")
    noted = loss(evaluated(2, "g:a1", before, lost), evaluated(3, "h:a2", after, searched(
        after, ("f:b1",), 1.0, "dark")))  # fmt: skip
    assert noted is not None
    assert (noted.lost, noted.seat, noted.reply) == (0.0, 0, ("f:b1",))
    assert noted.at_once
    assert winning_threat(before.play(noted.line[0])) is None
    assert moment_line(noted, before, False).startswith("3. h:a2: loses at once, better ")


def test_a_missed_win_at_once_is_a_moment_whatever_the_chances() -> None:
    """Black still wins for certain, but could have made five in a row."""
    before = played(boche.new("boku"), "e3 a1 e4 a3 e5 a5 e6 b1")
    after = before.play("d3")
    noted = loss(evaluated(8, "b1", before, searched(before, ("d3",), 1.0, "black")),
                 evaluated(9, "d3", after, searched(after, ("e2",), 0.0, "black")))  # fmt: skip
    assert noted is not None
    assert (noted.lost, noted.proven, noted.at_once) == (0.0, True, True)
    assert before.play(noted.line[0]).winner == "black"
    assert moment_line(noted, before, False) == (
        f"9. d3: an immediate win missed, better {noted.line[0]}"
    )
    won = before.play(noted.line[0])
    assert loss(evaluated(8, "b1", before, searched(before, ("d3",), 1.0, "black")),
                ended(9, noted.line[0], won, "black")) is None  # fmt: skip
