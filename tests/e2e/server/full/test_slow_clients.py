"""More ways to hold a connection."""

from __future__ import annotations

import pytest

from tests.e2e.server import test_slow_clients as push
from tests.e2e.server.served import Served
from tests.e2e.server.test_slow_clients import HEAD, folder, served, talkative

__all__ = ["folder", "served", "talkative"]


@pytest.mark.parametrize("said", [b"", HEAD + b"X-Long: "])
def test_a_byte_now_and_then_is_no_way_to_hold_a_connection(served: Served, said: bytes) -> None:
    push.test_a_byte_now_and_then_is_no_way_to_hold_a_connection(served, said)
