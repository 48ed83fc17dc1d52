"""Notifications of turns, by a test push service, the only one reached."""

from __future__ import annotations

import base64
import json
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from py_vapid import Vapid02

from boche.server.push import sender as ways
from boche.server.push.sender import Sender, Way, is_public, public_place
from boche.server.push.subscriptions import any_at_all
from tests.server.web.site import Site

HOST = "push.example"
LONG = 20.0


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """A browser's side of a subscription: only it can decrypt the messages."""

    def __init__(self, name: str) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), name.encode().ljust(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": letters(point), "auth": letters(self.secret)}
        self.subscription = {"endpoint": f"https://{HOST}/{name}", "keys": keys}

    def read(self, body: bytes) -> Any:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret)
        return json.loads(text)


class Service:
    """A push service on this machine, at a name that resolves to it in this test only."""

    def __init__(self, folder: Path) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.news = 201, threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with service.news:
                    service.heard.append((self.path, dict(self.headers), body))
                    service.news.notify_all()
                self.send_response(service.status)
                self.send_header("Location", "https://127.0.0.1/")
                self.end_headers()

            def log_message(self, *said: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate = certified(folder)
        context.load_cert_chain(certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        trust = ssl.create_default_context(cafile=str(certificate))
        self.way = Way(lambda host: self.server.server_address[:2], trust)  # type: ignore[return-value,arg-type]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count: int) -> None:
        """Wait until so many messages have arrived."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.heard) >= count, LONG)


def certified(folder: Path) -> Path:
    """Write a certificate for the push service's name, with its key, to a file."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def sender(site: Site, service: Service) -> Iterator[Sender]:
    made = Sender(site.service.store, "https://table.example", lambda: site.now, service.way)
    made.start()
    yield made
    made.close()


def test_a_turn_comes_to_the_browsers_of_who_is_to_move(
    site: Site, service: Service, sender: Sender
) -> None:
    """Check that it is encrypted for them, signed by the server's key, and has no secret in it."""
    number, one, two = site.friends(**{"as": "Ann", "name": "Bob"})
    ann, bob = Browser("ann"), Browser("bob")
    site.post("/api/pushes", ann.subscription, auth=one)
    site.post("/api/pushes", bob.subscription, auth=two)
    site.post(f"/api/boards/{number}/moves", {"move": "c:a1"}, auth=one)
    service.wait(1)
    site.post(f"/api/boards/{number}/moves", {"move": "c:b1"}, auth=two)
    service.wait(2)
    (path, headers, body), (other, _, second) = service.heard
    assert (path, other) == ("/bob", "/ann")
    title = f"Your move - Boche, board {number}"
    assert bob.read(body) == {"board": number, "title": title, "text": "Ann played c:a1."}
    assert ann.read(second)["text"] == "Bob played c:b1."
    assert headers["Content-Encoding"] == "aes128gcm"
    signed = dict(each.strip().split("=", 1) for each in headers["Authorization"][6:].split(","))
    assert signed["k"] == site.get("/api/push-key")["key"]
    assert Vapid02.verify(headers["Authorization"])
    # Once turned off, or rejected by the push service, no more are sent.
    site.done("DELETE", "/api/pushes", {"endpoint": bob.subscription["endpoint"]}, auth=two)
    site.post(f"/api/boards/{number}/moves", {"move": "c:c1"}, auth=one)
    service.status = 410
    site.post(f"/api/boards/{number}/moves", {"move": "c:d1"}, auth=two)
    service.wait(3)
    assert [each[0] for each in service.heard] == ["/bob", "/ann", "/ann"]
    sender.close()
    assert not site.service.store.read(any_at_all)


def test_a_notification_says_how_much_time_is_left(
    site: Site, service: Service, sender: Sender
) -> None:
    clock = {"start": 172_800, "increment": 172_800, "most": 172_800}
    number, one, two = site.friends(**{"as": "Ann", "name": "Bob", "clock": clock})
    bob = Browser("bob")
    site.post("/api/pushes", bob.subscription, auth=two)
    site.post(f"/api/boards/{number}/moves", {"move": "c:a1"}, auth=one)
    service.wait(1)
    ((_, _, body),) = service.heard
    assert bob.read(body)["text"] == "Ann played c:a1. 2 days left."
    sender.close()


def test_an_account_is_told_while_it_is_signed_in(
    site: Site, service: Service, sender: Sender
) -> None:
    """Notify at most five browsers: a new one replaces the oldest."""
    auth = site.sign_up("ann")
    cookie = f"boche_session={auth.partition(' ')[2]}"
    made = site.post("/api/boards", {"game": "boku", "begins": "other", "name": "Bob"}, auth=auth)
    browsers = [Browser(f"b{i}") for i in range(7)]
    for browser in browsers:
        site.post("/api/pushes", browser.subscription, cookie=cookie)
    bob, path = f"Seat {made['secrets'][0]}", f"/api/boards/{made['board']}/moves"
    site.post(f"/api/boards/{made['board']}/come", auth=bob)
    site.post(path, {"move": "f5"}, auth=bob)
    service.wait(5)
    assert sorted(each[0] for each in service.heard) == [f"/b{i}" for i in range(2, 7)]
    site.done("DELETE", "/api/session", cookie=cookie)
    site.post(path, {"move": "f6"}, auth=site.sign_up("ann"))
    site.post(path, {"move": "f4"}, auth=bob)
    sender.close()
    assert len(service.heard) == 5


def test_who_cannot_be_told_is_forgotten(site: Site, service: Service, sender: Sender) -> None:
    """Drop a subscription after the third failure; do not follow redirects."""
    number, one, two = site.friends(game="boku", options={})
    site.post("/api/pushes", Browser("bob").subscription, auth=two)
    service.status = 302
    for count, (move, reply) in enumerate(
        [("f5", "f6"), ("f4", "f7"), ("e5", "e6"), ("e4", "e7")], 1
    ):
        site.post(f"/api/boards/{number}/moves", {"move": move}, auth=one)
        service.wait(min(count, 3))
        site.post(f"/api/boards/{number}/moves", {"move": reply}, auth=two)
    sender.close()
    assert len(service.heard) == 3
    assert not site.service.store.read(any_at_all)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x", "https://127.0.0.1/x", "https://[::1]/x", "https://2130706433/x",
        "https://localhost/x", "https://push.example:8443/x", "https://a@push.example/x",
        "https://push.example/\r\nX: y", "https://push.example/" + 1000 * "x", "file:///etc/passwd",
        "https://0x7f.1/", "https://push.example /", "nothing",
        "https://push.example#@localhost:18443/", "https://push.example\\@localhost/",
    ],
)  # fmt: skip
def test_only_a_public_push_service_is_talked_to(site: Site, endpoint: str) -> None:
    wanted = Browser("x").subscription | {"endpoint": endpoint}
    status, why = site.refused("POST", "/api/pushes", wanted, auth=site.friends()[1])
    assert status == 400
    assert why.startswith("endpoint: ")


