"""The seed of the random games that the tests play."""

from __future__ import annotations

import hashlib
import subprocess
from functools import cache

from tests import ROOT


@cache
def seed_of_the_commit() -> str:
    """Return the abbreviated commit hash, or without git a hash of the sources."""
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout[:12]
    except (OSError, subprocess.CalledProcessError):
        found = hashlib.sha256()
        for path in sorted((ROOT / "engine" / "games").rglob("*.py")):
            found.update(path.read_bytes())
        return found.hexdigest()[:12]
