"""The ``page`` command, which makes a page for a browser."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from boche.engine.errors import RecordError
from boche.engine.languages.current import tr, tr_count, tr_word
from boche.engine.languages.formats import number
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.engine.record import Record, prune
from boche.viewer.cli.arguments import add_command
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.output import check_output, progress, warn, write_output
from boche.viewer.cli.record_flags import (
    add_move,
    add_record,
    flagged_index,
    read_games,
    read_record,
    source_name,
)
from boche.viewer.cli.view_flags import add_left_out

SUFFIXES = (".sgf", ".txt")
LARGE = 1 << 20  # bytes from which a page's size is reported


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "page",
        run_page,
        tr("make one HTML file that shows a game in any browser"),
        f"{PROGRAM} page game.sgf -o game.html\n"
        f"{PROGRAM} page game.sgf --move 20 --view top --board-only -o diagram.html",
    )
    add_record(parser)
    add_move(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help=tr("the file; -: standard output")
    )
    parser.add_argument(
        "--collection", action="store_true",
        help=tr(
            "RECORD is a folder: all games of its records in one page, with a list of them"
        ),
    )  # fmt: skip
    group = parser.add_argument_group(tr("how it begins"))
    group.add_argument("--view", default="corner", help=tr("corner, corner2, corner3 or top"))
    group.add_argument(
        "--palette", default="classic", help=tr("the pieces' colours: classic, blue, safe")
    )
    group.add_argument(
        "--board-only", action="store_true",
        help=tr("no title, list of moves or comments: to stand in another page"),
    )  # fmt: skip
    add_left_out(group)


def run_page(args: argparse.Namespace) -> int:
    """Make and write the page."""
    from boche.viewer.export.page.document import PageMaker
    from boche.viewer.export.page.game_data import Look
    from boche.viewer.export.page.move_tree import Options

    check_output(args.output, (".html", ".htm"))
    sources = _folder(args) if args.collection else [args.record]
    records = [record for name in sources for record in _records(args, name)]
    if not records:
        raise CommandError(
            tr("--collection: none of the records in {folder!r} can be read", folder=args.record)
        )
    options = Options(labels=not args.no_labels, marks=not args.no_marks)
    look = Look(_ply(args, records), args.view, args.palette, args.board_only, options)
    maker = PageMaker(records, look, Path(args.record).name if args.collection else "")
    count = sum(1 for record in records for _ in record.nodes())
    try:
        for _ in progress(maker.tell(), count, tr_word("position")):
            pass
    except RecordError as error:
        problem = error_text(error)
        if not args.collection:
            problem = f"{source_name(args.record)}: {problem}"
        raise CommandError(
            tr("{problem} (--lenient continues with what comes before)", problem=problem)
        ) from error
    page = maker.html().encode("utf-8", "replace")
    if len(page) > LARGE:
        warn(
            tr_count(
                "{output}: {count} position makes a page of {size} MB",
                "{output}: {count} positions make a page of {size} MB",
                count, output=args.output, size=number(len(page) / 1e6, 1),
            )
        )  # fmt: skip
    write_output(args.output, page)
    return 0


def _folder(args: argparse.Namespace) -> list[str]:
    """Return the paths of the records in a folder, sorted."""
    folder = Path(args.record)
    try:
        names = sorted(str(entry) for entry in folder.iterdir() if entry.suffix in SUFFIXES)
    except OSError as error:
        raise CommandError(
            tr("--collection: {folder!r}: {why}", folder=str(folder), why=system_reason(error))
        ) from error
    if not names:
        raise CommandError(
            tr(
                "--collection: {folder!r} holds no records ({suffixes})",
                folder=str(folder),
                suffixes=", ".join(SUFFIXES),
            )
        )
    return names


def _records(args: argparse.Namespace, name: str) -> list[Record]:
    """Return the records for the page: all games of a file in a collection, else the chosen one.

    With ``--lenient`` there are none of a file in a collection that cannot be read.
    """
    if not args.collection:
        return [read_record(args)]
    try:
        games = read_games(name, args)
    except CommandError as error:
        if args.lenient:
            warn(tr("{problem}; the file is left out", problem=error))
            return []
        raise CommandError(
            tr("{problem} (--lenient leaves the file out)", problem=error)
        ) from error
    for record in games:
        for problem in [*record.problems, *prune(record)][:1]:
            warn(f"{source_name(name)}: {error_text(problem)}")
    return games


def _ply(args: argparse.Namespace, records: list[Record]) -> int:
    """Return the number of the position shown first; -1, the last one, if none is given."""
    if args.collection:
        return -1 if args.move is None else int(args.move)
    return flagged_index(args.move, len(records[0].moves()))
