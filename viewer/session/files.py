"""Lenient conversion of files and texts to records, and back, without losing data unasked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from boche.engine.errors import Problem, RecordError
from boche.engine.languages.current import tr, tr_count
from boche.engine.record import (
    Node,
    Record,
    dump_moves,
    is_list,
    load_all,
    loads,
    positions_along,
    prune,
    read_result,
)
from boche.engine.record.sgf_reader import game_spans
from boche.engine.record.source import read_bytes
from boche.viewer.session.chapters import Chapters, titles_of

_IN_LISTS = ("AP", "PW", "PB", "C", "RE")


@dataclass(frozen=True)
class OpenedRecord:
    """A record with legal moves only; ``problems`` has a line for everything else that was found.

    ``notes`` say how it was read where nothing was wrong. ``chapters`` are all games of its file if
    there are several.
    """

    record: Record
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    chapters: Chapters | None = None


def read(
    source: bytes | str | os.PathLike[str],
    number: int = 1,
    *,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
) -> OpenedRecord:
    """Return game ``number`` (from 1) of a file or of its bytes; the rest is as in ``load_all``.

    Raises ``RecordError`` if nothing can be read, if there are moves but the first is illegal, or
    if there is no such game.
    """
    data = read_bytes(source)
    records = load_all(data, game=game, options=options)
    if not 1 <= number <= len(records):
        message = tr("no game {number}; the file has {count}", number=number, count=len(records))
        raise RecordError([Problem(0, 0, message)])
    had_moves = bool(records[number - 1].root.children)
    result = cleaned(records[number - 1])
    if had_moves and not result.record.root.children:
        raise RecordError(
            [Problem(0, 0, tr("nothing to play in it: {problems}", problems=result.problems[0]))]
        )
    if len(records) == 1:
        return result
    chapters = Chapters(data, tuple(game_spans(data, game=game)), number, titles_of(records))
    note = tr("game {number} of {count} in this file is opened", number=number, count=len(records))
    return OpenedRecord(result.record, result.problems, (note, *result.notes), chapters)


def chapters_in(path: Path) -> Chapters:
    """Return the games of an SGF file, with the first one on the table. Raises ``RecordError``."""
    data = read_bytes(path)
    return Chapters(data, tuple(game_spans(data)), 1, titles_of(load_all(data)))


def cleaned(record: Record) -> OpenedRecord:
    """Return the record without its illegal moves, and the problems found."""
    count = sum(1 for _ in record.nodes())
    wrong = [str(problem) for problem in record.problems]
    illegal = [str(problem) for problem in prune(record)]
    wrong += illegal
    dropped = count - sum(1 for _ in record.nodes())
    if dropped:
        # The last line is the one that stays visible.
        wrong.append(
            tr_count(
                "one move is left out, from {first}",
                "{count} moves are left out, from {first}",
                dropped,
                first=illegal[0],
            )
        )
    record.problems = ()  # they are reported once; their positions mean nothing in what is saved
    notes = [record.remark, record.reading.note if record.reading is not None else ""]
    return OpenedRecord(record, tuple(wrong), tuple(filter(None, notes)))


def named(record: Record, names: Mapping[str, str]) -> Record:
    """Return the record with these names by colour, for writing; the tree is shared."""
    if names == record.players:
        return record
    root = Node(properties=record.root.properties)
    root.children = record.root.children
    renamed = Record(record.game_name, record.options, root, record.charset, setup=record.setup)
    for colour, name in names.items():
        renamed.set_player(colour, name)
    return renamed


def losses(record: Record, path: Path) -> list[str]:
    """Return a line for each thing that a file of this name would omit; empty for SGF."""
    if not is_list(path):
        return []
    problems = []
    nodes = list(record.nodes())
    variations = sum(max(len(node.children) - 1, 0) for node in nodes)
    if variations:
        problems.append(
            tr_count(
                "a list of moves has no place for a variation",
                "a list of moves has no place for {count} variations",
                variations,
            )
        )
    header = {name for name, _ in record.root.properties}.difference(_IN_LISTS)
    marks = {name for node in nodes[1:] for name, _ in node.properties}.difference(_IN_LISTS)
    if header or marks:
        names = ", ".join(sorted(header | marks))
        problems.append(
            tr("a list of moves has no place for these properties: {names}", names=names)
        )
    return problems + _changed(record)


def _changed(record: Record) -> list[str]:
    """Return a line for each thing that changes when it is read back from a list of moves."""
    written_record = loads(dump_moves(record))
    problems = []
    declared, written = (read_result(one.form, one.result) for one in (record, written_record))
    if record.result and declared != written and not _by_rules(record):
        problems.append(
            tr("a list of moves has no place for the result {result!r}", result=record.result[:40])
        )
    if written_record.players != record.players:
        problems.append(
            tr("a list of moves writes names as one word of at most 200 characters, without #")
        )
    main, read_back = record.main_line(), written_record.main_line()
    comments = [node.comment for node in main if node.move is not None or node.comment]
    if comments != [node.comment for node in read_back if node.move is not None or node.comment]:
        problems.append(tr("a list of moves changes the spaces at the ends of some comments"))
    return problems


def _by_rules(record: Record) -> bool:
    """Return whether the moves themselves lead to the result."""
    return positions_along(record, record.main_line()[-1])[-1].outcome is not None
