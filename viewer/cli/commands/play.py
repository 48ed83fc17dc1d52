"""The ``play`` command, which opens the window."""

from __future__ import annotations

import argparse
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.errors import RecordError
from boche.engine.game import Game
from boche.engine.games.registry import DEFAULT, GAMES
from boche.engine.languages.current import tr, tr_word
from boche.engine.level import LEVEL_COUNT
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_clock, add_command, text
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.game_flags import add_game_flags, chosen_game, given_options
from boche.viewer.cli.record_flags import add_move, list_options, unreadable, warn_of_ignored
from boche.viewer.libraries import window_libraries

if TYPE_CHECKING:
    from types import FrameType

    from boche.viewer.session import Seat, Session

PERSON, MINE, REMOTE = "human", "mine", "remote:"
REPEAT_SECONDS = 1.0  # seconds after which a second request to end kills the window


_OTHER = [*GAMES.values()][-1]  # for an example


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "play",
        run_play,
        tr("open the table in a window: choose a game there, or name a game or a record"),
        f"{PROGRAM} play\n"
        f"{PROGRAM} play {_OTHER.name} --{_OTHER.colours[1]} 5\n"
        f"{PROGRAM} play --{DEFAULT.colours[0]} 'gtp:other-program --mode gtp'\n"
        f"{PROGRAM} play --size 4 --kill 0 --players Anna Bert --clock 5/1+3\n"
        f"{PROGRAM} play game.sgf --move 20 --dark 4\n"
        f"{PROGRAM} play --{DEFAULT.colours[1]} '{REMOTE}https://play.example/board/17#seat=SECRET'\n"
        f"{PROGRAM} play moves.txt --game {_OTHER.name}",
    )
    parser.add_argument(
        "record",
        nargs="?",
        metavar="GAME|RECORD",
        help=tr(
            "a game ({games}), or an SGF file or list of moves (a file that is named like a "
            "game: ./NAME); without any arguments, a start screen to choose from",
            games=", ".join(GAMES),
        ),
    )
    parser.add_argument(
        "--number",
        type=int,
        default=1,
        metavar="K",
        help=tr("the K-th game of the file (default: 1)"),
    )
    add_move(parser)
    parser.add_argument(
        "--players", nargs=2, type=text, metavar=("FIRST", "SECOND"),
        help=tr("who plays first, who second"),
    )  # fmt: skip
    add_clock(parser)
    _add_seats(parser)
    add_game_flags(parser, tr("a new game, or a list of moves that names no game or options"))


def _add_seats(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tr("who plays"),
        tr(
            "PLAYER is {person} (default), a level from 1 to {levels}, {mine} (a computer "
            "player as strong as you, by your results), random, greedy, uct:N, or gtp:COMMAND "
            "for another program; {program} match --list explains them. {remote}LINK seats "
            "somebody far away: LINK is the link of your own seat, "
            "https://HOST/board/17#seat=SECRET, the colour named is the other one's, and game "
            "and options are the board's",
            person=PERSON,
            levels=LEVEL_COUNT,
            mine=MINE,
            program=PROGRAM,
            remote=REMOTE,
        ),
    )
    for colour in dict.fromkeys(colour for game in GAMES.values() for colour in game.colours):
        titles = ", ".join(game.title for game in GAMES.values() if colour in game.colours)
        group.add_argument(
            f"--{colour}",
            metavar="PLAYER",
            help=tr("who begins as {colour} ({titles})", colour=tr_word(colour), titles=titles),
        )


def run_play(args: argparse.Namespace) -> int:
    """Open the window and run it until it is closed."""
    with window_libraries():
        return _serve(args)


def _serve(args: argparse.Namespace) -> int:
    from boche.viewer.storage.own_ratings import load_problems
    from boche.viewer.storage.settings import (
        load_settings,
        save_settings,
        user_name_of,
        with_recent,
    )

    unrated = load_problems()  # before anything else reads the ratings
    settings, problems = load_settings()
    session, messages, notes = _session(args, user_name_of(settings))
    problems += unrated
    if session.file.path is not None:
        settings = with_recent(settings, session.file.path)
    # Loaded last, so that errors in the arguments are reported without delay.
    from boche.viewer.window.app import App

    lines, choose = [*problems, *messages], _leaves_choices(args)
    app = App(session, settings, lines, notes=notes, choose=choose)
    if session.file.path is not None:
        save_settings(settings)
    signals: list[tuple[int, float]] = []

    def end(number: int, _: FrameType | None) -> None:
        now = time.monotonic()
        if not signals:
            signals.append((number, now))
            app.end()
        elif (
            now > signals[0][1] + REPEAT_SECONDS
        ):  # ending a process group may signal it twice at once
            os._exit(128 + number)

    signal.signal(signal.SIGTERM, end)
    if callable(signal.getsignal(signal.SIGINT)):  # a background job may ignore SIGINT
        signal.signal(signal.SIGINT, end)
    try:
        app.run()
    finally:
        app.close()  # end the players here in any case
    if signals and signals[0][0] == signal.SIGINT:
        raise KeyboardInterrupt
    return 128 + signals[0][0] if signals else 0


def _leaves_choices(args: argparse.Namespace) -> bool:
    """Return whether the arguments leave every choice to the window."""
    values = (args.record, args.game, args.players, args.clock, *_named_seats(args).values())
    return not given_options(args) and all(value is None for value in values)


def _named_seats(args: argparse.Namespace) -> dict[str, str]:
    """Return the players on the command line by colour, whatever the game."""
    colours = {colour for game in GAMES.values() for colour in game.colours}
    seats = {colour: getattr(args, colour) for colour in sorted(colours)}
    return {colour: name for colour, name in seats.items() if name is not None}


OpenedSession = tuple["Session", list[str], list[str]]
"""A game, the problems with it, and notes on it."""


