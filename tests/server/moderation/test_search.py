"""Search of people and games, and what one has played against another."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from boche.engine.durations import DAY
from boche.server.database.store import Store
from boche.server.people import directory
from boche.server.people.accounts import named
from boche.server.play import results
from boche.server.play.results import Query
from tests.server.desk import START, Desk
from tests.server.moderation.people import lost, made
from tests.server.web.pages.browser import Site as Pages

NAMES = ("Ann", "anna", "Annika", "bob", "ßeta", "ann_b", "ann-a", "Ωμέγα", "zoë")


BEGINNINGS = {
    "ann": ["Ann", "ann-a", "ann_b", "anna", "Annika"], "ANN_": ["ann_b"], "ss": ["ßeta"],
    "ω": ["Ωμέγα"], "zoë": ["zoë"], "%": [], "nn": [], "x\0": [],
}  # fmt: skip


def test_people_are_found_by_how_their_names_begin(desk: Desk) -> None:
    for name in NAMES:
        desk.person(name)

    def found(beginning: str, after: str = "") -> list[str]:
        rows = desk.store.read(lambda t: directory.beginning(t, beginning, START, after=after))
        return [row.name for row in rows]

    for beginning, names in BEGINNINGS.items():
        assert found(beginning) == names
        for number, name in enumerate(names):
            assert found(beginning, name) == names[number + 1 :]


def numbers(store: Store, reader: str | None = None, **asked: Any) -> list[int]:
    """Return the boards that a search finds; people are given by name."""

    def work(t: Any) -> list[int]:
        ids = {key: named(t, asked[key]).id for key in ("user", "opponent") if key in asked}
        who = None if reader is None else named(t, reader).id
        return [board for _, board in results.search(t, Query(**{**asked, **ids}), who)]

    return store.read(work)


def test_games_are_found_by_player_opponent_result_and_day(store: Store) -> None:
    one = lost(store, "ann", "bob", START)
    two = lost(store, "bob", "ann", START + DAY)
    three = lost(store, "ann", "cid", START + 2 * DAY, rated=False)
    hidden = lost(store, "ann", "bob", START + 3 * DAY, private=True)
    store.write(lambda t: made(t, "ann", "bob", START))
    assert numbers(store) == [three, two, one]
    assert numbers(store, user="ann") == [three, two, one]
    assert numbers(store, "cid", user="ann") == [three, two, one]
    assert numbers(store, "bob", user="ann") == [hidden, three, two, one]
    assert numbers(store, "ann", user="ann", opponent="bob") == [hidden, two, one]
    assert numbers(store, user="ann", score="won") == [two]
    assert numbers(store, user="ann", score="lost", game="boche") == [three, one]
    assert numbers(store, user="ann", game="boku") == []
    assert numbers(store, user="ann", since=START + DAY, until=START + 2 * DAY) == [two]
    assert numbers(store, until=START + DAY, game="boche") == [one]
    assert numbers(store, user="ann", before=(START + 2 * DAY, three)) == [two, one]


def test_a_search_reads_an_index_and_sorts_nothing(store: Store) -> None:
    lost(store, "ann", "bob", START)
    plans: list[str] = []

    def explained(_: Any, cursor: Any, statement: str, parameters: Any, *__: Any) -> None:
        if statement.startswith("SELECT") and "LIMIT" in statement:
            if store.engine.dialect.name == "sqlite":
                rows = cursor.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.extend(row[3] for row in rows)
            else:
                cursor.connection.execute("SET LOCAL enable_seqscan = off")
                cursor.connection.execute("SET LOCAL enable_sort = off")
                cursor.connection.execute("SET LOCAL enable_bitmapscan = off")
                rows = cursor.connection.execute(f"EXPLAIN {statement}", parameters)
                plans.extend(row[0] for row in rows)

    event.listen(store.engine, "before_cursor_execute", explained)
    try:
        before = (START + DAY, 99)
        for asked in (
            {}, {"game": "boche"}, {"since": START, "until": START + DAY},
            {"user": "ann"}, {"user": "ann", "game": "boche"}, {"user": "ann", "score": "won"},
            {"user": "ann", "opponent": "bob"}, {"user": "ann", "since": START, "game": "boche"},
        ):  # fmt: skip
            numbers(store, "bob", **asked, before=before)
        store.read(lambda t: directory.beginning(t, "an", START, after="ann"))
    finally:
        event.remove(store.engine, "before_cursor_execute", explained)
    used = [line for line in plans if "USING" in line or "Index" in line]
    assert len(used) >= 9, plans
    for line in plans:
        assert not line.startswith("SCAN") or "INDEX" in line, line
        assert "TEMP B-TREE" not in line, line
        assert "Seq Scan" not in line, line
        assert "Sort" not in line, line


@pytest.fixture
def pages(store: Store) -> Any:
    found = Pages(store)
    yield found
    found.close()


def test_a_profile_shows_the_games_of_its_reader_against_it(pages: Pages) -> None:
    ann = pages.browser("ann")
    lost(pages.store, "bob", "ann", START)
    hidden = lost(pages.store, "ann", "bob", START + 1.0, private=True)
    shown = ann.get("/people/bob").shown.replace(" ", "")
    assert "Youagainstbob" in shown
    assert "Boche1100" in shown
    assert f"/board/{hidden}" in ann.page.links
    assert "/games/search?player=ann&opponent=bob" in ann.page.links
    page = pages.browser().get("/people/bob")
    assert "You against" not in page.shown
    assert f"/board/{hidden}" not in page.links


def test_a_rating_is_shown_with_its_uncertainty_and_a_change_as_before_and_after(
    pages: Pages,
) -> None:
    number = lost(pages.store, "ann", "bob", START)
    guest = pages.browser()
    assert "1338 ± 581?" in guest.get("/people/ann").shown.replace("\n", " ")
    assert "1500 → 1338" in guest.get("/games?show=finished").shown
    assert "1662 ± 581?" in guest.get("/standings/boche").shown
    people = guest.get(f"/api/boards/{number}/people").content.decode()
    assert "1500 → 1338" in people


WRONG = (
    ("player=ann&opponent=nobody", "No player is named nobody"),
    ("opponent=ann", "Give a player as well"),
    ("game=chess", "Game: choose from"),
    ("player=ann&result=great", "Result: choose from won, lost, drawn, none"),
    ("from=yesterday", "Give a day such as 2027-03-01"),
    ("to=9999-12-31", "Give a day such as 2027-03-01"),
    ("player=ann&before=nan-1", "The search has no such page"),
    ("player=ann&before=1-99999999999999", "The search has no such page"),
)


def test_a_search_that_makes_no_sense_gets_a_line(pages: Pages) -> None:
    pages.browser("ann")
    for query, line in WRONG:
        page = pages.browser().get(f"/games/search?{query}")
        assert page.status in (400, 404)
        assert (page.reason or "").startswith(line)


def test_a_search_goes_on_page_by_page(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "PAGE", 3)
    for number in range(5):
        lost(pages.store, "ann", "bob", START + number // 2)
    guest = pages.browser()
    page = guest.get("/games/search?player=ann")
    first = [link for link in page.links if link.startswith("/board/")]
    (more,) = [link for link in page.links if "before=" in link]
    rest = [link for link in guest.get(more).links if link.startswith("/board/")]
    boards = {link.split("/")[2] for link in (*first, *rest)}
    assert len(boards) == 5
