"""Selection of the record, line and position for a command: flags, and their evaluation."""

from __future__ import annotations

import argparse
import sys

from boche.engine.errors import RecordError
from boche.engine.games.registry import DEFAULT, find
from boche.engine.languages.current import tr
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.engine.record import (
    Node,
    Record,
    load_all,
    prune,
    read_stream,
)
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.game_flags import add_game_flags, flag_of, given_options
from boche.viewer.cli.output import warn
from boche.viewer.export import line


def add_record(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the arguments for a record and for its game and line."""
    parser.add_argument(
        "record",
        metavar="RECORD",
        nargs="?" if optional else None,
        help=tr("an SGF file or list of moves; -: stdin"),
    )
    parser.add_argument(
        "--number",
        type=int,
        default=1,
        metavar="K",
        help=tr("the K-th game of the file (default: 1)"),
    )
    parser.add_argument(
        "--line",
        type=int,
        default=1,
        metavar="K",
        help=tr("the K-th line of its variations, as written (default: 1, the main line)"),
    )
    parser.add_argument(
        "--lenient",
        action="store_true",
        help=tr("warn of an illegal move and continue with what comes before it"),
    )
    add_game_flags(parser, tr("for a list of moves that names no game or options"))


def add_move(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--move",
        type=int,
        metavar="N",
        help=tr("the position after N moves; negative: from the end (default: the last)"),
    )


def read_games(source: str, args: argparse.Namespace, *, strict: bool = False) -> list[Record]:
    """Return all games of a file or of standard input. Raises ``CommandError``."""
    options = list_options(args)
    try:
        data: str | bytes = read_stream(sys.stdin.buffer) if source == "-" else source
        return load_all(data, strict=strict, game=args.game, options=options)
    except RecordError as error:
        raise unreadable(source, error) from error


def unreadable(source: str, error: RecordError) -> CommandError:
    """Return the error for a record that cannot be read; it names the source."""
    # The first problem of a file that cannot be opened names it already.
    text = error_text(error)
    named = text if repr(source) in text else f"{source_name(source)}: {text}"
    return CommandError(printable(named))


def list_options(args: argparse.Namespace) -> dict[str, object] | None:
    """Return the options for a list of moves that has none. Raises ``OptionError``."""
    options = given_options(args)
    if options:
        find(args.game or DEFAULT.name).complete(options)
    return options or None


def warn_of_ignored(record: Record, args: argparse.Namespace) -> None:
    """Warn of options on the command line that are ignored because the record has others."""
    for name, value in given_options(args).items():
        if record.game.complete({**record.options, name: value}) != record.options:
            where = source_name(args.record)
            warn(
                tr(
                    "{where}: {flag} is ignored, the record has its own options",
                    where=where,
                    flag=flag_of(name),
                )
            )


def source_name(source: str) -> str:
    """Return the name of a record's source for messages."""
    return tr("standard input") if source == "-" else printable(source)


def chosen_of(games: list[Record], number: int, where: str) -> Record:
    """Return the game of that number, from 1. Raises ``CommandError``."""
    if not 1 <= number <= len(games):
        if len(games) == 1:
            raise CommandError(
                tr("{where}: --number {number}: the file has one game", where=where, number=number)
            )
        raise CommandError(
            tr(
                "{where}: --number {number}: the file has 1 to {last}",
                where=where,
                number=number,
                last=len(games),
            )
        )
    return games[number - 1]


def read_record(args: argparse.Namespace) -> Record:
    """Return the record that the arguments choose; print warnings about its problems."""
    games = read_games(args.record, args)
    where = source_name(args.record)
    record = chosen_of(games, args.number, where)
    for problem in record.problems[:3]:
        warn(f"{where}: {error_text(problem)}")
    if len(record.problems) > 3:
        warn(
            tr(
                "{where}: {count} more; {program} check lists all",
                where=where, count=len(record.problems) - 3, program=PROGRAM,
            )
        )  # fmt: skip
    if args.lenient:
        for problem in prune(record):
            warn(f"{where}: {error_text(problem)}")
    warn_of_ignored(record, args)
    return record


class Line(line.Line):
    """One line of a record, whose refusals name the flag."""

    def at(self, number: int | None) -> int:
        """Return the index of the position that ``--move`` selects. Raises ``CommandError``."""
        return flagged_index(number, len(self.moves))


def flagged_index(number: int | None, last: int) -> int:
    """Return the index of the position that ``--move`` selects. Raises ``CommandError``."""
    try:
        return line.move_index(number, last)
    except line.MoveNumberError:
        raise CommandError(
            tr("--move {number}: this line has {last} moves; give 0 to {last}",
               number=number, last=last)
        ) from None  # fmt: skip


def read_line(args: argparse.Namespace) -> Line:
    """Return the line of play that the arguments choose, with every move checked."""
    record = read_record(args)
    leaf = _leaf(record, args.line, source_name(args.record))
    try:
        return Line.of(record, leaf)
    except RecordError as error:
        problem = f"{source_name(args.record)}: {error_text(error)}"
        raise CommandError(
            tr("{problem} (--lenient continues with what comes before)", problem=problem)
        ) from error


def _leaf(record: Record, number: int, where: str) -> Node:
    leaves = [node for node in record.nodes() if not node.children]
    if not 1 <= number <= len(leaves):
        if len(leaves) == 1:
            raise CommandError(
                tr("{where}: --line {number}: the record has one line", where=where, number=number)
            )
        raise CommandError(
            tr(
                "{where}: --line {number}: the record has 1 to {last}",
                where=where,
                number=number,
                last=len(leaves),
            )
        )
    return leaves[number - 1]