def _session(args: argparse.Namespace, user: str) -> OpenedSession:
    """Return the game that the arguments ask for, with problems and notes.

    ``user`` is the name of an only person without another one.
    """
    if args.record in GAMES:
        if args.game not in (None, args.record):
            raise CommandError(
                tr(
                    "{record} and --game {game} are two games (for a file: ./{record})",
                    record=args.record,
                    game=args.game,
                )
            )
        args.record, args.game = None, args.record
    remote = any(name.startswith(REMOTE) for name in _named_seats(args).values())
    if args.clock is not None and (remote or args.record is not None):
        raise CommandError(
            tr("--clock is for a new game; a record and an online game have their own times")
        )
    if remote:
        return _remote(args)
    return _new(args, user) if args.record is None else _open_record(args)


def _remote(args: argparse.Namespace) -> OpenedSession:
    """Return a game with a remote opponent; other arguments must not contradict the board."""
    from boche.viewer.remote.client.address import unsafe_line
    from boche.viewer.remote.client.login import saved
    from boche.viewer.remote.opening import open_board
    from boche.viewer.remote.seat_link import SeatLink

    seats = _named_seats(args)
    colour, name = next((c, n) for c, n in seats.items() if n.startswith(REMOTE))
    others = [f"--{c}" for c, n in seats.items() if c != colour and n != PERSON]
    options = [f"--{name}" for name in given_options(args)]
    for flag in [*others, *options, *(["--players"] if args.players else [])]:
        raise CommandError(
            tr("{flag} and {remote}LINK: the server decides who plays", flag=flag, remote=REMOTE)
        )
    if args.record is not None or args.move is not None or args.number != 1:
        raise CommandError(
            tr("{remote}LINK brings the game with it: name no record, no move", remote=REMOTE)
        )
    session = open_board(SeatLink.parse(name.removeprefix(REMOTE)), saved())
    game, remote = session.record.game, session.record.game.colours[1 - session.side]
    try:
        if args.game not in (None, game.name):
            raise CommandError(
                tr(
                    "board {number} is a game of {title}",
                    number=session.board.number,
                    title=game.title,
                )
            )
        if colour not in game.colours:
            raise CommandError(
                tr(
                    "--{colour}: the remote seat is --{remote} in {title}",
                    colour=colour,
                    remote=remote,
                    title=game.title,
                )
            )
        if colour != remote:
            raise CommandError(
                tr(
                    "--{colour} is the seat of your own link; say --{seat} {remote}LINK",
                    colour=colour,
                    seat=remote,
                    remote=REMOTE,
                )
            )
    except CommandError:
        session.wire.close()
        raise
    return session, list(filter(None, [unsafe_line(session.wire.place.server)])), []


def _new(args: argparse.Namespace, user: str) -> OpenedSession:
    from boche.viewer.session import Seat, Session

    for name, present in (("--move", args.move is not None), ("--number", args.number != 1)):
        if present:
            raise CommandError(tr("{name} needs a record", name=name))
    game, options = chosen_game(args)
    seats = None if _leaves_choices(args) else _seats(args, game)
    people = [c for c in game.colours if seats is not None and not seats.get(c, Seat()).player]
    if seats is not None and user and not args.players and len(people) == 1:
        seats[people[0]] = Seat(user)
    warnings = game.warnings(game.complete(options))
    arguments: Any = options
    session = Session.new(game.name, args.players or (), seats, args.clock, **arguments)
    return session, [], warnings


def _open_record(args: argparse.Namespace) -> OpenedSession:
    from boche.viewer.session import Seat, Session

    if args.players:
        raise CommandError(tr("--players is for a new game; a record has its own names"))
    if args.record != "-" and not Path(args.record).suffix and not Path(args.record).exists():
        names = ", ".join(GAMES)
        raise CommandError(
            tr("{record!r} is neither a file nor a game ({names})", record=args.record, names=names)
        )
    options = list_options(args)
    try:
        session = Session.open(args.record, args.number, game=args.game, options=options)
    except RecordError as error:
        raise unreadable(args.record, error) from error
    warn_of_ignored(session.record, args)
    for colour, seat in _seats(args, session.record.game).items():
        session.seats.seat(colour, Seat(session.record.players[colour], seat.player))
    if args.move is not None:
        last = len(session.cursor.line) - 1
        index = args.move if args.move >= 0 else last + 1 + args.move
        if not 0 <= index <= last:
            raise CommandError(
                tr("--move {move}: this line has {last} moves", move=args.move, last=last)
            )
        session.cursor.go_index(index)
    return session, list(session.file.problems), list(session.file.notes)


def _seats(args: argparse.Namespace, game: Game) -> dict[str, Seat]:
    """Return the seats named by the arguments. Raises ``CommandError`` for invalid ones."""
    from boche.engine.players.errors import PlayerError
    from boche.engine.players.registry import check_name
    from boche.viewer.session import Seat
    from boche.viewer.storage.own_ratings import own_player

    seats = {}
    for colour, name in _named_seats(args).items():
        if colour not in game.colours:
            raise CommandError(
                tr(
                    "--{colour}: the players of {title} are --{first} and --{second}",
                    colour=colour, title=game.title, first=game.colours[0], second=game.colours[1],
                )
            )  # fmt: skip
        if name == MINE:
            seats[colour] = Seat("", own_player(game))
            continue
        try:
            if name != PERSON:
                check_name(name, game)
        except PlayerError as error:
            raise CommandError(
                tr(
                    "--{colour}: {person}, {mine}, or a player: {error}",
                    colour=colour,
                    person=PERSON,
                    mine=MINE,
                    error=error_text(error),
                )
            ) from error
        seats[colour] = Seat("", "" if name == PERSON else name)
    return seats
