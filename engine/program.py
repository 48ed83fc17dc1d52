"""The program's own name, and which release of it this is."""

from __future__ import annotations

PROGRAM = "boche"
"""As it is called on the command line, installed, and named to other programs."""


def version() -> str:
    """The release that is installed; empty where it is not installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed(PROGRAM)
    except PackageNotFoundError:
        return ""
