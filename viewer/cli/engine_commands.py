"""The commands of the computer players: analyse, match, bench, gtp."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.atomic_write import refuse_unwritable
from engine.record import dump_sgf
from viewer.cli import common
from viewer.cli.common import positive

if TYPE_CHECKING:
    from engine.match.match import Plan
    from engine.match.score import Score
    from engine.search.analysis import Evaluation
    from engine.search.params import Budget


def add_commands(commands: Any) -> None:
    """Add this file's commands to the parser."""
    _add_analyse(commands)
    _add_match(commands)
    _add_bench(commands)
    _add_gtp(commands)


def seconds(text: str) -> float:
    """A time in seconds above 0, for a flag."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r}: give seconds, above 0 and up to 86400")
    return value


MOST_AT_ONCE = 256
"""Threads or games at a time that may be asked for: more than the largest machines have use for."""


def at_once(text: str) -> int:
    """A number of threads or processes, for a flag."""
    number = positive(text)
    if number > MOST_AT_ONCE:
        raise argparse.ArgumentTypeError(f"{text!r}: give 1 to {MOST_AT_ONCE}")
    return number


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _add_effort(parser: argparse.ArgumentParser, default: float) -> None:
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", help=f"for each position (default: {default:g})"
    )
    parser.add_argument(
        "--playouts", type=positive, metavar="N", help="ways down the tree, instead of a time"
    )
    parser.add_argument("--threads", type=at_once, default=1, metavar="N", help="(default: 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")


def _budget(args: argparse.Namespace, default: float) -> Budget:
    from engine.search.params import Budget

    limit = args.seconds or (None if args.playouts else default)
    return Budget(seconds=limit, simulations=args.playouts)


# -- analyse


def _add_analyse(commands: Any) -> None:
    parser = common.add_command(
        commands,
        "analyse",
        run_analyse,
        "evaluate every position of a record",
        "boche analyse game.sgf --seconds 0.5 --write game-with-comments.sgf",
    )
    common.add_record(parser)
    _add_effort(parser, 1.0)
    parser.add_argument(
        "--write", metavar="FILE",
        help="the record with the evaluations in its comments; -: to standard output, no table",
    )  # fmt: skip
    common.add_json(parser)


def run_analyse(args: argparse.Namespace) -> int:
    """Evaluate, print, write."""
    if args.json and args.write == "-":
        raise common.CommandError("--json and --write -: only one goes to standard output")
    if args.write not in (None, "-"):
        refuse_unwritable(args.write)
    line = common.read_line(args)
    from engine.search.analysis import analyse, swings

    moves = [str(node.move) for node in line.moves]
    found = analyse(line.positions, moves, _budget(args, 1.0), seed=args.seed, threads=args.threads)
    evaluations: list[Evaluation] = []
    try:
        evaluations.extend(common.progress(found, len(line.positions), "position"))
    finally:  # Ctrl+C: what there is by then is kept
        if evaluations:
            _tell(args, line, evaluations, swings(evaluations))
    return 0


def _tell(
    args: argparse.Namespace,
    line: common.Line,
    evaluations: list[Evaluation],
    turns: list[tuple[int, float]],
) -> None:
    try:
        if args.write:
            _write_comments(args, line, evaluations)
    finally:  # what cannot be written can still be shown
        _show(args, evaluations, turns)


def _show(
    args: argparse.Namespace, evaluations: list[Evaluation], turns: list[tuple[int, float]]
) -> None:
    if args.json:
        listed = [{"ply": ply, "change": change} for ply, change in turns]
        common.print_json({"evaluations": [e.as_data() for e in evaluations], "swings": listed})
    elif args.write != "-":
        for row in _table(evaluations, dict(turns)):
            print(row)


def _table(evaluations: list[Evaluation], turns: dict[int, float]) -> list[str]:
    colours = list(evaluations[0].win)
    made = max(8, *(len(e.move or "") for e in evaluations))
    wide = max(8, *(len(str(e.result.best)) if e.result else 0 for e in evaluations))
    heads = "".join(f"{colour:>8}" for colour in colours)
    rows = [f"{'ply':>4} {'move':{made}}{heads}  {'best':{wide}} {'playouts':>10}"]
    for e in evaluations:
        shares = "".join(f"{e.win[colour]:8.1%}" for colour in colours)
        best = str(e.result.best) if e.result else "-"
        count = f"{e.result.playouts:,}" if e.result else "-"
        notes = ["certain"] if e.proven and e.result else []
        if e.ply in turns:
            notes.append(f"swing {100 * turns[e.ply]:+.0f} points for the first player")
        note = f"  {', '.join(notes)}" if notes else ""
        rows.append(f"{e.ply:4} {e.move or '-':{made}}{shares}  {best:{wide}} {count:>10}{note}")
    return rows


def _write_comments(
    args: argparse.Namespace, line: common.Line, evaluations: list[Evaluation]
) -> None:
    from engine.search.analysis import with_line

    nodes = [line.record.root, *line.moves]
    for node, evaluation in zip(nodes, evaluations, strict=False):
        node.comment = with_line(node.comment, evaluation.text)
    data = dump_sgf(line.record)
    common.write_output(args.write, data)


# -- match


def _add_match(commands: Any) -> None:
    parser = common.add_command(
        commands,
        "match",
        run_match,
        "let two computer players play a match",
        "boche match 5 4 --games 100\nboche match 8 'gtp:boche gtp --player 7' --seconds 2",
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="two; see --list")
    parser.add_argument("--list", action="store_true", help="list the players there are")
    parser.add_argument("--games", type=positive, default=20, metavar="N", help="(default: 20)")
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S",
        help="for a move, where a player takes time (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--opening", type=int, default=2, choices=range(21), metavar="N",
        help="random moves before the players' own (default: 2; 0: none, and they may swap)",
    )  # fmt: skip
    parser.add_argument(
        "--fair", action="store_true",
        help="only openings from which quick games of level 4 are won by both colours alike",
    )  # fmt: skip
    parser.add_argument(
        "--longest", type=positive, metavar="N",
        help="a game that is not over after so many moves is a draw (default: 1600)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(default: 1)")
    parser.add_argument(
        "--jobs", type=at_once, metavar="N", help="games at a time (default: the cores there are)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FOLDER",
        help="for the records (default: match-A-B); a match begun there goes on",
    )  # fmt: skip
    common.add_game_flags(parser, "the game")
    common.add_json(parser)


def run_match(args: argparse.Namespace) -> int:
    """Play and print the score."""
    from engine.players import registry as players

    if args.list:
        for name, text in players.described().items():
            print(f"{name:8} {text}")
        return 0
    if len(args.players) != 2:
        raise common.CommandError(f"two players are needed, not {len(args.players)}; see --list")
    for name in args.players:
        players.check_name(name)
    plan = _plan(args)
    score = _play(args, plan)
    if args.json:
        common.print_json({"players": list(plan.names), **score.as_data()})
        return 0
    print(score_line(plan, score))
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    from engine.match.match import LONGEST, Plan

    game, options = common.chosen_game(args)
    first, second = args.players
    return Plan(
        first, second, game.name, game.complete(options),
        opening=args.opening, seconds=args.seconds, seed=args.seed, fair=args.fair,
        longest=args.longest or LONGEST,
    )  # fmt: skip


def _play(args: argparse.Namespace, plan: Plan) -> Score:
    from tqdm import tqdm

    from engine.match.match import play_match

    folder = Path(args.output or "match-" + "-".join(_file_word(name) for name in plan.names))
    with tqdm(total=args.games, unit="game", delay=1.0, file=sys.stderr) as bar:

        def on_start(score: Score) -> None:
            bar.initial = bar.n = score.games

        def on_game(score: Score) -> None:
            bar.set_postfix_str(f"{score.won}-{score.lost}", refresh=False)
            bar.update(1)

        jobs = args.jobs or cores()
        return play_match(plan, args.games, folder, jobs=jobs, on_start=on_start, on_game=on_game)


def _file_word(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "_", name)[:40].strip("_")


def score_line(plan: Plan, score: Score) -> str:
    """The score in one line: points, share with its 95 % interval, Elo difference."""
    low, high = score.interval
    drawn = f", {score.drawn} drawn" if score.drawn else ""
    failed = f", {score.forfeits} lost by breaking down" if score.forfeits else ""
    elo = f"{round(score.elo):+}" if math.isfinite(score.elo) else "+∞" if score.elo > 0 else "-∞"
    return (
        f"{plan.first} - {plan.second}: {score.won} won, {score.lost} lost{drawn}{failed}; "
        f"score {score.share:.1%} (95 % interval {low:.1%} to {high:.1%}), Elo {elo}"
    )


# -- bench


def _add_bench(commands: Any) -> None:
    parser = common.add_command(
        commands,
        "bench",
        run_bench,
        "measure random play and the search from the start of a game, one thread",
        "boche bench --game boche --fill-board --json",
    )
    common.add_game_flags(parser, "the game")
    parser.add_argument(
        "--seconds", type=seconds, default=2.0, metavar="S", help="for each of the two (default: 2)"
    )
    common.add_json(parser)


def run_bench(args: argparse.Namespace) -> int:
    """Measure and print."""
    game, options = common.chosen_game(args)
    from engine.match.bench import measure

    speeds = measure(game.new(**options), args.seconds)
    if args.json:
        common.print_json({"game": game.name, "options": game.complete(options), **speeds})
        return 0
    for name, speed in speeds.items():
        print(f"{name.replace('_per_s', ' a second').replace('_', ' '):28} {speed:14,.0f}")
    return 0


# -- gtp


def _add_gtp(commands: Any) -> None:
    parser = common.add_command(
        commands,
        "gtp",
        run_gtp,
        "speak the Go Text Protocol on standard input and output",
        "boche gtp --game boche --size 5 --player 6",
    )
    parser.add_argument("--player", default="8", help="who chooses the moves (default: 8)")
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S",
        help="for a move, until told of a clock (default: 1)",
    )  # fmt: skip
    parser.add_argument("--threads", type=at_once, default=1, metavar="N", help="(default: 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")
    common.add_game_flags(parser, "the game")


def run_gtp(args: argparse.Namespace) -> int:
    """Answer commands until quit or the end of the input."""
    from engine.gtp.engine import Engine
    from engine.gtp.serve import serve
    from engine.players.registry import check_name
    from engine.program import version

    check_name(args.player)
    game, options = common.chosen_game(args)
    engine = Engine(
        game.name, game.complete(options), player=args.player, seconds=args.seconds,
        seed=args.seed, threads=args.threads, version=version(),
    )  # fmt: skip
    serve(engine, sys.stdin.buffer, sys.stdout)
    return 0
