"""Mails that report several things at once: what is waiting, and what has happened since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.program import PROGRAM
from boche.server.commands.text_answers import head, part_of, states
from boche.server.database.store import Transaction
from boche.server.mail.addresses import Keys, Turn
from boche.server.mail.notifications import Notification, happened, is_overtaken
from boche.server.mail.words import BY_MAIL, DIGEST, NOTHING_DUE, SINCE_FIRST
from boche.server.people.messages import unread
from boche.server.play.lists import asking, boards_of
from boche.server.play.match import ACTIVE, OPEN, OVER, Match, load

MOST_BOARDS = 200
"""Maximum number of boards in one mail; it says how many more there are."""


@dataclass(frozen=True)
class Digest:
    """A writer of such mails. ``site`` is as the notifier's."""

    keys: Keys
    site: str

    def waiting(self, transaction: Transaction, user: int, now: float) -> Notification | None:
        """Write what awaits a user: challenges, turns and messages; None if there is nothing."""
        asking_boards = [load(transaction, board.row.id) for board in asking(transaction, user)]
        due = [
            load(transaction, board.row.id)
            for board in boards_of(transaction, user, user, next_only=True)
        ]
        notes, boards = unread(transaction, user), [*asking_boards, *due]
        if not boards and not notes:
            return None
        count = len(due)
        turns = DIGEST.format(count=count, boards="board" if count == 1 else "boards")
        parts = [turns if due else NOTHING_DUE]
        parts += [self._section(board, own_seat(board, user) or 0, user, [], now)
                  for board in boards[:MOST_BOARDS]]  # fmt: skip
        parts += [f"And {len(boards) - MOST_BOARDS} more."] * (len(boards) > MOST_BOARDS)
        if notes:
            parts.append(f"Messages not read: {notes}\n{self.site}/messages")
        title = f"{PROGRAM.capitalize()}: what waits for you"
        return Notification(title, f"{title}.", "\n\n".join(parts), link=f"{self.site}/games",
                    button="Open my games")  # fmt: skip

    def since(
        self, transaction: Transaction, user: int, data: Mapping[str, Any], now: float
    ) -> Notification | None:
        """Write what had no mail of its own; None if nothing of it is current any longer."""
        boards: dict[int, tuple[Match, int | None, list[str]]] = {}
        notes = []
        for event in data["events"]:
            if event["board"] is None:
                notes.append(f"A message from {event['name']}:\n\n{event['text']}")
                continue
            try:
                board = load(transaction, event["board"])
            except BocheError:
                continue  # the board is gone
            if not is_overtaken(board, event["kind"], event):
                lines = boards.setdefault(board.number, (board, event.get("seat"), []))[2]
                lines.append(happened(board, event["kind"], event))
        if not boards and not notes:
            return None
        ordered = sorted(boards.values(), key=lambda entry: entry[0].row.turn != entry[1])
        parts = [self._section(board, seat, user, lines, now) for board, seat, lines in ordered]
        parts += notes
        if data["more"]:
            parts.append(f"And {data['more']} more messages: see {self.site}/games")
        title = f"{PROGRAM.capitalize()}: what has happened in your games"
        return Notification(title, SINCE_FIRST, "\n\n".join(parts), link=f"{self.site}/games",
                    button="Open my games")  # fmt: skip

    def _section(
        self, board: Match, seat: int | None, user: int, lines: Sequence[str], now: float
    ) -> str:
        """Describe a board, with the address for answers."""
        parts = [
            head(board),
            *part_of(board),
            *lines,
            *states(board, now),
            f"{self.site}/board/{board.number}",
        ]
        if seat is not None:
            to = self.keys.for_turn(Turn.of(board, seat), user)
            parts.append(BY_MAIL[_hint_key(board, seat)].format(address=to))
        return "\n".join(dict.fromkeys(parts))


def _hint_key(board: Match, seat: int) -> str:
    """Return the key of the hint about answering by mail."""
    offered = board.row.offer and board.row.offerer != seat
    if board.row.state == OPEN or offered:
        return "offer"
    if board.row.state == OVER:
        return "over"
    return "turn" if board.row.turn == seat else "other"


def own_seat(board: Match, user: int) -> int | None:
    """Return the seat of a user that is awaited or to move, or None."""
    own = [seat.number for seat in board.seats if seat.user == user]
    if not own:
        return None
    return board.row.turn if board.row.state == ACTIVE and board.row.turn in own else own[-1]
