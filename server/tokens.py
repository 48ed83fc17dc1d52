"""Secrets that give access to a seat or a session."""

from __future__ import annotations

import hashlib
import secrets

SECRET_BYTES = 32


def new_secret() -> str:
    """Return 256 random bits as text for URLs."""
    return secrets.token_urlsafe(SECRET_BYTES)


def secret_hash(secret: str) -> bytes:
    """Hash a secret for storage: too random to be guessed, it needs no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest()
