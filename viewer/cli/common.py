"""What several commands share: reading records, options of games as flags, choosing a position."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.atomic_write import write_file
from engine.errors import BocheError, RecordError
from engine.game import Game, Option, Position
from engine.games.registry import DEFAULT, GAMES, find
from engine.printable import printable
from engine.program import PROGRAM
from engine.record import (
    Node,
    Record,
    final_position,
    load_all,
    positions_along,
    prune,
    read_stream,
)

T = TypeVar("T")


class CommandError(BocheError):
    """Something about a command's arguments that only shows when it runs."""


def add_command(
    commands: Any, name: str, run: Any, summary: str, example: str
) -> argparse.ArgumentParser:
    """A subcommand with its help: what it does, and an example to copy."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog="example:\n" + "\n".join(f"  {line}" for line in example.splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        conflict_handler="resolve",  # a game from outside may have an option of any name
    )
    parser.set_defaults(run=run)
    return parser


# -- numbers


def positive(text: str) -> int:
    """A whole number from 1, for a flag."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: give a whole number from 1")
    return int(text)


# -- options of games


def flag_of(name: str) -> str:
    return "--" + name.replace("_", "-")


def add_game_flags(parser: argparse.ArgumentParser, title: str, size_flag: str = "size") -> None:
    """``--game`` and every option of every game as a flag of the same name.

    ``size_flag`` is another name for ``--size`` where a command needs that one itself.
    """
    group = parser.add_argument_group(title)
    group.add_argument("--game", choices=list(GAMES), help=f"the game (default: {DEFAULT.name})")
    found = [(option, game.title) for game in GAMES.values() for option in game.options]
    for name in dict.fromkeys(option.name for option, _ in found):
        same = [(option, title) for option, title in found if option.name == name]
        _add_flag(group, same, size_flag if name == "size" else name)


def _add_flag(group: Any, found: list[tuple[Option, str]], name: str) -> None:
    """A flag for an option that some games have, each with its title.

    A flag that the command has itself, now or later, stays the command's.
    """
    if flag_of(name) in group._option_string_actions:
        return
    option = found[0][0]
    dest, told = f"option_{option.name}", "; ".join(_told(found))
    if not option.is_flag:
        group.add_argument(flag_of(name), dest=dest, type=int, metavar="N", help=told)
        return
    group.add_argument(flag_of(name), dest=dest, action="store_true", default=None, help=told)
    if option.opposite:
        titles = ", ".join(title for _, title in found)
        group.add_argument(
            flag_of(option.opposite),
            dest=dest,
            action="store_false",
            default=None,
            help=f"{titles}: the opposite of {flag_of(name)}",
        )


def _told(found: list[tuple[Option, str]]) -> Iterator[str]:
    """What an option is in each game; games in which it is the same share a line."""
    for option in dict.fromkeys(option for option, _ in found):
        titles = ", ".join(title for other, title in found if other == option)
        limits = f" ({option.low} to {option.high}; default: {option.default})"
        yield f"{titles}: {option.help}{'' if option.is_flag else limits}"


def given_options(args: argparse.Namespace) -> dict[str, object]:
    """The options of the game that stand on the command line."""
    return {
        name.removeprefix("option_"): value
        for name, value in vars(args).items()
        if name.startswith("option_") and value is not None
    }


def chosen_game(args: argparse.Namespace) -> tuple[Game, dict[str, object]]:
    """The game and its given options, checked; prints the game's warnings."""
    game = find(args.game or DEFAULT.name)
    options = given_options(args)
    for warning in game.warnings(game.complete(options)):
        warn(warning)
    return game, options


# -- records


def add_record(parser: argparse.ArgumentParser, size_flag: str = "size") -> None:
    """A record, and which of its games and lines is meant."""
    parser.add_argument("record", metavar="RECORD", help="an SGF file or list of moves; -: stdin")
    parser.add_argument(
        "--number", type=int, default=1, metavar="K", help="the K-th game of the file (default: 1)"
    )
    parser.add_argument(
        "--line",
        type=int,
        default=1,
        metavar="K",
        help="the K-th line of its variations, as written (default: 1, the main line)",
    )
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="warn of an illegal move and go on with what comes before it",
    )
    add_game_flags(parser, "for a list of moves that names no game or options", size_flag)


