"""nginx and Caddy set up by docs/serving.md, at other ports, with a certificate of ours."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest

from tests import ROOT
from tests.ports import free_port

NAME = "play.example"
DOCUMENT = (ROOT / "docs" / "serving.md").read_text("utf-8")
PATIENCE = 120.0
LAST = {"Connection": "close"}


def shown(language: str, part: str) -> str:
    """Return the document's only configuration that contains ``part``."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
    (found,) = (block for block in blocks if part in block)
    return str(found)


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """Return the text with replacements; each old part must be in it."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


class Proxy:
    """A running proxy with its two ports."""

    def __init__(self, plain: int, secure: int) -> None:
        self.plain, self.secure = plain, secure

    def ask_plainly(self, path: str) -> HTTPResponse:
        """Send a request over HTTP."""
        connection = HTTPConnection("127.0.0.1", self.plain, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": NAME} | LAST)
        return connection.getresponse()

    def ask(self, method: str, path: str, body: str | None = None) -> HTTPResponse:
        """Send a request over HTTPS that accepts gzip."""
        connection = HTTPSConnection(NAME, self.secure, timeout=PATIENCE)
        connection.sock = self.connect("http/1.1")
        connection.request(method, path, body, {"Host": NAME, "Accept-Encoding": "gzip"} | LAST)
        return connection.getresponse()

    def connect(self, *protocols: str) -> ssl.SSLSocket:
        """Open a TLS connection that offers these protocols."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(list(protocols))
        plain = socket.create_connection(("127.0.0.1", self.secure), timeout=PATIENCE)
        return context.wrap_socket(plain, server_hostname=NAME)


def certificate(folder: Path) -> tuple[Path, Path]:
    """Create a self-signed certificate and its key."""
    paths = folder / "proxy.crt", folder / "proxy.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         f"/CN={NAME}", "-out", paths[0], "-keyout", paths[1]],
        check=True, capture_output=True,
    )  # fmt: skip
    return paths


def nginx(folder: Path, server: int, plain: int, secure: int) -> list[str]:
    """Write the configuration of nginx, and return the command that runs it."""
    cert, key = certificate(folder)
    site = replaced(
        shown("nginx", "ssl_certificate"), ("listen 80", f"listen {plain}"),
        ("listen 443", f"listen {secure}"), ("/etc/ssl/play.example.crt", str(cert)),
        ("/etc/ssl/play.example.key", str(key)), ("127.0.0.1:8321", f"127.0.0.1:{server}"),
    )  # fmt: skip
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    path = folder / "nginx.conf"
    path.write_text(
        ("user root;\n" if os.geteuid() == 0 else "")
        + f"daemon off; pid {folder / 'pid'}; error_log {folder / 'log'};\n"
        + f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n"
    )
    return ["nginx", "-c", str(path), "-e", str(folder / "log")]


def caddy(folder: Path, server: int, plain: int, secure: int) -> list[str]:
    """Write the configuration of Caddy, and return the command that runs it."""
    cert, key = certificate(folder)
    site = replaced(
        shown("caddy", NAME), ("play.example {\n", f"play.example {{\n    tls {cert} {key}\n"),
        ("127.0.0.1:8321", f"127.0.0.1:{server}"),
    )  # fmt: skip
    path = folder / "Caddyfile"
    options = f"admin off\nhttp_port {plain}\nhttps_port {secure}\nstorage file_system {folder}"
    path.write_text(f"{{\n{options}\n}}\n{site}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(path)]


Setup = Callable[[Path, int, int, int], list[str]]


@contextmanager
def running(setup: Setup, folder: Path, server: int) -> Iterator[Proxy]:
    """Yield a proxy in front of the server at a port, until the block ends."""
    proxy = Proxy(free_port(), free_port())
    program, *arguments = setup(folder, server, proxy.plain, proxy.secure)
    # nginx is in a folder that only root has in its PATH.
    found = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.fail(f"the proxies' tests need {program} (apt install {program})", pytrace=False)
    said = folder / "said"
    with said.open("wb") as output:
        process = subprocess.Popen([found, *arguments], stdout=output, stderr=output)
    try:
        if not _answers(process, proxy.secure):
            pytest.fail(f"{program} does not start: {said.read_text()}", pytrace=False)
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
            return True
        time.sleep(0.05)
    return False
