"""The command line for remote play: commands sent to a server, and watching a board."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from boche.engine.languages.current import tr, translate
from boche.engine.printable import one_line, printable
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import CODE, PASSWORD
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.output import warn
from boche.viewer.export.line import state_line
from boche.viewer.remote.client import login as logins
from boche.viewer.remote.client.address import check_server, unsafe_line
from boche.viewer.remote.client.http import Client
from boche.viewer.remote.client.login import Login
from boche.viewer.remote.connection import Line
from boche.viewer.remote.errors import RefusedError, UnbelievableError, UnreachableError
from boche.viewer.remote.orders import BoardUpdate, ConnectionState
from boche.viewer.remote.parsing import OVER, RemoteBoard, board_of
from boche.viewer.remote.seat_link import Place, SeatLink
from boche.viewer.remote.store import SavedBoard

REFUSED, UNREACHED = 1, 3
POLL = 0.1  # seconds between two polls for news


def run(args: argparse.Namespace) -> int:
    """Sign in, send a command, or watch a board. Return the exit code."""
    try:
        return _run(args)
    except (UnreachableError, UnbelievableError) as error:
        return _failed(args, error_text(error), UNREACHED)
    except RefusedError as error:
        return _failed(args, error_text(error), REFUSED, error.status)


def _run(args: argparse.Namespace) -> int:
    if len(args.line) == 2 and args.line[0] == "watch" and "/" in args.line[1]:
        return watch(SeatLink.parse_to_watch(args.line[1]), as_json=args.json)
    login = _login(args)
    if not args.line:
        if not args.sign_in:
            raise CommandError(tr("give a command, as in: {program} remote help", program=PROGRAM))
        name = printable(login.name or "")
        text = tr("signed in as {name} at {server}", name=name, server=login.server)
        return _report(args, text, 200)
    if args.line[0] == "watch" and len(args.line) == 2 and args.line[1].isdigit():
        link = SeatLink(Place(login.server, int(args.line[1])), None)
        return watch(link, login, as_json=args.json)
    body = sys.stdin.read() if args.body else ""
    status, text = login.client().text("/command", f"{' '.join(args.line)}\n{body}")
    if args.server:  # the server has answered
        logins.keep(login)
    output = printable(text, block=True).rstrip("\n")
    if status == 200:
        return _report(args, output, status)
    return _failed(
        args, output.partition("\n")[0] or tr("status {status}", status=status), REFUSED, status
    )


def _login(args: argparse.Namespace) -> Login:
    """Return the login for the arguments, signing in if asked to. Raises ``RemoteError``."""
    login = logins.saved()
    if args.server:
        server = check_server(args.server)
        login = login if login and login.server == server else Login(server)
    if login is None:
        raise CommandError(tr("which server? Give --server https://... once"))
    if unsafe_line(login.server):
        warn(unsafe_line(login.server))
    if args.sign_in:
        password = _password(args.sign_in, login.server)
        try:
            login = logins.sign_in(login.server, args.sign_in, password)
        except RefusedError as error:
            if not error.needs_code:
                raise
            login = logins.sign_in(login.server, args.sign_in, password, _code())
        logins.keep(login)
    return login


def _report(args: argparse.Namespace, text: str, status: int) -> int:
    if args.json:
        _print_json({"ok": True, "status": status, "answer": text})
    else:
        print(text)
    return 0


def _failed(args: argparse.Namespace, why: str, code: int, status: int | None = None) -> int:
    line = one_line(why)
    if args.json:
        _print_json({"ok": False, "status": status, "error": line})
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    return code


def _print_json(value: dict[str, Any]) -> None:
    """Print one line of ASCII, flushed at once for the reader."""
    print(json.dumps(value), flush=True)


def _password(name: str, server: str) -> str:
    password = os.environ.get(PASSWORD)
    if password is not None:
        return password
    if not sys.stdin.isatty():
        raise CommandError(
            tr("no terminal to ask for a password; set {variable}", variable=PASSWORD)
        )
    return getpass.getpass(tr("Password of {name} at {server}: ", name=name, server=server))


def _code() -> str:
    code = os.environ.get(CODE)
    if code is not None:
        return code
    if not sys.stdin.isatty():
        raise CommandError(
            tr("no terminal to ask for the code of your app; set {variable}", variable=CODE)
        )
    print(tr("Code of your app, or a recovery code:"), end=" ", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


# -- watching


def watch(link: SeatLink, login: Login | None = None, *, as_json: bool = False) -> int:
    """Print a board after each move until its game is over, whatever happens to the network.

    A private board is shown by the secret of the link, or by the login of a player. Raises
    ``RemoteError`` if there is no such board, or no server at first.
    """
    place = link.place
    credential = link.credential or (login.pass_ if login else "")
    first = board_of(Client(place.server, credential).get(place.path), place.board)
    line = Line(SavedBoard(place), credential, first, keeps=False)
    line.start()
    try:
        for board in _boards(line, first):
            _show(board, as_json)
            if board.state == OVER:
                return 0
    finally:
        line.close()
    return 0


def _boards(line: Line, first: RemoteBoard) -> Iterator[RemoteBoard]:
    """Yield the board at first, and whenever it has changed."""
    known = first
    yield first
    message = ""
    while True:
        for news in line.take():
            if isinstance(news, BoardUpdate):
                board = news.board
                if (board.moves, board.state) != (known.moves, known.state):
                    known = board
                    yield board
            elif isinstance(news, ConnectionState):
                if news.message and news.message != message:
                    warn(news.message)
                message = str(news.message)
        time.sleep(POLL)


def _show(board: RemoteBoard, as_json: bool) -> None:
    moves, over = board.moves, board.state == OVER
    known = board.reason if over else board.waiting or state_line(board.position)
    state = translate(known) if known else tr("over")
    if as_json:
        _print_json({
            "board": board.number, "game": board.game.name, "state": board.state,
            "ply": len(moves), "move": moves[-1] if moves else None,
            "line": str(known) if known else "over",
        })  # fmt: skip
        return
    names = " - ".join(seat.name or "?" for seat in board.seats)
    played = f"{len(moves)}. {moves[-1]}" if moves else tr("no move yet")
    print(
        tr(
            "board {number}, {game}, {names}: {played}, {state}",
            number=board.number, game=board.game.title, names=names, played=played, state=state,
        )
    )  # fmt: skip
    print(board.position.text_board(coordinates=True), flush=True)
