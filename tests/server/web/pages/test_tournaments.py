"""Tournaments by their pages: a form, buttons, tables."""

from __future__ import annotations

from datetime import UTC, datetime

from boche.server.database.store import Transaction
from boche.server.people.accounts import named
from boche.server.play.clocks import Clock
from boche.server.play.setup import Terms
from boche.server.tournaments import entry
from boche.server.tournaments.entry import Plan
from boche.server.web.tournaments import sweep
from tests.server.desk import START
from tests.server.web.pages.browser import Browser, Site
from tests.server.web.pages.test_every_page import HOSTILE, in_order

NAMES = ("ann", "bob", "cyd", "dan")


def minute(seconds: float) -> str:
    """Format a time as a field of a form has it."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M}"


def make(browser: Browser, **changed: str) -> str:
    """Make a tournament by the form; return the path of its page."""
    browser.get("/tournaments/new?game=boche")
    fields = {
        "title": "Friday",
        "join": "",
        "option-size": "4",
        "rounds": "2",
        "starts": minute(START + 3600.0),
    } | changed
    page = browser.send("/tournaments/new", **fields)
    assert page.status == 200, page.reason
    return page.path.partition("#")[0]


def test_one_is_made_joined_left_and_played(site: Site) -> None:
    people = {name: site.browser(name) for name in NAMES}
    ann = people["ann"]
    path = make(ann, title=HOSTILE)
    in_order(ann.page)
    assert ann.page.one("h1") == HOSTILE
    assert "0 players so far; at least 4 are needed" in ann.page.shown
    for browser in people.values():
        browser.get(path)
        browser.send(f"{path}/join")
    assert "4 players so far" in ann.get(path).shown
    # Where the button to join was, a second tap finds none that leaves at once.
    assert "Leave the tournament" in [each.text for each in ann.page.all("summary")]
    ann.send(f"{path}/leave")
    assert "3 players so far" in ann.page.shown
    ann.send(f"{path}/join")
    assert HOSTILE in ann.get("/tournaments").shown
    site.now += 3600.0
    site.run(sweep(site.service))
    page = ann.get(path)
    in_order(page)
    assert "Round 1 of 2" in page.shown
    assert len(page.all("tr")) == 5
    (board,) = (each for each in page.all("a") if each.text == "Go to your game")
    number = board.attributes["href"]
    assert HOSTILE in ann.get(f"{number}/plain").shown
    assert "Cancel game" not in ann.page.shown
    ann.get(path)
    page = ann.send(f"{path}/leave")
    assert "left" in page.shown
    assert "You cannot join" not in site.browser().get(path).shown
    fragment = ann.get(f"{path}/now")
    assert fragment.status == 200
    assert not fragment.all("html")
    messages = ann.get("/messages/Boche").shown
    assert "has begun, with 4 players and 2 rounds" in messages
    in_order(ann.page)


def test_a_refused_form_comes_back_with_its_reason(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/tournaments/new?game=boku")
    page = ann.send("/tournaments/new", title="Friday", kind="round-robin", begins="size",
                    size="99", low="1700")  # fmt: skip
    assert (page.status, page.reason) == (400, "Players: expected a whole number from 3 to 16")
    in_order(page)
    fields = page.form("/tournaments/new").fields
    assert (fields["title"], fields["kind"], fields["size"], fields["low"], fields["game"]) == (
        "Friday", "round-robin", "99", "1700", "boku")  # fmt: skip
    page = ann.send("/tournaments/new", starts="soon", begins="time")
    assert page.reason == "Begins: expected a day and a time"


def test_the_rounds_that_are_announced_can_be_played(site: Site) -> None:
    people = {name: site.browser(name) for name in (*NAMES, "eve")}
    ann = people["ann"]
    ann.get("/tournaments/new?game=boche")
    assert "5 players can have 3 rounds, 9 can have 5" in ann.page.shown
    page = ann.send("/tournaments/new", title="Friday", begins="size", size="5", rounds="4")
    assert page.reason == (
        "Rounds: at most 3 with 5 players, as nobody meets the same player twice"
    )
    path = make(ann, rounds="4")
    assert "up to 4 rounds" in ann.page.shown
    for browser in people.values():
        browser.get(path)
        browser.send(f"{path}/join")
    shown = ann.get(path).shown
    assert "5 players so far" in shown
    assert "With so many it has 3 rounds; 4 rounds need 7 players." in shown
    site.now += 3600.0
    site.run(sweep(site.service))
    assert "Round 1 of 3" in ann.get(path).shown
    for _ in range(3):
        for browser in people.values():
            for link in browser.get(path).all("a"):
                if link.text == "Go to your game":
                    browser.post(f"{link.attributes['href']}/plain/act",
                                 {"what": "resign", "sure": "1"})  # fmt: skip
        site.now += 3600.0
        site.run(sweep(site.service))
    assert "won, 5 players." in ann.get(path).shown
    assert len([each for each in ann.page.all("th") if each.text.startswith("Round ")]) == 3


def test_a_private_one_is_shown_by_its_link_alone(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    path = make(ann, private="1")
    (link,) = (each for each in ann.page.links if "secret=" in each)
    assert bob.get(path).status == 404
    assert bob.get(f"{path}?secret=no").status == 404
    assert bob.get(f"{path}/now").status == 404
    assert "Friday" not in bob.get("/tournaments").text
    assert "Friday" in ann.get("/tournaments").text
    guest = site.browser().get(link.partition("//")[2].partition("/")[2].join(["/", ""]))
    assert guest.one("h1") == "Friday"
    assert any("next=/tournaments" in each and "secret" in each for each in guest.links)
    bob.get(f"{path}?{link.partition('?')[2]}")
    bob.send(f"{path}/join")
    assert "1 player so far" in bob.get(path).shown


def test_who_cannot_join_is_told_why(site: Site) -> None:
    ann = site.browser("ann")
    path = make(ann, low="1800")
    assert "You cannot join: it is for ratings from 1800, and yours is 1500." in ann.page.shown
    page = ann.post(f"{path}/join", {})
    assert (page.status, "it is for ratings" in (page.reason or "")) == (403, True)
    assert site.browser().post(f"{path}/join", {}).status == 401


def test_a_round_is_sat_out_by_a_button(site: Site) -> None:
    people = {name: site.browser(name) for name in (*NAMES, "eve")}
    ann = people["ann"]
    path = make(ann)
    for browser in people.values():
        browser.get(path)
        browser.send(f"{path}/join")
    ann.get(path)
    page = ann.send(f"{path}/bye", round="1")
    assert "You sit out round 1 and get half a point." in page.shown
    in_order(page)
    page = ann.send(f"{path}/bye")
    assert "Sit out for half a point" in page.shown
    ann.send(f"{path}/bye", round="1")
    site.now += 3600.0
    site.run(sweep(site.service))
    page = ann.get(path)
    assert "bye, ½ point" in page.shown
    assert "Sit out a round" not in page.shown
    assert ann.post(f"{path}/bye", {"round": "2"}).status == 409
    assert ann.post(f"{path}/bye", {"round": "x"}).status == 400
    assert "Sit out a round" in people["bob"].get(path).shown


def test_the_maker_takes_part_unless_they_do_not_want_to(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/tournaments/new?game=boche")
    page = ann.send("/tournaments/new", title="Friday")
    assert "1 player so far" in page.shown
    make(ann, title="Saturday", low="1800", join="1")
    assert "You cannot join: it is for ratings from 1800, and yours is 1500." in ann.page.shown
    form = ann.get("/tournaments/new?game=boku&title=Sunday&kind=arena").form("/tournaments/new")
    sent = [form.fields.get(name) for name in ("game", "title", "kind", "join")]
    assert sent == ["boku", "Sunday", "arena", None]


def test_the_maker_changes_it_and_calls_it_off(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    path = make(ann, starts=minute(START + 50 * 3600.0))
    assert "Begins on 2027-01-17 10:00 UTC." in ann.page.shown
    bob.get(path)
    bob.send(f"{path}/join")
    assert "Change or cancel it" not in bob.page.shown
    in_order(ann.get(path))
    page = ann.send(f"{path}/edit", title="Saturday", starts=minute(START + 8100.0))
    assert page.one("h1") == "Saturday"
    assert "Begins in 2 hours 15 minutes" in page.shown
    page = ann.send(f"{path}/edit", starts=minute(START))
    assert page.reason == "Starts: expected a time between one minute and 60 days from now"
    page = ann.send(f"{path}/edit", starts="soon")
    assert page.reason == "Begins: expected a day and a time"
    assert bob.post(f"{path}/edit", {"title": "Mine"}).status == 403
    assert bob.post(f"{path}/cancel", {}).status == 403
    page = ann.send(f"{path}/cancel")
    assert "Cancelled. Its maker called it off." in page.shown
    assert "Change or cancel it" not in page.shown
    messages = bob.get("/messages/Boche").shown
    assert "is now called Saturday and begins at another time" in messages
    assert "Saturday is cancelled: its maker called it off" in messages
    assert ann.post(f"{path}/cancel", {}).status == 409
    site.now += 10000.0
    site.run(sweep(site.service))
    assert "Cancelled." in ann.get(path).shown


def test_what_is_left_runs_and_the_winner_is_named(site: Site) -> None:
    """Let five play a Swiss of one round: somebody has a bye."""
    people = {name: site.browser(name) for name in (*NAMES, "eve")}
    path = make(people["ann"], rounds="1")
    for browser in people.values():
        browser.get(path)
        browser.send(f"{path}/join")
    (left,) = (one for one in people["ann"].get(path).all("span") if "data-left" in one.attributes)
    assert (left.attributes["data-left"], left.text) == ("3600", "1 hour")
    site.now += 3600.0
    site.run(sweep(site.service))
    (resting,) = (
        name for name, browser in people.items()
        if "You have a bye in round 1: no game, and 1 point." in browser.get(path).shown
    )  # fmt: skip
    for browser in people.values():
        games = [each.attributes["href"] for each in browser.page.all("a")
                 if each.text == "Go to your game"]  # fmt: skip
        if games:
            browser.post(f"{games[0]}/plain/act", {"what": "resign", "sure": "1"})
    site.run(sweep(site.service))
    page = people[resting].get(path)
    assert "won, 5 players." in page.shown
    assert " of 5, shared" in page.shown


def test_more_than_a_few_lead_to_all(site: Site) -> None:
    for name in ("ann", "bob", "cyd", "dan"):
        site.browser(name)

    def work(transaction: Transaction) -> None:
        terms = Terms.of("boche", {}, Clock.days_a_move(3.0))
        for name in ("ann", "bob", "cyd", "dan"):
            for number in range(4):
                plan = Plan(f"{name} {number}", "swiss", terms, 3, size=8)
                entry.make(transaction, named(transaction, name), plan, site.now)

    site.store.write(work)
    guest = site.browser()
    page = guest.get("/tournaments")
    assert len([each for each in page.links if each.startswith("/tournaments/")]) == 15 + 2
    assert "/tournaments/to-come" in page.links
    page = guest.get("/tournaments/to-come")
    in_order(page)
    assert "ann 0" in page.shown


def test_ones_own_stand_once_and_the_soonest_first(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    late = make(ann, title="Late", starts=minute(START + 30 * 3600.0), join="1")
    soon = make(bob, title="Soon", starts=minute(START + 2 * 3600.0))
    early = make(ann, title="Early", starts=minute(START + 3 * 3600.0), join="1")
    latest = make(bob, title="Latest", starts=minute(START + 40 * 3600.0))

    def found(browser: Browser) -> list[str]:
        links = [each.attributes.get("href", "") for each in browser.get("/tournaments").all("a")]
        return [link for link in links if link in (late, soon, early, latest)]

    assert found(ann) == [early, late, soon, latest]
    assert found(site.browser("cyd")) == [soon, early, late, latest]


def test_what_the_server_says_of_one_leads_to_it(site: Site) -> None:
    people = [site.browser(name) for name in NAMES]
    path = make(people[0], title="Cup (round 7)")
    for browser in people:
        browser.get(path)
        browser.send(f"{path}/join")
    site.now += 3600.0
    site.run(sweep(site.service))
    page = people[1].get("/messages/Boche")
    assert "has begun" in page.shown
    assert path in [each.attributes.get("href") for each in page.all("a")]
