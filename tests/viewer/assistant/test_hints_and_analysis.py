"""Hints, evaluations and the analysis of a record, as the table shows and stores them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.review.proof import with_proof
from boche.viewer.assistant.background import Report
from boche.viewer.games.registry import build_live
from boche.viewer.hud.pages.banner import AWAY
from boche.viewer.hud.widgets.items import Action
from boche.viewer.lessons.catalogue import catalogue_of, lesson_names
from boche.viewer.lessons.session import LessonSession
from boche.viewer.session import Session
from boche.viewer.window.drawing.board_picture import live_options
from tests.viewer.assistant.desk import Desk, answer, desk
from tests.viewer.hud.test_hud_layout import built, shown_of
from tests.viewer.window.user import User


def test_a_hint_is_shown_as_the_ghost() -> None:
    one = desk(dark=0)
    one.key("I")
    assert one.job.kind == "hint"
    one.key("I")
    assert one.thinker.hurried == 1
    one.answer("d:b2", light=0.62)
    ghost = one.controller.view().ghost
    assert ghost is not None
    assert ghost.text == "d:b2"
    assert one.status == "hint: d:b2; light wins 62%"
    assert one.session.cursor.moves == []
    assert one.thinker.job is None


def test_a_hint_of_several_steps_is_shown_as_a_whole_and_begins_nothing() -> None:
    one = Desk(Session.new("che"))
    one.table.play("fl:0,0")
    one.pass_time()
    one.key("I")
    one.answer("fr:1,0+fl:2,0")
    view = one.controller.view()
    assert view.ghost is not None
    assert (view.display.taken, view.ghost.text) == ("", "fr:1,0+fl:2,0")
    assert one.status == "hint: fr:1,0+fl:2,0; dark wins 40%; Enter plays it, Esc leaves it"
    one.key("Escape")
    assert one.controller.view().ghost is None
    one.key("I")
    one.answer("fr:1,0+fl:2,0")
    one.key("Enter")
    assert one.session.cursor.moves == ["fl:0,0", "fr:1,0+fl:2,0"]


def test_a_hint_is_asked_for_what_is_begun_and_dropped_with_it() -> None:
    one = Desk(Session.new("che"))
    one.table.play("fl:0,0")
    one.pass_time()
    moves = [str(m) for m in one.table.position.legal_moves() if "fr:1,0" in str(m)]
    assert one.table.selection.choose("1,0")
    assert one.table.selection.choose_key("fr")
    one.table.selection.take()
    taken = one.table.selection.steps
    assert taken == ("fr:1,0",)
    one.key("I")
    assert one.job.taken == taken
    one.answer(moves[0])
    assert one.table.selection.steps == taken
    assert one.status.startswith(f"hint: {moves[0]}")
    one.key("I")
    one.key("Z", "ctrl")
    assert one.thinker.job is None
    assert one.table.selection.steps == ()


def test_a_hint_names_what_is_proven_and_the_swap() -> None:
    one = desk(dark=0)
    one.table.play("c:b2")
    one.key("I")
    one.answer("swap", proven="dark")
    assert one.status == "hint: swap colours (S); you then play light and win for certain"


def test_a_turn_that_may_be_a_swap_says_so_with_its_key_until_something_is_chosen() -> None:
    one = desk(dark=0, light=1)
    one.answer("c:b2")
    assert one.status == "Dark may swap colours now instead of placing a piece: S"
    one.key("Up")
    assert "swap" not in one.status
    other = desk(dark=1, light=0)
    other.table.play("c:b2")
    other.pass_time()
    assert "swap" not in other.status, "the computer is to move"


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_where_every_move_loses_does_not_say_that_the_game_is_lost(game: str) -> None:
    one = Desk(Session.new(game))
    winner = next(
        colour for colour in one.session.record.game.colours if colour != one.session.turn
    )
    best = next(move for move in one.table.position.legal_moves() if str(move) != "swap")
    one.key("I")
    for count, which in ((1000, "wins; this move makes it hardest"), (334, "wins")):
        one.answer(str(best), proven=winner, then=(), count=count)
        assert f"with best play {winner.capitalize()} {which}" in one.status
        assert "equally good" not in one.status
        assert "for certain" not in one.status
        one.key("Escape")
        one.key("I")


def boku_desk(*moves: str) -> Desk:
    session = Session.new("boku")
    for move in moves:
        session.play(move)
    one = Desk(session)
    one.key("I")
    return one


FOUR = ("e3", "e2", "e4", "a3", "e5", "a5", "e6")


def test_a_hint_says_which_threat_it_stops_and_how_it_wins() -> None:
    one = boku_desk(*FOUR)
    one.answer("e7", then=())
    assert one.status == (
        "hint: e7; it stops the threat: Black can make five in a row: e7; white wins 40%"
    )
    one = boku_desk(*FOUR, "k6")
    one.answer("e7", proven="black", then=())
    assert one.status == "hint: e7; black wins with 5 in a row, e3 to e7"


def test_a_hint_in_a_lost_position_names_the_only_move_that_does_not_lose_at_once() -> None:
    one = boku_desk(*FOUR)
    job = one.job
    found = with_proof(answer(job.position, "k6", proven="black", then=()), positions=0)
    one.thinker.waiting.append(Report(job, found, found.best, done=True))
    one.pass_time()
    assert one.status == (
        "hint: e7; it stops the threat: Black can make five in a row: e7; "
        "with best play Black wins; all other moves lose at once"
    )


def test_a_hint_without_a_reason_says_what_the_move_does() -> None:
    one = boku_desk("e4", "a1", "e5", "k6")
    one.answer("e6", then=())
    assert one.status == (
        "hint: e6; it makes 3 in a row, e4 to e6, with both ends open; black wins 60%"
    )
    one = boku_desk("e4", "a1", "e5", "k6")
    one.answer("h7", then=())
    assert one.status == "hint: h7; black wins 60%", "nothing can be named"
    one = Desk(Session.new("octi"))
    one.key("I")
    one.answer("37", then=())
    assert one.status == (
        "hint: 37; it brings a pod from the reserve onto the home square 37; black wins 60%"
    )


def test_the_line_of_a_hint_is_stepped_through_as_that_of_a_moment() -> None:
    one = boku_desk(*FOUR)
    assert "line_on" in one.controller.view().refused, "the hint is not there yet"
    one.answer("e7", then=("k6", "k7"))
    assert one.status.endswith("; white wins 40%; Alt+Right shows what follows")
    assert "line_back" in one.controller.view().refused
    for done in (1, 2, 3):
        one.key("Right", "alt")
        trial = one.controller.view().trial
        assert trial is not None
        assert (trial.done, trial.ghost, trial.moves) == (done, False, ("e7", "k6", "k7"))
        assert (trial.threat is None) == (done == 3), "what the hint stops is lit meanwhile"
    assert one.status.startswith("why: e7 k6 k7; Left and Right step")
    assert "line_on" in one.controller.view().refused
    one.key("Left", "alt")
    assert (one.controller.view().trial or trial).done == 2
    one.key("Escape")
    ghost = one.controller.view().ghost
    assert ghost is not None
    assert ghost.text == "e7", "the hint is shown again"
    one.table.play("e7")
    assert "line_on" in one.controller.view().refused, "the line is that of another position"


def test_a_hint_says_how_many_open_ends_it_leaves_to_a_group() -> None:
    """A star of dark blobs on b2, around which two holes are empty."""
    session = Session.new("boche")
    for move in ("a:b2", "b:a3", "d:b1", "c:b3", "c:c2", "b:e2"):
        session.play(move)
    one = Desk(session)
    one.key("I")
    one.answer("b:a2", then=("d:d1",))
    assert one.status == (
        "hint: b:a2; the group at b2 has 2 open ends; b:a2 leaves it one, which b:c1, c:c1 or "
        "d:c1 would close; light wins 60%; Alt+Right shows what follows"
    )
    one.key("Right", "alt")
    trial = one.controller.view().trial
    assert trial is not None
    assert trial.threat is not None
    assert trial.threat.places == ("c1",), "the last open end is marked"


def test_a_hint_is_dropped_with_its_position() -> None:
    one = desk(dark=0)
    one.key("I")
    old = one.job
    one.table.play("c:b2")
    one.answer("d:b2", old)
    assert "hint" not in one.status
    assert one.thinker.job is None


def test_that_the_evaluation_is_on_is_not_told_of_later_positions() -> None:
    one = desk(dark=0)
    one.key("V")
    assert one.status == "evaluation on"
    one.answer("c:b2")
    assert one.status == "evaluation on", "until something else is on the board"
    one.session.play("c:b2")  # as another program or a player far away does
    one.pass_time()
    assert one.status == "Dark may swap colours now instead of placing a piece: S"


def test_a_click_in_the_list_of_moves_takes_the_old_sentence_away() -> None:
    user = User(Session.new("boche"))
    for move in ("c:b2", "a:a1"):
        user.session.play(move)
    table = user.desk.controller.table
    table.say("the game is analysed")
    user.clicks.act(Action("go", user.session.record.root))
    assert user.desk.controller.view().status != "the game is analysed"
    table.say("the game is analysed")
    user.clicks.act(Action("scrub", 1))
    assert user.desk.controller.view().status != "the game is analysed"


def test_evaluation_is_off_until_asked_for_and_rests() -> None:
    one = desk(dark=0)
    assert one.assistant.wakeup() is None
    one.key("V")
    assert one.job.kind == "live"
    assert one.assistant.wakeup() is not None
    found = answer(one.job.position, "c:b2", light=0.7)
    one.thinker.waiting.append(Report(one.job, found))
    one.pass_time()
    analysis = one.assistant.analysis()
    assert analysis.evaluation is not None
    assert analysis.evaluation.win["light"] == 0.7
    assert dict(analysis.heat)["b2"] == 1.0
    (best,) = [each for each in analysis.bests if each.target == "b2"]
    moves = [each for each in found.moves if str(each.move).endswith("b2")]
    assert (best.move, best.chance) == (str(moves[0].move), moves[0].value), "the best come first"
    for each in found.moves:
        each.visits //= 10
    one.thinker.waiting.append(Report(one.job, found))
    one.pass_time()
    assert not one.assistant.analysis().bests, "nothing is told of what was hardly looked at"
    assert best.figure == f"{best.key} {best.chance:.0%}"
    one.answer("c:b2")
    assert one.thinker.job is None
    assert one.assistant.wakeup() is None, "it rests once it has looked long enough"
    one.key("V")
    assert one.assistant.analysis().heat == ()
    assert one.assistant.analysis().evaluation is None


def test_a_position_is_evaluated_again_once_another_has_been_looked_at() -> None:
    """Only one position's answer is shown, so that of an earlier one has to be found anew."""
    one = Desk(Session.new(size=3))
    one.session.play("c:a1")
    one.key("V")
    one.answer("d:b2")
    assert one.thinker.job is None
    one.key("PageUp")
    other = one.job
    found = answer(other.position, "c:a1")
    one.thinker.waiting.append(Report(other, found))  # it goes on
    one.pass_time()
    one.key("PageDown")
    one.pass_time()
    assert one.job.kind == "live"
    one.answer("d:b2")
    assert one.assistant.analysis().heat


