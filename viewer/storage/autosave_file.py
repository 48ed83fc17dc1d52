"""The format of an autosave: one line of JSON about the table, then the record as SGF."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from boche.engine.languages.current import tr
from boche.engine.record import dump_sgf
from boche.viewer.session import Seat, Session
from boche.viewer.session.files import OpenedRecord, read
from boche.viewer.session.seats import is_player
from boche.viewer.session.words import OPENED, UNRATED
from boche.viewer.storage.paths import read_plain

VERSION = 3
"""Format version. Version 1 had levels instead of players, version 2 no history."""

MOST = 96 * 2**20
"""Maximum bytes of a file that is read; a record has at most 64 MiB."""

DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError)
"""Exceptions that ``read_autosave`` raises for a damaged file (``BocheError`` is included)."""


class NewerError(Exception):
    """A file written by a newer version of the program."""


@dataclass(frozen=True)
class Autosaved:
    """The contents of an autosave.

    ``when`` is the time of writing, with a time zone; ``cursor`` counts nodes in written order;
    ``history`` is for ``Edits.restore``, or None; ``library_copy`` is ``RecordFile.library_copy``,
    ``chapter`` the number of the game in a file of several, else 0; ``unrated`` is that of the
    session.
    """

    opened: OpenedRecord
    when: datetime
    path: Path | None
    stamp: tuple[int, int] | None
    guarded: bool
    cursor: int
    seats: dict[str, Seat]
    history: Any
    library_copy: tuple[Path, tuple[int, int]] | None = None
    chapter: int = 0
    unrated: str = OPENED


def data_of(session: Session) -> bytes:
    """Return a session as an autosave."""
    cursor = next(i for i, node in enumerate(session.record.nodes()) if node is session.cursor.node)
    head = {
        "autosave": VERSION,
        "saved": datetime.now(UTC).isoformat(),
        "path": str(session.file.path.absolute()) if session.file.path is not None else None,
        "stamp": session.file.stamp,
        "guarded": session.file.guarded,
        "kept": _copy_values(session),
        "cursor": cursor,
        "chapter": session.file.chapter,
        "unrated": session.unrated,
        "seats": {colour: asdict(seat) for colour, seat in session.seats.as_promised().items()},
    }
    line = f'{json.dumps(head)[:-1]}, "history": {session.edits.as_text()}}}\n'
    return line.encode("ascii") + dump_sgf(session.record)


def _copy_values(session: Session) -> list[Any] | None:
    saved = session.file.library_copy
    return [str(saved[0]), *saved[1]] if saved is not None and saved[1] is not None else None


def read_autosave(file: Path) -> Autosaved:
    """Read a file. Raises one of ``DAMAGE``, ``NewerError`` or ``OSError``."""
    data = read_plain(file, MOST)
    if len(data) > MOST:
        raise ValueError(tr("it is far too long"))
    first, _, body = data.partition(b"\n")
    head = json.loads(first)
    version = head["autosave"]
    if type(version) is not int or version < 1:
        raise ValueError(tr("unknown version {version!r}", version=version))
    if version > VERSION:
        raise NewerError(tr("version {version}", version=version))
    return _autosaved(head, read(body))


def _autosaved(head: Mapping[str, Any], opened: OpenedRecord) -> Autosaved:
    stamp = head["stamp"]
    return Autosaved(
        opened,
        _time(head["saved"]),
        _path(head["path"]),
        (int(stamp[0]), int(stamp[1])) if stamp is not None else None,
        bool(head["guarded"]),
        int(head["cursor"]),
        _seats(head["seats"], head["autosave"], opened.record.game.colours),
        head.get("history"),
        _library_copy(head.get("kept")),
        int(head.get("chapter", 0)),
        unrated if (unrated := head.get("unrated")) in ("", *UNRATED) else OPENED,
    )


def _time(text: str) -> datetime:
    when = datetime.fromisoformat(text)
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    when.astimezone()  # the earliest and latest dates cannot be shown on every platform
    return when


def _path(text: Any) -> Path | None:
    if text is None:
        return None
    if not isinstance(text, str) or not text or "\0" in text:
        raise ValueError(tr("its path is invalid"))
    return Path(text)


def _library_copy(values: Any) -> tuple[Path, tuple[int, int]] | None:
    if values is None:
        return None
    name, changed, size = values
    path = _path(name)
    return (path, (int(changed), int(size))) if path is not None else None


def _seats(values: Any, version: int, colours: tuple[str, ...]) -> dict[str, Seat]:
    if not isinstance(values, dict) or not set(values) <= set(colours):
        raise ValueError(tr("its seats are invalid"))
    return {colour: _seat(seat, version) for colour, seat in values.items()}


def _seat(values: Mapping[str, Any], version: int) -> Seat:
    """Return a seat; version 1 stored a computer's level, 0 for a person, instead of a player.

    An unknown player is replaced by a person.
    """
    name, player = values["name"], values["player"] if version > 1 else ""
    if version == 1 and values["level"]:
        player = str(int(values["level"]))
    if not isinstance(name, str) or not isinstance(player, str):
        raise TypeError(tr("a name is not text"))
    return Seat(name, player if is_player(player) else "")
