"""Positions that are used by others in the middle of a call: by threads, or by a signal handler.

Each call is interrupted before one of the instructions that it runs inside the engine, drawn at
random. There a position is put away, as other threads do it, or this very thread plays on, with
the same position and with others. What the call returns must be what it returns undisturbed.
"""

from __future__ import annotations

import importlib
import os
import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any

import pytest

import boche
from boche.engine import recent
from boche.engine.games.registry import GAMES
from boche.engine.native.kernels import code_of
from tests import ROOT

ENGINE = os.path.realpath(os.path.dirname(recent.__file__))
Call = Callable[[Any], Any]

games = pytest.mark.parametrize("name", [*GAMES, "y"])


@pytest.fixture(autouse=True)
def outside_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tests" / "plugins" / "y")


def new(name: str) -> Any:
    if name in GAMES:
        _ = code_of(GAMES[name]).library
        return boche.new(name)
    return importlib.import_module("boche_y").GAME.new(size=5)


def played(name: str, plies: int, seed: int) -> Any:
    """Return a position of a random game that goes on."""
    while True:
        rng, position = random.Random(seed), new(name)
        while position.ply < plies and not position.is_over:
            position = position.play(position.random_move(rng))
        if not position.is_over:
            return position
        seed += 1


def facts(position: Any) -> Any:
    whole = position.whole
    again = pickle.loads(pickle.dumps(whole))
    return (
        (whole.to_text(), whole.ply, whole.turn, whole.swapped, str(whole.outcome), repr(whole)),
        (again == whole, hash(again) == hash(whole)),
        str(getattr(position, "taken", "")),
    )


def first_moves(position: Any) -> list[str]:
    return [str(move) for move in islice(iter(position.legal_moves()), 10)]


def all_steps(position: Any) -> list[str]:
    first = position.steps()
    following = [] if first[-1].move is not None else position.steps(first[-1].text)
    return [step.text for step in (*first, *following)]


def drawn(position: Any) -> Any:
    return position.random_move(random.Random(1))


def drawn_text(position: Any) -> str:
    return str(drawn(position))


def after_drawn(position: Any) -> Any:
    return facts(position.play(drawn(position)))


def after_text(position: Any) -> Any:
    return facts(position.play(str(drawn(position))))


def after_actions(position: Any) -> Any:
    for _ in range(3):
        if not position.whole.is_over:
            position = position.apply(position.legal_actions()[-1])
    return facts(position)


def named_step(position: Any) -> tuple[str, int]:
    step = position.step_of(position.legal_actions()[0])
    return str(step), position.action_of(step)


def reread(position: Any) -> Any:
    return facts(type(position).from_text(position.to_text()))


def image(position: Any) -> Any:
    return facts(position.transform(position.symmetries()[-1]))


def set_up(position: Any) -> Any:
    return facts(new(position.game.name).from_setup(position.setup_values(), position.turn))


CALLS: list[Call] = [
    facts, first_moves, all_steps, drawn_text, after_drawn, after_text, after_actions, named_step,
    reread,
    lambda position: facts(position.bare()),
    lambda position: facts(position.resign()),
    lambda position: position.canonical_key(),
    lambda position: str(position.facts()),
    lambda position: position.text_board(),
    lambda position: position.legal_actions(),
    lambda position: position.action_mask().tolist(),
    lambda position: position.observation().tolist(),
]  # fmt: skip
OF_SOME: list[Call] = [image, set_up]
"""Calls that the game of another package does not have."""


@contextmanager
def traced(function: Any) -> Iterator[None]:
    before = sys.gettrace()
    sys.settrace(function)
    try:
        yield
    finally:
        sys.settrace(before)


@cache
def is_of_engine(path: str) -> bool:
    return os.path.realpath(path).startswith(ENGINE)


class Interruption:
    """What comes in before the instruction ``at`` that is run in the engine, counted from 1."""

    def __init__(self, at: int, work: Callable[[], object]) -> None:
        self.at, self.work, self.count = at, work, 0

    def enter(self, frame: Any, event: str, argument: Any) -> Any:
        if 0 < self.at <= self.count or not is_of_engine(frame.f_code.co_filename):
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        return self.step

    def step(self, frame: Any, event: str, argument: Any) -> Any:
        if event == "opcode":
            self.count += 1
            if self.count == self.at:
                self.work()
        return self.step


def interrupted(call: Call, position: Any, at: int, work: Callable[[], object]) -> tuple[Any, int]:
    """Return what a call returns, and how many instructions it took."""
    interruption = Interruption(at, work)
    with traced(interruption.enter):
        found = call(position)
    return found, interruption.count


def play_on(position: Any) -> None:
    """Ask a position for much."""
    position.put_away()
    first_moves(position)  # by compiled code, if the position is packed
    all_steps(position)
    position.put_away()
    position.apply(position.legal_actions()[0])
    position.play(drawn(position))
    hash(position)


@games
def test_an_interrupted_call_returns_what_others_do(name: str) -> None:
    interrupt_calls(name, 1)


def interrupt_calls(name: str, times: int) -> None:
    """Interrupt each call so many times by each work, each time somewhere else, and check it."""
    rng = random.Random(name)
    position, others = played(name, 9, 1), [played(name, plies, 2) for plies in (1, 4, 12)]
    facts(position)

    def play_others() -> None:
        for other in others:
            play_on(other)

    works: list[Callable[[], object]] = [
        position.put_away, lambda: play_on(position), play_others,
    ]  # fmt: skip
    play_others()
    for call in CALLS + OF_SOME * (name != "y"):
        for is_packed in (False, True):

            def prepare(is_packed: bool = is_packed) -> None:
                position.put_away()
                if not is_packed:
                    _ = position.board

            prepare()
            call(position)
            prepare()
            expected, count = interrupted(call, position, 0, play_others)
            for work in works:
                for at in rng.sample(range(1, count + 1), min(count, times)):
                    prepare()
                    found, _ = interrupted(call, position, at, work)
                    assert found == expected, f"{call}, instruction {at} of {count}"


@games
def test_threads_that_share_positions_see_what_others_do(name: str) -> None:
    """Threads ask for everything while others put the same positions away."""
    positions = [played(name, plies, 3) for plies in (0, 2, 5, 9)]
    calls = [facts, first_moves, all_steps, after_drawn, after_text, after_actions, named_step]
    expected = [[call(position) for call in calls] for position in positions]
    failures = list[object]()

    def share(seed: int) -> None:
        rng = random.Random(seed)
        try:
            for _ in range(60):
                at, which = rng.randrange(len(positions)), rng.randrange(len(calls))
                rng.choice(positions).put_away()
                if calls[which](positions[at]) != expected[at][which]:
                    failures.append((at, calls[which]))
        except Exception as error:
            failures.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=share, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert failures == []