def test_a_whole_record_is_analysed() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "swap", "a:a1", "b:c1"):
        one.table.play(move)
    one.key("I", "ctrl")
    shares = {0: 0.5, 1: 0.6, 2: 0.3, 3: 0.35, 4: 0.9}
    for at, share in shares.items():
        assert one.job.kind == "record"
        assert one.job.node is one.session.cursor.line[at]
        assert one.assistant.analysis().analysing == (at, 5)
        swapped = one.job.position.swapped
        one.answer(str(one.job.position.legal_moves()[0]), light=1 - share if swapped else share)
    assert one.thinker.job is None
    analysis = one.assistant.analysis()
    graph = tuple((each.ply, each.first) for each in analysis.graph)
    assert graph == tuple((at, pytest.approx(s)) for at, s in shares.items())
    assert "analysed" in one.status


def test_an_analysis_goes_into_the_comments_if_it_is_to_be_kept() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "a:a1"):
        one.table.play(move)
    one.session.edits.set_comment("a good move\n[boche] an older line")
    one.controller.set_settings(replace(one.table.settings, keep_analysis=True))
    one.key("I", "ctrl")
    for share in (0.5, 0.6, 0.7):
        one.answer(str(one.job.position.legal_moves()[0]), light=share)
    first, second = one.session.cursor.line[1:]
    assert first.comment.startswith("[boche] light 60%, dark 40%; best: ")
    assert second.comment.startswith("a good move\n[boche] light 70%, dark 30%; best: ")
    assert one.status.startswith("the game is analysed, in the comments too")
    one.controller.command("undo")
    assert (first.comment, second.comment) == ("", "a good move\n[boche] an older line")


