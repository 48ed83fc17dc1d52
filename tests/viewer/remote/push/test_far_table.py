"""A remote game as the local player sees it, whatever the network does."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boche.viewer.remote import connection
from boche.viewer.remote.opening import open_board
from boche.viewer.remote.orders import BoardUpdate, ConnectionState
from boche.viewer.remote.seat_link import SeatLink
from boche.viewer.remote.session import RemoteSession
from boche.viewer.session import Session, SessionError
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from tests.viewer.remote.host import Cable, Host, until

PAUSES = (0.02, 0.1)


class Player:
    """Ann at her table; Bob is a program that sends requests to the server."""

    def __init__(self, host: Host, cable: Cable, game: str = "boche", **more: Any) -> None:
        self._host = host
        self.number, self.secret, self.other = host.board(game, **more)
        self.cable = cable
        self.session, self.controller = self.sit_down()

    def sit_down(self) -> tuple[RemoteSession, Controller]:
        """Open the board by its link, as when the program starts."""
        link = f"{self.cable.address}/board/{self.number}#seat={self.secret}"
        session = open_board(SeatLink.parse(link), None, PAUSES)
        return session, Controller(session, settings=Settings(animation_speed=0.0))

    def stand_up(self) -> None:
        """Close the connection without telling anybody, as when the program is killed."""
        self.session.wire.close(5.0)

    def start_again(self) -> None:
        self.stand_up()
        self.session, self.controller = self.sit_down()

    @property
    def view(self) -> Any:
        """View of the table after all received news are handled."""
        table = self.controller.table
        for sign in table.receive(self.session.take_news):
            table.say(sign.text)
        return self.controller.view()

    @property
    def moves(self) -> list[str]:
        _ = self.view
        return self.session.cursor.moves

    def play(self, move: str) -> bool:
        return self.controller.submit("move", move)

    def far(self, path: str, body: Any, secret: str = "") -> Any:
        """Send a request as Bob."""
        where = f"/api/boards/{self.number}/{path}"
        return self._host.ask("POST", where, body, secret or self.other)

    def told(self) -> list[str]:
        """Return the server's list of moves."""
        found: list[str] = self._host.ask("GET", f"/api/boards/{self.number}")["moves"]
        return found

    def sent(self, *moves: str) -> None:
        """Wait until the server has these moves and the table knows it."""
        until(lambda: self.view and self.session.board.moves == moves == tuple(self.told()))

    def sees(self, *parts: str) -> None:
        """Wait until the panel and the status show all these texts."""

        def all_said() -> bool:
            view = self.view
            far = view.far
            said = " ".join([view.status, far.state, far.offer, *far.said, *far.clocks.values()])
            return all(part in said for part in parts)

        until(all_said)


@pytest.fixture
def ann(host: Host, cable: Cable) -> Iterator[Player]:
    player = Player(host, cable)
    yield player
    player.stand_up()


def test_moves_go_both_ways(ann: Player) -> None:
    assert ann.session.record.players == {"light": "Ann", "dark": "Bob"}
    assert ann.session.record.options["size"] == 4
    assert ann.session.title.startswith("Your move: Bob at 127.0.0.1")
    assert ann.play("a:a1")
    assert not ann.play("b:b1")
    assert "Bob to move" in ann.view.status
    until(lambda: ann.told() == ["a:a1"])
    ann.far("moves", {"move": "c:b1", "ply": 2})
    until(lambda: ann.moves == ["a:a1", "c:b1"])
    ann.sees("Bob played c:b1")
    assert ann.session.title.startswith("Your move")


def test_only_the_end_is_played_on(ann: Player) -> None:
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.far("moves", {"move": "c:b1"})
    until(lambda: len(ann.moves) == 2)
    ann.controller.command("back")
    assert not ann.play("a:c1")
    assert "press End" in ann.view.status
    ann.controller.command("delete")
    assert "it cannot be changed here" in ann.view.status
    ann.controller.command("hint")
    assert {"hint", "evaluate", "delete"} <= ann.view.refused
    with pytest.raises(SessionError, match="one at a time"):
        ann.session.paste("1. c:c1")


def test_a_move_that_arrives_leaves_who_looks_back_there(ann: Player) -> None:
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.controller.command("first")
    ann.far("moves", {"move": "c:b1"})
    ann.sees("Bob played c:b1")
    assert ann.session.cursor.index == 0
    ann.controller.command("last")
    assert ann.moves == ["a:a1", "c:b1"]
    assert ann.session.cursor.index == 2


