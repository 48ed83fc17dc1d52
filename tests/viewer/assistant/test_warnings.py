"""Warnings of one's own bad moves in a game against a level, and taking such a move back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import find
from boche.engine.record import load
from boche.engine.review.warning import seen_in
from boche.engine.review.words import NO_MOMENTS
from boche.viewer.assistant.background import Report
from boche.viewer.assistant.computer_seats import WARNED_PACE
from boche.viewer.assistant.watching import MOST_LOOKS
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.model import Shower
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.shown import TableView
from boche.viewer.table.warned import GivenWarning
from boche.viewer.window.drawing.board_picture import discs
from tests.viewer.assistant.desk import Desk, desk
from tests.viewer.hud.test_hud_layout import built, check_page, laid_out, wide
from tests.viewer.hud.typesetting import Plain

FOUR = (("a1", "e3"), ("a5", "e4"), ("k6", "e5"), ("k10", "e6"))
"""Moves after which White, the computer, has four marbles in a row, both of whose ends are free."""


def boku(level: str = "1", **settings: Any) -> Desk:
    """Return a game of Boku against a level in which White threatens five in a row."""
    one = Desk(Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", level)}))
    one.controller.set_settings(replace(one.table.settings, **{"warnings": "never"}))
    for own, other in FOUR:
        one.table.play(own)
        one.pass_time()
        one.answer(other)
    settings = {"warning_waits": False, **settings}
    one.controller.set_settings(replace(one.table.settings, warnings="beginners", **settings))
    one.pass_time()
    return one


def after_the_opening() -> Desk:
    """Return a game of Boche against a level after the moves of which nobody is warned."""
    one = desk(dark=1)
    one.controller.set_settings(replace(one.table.settings, warnings="never"))
    one.table.play("a:a1")
    one.pass_time()
    one.answer("a:b1")
    one.controller.set_settings(
        replace(one.table.settings, warnings="beginners", warning_waits=False)
    )
    one.pass_time()
    return one


def warning(one: Desk) -> str:
    view = one.controller.view().warning
    return str(view.text) if view is not None else ""


def look_before(one: Desk, best: str = "e2", light: float = 0.5, **more: Any) -> None:
    """Let the position be searched in which the person is to move."""
    assert one.job.kind == "before"
    one.answer(best, light=light, then=(), **more)


def test_a_move_that_lets_the_computer_win_is_warned_of_at_once() -> None:
    one = boku()
    look_before(one)
    assert one.thinker.job is None
    one.table.play("f9")
    one.assistant.tick()
    assert warning(one) == "f9 does not stop the threat: White can make five in a row: e2 or e7"
    assert one.job.kind == "move", "nothing is searched: the rules say it, and the computer goes on"
    one.answer("j5")
    one.pass_time(WARNED_PACE)
    assert warning(one), "the line stays until the next move"
    one.pass_time()
    look_before(one)
    one.table.play("e2")
    one.pass_time()
    assert warning(one) == ""


FIRST = "take the move back (Z, Enter or Escape) or continue (Shift+Z) first"
"""What is said while the computer waits for the answer to a warning."""


def warned(**settings: Any) -> Desk:
    """Return the game of Boku after a move that is warned of, and the warning has been read."""
    one = boku(warning_waits=True, **settings)
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    assert warning(one)
    one.pass_time()
    return one


def test_while_a_line_is_shown_escape_is_said_to_leave_that_and_does() -> None:
    one = warned()
    assert one.assistant.analysis().status == FIRST
    one.key("Right", "alt")
    assert one.controller.view().trial is not None
    told = "take the move back (Z) or continue (Shift+Z) first; Escape goes back to the game"
    assert one.assistant.analysis().status == told
    one.key("Escape")
    assert one.controller.view().trial is None
    assert one.session.cursor.moves[-1] == "f9"
    assert one.assistant.analysis().status == FIRST


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_the_keys_that_close_or_confirm_take_the_move_back(key: str) -> None:
    one = warned()
    assert one.assistant.analysis().status == FIRST
    one.key(key)
    assert one.session.cursor.moves[-1] == "e6"
    assert (warning(one), one.session.unrated) == ("", "")
    assert one.job.kind == "before", "the person thinks again"


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_a_line_that_is_shown_is_left_first(key: str) -> None:
    one = warned()
    one.key("Right", "alt")
    assert one.controller.view().trial is not None
    one.key(key)
    assert one.controller.view().trial is None
    assert one.session.cursor.moves[-1] == "f9"
    one.key(key)
    assert one.session.cursor.moves[-1] == "e6"


def test_enter_held_down_takes_nothing_back() -> None:
    one = boku(warning_waits=True)
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.key("Enter")
    assert one.session.cursor.moves[-1] == "f9", "nobody has read the warning yet"


def test_an_x_ray_during_a_warning_promises_no_key_that_answers_it() -> None:
    one = Desk(Session.new("boche", seats={"light": Seat("Anna"), "dark": Seat("", "1")}))
    for move in ("e:b5", "h:a2", "g:a1"):
        one.table.play(move)
        one.pass_time(0.1)
    assert warning(one)
    one.key("X", "shift")
    (told,) = one.controller.view().views
    assert str(told.legend).endswith(". Shift+X: back")
    one.key("X", "shift")
    assert one.controller.view().views == ()
    assert warning(one), "it still waits for its answer"
    one.key("Escape")
    one.key("X", "shift")
    (told,) = one.controller.view().views
    assert str(told.legend).endswith(". A click or Escape: back")


def test_tab_and_enter_continue() -> None:
    one = warned()
    one.key("Tab")
    assert one.assistant.analysis().status == FIRST, "Enter takes the move back here too"
    one.key("Tab")
    told = "take the move back (Z or Escape) or continue (Shift+Z) first"
    assert one.assistant.analysis().status == told
    one.key("Enter")
    assert one.session.cursor.moves[-1] == "f9"
    assert warning(one) == ""
    assert one.job.kind == "move"


def test_nothing_is_chosen_for_the_opponent_while_a_warning_waits() -> None:
    one = warned()
    at = one.controller.table.looking.pixels(
        one.table.picker.place(one.table.position, "a1", one.table.display)[None]
    )[0]
    for other in ("g6", "e7"):
        place = one.table.picker.place(one.table.position, other, one.table.display)
        x, y = map(float, one.table.looking.pixels(place[None])[0])
        one.controller.pointer_moved(x, y, one.now)
        assert one.controller.view().ghost is None
        one.controller.pressed("left", x, y, one.now)
        one.controller.released("left", x, y, one.now)
        assert one.status == FIRST
    x, y = map(float, at)  # a marble stands there
    one.controller.pressed("left", x, y, one.now)
    one.controller.released("left", x, y, one.now)
    assert one.status == FIRST
    for key in ("Left", "Up"):
        one.key("F12")
        one.key(key)
        view = one.controller.view()
        assert (view.ghost, view.status) == (None, FIRST)
    one.key("Z", "shift")
    one.key("Up")
    assert one.controller.view().ghost is not None


BLUNDERS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "boche": ({}, "e:b5 h:a2", "g:a1", "Dark enclose your group of 4 blobs: f:b1"),
    "boku": ({}, "e3 d1 d6 d3 d7 d2 f1 d5", "f7", "White can make five in a row: d4"),
    "che": (
        {},
        "fr:0,0 fl:0,-1+fr:1,-1",
        "fr:-1,-1+fl:2,-1",
        "Dark can close a dark corner and win: -1,-2 and 0,-2",
    ),
    "octi": (
        {"bases": 1},
        "37+h 73 37+c-h 73 37+e 73+h 57+h 73+b 57+f-h 53+d 37+b-e 33+e 37+h 53 37+g 53+b 37+d 73+h "
        "57+a-f 73b-84,73h-64",
        "37-46",
        "37-46 lets White win on your home squares: 73-55-37",
    ),
}
"""For each game its options, moves, a move of the next player after which the other can win, and
what is said of it. Another move would have prevented it."""


@pytest.mark.parametrize("game", BLUNDERS)
def test_what_the_rules_show_is_said_before_any_search_has_found_anything(game: str) -> None:
    options, moves, blunder, expected = BLUNDERS[game]
    first, second = find(game).colours
    one = Desk(Session.new(game, seats={first: Seat("Anna"), second: Seat("", "1")}, **options))
    for move in moves.split():
        one.table.play(move)
    one.pass_time()
    assert one.job.kind == "before", "its search never ends"
    one.table.play(blunder)
    one.pass_time(0.1)
    assert expected in warning(one)
    assert one.thinker.job is None, "the computer waits until it is read"
    one.key("Z", "shift")
    assert one.job.kind == "move", "the computer goes on"


CLUB = load(Path(__file__).parents[3] / "assets" / "records" / "che-closed.sgf")
"""A game of Che in which most moves must be answered at once."""


@pytest.mark.parametrize("ply", [8, 14, 18])
def test_a_move_that_the_hint_has_named_is_not_warned_of(ply: int) -> None:
    moves = [str(node.move) for node in CLUB.main_line()[1 : ply + 1]]
    for hints in (True, False):
        one = Desk(Session.new("che", seats={"light": Seat("Anna"), "dark": Seat("", "1")}))
        one.controller.set_settings(replace(one.table.settings, warnings="never"))
        for move in moves:
            one.session.play(move)
        one.controller.set_settings(replace(one.table.settings, warnings="beginners"))
        one.pass_time()
        before = one.session.position
        bad = next(
            str(move)
            for move in before.legal_moves()[::97]
            if seen_in(before, str(move), before.play(move)) is not None
        )
        if hints:
            one.key("I")
            one.answer(bad)
            one.key("Enter")
        else:
            one.table.play(bad)
        one.pass_time()
        assert one.session.cursor.moves[-1] == bad
        assert bool(warning(one)) is not hints


def test_an_unsure_search_goes_on_until_it_is_sure() -> None:
    one = after_the_opening()
    look_before(one, best="d:b2", count=100_000)
    one.table.play("c:b2")
    one.pass_time()
    reply = str(one.job.position.legal_moves()[0])
    for count in (1000, 2000):
        assert one.job.kind == "after", "the less sure of both"
        one.answer(reply, light=0.27, then=(), count=count)
        assert warning(one) == ""
    one.answer(reply, light=0.27, then=(), count=100_000)
    assert "the best reply found to c:b2 is" in warning(one)
    assert one.job.kind == "move"


def test_a_search_that_stays_unsure_ends_without_a_warning() -> None:
    one = after_the_opening()
    look_before(one, best="d:b2", count=100_000)
    one.table.play("c:b2")
    one.pass_time()
    reply, looks = str(one.job.position.legal_moves()[0]), 0
    while one.job.kind == "after":
        one.answer(reply, light=0.27, then=(), count=1000)
        looks += 1
    assert (warning(one), looks, one.job.kind) == ("", MOST_LOOKS, "move")


def test_the_computer_answers_after_a_slow_judgement_once_the_warning_is_read() -> None:
    one = after_the_opening()
    look_before(one, best="d:b2", count=100_000)
    one.table.play("c:b2")
    played = one.session.cursor.moves
    one.pass_time(60.0)
    assert one.job.kind == "after", "the judgement is slow"
    assert (warning(one), one.session.cursor.moves) == ("", played)
    reply = str(one.job.position.legal_moves()[0])
    one.answer(reply, light=0.0, proven="dark", then=(), count=100_000)
    assert warning(one)
    one.answer(reply)
    one.pass_time()
    assert warning(one)
    assert one.session.cursor.moves == played, "the warning is read first"
    one.pass_time(WARNED_PACE)
    assert one.session.cursor.moves == [*played, reply]
    assert warning(one)


def test_a_warning_that_is_put_away_delays_no_answer() -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.key("Escape")
    one.answer("j5")
    assert one.session.cursor.moves[-1] == "j5"


def test_taking_the_move_back_costs_no_rating() -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.answer("j5")
    one.pass_time(WARNED_PACE)
    assert one.session.cursor.moves[-2:] == ["f9", "j5"]
    one.key("Z")
    assert one.session.cursor.moves[-1] == "e6"
    assert one.session.unrated == ""
    assert not any(len(node.children) > 1 for node in one.session.cursor.line)
    assert warning(one) == ""
    one.key("Z")
    assert one.status == "there is no warning to answer"
    assert one.session.cursor.moves[-1] == "e6"


def test_a_note_written_since_then_does_not_keep_the_move() -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.session.edits.set_comment("was that wise?")
    one.key("Z")
    assert one.session.cursor.moves[-1] == "e6"
    assert one.session.unrated == ""


def test_undo_is_still_help() -> None:
    one = boku()
    look_before(one)
    one.table.play("j5")
    one.pass_time()
    one.key("Z", "ctrl")
    assert one.session.unrated == "undo"


def test_the_computer_waits_for_the_answer_if_that_is_wanted() -> None:
    one = boku(warning_waits=True)
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    assert one.thinker.job is None
    assert one.assistant.holds_clock
    assert one.status == ""
    assert one.controller.submit("move", "j5") is False
    assert one.status == FIRST
    one.key("Z", "shift")
    assert one.job.kind == "move"
    assert warning(one) == ""


def test_the_computer_waits_no_longer_once_the_move_is_taken_back() -> None:
    one = boku(warning_waits=True)
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.key("Z")
    assert one.assistant.waiting_for() == ""
    look_before(one)
    one.table.play("e7")
    one.pass_time()
    assert warning(one) == "e7 does not stop the threat: White can make five in a row: e2"


def test_a_good_move_and_a_lost_position_are_not_warned_of() -> None:
    one = boku()
    look_before(one, best="f9")
    one.table.play("f9")
    one.pass_time()
    assert warning(one) == "", "the search expected it"
    lost = boku()
    look_before(lost, light=0.0, proven="white")
    lost.table.play("f9")
    lost.pass_time()
    assert warning(lost) == "", "every move loses"


def test_a_move_made_before_the_search_is_judged_afterwards() -> None:
    one = boku()
    one.table.play("f9")
    one.pass_time()
    assert one.job.kind == "before"
    assert one.job.node is one.session.cursor.node.parent
    one.answer("e2", then=())
    assert warning(one)
    assert one.job.kind == "move"


@pytest.mark.parametrize(
    ("light", "proven", "expected", "later"),
    [
        (
            0.25,
            None,
            "the best reply found to c:b2 is {reply}: your winning chance falls from 50% to 25%",
            "the best reply found to c:b2 was {reply}: with it your winning chance would have "
            "fallen from 50% to 25%",
        ),
        (
            0.0,
            "dark",
            "Dark wins by force after c:b2, beginning with {reply}",
            "Dark could have won by force after c:b2, beginning with {reply}",
        ),
        (0.45, None, "", ""),
        (0.35, None, "", ""),
    ],
)
def test_a_loss_that_the_search_finds_names_the_reply(
    light: float, proven: str | None, expected: str, later: str
) -> None:
    one = after_the_opening()
    look_before(one, best="d:b2", count=100_000)
    one.table.play("c:b2")
    one.pass_time()
    assert one.job.kind == "after"
    reply, other = map(str, one.job.position.legal_moves()[:2])
    one.answer(reply, light=light, proven=proven, then=(), count=100_000)
    assert warning(one) == expected.format(reply=reply)
    one.answer(other)
    one.pass_time(WARNED_PACE)
    assert one.session.cursor.moves[-1] == other
    assert warning(one) == later.format(reply=reply), "it was not played"


def test_a_reply_that_was_played_keeps_its_sentence() -> None:
    one = after_the_opening()
    look_before(one, best="d:b2", count=100_000)
    one.table.play("c:b2")
    one.pass_time()
    reply = str(one.job.position.legal_moves()[0])
    one.answer(reply, light=0.0, proven="dark", then=(), count=100_000)
    one.answer(reply)
    one.pass_time(WARNED_PACE)
    assert warning(one) == f"Dark wins by force after c:b2, beginning with {reply}"


def test_only_low_levels_warn_unless_it_is_chosen() -> None:
    assert desk(dark=1).job.kind == "before"
    assert desk(dark=2).job.kind == "before"
    one = desk(dark=3)
    assert one.thinker.job is None
    one.key("W", "shift")
    assert one.status == "warnings of bad moves: on"
    assert one.job.kind == "before"
    one.key("W", "shift")
    assert one.status == "warnings of bad moves: off"
    assert one.thinker.job is None
    people = desk(dark=0)
    people.key("W", "shift")
    assert people.status == ("warnings are for games of one person against a level of the computer")


def test_watching_is_no_help_for_the_rating_and_leaves_no_evaluation() -> None:
    one = boku()
    look_before(one)
    assert one.session.unrated == ""
    assert one.assistant.analysis().evaluation is None
    assert one.assistant.analysis().status == ""


def test_a_search_that_fails_says_nothing() -> None:
    one = boku()
    one.thinker.waiting.append(Report(one.job, done=True, error="no compiler"))
    one.pass_time()
    assert one.status == ""
    assert one.thinker.job is None
    one.table.play("f9")
    one.pass_time()
    assert one.job.kind == "move"


def test_the_settings_know_when_to_warn() -> None:
    assert Settings().warnings == "beginners"
    assert Settings().warning_waits, "else it comes when the answer stands there"


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (500, 850)])
@pytest.mark.parametrize("panel", [True, False])
def test_the_warning_stands_beside_the_board_with_its_buttons(
    size: tuple[int, int], panel: bool
) -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    settings = replace(one.table.settings, right_panel=panel)
    colours = discs(settings.palette, one.session.record.game)
    view = one.controller.view()
    shown = Shower().data(view, one.session, settings, colours, one.assistant.analysis())
    pages = built(shown, size, 1.0).pages
    [taken] = {
        hit.rect
        for page in pages
        for hit in page.hits
        if hit.action is not None and hit.action.value == "take_back"
    }
    areas = laid_out(shown, size)
    if areas.panel.w > 0:
        assert taken.x >= areas.board.right or taken.y >= areas.board.bottom
    else:
        assert taken.bottom > areas.timeline.y, "it lies over the timeline, not over the board"
    words = " ".join(text.text for page in pages for text in page.texts)
    assert "f9 does not stop the threat: White can make five" in words
    actions = {hit.action.value for page in pages for hit in page.hits if hit.action is not None}
    assert {"take_back", "go_on", "line_on"} <= actions
    assert "What follows (Alt+Right)" in words
    assert "Take back (Z)" in words
    assert "Close (Escape)" in words
    for page in pages:
        check_page(page, Rect(0, 0, *size))


@pytest.mark.parametrize("size", [(1280, 800), (3840, 2160), (500, 850), (700, 440)])
@pytest.mark.parametrize("panel", [True, False])
def test_the_buttons_of_a_warning_stay_where_they_are_while_a_line_is_shown(
    size: tuple[int, int], panel: bool
) -> None:
    """Else a second click on one would hit another: the line wins, and the rating has a note."""
    one = boku(warning_waits=True, right_panel=panel)
    one.session.rating_given_up = False
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    before = places_of_buttons(one, size)
    assert {"take_back", "go_on", "line_on"} <= {*before}
    for key in ("Right", "Right", "Left"):
        one.key(key, "alt")
        if one.controller.view().question is not None:  # whether to give up the rating
            one.key("Y")
        assert one.controller.view().trial is not None
        after = places_of_buttons(one, size)
        assert {"take_back", "go_on"} <= {*after}
        assert after.items() <= before.items(), "at the end of the line its own button is off"


@pytest.mark.parametrize("size", [(1280, 800), (3840, 2160), (500, 850), (700, 440)])
@pytest.mark.parametrize("panel", [True, False])
def test_take_back_lies_in_the_same_place_with_a_third_button(
    size: tuple[int, int], panel: bool
) -> None:
    """Another button lay where the one that takes back had lain in the game before."""
    one = boku(warning_waits=True, right_panel=panel)
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    view = one.controller.view()
    assert view.warning is not None
    assert len(view.warning.buttons) == 3
    two = replace(view.warning, has_line=False)
    three = places_of_buttons(one, size)["take_back"]
    usual = places_of_buttons(one, size, replace(view, warning=two))["take_back"]
    assert (three.x, three.y) == (usual.x, usual.y)


def places_of_buttons(
    one: Desk, size: tuple[int, int], view: TableView | None = None
) -> dict[str, Rect]:
    """Return where the buttons are, of the warning on the table or in another ``view`` of it."""
    colours = discs(one.table.settings.palette, one.session.record.game)
    view = view or one.controller.view()
    shown = Shower().data(view, one.session, one.table.settings, colours, one.assistant.analysis())
    names = ("take_back", "go_on", "line_on")
    return {
        hit.action.value: hit.rect
        for page in built(shown, size, 1.0).pages
        for hit in page.hits
        if hit.action is not None and hit.action.value in names
    }


@pytest.mark.parametrize("size", [(1280, 800), (500, 850)])
@pytest.mark.parametrize("panel", [True, False])
def test_a_click_takes_the_move_back_and_costs_no_rating(
    size: tuple[int, int], panel: bool
) -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    settings = replace(one.table.settings, right_panel=panel)
    colours = discs(settings.palette, one.session.record.game)
    view = one.controller.view()
    shown = Shower().data(view, one.session, settings, colours, one.assistant.analysis())
    hud = Hud(wide, Plain(), lambda action: one.controller.command(action.value, one.now))
    [place] = {
        hit.rect.middle
        for page in hud.build(shown, laid_out(shown, size)).pages
        for hit in page.hits
        if hit.action is not None and hit.action.value == "take_back"
    }
    assert hud.pressed("left", *place, now=one.now)
    hud.released("left", *place, now=one.now)
    assert one.session.cursor.moves[-1] == "e6"
    assert (warning(one), one.session.unrated) == ("", "")


def test_a_warning_of_boche_names_levels() -> None:
    one = after_the_opening()
    one.table.play("a:a2")
    one.pass_time()
    look_before(one, best="d:c1", count=100_000)
    one.answer("e:a1", light=0.1, then=("a:c1",), count=100_000)
    assert "the best reply found to a:a2 is e:a1/1: " in warning(one)
    one.key("Right", "alt")
    assert "why: e:a1/1 a:c1; " in one.status


def test_escape_closes_the_warning_and_the_keyboard_reaches_its_buttons() -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.key("Enter")
    assert warning(one), "no button has the focus yet"
    one.key("Escape")
    assert warning(one) == ""
    for keys, left in (
        (("Tab",), "e6"),
        (("Tab", "Tab"), "f9"),
        (("Shift+Tab", "Shift+Tab"), "f9"),
    ):
        one = boku(warning_waits=True)
        look_before(one)
        one.table.play("f9")
        one.pass_time()
        for key in keys:
            *held, name = key.split("+")
            one.key(name, *map(str.lower, held))
            assert warning(one)
        one.key("Enter")
        assert (warning(one), one.session.cursor.moves[-1]) == ("", left), keys


def test_what_may_follow_is_stepped_through_while_the_computer_waits_and_afterwards() -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.answer("j5")
    one.key("Right", "alt")
    trial = one.controller.view().trial
    assert trial is not None
    assert (trial.moves, trial.done, trial.position.winner) == (("e2",), 1, "white")
    one.pass_time(60.0)
    assert one.session.cursor.moves[-1] == "f9", "the computer waits as long as the line is shown"
    one.key("Escape")
    one.pass_time(0.1)
    assert one.session.cursor.moves[-1] == "j5"
    assert warning(one)
    one.key("Right", "alt")
    trial = one.controller.view().trial
    assert trial is not None
    assert (trial.moves, trial.position.winner) == (("e2",), "white")
    assert trial.made[-2:] == ("f9", "e2"), "not behind the answer"
    one.key("Escape")
    assert one.controller.view().trial is None
    for _ in range(3):
        one.key("Tab")
    one.key("Enter")
    assert one.controller.view().trial is not None, "its button is the third"
    assert one.session.unrated == "help", "the line is a hint"


@pytest.mark.parametrize("answered", [False, True])
def test_a_win_by_force_that_was_missed_is_shown_from_the_position_before(answered: bool) -> None:
    one = Desk(Session.new("boku", seats={"black": Seat("Anna"), "white": Seat("", "1")}))
    one.controller.set_settings(replace(one.table.settings, warnings="never"))
    for own, other in (("e3", "a1"), ("e4", "a3"), ("e5", "k10")):
        one.table.play(own)
        one.pass_time()
        one.answer(other)
    one.controller.set_settings(replace(one.table.settings, warnings="always", warning_waits=False))
    one.pass_time()
    before = one.session.position
    assert one.job.kind == "before"
    one.answer("e6", light=1.0, proven="black", then=("e2", "e7"))
    one.table.play("b2")
    one.pass_time()
    one.answer("e6", light=0.64, then=(), count=100_000)
    told = warning(one)
    assert told == (
        "e6 would have won by force: e6 e2 e7 (your winning chance: 100% before, 64% after)"
    )
    if answered:
        one.answer("j5")
        one.pass_time(WARNED_PACE)
        assert one.session.cursor.moves[-1] == "j5"
        assert warning(one) == told, "it is as true behind another reply"
    settings = one.table.settings
    shown = Shower().data(
        one.controller.view(), one.session, settings,
        discs(settings.palette, one.session.record.game), one.assistant.analysis(),
    )  # fmt: skip
    words = " ".join(
        text.text for page in built(shown, (1280, 720), 1.0).pages for text in page.texts
    )
    assert "What was missed (Alt+Right)" in words
    assert "What follows" not in words
    one.key("Right", "alt")
    trial = one.controller.view().trial
    assert trial is not None
    assert trial.moves[0] == "e6"
    assert trial.position == before.play("e6"), "from the position before the bad move"
    one.key("Escape")
    assert warning(one) == told


def test_looking_at_the_refutation_ends_the_rating_and_is_asked_first() -> None:
    """Whoever has seen the line may take the move back: that is a hint. Without, it stays free."""
    one = boku()
    one.session.rating_given_up = False
    look_before(one)
    one.table.play("b2")
    one.pass_time()
    one.answer("e2", light=0.1)
    assert warning(one)
    one.key("Right", "alt")
    question = one.controller.view().question
    assert question is not None
    assert question.title == "This game would no longer be rated"
    one.key("Escape")
    assert one.controller.view().trial is None
    assert one.session.unrated == ""
    one.key("Right", "alt")
    one.key("Y")
    assert one.controller.view().trial is not None
    assert one.session.unrated == "help"


def test_what_may_follow_stays_when_the_clock_is_noted_and_leads_back_to_the_warning() -> None:
    one = boku()
    look_before(one)
    one.table.play("f9")
    one.pass_time()
    one.answer("j5")
    one.key("Right", "alt")
    for _ in range(3):
        one.key("Left")
        one.session.edits.touch()  # as every few seconds of thought
        one.pass_time()
    view = one.controller.view()
    assert view.trial is not None
    assert (view.trial.done, view.ghost, one.status) == (0, None, "the line begins here")
    one.key("Escape")
    assert one.controller.view().trial is None
    assert warning(one)
    one.key("Z")
    assert one.session.cursor.moves[-1] == "e6"


def test_the_warning_goes_away_in_the_middle_of_ones_next_move() -> None:
    one = Desk(Session.new("octi", seats={"black": Seat("Anna"), "white": Seat("", "1")}))
    for _ in range(2):
        one.table.play(one.session.position.legal_moves()[0])
    node = one.session.cursor.node.parent
    assert node is not None
    one.table.warnings.current = GivenWarning(node, NO_MOMENTS, None)
    assert warning(one), "the computer has answered"
    selection = one.table.selection
    beginning = next(text for text, step in selection.targets().items() if step.move is None)
    selection.choose(beginning, opens=True)
    assert warning(one), "nothing is begun by looking at a place"
    selection.take()
    assert selection.beginning
    assert warning(one) == ""
