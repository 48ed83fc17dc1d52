"""The commands that read records: ``show``, ``legal``, ``check`` and ``convert``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any

from boche.engine.errors import Problem, RecordError
from boche.engine.game import Position
from boche.engine.languages.current import tr, tr_count, tr_word, translate
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.engine.record import (
    Record,
    check,
    dump_moves,
    dump_sgf,
    is_list,
    list_name,
    read_result,
)
from boche.engine.threats import has_threats, threats_of
from boche.viewer.cli.arguments import add_command, add_json, add_overwrite
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.game_flags import add_game_flags
from boche.viewer.cli.numbers import positive
from boche.viewer.cli.output import check_new, print_json, progress, warn, write_output
from boche.viewer.cli.record_flags import (
    add_move,
    add_record,
    chosen_of,
    read_games,
    read_line,
    source_name,
)


def add_commands(commands: Any) -> None:
    """Add this file's commands to the parser."""
    parser = add_command(
        commands,
        "show",
        run_show,
        tr("print a position of a record as text"),
        f"{PROGRAM} show game.sgf --move 12",
    )
    add_record(parser)
    add_move(parser)
    parser.add_argument(
        "--coordinates", action=argparse.BooleanOptionalAction, default=True,
        help=tr("letters and numbers at the rim (default: with them)"),
    )  # fmt: skip
    parser.add_argument(
        "--threats", action="store_true",
        help=tr("also what either side could win or capture at once, if it were to move"),
    )  # fmt: skip
    add_json(parser)
    parser = add_command(
        commands,
        "legal",
        run_legal,
        tr("list the legal moves of a position"),
        f"{PROGRAM} legal game.sgf --move 12\necho 'c:a1' | {PROGRAM} legal - --size 4 --json",
    )
    add_record(parser)
    add_move(parser)
    parser.add_argument(
        "--limit", type=positive, default=1000, metavar="N",
        help=tr("list at most N moves (default: 1000)"),
    )  # fmt: skip
    add_json(parser)
    _add_check(commands)
    _add_convert(commands)


# -- show and legal


def run_show(args: argparse.Namespace) -> int:
    """Print the chosen position."""
    line = read_line(args)
    index = line.at(args.move)
    if args.json:
        position = line.positions[index]
        found = {"threats": [each.as_data() for each in threats_of(position)]}
        data = describe(line.record, position, list(line.move_texts(index)))
        print_json(data | (found if args.threats else {}))
        return 0
    print(line.text_at(index, coordinates=args.coordinates), end="")
    for row in _threats(line.positions[index]) if args.threats else ():
        print(row)
    return 0


def _threats(position: Position) -> list[str]:
    """Return the threats that stand on the board, a line each."""
    if not has_threats(position.game):
        return [tr("{game} has no list of threats", game=position.game.title)]
    found = [translate(threat.text) for threat in threats_of(position)]
    return found or [tr("no threats")]


def describe(record: Record, position: Position, moves: list[str]) -> dict[str, Any]:
    """Return a position as JSON data."""
    outcome = position.outcome
    return {
        "game": record.game_name,
        "options": dict(position.options),
        "players": record.players,
        "moves": moves,
        "turn": None if outcome else position.turn,
        "swapped": position.swapped,
        "outcome": outcome
        and {"winner": outcome.winner, "kind": outcome.kind, "reason": outcome.reason},
        **position.facts(),
    }


def run_legal(args: argparse.Namespace) -> int:
    """List the legal moves, those with the same first step on one line."""
    line = read_line(args)
    position = line.positions[line.at(args.move)]
    # Make one more than is shown, to see whether there are more: counting all may take ages.
    legal = list(islice(moves_by_step(position), args.limit + 1))
    listed = legal[: args.limit]
    if args.json:
        print_json([move for _, move in listed])
    elif position.outcome is not None:
        print(tr("none: {reason}", reason=position.outcome.reason))
    else:
        for moves in lines_of(listed):
            print(" ".join(moves))
    if len(legal) > len(listed):
        warn(
            tr("the first {count} moves; there are more (--limit N shows more)", count=len(listed))
        )
    return 0


def lines_of(found: list[tuple[str, str]]) -> list[list[str]]:
    """Return moves in lines.

    ``found`` holds each move after its first step. A line has the moves of one first step; if each
    step is a whole move already, it has those with the same first letter.
    """
    lines = [[move for _, move in moves] for _, moves in groupby(found, key=itemgetter(0))]
    if all(len(line) == 1 for line in lines):
        moves = list(chain.from_iterable(lines))
        return [list(group) for _, group in groupby(moves, key=itemgetter(0))]
    return lines


