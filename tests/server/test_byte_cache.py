"""A cache with a limit in bytes."""

from __future__ import annotations

from boche.server.infrastructure.byte_cache import ByteCache


def test_what_was_asked_for_longest_ago_goes() -> None:
    kept = ByteCache[str](3300, len)
    for name in "abcd":
        kept.put(name, name * 600)
    assert kept.get("a") == "a" * 600
    kept.put("e", "e" * 600)
    assert [name for name in "abcde" if kept.get(name)] == ["a", "c", "d", "e"]
    kept.put("d", "")
    assert kept.get("d") == ""
    assert kept.bytes == 3 * (600 + ByteCache.OWN) + ByteCache.OWN


def test_what_would_put_out_all_the_rest_is_not_kept() -> None:
    kept = ByteCache[str](4000, len)
    kept.put("small", "s")
    kept.put("large", "l" * 1000)
    assert kept.get("large") is None
    assert kept.get("small") == "s"
