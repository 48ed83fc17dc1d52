"""Every page of a server by axe-core, in both themes, at a desk's and a small phone's width."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from typing import Any

from boche.engine.games.registry import GAMES
from tests.e2e.server.accessible import (
    CHAT,
    LESSON,
    SMALL,
    ann,
    faults,
    faults_here,
    open_whole,
    visitor,
)
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

DESK = {"viewport": {"width": 1280, "height": 720}}


class Sizes:
    """A page that becomes one of a desk or of a phone while it is open, as loading it is dear."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)

    def become(self, kind: dict[str, Any], scheme: str) -> None:
        touch = bool(kind.get("has_touch"))
        self._session.send(
            "Emulation.setDeviceMetricsOverride",
            {**kind["viewport"], "deviceScaleFactor": 1, "mobile": touch},
        )
        self._session.send("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        self._page.emulate_media(color_scheme=scheme)


def test_no_page_keeps_anybody_out_who_has_an_account(browser: Any, ann: Account) -> None:
    page = visitor(browser, ann, DESK, "light")
    sizes, found = Sizes(page), list[str]()
    for path in PAGES:
        sizes.become(DESK, "light")
        open_whole(page, ann.server, path)
        found += [f"desk: {each}" for each in faults_here(page, path)]
        sizes.become(SMALL, "dark")
        assert page.evaluate("matchMedia('(max-width: 360px) and (pointer: coarse)').matches")
        found += [f"phone: {each}" for each in faults_here(page, path)]
    page.context.close()
    assert not found, "\n".join(found)


LINK = re.compile(r"- '?link \"(.*?)\".*\n\s+- /url: (.*)")
BUTTON = re.compile(r"- '?button \"(.*?)\"")
TABLE = re.compile(r"- table(?! \")")


def test_whoever_hears_names_alone_knows_what_is_what(browser: Any, ann: Account) -> None:
    page = visitor(browser, ann, DESK, "light")
    paths = ("/learn", "/puzzles", "/account", "/games", "/ladders", "/watch", "/tournaments/1")
    for path in (*paths, *(f"/help/{game}" for game in GAMES)):
        open_whole(page, ann.server, path)
        heard = page.locator("body").aria_snapshot()
        places = dict[str, set[str]]()
        for name, place in LINK.findall(heard):
            places.setdefault(name, set()).add(place)
        assert not {name for name, found in places.items() if len(found) > 1}, path
        buttons = BUTTON.findall(heard)
        assert not {name for name in buttons if buttons.count(name) > 1}, path
        assert not TABLE.search(heard), f"{path}: a table without a name"
    page.context.close()


def test_no_page_keeps_guests_out(browser: Any, ann: Account) -> None:
    """Open on a phone what a guest alone sees; all else is as for an account, but for the menu."""
    known = {seen_at(ann.server + path, ann.session) for path in PAGES}
    paths = list[str]()
    for path in PAGES:
        if (seen := seen_at(ann.server + path)) not in known:
            known.add(seen)
            paths.append(path)
    assert {"/", "/board/1"} <= set(paths)
    page = visitor(browser, None, SMALL, "light")
    found = faults(page, ann.server, paths)
    page.context.close()
    assert not found, "\n".join(found)


def seen_at(address: str, session: str = "") -> str:
    """Return the main part of a page, without where its links lead and what its scripts get."""
    asked = urllib.request.Request(
        address, headers={"Cookie": f"boche_session={session}"} if session else {}
    )
    try:
        with urllib.request.urlopen(asked) as answer:
            text = answer.read().decode()
    except urllib.error.HTTPError as error:
        text = error.read().decode()
    main = re.search("<main.*</main>", text, re.DOTALL)
    assert main is not None
    return re.sub(r'<input type="hidden"[^>]*>| (href|data-[a-z]+)="[^"]*"', "", main[0])
