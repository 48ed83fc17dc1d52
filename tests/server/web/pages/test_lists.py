"""Lists of games, standings, profiles, and the pages of finished games."""

from __future__ import annotations

from sqlalchemy import insert

from boche.server.database.schema import ratings
from boche.server.database.store import Transaction
from boche.server.people import accounts
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.moves import forfeit, move, resign
from tests.server.web.pages.browser import Page, Site


def numbers(page: Page) -> list[int]:
    """Return the boards of a list, in order."""
    found = dict.fromkeys(each.attributes["href"] for each in page.all("a"))
    return [int(each[7:]) for each in found if each[:7] == "/board/" and each[7:].isdigit()]


def play(site: Site, game: str = "boku", rounds: int = 1, rated: bool = True) -> None:
    """Play games of ann and bob; each is begun by ann, who wins it after her first move."""
    opening = {"boku": "f5", "boche": "c:a1"}[game]
    for _ in range(rounds):
        site.now += 60.0

        def work(transaction: Transaction) -> None:
            ann, bob = accounts.named(transaction, "ann"), accounts.named(transaction, "bob")
            terms = setup.Terms.of(game, {}, rated=rated)
            made = setup.make(
                transaction, terms, (setup.SeatTaker(ann), setup.SeatTaker(bob)), site.now
            )
            move(transaction, Actor(ann.id), made.number, opening, site.now)
            resign(transaction, Actor(bob.id), made.number, site.now)

        site.store.write(work)


def test_lists_show_what_they_are_called(site: Site) -> None:
    ann, bob, guest = site.browser("ann"), site.browser("bob"), site.browser()
    play(site)
    for game in ("boche", "boku"):
        ann.get(f"/?against=name&name=bob&game={game}")
        ann.send("/")
    assert numbers(guest.get("/games")) == [1], "who was asked is nobody else's business"
    for number in (2, 3):
        bob.get("/games?show=turn")
        bob.send(f"/games/{number}/answer", accepted="1")
    guest.get("/?against=open&game=octi")
    guest.send("/")
    assert numbers(guest.get("/games")) == [4, 3, 2, 1]
    assert numbers(guest.get("/games?game=boku")) == [3, 1]
    assert numbers(guest.get("/games?show=finished")) == [1]
    assert "/lobby/4/accept" in [each.action for each in ann.get("/games?show=open").forms]
    assert numbers(ann.get("/games?show=turn")) == [2, 3], "who has waited longer comes first"
    assert numbers(ann.get("/games?show=turn&game=boche")) == [2]
    assert "Your turn" in ann.page.shown
    assert "My games (2)" in ann.page.one("header")
    assert numbers(bob.get("/games?show=turn")) == []
    assert "It is not your turn in any game" in bob.page.shown
    assert numbers(bob.get("/games?show=mine")) == [2, 3, 1]
    assert "You lost. White resigned" in bob.page.shown
    assert "You won. White resigned" in ann.get("/games?show=mine").shown
    assert "ann won. White resigned" in guest.get("/games?show=finished").shown


def test_a_game_by_a_link_is_in_nobody_elses_list(site: Site) -> None:
    ann, bob, guest = site.browser("ann"), site.browser("bob"), site.browser()
    for browser in (ann, guest):
        browser.get("/?game=boku")
        browser.send("/")
    play(site)
    for browser in (bob, guest):
        for path in ("/games", "/games?game=boku", "/people/ann", "/api/boards",
                     "/api/boards?user=ann"):  # fmt: skip
            page = browser.get(path)
            assert "/board/1" not in page.text, path
            assert "/board/2" not in page.text, path
            assert '"board":1,' not in page.text, path
    assert numbers(ann.get("/games?show=mine")) == [1, 3], "a game to begin, and a finished one"
    for text in ("boku games ann all", "boku games all", "boku show ann", "boku list"):
        answer = guest.ask("POST", "/command", text.encode(), {}).text
        assert "friend" not in answer, text
        assert "error" not in answer.lower(), text
    assert bob.get("/board/1/plain").status == 404, "the number alone shows nothing"


def test_ratings_stand_beside_the_names(site: Site) -> None:
    ann, guest = site.browser("ann"), site.browser()
    site.browser("bob")
    play(site, rounds=2)
    listed = guest.get("/games?show=finished").all("li")
    rows = [each.text for each in listed if "data-board" in each.attributes]
    after, first = ("".join(each.split("\n")) for each in rows)
    assert "ann 1500 → 1662 –" in first
    assert "ann 1662 → " in after
    assert "bob 1338 → " in after
    assert "1990" not in after
    for show in ("mine", "finished"):
        own = [
            each.text
            for each in ann.get(f"/games?show={show}").all("li")
            if "data-board" in each.attributes
        ]
        assert ["You" in each.split() for each in own] == [True, True]
        assert not any("ann" in each.split() for each in own)
    assert "You 1500 → 1662 –" in "".join(own[1].split("\n"))
    ann.get("/?against=name&name=bob&game=boku")
    ann.send("/")
    assert "1720 ± 521?" in guest.get("/people/ann").shown


