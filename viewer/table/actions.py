"""Actions of commands that need only the table: playing, looking, stepping through a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from boche.engine.languages.current import tr
from boche.engine.languages.formats import short
from boche.engine.message import NOTHING
from boche.engine.record import node_text
from boche.viewer.camera import controls as orbit
from boche.viewer.camera.camera import CORNERS, Camera
from boche.viewer.games.registry import camera_of, view_of
from boche.viewer.games.view import EXPLODED, SIDE_BY_SIDE, WAYS, Hover
from boche.viewer.session.rating import still_counts
from boche.viewer.session.words import TAKEN_BACK
from boche.viewer.table import move_input, rating, words
from boche.viewer.table.command_keys import shown_key, with_keys
from boche.viewer.table.context import Context
from boche.viewer.table.keys import BOARD, TIMELINE
from boche.viewer.table.question import CANCEL, Answer, Question
from boche.viewer.table.shown import APART, PEELED, XRAY, LastingView
from boche.viewer.table.state import Table
from boche.viewer.table.warnings import asks, go_on, take_back, view_of_warning

if TYPE_CHECKING:
    from boche.viewer.remote.session import RemoteSession

SPREAD = 0.25  # seconds that fanning out takes
KEY_TURN = 15.0  # degrees per key press
KEY_ZOOM = 1.2
FASTER = 1.5
NOW = {
    EXPLODED: words.NOW_APART, SIDE_BY_SIDE: words.NOW_SIDE_BY_SIDE, "": words.NOW_TOGETHER,
}  # fmt: skip
"""What is said of the levels once they lie in each of the ways, and what comes next."""


def type_move(table: Table) -> None:
    table.writing.open("move")


def comment(table: Table) -> None:
    session, node = table.session, table.session.cursor.node
    table.writing.open("comment", session.reads(node.comment), about=node)


def keep_comment(table: Table, text: str) -> None:
    """Set the comment on the current move, unless it was left as it was shown."""
    session = table.session
    if text != session.reads(session.cursor.node.comment):
        session.edits.set_comment(text)


def undo(context: Context) -> None:
    """Take back the last step of an unfinished move, or else the last edit.

    A line that is shown is left first: nothing of the game is to be seen then. A hint of several
    steps is dropped as a whole. Against a computer, these are as many moves as return the turn to
    the user. If that leaves a computer to move, it waits; otherwise it would only repeat its move.
    """
    session, far = context.table.session, context.table.far
    if context.table.chosen_line is not None:
        context.table.try_out(None)
        return
    if context.table.selection.is_begun:
        move_input.step_back(context.table)
        # Else what is previewed where the pointer rests would look as if it were still made.
        context.table.pointing.rest()
        return
    if far is not None and far.goes_on:
        far.propose("undo")
        return
    moved, was_over = session.undoes_move, session.main_outcome is not None
    if reason := rating.takes_back(context):
        session.note_aid(reason)
    session.undo()
    while moved and _waits_for_computer(context) and session.undoes_move:
        session.undo()
    if was_over and session.main_outcome is None:
        context.table.say(with_keys(words.END_TAKEN_BACK, key="redo"))
    if context.assistant is not None:
        context.assistant.hold()  # that a computer waits is more pressing


def redo(context: Context) -> None:
    """Redo the last step or edit that was undone, an edit with the computer's answer."""
    session = context.table.session
    if context.table.selection.can_go_forward:
        move_input.step_forward(context.table)
        return
    session.edits.redo()
    while _waits_for_computer(context) and session.edits.redoes_move:
        session.edits.redo()


def _waits_for_computer(context: Context) -> bool:
    """Return whether it is a computer's turn in a game against a person."""
    seats = context.table.session.seats
    return not seats.only_computers and bool(context.waiting_for())


def resigning(table: Table) -> str:
    """Return the colour that resigns.

    This is the side to move, or the person if the opponent is a computer or remote.
    """
    session = table.session
    if table.far is not None and table.far.goes_on:
        return table.far.own_colour
    colours = session.record.game.colours
    people = [c for c in colours if session.person_of(c).kind == "human"]
    return people[0] if len(people) == 1 else session.turn