def test_keys_and_seats_are_looked_at(site: Site) -> None:
    wanted = Browser("x").subscription
    seat = site.friends()[1]
    wrong: list[Any] = [{}, [], {"p256dh": "x", "auth": "y"}, {"p256dh": "x" * 87, "auth": 3}]
    for keys in wrong:
        assert site.refused("POST", "/api/pushes", wanted | {"keys": keys}, auth=seat)[0] == 400
    assert site.refused("POST", "/api/pushes", wanted, auth="Seat nobodys")[0] == 403
    assert site.refused("POST", "/api/pushes", wanted)[0] == 401


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("10.0.0.1", False), ("127.0.0.1", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("::1", False), ("fe80::1%eth0", False), ("fd00::1", False), ("::ffff:10.0.0.1", False),
        ("64:ff9b::7f00:1", False), ("64:ff9b::808:808", True), ("2002:7f00:1::", False),
    ],
)  # fmt: skip
def test_addresses_of_a_network_of_ones_own_are_not_public(address: str, public: bool) -> None:
    assert is_public(address) == public


def test_a_name_that_leads_home_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", ("127.0.0.1", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *asked, **more: found)
    with pytest.raises(OSError, match="is not a public host"):
        public_place("push.example")


def test_a_service_that_never_ends_holds_nobody(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off an answer that comes byte by byte."""
    monkeypatch.setattr(ways, "PATIENCE", 0.5)
    service.server.RequestHandlerClass.do_POST = lambda self: drip(self.wfile)  # type: ignore[attr-defined]
    with pytest.raises(OSError):  # noqa: PT011
        service.way.post(HOST, "/", b"", {})


def drip(out: Any) -> None:
    for _ in range(100):
        try:
            out.write(b"H")
            out.flush()
        except OSError:
            return
        time.sleep(0.1)
