"""Whoever may sign up is heard, whatever their mail provider and their program put on a mail."""

from __future__ import annotations

import logging

import pytest

from boche.server.commands.accounts import check_address
from boche.server.errors import BadRequestError
from boche.server.mail.parsing import read_mail
from boche.server.people import mailboxes
from boche.server.people.mail_addresses import key_of, wire_form
from tests.server.desk import PASSWORD
from tests.server.mail.office import HOME, HOST, Mailer, Office, mail_of, text_of

# -- what is a program's mail


@pytest.mark.parametrize(
    "header",
    ["Feedback-ID: i01234567:Fastmail", "X-Auto-Response-Suppress: DR, OOF, AutoReply",
     "X-Loop: ann@example.org", "Auto-Submitted: no", "Auto-Submitted: No (by hand)",
     "Auto-Submitted: no; by=hand", "Precedence: first-class", "List-Unsubscribe: <mailto:a@b.c>",
     "X-Mailer: PHPMailer", "Return-Receipt-To: ann@example.org",
     "X-MS-Exchange-Inbox-Rules-Loop: ann@example.org", "X-Spam-Flag: YES"],
)  # fmt: skip
def test_what_providers_add_says_nothing(office: Office, header: str) -> None:
    number, _, _ = office.desk.board()
    assert "resigned" in office.answered("resign", to=office.address(number, 0), extra=[header])


@pytest.mark.parametrize(
    "header",
    ["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <a.b>", "Return-Path: <>",
     "Subject: Automatic reply: Your move"],
)  # fmt: skip
def test_a_legal_move_at_the_address_of_its_turn_is_played_in_any_mail(
    office: Office, header: str
) -> None:
    number, _, _ = office.desk.board()
    to = office.address(number, 0)
    for text in ("I am away until Monday", "resign", "c:z9", "undo", "accept"):
        assert office.send(text, to=to, extra=[header]).startswith("ignored")
    assert office.moves(number) == ()
    assert office.send("c:a1", to=to, extra=[header]) == "done"
    assert office.moves(number) == ("c:a1",)
    assert office.send("c:b2", to=to, extra=[header]).startswith("ignored"), "it is bob's turn"


@pytest.mark.parametrize("sender", ["", "mailer-daemon@example.org", "nobody at all"])
def test_a_move_needs_no_sender(office: Office, sender: str) -> None:
    number, _, _ = office.desk.board()
    to = office.address(number, 0)
    envelope = sender if "@" in sender or not sender else None
    office.send("c:a1", to=to, sender=sender, envelope=envelope)
    assert office.moves(number) == ("c:a1",)


def test_a_move_at_a_forged_address_is_ignored(office: Office) -> None:
    number, _, _ = office.desk.board()
    token = office.address(number, 0).partition("@")[0]
    wrong = [token[:-1] + last for last in "234" if last != token[-1]]
    for to in (*(f"{each}@games.example" for each in wrong), "play+1@games.example"):
        said = office.send("c:a1", to=to, extra=["Auto-Submitted: auto-replied"])
        assert said.startswith("ignored")
    assert office.moves(number) == ()


def test_what_is_dropped_is_in_the_log_without_what_it_says(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "boche")
    office.send("secret", sender="Zoe <zoe@example.org>", identity="<7@mail.example>",
                extra=["Auto-Submitted: auto-replied"])  # fmt: skip
    assert "mail <7@mail.example> is ignored: it has the header auto-submitted" in caplog.text
    assert "secret" not in caplog.text
    assert "zoe" not in caplog.text
    caplog.clear()
    office.post.take(mail_of("x", identity="<8@mail.example>", extra=["X-A: b"] * 3000))
    assert "mail <8@mail.example> is ignored: its headers are too many" in caplog.text
    caplog.clear()
    office.send("x", identity="", extra=["Return-Path: <>"])
    assert "mail without Message-ID is ignored: it has no sender: a bounce" in caplog.text


# -- addresses


@pytest.mark.parametrize(
    "address",
    ["o'neil@example.org", "owner@bakery.example", "ann-admin@club.example", "root@home.example",
     "bounce.tigger@example.org", "nobody.x@example.org", "postmaster@home.example",
     "ann+boche@example.org", "Ann.O'Neil+1@Example.ORG", "änn@example.org", "ann@bücher.example",
     "δοκιμή@παράδειγμα.example", "games-request@example.org", "a!b#c$d%e&f@example.org",
     "listserv@example.org", "ann@xn--bcher-kva.example", "x=y/z?{|}~^`*@example.org"],
)  # fmt: skip
def test_who_can_sign_up_is_heard(mailer: Mailer, address: str) -> None:
    ann = mailer.desk.person("ann")
    assert check_address(address) == address
    mailer.desk.do(f"change address ann {PASSWORD} {address}", user=ann)
    ((to, ask),) = mailer.carried()
    assert to == wire_form(address)
    assert read_mail(mail_of("e4", sender=f"Ann <{address}>"), address).automatic is None
    assert mailer.send("yes", sender=f"Ann <{address.upper()}>", to=ask["Reply-To"]) == "done"
    assert mailer.store.read(lambda each: mailboxes.has(each, ann.id, address.lower()))


