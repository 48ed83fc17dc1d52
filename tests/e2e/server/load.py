"""Players of random games over HTTP who record the answers they get.

However often the server is killed, each repeats its unanswered move and plays on.
"""

from __future__ import annotations

import math
import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from typing import Any

from sqlalchemy import select

from boche.engine.game import Position, seat_of
from boche.engine.games.registry import GAMES, find
from boche.server.database.schema import boards, events, moves
from boche.server.database.store import Store, Transaction
from boche.server.play.match import Match, load
from tests.e2e.server.served import Caller

CLOCK = {"start": 3600.0, "increment": 5.0, "most": 3700.0}
SMALL = {"boche": {"size": 4}}
UNAVAILABLE = 503
TOO_MANY = 429  # a rematch is an offer, and one address may make so many in a while


@dataclass
class Game:
    """A board as its player knows it: the answered moves, and the unanswered one."""

    number: int
    secrets: tuple[str, str]
    position: Position
    moves: list[str] = field(default_factory=list)
    pending: str | None = None

    @property
    def secret(self) -> str:
        return self.secrets[seat_of(self.position, self.position.turn)]


class Load:
    """Players, each in a thread and on one of the ports until no server answers there."""

    def __init__(self, ports: Sequence[int], players: int = 4, seed: int = 0) -> None:
        self.ports = ports
        self.back = threading.Event()
        self.back.set()
        self.over = threading.Event()
        self.answered = threading.Semaphore(0)
        self.failures: list[str] = []
        self.refusals: set[str] = set()
        self.players = [Player(self, f"{seed} {number}", number) for number in range(players)]
        for player in self.players:
            player.start()

    def wait_for(self, answers: int) -> None:
        """Wait for so many more answered moves. Raises ``AssertionError`` if one was wrong."""
        for _ in range(answers):
            while not self.answered.acquire(timeout=1.0):
                assert not self.failures, self.failures[0]
                assert any(player.is_alive() for player in self.players)

    def finish(self) -> list[Game]:
        """Let all players finish their open requests and stop; return their games."""
        self.back.set()
        self.over.set()
        for player in self.players:
            player.join()
        assert not self.failures, self.failures[0]
        return [game for player in self.players for game in player.games]


class Player(threading.Thread):
    """A player of both seats in one game after another."""

    def __init__(self, load: Load, seed: str, number: int) -> None:
        super().__init__(daemon=True)
        self.games: list[Game] = []
        self._load, self._chance = load, random.Random(seed)
        self._ports = (load.ports[(number + step) % len(load.ports)] for step in count())
        self._caller = Caller(next(self._ports))

    def run(self) -> None:
        try:
            self._run()
        except Exception as error:
            self._load.failures.append(f"{type(error).__name__}: {error}")
        finally:
            self._caller.close()

    def _run(self) -> None:
        while not self._load.over.is_set() or (self.games and self.games[-1].pending):
            try:
                self._step()
            except (OSError, HTTPException):
                self._caller.close()
                self._load.over.wait(0.02)
                self._load.back.wait()
                self._caller = Caller(next(self._ports))

    def _step(self) -> None:
        game = self.games[-1] if self.games else None
        if game is None:
            self._begin()
        elif game.position.outcome is not None:
            self._again(game)
        else:
            self._move(game)

    def _begin(self) -> None:
        name = self._chance.choice(list(GAMES))
        asked = {"game": name, "options": SMALL.get(name, {}), "clock": CLOCK}
        status, made = self._caller.ask("POST", "/api/boards", asked)
        if self._waits(status, made):
            return
        one, two = made["secrets"]
        if self._waits(*self._come(made["board"], two)):
            return
        start = find(name).start(made["options"])
        self.games.append(Game(made["board"], (one, two), start))

    def _again(self, game: Game) -> None:
        """Ask for a rematch from both seats: the second request gets the same one."""
        path = f"/api/boards/{game.number}/rematch"
        for secret in game.secrets:
            status, made = self._caller.ask("POST", path, secret=secret)
            if self._waits(status, made):
                return
        for secret in game.secrets:
            if self._waits(*self._come(made["board"], secret)):
                return
        start = find(made["game"]).start(made["options"])
        one, two = game.secrets
        self.games.append(Game(made["board"], (two, one), start))

    def _come(self, number: int, secret: str) -> tuple[int, dict[str, object]]:
        return self._caller.ask("POST", f"/api/boards/{number}/come", {}, secret)

    def _move(self, game: Game) -> None:
        if game.pending is None:
            game.pending = str(self._chance.choice(list(game.position.legal_moves())))
        ply = len(game.moves) + 1
        asked = {"move": game.pending, "ply": ply}
        path = f"/api/boards/{game.number}/moves"
        status, found = self._caller.ask("POST", path, asked, game.secret)
        if self._waits(status, found):
            return
        assert found["ply"] == ply
        game.moves.append(found["move"])
        game.position = game.position.play(found["move"])
        game.pending = None
        self._load.answered.release()

    def _waits(self, status: int, found: dict[str, object]) -> bool:
        """Return whether to ask again later. Raises ``AssertionError`` if the server refused."""
        if status == TOO_MANY:
            self._load.over.wait(1.0)
            return True
        if status == UNAVAILABLE:
            self._load.refusals.add(str(found["error"]))
            self._load.over.wait(0.05)
            return True
        assert status == 200, f"{status}: {found}"
        return False


