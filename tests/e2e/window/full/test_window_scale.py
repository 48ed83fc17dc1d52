"""Windows at all scales of screens, and with X resources that make no sense."""

from __future__ import annotations

import pytest

from tests.e2e.window import test_window_scale as push
from tests.e2e.window.window_help import Desk, desk, display

__all__ = ["desk", "display"]


@pytest.mark.parametrize(
    ("dpi", "scale"),
    [("97", 97 / 96), ("110.4", 1.15), ("120", 1.25), ("192", 2.0), ("288", 3.0), ("72", 1.0),
     ("0", 1.0), ("-96", 1.0), ("nan", 1.0), ("", 1.0), ("zwölf", 1.0), ("192 dpi", 1.0),
     ("1e400", 1.0)],
)  # fmt: skip
def test_all_scales(desk: Desk, dpi: str, scale: float) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0, window_size=[1060, 700])
    seen = desk.scenario("scaled", "boche", f"Xft.dpi: {dpi}\n", module=push.MODULE)
    if scale <= 1.5:  # a larger one does not fit into the window
        push.check(seen, scale)
    assert seen["scale"] == pytest.approx(scale)


def test_a_first_window_grows_with_the_scale(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    seen = desk.scenario("scaled", "boche", "Xft.dpi: 144\n", module=push.MODULE)
    assert seen["size"] == [1920, 1200]


def test_a_window_with_more_pixels_than_units(desk: Desk) -> None:
    desk.settings(hints_seen=True, quality="low", animation_speed=0.0)
    push.check(desk.scenario("finer", module=push.MODULE), 2.0)
