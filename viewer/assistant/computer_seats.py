"""The seats at the table that a computer plays: whose turn it is, waiting, moving, giving up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import BocheError, why_not
from engine.message import Message
from viewer.assistant import words
from viewer.assistant.background import Report
from viewer.assistant.wish import Wish
from viewer.session import Seat, Session
from viewer.session.words import COMPUTER
from viewer.table.commands import keys_of
from viewer.table.state import Table

PACE = 0.4  # seconds that a computer seat takes at least, so that its moves can be followed
GO_ON = keys_of("pause")[0]  # the key that lets a seat go on that waits
WAITS = f"the computer waits: {GO_ON} lets it go on"


class ComputerSeats:
    """Plays for the computer seats. ``paused`` while they wait for the user to let them go on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.paused = False
        self._move: Any = None

    def to_move(self) -> Seat | None:
        """The computer seat that is to move at the end of the line shown, or None."""
        session = self._table.session
        if session.cursor.node.children or session.outcome is not None:
            return None
        seat = session.person_of(session.turn)
        return seat if seat.kind == "computer" else None

    def name(self) -> Message:
        """Who is to move, as the status says it: ``Dark, level 4``."""
        session = self._table.session
        seat = session.person_of(session.turn)
        return COMPUTER(colour=session.turn.capitalize(), label=seat.label)

    def waiting_for(self) -> str:
        """Why nobody may move now; empty if one may."""
        if self.to_move() is None or self.paused:
            return ""
        return words.THINKS(who=self.name())

    @property
    def waiting(self) -> str:
        """The colour to move whose computer seat waits for the user; empty where none does."""
        return self._table.session.turn if self.paused and self.to_move() is not None else ""

    def seat_players(self, seats: Mapping[str, Seat]) -> None:
        """Seat players by the colour they began with; one that waited plays on."""
        session = self._table.session
        for colour, seat in seats.items():
            if seat != session.seats[colour]:
                session.seats.seat(colour, seat)
                self.paused = False

    def pause(self) -> None:
        """Let them wait, or go on."""
        self.paused = not self.paused
        self._table.say(WAITS if self.paused else "the computer plays on")

    def hold(self) -> None:
        """Let a seat that is to move wait until the user lets it go on."""
        if self.to_move() is not None:
            self.paused = True
            self._table.say(WAITS)

    def keep_still(self) -> None:
        """Let them wait wherever the user steps, until the user lets them go on."""
        self.paused = self.paused or self._table.session.seats.computers > 0

    # -- thinking and moving

    def wish(self) -> Wish | None:
        """The move of the seat whose turn it is."""
        seat = None if self.paused else self.to_move()
        return None if seat is None else Wish("move", self._table.session.cursor.node, seat.player)

    def finish(self, report: Report) -> None:
        """Take the move in hand; it is played when its time has come."""
        self._move = report.move

    def drop_move(self) -> None:
        """Forget the move in hand; the table has moved on."""
        self._move = None

    def move_due(self, since: float) -> bool:
        """Whether the move in hand, thought about since then, is to be played now."""
        table, writing = self._table, self._table.writing
        busy = writing.question is not None or table.timeline.change(table.now) is not None
        busy = busy or (writing.entry is not None and writing.entry.kind == "comment")
        return self._move is not None and not busy and table.now >= since + PACE

    def play(self) -> None:
        """Play the move in hand."""
        move, self._move = self._move, None
        try:
            self._table.play(move)
        except BocheError as error:
            self.paused = True
            self._table.say(words.COMPUTER_REFUSED(reason=why_not(error)), tone="refused")

    def lose(self, report: Report) -> None:
        """Let the seat lose that cannot go on; after an undo it waits."""
        table, session = self._table, self._table.session
        who, loser = self.name(), report.job.position.turn
        self.paused = True
        table.timeline.playing = False
        if report.loses == "resignation":
            table.declare(lambda: session.resign(loser))
            table.say(words.RESIGNS(who=who), tone="over")
        else:
            seat = session.person_of(loser)
            reason = report.error.removeprefix(f"{seat.player.partition(':')[2]}: ")
            table.declare(lambda: session.forfeit(loser, f"{seat.label}: {reason}"))
            table.say(words.LOSES(who=who, reason=reason), tone="over")


def computers_of(session: Session) -> frozenset[Any]:
    """The seats that computers play, as ``Job.seat`` has them."""
    seats = enumerate(session.seats.values())
    return frozenset((session, i, seat.player) for i, seat in seats if seat.player)
