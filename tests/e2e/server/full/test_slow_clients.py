"""More ways to hold a connection."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.server.full import test_slow_clients_more as push
from tests.e2e.server.full.test_slow_clients_more import (
    HEAD,
    Slow,
    folder,
    served,
    serves,
    talkative,
)
from tests.e2e.server.served import LONG, Served

__all__ = ["folder", "served", "talkative"]


@pytest.mark.parametrize("said", [b"", HEAD + b"X-Long: "])
def test_a_byte_now_and_then_is_no_way_to_hold_a_connection(served: Served, said: bytes) -> None:
    push.test_a_byte_now_and_then_is_no_way_to_hold_a_connection(served, said)


def test_hundreds_who_say_nothing(served: Served) -> None:
    with ExitStack() as stack:
        silent = [Slow(served) for _ in range(500)]
        for each in silent:
            stack.enter_context(each.socket)
        serves(served)
        assert all(each.is_cut_off(LONG) for each in silent)
    serves(served)


def test_more_connections_than_there_are_files_for_keep_nobody_else_out(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path), before=("prlimit", "--nofile=400:400"))
    try:
        with ExitStack() as stack:
            watcher = Slow(served, b"GET / HTTP/1.1\r\nHost: x\r\n")
            stack.enter_context(watcher.socket)
            silent = [Slow(served, address=f"127.0.0.{n % 3 + 2}") for n in range(600)]
            for each in silent:
                stack.enter_context(each.socket)
            serves(served)
            assert not watcher.is_cut_off(0.0)
            assert sum(not each.is_cut_off(0.0) for each in silent) <= 200
    finally:
        served.end(signal.SIGTERM)
