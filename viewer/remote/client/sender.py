"""Who has answered: the server, or something between here and it.

Networks of hotels and trains answer everything with a page of theirs until one has signed in there;
proxies, parked domains and other programs answer, too. Nothing of such an answer is used: what it
says is not what the server says, neither that a move is taken nor that it is refused.
"""

from __future__ import annotations

import http.client
import re
import ssl
from email.message import Message as Headers
from urllib.parse import urlsplit

from boche.engine.languages.current import tr
from boche.engine.printable import one_line, printable
from boche.engine.program import SERVER_MARK
from boche.viewer.remote.errors import InterceptedError, UnreachableError

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
