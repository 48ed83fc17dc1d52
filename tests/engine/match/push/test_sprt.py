"""The sequential test over pairs of games, and the interval of a score from pairs."""

from __future__ import annotations

import math
import random
import shlex
import sys
from itertools import combinations
from pathlib import Path

import pytest

from boche.engine.match.score import Score, Tally
from boche.engine.match.sprt import SHARES, PairCounts, Sprt, interval, share_at


def add(pairs: PairCounts, result: int) -> PairCounts:
    a, b, c, d, e = (count + (number == result) for number, count in enumerate(pairs))
    return a, b, c, d, e


# -- the ratio


def greatest_likelihood(pairs: PairCounts, share: float) -> float:
    """Return the greatest log-likelihood of counts at a mean, by climbing.

    It starts from four throws of a coin, and moves chance from one of three results to the other
    two or back, so that the mean stays.
    """
    counts = [max(count, 0.001) for count in pairs]
    at = [math.comb(4, i) * share**i * (1 - share) ** (4 - i) for i in range(5)]

    def moved(i: int, j: int, k: int, step: float) -> list[float]:
        change = {i: (k - j) * step, j: (i - k) * step, k: (j - i) * step}
        return [max(chance + change.get(n, 0.0), 1e-12) for n, chance in enumerate(at)]

    def likelihood(chances: list[float]) -> float:
        return sum(count * math.log(chance) for count, chance in zip(counts, chances, strict=True))

    for _ in range(60):
        for i, j, k in combinations(range(5), 3):
            low, high = -min(at[i] / (k - j), at[k] / (j - i)), at[j] / (k - i)
            for _ in range(40):
                one, two = low + (high - low) / 3, high - (high - low) / 3
                better = likelihood(moved(i, j, k, one)) < likelihood(moved(i, j, k, two))
                low, high = (one, high) if better else (low, two)
            at = moved(i, j, k, low)
    return likelihood(at)


@pytest.mark.parametrize(
    "pairs", [(3, 1, 7, 4, 5), (0, 0, 12, 0, 1), (0, 0, 0, 0, 6), (2, 0, 0, 0, 9), (0, 3, 40, 2, 0)]
)
def test_the_ratio_is_that_of_the_greatest_likelihoods(pairs: PairCounts) -> None:
    test = Sprt(-20, 60)
    plain = greatest_likelihood(pairs, share_at(60)) - greatest_likelihood(pairs, share_at(-20))
    assert test.llr(pairs) == pytest.approx(plain, abs=2e-3)


def test_with_many_pairs_it_is_what_the_normal_distribution_gives() -> None:
    pairs, test = (800, 1900, 4400, 2000, 900), Sprt(0, 5)
    total = sum(pairs)
    mean = sum(n * share for n, share in zip(pairs, SHARES, strict=True)) / total
    spread = sum(n * (share - mean) ** 2 for n, share in zip(pairs, SHARES, strict=True)) / total
    low, high = share_at(0), share_at(5)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert test.llr(pairs) == pytest.approx(normal, rel=0.01)


def test_without_pairs_nothing_is_known() -> None:
    assert Sprt(0, 50).llr((0, 0, 0, 0, 0)) == 0
    assert Sprt(0, 50).accepted((0, 0, 0, 0, 0)) is None
    assert Sprt(0, 50).bound == pytest.approx(2.944, abs=1e-3)


def test_a_few_shared_pairs_decide_nothing() -> None:
    """Equal results have no spread, so a normal approximation would be certain at once."""
    assert Sprt(0, 50).accepted((0, 0, 10, 0, 0)) is None
    assert Sprt(0, 50).accepted((0, 0, 0, 0, 3)) is None
    assert Sprt(0, 50).accepted((0, 0, 200, 0, 0)) == "H0"


def test_intervals_of_extreme_scores() -> None:
    assert interval((0, 0, 0, 0, 10)) == (pytest.approx(math.exp(-0.192), abs=1e-3), 1.0)
    assert interval((10, 0, 0, 0, 0)) == (0.0, pytest.approx(1 - math.exp(-0.192), abs=1e-3))
    low, high = interval((0, 0, 50, 0, 0))
    assert low == pytest.approx(1 - high)
    assert 0.51 < high < 0.53


