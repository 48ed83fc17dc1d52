"""Proven wins that are too long for their shortest line: a solved board's own solver leads on."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from boche.engine.games.boche.prover import SmallBoard
from boche.engine.games.registry import find
from boche.engine.record import Node
from boche.engine.record.evaluation import keep_evaluation
from boche.engine.review.known import kept_of, known_at
from boche.engine.review.proof import with_proof
from boche.engine.search.analysis import evaluated
from boche.engine.search.params import Budget
from boche.engine.search.reviewer import Reviewer
from tests.engine.review import test_proof as fast
from tests.engine.review.test_proof import proven


@pytest.mark.parametrize("game", ["che", "octi"])
def test_a_win_comes_with_its_shortest_line(game: str) -> None:
    fast.test_a_win_comes_with_its_shortest_line(game)


def test_a_board_of_three_levels_has_the_whole_line() -> None:
    fast.test_a_small_board_has_the_whole_line(3, 5)


OPENING = ("d:a2", "a:a1", "b:c1", "c:b2", "a:a3")


def test_a_solved_board_leads_to_a_win_that_is_too_long_to_count() -> None:
    position: Any = find("boche").new(size=4)
    for move in OPENING:
        position = position.play(move)
    prover = SmallBoard(position.options)
    verdict = next(one for one in prover.attempt(position) if one is not None)
    winner = position.turn if verdict.moves else "light" if position.turn == "dark" else "dark"
    result = proven(position, winner, listed=2)
    if verdict.moves:
        result = proven_by(result, str(verdict.moves[0]))
    found = with_proof(result)
    assert found.wins_in is None, "it is not said to be the shortest"
    at = position
    for move in found.line:
        if at.turn == winner:
            known = next(one for one in prover.attempt(at) if one is not None)
            assert move in [str(each) for each in known.moves], "every move of the winner wins"
        at = at.play(move)
    assert at.outcome is not None
    assert at.outcome.winner == winner
    assert tuple(map(str, found.candidates[0].line)) == found.line, "the list has it, too"
    node = Node()
    keep_evaluation(node, kept_of(evaluated(5, None, position, found)))
    again = known_at(node, 5, position)
    assert again is not None
    assert again.wins_in is None
    assert again.result is not None
    assert again.result.line == found.line[:-1]


def proven_by(result: Any, move: str) -> Any:
    """Return a made-up result with another best move, also among its candidates."""
    best = result.position.parse(move)
    first = replace(result.candidates[0], move=best, line=(best,))
    candidates = (first, *result.candidates[1:])
    return replace(result, best=best, line=(move,), candidates=candidates)


@pytest.mark.parametrize(
    ("game", "options", "most"),
    [("boku", {}, 10), ("che", {}, 10), ("octi", {}, 1), ("boche", {"size": 3}, 10)],
)
def test_lines_of_proven_wins_end_on_the_board(
    game: str, options: dict[str, int], most: int
) -> None:
    """Positions of random games, by the plain rules, whether or not the solver has the time."""
    rng, seen = random.Random(game), 0
    while seen < most:  # random games of Octi are long
        position: Any = find(game).new(**options)
        while position.outcome is None:
            found = None
            if position.ply >= 6 and rng.random() < 0.4:
                found = Reviewer(candidates=3).review(position, Budget(simulations=900))
            if found is not None and found.proven not in (None, "draw"):
                led, seen = with_proof(found, positions=0 if seen % 2 else 20_000), seen + 1
                value = float(led.proven == position.turn)
                shown = [one.line for one in led.candidates if one.proven == value]
                for line in (led.line, *shown):
                    assert winner_by(position, line) == led.proven, (str(position), line)
                break
            position = position.play(rng.choice(list(position.legal_moves())))


def winner_by(position: Any, line: Any) -> str | None:
    """Return who has won once a line has been played; None if nobody has."""
    for move in line:
        position = position.play(str(move))
    return None if position.outcome is None else position.outcome.winner
