"""Another program as a player, spoken to in the Go Text Protocol.

Whatever it does - hang, die, answer nonsense, never stop talking - ends in a ``PlayerError``.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.errors import BocheError
from engine.game import Move, Position
from engine.record.forms import form_of
from engine.search.commandline import split_command
from engine.search.gtp import OPTIONS_COMMAND
from engine.search.players import History, PlayerError, ResignedError

if TYPE_CHECKING:
    from engine.search.answer import Answer

START_SECONDS = 30.0
"""Time for everything but a move; the first answer may have to compile."""

GRACE_SECONDS = 5.0
"""Time for a move, beyond what the player was given for it."""

POLL_SECONDS = 0.05
"""Time between two looks whether anybody still wants the answer."""

LONGEST_ANSWER = 1_000_000
"""Characters of one answer; a program that says more has gone wrong."""


class GtpPlayer:
    """A program that plays one game, wherever in its tree: it is told what has changed.

    While ``interrupted`` (asked often) is True, ``choose`` returns soon with ``StoppedError``; the
    program may be asked again later.
    """

    thoughts: Answer | None = None

    def __init__(self, command: str, start: Position, seconds: float) -> None:
        """Start the program. Raises ``PlayerError``."""
        self._start, self._seconds = start, seconds
        self._ready = False
        self._told: list[tuple[str, str]] | None = None  # the moves it knows of, None: unclear
        self._letters = form_of(start.game.name).colours
        self.name = command
        self._program = Program(command)

    @property
    def interrupted(self) -> Callable[[], bool]:
        return self._program.interrupted

    @interrupted.setter
    def interrupted(self, asked: Callable[[], bool]) -> None:
        self._program.interrupted = asked

    def _set_up(self) -> None:
        options = self._start.options
        if "size" in options:
            self._program.ask(f"boardsize {options['size']}")
        defaults = {option.name: option.default for option in self._start.game.options}
        changed = {n: v for n, v in options.items() if n != "size" and v != defaults[n]}
        if changed:
            words = [f"{name}={int(value)}" for name, value in changed.items()]
            self._program.ask(" ".join([OPTIONS_COMMAND, *words]))
        self._program.ask("clear_board")
        with contextlib.suppress(RefusedError):
            self._program.ask(f"time_settings 0 {max(1, round(self._seconds))} 1")

    def choose(self, position: Position, history: History) -> Move:
        """Its move, checked. Raises ``PlayerError``, ``ResignedError`` if it resigns."""
        patience = 0.0 if self._ready else START_SECONDS
        told = self._follow(list(history))
        self._told = None  # until its answer is there
        colour = self._letters[position.turn]
        answer = self._program.ask(f"genmove {colour}", self._seconds + GRACE_SECONDS + patience)
        if answer.strip().lower() == "resign":
            raise ResignedError(f"{self.name}: resigns")
        move = self._read(position, answer)
        self._told = [*told, (position.turn, position.format(move))]  # it plays its move itself
        return move

    def _follow(self, history: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Bring the program's game to these moves, from the start where it went another way."""
        told, self._told = self._told, None
        if not self._ready:
            self._set_up()
            self._ready, told = True, []
        elif told is None or history[: len(told)] != told:
            self._program.ask("clear_board")
            told = []
        for colour, move in history[len(told) :]:
            self._program.ask(f"play {self._letters[colour]} {move}")
        return history

    def set_seconds(self, seconds: float) -> None:
        """Tell it, if it knows the command, how long it may take."""
        if seconds != self._seconds:
            self._seconds = seconds
            with contextlib.suppress(RefusedError):
                self._program.ask(f"time_settings 0 {max(1, round(seconds))} 1")

    def _read(self, position: Position, answer: str) -> Move:
        try:
            move = position.parse(answer)
            position.play(move)
        except BocheError as error:
            raise PlayerError(f"{self.name}: its move is no move: {error}") from error
        return move

    def close(self) -> None:
        """End the program, gently first."""
        self._program.close()


