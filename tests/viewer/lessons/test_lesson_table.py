"""Lessons at the table: their limits, their keys, faulty files and stored progress."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boche.engine import new
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import speaking
from boche.engine.record import load
from boche.engine.threats import CAPTURE, threats_of
from boche.viewer.camera.rays import project
from boche.viewer.games.registry import VIEWS, picker_of, view_of
from boche.viewer.lessons import progress
from boche.viewer.lessons.catalogue import catalogue_of
from boche.viewer.lessons.lesson import Lesson, LessonError, read_lesson
from boche.viewer.lessons.session import DemonstrationSession, LessonSession
from boche.viewer.lessons.state import right_move, without_praise
from boche.viewer.session import Seat, Session, SessionError
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from tests import ROOT
from tests.viewer.table.user import VIEWPORT, User

HEAD = "GM[Boku]GN[Title]GC[About]"
TWO = f"""(;{HEAD};B[a1];W[b1]C[Play a2.]XO[Not a2.](;B[a2]TE[1]C[Good.];W[b2]C[Now a3.]XO[No.]
;B[a3]TE[1]C[Well done.])(;B[a4]BM[1]C[Too far.];W[a2]C[White took it.]))
(;GM[Boku]C[Any move.]XA[Yes.])"""
RIGHT = "(;B[a1]TE[1]C[Yes.])"
FOUR = f"""(;{HEAD};B[b4];W[c4];B[a1];W[d4];B[i6];W[e4];B[k9];W[f4]C[Stop it.]
XM[h? i4 | Too far out.][g? | Too high or too low.]XO[Elsewhere.](;B[g4]TE[1]C[Yes.]))"""
OWN_GROUP = """(;GM[Boche]SZ[3]GN[Title]GC[About];W[g:a1];B[h:a3];W[h:c1]
;B[h:a2]C[Save it.]XM[f:* | The wrong rotation.]XO[Elsewhere.](;W[e:b1]TE[1]C[Yes.]))"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


def lesson_of(text: str) -> Lesson:
    return read_lesson("boku", "1-title", text.encode())


def table_of(text: str = TWO) -> Controller:
    return Controller(LessonSession(lesson_of(text)), (640, 480), Settings(animation_speed=0.0))


def lesson_on(controller: Controller) -> LessonSession:
    lesson = controller.table.lesson
    assert lesson is not None
    return lesson


