"""Mails in the forms of many programs and languages: whose they are, and their own words."""

from __future__ import annotations

import pytest

from boche.server.mail.parsing import Mail, read_mail
from tests.server.mail.office import Office, mail_of

QUOTE = "> It is your move.\n> c:a1 was played.\n"
BELOW = "\nIt is your move.\nc:a1 was played.\n"
GAMES = "Games <play+abcdefghij@games.example>"


def typed(kind: str, body: str, *more: str, sender: str = "Ann <ann@example.org>") -> Mail:
    """Return a mail of one type of content as it is read."""
    head = [f"From: {sender}", "Message-ID: <1@x.example>", *more, f"Content-Type: {kind}"]
    return read_mail("\n".join([*head, "", body]).encode())


def parts(*each: str, kind: str = "mixed") -> Mail:
    """Return a mail of several parts, each with its type in the first line, as it is read."""
    body = "".join(f"--B\nContent-Type: {part}\n" for part in each)
    return typed(f'multipart/{kind}; boundary="B"', f"{body}--B--\n")


# -- quotes


@pytest.mark.parametrize(
    "line",
    [f"tors 6 dec. 2018 kl 13:30 skrev {GAMES.replace('<', '<' + chr(10))}:",
     f"czw., 6 gru 2018 o 13:30 {GAMES}\nnapisał(a):", f"2018年12月6日(木) 13:30 {GAMES}:",
     f"чт, 6 дек. 2018 г. в 13:30, {GAMES}:", f"Ter, 6 de dez de 2018 às 13:30, {GAMES}\nescreveu:",
     f"to 6. jouluk. 2018 klo 13.30 {GAMES} kirjoitti:",
     f"On 6 Dec 2018, 13:30 +0100, {GAMES}, said:\n\n"],
)  # fmt: skip
def test_the_line_above_a_quote_is_known_in_any_language(line: str) -> None:
    assert read_mail(mail_of(f"c:d3\n\n{line}\n{QUOTE}")).text == "c:d3"
    assert read_mail(mail_of(f"{line}\n{QUOTE}\nc:d3")).text == "c:d3"


@pytest.mark.parametrize(
    "labels",
    ["Från Skickat Till Ämne", "Van Verzonden Aan Onderwerp", "Da Inviato A Oggetto",
     "Od Wysłano Do Temat", "Fra Sendt Til Emne", "Od Odesláno Komu Předmět",
     "От Отправлено Кому Тема", "差出人 送信日時 宛先 件名", "*From *Sent *To *Subject",
     "Şuradan Gönderildi Kime Konu"],
)  # fmt: skip
def test_the_header_above_a_quote_is_known_in_any_language(labels: str) -> None:
    whose, when, who, what = labels.split()
    head = f"{whose}: {GAMES}\n{when}: 6.12.2018 13:30\n{who}: ann@example.org\n{what}: Your move"
    assert read_mail(mail_of(f"c:d3\n\n{head}\n{BELOW}")).text == "c:d3"


@pytest.mark.parametrize(
    "head",
    [f"Gesendet: Donnerstag, 6. Dezember 2018\nVon: {GAMES}\nAn: ann@example.org\nBetreff: x",
     f"From:    {GAMES}\nTo:      ann@example.org\nDate:    06-12-2018\nSubject:       x",
     f">>> {GAMES} 06.12.2018 13:30 >>>", f"Begin forwarded message:\n\nFrom: {GAMES}\nTo: b@c.de",
     f"Anfang der weitergeleiteten Nachricht:\n\nVon: {GAMES}"],
)  # fmt: skip
def test_headers_in_another_order_or_width_are_known(head: str) -> None:
    assert read_mail(mail_of(f"c:d3\n\n{head}\n{BELOW}")).text == "c:d3"


@pytest.mark.parametrize(
    "line",
    ["Von meinem iPhone gesendet", "Von meinem/meiner Galaxy gesendet", "Envoyé de mon iPhone",
     "Inviato da iPhone", "Skickat från min iPhone", "Verstuurd vanaf mijn Samsung-telefoon",
     "Sent with Proton Mail secure email.", "Sent from Yahoo Mail on Android",
     "Gesendet mit der GMX Mail App", "Outlook für iOS beziehen", "Holen Sie sich Outlook für iOS",
     "Télécharger Outlook pour Android", "Отправлено из мобильной Почты Mail.ru",
     "iPhoneから送信", "发自我的iPhone"],
)  # fmt: skip
def test_what_a_phone_puts_below_a_text_is_left_out(line: str) -> None:
    assert read_mail(mail_of(f"chat: well played\n\n{line}\n")).text == "chat: well played"


