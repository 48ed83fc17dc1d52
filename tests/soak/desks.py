"""Windows and servers killed during remote games: no move that was shown is lost.

``python -m tests.soak.desks [--count N] [--seed S]``

Ann uses a real window, Bob is a program. The window, the server or both are killed (-9) at any
moment and restarted; at each game's end, server, window and library must have the same moves,
including all that the window ever showed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
from http.client import HTTPException
from pathlib import Path
from typing import Any

from boche.engine.games.registry import find
from boche.engine.record import load
from tests import ROOT
from tests.e2e.server.served import Caller, Served
from tests.e2e.window.window_help import screen

OPTIONS = {"size": 5, "kill": 0}
GAME = "boche"
MOST = 5  # moves shown before a kill
LONG = 120.0  # seconds after which waiting is given up
PAUSE = 0.02


# -- the process that starts windows, and is never killed


def starter() -> None:
    """Fork a window for each link on standard input; report its PID and when it has ended."""
    import tests.e2e.window.served  # noqa: F401

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            sit(*json.loads(line))
        _tell("pid", child)
        os.waitpid(child, 0)
        _tell("dead", child)


def _tell(word: str, *values: Any) -> None:
    os.write(1, json.dumps([word, *values]).encode() + b"\n")


def sit(link: str, seed: int) -> None:
    """Run a window on that link whose player moves at random, until the game is over."""
    from boche.viewer.remote.opening import open_board
    from boche.viewer.remote.seat_link import SeatLink
    from tests.e2e.window.served import open_app, serve

    chance = random.Random(seed)
    session = open_board(SeatLink.parse(link), None, (PAUSE, 10 * PAUSE))
    app = open_app(session)
    while True:
        serve(app, lambda: session.is_due or not session.goes_on, LONG)
        for ply, move in enumerate(session.cursor.moves, 1):
            _tell("shown", ply, move)
        if not session.goes_on:
            app.close()
            _tell("over", session.cursor.moves)
            os._exit(0)
        app.desk.controller.submit("move", str(chance.choice(session.position.legal_moves())))
        app.events.changed()
        moves = session.cursor.moves
        _tell("shown", len(moves), moves[-1])


class Windows:
    """Windows, one after another; ``next`` returns the reports of the current one."""

    def __init__(self, home: Path, display: str) -> None:
        command = [sys.executable, "-c", "from tests.soak.desks import starter; starter()"]
        env = {**os.environ, "DISPLAY": display, "BOCHE_HOME": str(home)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, env=env)
        self._told: queue.Queue[list[Any]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.pid = 0

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._told.put(json.loads(line))

    def open(self, link: str, seed: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([link, seed]).encode() + b"\n")
        self.process.stdin.flush()
        self.pid = 0
        while not self.pid:
            self.next()

    def next(self) -> list[Any]:
        """Return the next report: a word and its values. Raises ``Empty`` if nothing comes."""
        found = self._told.get(timeout=LONG)
        if found[0] == "pid":
            self.pid = found[1]
        return found

    def kill(self) -> list[list[Any]]:
        """Kill the window. Return its reports from before that."""
        ended = False
        try:
            os.kill(self.pid, 9)
        except ProcessLookupError:
            ended = True
        found = [self.next()]
        while found[-1][0] != "dead":
            found.append(self.next())
        over = any(word == "over" for word, *_ in found)
        assert over or not ended, "the window ended by itself in the middle of a game"
        return found

    def close(self) -> None:
        self.process.communicate()


# -- the program on the other side


class Bob(threading.Thread):
    """The opponent, who plays at random, however often the server is killed."""

    def __init__(self, port: int, number: int, secret: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._port, self._path, self._secret = port, f"/api/boards/{number}", secret
        self._chance, self.over = random.Random(seed), threading.Event()
        self.start()

    def run(self) -> None:
        while not self.over.wait(PAUSE):
            with contextlib.suppress(OSError, HTTPException, ValueError):
                self._move()

    def _move(self) -> None:
        with contextlib.closing(Caller(self._port)) as caller:
            _, board = caller.ask("GET", self._path)
            if board.get("turn") != 1:
                return
            position = find(GAME).new(**OPTIONS)
            for move in board["moves"]:
                position = position.play(position.parse(move))
            move = str(self._chance.choice(position.legal_moves()))
            body = {"move": move, "ply": len(board["moves"]) + 1}
            caller.ask("POST", f"{self._path}/moves", body, self._secret)


class Soak:
    """A soak test with one home and one server folder."""

    def __init__(self, folder: Path, display: str, seed: int) -> None:
        self._chance, self._seed = random.Random(seed), seed
        self.home, self._arguments = folder / "home", ("--data", str(folder / "server"))
        config = self.home / "config"
        config.mkdir(parents=True)
        (config / "settings.json").write_text('{"hints_seen": true, "animation_speed": 0.0}')
        self.served = Served(*self._arguments)
        self.windows = Windows(self.home, display)
        self.kills = {"window": 0, "server": 0, "both": 0}
        self.moves = self.games = 0

    def play(self, most: int) -> None:
        """Play a game to its end, with kills while there are fewer than ``most``.

        Raises ``AssertionError`` if something is lost.
        """
        asked = {"game": GAME, "options": OPTIONS, "as": "Ann", "name": "Bob"}
        _, made = self.served.ask("POST", "/api/boards", asked)
        number, (own, other) = made["board"], made["secrets"]
        self.served.ask("POST", f"/api/boards/{number}/come", {}, other)
        self._seed += 1
        bob = Bob(self.served.port, number, other, self._seed)
        link = f"{self.served.address}/board/{number}#seat={own}"
        shown: dict[int, str] = {}
        self.windows.open(link, self._seed)
        wanted, over = self._chance.randint(1, MOST), None
        while over is None:
            word, *values = self.windows.next()
            if word == "shown":
                self._note(shown, *values)
                wanted -= 1
            over = values[0] if word == "over" else None
            assert word != "dead", f"the window of seed {self._seed} ended by itself"
            if wanted <= 0 and over is None and sum(self.kills.values()) < most:
                wanted = self._chance.randint(1, MOST)
                if self._kill(shown):
                    self._seed += 1
                    self.windows.open(link, self._seed)
                    wanted += len(shown)  # which a window reports again
        bob.over.set()
        bob.join()
        self._check(number, shown, over)

    def _note(self, shown: dict[int, str], ply: int, move: str) -> None:
        assert shown.setdefault(ply, move) == move, f"move {ply} was {shown[ply]}, is {move}"

    def _kill(self, shown: dict[int, str]) -> bool:
        """Kill the window, the server or both. Return whether the window was killed."""
        what = self._chance.choice(list(self.kills))
        self.kills[what] += 1
        if what != "window":
            self.served.kill()
        if what != "server":
            for word, *values in self.windows.kill():
                if word == "shown":
                    self._note(shown, *values)
        if what != "window":
            self.served = Served(*self._arguments, port=self.served.port)
        return what != "server"

    def _check(self, number: int, shown: dict[int, str], over: list[str]) -> None:
        moves = self.served.ask("GET", f"/api/boards/{number}")[1]["moves"]
        assert over == moves, "the window has other moves than the server"
        lost = {ply: move for ply, move in shown.items() if moves[ply - 1] != move}
        assert not lost, f"shown and lost: {lost}"
        while self.windows.next()[0] != "dead":
            pass
        kept = [load(path).moves() for path in (self.home / "data" / "games").glob("*.sgf")]
        assert kept.count(moves) == 1, f"the library has board {number} {kept.count(moves)} times"
        self.moves += len(moves)
        self.games += 1

    def close(self) -> None:
        self.windows.close()
        self.served.end()


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Kill windows and servers; lose no move.")
    parser.add_argument("--count", type=int, default=200, help="kills of all kinds together")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, screen("1280x800x24") as display:
        soak = Soak(Path(folder), display, args.seed)
        try:
            while sum(soak.kills.values()) < args.count:
                soak.play(args.count)
                kinds = ", ".join(f"{count} of {what}" for what, count in soak.kills.items())
                print(f"desks: kills: {kinds}; {soak.games} games, {soak.moves} moves, none lost",
                      flush=True)  # fmt: skip
        finally:
            soak.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
