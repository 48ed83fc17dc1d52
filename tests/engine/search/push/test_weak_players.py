"""Players stopped, weak or asked again."""

from __future__ import annotations

import random
import threading

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.level import Level
from boche.engine.players.strength import pick
from boche.engine.search.candidates import CandidateSearcher
from boche.engine.search.params import Budget
from boche.engine.search.searcher import Searcher
from tests.engine.search.test_search_steps import SMALL, STEPPED, positions

# -- whole answers


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_answer_is_a_whole_legal_move_and_the_same_again(game: str, threads: int) -> None:
    def data(seed: int) -> list[dict]:
        searcher, found = Searcher(start, SMALL, seed=seed, threads=threads), []
        for position in line[1::4]:
            searcher.go_to(position)
            answer = searcher.search(Budget(simulations=300))
            at = position
            for text in answer.line:
                at = at.play(text)
            assert answer.position == position
            assert answer.line[0] == str(answer.best)
            assert position.play(answer.best).ply == position.ply + 1
            assert sum(answer.win.values()) == pytest.approx(1)
            found.append({**answer.as_data(), "seconds": 0, "playouts_per_s": 0})
        return found

    line = positions(game, 4)
    start = line[0]
    one = data(1)
    assert data(1) == one
    assert data(2) != one


@pytest.mark.parametrize("game", STEPPED)
@pytest.mark.parametrize("threads", [1, 2])
def test_it_stops_at_once_and_answers_whole_moves_meanwhile(game: str, threads: int) -> None:
    position = positions(game, 3)[1]
    searcher = Searcher(position, SMALL, threads=threads)
    for wait in (0.0, 0.25):
        seen = []
        timer = threading.Timer(wait + 0.05, searcher.stop)
        timer.start()
        answer = searcher.search(Budget(seconds=60), seen.append, every=0.03)
        assert answer.seconds < 30, "it goes on to the end of its minute"
        for each in [*seen, answer]:
            assert position.play(each.best).ply == 2
        counts = [each.simulations for each in seen]
        assert counts == sorted(counts)
        timer.join()


# -- players


@pytest.mark.parametrize("game", STEPPED)
def test_a_weak_player_strays_from_the_best_move_to_legal_ones(game: str) -> None:
    position = positions(game, 3)[2]
    searcher = CandidateSearcher(position, SMALL, count=0)
    answer = searcher.search(Budget(simulations=200))
    level, rng = Level(200, tactical_check=0, temperature=5.0), random.Random(1)
    found = {str(pick(level, searcher, answer, [], rng)) for _ in range(30)}
    assert len(found) > 5
    for move in found:
        assert position.play(move).ply == position.ply + 1
