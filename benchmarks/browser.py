"""The browser that measurements of pages are taken in."""

from __future__ import annotations

import shutil
from typing import Any

from tests.e2e.chromium import FLAGS, NAMES


def chromium(driver: Any) -> Any:
    """The system's Chromium, else the driver's own, drawing in software as the tests' does."""
    executable = next((path for path in map(shutil.which, NAMES) if path), None)
    return driver.chromium.launch(executable_path=executable, args=list(FLAGS))