def test_a_lesson_is_read() -> None:
    lesson = lesson_of(TWO)
    assert (lesson.title, lesson.about, len(lesson.exercises)) == ("Title", "About", 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("(;GM[Che]GN[T]GC[A])", "another game"),
        ("(;GM[Boku];B[a1]C[Go.]XA[Yes.])", "needs a title (GN)"),
        (f"(;{HEAD};B[a1])", "exercise 1: nothing is asked for"),
        (f"(;{HEAD};B[a1];W[a1]C[Go.]XA[Yes.])", "exercise 1: line 1"),
        (f"(;{HEAD}XA[Yes.])", "no task (C) at the start"),
        (f"(;{HEAD}C[Go.](;B[a1]BM[1]C[No.]))", "nothing is right at the start"),
        (f"(;{HEAD}C[Go.](;B[a1]TE[1]C[Yes.]))", "no word on other moves (XO, XM or XA)"),
        (f"(;{HEAD}C[Go.]XO[No.](;B[a1]TE[1]))", "no answer (C) to the try a1"),
        (f"(;{HEAD}C[Go.]XO[No.](;B[a1]TE[1]C[Yes.])(;B[a2]))", "a try without TE or BM"),
        (f"(;{HEAD}(;B[a2]C[Go.]XA[Yes.])(;B[a1]))", "several answers at the start"),
        (f"(;{HEAD}C[Go.]XA[Yes.])(;GM[Boku];B[a1])", "exercise 2: nothing is asked for"),
        (f"(;{HEAD}C[Go.]XO[No.]XM[a3]{RIGHT})", "XM needs a bar and a text"),
        (f"(;{HEAD}C[Go.]XO[No.]XM[z? | No.]{RIGHT})", "no other move is z? (XM) at the start"),
        (f"(;{HEAD}C[Go.]XO[No.]XM[a* | No.][a3 | No.]{RIGHT})", "no other move is a3 (XM)"),
        (f"(;{HEAD}C[Go.]XA[Yes.]XM[a3 | No.]{RIGHT})", "where all moves are right (XA)"),
        (f"(;{HEAD}C[Go.]XM[a* | No.]{RIGHT})", "no word on other moves (XO, XM or XA)"),
    ],
)
def test_a_faulty_file_is_told_in_one_line(text: str, why: str) -> None:
    with pytest.raises(LessonError) as caught:
        lesson_of(text)
    assert str(caught.value).startswith("lesson 1-title: ")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_lesson_goes_from_task_to_task() -> None:
    table = table_of()
    assert lesson_on(table).cursor.moves == ["a1", "b1"]
    assert lesson_on(table).state.task == "Play a2."
    table.submit("move", "a2")
    assert table.view().lesson is not None
    assert lesson_on(table).state.answer == "Good."
    table.key("Enter", 1.0)
    assert lesson_on(table).cursor.moves == ["a1", "b1", "a2", "b2"]
    assert (lesson_on(table).state.task, lesson_on(table).state.answer) == ("Now a3.", "")
    table.submit("move", "a3")
    table.key("Enter", 2.0)
    assert (lesson_on(table).state.number, lesson_on(table).cursor.moves) == (1, [])
    table.submit("move", "f6")
    assert lesson_on(table).state.done


def test_after_a_wrong_try_keys_choose_nothing_until_it_is_tried_again() -> None:
    controller = table_of()
    for pressed in ("Left", "Enter"):
        controller.key(pressed, 0.0)
    lesson = lesson_on(controller)
    if lesson.state.phase == "asks":
        lesson.play("a4")
        controller.table.follow(0.0)
    assert lesson.state.phase == "wrong"
    for pressed in ("Left", "Up", "Tab", "W"):
        controller.key(pressed, 0.0)
        view = controller.view()
        assert view.ghost is None
        if pressed != "W":
            assert view.status == "to choose another place try again first (Enter)"
    controller.key("Enter", 0.0)
    assert lesson.state.phase == "asks"
    controller.key("Left", 0.0)
    assert controller.view().ghost is not None


@pytest.mark.parametrize("task", ["done", "command"])
def test_a_step_that_asks_for_no_move_takes_none(task: str) -> None:
    """The half of a move, and a move that wins, showed on the board as if they counted."""
    text = """(;GM[Che]GN[T]GC[A];W[fl:0,0]C[Go.]XA[Yes.])""" if task == "done" else (
        """(;GM[Che]GN[T]GC[A];W[fl:0,0]C[Press T.]XD[top];C[Seen.])""")  # fmt: skip
    user = User(game="che")
    controller = user.controller
    controller.table.set_session(LessonSession(read_lesson("che", "1-t", text.encode())))
    user.settle()
    if task == "done":
        assert controller.submit("move", "fr:0,1+fr:1,0")
    told = {
        "done": "no move is asked for here: press Enter, or Next, to continue",
        "command": "no move is asked for here: do what the task says",
    }[task]
    user.settle()
    moves, table = lesson_on(controller).cursor.moves, controller.table
    user.move_to("-1,0")
    assert controller.view().ghost is None
    user.click(*user.spot("-1,0"))
    assert controller.view().status == told
    for pressed in ("Left", "Up", "Tab"):
        user.key(pressed)
        assert controller.view().status == told
        assert controller.view().ghost is None
        assert not table.selection.beginning
    assert lesson_on(controller).cursor.moves == moves
    assert table.position.outcome is None


