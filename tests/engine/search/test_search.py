"""The tree search: correct where it can be checked, deterministic, and stopping on request."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from boche.engine import new
from boche.engine.games.registry import find
from boche.engine.native.kernels import kernels
from boche.engine.search import tree as slots
from boche.engine.search.params import PLAIN, Budget, SearchParams
from boche.engine.search.searcher import Searcher
from boche.engine.search.worker import NODE_BYTES, new_tree
from tests.engine.search.boards import SMALL, best_result, game_of

# -- right


@pytest.mark.parametrize("options", [{}, {"fill_board": True}, {"immediate_win": True}], ids=str)
@pytest.mark.parametrize("settings", [SMALL, PLAIN], ids=["refined", "plain"])
def test_small_boards_are_proven_as_brute_force_says(options, settings) -> None:
    start = new("boche", size=2, **options)
    searcher = Searcher(start, settings, seed=1)
    for opening in ("a:a1", "c:a1", "b:b1", "h:a2"):
        for follow in (None, "swap", "a:a2", "d:b1"):
            position = start.play(opening)
            if follow in [str(move) for move in position.legal_moves()]:
                position = position.play(follow)
            searcher.set_position(position)
            answer = searcher.search(Budget(simulations=200_000))
            assert answer.proven == best_result(position), (opening, follow)
            assert answer.win[answer.proven] == 1.0


def test_the_end_of_a_game_is_proven_as_brute_force_says() -> None:
    found = set()
    for seed in range(8):
        positions = game_of(seed, size=4)
        for position in positions[-4:-1]:
            answer = Searcher(position, SMALL).search(Budget(simulations=100_000))
            if answer.proven is not None and len(position.legal_moves()) <= 12:
                assert answer.proven == best_result(position)
                found.add(answer.proven)
    assert found == {"light", "dark"}


def test_a_winning_enclosure_is_found_at_once() -> None:
    found = 0
    for seed in range(30):
        before, after = game_of(seed, size=5)[-2:]
        if after.outcome.kind == "enclosure" and after.outcome.winner == before.turn:
            answer = Searcher(before, SMALL).search(Budget(simulations=1))
            assert answer.proven == before.turn
            assert before.play(answer.best).outcome.winner == before.turn
            found += 1
    assert found >= 5


def test_no_move_that_loses_at_once_is_played_while_another_does_not() -> None:
    checked = 0
    for seed in range(12):
        position = game_of(seed, size=4)[-3]
        losing = [
            move
            for move in position.legal_moves()
            if any(
                (end := position.play(move).play(reply).outcome) and end.winner != position.turn
                for reply in position.play(move).legal_moves()
            )
        ]
        if 0 < len(losing) < len(position.legal_moves()):
            answer = Searcher(position, SMALL).search(Budget(simulations=3_000))
            assert answer.best not in losing or answer.proven not in (None, position.turn)
            checked += 1
    assert checked >= 3


def test_it_swaps_when_that_wins_and_only_then() -> None:
    """Check size 2: light wins after c:a1 unless dark swaps, not after a:a1 (docs/solved.md)."""
    for opening, swaps in (("c:a1", True), ("a:a1", False)):
        position = new("boche", size=2).play(opening)
        answer = Searcher(position, SMALL).search(Budget(simulations=100_000))
        assert (str(answer.best) == "swap") == swaps
        assert answer.proven == "dark"


def test_it_opens_so_that_the_swap_hands_over_little() -> None:
    position = new("boche", size=4)
    searcher = Searcher(position, SMALL, seed=3)
    answer = searcher.search(Budget(simulations=20_000))
    assert 0.35 < answer.win["light"] < 0.55
    after = position.play(answer.best)
    kept = [m for m in after.legal_moves() if str(m) != "swap"]
    assert kept
    searcher.set_position(after.play("swap"))
    assert 0.3 < searcher.search(Budget(simulations=20_000)).win["light"] < 0.7


def test_equal_moves_have_equal_values() -> None:
    position = new("boche", size=3)
    answer = Searcher(position, SMALL).search(Budget(simulations=2_000))
    assert len(answer.moves) == len(position.legal_moves()) == 48
    by_class: dict[bytes, set] = {}
    for move in answer.moves:
        key = position.play(move.move).canonical()[0]
        by_class.setdefault(key, set()).add((move.visits, move.value))
    assert len(by_class) == 12
    assert all(len(values) == 1 for values in by_class.values())
    assert sum(move.visits for move in answer.moves if move.searched) == 2_000


def test_the_answer_adds_up() -> None:
    position = new("boche", size=5).play("b:a1").play("c:b2")
    answer = Searcher(position, SMALL, seed=5).search(Budget(simulations=3_000))
    assert answer.position is position
    assert sum(answer.win.values()) == pytest.approx(1.0)
    assert answer.moves[0].move == answer.best
    assert answer.win[position.turn] == answer.moves[0].value
    assert {str(m.move) for m in answer.moves} == {str(m) for m in position.legal_moves()}
    assert answer.simulations == answer.playouts == 3_000
    assert answer.playouts_per_s > 0
    walk = position
    for move in answer.line:
        walk = walk.play(move)
    assert answer.line[0] == str(answer.best)


def test_a_full_board_search_plays_64_games_at_once() -> None:
    position = new("boche", size=4, fill_board=True)
    answer = Searcher(position, SMALL).search(Budget(simulations=100))
    assert (answer.simulations, answer.playouts) == (100, 6_400)


def test_a_finished_game_is_refused() -> None:
    searcher = Searcher(new("boche", size=1), SMALL)
    searcher.advance("a:a1")
    with pytest.raises(ValueError, match="the game is over"):
        searcher.search(Budget(simulations=1))
    with pytest.raises(ValueError, match="one set of options"):
        searcher.set_position(new("boche", size=2))


# -- the same every time


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_budget_give_the_same_answer(threads: int) -> None:
    def answers(seed: int, pieces: list[int]) -> dict:
        searcher = Searcher(new("boche", size=5), SMALL, seed=seed, threads=threads)
        for piece in pieces:
            answer = searcher.search(Budget(simulations=piece))
        data = answer.as_data()
        return {k: v for k, v in data.items() if k not in ("seconds", "playouts_per_s")}

    one = answers(1, [4_000])
    assert answers(1, [4_000]) == one
    assert answers(2, [4_000]) != one
    if threads == 1:
        assert answers(1, [1_000, 3_000]) == one  # pieces do not matter


def test_threads_share_the_work() -> None:
    searcher = Searcher(new("boche", size=5), SMALL, threads=3)
    answer = searcher.search(Budget(simulations=1_000))
    assert answer.simulations == 1_000
    assert sum(move.visits for move in answer.moves if move.searched) == 1_000


# -- when to stop


def test_it_stops_at_once_when_told() -> None:
    searcher = Searcher(new("boche"), SMALL)
    searcher.search(Budget(simulations=10))
    thread = threading.Thread(target=searcher.search, args=[Budget(seconds=600)])
    thread.start()
    begun = time.monotonic()
    while thread.is_alive() and time.monotonic() < begun + 120:
        searcher.stop()  # again, as it may not have begun
        thread.join(0.1)
    assert not thread.is_alive(), "it goes on to the end of its ten minutes"


def test_budgets_hold() -> None:
    searcher = Searcher(new("boche", size=4), SMALL)
    assert searcher.search(Budget(simulations=123)).simulations == 123
    before = searcher.result().nodes
    assert searcher.search(Budget(nodes=2_000)).nodes >= before + 2_000
    start = time.perf_counter()
    searcher.search(Budget(seconds=0.1))
    assert time.perf_counter() - start >= 0.1
    with pytest.raises(ValueError, match="below 0"):
        Budget(seconds=-1)


def test_progress_is_told_while_it_searches() -> None:
    searcher, told = Searcher(new("boche", size=4), SMALL), []
    searcher.search(Budget(seconds=0.4), told.append, every=0.05)
    counts = [answer.simulations for answer in told]
    assert len(counts) >= 2
    assert counts == sorted(counts)


def test_memory_is_bounded_and_the_search_goes_on_in_it() -> None:
    settings = SearchParams(nodes=2_000, expand=1)
    searcher = Searcher(new("boche"), settings)
    answer = searcher.search(Budget(simulations=5_000))
    assert answer.simulations == 5_000
    assert answer.nodes <= 2_000
    worker = searcher.first.workers[0]
    assert worker.total_nodes > 2_000
    visited = worker.tree.visits[: worker.used]
    assert worker.tree.count[: worker.used][visited >= 1_000].all()  # nothing important is gone
    searcher.set_position(new("boche"))
    assert searcher.first.workers[0].tree.info[slots.FULL] == 0
    again = Searcher(new("boche"), settings)
    parts = [again.search(Budget(simulations=count)) for count in (1_234, 3_766)]
    assert parts[1].moves == answer.moves  # whatever the slices
    made = Searcher(new("boche"), settings).search(Budget(nodes=5_000))
    assert 0 < made.simulations < 5_000
    tight = Searcher(
        new("boche"), SearchParams(nodes=1, symmetry=False)
    )  # room for the root's moves alone
    assert tight.search(Budget(simulations=500)).simulations == 500
    assert tight.first.workers[0].tree.info[slots.FULL] == slots.STUCK
    tree = new_tree(kernels(find("boche")).tree.Tree, 1_000)
    assert sum(part.nbytes for part in tree) - tree.info.nbytes == NODE_BYTES * 1_000


# -- around it


def test_importing_players_and_commands_imports_no_numpy() -> None:
    code = (
        "import sys; import boche.engine.search, boche.engine.players.registry;"
        "import boche.engine.match.match, boche.engine.gtp.engine, boche.engine.players.external;"
        "import boche.viewer.cli.commands.match;"
        "assert 'numpy' not in sys.modules, 'numpy'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_settings_refuse_nonsense() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        SearchParams(nodes=0)
    with pytest.raises(ValueError, match="threads"):
        Searcher(new("boche", size=1), threads=0)


def test_a_game_may_have_numbers_of_its_own() -> None:
    usual = SearchParams().for_game({}).tune()
    assert len(usual) == slots.TUNE_SLOTS
    assert np.isfinite(usual).all()
    own = SearchParams().for_game({"explore": 0.125, "amaf": 99.0}).tune()
    assert (own[slots.EXPLORE], own[slots.AMAF]) == (0.125, 99.0)
    assert SearchParams(explore=0.5, amaf=0.0).for_game({"amaf": 99.0}).tune()[slots.AMAF] == 0.0
