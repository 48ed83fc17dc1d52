"""Mails that report several things at once: what is waiting, and what has happened since."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.languages.formats import paired
from boche.engine.program import PROGRAM
from boche.server.commands.text_answers import head, move_text, part_of, states
from boche.server.database.store import Transaction
from boche.server.mail.addresses import DIGEST as DIGEST_TOKEN
from boche.server.mail.addresses import PLAY, Keys, Turn
from boche.server.mail.notifications import Notification, end_of, happened, is_overtaken
from boche.server.mail.words import BY_MAIL, NOTHING_DUE, SINCE_FIRST
from boche.server.people.messages import unread, unread_since
from boche.server.play.lists import asking, boards_of
from boche.server.play.match import ACTIVE, OPEN, OVER, Match, load
from boche.server.play.results import ended_since

MOST_BOARDS = 200
"""Maximum number of boards in one mail; it says how many more there are."""
MOST_DRAWN, LAST_MOVES = 10, 6
"""Boards that are drawn, the others are lines; and moves shown of each."""
MOST_ENDED, MOST_MESSAGES = 30, 20

UNREAD = tr_later("Messages not read: {count}")
MORE_UNREAD = tr_later("Messages not read: {count} more")


@dataclass(frozen=True)
class Digest:
    """A writer of such mails. ``site`` is as the notifier's."""

    keys: Keys
    site: str

    def waiting(
        self, transaction: Transaction, user: int, data: Mapping[str, Any], now: float
    ) -> Notification | None:
        """Write what awaits a user: challenges, turns and messages; None if there is nothing.

        The daily mail has the time of the one before as ``since``, and tells what ended after it.
        """
        asking_boards = [load(transaction, board.row.id) for board in asking(transaction, user)]
        due = [
            load(transaction, board.row.id)
            for board in boards_of(transaction, user, user, next_only=True)
        ]
        since, count, boards = data.get("since"), len(due), [*asking_boards, *due]
        ended = [] if since is None else ended_since(transaction, user, since, MOST_ENDED)
        notes = self._messages(transaction, user, since or 0.0)
        if not boards and not ended and not notes:
            return None
        turns = tr_count(
            "It is your turn on {count} board. Each has an address of its own: send your\n"
            "move to it, alone in the first line.",
            "It is your turn on {count} boards. Each has an address of its own: send your\n"
            "move to it, alone in the first line.",
            count,
        )
        parts = [turns if due else tr(NOTHING_DUE)]
        parts += [self._section(board, own_seat(board, user) or 0, user, [], now,
                                drawn=number < MOST_DRAWN)
                  for number, board in enumerate(boards[:MOST_BOARDS])]  # fmt: skip
        if len(boards) > MOST_BOARDS:
            parts.append(tr("And {count} more.", count=len(boards) - MOST_BOARDS))
        if ended:
            lines = [self._ended(load(transaction, number), seat) for number, seat in ended]
            parts.append("\n".join([tr("Games that have ended:"), *lines]))
        parts += notes
        title = tr("{program}: waiting for you", program=PROGRAM.capitalize())
        return Notification(
            title, f"{title}.", "\n\n".join(parts), reply_to=self.keys.at(PLAY, DIGEST_TOKEN),
            link=f"{self.site}/games", button=tr("Open my games"), drawn=True,
        )  # fmt: skip

    def _ended(self, board: Match, seat: int) -> str:
        """Tell in a line how a game has ended for the player in a seat."""
        other = board.seats[1 - seat].name
        about = tr("{game}, board {number}, against {name}", game=board.game.title,
                   number=board.number, name=other)  # fmt: skip
        return f"{paired(about, end_of(board, seat))}\n{self.site}/board/{board.number}"

    def _messages(self, transaction: Transaction, user: int, since: float) -> list[str]:
        """Write the new messages to a user, and how many others are not read."""
        count, rows = unread(transaction, user), unread_since(
            transaction, user, since, MOST_MESSAGES
        )  # fmt: skip
        parts = []
        for row in rows:
            parts.append(self._message(user, row.sender_name, row.text, row.sender))
        if count > len(rows):
            text = MORE_UNREAD if rows else UNREAD
            parts.append(f"{tr(text, count=count - len(rows))}\n{self.site}/messages")
        return parts

    def _message(self, user: int, name: str, text: str, sender: int | None) -> str:
        """Write a message to a user, with the address for an answer if somebody takes one."""
        who = tr("{name} writes:", name=name)
        written = f"{who}\n\n{textwrap.indent(text, '  ')}"
        if sender is None:
            return written
        to = self.keys.for_letter(user, sender)
        return f"{written}\n\n{tr(BY_MAIL['letter'], name=name, address=to)}"

    def since(
        self, transaction: Transaction, user: int, data: Mapping[str, Any], now: float
    ) -> Notification | None:
        """Write what had no mail of its own; None if nothing of it is current any longer."""
        boards: dict[int, tuple[Match, int | None, list[str]]] = {}
        notes = []
        for event in data["events"]:
            if event["board"] is None:
                notes.append(self._message(user, event["name"], event["text"], event.get("sender")))
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
            parts.append(tr("And {count} more messages: see {page}", count=data["more"],
                            page=f"{self.site}/games"))  # fmt: skip
        title = tr("{program}: news from your games", program=PROGRAM.capitalize())
        return Notification(
            title, tr(SINCE_FIRST), "\n\n".join(parts), reply_to=self.keys.at(PLAY, DIGEST_TOKEN),
            link=f"{self.site}/games", button=tr("Open my games"),
        )  # fmt: skip

    def _section(
        self, board: Match, seat: int | None, user: int, lines: Sequence[str], now: float,
        *, drawn: bool = False,
    ) -> str:  # fmt: skip
        """Describe a board, with the address for answers; with ``drawn``, as it is now."""
        if drawn:
            lines = [*lines, "", board.position.text_board(coordinates=True).strip("\n"), "",
                     _last_moves(board)]  # fmt: skip
        parts = [
            head(board),
            *part_of(board),
            *lines,
            *states(board, now),
            f"{self.site}/board/{board.number}",
        ]
        if seat is not None:
            to = self.keys.for_turn(Turn.of(board, seat), user)
            hint = _hint_key(board, seat)
            if hint:
                parts.append(tr(BY_MAIL[hint], address=to))
        return "\n".join(part for n, part in enumerate(parts) if not part or part not in parts[:n])


def _last_moves(board: Match) -> str:
    """Return the last moves of a game, with their numbers."""
    first = max(len(board.moves) - LAST_MOVES, 0)
    numbered = [
        f"{ply}. {move_text(move)}" for ply, move in enumerate(board.texts[first:], first + 1)
    ]
    if not numbered:
        return tr("Last moves: none yet")
    return tr("Last moves: {moves}", moves=" ".join(numbered))


def _hint_key(board: Match, seat: int) -> str:
    """Return the key of the hint about answering by mail; empty for none."""
    offered = board.row.offer and board.row.offerer != seat
    if board.row.state == OPEN or offered:
        return "offer"
    if board.row.state == OVER:
        return "over" if board.row.began is not None else ""
    return "turn" if board.row.turn == seat else "other"


def own_seat(board: Match, user: int) -> int | None:
    """Return the seat of a user that is awaited or to move, or None."""
    own = [seat.number for seat in board.seats if seat.user == user]
    if not own:
        return None
    return board.row.turn if board.row.state == ACTIVE and board.row.turn in own else own[-1]
