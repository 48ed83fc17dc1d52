"""The ``match`` command, in which computer players play each other."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import re
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.games.registry import find
from boche.engine.languages.current import tr, tr_count, tr_word, translate
from boche.engine.languages.formats import grouped
from boche.engine.match.sprt import WIDEST
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import (
    SEED,
    add_command,
    add_json,
    add_workers,
)
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.first_use import compile_for
from boche.viewer.cli.game_flags import add_game_flags, chosen_game
from boche.viewer.cli.numbers import Number, positive, real, seconds
from boche.viewer.cli.output import print_json, warn

if TYPE_CHECKING:
    from boche.engine.match.plan import Plan
    from boche.engine.match.score import Score
    from boche.engine.match.sprt import Sprt
    from boche.engine.players.errors import PlayerError
    from boche.engine.record import Record

GAMES, MOST_GAMES = 20, 10_000
"""Default number of games; with ``--sprt`` the largest number."""

ERRORS = "errors.txt"
"""File in a match's folder with the errors of players, and the way to each in their code."""


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "match",
        run_match,
        tr("let two computer players play a match"),
        f"{PROGRAM} match 5 4 --games 100\n"
        f"{PROGRAM} match 8 uct:time --suite testing --sprt 0 50\n"
        f"{PROGRAM} match 8 'gtp:{PROGRAM} gtp --player 7' --seconds 2",
    )
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER", help=tr("the two players; see --list")
    )
    parser.add_argument("--list", action="store_true", help=tr("list the players of the game"))
    parser.add_argument(
        "--games",
        type=positive,
        metavar="N",
        help=tr(
            "how many games to play (default: {games}; with --sprt at most {most})",
            games=GAMES,
            most=grouped(MOST_GAMES),
        ),
    )
    parser.add_argument(
        "--sprt", nargs=2, type=real(-WIDEST, WIDEST, "Elo"), metavar=("ELO0", "ELO1"),
        help=tr(
            "play until it is decided which of two Elo differences is likelier (SPRT), with 5%% "
            "errors"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S",
        help=tr("time for a move, for players that use a clock (default: 1)"),
    )  # fmt: skip
    parser.add_argument(
        "--cpu-time", action="store_true",
        help=tr(
            "count the CPU time of the program's own players, not wall time: fair on a busy machine"
        ),
    )  # fmt: skip
    openings = parser.add_mutually_exclusive_group()
    openings.add_argument(
        "--opening", type=Number(0, 20), default=2, metavar="N",
        help=tr(
            "random moves before the players take over (default: 2; 0: none, and they may swap)"
        ),
    )  # fmt: skip
    openings.add_argument(
        "--suite", metavar="NAME",
        help=tr(
            "balanced openings instead, in turn: training or testing, or a file of records"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--fair", action="store_true",
        help=tr(
            "only openings that both colours win equally often in quick games of level 4"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--longest", type=positive, metavar="N",
        help=tr(
            "a game that is not over after this many moves counts as a draw (default: 1600)"
        ),
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=tr(SEED))
    add_workers(parser)
    parser.add_argument(
        "-o", "--output", metavar="FOLDER",
        help=tr(
            "folder for the records (default: match-GAME-A-B); one begun there is continued"
        ),
    )  # fmt: skip
    add_game_flags(parser, tr("the game"))
    add_json(parser)


def run_match(args: argparse.Namespace) -> int:
    """Play and print the score."""
    from boche.engine.players import registry as players
    from boche.engine.players.spec import PlayerSpec

    if args.list:
        for name, text in players.described(chosen_game(args)[0], warn).items():
            print(f"{name:8} {translate(text)}")
        return 0
    if len(args.players) != 2:
        raise CommandError(
            tr("expected two players, not {count}; see --list", count=len(args.players))
        )
    for name in args.players:
        players.check_name(name)
    sprt = _sprt(args)
    plan = _plan(args)
    whole = max(1, round(plan.seconds))
    if whole != plan.seconds and any(PlayerSpec.parse(name).command for name in plan.names):
        warn(
            tr(
                "GTP has whole seconds only: {whole} s a move for a program, {seconds:g} s for "
                "others",
                whole=whole, seconds=plan.seconds,
            )
        )  # fmt: skip
    if not args.cluster:
        compile_for(find(plan.game).new(**plan.options), plan.names)
    failures = Failures(_folder(args, plan) / ERRORS)
    score = _play(args, plan, sprt, failures)
    if args.json:
        test = {} if sprt is None else sprt.as_data(score.pairs)
        told = {"errors": failures.as_data()} if failures.errors else {}
        print_json({"players": list(plan.names), **score.as_data(), **test, **told})
        return 0
    print(score_line(plan, score, sprt))
    return 0


def _sprt(args: argparse.Namespace) -> Sprt | None:
    from boche.engine.match.sprt import Sprt

    if args.sprt is None:
        return None
    elo0, elo1 = args.sprt
    if not elo0 < elo1:
        raise CommandError(
            tr(
                "--sprt {elo0:g} {elo1:g}: the first must be below the second",
                elo0=elo0,
                elo1=elo1,
            )
        )
    return Sprt(elo0, elo1)


def _plan(args: argparse.Namespace) -> Plan:
    from boche.engine.match.plan import LONGEST, Plan
    from boche.engine.match.suites import load_suite

    game, options = chosen_game(args)
    complete = game.complete(options)
    if args.fair and args.suite:
        raise CommandError(tr("--fair tests random openings; the openings of a --suite are fixed"))
    first, second = args.players
    return Plan(
        first, second, game.name, complete,
        opening=args.opening, seconds=args.seconds, seed=args.seed, fair=args.fair,
        longest=args.longest or LONGEST,
        openings=load_suite(args.suite, game, complete) if args.suite else (),
        cpu_time=args.cpu_time,
    )  # fmt: skip


class Failures:
    """The errors by which games were lost, by the game's number from 1, and a log of them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.errors: dict[int, PlayerError] = {}
        self._logged = False

    def add(self, index: int, error: PlayerError) -> None:
        """Keep an error, and add the way to it in the player's code to the log."""
        self.errors[index + 1] = error
        with (
            contextlib.suppress(OSError),
            self.file.open("a", -1, "utf-8", "backslashreplace") as file,
        ):
            title = tr("game {number}: {reason}", number=index + 1, reason=error)
            file.write(f"{title}\n{_way_to(error)}\n")
            self._logged = True

    def as_data(self) -> list[dict[str, object]]:
        """Return the errors as JSON data, in the order of the games."""
        return [
            {"game": number, "error": str(error), "traceback": _way_to(error)}
            for number, error in sorted(self.errors.items())
        ]

    def with_log(self, reason: str) -> str:
        """Return a reason with the name of the log, if that has more."""
        if not self._logged:
            return reason
        return tr("{reason} (more in {file!r})", reason=reason, file=str(self.file))


def _way_to(error: PlayerError) -> str:
    return "".join(traceback.format_exception(error))


def _folder(args: argparse.Namespace, plan: Plan) -> Path:
    words = ("match", plan.game, *plan.names)
    return Path(args.output or "-".join(_file_word(word) for word in words))


def _play(args: argparse.Namespace, plan: Plan, sprt: Sprt | None, failures: Failures) -> Score:
    from tqdm import tqdm

    from boche.engine.match.match import breakdown, play_match

    folder = _folder(args, plan)
    count = args.games or (GAMES if sprt is None else MOST_GAMES)
    if sprt is not None and count % 2:
        count += 1
        warn(tr("--sprt judges pairs of games: up to {count} are played", count=count))
    # Only on a terminal (None), like all progress.
    with tqdm(total=count, unit=tr_word("game"), delay=1.0, file=sys.stderr, disable=None) as bar:

        def on_start(score: Score) -> None:
            bar.initial = bar.n = score.games
            if score.games:
                print(f"{PROGRAM}: {_goes_on(score.games, count, folder, sprt)}", file=sys.stderr)

        def on_game(score: Score) -> None:
            bar.set_postfix_str(_state(score, sprt), refresh=False)
            if sprt is not None:
                bar.total = _expected(score, sprt, count)
            bar.update(score.games - bar.n)

        def on_foreign(names: list[str]) -> None:
            more = len(names) - 1
            which = tr("{name} and {more} more", name=names[0], more=more) if more else names[0]
            warn(
                tr(
                    "{which} in {folder!r}: no finished game of this match; played again",
                    which=which,
                    folder=str(folder),
                )
            )

        kept, reasons = set[int](), dict[int, str]()

        def on_record(index: int, record: Record) -> None:
            kept.add(index)
            if reason := breakdown(record):
                reasons[index] = tr("game {number}: {reason}", number=index + 1, reason=reason)

        try:
            score = play_match(
                plan, count, folder, jobs=args.jobs or cores(), cluster=args.cluster,
                sprt=sprt, on_start=on_start, on_foreign=on_foreign, on_game=on_game,
                on_record=on_record, on_error=failures.add,
            )  # fmt: skip
        except KeyboardInterrupt as stop:
            if kept:
                stop.args = (_resume_hint(len(kept), folder),)
            raise
    if reasons:
        warn(failures.with_log(reasons[min(reasons)]))  # games end in any order
    return score


def _goes_on(done: int, count: int, folder: Path, sprt: Sprt | None) -> str:
    """Return a line on games that were played before; with a test, their number is not known."""
    if sprt is None:
        return tr(
            "{done} of the {count} games are already in {folder!r}; to start over, give another "
            "folder (-o)",
            done=done, count=count, folder=str(folder),
        )  # fmt: skip
    return tr(
        "{count} games are already in {folder!r}; to start over, give another folder (-o)",
        count=done, folder=str(folder),
    )  # fmt: skip


def _resume_hint(count: int, folder: Path) -> str:
    return tr_count(
        "{count} game is kept in {folder!r}; the same command goes on",
        "{count} games are kept in {folder!r}; the same command goes on",
        count, folder=str(folder),
    )  # fmt: skip


def _state(score: Score, sprt: Sprt | None) -> str:
    """Return the score so far in a few words."""
    drawn = f"-{score.drawn}" if score.drawn else ""
    state = f"{score.won}-{score.lost}{drawn}, {score.elo_text}"
    return state if sprt is None else f"{state}, LLR {sprt.llr(score.pairs):+.2f}"


def _expected(score: Score, sprt: Sprt, most: int) -> int:
    """Return how many games there will be, if the ratio moves on as it did."""
    ratio = abs(sprt.llr(score.pairs))
    return min(most, math.ceil(score.games * max(1.0, sprt.bound / ratio))) if ratio else most


def _file_word(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "_", name)[:40].strip("_")


def score_line(plan: Plan, score: Score, sprt: Sprt | None = None) -> str:
    """Return the score in one line: points, share and Elo with 95 percent intervals, the test."""
    line = f"{plan.first} - {plan.second}: {score}"
    return line if sprt is None else f"{line}; {sprt.text(score.pairs)}"


def cores() -> int:
    """Return the number of CPU cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
