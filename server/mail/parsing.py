"""Parsing of an incoming mail, which may be anything: its sender and its text."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_string, policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import getaddresses

from boche.engine.languages.choosing import accepted, best
from boche.engine.program import PROGRAM
from boche.server.mail.plain_text import (
    ENCRYPTED,
    html_text,
    own_words,
    unflowed,
    unsigned,
    visible,
)
from boche.server.people.mail_addresses import is_address, is_robot

MOST_BYTES = 2_097_152
"""Size limit of a mail; a mail server that asks is told not to deliver a larger one."""
READ_BYTES = 262_144
"""Bytes of a mail that are parsed: the sender's own text stands at its beginning."""
MOST_TEXT = 65_536
"""Bytes of its text that are read."""
MOST_HEADER = 2000
"""Characters of a header that are read."""
MOST_NESTED, MOST_LINES = 20, 2000
"""Nested parts, and lines of headers: no mail written by a person has more.

Each firm that a mail travels through may add a hundred lines of signatures and judgements.
"""

SERVER_HEADER = f"X-{PROGRAM.capitalize()}-Server"
"""Header of all mails of the server: one that comes back with it is in a loop."""

_NO_CHARSETS = frozenset(
    ["idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "mbcs", "oem"]
)
"""Python's codecs that no mail is written in; some take very long."""
_WIDER = {"ascii": "utf-8", "iso8859-1": "cp1252"}
"""What programs also write under the names of narrower charsets."""
_SEALED = frozenset(
    ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted",
     "multipart/encrypted", "application/ms-tnef"]
)  # fmt: skip
"""Types of parts in which a text cannot be read: S/MIME, PGP, and a format of Outlook."""
_TEXTS = ("text/plain", "text/html", "multipart/")
"""Types of parts in which the text may be: the last of them if they turn out to have no parts."""
_AWAY = re.compile(
    r"(?:auto(?:matic)?[ -]?(?:reply|response)|automatische antwort|abwesen|ich bin (?:nicht im|im "
    r"urlaub)|out of (?:the )?office|réponse automatique|absence du bureau|absen(?:t|ce) (?:du|de) "
    r"|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)"
    r"|resposta automática|automatisch antwoord|afwezig|autosvar|automatisk sva?r|automaattinen "
    r"vastaus|odpowiedź automatyczna|autoodpowiedź|automatická odpověď|автоответ|автоматический "
    r"ответ|自动回复|自動回覆|自動応答|자동 ?회신|undeliver"
    r"|delivery (?:status|failure)|returned mail|mail delivery fail|failure notice"
    r"|mail system error)"
)
_TRACES = ("auto-submitted", "list-id", "list-post", "x-autoreply", "x-autorespond",
           SERVER_HEADER.lower())  # fmt: skip
"""Headers that only programs and mailing lists write.

Mail providers put others on the mails of people: ``Feedback-ID``, ``X-Auto-Response-Suppress``.
"""
_QUOTED_NAME = re.compile(r'"(?:[^"\\]|\\.)*"(?!@)')
_BRACKETED = re.compile(r"<\s*([^<>\s]{1,250}@[^<>\s]{1,250}?)\.?\s*>")
_BARE = re.compile(r"(?<!\S)[^\s<>@,;:()\[\]\"]{1,250}@[^\s<>@,;:()\[\]\"]{1,250}(?!\S)")
_SCHEME = re.compile(r"(?i)\bmailto:")
_FOR_GOOD = re.compile(r"5\.\d{1,3}\.\d{1,3}")
_ANSWER = (
    r"\[?(?:re|aw|fwd?|fw|wg|sv|vs|vb|antw|odp|ynt|rif|res|enc|tr|rv|vl|vá|atb|doorst|i|r|hv|pd|ilt"
    r"|ответ|отв|пересл|відп|απ|σχετ|πρθ|回复|回覆|答复|转发|轉寄|返信|転送|답장|전달)"
    r"(?:\[\d+\]|\(\d+\))?\s?[:：]\]?\s*"
)
_TAG = (
    r"[\[{(][^\[\]{}()]{0,30}(?:ext|spam|junk|bulk|caution|warn|verdacht|virus)[^\[\]{}()]{0,30}[\]})]"
    r"\s*|\*{2,}\s?[^*]{1,30}\*{2,}:?\s*"
)
_MARKS = re.compile(rf"(?:{_ANSWER}|{_TAG})+", re.IGNORECASE)
"""What stands in front of a subject: marks of an answer or a forwarded mail, in many languages, and
the warnings of gateways.
"""
_ANSWERS = re.compile(_ANSWER, re.IGNORECASE)
_PLAIN = re.compile(r"\s*no\s*(?:[;(]|$)")
"""The value of ``Auto-Submitted`` on a mail of a person (RFC 3834, 5)."""
_NAMED = re.compile(rb"(?im)^message-id:\s*(<[!-;=?-~]{3,250}>)\s*$")
_BODY = re.compile(rb"\n\r?\n")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_BLANK_NAMED = re.compile(r"(?m)^([!-9;-~]{1,80})[ \t]+:")
"""The name of a header with blanks behind it, as RFC 5322 (4.5) has it from older programs."""
_MULTIPART = re.compile(rb"(?i)multipart/|message/")


