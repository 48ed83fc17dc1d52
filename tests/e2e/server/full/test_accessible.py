"""Every page of a server by axe-core, in both themes, at a desk's and a small phone's width."""

from __future__ import annotations

from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from tests.e2e.server.accessible import CHAT, LESSON, SMALL, ann, faults, visitor
from tests.e2e.server.whole import Account

__all__ = ["ann"]

PAGES = (
    "/", "/lobby", "/games", "/games?show=mine", "/games?show=turn", "/standings", "/people/ann",
    "/people/level-3", "/people?name=a", "/games/search?player=ann", "/messages", "/account",
    "/puzzles", "/help", "/help/commands",
    "/sign-in", "/sign-up", "/board/1", "/board/2", "/board/1/links", "/watch",
    "/board/1/embed", "/no-such-page", "/tournaments", "/tournaments/new",
    "/tournaments/finished", "/tournaments/1", "/help/tournaments",
    "/ladders", f"/ladders/{next(iter(GAMES))}", "/help/ladders",
    "/analysis", f"/analysis?game={next(iter(GAMES))}",
    CHAT, "/people", "/games/search", "/messages?to=ann", "/forgot",
    *(f"/help/{game}" for game in GAMES),
    "/learn", LESSON, f"{LESSON}?answer=a1", f"{LESSON}?hint=2", f"{LESSON}?answer=f7",
)  # fmt: skip

CONTRAST = ("color-contrast",)
"""The rule of axe-core whose findings change with the theme."""


@pytest.mark.parametrize(
    ("signed_in", "kind", "scheme", "rules"),
    [(True, {}, "light", ()), (True, SMALL, "dark", CONTRAST), (False, SMALL, "light", ())],
    ids=["account, desk", "account, phone", "guest, phone"],
)
def test_no_page_keeps_anybody_out(
    browser: Any, ann: Account, signed_in: bool, kind: dict[str, Any], scheme: str,
    rules: tuple[str, ...],
) -> None:  # fmt: skip
    page = visitor(browser, ann if signed_in else None, kind, scheme)
    found = faults(page, ann.server, PAGES, *rules)
    page.context.close()
    assert not found, "\n".join(found)