def resign(table: Table) -> None:
    colour = resigning(table)

    def give_up() -> None:
        table.declare(lambda: table.session.resign(colour))
        entry = table.writing.entry
        if entry is not None and entry.kind == "move":  # "resign" was typed there
            table.writing.entry = None

    if table.far is not None and table.far.goes_on and table.far.board.abortable:
        _confirm(table, words.ABORT(), tr("Abort"), give_up)
        return
    _confirm(table, words.RESIGN(colour=colour), tr("Resign"), give_up, careful=True)


def delete(table: Table) -> None:
    node = table.session.cursor.node
    title = (
        tr(
            "Delete {move} and all after it?",
            move=node_text(table.session.record.start, node),
        )
        if node.move
        else tr("Delete this and all after it?")
    )

    def drop() -> None:
        table.session.note_aid(TAKEN_BACK)
        table.session.edits.delete(node)

    costs = still_counts(table.session)
    text = tr(rating.NO_LONGER_RATED) if costs else ""
    _confirm(table, title, tr("Delete"), drop, text=text, careful=costs)


def _confirm(
    table: Table, title: str, label: str, do: Callable[[], object], *, text: str = "",
    careful: bool = False,
) -> None:  # fmt: skip
    """Do something after the user has confirmed it; if it costs much, Enter alone does not."""
    yes = Answer("yes", label, "Y")

    def then(answer: str) -> None:
        if answer == yes.name:
            do()

    question = Question(title, text, (yes, CANCEL), focus=1 if careful else -1)
    table.writing.ask(question, then, table.now)


def far_away(table: Table) -> RemoteSession:
    """Return the online game on the table."""
    assert table.far is not None
    return table.far


def propose_draw(table: Table) -> None:
    far_away(table).propose("draw")


def answer_offer(table: Table, accepted: bool) -> None:
    far_away(table).answer(accepted)


def chat(table: Table) -> None:
    table.writing.open("chat")


def cancel(table: Table) -> None:
    """Cancel the topmost thing that is open, and give the arrow keys to the board."""
    focus = table.focus
    writing, timeline, begun = table.writing, table.timeline, table.selection.beginning
    if writing.entry is not None:
        writing.entry = None
    elif table.trial is not None:
        table.try_out(None)
        return
    elif table.looking.xray and not table.looking.way and view_of_warning(table) is None:
        table.inspect("")
        table.end_xray()  # at once, as its box promises; what a pointer has chosen stays
        return
    elif timeline.playing:
        timeline.playing = False
    elif move_input.let_hint_go(table):
        pass
    elif begun:
        move_input.let_go(table)
    elif asks(table):
        take_back(table)
    elif view_of_warning(table) is not None:
        go_on(table)
    elif table.pointing.held is not None:
        table.pointing.held = None
        table.point(table.pointing.at)
    elif move_input.put_away(table):
        pass
    elif table.inspected:
        table.inspect("")
    elif table.passed is not None:
        table.pointing.leave_to_keys(table.pointing.place)
    elif table.kept is not None:
        table.kept = None
    elif table.selection.clear():
        pass
    else:
        looking = table.looking
        viewed = bool(looking.way or looking.lowest or looking.xray)
        looking.lowest, looking.xray = 0, False
        table.arrange("")
        if viewed:  # whoever stepped through the moves goes on doing so
            return
    table.used = BOARD
    if table.focus != focus:  # else Left and Right would do something else unsaid
        table.say(with_keys(words.KEYS_ON_BOARD, key="other_focus"))


def promote(table: Table) -> None:
    table.session.edits.promote(table.session.cursor.node)


def fit(table: Table) -> None:
    """See all from the front, whether the layers are apart or, later, together again."""
    _fly_home(table, table.front)
    table.looking.come_back_to(table.front)


