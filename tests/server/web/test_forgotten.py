"""Forgotten passwords: a mail's link lets its reader choose a new one, once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from boche.engine.durations import HOUR
from boche.server.database.connect import open_store
from boche.server.database.store import Store, Transaction
from boche.server.people import accounts, mailboxes, password_reset
from boche.viewer.cli import main
from tests.server.desk import HASH, PASSWORD, Desk
from tests.server.mail.office import HOST, Mailer, text_of
from tests.server.web.site import Site

NEW = "another-horse"


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with Site(store) as found:
        yield found
    store.before_commit = None


@pytest.fixture
def mailer(site: Site) -> Mailer:
    """Return a post office beside the site, with the site's clock; ann's address is confirmed."""
    desk = Desk(site.service.store)
    desk.person("ann")
    desk.person("bob")
    made = Mailer(desk)
    made.confirm("ann")
    site.service.inbound = made.post
    return made


def form(site: Site, path: str, **fields: str) -> tuple[int, str]:
    answer = site.ask("POST", path, content=urlencode(fields).encode(),
                      content_type="application/x-www-form-urlencoded")  # fmt: skip
    return answer.status_code, answer.text


def asked(site: Site, mailer: Mailer, who: str) -> list[str]:
    """Report a forgotten password; return the links that are mailed."""
    status, text = form(site, "/forgot", who=who)
    assert status == 200, text
    assert "is on its way, if there is such an account" in text
    mailer.desk.now = site.now
    texts = [text_of(mail) for _, mail in mailer.carried()]
    return re.findall(r"/mail/password/\S+", "\n".join(texts))


def signs_in(site: Site, password: str) -> bool:
    answer = site.ask("POST", "/api/session", {"name": "ann", "password": password})
    return answer.status_code == 200


def test_a_link_changes_the_password_once_and_ends_all_sessions(site: Site, mailer: Mailer) -> None:
    session = site.sign_up("ann")
    (link,) = asked(site, mailer, "ann")
    (other,) = asked(site, mailer, "Ann@Example.org")
    ((address, mail),) = [mailer.way.mails[-1]]
    assert (address, mail["Subject"]) == ("ann@example.org", "A new password for ann")
    assert mail["List-Unsubscribe"] is None
    for method in ("GET", "HEAD"):
        answer = site.ask(method, link)
        assert (answer.status_code, answer.headers["referrer-policy"]) == (200, "no-referrer")
    assert signs_in(site, PASSWORD), "a look changes nothing"
    assert form(site, link, password=NEW, again="x")[0] == 400
    assert form(site, link, password="short", again="short")[0] == 400
    status, text = form(site, link, password=NEW, again=NEW)
    assert (status, "Your password is changed" in text) == (200, True)
    assert signs_in(site, NEW)
    assert not signs_in(site, PASSWORD)
    assert site.refused("GET", "/api/me", auth=session)[0] == 401
    for used in (link, other):
        assert form(site, used, password=PASSWORD, again=PASSWORD)[0] == 404
        assert site.ask("GET", used).status_code == 404
    assert signs_in(site, NEW)


def test_the_same_is_answered_and_nobody_else_is_mailed(site: Site, mailer: Mailer) -> None:
    pages = {form(site, "/forgot", who=who) for who in ("ann", "bob", "nobody", "x@example.net")}
    assert len(pages) == 1
    assert [address for address, _ in mailer.carried()] == ["ann@example.org"]
    assert form(site, "/forgot", who=" ")[0] == 400


def test_it_is_limited_for_who_asks_and_for_who_is_mailed(site: Site, mailer: Mailer) -> None:
    for n in range(20):
        answer = site.ask("POST", "/forgot", content=b"who=ann", x_forwarded_for=f"192.0.2.{n}",
                          content_type="application/x-www-form-urlencoded")  # fmt: skip
        assert answer.status_code == 200
    assert len(mailer.carried()) == password_reset.MAILED.burst
    came = [form(site, "/forgot", who="bob")[0] for _ in range(9)]
    assert came == [200] * 6 + [429] * 3


def test_a_link_lasts_an_hour_and_is_for_one_account(site: Site, mailer: Mailer) -> None:
    (link,) = asked(site, mailer, "ann")
    number, _, rest = link.removeprefix("/mail/password/").partition("-")
    forged = [f"/mail/password/{int(number) + 1}-{rest}", link[:-1], f"{link}a", link[:-2] + "aa",
              "/mail/password/1-9999999999-" + "a" * 26, "/mail/password/x"]  # fmt: skip
    for each in forged:
        if each != link:
            assert form(site, each, password=NEW, again=NEW)[0] == 404, each
    site.now += HOUR + 2
    assert form(site, link, password=NEW, again=NEW)[0] == 404
    assert signs_in(site, PASSWORD)


def test_by_mail_and_where_there_is_no_mail(site: Site, mailer: Mailer) -> None:
    assert mailer.send("forgot ann", sender="ann@example.org") == "done"
    subjects = {mail["Subject"] for _, mail in mailer.carried()}
    assert "A new password for ann" in subjects
    assert 'href="/forgot"' in site.ask("GET", "/sign-in").text
    site.service.inbound = None
    assert "Ask whoever runs it" in site.ask("GET", "/forgot").text

    def operators(transaction: Transaction) -> str:
        return password_reset.token_for(
            transaction, accounts.named(transaction, "bob").id, site.now
        )

    link = f"/mail/password/{site.service.store.write(operators)}"
    assert form(site, link, password=NEW, again=NEW)[0] == 200


def test_who_signs_up_with_an_address_is_told_to_see_their_mail(site: Site, mailer: Mailer) -> None:
    answer = site.ask(
        "POST", "/sign-up", content_type="application/x-www-form-urlencoded",
        content=urlencode({"name": "carl", "password": PASSWORD, "mail": "carl@example.org",
                           "next": "/games"}).encode(),
    )  # fmt: skip
    assert answer.headers["location"] == "/signed-up?next=%2Fgames"
    cookie = answer.headers["set-cookie"].partition(";")[0]
    page = site.ask("GET", "/signed-up?next=%2Fgames", cookie=cookie).text
    assert "Check your mail" in page
    assert "carl@example.org" in page
    assert 'href="/games"' in page
    assert [address for address, _ in mailer.carried()] == ["carl@example.org"]
    assert mailboxes.MOST_ADDRESSES
    assert HOST in str(mailer.way.mails[-1][1]["From"])


def test_an_operator_makes_a_link_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'server.db'}"
    store = open_store(url)
    store.write(lambda transaction: accounts.sign_up(transaction, "ann", HASH, 0.0))
    line = ["serve", "user", "password", "ann", "--data", str(tmp_path)]
    assert main([*line, "--address", "https://games.example/"]) == 0
    link = capsys.readouterr().out.strip()
    token = link.removeprefix("https://games.example/mail/password/")
    found = store.read(lambda transaction: password_reset.owner_of(transaction, token, time.time()))
    assert found.name == "ann"
    store.close()
    assert main(["serve", "user", "password", "nobody", *line[4:]]) != 0
    assert capsys.readouterr().err.count("\n") == 1


def test_an_owner_is_told_once_of_a_wave_of_wrong_passwords(site: Site, mailer: Mailer) -> None:
    def guess(times: int) -> list[str]:
        """Guess so often, from everywhere; return the subjects of the mails that follow."""
        for each in range(times):
            address = f"203.0.113.{each % 200}"
            wrong = {"name": "ann", "password": "wrong-horse"}
            site.ask("POST", "/api/session", wrong, x_forwarded_for=address)
        mailer.desk.now = site.now
        return [mail["Subject"] for _, mail in mailer.carried()]

    site.service.proxied = True
    assert guess(9) == []
    assert guess(1) == ["Wrong passwords for ann"]
    address, mail = mailer.way.mails[-1]
    assert address == "ann@example.org"
    assert "https://games.example/forgot" in text_of(mail)
    assert mail["List-Unsubscribe"] is None
    assert guess(60) == [], "no other mail for the same wave"
    site.now += 2 * HOUR
    assert guess(10) == ["Wrong passwords for ann"]


def test_a_new_password_gets_in_at_once_where_wrong_ones_had_to_wait(
    site: Site, mailer: Mailer
) -> None:
    for _ in range(10):
        assert not signs_in(site, "wrong-horse")
    assert not signs_in(site, PASSWORD), "there is a wait"
    link = asked(site, mailer, "ann")[-1]
    assert form(site, link, password=NEW, again=NEW)[0] == 200
    assert signs_in(site, NEW)
