"""A process that makes one file: ``python -m boche.viewer.export.worker``.

It reads the file's path, its ``Job`` and the user's language from standard input, pickled, and
writes its progress to standard output, a line of JSON each: how much is ``done`` of a ``count``,
then whether it has ``ended``, or the ``error``. When standard input ends, the file is not wanted
any more: nothing of it is left.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import threading
import time
import traceback
from contextlib import suppress
from typing import IO, Any

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr, translate, use
from boche.viewer.export.jobs import Job, StoppedError
from boche.viewer.renderer.errors import RenderError

PAUSE = 0.05
"""Seconds between two reports."""
NICE = 10
"""How much less urgent than the window this is, where the system knows such a thing."""


class Order:
    """A file that is wanted, and its maker."""

    def __init__(self, source: IO[bytes], sink: IO[bytes]) -> None:
        self._source, self._sink = source, sink
        self._unwanted, self._told = threading.Event(), 0.0

    def carry_out(self) -> None:
        """Make the file, and report how that ended."""
        language, path, job = pickle.load(self._source)
        with suppress(LookupError):
            use(language)
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._make(job, path)
        except StoppedError:
            return
        except (BocheError, RenderError, OSError) as error:
            self._say(error=translate(why_not(error)))
        except MemoryError:
            self._say(error=tr("there is not enough memory"))
        except Exception as error:
            traceback.print_exc()
            kind = type(error).__name__
            self._say(error=tr("an error in the program: {kind}: {error}", kind=kind, error=error))
        else:
            self._say(ended=True)

    def _make(self, job: Job, path: str) -> None:
        self._tell(0, 0)
        job.run(path, self._tell)

    def _listen(self) -> None:
        """Wait for the end of the input."""
        with suppress(OSError, ValueError):
            while os.read(self._source.fileno(), 4096):
                pass
        self._unwanted.set()

    def _tell(self, done: int, count: int) -> None:
        if self._unwanted.is_set():
            raise StoppedError
        now = time.monotonic()
        if done in (0, count) or now - self._told >= PAUSE:
            self._told = now
            self._say(done=done, count=count)

    def _say(self, **news: Any) -> None:
        with suppress(OSError):  # the window may be gone
            self._sink.write(json.dumps(news).encode("ascii") + b"\n")
            self._sink.flush()


def main() -> None:
    """Make the file that standard input asks for."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    if sys.stderr is not None:  # what a library prints is no report
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Order(sys.stdin.buffer, sink).carry_out()


if __name__ == "__main__":
    main()
