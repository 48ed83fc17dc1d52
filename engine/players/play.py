"""``player``: a computer player by name, or one of one's own, for positions of any game."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Self

from boche.engine.arguments import ArgumentError, check_players, check_unfinished, in_short
from boche.engine.errors import BocheError
from boche.engine.game import Move, OptionValue, Position
from boche.engine.games.registry import KnownName, find
from boche.engine.languages.current import tr
from boche.engine.players.errors import PlayerError
from boche.engine.players.own import Source, label_of
from boche.engine.players.player import GamePlayer, checked
from boche.engine.players.registry import check_source, make_player
from boche.engine.record import Node, Record

Moves = Record | Node | Sequence[Move | str]
"""The moves that led to a position: a list, or a record whose main line or node has them."""


class Player:
    """A computer player for positions of any game, or of one; see ``player``.

    It is a context manager, which closes it. Threads may share it: it chooses one move after the
    other. In a forked process it starts afresh.
    """

    def __init__(
        self, source: Source, game: str | None, seed: int, seconds: float, threads: int
    ) -> None:
        check_source(source)
        check_players(seed, seconds, threads)
        if game is not None:
            find(game)
        self.name = label_of(source)
        self._source, self._game = source, game
        self._seed, self._seconds, self._threads = seed, seconds, threads
        self._serves: tuple[str, Mapping[str, OptionValue]] | None = None
        self._player: GamePlayer | None = None
        self._before: GamePlayer | None = None  # kept, so that nothing in it is ended here
        self._closed = False
        self._choosing = threading.RLock()
        _PLAYERS.add(self)

    def choose(self, position: Position, history: Moves | None = None) -> Move:
        """Return a legal move for the person to move.

        ``history`` has the moves that led to the position: a list of them, a record whose main line
        begins with them, or a node that they lead to. Other programs (GTP) need them. A player made
        for a position serves the later ones of its game, and keeps what it learnt.

        Raises ``PlayerError`` if the player fails or the moves do not lead to the position,
        ``ResignedError`` if it resigns, ``ArgumentError`` for a finished game.
        """
        check_unfinished(position)
        if history is not None:
            _check_history(history)
        moves = [] if history is None else _with_colours(position, history)
        with self._choosing:
            chosen = self._player_for(position).choose(position, moves)
        return checked(self.name, position, position.format(chosen))

    def _player_for(self, position: Position) -> GamePlayer:
        """Return the player for a position's game and options, which is made if needed."""
        name, options = position.game.name, dict(position.options)
        if self._closed:
            raise PlayerError(tr("{name}: the player is closed", name=self.name))
        if self._game not in (None, name):
            raise PlayerError(
                tr(
                    "{name}: it was made for {game}, not for {other}",
                    name=self.name,
                    game=self._game,
                    other=name,
                )
            )
        if self._player is None or self._serves != (name, options):
            self._end()
            start = position.game.start(options)
            self._player = make_player(
                self._source, start,
                seed=self._seed, seconds=self._seconds, threads=self._threads,
            )  # fmt: skip
            self._serves = name, options
        return self._player

    def _forked(self) -> None:
        """Begin anew in a process that was forked; what plays belongs to the one before."""
        self._choosing = threading.RLock()
        self._before, self._player = self._player, None

    def _end(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def close(self) -> None:
        """End the player, and the program if it is one. It can be closed again."""
        self._closed = True
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Player {self.name}>"


_PLAYERS = weakref.WeakSet[Player]()


def _after_fork() -> None:
    for made in _PLAYERS:
        made._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def player(
    source: Source,
    game: KnownName | None = None,
    *,
    seed: int = 0,
    seconds: float = 1.0,
    threads: int = 1,
) -> Player:
    """Return a computer player.

    ``source`` is a name (``"3"``, ``"uct:2000"``, ``"gtp:COMMAND"``, or that of an entry point); or
    an object with ``choose(position)``; or a class of such objects, instantiated for each game; or
    a function from a position to a move. It is made when it is first asked for a move.

    ``game`` is the only game that it accepts. ``seconds`` is the time for a move and ``threads``
    the number of threads of a player that uses all its time. Raises ``PlayerError``,
    ``UnknownGameError`` and ``ArgumentError`` for bad arguments.
    """
    return Player(source, game, seed, seconds, threads)


def _with_colours(position: Position, history: Moves) -> list[tuple[str, str]]:
    """Return the moves that led to a position, each with its colour. Raises ``PlayerError``."""
    start = at = position.game.start(position.options)
    pairs = list[tuple[str, str]]()
    try:
        for move in _moves_of(history)[: position.ply]:
            text = at.format(start.parse(str(move)))
            pairs.append((at.turn, text))
            at = at.play(text)
    except BocheError as error:
        raise PlayerError(tr("history: {error}", error=error)) from error
    if at != position:
        raise PlayerError(tr("history: these moves do not lead to the position"))
    return pairs


def _check_history(history: object) -> None:
    """Raise ``ArgumentError`` unless the value has the moves that led to a position."""
    if isinstance(history, Record | Node):
        return
    listed = isinstance(history, Sequence) and not isinstance(history, str | bytes)
    if not listed or any(move is None for move in history):  # type: ignore[attr-defined]
        raise ArgumentError(
            tr(
                "history: {value} is not a list of moves, a record or a node",
                value=in_short(history),
            )
        )


def _moves_of(history: Moves) -> Sequence[Move | str]:
    if isinstance(history, Record):
        return history.moves()
    if isinstance(history, Node):
        return [node.move for node in history.path() if node.move is not None]
    return history
