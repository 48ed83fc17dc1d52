"""Limited places for connections: the most crowded address gives way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boche.server.infrastructure.crowd import Crowd


def end_of(name: str, ended: list[str]) -> Callable[[], None]:
    return lambda: ended.append(name)


@pytest.mark.parametrize(
    ("comers", "most", "joined", "ended"),
    [
        ("aaab", None, "a0 a1 a2 b3", "a2"),
        ("aaaa", None, "a0 a1 a2", ""),
        ("aabc", None, "a0 a1 b2 c3", "a1"),
        ("abcd", None, "a0 b1 c2", ""),  # an address with one connection gives up none
        ("aabb", None, "a0 a1 b2", ""),  # two for one and one for the other, either way
        ("aaab", 2, "a0 a1 b3", ""),
        ("AAAb", 2, "A0 A1 A2 b3", "A2"),  # in capitals: may have any number
    ],
)
def test_the_most_crowded_address_gives_way(
    comers: str, most: int | None, joined: str, ended: str
) -> None:
    crowd, gone, came = Crowd(most, 3), list[str](), list[str]()
    for number, address in enumerate(comers):
        name = f"{address}{number}"
        if crowd.join(address, end_of(name, gone), free=address.isupper()):
            came.append(name)
    assert (" ".join(came), " ".join(gone)) == (joined, ended)


def test_who_leaves_makes_room_once() -> None:
    crowd, ended = Crowd(None, 2), list[str]()
    ends = [end_of(str(number), ended) for number in range(4)]
    assert crowd.join("a", ends[0])
    assert crowd.join("a", ends[1])
    crowd.leave("a", ends[1])
    crowd.leave("a", ends[1])
    assert crowd.join("b", ends[2])
    assert not crowd.join("c", ends[3])
    assert ended == []