def test_a_wrong_try_is_refuted_and_stays_until_it_is_taken_back_by_hand() -> None:
    table = table_of()
    table.submit("move", "a4")
    seen = []
    for _ in range(4):
        due = table.next_wakeup()
        table.tick(due if due is not None else table.table.now)
        seen.append((lesson_on(table).cursor.moves[2:], lesson_on(table).state.answer))
    refuted = "Too far.\nWhite took it."
    assert seen == [(["a4"], "Too far."), *[(["a4", "a2"], refuted)] * 3]
    assert table.next_wakeup() is None
    table.key("Enter", 1000.0)
    assert (lesson_on(table).cursor.moves[2:], lesson_on(table).state.answer) == ([], "")


def test_a_click_that_takes_a_wrong_try_back_is_the_next_answer_as_well() -> None:
    """The first click only put the piece back, so that everybody clicked again."""
    table = table_of()
    before = lesson_on(table).cursor.moves
    for place, answered in (("a4", []), ("a2", ["a2"])):
        table.submit("move", "a4")
        table.tick(table.table.now + 10.0)
        assert lesson_on(table).state.phase == "wrong"
        click(table, place)
        assert lesson_on(table).cursor.moves[len(before) :][:1] == answered
    assert lesson_on(table).state.answer == "Good."


def click(table: Controller, place: str) -> None:
    shown = table.table
    at = shown.picker.place(shown.position, place, shown.display)
    x, y = project(shown.looking.orbit.camera, at[None], shown.looking.viewport)[0]
    table.pointer_moved(float(x), float(y), shown.now + 1.0)
    table.pressed("left", float(x), float(y), shown.now)
    table.released("left", float(x), float(y), shown.now)


def test_beside_a_wrong_try_no_piece_waits_and_one_chosen_in_the_tray_is_for_the_next() -> None:
    lesson = LessonSession(read_lesson("boche", "1-t", OWN_GROUP.encode()))
    table = Controller(lesson, (640, 480), Settings(animation_speed=0.0))
    own = lesson_on(table).cursor.moves
    table.submit("move", "f:b1")
    table.tick(10.0)
    wrong = lesson_on(table)
    assert wrong.state.phase == "wrong"
    for place in ((320.0, 240.0), (330.0, 250.0), (300.0, 260.0), (340.0, 220.0)):
        table.pointer_moved(*place, 11.0)
        assert table.view().ghost is None, "a click there takes the try back"
    table.choose_key("e", 12.0)
    assert (wrong.state.phase, wrong.cursor.moves) == ("asks", own)
    assert table.table.selection.asked == "e"
    for place in ((320.0, 240.0), (330.0, 250.0), (300.0, 260.0), (340.0, 220.0)):
        table.pointer_moved(*place, 13.0)
        if table.view().ghost is not None:
            break
    ghost = table.view().ghost
    assert ghost is not None
    assert ghost.key == "e"


@pytest.mark.parametrize(
    ("move", "said"),
    [("h4", "Too far out."), ("g3", "Too high or too low."), ("e5", "Elsewhere.")],
)
def test_a_class_of_moves_is_answered_and_the_opponents_win_is_shown(move: str, said: str) -> None:
    table = table_of(FOUR)
    before = lesson_on(table).cursor.moves
    table.submit("move", move)
    assert lesson_on(table).state.answer == said
    table.tick(0.1)
    table.tick(5.0)
    assert lesson_on(table).cursor.moves == [*before, move, "g4"]
    refuted = f"{said}\nWhite then plays g4 and wins at once."
    assert lesson_on(table).state.answer == refuted
    table.tick(10.0)
    table.key("Enter", 11.0)
    assert (lesson_on(table).cursor.moves, lesson_on(table).state.answer) == (before, "")


def test_a_move_that_loses_at_once_is_answered_with_the_end_of_the_game() -> None:
    lesson = LessonSession(read_lesson("boche", "1-t", OWN_GROUP.encode()))
    table = Controller(lesson, (640, 480), Settings(animation_speed=0.0))
    table.submit("move", "f:b1")
    end = "That loses at once. Dark wins: a light group of 4 blobs is enclosed."
    assert lesson.state.answer == f"The wrong rotation.\n{end}"


