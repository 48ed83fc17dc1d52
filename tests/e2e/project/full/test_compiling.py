"""Ctrl+C while the rules are compiled: exit code 130, one line, and nothing half-written."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.e2e.project import test_compiling as push
from tests.e2e.project.test_compiling import Checkout, checkout

__all__ = ["checkout"]


@pytest.mark.parametrize("send", [os.kill])
@pytest.mark.parametrize("games", [(), ("boku",)], ids=["all", "one"])
def test_ctrl_c_ends_the_compiling_of_the_rules(
    checkout: Checkout, send: Callable[[int, int], None], games: tuple[str, ...]
) -> None:
    push.test_ctrl_c_ends_the_compiling_of_the_rules(checkout, send, games)
