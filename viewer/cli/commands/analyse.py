"""The ``analyse`` command, which evaluates a record."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from boche.engine.program import PROGRAM
from boche.engine.record import dump_sgf
from boche.engine.search.analysis import MOST_CANDIDATES, SECONDS, sureness
from boche.engine.words import EVERY_MOVE_LOSES
from boche.viewer.cli.arguments import (
    SEED,
    THREADS,
    add_command,
    add_json,
    at_once,
    positive,
    seconds,
)
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.output import check_output, print_json, progress, write_output
from boche.viewer.cli.record_flags import Line, add_record, read_line

if TYPE_CHECKING:  # the search takes a while to load, and most commands do not need it
    from boche.engine.search.analysis import Evaluation, Mistake
    from boche.engine.search.params import Budget


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "analyse",
        run_analyse,
        "evaluate every position of a record",
        f"{PROGRAM} analyse game.sgf --seconds 0.5 --write game-with-comments.sgf",
    )
    add_record(parser)
    _add_effort(parser)
    parser.add_argument(
        "--write", metavar="FILE",
        help="the record with the evaluations in its comments; -: to standard output, no table",
    )  # fmt: skip
    parser.add_argument(
        "--candidates", type=_candidate_count, default=0, metavar="N",
        help=f"list the N best moves of each position (1 to {MOST_CANDIDATES}) with their lines",
    )  # fmt: skip
    add_json(parser)


def run_analyse(args: argparse.Namespace) -> int:
    """Evaluate, print, write."""
    if args.json and args.write == "-":
        raise CommandError("--json and --write -: only one goes to standard output")
    check_output(args.write)
    line = read_line(args)
    from boche.engine.search.analysis import analyse, mistakes

    moves = [str(node.move) for node in line.moves]
    analysis = analyse(
        line.positions, moves, _budget(args),
        seed=args.seed, threads=args.threads, candidates=args.candidates,
    )  # fmt: skip
    evaluations: list[Evaluation] = []
    try:
        evaluations.extend(progress(analysis, len(line.positions), "position"))
    finally:  # after Ctrl+C, keep the results so far
        if evaluations:
            _tell(args, line, evaluations, mistakes(evaluations))
    return 0


def _tell(
    args: argparse.Namespace,
    line: Line,
    evaluations: list[Evaluation],
    missed: list[Mistake],
) -> None:
    try:
        if args.write:
            _write_comments(args, line, evaluations)
    finally:  # show the results even if they cannot be written
        _show(args, evaluations, missed)


def _show(
    args: argparse.Namespace,
    evaluations: list[Evaluation],
    missed: list[Mistake],
) -> None:
    if args.json:
        print_json({
            "evaluations": [e.as_data() for e in evaluations],
            "mistakes": [mistake.as_data() for mistake in missed],
        })  # fmt: skip
    elif args.write != "-":
        for row in [*_table(evaluations, missed), *_missed(missed)]:
            print(row)


def _missed(missed: list[Mistake]) -> list[str]:
    """Return a paragraph on missed chances: two lines for each mistake."""
    rows = ["", "what was missed"] if missed else []
    for mistake in missed:
        rows.append(
            f"{mistake.ply:4} {mistake.move}{mistake.sign}  {mistake.colour} {mistake.text}"
        )
        rows.append(f"     better: {' '.join(mistake.line)}")
    return rows


def _table(evaluations: list[Evaluation], missed: list[Mistake]) -> list[str]:
    colours, signs = list(evaluations[0].win), {mistake.ply: mistake.sign for mistake in missed}
    moves = [(e.move or "-") + signs.get(e.ply, "") for e in evaluations]
    move_width = max(8, *map(len, moves))
    best = [_best(e) for e in evaluations]
    wide = max(8, *map(len, best))
    heads = "".join(f"{colour:>8}" for colour in colours)
    rows = [f"{'ply':>4} {'move':{move_width}}{heads}  {'best':{wide}} {'playouts':>10}"]
    for e, move, good in zip(evaluations, moves, best, strict=True):
        shares = "".join(f"{e.win[colour]:8.1%}" for colour in colours)
        count = f"{e.result.playouts:,}" if e.result else "-"
        note = ""
        if e.result and e.proven:
            note = f"  {EVERY_MOVE_LOSES() if e.result.lost else 'certain'}"
        rows.append(f"{e.ply:4} {move:{move_width}}{shares}  {good:{wide}} {count:>10}{note}")
        rows += _candidates(e)
    return rows


def _candidates(e: Evaluation) -> list[str]:
    """Return a line for each candidate of a position, and one on how sure their chances are."""
    if e.result is None or not e.result.candidates:
        return []
    rows = [
        f"       {rank}. {candidate.value:6.1%} {candidate.visits:>10,} "
        f"depth {candidate.depth:<2} {' '.join(map(str, candidate.line))}"
        for rank, candidate in enumerate(e.result.candidates, 1)
    ]
    return [*rows, *([f"       {sureness(e.spread)}"] if not e.proven else [])]


def _best(e: Evaluation) -> str:
    """Return the best move, or ``-`` if the game is over or no move is worth advising."""
    return e.result.advice[0] if e.result and e.result.advice else "-"


def _write_comments(args: argparse.Namespace, line: Line, evaluations: list[Evaluation]) -> None:
    from boche.engine.search.analysis import with_line

    nodes = [line.record.root, *line.moves]
    for node, evaluation in zip(nodes, evaluations, strict=False):
        node.comment = with_line(node.comment, evaluation.text)
    data = dump_sgf(line.record)
    write_output(args.write, data)


def _add_effort(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", help=f"for each position (default: {SECONDS:g})"
    )
    parser.add_argument(
        "--playouts",
        type=positive,
        metavar="N",
        help="simulated games for each position, instead of a time",
    )
    parser.add_argument("--threads", type=at_once, default=1, metavar="N", help=THREADS)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=SEED)


def _candidate_count(text: str) -> int:
    number = positive(text)
    if number > MOST_CANDIDATES:
        raise argparse.ArgumentTypeError(f"{text!r}: give 1 to {MOST_CANDIDATES}")
    return number


def _budget(args: argparse.Namespace) -> Budget:
    from boche.engine.search.params import Budget

    limit = args.seconds or (None if args.playouts else SECONDS)
    return Budget(seconds=limit, simulations=args.playouts)
