"""A button that is held."""

from __future__ import annotations

from tests.viewer.hud.test_numbers import User


def test_a_click_is_one_step_and_a_held_button_runs() -> None:
    assert User().click(1, -1).values["tiles"] == 47
    second, third = (User().click(1, -1, seconds=s).values["tiles"] for s in (1.0, 2.0))
    assert isinstance(second, int)
    assert isinstance(third, int)
    assert 48 - second > 4
    assert second - third > 1.5 * (48 - second), "it goes faster the longer it is held"
    assert User().click(1, -1, seconds=9.0).values["tiles"] == -1
