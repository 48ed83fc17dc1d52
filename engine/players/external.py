"""Another program as a player, over the Go Text Protocol.

Any failure of the program - a hang, a crash, nonsense, endless output - raises a ``PlayerError``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from boche.engine.game import Move, Position
from boche.engine.languages.current import tr
from boche.engine.players.errors import ResignedError
from boche.engine.players.gtp_client import GtpClient, RefusedError
from boche.engine.players.gtp_words import OPTIONS_COMMAND, RESIGN
from boche.engine.players.player import History, checked, require_moves

if TYPE_CHECKING:
    from boche.engine.search.result import SearchResult

START_SECONDS = 60.0
"""Timeout for the first answer, and later for everything but a move."""

SETUP_SECONDS = 600.0
"""Timeout for a command that sets up the first game: the program may have to compile or load."""

GRACE_SECONDS = 5.0
"""Extra time for a move, in addition to the time that the player was given for it."""


class GtpPlayer:
    """A program that plays one game, at any position in its tree: changes are sent to it.

    When ``interrupted`` (polled often) returns True, ``choose`` soon raises ``StoppedError``; the
    program may be asked again later.
    """

    result: SearchResult | None = None

    def __init__(self, command: str, start: Position, seconds: float) -> None:
        """Start the program. Raises ``PlayerError``."""
        self._start, self._seconds = start, seconds
        self._ready = False
        self._sent: list[tuple[str, str]] | None = None  # the moves it knows of; None if unknown
        self._letters = start.game.sgf.colours
        self.name = command
        self._client = GtpClient(command)

    @property
    def interrupted(self) -> Callable[[], bool]:
        return self._client.interrupted

    @interrupted.setter
    def interrupted(self, is_interrupted: Callable[[], bool]) -> None:
        self._client.interrupted = is_interrupted

    def _set_up(self) -> None:
        with contextlib.suppress(RefusedError):  # only to check that it is alive
            self._client.ask("protocol_version", START_SECONDS)
        options = self._start.options
        if "size" in options:
            self._client.ask(f"boardsize {options['size']}", SETUP_SECONDS)
        changed = self._start.game.changed(options).items()
        words = [f"{name}={int(value)}" for name, value in changed if name != "size"]
        if words:
            self._client.ask(" ".join([OPTIONS_COMMAND, *words]), SETUP_SECONDS)
        self._client.ask("clear_board", SETUP_SECONDS)
        self._tell_seconds(SETUP_SECONDS)

    def _tell_seconds(self, patience: float) -> None:
        with contextlib.suppress(RefusedError):
            self._client.ask(f"time_settings 0 {max(1, round(self._seconds))} 1", patience)

    def choose(self, position: Position, history: History) -> Move:
        """Return its move, checked. Raises ``PlayerError``, or ``ResignedError`` if it resigns."""
        require_moves(self.name, position, history)
        patience = 0.0 if self._ready else START_SECONDS  # some compile at their first move
        sent = self._follow(list(history))
        self._sent = None  # until its answer has arrived
        colour = self._letters[position.turn]
        answer = self._client.ask(f"genmove {colour}", self._seconds + GRACE_SECONDS + patience)
        if answer.strip().lower() == RESIGN:
            raise ResignedError(tr("{name}: resigns", name=self.name))
        move = checked(self.name, position, answer)
        self._sent = [*sent, (position.turn, position.format(move))]  # it plays its move itself
        return move

    def _follow(self, history: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Bring the program's game to these moves, from the start if it took another course."""
        sent, self._sent = self._sent, None
        patience = START_SECONDS
        if not self._ready:
            self._set_up()
            self._ready, sent, patience = True, [], SETUP_SECONDS
        elif sent is None or history[: len(sent)] != sent:
            self._client.ask("clear_board", patience)
            sent = []
        for colour, move in history[len(sent) :]:
            self._client.ask(f"play {self._letters[colour]} {move}", patience)
        return history

    def set_seconds(self, seconds: float) -> None:
        """Set its time per move, if it knows the command."""
        if seconds != self._seconds:
            self._seconds = seconds
            if self._ready:
                self._tell_seconds(START_SECONDS)

    def close(self) -> None:
        """End the program, gently first."""
        self._client.close()