def test_who_does_not_wait_cuts_the_refutation_short() -> None:
    table = table_of()
    table.submit("move", "a4")
    table.key("Enter", 0.1)
    table.submit("move", "a4")
    table.submit("move", "a2")  # only restores the position before the try
    assert lesson_on(table).cursor.moves == ["a1", "b1"]
    assert lesson_on(table).state.answer == ""
    table.submit("move", "a2")
    assert lesson_on(table).state.good


def test_a_lesson_is_no_game() -> None:
    table = table_of()
    table.submit("move", "a4")
    lesson = lesson_on(table)
    assert not lesson.edits.modified
    assert {"undo", "redo", "resign", "hint"} <= table.view().refused
    with pytest.raises(SessionError):
        lesson.file.save()
    with pytest.raises(SessionError):
        lesson.seats.seat("white", Seat("", "3"))
    with pytest.raises(SessionError):
        lesson.paste("f6 g6")


def test_what_is_asked_is_played_at_the_end_of_the_moves() -> None:
    table = table_of()
    lesson_on(table).cursor.first()
    assert not table.submit("move", "f6")
    assert "press End" in table.view().status
    assert lesson_on(table).cursor.moves == ["a1", "b1"]


def test_no_swap_is_offered_while_an_answer_stands() -> None:
    text = "(;GM[Boche]SZ[3]GN[T]GC[A]C[Go.]XA[Yes.])"
    lesson = LessonSession(read_lesson("boche", "1-t", text.encode()))
    table = Controller(lesson, (640, 480), Settings(animation_speed=0.0))
    table.submit("move", "a:b1")
    assert not lesson.swap_refused
    assert "swap" in table.view().refused


def test_keys_restart_and_show() -> None:
    table = table_of()
    table.key("i", 1.0)
    assert lesson_on(table).state.answer == SHOWN
    assert "lesson_show" in table.view().refused
    table.key("r", 2.0)
    assert (lesson_on(table).cursor.moves, lesson_on(table).state.answer) == (["a1", "b1"], "")


def test_a_key_whose_use_is_over_says_what_is_so() -> None:
    table = table_of()
    table.key("i", 1.0)
    table.key("i", 2.0)
    assert table.view().status == "this is done: Enter continues"


def test_enter_places_a_piece_while_something_is_asked() -> None:
    table = table_of()
    table.key("Left", 1.0)
    table.key("Enter", 2.0)
    assert len(lesson_on(table).cursor.moves) == 3


# -- what is kept


SHOWN = "You were shown this, so the exercise does not count as solved yet."


def test_a_shown_answer_is_neither_praised_nor_counted_as_solved() -> None:
    lesson = lesson_of(TWO)
    table = table_of()
    table.key("i", 1.0)
    table.key("Enter", 1.0)
    assert lesson_on(table).state.task == "Now a3."
    table.submit("move", "a3")
    state = lesson_on(table).state
    assert (state.answer, state.good, state.exercise_done) == ("Well done.", True, True)
    assert progress.load_progress()[0].of(lesson) == 0, "half of it was shown"
    table.key("Enter", 1.0)
    table.submit("move", "a1")
    assert lesson_on(table).state.done
    assert progress.load_progress()[0].of_each(lesson) == {1}, "what was shown is still to be done"
    assert '"title": [' in progress.progress_file().read_text()
    table = table_of()
    table.key("i", 1.0)
    table.key("r", 1.0)
    for move in ("a2", "a3", "a1"):
        table.submit("move", move)
        table.key("Enter", 1.0)
    assert progress.load_progress()[0].finished(lesson), "played by oneself, it is solved"


