"""Text of a mail as its sender wrote it, without quotes and signature."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_FROM = (
    r"From|Von|De|Da|Van|Från|Fra|Od|Feladó|Lähettäjä|Expéditeur|Kimden|De la|Gönderen|От|Від|Από"
    r"|发件人|寄件者|差出人|보낸 사람"
)
_BESIDE = (
    r"Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviad[oa](?: el| em)?|Para"
    r"|Asunto|Fecha|Data|A|Inviato|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne"
    r"|Dato|Wysłan[oey]|Do|Temat|Odesláno|Komu|Předmět|Odoslané|Predmet|Assunto|Lähetetty|Päivämäärä"
    r"|Vastaanottaja|Aihe|Küldve|Elküldve|Címzett|Tárgy|Trimis|Către|Subiect|Gönderildi|Kime|Konu"
    r"|Отправлено|Дата|Кому|Тема|Надіслано|Στάλθηκε|Προς|Θέμα|发送时间|日期|收件人|主题|寄件日期"
    r"|收件者|主旨|送信日時|日付|宛先|件名|보낸 날짜|받는 사람|제목"
)
_HEAD = re.compile(rf"\W{{0,2}}(?:{_FROM})\s?[:：]\W{{0,2}}\s+\S.*")
_HEAD_OF_ANY = re.compile(
    r"\W{0,2}[^\W\d_][^\d<>@:：]{0,30}[:：]\W{0,2}\s+[^<]*<[^\s<>@]{1,80}@[^\s<>@]{1,250}>.*"
)
"""A line that names a person with an address, in whatever language."""
_HEAD_BESIDE = re.compile(rf"\W{{0,2}}(?:{_FROM}|{_BESIDE})\s?[:：]\W{{0,2}}\s+\S.*")
_LABELLED = re.compile(r"\W{0,2}[^\W\d_][^\d<>@:：]{0,30}[:：]\W{0,2}\s+\S.*")
_HEAD_LINES = 4
_DIVIDER = re.compile(
    r"-{3,}[^-].{2,60}[^-]-{3,}|_{10,}|-{10,}|>{3}\s.{5,200}\s>{3}"
    r"|(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)"
    r"|Début du message (?:transféré|réexpédié)|Inizio messaggio inoltrato|Inicio del mensaje "
    r"reenviado|Begin doorgestuurd bericht|Vidarebefordrat brev)\s?:"
)
_ATTRIBUTION = re.compile(
    r"(?:On|Am|Le|El|Il|Op|Den|Em|W dniu)\b.{5,300}"
    r"\b(?:wrote|schrieb|écrit|escribió|scritto|schreef|skrev|escreveu|pisze|napisał)\b.{0,200}:"
)
_ATTRIBUTION_LINES = 3
_BEGUN = re.compile(r"(?=.*\b(?:\d{4}|\d{1,2}[:.]\d{2})\b).{20,}")
"""The first line of an attribution in any language that goes on below: it has a year or a time."""
_SENT = (
    r"Sent|Gesendet|Envoyé|Enviad[oa]|Inviato|Verzonden|Verstuurd|Skickat|Sendt|Wysłan[oey]"
    r"|Lähetetty|Odesláno|Odoslané|Отправлено|Надіслано"
)
_DEVICE = (
    r"(?:iPhone|iPad|iPod|Android|Galaxy|Samsung|Huawei|Xiaomi|Pixel|Smartphone|BlackBerry|Windows"
    r"|Outlook|Mail\b|Thunderbird|Mobil|Telefon|Téléphone|Handy|GMX|WEB\.DE|K-9)"
)
_SIGNATURE = re.compile(
    rf"--\s?|Sent from my \w.{{0,40}}|(?:{_SENT})\s(?=.*{_DEVICE})[^?!]{{2,70}}"
    rf"|Von .{{0,40}}{_DEVICE}.{{0,40}} gesendet\.?|.{{0,20}}{_DEVICE}.{{0,20}}から送信"
    rf"|[发發]自.{{0,20}}{_DEVICE}.{{0,20}}"
    r"|(?:(?:Get|Holen Sie sich|Télécharge[rz]|Obtener|Obtenha o|Scarica|Hämta|Download) )?"
    r"Outlook \w{1,5} (?:iOS|Android|Mac)\b.{0,40}",
    re.IGNORECASE,
)
"""The line that begins a signature, or that a phone or a mail program puts below a text."""


ENCRYPTED = re.compile(r"^-----BEGIN PGP MESSAGE-----\s*$", re.MULTILINE)
"""The beginning of a text that only its reader's own key can open."""

_SIGNED, _SEAL, _SEALED = (
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP SIGNATURE-----",
    "-----END PGP SIGNATURE-----",
)
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]"
)
_JOINERS = re.compile(r"(?<![^\x00-\x7f\s])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f\s])")
"""Those that join nothing: between letters of some scripts and within emoji they mean something."""


def visible(text: str) -> str:
    """Return a text without characters that nobody sees, and which nobody has typed."""
    return _JOINERS.sub("", _HIDDEN.sub("", text))