def test_a_score_has_the_error_of_its_pairs() -> None:
    """Check that shared pairs make a score surer, and equal results within pairs less sure."""
    plain = Score(won=50, lost=50).interval
    shared = Score(won=50, lost=50, pairs=(2, 0, 46, 0, 2)).interval
    alike = Score(won=50, lost=50, pairs=(25, 0, 0, 0, 25)).interval
    assert alike[0] < plain[0] < shared[0] < 0.5 < shared[1] < plain[1] < alike[1]
    score = Score(won=12, lost=6, drawn=2, pairs=(1, 0, 4, 2, 3))
    assert str(score) == (
        "12 won, 6 lost, 2 drawn; score 65.0% (95 % interval 43.7% to 81.7%), "
        "Elo +108 (-44 to +260); pairs 1-0-4-2-3"
    )
    assert score.as_data()["pairs"] == [1, 0, 4, 2, 3]
    assert score.as_data()["elo_interval"] == pytest.approx([-44, 260], abs=0.5)


# -- games in any order


def test_pairs_are_judged_in_their_order_however_games_end() -> None:
    rng, test = random.Random(4), Sprt(0, 100)
    points = [rng.choice([0.0, 0.5, 1.0, 1.0]) for _ in range(300)]
    scores = set()
    for seed in range(4):
        order = list(range(300))
        if seed:
            random.Random(seed).shuffle(order)
        tally = Tally(test)
        for index in order:
            tally.add(index, points[index], points[index] == 0)
        assert tally.accepted == "H1"
        scores.add(tally.score)
    [score] = scores
    pairs = sum(score.pairs)
    assert 10 < pairs < 150  # and the games after the decision do not count
    assert score.games == 2 * pairs
    assert (score.won, score.lost) == (points[: 2 * pairs].count(1), points[: 2 * pairs].count(0))
    assert score.forfeits == score.lost
    assert test.accepted(score.pairs) == "H1"
    before = [points[i] + points[i + 1] for i in range(0, 2 * pairs - 2, 2)]
    counts = (0, 0, 0, 0, 0)
    for result in before:
        counts = add(counts, round(2 * result))
    assert test.accepted(counts) is None


def test_without_a_test_every_game_counts_at_once() -> None:
    tally = Tally()
    tally.add(3, 1.0)
    tally.add(0, 0.0, True)
    assert tally.score == Score(won=1, lost=1, forfeits=1)
    tally.add(2, 0.5)
    assert tally.score == Score(won=1, lost=1, drawn=1, forfeits=1, pairs=(0, 0, 0, 1, 0))
    assert tally.accepted is None


# -- the command


def test_the_limit_of_games_leaves_a_match_undecided(boche, tmp_path: Path) -> None:
    flags = ("match", "random", "random", "--size", "2", "--sprt", "-100", "0", "--games", "3")
    code, out, _ = boche(*flags, "--jobs", "1", "-o", str(tmp_path / "m"))
    assert code == 0
    assert "undecided between Elo -100 and 0" in out
    assert len(list((tmp_path / "m").glob("game-*.sgf"))) == 4  # pairs are whole


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("50", "0"), "--sprt 50 0: the first must be below the second"),
        (("0", "0"), "--sprt 0 0: the first must be below the second"),
        (("0", "nan"), "'nan' is not a number from -1,000 to 1,000 (Elo)"),
        (("-9999", "0"), "'-9999' is not a number from -1,000 to 1,000 (Elo)"),
        (("0",), "expected 2 arguments"),
    ],
    ids=str,
)
def test_impossible_tests_are_refused_in_one_line(boche, flags, message: str) -> None:
    code, out, err = boche("match", "1", "2", "--sprt", *flags)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_test_says_that_it_needs_one_game_more(boche, tmp_path: Path) -> None:
    for games, lines in (("3", 1), ("4", 0)):
        flags = ("--size", "2", "--games", games, "--sprt", "-900", "900", "--jobs", "1")
        code, _, err = boche("match", "greedy", "random", *flags, "-o", str(tmp_path / games))
        assert code == 0
        assert err.count("--sprt judges pairs of games: up to 4 are played") == lines


def test_a_program_s_whole_seconds_are_told(boche, tmp_path: Path) -> None:
    program = f"gtp:{shlex.quote(sys.executable)} -m boche gtp --player random"
    for seconds, lines in (("0.2", 1), ("1", 0)):
        flags = ("--size", "2", "--games", "1", "--seconds", seconds, "-o", str(tmp_path / seconds))
        code, _, err = boche("match", program, "random", *flags)
        assert (code, err.count("1 s a move for a program, 0.2 s for")) == (0, lines)
