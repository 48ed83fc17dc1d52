"""The front page's form (players, game and clock), and joining."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

from boche.engine.games.registry import GAMES
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import ADDRESS, Browser, Site, secrets_in


def board(browser: Browser, number: int, secret: str = "") -> Any:
    """Return a board as its seat's link finds it."""
    headers = {"authorization": f"Seat {secret}"} if secret else {}
    return json.loads(browser.get(f"/api/boards/{number}", **headers).text)


def number_of(browser: Browser) -> int:
    """Return the number of the board just made."""
    return int(browser.page.one("h1").split()[1].rstrip(":"))


def test_a_friend_gets_a_link_and_so_does_whoever_made_the_board(site: Site) -> None:
    guest = site.browser()
    guest.get("/?game=che")
    page = guest.send(
        "/", **{"as": "Marie", "friend": "Jean", "option-num_tiles": "20", "begins": "other"}
    )
    number = number_of(guest)
    assert page.one("h1") == f"Board {number}: Che"
    assert page.headers["cache-control"] == "no-store"
    friend, own, watch = (each for each in page.links if each.startswith(ADDRESS))
    assert watch.startswith(f"{ADDRESS}/board/{number}#watch=")
    table = next(e for e in page.all("a") if e.text == "Go to the board").attributes["href"]
    assert own == f"{ADDRESS}{table}"
    (mine,), (theirs,) = secrets_in(own), secrets_in(friend)
    found = board(guest, number, mine)
    assert found["own"] == [1]
    assert [each["name"] for each in found["seats"]] == ["Jean", "Marie"]
    assert found["options"]["num_tiles"] == 20
    assert board(guest, number, theirs)["own"] == [0]


def test_the_page_of_the_links_is_loaded_again_without_sending_the_form(site: Site) -> None:
    guest = site.browser()
    guest.get("/?game=boku")
    page = guest.send("/")
    assert page.path == "/board/1/links"
    found = secrets_in(page.text)
    assert (len(found), "#watch=" in page.text) == (2, True)
    assert secrets_in(guest.get("/board/1/links").text) == found
    assert "#watch=" in guest.page.text
    assert guest.page.headers["cache-control"] == "no-store"
    assert not secrets_in(site.browser().get("/board/1/links").text)


