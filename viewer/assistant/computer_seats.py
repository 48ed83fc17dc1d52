"""The computer seats at the table: turns, waiting, moves and resignations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.languages.current import tr, tr_later
from boche.engine.message import Message
from boche.engine.record import Node
from boche.viewer.assistant import words
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.search_request import SearchRequest
from boche.viewer.session import Seat, Session
from boche.viewer.session.words import COMPUTER
from boche.viewer.table import rating
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.state import Table
from boche.viewer.table.warnings import answer_first, holds_back

PACE = 0.4  # minimum seconds per computer move, so that its moves can be followed
WARNED_PACE = 2.0  # the same after a warning, so that it is read before the answer stands there
PAUSED = tr_later("the clocks are paused: {key} resumes them")
WAITS = tr_later("the computer is paused: {key} resumes it")


def resuming_key() -> str:
    """Return the key that resumes waiting computer seats."""
    return shown_key("pause")


class ComputerSeats:
    """The player of the computer seats; ``paused`` while they wait for the user to resume them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.paused = False
        self._here: Node | None = None  # an earlier move from which a computer plays on
        self._move: Any = None
        self._held_since: int | None = None  # the edits made by then; None if not held

    def to_move(self) -> Seat | None:
        """Return the computer seat to move at the end of the line shown, or None.

        At an earlier move that is none either, unless it was asked to play from there.
        """
        session = self._table.session
        earlier = session.cursor.node.children and session.cursor.node is not self._here
        if earlier or session.outcome is not None:
            return None
        seat = session.person_of(session.turn)
        return seat if seat.kind == "computer" else None

    def name(self) -> Message:
        """Return the player to move as the status line names it: ``Dark, level 4``."""
        session = self._table.session
        seat = session.person_of(session.turn)
        return COMPUTER(colour=session.turn.capitalize(), label=seat.label)

    def waiting_for(self) -> str:
        """Return the reason why the user cannot move now, or an empty string."""
        if self.to_move() is None or self.paused:
            return ""
        if holds_back(self._table):
            return answer_first(self._table)
        return words.THINKS(who=self.name())

    @property
    def waiting(self) -> str:
        """The colour to move if its computer seat waits for the user, or an empty string."""
        return self._table.session.turn if self.paused and self.to_move() is not None else ""

    def seat_players(self, seats: Mapping[str, Seat]) -> None:
        """Seat players by their initial colours. Computer seats that were waiting play on."""
        session = self._table.session
        if reason := rating.reseats(self._table, seats):
            session.note_aid(reason)
        for colour, seat in seats.items():
            if seat != session.seats[colour]:
                session.seats.seat(colour, seat)
                self.paused = False

    def pause(self) -> None:
        """Pause the computer seats and the clocks, or resume them.

        At an earlier move a computer that is to move waits already: without a clock to pause, that
        lets it play from there.
        """
        clock, self._held_since = self._table.session.clock, None
        timed = clock.control is not None
        if not timed and self._table.session.computer_waits and self.to_move() is None:
            self.let_play()
            return
        self.paused = clock.paused = not (self.paused or (timed and clock.paused))
        if timed:
            self._table.say(
                tr(PAUSED, key=resuming_key()) if self.paused else tr("the clock is running again")
            )
        else:
            self._table.say(
                tr(WAITS, key=resuming_key())
                if self.paused
                else tr(
                    "the computer is playing again; it answers where the record has no move yet"
                )
                if self._table.session.cursor.node.children
                else tr("the computer is playing again")
            )

    def hold(self) -> None:
        """Make a computer seat that is to move wait until the user resumes it."""
        if self.to_move() is not None:
            if not self.paused or self._held_since is not None:
                self._held_since = self._table.session.edits.changes
            self.paused = True
            self._table.say(tr(WAITS, key=resuming_key()))

    def let_play(self) -> None:
        """Let the computer move in the position shown, which may be an earlier one."""
        self._here, self.paused = self._table.session.cursor.node, False
        self._held_since, self._table.session.clock.paused = None, False

    def go_on_after_move(self) -> None:
        """End what ``hold`` has begun once a person has moved and it is a computer's turn.

        Where the user has left the move from which a computer was to play on, that ends as well.
        """
        if self._here is not self._table.session.cursor.node:
            self._here = None
        edits = self._table.session.edits
        moved = self._held_since is not None and edits.changes > self._held_since
        if moved and edits.undoes_move and self.to_move() is not None:
            self.paused, self._held_since = False, None

    def keep_still(self) -> None:
        """Make the seats wait, whichever position the user goes to, until the user resumes them."""
        self.paused = self.paused or self._table.session.seats.computers > 0

    # -- thinking and moving

    def search_request(self) -> SearchRequest | None:
        """Return a search request for the move of the computer seat to move, or None."""
        seat = None if self.paused or holds_back(self._table) else self.to_move()
        if seat is None:
            return None
        session = self._table.session
        limit = session.clock.for_move
        return SearchRequest("move", session.cursor.node, seat.player, limit=limit)

    @property
    def has_move(self) -> bool:
        """True if a move has been found that is not yet due."""
        return self._move is not None

    def finish(self, report: Report) -> None:
        """Store the move found; it is played when it is due."""
        self._move = report.move

    def drop_move(self) -> None:
        """Discard the stored move because the table has moved on."""
        self._move = None

    def move_due(self, since: float) -> bool:
        """Return whether the stored move, thought about since ``since``, is to be played now."""
        table, writing = self._table, self._table.writing
        busy = writing.question is not None or table.timeline.change(table.now) is not None
        busy = busy or (writing.entry is not None and writing.entry.kind == "comment")
        warning = table.warnings.current
        warned = warning is not None and warning.node is table.session.cursor.node
        busy = busy or (warned and table.trial is not None)  # what may follow is looked at
        least = WARNED_PACE if warned else PACE
        return self._move is not None and not busy and table.now >= since + least

    def play(self) -> None:
        """Play the stored move."""
        move, self._move, self._here = self._move, None, None
        try:
            self._table.play(move)
        except BocheError as error:
            self.paused = True
            self._table.say(words.COMPUTER_REFUSED(reason=why_not(error)), tone="refused")

    def lose(self, report: Report) -> None:
        """Declare a loss for a seat that cannot go on; after an undo it waits."""
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
    """Return the seats that computers play, in the form of ``Job.seat``."""
    seats = enumerate(session.seats.values())
    return frozenset((session, i, seat.player) for i, seat in seats if seat.player)