class RefusedError(PlayerError):
    """The program answered a command with a failure."""


class StoppedError(PlayerError):
    """Nobody wants the answer any more."""


class Program:
    """A running program and its pipes. Its standard error goes where ours goes."""

    interrupted: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(self, command: str) -> None:
        """Raises ``PlayerError`` where it cannot be started."""
        self.name = command
        try:
            words = split_command(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=sys.platform != "win32",
            )
        except (OSError, ValueError, IndexError) as error:
            raise PlayerError(f"{command}: cannot be started: {error}") from error
        # A small queue: a program that never stops talking is made to wait, not heard out.
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=1000)
        self._closed = threading.Event()
        self._owed, self._begun = "", False  # the command not yet answered; its answer half read
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()

    def ask(self, command: str, seconds: float | None = None) -> str:
        """The answer's text. Raises ``PlayerError``: ``RefusedError`` if the command failed."""
        seconds = START_SECONDS if seconds is None else seconds
        if self._owed:  # it was asked before, and then nobody waited
            self._hear(self._owed, START_SECONDS)
        self._write(command, seconds)
        text = "\n".join(self._hear(command, seconds))
        word = text[:1]
        if word not in ("=", "?"):
            raise PlayerError(f"{self.name}: nonsense in answer to {command!r}: {text[:60]!r}")
        body = text[1:].lstrip("0123456789").strip()
        if word == "?":
            raise RefusedError(f"{self.name}: refuses {command!r}: {body[:200]}")
        return body

    def _hear(self, command: str, seconds: float) -> list[str]:
        self._owed = command
        lines = list(self._answer(command, time.monotonic() + seconds))
        self._owed, self._begun = "", False
        return lines

    def _write(self, command: str, seconds: float) -> None:
        # A program that does not read blocks the pipe, so the writing has a time limit as well.
        failed: list[OSError] = []

        def write() -> None:
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(f"{command}\n".encode())
                self._process.stdin.flush()
            except (OSError, ValueError) as error:
                failed.append(error if isinstance(error, OSError) else OSError(str(error)))

        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        thread.join(seconds)
        if thread.is_alive():
            raise PlayerError(f"{self.name}: does not read {command!r}")
        if failed:
            raise PlayerError(f"{self.name}: has died{self._code()} before {command!r}")

    def _answer(self, command: str, until: float) -> Iterator[str]:
        """The lines up to the empty one that ends an answer."""
        size = 0
        while True:
            line = self._line(command, until)
            if line is None:
                raise PlayerError(f"{self.name}: has died{self._code()} at {command!r}")
            size += len(line) + 1
            if size > LONGEST_ANSWER or time.monotonic() > until:
                raise PlayerError(f"{self.name}: never ends its answer to {command!r}")
            if line:
                self._begun = True
                yield line
            elif self._begun:
                return

    def _line(self, command: str, until: float) -> str | None:
        """The next line, None after the last."""
        while not (self.interrupted() or self._closed.is_set()):
            left = until - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=max(0.001, min(left, POLL_SECONDS)))
            if left <= POLL_SECONDS:
                raise PlayerError(f"{self.name}: no answer to {command!r} in time")
        raise StoppedError(f"{self.name}: stopped")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while not self._closed.is_set():
            raw = self._process.stdout.readline(LONGEST_ANSWER)
            if not raw:
                self._put(None)
                return
            text = raw.decode("utf-8", "replace").replace("\r", "").replace("\t", " ")
            self._put(text.rstrip("\n").rstrip())

    def _put(self, line: str | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return

    def _code(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f" (exit code {self._process.wait(timeout=0.5)})"
        return ""

    def close(self) -> None:
        """Ask it to quit, then end it and whatever it started."""
        self._closed.set()
        with contextlib.suppress(PlayerError):
            self._write("quit", 0.2)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=0.5)
        self._kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self._reader.join(timeout=1)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, ValueError):
                assert pipe is not None
                pipe.close()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
