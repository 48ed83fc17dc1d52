"""Durations in words, in other languages."""

from __future__ import annotations

import pytest

from boche.engine.durations import in_words
from boche.engine.languages.current import speaking


@pytest.mark.parametrize(
    ("code", "seconds", "text"),
    [("en", 90_000, "1 day 1 hour"), ("de", 90_000, "1 Tag 1 Stunde"),
     ("de", 7_260, "2 Stunden 1 Minute"), ("de", 0, "0 Sekunden"), ("fr", 0, "0 seconde"),
     ("fr", 172_800, "2 jours")],
)  # fmt: skip
def test_durations_are_counted_as_the_language_counts(code: str, seconds: float, text: str) -> None:
    with speaking(code):
        assert in_words(seconds) == text
