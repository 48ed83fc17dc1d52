"""Parsing of an incoming mail, which may be anything: its sender and its text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses, parseaddr

from boche.engine.languages.choosing import accepted, best
from boche.engine.program import PROGRAM
from boche.server.mail.plain_text import html_text, own_words, unflowed

MOST_BYTES = 2_097_152
"""Size limit of a mail; a mail server that asks is told not to deliver a larger one."""
READ_BYTES = 262_144
"""Bytes of a mail that are parsed: the sender's own text stands at its beginning."""
MOST_TEXT = 65_536
"""Bytes of its text that are read."""
MOST_HEADER = 2000
"""Characters of a header that are read."""
MOST_NESTED, MOST_LINES = 20, 500
"""Nested parts, and lines of headers: no mail written by a person has more."""

SERVER_HEADER = f"X-{PROGRAM.capitalize()}-Server"
"""Header of all mails of the server: one that comes back with it is in a loop."""

_CHARSET = re.compile(
    r"(?:us-)?ascii|utf-?(?:8|16|32)(?:[lb]e)?|iso-?8859-\d+|latin-?1|windows-\d+|cp\d+|koi8-[ru]"
    r"|gb(?:k|2312|18030)|big5(?:-?hkscs)?|shift_?jis|euc-(?:jp|kr)|iso-2022-(?:jp|kr)"
)
_ROBOTS = re.compile(
    r"(?:mailer-?daemon|postmaster|no-?reply|do-?not-?reply|bounces?|listserv|majordomo|owner"
    r"|root|daemon|nobody)(?:[-+=.].*)?|.*-(?:request|owner|bounces?|admin)|owner-.*"
)
_AWAY = re.compile(
    r"(?:auto(?:matic)?[ -]?(?:reply|response)|automatische antwort|abwesenheit|out of (?:the )?"
    r"office|réponse automatique|respuesta automática|undeliver|delivery status|returned mail"
    r"|mail delivery fail)"
)
_TRACES = ("auto-submitted", "x-auto-response-suppress", "list-id", "list-post", "x-autoreply",
           "x-autorespond", "x-loop", "feedback-id", SERVER_HEADER.lower())  # fmt: skip
_FOR_GOOD = re.compile(r"5\.\d{1,3}\.\d{1,3}")
_ANSWERS = re.compile(
    r"(?:\[?(?:re|aw|fwd?|wg|sv|vs|vb|antw|odp|ynt|rif|res|enc|tr|rv|i|r)(?:\[\d+\]|\(\d+\))?\s?:\]?"
    r"\s*)+",
    re.IGNORECASE,
)
"""Marks of an answer or a forwarded mail in front of a subject, in many languages."""
_MULTIPART = re.compile(rb"(?i)multipart/|message/")
_ADDRESS = re.compile(r"[^\s@<>\"',;:()\[\]\\]+@[^\s@<>\"',;:()\[\]\\]+")


@dataclass(frozen=True)
class Mail:
    """The essentials of a mail. ``key`` is unique to it, however often it comes.

    ``text`` is what its sender wrote; ``automatic`` says why it is no person's, else None. ``to``
    are the addresses it was sent to; ``id`` is its Message-ID, or empty. ``undelivered`` is the
    status (RFC 3463) it reports of a mail that failed for good. With ``cut``, it is larger than
    what is read, and its text may stand in the rest. ``subject`` is without the marks of an answer,
    and with ``answers`` it had some. ``language`` is the one its headers name, or empty.
    """

    key: str
    sender: str
    subject: str
    text: str
    to: tuple[str, ...]
    id: str
    automatic: str | None
    undelivered: str = ""
    cut: bool = False
    answers: bool = False
    language: str = ""


def read_mail(raw: bytes, sender: str | None = None, recipients: Sequence[str] = ()) -> Mail:
    """Read a mail. ``sender`` and ``recipients`` are the envelope's, as far as they are known.

    An empty ``sender`` is the null sender, which bounces have.
    """

    def unread(reason: str) -> Mail:
        return Mail(_hash(raw), "", "", "", tuple(recipients), "", reason)

    head, _, _ = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    if head.count(b"\n") > MOST_LINES or len(head) > READ_BYTES:
        return unread("its headers are too many")
    if len(_MULTIPART.findall(raw[:READ_BYTES])) > MOST_NESTED:
        return unread("it has too many parts")
    try:
        message = message_from_bytes(raw[:READ_BYTES], policy=policy.default)
        text = _text(message)
    except Exception as error:
        # The library raises many kinds of errors for unforeseen input; all mean the same.
        return unread(f"it cannot be read ({type(error).__name__})")
    assert isinstance(message, EmailMessage)
    written = _address(_header(message, "from"))
    identity = _header(message, "message-id").strip()[:300]
    automatic = _automatic(message, written, sender)
    line = _one_line(_header(message, "subject"))
    subject = _ANSWERS.sub("", line, count=1) if _ANSWERS.match(line) else line
    return Mail(
        _hash(identity.encode("utf-8", "replace")) if identity else _content_hash(message, raw),
        written, subject, own_words(text),
        tuple(recipients) or _recipients(message),
        identity if re.fullmatch(r"<[!-;=?-~]{3,250}>", identity) else "", automatic,
        _undelivered(message) if automatic else "", len(raw) > READ_BYTES,
        subject != line, _language(message),
    )  # fmt: skip