@pytest.mark.parametrize(
    ("language", "told", "plain"),
    [
        ("en", "Right: the threat is met.", "The threat is met."),
        ("en", "Rightly so.", "Rightly so."),
        ("de", "Richtig: Die Drohung ist abgewehrt.", "Die Drohung ist abgewehrt."),
        ("de", "Ja. Sie hängen zusammen.", "Sie hängen zusammen."),
        ("fr", "Juste\xa0: la menace est parée.", "La menace est parée."),
        ("fr", "Oui, la rotation.", "La rotation."),
    ],
)
def test_praise_is_left_out_in_each_language(language: str, told: str, plain: str) -> None:
    with speaking(language):
        assert without_praise(told) == plain


def test_what_was_done_is_kept_and_never_less() -> None:
    lesson = lesson_of(TWO)
    assert progress.note_done(lesson, 1) == ""
    assert progress.load_progress()[0].next(lesson) == 0
    assert progress.note_done(lesson, 0) == ""
    assert progress.note_done(lesson, 1) == ""
    kept, problems = progress.load_progress()
    assert (kept.of(lesson), kept.finished(lesson), problems) == (2, True, [])


def test_what_was_done_stays_when_a_lesson_gets_another_place() -> None:
    path = progress.progress_file()
    path.parent.mkdir(parents=True)
    path.write_text('{"boku": {"4-title": 2, "title": 1, "1-other": 1}}')
    kept, problems = progress.load_progress()
    assert (kept.of(lesson_of(TWO)), problems) == (2, [])


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"boku": 1}', '{"boku": {"1-title": "x"}}', '{"boku": {"1": true}}']
)
def test_a_damaged_file_is_set_aside(text: str) -> None:
    path = progress.progress_file()
    path.parent.mkdir(parents=True)
    path.write_text(text)
    kept, problems = progress.load_progress()
    assert dict(kept.done) == {}
    assert "it is kept as lessons.json.damaged-1" in problems[0]
    assert path.with_name("lessons.json.damaged-1").read_text() == text


