"""A real browser: the system's Chromium or else the driver's own, with software rendering."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--force-color-profile=srgb",
    "--disable-gpu-rasterization",  # for text and buttons; GL still draws the board
)
MESA = ("--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist")
"""Flags to draw the board by the system's GL, as at the desk, not by the browser's renderer."""
SWIFTSHADER = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
"""Flags to draw it by the browser's renderer: pages must look the same with another one."""


class NoBrowserError(Exception):
    """A missing browser, or one that does not start."""


def launch(driver: Any, drawing: tuple[str, ...] = MESA) -> Any:
    """Start the system's browser, or else the driver's own, which uses its own renderer.

    Raises ``NoBrowserError``.
    """
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    flags = [*FLAGS, *(drawing if found else SWIFTSHADER)]
    software = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}
    try:
        return driver.chromium.launch(executable_path=found, args=flags, env=software)
    except Exception as error:  # the driver raises many kinds
        raise NoBrowserError(str(error).splitlines()[0]) from error


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a browser with its own driver until the block ends. Raises ``NoBrowserError``."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        made = launch(driver)
        yield made
        made.close()
