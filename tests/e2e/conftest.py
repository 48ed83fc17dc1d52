"""A real browser for pages: the system's Chromium, else the driver's own, drawing in software."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

NAMES = ("chromium", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--force-color-profile=srgb",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    found = next((path for path in map(shutil.which, NAMES) if path), None)
    with sync_playwright() as driver:
        try:
            made = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        except Exception as error:  # the driver's own are many
            line = str(error).splitlines()[0]
            pytest.fail(f"pages need a browser (apt install chromium): {line}", pytrace=False)
        yield made
        made.close()
