"""The server behind Caddy, set up as the document tells operators."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.server import proxies
from tests.e2e.server import test_proxies as push
from tests.e2e.server.proxies import Proxy
from tests.e2e.server.served import Served
from tests.e2e.server.test_proxies import served

__all__ = ["served"]


@pytest.fixture
def proxy(served: Served, tmp_path: Path) -> Iterator[Proxy]:
    with proxies.running(proxies.caddy, tmp_path, served.port) as made:
        yield made


def test_a_documented_proxy(proxy: Proxy, served: Served) -> None:
    push.test_a_documented_proxy(proxy, served)