def test_analysis_can_be_stopped_and_skips_what_is_deleted() -> None:
    one = desk(dark=0)
    for move in ("c:b2", "a:a1"):
        one.table.play(move)
    one.key("I", "ctrl")
    one.key("I", "ctrl")
    assert one.thinker.job is None
    assert one.status == "analysis stopped after 0 of 3 positions: Ctrl+I continues"
    one.key("I", "ctrl")
    one.answer("c:b2")
    one.key("Z", "ctrl")
    one.key("Z", "ctrl")
    one.pass_time()
    assert one.thinker.job is None


def test_the_evaluation_ends_with_the_game() -> None:
    one = desk(dark=0)
    one.key("V")
    one.answer("c:b2")
    assert one.assistant.analysis().heat
    one.controller.set_session(Session.new("boche", size=4, kill=0))
    one.pass_time()
    assert not one.assistant.analysis().evaluating
    assert one.thinker.job is None


@pytest.mark.parametrize("name", lesson_names("boku"))
def test_no_computer_and_no_panel_gives_an_exercise_away(name: str) -> None:
    (lesson,) = [each for each in catalogue_of("boku").lessons if each.name == name]
    for number in range(len(lesson.exercises)):
        one = Desk(LessonSession(lesson, number))
        for key in (("V",), ("I", "ctrl")):
            one.key(*key)
            assert one.status == "not available in a lesson"
            assert one.thinker.job is None
        shown = replace(shown_of(one.session), analysis=one.assistant.analysis())
        shown = replace(shown, view=one.controller.view())
        texts = [text.text for text in built(shown, (1280, 800), 1.0).pages[0].texts]
        assert not any("an make five" in text for text in texts)


