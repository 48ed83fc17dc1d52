"""The HTTP client: requests and streams with limits on time and size, on the standard library.

Certificates are checked against the system's trust store. Redirects are never followed: data goes
to the address that the user gave, and to no other. Answers count only if they are the server's.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import socket
import ssl
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email.message import Message as Headers
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from boche.engine.languages.current import current, tr
from boche.engine.languages.formats import grouped
from boche.engine.languages.system import system_reason
from boche.engine.printable import one_line, printable
from boche.engine.program import PROGRAM, SERVER_MARK
from boche.viewer.remote.client.address import is_here
from boche.viewer.remote.errors import (
    InterceptedError,
    RefusedError,
    RemoteError,
    UnbelievableError,
    UnreachableError,
    not_a_server,
)

TIMEOUT = 30.0  # seconds for a whole response
SILENCE = 50.0  # seconds without data on a stream; our server sends something every 20
LARGEST = 4_000_000  # bytes of a response
LONGEST_LINE = 200_000  # bytes of a line of a stream
MOST_LINES = 100_000  # lines of a stream without an event
LONGEST_REASON = 300  # characters


class Client:
    """A client of one server for one user. ``close``, callable from any thread, ends all requests.

    ``pass_`` is the value of the header ``Authorization``, empty for an anonymous user. Each method
    raises ``UnreachableError``, its ``InterceptedError`` if something else answers in the server's
    place, ``RefusedError`` or ``UnbelievableError``.
    """

    def __init__(self, server: str, pass_: str = "", *, timeout: float = TIMEOUT) -> None:
        self.server = server
        self._pass, self._timeout = pass_, timeout
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._closed = False

    def get(self, path: str) -> Any:
        """Return the JSON at a path."""
        return self._json("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        """Send JSON to a path and return the JSON of the response."""
        return self._json("POST", path, {} if body is None else body)

    def delete(self, path: str) -> Any:
        """Send DELETE to a path and return the JSON of the response."""
        return self._json("DELETE", path)

    def text(self, path: str, text: str) -> tuple[int, str]:
        """Send text to a path. Return the HTTP status and the text of the response."""
        status, data = self._ask("POST", path, text.encode(), "text/plain; charset=utf-8")
        if status in RETRY_LATER and status != 429:
            raise not_ready(self.server, status)
        if 300 <= status < 400:
            raise UnbelievableError(
                tr(
                    "{server} redirects to another address, which is not followed",
                    server=self.server,
                )
            )
        return status, data.decode("utf-8", "replace")

    def data(self, path: str) -> bytes:
        """Return the bytes at a path."""
        status, raw = self._ask("GET", path, None, "")
        if status != 200:
            raise _refusal(self.server, status, raw)
        return raw

    def events(self, path: str, body: Any = None) -> Iterator[Any]:
        """Yield the JSON of an endless stream's events as they arrive.

        With a ``body``, it is sent as JSON.
        """
        lines = 0
        for line in self._stream(path, body):
            check_line(self.server, line)
            lines += 1
            if lines > MOST_LINES:
                raise UnbelievableError(tr("it keeps sending lines without an event"))
            if line.startswith(b"data:"):
                lines = 0
                yield parsed(line[5:], self.server)

    def _stream(self, path: str, body: Any) -> Iterator[bytes]:
        """Yield the lines of an endless response, without line endings."""
        data = None if body is None else json.dumps(body).encode()
        method, kind = ("GET", "") if data is None else ("POST", "application/json")
        with self._answer(method, path, data, kind, complete=False) as answer:
            if answer.status != 200:
                raise _refusal(self.server, answer.status, answer.read(LARGEST))
            while line := answer.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise UnbelievableError(
                        tr("{server} sent a line that is too long", server=self.server)
                    )
                yield line.rstrip(b"\r\n")

    def close(self) -> None:
        """End all requests and refuse new ones; waiting callers get an ``UnreachableError``."""
        with self._lock:
            self._closed = True
            for connection in self._open:
                _cut(connection)

    # -- one request

    def _json(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        status, raw = self._ask(method, path, data, "application/json")
        if status not in (200, 201):
            raise _refusal(self.server, status, raw)
        return parsed(raw, self.server)

    def _ask(self, method: str, path: str, data: bytes | None, kind: str) -> tuple[int, bytes]:
        with self._answer(method, path, data, kind) as answer:
            raw = answer.read(LARGEST + 1)
            if len(raw) > LARGEST:
                raise UnbelievableError(
                    tr(
                        "{server} answered with more than {largest} bytes",
                        server=self.server,
                        largest=grouped(LARGEST),
                    )
                )
            if answer.length:
                raise UnreachableError(
                    tr(
                        "{server} closed the connection in the middle of its answer",
                        server=self.server,
                    )
                )
            return answer.status, raw

    @contextmanager
    def _answer(
        self, method: str, path: str, data: bytes | None, kind: str, *, complete: bool = True
    ) -> Iterator[http.client.HTTPResponse]:
        """Yield a response that has begun. If ``complete``, it is cut off after the timeout."""
        headers = {"User-Agent": PROGRAM, "Accept-Language": current()}
        if kind:
            headers["Content-Type"] = kind
        if self._pass:
            headers["Authorization"] = self._pass
        try:
            connection, target, for_proxy = _connection(self.server, path, self._timeout)
            with closing(connection), self._reaching(connection) as reached:
                # A server that sends a byte now and then never triggers a socket timeout.
                timer = threading.Timer(self._timeout, _cut, (reached,))
                timer.daemon = True
                timer.start()
                try:
                    connection.request(method, target, data, headers | for_proxy)
                    answer = connection.getresponse()
                    if not complete:
                        timer.cancel()
                        reached.settimeout(SILENCE)
                    with closing(answer):
                        check_sender(self.server, answer)
                        yield answer
                finally:
                    timer.cancel()
        except (OSError, http.client.HTTPException, ValueError) as error:
            if isinstance(error, RemoteError):
                raise
            why = printable(system_reason(error) or tr("no answer"))
            why = " ".join(why.split())[:LONGEST_REASON]
            raise unreached(self.server, error, why) from error

    @contextmanager
    def _reaching(self, connection: http.client.HTTPConnection) -> Iterator[socket.socket]:
        """Open a connection and yield its socket, which ``close`` can cut meanwhile."""
        if not self._closed:
            connection.connect()
        with self._lock:
            reached = connection.sock
            if self._closed or reached is None:
                raise UnreachableError(
                    tr("the connection to {server} is closed", server=self.server)
                )
            self._open.add(reached)
        try:
            yield reached  # the connection releases it if the response is the last one
        finally:
            with self._lock:
                self._open.discard(reached)


def parsed(raw: bytes, server: str) -> Any:
    """Return the JSON of a response. Raises ``UnbelievableError``."""
    try:
        return json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise not_a_server(server) from None


def _no_number(text: str) -> float:
    raise ValueError(tr("{text} is not a JSON number", text=text))


def _refusal(server: str, status: int, raw: bytes) -> RemoteError:
    """Return the error for a response with an unexpected status."""
    if 300 <= status < 400:
        return UnbelievableError(
            tr("{server} redirects to another address, which is not followed", server=server)
        )
    try:
        answer = json.loads(raw)
        reason, needs_code = answer["error"], answer.get("second_factor") is True
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        reason, needs_code = None, False
    explained = isinstance(reason, str) and bool(reason.strip())
    message = (
        one_line(reason, LONGEST_REASON) if explained else tr("status {status}", status=status)
    )
    if status in RETRY_LATER:
        return UnreachableError(
            tr("{server} is not ready: {message}", server=server, message=message)
        )
    return (
        RefusedError(message, status, needs_code=needs_code)
        if explained
        else UnbelievableError(
            tr(
                "{server} answered with status {status}: not a {program} server",
                server=server,
                status=status,
                program=PROGRAM,
            )
        )
    )


def _cut(reached: socket.socket) -> None:
    """Shut a socket down, so that any thread waiting on it returns."""
    with suppress(OSError):
        reached.shutdown(socket.SHUT_RDWR)


def _connection(
    server: str, path: str, timeout: float
) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
    """Return an unopened connection, the request target, and headers for the proxy asked there.

    The system's proxy is used, if it has one.
    """
    parts = urlsplit(server)
    host, secure = parts.hostname or "", parts.scheme == "https"
    proxy = urllib.request.getproxies().get(parts.scheme)
    if proxy and (is_here(host) or urllib.request.proxy_bypass(host)):
        proxy = None
    at = urlsplit(proxy if "//" in proxy else f"//{proxy}") if proxy else parts
    login = _proxy_login(at) if proxy else {}
    target = f"{server}{path}" if proxy and not secure else f"{parts.path}{path}"
    if not secure:
        plain = http.client.HTTPConnection(at.hostname or "", at.port, timeout=timeout)
        return plain, target, login
    context = ssl.create_default_context()
    connection = http.client.HTTPSConnection(
        at.hostname or "", at.port, timeout=timeout, context=context
    )
    if proxy:
        connection.set_tunnel(host, parts.port or 443, login)
    return connection, target, {}


def _proxy_login(proxy: SplitResult) -> dict[str, str]:
    """Return the header with the name and the password in a proxy's address, if any."""
    if proxy.username is None:
        return {}
    words = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(words.encode()).decode()}"}


