"""Drawing of the file dialog: the folder, its entries, the recent files and the path."""

from __future__ import annotations

from datetime import datetime

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import moment
from boche.viewer.hud.dialogs.dialogs import (
    FIELD,
    PRESS,
    TYPE,
    buttons_width,
    card_over,
    form_buttons,
)
from boche.viewer.hud.dialogs.files_model import UP, FilesForm
from boche.viewer.hud.dialogs.model import Field, Form
from boche.viewer.hud.dialogs.tall_list import SHAPE, picture_name
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Picture, wrapped
from boche.viewer.hud.widgets.widgets import Pen, button, check_box, scrollbar, text_field
from boche.viewer.storage.folder import RECORDS, Entry
from boche.viewer.table.text_edit import TextEdit

WIDTH, HEIGHT = 64.0, 42.0  # of the page, in letter heights, if there is room
LATEST = datetime(2000, 10, 20, 20, 0)  # no moment is longer, with its two digits everywhere
NOTHING, FILTERED = tr_later("No records here"), tr_later("No game matches")
PREVIEW = 30.0  # letter heights; in a narrower space there is no picture beside the list


def files_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the dialog over a veil; return its rectangle."""
    m, files = pen.metrics, form.of
    width, height = min(WIDTH * m.text, window.w - m.gap), min(HEIGHT * m.text, window.h - m.gap)
    card = card_over(pen, window, (width, height))
    rest = card.inset(2 * m.gap, m.gap)
    head, rest = rest.cut_top(1.6 * m.row)
    pen.text(head, form.title, size=m.large, bold=True)
    foot, rest = rest.cut_bottom(m.button + m.gap)
    form_buttons(pen, foot.cut_bottom(m.button)[0], form)
    wide = buttons_width(pen, form) + m.gap
    _draw_status(pen, foot.cut_left(foot.w - wide)[0].cut_bottom(m.button)[0], form, files)
    line, rest = rest.cut_bottom(m.button + m.gap)
    _path(pen, line.cut_bottom(m.button)[0], form)
    places = {field.name: index for index, field in enumerate(form.fields)}
    chosen = form.fields[places["files"]].value
    if "recent" in places and rest.w > 40 * m.text:
        side, rest = rest.cut_left(0.3 * rest.w)
        side = side.cut_right(m.gap)[1]
        below, side = side.cut_bottom(SHAPE * side.w)
        _recent(pen, side, form, places["recent"])
        _preview(pen, below, chosen)
    elif rest.w > PREVIEW * m.text:
        side, rest = rest.cut_right(0.34 * rest.w)
        side = side.cut_left(m.gap)[1]
        _preview(pen, side.cut_top(SHAPE * side.w)[0], chosen)
    top, rest = rest.cut_top(m.button)
    _where(pen, top, files)
    flag, rest = rest.cut_bottom(1.1 * m.row)
    every = form.fields[places["every"]]
    check_box(
        pen, flag, every.label, every.value, Action(FIELD, (places["every"], not every.value))
    )
    _mark(pen, flag, form.focus == places["every"])
    _list(pen, rest, form, places["files"], tr(FILTERED if files.is_filtered else NOTHING))
    return card


def _preview(pen: Pen, rect: Rect, chosen: Entry | None) -> None:
    """Draw the final position of the chosen record."""
    pen.box(rect, pen.look.raised, pen.metrics.radius, pen.look.line)
    if chosen is not None and not chosen.folder and chosen.path.suffix.lower() in RECORDS:
        name = picture_name(str(chosen.path))
        pen.page.pictures.append(Picture(rect.inset(pen.metrics.unit).rounded(), name))


def _mark(pen: Pen, rect: Rect, focused: bool) -> None:
    if focused:
        m = pen.metrics
        pen.box(Rect(rect.x - m.gap, rect.y, 3 * m.unit, rect.h), pen.look.accent, m.unit)


def _draw_status(pen: Pen, rect: Rect, form: Form, files: FilesForm) -> None:
    """Draw the problem, or a line about the chosen record."""
    size, words = pen.metrics.small, pen.translate(form.problem or files.about)
    lines = wrapped(words, size, False, rect.w, pen.measure)[:2] if words else []
    colour = pen.look.danger if form.problem else pen.look.quiet
    pen.lines(rect, lines, rect.h / max(len(lines), 1), colour, size=size)


def _path(pen: Pen, rect: Rect, form: Form) -> None:
    m, field = pen.metrics, form.fields[0]
    label, control = rect.cut_left(pen.width(field.label) + 2 * m.gap)
    pen.text(label, field.label)
    edit = form.edit if form.focus == 0 and form.edit is not None else TextEdit(field.value)
    text_field(pen, control, edit, form.focus == 0, Action(TYPE, 0), field.tip)


def _where(pen: Pen, rect: Rect, files: FilesForm) -> None:
    """Draw the name of the folder and the button to its parent."""
    m = pen.metrics
    up, rest = rect.cut_left(rect.h)
    button(pen, up.inset(2 * m.unit), Action(PRESS, UP), picture="up",
           tip=tr("Parent folder  (Alt+Up)"))  # fmt: skip
    shown = str(files.listed_folder)
    while pen.width(shown, bold=True) > rest.w - m.gap and len(shown) > 2:
        shown = "…" + shown[2:]
    pen.text(rest.cut_left(m.gap / 2)[1], shown, bold=True)


def _recent(pen: Pen, rect: Rect, form: Form, index: int) -> None:
    m, look, field = pen.metrics, pen.look, form.fields[index]
    head, rest = rect.cut_top(m.button)
    pen.text(head, field.label, look.quiet, size=m.small)
    for place, (value, label) in zip(rest.rows(m.row), field.choices, strict=False):
        chosen = value == field.value
        if chosen or pen.hovered(place):
            pen.box(place, look.chosen if chosen else look.hover, m.radius)
        pen.text(place.inset(m.gap / 2, 0), label, size=m.small)
        pen.hit(place, Action(FIELD, (index, value)), value)


def _list(pen: Pen, rect: Rect, form: Form, index: int, empty: str) -> None:
    """Draw the folders and files that there is room for, ``empty`` if there are none."""
    m, look, field = pen.metrics, pen.look, form.fields[index]
    pen.box(rect, look.raised, m.radius, look.accent if form.focus == index else look.line)
    inner = rect.inset(m.gap / 2)
    places, count = inner.rows(m.row), len(field.choices)
    pen.hit(rect, Action(FIELD, (index, None)), scroll=field.name)
    if not count and places:
        pen.text(places[0].inset(m.gap, 0), empty, look.quiet)
    at = next((i for i, (value, _) in enumerate(field.choices) if value == field.value), -1)
    top = form.top_of(field.name, at, count, len(places))
    for place, (value, label) in zip(places, field.choices[top:], strict=False):
        _entry(pen, place, value, label, Action(FIELD, (index, value)), field)
    if count > len(places) > 0:
        scrollbar(pen, inner, top, len(places), count, field.name)


def _entry(pen: Pen, rect: Rect, entry: Entry, label: str, action: Action, field: Field) -> None:
    m, look = pen.metrics, pen.look
    rect = Rect(rect.x, rect.y, rect.w - m.gap, rect.h)
    chosen = entry == field.value
    if chosen or pen.hovered(rect):
        pen.box(rect, look.chosen if chosen else look.hover, m.radius)
    pen.hit(rect, action, "", scroll=field.name)
    mark, words = rect.cut_left(2 * m.text)
    pen.icon("open" if entry.folder else "new", mark.centred(m.text, m.text), look.quiet)
    if not entry.folder and entry.when is not None:
        size = tr("{count} kB", count=max(round(entry.size / 1000), 1))
        longest = tr("{count} kB", count="0000")
        for text, sample in ((moment(entry.when), moment(LATEST)), (size, longest)):
            wide = pen.width(sample, size=m.small)
            part, words = words.cut_right(wide + m.gap)
            pen.text(part, text, look.quiet, size=m.small, align="right")
    pen.text(words, label)
