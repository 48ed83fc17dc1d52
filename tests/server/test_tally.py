"""The log's lines about what is refused: few, whatever is sent, and none that can be forged."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from boche.server.infrastructure.tally import MOST_LINES, MOST_SOURCES, Tally

HERE = "203.0.113.7"


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def tally(watch: Watch, caplog: pytest.LogCaptureFixture) -> Iterator[Tally]:
    caplog.set_level(logging.INFO, "boche")
    found = Tally(watch)
    yield found
    found.flush(everything=True)


def test_one_line_at_once_and_one_a_minute(
    tally: Tally, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(99):
        tally.refused("sign-in refused: wrong password", HERE)
    assert caplog.messages == [f"sign-in refused: wrong password, from {HERE}"]
    watch.now = 60.0
    tally.flush()
    assert caplog.messages[1:] == [
        f"sign-in refused: wrong password, 98 more times in a minute, from {HERE}"
    ]
    watch.now = 119.0
    tally.refused("sign-in refused: wrong password", HERE)
    tally.refused("sign-in refused: wrong password", HERE)
    assert len(caplog.messages) == 2
    for watch.now in (120.0, 180.0):
        tally.flush()
    assert caplog.messages[2:] == [
        f"sign-in refused: wrong password, 2 more times in a minute, from {HERE}"
    ]
    tally.refused("sign-in refused: wrong password", HERE, "POST /sign-in")
    assert caplog.messages[3:] == [
        f"sign-in refused: wrong password (POST /sign-in), from {HERE}"
    ], "a new one is told at once"


def test_kinds_and_addresses_have_lines_of_their_own(
    tally: Tally, caplog: pytest.LogCaptureFixture
) -> None:
    for what in ("one", "two"):
        for address in (HERE, "2001:db8::/64"):
            tally.refused(what, address)
    assert sorted(caplog.messages) == [
        "one, from 2001:db8::/64", f"one, from {HERE}",
        "two, from 2001:db8::/64", f"two, from {HERE}",
    ]  # fmt: skip


def test_a_crowd_does_not_flood_the_log(
    tally: Tally, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    for n in range(5000):
        tally.refused("no", f"10.0.{n // 256}.{n % 256}")
    watch.now = 60.0
    tally.flush()
    assert len(caplog.messages) == MOST_SOURCES + 1
    rest = 5000 - MOST_SOURCES
    assert caplog.messages[-1] == f"no, {rest} more times in a minute, from other addresses"


@pytest.mark.parametrize(
    "address", ["10.0.0.1\nboche: forged", "\x1b[2J", "ann@example.org", "<b>", "", "1.2.3.4 x"]
)
def test_what_is_no_address_is_not_logged(
    tally: Tally, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    tally.refused("no", address)
    assert caplog.messages == ["no, from an unknown address"]


def test_many_lines_about_mails_are_counted(
    tally: Tally, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    for n in range(MOST_LINES + 40):
        tally.line(logging.INFO, "mails ignored", f"mail {n} is ignored")
    assert len(caplog.messages) == MOST_LINES
    watch.now = 60.0
    tally.flush()
    assert caplog.messages[-1] == "mails ignored: 40 more in a minute"
    tally.line(logging.INFO, "mails ignored", "one")
    assert caplog.messages[-1] == "one"