@pytest.mark.parametrize("size", [(500, 850), (1280, 800)])
@pytest.mark.parametrize(
    ("game", "moves", "move"),
    [("octi", "57+e 53+a", "57-56"), ("che", "fl:0,0", "fr:1,0+fl:2,0"), ("boku", "e5", "e4")],
)
def test_a_button_plays_the_hint_wherever_the_pointer_has_been(
    game: str, moves: str, move: str, size: tuple[int, int]
) -> None:
    session = Session.new(game)
    for each in moves.split():
        session.play(each)
    one = Desk(session)
    one.controller.command("hint")
    one.pass_time(0.0)
    one.answer(move)
    assert _playing(one, size) == move
    one.controller.pointer_moved(400.0, 300.0, one.now)
    one.controller.pointer_moved(420.0, 180.0, one.now)
    target = _playing(one, size)
    one.controller.take(target, one.now)
    assert one.session.cursor.moves[-1] == move
    assert _playing(one, size) == ""


def _playing(one: Desk, size: tuple[int, int]) -> str:
    """Return the move that the button for a hint plays, or nothing without one."""
    shown = replace(shown_of(one.session), view=one.controller.view())
    page = built(shown, size, 1.0).pages[0]
    named = any(text.text.startswith("Play the hint") for text in page.texts)
    taken = [hit.action.value for hit in page.hits if hit.action and hit.action.name == "take"]
    assert named == bool(taken)
    return taken[0] if taken else ""


