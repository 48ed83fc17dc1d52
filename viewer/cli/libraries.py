"""The system's libraries that a window needs, and the packages that bring them."""

from __future__ import annotations

import re

PACKAGES = {
    "EGL": "libegl1",
    "GL": "libgl1",
    "X11": "libx11-6",
    "Xext": "libxext6",
    "Xinerama": "libxinerama1",
    "Xrandr": "libxrandr2",
    "Xrender": "libxrender1",
    "Xxf86vm": "libxxf86vm1",
    "fontconfig": "libfontconfig1",
    "freetype": "libfreetype6",
}
"""Debian's package for each library, by the name that pyglet asks for."""


def missing_library(error: ImportError) -> str:
    """Return one line on a library of the system that could not be loaded; empty if it is none."""
    found = re.search(r'Library "(.*?)" not found', str(error))
    name = found[1] if found else ""
    if name not in PACKAGES:
        return ""
    return (
        f"the window needs the system library lib{name}, which is missing; "
        f"on Debian or Ubuntu: sudo apt-get install {PACKAGES[name]}"
    )
