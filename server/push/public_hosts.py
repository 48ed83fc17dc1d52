"""Connections to push services: only to public hosts, whatever an address says.

A browser's user chooses the endpoint, so it may be an address inside the operator's own network.
The name is resolved once, each of its addresses is checked, and the connection goes to the checked
one. Redirects and proxies are not used, and hardly anything is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from functools import cache

PATIENCE = 5.0
"""Timeout in seconds for each step of an exchange."""

MOST_LINE = 200
"""Bytes of an answer that are read."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")

Place = tuple[str, int]
"""An address and a port."""


def public_place(host: str) -> Place:
    """Return a public address of a host. Raises ``OSError``.

    A host with any other address besides is refused: it may be an attack.
    """
    addresses = [info[4][0] for info in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not addresses or not all(is_public(str(address)) for address in addresses):
        raise OSError(f"{host} is not a public host")
    return str(addresses[0]), 443


def is_public(address: str) -> bool:
    """Return whether an address is public, including an IPv4 one within IPv6."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.teredo or ip.sixtofour:
            return False
        inner = ip.ipv4_mapped
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


class _Checked(http.client.HTTPSConnection):
    """A connection to a checked address; the certificate must be the host's."""

    def __init__(self, host: str, place: Place, context: ssl.SSLContext) -> None:
        super().__init__(host, timeout=PATIENCE, context=context)
        self._place, self._checked = place, context

    def connect(self) -> None:
        plain = socket.create_connection(self._place, timeout=PATIENCE)
        try:
            self.sock = self._checked.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


@cache
def _trusted() -> ssl.SSLContext:
    """Return the system's trusted certificates, which take 20 ms to read."""
    return ssl.create_default_context()


class Way:
    """Access to push services: resolution of hosts, and trusted certificates."""

    def __init__(
        self, place: Callable[[str], Place] = public_place, context: ssl.SSLContext | None = None
    ) -> None:
        self._place, self._context = place, context

    def post(self, host: str, path: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post a request to a push service and return its status. Raises ``OSError``."""
        connection = _Checked(host, self._place(host), self._context or _trusted())
        try:
            connection.request("POST", path, body, dict(headers))
            return _status(connection.sock, time.monotonic() + PATIENCE)
        except http.client.HTTPException as error:
            raise OSError(f"{host}: {type(error).__name__}") from error
        finally:
            connection.close()


def _status(answering: socket.socket, until: float) -> int:
    """Read only the status of an answer. Raises ``OSError``."""
    line = b""
    while b"\r\n" not in line and len(line) < MOST_LINE:
        answering.settimeout(max(until - time.monotonic(), 0.001))
        part = answering.recv(MOST_LINE)
        if not part:
            break
        line += part
    match = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
    if match is None:
        raise OSError("not an HTTP response")
    return int(match[1])
