"""Files that contain a secret: readable only by the user from the first byte on."""

from __future__ import annotations

import os
from pathlib import Path

from boche.engine.atomic_write import FileError, write_file
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.viewer.storage.paths import make_folder


def write_secret(place: Path, text: str) -> Path:
    """Write a file that is never readable by others. Raises ``FileError``."""
    make_folder(place.parent)
    try:
        place.touch(0o600)
        os.chmod(place, 0o600)
    except OSError as error:
        raise FileError(
            tr("cannot write {place!r}: {reason}", place=str(place), reason=system_reason(error))
        ) from error
    return write_file(place, text.encode(), keeping=True)
