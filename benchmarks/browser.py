"""The browser that measurements of pages are taken in."""

from __future__ import annotations

from typing import Any

from tests.e2e.chromium import SWIFTSHADER, launch


def chromium(driver: Any) -> Any:
    """The system's Chromium, else the driver's own, drawing in software of its own."""
    return launch(driver, SWIFTSHADER)
