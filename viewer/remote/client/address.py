"""Validation of server addresses, and whether they are secure. Loads no network modules."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from boche.engine.languages.current import tr
from boche.engine.printable import printable
from boche.viewer.remote.errors import RemoteError


def check_server(address: str) -> str:
    """Return the address of a server without a trailing slash. Raises ``RemoteError``."""
    try:
        parts = urlsplit(address.strip())
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        plain = not (parts.query or parts.fragment or parts.username or parts.password)
    except ValueError:
        sound = plain = False
    if not (sound and plain and address.isprintable() and address.strip().isascii()):
        raise RemoteError(
            tr(
                "{address!r} is not the address of a server, such as https://play.example",
                address=printable(address[:80]),
            )
        )
    return address.strip().rstrip("/")


def is_safe(server: str) -> bool:
    """Return whether traffic to a server is protected from eavesdropping."""
    parts = urlsplit(server)
    return parts.scheme == "https" or is_here(parts.hostname or "")


def unsafe_line(server: str) -> str:
    """Return a warning about an address that is not secure, or an empty string."""
    return (
        ""
        if is_safe(server)
        else tr("{server} is not https: what you send can be read on the way", server=server)
    )


def is_here(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
