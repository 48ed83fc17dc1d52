"""The ``tournament`` command, in which computer players play a round robin."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.games.registry import find
from boche.engine.languages.current import tr, translate
from boche.engine.languages.system import system_reason
from boche.engine.program import PROGRAM
from boche.engine.record.people import result_said
from boche.viewer.cli.arguments import (
    SEED,
    add_clock,
    add_command,
    add_json,
    add_workers,
)
from boche.viewer.cli.commands.match import cores
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.first_use import compile_for
from boche.viewer.cli.game_flags import add_game_flags, chosen_game
from boche.viewer.cli.numbers import positive, seconds
from boche.viewer.cli.output import print_json

if TYPE_CHECKING:
    from boche.engine.match.round_robin import Fixture
    from boche.engine.match.tournament import Tournament
    from boche.engine.record import Record

FILE = "tournament.json"


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "tournament",
        run_tournament,
        tr("let computer players play a round robin"),
        f"{PROGRAM} tournament 3 4 5 --games 2 --clock 5+3\n{PROGRAM} tournament --resume FOLDER",
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER",
                        help=tr(
                            "2 to 12 players; see {program} match --list",
                            program=PROGRAM
                        ))  # fmt: skip
    parser.add_argument("--games", type=positive, default=1, metavar="N",
                        help=tr("games of every two players (default: 1)"))  # fmt: skip
    add_clock(parser)
    parser.add_argument("--seconds", type=seconds, default=1.0, metavar="S",
                        help=tr("time for a move without a clock (default: 1)"))  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=tr(SEED))
    add_workers(parser)
    parser.add_argument("-o", "--output", metavar="FOLDER",
                        help=tr(
                            "new folder for the records (default: tournament-GAME)"
                        ))  # fmt: skip
    parser.add_argument(
        "--resume", metavar="FOLDER", help=tr("continue the tournament in a folder")
    )
    parser.add_argument("--csv", action="store_true", help=tr("print the cross table as CSV"))
    add_game_flags(parser, tr("the game"))
    add_json(parser)


def run_tournament(args: argparse.Namespace) -> int:
    """Play the missing games and print the cross table."""
    from boche.engine.match import crosstable
    from boche.engine.match.tournament import play_games

    folder, tournament = _resumed(args) if args.resume else _new_tournament(args)
    total = len(tournament.fixtures)

    def on_game(fixture: Fixture, record: Record) -> None:
        _keep(folder, tournament, fixture, record)
        first, second = tournament.display_names(fixture)
        count = tr("{played} of {total}", played=len(tournament.played), total=total)
        result = translate(result_said(record))
        print(f"{PROGRAM}: {count}: {first} - {second}: {result}", file=sys.stderr)

    if not args.cluster:
        plan = tournament.plan
        names = [entrant.player for entrant in plan.entrants]
        compile_for(find(plan.game).new(**plan.options), names)
    play_games(tournament, args.jobs or cores(), on_game, cluster=args.cluster)
    if args.json:
        print_json({**tournament.as_data(), "table": crosstable.rows_of(tournament)})
    else:
        table = crosstable.as_csv if args.csv else crosstable.as_text
        print(table(tournament), end="")
    return 0


def _new_tournament(args: argparse.Namespace) -> tuple[Path, Tournament]:
    from boche.engine.match.tournament import Tournament, TournamentPlan, names_for
    from boche.engine.players.registry import check_name

    game, options = chosen_game(args)
    for player in args.players:
        check_name(player, game)
    folder = Path(args.output or f"tournament-{game.name}")
    plan = TournamentPlan(
        title=folder.name,
        game=game.name,
        options=game.complete(options),
        entrants=names_for(args.players),
        games=args.games,
        clock=args.clock.short if args.clock is not None else "",
        seconds=args.seconds,
        seed=args.seed,
    )
    plan.check()
    if (folder / FILE).exists():
        raise CommandError(tr(
            "{folder!r} holds a tournament; --resume continues it, -o names another folder",
            folder=str(folder)
        ))  # fmt: skip
    tournament = Tournament(plan)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            tr("cannot use {folder!r}: {why}", folder=str(folder), why=system_reason(error))
        ) from error
    _save(folder, tournament)
    return folder, tournament


def _resumed(args: argparse.Namespace) -> tuple[Path, Tournament]:
    from boche.viewer.storage.tournaments import load_tournament

    if args.players:
        raise CommandError(tr("the players are in the tournament that --resume continues"))
    folder = Path(args.resume)
    tournament = load_tournament(folder / FILE)
    if any(not tournament.for_computers(fixture) for fixture in tournament.missing):
        raise CommandError(tr("people are playing in this tournament: continue it in the window"))
    return folder, tournament


def _keep(folder: Path, tournament: Tournament, fixture: Fixture, record: Record) -> None:
    """Write a game, then the tournament with its result. Raises ``FileError``."""
    from boche.engine.interrupt import interrupt_deferred

    with interrupt_deferred():
        path = folder / f"game-{fixture.number + 1:04}.sgf"
        record.save(path)
        tournament.note(fixture, record, path.name)
        _save(folder, tournament)


def _save(folder: Path, tournament: Tournament) -> None:
    from boche.viewer.storage.tournaments import save_tournament

    save_tournament(folder / FILE, tournament)
