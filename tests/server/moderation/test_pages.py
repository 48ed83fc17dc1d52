"""Reports by players, and the pages of operators."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boche.server import limits
from boche.server.database.store import Store
from boche.server.limits import Limit
from boche.server.people import accounts, reports
from boche.server.people.reports import Report
from boche.server.play import conversation, moderation
from boche.server.play.actor import Actor
from boche.server.play.match import load
from boche.server.play.moderation import AT_COMMAND_LINE
from tests.server.desk import PASSWORD, START
from tests.server.moderation.people import made, operator
from tests.server.web.pages.browser import Browser, Site
from tests.server.web.pages.test_every_page import in_order

HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture
def pages(store: Store) -> Iterator[Site]:
    found = Site(store)
    yield found
    found.close()


@pytest.fixture
def admin(pages: Site) -> Browser:
    """Return the browser of an operator."""
    browser = pages.browser("oda")
    operator(pages.store, "oda")
    return browser


def said(pages: Site, name: str, number: int, text: str) -> int:
    """Say something at a board; return the line's number."""

    def work(t: object) -> int:
        user = accounts.named(t, name)  # type: ignore[arg-type]
        conversation.chat(t, Actor(user.id), number, text, START)  # type: ignore[arg-type]
        return int(conversation.chat_of(t, number)[-1]["number"])  # type: ignore[arg-type,call-overload]

    return pages.store.write(work)


def sent(pages: Site) -> list[Report]:
    return pages.store.read(lambda t: reports.listed(t, is_open=True))


def test_a_chat_line_is_reported_as_it_was_with_those_before_it(
    pages: Site, admin: Browser
) -> None:
    ann, eve = pages.browser("ann"), pages.browser("eve")
    number = pages.store.write(lambda t: made(t, "ann", "eve"))
    own = said(pages, "ann", number, "hello")
    line = said(pages, "eve", number, HOSTILE)
    said(pages, "eve", number, "said later")
    path = f"/board/{number}/report"
    in_order(ann.get(f"{path}?line={line}"))
    assert HOSTILE in ann.page.shown
    page = ann.post(path, {**ann.page.form("").fields, "reason": "insult", "text": ""})
    assert "Thank you" in page.shown
    (report,) = sent(pages)
    assert (report.reporter_name, report.name, report.board) == ("ann", "eve", number)
    assert [each["text"] for each in report.context["lines"]] == ["hello", HOSTILE]
    for wrong in (own, line + 50):
        assert ann.get(f"{path}?line={wrong}").status == 404, "only what the other one said"
    assert pages.browser("cid").get(path).status == 403, "only who sits there"
    assert eve.get("/admin").status == 404
    in_order(admin.get("/admin"))
    assert "Admin: 1" in admin.page.text
    in_order(admin.get(f"/admin/reports/{report.number}"))
    assert HOSTILE in admin.page.shown
    assert "said later" not in admin.page.shown
    admin.post(f"/admin/reports/{report.number}", {"answer": "warned"})
    assert sent(pages) == []
    assert "warned" in admin.get(f"/admin/reports/{report.number}").shown
    assert admin.post(f"/admin/reports/{report.number}", {"answer": "again"}).status == 409


def test_a_message_is_reported_by_who_got_it(pages: Site) -> None:
    ann, eve, cid = (pages.browser(name) for name in ("ann", "eve", "cid"))
    eve.get("/messages")
    eve.send("/messages", to="ann", text="buy my boards")
    (link,) = [link for link in ann.get("/messages/eve").links if "/report?" in link]
    in_order(ann.get(link))
    assert "buy my boards" in ann.page.shown
    assert cid.get(link).status == 404
    fields = ann.get(link).form("").fields
    page = ann.post("/people/eve/report", {**fields, "reason": "spam", "text": ""})
    assert "look at your report" in page.shown
    assert sent(pages)[0].context["text"] == "buy my boards"
    assert ann.post("/people/eve/report", {"reason": "spam", "text": ""}).reason
    assert ann.post("/people/eve/report", {"text": "hm"}).reason == "Choose what it is about"
    assert ann.get("/people/ann/report").status == 404
    assert ann.get("/people/level-1/report").status == 404
    assert pages.browser().get("/people/eve/report").path.startswith("/sign-in")