@pytest.mark.parametrize(
    "address",
    ["no-reply@example.org", "MAILER-DAEMON@example.org", "ann@example", "ann@.", "ann", "@a.b",
     "a b@example.org", "ann@a..b\u00fc.", "ann@\u2474.example", "ann@-ü-.example",
     "ann@ex ample.org",
     "a\u202eb@example.org", "<ann@example.org>", "ann@example.org,bob@example.org",
     "ann@" + "ü" * 70 + ".example", "a" * 200 + "@example.org"],
)  # fmt: skip
def test_who_could_not_be_heard_cannot_sign_up(address: str) -> None:
    with pytest.raises(BadRequestError):
        check_address(address)


def test_two_ways_to_write_an_address_are_one() -> None:
    assert key_of("Ann@BÜCHER.example") == key_of("ann@xn--bcher-kva.example")
    assert key_of("a\u0308nn@example.org") == key_of("änn@example.org")
    assert key_of("Ann@Example.ORG") == "ann@example.org"


def test_an_answer_may_come_from_the_other_form_of_a_domain(mailer: Mailer) -> None:
    ann = mailer.desk.person("ann")
    mailer.desk.do(f"change address ann {PASSWORD} ann@bücher.example", user=ann)
    ((_, ask),) = mailer.carried()
    assert ask["To"] == "ann@xn--bcher-kva.example"
    mailer.send("yes", sender="ann@xn--bcher-kva.example", to=ask["Reply-To"])
    assert mailer.store.read(lambda each: mailboxes.has(each, ann.id, "ANN@Bücher.example"))


# -- what is hard to read


@pytest.mark.parametrize(
    "text",
    ["\u200bc:a1\u200b", "\ufeffc:a1", "c:\u00ada1", "\u200e\u200bc:a1\u200f", "\u2066c:a1\u2069",
     "\u202ac:a1\u202c\u2060", "\u200d\u200bc:a1\u200c", "\u200b\u200d\u200b\n\u200bc:a1",
     "c\u034f:a1",
     "\u061cc:a1", "c:a1\u200b\n\u200b> c:b2\n\u200b-- \nAnn"],
)  # fmt: skip
def test_what_nobody_sees_is_not_there(office: Office, text: str) -> None:
    number, _, _ = office.desk.board()
    assert "c:a1 played" in office.answered(text, to=office.address(number, 0))


def test_invisible_characters_in_a_subject(office: Office) -> None:
    assert "Options:" in office.answered(subject="\u200bRe\u200b: help\u00ad che")


@pytest.mark.parametrize("text", ["👩\u200d🚀 good luck", "می\u200cخواهم", "क\u094d\u200dष"])
def test_joiners_that_mean_something_stay(text: str) -> None:
    assert read_mail(mail_of(text)).text == text


SIGNED = """\
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA512

{text}
-----BEGIN PGP SIGNATURE-----

iQIz
-----END PGP SIGNATURE-----
"""


@pytest.mark.parametrize(
    "text",
    [SIGNED, SIGNED.replace("Hash: SHA512\n", ""), SIGNED.replace("\n", "\r\n"),
     SIGNED.replace("Hash: SHA512", "Hash: SHA256\nCharset: utf-8"),
     SIGNED.partition("-----BEGIN PGP SIGNATURE")[0], SIGNED + "\n-- \na list",
     SIGNED.replace("{text}", "{text}\n\n- -- \nAnn"), SIGNED.replace("{text}", "{text}\n> c:b2")],
)  # fmt: skip
def test_a_signature_by_pgp_is_no_hindrance(office: Office, text: str) -> None:
    number, _, _ = office.desk.board()
    said = office.answered(text.replace("{text}", "c:a1"), to=office.address(number, 0))
    assert "c:a1 played" in said


def test_signed_lines_that_begin_with_a_hyphen() -> None:
    assert read_mail(mail_of(SIGNED.replace("{text}", "help\n- - one"))).text == "help\n- one"


def typed(kind: str, body: str = "MIIB") -> bytes:
    head = (
        f"From: ann@example.org\nTo: {{to}}\nMessage-ID: <1@x>\nSubject: Re: x\n{kind}\n\n{body}\n"
    )
    return head.encode()


