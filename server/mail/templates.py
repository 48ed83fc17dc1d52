"""Outgoing mails: plain text, HTML and an optional picture.

Names and texts from users are inserted as text; no header can be made of them.
"""

from __future__ import annotations

import re
import secrets
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.header import Header
from email.message import EmailMessage
from email.utils import format_datetime
from itertools import takewhile

from boche.engine.message import capitalized
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.server.commands.text_answers import WIDTH
from boche.server.mail.parsing import SERVER_HEADER
from boche.server.people.mail_addresses import wire_form

_PLACE = "subject"
"""Placeholder for a subject, which is put in last."""
POLICY = policy.SMTP.clone(cte_type="7bit")
MOST_SUBJECT = 120
LEAST_FITTING, MOST_FITTING = 15, 70
"""Minimum and maximum length of an answer's subject: what mail programs show in a list."""
PICTURE = "position"

_SENTENCE = re.compile(r"(?<=[^\W\d])\. ")

_CONTINUES = re.compile(r"\S+(?: \S+)*")
_INDENTED = re.compile(r" *(?:\d+\. )?")
_ENDS = (".", ":", ";", "!", "?", ")")
_LAST = (".", ":", "!", "?")

GENERATED, REPLIED = "auto-generated", "auto-replied"


@dataclass(frozen=True)
class OutgoingMail:
    """A mail to be written. ``html`` may name its picture as ``cid:{PICTURE}@host``.

    ``reply_to`` is the address for answers; ``stop`` is a page and an address that end all mail.
    """

    to: str
    subject: str
    text: str
    id: str
    at: float
    home: str
    kind: str = GENERATED
    reply_to: str | None = None
    in_reply_to: str = ""
    thread: str = ""
    html: str | None = None
    picture: bytes | None = None
    stop: tuple[str, str] | None = None


def new_id(host: str) -> str:
    """Return a unique Message-ID."""
    return f"<{secrets.token_hex(16)}@{host}>"


def thread_of(board: int, host: str) -> str:
    """Return the Message-ID that all mails about a board refer to, to show them as a thread."""
    return f"<board-{board}@{host}>"


def one_line(text: str, limit: int = MOST_SUBJECT) -> str:
    """Return a text as one line of printable characters for a header, cut if too long."""
    line = " ".join(printable(" ".join(text.split())).split())
    if len(line) <= limit:
        return line
    words = line[:limit].rpartition(" ")[0].rstrip(" .,;:(-\N{EN DASH}")
    return f"{words}…" if len(words) >= limit // 2 else line[: limit - 1] + "…"


def subject_of(text: str) -> str:
    """Return an answer's subject: as many whole parts of its first line as fit."""
    line = _SENTENCE.split(" ".join(text.lstrip("> \n").partition("\n")[0].split()))[0]
    while len(line) > MOST_FITTING:
        shorter = max(line.rpartition(mark)[0] for mark in (": ", "; ", ", ", " ("))
        if len(shorter) < LEAST_FITTING:
            break
        line = shorter
    if line.count("(") > line.count(")"):
        line = line.rpartition(" (")[0] or line
    return capitalized(one_line(line.rstrip(".:"), MOST_FITTING))


def wrapped(text: str) -> str:
    """Wrap a text's sentences to the width of a mail; drawings stay as they are.

    What is over at the end of a long line goes to the beginning of the next one, if the sentence
    continues there: in a paragraph that ends like one, not in a list of lines.
    """
    lines, rest = list[str](), text.split("\n")
    while rest:
        line = rest.pop(0)
        if len(line) <= WIDTH or "  " in line.strip():
            lines.append(line)
            continue
        begin = _INDENTED.match(line)
        indent = " " * (begin.end() if begin else 0)
        lines += textwrap.wrap(
            line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        if line.endswith(_ENDS) or not _goes_on(rest, indent):
            continue
        over = lines.pop() if lines[-1].startswith(indent) else ""
        rest[0] = f"{over} {rest[0].lstrip()}" if over else rest[0]
    return "\n".join(lines)


def _goes_on(rest: Sequence[str], indent: str) -> bool:
    """Return whether the next lines are the rest of a paragraph with that indent."""
    paragraph = list(takewhile(str.strip, rest))
    return bool(
        paragraph
        and paragraph[0].startswith(indent)
        and _CONTINUES.fullmatch(paragraph[0].removeprefix(indent).rstrip())
        and paragraph[-1].rstrip().endswith(_LAST)
    )


def written(mail: OutgoingMail) -> bytes:
    """Return the mail in the form it is sent."""
    to = wire_form(mail.to)
    # An address beyond ASCII has no other form; such a mail goes out by SMTPUTF8 alone.
    message = EmailMessage(policy=POLICY if to.isascii() else POLICY.clone(utf8=True))
    host = mail.home.rpartition("@")[2]
    message["From"] = f"{PROGRAM.capitalize()} <{mail.home}>"
    message["To"] = to
    message["Subject"] = _PLACE
    message["Date"] = format_datetime(datetime.fromtimestamp(mail.at, UTC))
    message["Message-ID"] = mail.id
    if mail.reply_to is not None:
        message["Reply-To"] = mail.reply_to
    if mail.in_reply_to:
        message["In-Reply-To"] = mail.in_reply_to
    elif mail.thread:
        message["In-Reply-To"] = mail.thread
    references = " ".join(filter(None, (mail.thread, mail.in_reply_to)))
    if references:
        message["References"] = references
    message["Auto-Submitted"] = mail.kind
    message["X-Auto-Response-Suppress"] = "All"
    message[SERVER_HEADER] = host
    if mail.stop is not None:
        page, address = mail.stop
        message["List-Unsubscribe"] = f"<{page}>, <mailto:{address}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(wrapped(printable(mail.text, block=True)).rstrip("\n") + "\n")
    if mail.html is not None:
        message.add_alternative(mail.html, subtype="html")
        if mail.picture is not None:
            html = message.get_body(("html",))
            assert isinstance(html, EmailMessage)
            html.add_related(
                mail.picture, "image", "png", cid=f"<{PICTURE}@{host}>", disposition="inline",
                filename=f"{PICTURE}.png",
            )  # fmt: skip
    head, blank, body = message.as_bytes().partition(b"\r\n\r\n")
    subject = f"\r\nSubject: {_folded(one_line(mail.subject))}"
    return head.replace(f"\r\nSubject: {_PLACE}".encode(), subject.encode(), 1) + blank + body


def _folded(subject: str) -> str:
    """Return a subject as a header: ASCII as it is, all else encoded as a whole.

    The policy of ``EmailMessage`` encodes word by word, and loses or doubles blanks between them.
    """
    charset = "us-ascii" if subject.isascii() else "utf-8"
    return Header(subject, charset, header_name="Subject").encode(linesep="\r\n")
