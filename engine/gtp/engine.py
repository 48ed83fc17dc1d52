"""The Go Text Protocol, version 2, for any game: the server side, for front ends and referees.

``Engine`` answers commands; ``engine.gtp.serve`` connects it to two streams. The commands,
including our own, are described in ``docs/gtp.md``. Protocol: G. Farnebäck, "Specification of the
Go Text Protocol, version 2, draft 2".
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from boche.engine.errors import BocheError
from boche.engine.game import Game, OptionValue, Position
from boche.engine.games import registry as games
from boche.engine.gtp.analysis import (
    NOBODY,
    STREAMED,
    Analyser,
    AnalysisRequest,
    Answer,
    Listener,
    wish_of,
)
from boche.engine.gtp.arguments import GtpError, integer, one
from boche.engine.gtp.extensions import EXTENSIONS
from boche.engine.level import LEVEL_COUNT
from boche.engine.players.errors import ResignedError
from boche.engine.players.gtp_words import OPTIONS_COMMAND, RESIGN
from boche.engine.players.player import GamePlayer
from boche.engine.players.registry import make_player
from boche.engine.players.search_player import SearchPlayer
from boche.engine.program import PROGRAM
from boche.engine.record import Node, load, positions_along
from boche.engine.record.dialect import write_result
from boche.engine.time_control import allotted

LONGEST_LINE = 65_536
"""Longest command in bytes, without its comment; a longer line is refused."""

LONGEST_REASON = 500
"""Longest answer to a failed command, in characters."""

BEGINS = (
    "boardsize", "clear_board", OPTIONS_COMMAND, "loadsgf", "play", "time_settings", "time_left",
)  # fmt: skip
"""Commands that come before a move is requested, while no clock is running.

