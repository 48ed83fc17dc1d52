"""Games to watch: which come first, which are shown to nobody, and people who are followed."""

from __future__ import annotations

import pytest
from sqlalchemy import event, text

from boche.engine.durations import HOUR
from boche.server.database.schema import ratings, seats
from boche.server.database.store import Store, Transaction
from boche.server.people import accounts, follows
from boche.server.play import setup, watching
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import load
from boche.server.play.moves import move, resign
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import Browser, Page, Site
from tests.server.web.pages.test_every_page import HOSTILE, in_order

LIVE, SLOW = Clock(600.0), Clock.days_a_move(3.0)
GAME = "boku"


def people(site: Site, *names: str) -> dict[str, Browser]:
    return {name: site.browser(name) for name in names}


def game(
    site: Site, *names: str, plies: int = 1, clock: Clock = SLOW, kind: str = GAME,
    over: bool = False, private: bool = False,
) -> int:  # fmt: skip
    """Set up a game of these accounts, and play moves; return its board."""

    def work(transaction: Transaction) -> int:
        pair = [setup.SeatTaker(accounts.named(transaction, name)) for name in names]
        terms = setup.Terms.of(kind, {}, clock)
        made = setup.make(transaction, terms, (pair[0], pair[1]), site.now, private=private)
        for _ in range(plies):
            board = load(transaction, made.number)
            actor = Actor(board.seats[board.row.turn].user)
            move(transaction, actor, made.number, str(board.position.legal_moves()[0]), site.now)
        if over:
            resign(transaction, actor, made.number, site.now)
        return made.number

    return site.store.write(work)


def rate(site: Site, name: str, rating: float) -> None:
    def work(transaction: Transaction) -> None:
        user = accounts.named(transaction, name).id
        transaction.connection.execute(ratings.insert().values(
            user_id=user, game=GAME, rating=rating, deviation=50.0, volatility=0.06, games=30,
            won=15, lost=15, drawn=0, at=site.now,
        ))  # fmt: skip

    site.store.write(work)


def shown(page: Page) -> list[int]:
    """Return the small boards of a page, in order."""
    return [
        int(each.attributes["data-board"]) for each in page.elements
        if each.tag == "li" and "data-board" in each.attributes
    ]  # fmt: skip


def test_live_games_come_first_then_the_better_players_then_the_last_moves(site: Site) -> None:
    people(site, "ann", "bob", "cid", "dan", "eve", "fay")
    rate(site, "cid", 1900.0)
    rate(site, "dan", 1800.0)
    old = game(site, "eve", "fay")
    site.now += 300.0
    slow, strong = game(site, "ann", "bob"), game(site, "cid", "dan")
    unmoved = game(site, "cid", "dan", plies=0)
    live = game(site, "eve", "fay", clock=LIVE)
    strong_live = game(site, "cid", "ann", clock=LIVE)
    site.now += 30.0
    page = site.browser().get("/watch")
    assert shown(page) == [strong_live, live, strong, slow, old, unmoved]
    in_order(page)
    assert "1900" in page.shown
    assert "eve to move" in page.shown or "fay to move" in page.shown


def test_a_game_that_nobody_has_been_at_for_ten_minutes_is_left_out(site: Site) -> None:
    ann, *_ = people(site, "ann", "bob", "cid", "dan").values()
    left, thought = game(site, "cid", "dan", clock=LIVE), game(site, "ann", "bob", clock=LIVE)
    slow, unmoved = game(site, "ann", "bob"), game(site, "cid", "ann", plies=0)
    watching_them = site.browser()
    assert sorted(shown(watching_them.get("/watch"))) == [left, thought, slow, unmoved]
    site.now += 599.0
    ann.get("/help")
    assert len(shown(watching_them.get("/watch"))) == 4
    site.now += 2.0
    assert shown(watching_them.get("/watch")) == [thought]
    assert shown(ann.get("/watch/boards")) == [thought]
    site.now += 601.0
    page = watching_them.get("/watch")
    assert shown(page) == []
    assert "No public game is being played at the moment" in page.shown


