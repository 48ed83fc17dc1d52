"""Random games and steps per second, as programs that learn take them, beside OpenSpiel and pgx.

    python -m benchmarks.learning

Everything runs on one core, in turn, in one process; medians over the rounds are reported, per
second of the process's CPU time, since the machine may be busy. A step is one action in one game.
OpenSpiel and pgx (JAX on the CPU) have none of our games, so theirs are boards of a similar size.
What is not installed (the extra ``bench``) is left out. Compiling is not counted.
"""

from __future__ import annotations

import importlib.util
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import boche
from benchmarks.machine import machine_line
from benchmarks.playouts import rollouts_per_s
from boche.engine.match.bench import playouts_per_s

SECONDS = 0.4
ROUNDS = 5
BATCH = 1024

OWN: dict[str, Any] = {
    "Boche, size 6": boche.new("boche"),
    "Boche, size 6, fill_board": boche.new("boche", fill_board=True),
    "Che, 48 tiles": boche.new("che"),
    "Boku": boche.new("boku"),
    "Octi, three bases": boche.new("octi"),
}
OPENSPIEL = ("y(board_size=10)", "hex(board_size=11)", "havannah(board_size=6)", "connect_four")
PGX = ("hex", "go_9x9", "connect_four")

Run = Callable[[], float]


class Row(NamedTuple):
    """A line of a table: who does what, and a function that measures how often per second."""

    label: str
    run: Run


def per_second(step: Callable[[], int], seconds: float = SECONDS) -> float:
    """Return how much ``step`` does per second; it returns how much it has done each time."""
    step()
    done, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        done += step()
    return done / passed


# -- random games to the end


def games() -> Iterator[Row]:
    """Return who plays random games to the end by one call for many."""
    for label, start in OWN.items():
        yield Row(f"{label}: boche bench", partial(playouts_per_s, start, SECONDS))
        yield Row(f"{label}: boche.rollouts", partial(rollouts, start))
        yield Row(f"{label}: boche.rollouts of one game", partial(single, start))
    if importlib.util.find_spec("pyspiel"):
        for name in OPENSPIEL:
            yield Row(f"OpenSpiel, {name}: rollouts", partial(peer, name))


def peer(name: str) -> float:
    return rollouts_per_s(name, SECONDS) or 0.0


def rollouts(start: Any) -> float:
    """Return games per second, with so many in a call that it takes some tenths of a second."""
    count, took = 1, 0.0
    while took < SECONDS / 4:
        count, begun = count * 2, time.process_time()
        boche.rollouts(start, count)
        took = time.process_time() - begun
    return per_second(lambda: len(boche.rollouts(start, count)))


def single(start: Any) -> float:
    """Return calls per second for one game each."""
    return per_second(lambda: len(boche.rollouts(start, 1)))


# -- steps


def steps() -> Iterator[Row]:
    """Return who takes one random action after another, in one game or in many."""
    for label, start in OWN.items():
        for n, observed in ((256, True), (BATCH, True), (BATCH, False)):
            step = vector(boche.VectorGame(start, n=n, observations=observed))
            yield Row(f"{label}: VectorGame, {described(n, observed)}", partial(per_second, step))
        step = positions(start)
        yield Row(f"{label}: Position, one game", partial(per_second, step))
    if importlib.util.find_spec("pyspiel"):
        for name in OPENSPIEL:
            for observed in (True, False):
                step = states(name, observed)
                words = described(1, observed)
                yield Row(f"OpenSpiel, {name}: State, {words}", partial(per_second, step))
    if importlib.util.find_spec("pgx"):
        for name in PGX:
            for n in (256, BATCH):
                words = described(n, True)
                yield Row(f"pgx, {name}: {words}", partial(per_second, arrays(name, n)))


def described(n: int, observed: bool) -> str:
    return f"{n} game{'s' * (n > 1)}, {'with' if observed else 'no'} observations"


def vector(games: boche.VectorGame) -> Callable[[], int]:
    def step() -> int:
        games.step(games.random_actions())
        return len(games)

    return step


def positions(start: Any) -> Callable[[], int]:
    """Return a function that plays a random game by positions, with actions."""
    rng = random.Random(1)

    def play() -> int:
        position, done = start, 0
        while actions := position.legal_actions():
            position, done = position.apply(rng.choice(actions)), done + 1
        return done

    return play


def states(name: str, observed: bool) -> Callable[[], int]:
    """Return a function that plays a random game of OpenSpiel from Python."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            if observed:
                state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
        return done

    return play


def arrays(name: str, n: int) -> Callable[[], int]:
    """Return a function that takes a random action in each of ``n`` games of pgx.

    A game that ends starts again, as in ours.
    """
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def advanced(state: Any, key: Any) -> tuple[Any, Any]:
        key, drawing, resetting = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(drawing, logits, axis=-1)
        return step_all(state, action, jax.random.split(resetting, n)), key

    compiled = jax.jit(advanced)
    state, key = jax.vmap(env.init)(jax.random.split(jax.random.key(0), n)), jax.random.key(1)

    def step() -> int:
        nonlocal state, key
        state, key = jax.block_until_ready(compiled(state, key))
        return n

    return step


# -- tables


def by_cpu(run: Run) -> float:
    """Return the speed that ``run`` measures, per second of CPU time instead of time."""
    begun, used = time.perf_counter(), time.process_time()
    speed = run()
    return speed * (time.perf_counter() - begun) / (time.process_time() - used)


def measured(rows: list[Row]) -> list[float]:
    """Return the median speed of each row; all run in turn, so that other load affects all."""
    for row in rows:
        row.run()  # loads or compiles
    rounds = [[by_cpu(row.run) for row in rows] for _ in range(ROUNDS)]
    return [statistics.median(speeds) for speeds in zip(*rounds, strict=True)]


def report(title: str, rows: list[Row], reference: str) -> None:
    """Measure and print a table, with ratios to the row that begins with ``reference``."""
    speeds = measured(rows)
    base = [speed for row, speed in zip(rows, speeds, strict=True) if row[0].startswith(reference)]
    print(f"\n{title}; medians of {ROUNDS} rounds, {SECONDS:g} s each; ratio to {reference}")
    for row, speed in zip(rows, speeds, strict=True):
        ratio = f"{speed / base[0]:9.2f}" if base else ""
        print(f"{row.label:64} {speed:12,.0f}{ratio}", flush=True)


def main() -> None:
    """Measure and print."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(machine_line())
    report("random games a second, one core", list(games()), f"OpenSpiel, {OPENSPIEL[0]}")
    report("steps a second, one core", list(steps()), f"pgx, {PGX[0]}: {BATCH} games, with")


if __name__ == "__main__":
    main()