# -- what must be true of the database afterwards


def check(store: Store, games: Sequence[Game]) -> int:
    """Check the database against the answers, and return the number of moves.

    Raises ``AssertionError`` with the board where a move is lost, twice or unknown, an event is
    missing, or a clock does not match the times of the moves.
    """
    known = {game.number: game for game in games}

    def work(transaction: Transaction) -> int:
        found = 0
        for number in transaction.connection.execute(select(boards.c.id)).scalars():
            board = load(transaction, number)
            played = known[number].moves if number in known else []
            assert list(board.moves) == played, f"board {number}: {board.moves} for {played}"
            assert board.row.ply == len(played), f"board {number}: ply"
            _check_events(transaction, board)
            _check_clock(transaction, board)
            found += len(played)
        return found

    return store.read(work)


def _check_events(transaction: Transaction, board: Match) -> None:
    rows = transaction.connection.execute(
        select(events).where(events.c.board == board.number).order_by(events.c.number)
    ).all()
    assert [row.number for row in rows] == list(range(1, board.row.events + 1)), board.number
    told = [row.data["text"] for row in rows if row.kind == "move"]
    assert told == list(board.moves), f"board {board.number}: told {told}"


def _check_clock(transaction: Transaction, board: Match) -> None:
    """Recompute the clock from the times of the moves, each side's from its first move on.

    Time given back is included.
    """
    rows = transaction.connection.execute(
        select(moves).where(moves.c.board == board.number).order_by(moves.c.ply)
    ).all()
    given = transaction.connection.execute(
        select(events).where(events.c.board == board.number, events.c.kind == "time")
    ).all()
    clock, banks, since = board.clock, [CLOCK["start"]] * 2, board.row.began
    moved = set()
    for row in rows:
        if row.seat not in moved:
            moved.add(row.seat)
            since = row.at
            continue
        banks[row.seat] += _given(given, since, row.at)
        banks[row.seat] = clock.after_move(banks[row.seat] - (row.at - since)) or 0.0
        since = row.at
    if board.row.state == "active":
        turn = board.row.turn
        left = banks[turn] if turn in moved else clock.first_move
        left += _given(given, since, math.inf)
        expected = (since + left, banks[1 - turn])
        found = (board.row.deadline, board.seats[1 - turn].bank)
        assert all(abs(a - b) < 1e-3 for a, b in zip(expected, found, strict=True)), (
            f"board {board.number}: clocks {found} for {expected}"
        )


def _given(given: Sequence[Any], since: float, until: float) -> float:
    """Return the seconds that a clock was given back between two moves."""
    return sum(float(row.data["seconds"]) for row in given if since <= row.at < until)