@dataclass(frozen=True)
class Mail:
    """The essentials of a mail. ``key`` is unique to it, however often it comes.

    ``text`` is what its sender wrote; ``automatic`` says why it is no person's, else None. ``to``
    are the addresses it was sent to; ``id`` is its Message-ID, or empty. ``undelivered`` is the
    status (RFC 3463) it reports of a mail that failed for good. With ``cut``, it is larger than
    what is read, and its text may stand in the rest. ``subject`` is without the marks of an answer,
    and with ``answers`` it had some. ``language`` is the one its headers name, or empty. With
    ``sealed``, a part is encrypted, or in a form that only some mail programs read.
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
    sealed: bool = False


def read_mail(raw: bytes, sender: str | None = None, recipients: Sequence[str] = ()) -> Mail:
    """Read a mail. ``sender`` and ``recipients`` are the envelope's, as far as they are known.

    An empty ``sender`` is the null sender, which bounces have.
    """

    def unread(reason: str) -> Mail:
        return Mail(
            key=_hash(raw),
            sender="",
            subject="",
            text="",
            to=tuple(recipients),
            id=named,
            automatic=reason,
        )

    head, _, _ = raw[:MOST_BYTES].replace(b"\r\n", b"\n").partition(b"\n\n")
    match = _NAMED.search(head[:READ_BYTES])
    named = match[1].decode() if match else ""
    if head.count(b"\n") > MOST_LINES or len(head) > READ_BYTES:
        return unread("its headers are too many")
    if len(_MULTIPART.findall(raw[:READ_BYTES])) > MOST_NESTED:
        return unread("it has too many parts")
    try:
        message = message_from_string(_unicode(raw[:READ_BYTES]), policy=policy.default)
        text = unsigned(visible(_text(message) or _text(message, files=True)))
    except Exception as error:
        # The library raises many kinds of errors for unforeseen input; all mean the same.
        return unread(f"it cannot be read ({type(error).__name__})")
    assert isinstance(message, EmailMessage)
    written = _author(message)
    identity = _header(message, "message-id").strip()[:300]
    automatic = _automatic(message, written, sender)
    line = _one_line(visible(_header(message, "subject")))
    marks = found[0] if (found := _MARKS.match(line)) else ""
    subject, own = line[len(marks) :], own_words(text)
    same = "\n".join((identity, subject, own))  # some programs give several mails one identity
    return Mail(
        key=_hash(same.encode("utf-8", "replace")) if identity else _content_hash(message, raw),
        sender=written,
        subject=subject,
        text=own,
        to=tuple(recipients) or _recipients(message),
        id=identity if re.fullmatch(r"<[!-;=?-~]{3,250}>", identity) else "",
        automatic=automatic,
        undelivered=_undelivered(message) if automatic else "",
        cut=len(raw) > READ_BYTES,
        answers=_ANSWERS.search(marks) is not None,
        language=_language(message),
        sealed=_is_sealed(message, text),
    )


def _unicode(raw: bytes) -> str:
    """Return a mail as text for the parser: letters beyond ASCII only in its headers (RFC 6532)."""
    raw = raw.removeprefix(codecs.BOM_UTF8)
    match = _BODY.search(raw)
    at = len(raw) if match is None else match.start()
    head = raw[:at].decode("utf-8", _BY_BYTES)
    if "\n" in head:
        head = _LONE_RETURN.sub(" ", head)  # the parser ends a line there
    return _BLANK_NAMED.sub(r"\1:", head) + raw[at:].decode("ascii", "surrogateescape")


def _by_bytes(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are no UTF-8 as Windows-1252, which programs write without saying so."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return wrong.decode("cp1252", "replace"), error.end


_BY_BYTES = "windows-1252"
codecs.register_error(_BY_BYTES, _by_bytes)


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


def _author(message: EmailMessage) -> str:
    """Return the address of who wrote a mail, or empty if there is none to answer.

    The library loses an address behind a name that should have been quoted.
    """
    fields = (str(value) for name, value in message.raw_items() if name.lower() == "from")
    field = next(fields, "")[:MOST_HEADER]
    for form in (field, _unencoded(field)):  # some programs encode the address with the name
        written = _SCHEME.sub("", _QUOTED_NAME.sub(" ", visible(form)))
        bare = _BARE.findall(written)
        likely = [*_BRACKETED.findall(written), _address(_header(message, "from")), *bare[-1:]]
        if found := next(filter(is_address, likely), ""):
            return found
    return ""


def _unencoded(field: str) -> str:
    """Return a header with its encoded words (RFC 2047) decoded, as far as they can be."""
    try:
        return str(make_header(decode_header(field)))
    except (LookupError, ValueError, HeaderParseError):
        return field


def _address(text: str) -> str:
    """Return the first address in a header, or empty if there is none to answer.

    ``parseaddr`` returns the first of several, or none at all, as Python's version has it.
    """
    address = next((address.strip() for _, address in getaddresses([text])), "")
    return address if is_address(address) else ""


def _recipients(message: EmailMessage) -> tuple[str, ...]:
    headers = [_header(message, name) for name in ("delivered-to", "x-original-to", "to", "cc")]
    addresses = (address for _, address in getaddresses([header for header in headers if header]))
    return tuple(dict.fromkeys(filter(is_address, addresses)))[:50]


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
        return "it names no author"
    for name in _TRACES:
        if name in message and _PLAIN.match(_header(message, name).casefold()) is None:
            return f"it has the header {name}"
    if _header(message, "precedence").strip().casefold() in ("bulk", "list", "junk", "auto_reply"):
        return "it was sent to many"
    if message.get_content_type() == "multipart/report":
        return "it is a report"
    if is_robot(written) or is_robot(_address(sender or "")):
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


def _is_sealed(message: EmailMessage, text: str) -> bool:
    return ENCRYPTED.search(text) is not None or any(
        part.get_content_type() in _SEALED for part in message.walk()
    )


# -- text


def _text(message: EmailMessage, *, files: bool = False) -> str:
    """Return the sender's text: of the first part that has some, its plain form if it has one.

    Attachments do not count: whole mails, and files, except with ``files`` those that mail
    programs show below the text.
    """
    kind = message.get_content_type()
    if kind.startswith("message/") or message.get_content_disposition() == "attachment":
        return ""
    if message.is_multipart():
        parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
        if kind == "multipart/alternative":
            parts.sort(key=lambda part: part.get_content_type() != "text/plain")
        texts = (_text(part, files=files) for part in parts)
        return next(filter(str.strip, texts), "")
    if not kind.startswith(_TEXTS) or (message.get_filename() and not files):
        return ""
    text = _decoded(message)
    if kind == "text/html":
        return html_text(text)
    if str(message.get_param("format", "")).casefold() == "flowed":
        spaces = str(message.get_param("delsp", "")).casefold() == "yes"
        text = unflowed(text, deleted_space=spaces)
    return text


def _decoded(part: EmailMessage) -> str:
    coding = _header(part, "content-transfer-encoding")
    if coding:  # Python knows it only if nothing stands beside it
        part.replace_header("content-transfer-encoding", coding.split("(")[0].strip(" \t;\"'"))
    raw = part.get_payload(decode=True)
    data = raw[:MOST_TEXT] if isinstance(raw, bytes) else b""
    codec = _codec(part.get_content_charset() or "utf-8")
    if codec.startswith(("utf-16", "utf-32")) and b"\0" not in data:
        codec = "utf-8"  # a program has named what it keeps texts in
    codec = _WIDER.get(codec, codec)
    text = data.decode(codec, _BY_BYTES if codec == "utf-8" else "replace")
    text = text.encode("utf-8", "replace").decode()  # some codecs yield lone surrogates
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _codec(charset: str) -> str:
    """Return Python's name of a charset, or UTF-8 for one that it does not know.

    Some mail programs put ``x-`` before a name; ``-i`` and ``-e`` behind one tell the direction.
    """
    for name in (charset, charset.removeprefix("x-"), charset[:-2] if charset[-2:] in ("-i", "-e")
                 else charset):  # fmt: skip
        try:
            found = codecs.lookup(name[:40]).name.replace("_", "-")
            b"no".decode(found, "replace")  # other codecs convert no text
        except (LookupError, ValueError):
            continue
        if found not in _NO_CHARSETS:
            return found
    return "utf-8"
