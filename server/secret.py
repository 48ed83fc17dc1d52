"""Secrets that stand for a seat or a session: whoever has one, may."""

from __future__ import annotations

import hashlib
import secrets

SECRET_BYTES = 32


def new_secret() -> str:
    """256 random bits, fit for an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def secret_hash(secret: str) -> bytes:
    """What is kept of a secret: too random to be guessed, it needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
