"""A real browser: the system's Chromium, else the driver's own, drawing in software."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--force-color-profile=srgb",
    "--disable-gpu-rasterization",  # letters and buttons; the board is drawn by it all the same
)


class NoBrowserError(Exception):
    """There is none, or it does not start."""


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser, until the block ends. Raises ``NoBrowserError``."""
    from playwright.sync_api import sync_playwright

    found = next((path for path in map(shutil.which, NAMES) if path), None)
    with sync_playwright() as driver:
        try:
            made = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        except Exception as error:  # the driver's own are many
            raise NoBrowserError(str(error).splitlines()[0]) from error
        yield made
        made.close()