@pytest.mark.parametrize(
    ("game", "moves", "hint"),
    [
        ("boche", "c:b2", "d:c2"),
        ("boku", "e5", "e7"),
        ("octi", "37+c", "33"),
        ("che", "", "fl:0,0"),
        ("che", "fl:0,0", "fr:1,0+fl:2,0"),
    ],
)
def test_a_hint_stays_with_its_reason_while_the_pointer_looks_elsewhere(
    game: str, moves: str, hint: str
) -> None:
    """Whoever reads a hint moves the pointer over the board: it shows that beside the hint."""
    one = Desk(Session.new(game))
    for move in moves.split():
        one.table.play(move)
    one.pass_time()
    one.controller.command("hint")
    one.pass_time(0.0)
    one.answer(hint)
    alone = one.controller.view()
    assert _card(one).startswith(f"Hint: {hint}")
    for place in ((400.0, 300.0), (420.0, 180.0), (380.0, 350.0), (30.0, 580.0)):
        one.controller.pointer_moved(*place, one.now)
        view = one.controller.view()
        assert view.hint_text == alone.hint_text
        assert _card(one).startswith(f"Hint: {hint}")
        options = live_options(replace(shown_of(one.session), view=view))[1]
        assert hint in (options.hinted, str(options.ghost) if options.hint else None)
        assert build_live(view.position, options).batches
    one.key("Escape")
    assert (one.controller.view().hint, _card(one)) == ("", "")


def test_a_click_on_a_hint_in_the_panel_puts_it_away_and_a_move_does() -> None:
    one = desk(dark=0)
    for away in (lambda: one.controller.put_away(one.now), lambda: one.table.play("c:b2")):
        one.key("I")
        one.answer("d:b2")
        assert _card(one)
        away()
        assert _card(one) == ""


def test_a_hint_stays_in_the_status_where_the_panel_is_hidden() -> None:
    one = desk(dark=0)
    one.table.settings = replace(one.table.settings, right_panel=False)
    one.key("I")
    one.answer("d:b2", light=0.62)
    one.controller.pointer_moved(400.0, 300.0, one.now)
    one.controller.pointer_moved(420.0, 180.0, one.now)
    assert one.status == "hint: d:b2; light wins 62%"


@pytest.mark.parametrize("light", [0.489, 0.49, 0.504, 0.511])
@pytest.mark.parametrize("move", ["swap", "d:a2"])
def test_where_both_sides_are_about_even_a_hint_does_not_press_for_the_swap(
    move: str, light: float
) -> None:
    one = desk(light=0, dark=0)
    one.table.play("c:b2")
    one.key("I")
    one.answer(move, light=light)
    even = "about even, whether you swap or not: "
    assert (even in one.status) == (0.49 <= light <= 0.51)
    if even in one.status:
        chance = "you then play light and win" if move == "swap" else "dark wins"
        assert f"{even}{chance}" in one.status


def test_after_the_second_move_an_even_hint_says_nothing_of_a_swap() -> None:
    one = desk(light=0, dark=0)
    for move in ("c:b2", "d:a2"):
        one.table.play(move)
    one.key("I")
    one.answer(str(one.table.position.legal_moves()[0]), light=0.5)
    assert "swap" not in one.status


def test_a_hint_to_swap_tells_the_chance_of_the_colour_one_then_has_and_has_buttons() -> None:
    one = desk(dark=0)
    one.table.play("c:b2")
    one.key("I")
    one.answer("swap", light=0.39)
    assert one.status == "hint: swap colours (S); you then play light and win 61%"
    shown = replace(shown_of(one.session), view=one.controller.view())
    page = built(shown, (1280, 800), 1.0).pages[0]
    place = [text for text in page.texts if text.text == "Play the hint (S)"]
    done = [hit.action for hit in page.hits if hit.action == Action("command", "swap")]
    assert (len(place), len(done)) == (1, 2)
    plain = replace(shown, view=replace(shown.view, hint=""))
    rings = [len(built(each, (1280, 800), 1.0).pages[0].boxes) for each in (plain, shown)]
    assert rings[1] > rings[0]
    one.key("Escape")
    assert one.controller.view().hint == ""


def _card(one: Desk) -> str:
    """Return what stands on the card of a hint in the panel, or nothing."""
    shown = replace(shown_of(one.session), view=one.controller.view())
    pages = built(shown, (1280, 800), 1.0).pages[1:]
    cards = (page for page in pages if any(hit.action == Action(AWAY) for hit in page.hits))
    texts = [" ".join(text.text for text in page.texts) for page in cards]
    return next((text for text in texts if text.startswith("Hint: ")), "")
