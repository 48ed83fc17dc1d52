"""Moves of several steps: in every game a searcher returns complete moves."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from boche.engine import new
from boche.engine.games.registry import GAMES
from boche.engine.players.baselines import best_at_once
from boche.engine.players.registry import make_player
from boche.engine.players.strength import MOST_NODES
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import PLAIN, Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.steps import seat_to_move
from boche.viewer.games.registry import picker_of
from boche.viewer.games.targets import choices_of, targets_of

SMALL = SearchParams(nodes=50_000)
STEPPED = ["che", "octi"]


def positions(game: str, seed: int, count: int = 12) -> list:
    """Return the first positions of a random game."""
    rng, found = random.Random(seed), [new(game)]
    while len(found) < count:
        after = found[-1].play(found[-1].random_move(rng))
        if after.outcome is not None:
            break
        found.append(after)
    return found


# -- random moves


@pytest.mark.parametrize("game", GAMES)
def test_a_random_move_is_legal_and_any_may_come(game: str) -> None:
    rng = random.Random(1)
    for position in positions(game, 2, 6)[1::2]:
        legal = {str(move) for move in position.legal_moves()}
        found = {str(position.random_move(rng)) for _ in range(60)}
        assert found <= legal
        assert len(found) > 10
    position = new(game)
    legal = {str(move) for move in position.legal_moves()}
    count = 60 * len(legal)
    if count < 3000:
        assert {str(position.random_move(rng)) for _ in range(count)} == legal


@pytest.mark.parametrize("game", GAMES)
def test_greedy_plays_every_game(game: str) -> None:
    rng = random.Random(5)
    for position in positions(game, 6, 4):
        for move in list(best_at_once(position, rng))[:5]:
            assert position.play(move).ply == position.ply + 1


@pytest.mark.parametrize("game", STEPPED)
@pytest.mark.parametrize(
    "budget",
    [
        Budget(simulations=0),
        Budget(simulations=1),
        Budget(nodes=1),
        Budget(seconds=0.0),
        Budget(seconds=1e-4),
    ],
    ids=str,
)
def test_a_move_is_whole_however_little_there_is(game: str, budget: Budget) -> None:
    for position in positions(game, 9, 8)[::3]:
        answer = Searcher(position, SMALL).search(budget)
        assert position.play(answer.best).ply == position.ply + 1


@pytest.mark.parametrize("game", STEPPED)
def test_a_budget_is_for_the_whole_move(game: str) -> None:
    position = positions(game, 3)[3]
    searcher = Searcher(position, SMALL)
    answer = searcher.search(Budget(simulations=1_000))
    assert 600 <= answer.simulations <= 1_000 or answer.proven
    assert answer.new_playouts == answer.simulations
    for seconds in (0.1, 0.4):
        searcher.set_position(position)
        answer = searcher.search(Budget(seconds=seconds))
        assert answer.proven or answer.seconds > 0.6 * seconds


@pytest.mark.parametrize("game", STEPPED)
def test_moves_are_beginnings_that_can_be_shown(game: str) -> None:
    position = positions(game, 3)[3]
    answer = Searcher(position, SMALL).search(Budget(simulations=500))
    picker = picker_of(game)
    targets = {picker.target_of(position, move.move) for move in answer.moves}
    first = {step.text for step in position.steps()}
    assert targets <= first
    assert len(targets) > 3
    assert picker.target_of(position, answer.moves[0].move) in first


# -- between moves


@pytest.mark.parametrize("game", STEPPED)
def test_the_tree_is_kept_when_the_game_goes_on(game: str) -> None:
    position = new(game).play(new(game).random_move(random.Random(2)))
    searcher = Searcher(position, SMALL, seed=4)
    answer = searcher.search(Budget(simulations=4_000))
    after = position.play(answer.best)
    searcher.go_to(after, [str(answer.best)])
    kept = searcher.result()
    assert kept.position == after
    assert kept.simulations > 100
    # Another move than the one found best, and the reply to it.
    searcher.go_to(position)
    searcher.search(Budget(simulations=4_000))
    other = next(m for m in answer.moves if str(m.move) not in str(answer.best))
    move = next(m for m in position.legal_moves() if str(m).startswith(str(other.move)))
    reply = position.play(move).random_move(random.Random(1))
    after = position.play(move).play(reply)
    searcher.go_to(after, [str(move), str(reply)])
    assert searcher.result().position == after
    with pytest.raises(ValueError, match="one set of options"):
        searcher.go_to(new("boku"))


def test_moves_that_lead_elsewhere_do_no_harm() -> None:
    searcher = Searcher(new("octi"), SMALL)
    after = new("octi").play("57")
    for moves in ([], ["nonsense"], ["99"], ["37"], ["57"]):
        searcher.set_position(new("octi"))
        searcher.go_to(after, moves)
        assert searcher.position == after


def test_plain_search_by_time_is_plain_and_takes_its_time() -> None:
    start = new("boche", size=5)
    made = make_player("uct:time", start, seconds=0.3)
    begun = time.perf_counter()
    made.choose(start, [])
    assert time.perf_counter() - begun >= 0.3
    assert made.result.simulations > 1  # type: ignore[union-attr]
    settings = made.params  # type: ignore[attr-defined]
    assert (settings.amaf, settings.nodes) == (PLAIN.amaf, MOST_NODES)


# -- proofs


def test_a_proven_step_is_a_proven_move() -> None:
    checked = 0
    for seed in range(20):
        at = new("che")
        rng = random.Random(seed)
        while at.outcome is None:
            before, at = at, at.play(at.random_move(rng))
        if at.outcome.winner != before.turn:
            continue
        answer = Searcher(before, SMALL).search(Budget(simulations=20_000))
        assert answer.proven == before.turn
        assert answer.win[before.turn] == 1.0
        if len(answer.line) == 1:
            assert before.play(answer.best).outcome.winner == before.turn
            checked += 1
    assert checked >= 3


def result_for_mover(position) -> float:
    """Return the result for the side to move with best play, by brute force: 1, 0.5 or 0."""
    best = 0.0
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome is None:
            worth = 1.0 - result_for_mover(after)
        else:
            worth = {position.turn: 1.0, None: 0.5}.get(after.outcome.winner, 0.0)
        best = max(best, worth)
        if best == 1.0:
            break
    return best


def test_the_last_moves_are_proven_as_brute_force_says() -> None:
    """Check a move of two tiles, then one: proofs are right, and the best move preserves them."""
    proven = 0
    for seed in range(6):
        rng = random.Random(seed)
        position = new("che", num_tiles=6)
        for _ in range(2):
            position = position.play(position.random_move(rng))
        answer = Searcher(position, SMALL, seed=seed).search(Budget(simulations=20_000))
        if answer.proven is None:
            continue
        worth = {position.turn: 1.0, "draw": 0.5}.get(answer.proven, 0.0)
        after = position.play(answer.best)
        reached = 1.0 - result_for_mover(after) if after.outcome is None else 1.0
        assert result_for_mover(position) == worth == reached
        proven += 1
    assert proven >= 3


def test_a_way_that_is_lost_behind_its_first_step_is_left(monkeypatch) -> None:
    """Check that a proof from the steps after the first one reaches it, and another is played."""
    position = positions("octi", 3)[3]
    searcher = Searcher(position, SMALL)
    first = searcher.search(Budget(simulations=400))
    number = searcher.first.choices()[0].number
    at = searcher.first.position
    loses = 2 - seat_to_move(at)
    for worker in searcher.first.workers:
        worker.note([number], loses)
    answer = searcher.search(Budget(simulations=400))
    assert answer.moves[-1].move == first.moves[0].move
    assert answer.moves[-1].proven == 0.0
    assert not str(answer.best).startswith(str(first.moves[0].move))
    assert answer.proven is None


# -- moves whose beginning is given


def begun_ways(game: str, position: Any) -> list[tuple[str, ...]]:
    """Return beginnings of moves of a position as a table takes them, one step after the other."""
    picker, found, waiting = picker_of(game), list[tuple[str, ...]](), [tuple[str, ...]()]
    while waiting and len(found) < 12:
        taken = waiting.pop(0)
        for target in targets_of(picker, position, taken[-1] if taken else "").values():
            for choice in choices_of(picker, position, target):
                if choice.move is None:
                    waiting.append((*taken, choice.text))
                    found.append((*taken, choice.text))
    return found


@pytest.mark.parametrize("game", ["octi"])
def test_a_search_keeps_to_the_steps_that_are_made(game: str) -> None:
    leads = picker_of(game).leads
    assert leads is not None
    position = positions(game, 5)[-1]
    searcher = CandidateSearcher(position, SMALL, seed=1, count=0)
    for taken in begun_ways(game, position):
        path = searcher.path_to(taken)
        assert path, taken
        found = searcher.search(Budget(simulations=200), begun=path)
        assert leads(taken[-1], found.best), taken
        assert found.best in position.legal_moves()
        assert searcher.whole_move(path) is None
    free = searcher.search(Budget(simulations=200))
    assert free.best in position.legal_moves()


def test_a_search_finds_no_steps_that_are_not_there() -> None:
    position = positions("octi", 5)[-1]
    assert CandidateSearcher(position, SMALL, count=0).path_to(["nothing"]) == ()
    assert CandidateSearcher(new("boku"), SMALL, count=0).path_to(["f5"]) == ()