def test_talk_offers_and_the_end(ann: Player) -> None:
    ann.far("chat", {"text": "hello \u202eyou\x1b[2J"})
    ann.sees("Bob: hello \\u202eyou\\x1b[2J")
    ann.controller.submit("chat", "good luck")
    ann.sees("you: good luck")
    ann.start_again()
    ann.sees("Bob: hello", "you: good luck")
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.controller.command("undo")
    ann.sees("You proposed taking back a move")
    ann.far("answer", {"accepted": True})
    until(lambda: ann.moves == [])
    ann.play("c:b1")
    ann.sent("c:b1")
    ann.far("offers", {"what": "draw"})
    ann.sees("Bob proposes a draw")
    assert ann.view.far.asked
    ann.controller.command("reject")
    until(lambda: not ann.view.far.offer)
    ann.far("resign", {})
    until(lambda: ann.view.far.over)
    assert ann.session.record.result == "W+R"
    assert ann.session.outcome is not None
    assert ann.session.outcome.winner == "light"


def test_one_resigns_one_s_own_colour(ann: Player) -> None:
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.controller.command("resign")
    assert ann.view.question.title == "Resign for light?"
    ann.controller.answer("yes", 1.0)
    until(lambda: ann.view.far.over)
    assert ann.session.record.result == "B+R"


def test_a_swap_exchanges_clocks_and_seats(host: Host, cable: Cable) -> None:
    ann = Player(host, cable, clock={"start": 3600, "increment": 60})
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.far("moves", {"move": "swap"})
    until(lambda: ann.moves == ["a:a1", "swap"])
    assert ann.session.own_colour == "dark"
    assert set(ann.view.far.clocks) == {"light", "dark"}
    ann.stand_up()


# -- beginning, and beginning again


QUICK = {"start": 300, "increment": 2}


def test_who_opens_a_seat_s_link_has_come(host: Host, cable: Cable) -> None:
    ann = Player(host, cable, clock=QUICK)
    names = {"as": "Bob", "name": "Ann", "begins": "other", "clock": QUICK}
    made = host.ask("POST", "/api/boards", {"game": "boche"} | names)
    ann.number, (ann.secret, ann.other) = made["board"], made["secrets"]
    ann.start_again()
    ann.sees("Your first move is due in ", "5:00")
    assert ann.session.board.state == "active"
    ann.stand_up()


def test_it_waits_for_the_other_one_and_is_taken_back(host: Host, cable: Cable) -> None:
    ann = Player(host, cable)
    made = host.ask("POST", "/api/boards", {"game": "boche", "name": "Bob"})
    ann.number, (ann.secret, ann.other) = made["board"], made["secrets"]
    ann.start_again()
    ann.sees("Waiting for Bob to come")
    assert not ann.play("a:a1")
    assert {"resign", "draw"} <= ann.view.refused
    assert not ann.view.far.asked
    ann.controller.command("reject")
    until(lambda: ann.view.far.over)
    assert ann.session.board.reason == "guest withdrew the game"
    ann.stand_up()


def test_a_game_that_is_young_is_aborted(host: Host, cable: Cable) -> None:
    ann = Player(host, cable, clock=QUICK)
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.sees("Bob's first move is due in")
    ann.controller.command("resign")
    assert ann.view.question.title == "Abort the game, without a result?"
    ann.controller.answer("yes", 1.0)
    until(lambda: ann.view.far.over)
    assert (ann.session.board.reason, ann.session.record.result) == ("Ann aborted the game", "")
    ann.stand_up()


