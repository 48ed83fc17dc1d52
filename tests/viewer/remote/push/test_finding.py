"""Finding a remote opponent: the start screen's dialogs, and notices of what has come."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from pyotp import TOTP

from boche.server.play import seeks
from boche.viewer.session import Session
from boche.viewer.window import notifications
from boche.viewer.window.online_search import label_of
from tests.viewer.hud.dialog_user import DialogUser
from tests.viewer.remote.host import Cable, Host, until
from tests.viewer.remote.rival import PASSWORD
from tests.viewer.remote.seeker import Seeker


def test_signing_in_and_a_challenge(host: Host, cable: Cable, seeker: Seeker, home: Path) -> None:
    host.ask("POST", "/api/accounts", {"name": "dora", "password": PASSWORD})
    seeker.sign_in(host, cable.address, "emil")
    seeker.press("go", rival="nobody-of-that-name")
    seeker.reads("nobody-of-that-name")
    assert seeker.form.text.startswith("Signed in as emil"), "it says what it said before"
    seeker.press("go", rival="dora", begins="other", days=3, rated=True)
    far = seeker.sits_down()
    assert host.ask("GET", far.wire.place.path)["rated"]
    assert far.record.options["size"] == 4
    assert far.record.players == {"light": "dora", "dark": "emil"}
    assert not far.is_due
    assert PASSWORD not in (home / "config" / "remote.json").read_text()
    seeker.finding.show("boku", {})
    seeker.reads("Challenges are for Boku")
    now = {field.name: field.value for field in seeker.form.fields}
    assert now == {"rival": "", "begins": "other", "days": 3, "rated": True}, "as last time"


def test_a_challenge_is_answered_at_the_desk(
    host: Host, cable: Cable, seeker: Seeker, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = SimpleNamespace(pixels=(1280, 800), screen_scale=1.0, hidden=False, has_focus=True)
    monkeypatch.setattr(seeker.user.desk, "window", window)
    wanted = {"name": "hans", "password": PASSWORD}
    hans = host.ask("POST", "/api/accounts", wanted)["session"]
    seeker.sign_in(host, cable.address, "ida")
    asked = {"game": "boche", "against": "name", "name": "ida"}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", host.port)) as caller:
        caller.request(
            "POST", "/api/boards", json.dumps(asked), {"Authorization": f"Bearer {hans}"}
        )
        number = json.load(caller.getresponse())["board"]
    seeker.finding.show("boche", {})
    seeker.reads("Signed in as ida")
    assert ("own", "My games (1)") in [each[:2] for each in seeker.form.buttons]
    seeker.press("own")
    (row,) = seeker.games()
    assert (row.board, row.heading) == (number, "Boche against hans")
    assert (row.state, row.calls) == ("hans waits for your answer", True)
    seeker.user.key("Enter")
    far = seeker.sits_down()
    view = seeker.user.desk.controller.view().far
    assert view is not None
    assert (str(view.offer), view.asked) == ("hans challenges you: no clock, not rated", True)
    seeker.user.desk.controller.command("accept")

    def begun() -> bool:
        seeker.user.pass_time()
        return not far.is_open

    until(begun)
    assert seeker.user.desk.controller.view().status == "the game has begun"


def test_a_new_account_and_more_games_than_are_seen_at_once(
    host: Host, cable: Cable, seeker: Seeker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeks, "MAX_OPEN_SEEKS_OF_ADDRESS", 20)
    asked = {"game": "octi", "against": "open"}
    numbers = [host.ask("POST", "/api/boards", asked | {"as": f"Guest {n}"})["board"]
               for n in range(9)]  # fmt: skip
    seeker.finding.show("boche", {})
    seeker.press("new", server=cable.address, name="gina", password="short")
    seeker.reads("password")
    seeker.press("new", password=PASSWORD)
    seeker.reads("Signed in as gina")
    assert [seek.place.board for seek in seeker.seeks][:9] == numbers[::-1]
    reader = DialogUser(seeker.form)
    shown = [word for word in reader.words if word.startswith("Octi, ")]
    assert shown == [f"Octi, against Guest {n} (guest), no clock" for n in range(8, 2, -1)]
    reader.keys("Tab", *["Down"] * 7)
    assert "Octi, against Guest 1 (guest), no clock" in reader.words
    seeker.form.point_at([field.name for field in seeker.form.fields].index("rival"))
    seeker.form.type("nobody-of-that-name")
    seeker.press("go")
    seeker.reads("nobody-of-that-name")


def test_a_free_seat_is_taken(
    host: Host, cable: Cable, seeker: Seeker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeks, "MAX_OPEN_SEEKS_OF_ADDRESS", 20)
    number = host.ask("POST", "/api/boards", {"game": "octi", "against": "open"})["board"]
    seeker.sign_in(host, cable.address, "fred")
    (seek,) = (each for each in seeker.seeks if each.place.board == number)
    assert label_of(seek) == "Octi, against guest, no clock"
    seeker.user.set("seats", seek)
    assert seeker.sits_down().wire.place.board == number


def test_what_is_wrong_is_said_in_the_dialog(host: Host, cable: Cable, seeker: Seeker) -> None:
    seeker.finding.show("boche", {})
    seeker.press("go")
    assert "enter a seat link" in seeker.form.problem
    seeker.press("go", link="nonsense")
    assert "expected the link of a seat" in seeker.form.problem
    seeker.press("go", link="", server=cable.address, name="emil", password="wrong-horse")
    seeker.reads("wrong name or password")
    seeker.user.set("server", "http://play.example")
    assert "is not https" in seeker.form.text
    cable.cut()
    seeker.press("go", server=cable.address)
    seeker.reads("cannot reach")


def test_the_code_of_a_second_factor_is_asked_for_once_it_is_needed(
    host: Host, cable: Cable, seeker: Seeker
) -> None:
    host.ask("POST", "/api/accounts", {"name": "jane", "password": PASSWORD})
    key, (recovery, *_) = host.turn_on_second_factor("jane")
    for code in (recovery, TOTP(key).at(int(time.time()) + 30)):  # this minute's is used up
        seeker.finding.show("boche", {})
        assert "code" not in seeker.form.values()
        seeker.press("go", server=cable.address, name="jane", password="wrong-horse")
        seeker.reads("wrong name or password")
        seeker.press("go", password=PASSWORD)
        seeker.reads(f"Signing in as jane at {cable.address.partition('//')[2]} also takes a code.")
        assert [field.name for field in seeker.form.fields] == ["code"]
        seeker.press("go")
        assert seeker.form.problem == "enter a code"
        seeker.press("go", code="000000")
        seeker.reads("wrong code")
        seeker.press("go", code=f" {code}")
        seeker.reads("Signed in as jane")
        seeker.press("out")
        seeker.until(lambda: seeker.form.name == "far")


def test_whoever_has_no_code_returns_to_the_first_dialog(
    host: Host, cable: Cable, seeker: Seeker
) -> None:
    host.ask("POST", "/api/accounts", {"name": "karl", "password": PASSWORD})
    host.turn_on_second_factor("karl")
    seeker.finding.show("boche", {})
    seeker.press("go", server=cable.address, name="karl", password=PASSWORD)
    seeker.reads("also takes a code")
    seeker.user.key("Escape")
    assert seeker.form.name == "far"
    assert not seeker.form.values()["password"]


def test_a_password_is_dots_that_nobody_copies(seeker: Seeker) -> None:
    seeker.finding.show("boche", {})
    form = seeker.form
    form.focus_on([field.name for field in form.fields].index("password"))
    form.type("secret")
    assert form.focused is not None
    assert form.focused.hidden
    assert form.edit is not None
    form.point_into(form.edit.__class__("••••••", 2, 0))  # a click on the masked text
    form.type("S")
    assert form.values()["password"] == "Scret"


def test_a_game_seen_before_is_gone_on_with(host: Host, cable: Cable, seeker: Seeker) -> None:
    number, own, _ = host.board()
    seeker.finding.show("boche", {})
    seeker.press("go", link=f"{cable.address}/board/{number}#seat={own}")
    first = seeker.sits_down()
    seeker.table.close()
    seeker.user.desk.take(Session.new("boche"))
    seeker.finding.show("boche", {})
    assert seeker.listed == [f"Boche, Ann (guest) - Bob (guest), move 1, 127.0.0.1:{cable.port}"]
    (seen,) = (each for each in seeker.form.fields if each.kind == "list")
    seeker.user.set("seen", seen.choices[0][0])
    again = seeker.sits_down()
    assert again is not first
    assert again.is_due


def test_the_signs_of_a_move(
    host: Host, cable: Cable, seeker: Seeker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    notifier = tmp_path / notifications.NOTIFIER
    notifier.write_text(f'#!/bin/sh\nprintf "%s|" "$@" > {told}.new; mv {told}.new {told}\n')
    notifier.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    monkeypatch.setattr(seeker.user.desk, "window",
                        SimpleNamespace(pixels=(1280, 800), screen_scale=1.0, hidden=False,
                                        has_focus=False))  # fmt: skip
    number, own, other = host.board(name="--<b>Bob")
    seeker.finding.show("boche", {})
    seeker.press("go", link=f"{cable.address}/board/{number}#seat={other}")
    far = seeker.sits_down()
    host.ask("POST", f"/api/boards/{number}/moves", {"move": "a:a1"}, own)

    def arrived() -> bool:
        seeker.user.pass_time()
        return far.cursor.moves == ["a:a1"]

    until(arrived)
    assert seeker.user.desk.controller.view().status == "Ann (guest) played a:a1"
    assert far.title.startswith("Your move: Ann")
    until(told.exists)
    assert told.read_text() == "--app-name=boche|--|Boche|Ann (guest) played a:a1|"
    (kept,) = (tmp_path / "home" / "data" / "games").glob("*.sgf")
    assert kept.exists()