They also prepare the player: the first compilation can take a minute, more than a clock allows.
"""

_WORDS = {"w": "W", "white": "W", "b": "B", "black": "B"}
_NUMBER = re.compile(r"([0-9]+)(?:\s+|$)(.*)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Engine:
    """A session: a game, its options, the moves so far, and a player to choose moves."""

    def __init__(
        self,
        game: str = games.DEFAULT.name,
        options: dict[str, OptionValue] | None = None,
        *,
        player: str = str(LEVEL_COUNT),
        seconds: float = 1.0,
        seed: int = 0,
        threads: int = 1,
        version: str = "",
    ) -> None:
        """Start a game. Raises ``UnknownGameError`` and ``OptionError``."""
        self._game: Game = games.find(game)
        self._options = self._game.complete(options or {})
        self._name, self._seed, self._threads = player, seed, threads
        self._version = version
        self._listener: Listener = NOBODY
        self._analyser = Analyser(seed, threads)
        self._clock = Clock(seconds)
        self._player: GamePlayer | None = None
        self._prepared = False  # whether creating it was attempted
        self._is_move_requested = False
        self._positions: list[Position] = []
        self._moves: list[tuple[str, str]] = []
        self.running = True
        self._commands = self._all_commands()
        self._clear()

    # -- the protocol

    def answer(self, line: str) -> str:
        """Return the answer to a line of input, ending in an empty line; '' if it has no command.

        Neither a bad line nor a failed command raises an exception.
        """
        number, rest = _numbered(line)
        try:
            if len(line.partition("#")[0].encode("utf-8", "surrogateescape")) > LONGEST_LINE:
                raise GtpError(f"the line is too long: over {LONGEST_LINE:,} bytes")
            words = rest.split()
            if not words:
                return f"?{number} no command\n\n" if number else ""
            if words[0] in STREAMED:
                return self._stream(number, words[0], words[1:])
            text = self._run(words[0], words[1:])
        except BocheError as error:
            return f"?{number} {printable(str(error))}\n\n"
        except Exception as error:  # one command fails, the session goes on
            reason = printable(f"internal error: {type(error).__name__}: {error}".rstrip(": "))
            _complain(f"{PROGRAM} gtp: {reason}, at {rest[:100]!r}")
            return f"?{number} {reason}\n\n"
        # An empty line would end the answer, so empty lines inside it are written as a blank.
        first, *others = text.rstrip("\n").split("\n")
        body = [f"={number} {first}".rstrip(), *(line.rstrip() or " " for line in others)]
        return "\n".join(body) + "\n\n"

    def _run(self, command: str, words: list[str]) -> str:
        if command not in self._commands:
            raise GtpError("unknown command")
        text = self._commands[command](words)
        if command in BEGINS:
            self._prepare()
        return text

    def listen(self, listener: Listener) -> None:
        """Send the lines of analyses to a listener as they come."""
        self._listener = listener

    def _stream(self, number: str, command: str, words: list[str]) -> str:
        """Run a command that answers line by line; return the rest of its answer."""
        wish = wish_of(command, words, self._colour)
        self._must_be_turn(wish.colour or self.position.turn)
        answer = Answer(number, self._listener)
        try:
            if wish.plays:
                answer.end(f"play {self._watched_move(wish, answer)}")
            else:
                moves = [move for _, move in self._moves]
                self._analyser.run(self.position, moves, wish, answer)
        except Exception as error:
            if not answer.begun:
                raise
            _complain(f"{PROGRAM} gtp: {command} ended: {printable(str(error))}")
        return answer.rest()

    def _watched_move(self, wish: AnalysisRequest, answer: Answer) -> str:
        """Choose and play a move, and tell what is thought of meanwhile."""
        player = self._ready_player(self.position.turn)
        if not isinstance(player, SearchPlayer):
            return self._genmove([self.position.turn])
        player.watch(lambda result: answer.tell(result, wish), wish.seconds, wish.count)
        try:
            move = self._genmove([self.position.turn])
        finally:
            player.watch(None)
        if player.result is not None:
            answer.tell(player.result, wish)
        return move

    def is_quit(self, line: str) -> bool:
        """Return whether a line is the command that ends the session."""
        return _numbered(line)[1].split()[:1] == ["quit"]

    def stop(self) -> None:
        """Make a running search return soon, if the player supports it; call from any thread."""
        self._analyser.stop()
        stop = getattr(self._player, "stop", None)
        if stop is not None:
            stop()

    def close(self) -> None:
        """Close the player."""
        if self._player is not None:
            self._player.close()
        self._player, self._prepared, self._is_move_requested = None, False, False

    def _all_commands(self) -> dict[str, Callable[[list[str]], str]]:
        more = {name: partial(command, self) for name, command in EXTENSIONS.items()}
        return {
            "protocol_version": lambda words: "2",
            "name": lambda words: PROGRAM,
            "version": lambda words: self._version or "0",
            "known_command": lambda words: "true" if one(words) in self._commands else "false",
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": lambda words: self._clear(),
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "showboard": lambda words: "\n" + self.position.text_board(coordinates=True),
            "loadsgf": self._loadsgf,
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            **more,
            **dict.fromkeys(STREAMED, lambda words: ""),
        }

    # -- for other modules

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def options(self) -> dict[str, OptionValue]:
        """Complete options of the game."""
        return dict(self._options)

    def set_options(self, options: dict[str, object]) -> None:
        """Change some options and clear the board. Raises ``OptionError``."""
        self._options = self._game.complete({**self._options, **options})
        self._clear()

    @property
    def effort(self) -> tuple[int, int, float]:
        """Seed, threads and seconds for a search."""
        return self._seed, self._threads, self._clock.seconds(None)

    # -- commands

    def _quit(self, words: list[str]) -> str:
        self.running = False
        return ""

    def _clear(self) -> str:
        start = self._game.start(self._options)
        if self._is_move_requested or self._positions[:1] != [start]:
            self.close()  # a new game gets a new player
        self._positions, self._moves = [start], []
        return ""

    def _boardsize(self, words: list[str]) -> str:
        if "size" not in self._options:
            raise GtpError("unacceptable size")
        if len(words) == 2 and words[0] == words[1]:
            words = words[:1]  # Hex front ends send width and height
        try:
            self.set_options({"size": integer(one(words))})
        except BocheError as error:
            raise GtpError(f"unacceptable size: {error}") from error
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise GtpError("write a colour and a move, as in: play W c:a1")
        colour, move = self._colour(words[0]), words[1]
        if move.lower() == RESIGN:
            return self._resign(colour)
        self._must_be_turn(colour)
        self._push(move)
        return ""

    def _resign(self, colour: str) -> str:
        self._positions.append(self.position.resign(colour))
        self._moves.append((colour, RESIGN))
        return ""

    def _push(self, move: str) -> None:
        position = self.position
        after = position.play(position.parse(move))
        self._moves.append((position.turn, position.format(position.parse(move))))
        self._positions.append(after)

    def _must_be_turn(self, colour: str) -> None:
        if self.position.outcome is not None:
            raise GtpError(f"the game is over: {self.position.outcome.reason}")
        if colour != self.position.turn:
            raise GtpError(f"{self.position.turn} is to move, not {colour}")

    def _genmove(self, words: list[str]) -> str:
        colour = self._colour(one(words))
        self._must_be_turn(colour)
        try:
            player = self._ready_player(colour)
            self._is_move_requested = True
            player.set_seconds(self._clock.seconds(colour))
            move = self.position.format(player.choose(self.position, self._moves))
        except ResignedError:
            return self._resign(colour) or RESIGN
        except BaseException:
            self.close()  # its state is unknown, so the next move gets a new one
            raise
        self._push(move)
        return move

    def _ready_player(self, colour: str | None) -> GamePlayer:
        if self._player is None:
            self._player = make_player(
                self._name, self._positions[0], seed=self._seed,
                seconds=self._clock.seconds(colour), threads=self._threads,
            )  # fmt: skip
        return self._player

    def _prepare(self) -> None:
        """Create the player before it is needed; errors are reported when a move is requested."""
        if not self._prepared:
            self._prepared = True
            with contextlib.suppress(Exception):
                self._ready_player(None)

    def _undo(self, words: list[str]) -> str:
        if not self._moves:
            raise GtpError("cannot undo")
        self._positions.pop()
        self._moves.pop()
        return ""

    def _loadsgf(self, words: list[str]) -> str:
        self._options, positions, moves = loaded(self._game, words)
        self._clear()
        self._positions, self._moves = positions, moves
        return ""

    def _final_score(self, words: list[str]) -> str:
        outcome = self.position.outcome
        if outcome is None:
            raise GtpError("cannot score: the game is not over")
        form = self._game.sgf
        return "0" if outcome.winner is None else write_result(form, outcome)

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise GtpError("write main time, byo-yomi time and byo-yomi stones")
        self._clock.settings(*(integer(word) for word in words))
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise GtpError("write a colour, seconds and stones")
        self._clock.set_time_left(self._colour(words[0]), integer(words[1]), integer(words[2]))
        return ""

    def _colour(self, word: str) -> str:
        low = word.lower()
        if low in self._game.colours:
            return low
        if low not in _WORDS:
            raise GtpError(f"{word[:40]!r} is not a colour; write W or B")
        return self._game.sgf.letters[_WORDS[low]]


def printable(text: str) -> str:
    """Return a message as one line that any terminal can show, truncated if it is too long."""
    line = " ".join(text.split())
    line = line if len(line) <= LONGEST_REASON else f"{line[:LONGEST_REASON]}..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _numbered(line: str) -> tuple[str, str]:
    """Split off the number before a command, if there is one; drop comments and control codes."""
    line = line.removeprefix("\ufeff")  # some shells put a byte order mark before piped text
    line = _CONTROL.sub("", line.partition("#")[0].replace("\t", " ")).strip()
    match = _NUMBER.fullmatch(line)
    return (match[1], match[2]) if match else ("", line)


def _complain(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # stderr may be closed
        print(text, file=sys.stderr, flush=True)


# Time allocation for a move, by GTP's clock.


class Clock:
    """A clock with main time, then ``stones`` moves per byo-yomi period; else a fixed time."""

    def __init__(self, seconds: float) -> None:
        self._fixed = seconds
        self._main: int | None = None
        self._byoyomi, self._stones = 0, 0
        self._remaining: dict[str, tuple[int, int]] = {}

    def settings(self, main: int, byoyomi: int, stones: int) -> None:
        """Apply ``time_settings``, in seconds; byo-yomi without stones means no time limit."""
        self._remaining.clear()
        self._byoyomi, self._stones = byoyomi, stones
        self._main = None if byoyomi > 0 and stones == 0 else main

    def set_time_left(self, colour: str, seconds: int, stones: int) -> None:
        """Apply ``time_left``: the colour's remaining time; ``stones`` is 0 in main time."""
        self._remaining[colour] = (seconds, stones)

    def seconds(self, colour: str | None) -> float:
        """Return the seconds for the colour's next move, at least 0.05 if there is a limit."""
        if self._main is None:
            return self._fixed
        seconds, stones = self._remaining.get(colour or "", (self._main, 0))
        if stones > 0:
            return allotted(seconds, moves=stones)
        return allotted(seconds, self._byoyomi / self._stones if self._stones else 0.0)


