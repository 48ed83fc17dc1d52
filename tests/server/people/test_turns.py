"""A queue in which the lines of addresses take turns."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for

import pytest

from boche.server.people.turns import FullError, Turns


def in_order(asked: list[str], places: int) -> tuple[list[str], list[str]]:
    """Return the order in which requests are served, queued behind the first, and those refused."""
    turns, go, served = Turns(1, places), threading.Event(), list[str]()
    begun = threading.Event()

    def work(who: str) -> Callable[[], None]:
        def do() -> None:
            begun.set()
            assert go.wait(60.0)
            served.append(who)

        return do

    refused = []

    def ask(number: int, who: str) -> None:
        try:
            turns.in_turn(who, work(f"{who}{number}"), first=who.isupper())
        except FullError:
            refused.append(f"{who}{number}")

    with ThreadPoolExecutor(len(asked)) as threads:
        futures = []
        for number, who in enumerate(asked):
            before = turns.waiting + len(refused)
            futures.append(threads.submit(ask, number, who))
            assert begun.wait(60.0)
            while number and turns.waiting + len(refused) == before:
                pass
        go.set()
        wait_for(futures)
    return served, refused


@pytest.mark.parametrize(
    ("asked", "places", "served", "refused"),
    [
        ("aaabc", 9, "a0 a1 b3 c4 a2", ""),
        ("aaaab", 4, "a0 a1 b4 a2", "a3"),
        ("aaaaa", 4, "a0 a1 a2 a3", "a4"),
        ("aabcd", 4, "a0 a1 b2 c3", "d4"),  # a line of one gives up no place
        ("aaabbbc", 6, "a0 a1 b3 c6 a2 b4", "b5"),
        ("abcXcYX", 9, "a0 X3 Y5 X6 b1 c2 c4", ""),  # in capitals: those who go first
        ("abcXY", 4, "a0 X3 Y4 c2", "b1"),
        ("abXYZc", 3, "a0 X2 Y3", "b1 Z4 c5"),
    ],
)  # fmt: skip
def test_lines_take_turns_and_the_longest_gives_way(
    asked: str, places: int, served: str, refused: str
) -> None:
    found = in_order(list(asked), places)
    assert [" ".join(each) for each in found] == [served, refused]
