"""Random play: games a second from the start position, one thread, and the same of OpenSpiel's Y.

    python -m benchmarks.playouts

OpenSpiel has no Boche; Y with 55 cells is close in function to size 6 with 56 cubes. Its fastest
random play from Python is an MCTSBot with two simulations of 2,000 rollouts each. It is measured
in the same run where ``open_spiel`` is installed (``pip install open_spiel``).
"""

from __future__ import annotations

import time

from benchmarks.machine import machine_line
from engine import new
from engine.search.bench import playouts_per_s

SECONDS = 5.0
ROLLOUTS = 2000

# What is asked of each, as a multiple of OpenSpiel's rollouts.
VARIANTS = [
    ("size 6, enclosure judged after every move", {}, 1.5),
    ("size 6, to a full board (fill_board)", {"fill_board": True}, 15.0),
]


def y_rollouts_per_s(seconds: float = SECONDS) -> float | None:
    """Random games of Y a second by OpenSpiel; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("y(board_size=10)")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    bot = pyspiel.MCTSBot(
        game, evaluator, 2.0, 2, 100, False, 1, False,
        pyspiel.ChildSelectionPolicy.UCT,
    )  # fmt: skip
    state = game.new_initial_state()
    bot.mcts_search(state)
    games, start = 0, time.perf_counter()
    while time.perf_counter() < start + seconds:
        bot.mcts_search(state)
        games += 2 * ROLLOUTS
    return games / (time.perf_counter() - start)


def compared(label: str, speed: float, peer: float | None, wanted: float) -> str:
    """One line of the report."""
    line = f"{label:52} {speed:12,.0f}"
    return line if peer is None else f"{line}  {speed / peer:6.1f} times (wanted: {wanted:g})"


def main() -> None:
    """Measure and print."""
    print(machine_line())
    print(f"random games a second, one thread, {SECONDS:g} s each")
    peer = y_rollouts_per_s()
    if peer is None:
        print("OpenSpiel is not installed: no comparison")
    else:
        print(f"{'OpenSpiel, y(board_size=10), random rollouts':52} {peer:12,.0f}")
    for label, options, wanted in VARIANTS:
        speed = playouts_per_s(new("boche", **options), SECONDS)
        print(compared(label, speed, peer, wanted))


if __name__ == "__main__":
    main()
