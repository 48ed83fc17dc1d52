"""Compile what the tests need, once; where that is kept on the disk, this takes no time.

    python -m tests.warm_up

Each process that runs tests, and each program that a test starts, would else compile it for itself:
more work than most tests are together.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from boche.engine.games.registry import GAMES
from boche.engine.jit.cache import hash_of, place
from tests import ROOT

CODE = """
import sys
from boche.engine.games.boche.solve import Solver
from boche.engine.games.registry import find
from boche.engine.learning.vector_game import VectorGame, rollouts
from boche.engine.match.bench import measure
from boche.engine.search.prover import prover_of
from boche.engine.search.searcher import Searcher
for game in sys.argv[1:]:
    start = find(game).new()
    Searcher(start)
    measure(start, 0.01)
    rollouts(start, 1)
    for observations in (False, True):
        games = VectorGame(start, n=1, observations=observations)
        games.step(games.random_actions())
    if game == "boche":
        list(Solver(find(game).new(size=2).options).openings())
        prover_of(find(game).new(size=4))
"""


COMPILING = (
    "tests/engine/games/boku/test_search.py::test_a_game_that_never_ends_is_cut_off",
    "tests/engine/games/boku/test_search.py::test_plain_search_has_no_eye_for_fives",
    "tests/engine/games/boku/test_search.py::test_random_games_are_games_by_the_rules",
    "tests/engine/games/che/test_compiled.py",
    "tests/engine/games/che/test_search.py::test_random_games_are_games_by_the_rules",
    "tests/engine/games/che/test_search.py::test_the_contract_offers_what_the_position_offers",
    "tests/engine/games/octi/test_compiled.py",
    "tests/engine/games/octi/test_search.py::test_random_games_are_games_by_the_rules",
    "tests/engine/games/octi/test_search.py::test_states_play_as_positions_do",
    "tests/engine/jit/test_compile.py",
    "tests/engine/search/test_search_playouts.py",
)
"""Tests that compile more than a search, and keep it: run once here, and told of when they fail
among the others."""


def mark() -> Path | None:
    """Return the file that marks the current sources as compiled, or None without a cache."""
    folder, sources = place(), [Path(__file__), *(ROOT / "engine").rglob("*.py")]
    return folder / f"tests-{hash_of(sources)}" if folder else None


def warm_up() -> None:
    """Compile each game's search, bench and games at once, and the solver, unless that was done.

    Raises ``SystemExit``.
    """
    done = mark()
    if done is not None and done.exists():
        return
    print("boche: compiling the searches that the tests need (a minute or two)", flush=True)
    games = list(GAMES)
    # The game that is registered last has the most to compile: it has a process of its own.
    started = [
        subprocess.Popen([sys.executable, "-c", CODE, *some], cwd=ROOT)
        for some in (games[:-1], games[-1:])
    ]
    codes = [process.wait() for process in started]
    # Collected by one process, the tests' bytecode is there for all those that run them.
    for what in (["--collect-only"], COMPILING):
        command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *what]
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    if any(codes):
        raise SystemExit("boche: a game's search cannot be compiled")
    if done is not None:
        for old in done.parent.glob("tests-*"):
            old.unlink()
        done.touch()


if __name__ == "__main__":
    warm_up()