def view_from(table: Table, name: str, text: str) -> None:
    """See the board from a side, or from above with the side nearest to the current view in front.

    ``text`` says from where, unless the game says so in its own words.
    """
    game, here = table.session.record.game_name, table.looking.orbit.goal.azimuth
    camera = camera_of(game, name)
    if name == "top":
        sides = [camera_of(game, side).azimuth for side in CORNERS]
        nearest = min(sides, key=lambda side: abs((side - here + 180.0) % 360.0 - 180.0))
        camera = replace(camera, azimuth=nearest)
    _fly_home(table, camera)
    table.say(tr(view_of(game).guide.texts.get(name, text)))


def projection(table: Table) -> None:
    _fly_turned(table, orbit.switched(table.looking.orbit.goal))


def turn(table: Table, right: float, up: float) -> None:
    _fly_turned(table, orbit.turned(table.looking.orbit.goal, right, up))


def _fly_turned(table: Table, goal: Camera) -> None:
    """Let the camera glide to other angles; all stays in view if it is."""
    looking = table.looking
    _fly(table, looking.refitted(looking.orbit.goal, goal))
    looking.come_into_view(table.now, table.lasting(orbit.GLIDE))


def zoom(table: Table, factor: float) -> None:
    camera = table.looking.orbit
    _fly(table, orbit.zoomed(camera.goal, factor, orbit.target_of(camera.goal), camera.limits))
    table.looking.kept_whole &= factor >= 1.0


def _fly(table: Table, goal: Camera) -> None:
    """Let the camera glide to a place."""
    table.looking.orbit.go(goal, table.now, table.lasting(orbit.GLIDE))


def _fly_home(table: Table, camera: Camera) -> None:
    """Let the camera glide to a view of the whole board from a camera's angles.

    Layers that are taken apart are arranged for these.
    """
    if table.looking.way:
        table.arrange(table.looking.way, camera)
        return
    table.looking.fly_home(camera, table.bounds, table.now, table.lasting(orbit.GLIDE))


def spread(table: Table, explode: float) -> None:
    """Fan out all stacks, completely for 1, or close them for 0."""
    table.looking.spread(explode, table.now, table.lasting(SPREAD))


def take_apart(table: Table) -> None:
    """Take the layers apart in the next way, or lay them on each other after the last one.

    Stacks that are no layers are fanned out instead.
    """
    looking, ways = table.looking, (*WAYS, "")
    if table.picker.arranged is None:
        spread(table, 1.0)
        return
    table.arrange(ways[(ways.index(looking.way) + 1) % len(ways)])
    _say_way(table)


def put_together(table: Table) -> None:
    """Lay the layers on each other after a look between them, and say so.

    Else the status line would still say that they are apart.
    """
    table.arrange("")
    _say_way(table)


def _say_way(table: Table) -> None:
    table.say(with_keys(NOW[table.looking.way], key="explode"))


def views_on(table: Table, hover: Hover) -> tuple[LastingView, ...]:
    """Return the views of the pile that are on and seen: an X-ray needs levels on each other.

    That says so where it has nothing to show of what the pointer is on, which is lit, and asks for
    a cube where nothing is lit.
    """
    looking, found = table.looking, []
    if looking.way:
        side = looking.way == SIDE_BY_SIDE
        found.append(LastingView(APART, words.VIEW_SIDE_BY_SIDE if side else words.VIEW_APART))
    elif looking.explode.high > 0.0:
        found.append(LastingView(APART, words.VIEW_FANNED))
    if table.hidden:
        count = table.picker.layers(table.position) - table.hidden
        told = words.VIEW_PEELED(count=count, all=_levels_to_see(table))
        found.append(LastingView(PEELED, told))
    if looking.xray and not looking.way:
        legend = words.XRAY_LEGEND if hover.covered else words.XRAY_NOTHING
        if not hover.lit:
            legend = words.XRAY_AWAY
        back = words.XRAY_BACK(key=shown_key("cancel"))
        # A click and Escape answer a warning first, and leave a line.
        if table.trial is not None or view_of_warning(table) is not None:
            back = words.XRAY_BACK_BY_KEY(key=shown_key("xray"))
        found.append(LastingView(XRAY, words.VIEW_XRAY, legend(back=back)))
    return tuple(found)


