"""One GL context for all drawing tests, which fail on a machine without GL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.offscreen import create_context


@pytest.fixture(scope="session")
def context() -> Iterator[Any]:
    try:
        made = create_context()
    except RenderError as error:
        pytest.fail(f"the drawing tests need GL: {error}", pytrace=False)
    yield made
    made.release()