def test_a_player_who_goes_away_from_a_live_game_is_told_of(
    host: Host, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SIGN_INTERVAL", 0.05)
    ann = Player(host, cable, clock=QUICK)
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.far("moves", {"move": "c:b2"})
    ann.far("here", {})
    until(lambda: ann.moves == ["a:a1", "c:b2"] and ann.session.board.seats[1].present)
    assert "Bob is away" not in str(ann.view.far.state)
    host.leave(ann.number, 1)
    ann.sees("Bob is away")
    ann.far("here", {})
    until(lambda: "Bob is away" not in str(ann.view.far.state))
    until(lambda: ann.session.board.seats[0].present)  # the window itself gives signs
    ann.stand_up()


def test_a_rematch_is_asked_for_and_told(ann: Player) -> None:
    ann.far("resign", {})
    until(lambda: ann.view.far.over)
    ann.session.rematch()
    ann.sees("You proposed a rematch")
    ann.far("answer", {"accepted": False})
    ann.sees("Bob does not agree to a rematch")
    assert ann.session.other is None
    ann.far("rematch", {})
    ann.sees("Bob proposes a rematch")
    ann.controller.command("accept")
    until(lambda: ann.view and ann.session.other)
    assert ann.session.other is not None
    assert ann.session.other.board == ann.number + 1


def test_a_no_to_what_one_proposes_is_told_and_one_s_own_is_not(ann: Player) -> None:
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.controller.command("draw")
    ann.sees("You proposed a draw")
    ann.controller.command("reject")
    until(lambda: not ann.view.far.offer)
    assert "does not agree" not in ann.view.status
    ann.controller.command("draw")
    ann.sees("You proposed a draw")
    ann.far("answer", {"accepted": False})
    ann.sees("Bob does not agree to a draw")


def test_an_offer_that_one_withdraws_is_not_refused_however_late_boards_come(
    ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.controller.command("draw")
    ann.sees("You proposed a draw")
    session, board = ann.session, ann.session.board
    ann.controller.command("reject")
    for state in (board, replace(board, offer=None, events=board.events + 1)):
        monkeypatch.setattr(session.wire, "take", lambda state=state: [BoardUpdate(state, 0.0)])
        assert session.take_news() == []


# -- without a network


def test_it_waits_and_goes_on_where_it_was(ann: Player) -> None:
    ann.play("a:a1")
    ann.sent("a:a1")
    ann.cable.cut()
    ann.sees("No connection")
    ann.far("moves", {"move": "c:b1"})
    assert ann.moves == ["a:a1"]
    ann.cable.mend()
    until(lambda: ann.moves == ["a:a1", "c:b1"])
    until(lambda: not ann.view.far.state)
    assert ann.session.outcome is None


def test_a_move_made_offline_is_sent_when_it_is_back(ann: Player) -> None:
    ann.cable.cut()
    ann.sees("No connection")
    assert ann.play("a:a1")
    assert ann.moves == ["a:a1"]
    assert ann.told() == []
    ann.cable.mend()
    until(lambda: ann.told() == ["a:a1"])
    assert ann.moves == ["a:a1"]


def test_that_a_move_is_kept_is_not_hidden_by_the_next_try(ann: Player) -> None:
    ann.cable.cut()
    ann.sees("No connection")
    ann.play("a:a1")
    ann.sees("a:a1 will be sent")
    said: list[str] = []

    def heard() -> bool:
        said.extend(
            each.message for each in ann.session.wire.take() if isinstance(each, ConnectionState)
        )
        return len(said) > 8

    until(heard)
    assert {str(each) for each in said} == {"No connection: a:a1 will be sent"}


def test_a_move_made_offline_outlives_the_program(ann: Player, home: Path) -> None:
    ann.cable.cut()
    ann.play("a:a1")
    ann.start_again()
    assert ann.moves == ["a:a1"]
    assert not ann.play("b:b1")
    ann.cable.mend()
    until(lambda: ann.told() == ["a:a1"])
    (kept,) = (home / "state" / "far").glob("[!.]*.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    until(lambda: '"unsent": null' in kept.read_text())


def test_where_the_game_has_moved_on_it_says_so(ann: Player) -> None:
    ann.cable.cut()
    ann.play("a:a1")
    ann.far("moves", {"move": "c:b1"}, ann.secret)  # at a second desk
    ann.cable.mend()
    ann.sees("the game has moved on: a:a1 was not sent")
    assert ann.moves == ["c:b1"]
    ann.start_again()
    assert ann.moves == ["c:b1"]


def test_what_is_said_offline_is_not_sent_later(ann: Player) -> None:
    ann.cable.cut()
    ann.sees("No connection")
    ann.controller.submit("chat", "too late")
    ann.sees("not sent, no connection: too late")


def test_what_is_proposed_while_a_move_waits_is_not_sent_later(ann: Player) -> None:
    ann.cable.cut()
    ann.play("a:a1")
    ann.sees("No connection: a:a1 will be sent")
    ann.controller.submit("chat", "too late")
    ann.sees("not sent, no connection: too late")
    ann.cable.mend()
    ann.sent("a:a1")
    ann.far("chat", {"text": "hello"})
    ann.sees("Bob: hello")
    assert [str(said) for said in ann.view.far.said] == ["Bob: hello"]


def test_the_comments_made_here_are_kept(ann: Player) -> None:
    from boche.viewer.storage.kept_games import keep

    ann.play("a:a1")
    ann.sent("a:a1")
    ann.controller.submit("comment", "a fine corner")
    keep(ann.session)
    assert ann.session.file.library_copy is not None
    ann.session.wire.keep_record(str(ann.session.file.library_copy[0]))
    ann.start_again()
    assert ann.session.cursor.node.comment == "a fine corner"
    kept = ann.session.file.library_copy
    assert kept is not None
    keep(ann.session)
    assert ann.session.file.library_copy[0] == kept[0]
    assert Session.open(kept[0]).record.moves() == ["a:a1"]
