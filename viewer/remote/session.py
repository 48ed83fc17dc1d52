"""A game with a remote opponent: the record follows the board on the server.

While the game goes on, moves are made at its end and by the user's seat; every other change is
requested from the server. Once it is over, the record is like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol

from boche.engine.errors import BocheError
from boche.engine.game import colour_of, seat_of
from boche.engine.languages.current import tr, translate, word_later
from boche.engine.message import NOTHING, Message, capitalized
from boche.engine.record import Node, Record, play_at
from boche.viewer.remote import orders, words
from boche.viewer.remote.orders import (
    BoardUpdate,
    ChatUpdate,
    ConnectionState,
    FailedOrder,
    News,
    Order,
    RematchUpdate,
)
from boche.viewer.remote.parsing import ACTIVE, OPEN, OVER, Event, RemoteBoard
from boche.viewer.remote.seat_link import Place
from boche.viewer.remote.store import Unsent
from boche.viewer.remote.view import RemoteView, time_text
from boche.viewer.session import Seat, Session, SessionError, pasting
from boche.viewer.session.seats import Seats

MOST_SAID = 200  # chat messages to keep


class Wire(Protocol):
    """Interface of a session's connection: see ``viewer.remote.connection.Line``."""

    @property
    def place(self) -> Place: ...
    @property
    def secret(self) -> str | None: ...
    @property
    def unsent(self) -> Unsent | None: ...
    def take(self) -> list[News]: ...
    def send(self, order: Order) -> str: ...
    def keep_record(self, path: str) -> str: ...
    def close(self, wait: float = 0.0) -> None: ...


@dataclass(frozen=True)
class Sign:
    """A notification for the user: its kind and one line of text."""

    kind: Literal["moved", "said", "offered", "over", "refused"]
    text: Message


class RemoteSeats(Seats):
    """The seats of a board, which the server assigns."""

    def seat(self, colour: str, seat: Seat) -> None:
        """Raise ``SessionError``."""
        raise SessionError(words.SEATS_STAY())


