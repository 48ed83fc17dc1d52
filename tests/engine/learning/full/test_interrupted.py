"""Calls that are interrupted by others, at many places each."""

from __future__ import annotations

from tests.engine.learning.push.test_interrupted import games, interrupt_calls, outside_game

__all__ = ["outside_game"]


@games
def test_interrupted_calls_return_what_others_do(name: str) -> None:
    interrupt_calls(name, 8)
