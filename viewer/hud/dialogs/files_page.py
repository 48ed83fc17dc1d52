"""Drawing of the file dialog: the folder, its entries, the recent files and the path."""

from __future__ import annotations

from datetime import datetime

from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import moment
from boche.viewer.hud.dialogs.dialogs import (
    FIELD,
    PRESS,
    beside_buttons,
    list_box,
    list_lines,
    page_card,
    typed_text,
)
from boche.viewer.hud.dialogs.files_model import UP, FilesForm
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.tall_list import SHAPE, picture_name
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Picture
from boche.viewer.hud.widgets.widgets import Pen, button, check_box
from boche.viewer.storage.folder import RECORDS, Entry

WIDTH, HEIGHT = 64.0, 42.0  # of the page, in letter heights, if there is room
LATEST = datetime(2000, 10, 20, 20, 0)  # no moment is longer, with its two digits everywhere
NOTHING, FILTERED = tr_later("No records here"), tr_later("No game matches")
PREVIEW = 30.0  # letter heights; in a narrower space there is no picture beside the list


def files_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the dialog over a veil; return its rectangle."""
    m, files = pen.metrics, form.of
    card, rest, foot = page_card(pen, window, form, WIDTH, HEIGHT, leaves=True)
    colour = pen.look.danger if form.problem else pen.look.quiet
    pen.note(beside_buttons(pen, foot, form), form.problem or files.about, colour)
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
    action = Action(FIELD, (places["every"], not every.value))
    check_box(pen, flag, every.label, every.value, action)
    if form.focus == places["every"]:
        pen.box(Rect(flag.x - m.gap, flag.y, 3 * m.unit, flag.h), pen.look.accent, m.unit)
    _list(pen, rest, form, places["files"], tr(FILTERED if files.is_filtered else NOTHING))
    return card


def _preview(pen: Pen, rect: Rect, chosen: Entry | None) -> None:
    """Draw the final position of the chosen record."""
    pen.frame(rect)
    if chosen is not None and not chosen.folder and chosen.path.suffix.lower() in RECORDS:
        name = picture_name(str(chosen.path))
        pen.page.pictures.append(Picture(rect.inset(pen.metrics.unit).rounded(), name))


def _path(pen: Pen, rect: Rect, form: Form) -> None:
    m, field = pen.metrics, form.fields[0]
    label, control = rect.cut_left(pen.width(field.label) + 2 * m.gap)
    pen.text(label, field.label)
    typed_text(pen, control, form, 0, field.tip)


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
    m, field = pen.metrics, form.fields[index]
    head, rest = rect.cut_top(m.button)
    pen.text(head, field.label, pen.look.quiet, size=m.small)
    for place, (value, label) in zip(rest.rows(m.row), field.choices, strict=False):
        pen.highlight(place, value == field.value)
        pen.text(place.inset(m.gap / 2, 0), label, size=m.small)
        pen.hit(place, Action(FIELD, (index, value)), value)


def _list(pen: Pen, rect: Rect, form: Form, index: int, empty: str) -> None:
    """Draw the folders and files that there is room for, ``empty`` if there are none."""
    m, inner = pen.metrics, list_box(pen, rect, form, index)
    places = inner.rows(m.row)
    if not form.fields[index].choices and places:
        pen.text(places[0].inset(m.gap, 0), empty, pen.look.quiet)
    for place, entry, label in list_lines(pen, inner, form, index, places, m.gap):
        _entry(pen, place, entry, label)


def _entry(pen: Pen, rect: Rect, entry: Entry, label: str) -> None:
    m, look = pen.metrics, pen.look
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
