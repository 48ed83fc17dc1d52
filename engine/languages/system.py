"""What the operating system says of an error, in the current language."""

from __future__ import annotations

from boche.engine.languages.current import tr, tr_later, translate

REASONS = frozenset(
    {
        tr_later("Address already in use"),
        tr_later("Address family not supported by protocol"),
        tr_later("Bad file descriptor"),
        tr_later("Broken pipe"),
        tr_later("Cannot assign requested address"),
        tr_later("Connection refused"),
        tr_later("Connection reset by peer"),
        tr_later("Connection timed out"),
        tr_later("Device or resource busy"),
        tr_later("Directory not empty"),
        tr_later("Disk quota exceeded"),
        tr_later("Exec format error"),
        tr_later("File exists"),
        tr_later("File name too long"),
        tr_later("File too large"),
        tr_later("Input/output error"),
        tr_later("Invalid argument"),
        tr_later("Invalid cross-device link"),
        tr_later("Is a directory"),
        tr_later("Name or service not known"),
        tr_later("Network is unreachable"),
        tr_later("No address associated with hostname"),
        tr_later("No route to host"),
        tr_later("No space left on device"),
        tr_later("No such file or directory"),
        tr_later("Not a directory"),
        tr_later("Operation not permitted"),
        tr_later("Permission denied"),
        tr_later("Read-only file system"),
        tr_later("Resource temporarily unavailable"),
        tr_later("Temporary failure in name resolution"),
        tr_later("Too many levels of symbolic links"),
        tr_later("Too many open files"),
        tr_later("timed out"),
    }
)
"""Texts of ``strerror`` that a user is likely to see, as Linux and mostly macOS have them."""


def system_reason(error: BaseException) -> str:
    """Return the system's reason for an error in the current language.

    A reason that is not listed stays as the system says it. An error without one says its own text.
    """
    why = getattr(error, "strerror", None)
    if why:
        return tr(why) if why in REASONS else str(why)
    if isinstance(error, OSError) and str(error) in REASONS:  # a timeout has a text alone
        return tr(str(error))
    first = error.args[0] if len(error.args) == 1 else None
    return translate(first) if isinstance(first, str) else str(error)
