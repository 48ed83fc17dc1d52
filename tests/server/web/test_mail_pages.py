"""Pages that mails link to: looking at them does nothing, their button does everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.server.database.store import Store
from boche.server.mail.addresses import CONFIRM, STOP, Keys, key_of
from boche.server.mail.incoming.inbound import InboundMail
from boche.server.people import mailboxes
from tests.server.desk import PASSWORD
from tests.server.web.site import Site

FORM = {"content_type": "application/x-www-form-urlencoded"}


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with Site(store) as found:
        found.service.inbound = InboundMail(
            store, Keys("games.example", store.write(key_of)), found.service.now
        )
        yield found


def box_of(site: Site, user: int) -> mailboxes.Mailbox:
    return site.service.store.read(lambda transaction: mailboxes.of_user(transaction, user))


def account(site: Site) -> tuple[int, str, str]:
    """Create an account with two addresses; return its number, and tokens to confirm and stop."""
    auth = site.sign_up("ann")
    site.done(
        "PATCH",
        "/api/me",
        {"mail": "ann@example.org, Ann2@Example.org", "old": PASSWORD},
        auth=auth,
    )
    post = site.service.inbound
    assert post is not None
    user = site.service.store.read(
        lambda transaction: mailboxes.owner(transaction, "ann@example.org")
    )
    assert user is None, "nobody has confirmed it"
    number = int(site.service.store.read(
        lambda transaction: transaction.connection.exec_driver_sql(
            "SELECT id FROM users WHERE key = 'ann'").scalar_one()))  # fmt: skip
    return (number, post.keys.for_user(CONFIRM, number, "ann2@example.org"),
            post.keys.for_user(STOP, number, "ann@example.org"))  # fmt: skip


def test_a_scanner_that_opens_links_does_nothing(site: Site) -> None:
    user, confirm, stop = account(site)
    for path in (f"/mail/confirm/{confirm}", f"/mail/stop/{stop}"):
        for method in ("GET", "HEAD"):
            answer = site.ask(method, path)
            assert answer.status_code == 200
            assert answer.headers["referrer-policy"] == "no-referrer"
        assert "<button" in site.ask("GET", path).text
    box = box_of(site, user)
    assert not any(each.confirmed for each in box.addresses)
    assert box.wish == mailboxes.EACH


def test_the_button_does_it(site: Site) -> None:
    user, confirm, stop = account(site)
    answer = site.ask("POST", f"/mail/confirm/{confirm}", content=b"", **FORM)
    assert answer.status_code == 200
    assert "is confirmed" in answer.text
    assert {each.address: each.confirmed for each in box_of(site, user).addresses} == {
        "ann@example.org": False, "Ann2@Example.org": True}  # fmt: skip
    one_click = b"List-Unsubscribe=One-Click"
    assert site.ask("POST", f"/mail/stop/{stop}", content=one_click, **FORM).status_code == 200
    assert box_of(site, user).wish == mailboxes.NONE
    kinds = site.service.store.read(
        lambda transaction: transaction.connection.exec_driver_sql(
            "SELECT kind, address FROM outbox WHERE kind = 'off'").all())  # fmt: skip
    assert [tuple(row) for row in kinds] == [("off", "Ann2@Example.org")]


def test_pages_of_nobody(site: Site) -> None:
    _, confirm, stop = account(site)
    wrong = confirm[:-1] + ("a" if confirm.endswith("7") else "7")
    for path in (f"/mail/stop/{confirm}", f"/mail/confirm/{stop}", "/mail/stop/x",
                 f"/mail/confirm/{wrong}", "/mail/confirm/99-" + "a" * 20,
                 f"/mail/play/{confirm}"):  # fmt: skip
        for method in ("GET", "POST"):
            assert site.ask(method, path).status_code == 404
    site.service.inbound = None
    assert site.ask("GET", f"/mail/confirm/{confirm}").status_code == 404


def test_how_much_mail_on_the_accounts_page(site: Site) -> None:
    user, _, _ = account(site)
    cookie = "boche_session=" + site.sign_up("ann").removeprefix("Bearer ")
    page = site.ask("GET", "/account", cookie=cookie).text
    assert "not confirmed yet" in page
    assert 'value="each" checked' in page
    answer = site.ask("POST", "/account/wish", content=b"wish=daily", cookie=cookie, **FORM)
    assert answer.status_code == 303
    assert box_of(site, user).wish == mailboxes.DAILY
    assert 'value="daily" checked' in site.ask("GET", "/account", cookie=cookie).text
    refused = site.ask("POST", "/account/wish", content=b"wish=often", cookie=cookie, **FORM)
    assert refused.status_code == 400


def test_where_mail_goes_until_a_new_address_is_confirmed(site: Site) -> None:
    user, _, _ = account(site)
    cookie = "boche_session=" + site.sign_up("ann").removeprefix("Bearer ")

    def page() -> str:
        return str(site.ask("GET", "/account", cookie=cookie).text)

    site.service.store.write(
        lambda transaction: mailboxes.confirm(transaction, user, "ann@example.org", 1.0)
    )
    content = f"mail=new%40example.org&old={PASSWORD}".encode()
    site.ask("POST", "/account/mail", content=content, cookie=cookie, **FORM)
    assert "<bdi>ann@example.org</bdi>: gets your mail until" in page()
    assert "<bdi>new@example.org</bdi>: not confirmed yet" in page()
    site.service.store.write(
        lambda transaction: mailboxes.confirm(transaction, user, "new@example.org", 2.0)
    )
    assert "gets your mail until" not in page()
