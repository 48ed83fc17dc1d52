"""The lessons on pages, taken by forms alone, and what is remembered of them."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest

from boche.engine.games.registry import GAMES
from boche.server import limits
from boche.server.database.schema import lesson_progress
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import Lesson
from boche.viewer.lessons.replay import COMMAND, state_after
from boche.viewer.lessons.state import right_move
from tests.server.web.pages.browser import Browser, Page, Site
from tests.server.web.pages.test_every_page import in_order
from tests.server.web.pages.test_puzzles import GREEK


@pytest.fixture
def first() -> Lesson:
    """Return the first lesson of Boku."""
    return catalogue_of("boku").lessons[0]


def path_of(lesson: Lesson) -> str:
    return f"/learn/{lesson.game}/{lesson.name}"


def give(browser: Browser, lesson: Lesson, answer: str) -> Page:
    """Post an answer from the page that is shown, as its forms would."""
    form = next(form for form in browser.page.forms if "found" in form.fields)
    fields = {name: form.fields[name] for name in ("exercise", "found")}
    return browser.post(path_of(lesson), {**fields, "answer": answer})


def take(browser: Browser, lesson: Lesson, number: int) -> Page:
    """Give the right answers of an exercise, and go on between them."""
    browser.get(f"{path_of(lesson)}?exercise={number + 1}")
    found: list[str] = []
    while True:
        state = state_after(lesson, number, found)
        answer = COMMAND + state.command if state.command else right_move(state)
        page = give(browser, lesson, answer)
        if state_after(lesson, number, found, answer).exercise_done:
            return page
        found.append(answer)
        onward = [each.attributes["href"] for each in page.all("a") if each.text == "Continue"]
        if onward:
            browser.get(onward[0])


def test_an_answer_typed_on_a_greek_keyboard_is_read(site: Site, first: Lesson) -> None:
    browser = site.browser()
    browser.get(f"{path_of(first)}?exercise=1")
    answer = right_move(state_after(first, 0, []))
    assert answer.translate(GREEK) != answer
    page = give(browser, first, f"{answer.translate(GREEK)}.")
    assert (page.status, "Right" in page.shown) == (200, True)


def exported(browser: Browser) -> Any:
    return json.loads(browser.get("/api/me/export").text)["lessons"]


def test_the_list_has_every_lesson_of_every_game(site: Site) -> None:
    page = site.browser().get("/learn")
    in_order(page)
    for game in GAMES:
        for lesson in catalogue_of(game).lessons:
            assert path_of(lesson) in page.links
            assert lesson.about in page.shown


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_taken_to_its_end_and_leads_on(site: Site, game: str) -> None:
    ann, (lesson, following, *_) = site.browser("ann"), catalogue_of(game).lessons
    for number in range(len(lesson.exercises)):
        task = ann.get(f"{path_of(lesson)}?exercise={number + 1}")
        state = state_after(lesson, number, [])
        assert all(line in task.shown for line in state.task.split("\n"))
        page = take(ann, lesson, number)
        assert "Right" in page.shown
    assert f"Next lesson: {following.title}" in page.shown
    assert exported(ann) == {game: {lesson.key: len(lesson.exercises)}}
    listed = ann.get("/learn").shown
    assert f"Continue: {following.title}" in listed
    assert "Done" in listed


def test_after_the_last_lesson_a_first_game_follows(site: Site) -> None:
    guest, lesson = site.browser(), catalogue_of("boku").lessons[-1]
    page = take(guest, lesson, len(lesson.exercises) - 1)
    assert "Play your first game" in page.shown


def test_between_rules_and_tactics_a_first_game_and_the_next_lesson_follow(site: Site) -> None:
    guest, lessons = site.browser(), catalogue_of("boche").lessons
    last = [lesson for lesson in lessons if lesson.teaches_rules][-1]
    page = take(guest, last, 0)
    assert "Play your first game" not in page.shown
    page = take(guest, last, len(last.exercises) - 1)
    assert "You know the rules now" in page.shown
    assert "Play your first game" in page.shown
    assert f"Next lesson: {lessons[lessons.index(last) + 1].title}" in page.shown


def test_an_address_and_progress_outlive_a_lessons_place_in_the_list(site: Site) -> None:
    ann, lesson = site.browser("ann"), catalogue_of("boche").lessons[4]
    take(ann, lesson, 0)
    old = f"/learn/boche/99-{lesson.key}?exercise=2"
    assert lesson.title in ann.get(old).shown
    assert exported(ann) == {"boche": {lesson.key: 1}}


def test_a_wrong_answer_is_refuted_on_the_board_and_may_be_tried_again(
    site: Site, first: Lesson
) -> None:
    guest = site.browser()
    guest.get(f"{path_of(first)}?exercise=3")
    page = give(guest, first, "f8")
    assert "Not this: f8" in page.shown
    assert "This leaves a gap at f7: White fills it." in page.shown
    again = next(each for each in page.all("a") if each.text == "Try again").attributes["href"]
    assert "Three with room at both ends" in guest.get(again).shown


def described(page: Page) -> Any:
    """Return the description at the head of packed scenes."""
    data = zlib.decompress(page.content, -15)
    return json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])


def test_no_effect_of_a_move_answers_the_task(site: Site, first: Lesson) -> None:
    guest = site.browser()
    choices = described(guest.get(f"{path_of(first)}/choices?exercise=1&target=f7"))["choices"]
    assert [(row["text"], row["words"]) for row in choices] == [("f7", "")]
    assert "wins" not in guest.get(f"{path_of(first)}?exercise=1&place=f7").shown


def test_a_reply_is_seen_move_by_move(site: Site, first: Lesson) -> None:
    guest = site.browser()
    for query, moves in {
        "exercise=3": ["d6"],  # the last move of what is set up
        "exercise=3&answer=f7": ["f7"],
        "exercise=3&found=f7": ["f8"],  # the reply, after the try that has been seen
        "exercise=2&answer=a2": ["a2", "g4"],  # a wrong try, and its refutation
    }.items():
        page = guest.get(f"{path_of(first)}/positions?{query}")
        assert [row["text"] for row in described(page)["nodes"]][1:] == moves, query
    for part in ("shared", "targets"):
        assert guest.get(f"{path_of(first)}/{part}?exercise=3").status == 200
    picture = guest.get(f"{path_of(first)}.svg?exercise=3&answer=f7")
    assert picture.headers["content-type"].startswith("image/svg+xml")


def test_what_a_lesson_asks_of_the_table_is_a_button(site: Site) -> None:
    guest, lesson = site.browser(), catalogue_of("boche").lessons[0]
    page = guest.get(f"{path_of(lesson)}?exercise=4")
    assert "Look from above" in [each.text for each in page.all("button")]
    assert "From above every cube is a hexagon" in give(guest, lesson, "do:top").shown


def test_a_hint_names_the_place_or_the_move(site: Site) -> None:
    guest, lesson = site.browser(), catalogue_of("octi").lessons[0]
    path = path_of(lesson)
    assert "Give me a hint" in guest.get(path).shown
    assert "The move begins at 57." in guest.get(f"{path}?hint=1").shown.replace(" .", ".")
    assert "A right move is 57+e." in guest.get(f"{path}?hint=2").shown


def test_exercises_count_one_after_the_other_and_nothing_of_a_guest_is_stored(
    site: Site, first: Lesson
) -> None:
    ann, guest = site.browser("ann"), site.browser()
    take(ann, first, 1)
    assert exported(ann) == {}
    for number in (0, 1, 1, 0):
        take(ann, first, number)
    assert exported(ann) == {"boku": {first.key: 2}}
    assert f"2 of {len(first.exercises)} done" in ann.get("/learn").shown
    take(guest, first, 0)
    rows = site.store.read(lambda t: t.connection.execute(lesson_progress.select()).all())
    assert len(rows) == 1


def test_bad_addresses_and_answers_are_refused_in_words(site: Site, first: Lesson) -> None:
    guest, path = site.browser(), path_of(first)
    for bad in ("/learn/boku/nothing", "/learn/chess/1-pawns", f"{path}?exercise=99"):
        assert guest.get(bad).status == 404
    for query in ("exercise=3&found=a1", f"found={'x' * 500}", "hint=7", "place=zz", "taken=zz"):
        assert guest.get(f"{path}?{query}").status in (400, 404), query
    refused = guest.get(f"{path}?answer=<script>zz")
    assert refused.status == 400
    assert refused.reason is not None
    assert "<script>zz" not in refused.text
    in_order_but_for_scripts(guest.get(path))
    assert give(guest, first, "").status == 400
    assert guest.get(f"{path}/positions?answer=zz").status == 400


def in_order_but_for_scripts(page: Page) -> None:
    """Check headings and ids; the board's script comes from elsewhere than others."""
    page.elements = [each for each in page.elements if each.tag != "script"]
    in_order(page)


def test_answers_are_limited(site: Site, first: Lesson) -> None:
    guest = site.browser()
    guest.get(path_of(first))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "LESSONS", limits.Limit("lessons", 2, 1000.0))
        assert [give(guest, first, "zz").status for _ in range(3)] == [400, 400, 429]