# Who has answered: the server, or something between here and it.
#
# Networks of hotels and trains answer everything with a page of theirs until one has signed in
# there; proxies, parked domains and other programs answer, too. Nothing of such an answer is used:
# what it says is not what the server says, neither that a move is taken nor that it is refused.

RETRY_LATER = (408, 425, 429, 500, 502, 503, 504)
"""Status codes after which the same request may be retried later.

A proxy in front of the server says them in its place while it does not run.
"""

PROXY_LOGIN = 407
FIRST_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Content-Security-Policy of the answers of version 0.1.0, which has no mark of its own."""

FIELDS = (b"data:", b"event:", b"id:", b"retry:", b":")
"""How lines in a stream of events begin, unless they are empty."""

NOT_IN_TIME = (9, 10)
"""OpenSSL's codes for certificates that are not valid yet or any longer: the server's own, late."""

TUNNEL = re.compile(r"Tunnel connection failed: ([0-9]{3})")
LONGEST = 80  # characters of what somebody else says


def check_sender(server: str, answer: http.client.HTTPResponse) -> None:
    """Check that the server has answered.

    Raises ``InterceptedError`` if something else has, and ``UnreachableError`` if that says that
    the server is not ready.
    """
    if is_ours(answer.headers):
        return
    status = answer.status
    if status in RETRY_LATER:
        raise not_ready(server, status)
    if status == PROXY_LOGIN:
        raise _locked_proxy(server)
    if 300 <= status < 400 and (to := _host_of(answer.headers.get("Location", ""))):
        if to == urlsplit(server).hostname:
            return  # a proxy in front of the server, which wants https
        raise _intercepted(server, tr("a redirect to {host}", host=to))
    kind = _short(answer.headers.get_content_type())
    raise _intercepted(server, tr("status {status}, {kind}", status=status, kind=kind))


def is_ours(headers: Headers) -> bool:
    """Return whether the headers of an answer are those of a server of ours."""
    return SERVER_MARK in headers or headers.get("Content-Security-Policy") == FIRST_POLICY


def check_line(server: str, line: bytes) -> None:
    """Check that a line may be one in a stream of events. Raises ``InterceptedError``."""
    if line and not line.startswith(FIELDS):
        raise _intercepted(server, tr("a page in the middle of its events"))


def unreached(server: str, error: Exception, why: str) -> UnreachableError:
    """Return the error for a request without an answer; ``why`` is the system's reason."""
    if isinstance(error, ssl.SSLCertVerificationError):
        reason = printable(error.verify_message)
        if error.verify_code not in NOT_IN_TIME:
            return _intercepted(server, tr("with another certificate: {reason}", reason=reason))
        why = tr("its certificate is not valid: {reason}", reason=reason)
    elif tunnel := TUNNEL.match(str(error)):
        if int(tunnel[1]) == PROXY_LOGIN:
            return _locked_proxy(server)
        if int(tunnel[1]) not in RETRY_LATER:
            return _intercepted(server, tr("a proxy, status {status}", status=tunnel[1]))
    elif _speaks_otherwise(error):
        return _intercepted(server, tr("not like a web server"))
    return UnreachableError(tr("cannot reach {server}: {why}", server=server, why=why))