def _header(message: EmailMessage, name: str) -> str:
    """Return a header as text, empty if missing or unreadable."""
    try:
        value = message.get(name)
        return "" if value is None else str(value)[:MOST_HEADER]
    except Exception:
        return ""


def _language(message: EmailMessage) -> str:
    """Return the language a mail is in or asks for, if it is one that there is; else empty."""
    wanted = [*accepted(_header(message, "content-language")),
              *accepted(_header(message, "accept-language"))]  # fmt: skip
    return best(wanted, "")


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _address(text: str) -> str:
    """Return the single address in a header, or empty if there is none to answer."""
    address = parseaddr(text)[1].strip()
    if len(address) > 200 or not address.isascii() or not _ADDRESS.fullmatch(address):
        return ""
    return address


def _recipients(message: EmailMessage) -> tuple[str, ...]:
    headers = [_header(message, name) for name in ("delivered-to", "x-original-to", "to", "cc")]
    addresses = (address for _, address in getaddresses([header for header in headers if header]))
    return tuple(dict.fromkeys(filter(_ADDRESS.fullmatch, addresses)))[:50]


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _content_hash(message: EmailMessage, raw: bytes) -> str:
    """Hash the parts of a mail that do not depend on the way it travelled."""
    named = "\n".join(_header(message, name) for name in ("from", "to", "date", "subject"))
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    return _hash(named.encode("utf-8", "replace") + b"\n\n" + body)


def _automatic(message: EmailMessage, written: str, sender: str | None) -> str | None:
    """Return the reason not to answer a mail as a person's, or None."""
    path = _header(message, "return-path").strip()
    if sender == "" or path == "<>":
        return "it has no sender: a bounce"
    if not written:
        return "nobody is named as its author"
    for name in _TRACES:
        if name in message and _header(message, name).strip().casefold() != "no":
            return f"it has the header {name}"
    if _header(message, "precedence").strip().casefold() in ("bulk", "list", "junk", "auto_reply"):
        return "it was sent to many"
    if message.get_content_type() == "multipart/report":
        return "it is a report"
    for address in (written, _address(sender or "")):
        if _ROBOTS.fullmatch(address.partition("@")[0].casefold()):
            return "a program sent it"
    if _AWAY.match(_header(message, "subject").strip().casefold()):
        return "somebody is away, or it could not be delivered"
    return None


def _undelivered(message: EmailMessage) -> str:
    """Return the status of the first permanently failed delivery (RFC 3464), or empty."""
    for part in message.walk():
        blocks = part.get_payload() if part.get_content_type() == "message/delivery-status" else []
        for block in filter(lambda block: isinstance(block, EmailMessage), blocks):
            failed = _header(block, "action").strip().casefold() == "failed"
            match = _FOR_GOOD.match(_header(block, "status").strip())
            if failed and match:
                return match[0]
    return ""


# -- text


def _text(message: EmailMessage) -> str:
    """Return the first plain text part, or else the first HTML part as text."""
    html: EmailMessage | None = None
    for part in message.walk():
        kind = part.get_content_type()
        if part.is_multipart() or part.get_content_disposition() == "attachment":
            continue
        if kind == "text/plain":
            text = _decoded(part)
            if str(part.get_param("format", "")).casefold() == "flowed":
                spaces = str(part.get_param("delsp", "")).casefold() == "yes"
                text = unflowed(text, deleted_space=spaces)
            if text.strip():
                return text
        elif kind == "text/html" and html is None:
            html = part
    return "" if html is None else html_text(_decoded(html))


def _decoded(part: EmailMessage) -> str:
    raw = part.get_payload(decode=True)
    data = raw[:MOST_TEXT] if isinstance(raw, bytes) else b""
    charset = (part.get_content_charset() or "utf-8").casefold()
    if not _CHARSET.fullmatch(charset):
        charset = "utf-8"
    try:
        text = data.decode(charset, "replace")
    except (LookupError, UnicodeError):
        text = data.decode("utf-8", "replace")
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")
