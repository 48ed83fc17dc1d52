"""What follows from evaluations: accuracy, moments, and evaluations kept and read again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from boche.engine.game import Position, colour_of, seat_of
from boche.engine.games.registry import GAMES
from boche.engine.record import Node, load
from boche.engine.record.evaluation import keep_evaluation
from boche.engine.review.accuracy import accuracies, accuracy_said, move_accuracy
from boche.engine.review.known import is_enough, kept_of, known_along, known_at
from boche.engine.review.moments import moments
from boche.engine.search.analysis import (
    NOTICEABLE,
    SEEN,
    Evaluation,
    Mistake,
    ended,
    evaluated,
    mistake,
    settled,
)
from boche.engine.search.params import Budget
from boche.engine.search.result import RootMove, SearchResult
from boche.engine.search.reviewer import Reviewer
from tests import ROOT


def found(position: Position, win: float, best: int = -1, **more: Any) -> SearchResult:
    """Return a made-up result: the first colour's chance, and the number of the best move."""
    first, second = position.game.colours
    move = position.legal_moves()[best]
    values: dict[str, Any] = {
        "moves": (), "line": (str(move),), "proven": None, "simulations": 1000, "playouts": 1000,
        "nodes": 1, "seconds": 2.0, **more,
    }  # fmt: skip
    return SearchResult(position, move, {first: win, second: 1.0 - win}, **values)


def line_of(wins: list[float], game: str = "boku", best: int = -1) -> list[Evaluation]:
    """Return evaluations of a line in which everybody plays the first legal move."""
    position, move = GAMES[game].new(), None
    evaluations = []
    for ply, win in enumerate(wins):
        evaluations.append(evaluated(ply, move, position, found(position, win, best)))
        move = str(position.legal_moves()[0])
        position = position.play(move)
    return evaluations


# The reference: the published formula, and what lichess's own program says for these chances.
@pytest.mark.parametrize(
    ("lost", "accuracy"), [(0.0, 100.0), (-0.3, 100.0), (0.1, 64.58), (0.5, 9.53), (1.0, 0.0)]
)
def test_the_accuracy_of_a_move_is_the_published_one(lost: float, accuracy: float) -> None:
    assert move_accuracy(lost) == pytest.approx(accuracy, abs=0.01)
    if lost > 0.0:
        published = 103.1668 * math.exp(-0.04354 * 100 * lost) - 3.1669
        assert move_accuracy(lost) == pytest.approx(max(published + 1, 0.0), abs=0.01)


def test_a_game_without_losses_is_played_perfectly() -> None:
    first, second = accuracies(line_of([0.5, 0.5, 0.5, 0.5, 0.5]))
    assert first == second
    assert first is not None
    assert (first.accuracy, first.loss, first.moves) == (pytest.approx(100.0), 0.0, 2)


def test_the_loser_of_a_chance_is_the_one_who_moved() -> None:
    first, second = accuracies(line_of([0.5, 0.5, 0.7, 0.7, 0.6]))
    assert first is not None
    assert second is not None
    assert (first.accuracy, first.loss) == (pytest.approx(100.0), 0.0)
    assert second.loss == pytest.approx(0.1)
    assert second.accuracy < 70.0


def test_the_weighted_and_the_harmonic_mean_are_those_of_lichess() -> None:
    """Compare with the same sums done by hand for a game of four moves: windows of two."""
    wins = [0.50, 0.40, 0.45, 0.25, 0.35]
    first, _ = accuracies(line_of(wins))
    one, other = move_accuracy(0.10), move_accuracy(0.20)
    heavy, heavier = 5.0, 10.0  # standard deviations of (50, 40) and (45, 25) points
    weighted = (one * heavy + other * heavier) / (heavy + heavier)
    harmonic = 2 / (1 / one + 1 / other)
    assert first is not None
    assert first.accuracy == pytest.approx((weighted + harmonic) / 2)
    assert first.loss == pytest.approx(0.15)


def test_one_blunder_among_good_moves_leaves_most_of_the_accuracy() -> None:
    """The first player throws a won game away, is given it back, and wins."""
    wins = [1.0] * 7 + [0.0, 1.0] + [1.0] * 12
    first, second = accuracies(line_of(wins))
    assert first is not None
    assert second is not None
    assert first.loss == pytest.approx(0.1)
    assert 50.0 < first.accuracy < move_accuracy(0.1)


def test_moves_in_a_lost_position_cost_nothing() -> None:
    first, _ = accuracies(line_of([0.0] * 9))
    assert first is not None
    assert (first.accuracy, first.loss) == (pytest.approx(100.0), 0.0)


