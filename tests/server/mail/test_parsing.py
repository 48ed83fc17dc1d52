"""Mails as different programs write them: the sender's own text without the quotes."""

from __future__ import annotations

import pytest

from boche.server.mail.parsing import MOST_TEXT, READ_BYTES, Mail, read_mail
from tests.server.mail.office import SAMPLES, mail_of


def sample(name: str) -> Mail:
    return read_mail((SAMPLES / f"{name}.eml").read_bytes())


@pytest.mark.parametrize(
    "name",
    ["mutt", "top-quoted", "apple-mail", "apple-phone", "outlook-desktop", "outlook-block",
     "outlook-web-html-only", "gmail", "gmail-html-only", "phone-unmarked-quote"],
)  # fmt: skip
def test_the_move_is_read_and_the_one_in_the_quote_is_not(name: str) -> None:
    mail = sample(name)
    assert mail.text.split("\n")[0] == "c:d3"
    assert "c:a1" not in mail.text
    assert (mail.sender, mail.automatic) == ("ann@example.org", None)


@pytest.mark.parametrize("ending", [b"\r\n", b"\n"])
def test_lines_may_end_either_way(ending: bytes) -> None:
    raw = (SAMPLES / "gmail.eml").read_bytes().replace(b"\n", ending)
    assert read_mail(raw).text == "c:d3"


def test_flowed_lines_are_one_line() -> None:
    text = sample("thunderbird-flowed").text
    assert text.startswith("chat: That was a move")
    assert text.endswith("at the board for a long time before I understood what it is good for.")
    assert "\n" not in text


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("encoded-subject", "boche show 17"),
        ("folded-subject",
         "boche challenge -size=4 -kill=0 --nagtime=7 --forfeittime=21 --unrated "
         "ann.example.of.the.long.names.that.there.are.here "
         "bob.example.of.the.long.names.that.there.are.here"),
        ("encoded-folded-subject", "boche chat 17 Zoë correct-horse"),
    ],
)  # fmt: skip
def test_subjects_are_read_whole(name: str, subject: str) -> None:
    assert sample(name).subject == subject


def test_letters_of_other_scripts_and_of_none() -> None:
    assert sample("encoded-folded-subject").text == "Schön gespielt!"
    assert sample("koi8").text == "chat Хороший ход"
    assert sample("bad-charset").text == "Grüße"


def test_a_signature_ends_it() -> None:
    assert sample("multiple").text == "boche show 17\nhelp move"
    assert sample("body-command").text.endswith("The second paragraph.")


@pytest.mark.parametrize("name", ["away", "list", "bounce"])
def test_what_no_person_sent_is_told(name: str) -> None:
    assert sample(name).automatic is not None


@pytest.mark.parametrize(
    "header",
    ["Auto-Submitted: auto-generated", "Precedence: bulk", "Precedence: Junk", "List-Id: <a.b>",
     "Return-Path: <>", "X-Boche-Server: elsewhere", "X-Autoreply: yes", "X-Autorespond: back",
     "Auto-Submitted: auto-replied; owner-email=x", "Subject: Out of office: back on Monday"],
)  # fmt: skip
def test_each_sign_of_a_program(header: str) -> None:
    assert read_mail(mail_of("resign", extra=[header])).automatic is not None


@pytest.mark.parametrize(
    "sender",
    ["MAILER-DAEMON@example.org", "no-reply@example.org", "noreply+7@example.org",
     "do_not_reply@example.org", "nobody at all", "", "<>", "a@example.org, b@example.org\n c"],
)  # fmt: skip
def test_senders_that_nobody_answers(sender: str) -> None:
    mail = read_mail(mail_of("resign", sender=sender))
    assert mail.automatic is not None or mail.sender == "a@example.org"


@pytest.mark.parametrize(
    "sender",
    ["a@example.org, b@example.org", "Ann <a@example.org>, Bob <b@example.org>",
     "a@example.org, b@example.org c"],
)  # fmt: skip
def test_the_first_of_several_senders_is_answered(sender: str) -> None:
    assert read_mail(mail_of("resign", sender=sender)).sender == "a@example.org"


def test_the_null_sender_of_an_envelope() -> None:
    assert read_mail(mail_of("resign"), "").automatic is not None
    assert read_mail(mail_of("resign"), "ann@example.org").automatic is None
    assert read_mail(mail_of("resign", extra=["Auto-Submitted: no"])).automatic is None


def test_a_mail_is_known_again_by_its_id_or_else_by_what_it_says() -> None:
    one, traced = mail_of("c:d3"), b"Received: from somewhere\n" + mail_of("c:d3")
    assert read_mail(one).key == read_mail(traced).key
    none = mail_of("c:d3", identity="")
    again = b"Received: from elsewhere\nDelivered-To: play@games.example\n" + none
    assert read_mail(none).key == read_mail(again).key
    assert read_mail(none).key != read_mail(mail_of("c:d4", identity="")).key
    assert read_mail(one).key != read_mail(mail_of("c:d3", identity="<other@example.org>")).key


def test_ten_thousand_parts() -> None:
    part = b"--x\nContent-Type: text/plain\n\nc:d3\n"
    head = b"From: ann@example.org\nContent-Type: multipart/mixed; boundary=x\n\n"
    assert read_mail(head + part * 10_000 + b"--x--\n").text == "c:d3"
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (n, n)
                      for n in range(10_000))  # fmt: skip
    deep = read_mail(b"From: ann@example.org\n" + nested + b"\nc:d3\n")
    assert (deep.text, deep.automatic) == ("", "it has too many parts")


def test_no_more_is_read_than_anybody_writes() -> None:
    assert len(read_mail(mail_of("x" * 500_000)).text) <= MOST_TEXT
    many = read_mail(mail_of("c:d3", extra=[f"X-A{n}: b" for n in range(10_000)]))
    assert many.automatic is not None
    late = read_mail(mail_of("c:d3", extra=["X-A: " + "b" * READ_BYTES]))
    assert late.text == ""
    assert len(read_mail(mail_of("c:d3", subject="s" * 100_000)).subject) <= 2000


@pytest.mark.parametrize(
    "raw",
    [b"", b"\n\n", b"\0", b"From: " + b"(" * 5000 + b"\n\nx", b"From: a@b\nContent-Type: \n\nx",
     b"Content-Type: text/plain; charset*=x'y'%ff\nFrom: a@b.c\n\nx",
     b"From: =?utf-8?B?////?= <a@b.c>\nSubject: =?x?Q?=FF?= =?utf-8?q?=?=\n\nx",
     b"From: a@b.c\nContent-Type: text/plain; charset=idna\n\n" + b"\xff" * 1000,
     b"From: a@b.c\nContent-Type: multipart/mixed\n\nx",
     b"From: a@b.c\nContent-Transfer-Encoding: base64\n\n=====\xff",
     b"From: a@b.c\nContent-Type: message/rfc822\n\nFrom: b@c.d\n\nresign",
     b"\xff\xfe: \xff\n\n\xff"],
)  # fmt: skip
def test_what_is_no_mail_does_no_harm(raw: bytes) -> None:
    mail = read_mail(raw)
    assert mail.automatic is not None or mail.sender
    assert mail.subject.isprintable() or not mail.subject
