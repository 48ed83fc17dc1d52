"""Plies per second and memory of positions from Python, beside python-chess and OpenSpiel.

    python -m benchmarks.positions [GAME ...]

A ply is one turn of the loop: list what is possible, draw one of it, go on. ``WAYS`` has the ways
of the library; in Che and Octi an action is one step of a move. Everything runs in one process, in
turn; medians over the rounds, per second of CPU time. Memory is what ``tracemalloc`` counts for
positions that were played through and kept in a list, divided by their number. Peers that are not
installed (``chess``, ``open_spiel``) are left out.
"""

from __future__ import annotations

import gc
import importlib.util
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import boche
from benchmarks.machine import machine_line

SECONDS = 0.3
ROUNDS = 5
KEPT = 2_000
LONG = 2_000
"""Plies of the long game of Octi."""

Loop = Callable[[Any, random.Random], Any]


def by_actions(position: Any, rng: random.Random) -> Any:
    actions = position.legal_actions()
    return position.apply(rng.choice(actions)) if actions else None


def by_mask(position: Any, rng: random.Random) -> Any:
    if position.is_over:
        return None
    actions = position.action_mask().nonzero()[0]
    return position.apply(actions[rng.randrange(len(actions))]) if len(actions) else None


def by_random_move(position: Any, rng: random.Random) -> Any:
    return None if position.is_over else position.play(position.random_move(rng))


def by_moves(position: Any, rng: random.Random) -> Any:
    return None if position.is_over else position.play(rng.choice(position.legal_moves()))


WAYS: dict[str, Loop] = {
    "apply(choice(legal_actions()))": by_actions,
    "apply(choice of action_mask())": by_mask,
    "play(random_move())": by_random_move,
    "play(choice(legal_moves()))": by_moves,
}


def plies_per_s(start: Any, loop: Loop) -> float:
    """Return how many plies of random games the loop plays per second of CPU time."""
    rng, position, done = random.Random(1), start, 0
    begun = time.process_time()
    while (passed := time.process_time() - begun) < SECONDS:
        for _ in range(20):
            after = loop(position, rng)
            done += after is not None
            position = start if after is None else after
    return done / passed


def kept(start: Any, loop: Loop, count: int = KEPT) -> float:
    """Return the bytes that each of many positions takes that were played through and kept."""
    rng, position, positions = random.Random(1), start, list[Any]()
    for _ in range(50):
        loop(position, rng)  # loads what is loaded once
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    while len(positions) < count:
        after = loop(position, rng)
        position = start if after is None else after
        positions.append(position)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / count


# -- peers


def chess_loop() -> float:
    import chess

    rng, done, begun = random.Random(1), 0, time.process_time()
    board = chess.Board()
    while (passed := time.process_time() - begun) < SECONDS:
        for _ in range(20):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                board = chess.Board()
                continue
            board.push(rng.choice(moves))
            done += 1
    return done / passed


def chess_kept() -> float:
    import chess

    rng, board, boards = random.Random(1), chess.Board(), list[Any]()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    while len(boards) < KEPT:
        moves = list(board.legal_moves)
        board = board.copy(stack=False)
        if moves:
            board.push(rng.choice(moves))
            board.clear_stack()
        else:
            board = chess.Board()
        boards.append(board)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / KEPT


def openspiel_loop(name: str) -> float:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)
    state, done, begun = game.new_initial_state(), 0, time.process_time()
    while (passed := time.process_time() - begun) < SECONDS:
        for _ in range(20):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
    return done / passed


def peers() -> Iterator[tuple[str, Callable[[], float]]]:
    if importlib.util.find_spec("chess"):
        yield "python-chess: push(choice(list(legal_moves)))", chess_loop
    if importlib.util.find_spec("pyspiel"):
        for name in ("y(board_size=10)", "hex(board_size=11)", "havannah(board_size=6)"):
            yield f"OpenSpiel, {name}: apply_action", partial(openspiel_loop, name)


# -- the report


def octi_at(ply: int) -> Any:
    """Return a position of a random game of Octi that is still going on at a ply."""
    for seed in range(1_000):
        rng, position = random.Random(seed), boche.new("octi")
        while position.ply < ply and not position.is_over:
            at: Any = position.apply(rng.choice(position.legal_actions()))
            while at.whole is not at:
                at = at.apply(rng.choice(at.legal_actions()))
            position = at
        if not position.is_over:
            return position
    raise AssertionError("each random game of Octi ends before that")


def move_ms(position: Any) -> float:
    """Return the milliseconds that a move by its text takes."""
    moves = [str(position.random_move(random.Random(seed))) for seed in range(20)]
    begun = time.process_time()
    for move in moves:
        position.play(move)
    return 1_000 * (time.process_time() - begun) / len(moves)


def main() -> None:
    """Measure and print."""
    names = sys.argv[1:] or list(boche.GAMES)
    print(machine_line())
    rows = [
        (f"{name}: {way}", partial(plies_per_s, boche.new(name), loop))
        for name in names
        for way, loop in WAYS.items()
    ]
    rows += peers()
    for _, run in rows:
        run()
    rounds = [[run() for _, run in rows] for _ in range(ROUNDS)]
    print(f"plies a second of CPU time, one thread; medians of {ROUNDS} rounds, {SECONDS:g} s each")
    for (label, _), speeds in zip(rows, zip(*rounds, strict=True), strict=True):
        print(f"{label:56} {statistics.median(speeds):10,.0f}", flush=True)
    print(f"bytes of each of {KEPT:,} positions kept in a list")
    for name in names:
        for way in ("apply(choice(legal_actions()))", "play(random_move())"):
            size = kept(boche.new(name), WAYS[way])
            print(f"{name + ': ' + way:56} {size:10,.0f}", flush=True)
    if importlib.util.find_spec("chess"):
        print(f"{'python-chess: Board.copy(stack=False)':56} {chess_kept():10,.0f}")
    if "octi" in names:
        for ply in (2, LONG):
            position = octi_at(ply)
            print(
                f"octi at ply {ply:,}: a move by its text {move_ms(position):.2f} ms, text of "
                f"{len(position.to_text()):,} characters, without its history "
                f"{len(position.without_history().to_text()):,}, "
                f"{kept(position, by_actions, 200):,.0f} bytes kept"
            )


if __name__ == "__main__":
    main()
