"""Mails about games, written from their rows of the outbox when they are about to be sent."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from engine.game import OptionValue
from engine.program import PROGRAM
from server.commands.answers import WIDTH, head, shown, states
from server.database.store import Store, Unit
from server.mail import notices
from server.mail.addresses import CONFIRM, STOP, Keys, Turn
from server.mail.errands import WORDS
from server.mail.letters import PICTURE, Letter, one_line, thread_of, written
from server.mail.words import ANSWER, ANSWER_OTHER, ASKS, DIGEST, END_OF_MAIL, NOTHING_DUE
from server.people.accounts import by_number
from server.people.messages import unread
from server.play.board import ACTIVE, OPEN, OVER, Board, load
from server.play.lists import boards_of
from server.play.offers import OFFERS
from viewer.resources import asset_text

ASK, DIGEST_MAIL = "ask", "digest"

Draw = Callable[[str, Mapping[str, OptionValue], Sequence[str]], bytes | None]


@dataclass(frozen=True)
class Told:
    """What a mail says: its subject, the parts of its text, and the board it is about."""

    subject: str
    first: str
    text: str
    board: Board | None = None
    reply_to: str | None = None
    link: str = ""
    button: str = ""
    how: str = ""


@dataclass(frozen=True)
class Teller:
    """Writes mails. ``site`` is the server's address on the web, without a slash at its end."""

    store: Store
    keys: Keys
    site: str
    draw: Draw

    def write(self, row: Any, now: float) -> bytes | None:
        """The mail of a row; None where what it was to tell is no longer so."""
        told = self.store.read(lambda unit: self._told(unit, row, now))
        if told is None:
            return None
        stop = None
        text = f"{told.first}\n\n{told.text}"
        if row.kind != ASK and row.user_id is not None:
            token = self.keys.for_user(STOP, row.user_id, row.address)
            stop = (f"{self.site}/mail/stop/{token}", f"{STOP}+{token}@{self.keys.host}")
            text += "\n\n-- \n" + END_OF_MAIL.format(page=stop[0])
        picture = self._picture(told.board)
        letter = Letter(
            row.address, told.subject, text, row.message_id, row.at, self.keys.home,
            reply_to=told.reply_to, stop=stop,
            thread=thread_of(told.board.number, self.keys.host) if told.board else "",
            html=self._html(told, stop[0] if stop else "", picture is not None, now),
            picture=picture,
        )  # fmt: skip
        return written(letter)

    def _picture(self, board: Board | None) -> bytes | None:
        return None if board is None else self.draw(board.row.game, board.options, board.moves)

    # -- what is told

    def _told(self, unit: Unit, row: Any, now: float) -> Told | None:
        if row.kind == ASK:
            return self._ask(unit, row)
        user = by_number(unit, row.user_id)
        if user is None:
            return None
        if row.kind == DIGEST_MAIL:
            return self._digest(unit, row, now)
        if row.kind == notices.NOTE:
            name = row.data["name"]
            return Told(f"A message from {name}", f"{name} writes:", row.data["text"],
                        link=f"{self.site}/messages", button="Open the messages")  # fmt: skip
        board = load(unit, row.board)
        seat = row.data.get("seat")
        if row.kind in (notices.TURN, notices.NAG) and (
            board.row.state != ACTIVE or len(board.moves) != row.data["ply"]
            or board.row.turn != seat
        ):  # fmt: skip
            return None  # they have played meanwhile, or it was taken back
        if row.kind == notices.CHALLENGE and board.row.state != OPEN:
            return None
        first = self._first(row, board, seat)
        text = shown(board, now) + f"\n\n{self._page_of(board)}"
        reply_to, how = None, ""
        if seat is not None:
            reply_to = self.keys.for_turn(Turn.of(board, seat), user.id)
            how = _how(board, seat)
            text += "\n\n" + how
        return Told(
            one_line(f"{board.game.title}, board {board.number}: {' - '.join(board.names)}"),
            first, text, board, reply_to, self._page_of(board),
            "Play" if board.row.turn == seat and seat is not None else "Open the board", how,
        )  # fmt: skip

    def _page_of(self, board: Board) -> str:
        return f"{self.site}/board/{board.number}"

    def _first(self, row: Any, board: Board, seat: int | None) -> str:
        """The first line: what has happened."""
        other = board.seats[1 - (seat or 0)].name
        last = f"{len(board.moves)}. {board.moves[-1]}" if board.moves else ""
        if row.kind == notices.TURN:
            return f"{other} played {last}. It is your move." if last else "It is your move."
        if row.kind == notices.NAG:
            return f"{other} is still waiting for your move."
        if row.kind == notices.BEGUN:
            return f"A game with {other} has begun; {other} moves first."
        if row.kind == notices.CHALLENGE:
            rated = "rated" if board.row.rated else "not rated"
            return (f"{other} challenges you to {board.game.title} ({board.clock.text}, {rated}): "
                    "answer accept or reject.")  # fmt: skip
        if row.kind == notices.OFFER:
            return f"{other} proposes {OFFERS[row.data['what']]}: answer accept or reject."
        if row.kind == notices.ANSWER:
            return f"{other} does not agree to {OFFERS[row.data['what']]}."
        if row.kind == notices.CHAT:
            return f"{other} says:\n\n" + textwrap.indent(row.data["text"], "  ")
        if row.kind == notices.OVER:
            return f"The game is over: {board.row.reason}."
        return f"{' and '.join(board.names)}: {last or 'the game has begun'}."

    def _ask(self, unit: Unit, row: Any) -> Told | None:
        user = by_number(unit, row.user_id)
        if user is None:
            return None
        token = self.keys.for_user(CONFIRM, user.id, row.address)
        page = f"{self.site}/mail/confirm/{token}"
        text = ASKS.format(name=user.name, site=self.site, page=page)
        title = f"Is this your address, {user.name}?"
        return Told(one_line(title), title, text, link=page, button="Open the page",
                    reply_to=f"{CONFIRM}+{token}@{self.keys.host}")  # fmt: skip

    def _digest(self, unit: Unit, row: Any, now: float) -> Told | None:
        due = boards_of(unit, row.user_id, row.user_id, next_only=True)[:30]
        notes = unread(unit, row.user_id)
        if not due and not notes:
            return None
        parts = [DIGEST.format(count=len(due)) if due else NOTHING_DUE]
        for each in due:
            board = load(unit, each.row.id)
            seat = board.row.turn
            to = self.keys.for_turn(Turn.of(board, seat), row.user_id)
            parts.append("\n".join([head(board), *states(board, now), self._page_of(board),
                                    f"move by mail to: {to}"]))  # fmt: skip
        if notes:
            parts.append(f"messages not read: {notes}  {self.site}/messages")
        title = f"{PROGRAM.capitalize()}: what waits for you"
        return Told(title, f"{title}.", "\n\n".join(parts), link=f"{self.site}/games",
                    button="Open my games")  # fmt: skip

    # -- as HTML

    def _html(self, told: Told, stop: str, pictured: bool, now: float) -> str:
        board = told.board
        lines = states(board, now) if board else []
        moves = ""
        if board is not None and board.moves:
            moves = "Moves: " + " ".join(f"{n}. {m}" for n, m in enumerate(board.moves, 1))
        values = {
            "title": told.subject, "first": told.first, "heading": head(board) if board else "",
            "state": " ".join(lines), "moves": moves,
            "text": "" if board else told.text, "link": told.link, "button": told.button,
            "how": " ".join(told.how.split()),
        }  # fmt: skip
        safe = {name: html.escape(text).replace("\n", "<br>\n") for name, text in values.items()}
        safe["picture"] = (
            f'<img src="cid:{PICTURE}@{self.keys.host}" alt="{html.escape(values["state"])}" '
            'width="560" class="position">'
        ) if pictured else ""  # fmt: skip
        safe["stop"] = (
            f'<p class="quiet"><a href="{html.escape(stop)}">No more of these mails</a></p>'
            if stop else ""
        )  # fmt: skip
        for name in ("first", "heading", "state", "moves", "text", "how"):
            kind = ' class="quiet"' if name in ("moves", "how") else ""
            kind = ' class="first"' if name == "first" else kind
            safe[name] = f"<p{kind}>{safe[name]}</p>\n" if safe[name] else ""
        return Template(asset_text("server/mail.html")).substitute(safe)


def _how(board: Board, seat: int) -> str:
    """How to answer, in lines as wide as a mail."""
    if board.row.state == OPEN or (board.row.state == OVER and board.row.offer is not None):
        return ANSWER_OTHER.format(words="accept, reject")
    if board.row.state != ACTIVE:
        return ANSWER_OTHER.format(words="rematch")
    words = ", ".join(WORDS)
    if board.row.turn != seat:
        return textwrap.fill(ANSWER_OTHER.format(words=words), WIDTH)
    return textwrap.fill(ANSWER.format(game=board.row.game, words=words), WIDTH)
