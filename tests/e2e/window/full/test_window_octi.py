"""A game of Octi in a real window by mouse: moves of several steps, undone and dropped."""

from __future__ import annotations

from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]

SCENARIOS = "tests.e2e.window.octi_scenarios"


def test_a_stack_that_is_pointed_at_shows_its_pods_at_their_full_size(desk: Desk) -> None:
    """Use a window of 1280 by 800; within their square five pods would be 14 pixels wide."""
    seen = desk.scenario("stack", module=SCENARIOS)
    assert seen["count"] == 5
    assert seen["width"] > 34
    assert seen["nearest"] > seen["width"], "beside each other"
    assert seen["changed"] > 0.5
    assert seen["again"] == 0.0, "closed again when the pointer is gone"


def test_a_pod_without_prongs_says_beside_the_pointer_why_it_cannot_go(desk: Desk) -> None:
    """Click the pod and then an empty square: a bubble refuses that, and nothing is played."""
    seen = desk.scenario("no_prongs", module=SCENARIOS)
    assert seen["told"] == ["This pod has no prongs yet: add one first"]
    [(left, top, right, bottom)] = seen["cards"]
    x, y = seen["square"]
    across, down = max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)
    assert 0.0 < max(across, down) < 80.0, "beside the pointer, not over what it is on"
    assert (seen["moves"], seen["taken"]) == (["57+e", "53+a"], "77+"), "the pod stays chosen"


def test_a_letter_over_the_middle_of_a_pod_adds_its_prong(desk: Desk) -> None:
    seen = desk.scenario("letter", module=SCENARIOS)
    assert seen == {"ghost": "57+c", "moves": ["57+e", "53+a", "57+c"]}
