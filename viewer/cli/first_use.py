"""Compilation before a computer player's first use: half a minute in which a command says so."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.engine.players.spec import LEARNED, PlayerSpec
from boche.engine.program import PROGRAM
from boche.viewer.cli.output import warn

SEARCH = "uct"
"""The kind of the players that search by themselves rather than as a level."""


def compile_for(start: Position, players: Iterable[str]) -> None:
    """Compile a game's search if one of these players needs it and it is not kept on the disk.

    Processes that play at once would else compile it each for itself, and say nothing.
    """
    if any(map(_is_ours, players)):
        compile_first(start)


def compile_first(start: Position) -> None:
    """Compile a game's search if it is not kept on the disk, with a line that tells how long."""
    if _is_to_compile(start):
        with counted(_line(start)):
            from boche.engine.search.candidates import CandidateSearcher

            CandidateSearcher(start)


def tell_first(start: Position, player: str) -> None:
    """Say that the first move will take long, for who waits for it, and do not compile yet."""
    if _is_ours(player) and _is_to_compile(start):
        warn(_line(start))


def _is_to_compile(start: Position) -> bool:
    from boche.engine.native.kernels import is_current, searches

    return searches(start.game) and not is_current(start.game)


def _line(start: Position) -> str:
    return tr(
        "compiling the computer player for {game}, this first time only", game=start.game.title
    )


def _is_ours(name: str) -> bool:
    spec = PlayerSpec.parse(name)
    return spec.level is not None or spec.kind in (LEARNED, SEARCH) or spec.rating is not None


@contextmanager
def counted(message: str) -> Iterator[None]:
    """Say what the body does; on a terminal, count its seconds."""
    if not sys.stderr.isatty():
        warn(message)
        yield
        return
    done, began = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(0.5):
            seconds = time.monotonic() - began
            print(f"\r{_so_far(message, seconds)}", end="", file=sys.stderr, flush=True)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        print(f"\r{_so_far(message, time.monotonic() - began)}", file=sys.stderr)


def _so_far(message: str, seconds: float) -> str:
    return f"{PROGRAM}: {message}: {seconds:.0f} s"
