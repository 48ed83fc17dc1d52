"""The server's pages in a real browser: faults that a policy, style or script could cause."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.e2e.server.people import Game, ask
from tests.e2e.server.whole import PASSWORD

DESK = {"viewport": {"width": 1280, "height": 720}, "device_scale_factor": 0.5}
"""A desk's page of few pixels, as its boards are drawn by software."""


def test_a_phone_shows_the_pages_and_copies_the_link(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    said = list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in ("/games", "/sign-up", "/help/boche", "/people/level-1", "/"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        dark = sum(map(int, colour[4:-1].split(","))) < 380
        assert dark == (scheme == "dark")
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.locator(":focus").bounding_box()["y"] >= 0, "the skip link is seen"
    page.get_by_label("The computer").check()
    assert page.get_by_label("Level").is_visible()
    page.get_by_label("A friend, by a link").check()
    assert not page.get_by_label("Level").is_visible()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Copy the link: Your friend's seat").click()
    page.get_by_text("The link is copied: Your friend's seat.").wait_for(state="attached")
    link = page.get_by_label("Your friend's seat", exact=True).input_value()
    assert link.startswith("http://table.example/board/1#seat=")
    # Go to the board and back, and reload: the links remain, and no form is sent.
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.method + request.url))
    page.get_by_role("link", name="Go to the board").click()
    page.locator("#state", has_text="waiting").wait_for()
    page.go_back()
    page.reload()
    assert page.get_by_label("Your friend's seat", exact=True).input_value() == link
    page.go_forward()
    page.locator("#state", has_text="waiting").wait_for()
    assert not [each for each in asked if each.startswith("POST") or link[-20:] in each]
    assert said == []
    context.close()


def test_a_conversation_that_is_open_shows_what_is_written(browser: Any, address: str) -> None:
    """Show it in its place, once, without moving what is being written."""
    sessions = {
        name: ask(address, "POST", "/api/accounts", {"name": name, "password": PASSWORD})["session"]
        for name in ("ann", "bob")
    }

    def said(sender: str, to: str, text: str) -> None:
        plan = {"to": [to], "text": text}
        ask(address, "POST", "/api/messages", plan, session=sessions[sender])

    context = browser.new_context(viewport={"width": 360, "height": 640})
    context.add_cookies([{"name": "boche_session", "value": sessions["ann"], "url": address}])
    page = context.new_page()
    page.goto(f"{address}/messages/bob#newest")
    page.get_by_text("Nothing has been written yet.").wait_for()
    for text in ("Hello", "Are you there?" * 20, "Well!"):
        page.get_by_label("Your message").fill("I am writ")
        before = page.locator("#reply").bounding_box()["y"]
        said("bob", "ann", text)
        page.locator("#messages li", has_text=text).wait_for()
        assert page.get_by_label("Your message").input_value() == "I am writ"
    assert page.evaluate("scrollY") > 0
    assert abs(page.locator("#reply").bounding_box()["y"] - before) < 2, "there was room to scroll"
    assert not page.get_by_text("Nothing has been written yet.").is_visible()
    said("ann", "bob", "From another tab")
    page.locator("#messages li.own", has_text="From another tab").wait_for()
    assert page.locator("#messages li").count() == 4
    assert page.locator("#newest").count() == 1
    inbox = ask(address, "GET", "/api/messages", session=sessions["ann"])["messages"]
    assert all(each["read"] for each in inbox)
    context.close()


