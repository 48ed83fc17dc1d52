"""What is said for a while on screens of other sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.board import test_over as push


@pytest.mark.parametrize("kind", ["low", "large"])
def test_what_is_said_for_a_while_hides_no_place(
    opened: Callable[..., Any], server: str, kind: str
) -> None:
    push.test_what_is_said_for_a_while_hides_no_place(opened, server, kind)
