"""Tournaments on disk: one JSON file each in a folder of the user's data, kept after each game."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from boche.engine.atomic_write import write_durably
from boche.engine.errors import BocheError, NewerOptionError, why_not
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.match.tournament import Tournament, TournamentError
from boche.viewer.storage.paths import data_folder, make_folder, put_away, read_plain

SUFFIX = ".json"
MAX_BYTES = 2**22


def tournaments_folder() -> Path:
    """Return the folder of the tournaments; it may not exist yet."""
    return data_folder() / "tournaments"


def new_file(title: str) -> Path:
    """Return a path for a new tournament. Raises ``FileError``."""
    folder = tournaments_folder()
    make_folder(folder)
    name = re.sub(r"[^\w-]+", "-", title).strip("-")[:40] or "tournament"
    first = f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}"
    names = (first if i == 1 else f"{first}-{i}" for i in count(1))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())


def save_tournament(path: Path, tournament: Tournament) -> None:
    """Write a tournament. Raises ``FileError``; then the previous file is still there."""
    data = json.dumps(tournament.as_data(), indent=1, ensure_ascii=True)
    write_durably(path, f"{data}\n".encode("ascii"))


def load_tournament(path: Path) -> Tournament:
    """Read a tournament. Raises ``BocheError`` with one line that names the file.

    That is a ``NewerOptionError`` for one of a newer version.
    """
    try:
        data = read_plain(path, MAX_BYTES)
        if len(data) > MAX_BYTES:
            raise TournamentError(tr("it is far too long"))
        return Tournament.from_data(json.loads(data))
    except OSError as error:
        raise TournamentError(
            tr("cannot read {path!r}: {reason}", path=str(path), reason=system_reason(error))
        ) from error
    except NewerOptionError as error:
        raise NewerOptionError(f"{path.name}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise TournamentError(f"{path.name} is damaged: {why_not(error)}"[:300]) from error


def stored(problems: list[str]) -> Iterator[tuple[Path, Tournament]]:
    """Yield the tournaments, the last written first.

    A damaged one is renamed, and ``problems`` gets a line.
    """
    files: list[tuple[float, Path]] = []
    with suppress(OSError):
        for path in tournaments_folder().iterdir():
            if path.suffix == SUFFIX and not path.name.startswith("."):
                files.append((os.stat(path).st_mtime, path))
    for _, path in sorted(files, reverse=True):
        try:
            yield path, load_tournament(path)
        except NewerOptionError as error:  # it is not damaged, and stays where it is
            problems.append(str(error))
        except BocheError as error:
            problems.append(put_away(path, f"a tournament: {path.name}", why_not(error)))
