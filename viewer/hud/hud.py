"""The HUD's own state: the pointer, the open dialogs, the scroll positions. No GL.

Places are framebuffer pixels from the window's upper left corner. User requests are passed to
``act`` as an ``Action``; the HUD handles scrolling, forms and help itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boche.engine.message import capitalized
from boche.viewer.hud.dialogs import dialogs
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.frame import Frame, OpenParts, base_page, pages_over
from boche.viewer.hud.help_state import Reader
from boche.viewer.hud.layout import Areas, arrange
from boche.viewer.hud.model import CHAT, COMMENT, LIST, NAME, HudData
from boche.viewer.hud.pages import help, moment, timeline
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import (
    Action,
    Hit,
    Measure,
    Page,
    Slide,
    TextArea,
    Typesetter,
)
from boche.viewer.hud.widgets.theme import look_of
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.rules import PLAY
from boche.viewer.storage.settings import Settings
from boche.viewer.table.hover.notches import Notches
from boche.viewer.table.playback import DROP
from boche.viewer.table.shown import Box
from boche.viewer.table.text_edit import TextEdit

if TYPE_CHECKING:
    from boche.viewer.rules.demonstration import Showing

HELP_KEY = "F1"  # it opens the help over any dialog; "?" may be typed there
LINES = 3  # lines scrolled by one notch of the wheel

# Clicks in a row (double, triple), held buttons and dragged scroll bars.

AGAIN = 0.4  # maximum number of seconds between two clicks in a row
FIRST = 0.4  # seconds that a button is held before it repeats
SLOW, FAST = 0.12, 0.02  # seconds between repeats, at first and at the end


@dataclass(frozen=True)
class Clicks:
    """Clicks in a row at one place: their count, and the place and time of the last one."""

    count: int = 0
    x: float = 0.0
    y: float = 0.0
    last: float = -math.inf

    def followed(self, x: float, y: float, now: float, slack: float) -> Clicks:
        """Return the state after one more click: the next in the row, or the first of a new one."""
        near = math.dist((x, y), (self.x, self.y)) <= slack and now - self.last <= AGAIN
        return Clicks(self.count + 1 if near else 1, x, y, now)

    def left(self, x: float, y: float) -> bool:
        """Return whether the pointer has moved away from the last click."""
        return (x, y) != (self.x, self.y)


@dataclass(frozen=True)
class Held:
    """A button that repeats while it is held: when it acts next, and how often it has acted."""

    due: float | None = None
    times: int = 0

    def again(self, now: float) -> Held:
        """Return the state after one more repeat; the next one comes sooner."""
        return Held(now + max(SLOW * 0.85**self.times, FAST), self.times + 1)


@dataclass(frozen=True)
class Dragged:
    """A scroll bar being dragged: its state, and the grip's distance from the thumb's middle."""

    slide: Slide
    hold: float

    @classmethod
    def from_press(cls, slide: Slide, y: float) -> Dragged:
        """Grip the thumb where it is pressed; a press beside it centres the thumb there."""
        on_it = slide.thumb.y <= y <= slide.thumb.bottom
        return cls(slide, y - slide.thumb.middle[1] if on_it else 0.0)

    def moved(self, y: float) -> tuple[int, Dragged]:
        """Return how many lines to scroll with the pointer at ``y``, and the bar after that."""
        top = self.slide.top_at(y - self.hold)
        return top - self.slide.top, replace(self, slide=replace(self.slide, top=top))


class Hud:
    """The panels, timeline and dialogs of one window."""

    def __init__(
        self,
        measure: Measure,
        typeset: Typesetter,
        act: Callable[[Action], None],
        hints: bool = False,
    ) -> None:
        """Start with the hints of the first start if ``hints`` is true."""
        self._measure, self._typeset = measure, typeset
        self._act = act
        self.form: Form | None = None
        self.help = Reader()
        self.showing: Showing | None = None
        self._playing = ""
        self.hint: int | None = 0 if hints else None
        self._hints = 1
        self._told = 0  # the first hints that something else has said
        self._hint_read = self.hint  # the hint that was drawn last
        self._moves = 0  # played by the user
        self._hint_shown, self._hint_seen = self.hint, False
        self._scrolled: dict[str, int] = {}
        self._tops: dict[str, int] = {}
        self.dirty = True
        self._pointer: tuple[float, float] | None = None
        self._tip = Tooltip()
        self._clicked: tuple[Action, float, float] | None = None
        self._opener = ""
        self._still_at: tuple[float, float] | None = None  # where a track came under the pointer
        self._on: Action | None = None  # the hover action told last
        self._step: int | None = None  # the move under the pointer, on the graph or the timeline
        self._pressed: tuple[str, Hit] | None = None
        self._clicks, self._held, self._rolled = Clicks(), Held(), Notches()
        self._last_click = Clicks()  # the last one on the HUD
        self._rest_of_click = False
        self._dragged: Dragged | None = None
        self._typed: TextArea | None = None  # the text in which a drag selects
        self._followed: object = None
        self.frame = Frame(arrange((1, 1), choices=0))

    # -- what it is

    @property
    def areas(self) -> Areas:
        """The layout of the last build."""
        return self.frame.areas

    @property
    def modal(self) -> bool:
        """True if an open dialog or the help takes all keys and clicks."""
        return self.open_form is not None or self.help.open

    @property
    def open_form(self) -> Form | None:
        """The open dialog, or None."""
        return self.form if self.form is not None and not self.form.closed else None

    def open(self, form: Form) -> None:
        """Open a dialog and cancel the one that was open."""
        if self.form is not form:
            self.close()
        self.form, self.help.open, self.dirty, self._pressed = form, False, True, None

    def close(self) -> None:
        """Cancel the open dialog and close the help."""
        form, self.form = self.form, None
        self.help.open, self.dirty, self._pressed = False, True, None
        if form is not None and not form.closed:
            form.press("cancel")

    def show_help(self) -> None:
        """Open or close the help."""
        self.help.toggle()
        self.dirty = True

    def show_rules(self) -> None:
        """Open the help at the rules."""
        self.help.open_rules()
        self.dirty = True

    # -- building

    def build(self, shown: HudData, areas: Areas) -> Frame:
        """Build all pages for a window with this layout."""
        self.form = self.open_form
        followed = (shown.session.cursor.node, shown.settings.panel_tab)
        if self._followed != followed:
            self._followed = followed
            for name in (LIST, COMMENT):
                self._scrolled.pop(name, None)
                self._tops.pop(name, None)
        self._hints = len(help.hints_of(shown.guide))
        if self.hint is not None:  # another game may have fewer hints
            self.hint = min(self.hint, self._hints - 1)
            self._told = min(self._told, self.hint)
        told = shown.view.banner is not None and shown.view.banner.kind == "first"
        turned = shown.view.first_turn is not None
        if self.hint == 0 and (told or turned) and not self.modal:
            # The banner says what the first hint says; first turns say what all the game's do.
            self.hint = self._told = len(shown.guide.hints) if turned else 1
        pen = self._pen(shown, areas)
        self._hint_shown = self.hint if help.is_to_move(shown) else None
        opened = OpenParts(self.form, self.help, self._hint_shown, self._told)
        covered = shown.view.banner is not None or bool(shown.view.hint_text)
        self._hint_seen = not (covered or turned or self.modal)
        if self._hint_shown is not None and self._hint_seen:
            self._hint_read = self.hint
        base_page(pen, areas, shown, opened)
        over = pages_over(lambda: self._pen(shown, areas), areas, shown, opened)
        if self._follow_click(over):
            over = pages_over(lambda: self._pen(shown, areas), areas, shown, opened)
        pages = [pen.page, *over]
        self.frame = Frame(areas, pages)
        self._hover()
        self._add_message(pages, shown)  # what is asked for by pointing lies over it
        self._add_tip(pages, shown)
        self._add_moment(pages, shown)
        self._follow_play(shown.settings)
        self.dirty = False
        return self.frame

    def _follow_click(self, pages: list[Page]) -> bool:
        """Keep a form that has changed size under the pointer at its last clicked control.

        A second click then hits the same control. Return whether the form has moved.
        """
        if self.form is None or self._clicked is None or self._pointer is None:
            return False
        action, across, down = self._clicked
        hits = (hit for page in pages for hit in page.hits if hit.action == action)
        hit = next(hits, None)
        if hit is None:
            return False
        x, y = self._pointer
        by = (x - hit.rect.x - across * hit.rect.w, y - hit.rect.y - down * hit.rect.h)
        if max(map(abs, by)) < 1.0:
            return False
        self.form.shift = (self.form.shift[0] + by[0], self.form.shift[1] + by[1])
        return True

    def _follow_play(self, settings: Settings) -> None:
        """Animate the board whose picture is on the pages; boards out of sight are not animated."""
        names = [picture.name for picture in self.frame.pictures(f"{PLAY} ")]
        name = names[-1] if names else ""
        if name == self._playing:
            return
        self._playing, self.showing = name, None
        if name:
            from boche.viewer.rules.demonstration import named  # imported with the rules

            moves = settings.animation_speed
            drop = DROP / moves if moves > 0 else 0.0
            self.showing = named(name, settings.play_speed, drop)

    def _pen(self, shown: HudData, areas: Areas) -> Pen:
        return Pen(areas.metrics, look_of(shown.settings.theme), self._measure, self._typeset,
                   self._pointer, self._pressed is not None, shown.translate, self._scrolled,
                   self._tops)  # fmt: skip

    def _add_tip(self, pages: list[Page], shown: HudData) -> None:
        over = self._tip.over
        if self._tip.shown and over is not None and over.tip and self._pressed is None:
            pen = self._pen(shown, self.areas)
            dialogs.tooltip_page(pen, self.areas.window, over.rect, over.tip)
            pages.append(pen.page)

    def _add_moment(self, pages: list[Page], shown: HudData) -> None:
        """Show what the place under the pointer stands for, on the graph or the timeline."""
        self._step = self._step_here()
        if self._step is None or self._pressed is not None or self._pointer is None:
            return
        over, x = self._tip.over, self._pointer[0]
        assert over is not None
        pen = self._pen(shown, self.areas)
        # The choices after the end, a warning's answers and the like stay in sight.
        bars = (self.areas.toolbar, self.areas.timeline)
        buttons = [hit.rect for page in pages for hit in page.hits
                   if hit.action is not None and hit.action.name == "command"
                   and not any(hit.rect.inside(bar, 1.0) for bar in bars)]  # fmt: skip
        moment.moment_page(pen, self.areas, over.rect, x, self._step, shown, buttons)
        pages.append(pen.page)

    def _add_message(self, pages: list[Page], shown: HudData) -> None:
        """Show the status beside what it is about: the pointer, or what keys have chosen."""
        view, board, m = shown.view, self.areas.board, self.areas.metrics
        if view.first_turn is not None and not self.modal and not (view.beside or view.question):
            first, pen = view.first_turn, self._pen(shown, self.areas)
            boxes, pieces, clear = (
                [_on_screen(board, box) for box in each]
                for each in (first.boxes, first.pieces, first.clear)
            )
            told = capitalized(shown.translate(first.text))
            dialogs.bubble_page(pen, board, boxes, told, pieces=pieces, clear=clear)
            pages.append(pen.page)
            return
        if not (view.beside or view.prompted) or not view.status or self.modal:
            return
        at, around, pieces = self._pointer, None, [_on_screen(board, box) for box in view.pieces]
        if view.chosen_at is not None:
            at = board.x + view.chosen_at[0], board.bottom - view.chosen_at[1]
        if view.prompted is not None:
            around = _on_screen(board, view.prompted)
        elif at is not None:
            # What is said of a piece leaves it clear with all that may be clicked on it.
            near = Rect(*at, 0, 0)
            on = [piece for piece in pieces if piece.holds(*at)]
            around = min(
                on,
                key=lambda piece: math.dist(piece.middle, near.middle),
                default=near.inset(-2 * m.gap),
            )
        if around is not None:
            pen = self._pen(shown, self.areas)
            told = capitalized(shown.translate(view.status))
            room = board if view.prompted is not None else self.areas.window
            dialogs.tooltip_page(pen, room, around, told, pieces=pieces)
            pages.append(pen.page)

    # -- time

    def wakeup(self) -> float | None:
        """Return when ``tick`` is due for a tooltip, held button or animated board, or None."""
        playing = self.showing.wakeup() if self.showing is not None else None
        return min((due for due in (self._due(), playing) if due is not None), default=None)

    def _due(self) -> float | None:
        return self._tip.due() if self._pressed is None else self._held.due

    def tick(self, now: float) -> None:
        """Show the tooltip after the pointer has rested, repeat a held button, animate a board."""
        if self.showing is not None:
            self.dirty |= self.showing.tick(now)
        due = self._due()
        if due is None or now < due:
            return
        if self._pressed is None:
            self._tip.shown = self.dirty = True
            return
        self._held = self._held.again(now)
        hit = self._pressed[1]
        if hit.action is not None and self._pointer is not None and hit.rect.holds(*self._pointer):
            self._do(hit.action)

    # -- the pointer

    def pointer_moved(self, x: float, y: float, now: float) -> bool:
        """Handle a move of the pointer; return whether it is on the HUD and not on the board."""
        if self._pointer != (x, y):
            self._clicked = self._still_at = None
        self._pointer = (x, y)
        self.dirty |= self._tip.moved_to(self.frame.hit(x, y), now)
        self.dirty |= self._step != self._step_here()
        self._tell_hover(self._under_pointer())
        return self._tip.over is not None

    def _tell_hover(self, on: Action | None) -> None:
        """Tell what the pointer has come to, and that it has left what it was on."""
        if on == self._on:
            return
        left, self._on = self._on, on
        if left is not None and (on is None or on.name != left.name):
            self._act(Action(left.name))
        if on is not None:
            self._act(on)

    def _under_pointer(self) -> Action | None:
        """Return what the pointer has come to: an item that tells so, or the name of a place."""
        over = self._tip.over
        if self._pointer is None or self.modal or (over is not None and over.hover is not None):
            return over.hover if over is not None else None
        word = self.frame.name_at(*self._pointer, self._measure)
        return Action(NAME, word) if any(map(str.isdigit, word)) else None

    def _hover(self) -> None:
        before = self._tip.over
        over = self.frame.hit(*self._pointer) if self._pointer is not None else None
        if over is not None and over.drag and (before is None or not before.drag):
            self._still_at = self._pointer  # what lay on the track has gone, by a click or a key
        self._tip.over = over
        if self._on is not None and self._on.name == NAME:
            # Under a resting pointer a text may have changed; other items keep what they showed.
            here = self._under_pointer()
            self._tell_hover(here if here is not None and here.name == NAME else None)

    def pointer_left(self) -> None:
        """Handle the pointer leaving the window."""
        self._pointer, self._tip.over, self._tip.shown = None, None, False
        self._tell_hover(None)
        self.dirty = True

    def pressed(self, button: str, x: float, y: float, now: float) -> bool:
        """Handle a button press; return whether the HUD takes it."""
        self.pointer_moved(x, y, now)
        hit = self._tip.over
        if hit is None:
            # Of a double click whose first part closed what was here the rest is not the board's.
            again = self._last_click.followed(x, y, now, self.areas.metrics.gap)
            self._rest_of_click = again.count > 1
            return self._rest_of_click
        self._tip.spend()
        self._pressed, self.dirty = (button, hit), True
        place = ((x - hit.rect.x) / max(hit.rect.w, 1.0), (y - hit.rect.y) / max(hit.rect.h, 1.0))
        self._clicked = (hit.action, *place) if hit.action is not None and not hit.drag else None
        self._held = Held(now + FIRST) if hit.repeat and button == "left" else Held()
        if hit.drag and button == "left":
            self._drag(hit, x)
        if hit.slide is not None and button == "left":
            self._dragged = Dragged.from_press(hit.slide, y)
            self._slide(hit, y)
        if hit.area is not None and button == "left":
            self._clicks = self._clicks.followed(x, y, now, self.areas.metrics.gap)
            at = self._typeset.position_at(hit.area, x, y)
            self._edit(hit, hit.area.edit.pointed(at, self._clicks.count))
        return True

    def _edit(self, hit: Hit, edit: TextEdit) -> None:
        """Put an edited text in place of the one under the pointer and give it the focus."""
        assert hit.action is not None
        assert hit.area is not None
        self._typed = replace(hit.area, edit=edit)
        index, self.dirty = hit.action.value, True
        if index < 0:
            self._act(Action(hit.action.name, edit))
        elif self.form is not None:
            self.form.focus_on(index)
            self.form.point_into(edit)

    def dragged(self, x: float, y: float, now: float) -> bool:
        """Handle a pointer move with a button down; return whether it was pressed on the HUD."""
        if self._pressed is None:
            return self._rest_of_click
        self._pointer = (x, y)
        button, hit = self._pressed
        if hit.carried is not None and button == "left" and self.areas.board.holds(x, y):
            self._pressed, self.dirty = None, True
            self._hover()
            self._act(hit.carried)
            return False
        if hit.drag and button == "left":
            self._drag(hit, x)
        if hit.slide is not None and button == "left":
            self._slide(hit, y)
        if hit.area is not None and button == "left" and self._typed is not None:
            at = self._typeset.position_at(self._typed, x, y)
            if at != self._typed.edit.cursor and self._clicks.left(x, y):
                self._edit(hit, self._typed.edit.moved(at, select=True))
        return True

    def _drag(self, hit: Hit, x: float) -> None:
        assert hit.action is not None
        self._act(Action(hit.action.name, self._step_of(hit, x)))

    def _step_of(self, hit: Hit, x: float) -> int:
        """Return the step at a place on a track that can be dragged along."""
        assert hit.action is not None
        fraction = (x - hit.rect.x) / max(hit.rect.w, 1.0)
        return timeline.place_of(fraction, hit.rect.w, self.areas.metrics.gap, hit.action.value)

    def _step_here(self) -> int | None:
        """Return the step under the pointer, or None if it is on no track."""
        over = self._tip.over
        if over is None or not over.drag or self._pointer is None:
            return None
        if self._pointer == self._still_at:  # the track has come under a pointer that stays
            return None
        return self._step_of(over, self._pointer[0])

    def _slide(self, hit: Hit, y: float) -> None:
        assert self._dragged is not None
        by, self._dragged = self._dragged.moved(y)
        if by:
            self._scroll(hit.scroll, by)

    def released(self, button: str, x: float, y: float, now: float) -> bool:
        """Handle a button release: a click, if the button went down on the same control.

        Return whether the press was the HUD's.
        """
        if self._pressed is None:
            was_rest, self._rest_of_click = self._rest_of_click, False
            if was_rest:
                self._last_click = Clicks(1, x, y, now)
            return was_rest
        self._last_click = Clicks(1, x, y, now)
        was, hit = self._pressed
        repeated, self._held = self._held.times, Held()
        self._pressed, self.dirty = None, True
        self._pointer = (x, y)
        self._hover()
        if was != button or not hit.rect.holds(x, y) or hit.drag or hit.area is not None:
            return True
        if repeated:
            return True
        action = hit.right if button == "right" else hit.action if button == "left" else None
        if action is not None:
            below = self.frame.hit_below(x, y) if hit.through else None
            self._do(action)
            if below is not None and below.action is not None:
                self._do(below.action)
        return True

    def wheel(self, dy: float, x: float, y: float, now: float) -> bool:
        """Handle a turn of the wheel; return whether the HUD takes it."""
        self.pointer_moved(x, y, now)
        if self._tip.over is None:
            return False
        over = self._tip.over
        notch = LINES if over.scroll else 1
        by, self._rolled = self._rolled.turned(notch * dy, now, paced=self.help.open)
        if self.help.open:
            self.help.turn(-by)
            self.dirty = True
        elif over.wheel is not None:
            for _ in range(abs(by)):
                self._do(over.wheel[0 if by > 0 else 1])
        elif over.scroll and by:
            self._scroll(over.scroll, -by)
        return True

    def turn_page(self, what: str, by: int) -> None:
        """Scroll the named content by pages; do nothing if all of it is visible."""
        slide = self.frame.slide(what)
        if slide is not None:
            self._scroll(what, by * max(slide.seen - 1, 1))

    def _scroll(self, what: str, by: int) -> None:
        self.dirty = True
        if self.form is not None:
            self.form.scroll(what, by)
        elif what == CHAT:
            slide = self.frame.slide(CHAT)
            most = slide.count - slide.seen if slide is not None else 0
            self._scrolled[CHAT] = min(max(self._scrolled.get(CHAT, 0) - by, 0), most)
        else:
            top = self._scrolled.get(what, self._tops.get(what, 0))
            self._scrolled[what] = max(top + by, 0)

    # -- keys

    def row_beside(self, pressed: str, edit: TextEdit) -> int | None:
        """Return the position that Up or Down leads to in the text being typed.

        Return None for other keys and for one-line texts.
        """
        by = {"Up": -1, "Down": 1}.get(pressed.removeprefix("Shift+"))
        area = self.frame.text_area
        if by is None or area is None or not edit.many:
            return None
        return self._typeset.row_beside(replace(area, edit=edit), by)

    def key(self, pressed: str, busy: bool = False) -> bool:
        """Handle a key with its modifiers; return whether something open takes it.

        ``busy`` means that the table has a use for it, such as a line that is being typed.
        """
        self._tip.spend()
        self._opener, self.dirty = "", True
        if self.help.open:
            self.help.key(pressed)
            return True
        if self.form is not None:
            before = self.form
            own = before.extra is not None and pressed == HELP_KEY and before.extra(pressed)
            if pressed == HELP_KEY and not own:
                self.show_help()
            elif not own:
                before.key(pressed)
            self._settle()
            if self.form is not before:
                self.opened_by(pressed.removeprefix("Shift+"))
            return True
        hints = {"Escape": "skip_hints", "Enter": "next_hint"}
        seen = self._hint_shown is not None and self._hint_seen
        if seen and pressed in hints and not busy:
            self._do(Action(hints[pressed]))
            return True
        return False

    def note_moves(self, own: int) -> None:
        """Take how many moves the user has played: each passes the hint of the first start shown.

        One that a banner has hidden so far is kept for the next move.
        """
        grown, self._moves = own > self._moves, own
        if self.hint is not None and grown and self._hint_read == self.hint:
            self._do(Action("next_hint"))

    def opened_by(self, pressed: str) -> None:
        """Note the key that opened a line or a dialog, so that its letter is not typed there.

        A dialog shows at once where further keys are.
        """
        self._opener = " " if pressed == "Space" else pressed
        if self.open_form is not None:
            self.open_form.focus_on_cards()

    def text(self, text: str) -> bool:
        """Handle typed text; return whether something open takes it."""
        if self._opener and text.upper() == self._opener:
            return True
        if self.form is not None and not self.help.open:
            self.form.type(text)
            self.dirty = True
        return self.modal

    # -- actions

    def _do(self, action: Action) -> None:
        name = action.name
        if name == dialogs.FIELD and self.form is not None:
            at, value = action.value
            if value is None:
                self.form.point_at(at)
            else:
                self.form.set(at, value)
        elif name == dialogs.STEP and self.form is not None:
            self.form.step(*action.value)
        elif name == dialogs.PRESS and self.form is not None:
            self.form.press(action.value)
        elif self.help.do(action):
            pass
        elif name == "next_hint" and self.hint is not None and self.hint + 1 < self._hints:
            self.hint += 1
        elif name in ("next_hint", "skip_hints"):
            self.hint = None
            self._act(Action("hints_seen"))
        else:
            self._act(action)
        self._settle()

    def _settle(self) -> None:
        """Drop a form that has been closed."""
        self.dirty = True
        if self.form is not None and self.form.closed:
            form, self.form = self.form, None
            if form.cancelled and form.back is not None:
                form.back()


def _on_screen(board: Rect, box: Box) -> Rect:
    """Return where a box of the board's picture lies in the window."""
    left, low, right, high = box
    return Rect(board.x + left, board.bottom - high, right - left, high - low)


# The timing of tooltips: one appears once the pointer has rested.

TIP_AFTER = 0.45  # seconds that the pointer rests before a tooltip appears


class Tooltip:
    """The tooltip of the item under the pointer (``over``); ``shown`` once it is visible."""

    def __init__(self) -> None:
        self.over: Hit | None = None
        self.shown = False
        self._since = 0.0
        self._spent = False  # no tooltip after a click or a key until the pointer moves on

    def moved_to(self, over: Hit | None, now: float) -> bool:
        """Take the item under the pointer; return whether it differs from the previous one."""
        if over == self.over:
            return False
        self.over, self._since = over, now
        self.shown = self._spent = False
        return True

    def spend(self) -> None:
        """Suppress the tooltip here after a key or a button."""
        self.shown, self._spent = False, True

    def due(self) -> float | None:
        """Return when the tooltip is due, or None."""
        wanted = self.over is not None and self.over.tip and not self.shown and not self._spent
        return self._since + TIP_AFTER if wanted else None
