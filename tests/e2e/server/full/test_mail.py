"""Mails of a server that is killed."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

from sqlalchemy import select

from boche.server.database.connect import open_store
from boche.server.database.schema import outbox
from tests.e2e.server.served import Served, wait_until

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
    for least in (5, 15, MAILS - 2):  # each kill may leave one waiting until its claim expires
        served = Served(*arguments)
        wait_until(lambda least=least: len(list(out.glob("*.eml"))) >= least)
        if least > MAILS / 2:
            wait_until(lambda: not list(came.iterdir()))
        served.kill()
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    rows = store.read(lambda transaction: transaction.connection.execute(select(outbox)).all())
    store.close()
    raws = [message_from_bytes(path.read_bytes()) for path in out.glob("*.eml")]
    raws += [message_from_bytes(row.raw) for row in rows if row.raw is not None]
    written = {str(each["Message-ID"]): str(each["In-Reply-To"]) for each in raws}
    assert sorted(written.values()) == sorted(f"<{n}@example.org>" for n in range(MAILS))
    assert {row.message_id for row in rows} == set(written)
