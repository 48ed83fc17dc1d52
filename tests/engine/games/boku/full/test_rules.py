"""More moves counted by compiled code."""

from __future__ import annotations

from tests.engine.games.boku.push.test_rules import check_perft


def test_perft_compiled() -> None:
    check_perft(4)