def test_a_phones_menu_leads_to_the_account(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/sign-up")
    page.get_by_label("Name").fill("a-name-of-twenty-one")
    page.get_by_label("Password").fill("a pass of words")
    page.get_by_role("button", name="Sign up").click()
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("summary", has_text="Menu").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("navigation").get_by_role("link", name="Account").click()
    page.get_by_role("button", name="Change the password").wait_for()
    context.close()


def test_the_menus_lists_open_by_keys_and_close_by_anything_else(
    browser: Any, address: str
) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/puzzles")
    watch, learn = (
        page.locator(".desk-menu summary", has_text=each) for each in ("Watch", "Learn")
    )
    assert page.locator("header").bounding_box()["height"] < 90, "it is one line"
    assert page.locator("summary[aria-current=true]").all_inner_texts() == ["Learn"]
    learn.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Lessons"
    page.keyboard.press("Escape")
    assert learn.evaluate("each => each === document.activeElement && !each.parentNode.open")
    learn.click()
    assert (
        page.get_by_role("link", name="Puzzles", exact=True).get_attribute("aria-current") == "page"
    )
    watch.click()
    opened = page.locator("details.menu[open] > summary")
    assert opened.all_inner_texts() == ["Watch"]
    page.locator("h1").click()
    assert opened.count() == 0
    context.close()


def test_without_scripts_the_menu_leads_everywhere(browser: Any, address: str) -> None:
    for width, way in ((1024, "People"), (360, "Menu")):
        context = browser.new_context(
            viewport={"width": width, "height": 640}, java_script_enabled=False
        )
        page = context.new_page()
        page.goto(address)
        page.locator("summary", has_text=way).and_(page.locator(":visible")).click()
        page.get_by_role("link", name="Standings").click()
        page.wait_for_url("**/standings**")
        context.close()


def test_a_challenge_comes_to_the_front_page_while_it_is_open(browser: Any, address: str) -> None:
    bob, ann = (browser.new_context(**DESK).new_page() for _ in range(2))
    bob.clock.install()
    for name, page in [("bob", bob), ("ann", ann)]:
        page.goto(f"{address}/sign-up")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill("a pass of words")
        page.get_by_role("button", name="Sign up").click()
        page.goto(address)
    assert not bob.get_by_role("heading", name="You are asked").is_visible()
    ann.goto(f"{address}/?against=name&name=bob")
    ann.get_by_role("button", name="Challenge", exact=True).click()
    ann.locator("#state", has_text="bob").wait_for()
    bob.clock.run_for(60_000)
    bob.get_by_text("ann challenges you: no clock").wait_for()
    bob.reload()
    listed = bob.locator("#asked li").element_handle()
    with bob.expect_response("**/asked"):
        bob.clock.run_for(60_000)
    bob.evaluate("() => new Promise(requestAnimationFrame)")
    assert listed.evaluate("each => each.isConnected"), "the same put anew would be heard again"
    bob.get_by_role("button", name="Accept on board 1").click()
    bob.locator("#state", has_text="turn").wait_for()
    for page in (ann, bob):
        page.context.close()


def test_a_game_of_this_browser_is_told_while_the_page_is_open(browser: Any, address: str) -> None:
    ann, bob = (browser.new_context(**DESK).new_page() for _ in range(2))
    ann.goto(address)
    ann.get_by_role("button", name="Play", exact=True).click()
    link = ann.get_by_label("Your friend's seat", exact=True).input_value()
    ann.get_by_role("link", name="Go to the board").click()
    ann.locator("#state", has_text="waiting").wait_for()
    ann.clock.install()
    ann.goto(address)
    here = ann.get_by_role("region", name="Your games in this browser")
    here.get_by_text("Waiting for").wait_for()
    bob.goto(address + link.partition("table.example")[2])
    bob.locator("#state", has_text="turn").wait_for()
    ann.clock.run_for(60_000)
    here.get_by_text("Your turn").wait_for()
    assert here.get_by_role("button", name="Forget board 1 in this browser").count() == 1
    for page in (ann, bob):
        page.context.close()


def test_a_rematch_is_found_on_the_front_page(browser: Any, address: str) -> None:
    """Offer it, leave for the front page, and let the other player agree."""
    game, secrets = Game.new(address, "boku", {}, moves=["f5", "f6"], clock="5+5", **{"as": "Ann"})
    path = f"/api/boards/{game.number}"
    ask(address, "POST", f"{path}/resign", {}, secrets[0])
    page = browser.new_context(**DESK).new_page()
    page.goto(f"{address}/board/{game.number}#seat={secrets[0]}")
    page.get_by_role("button", name="Offer a rematch").click()
    page.locator("#offer", has_text="You propose a rematch").wait_for()
    page.clock.install()
    page.goto(address)
    here = page.get_by_role("region", name="Your games in this browser")
    here.get_by_text("You lost").wait_for()
    after = ask(address, "POST", f"{path}/rematch", {}, secrets[1])["board"]
    ask(address, "POST", f"/api/boards/{after}/come", {}, secrets[1])
    page.clock.run_for(60_000)
    here.locator(f"[data-board='{after}']", has_text="waits for you").wait_for()
    assert page.title().startswith("(1) ")
    here.locator(f"[data-board='{after}'] a.to").click()
    page.locator("#players", has_text="5:00").wait_for()
    assert page.url.partition("#")[0] == f"{address}/board/{after}"
    page.locator("#state", has_text="turn").wait_for()
    page.goto(address)
    page.on("dialog", lambda dialog: dialog.accept())
    here.get_by_role("button", name=f"Forget board {after} in this browser").click()
    page.clock.run_for(60_000)
    assert here.locator("li").count() == 1
    page.context.close()


def test_a_guest_is_called_the_same_wherever_a_game_is_joined(browser: Any, address: str) -> None:
    """Give a name for a friend's game, and join another guest's game by its button alone."""
    wish = {"game": "octi", "clock": "3-days", "begins": "other", "as": "Rex"}
    number = ask(address, "POST", "/api/seeks", wish)["board"]
    page = browser.new_context(**DESK).new_page()
    page.goto(address)
    page.get_by_label("Your name").fill("Ottilie")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("link", name="Go to the board").wait_for()
    page.goto(f"{address}/games")
    field = page.get_by_label(f"Your name on board {number}")
    assert field.input_value() == "Ottilie"
    page.goto(f"{address}/lobby")
    assert page.get_by_label("Your name").input_value() == "Ottilie"
    page.get_by_role("button", name="Join Rex").click()
    page.wait_for_url(f"**/{number}**")
    page.goto(f"{address}/board/{number}")
    page.locator("#players", has_text="Ottilie").wait_for()
    page.goto(address)
    assert page.get_by_label("Your name").input_value() == "Ottilie"
    page.context.close()


def test_a_tournament_is_given_its_day_and_time_in_the_readers_zone(
    browser: Any, address: str
) -> None:
    context = browser.new_context(viewport={"width": 375, "height": 667}, timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto(f"{address}/sign-up")
    page.get_by_label("Name").fill("organiser")
    page.get_by_label("Password").fill("a pass of words")
    page.get_by_role("button", name="Sign up").click()
    page.goto(f"{address}/tournaments/new?game=boku")
    field = page.get_by_label("Begins on")
    there = datetime.fromisoformat(field.get_attribute("value")) + timedelta(hours=9)
    assert field.input_value() == f"{there:%Y-%m-%dT%H:%M}"
    assert not page.get_by_text("by UTC").is_visible()
    chosen = there + timedelta(days=1)
    field.fill(f"{chosen:%Y-%m-%dT%H:%M}")
    page.get_by_label("Title").fill("Friday")
    page.get_by_role("button", name="Make it").click()
    said = page.locator("#now .lead")
    said.get_by_text("Begins on").wait_for()
    stands = said.locator("time").get_attribute("datetime")
    assert stands == f"{chosen - timedelta(hours=9):%Y-%m-%dT%H:%MZ}"
    page.get_by_text("Change or cancel it").click()
    assert page.get_by_label("Begins on").input_value() == f"{chosen:%Y-%m-%dT%H:%M}"
    page.get_by_role("button", name="Change it").click()
    said.get_by_text("Begins on").wait_for()
    assert said.locator("time").get_attribute("datetime") == stands
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    context.close()


def test_a_browser_keeps_its_games_and_rules_have_boards(browser: Any, address: str) -> None:
    context = browser.new_context(**DESK, timezone_id="Pacific/Kiritimati")
    page = context.new_page()
    said, asked = list[str](), list[str]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(address)
    assert not page.get_by_role("heading", name="Your games in this browser").is_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("link", name="Go to the board").wait_for()
    # The seat remains without its link.
    page.goto(address)
    here = page.get_by_role("region", name="Your games in this browser")
    to = here.get_by_role("link", name="Boche")
    here.get_by_role("button", name="Forget").wait_for()
    secret = to.get_attribute("href").partition("#seat=")[2]
    assert secret
    to.click()
    page.get_by_role("button", name="Cancel game (no result)").wait_for()
    page.goto(f"{address}/board/1")
    page.get_by_role("button", name="Cancel game (no result)").wait_for()
    assert not [each for each in asked if secret in each.partition("#")[0]]
    # A printed board is its drawing, which is requested only then.
    assert not [each for each in asked if ".svg?" in each or each.endswith("/board/1.svg")]
    page.emulate_media(media="print")
    with page.expect_response("**/board/1.svg?watch=*") as drawn:
        page.locator("#printed").scroll_into_view_if_needed()
    assert drawn.value.status == 200
    assert not page.locator("#table").is_visible()
    page.emulate_media(media="screen")
    page.goto(address)
    here.get_by_role("button", name="Forget board 1 in this browser").click()
    here.wait_for(state="hidden")
    page.reload()
    assert not here.is_visible()
    # A drawing in the rules becomes a board while it is in view.
    page.goto(f"{address}/help/octi")
    figure = page.locator(".turned").first
    figure.scroll_into_view_if_needed()
    frame = figure.frame_locator("iframe")
    frame.get_by_role("button", name="To the start").click()
    page.wait_for_function("document.querySelector('.turned iframe').classList.contains('shown')")
    page.locator(".turned").last.scroll_into_view_if_needed()
    figure.locator("iframe").wait_for(state="detached")
    # Times are in the reader's time zone, fourteen hours ahead.
    page.goto(f"{address}/sign-up")
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill("a pass of words")
    page.get_by_role("button", name="Sign up").click()
    page.goto(f"{address}/people/Ann")
    since = page.locator("time").first
    there = datetime.fromisoformat(since.get_attribute("datetime")) + timedelta(hours=14)
    assert since.inner_text().split()[::2] == [str(there.day), str(there.year)]
    assert said == []
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_name_that_nobody_has_is_refused_beside_its_field(
    browser: Any, address: str, scripts: bool
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 664}, java_script_enabled=scripts
    )
    page = context.new_page()
    page.goto(f"{address}/sign-up")
    page.get_by_label("Name").fill(f"Ann{int(scripts)}")
    page.get_by_label("Password").fill("a pass of words")
    page.get_by_role("button", name="Sign up").click()
    page.goto(f"{address}/?against=name")
    page.get_by_label("Name", exact=True).fill("nobody-here")
    page.get_by_role("button", name="Play", exact=True).click()
    told = page.get_by_text("No player is named nobody-here")
    field = page.get_by_label("Name", exact=True)
    above, below = field.bounding_box(), told.bounding_box()
    assert above["y"] >= 0
    assert below["y"] + below["height"] <= 664
    assert 0 <= below["y"] - above["y"] - above["height"] < 40
    assert field.get_attribute("aria-invalid") == "true"
    assert field.get_attribute("aria-describedby") == told.get_attribute("id")
    assert field.input_value() == "nobody-here"
    assert page.locator(":focus").get_attribute("name") == "name"
    context.close()


def test_a_game_is_played_without_scripts(browser: Any, address: str) -> None:
    def opened(name: str) -> Any:
        page = browser.new_context(java_script_enabled=False).new_page()
        page.goto(f"{address}{name}")
        return page

    one, two = opened("/?game=boku"), opened("/")
    one.get_by_role("button", name="Play", exact=True).click()
    friend = one.get_by_label("Your friend's seat", exact=True).input_value()
    one.get_by_role("button", name="Go to the board without scripts").click()
    two.goto(address + friend.partition("table.example")[2])
    assert two.locator("noscript img").count() == 0  # whose seat it is cannot be known yet
    two.get_by_role("link", name="Whose turn it is, the moves, and a form to play").click()
    two.get_by_label("Paste it here").fill(friend)
    two.get_by_role("button", name="Go to the board").click()
    two.locator("img[src*='board.svg']").wait_for()
    one.get_by_role("link", name="Look again").click()
    one.get_by_label("1. Place").select_option("f5")
    one.get_by_role("button", name="Show the ways to play there").click()
    one.get_by_role("button", name="Play", exact=True).first.click()
    one.get_by_text("friend to move.").wait_for()
    two.get_by_role("link", name="Look again").click()
    two.get_by_text("Or write the move").click()
    two.get_by_label("Move", exact=True).fill("g5")
    two.get_by_role("button", name="Play", exact=True).click()
    two.get_by_text("guest to move.").wait_for()
    one.context.close()
    two.context.close()
