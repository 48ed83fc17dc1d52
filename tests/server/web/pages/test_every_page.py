"""Rules for all pages, for guests and signed-in users: well-formed, and safe."""

from __future__ import annotations

from itertools import pairwise

from boche.engine.games.registry import GAMES
from boche.server.database.store import Transaction
from boche.server.people import accounts, messages
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.moves import move, resign
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import Page, Site, secrets_in

HOSTILE = '"><script>alert(1)</script>'
RIGHT_TO_LEFT = "\u05d0\u05d1\u05d2"

FOR_ALL = [
    "/", "/?against=open", "/lobby", "/lobby?game=che&board=999", "/games", "/games?show=finished",
    "/games?before=2", "/watch", "/watch?game=che", "/watch?game=x", "/learn",
    "/learn/nowhere/nothing",
    "/standings", "/sign-in", "/sign-up", "/forgot", "/help", "/help/commands", "/people/ann",
    "/people/level-3", "/nowhere", "/people/nobody",
    "/analysis", "/analysis?game=nothing", "/analysis?board=999", "/analysis?board=x",
    "/board/1/plain/analysis", "/standings/nothing", "/help/nothing",
    "/games?show=nothing", "/games?before=x", "/board/999/page.html", "/board/1/links",
    "/tournaments", "/tournaments/finished", "/tournaments/finished?before=3", "/tournaments/9",
    "/help/tournaments", "/help/ladders", "/ladders", "/ladders/boche", "/ladders/nothing",
    "/ladders/che?from=51", "/ladders/che?from=x", "/ladders/che?from=0",
    *(f"{each}{game}" for game in GAMES for each in ("/?game=", "/standings/", "/help/")),
]  # fmt: skip
FOR_OWNERS = ["/account", "/messages", "/messages?to=bob", "/messages/bob",
              "/messages/Boche", "/games?show=mine", "/games?show=turn",
              "/tournaments/new", "/tournaments/new?game=boku"]  # fmt: skip


def in_order(page: Page) -> None:
    """Check title, landmarks, headings and labels for screen readers, and for nothing inline."""
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    title = page.all("title")[0].text
    assert title.endswith(" · Boche")
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert page.links[0] == "#main"
    levels = [int(each.tag[1]) for each in page.elements if each.tag in ("h1", "h2", "h3", "h4")]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for each in page.elements:
        assert "style" not in each.attributes
        assert each.tag != "style"
        assert not [name for name in each.attributes if name.startswith("on")]
        if each.tag == "script":
            assert each.attributes["src"].startswith(("/static/", "/live/"))
        if each.tag == "nav":
            assert each.attributes["aria-label"]
        if each.tag == "img":
            assert "alt" in each.attributes
    ids = [each.attributes["id"] for each in page.elements if "id" in each.attributes]
    assert len(ids) == len(set(ids))
    for each in page.elements:
        for name in ("aria-labelledby", "aria-describedby", "for"):
            if name in each.attributes:
                assert set(each.attributes[name].split()) <= set(ids)


def people_with_games(site: Site) -> set[str]:
    """Set up boards of all kinds, also with odd names; return the secrets of their seats."""

    def work(transaction: Transaction) -> set[str]:
        now, secrets = site.now, set[str]()
        ann, bob = (accounts.find(transaction, name) for name in ("ann", "bob"))
        assert ann is not None
        assert bob is not None
        terms = setup.Terms.of("boku", {}, rated=True)
        for winner in (ann, bob, bob):
            made = setup.make(transaction, terms, (setup.SeatTaker(ann), setup.SeatTaker(bob)), now)
            move(transaction, Actor(ann.id), made.number, "f5", now)
            loser = bob if winner is ann else ann
            resign(transaction, Actor(loser.id), made.number, now)
        for name in (HOSTILE, RIGHT_TO_LEFT):
            for other in (None, setup.SeatTaker(ann), setup.SeatTaker(None, "friend")):
                pair = (setup.SeatTaker(None, name), other)
                secrets |= set(
                    setup.make(transaction, setup.Terms.of("che", {}), pair, now).secrets
                )
        messages.send(transaction, bob, [ann], f"Hello {HOSTILE}\n\u202eolleH", now)
        return {each for each in secrets if each}

    return site.store.write(work)


