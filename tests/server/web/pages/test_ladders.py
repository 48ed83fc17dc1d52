"""Ladders by their pages: places, buttons, and why there is none."""

from __future__ import annotations

from boche.server.web.tournaments import sweep
from tests.server.web.pages.browser import Browser, Site
from tests.server.web.pages.test_every_page import in_order

PATH = "/ladders/boche"


def climbers(site: Site) -> list[Browser]:
    """Sign up six people, who join in turn."""
    people = [site.browser(name) for name in ("ann", "bob", "cyd", "dan", "eve", "fay")]
    for browser in people:
        browser.get(PATH)
        browser.send(f"{PATH}/join")
    return people


def challenged(browser: Browser) -> set[str]:
    """Return whom the page offers to challenge."""
    browser.get(PATH)
    return {each.attributes["aria-label"].removeprefix("Challenge ")
            for each in browser.page.all("button") if each.text == "Challenge"}  # fmt: skip


def test_a_ladder_is_joined_climbed_and_left(site: Site) -> None:
    ann, bob, cyd, dan, eve, fay = climbers(site)
    assert "Your place: 5 of 6. You can challenge places 2 to 4." in eve.get(PATH).shown
    in_order(eve.page)
    assert challenged(eve) == {"bob", "cyd", "dan"}
    assert challenged(ann) == set()
    assert "You are at the top" in ann.page.shown
    page = eve.post(f"{PATH}/challenge", {"name": "bob"})
    assert page.path.startswith("/board/")
    number = page.path.partition("#")[0].rpartition("/")[2]
    assert challenged(eve) == set()
    assert "your last challenge is not over" in eve.page.shown
    assert challenged(dan) == {"ann", "cyd"}
    assert "challenged by eve, since" in dan.page.shown
    assert "Boche ladder" in bob.get("/games?show=mine").shown
    assert PATH in bob.page.links
    assert "Boche ladder" in bob.get(f"/board/{number}/plain").shown
    bob.post(f"/board/{number}/plain/act", {"what": "resign", "sure": "1"})
    site.run(sweep(site.service))
    guest = site.browser()
    guest.get(PATH)
    assert "Sign in to join" in guest.page.shown
    assert "eve beat bob: from place 5 to 2" in guest.page.shown
    in_order(guest.page)
    fay.get(PATH)
    fay.send(f"{PATH}/leave")
    assert "Join at place" in fay.page.shown
    assert "Boche ladder: place 1" in guest.get("/people/ann").shown
    assert "Your place: 1" in ann.get("/ladders").shown
    assert cyd.get("/ladders/che").status == 200


def test_what_is_refused_says_why(site: Site) -> None:
    ann, bob, *_, fay = climbers(site)
    page = fay.post(f"{PATH}/challenge", {"name": "ann"})
    assert page.status == 403
    assert "at most 3 places above you" in (page.reason or "")
    in_order(page)
    assert ann.post(f"{PATH}/join", {}).status == 409
    assert bob.post(f"{PATH}/challenge", {}).status in (400, 404)
    assert site.browser().post(f"{PATH}/join", {}).status == 401
    assert site.browser().get("/ladders/chess").status == 404
    assert fay.get("/ladders/boche?from=x").status == 400
    assert "There are only 6 places" in fay.get("/ladders/boche?from=51").shown
