"""Random games of random options, each ply judged by the rules and by their slow restatement.

``python -m tests.soak.rules [GAME ...] [--seconds S] [--games N] [--seed S]``. Compared are the
legal moves, the turn, what lies on the board, groups or regions, and the outcome with its kind. A
difference is printed with the game, its options and its moves, and the exit code is 1. In some
games the choice of moves leans towards captures, or towards moves that end nothing, so that boards
fill.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.games.registry import GAMES
from tests.engine.games.boche import slow_rules as boche_slow
from tests.engine.games.boche import test_random as boche
from tests.engine.games.boku import slow_rules as boku_slow
from tests.engine.games.boku import test_random as boku
from tests.engine.games.che import slow_rules as che_slow
from tests.engine.games.che import test_random as che
from tests.engine.games.octi import slow_rules as octi_slow
from tests.engine.games.octi import test_random as octi

Choose = Callable[[random.Random, Any], Any]


@dataclass(frozen=True)
class Subject:
    """A game under test: its slow restatement, how both are compared, options and longest game."""

    slow: Callable[..., Any]
    compare: Callable[[Any, Any], None]
    options: Callable[[random.Random], dict[str, Any]]
    longest: int
    most_moves: int = 1 << 30


def _boche_options(rng: random.Random) -> dict[str, Any]:
    large = rng.random() < 0.01  # a game on them takes as long as a hundred others
    return {
        "size": rng.randint(8, 20) if large else rng.choice([1, 2, 3, 3, 4, 4, 5, 5, 6, 7]),
        "kill": rng.choice([0, 1, 2, 2, 3, 3, 4, 5, 6, 9]),
        "fill_board": rng.random() < 0.1,
        **{name: rng.random() < 0.3 for name in ("adjacent", "immediate_win", "join_any")},
    }


def _che_options(rng: random.Random) -> dict[str, Any]:
    return {"num_tiles": rng.choice([-1, 1, 2, 3, rng.randint(4, 20), 48, 999]),
            "group_area": rng.choice([0, 0, rng.randint(2, 16)]),
            "group_extent": rng.choice([0, 0, rng.randint(2, 6)])}  # fmt: skip


def _octi_options(rng: random.Random) -> dict[str, Any]:
    return {"bases": rng.choice([1, 3, 3]), "wrap": rng.random() < 0.4}


SUBJECTS = {
    "boche": Subject(boche_slow.Slow, boche.compare, _boche_options, 2000),
    "che": Subject(che_slow.Slow, che.compare, _che_options, 24),
    "boku": Subject(boku_slow.Slow, boku.compare, lambda _: {}, 300),
    "octi": Subject(octi_slow.Slow, octi.compare, _octi_options, 120, octi.FEW),
}


def _any(rng: random.Random, position: Any) -> Any:
    return rng.choice(position.legal_moves())


def _capturing(rng: random.Random, position: Any) -> Any:
    moves = position.legal_moves()
    return rng.choice([move for move in moves if "x" in str(move)] or moves)


def _lasting(rng: random.Random, position: Any) -> Any:
    """A move that does not end the game, of a few tried: so boards fill and enclosures are near."""
    moves = position.legal_moves()
    tried = [rng.choice(moves) for _ in range(4)]
    return next((move for move in tried if position.play(move).outcome is None), tried[-1])


MANNERS: tuple[Choose, ...] = (_any, _capturing, _lasting)


class DifferenceError(Exception):
    """The rules and their restatement disagree."""


def play(name: str, rng: random.Random) -> tuple[str, int]:
    """Play one game; return how it ended and its plies. Raises ``DifferenceError``."""
    subject, game = SUBJECTS[name], GAMES[name]
    options, manner = subject.options(rng), rng.choice(MANNERS)
    position, slow, moves = game.new(**options), subject.slow(**options), []
    try:
        subject.compare(position, slow)
        while position.outcome is None and len(moves) < subject.longest:
            if len(position.legal_moves()) > subject.most_moves:
                return "too many moves", len(moves)
            move = manner(rng, position)
            moves.append(str(move))
            position = position.play(move)
            slow.play(str(move))
            subject.compare(position, slow)
    except AssertionError as error:
        raise DifferenceError(f"{name} {options}: {' '.join(moves)}\n{error}") from error
    return position.outcome.kind if position.outcome else "cut off", len(moves)


def soak(name: str, seconds: float, games: int, seed: int) -> str:
    """Play games for some seconds or up to a number; return what was played.

    Raises ``DifferenceError``.
    """
    ends: Counter[str] = Counter()
    plies, end = 0, time.monotonic() + seconds
    for number in range(games):
        kind, more = play(name, random.Random(f"{name} {seed} {number}"))
        ends[kind] += 1
        plies += more
        if time.monotonic() > end:
            break
    counted = ", ".join(f"{kind} {count}" for kind, count in ends.most_common())
    return f"{name}: {ends.total()} games, {plies} plies, seed {seed}, no difference; {counted}"


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.rules", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help=f"of {', '.join(SUBJECTS)}; else all"
    )
    parser.add_argument("--games", type=int, default=10**9, help="at most so many of each")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most so long for each")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    for name in args.names or SUBJECTS:
        try:
            print(soak(name, args.seconds, args.games, args.seed), flush=True)
        except DifferenceError as error:
            print(f"seed {args.seed}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