SEALED = [
    typed("Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"),
    typed("Content-Type: application/x-pkcs7-mime; smime-type=enveloped-data"),
    typed("Content-Type: multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"",
          "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\n"
          "Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--b--"),
    typed("Content-Type: text/plain", "-----BEGIN PGP MESSAGE-----\n\nhQEMA"),
    typed("Content-Type: application/ms-tnef; name=winmail.dat"),
]  # fmt: skip


@pytest.mark.parametrize("raw", SEALED)
def test_what_cannot_be_read_is_answered_by_what_to_do(office: Office, raw: bytes) -> None:
    number, _, _ = office.desk.board()
    to = office.address(number, 0)
    assert office.post.take(raw.replace(b"{to}", to.encode())) == "done"
    said = " ".join(text_of(office.letters()[-1]).split())
    assert "Send it again as plain text, without encryption" in said
    assert "was empty" not in said
    assert office.letters()[-1]["Reply-To"] == to
    assert "c:a1 played" in office.answered("c:a1", to=office.letters()[-1]["Reply-To"])


def test_what_cannot_be_read_is_sent_again_to_where_it_was_for(mailer: Mailer) -> None:
    number, ann, bob = mailer.board()
    large = "\n".join(["> x" * 1000] * 1000)
    raw = mail_of(large, to=mailer.address(number, 0), identity="<large@x>")
    assert mailer.post.take(raw) == "done"
    assert mailer.letters()[-1]["Reply-To"] == mailer.address(number, 0)
    sealed = SEALED[0].replace(b"ann@example.org", b"bob@example.org")
    letter, forged = mailer.keys.for_letter(bob.id, ann.id), f"play+1-0-0-n-{'a' * 8}-{'a' * 20}"
    name = letter.partition("@")[0]
    for to, again in (
        (letter, letter),
        (f"{name[:-1]}{'b' if name[-1] == 'a' else 'a'}@{HOST}", None),
        (f"{forged}@{HOST}", None),
        (HOME, None),
    ):
        raw = sealed.replace(b"{to}", to.encode()).replace(b"<1@", f"<{len(to)}{again}@".encode())
        assert mailer.post.take(raw) == "done"
        assert mailer.letters()[-1]["Reply-To"] == again, to


def test_a_text_beside_what_is_sealed_is_read(office: Office) -> None:
    number, _, _ = office.desk.board()
    parts = (
        "--b\nContent-Type: text/plain\n\nc:a1\n--b\n"
        "Content-Type: application/ms-tnef; name=winmail.dat\n\nx\n--b--"
    )
    raw = typed("Content-Type: multipart/mixed; boundary=b", parts)
    office.post.take(raw.replace(b"{to}", office.address(number, 0).encode()))
    assert office.moves(number) == ("c:a1",)


# -- charsets


@pytest.mark.parametrize(
    ("charset", "codec"),
    [("koi8-t", "koi8_t"), ("macintosh", "mac_roman"), ("x-mac-cyrillic", "mac_cyrillic"),
     ("ptcp154", "ptcp154"), ("iso-8859-5", "iso8859_5"), ("windows-1251", "cp1251"),
     ("utf-7", "utf_7"), ("tis-620", "tis_620"), ("hz-gb-2312", "hz"), ("x-sjis", "shift_jis"),
     ("ISO-8859-8-I", "iso8859_8"), ("johab", "johab"), ("unicode-1-1-utf-7", "utf_7")],
)  # fmt: skip
def test_a_text_is_read_in_every_charset_that_there_is(charset: str, codec: str) -> None:
    text = next(
        word for word in ("Привет", "שלום", "안녕", "日本", "สวัสดี", "中文", "Grüße")
        if _fits(word, codec)
    )  # fmt: skip
    raw = b"From: ann@example.org\nContent-Type: text/plain; charset=%s\n\n" % charset.encode()
    assert read_mail(raw + text.encode(codec)).text == text


def _fits(word: str, codec: str) -> bool:
    try:
        return word.encode(codec).decode(codec) == word
    except UnicodeError:
        return False


@pytest.mark.parametrize(
    "charset",
    ["idna", "punycode", "rot13", "base64", "zlib", "undefined", "unicode_escape", "x" * 5000,
     "..", "a\\0b", "utf-8; x", "mbcs", "unknown-8bit", "x-user-defined"],
)  # fmt: skip
def test_what_is_no_charset_is_read_as_utf_8(charset: str) -> None:
    raw = b'From: ann@example.org\nContent-Type: text/plain; charset="%s"\n\n' % charset.encode()
    assert read_mail(raw + "Grüße \\u0041".encode()).text == "Grüße \\u0041"


def test_no_charset_brings_half_characters() -> None:
    raw = b"From: ann@example.org\nContent-Type: text/plain; charset=utf-7\n\nx +2AA- y"
    read_mail(raw).text.encode()
