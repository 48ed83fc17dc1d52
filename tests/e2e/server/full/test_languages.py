"""A server of one language, asked in others: by pages, by the API and by mail."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.server.by_mail import PASSWORD, text_of
from tests.e2e.server.served import LONG, Served

GERMAN, ENGLISH = "es gibt kein Brett 999", "board 999 does not exist"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Start a server whose own language is German, with mail."""
    (tmp_path / "serve.toml").write_text('language = "de"\n')
    (tmp_path / "in" / "new").mkdir(parents=True)
    found = Served("--data", str(tmp_path), "--maildir", str(tmp_path / "in"),
                   "--mail-folder", str(tmp_path / "out"))  # fmt: skip
    yield found
    found.end()


def ask(
    served: Served, method: str, path: str, body: Any = None, **headers: str
) -> tuple[int, dict[str, str], str]:
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)) as caller:
        data = json.dumps(body) if isinstance(body, dict) else body
        caller.request(method, path, data, {k.replace("_", "-"): v for k, v in headers.items()})
        answer = caller.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, told, answer.read().decode()


def reason(served: Served, **headers: str) -> str:
    return str(json.loads(ask(served, "GET", "/api/boards/999", **headers)[2])["error"])


def write(folder: Path, number: int, sender: str, subject: str, to: str = "play@localhost") -> None:
    (folder / "in" / "new" / str(number)).write_text(
        f"From: {sender}\nTo: {to}\nMessage-ID: <{number}@example.org>\nSubject: {subject}\n\n"
    )


def hears(folder: Path, address: str, what: str) -> EmailMessage:
    """Wait for a mail to an address that contains a text, and return it."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        for path in sorted((folder / "out").glob("*.eml")):
            mail = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(mail, EmailMessage)
            if mail["To"] == address and what in text_of(mail):
                return mail
        time.sleep(0.1)
    raise AssertionError(f"{address} has not heard {what!r}")


def test_who_is_answered_in_which_language(served: Served, tmp_path: Path) -> None:
    assert reason(served) == GERMAN
    assert reason(served, accept_language="en-GB") == ENGLISH
    assert reason(served, accept_language="en", cookie="language=de") == GERMAN
    with ThreadPoolExecutor(8) as asking:
        codes = ["de", "en"] * 40
        found = list(asking.map(lambda code: reason(served, accept_language=code), codes))
    assert found == [GERMAN, ENGLISH] * 40

    made = {"name": "ann", "password": PASSWORD, "mail": "ann@example.org"}
    ask(served, "POST", "/api/accounts", made | {"name": "bob", "mail": "bob@example.org"})
    session = json.loads(ask(served, "POST", "/api/accounts", made)[2])["session"]
    form = {"content_type": "application/x-www-form-urlencoded"}
    status, told, _ = ask(
        served, "POST", "/language", "language=en&next=/account",
        cookie=f"boche_session={session}", **form,
    )  # fmt: skip
    assert (status, told["location"]) == (303, "/account")
    assert told["set-cookie"].startswith("language=en;")
    bearer = f"Bearer {session}"
    assert reason(served, accept_language="de", authorization=bearer) == ENGLISH

    # Ann has chosen English; bob and strangers get the server's language.
    ann = hears(tmp_path, "ann@example.org", "wants game notifications")
    assert ann["Subject"] == "Is this your address, ann?"
    bob = hears(tmp_path, "bob@example.org", "bob")
    assert bob["Subject"] == "Ist das deine Adresse, bob?"
    write(tmp_path, 1, "eve@example.org", "boche challenge eve ann")
    hears(tmp_path, "eve@example.org", "Nicht ausgeführt: ")
    write(tmp_path, 2, "eve@example.org", f"boche move 999 ann {PASSWORD} c:a1")
    hears(tmp_path, "eve@example.org", f"Not done: {ENGLISH}")