def add_move(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--move",
        type=int,
        metavar="N",
        help="the position after N moves; negative: from the end (default: the last)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def read_games(source: str, args: argparse.Namespace, *, strict: bool = False) -> list[Record]:
    """All games of a file or of standard input. Raises ``RecordError`` that names the source."""
    options = given_options(args)
    if options:
        find(args.game or DEFAULT.name).complete(options)
    try:
        data: str | bytes = read_stream(sys.stdin.buffer) if source == "-" else source
        return load_all(data, strict=strict, game=args.game, options=options or None)
    except RecordError as error:
        # The first problem of a file that cannot be opened names it already.
        named = f"{error}" if repr(source) in f"{error}" else f"{shown(source)}: {error}"
        raise CommandError(printable(named)) from error


def shown(source: str) -> str:
    """A record's source as messages name it."""
    return "standard input" if source == "-" else printable(source)


def chosen_of(games: list[Record], number: int, where: str) -> Record:
    """The game of that number, from 1. Raises ``CommandError``."""
    if not 1 <= number <= len(games):
        raise CommandError(f"{where}: --number {number}: the file has 1 to {len(games)}")
    return games[number - 1]


def read_record(args: argparse.Namespace) -> Record:
    """The one record that the arguments choose; its readable problems become warnings."""
    games = read_games(args.record, args)
    where = shown(args.record)
    record = chosen_of(games, args.number, where)
    for problem in record.problems[:3]:
        warn(f"{where}: {problem}")
    if len(record.problems) > 3:
        warn(f"{where}: {len(record.problems) - 3} more; {PROGRAM} check lists all")
    if args.lenient:
        for problem in prune(record):
            warn(f"{where}: {problem}")
    for name, value in given_options(args).items():
        option = {name: value}
        if record.rules.complete({**record.options, **option}) != record.options:
            warn(f"{where}: {flag_of(name)} is ignored, the record has its own options")
    return record


@dataclass(frozen=True)
class Line:
    """One line of a record: its moves, and the positions before, between and after them."""

    record: Record
    moves: list[Node]
    positions: list[Position]

    def at(self, number: int | None) -> int:
        """The index of the position that ``--move`` means. Raises ``CommandError``."""
        last = len(self.moves)
        if number is None:
            return last
        index = number if number >= 0 else last + 1 + number
        if not 0 <= index <= last:
            raise CommandError(f"--move {number}: this line has {last} moves; give 0 to {last}")
        return index

    def last_move(self, index: int) -> str | None:
        """The move that led to position ``index``; None for the first."""
        return self.moves[index - 1].move if index else None


def read_line(args: argparse.Namespace) -> Line:
    """The line of play that the arguments choose, every move checked."""
    record = read_record(args)
    leaf = _leaf(record, args.line, shown(args.record))
    try:
        positions = positions_along(record, leaf)
    except RecordError as error:
        raise CommandError(
            f"{shown(args.record)}: {error} (--lenient goes on with what comes before)"
        ) from error
    nodes = leaf.path()
    kept = [(n, p) for n, p in zip(nodes, positions, strict=True) if n.move is not None]
    start = record.rules.start(record.options)
    line = Line(record, [n for n, _ in kept], [start] + [p for _, p in kept])
    if leaf is record.main_line()[-1]:
        line.positions[-1] = final_position(record)
    return line


def _leaf(record: Record, number: int, where: str) -> Node:
    leaves = [node for node in record.nodes() if not node.children]
    if not 1 <= number <= len(leaves):
        raise CommandError(f"{where}: --line {number}: the record has 1 to {len(leaves)}")
    return leaves[number - 1]


# -- output


def warn(message: str) -> None:
    """One line of warning for the user."""
    print(f"{PROGRAM}: {printable(message)}", file=sys.stderr)


def print_json(value: object) -> None:
    """JSON in ASCII, for any terminal and any reader: a lone surrogate is written as its number."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    plain = re.sub("[\ud800-\udfff]", lambda match: rf"\\u{ord(match[0]):04x}", text)
    print(re.sub(r"[^\x20-\x7e\n]", lambda match: json.dumps(match[0])[1:-1], plain))


def write_output(name: str, data: bytes) -> None:
    """Write what a command has made to a file, or for ``-`` to standard output."""
    if name == "-":
        sys.stdout.buffer.write(data)
    else:
        write_file(name, data)


def progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The items, with a bar on standard error once they take more than half a second.

    A single item has no bar: it would say nothing before the end.
    """
    if total == 1:
        return iter(items)
    from tqdm import tqdm

    bar: Iterator[T] = iter(tqdm(items, total=total, unit=unit, delay=0.5, file=sys.stderr))
    return bar


def state_line(position: Position) -> str:
    """Who is to move, or how the game ended, in one line."""
    if position.outcome is not None:
        return position.outcome.reason
    return f"{position.turn} to move"
