"""Two processes of one database: neither sees an outdated board after the other's move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.server.database.connect import open_store
from tests.server.desk import Desk
from tests.server.postgres import Cluster


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Desk, Desk]]:
    url = cluster.database("side_by_side")
    one, two = open_store(url), open_store(url)
    yield Desk(one), Desk(two)
    one.close()
    two.close()


def test_moves_an_undo_and_another_move_are_seen_from_both(pair: tuple[Desk, Desk]) -> None:
    one, two = pair
    number, ann, bob = one.board()
    one.do(f"boche move {number} c:a1#1", user=ann)
    assert "Moves: 1. c:a1" in two.do(f"boche show {number}")
    two.do(f"boche move {number} c:b2#2", user=bob)
    assert one.refused(f"boche move {number} c:c1#2", user=ann)[0] == 409
    one.do(f"boche move {number} c:c1#3", user=ann)
    for desk, what, who in ((one, "propose undo", ann), (two, "accept", bob)):
        desk.do(f"boche {what.split()[0]} {number} {' '.join(what.split()[1:])}", user=who)
    assert "c:c1" not in one.do(f"boche show {number}")
    two.do(f"boche move {number} c:d1#3", user=ann)
    assert "3. c:d1" in one.do(f"boche show {number}")
    assert one.refused(f"boche move {number} c:c1#3", user=ann)[0] == 409
    again = one.do(f"boche move {number} c:d1#3", user=ann)
    assert "3. c:d1" in again
    assert "4." not in again
    one.do(f"boche move {number} c:a4#4", user=bob)
    assert "4. c:a4" in two.do(f"boche show {number}")
