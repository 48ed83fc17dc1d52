"""The puzzles that ship with the program: read, played through, and some of them proven again."""

from __future__ import annotations

import datetime
from collections import Counter

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.puzzles import daily, find_puzzle, judge, puzzles, read_puzzles, right_moves

WITH_PUZZLES = [name for name in GAMES if puzzles(name)]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_puzzle_is_read_and_named_once(name: str) -> None:
    offered = puzzles(name)
    assert len({puzzle.id for puzzle in offered}) == len(offered)
    for puzzle in offered:
        assert puzzle.id.startswith(f"{name}-")
        assert puzzle.goal.split(" ", 1)[1] in ("to move and win", "to move and draw")
        assert find_puzzle(puzzle.id) is puzzle
    assert [p.id for p in offered] == [
        p.id for p in read_puzzles(b"\n".join(p.data for p in offered))
    ]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_no_position_comes_twice_and_most_take_several_moves(name: str) -> None:
    offered = puzzles(name)
    keys = {puzzle.position.canonical_key() for puzzle in offered}
    assert len(keys) == len(offered)
    at_once = sum(len(puzzle.node.line_from()) == 2 for puzzle in offered)
    assert at_once <= 0.1 * len(offered) + 1
    sides = Counter(puzzle.colour for puzzle in offered)
    assert all(sides[colour] >= 0.25 * len(offered) for colour in GAMES[name].colours)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_main_solution_is_accepted_move_by_move(name: str) -> None:
    for puzzle in puzzles(name)[:10]:
        node, done = puzzle.node, False
        while not done:
            verdict = judge(puzzle, node, right_moves(node)[0])
            assert verdict.right
            done = verdict.done
            assert verdict.node is not None
            node = verdict.node


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_each_puzzle_is_that_of_one_day_before_one_comes_again(name: str) -> None:
    count = len(puzzles(name))
    first = datetime.date.fromordinal(count * (740_000 // count))
    days = [daily(first + datetime.timedelta(days=number), name) for number in range(count)]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles(name)}