def test_every_page_is_in_order_and_says_nobodys_secret(site: Site) -> None:
    ann = site.browser("ann")
    site.browser("bob")
    secrets = people_with_games(site)
    guest = site.browser()
    for browser, paths in ((guest, FOR_ALL), (ann, FOR_ALL + FOR_OWNERS)):
        for path in paths:
            page = browser.get(path)
            assert page.status in (200, 400, 404), path
            in_order(page)
            assert not [each for each in page.all("script") if each.text], (
                "what somebody is called became a script"
            )
            assert not [each for each in secrets if each in page.text]
            assert page.headers["cache-control"] == "no-store"
            assert ("Sign out" in page.one("header")) == (browser is ann)


def test_names_are_shown_as_they_are(site: Site) -> None:
    ann = site.browser("ann")
    site.browser("bob")
    people_with_games(site)
    shown = ann.get("/games").shown
    assert f"{HOSTILE} (guest) to move" in shown
    assert f"{RIGHT_TO_LEFT} (guest)" in [each.text for each in ann.page.all("bdi")]
    letter = next(
        e for e in ann.get("/messages/bob").elements if e.attributes.get("class") == "said"
    )
    assert HOSTILE in letter.text
    assert "\u202e" not in letter.text


def test_who_is_not_signed_in_is_asked_to_be_and_led_on(site: Site) -> None:
    site.browser("ann")
    for path in FOR_OWNERS:
        browser = site.browser()
        assert browser.get(path).one("h1") == "Sign in"
        assert browser.send("/sign-in", name="ann", password=PASSWORD).path == path


def test_a_forms_answer_has_secrets_once_and_for_nobody_else(site: Site) -> None:
    guest = site.browser()
    guest.get("/")
    guest.send("/")
    secrets = secrets_in(guest.page.text)
    assert len(secrets) == 2
    in_order(guest.page)
    seen = "".join(guest.get(path).text for path in ("/", "/games", "/games?show=open"))
    assert not secrets_in(seen)


def test_what_was_done_on_another_sites_page_is_refused(site: Site) -> None:
    ann = site.browser("ann")
    for browser in (ann, site.browser()):
        for more in ({"origin": "http://evil.example"}, {"sec_fetch_site": "cross-site"},
                     {"origin": "null"}):  # fmt: skip
            page = browser.post("/", {"game": "boku"}, **more)
            assert page.status == 403
            assert "another site" in page.shown
    assert ann.post("/account/delete", {}, origin="http://evil.example").status == 403
    # A browser says where a form comes from only if it is allowed to.
    assert ann.get("/").headers["referrer-policy"] == "same-origin"


def test_what_is_no_form_is_refused(site: Site) -> None:
    guest = site.browser()
    assert guest.post("/", {}, content_type="application/json").status == 400
    assert guest.post("/", {f"field-{n}": "" for n in range(100)}).status == 400
    assert guest.post("/", {"game": "x" * 200_000}).status == 413
    assert guest.post("/help", {}).status == 405
    in_order(guest.page)


def test_programs_get_no_pages(site: Site) -> None:
    guest = site.browser()
    assert guest.get("/api/nothing").headers["content-type"] == "application/json"
    assert guest.get("/api/boards/999").headers["content-type"] == "application/json"
    assert guest.get("/command").headers["content-type"] != "text/html"


def test_what_stands_behind_an_address_is_no_part_of_it(site: Site) -> None:
    guest = site.browser()
    for behind in (".", ")", "%3E", ".%22", "%E2%80%8B", "%20", "/."):
        page = guest.get(f"/lobby{behind}")
        assert (page.status, page.path) == (200, "/lobby"), behind
    assert guest.get("/nowhere").status == 404
    assert guest.get("/%2Felsewhere.example.").path == "/elsewhere.example", "it stays here"


def test_files_are_kept_for_ever_at_the_address_of_their_content(site: Site) -> None:
    guest = site.browser()
    page = guest.get("/")
    links = [each.attributes for each in page.all("link")]
    addresses = [each["href"] for each in links if each["rel"] != "manifest"]
    addresses += [e.attributes["src"] for e in page.all("img")]
    assert len(addresses) == 4 + len(GAMES)
    for address in addresses:
        found = guest.get(address)
        assert found.status == 200
        assert "immutable" in found.headers["cache-control"]
        assert "{{" not in found.text
    assert guest.get(addresses[0].replace("/static/", "/static/0")).status == 404
    assert guest.get("/static/0/../pages.css").status == 404
    assert guest.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert "Disallow: /api/" in guest.get("/robots.txt").text
