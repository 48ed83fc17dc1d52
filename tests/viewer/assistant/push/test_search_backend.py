"""The engine as the window's search backend: real searches on small boards."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from boche import engine
from boche.engine.games.registry import find
from boche.engine.record import load
from boche.viewer.assistant.background import BackgroundThinker, Job
from boche.viewer.assistant.search_backend import SearchBackend, is_current
from boche.viewer.games.registry import picker_of
from tests import ROOT
from tests.viewer.table.test_hint_table import JUMPS, SANDWICH, STACK, TILES

LATE = "it goes on to the end of its minute"


def job(kind: str = "move", level: int = 1, seconds: float = 0.2, **options: Any) -> Job:
    return Job(kind, None, engine.new("boche", **{"size": 3, **options}), str(level or ""), seconds)


def think(one: Job) -> tuple[Any, Any]:
    backend = SearchBackend(seed=1)
    backend.prepare(one)
    return backend.think(one, lambda answer: False)


@pytest.mark.parametrize("level", [1, 4, 0])
def test_it_finds_legal_moves(level: int) -> None:
    one = job(level=level)
    move, answer = think(one)
    assert move in one.position.legal_moves()
    assert sum(answer.win.values()) == pytest.approx(1.0)
    assert answer.position == one.position


def test_it_stops_when_it_is_told() -> None:
    one, backend = job("live", 0, 60.0, size=6), SearchBackend()
    backend.prepare(one)
    threading.Timer(0.3, backend.stop).start()
    start = time.monotonic()
    backend.think(one, lambda answer: False)
    assert time.monotonic() - start < 30, LATE


def test_it_stops_when_it_was_told_before_it_began() -> None:
    one, backend = job("live", 0, 60.0, size=6), SearchBackend()
    backend.prepare(one)
    backend.stop()
    start = time.monotonic()
    move, _ = backend.think(one, lambda answer: False)
    assert time.monotonic() - start < 30, LATE
    assert move in one.position.legal_moves()


def test_a_stop_counts_for_one_job() -> None:
    backend = SearchBackend()
    for seconds in (60.0, 0.5):
        one = job("live", 0, seconds, size=6)
        backend.prepare(one)
        if seconds == 60.0:
            backend.stop()
        start = time.monotonic()
        backend.think(one, lambda answer: False)
    assert time.monotonic() - start > 0.45


def test_a_program_of_random_games_stops_while_it_is_made() -> None:
    backend = SearchBackend()
    one = Job("move", None, engine.new("boche"), "uct:100000000", 60.0, seat="seat")
    backend.prepare(one)
    backend.stop()
    start = time.monotonic()
    assert backend.think(one, lambda answer: False) == (None, None)
    assert time.monotonic() - start < 30, LATE
    backend.close()


@pytest.mark.parametrize("broken", ["go_to", "search"])
def test_a_search_that_failed_is_not_gone_on_with(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fail halfway, which may leave half a tree: the next job must not depend on it."""
    from boche.engine.search.searcher import Searcher

    thinker, one = BackgroundThinker(lambda: backend), job(level=4)
    backend, spoilt, real = SearchBackend(seed=1), list[Searcher](), getattr(Searcher, broken)

    def fail(searcher: Searcher, *args: Any) -> Any:
        if not spoilt:
            spoilt.append(searcher)
        if searcher is spoilt[0]:
            raise MemoryError("made for the test")
        return real(searcher, *args)

    monkeypatch.setattr(Searcher, broken, fail)
    found = []
    for wanted in (one, job(level=4)):
        thinker.want(wanted)
        end = time.monotonic() + 120
        while not (new := [report for report in thinker.take() if report.done]):
            assert time.monotonic() < end
            time.sleep(0.01)
        found += new
    assert (found[0].error, found[0].move) == ("made for the test", None)
    assert (found[1].error, found[1].move in one.position.legal_moves()) == ("", True)
    thinker.close()


def test_it_stops_when_nobody_wants_it_any_more() -> None:
    one, backend = job("live", 0, 60.0, size=6), SearchBackend()
    backend.prepare(one)
    start = time.monotonic()
    backend.think(one, lambda answer: True)
    assert time.monotonic() - start < 30, LATE


def test_options_have_searchers_of_their_own() -> None:
    backend = SearchBackend(seed=1)
    for options in ({}, {"fill_board": True}, {"size": 2}, {"size": 4}, {"size": 5}):
        one = job(level=1, **options)
        backend.prepare(one)
        move, _ = backend.think(one, lambda answer: False)
        assert move in one.position.legal_moves()
    assert backend.held <= 3


