"""Marks lie on the places that they name: all kinds, from all sides, in all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from tests.gl import test_marks_in_place as push
from tests.gl.test_marks_in_place import CHECKS, GAMES, KINDS, Board

VIEWS = ("corner", "corner2", "corner3", "top")
MOST = 36  # places of a board, spread over it: each is drawn eight times and more


@pytest.fixture(params=list(product(GAMES, VIEWS)), ids="-".join)
def board(context: Any, request: pytest.FixtureRequest) -> Iterator[Board]:
    made = Board(context, *request.param, most=MOST)
    yield made
    made.close()


@pytest.mark.parametrize("check", CHECKS[1:])  # the first is the test below, of one kind
def test_marks_are_seen_where_they_belong(board: Board, check: Callable[[Board], None]) -> None:
    check(board)


def test_marks_of_all_kinds_lie_on_their_places(board: Board) -> None:
    push.check_each_mark_lies_on_its_place(board, KINDS)