def end_view(table: Table, kind: str) -> None:
    """End a view of the pile that is on."""
    if kind == XRAY:
        table.end_xray()
    elif kind == PEELED:
        table.peel(0)
    elif table.looking.way:
        table.arrange("")
    else:
        spread(table, 0.0)


def peel(table: Table, by: int) -> None:
    """Hide levels or show them again, and report how many are left.

    Whoever hides one more when only the lowest is left sees all of them again.
    """
    before, there = table.hidden, table.picker.layers(table.position)
    if by > 0 and there <= 1:  # nothing is hidden here; what is hidden elsewhere stays so
        table.say(words.ONE_LEVEL_THERE() if there else NOTHING)
        return
    table.peel(0 if by > 0 and before == there - 1 else before + by)
    peeled = table.hidden
    if there:
        table.say(
            words.LEVELS_SHOWN(count=there - peeled, all=_levels_to_see(table))
            if peeled
            else words.ALL_SHOWN()
        )


def _levels_to_see(table: Table) -> int:
    """Return how many levels there are, where they are apart with the one still without pieces."""
    arranged = table.looking.arranged
    return arranged.apart.levels if arranged else table.picker.layers(table.position)


def see_through(table: Table) -> None:
    """See through what lies above the pointer's level, or no longer.

    Levels that are apart are laid on each other: what hides nothing needs no X-ray. Once it ends
    they are apart again.
    """
    looking, way = table.looking, table.looking.way
    if looking.xray and not way:
        table.end_xray()
    else:
        looking.xray = True
        if way:
            table.arrange("")
            looking.way_before = way
    if not looking.xray:
        table.say(words.NO_XRAY())
    elif table.pointing.by_keys:
        table.say(with_keys(words.XRAY_BY_KEYS, up="level_up", down="level_down"))
    else:
        table.say(words.XRAY())


def step(table: Table, by: int) -> None:
    """Go so many moves on, or back, in the line that is shown, else in the game."""
    if table.line is not None:
        table.line.step(by, table.now)
        return
    table.timeline.playing = False
    table.session.cursor.go_index(table.session.cursor.index + by)
    table.stepped()


def to_end(table: Table, last: bool) -> None:
    """Go to the start or the end of the line that is shown, else of the game.

    From a tried line, the end is that of the game that goes on.
    """
    if table.line is not None:
        count = len(table.line.moves)
        table.line.step(count if last else -count, table.now)
        return
    table.timeline.playing = False
    if last and table.session.tries:
        table.session.cursor.go(table.session.positions.main_end)
    elif last:
        table.session.cursor.last()
    else:
        table.session.cursor.first()
    table.stepped()


def variation(table: Table, by: int) -> None:
    table.timeline.playing = False
    before = table.session.cursor.node
    if by > 0:
        table.session.cursor.next_variation()
    else:
        table.session.cursor.previous_variation()
    table.stepped()
    if table.session.cursor.node is before and not table.session.sets_task:
        table.say(tr("no further variation here"))


def play_on(table: Table) -> None:
    if table.line is not None:
        table.line.play_on(table.now)
        return
    table.used = TIMELINE
    table.selection.choose(None)
    table.timeline.play_on(table.now)


def speed(table: Table, factor: float) -> None:
    table.timeline.set_speed(table.timeline.speed * factor, table.now)
    table.say(tr("{speed} moves per second", speed=short(table.timeline.speed, 2)))


def other_focus(table: Table) -> None:
    """Switch what the arrow keys work on, and say which it is."""
    table.used = TIMELINE if table.focus == BOARD else BOARD
    table.try_out(None)
    if table.session.outcome is not None:
        table.say(with_keys(words.KEYS_AFTER_END, key="type_mark"))
    else:
        told = words.KEYS_ON_MOVES if table.used == TIMELINE else words.KEYS_ON_BOARD
        table.say(with_keys(told, key="other_focus"))
