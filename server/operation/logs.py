"""The server's own log: places of failures, and nothing that users have typed.

An exception's text may contain what was being processed: a password, a secret, a private chat. So
it is left out; its type and traceback are enough to find the fault.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from boche.engine.program import PROGRAM
from boche.server.infrastructure.supervision import REGISTER

log = logging.getLogger(__name__)

LEVELS = ("info", "warning", "error")
"""Levels that can be chosen."""
_PACKAGE = __name__.partition(".")[0]
ACCESS = f"{_PACKAGE}.server.web.measured"
"""Logger of the lines about requests."""


def _number(level: str) -> int:
    return int(getattr(logging, level.upper()))


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


class AsJson(Discreet):
    """A formatter of records as JSON, one line each, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        row = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        row |= getattr(record, "fields", {})
        if record.exc_info:
            row["failure"] = self.formatException(record.exc_info)
        return json.dumps(row)


def json_line(level: str, message: str) -> str:
    """Return a line as the log has it in JSON, for what is told elsewhere than in the log."""
    return AsJson().format(
        logging.LogRecord(__name__, _number(level), "", 0, message, args=None, exc_info=None)
    )


def begin_log(level: str = LEVELS[1], *, as_json: bool = False, access: bool = False) -> None:
    """Log to standard error what is at least of this level, from all threads as well.

    ``access`` adds a line for each request. The level is that of this program alone: libraries
    would log statements with their values, which users have typed.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if as_json else Discreet(f"{PROGRAM}: %(message)s"))
    logging.basicConfig(level=max(logging.WARNING, _number(level)), handlers=[handler])
    logging.getLogger(_PACKAGE).setLevel(_number(level))
    if access:
        logging.getLogger(ACCESS).setLevel(logging.INFO)
    # A lost connection is reported once, by server.database.trouble.
    logging.getLogger("psycopg").setLevel(logging.CRITICAL)
    threading.excepthook = lambda failure: REGISTER.note("another thread", failure.exc_value)


def log_of_loop(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a complaint of an event loop."""
    log.error("%s", context["message"], exc_info=context.get("exception"))
