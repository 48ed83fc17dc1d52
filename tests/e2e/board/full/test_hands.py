"""A mouse at a board of the other games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.board import test_hands as push
from tests.e2e.board.test_hands import seated


def test_what_hands_do_is_said_once(opened: Callable[..., Any], server: str) -> None:
    ann = seated(opened, server, "boche")
    ann.sees("#tip", "the wheel, a letter or the buttons")
    ann.page.click("#tip-seen")
    ann.page.reload()
    ann.sees("#state", "your turn")
    assert not ann.page.is_visible("#tip")


@pytest.mark.parametrize(
    ("name", "move", "other"),
    [("boche", "c:c2", "c1"), ("boku", "f5", "k6"), ("octi", "57+e", "37")],
)
def test_the_choice_stays_on_the_way_to_the_buttons(
    opened: Callable[..., Any], server: str, name: str, move: str, other: str | None
) -> None:
    push.test_the_choice_stays_on_the_way_to_the_buttons(opened, server, name, move, other)


@pytest.mark.parametrize(
    ("name", "first", "target", "played", "late"),
    [
        ("boche", "c:b2", "c2", False, "choices"),
        ("boku", "f5", "c2", True, "targets"),
        ("boku", "f5", "c2", True, "choices"),
    ],
)
def test_a_click_counts_that_comes_before_what_can_be_played(
    opened: Callable[..., Any],
    server: str,
    name: str,
    first: str,
    target: str,
    played: bool,
    late: str,
) -> None:
    push.test_a_click_counts_that_comes_before_what_can_be_played(
        opened, server, name, first, target, played, late
    )