# ``loadsgf``: the positions and moves of a record, in the form that the engine uses.


class Loaded(NamedTuple):
    """A game: its options, all positions from the start, and the moves with their colours."""

    options: dict[str, OptionValue]
    positions: list[Position]
    moves: list[tuple[str, str]]


def loaded(game: Game, words: Sequence[str]) -> Loaded:
    """Load the game from the command's arguments: a file, and optionally a move's number.

    Raises ``GtpError``.
    """
    if not words:
        raise GtpError("expected a file name")
    limit = integer(words[-1]) if len(words) > 1 and words[-1].isdecimal() else None
    name = " ".join(words if limit is None else words[:-1])
    if not os.path.isfile(name):  # anything else, such as a pipe, might never end
        problem = "is not a file" if os.path.exists(name) else "file not found"
        raise GtpError(f"cannot load file: {name}: {problem}")
    try:
        record = load(name, game=game.name)
        nodes = [node for node in record.main_line() if node.move is not None]
        if limit is not None:  # GTP means the position *before* that move
            nodes = nodes[: max(limit - 1, 0)]
        options = game.complete(record.options)
        positions = [record.start]
        if nodes:
            along = zip(nodes[-1].path(), positions_along(record, nodes[-1]), strict=True)
            positions += [position for node, position in along if node.move is not None]
        return Loaded(options, positions, list(_moves(positions, nodes)))
    except BocheError as error:
        raise GtpError(f"cannot load file: {error}") from error


def _moves(positions: Sequence[Position], nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    for position, after, node in zip(positions, positions[1:], nodes, strict=False):
        text = str(node.move)
        if after.outcome is not None and after.outcome.kind == "resignation":
            yield node.colour or position.turn, RESIGN
        else:
            yield position.turn, position.format(position.parse(text))
