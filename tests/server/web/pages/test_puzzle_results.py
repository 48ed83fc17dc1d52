"""Ratings at puzzles, hints and streaks, over HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from boche.engine.durations import DAY
from boche.engine.games.registry import GAMES
from boche.engine.puzzles import Puzzle, puzzles, right_moves
from boche.engine.puzzles.standing import Score, Standing
from boche.server import limits
from boche.server.database.schema import puzzle_answers, puzzle_days, puzzle_ratings
from boche.server.database.store import Transaction
from tests.server.desk import PASSWORD
from tests.server.web.pages.browser import Browser, Page, Site
from tests.server.web.pages.test_puzzles import wrong_move

WITH_PUZZLES = [name for name in GAMES if puzzles(name)]
GAME = WITH_PUZZLES[0]
TABLES = (puzzle_answers, puzzle_days, puzzle_ratings)


def short(number: int = 0, game: str = GAME) -> Puzzle:
    """Return a puzzle in which one move is asked for."""
    return [one for one in puzzles(game) if not _longer(one)][number]


def longer(game: str = GAME) -> Puzzle:
    """Return a puzzle in which several moves are asked for."""
    return next(one for one in puzzles(game) if _longer(one))


def _longer(puzzle: Puzzle) -> bool:
    first = next(child for child in puzzle.node.children if child.text("TE"))
    return any(right_moves(reply) for reply in first.children)


def solve(browser: Browser, puzzle: Puzzle) -> Page:
    """Post the right moves from the page of a puzzle."""
    page, node = browser.get(f"/puzzles/{puzzle.id}"), puzzle.node
    while True:
        move = right_moves(node)[0]
        page = post(browser, puzzle, move=move)
        child = next(child for child in node.children if child.move == move)
        node = child.children[0] if child.children else child
        if not right_moves(node):
            return page


def post(browser: Browser, puzzle: Puzzle, **fields: str) -> Page:
    """Post a move from the page that is shown."""
    path = f"/puzzles/{puzzle.id}"
    form = next(form for form in browser.page.forms if form.action == path)
    return browser.post(path, {"found": form.fields["found"], **fields})


def rating_after(puzzle: Puzzle, score: Score, site: Site) -> str:
    new = Standing().after(puzzle.rating, score, datetime.fromtimestamp(site.now, UTC))
    return f"Your puzzle rating: {new.rating.value:.0f}"


def own(browser: Browser) -> dict[str, Any]:
    """Return what the export of one's data has about puzzles."""
    puzzles_of: dict[str, Any] = json.loads(browser.get("/api/me/export").text)["puzzles"]
    return puzzles_of


@pytest.mark.parametrize("game", WITH_PUZZLES[:1])
def test_a_puzzle_solved_raises_the_rating_of_its_game(site: Site, game: str) -> None:
    ann, puzzle = site.browser("ann"), short(game=game)
    before = ann.get(f"/puzzles/{puzzle.id}").shown
    assert "Your puzzle rating: 1500. The first try counts." in before
    page = solve(ann, puzzle)
    assert "Solved." in page.shown
    assert rating_after(puzzle, Score(0, missed=False), site) in page.shown
    assert "(+" in page.shown
    assert "Streak: 1 day." in page.shown
    listed = ann.get("/puzzles").shown
    assert listed.count("1 of 1 solved") == 1
    assert listed.count("none tried yet") == len(WITH_PUZZLES) - 1


def test_a_longer_one_counts_at_its_end(site: Site) -> None:
    ann, puzzle = site.browser("ann"), longer()
    ann.get(f"/puzzles/{puzzle.id}")
    page = post(ann, puzzle, move=right_moves(puzzle.node)[0])
    assert "Right. Find the next move." in page.shown
    assert "Your puzzle rating: 1500. The first try counts." in page.shown
    assert "1 of 1 solved" in (solve(ann, puzzle), ann.get("/puzzles"))[1].shown


def test_the_first_try_counts_and_a_second_one_is_practice(site: Site) -> None:
    ann, puzzle = site.browser("ann"), short()
    ann.get(f"/puzzles/{puzzle.id}")
    page = post(ann, puzzle, move=wrong_move(puzzle))
    lost = rating_after(puzzle, Score(0, missed=True), site)
    assert "is wrong." in page.shown
    assert f"{lost} (\u2212" in page.shown
    solved = solve(ann, puzzle)
    assert f"{lost} (\u2212" in solved.shown
    assert "0 of 1 solved" in ann.get("/puzzles").shown


