"""The browser used by benchmarks of pages."""

from __future__ import annotations

from typing import Any

from tests.e2e.chromium import SWIFTSHADER, launch


def chromium(driver: Any) -> Any:
    """Launch the system's Chromium, or else the driver's own, with software rendering."""
    return launch(driver, SWIFTSHADER)
