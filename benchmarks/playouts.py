"""Random games per second from the start position, single-threaded, compared with OpenSpiel's Y.

    python -m benchmarks.playouts

OpenSpiel has none of these games; Y with 55 cells is comparable to Boche of size 6 with 56 cubes.
Its fastest random play from Python is an MCTSBot with two simulations of 2,000 rollouts each. It is
measured in the same run, in turn with each of our games, if ``open_spiel`` is installed (the extra
``bench``); medians over the rounds are reported.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks.machine import machine_line
from boche.engine import new
from boche.engine.match.bench import playouts_per_s

SECONDS = 1.5
ROUNDS = 5
ROLLOUTS = 2000

# The variants, with the goal as a multiple of OpenSpiel's rollouts.
VARIANTS = [
    ("Boche, size 6, enclosure judged after every move", "boche", {}, 1.5),
    ("Boche, size 6, to a full board (fill_board)", "boche", {"fill_board": True}, 15.0),
    ("Boku", "boku", {}, 2.0),
    ("Che, 48 tiles", "che", {}, None),
    ("Octi, three bases", "octi", {}, None),
]


def rollouts_per_s(name: str = "y(board_size=10)", seconds: float = SECONDS) -> float | None:
    """Return random games per second by OpenSpiel, or None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
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


def medians(
    peer: Callable[[], float | None], own: list[Callable[[], float]]
) -> tuple[float | None, list[float]]:
    """Return the peer's median speed, or None if it is not installed, and that of each of ours.

    All are run in turn, so that other load on the machine affects them equally.
    """
    rounds = [(peer(), [run() for run in own]) for _ in range(ROUNDS)]
    theirs = [speed for speed, _ in rounds if speed is not None]
    ours = zip(*(speeds for _, speeds in rounds), strict=True)
    return statistics.median(theirs) if theirs else None, [statistics.median(s) for s in ours]


def compared(label: str, speed: float, peer: float | None, wanted: float | None) -> str:
    """Return a line of the report."""
    line = f"{label:52} {speed:12,.0f}"
    if peer is None:
        return line
    goal = "" if wanted is None else f" (wanted: {wanted:g})"
    return f"{line}  {speed / peer:6.1f} times{goal}"


def main() -> None:
    """Measure and print."""
    print(machine_line())
    print(f"random games a second, one thread; medians of {ROUNDS} rounds, {SECONDS:g} s each")
    own = [
        lambda game=game, options=options: playouts_per_s(new(game, **options), SECONDS)
        for _, game, options, _ in VARIANTS
    ]
    peer, speeds = medians(rollouts_per_s, own)
    if peer is None:
        print("OpenSpiel is not installed: no comparison")
    else:
        print(f"{'OpenSpiel, y(board_size=10), random rollouts':52} {peer:12,.0f}")
    for (label, _, _, wanted), speed in zip(VARIANTS, speeds, strict=True):
        print(compared(label, speed, peer, wanted))


if __name__ == "__main__":
    main()
