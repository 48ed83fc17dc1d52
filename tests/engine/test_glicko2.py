"""Ratings, by the example of Glickman's paper."""

from __future__ import annotations

import pytest

from boche.engine.glicko2 import Rating, aged, expected, updated, weight


def test_the_paper_s_example() -> None:
    others = [Rating(1400.0, 30.0), Rating(1550.0, 100.0), Rating(1700.0, 300.0)]
    found = updated(Rating(1500.0, 200.0, 0.06), list(zip(others, (1.0, 0.0, 0.0), strict=True)))
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_paper_s_weights_and_expectations() -> None:
    me = Rating(1500.0, 200.0)
    others = [Rating(1400.0, 30.0), Rating(1550.0, 100.0), Rating(1700.0, 300.0)]
    assert [round(weight(each.deviation), 4) for each in others] == [0.9955, 0.9531, 0.7242]
    assert [round(expected(me, each), 3) for each in others] == [0.639, 0.432, 0.303]


def test_who_does_not_play_is_less_sure_and_no_weaker() -> None:
    before = Rating(1600.0, 50.0)
    after = aged(before, 12.0)
    assert after.value == 1600.0
    assert 50.0 < after.deviation < 350.0
    assert aged(before, 1e9).deviation == 350.0


def test_a_surprise_makes_a_rating_less_steady() -> None:
    found = updated(Rating(1500.0, 50.0), [(Rating(2200.0, 50.0), 1.0)] * 5)
    assert found.volatility > 0.06
    assert found.value > 1500.0
