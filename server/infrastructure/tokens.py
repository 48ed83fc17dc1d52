"""Secrets that give access to a seat or a session."""

from __future__ import annotations

import hashlib
import re
import secrets

SECRET_BYTES = 32
_SECRET = re.compile(r"[\w-]{43}", re.ASCII)


def new_secret() -> str:
    """Return 256 random bits as text for URLs."""
    return secrets.token_urlsafe(SECRET_BYTES)


def secret_in(text: str) -> str:
    """Return the secret that a text begins with, or the text, shortened, if it is none.

    Chats and mails put what stands behind a link into its address, such as a full stop.
    """
    match = _SECRET.match(text)
    return match[0] if match else text[:200]


def secret_hash(secret: str) -> bytes:
    """Hash a secret for storage: too random to be guessed, it needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
