"""What the commands of ``viewer.table.keys`` do. Each is a function of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import BocheError
from viewer.camera import controls as orbit
from viewer.camera.camera import VIEWS
from viewer.games.registry import front_of
from viewer.table.keys import BOARD, TIMELINE

if TYPE_CHECKING:
    from viewer.table.state import Table

LIFT = 1.0  # cube edges between levels that are spread apart
KEY_TURN = 15.0  # degrees of one key press
KEY_ZOOM = 1.2
FASTER = 1.5

#: The keys that answer a question.
ANSWERS = {"Enter": "confirm", "Y": "confirm", "Escape": "cancel", "N": "cancel"}


def swap(table: Table) -> None:
    table.play("swap")


def type_move(table: Table) -> None:
    table.writing.open("move")


def comment(table: Table) -> None:
    table.writing.open("comment", table.session.node.comment)


PLAYED = "play "  # how the session names edits that are moves


def undo(table: Table) -> None:
    """Take the last edit back; of moves against a computer as many as it takes to be in turn."""
    session = table.session
    if not session.undo():
        table.say("nothing to undo", error=True)
    while _waits_for_computer(table) and session.undo_text.startswith(PLAYED):
        session.undo()


def redo(table: Table) -> None:
    """Do the last undone edit again; the computer's answer with it."""
    session = table.session
    if not session.redo():
        table.say("nothing to redo", error=True)
    while _waits_for_computer(table) and session.redo_text.startswith(PLAYED):
        session.redo()


def _waits_for_computer(table: Table) -> bool:
    """Whether it is a computer's turn in a game against a person."""
    people = any(seat.kind == "human" for seat in table.session.seats.values())
    return people and bool(table.guard())


def resigning(table: Table) -> str:
    """Who resigns: the side to move, or the person who plays against a computer."""
    session = table.session
    colours = session.record.rules.colours
    people = [c for c in colours if session.person_of(c).kind == "human"]
    return people[0] if len(people) == 1 else session.turn


def resign(table: Table) -> None:
    if table.session.outcome is not None:
        table.say(f"the game is over, {table.session.outcome.reason}", error=True)
        return
    table.writing.ask("resign", f"Resign for {resigning(table)}? Enter: yes, Escape: no")


def delete(table: Table) -> None:
    node = table.session.node
    if node.parent is None:
        table.say("the start of a game cannot be deleted", error=True)
        return
    what = node.move or "this"
    table.writing.ask("delete", f"Delete {what} and all after it? Enter: yes, Escape: no")


def confirm(table: Table) -> None:
    question, table.writing.question = table.writing.question, None
    if question is None:
        return
    if question.kind == "resign":
        table.session.resign(resigning(table))
    else:
        table.session.delete_variation(table.session.node)


def cancel(table: Table) -> None:
    """Take back the topmost of what is open."""
    writing, timeline, begun = table.writing, table.timeline, table.selection.taken
    if writing.question is not None:
        writing.question = None
    elif writing.entry is not None:
        writing.entry = None
    elif timeline.playing:
        timeline.playing = False
    elif begun:
        table.let_go()
    elif not table.selection.clear():
        table.peeled = 0
    table.set_focus(BOARD)


def promote(table: Table) -> None:
    table.session.promote(table.session.node)


def fit(table: Table) -> None:
    table.fly_home(table.orbit.goal)


def view_from(table: Table, name: str) -> None:
    front = front_of(table.session.record.game)
    table.fly_home(front if name == "corner" else VIEWS[name])


def projection(table: Table) -> None:
    table.fly(orbit.switched(table.orbit.goal))


def turn(table: Table, right: float, up: float) -> None:
    table.fly(orbit.turned(table.orbit.goal, right, up))


def zoom(table: Table, factor: float) -> None:
    goal = table.orbit.goal
    table.fly(orbit.zoomed(goal, factor, orbit.target_of(goal), table.orbit.limits))


def peel(table: Table, by: int) -> None:
    table.peel(table.peeled + by)


def step(table: Table, by: int) -> None:
    _replaying(table)
    before = table.session.index
    table.session.go_index(before + by)
    if table.session.index == before:
        table.say("this is the start" if by < 0 else "this is the end")


def to_end(table: Table, last: bool) -> None:
    _replaying(table)
    if last:
        table.session.last()
    else:
        table.session.first()


def variation(table: Table, by: int) -> None:
    _replaying(table)
    before = table.session.node
    if by > 0:
        table.session.next_variation()
    else:
        table.session.previous_variation()
    if table.session.node is before:
        table.say("no further variation here")


def _replaying(table: Table) -> None:
    table.timeline.playing = False
    table.set_focus(TIMELINE)


def play_on(table: Table) -> None:
    table.set_focus(TIMELINE)
    if len(table.session.line) < 2:
        table.say("no moves to play on", error=True)
        return
    table.selection.choose(None)
    table.timeline.play_on(table.now)


def speed(table: Table, factor: float) -> None:
    table.timeline.set_speed(table.timeline.speed * factor, table.now)
    table.say(f"{table.timeline.speed:.2g} moves a second")


def other_focus(table: Table) -> None:
    table.set_focus(TIMELINE if table.focus == BOARD else BOARD)


DO: dict[str, Callable[[Table], None]] = {
    "walk_left": lambda table: table.walk("left"),
    "walk_right": lambda table: table.walk("right"),
    "walk_up": lambda table: table.walk("up"),
    "walk_down": lambda table: table.walk("down"),
    "next_choice": lambda table: table.turn_choice(1),
    "previous_choice": lambda table: table.turn_choice(-1),
    "place": lambda table: table.place(),
    "step_back": lambda table: table.step_back(),
    "swap": swap,
    "type_move": type_move,
    "undo": undo,
    "redo": redo,
    "resign": resign,
    "confirm": confirm,
    "cancel": cancel,
    "fit": fit,
    "top": partial(view_from, name="top"),
    "corner": partial(view_from, name="corner"),
    "corner2": partial(view_from, name="corner2"),
    "corner3": partial(view_from, name="corner3"),
    "projection": projection,
    "zoom_in": partial(zoom, factor=1 / KEY_ZOOM),
    "zoom_out": partial(zoom, factor=KEY_ZOOM),
    "turn_left": partial(turn, right=KEY_TURN, up=0.0),
    "turn_right": partial(turn, right=-KEY_TURN, up=0.0),
    "turn_up": partial(turn, right=0.0, up=-KEY_TURN),
    "turn_down": partial(turn, right=0.0, up=KEY_TURN),
    "peel": partial(peel, by=1),
    "unpeel": partial(peel, by=-1),
    "explode": lambda table: table.spread(LIFT),
    "back": partial(step, by=-1),
    "forward": partial(step, by=1),
    "back_ten": partial(step, by=-10),
    "forward_ten": partial(step, by=10),
    "first": partial(to_end, last=False),
    "last": partial(to_end, last=True),
    "previous_variation": partial(variation, by=-1),
    "next_variation": partial(variation, by=1),
    "play_on": play_on,
    "faster": partial(speed, factor=FASTER),
    "slower": partial(speed, factor=1 / FASTER),
    "comment": comment,
    "promote": promote,
    "delete": delete,
    "other_focus": other_focus,
}


def do(table: Table, name: str) -> None:
    """Do a command of ``DO``; what the rules or the session refuse is said in the status."""
    try:
        DO[name](table)
    except BocheError as error:
        table.say(str(error), error=True)
