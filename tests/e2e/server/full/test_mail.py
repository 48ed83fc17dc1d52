"""A game by mail through a real Postfix, with the server killed while mails are in transit."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from email import message_from_bytes
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from sqlalchemy import select

from boche.server.database.connect import open_store
from boche.server.database.schema import outbox
from boche.server.mail.outbox import CLAIM
from tests.e2e.server.by_mail import PASSWORD, Player, postfix, text_of
from tests.e2e.server.postfix import HOST, Postfix
from tests.e2e.server.served import Served, wait_until
from tests.ports import free_port
from tests.server.conftest import cluster
from tests.server.postgres import Cluster

__all__ = ["cluster", "postfix"]

MAILS = 30


def test_a_game_through_postfix(postfix: Postfix, tmp_path: Path) -> None:
    arguments = (
        "--data", str(tmp_path), "--mail-host", HOST, "--smtp", f"127.0.0.1:{postfix.port}",
        "--lmtp-listen", f"127.0.0.1:{postfix.lmtp}",
    )  # fmt: skip
    served = Served(*arguments, port=free_port())
    try:
        ann, bob = Player(postfix, "ann"), Player(postfix, "bob")
        for player in (ann, bob):
            player.sign_up()
        ann.write("boche challenge -size=3 -kill=0 ann bob")
        ann.answers(ann.hears("Was that you?"), "yes")
        bob.answers(bob.hears("ann challenges you"), "accept")
        ann.answers(ann.hears("It is your move."), "c:a1")
        turn = bob.hears("ann played 1. c:a1")
        assert any(part.get_content_type() == "image/png" for part in turn.walk())
        served.kill()
        bob.answers(turn, "c:b2")  # the server is down; Postfix keeps it
        served = Served(*arguments, port=served.port)
        ann.hears("bob played 2. c:b2")
        served.kill()
        ann.write(f"boche move 1 ann {PASSWORD} c:c1\nboche chat 1 ann {PASSWORD}",
                  subject="multiple")  # fmt: skip
        served = Served(*arguments, port=served.port)
        turn = bob.hears("ann played 3. c:c1")
        bob.answers(turn, "resign")
        ann.hears("You have won against bob")
        bob.write("boche history 1")
        assert text_of(bob.hears("when (UTC)")).count("c:") == 3
        for player in (ann, bob):
            ids = [mail["Message-ID"] for mail in postfix.mails(player.name)]
            assert len(ids) == len(set(ids))
        bob.write("help", to="nobody@games.example")
        bob.hears("550 5.1.1")
        postfix.keep_only("ann")
        for number in range(1, 4):
            ann.write(f"boche message ann {PASSWORD} bob\nhello")
            wait_until(lambda number=number: postfix.count("to=<bounce+", "status=sent") == number)
        ann.write(f"boche mail bob {PASSWORD}")
        ann.hears("refused our mail")
        ann.write(f"boche message ann {PASSWORD} bob\nhello")
        ann.write("boche history 1")
        ann.hears("when (UTC)")
        assert postfix.count("to=<bob@", "status=bounced") == 3, "nothing more goes there"
    finally:
        served.end()
        shutil.rmtree(tmp_path, ignore_errors=True)


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
        served = Served(*arguments, port=free_port())
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


class Slow:
    """A mail server that answers the first mail only when it is told to."""

    def __init__(self) -> None:
        self.begun, self.go_on, self.got = threading.Event(), threading.Event(), list[str]()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if not self.begun.is_set():
            self.begun.set()
            while not self.go_on.is_set():
                await asyncio.sleep(0.05)
            return "451 the one who sent it is gone"
        self.got.append(str(message_from_bytes(envelope.original_content)["Subject"]))
        return "250 OK"


def test_what_one_process_had_in_hand_when_it_was_killed_is_sent_by_another(
    cluster: Cluster,
) -> None:
    slow, port = Slow(), free_port()
    mails = Controller(slow, "127.0.0.1", port)
    mails.start()
    arguments = ("--database", cluster.database("mails"), "--mail-host", HOST,
                 "--smtp", f"127.0.0.1:{port}")  # fmt: skip
    one, other = Served(*arguments), None
    try:
        asked = {"name": "ann", "password": PASSWORD, "mail": "ann@example.org"}
        assert one.ask("POST", "/api/accounts", asked)[0] == 201
        wait_until(slow.begun.is_set)
        other = Served(*arguments)
        one.kill()
        start = time.monotonic()
        wait_until(lambda: slow.got != [])
        assert time.monotonic() - start < CLAIM / 2
        assert slow.got == ["Is this your address, ann?"]
    finally:
        slow.go_on.set()
        for served in filter(None, (one, other)):
            served.end()
        mails.stop()