def test_what_an_account_chose_last_is_chosen_again(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/?game=boku")
    chosen = {"against": "open", "clock": "5+5", "rated": "1", "begins": "other"}
    ann.send("/", **chosen)
    ann.send("/lobby/1/withdraw")
    fields = ann.get("/?game=che").form("/").fields
    assert fields.items() >= chosen.items(), "for every game"
    assert ann.get("/?game=che&against=level").form("/").fields["against"] == "level"
    ann.get("/?game=boche&against=friend")
    ann.send("/", **{"rated": "", "option-size": "5", "friend": "Jean"})
    fields = ann.get("/?game=boche").form("/").fields
    assert (fields["against"], fields["friend"], fields["option-size"]) == ("friend", "", "5")
    assert "rated" not in fields
    lobby = {"clock": "days", "days": "3", "begins": "me", "rated": "1", "low": "1400"}
    ann.get("/lobby?game=octi")
    assert ann.page.form("/lobby").fields["clock"] == "15+10", "another form"
    ann.send("/lobby", **lobby)
    assert ann.get("/lobby?game=boku").form("/lobby").fields.items() >= lobby.items()
    assert site.browser("bob").get("/").form("/").fields["clock"] == "none"


def test_a_private_board_says_who_sees_it(site: Site) -> None:
    said = "only its players see it, and those who have the link to watch"
    guest = site.browser()
    guest.get("/?game=boku")
    assert said in guest.send("/").shown
    for path in ("/board/1", "/board/1/links"):
        assert said in guest.get(path).shown, path
    guest.get("/?against=open")
    guest.send("/")
    for path in ("/board/2", "/board/2/links", "/board/2/plain"):
        assert said not in guest.get(path).shown, path


def test_with_a_script_the_links_come_behind_the_address(site: Site) -> None:
    """Check that one can leave and come back, and no server gets the secrets again."""
    guest = site.browser()
    guest.get("/?game=boku")
    page = guest.send("/", scripted="1")
    path, _, known = page.path.partition("#")
    assert (page.status, path) == (200, "/board/1/links")
    secrets = dict(parse_qsl(known))
    assert board(guest, 1, secrets["mine"])["own"] == [0]
    assert board(guest, 1, secrets["friend"])["own"] == [1]
    assert not [each for each in secrets.values() if each in page.text]
    guest.get("/?against=open")
    guest.send("/")
    late = site.browser()
    late.get("/lobby")
    page = late.send("/lobby/2/accept", scripted="1")
    path, _, known = page.path.partition("#seat=")
    assert path == "/board/2"
    assert board(late, 2, known)["own"] == [1]


def test_the_friends_link_comes_first_and_is_found_again(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/")
    page = ann.send("/")
    shown = page.shown
    assert shown.index("Your friend's seat") < shown.index("Go to the board")
    assert "it begins when your friend opens their link" in shown
    again = next(e for e in ann.get("/games?show=mine").all("a") if "friend" in e.text)
    assert again.attributes["href"] == "/board/1/links"
    stranger = site.browser().get("/board/1/links")
    assert "No seat at this board is kept in this browser" in stranger.shown
    assert not secrets_in(stranger.text)


def test_with_an_account_one_needs_no_link_for_oneself(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/")
    page = ann.send("/")
    assert len(secrets_in(page.text)) == 1
    assert board(ann, number_of(ann))["own"] == [0]


def test_the_computer_is_played_at_once(site: Site) -> None:
    ann = site.browser("ann")
    ann.get("/?against=level&level=5")
    assert ann.send("/").path == "/board/1"
    assert [each["name"] for each in board(ann, 1)["seats"]] == ["ann", "level-5"]


def test_somebody_is_challenged_from_their_profile(site: Site) -> None:
    site.browser("bob")
    site.browser("ann")
    ann = site.browser()
    ann.get("/people/bob")
    link = next(e for e in ann.page.all("a") if e.text == "Challenge").attributes["href"]
    assert ann.get(link).one("h1") == "Sign in"
    assert ann.send("/sign-in", name="ann", password=PASSWORD).path == link
    assert ann.send("/", rated="1", clock="days", days="3").path == "/board/1"
    found = board(ann, 1)
    assert [each["name"] for each in found["seats"]] == ["ann", "bob"]
    assert found["rated"]
    assert found["clock"]["text"] == "3 days a move"


def test_a_challenge_names_whom_it_is_for_in_every_game(site: Site) -> None:
    site.browser("bob")
    ann = site.browser("ann")
    page = ann.get("/?against=name&name=bob")
    assert page.one("h1") == "Challenge bob"
    assert "Boche against bob" in page.shown
    assert "A friend, by a link" not in page.shown
    boku = next(e for e in page.all("a") if e.text == "Boku").attributes["href"]
    page = ann.get(boku)
    assert (page.one("h1"), page.form("/").fields["name"]) == ("Challenge bob", "bob")
    page = ann.send("/", clock="days", days="soon")
    assert (page.status, page.one("h1")) == (400, "Challenge bob")
    assert ann.send("/", days="3").path == "/board/1"
    found = board(ann, 1)
    assert (found["game"], [each["name"] for each in found["seats"]]) == ("boku", ["ann", "bob"])


def test_a_challenge_is_for_somebody_else(site: Site) -> None:
    ann = site.browser("ann")
    for name, status, reason in (
        ("", 404, "Give the name of a player"),
        ("nobody-here", 404, "No player is named nobody-here"),
        ("ANN", 403, "You cannot challenge yourself; on the analysis board you can try moves "
                     "for both sides"),
    ):  # fmt: skip
        ann.get("/")
        page = ann.send("/", against="name", name=name)
        assert (page.status, page.reason) == (status, reason)
        assert page.one("h1") == "Play with a friend"
        assert page.form("/").fields["name"] == name
    assert ann.get("/?against=name&name=nobody-here").one("h1") == "Play with a friend"


def test_minutes_are_a_clock(site: Site) -> None:
    guest = site.browser()
    guest.get("/?against=open")
    guest.send("/", clock="minutes", minutes="2.5", increment="10")
    clock = board(guest, number_of(guest))["clock"]
    assert (clock["start"], clock["increment"]) == (150.0, 10.0)


DAYS = "Days for a move: expected a number from 0.01 to 366"
LONG = "A guest's name must have at most 32 printable characters"
WRONG: tuple[tuple[dict[str, str], str], ...] = (
    ({"clock": "days", "days": "soon"}, DAYS),
    ({"clock": "days", "days": "1e9"}, DAYS),
    ({"clock": "days", "days": "²"}, DAYS),
    ({"clock": "days", "days": "900"}, DAYS),
    ({"clock": "minutes", "minutes": ""}, "Minutes: expected a number from 0.2 to 100,000"),
    ({"clock": "sun"}, "Choose a clock, or none"),
    ({"option-size": "50"}, "Option Size (size): 50 is not between 1 and 20"),
    ({"option-kill": "many"}, "Blobs to enclose: expected a whole number"),
    ({"against": "level", "level": "99"}, "Level: expected a whole number from 1 to 9"),
    ({"as": "x" * 41}, LONG),
    ({"as": "a\u202eb"}, LONG),
    ({"against": "nobody"}, "Against: choose friend, open, level or name"),
    ({"begins": "nobody"}, "Begins: choose me, other or random"),
)
TYPED = ("days", "minutes", "as", "option-kill")


def test_what_is_wrong_is_said_and_what_was_typed_is_kept(site: Site) -> None:
    guest = site.browser()
    for changed, reason in WRONG:
        guest.get("/")
        page = guest.send("/", **{"option-fill_board": "1", **changed})
        assert (page.status, page.reason) == (400, reason)
        kept = page.form("/").fields
        assert kept["option-fill_board"] == "1"
        assert {name: kept[name] for name in TYPED if name in changed} == {
            name: changed[name] for name in TYPED if name in changed
        }
        (options,) = (
            e.attributes for e in page.all("details") if e.attributes["class"] == "options"
        )
        assert "open" in options


def test_a_guest_plays_no_rated_game_and_challenges_nobody(site: Site) -> None:
    site.browser("bob")
    guest = site.browser()
    guest.get("/?against=open")
    assert "rated" not in guest.page.form("/").names
    fields = guest.page.form("/").fields
    assert guest.post("/", {**fields, "rated": "1"}).status == 400
    assert guest.post("/", {**fields, "against": "name", "name": "bob"}).status == 401
    assert guest.page.reason == "Sign in first"


def test_every_option_of_every_game_is_offered(site: Site) -> None:
    guest = site.browser()
    for game in GAMES.values():
        form = guest.get(f"/?game={game.name}").form("/")
        assert {f"option-{each.name}" for each in game.options} <= form.names
        for each in game.options:
            assert each.help in guest.page.text
        assert guest.send("/").status == 200
        number = number_of(guest)
        mine, *_ = secrets_in(guest.page.text)
        assert board(guest, number, mine)["options"] == game.complete({})


def test_a_guest_joins_and_is_given_a_seat_once(site: Site) -> None:
    ann, guest, late = site.browser("ann"), site.browser(), site.browser()
    ann.get("/?game=boku&against=open")
    assert ann.send("/").path == "/lobby?board=1&game=boku"
    assert "/lobby/1/accept" not in ann.page.text, "nobody plays against themselves"
    late.get("/lobby")
    guest.get("/lobby")
    page = guest.send("/lobby/1/accept", **{"as": "x" * 41})
    assert (page.status, page.reason) == (400, LONG)
    page = guest.send("/lobby/1/accept", **{"as": "  Marie  "})
    (secret,) = secrets_in(page.text)
    found = board(guest, 1, secret)
    assert found["own"] == [1]
    assert found["seats"][1]["name"] == "Marie (guest)"
    page = late.send("/lobby/1/accept")
    assert page.status == 409
    assert page.reason == "Board 1: there is no free seat"
    assert not secrets_in(page.text)


def test_with_an_account_joining_leads_to_the_table(site: Site) -> None:
    ann, bob, guest = site.browser("ann"), site.browser("bob"), site.browser()
    ann.get("/?against=open")
    ann.send("/", rated="1")
    for path in ("/games", "/lobby"):
        assert "/games/1/join" not in [e.action for e in guest.get(path).forms]
        assert "/lobby/1/accept" not in [e.action for e in guest.page.forms]
    bob.get("/lobby")
    assert bob.send("/lobby/1/accept").path == "/board/1"
    assert board(bob, 1)["state"] == "active"