def test_names_stay_as_they_are_written(site: Site) -> None:
    """Check that ann is not called Ann at the beginning of a line."""
    site.browser("ann"), site.browser("bob")

    def work(transaction: Transaction) -> None:
        ann, bob = accounts.named(transaction, "ann"), accounts.named(transaction, "bob")
        terms = setup.Terms.of("boku", {}, Clock(3600.0))
        made = setup.make(
            transaction, terms, (setup.SeatTaker(ann), setup.SeatTaker(bob)), site.now
        )
        for actor, text in ((ann, "f5"), (bob, "e5")):
            move(transaction, Actor(actor.id), made.number, text, site.now)
        forfeit(transaction, made.number, site.now + 100 * 86400)

    site.store.write(work)
    assert "bob won. ann ran out of time" in site.browser().get("/games?show=finished").shown


def test_long_lists_are_read_on_without_a_gap(site: Site) -> None:
    ann = site.browser("ann")
    site.browser("bob")
    play(site, rounds=33, rated=False)
    for show in ("all", "mine"):
        ann.get(f"/games?show={show}")
        found = numbers(ann.page)
        more = next(e for e in ann.page.all("a") if e.text == "Older ones").attributes["href"]
        found += numbers(ann.get(more))
        assert found == list(range(33, 0, -1))
        assert "Older ones" not in ann.page.shown


def test_standings_and_profiles_say_who_won(site: Site) -> None:
    bob = site.browser("bob")
    ann = site.browser("ann")
    play(site, rounds=3)
    rows = ["".join(each.text.split()) for each in bob.get("/standings/boku").all("tr")][1:]
    assert [row.startswith(name) for row, name in zip(rows, ("ann", "bob"), strict=True)] == [
        True, True
    ]  # fmt: skip
    assert rows[0].endswith("33–0–0")
    page = bob.get("/people/ann")
    assert page.one("h1") == "ann"
    (graph,) = page.all("polyline")
    heights = [float(point.split(",")[1]) for point in graph.attributes["points"].split()]
    assert len(heights) == 3
    assert heights == sorted(heights, reverse=True), "who wins goes up"
    values = [int(row.text[10:]) for row in page.all("tr")[3:6]]
    assert values == sorted(values, reverse=True), "the latest above"
    assert "3 games: 3 won, 0 lost, 0 drawn" in page.shown
    assert "in Boku after each of 3 games" in next(
        e.text for e in page.all("title") if e.attributes.get("id") == "graph-boku"
    )
    assert "Account" in ann.get("/people/ANN").shown, "a name is the same in capitals"


def test_a_finished_game_is_a_page_to_keep(site: Site) -> None:
    ann = site.browser("ann")
    site.browser("bob")
    play(site)
    ann.get("/games?show=finished")
    assert {"/api/boards/1/record.sgf", "/board/1/page.html"} <= set(ann.page.links)
    kept = ann.get("/board/1/page.html")
    assert kept.status == 200
    assert kept.headers["content-disposition"] == 'attachment; filename="boku-1.html"'
    assert kept.one("title") == "Board 1"
    ann.get("/?against=name&name=bob")
    ann.send("/")
    assert ann.get("/board/2/page.html").status == 409
    assert "once the game is over" in ann.page.shown


def test_who_is_blocked_can_neither_write_nor_challenge(site: Site) -> None:
    ann, bob = site.browser("ann"), site.browser("bob")
    ann.get("/people/bob")
    assert "You have blocked this player" in ann.send("/people/bob/block").shown
    bob.get("/?against=name&name=ann")
    assert bob.send("/").status == 403
    assert bob.page.reason == "Ann does not take challenges from you"
    assert bob.page.form("/").fields["name"] == "ann"
    bob.get("/messages?to=ann")
    assert bob.send("/messages", text="Why?").status == 403
    assert bob.page.form("/messages").fields == {"to": "ann", "text": "Why?"}
    ann.send("/people/bob/block")
    bob.send("/messages")
    assert bob.page.path == "/messages/ann#newest"
    assert "Why?" in bob.page.shown


def test_a_provisional_rating_has_no_place_and_stands_below(site: Site) -> None:
    site.browser("ann"), site.browser("bob")

    def rate(transaction: Transaction) -> None:
        for name, rating, deviation in (("ann", 1700.0, 200.0), ("bob", 1600.0, 50.0)):
            transaction.connection.execute(insert(ratings).values(
                user_id=accounts.named(transaction, name).id, game="boku", rating=rating,
                deviation=deviation, volatility=0.06, games=30, won=20, lost=10, drawn=0,
                at=site.now,
            ))  # fmt: skip

    site.store.write(rate)
    page = site.browser().get("/standings/boku")
    rows = [" ".join(e.text.split()) for e in page.all("tr")]
    assert rows[1].startswith("1bob1600")
    assert rows[2].startswith("ann1700")
