"""What the system says of an error, in the current language."""

from __future__ import annotations

import errno
import os

import pytest

from boche.engine.errors import BocheError
from boche.engine.languages.current import speaking
from boche.engine.languages.system import system_reason

MISSING = OSError(errno.ENOENT, os.strerror(errno.ENOENT))


def test_english_is_what_the_system_says() -> None:
    assert system_reason(MISSING) == os.strerror(errno.ENOENT)


def test_a_known_reason_is_translated() -> None:
    with speaking("de"):
        assert system_reason(MISSING) == "Datei oder Ordner nicht gefunden"
        assert system_reason(TimeoutError("timed out")) == "Zeitüberschreitung"


@pytest.mark.parametrize(
    ("error", "text"),
    [(OSError(5, "strange"), "strange"), (BocheError("own text"), "own text"), (OSError(), "")],
)
def test_what_is_not_listed_stays(error: Exception, text: str) -> None:
    with speaking("de"):
        assert system_reason(error) == text
