"""Changes to the library: tags, import of a folder, export of games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

from boche.engine.atomic_write import FileError, write_durably, write_file
from boche.engine.errors import BocheError, OtherGameError, Problem, RecordError, why_not
from boche.engine.explorer.build import files_in
from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped, paired
from boche.engine.languages.system import system_reason
from boche.engine.record import Record, dump_sgf, load_all
from boche.engine.record.source import read_bytes
from boche.viewer.session.record_file import Stamp, stamp_of
from boche.viewer.storage.kept_games import TAGS, keep_record, kept_files
from boche.viewer.storage.library import GameFile, record_of


def set_tags(path: Path, stamp: Stamp, text: str) -> None:
    """Write the tags of a record into its file, which must be unchanged since ``stamp``.

    Raises ``BocheError`` for a file that the record would not replace without loss.
    """
    records = load_all(path)
    if len(records) > 1:
        raise _refusal(
            tr(
                "{name} has {count} games: save one by itself to tag it",
                name=path.name,
                count=len(records),
            )
        )
    if records[0].problems:
        raise _refusal(
            tr("{name} has problems: open it and save it under another name first", name=path.name)
        )
    if stamp_of(path) != stamp:
        raise _refusal(tr("{name} was changed in the meantime: try again", name=path.name))
    tags = ", ".join(dict.fromkeys(filter(None, (tag.strip() for tag in text.split(",")))))
    records[0].root.set_text(TAGS, tags)
    write_durably(path, dump_sgf(records[0]))


def _refusal(text: str) -> RecordError:
    return RecordError([Problem(0, 0, text)])


# -- import


@dataclass(frozen=True)
class Imported:
    """What has been done with a folder so far: files read of all, and the games in them.

    ``lines`` name each file or game that was not taken, with the reason.
    """

    done: int = 0
    files: int = 0
    new: int = 0
    copies: int = 0
    damaged: int = 0
    others: int = 0
    lines: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The numbers in words."""
        said = tr(
            "{new} new, {copies} already there, {damaged} damaged",
            new=grouped(self.new),
            copies=grouped(self.copies),
            damaged=grouped(self.damaged),
        )
        return (
            tr("{said}, {others} of other games", said=said, others=grouped(self.others))
            if self.others
            else said
        )


def import_folder(source: Path, stopped: Callable[[], bool] = lambda: False) -> Iterator[Imported]:
    """Copy the games of a folder or a file into the library, step by step, each into its own file.

    Games that are there already, and damaged ones, are left out and named. Raises ``FileError`` if
    a game cannot be written.
    """
    single = source.is_file()
    names, folder = [str(source)] if single else sorted(files_in([source])), source
    folder = source.parent if single else source
    state = Imported(0, len(names))
    yield state
    known = Known()
    for path, _ in kept_files():
        for record in _readable(path):
            known.add(record)
        if stopped():
            return
    for name in names:
        state = _import_file(Path(name), os.path.relpath(name, folder), known, state)
        yield state
        if stopped():
            return


def _readable(path: Path) -> list[Record]:
    try:
        return load_all(path)
    except (BocheError, OSError):
        return []


def _import_file(path: Path, name: str, known: Known, state: Imported) -> Imported:
    state = replace(state, done=state.done + 1)
    try:
        records = load_all(read_bytes(path))
        time = datetime.fromtimestamp(path.stat().st_mtime)
    except OtherGameError as error:
        lines = (*state.lines, paired(name, why_not(error)))
        return replace(state, others=state.others + 1, lines=lines)
    except (BocheError, OSError, MemoryError, OverflowError) as error:
        return _damaged(state, name, why_not(error))
    if path.suffix.casefold() == ".txt" and not _has_moves(records[0]):
        return state  # a text that is no list of moves
    for number, record in enumerate(records, 1):
        place = name if len(records) == 1 else tr("{name}, game {number}", name=name, number=number)
        problems = record.check(strict=True) or (record.problems if not record.moves() else ())
        if problems:
            state = _damaged(state, place, str(problems[0]))
        elif record in known:
            lines = (*state.lines, tr("{place}: already in the library", place=place))
            state = replace(state, copies=state.copies + 1, lines=lines)
        else:
            keep_record(record, time)
            known.add(record)
            noted = [
                tr("{place}: taken, but {text}", place=place, text=text)
                for text in record.problems[:1]
            ]
            state = replace(state, new=state.new + 1, lines=(*state.lines, *noted))
    return state


def _has_moves(record: Record) -> bool:
    legal = record.copy()
    legal.prune()
    return bool(legal.moves())


def _damaged(state: Imported, place: str, why: str) -> Imported:
    lines = (*state.lines, f"{place}: damaged: {why}")
    return replace(state, damaged=state.damaged + 1, lines=lines)


class Known:
    """The games that the library has. Copies have the same moves and no header that differs."""

    def __init__(self) -> None:
        self._headers: dict[bytes, set[tuple[str, ...]]] = {}

    def add(self, record: Record) -> None:
        """Add a game."""
        self._headers.setdefault(_mark(record), set()).add(_header(record))

    def __contains__(self, record: Record) -> bool:
        header = _header(record)
        return any(
            all(one == two or not one or not two for one, two in zip(header, other, strict=True))
            for other in self._headers.get(_mark(record), ())
        )


def _header(record: Record) -> tuple[str, ...]:
    return (*(name.casefold() for name in record.names), record.date)


def _mark(record: Record) -> bytes:
    """Return a hash of a game's options, beginning and moves."""
    told = (record.game_name, sorted(record.options.items()), record.start.to_text())
    text = repr((told, record.moves()))
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


# -- export


def export(
    files: Sequence[GameFile], to: Path, sample: Callable[[str], bytes]
) -> tuple[int, list[str]]:
    """Write games to a collection in one SGF file, or, if ``to`` is a folder, to a file each.

    Return the number of games, and a line for each that cannot be read. Raises ``FileError``.
    """
    problems: list[str] = []
    data: list[bytes] = []
    for file in files:
        try:
            data.append(dump_sgf(record_of(file, sample)))
        except (BocheError, OSError) as error:
            problems.append(paired(Path(file.name).name, why_not(error)))
    if to.suffix.casefold() == ".sgf":
        write_file(to, b"\n".join(data))
    else:
        _export_each(to, data)
    return len(data), problems


def _export_each(to: Path, games: Iterable[bytes]) -> None:
    try:
        to.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            tr("cannot create {to!r}: {reason}", to=str(to), reason=system_reason(error))
        ) from error
    for number, data in enumerate(games, 1):
        path = to / f"game-{number:04}.sgf"
        if path.exists():
            raise FileError(tr("{path!r} already exists: choose an empty folder", path=str(path)))
        write_file(path, data)
