"""The index of positions of the library and of a folder of the user's: where it is stored."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from boche.viewer.storage.kept_games import games_folder
from boche.viewer.storage.paths import cache_folder


def explored_folders(folder: str = "") -> tuple[Path, ...]:
    """Return the folders to explore: the games played here, and the user's folder if it is set."""
    own = games_folder()
    other = Path(folder).expanduser().absolute() if folder else own
    return (own,) if other == own or own in other.parents else (own, other)


def index_file(folders: Sequence[Path]) -> Path:
    """Return the file of the index of these folders; it may not exist yet."""
    names = sorted({os.fspath(folder.absolute()) for folder in folders})
    name = blake2b("\0".join(names).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return cache_folder() / "explorer" / f"{name}.sqlite3"
