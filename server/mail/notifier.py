"""Mails about games, written from their rows of the outbox when they are about to be sent."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from boche.engine.game import OptionValue
from boche.engine.languages.current import current, speaking, tr
from boche.engine.languages.formats import joined
from boche.server.commands.text_answers import draw_board, head, part_of, states
from boche.server.database.store import Store, Transaction
from boche.server.mail import notices, outbox
from boche.server.mail.addresses import CONFIRM, STOP, Keys, Turn
from boche.server.mail.digest import Digest
from boche.server.mail.notifications import (
    Notification,
    happened,
    how_to_answer,
    is_overtaken,
    subject_of_notice,
)
from boche.server.mail.templates import PICTURE, OutgoingMail, one_line, thread_of, written
from boche.server.mail.words import ANSWER_LETTER, ASKS, END_OF_MAIL, FORGOTTEN, GUESSED, MAILS_OFF
from boche.server.people.accounts import User, by_number
from boche.server.people.password_reset import GOOD_FOR, token_for
from boche.server.people.preferences import language_of
from boche.server.play.match import Match, load
from boche.viewer.resources import asset_text

ASK, DIGEST_MAIL = "ask", "digest"
TELLING = frozenset([*notices.KINDS, outbox.SINCE, outbox.TALKED])
"""Kinds of mails that are merged if an address gets too many."""

Draw = Callable[[str, Mapping[str, OptionValue], Sequence[str]], bytes | None]


@dataclass(frozen=True)
class Notifier:
    """A writer of mails. ``site`` is the server's web address, without a slash at its end."""

    store: Store
    keys: Keys
    site: str
    draw: Draw

    def write(self, row: Any, now: float) -> bytes | None:
        """Write the mail of a row in its reader's language; return None if it is out of date."""
        with speaking(self.store.read(lambda each: language_of(each, row.user_id))):
            return self._written(row, now)

    def _written(self, row: Any, now: float) -> bytes | None:
        # A link to choose a password has a code, whose key may have to be created.
        look = self.store.write if row.kind == notices.PASSWORD else self.store.read
        notification = look(lambda transaction: self._notification(transaction, row, now))
        if notification is None:
            return None
        stop = None
        text = f"{notification.first}\n\n{notification.text}"
        if (
            row.kind not in (ASK, notices.PASSWORD, notices.GUESSED, notices.OFF)
            and row.user_id is not None
        ):
            token = self.keys.for_user(STOP, row.user_id, row.address)
            stop = (f"{self.site}/mail/stop/{token}", f"{STOP}+{token}@{self.keys.host}")
            text += "\n\n-- \n" + tr(END_OF_MAIL, page=stop[0])
        board = notification.board
        picture = self._picture(board)
        mail = OutgoingMail(
            row.address, notification.subject, text, row.message_id, row.at, self.keys.home,
            reply_to=notification.reply_to, stop=stop,
            thread=thread_of(board.number, self.keys.host) if board else "",
            html=self._html(notification, stop[0] if stop else "", picture is not None, now),
            picture=picture,
        )  # fmt: skip
        return written(mail)

    def _picture(self, board: Match | None) -> bytes | None:
        return None if board is None else self.draw(board.row.game, board.options, board.moves)

    # -- contents

    def _notification(self, transaction: Transaction, row: Any, now: float) -> Notification | None:
        if row.kind == ASK:
            return self._ask(transaction, row)
        user = by_number(transaction, row.user_id)
        if user is None:
            return None
        if row.kind == notices.PASSWORD:
            return self._password_reset(transaction, user, row, now)
        if row.kind == notices.GUESSED:
            return self._guessed(user)
        if row.kind == notices.OFF:
            return self._off(user)
        if row.kind == DIGEST_MAIL:
            return Digest(self.keys, self.site).waiting(transaction, user.id, row.data or {}, now)
        if row.kind in (outbox.SINCE, outbox.TALKED):
            return Digest(self.keys, self.site).since(transaction, user.id, row.data, now)
        if row.kind == notices.NOTE:
            return self._letter(user, row.data)
        board, seat = load(transaction, row.board), row.data.get("seat")
        if is_overtaken(board, row.kind, row.data):
            return None
        text = draw_board(board, now) + f"\n\n{self._page_of(board)}"
        reply_to, how = None, ""
        if seat is not None:
            reply_to = self.keys.for_turn(Turn.of(board, seat), user.id)
            how = how_to_answer(board, seat)
            text += f"\n\n{how}" if how else ""
        return Notification(
            subject=one_line(subject_of_notice(board, row.kind, seat)),
            first=happened(board, row.kind, row.data),
            text=text,
            board=board,
            reply_to=reply_to,
            link=self._page_of(board),
            button=self._button(board, seat),
            how=how,
        )

    def _button(self, board: Match, seat: int | None) -> str:
        own = board.row.turn == seat and seat is not None
        return tr("Play") if own else tr("Open the board")

    def _letter(self, user: User, data: Mapping[str, Any]) -> Notification:
        """Write a message of another person, with the address for an answer."""
        name, text, sender = data["name"], data["text"], data.get("sender")
        to = None if sender is None else self.keys.for_letter(user.id, sender)
        if to is not None:
            text += f"\n\n{tr(ANSWER_LETTER, name=name)}"
        return Notification(
            tr("A message from {name}", name=name), tr("{name} writes:", name=name), text,
            reply_to=to, link=f"{self.site}/messages", button=tr("Open the messages"),
        )  # fmt: skip

    def _page_of(self, board: Match) -> str:
        return f"{self.site}/board/{board.number}"

    def _ask(self, transaction: Transaction, row: Any) -> Notification | None:
        user = by_number(transaction, row.user_id)
        if user is None:
            return None
        token = self.keys.for_user(CONFIRM, user.id, row.address)
        page = f"{self.site}/mail/confirm/{token}"
        text = tr(ASKS, name=user.name, site=self.site, page=page)
        title = tr("Is this your address, {name}?", name=user.name)
        return Notification(one_line(title), title, text, link=page,
                    button=tr("Open the page"),
                    reply_to=f"{CONFIRM}+{token}@{self.keys.host}")  # fmt: skip

    def _password_reset(
        self, transaction: Transaction, user: User, row: Any, now: float
    ) -> Notification | None:
        if now - row.at > GOOD_FOR:
            return None  # it could not be sent for so long that they will have asked again
        page = f"{self.site}/mail/password/{token_for(transaction, user.id, now)}"
        title = tr("A new password for {name}", name=user.name)
        text = tr(FORGOTTEN, name=user.name, site=self.site, page=page)
        return Notification(
            one_line(title), f"{title}.", text, link=page, button=tr("Choose a new password")
        )

    def _guessed(self, user: User) -> Notification:
        """Tell of wrong passwords, and what to do if it was the owner."""
        page = f"{self.site}/forgot"
        title = tr("Wrong passwords for {name}", name=user.name)
        text = tr(GUESSED, name=user.name, site=self.site, page=page)
        return Notification(
            one_line(title), f"{title}.", text, link=page, button=tr("Choose a new password")
        )

    def _off(self, user: User) -> Notification:
        """Tell that mails are off, and how they come back."""
        page = f"{self.site}/account"
        title = tr("No more mails, {name}", name=user.name)
        text = tr(MAILS_OFF, name=user.name, page=page, address=self.keys.home)
        return Notification(
            one_line(title), tr("Your mails are off."), text, link=page,
            button=tr("Open my account"),
        )  # fmt: skip

    # -- HTML

    def _linked(self, text: str) -> str:
        """Return HTML text with its web addresses of boards and its mail addresses as links."""
        page = rf"{re.escape(html.escape(self.site))}/(?:board/\d+|games|messages)\b"
        text = re.sub(page, r'<a href="\g<0>">\g<0></a>', text)
        address = rf"play\+[\w-]+@{re.escape(self.keys.host)}"
        return re.sub(address, r'<a href="mailto:\g<0>">\g<0></a>', text)

    def _html(self, notification: Notification, stop: str, pictured: bool, now: float) -> str:
        board = notification.board
        lines = states(board, now) if board else []
        moves = ""
        if board is not None and board.moves:
            numbered = " ".join(f"{n}. {m}" for n, m in enumerate(board.moves, 1))
            moves = tr("Moves: {moves}", moves=numbered)
        values = {
            "title": notification.subject, "first": notification.first,
            "heading": "\n".join([head(board), *part_of(board)]) if board else "",
            "state": "\n".join(lines), "moves": moves,
            "text": "" if board else notification.text, "link": notification.link,
            "button": notification.button, "how": " ".join(notification.how.split()),
        }  # fmt: skip
        safe = {name: html.escape(text).replace("\n", "<br>\n") for name, text in values.items()}
        safe["text"] = self._linked(safe["text"])
        drawn = notification.drawn
        if drawn:
            safe["text"] = f"<pre>{safe['text'].replace('<br>', '')}</pre>\n"
        safe["language"] = current()
        safe["picture"] = (
            f'<img src="cid:{PICTURE}@{self.keys.host}" alt="{html.escape(joined(lines))}" '
            'width="560" class="position">'
        ) if pictured else ""  # fmt: skip
        no_more = tr("No more of these mails")
        safe["stop"] = (
            f'<p class="quiet"><a href="{html.escape(stop)}">'
            f"{html.escape(no_more)}</a></p>"
            if stop else ""
        )  # fmt: skip
        for name in ("first", "heading", "state", "moves", "text", "how"):
            kind = ' class="quiet"' if name in ("moves", "how") else ""
            kind = ' class="first"' if name == "first" else kind
            if safe[name] and not (drawn and name == "text"):
                safe[name] = f"<p{kind}>{safe[name]}</p>\n"
        return Template(asset_text("server/mail.html")).substitute(safe)
