"""The ``puzzles`` command: puzzles made, proven again, and listed."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.games.registry import GAMES, find
from boche.engine.interrupt import interrupt_deferred
from boche.engine.languages.current import tr, tr_count, tr_word
from boche.engine.program import PROGRAM
from boche.engine.puzzles import Puzzle, puzzle_node, puzzles, read_puzzles
from boche.viewer.cli.arguments import SEED, add_command, add_json, add_workers
from boche.viewer.cli.commands.match import cores
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.numbers import positive
from boche.viewer.cli.output import check_output, print_json, progress

if TYPE_CHECKING:
    from boche.engine.record import Record

ACTIONS = ("make", "check", "list")


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    name = next(iter(GAMES))
    parser = add_command(
        commands,
        "puzzles",
        run_puzzles,
        tr("make puzzles, prove them again, or list those that ship with the program"),
        f"{PROGRAM} puzzles make {name} --count 10 -o more.sgf\n"
        f"{PROGRAM} puzzles check more.sgf\n{PROGRAM} puzzles list {name}",
    )
    parser.add_argument("action", metavar="|".join(ACTIONS), choices=ACTIONS, help=tr("what to do"))
    parser.add_argument(
        "what", nargs="?", metavar="GAME|FILE",
        help=tr("make, list: the game (list: all by default); check: the file"),
    )  # fmt: skip
    parser.add_argument(
        "--count", type=positive, default=10, metavar="N",
        help=tr("how many puzzles to make (default: 10)"),
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=tr(SEED))
    add_workers(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE",
        help=tr(
            "make: the file; puzzles that are in it already are kept, and none is made twice"
        ),
    )  # fmt: skip
    add_json(parser)


def run_puzzles(args: argparse.Namespace) -> int:
    """Carry out the action."""
    runs = {"make": _make, "check": _check, "list": _list}
    return runs[args.action](args)


def _make(args: argparse.Namespace) -> int:
    if not args.what or not args.output:
        raise CommandError(
            tr("give a game and a file: {program} puzzles make GAME -o FILE", program=PROGRAM)
        )
    game = find(args.what)
    check_output(args.output)
    from boche.engine.puzzles.puzzle import name_of, read_collection, write_collection

    records = read_collection(args.output)
    with closing(_new_puzzles(game.name, args, records)) as made:
        for _ in progress(range(args.count), args.count, tr_word("puzzle")):
            record = next(made)
            record.name = name_of(game.name, records)
            records.append(record)
            with interrupt_deferred():
                write_collection(args.output, records)  # so nothing is lost by Ctrl+C
    print(
        tr_count(
            "{file}: {count} puzzle of {game}", "{file}: {count} puzzles of {game}",
            len(records), file=args.output, game=game.title,
        )
    )  # fmt: skip
    return 0


def _new_puzzles(
    game: str, args: argparse.Namespace, records: list[Record]
) -> Generator[Record, None, None]:
    """Yield new puzzles without end: those of the same games, wherever they are played."""
    from boche.engine.puzzles.making import Chooser, in_game, length_of
    from boche.engine.tasks.worker_pool import in_order, run_tasks

    keys = [_key(record) for record in records]
    chooser = Chooser(map(length_of, records), keys)
    arguments = ((game, args.seed, number, keys) for number in count())
    played = run_tasks(in_game, arguments, jobs=args.jobs or cores(), cluster=args.cluster)
    with closing(played):
        for found in in_order(played):
            record = chooser.choose(found)
            if record is not None:
                yield record


def _key(record: Any) -> str:
    key: str = record.position(puzzle_node(record)).canonical_key()
    return key


def _check(args: argparse.Namespace) -> int:
    if not args.what:
        raise CommandError(tr("give a file: {program} puzzles check FILE", program=PROGRAM))
    from boche.engine.puzzles.checking import check_puzzle

    found = read_puzzles(Path(args.what))
    checks = list(progress(map(check_puzzle, found), len(found), tr_word("puzzle")))
    problems = [problem for check in checks for problem in check.problems]
    twice = sum(check.twice for check in checks)
    if args.json:
        print_json({"puzzles": len(checks), "proven_twice": twice, "problems": problems})
    else:
        print("\n".join([*problems, _summary(len(checks), len(problems), twice)]))
    return 1 if problems else 0


def _summary(puzzles: int, problems: int, twice: int) -> str:
    if problems:
        return tr_count(
            "{puzzles} with {count} problem", "{puzzles} with {count} problems",
            problems, puzzles=tr_count("{count} puzzle", "{count} puzzles", puzzles),
        )  # fmt: skip
    return tr_count(
        "{count} puzzle: proven, {twice} of them by a second solver, too",
        "{count} puzzles: all proven, {twice} of them by a second solver, too",
        puzzles, twice=twice,
    )  # fmt: skip


def _list(args: argparse.Namespace) -> int:
    names = [find(args.what).name] if args.what else list(GAMES)
    listed = [puzzle for name in names for puzzle in puzzles(name)]
    if args.json:
        print_json([_row(puzzle) for puzzle in listed])
        return 0
    for puzzle in listed:
        print(f"{puzzle.id:12} {puzzle.rating:5}  {tr(puzzle.goal)}")
    return 0


def _row(puzzle: Puzzle) -> dict[str, object]:
    """Return what is listed of a puzzle."""
    return {
        "id": puzzle.id, "game": puzzle.game_name, "rating": puzzle.rating, "goal": puzzle.goal
    }  # fmt: skip
