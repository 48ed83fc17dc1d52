"""The server's own log: places of failures, and nothing that users have typed.

An exception's text may contain what was being processed: a password, a secret, a private chat. So
it is left out; its type and traceback are enough to find the fault.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from typing import Any

from boche.engine.program import PROGRAM

log = logging.getLogger(__name__)


class Discreet(logging.Formatter):
    """A formatter for exceptions without their texts."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return "\n".join(_lines_of(ei[1]))


def _lines_of(error: BaseException) -> Iterator[str]:
    """Yield the lines that describe an error, its causes first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _lines_of(before)
    yield from "".join(traceback.format_tb(error.__traceback__)).splitlines()
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, BaseExceptionGroup):
        for nested in error.exceptions:
            yield from _lines_of(nested)


def begin_log() -> None:
    """Log warnings and errors to standard error, from all threads as well."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(f"{PROGRAM}: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # A lost connection is reported once, by server.database.trouble.
    logging.getLogger("psycopg").setLevel(logging.CRITICAL)
    threading.excepthook = lambda failure: log.error("a thread ended", exc_info=failure.exc_value)


def log_of_loop(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a complaint of an event loop."""
    log.error("%s", context["message"], exc_info=context.get("exception"))
