"""Mail by SMTP, LMTP and a maildir: sockets and folders, as a mail server uses them."""

from __future__ import annotations

import logging
import os
import re
import smtplib
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from boche.server.database.schema import outbox
from boche.server.errors import ServerError, UnavailableError
from boche.server.mail.delivery import Folder, RefusedError, Smtp
from boche.server.mail.incoming.listeners import PATIENCE, Listeners, Maildir
from boche.server.mail.parsing import MOST_BYTES
from tests.server.mail.office import HOME, Office, mail_of, text_of

LOCAL = ("127.0.0.1", 0)


@pytest.fixture
def doors(office: Office) -> Iterator[Listeners]:
    found = Listeners(office.post, LOCAL, LOCAL)
    found.start()
    yield found
    found.close()


@pytest.mark.parametrize("kind", [smtplib.SMTP, smtplib.LMTP])
def test_a_mail_is_taken_before_it_is_said_to_be(
    office: Office, doors: Listeners, kind: type[smtplib.SMTP]
) -> None:
    number, _, _ = office.desk.board()
    port = doors.ports[kind is smtplib.LMTP]
    with kind("127.0.0.1", port) as server:
        server.sendmail("ann@example.org", [office.address(number, 0)], mail_of("c:a1"))
        assert office.moves(number) == ("c:a1",)
        server.sendmail("ann@example.org", [office.address(number, 0)], mail_of("c:a1"))
    assert len(office.letters()) == 1


@pytest.mark.parametrize("kind", [smtplib.SMTP, smtplib.LMTP])
def test_lines_longer_than_they_should_be(
    office: Office, doors: Listeners, kind: type[smtplib.SMTP]
) -> None:
    number, _, _ = office.desk.board()
    text = mail_of(f"c:a1\n\n{'x' * 50_000}", extra=[f"X-Trace: {'y' * 5000}"])
    with kind("127.0.0.1", doors.ports[kind is smtplib.LMTP]) as server:
        server.sendmail("ann@example.org", [office.address(number, 0)], text)
    assert office.moves(number) == ("c:a1",)


def test_a_mail_that_many_firms_have_signed(office: Office) -> None:
    number, _, _ = office.desk.board()
    signed = "X-Antispam-Message-Info: " + ("Q" * 75 + "\n ") * 900 + "Q"
    office.send("c:a1", to=office.address(number, 0), extra=[signed])
    assert office.moves(number) == ("c:a1",)