def test_two_windows_keep_what_is_done_in_both() -> None:
    script = (
        "import sys\n"
        "from dataclasses import replace\n"
        "from tests.viewer.lessons.test_lesson_table import TWO, lesson_of, progress\n"
        "lesson = lesson_of(TWO)\n"
        "print(flush=True)\n"
        "sys.stdin.readline()\n"
        "for number in range(40):\n"
        "    done = replace(lesson, name=f'{number}-{sys.argv[1]}-{number}')\n"
        "    assert progress.note_done(done, 0) == ''\n"
    )
    windows = [
        subprocess.Popen(
            [sys.executable, "-c", script, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for name in ("first", "second")
    ]
    for window in windows:
        assert window.stdout is not None
        window.stdout.readline()
    for window in windows:
        assert window.stdin is not None
        window.stdin.write(b"\n")
        window.stdin.flush()
    for window in windows:
        window.communicate()
        assert window.returncode == 0
    assert len(progress.load_progress()[0].done) == 80


def test_what_cannot_be_kept_is_told(home: Path) -> None:
    (home / "state").write_text("in the way")
    table = table_of()
    table.submit("move", "a2")
    table.key("Enter", 1.0)
    table.submit("move", "a3")
    assert "not kept" in table.view().status


def test_who_has_looked_back_chooses_places_again_at_the_exercise() -> None:
    table = table_of()
    table.key("Home", 1.0)
    assert table.view().status == (
        "an earlier move: Left and Right step, End goes back to the exercise"
    )
    table.key("Up", 2.0)
    assert table.view().status.startswith("an earlier move"), "an exercise has no variations"
    table.key("Enter", 3.0)
    assert "the end of these moves: press End" in table.view().status
    table.key("End", 4.0)
    assert table.table.focus == "board"
    table.key("Right", 5.0)
    table.key("Enter", 6.0)
    assert lesson_on(table).state.phase == "wrong", "Enter plays what an arrow has chosen"


def test_the_example_of_the_page_on_lessons_is_one() -> None:
    page = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    text = page.split("```\n")[1]
    table = table_of(text)
    assert lesson_on(table).state.task == "Black to move and win."
    table.submit("move", "f8")
    for _ in range(3):
        table.tick(table.next_wakeup() or table.table.now)
    assert lesson_on(table).state.answer == "There is a gap at f7.\nAnd White has filled it."
    table.key("Enter", 1000.0)
    table.submit("move", "f7")
    assert lesson_on(table).state.done


def test_a_swap_is_offered_only_where_a_lesson_is_about_it() -> None:
    offered = {}
    for lesson in catalogue_of("boche").lessons:
        for number in range(len(lesson.exercises)):
            session = LessonSession(lesson, number)
            if not session.swap_refused:  # the rules allow it
                refused = Controller(session).view().refused
                offered[lesson.title, number] = "swap" not in refused
    assert offered["Levels", 0] is False
    assert offered["The swap", 0] is True
    assert [there for (title, _), there in offered.items() if title == "The swap"] == [True] * 2


def test_the_name_of_a_nest_is_taught_where_one_is_first_filled() -> None:
    levels = next(each for each in catalogue_of("boche").lessons if each.title == "Levels")
    for rotation in "efgh":
        table = Controller(LessonSession(levels, 1))
        assert table.submit("move", f"{rotation}:a1")
        assert "this one, on a1, b1 and a2, is a1 again." in lesson_on(table).state.answer


TOLD = {
    "boche": ("Light begins", "the pyramid is completed", "draw", "press its letter"),
    "che": ("Light begins", "the tiles run out before", "it is a draw", "By keys"),
    "boku": ("Black begins", "no marble left", "the game is a draw", "arrow keys and Enter"),
    "octi": ("Black begins", "and cannot loses", "third time", "By keys"),
}
"""What the lessons on a game's rules have to say: the start, the end, a draw, keys."""


@pytest.mark.parametrize("game", TOLD)
def test_the_rules_lessons_tell_who_begins_how_it_ends_what_draws_and_keys(game: str) -> None:
    rules = [each for each in catalogue_of(game).lessons if each.teaches_rules]
    nodes = [node for each in rules for record in each.exercises for node in record.nodes()]
    text = " ".join(node.comment for node in nodes)
    assert f"{new(game).turn.capitalize()} begins" in TOLD[game][0]
    assert not [told for told in TOLD[game] if told not in text]


@pytest.mark.parametrize("game", [game for game in GAMES if view_of(game).sides])
def test_a_lesson_and_a_demonstration_are_seen_from_the_side_of_a_game(game: str) -> None:
    first, second = GAMES[game].colours
    fronts = {}
    for own, other in ((first, second), (second, first)):
        seats = {own: Seat("Anna"), other: Seat("", "1")}
        fronts[own] = Controller(Session.new(game, seats=seats)).table.front
    assert fronts[first] != fronts[second]
    seen = set()
    for lesson in catalogue_of(game).lessons:
        side = LessonSession(lesson).turn
        for number in range(len(lesson.exercises)):
            session = LessonSession(lesson, number)
            if (side, session.turn) not in seen:
                seen.add((side, session.turn))
                assert Controller(session).table.front == fronts[side], "it never turns round"
    assert any(side != turn for side, turn in seen)
    show = view_of(game).demonstration
    assert show is not None
    shown = DemonstrationSession(load(show()), lambda: None)
    assert Controller(shown).table.front == fronts[first]


Check = Callable[[Any, str, Any], bool]  # of the position before a move, the move, and after it


def fives(position: Any, colour: str) -> int:
    """Return on how many cells a colour could make five in a row."""
    wins = [threat for threat in threats_of(position) if threat.wins and threat.colour == colour]
    return sum(len(threat.places) for threat in wins)


def can_capture(position: Any, colour: str) -> bool:
    return any(each.kind == CAPTURE and each.colour == colour for each in threats_of(position))


def won(before: Any, _: str, after: Any) -> bool:
    return after.outcome is not None and after.outcome.winner == before.turn


def row_of(length: int) -> Check:
    return lambda before, move, after: len(after.row_through(before.parse(move).cell)) == length


SHAPES: dict[str, tuple[tuple[str, Check], ...]] = {
    "boku": (
        ("[Tt]wo in a row", row_of(2)),
        ("[Tt]hree in a row", row_of(3)),
        (
            "Four in a row, with both ends open",
            lambda before, move, after: fives(after, "black") == 2,
        ),
        (
            "one end. The other is still open",
            lambda before, move, after: fives(after, "black") == 1,
        ),
        ("Two white marbles lie side by side", row_of(2)),
        ("A sandwich", lambda before, move, after: len(after.marbles) == len(before.marbles)),
        ("Five in a row", lambda before, move, after: len(after.winning_rows()) == 1),
    ),
    "octi": (
        ("points at the white pod", lambda before, move, after: can_capture(after, "black")),
        ("right before the prong", lambda before, move, after: can_capture(after, "black")),
        ("captures it", won),
    ),
    "che": (("close a light region", won),),
    "boche": (("is shut in", won),),
}
"""What captions claim about the last move, each with the check for it."""


@pytest.mark.parametrize("game", GAMES)
def test_each_caption_of_a_demonstration_holds_for_the_position_it_stands_at(game: str) -> None:
    """Expect a caption at each move: one of an earlier move may not hold any more."""
    show = view_of(game).demonstration
    assert show is not None
    session = DemonstrationSession(load(show()), lambda: None)
    nodes, checked = session.record.main_line(), 0
    captions = []
    for node in nodes:
        session.cursor.go(node)
        captions.append(session.caption)
        before, after = session.positions.at(node.parent or node), session.positions.at(node)
        for pattern, holds in SHAPES.get(game, ()):
            if re.search(pattern, session.caption):
                checked += 1
                assert holds(before, str(node.move), after), (node.move, session.caption)
    assert all(captions)
    assert len(set(captions)) == len(captions)
    assert checked >= len(SHAPES.get(game, ()))


@pytest.mark.parametrize(("name", "marked"), [("cube", False), ("levels", False), ("groups", True)])
def test_no_group_is_marked_or_told_before_groups_are_taught(name: str, marked: bool) -> None:
    [lesson] = [each for each in catalogue_of("boche").lessons if each.key.endswith(name)]
    found = []
    for number in range(len(lesson.exercises)):
        user = User()
        user.session = LessonSession(lesson, number)
        user.controller = Controller(user.session, VIEWPORT, Settings(animation_speed=0.0))
        for target in user.controller.table.selection.targets():
            user.move_to(target)
            assert marked or not user.view.lit
            found += [user.view.ghost.preview] if user.view.ghost is not None else []
    assert found
    assert any(each.joined and each.text for each in found) == marked
    assert marked or not any(each.threatened for each in found)


def test_pointing_at_the_answer_does_not_say_that_it_wins() -> None:
    lesson = LessonSession(catalogue_of("boku").lessons[0])
    game = Session.new("boku")
    for move in lesson.cursor.moves:
        game.play(move)
    for session, told in ((game, True), (lesson, False)):
        user = User()
        user.session = session
        user.controller = Controller(session, VIEWPORT, Settings(animation_speed=0.0))
        user.move_to("f7")
        ghost = user.view.ghost
        assert ghost is not None
        assert ("wins" in user.view.status) == told
        assert bool(ghost.preview.joined) == told, "the five were lit"


@pytest.mark.parametrize("game", VIEWS)
def test_what_is_shown_during_a_task_leaves_out_how_the_game_would_end(game: str) -> None:
    ends = 0
    for lesson in catalogue_of(game).lessons:
        for number in range(len(lesson.exercises)):
            session = LessonSession(lesson, number)
            answer = right_move(session.state)
            move = session.position.parse(answer) if answer else None
            over = session.position.play(move).outcome if move is not None else None
            if over is None:
                continue
            ends += 1
            preview = picker_of(game).preview(session.position, move)
            assert str(over.reason) in str(preview.text)
            assert preview.task is None or str(over.reason) not in str(preview.task.text)
    assert ends