def test_one_answered_lately_is_practice_and_later_counts_again(site: Site) -> None:
    ann, puzzle = site.browser("ann"), short()
    solve(ann, puzzle)
    site.now += 29 * DAY
    page = solve(ann, puzzle)
    assert "Practice only" in page.shown
    assert "(+" not in page.shown
    assert "1 of 1 solved" in ann.get("/puzzles").shown
    site.now += 30 * DAY
    page = solve(ann, puzzle)
    assert "Practice only" not in page.shown
    assert "2 of 2 solved" in ann.get("/puzzles").shown


def test_two_tabs_and_a_repeated_form_count_once(site: Site) -> None:
    ann, puzzle = site.browser("ann"), short()
    other = site.browser()
    other.cookies = ann.cookies
    ann.get(f"/puzzles/{puzzle.id}")
    other.get(f"/puzzles/{puzzle.id}")
    fields = {"found": "", "move": wrong_move(puzzle)}
    pages = [who.post(f"/puzzles/{puzzle.id}", fields) for who in (ann, other, ann)]
    assert len({page.shown for page in pages}) == 1
    solve(other, puzzle)
    assert "0 of 1 solved" in ann.get("/puzzles").shown
    assert len(own(ann)["answers"]) == 1


@pytest.mark.parametrize("game", WITH_PUZZLES[:1])
def test_a_hint_names_the_place_and_a_second_one_the_move(site: Site, game: str) -> None:
    ann, puzzle = site.browser("ann"), short(game=game)
    move = right_moves(puzzle.node)[0]
    ann.get(f"/puzzles/{puzzle.id}")
    page = ann.post(f"/puzzles/{puzzle.id}/hint", {"found": "", "hint": "1"})
    assert page.status == 200
    hints = 1 if "The move begins at" in page.shown else 2  # a move may be no more than a place
    if hints == 1:
        assert f"The move is {move}." not in page.shown
    assert rating_after(puzzle, Score(hints, missed=False), site) in solve(ann, puzzle).shown


def test_the_move_shown_leaves_nothing(site: Site) -> None:
    ann, puzzle = site.browser("ann"), short()
    page = ann.post(f"/puzzles/{puzzle.id}/hint", {"found": "", "hint": "2"})
    assert f"The move is {right_moves(puzzle.node)[0]}." in page.shown
    page = solve(ann, puzzle)
    assert rating_after(puzzle, Score(2, missed=False), site) in page.shown
    assert "0 of 1 solved" in ann.get("/puzzles").shown


def test_the_solution_is_a_try_that_was_not_right(site: Site) -> None:
    ann, puzzle = site.browser("ann"), longer()
    page = ann.post(f"/puzzles/{puzzle.id}/hint", {"found": "", "hint": "3"})
    assert "The solution:" in page.shown
    assert rating_after(puzzle, Score(0, missed=True), site) in page.shown
    assert "0 of 1 solved" in (solve(ann, puzzle), ann.get("/puzzles"))[1].shown


def test_a_link_to_an_answer_or_a_hint_shows_nothing_that_would_not_count(site: Site) -> None:
    ann, guest, puzzle = site.browser("ann"), site.browser(), short()
    wrong, right = wrong_move(puzzle), right_moves(puzzle.node)[0]
    path = f"/puzzles/{puzzle.id}"
    for query in (f"move={wrong}", f"move={right}", f"found={right}", "hint=3"):
        assert guest.get(f"{path}?{query}").path == f"{path}?{query}"
        assert "Find the only move" in ann.get(f"{path}?{query}").shown
    assert f"The move is {right}." in guest.get(f"{path}?hint=2").shown
    assert f"The move is {right}." not in ann.get(f"{path}?hint=2").shown
    assert own(ann) == {"ratings": {}, "answers": [], "days": []}