def test_one_page_has_a_dozen_and_can_be_of_one_game(site: Site) -> None:
    people(site, "ann", "bob")
    boards = [game(site, "ann", "bob") for _ in range(13)]
    other = game(site, "ann", "bob", kind="che")
    assert len(shown(site.browser().get("/watch"))) == 12
    assert shown(site.browser().get("/watch?game=che")) == [other]
    assert set(shown(site.browser().get(f"/watch?game={GAME}"))) < set(boards)
    assert shown(site.browser().get("/watch/boards?game=che")) == [other]
    for path in (
        "/watch?game=chess",
        "/watch/boards?game=%00",
        "/replay?game=",
        "/samples/x/shared",
    ):
        assert site.browser().get(path).status == 404


def test_private_games_and_challenges_are_shown_to_nobody(site: Site) -> None:
    browsers = people(site, "ann", "bob")
    game(site, "ann", "bob", private=True, plies=2)
    game(site, "ann", "bob", private=True, plies=8, over=True)
    browsers["ann"].get("/?against=name&name=bob&game=che")
    browsers["ann"].send("/")
    browsers["ann"].post("/people/bob/follow", {"followed": "1"})
    for browser in (site.browser(), browsers["ann"], browsers["bob"]):
        page = browser.get("/watch")
        assert shown(page) == []
        assert "No public game is being played at the moment" in page.shown
    assert "not playing" in browsers["ann"].get("/people/ann").shown


def test_with_nothing_to_watch_finished_games_are_shown(site: Site) -> None:
    people(site, "ann", "bob")
    short = game(site, "ann", "bob", plies=2, over=True)
    first = game(site, "ann", "bob", plies=8, over=True)
    site.now += HOUR
    second = game(site, "ann", "bob", plies=7, over=True)
    page = site.browser().get("/watch")
    assert shown(page) == [second, first]
    assert short not in shown(page)
    assert "Recently finished" in page.shown
    in_order(page)


def test_who_is_followed_comes_first_for_the_follower_alone(site: Site) -> None:
    ann, *others = people(site, "ann", "bob", "cid", "dan", "eve").values()
    rate(site, "dan", 2000.0)
    best = game(site, "dan", "eve", clock=LIVE)
    site.now += 300.0
    slow = game(site, "bob", "cid")
    assert shown(ann.get("/watch")) == [best, slow]
    page = ann.post("/people/bob/follow", {"followed": "1"})
    assert page.path == "/people/bob"
    assert "You follow this player" in page.shown
    assert shown(ann.get("/watch")) == [slow, best]
    in_order(ann.page)
    for browser in (site.browser(), *others):
        assert shown(browser.get("/watch")) == [best, slow]
        assert "follow this player" not in browser.get("/people/bob").shown
        assert "People I follow" not in browser.get("/people/ann").shown


def test_the_own_page_says_who_plays_now(site: Site) -> None:
    ann, bob, _ = people(site, "ann", "bob", "cid").values()
    assert "Nobody yet." in ann.get("/people/ann").shown
    for name in ("bob", "cid"):
        ann.post(f"/people/{name}/follow", {"followed": "1"})
    board = game(site, "cid", "bob", clock=LIVE)
    site.now += 1.0
    other = game(site, "cid", "ann")
    assert f"plays now: board {other}, Boku, board {board}, Boku" in ann.get("/people/ann").shown
    in_order(ann.page)
    site.now += HOUR
    bob.get("/help")  # who made a move with days for the next one plays no longer
    assert f"plays now: board {board}, Boku" in ann.get("/people/ann").shown
    assert f"board {other}, Boku" not in " ".join(
        each.text for each in ann.page.all("li") if "Unfollow" in each.text
    )
    page = ann.post("/people/bob/follow", {"followed": "0", "back": "own"})
    assert page.path == "/people/ann"
    assert [f for f in page.forms if f.action.startswith("/people/bob")] == []


