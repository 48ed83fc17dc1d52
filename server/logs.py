"""What the server writes about itself: where something failed, and nothing that anybody has typed.

The text of an exception may hold what was being worked on: a password, a secret, what people say to
each other. So it is left out; its kind, and the lines that led to it, tell whoever mends it enough.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from typing import Any

from engine.program import PROGRAM

log = logging.getLogger(__name__)


class Discreet(logging.Formatter):
    """Exceptions without their texts."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return "\n".join(_told(ei[1]))


def _told(error: BaseException) -> Iterator[str]:
    """The lines that tell of an error, what led to it first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before)
    yield from "".join(traceback.format_tb(error.__traceback__)).splitlines()
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _told(each)


def begin_log() -> None:
    """Write warnings and worse to standard error, whoever has them: threads, too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(f"{PROGRAM}: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # What a lost connection costs it to say is said once, by server.database.trouble.
    logging.getLogger("psycopg").setLevel(logging.CRITICAL)
    threading.excepthook = lambda told: log.error("a thread ended", exc_info=told.exc_value)


def log_of_loop(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What an event loop has to complain of."""
    log.error("%s", context["message"], exc_info=context.get("exception"))
