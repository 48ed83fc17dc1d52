"""The mouse at a table: clicks, drags and the wheel, with places as in ``viewer.table.input``.

The table's clock is already set to the time of the event.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from boche.engine.record.marks import LABEL, marks_of
from boche.viewer.camera import controls as orbit
from boche.viewer.camera.camera import Vector
from boche.viewer.games.view import Pick
from boche.viewer.lessons.session import LessonSession
from boche.viewer.table import keys, marking, move_input, words
from boche.viewer.table.context import Context
from boche.viewer.table.hover.notches import Notches
from boche.viewer.table.hover.view_control import Place

DRAG = 4.0  # pixels at scale 1 that the pointer may move during a click
MOST = 3.0  # maximum notches per turn of the wheel, since some touchpads send dozens
WALK = 5.0  # degrees round the table per sideways notch

DOUBLE = 0.4  # seconds from a click to the second one of a double click

Wheeled = Literal["zoom", "turn", "walk"]
"""The action of a wheel gesture: zoom, turn the piece, walk round the table."""


@dataclass
class Press:
    """A button that is down: the press's place and point, and the pointer's last place.

    ``draws`` is the board's place from which it draws a mark, if it does, with the keys ``held``.
    ``on`` is what it was pressed on, and ``carries`` is set once it takes a piece along from there.
    """

    button: str
    start: Place
    last: Place
    pans: bool
    anchor: Vector
    on: Pick
    draws: str = ""
    carries: bool = False
    held: frozenset[str] = frozenset()


class Mouse:
    """The mouse of one table. A click on an open cell places the piece there."""

    def __init__(self, context: Context) -> None:
        self._context, self._table = context, context.table
        self._press: Press | None = None
        self._wheel: Wheeled = "zoom"
        self._notches = Notches()
        self._clicked, self._clicked_at, self._has_played = (0.0, 0.0), -math.inf, False

    def leave(self) -> None:
        """Handle the pointer leaving the picture; a drag goes on."""
        if self._press is None:
            self._table.point(None)
        else:
            self._table.pointing.at = None

    def press(self, button: str, at: Place, modifiers: Iterable[str]) -> None:
        """Handle a button press. A second button is ignored until the first is released."""
        if self._press is not None:
            return
        table = self._table
        table.looking.orbit.stop()
        table.point(at)
        table.pointing.keyed = False
        held = frozenset(modifiers)
        pans = button == "middle" or "shift" in held
        busy = table.writing.question is not None or table.setup is not None
        busy |= self._puts_down or move_input.armed(table) != ""
        draws = marking.pointed_at(table) if button == "right" and not busy else ""
        anchor = table.pointing.anchor(table.looking)
        self._press = Press(
            button=button, start=at, last=at, pans=pans, anchor=anchor, draws=draws,
            on=table.pointing.pick, held=held,
        )  # fmt: skip
        if draws:
            self._draw(self._press)

    def move(self, at: Place) -> None:
        """Handle a move of the pointer, with or without a button down."""
        table, press = self._table, self._press
        if press is None:
            table.point(at)
            return
        if press.draws:
            table.point(at)
            self._draw(press)
            return
        pointing = table.pointing
        if press.carries:
            table.point(at)
            return
        pointing.at = at
        if not pointing.dragging and math.dist(press.start, at) > DRAG * table.looking.scale:
            if self._takes_along(press):
                return
            pointing.take_hold()
        if pointing.dragging:
            self._drag(press, at)

    def carry(self, key: str) -> None:
        """Take along the piece of a letter, which a drag brings from outside the picture."""
        table = self._table
        carried = table.picker.carried(table.position, Pick(key=key), table.selection.beginning)
        why = self._context.waiting_for()
        if why and self._press is None:
            table.say(why, tone="waiting")
        if self._press is not None or self._busy or carried is None:
            return
        move_input.let_proposal_go(table)
        if carried.onto is not None and table.selection.beginning and not table.picker.lays:
            move_input.let_go(table)
        table.used = keys.BOARD
        table.selection.ask(key)
        table.selection.prefer(key)
        table.selection.clear()
        table.pointing.by_keys, table.pointing.carried = False, carried
        anchor = table.pointing.anchor(table.looking)
        self._press = Press(
            button="left", start=(0.0, 0.0), last=(0.0, 0.0), pans=False, anchor=anchor,
            on=Pick(key=key), carries=True,
        )  # fmt: skip

    @property
    def _busy(self) -> bool:
        """Whether nothing can be played now, so that drags take nothing along."""
        table = self._table
        busy = table.writing.question is not None or table.trial is not None
        busy |= table.timeline.playing or bool(self._context.waiting_for() or table.why_no_try)
        return busy or table.setup is not None

    def _takes_along(self, press: Press) -> bool:
        """Take the piece along on which the drag begins; return False if it turns the table."""
        table = self._table
        if press.button != "left" or press.pans or self._busy:
            return False
        taken = "".join(table.selection.own_steps[-1:])
        carried = table.picker.carried(table.position, press.on, taken)
        if carried is None:
            return False
        move_input.let_proposal_go(table)
        table.used = keys.BOARD
        if carried.onto is not None and taken:
            move_input.let_go(table)  # a letter is given to a piece, whether taken up or not
        if carried.step:
            table.selection.choose(carried.step, opens=True)
            move_input.place(self._context)
        press.carries, table.pointing.carried = True, carried
        table.point(table.pointing.at)
        return True

    def _put_down(self, press: Press, at: Place) -> None:
        """Put down the piece that was taken along; where it cannot go, say why, and let it go."""
        table = self._table
        table.point(at)
        table.settle()
        target, pick, carried = table.pointing.target, table.pointing.pick, table.pointing.carried
        table.pointing.carried = None
        spot = table.picker.spot
        refused = target is not None and move_input.refuses_asked(table)
        turned = carried.turned(table.position, pick) if carried is not None else ""
        if turned:
            if table.selection.beginning:
                move_input.let_go(table)
            move_input.show_move(table, table.position.parse(turned))
            move_input.place(self._context)
        elif press.on.key and press.on.face is None and target is None:
            # A letter that is dropped where nothing takes it is given up.
            table.selection.ask("")
            if pick.reason:
                table.refuse(pick.reason)
        elif target is not None and not refused:
            # Escape, or a move from afar, may have ended meanwhile what was begun.
            if table.selection.choose(target, opens=table.opens):
                move_input.place(self._context)
        elif refused:
            pass
        elif carried is None or spot(table.position, pick) == spot(table.position, press.on):
            # It is where it was: a click by an unsteady hand, which has taken it up.
            if carried is None or not carried.step:
                table.point(at)
                self._click()
        else:
            if carried.step:
                move_input.let_go(table)
            why = press.on.reason or carried.reason or pick.reason
            if why:
                table.refuse(why)

    def _draw(self, press: Press) -> None:
        """Show the mark that a release of the button would draw."""
        end = marking.pointed_at(self._table)
        drawn = marking.stroke(self._table, press.draws, end, press.held)
        self._table.drawing = drawn if end and (drawn.to or drawn.kind != LABEL) else None

    def _end_stroke(self) -> None:
        """Draw the mark; beside all places nothing is drawn."""
        table, mark = self._table, self._table.drawing
        table.drawing = None
        if mark is not None:
            bare = not marks_of(table.session.cursor.node)
            table.attempt(lambda: marking.draw(table, mark))
            if bare and not mark.to:  # whoever draws more of them knows
                table.say(words.DRAWN, tone="noted")

    def _drag(self, press: Press, at: Place) -> None:
        table, camera, old = self._table, self._table.looking.orbit, press.last
        press.last = at
        viewport, settings = table.looking.viewport, table.settings
        if press.pans:
            camera.pan(old, at, viewport, press.anchor)
            table.looking.kept_whole = False
            return
        per_pixel = orbit.TURN * settings.mouse_sensitivity / max(viewport[1], 1)
        right = (at[0] - old[0]) * per_pixel * (-1 if settings.invert_x else 1)
        up = (at[1] - old[1]) * per_pixel * (-1 if settings.invert_y else 1)
        camera.turn(right, up, table.now)

    def release(self, button: str, at: Place) -> None:
        """Handle a button release: the end of a drag, or a click."""
        self.move(at)
        table, press = self._table, self._press
        if press is None or press.button != button:
            return
        self._press = None
        if press.draws:
            self._end_stroke()
            return
        if press.carries:
            self._put_down(press, at)
            return
        if table.pointing.dragging:
            self._end_drag(press, at)
            return
        if at != press.start:
            table.point(at)
        table.settle()
        if button == "left":
            self._click()
        elif button == "right" and table.setup is not None:
            self._take_off()
        elif button == "right" and self._puts_down:
            self._cancel()
        elif button == "right" and move_input.armed(table) and move_input.put_away(table):
            table.point(at)
        elif button == "middle":
            if table.picker.takes_up and len(table.selection.steps) == 1 and self._is_on_begun():
                move_input.let_go(table)  # what it turns is another way to play this piece
                table.point(at)
            if move_input.over_choice(table):
                move_input.turn_choice(table, 1)

    def _take_off(self) -> None:
        """Take off the piece under the pointer, in the position editor."""
        place = self._table.picker.piece(self._table.position, self._table.pointing.pick)
        if place:
            self._table.attempt(lambda: self._table.session.play(f"-{place}"))

    def _end_drag(self, press: Press, at: Place) -> None:
        table = self._table
        table.pointing.dragging = False
        coasts = not press.pans and table.lasting(1.0) > 0.0
        table.looking.orbit.release(table.now, coasts)
        if table.looking.orbit.movement is None:
            table.looking.come_into_view(table.now, table.lasting(orbit.GLIDE))
        table.point(at)

    @property
    def _puts_down(self) -> bool:
        """Whether there is a piece in the hand, or half a move, which the right button cancels."""
        table = self._table
        free = table.writing.question is None and table.setup is None
        begun = table.selection.is_begun or table.pointing.held is not None
        return begun and free and not table.timeline.playing

    def _cancel(self) -> None:
        """Put down what was taken up; nothing is shown in its place until the pointer moves."""
        table = self._table
        table.pointing.held = None
        if not move_input.let_proposal_go(table) and table.selection.beginning:
            move_input.let_go(table)
        table.writing.forget()
        table.used = keys.BOARD
        table.point(table.pointing.at)
        table.pointing.rest()

    def _click(self) -> None:
        table, at = self._table, self._table.pointing.at
        if table.writing.question is not None:
            return
        near = at is not None and math.dist(at, self._clicked) <= DRAG * table.looking.scale
        again = near and table.now - self._clicked_at <= DOUBLE
        if again and self._has_played:
            return
        node = table.session.cursor.node
        self._click_once(again=again)
        self._has_played = table.session.cursor.node is not node
        self._clicked, self._clicked_at = at or self._clicked, table.now

    def _click_once(self, *, again: bool) -> None:
        """Do what a click means; the second of a double click only completes what the first began.

        It refuses nothing and puts nothing down.
        """
        table = self._table
        if table.teaching is not None and table.trial is None:
            lesson = table.lesson
            if lesson is not None and table.wrong_try is lesson and not self._answers_anew(lesson):
                return
        target, table.pointing.held = table.pointing.target, None
        if target is None and table.pointing.by_keys and move_input.chooses_among_few(table):
            target = table.selection.target  # chosen with the wheel
        if table.trial is not None:
            table.try_out(None)
        elif table.warnings.current is not None and move_input.answers_first(table):
            pass
        elif table.looking.xray and not table.looking.way and not table.pointing.by_keys:
            table.end_xray()  # what would be placed can hardly be seen
        elif table.timeline.playing:
            table.timeline.playing = False
        elif table.selection.proposal is not None:
            self._click_beside_hint(again=again)
        elif target is not None and table.teaching is not None and table.why_no_try:
            move_input.place(self._context)
        elif target is not None and not move_input.refuses_asked(table):
            table.selection.choose(target, opens=table.opens)
            table.used = keys.BOARD
            move_input.place(self._context)
        elif target is None and again:
            pass
        elif target is None and self._is_on_nothing() and move_input.armed(table):
            move_input.put_away(table)
        elif target is None and self._takes_up_other():
            move_input.place(self._context)
        elif target is None and self._is_on_begun():
            self._cancel()
        elif target is None and table.pointing.pick.advises:
            table.say(table.pointing.pick.reason, beside=True)
            table.pointing.held = table.picker.carried(
                table.position, table.pointing.pick, table.selection.beginning
            )
        elif target is None and table.pointing.pick.reason:
            table.refuse(table.pointing.pick.reason)

    def _answers_anew(self, lesson: LessonSession) -> bool:
        """Take back a wrong try; return whether the click is the next answer as well.

        It is not where the wrong try lay: a click there only means that.
        """
        table, before = self._table, lesson.cursor.moves
        table.attempt(lesson.take_back)
        table.point(table.pointing.at)
        target, kept = table.pointing.target, len(lesson.cursor.moves)
        if target is None or len(before) <= kept:
            return False
        wrong = table.picker.target_of(table.position, table.position.parse(before[kept]))
        return target != wrong

    def _click_beside_hint(self, *, again: bool) -> None:
        """Play a hint of several steps by a click where it ends, or lay its piece pointed at.

        A click elsewhere leaves it and means what it means without a hint. Where pieces are taken
        up it does no more than that: it plays nothing that was not shown.
        """
        table = self._table
        table.used = keys.BOARD
        if move_input.lay_of_hint(self._context):
            return
        if move_input.on_proposal(table):
            move_input.place(self._context)
            return
        takes_up, target = table.picker.takes_up, table.pointing.target
        begins = takes_up and move_input.on_proposal(table, begins=True)
        self._cancel()
        step = table.selection.targets().get(target or "")
        ends = step is None or step.move is not None or table.pointing.pick.key != ""
        if begins or (step is not None and not (takes_up and ends)):
            self._click_once(again=again)

    def _is_on_nothing(self) -> bool:
        """Return whether the pointer is beside the board, or on a place without a piece."""
        pick = self._table.pointing.pick
        return pick.face is None or pick.told

    def _is_on_begun(self) -> bool:
        """Return whether the pointer is on the piece of a begun move, or on nothing of the game."""
        table, spot = self._table, self._table.picker.spot
        begun, pick = table.selection.beginning, table.pointing.pick
        if not begun or table.setup is not None:
            return False
        return pick.face is None or spot(table.position, pick) == spot(
            table.position, Pick(target=begun)
        )

    def _takes_up_other(self) -> bool:
        """Choose what else can be played under the pointer in place of the piece taken up, if any.

        That is another piece, or a letter that the same piece gets there, such as a prong in one of
        its empty holes.
        """
        table, selection = self._table, self._table.selection
        if not table.picker.takes_up or len(selection.steps) != 1:
            return False
        fresh, spot = replace(table.display, taken=""), table.picker.spot
        picked = table.picker.pick(table.position, table.looking.ray(table.pointing.at), fresh)
        begins = {step.text for step in table.picker.steps(table.position, "") if step.move is None}
        other, held = picked.target, spot(table.position, Pick(target=selection.beginning))
        same = spot(table.position, picked) == held
        if other not in begins or (same and not picked.key):
            return False
        move_input.let_go(table)
        chosen = selection.choose(other, opens=not picked.key)
        return chosen and (not picked.key or selection.choose_key(picked.key))

    def turn_wheel(self, dx: float, dy: float, at: Place, modifiers: Iterable[str]) -> None:
        """Handle a turn of the wheel by ``dy`` notches, positive away from the user.

        A touchpad also turns by ``dx``, positive to the right. A gesture keeps its first meaning.
        """
        table = self._table
        table.point(at)
        table.pointing.keyed = False
        dx, dy = (min(max(by, -MOST), MOST) for by in (dx, dy))
        if "ctrl" in set(modifiers):
            self._wheel, self._notches = "zoom", Notches()
        elif self._notches.ended(table.now):
            self._wheel = "walk" if abs(dx) > abs(dy) else self._meant()
        steps, self._notches = self._notches.turned(dy, table.now, paced=True)
        if self._wheel == "zoom":
            anchor = table.pointing.anchor(table.looking)
            table.looking.orbit.zoom(orbit.ZOOM**-dy, anchor)
            table.looking.kept_whole &= dy <= 0.0
        elif self._wheel == "walk":
            right = dx * WALK * (-1 if table.settings.invert_x else 1)
            table.looking.orbit.stop()
            table.looking.orbit.turn(right, 0.0, table.now)
            table.looking.come_into_view(table.now, table.lasting(orbit.GLIDE))
        elif steps:
            # As in a list that is rolled: towards the user goes down the tray.
            move_input.turn_choice(table, -steps)

    def _meant(self) -> Wheeled:
        """Return the action of a wheel gesture that starts here."""
        table = self._table
        there = move_input.over_choice(table) or move_input.chooses_among_few(table)
        return "turn" if table.settings.wheel == "rotate" and there else "zoom"

    def let_go(self) -> None:
        """Forget a pressed button and a drag."""
        self._press, self._table.pointing.dragging, self._table.drawing = None, False, None
        self._table.pointing.carried = None