class RemoteSession(Session):
    """The game of a board. ``side`` is the number of the user's seat, ``wire`` the connection.

    ``board`` is the last valid board; ``take_news`` brings the record up to it. ``other`` is the
    board of the rematch, once there is one.
    """

    def __init__(
        self, board: RemoteBoard, side: int, wire: Wire, record: Record | None = None
    ) -> None:
        """Take over ``record``, the game as stored here with its comments."""
        fits = record is not None and (record.game_name, dict(record.options)) == (
            board.game.name, dict(board.options)
        )  # fmt: skip
        own_record = (
            record if record is not None and fits else Record(board.game.name, board.options)
        )
        super().__init__(own_record, ephemeral=True)
        self.seats = RemoteSeats(self.record, self.edits, None)
        self.side, self.wire, self.board = side, wire, board
        self._settled = fits and board.state == OVER
        self.other: Place | None = None
        self._at = 0.0
        self._state, self._unsent = NOTHING, wire.unsent
        self._chat: tuple[Message, ...] = ()
        self._took_back = False
        self.follow(board)
        self.cursor.last()

    # -- state

    @property
    def name(self) -> str:
        return tr("{rival} at {host}", rival=self.rival, host=self.wire.place.host)

    @property
    def title(self) -> str:
        """The title of the window, marked while it is the user's turn."""
        mark = f"{translate(words.YOUR_MOVE())}: " if self.is_due else ""
        return f"{mark}{self.name} - {self.record.game.title}"

    @property
    def rival(self) -> str:
        """The name of the remote opponent."""
        return self.board.seats[1 - self.side].name or tr("somebody")

    @property
    def own_colour(self) -> str:
        """The user's colour in the current position."""
        return self._colour_of(self.side)

    @property
    def people(self) -> tuple[int, ...]:
        """The user alone: the other player has moments of their own."""
        return (self.side,)

    def _colour_of(self, seat: int) -> str:
        return colour_of(self.board.position, seat)

    @property
    def is_open(self) -> bool:
        """True if the game has not begun."""
        return self.board.state == OPEN

    @property
    def goes_on(self) -> bool:
        """True if the game is not over yet."""
        return self.board.state != OVER

    @property
    def is_due(self) -> bool:
        """True if it is the user's turn."""
        return self.board.turn == self.side and self._unsent is None

    @property
    def is_asked(self) -> bool:
        """True if an offer or a challenge waits for the user's answer."""
        offer = self.board.offer
        return self._challenged or (offer is not None and offer[1] != self.side)

    @property
    def _challenged(self) -> bool:
        return self.board.seats[self.side].asked

    @property
    def is_proposed(self) -> bool:
        """True if there is an offer or a challenge, by either player."""
        return self.is_open or self.board.offer is not None

    @property
    def end(self) -> Node:
        """The last move of the game."""
        return self.record.main_line()[-1]

    # -- actions

    @property
    def played(self) -> bool:
        return True

    @property
    def why_no_move(self) -> Message:
        if not self.goes_on:
            return NOTHING
        if self.is_open:
            return self._question(self.board)
        if not self.is_due:
            return words.THEIR_TURN(name=self.rival)
        return NOTHING if self.cursor.node is self.end else words.LOOKING_BACK()

    @property
    def why_no_undo(self) -> Message:
        return words.BOTH_WAYS(name=self.rival) if self.goes_on else NOTHING

    @property
    def why_no_help(self) -> Message:
        return words.UNAIDED() if self.goes_on else NOTHING

    def play(self, move: object) -> Node:
        """Play a move and send it. Raises as ``Session.play`` does, and ``SessionError``."""
        if self.why_no_move:
            raise SessionError(self.why_no_move)
        node = super().play(move)
        if self.goes_on:
            assert node.move is not None
            self._unsent = Unsent(len(self.board.moves) + 1, node.move)
            warning = self.wire.send(orders.move(self._unsent.ply, node.move))
            self.file.problems = [warning] if warning else []
        return node

    def resign(self, colour: str | None = None) -> Node:
        """Ask the server to end the game, without a result while it can be aborted.

        After the end of the game, do the same as ``Session.resign``.
        """
        if not self.goes_on:
            return super().resign(colour)
        self.wire.send(orders.abort() if self.board.abortable else orders.resign())
        return self.cursor.node

    def paste(self, text: str) -> Session | list[Node]:
        """Return a pasted record as a new session.

        Raises ``SessionError`` for moves while the game goes on.
        """
        pasted = pasting.parse(text, self.record, self.position)
        if isinstance(pasted, pasting.Moves) and self.goes_on:
            raise SessionError(words.ONE_BY_ONE())
        return super().paste(text)

    def propose(self, offer: str) -> None:
        """Propose ``undo``, ``draw`` or ``end`` to the opponent."""
        self.wire.send(orders.propose(offer))

    def answer(self, accepted: bool) -> None:
        """Answer an offer; declining one's own offer withdraws it."""
        own = self.board.offer is not None and self.board.offer[1] == self.side
        self._took_back = own and not accepted
        self.wire.send(orders.answer(accepted))

    def say(self, text: str) -> None:
        """Send a chat message to the opponent."""
        if text.strip():
            self.wire.send(orders.chat(text.strip()))

    def rematch(self) -> None:
        """Ask for a rematch, in which the other one begins."""
        self.wire.send(orders.rematch())

    # -- news from the server

    def take_news(self) -> list[Sign]:
        """Update the record from the news. Return the notifications for the user."""
        signs: list[Sign] = []
        # Read before the news: a move that is no longer unsent is on a board among the news.
        self._unsent = self.wire.unsent
        news = self.wire.take()
        boards = [item for item in news if isinstance(item, BoardUpdate)]
        for item in news:
            if isinstance(item, BoardUpdate):
                self._at = item.at
                if item is boards[-1] and item.board.events >= self.board.events:
                    signs += self._arrived(item.board)
            elif isinstance(item, ChatUpdate):
                fresh = [event for event in item.events if event.seat != self.side]
                signs += [Sign("said", self._words(event)) for event in fresh[-1:] if not item.old]
                self._chat = (*self._chat, *map(self._words, item.events))[-MOST_SAID:]
            elif isinstance(item, ConnectionState):
                self._state = item.message
            elif isinstance(item, FailedOrder):
                self.follow(self.board)
                signs.append(Sign("refused", item.message))
            elif isinstance(item, RematchUpdate):
                self.other = item.place
        return signs

    def _arrived(self, board: RemoteBoard) -> list[Sign]:
        """Update the record to a board. Return the notifications for the user."""
        before = self.board
        rival_moves = self._moves_of_rival(board, len(before.moves))
        offered = board.offer is not None and board.offer != before.offer
        self.follow(board)
        if before.after is None and board.after is not None:
            self.other = Place(self.wire.place.server, board.after)
        if before.state == OPEN and board.state == ACTIVE:
            return [Sign("offered", words.BEGUN())]
        if before.state != OVER and board.state == OVER:
            outcome = self.positions.ending(self.end)
            reason = outcome.reason if outcome is not None else board.reason or words.ENDED()
            return [Sign("over", words.OVER(reason=reason))]
        if rival_moves:
            return [Sign("moved", words.MOVED(name=self.rival, move=rival_moves[-1]))]
        if len(board.moves) < len(before.moves):
            return [Sign("moved", words.TAKEN_BACK())]
        asks = offered and board.offer is not None and board.offer[1] != self.side
        own = before.offer
        if own is not None and own[1] == self.side and board.offer is None:
            took_back, self._took_back = self._took_back, False
            if not took_back and board.after is None:
                what = words.OFFERS[own[0]]
                return [Sign("offered", words.TURNED_DOWN(name=self.rival, what=what))]
        return [Sign("offered", self._question(board))] if asks else []

    def _moves_of_rival(self, board: RemoteBoard, since: int) -> Sequence[str]:
        """Return the opponent's moves after the first ``since`` moves."""
        new = range(since, len(board.moves))
        turns = ((n, board.positions[n]) for n in new)
        return [
            board.moves[n] for n, position in turns if seat_of(position, position.turn) != self.side
        ]

    def follow(self, board: RemoteBoard) -> None:
        """Give the record the moves, names and end of a board, and an unsent move."""
        self.board = board
        moves, unsent = list(board.moves), self._unsent
        if board.state == ACTIVE and unsent is not None and unsent.ply == len(moves) + 1:
            moves.append(unsent.move)
        record = self.record
        for seat, colour in zip(board.seats, record.game.colours, strict=True):
            if record.players[colour] != seat.name:
                record.set_player(colour, seat.name)
        record.event = f"board {board.number}, {self.wire.place.host}"
        if board.created:
            record.date = datetime.fromtimestamp(board.created, UTC).strftime("%Y-%m-%d")
        at_end = self.cursor.node is self.end
        # All nodes that may change are held from before, so that this is a single edit.
        self.edits.edit("follow the board", record.main_line(), lambda: self._lay(moves, at_end))
        if board.state == OVER and board.result and self.record.result != board.result:
            self.edits.edit("end", [self.end], lambda: self._declare(board.result))
        self._settled = board.state == OVER  # variations below the end stay from now on

    def _lay(self, moves: Sequence[str], at_end: bool) -> Node:
        """Make these moves the main line. Return the new cursor."""
        node = self.record.root
        for move in moves:
            try:
                node, _ = play_at(node, move, self.positions.at(node))
            except BocheError:  # a stored move of the user that was altered on disk
                break
            while node.parent is not None and node.parent.children[0] is not node:
                node.promote()
        if not self._settled:
            for after in list(node.children):
                after.delete()
        on_line = self.cursor.node in node.path()
        return node if at_end or not on_line else self.cursor.node

    def _declare(self, result: str) -> Node:
        self.positions.declare(self.end, result)
        return self.cursor.node

    # -- display

    def view(self, now: float) -> RemoteView:
        """Return the information beside the board, at a time of ``time.perf_counter``."""
        board = self.board
        state, trouble = self._state, bool(self._state)
        if not trouble and not self.goes_on and self.positions.ending(self.end) is None:
            state = words.OVER(reason=board.reason) if board.reason else words.ENDED()
        elif not trouble and board.first:
            state = self._first_move(now)
        elif not trouble and self.goes_on and board.seats[1 - self.side].present is False:
            state = words.AWAY(name=self.rival)
        offer = self._question(board) if self.is_proposed else NOTHING
        clocks, over = self._clocks(now), not self.goes_on
        return RemoteView(
            state=state,
            trouble=trouble,
            clocks=clocks,
            offer=offer,
            asked=self.is_asked,
            said=self._chat,
            over=over,
            due=self.is_due,
        )

    def _clocks(self, now: float) -> dict[str, str]:
        board, texts = self.board, {}
        for number, seat in enumerate(board.seats):
            seconds = seat.bank
            if board.turn == number and board.deadline is not None and not board.first:
                seconds = self._time_left(now)
            if seconds is not None:
                texts[self._colour_of(number)] = time_text(seconds)
        return texts

    def _time_left(self, now: float) -> float:
        """Return the seconds left until the deadline."""
        passed = max(now - self._at, 0.0) if self._at else 0.0
        return (self.board.deadline or 0.0) - self.board.now - passed

    def _first_move(self, now: float) -> Message:
        time = time_text(self._time_left(now))
        lost = word_later("lost") if self.board.in_tournament else word_later("aborted")
        if self.board.turn == self.side:
            return words.FIRST_MOVE(time=time, lost=lost)
        return words.THEIR_FIRST_MOVE(name=self.rival, time=time, lost=lost)

    def _question(self, board: RemoteBoard) -> Message:
        """Return the text of the offer, or of what a game that has not begun waits for."""
        if self._challenged:
            return words.CHALLENGED(name=self.rival, terms=board.terms)
        if board.state == OPEN:
            return words.NOT_BEGUN(
                waiting=capitalized(board.waiting or tr("waiting for the other player"))
            )
        assert board.offer is not None
        kind, seat = board.offer
        offer = words.OFFERS[kind]
        own = seat == self.side
        return words.OWN_OFFER(what=offer) if own else words.OFFERED(name=self.rival, what=offer)

    def _words(self, event: Event) -> Message:
        if event.seat == self.side:
            return words.YOU_SAY(text=event.text)
        return words.SAYS(name=self.rival, text=event.text)