def moves_by_step(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the legal moves as they are built, each after its first step."""
    stack = [(step.text, step) for step in reversed(position.steps())]
    while stack:
        first, step = stack.pop()
        if step.move is not None:
            yield first, str(step.move)
        else:
            stack += [(first, below) for below in reversed(position.steps(step.text))]


# -- check


def _add_check(commands: Any) -> None:
    parser = add_command(
        commands,
        "check",
        run_check,
        tr("check every move of records, and that their results are true"),
        f"{PROGRAM} check games/*.sgf",
    )
    parser.add_argument(
        "records", nargs="+", metavar="RECORD", help=tr("files of records; -: stdin")
    )
    parser.add_argument("--strict", action="store_true", help=tr("stop at a file's first problem"))
    parser.add_argument("--quiet", action="store_true", help=tr("print problems only, no summary"))
    add_game_flags(parser, tr("for lists of moves that name no game or options"))
    add_json(parser)


def run_check(args: argparse.Namespace) -> int:
    """Check all files. Return 1 if a record has problems, 2 if a file cannot be read."""
    reports: list[dict[str, Any]] = []
    total = games = 0
    unreadable = 0
    many = len(args.records) > 1
    sources = progress(args.records, len(args.records), tr_word("file")) if many else args.records
    for source in sources:
        try:
            records = read_games(source, args)
        except (CommandError, MemoryError) as error:
            unreadable += 1
            lacks = tr("{file}: not enough memory for this file", file=source_name(source))
            why = error_text(error) or lacks
            _report(args, reports, source, 0, why)
            continue
        games += len(records)
        for number, problem in _problems(records, args.strict, quiet=many):
            total += 1
            _report(
                args,
                reports,
                source,
                number,
                f"{source_name(source)}: {error_text(problem)}",
                problem,
            )
    if args.json:
        print_json({"games": games, "unreadable": unreadable, "problems": reports})
    elif not args.quiet:
        print(_summary(games, total, unreadable))
    return 2 if unreadable else 1 if total else 0


def _problems(records: list[Record], strict: bool, *, quiet: bool) -> Iterator[tuple[int, Problem]]:
    """Return the problems of a file with their game numbers, those of the text first."""
    numbered: Iterable[tuple[int, Record]] = enumerate(records, 1)
    if not quiet:
        numbered = progress(numbered, len(records), tr_word("game"))
    problems = chain(
        ((1, problem) for problem in records[0].problems),
        ((number, problem) for number, record in numbered for problem in check(record)),
    )
    return islice(problems, 1) if strict else problems


def _report(
    args: argparse.Namespace,
    reports: list[dict[str, Any]],
    source: str,
    number: int,
    text: str,
    problem: Any = None,
) -> None:
    if not args.json:
        line = printable(text)
        print(line if number < 2 else tr("{text} (game {number})", text=line, number=number))
        return
    place = {"line": problem.line, "column": problem.column} if problem else {}
    message = problem.message if problem else text
    reports.append({"record": source, "game": number, **place, "message": message})


def _summary(games: int, problems: int, unreadable: int) -> str:
    parts = [
        tr_count("{count} game checked", "{count} games checked", games),
        tr_count("{count} problem", "{count} problems", problems)
        if problems
        else tr("no problems"),
    ]
    if unreadable:
        parts.append(
            tr_count("{count} file not readable", "{count} files not readable", unreadable)
        )
    return ", ".join(parts)


# -- convert


def _add_convert(commands: Any) -> None:
    parser = add_command(
        commands,
        "convert",
        run_convert,
        tr("write a record in another form"),
        f"{PROGRAM} convert moves.txt -o game.sgf\n{PROGRAM} convert game.sgf --to moves",
    )
    parser.add_argument(
        "record", metavar="RECORD", help=tr("an SGF file or list of moves; -: stdin")
    )
    parser.add_argument(
        "--number", type=int, metavar="K", help=tr("the K-th game of the file (default: all)")
    )
    parser.add_argument(
        "--to",
        choices=("sgf", "moves"),
        help=tr("the form to write (default: by the name after -o, else sgf)"),
    )
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help=tr("-: standard output")
    )
    add_overwrite(parser)
    add_game_flags(parser, tr("for a list of moves that names no game or options"))


def run_convert(args: argparse.Namespace) -> int:
    """Write all games of the file, or one, in the requested format."""
    check_new(args.output, overwrite=args.overwrite)
    records = read_games(args.record, args)
    where = source_name(args.record)
    for problem in records[0].problems[:3]:
        warn(f"{where}: {error_text(problem)}")
    if args.number is not None:
        records = [chosen_of(records, args.number, where)]
    form = args.to or ("moves" if is_list(args.output) else "sgf")
    if form == "moves" and len(records) > 1:
        raise CommandError(
            tr(
                "{where}: a list of moves holds one game, not {count}; choose with --number K",
                where=where,
                count=len(records),
            )
        )
    try:
        data = b"".join(_written(record, form) for record in records)
    except RecordError as error:
        raise CommandError(f"{where}: {error_text(error)}") from error
    if args.output == "-" and sys.stdout.isatty():  # a terminal would interpret control characters
        data = printable(data.decode(), block=True).encode() + b"\n"
    write_output(args.output, data)
    return 0


def _written(record: Record, form: str) -> bytes:
    if form == "sgf":
        return dump_sgf(record)
    if any(len(node.children) > 1 for node in record.nodes()):
        warn(tr("a list of moves has no variations: only the main line is written"))
    for name in record.players.values():
        if list_name(name) != name:
            known = list_name(name) or "?"
            warn(
                tr(
                    "a list of moves cannot hold the name {name!r}; it is written as {known}",
                    name=name,
                    known=known,
                )
            )
    declared = read_result(record.form, record.result)
    if declared is not None and declared.kind in ("time", "forfeit"):
        warn(tr("a list of moves has no place for the result {result!r}", result=record.result))
    return dump_moves(record).encode()