def not_ready(server: str, status: int) -> UnreachableError:
    """Return the error for a server that may answer later."""
    return UnreachableError(
        tr("{server} is not ready (status {status})", server=server, status=status)
    )


def _speaks_otherwise(error: Exception) -> bool:
    """Return whether something has answered, and that neither by HTTP nor, if wanted, by TLS."""
    if isinstance(error, http.client.RemoteDisconnected):
        return False
    plain = isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER"
    return plain or isinstance(error, http.client.BadStatusLine)


def _intercepted(server: str, what: str) -> InterceptedError:
    return InterceptedError(
        tr(
            "something between here and {server} answered in its place ({what}): open a browser "
            "and sign in to this network, or check the address",
            server=server, what=what,
        )
    )  # fmt: skip


def _locked_proxy(server: str) -> InterceptedError:
    scheme = urlsplit(server).scheme
    return InterceptedError(
        tr(
            "something between here and {server} answered in its place: a proxy that requires a "
            "name and a password; set {variable} to http://NAME:PASSWORD@ and its address",
            server=server, variable=f"{scheme}_proxy",
        )
    )  # fmt: skip


def _host_of(address: str) -> str:
    """Return the host in an address, empty if there is none."""
    try:
        return _short(urlsplit(address).hostname or "")
    except ValueError:
        return ""


def _short(text: str) -> str:
    return one_line(text, LONGEST)