def test_guests_solve_and_are_told_what_an_account_is_for(site: Site) -> None:
    guest, puzzle = site.browser(), short()
    assert "A rating and a streak need an account" in guest.get("/puzzles").shown
    page = solve(guest, puzzle)
    assert "Solved." in page.shown
    assert "A rating needs an account" in page.shown
    assert f"/sign-in?next=%2Fpuzzles%2F{puzzle.id}" in page.text or (
        f"/sign-in?next=/puzzles/{puzzle.id}" in page.text
    )
    guest.get(f"/puzzles/{puzzle.id}")
    assert "The solution:" in guest.post(
        f"/puzzles/{puzzle.id}/hint", {"found": "", "hint": "3"}
    ).shown  # fmt: skip
    assert site.store.read(_count) == 0


def _count(transaction: Transaction) -> int:
    """Return the number of rows of all puzzles' tables."""
    return sum(
        len(transaction.connection.execute(table.select()).all()) for table in TABLES
    )  # fmt: skip


def test_days_in_a_row_are_counted_and_a_day_off_ends_them(site: Site) -> None:
    ann = site.browser("ann")
    for number in range(3):
        solve(ann, short(number))
        site.now += DAY
    assert "Streak: 3 days; a puzzle today makes it 4." in ann.get("/puzzles").shown
    site.now += DAY
    assert "Streak: 0 days; a puzzle today begins one." in ann.get("/puzzles").shown


def test_the_next_puzzle_is_one_not_answered_yet(site: Site) -> None:
    ann, met = site.browser("ann"), set()
    for _ in range(3):
        page = ann.get(f"/puzzles/next/{GAME}")
        name = page.path.rpartition("/")[2]
        assert name not in met
        met.add(name)
        solve(ann, next(one for one in puzzles(GAME) if one.id == name))
    assert ann.get("/puzzles/next/chess").status == 404


def test_all_of_it_is_exported_and_deleted_with_the_account(site: Site) -> None:
    ann, puzzle = site.browser("ann"), short()
    solve(ann, puzzle)
    kept = own(ann)
    assert kept["ratings"][GAME]["solved"] == 1
    assert [each["puzzle"] for each in kept["answers"]] == [puzzle.id]
    assert kept["days"] == [datetime.fromtimestamp(site.now, UTC).date().isoformat()]
    ann.get("/account")
    ann.send("/account/delete", password=PASSWORD, sure="1")
    assert site.store.read(_count) == 0


def test_moves_and_hints_are_limited(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PUZZLES", limits.Limit("few", 2, 60.0))
    ann, puzzle = site.browser("ann"), short()
    fields = {"found": "", "move": "zz"}
    assert [ann.post(f"/puzzles/{puzzle.id}", fields).status for _ in range(3)] == [400, 400, 429]
    refused = ann.post(f"/puzzles/{puzzle.id}/hint", {"found": "", "hint": "1"})
    assert refused.status == 429
    assert own(ann)["answers"] == []


def test_a_move_that_the_rules_refuse_counts_for_nothing_and_is_kept_in_the_form(
    site: Site,
) -> None:
    ann, puzzle = site.browser("ann"), short()
    ann.get(f"/puzzles/{puzzle.id}")
    page = post(ann, puzzle, move="zz")
    assert page.status == 400
    assert page.reason
    assert 'value="zz"' in page.text
    assert "Your puzzle rating: 1500. The first try counts." in page.shown
    for fields in ({"move": ""}, {"move": "zz", "found": "zz"}, {"move": "x" * 500}):
        assert ann.post(f"/puzzles/{puzzle.id}", fields).status == 400
    for hint in ("0", "9", "x"):
        assert ann.post(f"/puzzles/{puzzle.id}/hint", {"hint": hint}).status == 400
    assert ann.post("/puzzles/no-0001", {"move": "zz"}).status == 404


def test_another_sites_form_counts_for_nothing(site: Site) -> None:
    ann, puzzle = site.browser("ann"), short()
    fields = {"found": "", "move": wrong_move(puzzle)}
    page = ann.post(f"/puzzles/{puzzle.id}", fields, origin="https://evil.example")
    assert page.status == 403
    assert own(ann)["answers"] == []


def test_the_front_page_leads_to_todays_puzzle(site: Site) -> None:
    page = site.browser().get("/")
    (link,) = [link for link in page.links if link.startswith("/puzzles/")]
    assert site.browser().get(link).status == 200