def test_an_expected_move_loses_nothing() -> None:
    first, _ = accuracies(line_of([0.5, 0.2], best=0))
    assert first is not None
    assert (first.loss, first.accuracy) == (0.0, pytest.approx(100.0))


def test_moves_between_unknown_positions_are_not_judged() -> None:
    whole = line_of([0.5, 0.4, 0.5, 0.4, 0.5])
    first, second = accuracies([whole[0], whole[2], whole[4]])
    assert (first, second) == (None, None)
    first, second = accuracies([*whole[:2], *whole[3:]])
    assert first is not None
    assert second is not None
    assert (first.moves, second.moves) == (1, 1)
    assert accuracies([]) == (None, None)
    assert accuracies(whole[:1]) == (None, None)


def test_after_a_swap_a_move_counts_for_the_person_who_made_it() -> None:
    start = GAMES["boche"].new(size=4)
    opened = start.play("c:b2")
    swapped = opened.play("swap")
    later = swapped.play(str(swapped.legal_moves()[0]))
    # The person who swapped is light now, and light does not move: the first person is dark.
    assert colour_of(swapped, 0) == swapped.turn
    evaluations = [
        evaluated(2, "swap", swapped, found(swapped, 0.3)),
        evaluated(3, str(swapped.legal_moves()[0]), later, found(later, 0.7)),
    ]
    first, second = accuracies(evaluations)
    assert second is None
    assert first is not None
    assert first.loss == pytest.approx(0.4)
    lost = mistake(*evaluations)
    assert lost is not None
    assert (lost.seat, lost.colour) == (0, swapped.turn)


def lost(ply: int, loss: float, seat: int = 0, proven: bool = False) -> Mistake:
    return Mistake(ply, "a", "light", 0.9, 0.9 - loss, ("b",), seat, proven)


def test_moments_are_the_worst_losses_of_those_who_count() -> None:
    known = [
        lost(1, 0.1),
        lost(2, 0.5, 1),
        lost(3, 0.3),
        lost(5, 0.2),
        lost(7, 0.25),
        lost(8, 0.4, 1),
    ]
    assert [one.ply for one in moments(known)] == [2, 8, 3, 7, 5]
    assert [one.ply for one in moments(known, {0})] == [3, 7, 5, 1]
    assert [one.ply for one in moments(known, {1})] == [2, 8]
    assert moments([]) == []
    even = [lost(3, 0.3), lost(1, 0.3), lost(5, 0.3, proven=True)]
    assert [one.ply for one in moments(even)] == [5, 1, 3]


def test_what_a_person_can_see_comes_first() -> None:
    known = [lost(1, 0.6), lost(3, 0.5), lost(5, 0.1), lost(7, 0.2)]
    told = moments(known, is_seen=lambda one: one.ply in {5, 7})
    assert [one.ply for one in told] == [7, 5, 1, 3]
    told = moments([*known, replace(lost(9, 0.0), at_once=True)], is_seen=lambda one: one.ply == 5)
    assert [one.ply for one in told] == [9, 5, 1, 3, 7], "what loses or misses a win at once leads"
    assert len(moments([lost(ply, 0.3) for ply in range(8)])) == 5


@pytest.mark.parametrize(
    ("moves", "proven", "said"),
    [
        (("c:b2", "a:a1", "b:c1"), (None, "dark"), "Li: lost by the opening c:b2; "),
        (("c:b2", "a:a1", "b:c1"), ("dark", "dark"), "Li: lost from the start; "),
        (("c:b2", "a:a1", "b:c1"), (None, None, "light"), "Li: lost by not swapping after c:b2; "),
        (("c:b2", "swap", "a:a1"), (None, None, "dark"), "Li: lost by the swap; "),
        (("c:b2", "a:a1", "b:c1"), (None, None, None), "Li: accuracy "),
    ],
)
def test_a_game_lost_by_its_opening_says_so(
    moves: Sequence[str], proven: Sequence[str | None], said: str
) -> None:
    """What is won once stays won; after the last move the game ends as that says."""
    position: Any = GAMES["boche"].new(size=4)
    found_along, won = list[Evaluation](), None
    for ply, move in enumerate([None, *moves]):
        position = position if move is None else position.play(move)
        won = (proven[ply] if ply < len(proven) else None) or won
        if ply == len(moves):
            found_along.append(ended(ply, move, position, won or "dark"))
            break
        light = 0.5 if won is None else float(won == "light")
        best = -1 if ply == 1 else 0
        made = found(position, light, best, proven=won)
        if ply == 1 and proven[:2] == (None, None):
            made = replace(made, best=position.parse("swap"), line=("swap",))
        found_along.append(evaluated(ply, move, position, made))
    texts = [str(accuracy_said("Li", one)) for one in accuracies(found_along) if one]
    losers = [text for text in texts if "accuracy" not in text]
    assert [text.startswith(said) for text in losers] == [True] * (proven[-1] is not None), texts


