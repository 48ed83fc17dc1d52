"""The commands that start games: ``new`` and ``perft``."""

from __future__ import annotations

import argparse
import datetime
import time
from typing import Any

from boche.engine.game import Position
from boche.engine.games.registry import DEFAULT, GAMES, GameName
from boche.engine.languages.current import tr, tr_word
from boche.engine.perft import perft
from boche.engine.program import PROGRAM
from boche.engine.record import Record, dump_sgf
from boche.viewer.cli.arguments import add_command, add_json, add_overwrite, text
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.game_flags import add_game_flags, chosen_game
from boche.viewer.cli.numbers import LARGEST, Number
from boche.viewer.cli.output import check_new, print_json, progress, write_output


def add_commands(commands: Any) -> None:
    """Add this file's commands to the parser."""
    parser = add_command(
        commands,
        "new",
        run_new,
        tr("write an empty record with the chosen game and options"),
        f"{PROGRAM} new --size 4 --kill 0 --players Anna Bert -o game.sgf",
    )
    parser.add_argument(
        "name",
        nargs="?",
        metavar="GAME",
        choices=[*GAMES],
        help=tr("the game, as with --game: {games}", games=", ".join(GAMES)),
    )
    add_game_flags(parser, tr("the game"))
    parser.add_argument(
        "--players", nargs=2, type=text, metavar=("FIRST", "SECOND"),
        help=tr("who plays first, who second"),
    )  # fmt: skip
    parser.add_argument("--date", help=tr("the date, YYYY-MM-DD (default: today)"))
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help=tr("-: standard output")
    )
    add_overwrite(parser)
    parser = add_command(
        commands,
        "perft",
        run_perft,
        tr("count the sequences of moves from the start of a game"),
        f"{PROGRAM} perft --game {DEFAULT.name} --size 2 --depth 4",
    )
    add_game_flags(parser, tr("the game"))
    parser.add_argument(
        "--depth",
        type=Number(0, LARGEST),
        required=True,
        metavar="N",
        help=tr("moves per sequence"),
    )
    parser.add_argument("--divide", action="store_true", help=tr("also the count behind each move"))
    add_json(parser)


def run_new(args: argparse.Namespace) -> int:
    """Write the record."""
    check_new(args.output, overwrite=args.overwrite)
    if args.name and args.game not in (None, args.name):
        raise CommandError(
            tr("two games: {name} and --game {game}", name=args.name, game=args.game)
        )
    args.game = args.name or args.game
    game, options = chosen_game(args)
    record = Record.new(GameName(game.name), **options)
    for colour, name in zip(game.colours, args.players or (), strict=False):
        record.set_player(colour, name)
    record.date = _date(args.date)
    data = dump_sgf(record)
    write_output(args.output, data)
    return 0


def _date(text: str | None) -> str:
    if text is None:
        return datetime.date.today().isoformat()
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise CommandError(tr("--date {text!r}: not a date, write YYYY-MM-DD", text=text)) from None


def run_perft(args: argparse.Namespace) -> int:
    """Print the count."""
    game, options = chosen_game(args)
    start = time.perf_counter()
    counts = _divided(game.new(**options), args.depth)
    total = sum(counts.values())
    seconds = time.perf_counter() - start
    if args.json:
        divided = {"moves": counts} if args.divide else {}
        print_json({"count": total, "depth": args.depth, "seconds": seconds, **divided})
        return 0
    for move, count in counts.items() if args.divide else ():
        print(f"{move} {count}")
    print(total)
    return 0


def _divided(position: Position, depth: int) -> dict[str, int]:
    """Return the count after each first move; at depth 0 the one empty sequence."""
    if depth == 0:
        return {"": 1}
    moves = position.legal_moves()
    walk = progress(moves, len(moves), tr_word("move"))
    return {str(move): perft(position.play(move), depth - 1) for move in walk}
