"""Addresses of clusters, checked without the library that speaks to them."""

from __future__ import annotations

import re

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr

ENCRYPTED = "tls"

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+):([0-9]{1,5})")


def check_address(text: str) -> str:
    """Return the address of a cluster. Raises ``WorkerPoolError`` if it is none."""
    parts_of(text)
    return text


def parts_of(text: str) -> tuple[str, str, int]:
    """Return an address as protocol, host and port. Raises ``WorkerPoolError``."""
    match = _ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match[3]) < 65536:
        raise WorkerPoolError(
            tr(
                "{text!r} is not a cluster address: give tcp://HOST:PORT or tls://HOST:PORT",
                text=text,
            )
        )
    return match[1], match[2].strip("[]"), int(match[3])


# Errors of the processes that do tasks.


class WorkerPoolError(BocheError):
    """A process that died, or a cluster that cannot be used."""


class CrashError(WorkerPoolError):
    """A process of this machine that died while it did a task."""