def test_what_is_refused_at_the_door(office: Office, doors: Listeners) -> None:
    with smtplib.SMTP("127.0.0.1", doors.ports[0]) as server:
        server.ehlo()
        assert int(server.esmtp_features["size"]) == MOST_BYTES
        for address in ("play@elsewhere.example", "root@games.example", "bob@example.org"):
            with pytest.raises(smtplib.SMTPRecipientsRefused):
                server.sendmail("ann@example.org", [address], mail_of("help"))
        with pytest.raises(smtplib.SMTPSenderRefused) as told:
            server.sendmail("ann@example.org", [HOME], b"x" * (MOST_BYTES + 1))
        assert told.value.smtp_code == 552
        server.docmd("MAIL FROM:<ann@example.org>")
        server.docmd(f"RCPT TO:<{HOME}>")
        assert server.data(b"\r\n".join([b"x" * 900] * (MOST_BYTES // 900 + 10)))[0] == 552
    assert not office.letters(None)


def test_a_database_that_is_away_has_the_mail_delivered_again(
    office: Office, doors: Listeners, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> str:
        raise UnavailableError("gone")

    with smtplib.SMTP("127.0.0.1", doors.ports[0]) as server:
        monkeypatch.setattr(office.post, "take", away)
        with pytest.raises(smtplib.SMTPDataError) as told:
            server.sendmail("ann@example.org", [HOME], mail_of("help"))
        assert told.value.smtp_code == 451
        monkeypatch.undo()
        server.sendmail("ann@example.org", [HOME], mail_of("help"))
    assert len(office.letters()) == 1


def test_a_mistake_of_ours_loses_no_mail(
    office: Office, doors: Listeners, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    monkeypatch.setattr(office.post, "take", lambda *_: 1 // 0)
    with (
        smtplib.SMTP("127.0.0.1", doors.ports[0]) as server,
        pytest.raises(smtplib.SMTPDataError),
    ):
        server.sendmail("ann@example.org", [HOME], mail_of("help"))
    assert "could not be taken" in caplog.text


def test_the_log_says_what_became_of_a_mail_and_not_whose_it_was(
    office: Office, doors: Listeners, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "boche")
    with smtplib.SMTP("127.0.0.1", doors.ports[0]) as server:
        server.sendmail("clara@example.org", [HOME], mail_of("help"))
    assert re.search(r"mail <.*>: done: nothing, but told .* from an address", caplog.text)
    assert "clara" not in caplog.text


def test_a_maildir(office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maildir = Maildir(office.post, tmp_path / "mail")
    maildir.start()
    maildir.close()
    new, cur = tmp_path / "mail" / "new", tmp_path / "mail" / "cur"
    number, _, _ = office.desk.board()
    (new / "1.a").write_bytes(mail_of("c:a1", to=office.address(number, 0)))
    (new / "2.a").write_bytes(b"x" * (MOST_BYTES + 100))
    again = Maildir(office.post, tmp_path / "mail")
    again.look()
    assert office.moves(number) == ("c:a1",)
    assert sorted(path.name for path in cur.iterdir()) == ["1.a:2,S", "2.a:2,S"]
    (new / "3.a").write_bytes((cur / "1.a:2,S").read_bytes())

    def away(*_: object) -> str:
        raise UnavailableError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(office.post, "take", away)
        again.look()
    assert [path.name for path in new.iterdir()] == ["3.a"]
    again.look()
    assert not list(new.iterdir())
    assert len(office.letters()) == 1


@pytest.mark.parametrize("first", ["text", "attachment"])
def test_a_move_with_a_large_attachment_in_a_maildir(
    office: Office, tmp_path: Path, first: str
) -> None:
    number, _, _ = office.desk.board()
    for name in ("new", "cur"):
        (tmp_path / name).mkdir()
    text, photo = MIMEText("c:a1\n"), MIMEImage(b"x" * 2_500_000, "jpeg")
    photo.add_header("Content-Disposition", "attachment", filename="photo.jpg")
    mail = MIMEMultipart("mixed", None, [text, photo] if first == "text" else [photo, text])
    mail["From"], mail["To"] = "ann@example.org", office.address(number, 0)
    (tmp_path / "new" / "1.a").write_bytes(mail.as_bytes())
    Maildir(office.post, tmp_path).look()
    (letter,) = office.letters()
    if first == "text":
        assert office.moves(number) == ("c:a1",)
    else:
        assert "too large" in text_of(letter)
        assert "without the attachments" in text_of(letter)


def test_what_is_no_file_in_a_maildir_blocks_nothing(
    office: Office, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("new", "cur"):
        (tmp_path / name).mkdir()
    new = tmp_path / "new"
    (new / "0.folder").mkdir()
    os.mkfifo(new / "1.pipe")
    (new / "2.dangling").symlink_to(tmp_path / "gone")
    (new / "3.loop").symlink_to(new / "3.loop")
    (new / "4.device").symlink_to("/dev/zero")
    (new / "5.folder").symlink_to(tmp_path / "cur")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(new / "6.socket"))
    (tmp_path / "elsewhere").write_bytes(mail_of("help", identity="<2@x>"))
    (new / "7.link").symlink_to(tmp_path / "elsewhere")
    (new / "8.mail").write_bytes(mail_of("help"))
    (new / "9.empty").write_bytes(b"")
    maildir = Maildir(office.post, tmp_path)
    for _ in range(3):
        maildir.look()
    listening.close()
    assert len(office.letters()) == 2
    left = ["0.folder", "1.pipe", "2.dangling", "3.loop", "4.device", "5.folder", "6.socket"]
    assert sorted(path.name for path in new.iterdir()) == left
    for name in left:
        assert caplog.text.count(f"{name} is left where it is") == 1
    (new / "0.folder").rmdir()
    maildir.look()
    (new / "0.folder").mkdir()
    maildir.look()
    assert caplog.text.count("0.folder is left where it is") == 2, "another one"


def test_a_file_that_became_a_pipe_is_not_waited_for(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("new", "cur"):
        (tmp_path / name).mkdir()
    for name in ("0", "1", "2"):
        (tmp_path / "new" / name).write_bytes(mail_of("help", identity=f"<{name}@example.org>"))
    kept = office.post.take

    def take(*arguments: Any) -> str:
        """Take a mail, and make a pipe of the next one, which has been found already."""
        pipe = tmp_path / "new" / "1"
        if pipe.is_file():
            pipe.unlink()
            os.mkfifo(pipe)
        return kept(*arguments)

    monkeypatch.setattr(office.post, "take", take)
    Maildir(office.post, tmp_path).look()
    assert (tmp_path / "cur" / "2:2,S").is_file(), "the pipe holds the next mail up"
    assert len(office.letters()) == 2


def test_a_mail_that_we_fail_at_keeps_no_other_waiting(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("new", "cur"):
        (tmp_path / name).mkdir()
    (tmp_path / "new" / "1").write_bytes(mail_of("bad"))
    (tmp_path / "new" / "2").write_bytes(mail_of("help"))
    kept, now = office.post.take, 0.0

    def take(raw: bytes, *more: Any) -> str:
        if b"bad" in raw:
            raise KeyError
        return kept(raw, *more)

    monkeypatch.setattr(office.post, "take", take)
    maildir = Maildir(office.post, tmp_path, lambda: now)
    maildir.look()
    assert len(office.letters()) == 1
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["1"], "it may be a move"
    while now < PATIENCE + 7 * 3600:
        now += 3600
        maildir.look()
    assert not list((tmp_path / "new").iterdir())


def test_an_address_beyond_ascii_is_heard_by_smtp(office: Office, doors: Listeners) -> None:
    number, _, _ = office.desk.board()
    raw = mail_of("c:a1", sender="Änn <änn@bücher.example>")
    with smtplib.SMTP("127.0.0.1", doors.ports[0]) as server:
        server.ehlo()
        assert server.has_extn("smtputf8")
        server.sendmail("änn@bücher.example", [office.address(number, 0)], raw, ["SMTPUTF8"])
    assert office.moves(number) == ("c:a1",)
    letters = office.store.read(
        lambda transaction: transaction.connection.execute(select(outbox.c.address)).scalars().all()
    )
    assert list(letters) == ["änn@bücher.example"]


def test_a_maildir_that_cannot_be_made(office: Office, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerError, match="--maildir"):
        Maildir(office.post, tmp_path / "file").start()


def test_a_port_that_is_taken(office: Office, doors: Listeners) -> None:
    with pytest.raises(ServerError, match="cannot listen for mail"):
        Listeners(office.post, ("127.0.0.1", doors.ports[0]), None).start()


def test_files_in_a_folder(tmp_path: Path) -> None:
    raw = mail_of("hello")
    for _ in range(2):
        Folder(tmp_path).send(HOME, "ann@example.org", "<abc@games.example>", raw)
    assert [path.name for path in tmp_path.iterdir()] == ["abc.eml"]
    assert (tmp_path / "abc.eml").read_bytes() == raw
    with pytest.raises(OSError, match="gone"):
        Folder(tmp_path / "gone").send(HOME, "ann@example.org", "<abc@games.example>", raw)


def test_out_by_smtp(office: Office, doors: Listeners) -> None:
    """Send to the server's own entry point, which accepts its own mail and refuses other mail."""
    way = Smtp("127.0.0.1", doors.ports[0])
    way.send("ann@example.org", HOME, "<1@example.org>", mail_of("help"))
    message = message_from_bytes(office.letters()[0].as_bytes(), policy=policy.default)
    assert "1. Sign up." in text_of(message)  # type: ignore[arg-type]
    with pytest.raises(RefusedError) as told:
        way.send("ann@example.org", "nobody@games.example", "<2@example.org>", mail_of("help"))
    assert told.value.address
    with pytest.raises(RefusedError) as told:
        way.send("ann@example.org", HOME, "<3@example.org>", b"x" * (MOST_BYTES + 1))
    assert not told.value.address
    with pytest.raises(OSError, match="refused"):
        Smtp("127.0.0.1", 1).send("ann@example.org", HOME, "<4@example.org>", b"x")
