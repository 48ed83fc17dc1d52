"""Parsing of boards sent by a server: values are checked by type and against the rules.

Impossible values raise ``UnbelievableError``. The result is sound whoever sent it: moves are legal,
texts are one printable line of bounded length, numbers are finite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from boche.engine.errors import BocheError
from boche.engine.game import Game, OptionValue, Position, seat_of
from boche.engine.games.registry import GAMES, stored_options
from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped
from boche.engine.printable import one_line, printable
from boche.engine.record import read_result
from boche.viewer.remote.errors import UnbelievableError

MOST_MOVES = 5000
LONGEST_MOVE, LONGEST_NAME, LONGEST_REASON, LONGEST_SAID = 400, 60, 200, 2000  # characters
OPEN, ACTIVE, OVER = "open", "active", "over"
REMATCH = "rematch"
OFFERS = ("undo", "draw", "end", REMATCH)

T = TypeVar("T")


@dataclass(frozen=True)
class RemoteSeat:
    """One of the two seats: seat 0 began with the game's first colour.

    ``bank`` is the time left in seconds while it is not their turn, or None without a clock.
    ``here`` says whether the player has come, ``asked`` whether a challenge to them is unanswered.
    """

    name: str
    taken: bool
    bank: float | None
    here: bool = True
    asked: bool = False


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
    data = _typed(value, dict, "a board")
    if data.get("board") != number:
        raise UnbelievableError(tr("it is the wrong board, not {number}", number=number))
    name = _typed(data.get("game"), str, tr("the game"))
    if name not in GAMES:
        raise UnbelievableError(tr("unknown game {name!r}", name=printable(name[:40])))
    game = GAMES[name]
    try:
        options = stored_options(name, _typed(data.get("options"), dict, tr("the options")))
    except BocheError as error:
        raise UnbelievableError(printable(str(error))[:LONGEST_REASON]) from error
    if known is not None and (known.game, dict(known.options)) != (game, options):
        raise UnbelievableError(tr("board {number} is now a different game", number=number))
    events = _integer(data, "events")
    if known is not None and events < known.events:
        raise UnbelievableError(tr("it is older than what the server sent before"))
    moves, positions = _line(game, options, _list(data, "moves", MOST_MOVES), known)
    state = data.get("state")
    if state not in (OPEN, ACTIVE, OVER):
        raise UnbelievableError(tr("it is neither open nor active nor over"))
    if data.get("ply", len(moves)) != len(moves):
        raise UnbelievableError(tr("its number of moves is wrong"))
    result, reason = _end(data, game, positions[-1], state)
    seats = tuple(_seat(item) for item in _list(data, "seats", 2))
    if len(seats) != 2:
        raise UnbelievableError(tr("it does not have two seats"))
    turn = _turn(data, positions[-1], state)
    return RemoteBoard(
        number=number,
        game=game,
        options=options,
        state=str(state),
        moves=moves,
        positions=positions,
        seats=(seats[0], seats[1]),
        own=tuple(_side(item) for item in _list(data, "own", 2)),
        turn=turn,
        deadline=_time(data, "deadline") if turn is not None else None,
        now=_time(data, "now") or 0.0,
        offer=_offer(data, state),
        result=result,
        reason=reason,
        events=events,
        created=_time(data, "created") or 0.0,
        waiting=_line_of(data.get("waiting", ""), LONGEST_REASON),
        terms=_terms(data),
        first=data.get("first") is True and turn is not None,
        abortable=data.get("abortable") is True,
        after=_integer(data, "after") if data.get("after") is not None else None,
        in_tournament=data.get("tournament") is not None,
    )


def _terms(data: Mapping[str, Any]) -> str:
    """Return a line with the clock and whether the game is rated."""
    clock = _typed(data.get("clock", {}), dict, tr("the clock"))
    text = _line_of(clock.get("text", ""), LONGEST_REASON)
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
    outcome = _typed(data.get("outcome"), dict, tr("the end"))
    winner, result = outcome.get("winner"), _line_of(outcome.get("result") or "", 40)
    reason = _line_of(outcome.get("reason") or "", LONGEST_REASON)
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
    data = _typed(value, dict, "a seat")
    return RemoteSeat(
        _line_of(data.get("name", ""), LONGEST_NAME), data.get("taken") is True,
        _time(data, "bank"), data.get("here", True) is not False, data.get("asked") is True,
    )  # fmt: skip


def _offer(data: Mapping[str, Any], state: str) -> tuple[str, int] | None:
    offer = data.get("offer")
    if offer is None or state == OPEN:
        return None
    offer = _typed(offer, dict, tr("an offer"))
    if offer.get("what") not in OFFERS:
        raise UnbelievableError(tr("it has an unknown kind of offer"))
    if (offer["what"] == REMATCH) != (state == OVER):
        return None
    return str(offer["what"]), _side(offer.get("seat"))


# -- events


def event_of(value: Any) -> Event:
    """Return the event described by JSON values. Raises ``UnbelievableError``."""
    data = _typed(value, dict, tr("an event"))
    seat = data.get("seat")
    text = data.get("text", "") if data.get("kind") == "chat" else ""
    return Event(
        _integer(data, "number"),
        _line_of(data.get("kind", ""), 40),
        None if seat is None else _side(seat),
        _line_of(text, LONGEST_SAID),
    )


def talk_of(value: Any) -> tuple[Event, ...]:
    """Return the chat messages of a board from JSON values. Raises ``UnbelievableError``."""
    lines = _list(_typed(value, dict, tr("the talk")), "events", 100_000)
    return tuple(event_of(_typed(line, dict, "a line") | {"kind": "chat"}) for line in lines)


# -- types


def _typed(value: Any, kind: type[T], name: str) -> T:
    if not isinstance(value, kind):
        raise UnbelievableError(tr("{name}: invalid value", name=name))
    return value


def _list(data: Mapping[str, Any], name: str, most: int) -> list[Any]:
    items = _typed(data.get(name), list, name)
    if len(items) > most:
        raise UnbelievableError(tr("{name}: more than {most}", name=name, most=grouped(most)))
    return items


def _integer(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
        raise UnbelievableError(tr("{name}: not a number", name=name))
    return value


def _side(value: Any) -> int:
    if isinstance(value, bool) or value not in (0, 1):
        raise UnbelievableError(tr("not a seat"))
    return int(value)


def _time(data: Mapping[str, Any], name: str) -> float | None:
    """Return a time in seconds, or None."""
    value = data.get(name)
    if value is None:
        return None
    good = isinstance(value, int | float) and not isinstance(value, bool)
    if not good or not abs(value) < 1e12 or not math.isfinite(value):
        raise UnbelievableError(tr("{name}: not a time", name=name))
    return float(value)


def _line_of(value: Any, most: int) -> str:
    """Return a text as one printable line, truncated if too long."""
    text = _typed(value, str, "a text")[: 2 * most]
    return one_line(text, most)
