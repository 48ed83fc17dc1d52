"""Signing up, in and out; one's own account; messages."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

from pyotp import TOTP, parse_uri

from boche.server.database.store import Transaction
from boche.server.people import accounts, messages
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import Browser, Page, Site

OTHER = "another-battery"


def signed_in(browser: Browser) -> bool:
    return "Sign out" in browser.get("/help").one("header")


def test_signing_up_out_and_in(site: Site) -> None:
    ann = site.browser()
    ann.get("/sign-up?next=/standings/boku")
    ann.send("/sign-up", name="ann", password=PASSWORD, mail="ann@example.org")
    assert ann.page.path == "/standings/boku"
    assert signed_in(ann)
    kept = dict(ann.cookies)
    assert ann.send("/sign-out").path == "/"
    assert not signed_in(ann)
    ann.cookies = kept
    assert not signed_in(ann), "what was signed out stays so"
    ann.get("/sign-in")
    ann.send("/sign-in", name="ANN", password=PASSWORD)
    assert signed_in(ann)


def test_signing_in_leads_nowhere_else(site: Site) -> None:
    site.browser("ann")
    for where in ("//evil.example", "https://evil.example", "/\\evil.example"):
        browser = site.browser()
        fields = {"name": "ann", "password": PASSWORD, "next": where}
        assert browser.post("/sign-in", fields).path == "/"


def test_a_wrong_password_is_asked_again_and_not_kept(site: Site) -> None:
    site.browser("ann")
    browser = site.browser()
    browser.get("/sign-in")
    page = browser.send("/sign-in", name="ann", password="wrong-horse")
    assert page.status == 401
    assert page.reason == "Wrong name or password"
    assert page.form("/sign-in").fields["name"] == "ann"
    assert "wrong-horse" not in page.text


WRONG = (
    ("ann", PASSWORD, "", "The name ann is taken"),
    ("a b", PASSWORD, "", "A name must consist of letters and digits"),
    ('<"x">', PASSWORD, "", "A name must consist of letters and digits"),
    ("deleted", PASSWORD, "", "The name deleted has a meaning"),
    ("carl", "short", "", "A password must have 8 to 200 characters"),
    ("carl", PASSWORD, "nowhere", "Expected a mail address"),
)


def test_what_is_no_account_is_refused_with_the_reason(site: Site) -> None:
    site.browser("ann")
    browser = site.browser()
    for name, password, mail, reason in WRONG:
        browser.get("/sign-up")
        page = browser.send("/sign-up", name=name, password=password, mail=mail)
        assert 400 <= page.status < 500
        assert (page.reason or "").startswith(reason)
        assert password not in page.text
        assert page.form("/sign-up").fields == {
            "name": name, "mail": mail, "password": "", "next": "/", "seats": "[]"
        }  # fmt: skip
        assert not signed_in(browser)


def test_a_session_that_is_over_does_not_keep_anybody_from_signing_in(site: Site) -> None:
    ann = site.browser("ann")
    site.now += accounts.SESSION + 1.0
    assert not signed_in(ann)
    ann.get("/sign-in")
    ann.send("/sign-in", name="ann", password=PASSWORD)
    assert signed_in(ann)


def test_mail_and_password_are_changed(site: Site) -> None:
    ann, elsewhere = site.browser("ann"), site.browser()
    elsewhere.get("/sign-in")
    elsewhere.send("/sign-in", name="ann", password=PASSWORD)
    ann.get("/account")
    assert "changed" in ann.send("/account/mail", mail="ann@example.org", old=PASSWORD).shown
    assert ann.page.form("/account/mail").fields["mail"] == "ann@example.org"
    assert ann.send("/account/mail", mail="no address", old=PASSWORD).status == 400
    assert ann.page.form("/account/mail").fields["mail"] == "no address"
    wrong = {"old": "wrong-horse", "password": OTHER, "again": OTHER}
    assert ann.send("/account/password", **wrong).status == 401
    assert OTHER not in ann.page.text
    assert ann.send("/account/password", **{**wrong, "again": "x", "old": PASSWORD}).status == 400
    assert ann.page.reason == "The two new passwords differ"
    ann.send("/account/password", old=PASSWORD, password=OTHER, again=OTHER)
    assert "you are signed out everywhere else" in ann.page.shown
    assert signed_in(ann)
    assert not signed_in(elsewhere)
    elsewhere.get("/sign-in")
    elsewhere.send("/sign-in", name="ann", password=OTHER)
    assert signed_in(elsewhere)


AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Linux",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.5 Mobile/15E148 Safari/604.1": "Safari, iPhone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0": "Edge, Windows",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 "
    "Mobile Safari/537.36": "Chrome, Android",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Safari/605.1.15": "Safari, macOS",
    "boche": "Boche",
    "curl/8.14.1": "Curl",
    "<b>": "Unknown browser",
}  # fmt: skip


def test_each_place_where_one_is_signed_in_is_listed_and_can_be_ended(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    elsewhere = []
    for agent in AGENTS:
        site.now += 60.0
        elsewhere.append(site.browser())
        elsewhere[-1].get("/sign-in")
        fields = {**elsewhere[-1].page.form("/sign-in").fields, "name": "ann", "password": PASSWORD}
        elsewhere[-1].post("/sign-in", fields, user_agent=agent)
        assert signed_in(elsewhere[-1])

    def listed() -> list[str]:
        rows = [each.text for each in ann.get("/account").all("li") if "since" in each.text]
        return [row.partition("since")[0].strip().partition(" Sign out")[0] for row in rows]

    assert listed() == ["Unknown browser this browser", *reversed(AGENTS.values())]
    names = [form.fields["session"] for form in ann.page.forms if "session" in form.fields]
    assert "You are signed out there" in ann.post("/account/sessions", {"session": names[0]}).shown
    assert [signed_in(each) for each in elsewhere] == [True] * (len(AGENTS) - 1) + [False]
    for wrong in ("no name", names[0]):
        ann.post("/account/sessions", {"session": wrong})
    bob.post("/account/sessions", {"session": names[1]})
    bob.post("/account/sessions", {})
    assert listed() == ["Unknown browser this browser", *list(reversed(AGENTS.values()))[1:]]
    exported = json.loads(ann.get("/api/me/export").text)["signed_in"]
    assert [each["device"] for each in exported][:3] == [None, *list(AGENTS.values())[:2]]
    assert "signed out everywhere else" in ann.post("/account/sessions", {}).shown
    assert not any(map(signed_in, elsewhere))
    assert signed_in(ann)
    assert signed_in(bob)
    assert "Sign out everywhere else" not in ann.get("/account").shown


def test_vacation_is_begun_and_ended(site: Site) -> None:
    ann, guest = site.browser("ann"), site.browser()
    ann.get("/account")
    assert ann.send("/account/away", days="900").status == 400
    assert ann.page.reason == "Days: expected a number from 1 to 30"
    assert ann.send("/account/away", days="90").status == 400
    assert ann.page.form("/account/away").fields == {"days": "90"}
    assert 'max="30"' in ann.page.text
    assert "You are on vacation until 2027-01-20" in ann.send("/account/away", days="5").shown
    assert "Away until 2027-01-20" in guest.get("/people/ann").shown
    ann.send("/account/back")
    assert "30 days left" in ann.page.shown
    assert "Away until" not in guest.get("/people/ann").shown


def test_all_that_is_mine_can_be_had_and_an_account_deleted(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/messages?to=bob")
    ann.send("/messages", text="Hello")
    ann.get("/?against=name&name=bob")
    ann.send("/")
    ann.get("/account")
    found = json.loads(ann.get("/api/me/export").text)
    assert (found["name"], len(found["boards"])) == ("ann", 1)
    ann.get("/account")
    assert 'action="/account/delete#refused"' in ann.page.text, "a refusal is where one looks"
    refused = ann.send("/account/delete", password="wrong-horse", sure="1")
    assert (refused.status, "Wrong password" in refused.shown) == (401, True)
    assert signed_in(ann)
    ann.get("/account")
    assert ann.send("/account/delete", password=PASSWORD).status == 400, "the box is not checked"
    assert signed_in(ann)
    ann.get("/account")
    page = ann.send("/account/delete", password=PASSWORD, sure="1")
    assert "The account is deleted." in page.shown
    assert not signed_in(ann)
    assert ann.get("/people/ann").status == 404
    for path in ("/games", "/messages", "/people/bob"):
        shown = bob.get(path).shown
        assert "ann" not in shown.casefold().split()
        assert "/people/deleted" not in bob.page.links


def test_messages_are_read_and_answered(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/messages?to=bob")
    ann.send("/messages", text="One line\r\nand another")
    assert ann.page.path == "/messages/bob#newest"
    assert "Messages: 1" in bob.get("/").one("header")
    page = bob.get("/messages")
    assert "1 new message" in page.shown
    assert "Messages: 1" in bob.get("/").one("header"), "a list is not read yet"
    page = bob.get("/messages/ann")
    said = next(e for e in page.elements if e.attributes.get("class") == "said")
    assert said.text == "One line\nand another"
    assert "new" in page.shown.split()
    assert "Messages: 1" not in bob.get("/").one("header")
    bob.get("/messages")
    assert bob.send("/messages", to="nobody, ann", text="To all").status == 404
    assert bob.page.reason == "No player is named nobody"
    assert bob.page.form("/messages").fields == {"to": "nobody, ann", "text": "To all"}
    assert "To all" not in ann.get("/messages").shown, "either all get it or nobody"


def said(page: Page) -> list[str]:
    return [each.text for each in page.elements if each.attributes.get("class") == "said"]


def test_two_people_have_one_conversation_the_newest_at_its_end(site: Site) -> None:
    ann, bob, eve = site.browser("ann"), site.browser("bob"), site.browser("eve")
    ann.get("/messages/bob")
    assert "Nothing has been written yet" in ann.page.shown
    ann.send("/messages/bob", text="Hello")
    bob.get("/messages/ANN")
    bob.send("/messages/ann", text="Hello yourself")
    assert bob.page.path == "/messages/ann#newest"
    assert said(bob.page) == ["Hello", "Hello yourself"]
    assert bob.page.form("/messages/ann").fields == {"text": ""}
    last = next(e for e in bob.page.elements if e.attributes.get("id") == "newest")
    assert "You" in last.text
    assert "Hello yourself" in last.text
    for text in ("One", "Two"):
        eve.get("/messages/ann")
        eve.send("/messages/ann", text=text)
    ann.get("/messages")
    names = [e.text for e in ann.page.all("bdi") if e.text in ("bob", "eve")]
    assert names == ["eve", "bob"], "the latest comes first"
    assert "2 new messages" in ann.page.shown
    assert "1 new message" in ann.page.shown
    assert said(ann.get("/messages/eve")) == ["One", "Two"]
    assert "2 new messages" not in ann.get("/messages").shown
    assert "1 new message" in ann.page.shown, "the other conversation is not read yet"
    assert said(eve.get("/messages/bob")) == []
    assert ann.get("/messages/nobody").status == 404
    bob.get("/messages/ann")
    assert bob.send("/messages/ann", text=" ").status == 400
    assert bob.page.reason == "Message: the text is empty; write it below the command"


def test_a_long_conversation_is_shown_from_its_end_on(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")

    def write(transaction: Transaction) -> None:
        people = [accounts.named(transaction, name) for name in ("ann", "bob")]
        for number in range(120):
            sender, other = people[number % 2], people[1 - number % 2]
            messages.send(transaction, sender, [other], f"line {number}", site.now)

    site.store.write(write)
    page = ann.get("/messages/bob")
    found = said(page)
    while earlier := [link for link in page.links if "before=" in link]:
        page = ann.get(earlier[0])
        found = said(page) + found
    assert found == [f"line {number}" for number in range(120)]
    assert said(bob.get("/messages/ann"))[-1] == "line 119"


def test_who_keeps_no_cookies_is_told_why_they_are_not_signed_in(site: Site) -> None:
    site.browser("ann")
    for path, fields in (("/sign-in", {"name": "ann"}), ("/sign-up", {"name": "zoe"})):
        forgetful = site.browser()
        forgetful.keep = lambda text: None  # type: ignore[method-assign]
        page = forgetful.post(path, {**fields, "password": PASSWORD, "next": "/lobby"})
        assert "Your browser does not accept cookies from this site" in page.shown
        assert page.form("/sign-in").fields["next"] == "/lobby"


def test_one_comes_back_to_the_page_where_one_signed_in(site: Site) -> None:
    site.browser("ann")
    for path in ("/standings/boku", "/games?show=finished&game=che", "/people/ann"):
        ann = site.browser()
        ann.get(path)
        link = next(e for e in ann.page.all("a") if e.attributes.get("id") == "to-sign-in")
        ann.get(link.attributes["href"])
        joining = next(e for e in ann.page.all("a") if e.text == "Sign up").attributes["href"]
        assert site.browser().get(joining).form("/sign-up").fields["next"] == path
        assert ann.send("/sign-in", name="ann", password=PASSWORD).path == path
    guest = site.browser()
    guest.get("/")
    made = guest.send("/", scripted="1")
    board, secret = made.path.partition("/links#mine=")[0], made.path.partition("#mine=")[2]
    guest.get(f"{board}/plain")
    link = next(e for e in guest.page.all("a") if e.attributes.get("id") == "to-sign-in")
    guest.get(link.attributes["href"])
    seats = json.dumps([{"board": 1, "secret": secret.partition("&")[0]}])
    page = guest.send("/sign-in", name="ann", password=PASSWORD, take="1", seats=seats)
    assert page.path == f"{board}/plain"
    seated = json.loads(guest.get("/api/boards/1").text)["seats"]
    assert [each["name"] for each in seated] == ["ann", "friend"]
    for elsewhere in ("//evil.example", "/\\evil.example", "https://evil.example", "x" * 900):
        page = site.browser().get(f"/sign-in?{urlencode({'next': elsewhere})}")
        assert page.form("/sign-in").fields["next"] == "/"


def test_who_is_signed_in_signs_out_before_signing_up(site: Site) -> None:
    ann = site.browser("ann")
    page = ann.get("/sign-up")
    assert "You are signed in as ann. Sign out first" in page.shown
    page = ann.post("/sign-up", {"name": "other", "password": PASSWORD})
    assert "You are signed in as ann." in page.shown
    assert "ann" in ann.get("/account").shown
    ann.get("/sign-up")
    ann.send("/sign-out")
    ann.get("/sign-up")
    ann.send("/sign-up", name="other", password=PASSWORD)
    assert "other" in ann.get("/account").shown


def test_blanks_are_no_password(site: Site) -> None:
    browser = site.browser()
    browser.get("/sign-up")
    page = browser.send("/sign-up", name="ann", password=" " * 8)
    assert (page.status, page.reason) == (400, "A password of only spaces is too easy to guess")


def test_a_message_to_a_sentence_asks_for_names(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/messages")
    page = ann.send("/messages", to="this is what I say " * 5, text="Hello")
    assert page.status == 400
    assert page.reason == "To whom? Write up to 20 names, separated by spaces"


def test_a_second_factor_is_set_up_used_and_turned_off(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/account")
    page = ann.send("/account/second", old="wrong-horse")
    assert (page.status, page.reason) == (401, "Wrong password")
    page = ann.send("/account/second", old=PASSWORD)
    assert page.path == "/account/second-factor#main"
    link = next(each for each in page.links if each.startswith("otpauth://totp/"))
    app = parse_uri(link)
    assert isinstance(app, TOTP)
    assert f">{app.secret}<" in page.text
    assert 'class="qr" src="data:image/svg+xml' in page.text
    right = app.at(int(site.now))
    assert (
        ann.send("/account/second-factor", code=f"{(int(right) + 1) % 1_000_000:06}").status == 400
    )
    page = ann.send("/account/second-factor", code=right)
    codes = re.findall(r"<code>([a-z2-9-]{14})</code>", page.text)
    assert len(codes) == 10
    assert codes[0] not in ann.get("/account/second-factor").text, "they are shown once"
    assert "10 recovery codes are left" in ann.get("/account").text

    site.now += 60
    other = site.browser()
    other.get("/sign-in?next=/help")
    page = other.send("/sign-in", name="ann", password=PASSWORD)
    assert not signed_in(other)
    assert PASSWORD not in page.text
    other.get("/sign-in?next=/help")
    other.send("/sign-in", name="ann", password=PASSWORD)
    page = other.send("/sign-in", code="000000")
    assert (page.status, page.reason) == (401, "Wrong code; each is good only once")
    page = other.send("/sign-in", code=codes[0])
    assert page.path == "/help"
    assert signed_in(other)
    assert "9 recovery codes are left" in other.get("/account").text
    third = site.browser()
    third.get("/sign-in")
    third.send("/sign-in", name="ann", password=PASSWORD)
    third.send("/sign-in", code=app.at(int(site.now)))
    assert signed_in(third)

    third.get("/account")
    page = third.send("/account/second-change", old=PASSWORD, what="codes")
    assert len(re.findall(r"<code>[a-z2-9-]{14}</code>", page.text)) == 10
    third.get("/account")
    page = third.send("/account/second-change", old=PASSWORD, what="off")
    assert "Your password is enough to sign in again" in page.text
    last = site.browser()
    last.get("/sign-in")
    last.send("/sign-in", name="ann", password=PASSWORD)
    assert signed_in(last)