@pytest.mark.parametrize(
    "text",
    ["my plans:\nfirst: take a1\nthen: take b1\nlast: win", "From here: I see\nSent: no\nTo: you",
     "On the road, Kerouac wrote it in three weeks:\nnice", "I sent you a picture by mail",
     "Sent it to your phone?", "in 1851 Kieseritzky lost this game:\nhttps://x.example/1",
     "write to me\nmail: ann@example.org\nthen: take b1", "Outlook is good for you, I fear"],
)  # fmt: skip
def test_what_only_looks_like_a_quote_or_a_signature_stays(text: str) -> None:
    assert read_mail(mail_of(f"chat: {text}")).text == f"chat: {text}"


@pytest.mark.parametrize(
    "quote",
    ["<div>Понедельник, 1 января 2024, 10:00 от Games &lt;play@games.example&gt;:</div>",
     "<p>Pe lun., 1 ian. 2024, Games &lt;play@games.example&gt; a scris:</p>"],
)  # fmt: skip
def test_the_line_above_a_quote_in_html(quote: str) -> None:
    below = f"{quote}<blockquote>resign</blockquote>"
    assert typed("text/html", f"<p>c:d3</p>{below}").text == "c:d3"
    assert typed("text/html", f"{below}<p>c:d3</p>").text == "c:d3"


# -- parts

HTML = "text/html\n\n<p>c:d3</p>"
FORWARDED = "message/rfc822\n{0}\nFrom: a@b.example\nSubject: x\n\nresign\n"


@pytest.mark.parametrize(
    "beside",
    ["text/plain\n\nresign: checked for viruses", FORWARDED.format(""),
     FORWARDED.format("Content-Disposition: attachment\n"), 'text/plain; name="a.txt"\n\nresign',
     'text/plain\nContent-Disposition: inline; filename="a.txt"\n\nresign'],
)  # fmt: skip
def test_nothing_below_the_text_is_taken_for_it(beside: str) -> None:
    assert parts(HTML, beside).text == "c:d3"
    assert parts("text/plain\n\nc:d3", beside).text == "c:d3"


def test_a_mail_attached_whole_is_no_answer() -> None:
    assert parts("text/plain\n\n", FORWARDED.format("")).text == ""
    assert typed("message/rfc822", "From: a@b.example\n\nresign\n").text == ""


def test_a_text_that_comes_as_a_file_alone_is_read() -> None:
    shown = 'text/plain; name="text_0.txt"\nContent-Disposition: inline; filename="text_0.txt"'
    assert parts("image/gif\n\nR0lG", f"{shown}\n\nc:d3").text == "c:d3"


def test_the_plain_form_is_read_wherever_it_stands() -> None:
    assert parts(HTML, "text/plain\n\nc:d3\n\nplain", kind="alternative").text.endswith("plain")


@pytest.mark.parametrize(
    ("kind", "more", "body"),
    [("text/plain", "Content-Transfer-Encoding: quoted-printable ", "c=3Ad3"),
     ("text/plain", "Content-Transfer-Encoding: base64;", "YzpkMw=="),
     ("text/plain", "Content-Transfer-Encoding: Base64 (text)", "YzpkMw=="),
     ("text/plain; charset=utf-16", "X-A: b", "c:d3"), ("multipart/mixed", "X-A: b", "c:d3"),
     ("text/plain; charset=us-ascii (Plain text)", "X-A: b", "c:d3")],
)  # fmt: skip
def test_labels_that_are_nearly_right_are_understood(kind: str, more: str, body: str) -> None:
    assert typed(kind, body, more).text == "c:d3"


# -- who and what


@pytest.mark.parametrize(
    "sender",
    ["Lee, Ann <ann@example.org>", '"Ann" ann@example.org', "Ann; <ann@example.org>",
     "'ann@example.org' <ann@example.org>", "Ann@Work <ann@example.org>",
     '"Ann <a@b.example>" <ann@example.org>', "Ann < ann@example.org >", "<ann@example.org.>",
     "=?utf-8?q?Lee=2C_Ann?= <ann@example.org>", "ann@example.org (Lee, Ann)"],
)  # fmt: skip
def test_the_address_is_found_behind_any_name(sender: str) -> None:
    mail = typed("text/plain", "c:d3", sender=sender)
    assert (mail.sender, mail.automatic) == ("ann@example.org", None)


