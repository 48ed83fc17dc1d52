"""Solved small boards, against brute force on the interpreted rules and against the docs."""

from __future__ import annotations

import random
import re

import pytest

from boche.engine import new
from boche.engine.games.boche.solve import END_RULES, Solver, start_of
from tests import ROOT
from tests.engine.search.boards import best_result

SOLVED = ROOT / "docs" / "solved.md"


def without_swap(position) -> str:
    """Return the winner by brute force, if the next move is not a swap."""
    if position.outcome is not None:
        return position.outcome.winner
    mover = position.turn
    other = "dark" if mover == "light" else "light"
    moves = [move for move in position.legal_moves() if str(move) != "swap"]
    wins = any(best_result(position.play(move)) == mover for move in moves)
    return mover if wins else other


@pytest.mark.parametrize("end_rule", END_RULES)
@pytest.mark.parametrize("size", [1, 2])
def test_every_opening_of_a_tiny_board(size: int, end_rule: str) -> None:
    start = new("boche", **start_of(size, end_rule))
    found = {move: o.winner for o in Solver(start.options).openings() for move in o.moves}
    assert set(found) == set(start.legal_moves())
    for move, winner in found.items():
        assert winner == without_swap(start.play(move)), (move, end_rule)


@pytest.mark.parametrize("end_rule", END_RULES)
def test_late_positions_of_size_3(end_rule: str) -> None:
    rng, solver = random.Random(1), Solver(start_of(3, end_rule))
    found = set()
    for _ in range(12):
        position = new("boche", **start_of(3, end_rule))
        for _ in range(rng.choice((7, 8))):
            if position.outcome is None:
                moves = [m for m in position.legal_moves() if str(m) != "swap"]
                position = position.play(rng.choice(moves))
        assert solver.winner(position) == best_result(position)
        found.add(best_result(position))
    assert found == {"light", "dark"}


@pytest.mark.parametrize("options", [{}, {"adjacent": True}, {"kill": 2}], ids=str)
def test_a_table_too_small_only_costs_time(options) -> None:
    start = new("boche", size=3, **options)
    large, small = Solver(start.options), Solver(start.options, table_bits=3)
    for one, two in zip(large.openings(), small.openings(), strict=True):
        assert one == two
    assert small.positions > large.positions


def test_symmetric_positions_count_once() -> None:
    solver = Solver(new("boche", size=3).options)
    position = new("boche", size=3).play("b:a1").play("c:b1")
    solver.winner(position)
    seen = solver.positions
    solver.winner(position)
    assert solver.positions == seen


def test_what_was_solved_before_stays_solved() -> None:
    """Solve positions met in solving others, in any order and repeatedly."""
    start = new("boche", **start_of(2, "enclosure"))
    solver = Solver(start.options)
    firsts = [start.play(move) for move in start.legal_moves()]
    both = [p.play(m) for p in firsts for m in p.legal_moves() if str(m) != "swap"]
    expected = [best_result(position) for position in both]
    for _ in range(2):
        assert [solver.winner(position) for position in both] == expected


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        Solver(new("boche", size=5).options)
    with pytest.raises(ValueError, match="no cube"):
        Solver(new("boche", size=2).options).winner(new("boche", size=2))


def rows_of_docs() -> dict[tuple[int, str, str], str]:
    """Return the table of docs/solved.md: (size, end rule, opening) to the winner."""
    rows, size = {}, 0
    for line in SOLVED.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"## Size (\d)", line):
            size = int(match[1])
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        if size and cells[0] in END_RULES:
            for winner, cell in zip(("light", "dark"), cells[1:3], strict=True):
                rows |= {(size, cells[0], move): winner for move in re.findall(r"[a-h]:\w+", cell)}
    return rows


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_docs_say_what_the_solver_finds(size: int) -> None:
    documented = {key: value for key, value in rows_of_docs().items() if key[0] == size}
    found = {
        (size, end_rule, str(move)): opening.winner
        for end_rule in END_RULES
        for opening in Solver(start_of(size, end_rule)).openings()
        for move in opening.moves[:1]
    }
    assert documented == found