def unsigned(text: str) -> str:
    """Return a text without the frame of a PGP signature (RFC 9580, 7), which is not checked."""
    lines = text.split("\n")
    marks = [line.strip() for line in lines]
    if _SIGNED not in marks:
        return text
    begin = marks.index(_SIGNED)
    head = marks.index("", begin) if "" in marks[begin:] else begin
    seal = marks.index(_SEAL, head) if _SEAL in marks[head:] else len(lines)
    end = marks.index(_SEALED, seal) if _SEALED in marks[seal:] else len(lines)
    own = [line.removeprefix("- ") for line in lines[head + 1 : seal]]
    return "\n".join([*lines[:begin], *own, *lines[end + 1 :]])


def own_words(text: str) -> str:
    """Return a mail's own text, without quotes, signature and surrounding empty lines."""
    lines = [line.rstrip("\r") for line in text.replace("\r\n", "\n").split("\n")]
    own_lines: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        bare = line.strip()
        if _SIGNATURE.fullmatch(bare) or _DIVIDER.fullmatch(bare) or _quotes_head(lines, at):
            break
        length = _attribution(lines, at)
        if length:
            if not _is_quoted_next(lines, at + length):
                break  # what follows is the quote, unmarked
            at += length
            continue
        if not _is_quoted(line):
            own_lines.append(line)
        at += 1
    return "\n".join(own_lines).strip("\n \t\ufeff\xa0")


def _is_quoted(line: str) -> bool:
    return line.lstrip(" \t").startswith((">", "|>"))


def _is_quoted_next(lines: list[str], at: int) -> bool:
    following = (line for line in lines[at : at + 5] if line.strip())
    return _is_quoted(next(following, ""))


def _quotes_head(lines: list[str], at: int) -> bool:
    """Return whether the header of another mail begins there: sender, date, recipient, subject.

    What the labels say is known in some languages; else one of them must name an address.
    """
    line = lines[at].strip()
    beside = [each.strip() for each in lines[at + 1 : at + 1 + _HEAD_LINES]]
    if _HEAD_OF_ANY.fullmatch(line) and all(map(_LABELLED.fullmatch, beside[:2])):
        return len(beside) >= 2
    if not _HEAD_BESIDE.fullmatch(line):
        return False
    named = _HEAD.fullmatch(line) or any(map(_HEAD.fullmatch, beside))
    return bool(named) and sum(bool(_HEAD_BESIDE.fullmatch(each)) for each in beside) >= 2


def _attribution(lines: list[str], at: int) -> int:
    """Return the number of lines that attribute the quote below them, or 0."""
    for length in range(1, _ATTRIBUTION_LINES + 1):
        joined = " ".join(line.strip() for line in lines[at : at + length])
        if _ATTRIBUTION.fullmatch(joined):
            return length
    bare = lines[at].strip()
    if bare.endswith((":", "：")):
        return int(len(bare) > 20 and _is_quoted_next(lines, at + 1))
    for length in range(2, _ATTRIBUTION_LINES + 1) if _BEGUN.fullmatch(bare) else ():
        parts = [line.strip() for line in lines[at : at + length]]
        if not all(parts):
            break
        if parts[-1].endswith((":", "：")) and "@" in "".join(parts):
            return length if _is_quoted_next(lines, at + length) else 0
    return 0


def unflowed(text: str, *, deleted_space: bool = False) -> str:
    """Join the lines of ``format=flowed`` (RFC 3676); ``deleted_space`` is its DelSp."""
    lines: list[str] = []
    before: int | None = None  # quote depth of the line that continues
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        words = line[depth:].removeprefix(" ")
        signature = words == "-- "
        if before == depth and lines and not signature:
            lines[-1] += words
        else:
            lines.append(">" * depth + " " * bool(depth) + words)
        goes_on = words.endswith(" ") and not signature
        if goes_on and deleted_space:
            lines[-1] = lines[-1][:-1]
        before = depth if goes_on else None
    return "\n".join(lines)


class _Reader(HTMLParser):
    """A collector of text outside quotes."""

    _BREAKS = frozenset(
        ["p", "div", "br", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "hr", "pre"]
    )
    _SKIPPED = frozenset(["script", "style", "head", "title", "blockquote", "template"])
    _VOID = frozenset(["br", "hr", "img", "meta", "link", "input", "area", "base", "col", "wbr"])
    _QUOTES = ("gmail_quote", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote", "ms-outlook")
    _ENDS = frozenset(["divRplyFwdMsg", "appendonsend", "x_divRplyFwdMsg", "mail-editor-reference"])

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._open: list[str] = []  # open tags within a skipped one
        self._ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("id") in self._ENDS:
            self._ended = True
        quoted = any(name in (attributes.get("class") or "") for name in self._QUOTES)
        if tag not in self._VOID and (self._open or quoted or tag in self._SKIPPED):
            if tag == "blockquote" and not self._open:
                self.parts.append("\n>\n")  # what stands in front may attribute it
            self._open.append(tag)
        elif tag in self._BREAKS and not self._open:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if self._open:
            if tag in self._open:  # closes unclosed tags inside it as well
                while self._open.pop() != tag:
                    pass
        elif tag in self._BREAKS and tag != "br":
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._open and not self._ended:
            self.parts.append(re.sub(r"\s+", " ", data))


def html_text(html: str) -> str:
    """Return the text of an HTML page, a line per block, without quotes."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = "".join(reader.parts).replace("\xa0", " ").split("\n")
    return "\n".join(" ".join(line.split(" ")).strip() for line in lines)