def test_reports_are_limited(pages: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REPORTS", Limit("reports", 2, 300.0))
    ann, _ = pages.browser("ann"), pages.browser("eve")
    form = {"reason": "other", "text": "see there"}
    statuses = [ann.post("/people/eve/report", form).status for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_a_warning_is_shown_until_it_is_acknowledged(pages: Site, admin: Browser) -> None:
    eve, ann = pages.browser("eve"), pages.browser("ann")
    number = pages.store.write(lambda t: made(t, "ann", "eve"))
    admin.get("/admin/people/eve")
    admin.send("/admin/people/eve/warn", text=f"Be polite. {HOSTILE}")
    for path in ("/games", f"/board/{number}", f"/board/{number}/plain"):
        page = eve.get(path)
        assert "Be polite." in page.text
        assert "<script>alert" not in page.text
    eve.get("/games?show=mine")
    (form,) = [each for each in eve.page.forms if each.action.startswith("/warnings/")]
    ann.post(form.action, {})
    assert "Be polite." in eve.get("/games").text, "nobody else can acknowledge it"
    eve.post(form.action, form.fields)
    assert eve.page.path == "/games"
    assert "Be polite." not in eve.page.text
    assert "Be polite." in admin.get("/admin/people/eve").shown


def test_an_operator_bans_lifts_deletes_and_all_is_logged(pages: Site, admin: Browser) -> None:
    eve = pages.browser("eve")
    in_order(admin.get("/admin/people?name=ev"))
    assert "/admin/people/eve" in admin.page.links
    in_order(admin.get("/admin/people/eve"))
    path = "/admin/people/eve"
    bad = admin.post(f"{path}/ban", {"reason": "insults", "length": "until", "until": "soon"})
    assert bad.reason == "Until: give a day, such as 2027-03-01"
    assert admin.post(f"{path}/ban", {"reason": "insults"}).reason == "Say how long the ban lasts"
    assert admin.post(f"{path}/ban", {"reason": "", "length": "good"}).reason == "Give a reason"
    page = admin.post(f"{path}/ban", {"reason": HOSTILE, "length": "days", "days": "7"})
    assert f"Banned until 2027-01-22 08:00 UTC: {HOSTILE}" in page.shown
    in_order(page)
    assert eve.get("/account").path.startswith("/sign-in"), "signed out"
    refused = eve.post("/sign-in", {"name": "eve", "password": PASSWORD})
    assert refused.status == 403
    assert refused.reason == f"This account is banned until 2027-01-22 08:00 UTC: {HOSTILE}"
    assert "This account is banned" in pages.browser("ann").get("/people/eve").shown
    assert HOSTILE not in pages.browser("bob").get("/people/eve").shown, "the reason is theirs"
    admin.post(f"{path}/unban", {"reason": "an error"})
    assert eve.post("/sign-in", {"name": "eve", "password": PASSWORD}).status == 200
    admin.post(f"{path}/password", {})
    assert any("/mail/password/" in link for link in admin.page.links)
    assert admin.post(f"{path}/delete", {"reason": "asked", "sure": "bob"}).reason
    admin.post(f"{path}/delete", {"reason": "asked", "sure": "eve"})
    assert eve.get("/people/eve").status == 404
    in_order(admin.get("/admin/log"))
    shown = admin.page.shown
    for act in ("ban eve", "unban eve an error", "password link eve", "delete eve asked"):
        assert f"oda {act}" in shown


def test_an_operator_decides_and_deletes_a_game(pages: Site, admin: Browser) -> None:
    number = pages.store.write(lambda t: made(t, "ann", "bob", private=True))
    in_order(admin.get("/admin/games"))
    assert f"/admin/games/{number}" in admin.page.links
    path = f"/admin/games/{number}"
    in_order(admin.get(path))
    assert admin.post(f"{path}/adjudicate", {"verdict": "draw", "reason": ""}).reason
    page = admin.post(f"{path}/adjudicate", {"verdict": "draw", "reason": "both agreed"})
    assert "Decided by an operator (both agreed)" in page.shown
    in_order(page)
    exported = admin.post(f"{path}/export", {})
    assert exported.headers["content-type"] == "application/json"
    assert admin.post(f"{path}/delete", {"reason": "a test"}).reason
    admin.post(f"{path}/delete", {"reason": "a test", "sure": "1"})
    assert admin.get(f"/board/{number}").status == 404
    assert admin.get(path).status == 404


PATHS = [
    ("GET", "/admin"), ("GET", "/admin/people"), ("GET", "/admin/people/ann"),
    ("GET", "/admin/games"), ("GET", "/admin/games/1"), ("GET", "/admin/log"),
    ("GET", "/admin/reports/1"), ("POST", "/admin/reports/1"),
    *(("POST", f"/admin/people/ann/{what}")
      for what in ("warn", "ban", "unban", "operator", "password", "delete", "other")),
    *(("POST", f"/admin/games/1/{what}") for what in ("adjudicate", "delete", "export")),
]  # fmt: skip


def test_to_everybody_else_there_are_no_such_pages(pages: Site) -> None:
    number = pages.store.write(lambda t: made(t, "ann", "bob"))
    assert number == 1
    guest, eve, former, banned = (pages.browser(each) for each in (None, "eve", "finn", "gus"))
    operator(pages.store, "finn")
    pages.store.write(lambda t: moderation.dismiss(t, AT_COMMAND_LINE, "finn", START))
    pages.store.write(lambda t: moderation.ban(t, AT_COMMAND_LINE, "gus", "x", None, START))
    operator(pages.store, "gus")
    fields = {"verdict": "draw", "reason": "x", "sure": "1", "length": "good", "operator": "1"}
    for browser in (guest, eve, former, banned):
        for method, path in PATHS:
            page = browser.get(path) if method == "GET" else browser.post(path, fields)
            assert (page.status, "Page not found" in page.shown) == (404, True), path
    assert pages.store.read(lambda t: load(t, 1)).row.state == "active"


def test_blocked_players_are_listed_and_unblocked(pages: Site) -> None:
    ann, _ = pages.browser("ann"), pages.browser("eve")
    ann.get("/people/eve")
    ann.send("/people/eve/block")
    page = ann.get("/account")
    in_order(page)
    assert "/people/eve" in page.links
    ann.send("/people/eve/block")
    assert "no longer blocked" in ann.page.shown
    assert "/people/eve" not in ann.page.links


SEARCHES = (
    "/people", "/people?name=a", "/people?name=%00", "/games/search", "/games/search?player=ann",
    f"/people?name={HOSTILE}", f"/games/search?player={HOSTILE}",
)  # fmt: skip


def test_the_pages_of_searches_are_in_order(pages: Site) -> None:
    pages.store.write(lambda t: made(t, "ann", "bob"))
    for path in SEARCHES:
        page = pages.browser().get(path)
        in_order(page)
        assert "<script>alert" not in page.text
