"""Fixtures: one server for all tests of a board's page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    served = Served("--data", str(tmp_path_factory.mktemp("server")))
    yield served.address
    served.end()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page in its own browser context, closed with the test."""
    contexts = []

    def page(kind: dict[str, Any] = DESK) -> Any:
        contexts.append(browser.new_context(**{"reduced_motion": "reduce", **kind}))
        return contexts[-1].new_page()

    yield page
    for context in contexts:
        context.close()
