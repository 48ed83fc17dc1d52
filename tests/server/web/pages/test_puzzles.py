"""The pages of puzzles, solved by forms alone."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.puzzles import Puzzle, puzzles, right_moves
from tests.server.web.pages.browser import Site

WITH_PUZZLES = [name for name in GAMES if puzzles(name)]


def path_of(puzzle: Puzzle, **query: str) -> str:
    """Return the path of a puzzle's page after some tries."""
    return f"/puzzles/{puzzle.id}?{urlencode(query)}"


def wrong_move(puzzle: Puzzle) -> str:
    """Return a legal move that is not right."""
    right = right_moves(puzzle.node)
    return next(str(move) for move in puzzle.position.legal_moves() if str(move) not in right)


def test_the_list_has_every_puzzle_and_todays(site: Site) -> None:
    page = site.browser().get("/puzzles")
    assert page.status == 200
    assert page.text.count("Today’s puzzle") == len(WITH_PUZZLES)
    for name in WITH_PUZZLES:
        assert all(f"/puzzles/{puzzle.id}" in page.text for puzzle in puzzles(name))


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_puzzle_is_solved_move_by_move(site: Site, name: str) -> None:
    browser, puzzle = site.browser(), max(puzzles(name), key=lambda p: len(p.node.line_from()))
    page = browser.get(path_of(puzzle))
    assert page.one("h1") == puzzle.goal
    found, node = "", puzzle.node
    while "Solved." not in page.text:
        move = right_moves(node)[0]
        page = browser.get(path_of(puzzle, found=found, move=move))
        assert page.status == 200
        assert "Solved." in page.text or "Find the next move." in page.text
        found = f"{found} {move}".strip()
        node = next((reply for reply in node.children[0].children), node)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_wrong_move_is_refuted_and_may_be_tried_again(site: Site, name: str) -> None:
    browser, puzzle = site.browser(), puzzles(name)[0]
    move = wrong_move(puzzle)
    page = browser.get(path_of(puzzle, move=move))
    assert f"<strong>{move}</strong> is wrong." in page.text
    assert "The answer" not in page.text, "a refutation is not the solution"
    assert "Try again" in page.text


GREEK = str.maketrans(
    "abcdefghijklmnoprstuvwxyz:0123456789", "αβψδεφγηιξκλμνοπρστθωςχυζ：" + "٠١٢٣٤٥٦٧٨٩"
)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_move_is_read_as_keyboards_and_correctors_leave_it(site: Site, name: str) -> None:
    browser, puzzle = site.browser(), puzzles(name)[0]
    move = right_moves(puzzle.node)[0]
    for typed in (move.translate(GREEK), f"“{move}”.", f"{move}\u200b"):
        browser.get(path_of(puzzle))
        page = browser.post(f"/puzzles/{puzzle.id}", {"found": "", "move": typed})
        assert (page.status, "Solved" in page.text or "Find the next" in page.text) == (200, True)


def test_bad_addresses_are_answered_in_words(site: Site) -> None:
    browser, puzzle = site.browser(), puzzles(WITH_PUZZLES[0])[0]
    assert browser.get("/puzzles/nothing-0001").status == 404
    assert browser.get(path_of(puzzle, found="x" * 500)).status == 400
    refused = browser.get(path_of(puzzle, move="zz"))
    assert refused.status == 400
    assert refused.reason is not None


def test_the_board_is_drawn_and_may_be_turned(site: Site) -> None:
    browser, puzzle = site.browser(), puzzles(WITH_PUZZLES[0])[0]
    picture = browser.get(f"/puzzles/{puzzle.id}.svg?found=")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    turned = browser.get(f"/puzzles/{puzzle.id}.html?found=")
    assert turned.headers["content-security-policy"] == "frame-ancestors 'self'"


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_board_is_told_what_may_be_played(site: Site, name: str) -> None:
    browser, puzzle = site.browser(), puzzles(name)[0]
    (script,) = [
        element.attributes["src"]
        for element in browser.get(path_of(puzzle)).all("script")
        if "/live/task" in element.attributes["src"]
    ]
    assert browser.get(script).status == 200
    for part in ("shared", "positions", "targets"):
        page = browser.get(f"/puzzles/{puzzle.id}/{part}?found=")
        assert (page.status, page.text) == (200, ""), part
        assert len(page.content) > 500, part
    assert browser.get(f"/puzzles/{puzzle.id}/choices?target=nowhere").status == 404
    assert browser.get(f"/puzzles/{puzzle.id}/targets?found=zz").status == 400
