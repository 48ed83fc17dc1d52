"""The commands of a lesson, and their conditions."""

from __future__ import annotations

from boche.engine.languages.current import tr, tr_later
from boche.viewer.lessons.session import LessonSession
from boche.viewer.lessons.state import right_move
from boche.viewer.table.command_keys import with_keys
from boche.viewer.table.context import Command, Context
from boche.viewer.table.state import Table
from boche.viewer.table.teaching import following

FIRST_GAME = Command("first_game", (), tr_later("start a first game after the lessons"), "")
"""What the window does after a game's lessons; it has no key of its own."""

NO_LESSON = tr_later("no lesson is on the table: {key} shows what there is")


def can_restart(context: Context) -> str:
    return "" if context.table.lesson is not None else with_keys(NO_LESSON, key="lessons")


def can_go_on(context: Context) -> str:
    """Refuse until an attempt has been answered."""
    lesson = context.table.lesson
    if lesson is None:
        return with_keys(NO_LESSON, key="lessons")
    return tr("do what is asked first") if lesson.state.phase == "asks" else ""


def can_play_first(context: Context) -> str:
    """Refuse until the lesson that teaches the last of the rules is done."""
    lesson = context.table.lesson
    if lesson is None:
        return with_keys(NO_LESSON, key="lessons")
    known = lesson.state.rules_done or lesson.state.all_done
    return "" if known and context.window is not None else tr("learn the rules first")


def can_show(context: Context) -> str:
    lesson = context.table.lesson
    if lesson is None:
        return with_keys(NO_LESSON, key="lessons")
    return tr("this is done: Enter continues") if lesson.state.phase == "right" else ""


def comes_first(table: Table) -> bool:
    """Return whether Escape first ends what lasts less long than the lesson.

    That is a started move, a choice or an X-ray.
    """
    chosen = table.pointing.by_keys and table.selection.target is not None
    xray = table.looking.xray and not table.looking.way
    return table.selection.is_begun or chosen or xray


def again(context: Context) -> None:
    """Start the exercise again."""
    lesson = context.table.lesson
    assert lesson is not None
    context.table.set_session(LessonSession(lesson.state.lesson, lesson.state.number))


def go_on(context: Context) -> None:
    """Go on to the next question, exercise or lesson, or to a first game."""
    table, lesson = context.table, context.table.lesson
    assert lesson is not None
    after = following(lesson) if lesson.state.exercise_done else None
    if lesson.state.phase == "wrong":
        lesson.take_back()
    elif not lesson.state.exercise_done:
        lesson.go_on()
    elif after is not None:
        table.set_session(after)
    else:
        play_first(context)


def play_first(context: Context) -> None:
    """Start a first game; the lessons that are left wait."""
    if context.window is not None:
        context.window[FIRST_GAME]()


def play_right(context: Context) -> None:
    """Play a correct move. Raises ``BocheError``."""
    table, lesson = context.table, context.table.lesson
    assert lesson is not None
    if lesson.state.phase == "wrong":
        lesson.take_back()
    lesson.note_help()
    table.play(right_move(lesson.state))