def test_a_missed_win_is_known_as_such() -> None:
    line = line_of([1.0, 0.6])
    first = evaluated(0, None, GAMES["boku"].new(), found(GAMES["boku"].new(), 1.0, proven="black"))
    missed = mistake(first, line[1])
    assert missed is not None
    assert missed.proven
    less = mistake(*line_of([0.5, 0.44]), NOTICEABLE)
    assert less is not None
    assert not less.proven
    assert mistake(*line_of([0.5, 0.44])) is None


def test_every_move_that_is_proven_to_win_is_as_good_as_the_best() -> None:
    """Two moves win; the other one is played, and what follows is only estimated."""
    start = GAMES["boche"].new(size=4).play("a:a1")
    moves = start.legal_moves()
    known = tuple(RootMove(m, 1, float(i < 2), float(i < 2) or None) for i, m in enumerate(moves))
    first = evaluated(1, "a:a1", start, found(start, 0.0, 0, proven="dark", moves=known))
    node = Node("a:a1")
    keep_evaluation(node, kept_of(first))
    again = known_at(node, 1, start)
    assert again is not None
    for before in (first, again):
        for number, move in enumerate(moves[:3]):
            after = start.play(move)
            second = evaluated(2, str(move), after, found(after, 0.4))
            assert (mistake(before, second) is None) == (number < 2)


def test_an_estimate_after_a_certain_win_is_no_mistake_unless_it_is_far_away() -> None:
    start = GAMES["boku"].new()
    first = evaluated(0, None, start, found(start, 1.0, proven="black"))
    for chance, marked in ((0.95, False), (0.85, False), (0.7, True)):
        after = line_of([1.0, chance])[1]
        assert (mistake(first, after, NOTICEABLE) is not None) == marked
        played = accuracies([first, after])[0]
        assert played is not None
        assert (played.loss > 0.0) == marked
    assert mistake(*line_of([1.0, 0.85])) is not None, "an estimate against an estimate"


@pytest.mark.parametrize(
    ("length", "shortest", "marked"),
    [(1, True, True), (SEEN, True, True), (SEEN + 1, True, False), (1, False, False)],
)
def test_a_short_certain_win_that_was_let_go_is_a_mistake_whatever_is_estimated(
    length: int, shortest: bool, marked: bool
) -> None:
    row = ["f3", "a1", "f4", "b2", "f5", "a3", "f6", "b4", "f7"]
    position: Any = GAMES["boku"].new()
    for move in row[: 10 - 2 * length]:
        position = position.play(move)
    led = found(position, 1.0, proven="black", line=(*row[10 - 2 * length : 9],), shortest=shortest)
    let_go = position.play("k10")
    after = evaluated(1, "k10", let_go, found(let_go, 0.76))
    lost = mistake(evaluated(0, None, position, led), after)
    assert (lost is not None and lost.proven) == marked


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_search_kept_in_a_record_says_the_same_again(game: str) -> None:
    position = GAMES[game].new()
    for _ in range(4):
        position = position.play(position.legal_moves()[0])
    result = Reviewer(candidates=5).review(position, Budget(simulations=600))
    before, node = evaluated(4, "move", position, result), Node("move")
    keep_evaluation(node, kept_of(before))
    after = known_at(node, 4, position)
    assert after is not None
    assert after.result is not None
    assert after.win == pytest.approx(before.win, abs=1e-4)
    assert (after.first, after.spread) == pytest.approx((before.first, before.spread), abs=1e-4)
    assert (after.proven, after.text) == (before.proven, before.text)
    assert (after.result.line, after.result.simulations) == (result.line, result.simulations)
    for move in position.legal_moves()[:50]:
        assert after.result.expects(str(move)) == result.expects(str(move))
    shown = [(str(one.move), one.visits, one.line) for one in after.result.candidates]
    assert shown[:1] == [(str(one.move), one.visits, one.line) for one in result.candidates][:1]
    keep_evaluation(node, kept_of(after))
    assert known_at(node, 4, position) == after, "kept twice it stays the same"


