"""Where compiled code is kept on the disk: folders named by a hash of the sources it is made of.

numba itself would not notice a change in a function that comes from another file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

_HERE = Path(__file__).parent


def folder_for(name: str, sources: Iterable[Path]) -> Path:
    """The folder for what is compiled as ``name``; those for other sources are removed."""
    place = _place() or Path(tempfile.gettempdir())
    folder = place / f"{name}-{hash_of(sources)}"
    for other in place.glob(f"{name}-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def is_kept(name: str, function: str) -> bool:
    """Whether a function (``module.function``) that was compiled as ``name`` lies on the disk.

    An old build's counts too.
    """
    place = _place()
    return place is not None and any(place.glob(f"{name}-*/**/{function}-*.nbc"))


def hash_of(sources: Iterable[Path]) -> str:
    """16 hexadecimal digits for what the files hold."""
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _place() -> Path | None:
    """The first place that can be written."""
    return next((path for path in _places() if _can_write(path)), None)


def _places() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen) / "boche"
    yield _HERE / "__pycache__" / "compiled"
    import platformdirs

    yield platformdirs.user_cache_path("boche", appauthor=False) / "compiled"


def _can_write(path: Path) -> bool:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(path, os.W_OK)
