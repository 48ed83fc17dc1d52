"""The picture of a page in a browser, for ``make pictures``; needs playwright and Chromium."""

from __future__ import annotations

import tempfile
from pathlib import Path

from boche.engine.record import load_all
from boche.viewer.export.page.document import page_of

RECORDS = Path(__file__).parent.parent / "assets" / "records"
SIZE = {"width": 1280, "height": 720}


def page_picture(name: str, move: int) -> bytes:
    """Return the page of a sample record, opened at a move, as PNG.

    Raises ``ImportError`` without playwright, its ``Error`` without a browser.
    """
    from playwright.sync_api import sync_playwright

    from benchmarks.browser import chromium

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "page.html"
        file.write_text(page_of(load_all(str(RECORDS / name))[:1]), encoding="utf-8")
        browser = chromium(driver)
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        page.goto(f"{file.as_uri()}#move={move}")
        page.wait_for_selector("#table[aria-busy=false]", timeout=60_000)
        picture = bytes(page.screenshot())
        browser.close()
    return picture
