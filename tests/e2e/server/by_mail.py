"""Players with mail programs, at the tests' own Postfix."""

from __future__ import annotations

import smtplib
import tempfile
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.e2e.server.postfix import HOST, Postfix
from tests.e2e.server.served import LONG

HOME = f"play@{HOST}"
PASSWORD = "correct-horse"


@pytest.fixture
def postfix() -> Iterator[Postfix]:
    found = Postfix(Path(tempfile.mkdtemp(prefix="boche-mail-", dir="/tmp")))
    yield found
    found.close()


class Player:
    """A player with a mail program."""

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
        """Wait for the next mail that contains a text, and return it."""
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

    def sign_up(self) -> None:
        """Sign up, and have games' mails sent to this address."""
        self.write("", subject=f"signup {self.name} {PASSWORD}")
        self.answers(self.hears("Welcome"), "Yes, please.")
        self.hears("is confirmed")

    def answers(self, mail: EmailMessage, text: str) -> None:
        self.write(f"{text}\n\nOn some day, Boche wrote:\n> c:d1", mail["Reply-To"],
                   f"Re: {mail['Subject']}", mail["Message-ID"])  # fmt: skip


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return mail.as_string() if part is None else str(part.get_content())
