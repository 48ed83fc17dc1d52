"""Health checks, lines for everybody, who may sign up, and the page on privacy."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.server import limits
from boche.server.announcements import Announcements
from boche.server.infrastructure.supervision import REGISTER
from boche.server.limits import Rules
from boche.server.operation.heartbeat import Pulse
from boche.server.operation.vitals import MailStatus, Vitals
from boche.server.people import invitations
from boche.server.people.accounts import named
from boche.server.play.moderation import AT_COMMAND_LINE, add
from boche.server.policy import Keep, Policy
from boche.server.web.app import look_at_disk
from tests.server.desk import HASH, PASSWORD
from tests.server.web.site import Site


@pytest.fixture
def chosen() -> Iterator[None]:
    """Put back the usual rules afterwards."""
    yield
    limits.set_rules(Rules())


def choose(policy: Policy) -> None:
    limits.set_rules(Rules(policy=policy))


# -- health


@pytest.mark.parametrize(
    ("pulse", "folder", "mail", "wrong", "status"),
    [
        (Pulse(1.0, 0.003), True, None, set(), 200),
        (Pulse(1.0, 0.003), True, MailStatus(), set(), 200),
        (Pulse(3.0, 0.003, "no answer"), True, None, {"database"}, 503),
        (Pulse(30.0, 0.003), True, None, {"database"}, 503),
        (Pulse(1.0, 0.003), False, None, {"disk"}, 200),
        (Pulse(1.0, 0.003), True, MailStatus("refused"), {"mail"}, 200),
    ],
)
def test_each_part_is_told_apart(
    site: Site, tmp_path: Path, pulse: Pulse, folder: bool, mail: MailStatus | None,
    wrong: set[str], status: int,
) -> None:  # fmt: skip
    site.service.vitals = Vitals(
        lambda: pulse, tmp_path if folder else tmp_path / "not there", mail
    )
    whole = site.ask("GET", "/health/ready", host="10.0.0.7:80")
    assert (whole.status_code, whole.json()["ok"]) == (status, status == 200)
    assert len(whole.text.splitlines()) == 5, "a line for each part"
    for name in ("database", "disk", "mail"):
        part = site.ask("GET", f"/health/ready/{name}")
        ok = name not in wrong
        assert (part.status_code, part.json()["ok"]) == (200 if ok else 503, ok)
        assert whole.json()[name]["ok"] == ok
    assert str(tmp_path) not in whole.text, "where it is concerns nobody"
    assert site.ask("GET", "/health/ready/cpu").status_code == 404


def test_little_room_is_told_once_and_stops_nobody(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "boche")
    site.service.vitals = Vitals(lambda: Pulse(1.0, 0.003), tmp_path)
    usage = shutil.disk_usage(tmp_path)
    for free, times, ok in ((50, 1, False), (40, 1, False), (5000, 2, True)):
        monkeypatch.setattr(
            "boche.server.operation.vitals.shutil.disk_usage",
            lambda _, free=free: usage._replace(free=free * 10**6),
        )
        ready = site.ask("GET", "/health/ready")
        assert (ready.status_code, ready.json()["disk"]["ok"]) == (200, ok)
        site.run(look_at_disk(site.service))
        assert caplog.text.count("the disk: ") == times
        assert site.service.vitals.free == free * 10**6
    assert "only 50 MB are free: free up space" in caplog.text


def test_a_thread_that_ended_is_in_the_answer(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REGISTER, "_ends", {})
    assert site.ask("GET", "/health/ready").json()["threads"]["ok"]
    REGISTER.note("mail delivery", ValueError("private"))
    ready = site.ask("GET", "/health/ready")
    assert ready.status_code == 200
    assert not ready.json()["threads"]["ok"]
    assert "mail delivery ended unexpectedly, " in ready.json()["threads"]["says"]
    assert "private" not in ready.text
    assert site.ask("GET", "/health/ready/threads").status_code == 503


def test_a_process_says_that_it_lives_in_any_trouble(site: Site) -> None:
    site.service.vitals = Vitals(lambda: Pulse(999.0, 0.0, "gone"))
    assert json.loads(site.ask("GET", "/health/live").text) == {"ok": True}


# -- lines for everybody


def test_a_banner_is_on_every_page_and_escaped(site: Site) -> None:
    site.service.announcements = lambda: Announcements(banner="<b>We move on Sunday")
    board, _, _ = site.friends()
    for path in ("/", "/help", "/sign-in", f"/board/{board}/plain"):
        assert "&lt;b&gt;We move on Sunday" in site.ask("GET", path).text, path
    assert "We move on Sunday" in site.ask("GET", f"/board/{board}").text


def test_in_a_maintenance_everything_is_answered_by_its_line(site: Site) -> None:
    board, one, _ = site.friends()
    site.service.announcements = lambda: Announcements(maintenance="the disk is exchanged")
    page = site.ask("GET", "/games")
    assert (page.status_code, page.headers["retry-after"]) == (503, "60")
    assert "The disk is exchanged." in page.text
    move = site.ask("POST", f"/api/boards/{board}/moves", {"move": "c:a1", "ply": 1}, auth=one)
    assert (move.status_code, move.json()) == (503, {"error": "the disk is exchanged"})
    assert site.ask("GET", "/robots.txt").status_code == 200
    ready = site.ask("GET", "/health/ready")
    assert (ready.status_code, ready.json()["maintenance"]["says"]) == (
        200,
        "the disk is exchanged",
    )
    site.service.announcements = Announcements
    assert site.get(f"/api/boards/{board}")["moves"] == []


# -- signing up


def sign_up(site: Site, name: str, **more: str) -> int:
    answer = site.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD, **more})
    return answer.status_code


@pytest.mark.usefixtures("chosen")
def test_signing_up_by_invitation_only(site: Site) -> None:
    choose(Policy("invitation"))
    assert sign_up(site, "ann") == 403
    assert (
        site.ask("POST", "/command", content=f"signup ann {PASSWORD}".encode()).status_code == 403
    )
    assert 'name="password"' not in site.ask("GET", "/sign-up").text
    secret = site.service.store.write(
        lambda transaction: invitations.invite(transaction, 1, None, "", site.now)
    )
    assert 'name="password"' in site.ask("GET", f"/sign-up?invite={secret}").text
    assert sign_up(site, "ann", invitation=secret) == 201


@pytest.mark.usefixtures("chosen")
def test_signing_up_not_at_all_but_by_an_operator(site: Site) -> None:
    secret = site.service.store.write(
        lambda transaction: invitations.invite(transaction, 1, None, "", site.now)
    )
    choose(Policy("closed"))
    assert sign_up(site, "ann", invitation=secret) == 403
    front = site.ask("GET", "/").text
    assert 'href="/sign-up"' not in front
    assert "takes no new accounts" in site.ask("GET", "/sign-up").text
    store = site.service.store
    store.write(lambda t: add(t, AT_COMMAND_LINE, "bob", HASH, None, site.now))
    assert store.read(lambda t: named(t, "bob")).name == "bob"


# -- privacy


@pytest.mark.usefixtures("chosen")
def test_the_page_says_what_the_settings_say(site: Site) -> None:
    assert 'href="/privacy"' in site.ask("GET", "/help").text
    usual = site.ask("GET", "/privacy").text
    assert "730 days after its end, then deleted" in " ".join(usual.split())
    assert "has no addresses and no requests" in usual
    assert "/api/me/export" in site.ask("GET", "/privacy", auth=site.sign_up("ann")).text
    choose(Policy(keep=Keep(guest_games=None, reports=10, log=90)))
    site.service.access_log = True
    changed = " ".join(site.ask("GET", "/privacy").text.split())
    assert "stored for good after its end." in changed
    assert "Once it is closed it is stored for 10 days" in changed
    assert "for 90 days" in changed
    assert "a line for each request" in changed
