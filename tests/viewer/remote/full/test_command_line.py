"""``boche play --dark remote:LINK`` and ``boche remote``: errors, and following a game."""

from __future__ import annotations

import pytest

from tests.viewer.remote import test_command_line as push
from tests.viewer.remote.test_command_line import REFUSED, link

__all__ = ["link"]


@pytest.mark.parametrize("what", list(REFUSED)[1:])
def test_what_contradicts_the_link_is_refused_in_a_line(
    what: str, link: str, capsys: pytest.CaptureFixture[str]
) -> None:
    push.test_what_contradicts_the_link_is_refused_in_a_line(what, link, capsys)
