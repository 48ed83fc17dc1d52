"""Sending notifications of turns from separate threads, once the turns are on disk.

A move waits for nothing. Notifications unsent when the process ends are lost: the board shows the
same, and so does the mail.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import logging
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from boche.engine.durations import in_words
from boche.engine.languages.current import speaking, tr
from boche.server.database.store import News, Store, Transaction
from boche.server.errors import NotFoundError, ServerError
from boche.server.infrastructure.supervision import REGISTER, shielded
from boche.server.people.preferences import language_of
from boche.server.play.match import ACTIVE, Match, load
from boche.server.push import subscriptions
from boche.server.push.keys import Signer, key_of
from boche.server.push.subscriptions import Owner, check_endpoint

THREADS = 4
MOST_WAITING = 1000
"""Maximum number of queued notifications; further ones are dropped."""
KEPT = 24 * 3600
"""Seconds for which a push service should keep a notification for an offline browser."""

TELLING = frozenset(["move", "begin", "undo"])
"""Events after which it is somebody's turn."""

log = logging.getLogger(__name__)


class Sender:
    """A listener for turns that notifies browsers."""

    def __init__(
        self, store: Store, address: str, now: Callable[[], float], way: Way | None = None
    ) -> None:
        self._store, self._address, self._now = store, address, now
        self._way = way or Way()
        self._signer: Signer | None = None
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._waiting = 0
        self._closed = False
        self._has_subscribers = False

    def start(self) -> None:
        REGISTER.expect("notifications")
        self._store.listen(self._on_events)
        self._has_subscribers = self._store.read(subscriptions.any_at_all)

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _on_events(self, topics: set[str], news: list[News]) -> None:
        self._has_subscribers = self._has_subscribers or subscriptions.TOPIC in topics
        for topic, event in news if self._has_subscribers else ():
            if event["kind"] not in TELLING or event.get("turn") is None or self._closed:
                continue
            if self._waiting < MOST_WAITING:
                self._waiting += 1
                self._pool.submit(self._notify, int(topic.partition(" ")[2]), event["turn"])

    def _notify(self, number: int, seat: int) -> None:
        self._waiting -= 1
        with shielded("notifications"):
            self._notify_due(number, seat)

    def _notify_due(self, number: int, seat: int) -> None:
        try:
            board = self._store.read(lambda transaction: self._due(transaction, number, seat))
            if board is not None:
                for row in self._store.write(
                    lambda transaction: self._browsers(transaction, board, seat)
                ):
                    with speaking(self._language(board, seat)):
                        payload = payload_of(board, self._now())
                    self._send(row, payload)
        except NotFoundError:
            pass  # withdrawn meanwhile
        except ServerError as error:
            log.warning("notifications: %s", error)

    def _due(self, transaction: Transaction, number: int, seat: int) -> Match | None:
        """Return the board if it is still that seat's turn and somebody wants to be notified."""
        if not subscriptions.any_of(transaction, number, seat):
            return None
        board = load(transaction, number)
        return board if board.row.state == ACTIVE and board.row.turn == seat else None

    def _language(self, board: Match, seat: int) -> str:
        """Return the language of the player in a seat."""
        user = board.seats[seat].user
        return self._store.read(lambda transaction: language_of(transaction, user))

    def _browsers(self, transaction: Transaction, board: Match, seat: int) -> list[Any]:
        """Return the subscriptions of the player in a seat."""
        if self._signer is None:
            self._signer = Signer(key_of(transaction), self._address)
        sitter = board.seats[seat]
        return subscriptions.of(transaction, Owner(sitter.user, sitter.secret), self._now())

    def _send(self, row: Any, payload: bytes) -> None:
        assert self._signer is not None
        from pywebpush import WebPusher  # imported when somebody is to be notified

        host, path = check_endpoint(row.endpoint)
        keys = {name: row.keys[name] for name in ("p256dh", "auth")}
        body = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(payload)["body"]
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(KEPT), "Urgency": "high",
                   **self._signer.headers(host)}  # fmt: skip
        try:
            status = self._way.post(host, path, body, headers)
        except OSError:
            status = 0
        if status in (404, 410):
            self._store.write(lambda transaction: subscriptions.remove(transaction, row.id))
        elif 200 <= status < 300:
            if row.keys.get("failed"):
                self._store.write(
                    lambda transaction: subscriptions.reset_failures(transaction, row)
                )
        else:
            self._store.write(lambda transaction: subscriptions.failed(transaction, row.id))


def payload_of(board: Match, now: float) -> bytes:
    """Return a notification's contents, which include only public information."""
    title = tr("Your move - {game}, board {number}", game=board.game.title, number=board.number)
    other = board.seats[1 - board.row.turn].name
    if board.moves:
        text = tr("{name} played {move}.", name=other, move=board.texts[-1])
    else:
        text = tr("Your game with {name}.", name=other)
    if board.row.deadline is not None:
        left = tr("{time} left.", time=in_words(board.row.deadline - now))
        text = f"{text} {left}"
    return json.dumps({"board": board.number, "title": title, "text": text[:300]}).encode()


# Connections to push services: only to public hosts, whatever an address says.
#
# A browser's user chooses the endpoint, so it may be an address inside the operator's own network.
# The name is resolved once, each of its addresses is checked, and the connection goes to the
# checked one. Redirects and proxies are not used, and hardly anything is read.

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
