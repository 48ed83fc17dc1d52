"""The thread that asks the index, and the process that brings it up to date."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boche.engine.errors import why_not
from boche.engine.explorer.answers import Answer, Explorer, GameFound
from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped
from boche.engine.process.launch import launch
from boche.engine.process.process_tree import RunningProcess
from boche.engine.program import PROGRAM

MOST_MOVES = 30
"""Moves listed in the window."""


@dataclass(frozen=True, eq=False)
class Question:
    """A position to look up in an index; with ``all_games`` every game that reached it.

    Otherwise the games of the file ``without`` do not count.
    """

    path: Path
    position: Any
    all_games: bool = False
    without: str = ""


@dataclass(frozen=True)
class Reply:
    """What is known about a question: the answer, all games if they were asked for, or an error."""

    question: Question
    answer: Answer | None = None
    games: tuple[GameFound, ...] = ()
    error: str = ""


class Asker:
    """A thread that answers one question at a time; a later question replaces a waiting one."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "explorer")
        self._asked: Future[Reply] | None = None

    @property
    def busy(self) -> bool:
        """True while a question or a reply waits."""
        return self._asked is not None

    def ask(self, question: Question) -> None:
        """Ask a question in place of the one that waits."""
        if self._asked is not None:
            self._asked.cancel()
        self._asked = self._thread.submit(_replied, question)

    def take(self) -> Reply | None:
        """Return the reply to the last question once, or None."""
        if self._asked is None or not self._asked.done():
            return None
        reply, self._asked = self._asked.result(), None
        return reply

    def close(self) -> None:
        """Answer no more questions."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _replied(question: Question) -> Reply:
    try:
        with Explorer(question.path) as explorer:
            if question.all_games:
                return Reply(question, games=explorer.games(question.position))
            return Reply(
                question, explorer.ask(question.position, most=MOST_MOVES, without=question.without)
            )
    except Exception as error:  # whatever a plugin's position raises; the window goes on
        return Reply(question, error=why_not(error))


class Indexer:
    """A process that brings the index of some folders up to date, and what it reports.

    It is a process of its own, since reading records in a thread would delay the window's frames.
    ``status`` is a line for the user while it works, ``changed`` counts its reports.
    """

    def __init__(self) -> None:
        self._running: RunningProcess | None = None
        self._thread: threading.Thread | None = None
        self.status, self.note, self.changed = "", "", 0

    @property
    def busy(self) -> bool:
        """True while the process runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, folders: Sequence[Path]) -> None:
        """Start to read what is new in the folders; an earlier start is given up."""
        self.close()
        words = [sys.executable, "-m", PROGRAM, "explore", "--progress"]
        for folder in folders:
            if folder.is_dir():
                words += ["--folder", os.fspath(folder)]
        try:
            self._running = launch(words)
        except (OSError, ValueError) as error:
            self.note = tr("the folder cannot be read: {reason}", reason=why_not(error))
            return
        self.note, process = "", self._running.process
        self._thread = threading.Thread(target=self._read, args=(process,), daemon=True)
        self._thread.start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError):
            for line in process.stdout:
                done, files, _, waiting, *note = line.decode("utf-8", "replace").split(" ", 4)
                if note and note[0].strip():
                    self.note = note[0].strip()
                if waiting != "0":
                    self.status = tr("another window reads the games")
                elif int(done) < int(files):
                    self.status = tr(
                        "reading file {done} of {files}",
                        done=grouped(int(done)),
                        files=grouped(int(files)),
                    )
                else:
                    self.status = ""
                self.changed += 1
        self.status = ""
        self.changed += 1

    def close(self) -> None:
        """End the process; what it has read stays."""
        running, self._running = self._running, None
        if running is not None:
            running.end()
        if self._thread is not None:
            self._thread.join(2.0)