def test_blocked_people_are_not_followed_either_way(site: Site) -> None:
    ann, bob = people(site, "ann", "bob").values()
    ann.post("/people/bob/follow", {"followed": "1"})
    bob.post("/people/ann/follow", {"followed": "1"})
    bob.post("/people/ann/block", {"blocked": "1"})
    for browser, name in ((ann, "ann"), (bob, "bob")):
        assert "Nobody yet." in browser.get(f"/people/{name}").shown
    assert ann.post("/people/bob/follow", {"followed": "1"}).status == 403
    assert bob.post("/people/ann/follow", {"followed": "1"}).status == 403
    assert "Follow" not in [each.text for each in bob.get("/people/ann").all("button")]
    bob.post("/people/ann/block", {"blocked": "0"})
    assert "You follow" in ann.post("/people/bob/follow", {"followed": "1"}).shown


@pytest.mark.parametrize("name", ["ann", "level-3"])
def test_oneself_and_the_computer_are_not_followed(site: Site, name: str) -> None:
    ann = site.browser("ann")
    assert ann.post(f"/people/{name}/follow", {"followed": "1"}).status == 400
    assert ann.post("/people/nobody/follow", {"followed": "1"}).status == 404
    assert site.browser().post("/people/ann/follow", {"followed": "1"}).status == 401


def test_no_more_than_so_many_are_followed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follows, "MOST", 1)
    ann, *_ = people(site, "ann", "bob", "cid").values()
    for _ in range(2):  # the same once more is no other one
        assert ann.post("/people/bob/follow", {"followed": "1"}).status == 200
    assert ann.post("/people/cid/follow", {"followed": "1"}).status == 400


def test_follows_are_exported_and_end_with_the_account(site: Site) -> None:
    ann, bob = people(site, "ann", "bob").values()
    ann.post("/people/bob/follow", {"followed": "1"})
    assert '"followed":["bob"]' in ann.get("/api/me/export").text
    assert '"followed":[]' in bob.get("/api/me/export").text
    bob.get("/account")
    bob.send("/account/delete", password=PASSWORD, sure="1")
    assert '"followed":[]' in ann.get("/api/me/export").text


def test_names_are_only_text(site: Site) -> None:
    people(site, "ann", "bob")
    board = game(site, "ann", "bob", plies=2)
    site.store.write(
        lambda transaction: transaction.connection.execute(
            seats.update().where(seats.c.board == board).values(name=HOSTILE)
        )
    )
    for path in ("/watch", f"/board/{board}/embed"):
        page = site.browser().get(path)
        assert not [each for each in page.all("script") if each.text]
        assert HOSTILE in [each.text for each in page.all("bdi")]
    assert HOSTILE not in site.browser().get(f"/board/{board}").text


def test_the_games_are_found_by_the_index(store: Store) -> None:
    plans = list[str]()

    def work(transaction: Transaction) -> None:
        connection, said = transaction.connection, list[tuple[str, object]]()

        def note(_: object, cursor: object, statement: str, values: object, *__: object) -> None:
            said.append((statement, values))

        event.listen(connection, "before_cursor_execute", note)
        watching.played_now(transaction, 0.0, 12, GAME)
        watching.finished(transaction, 6, GAME)
        event.remove(connection, "before_cursor_execute", note)
        sqlite = connection.dialect.name == "sqlite"
        if not sqlite:  # few rows would be read whole, or collected and sorted
            for way in ("seqscan", "bitmapscan"):
                connection.execute(text(f"SET LOCAL enable_{way} = off"))
        explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "
        for statement, values in said:
            if "boards.since DESC" in statement:
                rows = connection.exec_driver_sql(explain + statement, values).all()
                plans.append(" ".join(str(row) for row in rows))

    store.read(work)
    assert len(plans) == 2
    for plan in plans:
        assert "boards_watch" in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan
