"""Ten boards in the tabs of Firefox, and a browser whose shared worker is broken."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.firefox import firefox
from tests.e2e.server import test_tabs as push
from tests.e2e.server.tabs import ChromiumTab
from tests.e2e.server.test_tabs import Host, chromium_tab, host

__all__ = ["chromium_tab", "host"]

BROKEN = "class extends SharedWorker { constructor() { super('/none.js'); } }"


def test_ten_boards_in_firefox(host: Host) -> None:
    with firefox() as found:
        push.ten_boards(host, found.new_page)


def test_a_browser_with_a_broken_shared_worker(
    host: Host, chromium_tab: Callable[[], ChromiumTab]
) -> None:
    push.test_a_browser_without_a_shared_worker(host, chromium_tab, BROKEN)
