"""Mail addresses: as people write them, as mail servers take them, and as they are compared.

There is one grammar, so whoever can sign up with an address is also heard when they answer by mail.
"""

from __future__ import annotations

import re
import unicodedata

import idna

MOST = 200
"""Characters of an address."""

_PART = r"[^\s@<>\",;:()\[\]\\]+"
_ADDRESS = re.compile(rf"{_PART}@{_PART}")
_ROBOT = re.compile(r"(?:mailer-?daemon|no[-_.]?reply|do[-_.]?not[-_.]?reply)(?:[-+=._].*)?")


def is_address(text: str) -> bool:
    """Return whether a text has the form of an address, and mail can be sent to its domain."""
    return (
        len(text) <= MOST
        and text.isprintable()
        and _ADDRESS.fullmatch(text) is not None
        and wire_form(text).rpartition("@")[2].isascii()
    )


def has_dot(address: str) -> bool:
    """Return whether an address is of a domain that can be reached from elsewhere."""
    return "." in wire_form(address).rpartition("@")[2].strip(".")


def is_robot(address: str) -> bool:
    """Return whether an address says by itself that nobody reads there."""
    return _ROBOT.fullmatch(address.partition("@")[0].casefold()) is not None


def wire_form(address: str) -> str:
    """Return an address as a mail server takes it: with its domain in ASCII (IDNA), if it has one.

    >>> wire_form("Ann@Bücher.example")
    'Ann@xn--bcher-kva.example'
    """
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}{at}{idna.encode(domain, uts46=True).decode()}"
    except (idna.IDNAError, UnicodeError):
        return address


def key_of(address: str) -> str:
    """Return the form in which addresses are compared: hardly any mail system regards case."""
    return unicodedata.normalize("NFC", wire_form(address)).lower()
