"""The server behind nginx, set up as the document tells operators."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.server import proxies
from tests.e2e.server.people import ask
from tests.e2e.server.proxies import NAME, Proxy
from tests.e2e.server.served import Served
from tests.ports import free_port


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = str(tmp_path_factory.mktemp("served"))
    outside = ("--address", f"https://{NAME}", "--behind-proxy")
    made = Served("--data", folder, *outside, port=free_port())
    yield made
    made.end()


@pytest.fixture
def proxy(served: Served, tmp_path: Path) -> Iterator[Proxy]:
    with proxies.running(proxies.nginx, tmp_path, served.port) as made:
        yield made


def test_a_documented_proxy(proxy: Proxy, served: Served) -> None:
    """Expect HTTP/2, compressed text, permanent redirects to HTTPS and moves without delay."""
    answer = proxy.ask_plainly("/games?next=1")
    assert answer.status in (301, 308)
    assert answer.headers["Location"] == f"https://{NAME}/games?next=1"
    answer.close()
    with closing(proxy.connect("h2", "http/1.1")) as connection:
        assert connection.selected_alpn_protocol() == "h2"

    here = f"http://127.0.0.1:{served.port}"
    made = ask(here, "POST", "/api/boards", {"game": "boku"}, host=NAME)
    board = f"/api/boards/{made['board']}"
    ask(here, "POST", f"{board}/come", {}, made["secrets"][1], host=NAME)
    page = gzip.decompress(proxy.ask("GET", f"/board/{made['board']}").read()).decode()
    parts = re.findall(r'"(/live/board-[^"]+)"', page)
    assert len(parts) == 2  # script and style
    for path in ("/", *parts, "/api/openapi.json"):
        answer = proxy.ask("GET", path)
        assert answer.status == 200, path
        assert answer.headers["Content-Encoding"] == "gzip", path
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert gzip.decompress(answer.read())
    scenes = proxy.ask("GET", f"{board}/shared?watch={made['watch']}")
    assert scenes.headers["Content-Encoding"] is None  # they are compressed already
    packed = scenes.read()
    assert len(gzip.compress(packed)) > 0.95 * len(packed)

    boards = {"boards": [{"board": made["board"], "after": 2, "secret": made["watch"]}]}
    stream = proxy.ask("POST", "/api/events", json.dumps(boards))
    assert stream.headers["Content-Encoding"] is None
    assert stream.readline() == b"retry: 1000\n"
    assert stream.readline() == b"\n"
    ask(here, "POST", f"{board}/moves", {"move": "e5"}, made["secrets"][0], host=NAME)
    # Nothing sent earlier could have flushed it.
    assert stream.readline() == b"id: 0:3\n"
    assert stream.readline() == b"event: move\n"
    stream.close()
