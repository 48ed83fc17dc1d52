"""The library: listing, searching, and reading without reading twice."""

from __future__ import annotations

from tests.viewer.storage.push.test_library import library, names, ten_thousand
from tests.work import calls_of

__all__ = ["ten_thousand"]


def test_ten_thousand_games_are_shown_before_they_are_read(ten_thousand: int) -> None:
    listing = calls_of(library)
    assert listing.total() < 5 * ten_thousand, "a listing looks into the files"
    found = library()
    assert names(found.search("played", ""))[:2] == ["09999.sgf", "09998.sgf"]
    assert found.unread == ten_thousand
    seen = found.search("played", "")[500:508]
    found.want(seen)
    for _ in seen:
        found.step()
    assert all(found.card(file) is not None for file in seen), "what is seen is not read first"
    assert found.unread == ten_thousand - len(seen)
    one = calls_of(found.step)
    assert one.total() < 800, "a step between two frames reads more than one record"