@pytest.mark.parametrize(
    "sender",
    ["=?utf-8?q?J=C3=B6rg_=3Cann=40example=2Eorg=3E?=", "Ann <mailto:ann@example.org>",
     "Ann <ann@example.org\N{ZERO WIDTH SPACE}>", "An\rn <ann@example.org>"],
)  # fmt: skip
def test_an_address_that_was_dressed_up_is_found(sender: str) -> None:
    raw = f"To: play@games.example\nFrom: {sender}\nSubject: help\n\nc:d3\n".encode()
    mail = read_mail(raw)
    assert (mail.sender, mail.subject, mail.automatic) == ("ann@example.org", "help", None)


@pytest.mark.parametrize("charset", ["latin-1", "utf-8"])
@pytest.mark.parametrize(
    "sender",
    ["Jörg <jörg@example.org>", '"Müller, Jörg" <jörg@example.org>', "jörg@example.org (Jörg)",
     "Jörg jörg@example.org", "jörg@example.org"],
)  # fmt: skip
def test_raw_letters_in_headers_are_read(charset: str, sender: str) -> None:
    head = f"From: {sender}\nTo: play@games.example\nSubject: für jörg\nMessage-ID: <1@x.example>"
    mail = read_mail(f"{head}\n\nc:d3\n".encode(charset))
    assert (mail.sender, mail.subject, mail.text) == ("jörg@example.org", "für jörg", "c:d3")
    assert mail.automatic is None


def test_the_domain_of_a_raw_address_is_read() -> None:
    mail = read_mail(mail_of("c:d3", sender="Jörg <j@müller.example>").decode().encode("latin-1"))
    assert mail.sender == "j@müller.example"


@pytest.mark.parametrize(
    ("label", "charset"),
    [("utf-8", "latin-1"), ("utf-8", "cp1252"), ("us-ascii", "utf-8"), ("us-ascii", "cp1252"),
     ("iso-8859-1", "cp1252"), ("", "utf-8"), ("", "cp1252")],
)  # fmt: skip
def test_letters_of_another_charset_than_the_one_named_are_read(label: str, charset: str) -> None:
    kind = f"text/plain; charset={label}" if label else "text/plain"
    text = "chat: für „5 €“" if charset != "latin-1" else "chat: für fünf"
    raw = f"From: a@b.example\nContent-Type: {kind}\n\n{text}\n".encode(charset)
    assert read_mail(raw).text == text


@pytest.mark.parametrize(
    "change",
    [("From:", "From :"), ("Subject:", "Subject\t:"), ("From:", "\N{BYTE ORDER MARK}From:")],
)
def test_headers_written_oddly_are_read(change: tuple[str, str]) -> None:
    raw = mail_of("c:d3", subject="help").decode().replace(*change, 1).encode()
    mail = read_mail(raw)
    assert (mail.sender, mail.subject, mail.text) == ("ann@example.org", "help", "c:d3")


@pytest.mark.parametrize(
    ("before", "answers"),
    [("[EXTERNAL] ", False), ("***SPAM*** ", False), ("Re: [EXT] ", True),
     ("[Suspected Spam] Re: ", True), ("回复：", True), ("Ответ: ", True), ("Vá: ", True)],
)  # fmt: skip
def test_marks_in_front_of_a_subject(before: str, answers: bool) -> None:
    mail = read_mail(mail_of("x", subject=f"{before}boche show 17"))
    assert (mail.subject, mail.answers) == ("boche show 17", answers)


@pytest.mark.parametrize(
    "subject",
    ["Abwesend: Your move", "Risposta automatica: x", "Automatisch antwoord: x", "自动回复: x",
     "Autosvar: x", "Автоответ: x", "failure notice", "Absence du bureau"],
)  # fmt: skip
def test_who_is_away_or_gone_in_other_languages(subject: str) -> None:
    assert read_mail(mail_of("I am away", subject=subject)).automatic is not None


def test_two_mails_with_one_identity_are_both_done(office: Office) -> None:
    number, _, bob = office.desk.board()
    assert office.send("c:a1", to=office.address(number, 0), identity="<1@x.example>") == "done"
    office.desk.do(f"boche move {number} c:b2", user=bob)
    to = office.address(number, 0)
    assert office.send("c:c1", to=to, identity="<1@x.example>") == "done"
    assert office.send("c:c1", to=to, identity="<1@x.example>") == "again"
    assert office.moves(number) == ("c:a1", "c:b2", "c:c1")
