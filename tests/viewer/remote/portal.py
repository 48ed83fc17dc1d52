"""Whatever may answer in a server's place: networks that want a sign-in, proxies, other servers."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from pathlib import Path

from tests.viewer.remote.host import LONG

PAGE = b"<!DOCTYPE html>\n<html><title>Welcome to our guest network</title></html>\n"


def answer(status: str, body: bytes = PAGE, kind: str = "text/html", more: str = "") -> bytes:
    """Return an answer of HTTP as it is sent."""
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


SECURE_HEADERS = (
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\nContent-Security-Policy: default-src 'self'\r\n"
)

KINDS = {
    "a page for everything": answer("200 OK"),
    "a login page at another host": answer(
        "302 Found", b"", more="Location: http://login.hotel.example/?to=1\r\n"
    ),
    "a login page at the same host": answer("302 Found", b"", more="Location: /login\r\n"),
    "a network that wants a sign-in": answer("511 Network Authentication Required"),
    "other JSON": answer("200 OK", b'{"captive": true}', "application/json"),
    "a refusal in JSON": answer("403 Forbidden", b'{"error": "sign in"}', "application/json"),
    "nothing": answer("200 OK", b""),
    "a parked domain": answer("404 Not Found", b"This domain is for sale.\n", "text/plain"),
    "a proxy that wants a password": answer("407 Proxy Authentication Required"),
    "another server": answer("200 OK", b"It works!\n", "text/plain", SECURE_HEADERS),
    "a server of files": answer("501 Unsupported method ('POST')"),
    "no web server": b"SSH-2.0-OpenSSH_9.2p1\r\n",
}
"""What is sent to whoever asks for anything, by its name."""

LINE = "something between here and {server} answered in its place"
ADVICE = {
    "a proxy that wants a password": "set http_proxy to http://NAME:PASSWORD@ and its address",
    "": "open a browser and sign in to this network, or check the address",
}


def advice(kind: str) -> str:
    """Return what the user is told to do about it."""
    return ADVICE.get(kind, ADVICE[""])


class Portal:
    """A port where the same is said to every request: ``kind``. ``heads`` are what was asked.

    With a certificate and its key, it speaks TLS.
    """

    def __init__(
        self, kind: str, port: int = 0, certificate: tuple[Path, Path] | None = None
    ) -> None:
        self.kind, self.heads = kind, list[bytes]()
        self._tls = None
        if certificate is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(*certificate)
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                caller, _ = self._listening.accept()
                threading.Thread(target=self._talk, args=(caller,), daemon=True).start()

    def _talk(self, caller: socket.socket) -> None:
        caller.settimeout(LONG)
        with contextlib.suppress(OSError), self._begun(caller) as line:
            head = b""
            while b"\r\n\r\n" not in head and (part := line.recv(65536)):
                head += part
                if not head[:1].isalpha():  # TLS, which it does not understand
                    break
            self.heads.append(head)
            line.sendall(KINDS[self.kind])
            line.shutdown(socket.SHUT_WR)
            while line.recv(65536):  # what is closed unread takes back what was said
                pass

    def _begun(self, caller: socket.socket) -> socket.socket:
        return self._tls.wrap_socket(caller, server_side=True) if self._tls else caller

    def close(self) -> None:
        """Refuse connections from now on."""
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
