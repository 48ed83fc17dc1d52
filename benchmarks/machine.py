"""Identification of the machine on which a measurement was taken."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine_line() -> str:
    """Return a line with CPU, cores, system and Python version."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    python = platform.python_version()
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {python}"
