"""One game with each seat played by mail, at the desk and on a page; each is killed once."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boche.engine.games.registry import find
from boche.engine.message import capitalized
from boche.engine.record import load
from tests.e2e.server.by_mail import PASSWORD, Player, postfix, text_of
from tests.e2e.server.people import Game, Person
from tests.e2e.server.postfix import HOST, Postfix
from tests.e2e.server.served import Served
from tests.e2e.server.whole import DESK
from tests.e2e.window.far_seat import RemoteSeat
from tests.e2e.window.window_help import display
from tests.ports import free_port

__all__ = ["display", "postfix"]

OPTIONS = {"size": 3, "kill": 0}
WAYS = ("mail", "page", "desk")
"""Ways of the plies in turn; as seats alternate, each seat uses all three."""


class Seat:
    """A player with an account, a mail program, a browser and a desk."""

    def __init__(self, mail: Player, game: Game, start: dict[str, Callable[..., Any]]) -> None:
        self.mail, self.name, self._game, self._start = mail, mail.name, game, start
        self._open: dict[str, Any] = {}

    def at(self, way: str) -> Any:
        """Return the page or the desk, opened if necessary."""
        if way not in self._open:
            self._open[way] = self._start[way](self.name)
        return self._open[way]

    def play(self, way: str, text: str, before: Callable[[], object] | None = None) -> None:
        """Play a move; ``before`` is called between a mail that asks for it and its answer."""
        ply = self._game.position.ply
        if way == "mail":
            # A nest is told with its level: e:a2/1.
            last = f"played {ply}. {self._game.last}" if ply else "It is your move."
            asked = self.mail.hears(last)
            if before is not None:
                before()
            self.mail.answers(asked, text)
        elif way == "desk":
            self.at("desk").ask(move=text)
        else:
            self.at("page").move(text)

    def sees(self, moves: list[str]) -> None:
        """Check that the open page and desk show these moves."""
        if "desk" in self._open:
            self._open["desk"].ask(wait=len(moves))
            assert self._open["desk"].moves == moves
        if "page" in self._open:
            self._open["page"].sees("#moves [aria-current]", moves[-1])

    def crash(self, way: str) -> None:
        gone = self._open.pop(way)
        if way == "desk":
            gone.kill()
        else:
            gone.page.context.close()

    def close(self) -> None:
        for way in list(self._open):
            self.crash(way)


def test_one_game_by_mail_at_the_desk_and_on_a_page(
    postfix: Postfix, display: str, browser: Any, tmp_path: Path
) -> None:
    arguments = (
        "--data", str(tmp_path / "server"), "--mail-host", HOST,
        "--smtp", f"127.0.0.1:{postfix.port}", "--lmtp-listen", f"127.0.0.1:{postfix.lmtp}",
    )  # fmt: skip
    served = Served(*arguments, port=free_port())
    mails = [Player(postfix, name) for name in ("ann", "bob")]
    for each in mails:
        each.sign_up()
    mails[0].write("boche challenge -size=3 -kill=0 ann bob")
    mails[0].answers(mails[0].hears("Was that you?"), "yes")
    mails[1].answers(mails[1].hears("ann challenges you"), "accept")
    game = Game(served.address, 1, find("boche").new(**OPTIONS))

    def desk(name: str) -> RemoteSeat:
        environment = {**os.environ, "DISPLAY": display, "BOCHE_HOME": str(tmp_path / name)}
        return RemoteSeat(served.address, "1", name, PASSWORD, environment=environment)

    def page(name: str) -> Person:
        context = browser.new_context(**DESK)
        opened = context.new_page()
        opened.goto(f"{served.address}/sign-in")
        opened.fill("[name=name]", name)
        opened.fill("[name=password]", PASSWORD)
        opened.click("form[action='/sign-in'] button")
        opened.wait_for_url(lambda url: not url.endswith("/sign-in"))
        return Person(opened, game, "", "words")

    seats = [Seat(each, game, {"desk": desk, "page": page}) for each in mails]
    moves: list[str] = []
    while game.position.outcome is None:
        ply = len(moves)
        text = str(game.position.legal_moves()[0])
        if ply == 7:
            postfix.run("abort")
            postfix.run("start")
        # While the server is down, the answer waits at Postfix.
        seats[ply % 2].play(WAYS[ply % 3], text, served.kill if ply == 3 else None)
        if ply == 3:
            served = Served(*arguments, port=served.port)
        if WAYS[ply % 3] != "page":  # whose user has already played the move
            game.play(text)
        moves.append(text)
        for seat in seats:
            seat.sees(moves)
        if ply == 4:
            seats[1].crash("page")
        if ply == 5:
            seats[0].crash("desk")
    for seat in seats:
        seat.at("desk")
        seat.at("page")
        seat.sees(moves)
        seat.at("page").sees("#state", capitalized(game.position.outcome.reason))
        told = text_of(seat.mail.hears(str(game.position.outcome.reason)))
        assert f"{len(moves)}. {moves[-1]}" in told
        (kept,) = (tmp_path / seat.name / "data" / "games").glob("*.sgf")
        assert load(kept).moves() == moves
    with urllib.request.urlopen(f"{served.address}/api/boards/1/record.sgf") as answer:
        assert load(answer.read()).moves() == moves
    for seat in seats:
        seat.close()
    served.end()
