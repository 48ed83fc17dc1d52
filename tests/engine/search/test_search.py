"""The tree search: right where it can be checked, the same every time, and it stops when told."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import threading
import time
from functools import cache

import numpy as np
import pytest

from engine import new
from engine.games.boche import encoding as boche_encoding
from engine.games.boche.position import Position
from engine.games.registry import find
from engine.jit import cache as disk_cache
from engine.jit.kernels import kernels
from engine.search import tree as slots
from engine.search.interface import DRAW, NO_KEY
from engine.search.params import PLAIN, Budget, SearchParams
from engine.search.searcher import Searcher
from engine.search.worker import NODE_BYTES, new_tree, new_work

SMALL = SearchParams(nodes=20_000)


@cache
def best_result(position: Position) -> str:
    """Who wins with best play, by brute force; the swap counts as the persons see it.

    The answer is the colour now held by the person who wins.
    """
    if position.outcome is not None:
        return str(position.outcome.winner)
    mover = position.turn
    other = "dark" if mover == "light" else "light"
    for move in position.legal_moves():
        winner = best_result(position.play(move))
        # After a swap the mover holds the other colour.
        if winner == (other if str(move) == "swap" else mover):
            return mover
    return other


def game_of(seed: int, **options) -> list[Position]:
    """All positions of a random game."""
    rng, positions = random.Random(seed), [new("boche", **options)]
    while positions[-1].outcome is None:
        last = positions[-1]
        positions.append(last.play(rng.choice(last.legal_moves())))
    return positions  # type: ignore[return-value]


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
    """Size 2: light wins behind c:a1 unless dark swaps, and loses behind a:a1 (docs/solved.md)."""
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
    ended: list[float] = []

    def run() -> None:
        searcher.search(Budget(seconds=60))
        ended.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.2)
    told = time.perf_counter()
    searcher.stop()
    thread.join(10)
    assert ended
    assert ended[0] - told < 1.0  # 10 ms and a busy machine


def test_budgets_hold() -> None:
    searcher = Searcher(new("boche", size=4), SMALL)
    assert searcher.search(Budget(simulations=123)).simulations == 123
    before = searcher.result().nodes
    assert searcher.search(Budget(nodes=2_000)).nodes >= before + 2_000
    start = time.perf_counter()
    searcher.search(Budget(seconds=0.1))
    assert 0.1 <= time.perf_counter() - start < 1.0
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
    assert searcher.first.workers[0].tree.info[slots.FULL] == 1
    searcher.set_position(new("boche"))
    assert searcher.first.workers[0].tree.info[slots.FULL] == 0
    tree = new_tree(kernels(find("boche")).tree.Tree, 1_000)
    assert sum(part.nbytes for part in tree) - tree.info.nbytes == NODE_BYTES * 1_000


# -- the tree


def rated(visits, wins, amaf_visits, amaf_wins, keys, proofs, settings: SearchParams) -> np.ndarray:
    """The scores that the search gives to the children of a node with these counts."""
    position, compiled = new("boche", size=4), kernels(find("boche"))
    tree = new_tree(compiled.tree.Tree, 1 + len(visits))
    work = new_work(compiled.tree.Work, boche_encoding.ENCODING, position, settings, 1, 0)
    tree.first[0], tree.count[0], tree.visits[0] = 1, len(visits), sum(visits)
    columns = (tree.visits, tree.wins, tree.amaf_visits, tree.amaf_wins, tree.key, tree.proof)
    for column, part in zip(
        columns, (visits, wins, amaf_visits, amaf_wins, keys, proofs), strict=True
    ):
        column[1:] = part
    assert compiled.tree.select(tree, work, 0) == 1 + int(work.scores[: len(visits)].argmax())
    return work.scores[: len(visits)]


@pytest.mark.parametrize("amaf", [0.0, 30.0])
def test_children_are_rated_by_the_upper_bound_of_their_two_means(amaf: float) -> None:
    settings, rng = SearchParams(explore=0.3, first_play=0.6, amaf=amaf), random.Random(4)
    for number in (1, 7, 40):
        visits = [rng.choice((0, 0, 1, 5, 900)) for _ in range(number)]
        wins = [rng.random() * v for v in visits]
        known = [rng.choice((0, 1, 12, 400)) if amaf else 0 for _ in range(number)]
        known_wins = [rng.randrange(k + 1) for k in known]
        keys = [rng.choice((-1, 3)) for _ in range(number)]
        proofs = [rng.choice((0, 0, 0, 1, DRAW + 1)) for _ in range(number)]
        spread, wanted = math.sqrt(math.log(sum(visits) + 1)), []
        for i in range(number):
            weight = min(known[i], amaf)
            value = 0.6
            if visits[i] + weight:
                early = weight * known_wins[i] / known[i] if weight else 0.0
                value = (wins[i] + early) / (visits[i] + weight)
            factor = 1.0 if keys[i] == NO_KEY else 0.3
            open_score = value + factor * spread / math.sqrt(visits[i] + 1)
            wanted.append({slots.OPEN: open_score, DRAW + 1: 0.5}.get(proofs[i], -1.0))
        scores = rated(visits, wins, known, known_wins, keys, proofs, settings)
        assert scores.tolist() == pytest.approx(wanted, abs=1e-5)


def test_a_move_without_a_key_is_never_counted_as_made() -> None:
    """It shares no slot of ``seen`` with a move, the last ones included."""
    position, compiled = new("boche", size=3), kernels(find("boche"))
    tree = new_tree(compiled.tree.Tree, 3)
    work = new_work(compiled.tree.Work, boche_encoding.ENCODING, position, SearchParams(), 1, 0)
    last = boche_encoding.key_count(position) - 1
    tree.first[0], tree.count[0], tree.info[slots.STAMP] = 1, 2, 5
    tree.key[1:] = NO_KEY, last
    work.trail[:3] = 2, 2 * last, 2 * last + 1
    compiled.tree.mark_trail(work, 5)
    for seat in (0, 1):
        tree.turn[0] = seat
        compiled.tree.count_amaf(tree, work, 0, 1.0)
    assert tree.amaf_visits.tolist() == [0, 0, 2]
    assert tree.amaf_wins.tolist() == [0, 0, 1]


# -- between moves


def test_the_tree_is_kept_when_the_game_goes_on() -> None:
    searcher = Searcher(new("boche", size=4).play("a:b1").play("b:a2"), SMALL, seed=4)
    answer = searcher.search(Budget(simulations=5_000))
    best = answer.moves[0]
    searcher.advance(best.move)
    kept = searcher.result()
    assert kept.position == answer.position.play(best.move)
    assert kept.simulations == best.visits > 500
    assert sum(move.visits for move in kept.moves) == pytest.approx(best.visits, abs=10)
    assert kept.win[answer.position.turn] == pytest.approx(best.value, abs=0.1)
    assert 0 < kept.nodes < answer.nodes
    assert searcher.search(Budget(simulations=100)).simulations == best.visits + 100


def test_it_follows_a_game_two_moves_at_a_time_or_any_other() -> None:
    positions = game_of(3, size=5)
    searcher = Searcher(positions[0], SMALL)
    for position in [*positions[1:-1:2], positions[4], positions[9], positions[1]]:
        searcher.go_to(position)
        answer = searcher.search(Budget(simulations=200))
        assert answer.position == position
        assert {str(m.move) for m in answer.moves} == {str(m) for m in position.legal_moves()}


def test_a_kept_tree_holds_what_the_old_one_held() -> None:
    """Every node of the part taken over, compared by walking both trees."""
    searcher = Searcher(new("boche", size=3).play("a:b1").play("b:a2"), SMALL)
    searcher.search(Budget(simulations=3_000))
    worker = searcher.first.workers[0]
    node = worker.node_at([max(worker.root_moves(), key=lambda move: move[1])[0]])
    new_one, old_one = worker.spare, worker.tree
    worker.kernels.tree.take_over(new_one, old_one, node)
    pairs, seen = [(0, node)], 0
    while pairs:
        new_node, old_node = pairs.pop()
        seen += 1
        for part in ("move", "key", "count", "proof", "visits", "wins", "amaf_visits"):
            assert getattr(new_one, part)[new_node] == getattr(old_one, part)[old_node]
        for i in range(int(old_one.count[old_node])):
            pairs.append((int(new_one.first[new_node]) + i, int(old_one.first[old_node]) + i))
    assert seen == new_one.info[slots.USED]


# -- around it


def test_importing_players_and_commands_imports_no_numba() -> None:
    code = (
        "import sys; import engine.search, engine.players.registry, engine.match.match;"
        "import engine.gtp.engine, engine.players.external, viewer.cli.commands.match;"
        "assert 'numba' not in sys.modules, 'numba';"
        "assert 'numpy' not in sys.modules, 'numpy'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_compiled_code_is_kept_under_a_name_made_of_its_sources(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    stale = tmp_path / "boche" / "boche-0123"
    stale.mkdir(parents=True)
    one = tmp_path / "one.py"
    one.write_text("x = 1")
    before = disk_cache.folder_for("boche", [one])
    assert before.is_dir()
    assert not stale.exists()
    one.write_text("x = 2")
    assert disk_cache.folder_for("boche", [one]) != before
    assert not before.exists()


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