def test_what_is_known_well_enough() -> None:
    position = GAMES["boku"].new()
    known = evaluated(0, None, position, found(position, 0.5))
    proven = evaluated(0, None, position, found(position, 1.0, proven="black"))
    over = ended(0, None, position, None)
    assert is_enough(known, 2.0)
    assert not is_enough(known, 2.1)
    assert not is_enough(known, 3.0)
    assert is_enough(known, None, 1000)
    assert not is_enough(known, None, 1001)
    assert not is_enough(known, 3.0, 1000)
    assert not is_enough(known, None)
    assert not is_enough(None, 0.0)
    assert is_enough(proven, 100.0)
    assert is_enough(over, 100.0)


def test_a_search_that_was_done_early_counts_as_long_as_was_asked_for() -> None:
    position, node = GAMES["boku"].new(), Node()
    early = evaluated(0, None, position, found(position, 0.5, seconds=0.01))
    keep_evaluation(node, kept_of(early, 2.0))
    assert is_enough(known_at(node, 0, position), 2.0)
    assert not is_enough(known_at(node, 0, position), 2.2)


def test_of_a_line_only_what_is_known_well_is_taken() -> None:
    whole = line_of([0.5, 0.5, 0.5])
    nodes, positions = [], []
    for one in whole:
        assert one.result is not None
        nodes.append(Node(one.move))
        positions.append(one.result.position)
    keep_evaluation(nodes[1], kept_of(whole[1]))
    assert list(known_along(nodes, positions, 2.0, None)) == [1]
    assert list(known_along(nodes, positions, 20.0, None)) == []


# What proofs say of the positions beside them.


def line_in(game: str, count: int, wins: float = 0.6) -> list[Evaluation]:
    return line_of([wins] * count, game, best=0)


def sure(evaluation: Evaluation, colour: str, best: str | None = None) -> Evaluation:
    """Return the same evaluation as a proof that a colour wins, by the move ``best``."""
    result = evaluation.result
    assert result is not None
    line = (best,) if best is not None else result.line
    win = {one: float(one == colour) for one in evaluation.win}
    first = float(seat_of(result.position, colour) == 0)
    led = replace(result, win=win, proven=colour, line=line)
    return replace(evaluation, win=win, first=first, proven=colour, result=led)


def proofs(evaluations: Sequence[Evaluation]) -> list[str | None]:
    return [one.proven for one in settled(evaluations)]


def test_a_win_stays_proven_while_it_is_kept() -> None:
    line = line_in("boku", 5)
    white, black = (line[ply].result.position.turn for ply in (0, 1))
    for ply, colour in ((1, white), (2, white)):  # the other one moves, or the winner as expected
        known = [sure(one, colour) if one.ply == ply else one for one in line]
        told = settled(known)
        assert told[ply + 1].proven == colour
        assert told[ply + 1].win == {white: 1.0, black: 0.0}
        assert told[ply + 1].first == 1.0
    lost = sure(line[2], white, best=str(line[2].result.position.legal_moves()[5]))
    assert proofs([*line[:2], lost, *line[3:]])[3] is None, "the move may have let the win go"


def test_who_moved_into_a_win_had_won() -> None:
    line = line_in("boku", 4)
    white = line[0].result.position.turn
    assert proofs([line[0], sure(line[1], white), line[2], line[3]])[0] == white
    assert proofs([line[0], line[1], sure(line[2], white), line[3]])[1] is None


def test_a_draw_and_a_gap_say_nothing() -> None:
    line = line_in("boku", 4)
    white = line[0].result.position.turn
    assert proofs([line[0], replace(line[1], proven="draw"), line[2]]) == [None, "draw", None]
    assert proofs([line[0], sure(line[2], white)]) == [None, white]


def test_the_end_by_the_rules_is_a_proof_and_a_resignation_is_none() -> None:
    record = load(ROOT / "assets" / "records" / "boku-row.sgf")
    *_, before, last = record.main_line()
    position, end = record.position(before), record.position(last)
    assert end.outcome is not None
    assert last.move is not None
    winner = end.outcome.winner
    assert winner == position.turn
    ply = len(before.path()) - 1
    open_ = evaluated(ply, before.move, position, found(position, 0.5, 0))
    over = ended(ply + 1, last.move, end, winner)
    assert proofs([open_, over]) == [winner, winner]
    other = position.legal_moves()[0]
    assert position.play(other).outcome is None
    resigned = ended(ply + 1, str(other), position.play(other), winner)
    assert proofs([open_, resigned]) == [None, winner]
