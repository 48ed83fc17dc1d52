"""What is looked at in a command's arguments before it begins its work."""

from __future__ import annotations

import argparse


def text(value: str) -> str:
    """A name or other words of an argument, for ``type=`` of a flag.

    Where the locale is ASCII, Python keeps what it cannot read as single bytes: they are UTF-8,
    as everywhere else, or refused.
    """
    try:
        return value.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        raise argparse.ArgumentTypeError(
            f"{value!r}: neither in the terminal's encoding nor UTF-8"
        ) from None
