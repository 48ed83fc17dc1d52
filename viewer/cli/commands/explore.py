"""The ``explore`` command: what was played from a position in a library or a folder of records."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boche.engine.explorer.answers import Answer, Contents, Explorer, MoveCount
from boche.engine.explorer.book import BookMove
from boche.engine.explorer.build import Progress, update
from boche.engine.explorer.database import ExplorerError
from boche.engine.explorer.keys import proven_moves
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_count, translate
from boche.engine.languages.formats import grouped, written_day
from boche.engine.languages.system import system_reason
from boche.engine.position import BasePosition
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.engine.record.people import called, result_shown
from boche.viewer.cli.arguments import add_command, add_json
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.game_flags import chosen_game, given_options
from boche.viewer.cli.numbers import positive
from boche.viewer.cli.output import percent, print_json, warn
from boche.viewer.cli.record_flags import add_move, add_record, read_line
from boche.viewer.storage.explorer import explored_folders, index_file

MOST_PROBLEMS = 20
"""Damaged files that are listed by name."""


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    start, only_read = tr("(the start of a game)"), tr("(only read the folder)")
    parser = add_command(
        commands,
        "explore",
        run_explore,
        tr("list the opening book's moves for a position, what was played there, and how it ended"),
        f"{PROGRAM} explore game.sgf --move 6 --folder games\n"
        f"{PROGRAM} explore --size 4              {start}\n"
        f"{PROGRAM} explore --folder games        {only_read}",
    )
    add_record(parser, optional=True)
    add_move(parser)
    parser.add_argument(
        "--folder", action="append", metavar="DIR",
        help=tr(
            "records to look in, with all folders inside; may be repeated (default: the games "
            "played at the table)"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--games", type=positive, default=8, metavar="N",
        help=tr("list at most N games, the latest first (default: 8)"),
    )  # fmt: skip
    parser.add_argument(
        "--no-update", action="store_true", help=tr("answer from what has been read before")
    )
    parser.add_argument("--progress", action="store_true", help=argparse.SUPPRESS)
    add_json(parser)


def run_explore(args: argparse.Namespace) -> int:
    """Read what is new in the folders, then answer."""
    position = _position(args)
    folders = [_folder(name) for name in args.folder or ()] or list(explored_folders())
    path = index_file(folders)
    try:
        _answer(args, path, folders, position)
    except ExplorerError as error:
        if args.progress or args.no_update:
            raise
        # The answer needs no index that stays, only more time.
        warn(tr("{error}; everything is read, but nothing saved", error=error_text(error)))
        with TemporaryDirectory() as place:
            _answer(args, Path(place) / path.name, folders, position)
    return 0


def _answer(args: argparse.Namespace, path: Path, folders: list[Path], position: Any) -> None:
    """Bring an index up to date and print what it says. Raises ``ExplorerError``."""
    if not args.no_update:
        for progress in update(path, folders):
            _tell(progress, args.progress)
    with Explorer(path) as explorer:
        contents = explorer.contents()
        if position is None:
            _print_contents(args, contents)
            return
        answer = explorer.ask(position, args.games)
    if answer.book_problem:
        warn(answer.book_problem)
    _print_answer(args, answer, contents, proven_moves(position))


def _folder(name: str) -> Path:
    folder = Path(name)
    try:
        os.scandir(folder).close()
    except OSError as error:
        why = system_reason(error)
        raise CommandError(tr("--folder {name}: {why}", name=printable(name), why=why)) from error
    return folder


def _position(args: argparse.Namespace) -> Any:
    """Return the position of a record, or the one that a text in its place describes.

    Without a record it is the start of a game that is named, else None.
    """
    if args.record is None:
        if args.game is None and not given_options(args):
            return None
        game, options = chosen_game(args)
        return game.start(game.complete(options))
    words = args.record.split()
    if len(words) > 2 and words[0] in GAMES and not os.path.exists(args.record):
        return BasePosition.from_text(args.record)
    line = read_line(args)
    return line.positions[line.at(args.move)]


def _tell(progress: Progress, for_program: bool) -> None:
    """Report progress: lines for a program, or a line that is overwritten on a terminal."""
    if for_program:
        print(progress.done, progress.files, progress.moves, int(progress.waiting), progress.note)
        sys.stdout.flush()
    elif progress.note:
        warn(progress.note)
    elif sys.stderr.isatty():
        text = tr("another process reads the folder; waiting")
        if not progress.waiting:
            text = tr(
                "{done} of {files} files, {moves} moves",
                done=grouped(progress.done), files=grouped(progress.files),
                moves=grouped(progress.moves),
            )  # fmt: skip
        end = "\n" if progress.done == progress.files else ""
        print(f"\r{text:60}", end=end, file=sys.stderr, flush=True)


def _print_contents(args: argparse.Namespace, contents: Contents) -> None:
    if args.json:
        print_json(_as_data(contents))
    elif not args.progress:
        text = tr("{files} files, {games} games, {moves} moves")
        if contents.copies:
            text = tr("{files} files, {games} games, {copies} copies of them, {moves} moves")
        print(
            text.format(
                files=grouped(contents.files), games=grouped(contents.games - contents.copies),
                copies=grouped(contents.copies), moves=grouped(contents.moves),
            )
        )  # fmt: skip
        _print_problems(contents)


def _as_data(contents: Contents) -> dict[str, Any]:
    bad = [{"file": path, "problem": problem} for path, problem in contents.problems]
    return {
        "files": contents.files, "games": contents.games - contents.copies,
        "copies": contents.copies, "moves": contents.moves, "damaged": bad,
    }  # fmt: skip


def _print_problems(contents: Contents) -> None:
    problems = contents.problems
    for path, problem in problems[:MOST_PROBLEMS]:
        warn(f"{path}: {translate(problem)}")
    if len(problems) > MOST_PROBLEMS:
        warn(
            tr("{count} more damaged files; --json lists all", count=len(problems) - MOST_PROBLEMS)
        )


def _print_answer(
    args: argparse.Namespace, answer: Answer, contents: Contents, proven: Any
) -> None:
    if args.json:
        moves = [{**m.as_data(), "proven": _proven(m, proven) or None} for m in answer.moves]
        print_json({**answer.as_data(), "moves": moves, "index": _as_data(contents)})
        return
    for row in _table(answer, proven):
        print(row)
    _print_problems(contents)


def _table(answer: Answer, proven: Any) -> Iterator[str]:
    if answer.book:
        names = [_name(move) for move in answer.book]
        wide = max([8, *map(len, names)])
        head, chance, visits = tr("opening book"), tr("chance"), tr("visits")
        yield f"{head:{wide}} {chance:>7} {visits:>9}"
        for name, book in zip(names, answer.book, strict=True):
            yield f"{name:{wide}} {percent(book.chance):>7} {grouped(book.visits):>9}"
        yield ""
    if proven:
        wins = any(proven.values())
        yield tr("solved: the side to move wins") if wins else tr("solved: the side to move loses")
    yield tr_count(
        "{count} game reached this position", "{count} games reached this position",
        answer.games, count=grouped(answer.games),
    )  # fmt: skip
    heads = (tr("games"), tr("won"), tr("drawn"), tr("lost"), tr("score"))
    room = max(7, *map(len, heads))
    names = [_name(move) for move in answer.moves]
    wide = max([8, *map(len, names)])
    if names:
        word = tr("move")
        yield f"\n{word:{wide}} {' '.join(f'{head:>{room}}' for head in heads)}"
    for name, move in zip(names, answer.moves, strict=True):
        counts = map(grouped, (move.games, move.won, move.drawn, move.lost))
        cells = [*counts, "-" if move.share is None else percent(move.share)]
        yield f"{name:{wide}} {' '.join(f'{cell:>{room}}' for cell in cells)}{_note(move, proven)}"
    if answer.latest:
        yield "\n" + tr("latest games")
    for game in answer.latest:
        players = " - ".join(translate(called(name)) or "?" for name in game.players)
        result = result_shown(game.result, GAMES.values())
        about = ", ".join(filter(None, (written_day(game.date), players, game.event, result)))
        yield printable(
            tr(
                "{about}: {file}, game {number}, move {ply}",
                about=about, file=game.path, number=game.number, ply=game.ply,
            )
        )  # fmt: skip


def _name(move: MoveCount | BookMove) -> str:
    """Return a move, and how many others symmetry makes the same."""
    more = len(move.moves) - 1
    return f"{move.move} (+{more})" if more else move.move


def _note(move: MoveCount, proven: dict[str, bool]) -> str:
    known = _proven(move, proven)
    if not known:
        return ""
    return "  " + (tr("wins (proven)") if known == "wins" else tr("loses (proven)"))


def _proven(move: MoveCount, proven: dict[str, bool]) -> str:
    known = next((proven[text] for text in move.moves if text in proven), None)
    return "" if known is None else "wins" if known else "loses"
