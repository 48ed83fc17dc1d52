"""The line of the panel that names the chapter of a file with several games."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button
from boche.viewer.session.chapters import title_of
from boche.viewer.table.commands import tip_of


def chapter_line(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the chapter's number and title between buttons; return the rest of the rectangle."""
    m, session = pen.metrics, shown.session
    chapters = session.file.chapters
    if chapters is None:
        return rect
    part, rest = rect.cut_top(m.row)
    count, number = len(chapters.titles), chapters.number
    back, middle = part.cut_left(m.row)
    on, middle = middle.cut_right(m.row)
    for place, name, able in ((back, "previous_chapter", number > 1),
                              (on, "next_chapter", number < count)):  # fmt: skip
        picture = "back" if place is back else "forward"
        button(pen, place.inset(pen.metrics.unit), Action("command", name), picture=picture,
               tip=tip_of(name), enabled=able)  # fmt: skip
    if pen.hovered(middle):
        pen.box(middle, pen.look.hover, m.radius)
    title = tr("{number} of {count}: {title}", number=number, count=count,
               title=title_of(session.record, number))  # fmt: skip
    pen.text(middle.inset(m.gap / 2, 0), title, pen.look.text, size=m.small, align="center")
    pen.hit(middle, Action("command", "chapters"), tip_of("chapters"))
    return rest.cut_top(m.gap / 2)[1]
