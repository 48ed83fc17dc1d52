"""A game by mail through a real Postfix, with the server killed while mails are on their way."""

from __future__ import annotations

import os
import shutil
import smtplib
import tempfile
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select

from server.database.opening import open_store
from server.database.schema import outbox
from tests.e2e.server.postfix import HOST, Postfix
from tests.e2e.server.served import LONG, Served

HOME = f"play@{HOST}"
PASSWORD = "correct-horse"

needs_postfix = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or not Path("/usr/sbin/postfix").exists(),
    reason="Postfix is started by root alone",
)


@pytest.fixture
def postfix() -> Iterator[Postfix]:
    found = Postfix(Path(tempfile.mkdtemp(prefix="boche-mail-", dir="/tmp")))
    yield found
    found.close()


class Player:
    """Somebody with a mail program."""

    def __init__(self, postfix: Postfix, name: str) -> None:
        self._postfix, self.name, self._seen = postfix, name, 0

    def write(self, text: str, to: str = HOME, subject: str = "", answers: str = "") -> None:
        message = EmailMessage()
        message["From"] = f"{self.name.capitalize()} <{self.name}@example.org>"
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = f"<{time.monotonic_ns()}.{self.name}@example.org>"
        if answers:
            message["In-Reply-To"] = answers
        message.set_content(text or "\n")
        with smtplib.SMTP("127.0.0.1", self._postfix.port) as server:
            server.send_message(message)

    def hears(self, what: str) -> EmailMessage:
        """The next mail that says so; waits for it."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            mails = self._postfix.mails(self.name)
            for number, mail in enumerate(mails[self._seen :], self._seen):
                if what in text_of(mail):
                    self._seen = number + 1
                    return mail
            time.sleep(0.1)
        texts = [text_of(mail)[:200] for mail in self._postfix.mails(self.name)]
        raise AssertionError(f"{self.name} has not heard {what!r}: {texts} {self._postfix.log()}")

    def answers(self, mail: EmailMessage, text: str) -> None:
        self.write(f"{text}\n\nOn some day, Boche wrote:\n> c:d1", mail["Reply-To"],
                   f"Re: {mail['Subject']}", mail["Message-ID"])  # fmt: skip


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return mail.as_string() if part is None else str(part.get_content())


@needs_postfix
def test_a_game_through_postfix(postfix: Postfix, tmp_path: Path) -> None:
    arguments = (
        "--data", str(tmp_path), "--mail-host", HOST, "--smtp", f"127.0.0.1:{postfix.port}",
        "--lmtp-listen", f"127.0.0.1:{postfix.lmtp}",
    )  # fmt: skip
    served = Served(*arguments)
    try:
        ann, bob = Player(postfix, "ann"), Player(postfix, "bob")
        for player in (ann, bob):
            player.write("", subject=f"signup {player.name} {PASSWORD}")
            player.answers(player.hears("welcome"), "Yes, please.")
            player.hears("is confirmed")
        ann.write("boche challenge -size=3 -kill=0 ann bob")
        ann.answers(ann.hears("name and password are missing"), "yes")
        ann.answers(ann.hears("It is your move."), "c:a1")
        turn = bob.hears("ann played 1. c:a1")
        assert any(part.get_content_type() == "image/png" for part in turn.walk())
        served.kill()
        bob.answers(turn, "c:b2")  # nobody takes it; Postfix keeps it
        served = Served(*arguments, port=served.port)
        ann.hears("bob played 2. c:b2")
        served.kill()
        ann.write(f"boche move 1 ann {PASSWORD} c:c1\nboche chat 1 ann {PASSWORD}",
                  subject="multiple")  # fmt: skip
        served = Served(*arguments, port=served.port)
        turn = bob.hears("ann played 3. c:c1")
        bob.answers(turn, "resign")
        ann.hears("The game is over")
        bob.write("boche history 1")
        assert text_of(bob.hears("when (UTC)")).count("c:") == 3
        for player in (ann, bob):
            ids = [mail["Message-ID"] for mail in postfix.mails(player.name)]
            assert len(ids) == len(set(ids))
        bob.write("help", to="nobody@games.example")
        bob.hears("550 5.1.1")
    finally:
        served.end()
        shutil.rmtree(tmp_path, ignore_errors=True)


MAILS = 30


def test_killed_with_mails_in_its_outbox_it_loses_none_and_answers_none_twice(
    tmp_path: Path,
) -> None:
    came, out = tmp_path / "in" / "new", tmp_path / "out"
    arguments = ("--data", str(tmp_path), "--maildir", str(tmp_path / "in"), "--mail-folder",
                 str(out))  # fmt: skip
    came.mkdir(parents=True)
    for number in range(MAILS):
        (came / str(number)).write_text(
            f"From: a{number}@example.org\nTo: play@localhost\nMessage-ID: <{number}@example.org>\n"
            "Subject: help mail\n\n"
        )
    for least in (5, 15, MAILS - 2):  # one for each kill may wait until its claim runs out
        served = Served(*arguments)
        wait_until(lambda least=least: len(list(out.glob("*.eml"))) >= least)
        if least > MAILS / 2:
            wait_until(lambda: not list(came.iterdir()))
        served.kill()
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    rows = store.read(lambda unit: unit.connection.execute(select(outbox)).all())
    store.close()
    raws = [message_from_bytes(path.read_bytes()) for path in out.glob("*.eml")]
    raws += [message_from_bytes(row.raw) for row in rows if row.raw is not None]
    written = {str(each["Message-ID"]): str(each["In-Reply-To"]) for each in raws}
    assert sorted(written.values()) == sorted(f"<{n}@example.org>" for n in range(MAILS))
    assert {row.message_id for row in rows} == set(written)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
