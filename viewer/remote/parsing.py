"""Parsing of boards sent by a server: values are checked by type and against the rules.

Impossible values raise ``UnbelievableError``. The result is sound whoever sent it: moves are legal,
texts are one printable line of bounded length, numbers are finite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.game import Game, OptionValue, Position, seat_of
from boche.engine.games.registry import GAMES, stored_options
from boche.engine.json_values import list_of, number_of, table_of, text_of, whole_number_of
from boche.engine.languages.current import tr
from boche.engine.printable import one_line, printable
from boche.engine.record import read_result
from boche.viewer.remote.errors import UnbelievableError

MOST_MOVES = 5000
LONGEST_MOVE, LONGEST_NAME, LONGEST_REASON, LONGEST_SAID = 400, 60, 200, 2000  # characters
OPEN, ACTIVE, OVER = "open", "active", "over"
REMATCH = "rematch"
OFFERS = ("undo", "draw", "end", REMATCH)

LARGEST, LONGEST_TIME = 10**9 - 1, 1e12
"""Largest count, and the largest time in seconds, that a server may send."""


@dataclass(frozen=True)
class RemoteSeat:
    """One of the two seats: seat 0 began with the game's first colour.

    ``bank`` is the time left in seconds while it is not their turn, or None without a clock.
    ``here`` says whether the player has come, ``asked`` whether a challenge to them is unanswered,
    ``present`` whether they are at the board of a live game (None: unknown).
    """

    name: str
    taken: bool
    bank: float | None
    here: bool = True
    asked: bool = False
    present: bool | None = None


@dataclass(frozen=True)
class RemoteBoard:
    """A board as of event number ``events``.

    ``own`` holds the numbers of the user's seats, ``turn`` that of the seat to move, or None.
    ``deadline`` is the time when that seat's time runs out and ``now`` the time of the response,
    both by the server's clock. ``offer`` is the offer and the seat that made it. ``result`` is
    SGF's RE, ``reason`` one line on how the game ended. ``positions`` has one more item than
    ``moves``. ``waiting`` says what the game waits for before it begins, ``terms`` the clock and
    whether the game is rated. ``first``: a first move is due until the deadline, and no clock runs
    yet. ``abortable``: the user may end the game without a result. ``after`` is the number of the
    rematch. ``in_tournament``: a first move that is not made loses the game, which is else aborted.
    ``live``: less than a day for the game, so that the others see who is at the board.
    """

    number: int
    game: Game
    options: Mapping[str, OptionValue]
    state: str
    moves: tuple[str, ...]
    positions: tuple[Position, ...]
    seats: tuple[RemoteSeat, RemoteSeat]
    own: tuple[int, ...]
    turn: int | None
    deadline: float | None
    now: float
    offer: tuple[str, int] | None
    result: str
    reason: str
    events: int
    created: float
    waiting: str = ""
    terms: str = ""
    first: bool = False
    abortable: bool = False
    after: int | None = None
    in_tournament: bool = False
    live: bool = False

    @property
    def is_late(self) -> bool:
        """True if the game only waits for the user to announce their presence."""
        own = [self.seats[side] for side in self.own]
        return self.state == OPEN and any(not seat.here and not seat.asked for seat in own)

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]


@dataclass(frozen=True)
class Event:
    """An event on a board. ``text`` is the message of a ``chat``."""

    number: int
    kind: str
    seat: int | None = None
    text: str = ""


def board_of(value: Any, number: int, known: RemoteBoard | None = None) -> RemoteBoard:
    """Return the board described by JSON values. ``known`` is the last valid board.

    Raises ``UnbelievableError`` for impossible values, or if they contradict ``known``.
    """
    with _from_server():
        return _board(table_of("board", value), number, known)


def _board(data: Mapping[str, Any], number: int, known: RemoteBoard | None) -> RemoteBoard:
    if data.get("board") != number:
        raise UnbelievableError(tr("it is the wrong board, not {number}", number=number))
    name = text_of("game", data.get("game"))
    if name not in GAMES:
        raise UnbelievableError(tr("unknown game {name!r}", name=printable(name[:40])))
    game = GAMES[name]
    options = stored_options(name, table_of("options", data.get("options")))
    if known is not None and (known.game, dict(known.options)) != (game, options):
        raise UnbelievableError(tr("board {number} is now a different game", number=number))
    events = whole_number_of("events", data.get("events"), 0, LARGEST)
    if known is not None and events < known.events:
        raise UnbelievableError(tr("it is older than what the server sent before"))
    moves, positions = _line(game, options, list_of("moves", data.get("moves"), MOST_MOVES), known)
    state = data.get("state")
    if state not in (OPEN, ACTIVE, OVER):
        raise UnbelievableError(tr("it is neither open nor active nor over"))
    if data.get("ply", len(moves)) != len(moves):
        raise UnbelievableError(tr("its number of moves is wrong"))
    result, reason = _end(data, game, positions[-1], state)
    seats = tuple(_seat(item) for item in list_of("seats", data.get("seats"), 2))
    if len(seats) != 2:
        raise UnbelievableError(tr("it does not have two seats"))
    turn, after = _turn(data, positions[-1], state), data.get("after")
    return RemoteBoard(
        number=number,
        game=game,
        options=options,
        state=str(state),
        moves=moves,
        positions=positions,
        seats=(seats[0], seats[1]),
        own=tuple(_side(item) for item in list_of("own", data.get("own"), 2)),
        turn=turn,
        deadline=seconds_of(data, "deadline") if turn is not None else None,
        now=seconds_of(data, "now") or 0.0,
        offer=_offer(data, state),
        result=result,
        reason=reason,
        events=events,
        created=seconds_of(data, "created") or 0.0,
        waiting=_line_of(data, "waiting", LONGEST_REASON),
        terms=_terms(data),
        first=data.get("first") is True and turn is not None,
        abortable=data.get("abortable") is True,
        after=None if after is None else whole_number_of("after", after, 0, LARGEST),
        in_tournament=data.get("tournament") is not None,
        live=table_of("clock", data.get("clock", {})).get("live") is True,
    )


def _terms(data: Mapping[str, Any]) -> str:
    """Return a line with the clock and whether the game is rated."""
    text = _line_of(table_of("clock", data.get("clock", {})), "text", LONGEST_REASON)
    return f"{text}, {'rated' if data.get('rated') is True else 'not rated'}"


def _line(
    game: Game, options: Mapping[str, OptionValue], texts: Sequence[Any], known: RemoteBoard | None
) -> tuple[tuple[str, ...], tuple[Position, ...]]:
    """Return the moves and the positions between them; known moves are not replayed."""
    moves = known.moves if known is not None else ()
    same = 0
    while same < min(len(moves), len(texts)) and moves[same] == texts[same]:
        same += 1
    positions = list(known.positions[: same + 1]) if known is not None else [game.start(options)]
    played = list(moves[:same])
    for number, text in enumerate(texts[same:], same + 1):
        if not isinstance(text, str) or len(text) > LONGEST_MOVE:
            raise UnbelievableError(tr("move {number} is invalid", number=number))
        position = positions[-1]
        try:
            move = position.parse(text)
            positions.append(position.play(move))
        except BocheError as error:
            problem = one_line(str(error), LONGEST_REASON)
            raise UnbelievableError(
                tr("move {number}: {problem}", number=number, problem=problem)
            ) from error
        played.append(position.format(move))
    return tuple(played), tuple(positions)


def _end(data: Mapping[str, Any], game: Game, position: Position, state: str) -> tuple[str, str]:
    """Return the SGF result and one line on how the game ended; both empty while it goes on."""
    by_rules = position.outcome
    if state != OVER:
        if by_rules is not None:
            raise UnbelievableError(tr("it continues after its end"))
        return "", ""
    outcome = table_of("outcome", data.get("outcome"))
    winner, result = outcome.get("winner"), _line_of(outcome, "result", 40)
    reason = _line_of(outcome, "reason", LONGEST_REASON)
    if by_rules is not None:
        won = None if by_rules.winner is None else seat_of(position, by_rules.winner)
        if won != winner:
            raise UnbelievableError(tr("by the rules it ended differently"))
        return "", str(by_rules.reason)
    read = read_result(game.sgf, result) if result else None
    if result and (read is None or _winner(position, read.winner) != winner):
        raise UnbelievableError(tr("its result contradicts who won"))
    if not result and winner is not None:
        raise UnbelievableError(tr("somebody won, but it has no result"))
    return result, reason


def _winner(position: Position, colour: str | None) -> int | None:
    return None if colour is None else seat_of(position, colour)


def _turn(data: Mapping[str, Any], position: Position, state: str) -> int | None:
    turn = data.get("turn")
    if state != ACTIVE:
        return None
    if turn != seat_of(position, position.turn) or isinstance(turn, bool):
        raise UnbelievableError(tr("by the rules it is the other player's turn"))
    return int(turn)


def _seat(value: Any) -> RemoteSeat:
    data = table_of("seat", value)
    present = data.get("present")
    return RemoteSeat(
        _line_of(data, "name", LONGEST_NAME), data.get("taken") is True,
        seconds_of(data, "bank"), data.get("here", True) is not False, data.get("asked") is True,
        present if isinstance(present, bool) else None,
    )  # fmt: skip


def _offer(data: Mapping[str, Any], state: str) -> tuple[str, int] | None:
    offer = data.get("offer")
    if offer is None or state == OPEN:
        return None
    offer = table_of("offer", offer)
    if offer.get("what") not in OFFERS:
        raise UnbelievableError(tr("it has an unknown kind of offer"))
    if (offer["what"] == REMATCH) != (state == OVER):
        return None
    return str(offer["what"]), _side(offer.get("seat"))


# -- events


def event_of(value: Any) -> Event:
    """Return the event described by JSON values. Raises ``UnbelievableError``."""
    with _from_server():
        data = table_of("event", value)
        number = whole_number_of("number", data.get("number"), 0, LARGEST)
        seat, kind = data.get("seat"), _line_of(data, "kind", 40)
        text = _line_of(data, "text", LONGEST_SAID) if data.get("kind") == "chat" else ""
        return Event(number, kind, None if seat is None else _side(seat), text)


def talk_of(value: Any) -> tuple[Event, ...]:
    """Return the chat messages of a board from JSON values. Raises ``UnbelievableError``."""
    with _from_server():
        lines = list_of("events", table_of("talk", value).get("events"), 100_000)
        return tuple(event_of(table_of("event", line) | {"kind": "chat"}) for line in lines)


def new_board_of(answer: Any) -> int:
    """Return the number of a board that a server has made. Raises ``UnbelievableError``."""
    with _from_server():
        return whole_number_of("board", table_of("answer", answer).get("board"), 1, LARGEST)


# -- types


@contextmanager
def _from_server() -> Iterator[None]:
    """Turn the errors of values into those of a server; they are one printable line."""
    try:
        yield
    except UnbelievableError:
        raise
    except ValueError as error:
        raise UnbelievableError(one_line(str(error), LONGEST_REASON)) from error


def seconds_of(data: Mapping[str, Any], name: str) -> float | None:
    """Return a time in seconds, or None. Raises ``ValueError``."""
    value = data.get(name)
    return None if value is None else number_of(name, value, -LONGEST_TIME, LONGEST_TIME)


def _side(value: Any) -> int:
    return whole_number_of("seat", value, 0, 1)


def _line_of(data: Mapping[str, Any], name: str, most: int) -> str:
    """Return a text as one printable line, truncated if too long; empty if there is none."""
    value = data.get(name)
    return "" if value is None else one_line(text_of(name, value)[: 2 * most], most)
