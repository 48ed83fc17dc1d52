"""The tree search: simulations per second, scaling to two threads, time to the first answer.

    python -m benchmarks.search

If ``open_spiel`` is installed (the extra ``bench``), its MCTSBot on Y with 55 cells is measured in
the same run, in turn with ours, with one rollout per simulation; medians over the rounds are
reported.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.machine import machine_line
from benchmarks.playouts import ROUNDS, compared, medians
from boche.engine import new
from boche.engine.search.params import Budget, SearchParams
from boche.engine.search.searcher import Searcher

SECONDS = 2.0
SIMULATIONS = 20_000

VARIANTS = [
    ("size 6, default rule", {}, 1.0),
    ("size 6, fill_board (64 games a simulation)", {"fill_board": True}, 3.0),
]

FIRST = """
import time
start = time.perf_counter()
from boche.engine import new
from boche.engine.search.searcher import Searcher
from boche.engine.search.params import Budget
Searcher(new("boche")).search(Budget(simulations=100))
print(time.perf_counter() - start)
"""


def y_simulations_per_s(seconds: float = SECONDS) -> float | None:
    """Return simulations per second of OpenSpiel's MCTSBot, or None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("y(board_size=10)")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(
        game, evaluator, 2.0, SIMULATIONS, 500, False, 1, False,
        pyspiel.ChildSelectionPolicy.UCT,
    )  # fmt: skip
    state, count, start = game.new_initial_state(), 0, time.perf_counter()
    while time.perf_counter() < start + seconds:
        bot.mcts_search(state)
        count += SIMULATIONS
    return count / (time.perf_counter() - start)


def simulations_per_s(options: dict[str, bool], threads: int) -> float:
    """Return simulations per second from the start position."""
    searcher = Searcher(new("boche", **options), SearchParams(nodes=2_000_000), threads=threads)
    searcher.search(Budget(seconds=0.3))
    searcher.set_position(searcher.position)
    return searcher.search(Budget(seconds=SECONDS)).simulations_per_s


def first_answer(folder: str) -> float:
    """Return the seconds a new process needs for an answer, compiled code lying in that folder."""
    environment = {**os.environ, "BOCHE_CACHE_DIR": folder}
    done = subprocess.run(
        [sys.executable, "-c", FIRST], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Measure and print."""
    print(machine_line())
    print(f"simulations a second from the start; medians of {ROUNDS} rounds, {SECONDS:g} s each")
    own = [
        lambda options=options, threads=threads: simulations_per_s(options, threads)
        for _, options, _ in VARIANTS
        for threads in (1, 2)
    ]
    peer, speeds = medians(y_simulations_per_s, own)
    if peer is None:
        print("OpenSpiel is not installed: no comparison")
    else:
        print(f"{'OpenSpiel, y(board_size=10), MCTSBot':52} {peer:12,.0f}")
    for (label, _, wanted), one, two in zip(VARIANTS, speeds[::2], speeds[1::2], strict=True):
        print(compared(label + ", one thread", one, peer, wanted))
        print(f"{label + ', two threads':52} {two:12,.0f}  {two / one:6.2f} times one thread")
    with tempfile.TemporaryDirectory() as folder:
        fresh, again = first_answer(folder), first_answer(folder)
    print(f"first answer: {fresh:.1f} s with everything to compile, {again:.2f} s after that")


if __name__ == "__main__":
    main()