def test_a_game_without_a_search_is_a_line() -> None:
    position = engine.new("boche", size=2)
    thinker = BackgroundThinker(SearchBackend)
    thinker.want(Job("move", None, _Odd(position), "1"))
    end = time.monotonic() + 120
    while not (found := thinker.take()):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert found[0].done
    assert found[0].error
    assert "\n" not in found[0].error
    thinker.close()


def test_what_was_learnt_goes_on_with_a_game_whose_moves_have_steps() -> None:
    """Follow the moves of an Octi game: they give the path from a position to a later one."""
    backend, position = SearchBackend(seed=1), engine.new("octi")
    first = Job("move", None, position, "4")
    backend.prepare(first)
    _, before = backend.think(first, lambda answer: False)
    moves = [position.parse(text) for text in before.line[:2]]
    assert len(moves) == 2
    for move in moves:
        position = position.play(move)
    history = (("black", str(moves[0])), ("white", str(moves[1])))
    _, kept = backend.think(Job("move", None, position, "4", history=history), lambda answer: False)
    assert kept.simulations > kept.new_playouts


class _Odd:
    """A position of a game that no search supports."""

    def __init__(self, position: Any) -> None:
        self.options = position.options
        self.game = type("Game", (), {"name": "nothing"})


def test_closing_ends_what_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCHE_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("BOCHE_CHECKED", "sanitize")  # nobody has built it beside the sources
    assert not is_current(find("boche"))
    thinker = BackgroundThinker(SearchBackend)
    thinker.want(job())
    end = time.monotonic() + 120
    while thinker.preparing_since is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.5)  # until it compiles
    assert thinker.running
    thinker.close()
    assert not thinker.running
    assert not is_current(find("boche")), "it has been compiled to the end"


def test_what_compiles_in_a_process_of_its_own_comes_to_its_end() -> None:
    start = json.dumps(dict(engine.new("boku").options))
    command = [sys.executable, "-m", "boche.viewer.assistant.search_backend", "boku", start]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("game", "moves", "taken"),
    [
        ("che", TILES, ("fl:2,0",)),
        ("boku", SANDWICH, ("h4",)),
        ("octi", JUMPS, ("46-",)),
        ("octi", JUMPS, ("46-", "46-64?")),
        ("octi", STACK, ("57de+a-",)),
    ],
)
def test_a_hint_goes_on_from_what_is_made(game: str, moves: str, taken: tuple[str, ...]) -> None:
    position = engine.new(game)
    for text in moves.split():
        position = position.play(text)
    leads = picker_of(game).leads
    assert leads is not None
    move, answer = think(Job("hint", None, position, seconds=0.3, taken=taken, leads=leads))
    assert leads(taken[-1], move)
    assert move in position.legal_moves()
    assert sum(answer.win.values()) == pytest.approx(1.0)


def test_a_win_that_it_proves_comes_with_its_line() -> None:
    record = load(ROOT / "assets" / "records" / "boku-row.sgf")
    position = record.position(record.main_line()[-4])
    for kind in ("live", "hint", "record"):
        move, answer = think(Job(kind, None, position, "", 2.0))
        assert answer.wins_in == 2, kind
        assert str(move) == answer.line[0]
        listed = [candidate.wins_in for candidate in answer.candidates[:1]]
        assert listed == ([] if kind == "hint" else [2])


def test_nobody_waits_for_the_line_of_a_proof_that_is_no_longer_wanted() -> None:
    record = load(ROOT / "assets" / "records" / "boku-row.sgf")
    position = record.position(record.main_line()[-4])
    backend, one = SearchBackend(seed=1), Job("live", None, position, "", 60.0)
    backend.prepare(one)
    seen: list[Any] = []

    def so_far(answer: Any) -> bool:
        seen.append(answer)
        return any(each is not None and each.proven for each in seen)

    _, answer = backend.think(one, so_far)
    assert answer.proven == "black"
    assert answer.wins_in is None


def test_a_search_of_whole_moves_goes_on_with_one_that_begins_so() -> None:
    """In Boku a marble that is laid may be any, also one that the search would not have laid."""
    position = engine.new("boku")
    leads = lambda taken, move: str(move) == taken  # noqa: E731
    for text in ("a1", "k10"):
        one = Job("hint", None, position, seconds=0.2, taken=(text,), leads=leads)
        move, answer = think(one)
        assert str(move) == text
        assert sum(answer.win.values()) == pytest.approx(1.0)
