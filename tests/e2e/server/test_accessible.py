"""Some pages of a server by axe-core: one of each kind, once on a phone and once at a desk."""

from __future__ import annotations

from typing import Any

from tests.e2e.server.accessible import CHAT, SMALL, ann, faults, visitor
from tests.e2e.server.whole import Account

__all__ = ["ann"]

PAGES = ("/", CHAT)
OF_GUESTS = ("/sign-up",)


def test_no_kind_of_page_keeps_anybody_out(browser: Any, ann: Account) -> None:
    at_home = visitor(browser, ann, SMALL, "dark")
    guest = visitor(browser, None, {}, "light")
    found = [*faults(at_home, ann.server, PAGES), *faults(guest, ann.server, OF_GUESTS)]
    for page in (at_home, guest):
        page.context.close()
    assert not found, "\n".join(found)
