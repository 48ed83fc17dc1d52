"""A game by mail through a real Postfix, with the server killed while mails are in transit."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.e2e.server.by_mail import PASSWORD, Player, postfix, text_of
from tests.e2e.server.postfix import HOST, Postfix
from tests.e2e.server.served import Served, wait_until

__all__ = ["postfix"]


def test_a_game_through_postfix(postfix: Postfix, tmp_path: Path) -> None:
    arguments = (
        "--data", str(tmp_path), "--mail-host", HOST, "--smtp", f"127.0.0.1:{postfix.port}",
        "--lmtp-listen", f"127.0.0.1:{postfix.lmtp}",
    )  # fmt: skip
    served = Served(*arguments)
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
