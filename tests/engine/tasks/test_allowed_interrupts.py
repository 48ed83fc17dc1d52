"""Ctrl+C in a process that lets it in only while it does a task."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from boche.engine import interrupt
from boche.engine.interrupt import call_interruptibly


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(interrupt, "_pressed", [])
    handler = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, handler)
    interrupt.block_interrupt(False)


def test_one_that_comes_as_a_task_ends_waits_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system delivers it just before it is blocked, and a thread that lets it in gets more."""

    def block(on: bool) -> None:
        if on:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(interrupt, "block_interrupt", block)
    assert call_interruptibly(abs, (-2,)) == 2
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        call_interruptibly(pytest.fail, ("the task is begun",))
