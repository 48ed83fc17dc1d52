"""A real browser: the system's Chromium, else the driver's own, drawing in software."""

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
    "--disable-gpu-rasterization",  # letters and buttons; the board is drawn by it all the same
)
MESA = ("--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist")
"""The board is drawn by the system's GL, as at the desk: sooner than by what the browser brings."""
SWIFTSHADER = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")
"""It is drawn by what the browser brings: pages must look the same by another renderer."""


class NoBrowserError(Exception):
    """There is none, or it does not start."""


def launch(driver: Any, drawing: tuple[str, ...] = MESA) -> Any:
    """The system's browser, else the driver's own, which draws by what it brings.

    Raises ``NoBrowserError``.
    """
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    flags = [*FLAGS, *(drawing if found else SWIFTSHADER)]
    software = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}
    try:
        return driver.chromium.launch(executable_path=found, args=flags, env=software)
    except Exception as error:  # the driver's own are many
        raise NoBrowserError(str(error).splitlines()[0]) from error


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser with a driver of its own, until the block ends. Raises ``NoBrowserError``."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        made = launch(driver)
        yield made
        made.close()
