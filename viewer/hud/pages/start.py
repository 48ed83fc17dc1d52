"""The start screen: games as cards with pictures, beside them options and players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boche.engine.games.registry import find
from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.clock_fields import lines_to_come
from boche.viewer.hud.dialogs.dialogs import (
    FIELD,
    PRESS,
    Line,
    beside_buttons,
    draw_lines,
    field_lines,
    field_places,
    focus_ring,
    page_card,
)
from boche.viewer.hud.dialogs.model import CARDS, Form
from boche.viewer.hud.dialogs.start_model import CONTINUE, DISCARD, LOST, OTHERS, OWN_PAGE
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Action, Picture
from boche.viewer.hud.widgets.widgets import Pen, button, button_width, visible
from boche.viewer.rules import picture_name as rules_picture
from boche.viewer.table.commands import tip_of

WIDTH, HEIGHT = 76.0, 46.0  # of the page, in letter heights, if there is room
SHARE = 0.54  # share of the width for the games
SHAPE = 0.63  # height of a picture relative to its width
ICONS = {"open": "open", "file": "open", "lesson": "hint", "beginner": "play", "watch": "xray",
         "due": "redo", "puzzle": "hint"}  # fmt: skip
BOARD = 8.8  # letter heights; with less there is no board beside an explanation
LEAST = 3.0  # letter heights; a lower picture is left out
UNFINISHED = 2.8  # letter heights of an unfinished game: who plays, and when that was
MOST = 2  # unfinished games to be seen at once; others scroll
TOLD = 5  # small lines that are left free for an explanation
TIGHTEST = 0.6  # least height of fields, relative to the usual one, for that
LOWEST = 0.5  # the least at which lines below the one in use make room alone
TIGHT = 0.75  # the same for a board beside the explanation


def picture_name(game: str) -> str:
    """Return the name of the texture that shows a game."""
    return f"game {game}"


def start_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    card, inner, foot = page_card(pen, window, form, WIDTH, HEIGHT, leaves=True)
    m = pen.metrics
    at, told = next((at, each) for at, each in enumerate(form.buttons) if each.name == OWN_PAGE)
    head = card.inset(2 * m.gap, m.gap).cut_top(1.6 * m.row)[0]
    place = head.cut_right(button_width(pen, told.label))[0]
    place, focused = place.centred(place.w, 1.3 * m.row), form.focused_button == at
    button(pen, place, Action(PRESS, OWN_PAGE), label=told.label, tip=tip_of(OWN_PAGE),
           main=focused)  # fmt: skip
    if focused:
        focus_ring(pen, place)
    left, right = inner.cut_left(SHARE * inner.w)
    _games(pen, left, form)
    _choices(pen, right.cut_left(2 * pen.metrics.gap)[1], form)
    pen.note(beside_buttons(pen, foot, form), form.problem, pen.look.danger)
    return card


def _part(form: Form, *names: str) -> list[int]:
    return [index for index, field in enumerate(form.fields) if field.part in names]


def _heading(pen: Pen, rect: Rect, text: str) -> Rect:
    """Draw a heading at the top of a rectangle; return the rest."""
    part, rest = rect.cut_top(1.5 * pen.metrics.text)
    pen.text(part, text, pen.look.quiet, size=pen.metrics.small, bold=True)
    return rest


# -- on the left


def _games(pen: Pen, rect: Rect, form: Form) -> None:
    """Draw the unfinished games, the games to choose from, and below them other beginnings."""
    m = pen.metrics
    for index in _part(form, CONTINUE):
        rows = max(min(len(form.fields[index].choices), MOST, int(rect.h / (17 * m.text))), 1)
        high = rows * (UNFINISHED * m.text + 2 * m.unit)
        part, rect = rect.cut_top(1.5 * m.text + high + m.gap)
        _unfinished(pen, _heading(pen, part, form.fields[index].label).cut_top(high)[0], form,
                    index, rows)  # fmt: skip
    for index in _part(form, OTHERS):
        count = len(form.fields[index].choices)
        room = max(0.3 * rect.h, m.row + 2 * m.text)
        part, rect = rect.cut_bottom(min(count * m.row + 1.5 * m.text, room))
        _go_on(pen, part, form, index)
    for index in _part(form, "games"):
        choices = form.fields[index].choices
        rows = -(-len(choices) // CARDS)
        places = _grid(rect, rows, (rect.h - m.gap * rows) / rows, m.gap)
        wide = places[0].w - 2 * m.gap
        told = [pen.lines_of(tr(find(value).about), wide, size=m.small) for value, _ in choices]
        words = 1.5 * m.text + max(map(len, told)) * 1.3 * m.small
        for place, choice, lines in zip(places, choices, told, strict=False):
            _card(pen, place, form, index, choice)
            _inside(pen, place.inset(m.gap, 0.75 * m.gap), choice, lines, words)


def _grid(rect: Rect, rows: int, high: float, gap: float) -> list[Rect]:
    places = []
    for row in range(rows):
        line = Rect(rect.x, rect.y + row * (high + gap), rect.w, high)
        places += line.columns(CARDS, gap)
    return places


def _card(pen: Pen, rect: Rect, form: Form, index: int, choice: tuple[str, str]) -> None:
    m, look, field = pen.metrics, pen.look, form.fields[index]
    name = choice[0]
    chosen, focused = name == field.value, form.focus == index
    fill = look.chosen if chosen else look.hover if pen.hovered(rect) else look.raised
    pen.box(rect, fill, m.radius, look.accent if chosen else look.line)
    if chosen and focused:
        _ring(pen, rect)
    pen.hit(rect, Action(FIELD, (index, name)))


def _ring(pen: Pen, rect: Rect) -> None:
    """Draw a second line inside the edge of what has the focus."""
    m = pen.metrics
    pen.box(rect.inset(2 * m.unit), CLEAR, m.radius, pen.look.accent)


def _inside(pen: Pen, rect: Rect, choice: tuple[str, str], lines: list[str], words: float) -> None:
    """Draw a game's picture, name and text as far as they fit; the texts are ``words`` high."""
    m, (name, title) = pen.metrics, choice
    if words > rect.h:
        pen.text(rect, title, bold=True)
        return
    text, picture = rect.cut_bottom(words)
    head, rest = text.cut_top(1.5 * m.text)
    pen.text(head, title, bold=True)
    pen.lines(rest, lines, 1.3 * m.small, pen.look.quiet, size=m.small)
    if picture.h >= LEAST * m.text:
        width = min(picture.w, picture.h / SHAPE)
        place = picture.centred(width, width * SHAPE).rounded()
        pen.page.pictures.append(Picture(place, picture_name(name)))


def _go_on(pen: Pen, rect: Rect, form: Form, index: int) -> None:
    m, field = pen.metrics, form.fields[index]
    rest = _heading(pen, rect, field.label)
    for place, (value, label) in zip(rest.rows(m.row), field.choices, strict=False):
        chosen = form.focus == index and value == field.value
        pen.highlight(place, chosen)
        if chosen:
            _ring(pen, place)
        mark, text = place.cut_left(2 * m.text)
        pen.icon(ICONS[value.kind], mark.centred(m.text, m.text), pen.look.accent)
        pen.label(text, label)
        pen.hit(place, Action(FIELD, (index, value)), value.tip)


def _unfinished(pen: Pen, rect: Rect, form: Form, index: int, rows: int) -> None:
    """Draw the games to continue, ``rows`` of them at once, each with who plays and when."""
    m, look, field = pen.metrics, pen.look, form.fields[index]
    bar = 3 * m.gap if len(field.choices) > rows else 0.0
    top = form.top_of(field.name, field.line, len(field.choices), rows)
    lines = visible(pen, rect, rect.rows(rect.h / rows)[:rows], field.choices, top, field.name)
    for place, (value, label) in lines:
        place = place.cut_right(bar)[1].inset(0, m.unit)
        chosen = form.focus == index and value == field.value
        fill = look.chosen if chosen else look.hover if pen.hovered(place) else look.raised
        pen.box(place, fill, m.radius, look.accent)
        if chosen:
            _ring(pen, place)
        cross, words = place.cut_right(m.button)
        mark, text = words.cut_left(2.2 * m.text)
        pen.icon("redo", mark.centred(m.text, m.text), look.accent)
        upper, lower = text.inset(0, 2 * m.unit).cut_top(0.53 * (text.h - 4 * m.unit))
        pen.text(upper, label, bold=True)
        pen.text(lower, value.about, look.quiet, size=m.small)
        pen.hit(place, Action(FIELD, (index, value)), value.tip, scroll=field.name)
        if value.kind == LOST:
            button(pen, cross.centred(m.row, m.row), Action(PRESS, f"{DISCARD}{value.what}"),
                   picture="delete", tip=tr("Discard this game"))  # fmt: skip


# -- on the right


def _choices(pen: Pen, rect: Rect, form: Form) -> None:
    """Draw the options of the game and the players."""
    m = pen.metrics
    parts = ((tr("Options"), "options"), (tr("Players"), "seats"), (tr("Clock"), "clock"))
    groups = [(title, _part(form, part)) for title, part in parts]
    groups = [(title, which) for title, which in groups if which]
    lines = [field_lines(pen, form, which, rect.w) for _, which in groups]
    heads = len(groups) * 1.5 * m.text + (len(groups) - 1) * m.gap
    heights = iter(_heights(pen, rect, form, [each for group in lines for each in group], heads))
    places: list[tuple[int, Rect]] = []
    for (title, _), group in zip(groups, lines, strict=True):
        rect = _heading(pen, rect, title)
        drawn = [replace(line, height=next(heights)) for line in group]
        places += field_places(pen, rect, drawn, 1.0)
        rect = draw_lines(pen, rect, form, drawn, 1.0).cut_top(m.gap)[1]
    _explanation(pen, rect, form, places)


def _heights(pen: Pen, rect: Rect, form: Form, lines: Sequence[Line], heads: float) -> list[float]:
    """Return the height of each line of fields in a rectangle, with headings ``heads`` high.

    Where lines come or go, those down to the one in use keep their heights: what is clicked stays
    under the pointer, and a second click hits the same.
    """
    m, game = pen.metrics, next(each.value for each in form.fields if each.name == "game")
    names = [(form.fields[line.indices[0]].name, line.height) for line in lines]
    place = (rect, m.text, game)
    before = form.laid[1] if form.laid[0] == place else {}
    if list(before) == names:
        return list(before.values())
    in_use = (at for at, line in enumerate(lines, 1) if form.focus in line.indices)
    down_to = next(in_use, 0) if before else 0
    upper = list(zip(names[:down_to], lines, strict=False))
    known = [before[name] / line.height for name, line in upper if name in before]
    usual = min(known, default=1.0)  # new lines are no higher than those above them
    fixed = [before.get(name, line.height * usual) for name, line in upper]
    left = rect.h - heads - sum(fixed)
    squeeze = min(usual, _squeeze(pen, left, form, lines[down_to:]))
    if squeeze < LOWEST:
        down_to, fixed = 0, []
        squeeze = _squeeze(pen, rect.h - heads, form, lines)
    found = fixed + [line.height * squeeze for line in lines[down_to:]]
    form.laid = (place, dict(zip(names, found, strict=True)))
    return found


def _squeeze(pen: Pen, height: float, form: Form, lines: Sequence[Line]) -> float:
    """Return how high lines are, relative to the usual, that have a height to share."""
    # Lines lie closer together where only that makes room for an explanation, or for its board.
    m, game = pen.metrics, next(each.value for each in form.fields if each.name == "game")
    options = [form.fields[index].name for index in _part(form, "options")]
    shows = any(_shown_by_board(game, option) is not None for option in options)
    rooms = [(BOARD * m.text + 2 * m.gap, TIGHT)] if shows else []
    rooms += [(TOLD * 1.3 * m.small, TIGHTEST), (0.0, 0.0)]
    # What comes with a clock, and with byo-yomi periods, has its place before.
    wanted = sum(line.height for line in lines)
    wanted += (m.button + m.gap) * lines_to_come([each.name for each in form.fields])
    fits = [(min(1.0, (height - room) / wanted) if wanted else 1.0, least)
            for room, least in rooms]  # fmt: skip
    return next((each for each, least in fits if each >= least), fits[-1][0])


def _shown_by_board(game: str, option: str) -> int | None:
    """Return the number of the board in the rules that demonstrates an option, if there is one."""
    # Imported on demand like the help: the window's first picture does not wait for it.
    from boche.viewer.rules.book import book_of

    book = book_of(game)
    return book.explaining(option) if book is not None else None


def _explanation(pen: Pen, rect: Rect, form: Form, places: list[tuple[int, Rect]]) -> None:
    """Explain the hovered or focused option, player or clock: in small letters if need be."""
    pointed = [index for index, place in places if pen.hovered(place)]
    index = pointed[0] if pointed else form.focus
    options = _part(form, "options")
    if index not in (*options, *_part(form, "seats", "clock")):
        return
    field = form.fields[index]
    if field.kind == "text" or not field.tip:
        return
    m, game = pen.metrics, next(each.value for each in form.fields if each.name == "game")
    number = _shown_by_board(game, field.name) if index in options else None
    text, board = rect, Rect(0, 0, 0, 0)
    if number is not None and rect.h >= BOARD * m.text:
        board, text = rect.cut_right(0.42 * rect.w)
        _, text = text.cut_right(m.gap)
    sentence = field.tip.partition("  (")[0]  # without the command-line flag
    if form.edit is not None and index == form.focus:
        sentence = f"{tr('Enter takes what is typed, a second Enter starts the game')}. {sentence}"
    lines = pen.lines_of(f"{sentence}.", text.w)
    height = 1.45 * m.text
    if (len(lines) + 1) * height <= rect.h:
        head, rest = text.cut_top(height)
        pen.text(head, field.label, bold=True)
        pen.lines(rest, lines, height)
        if board.w > 0 and number is not None:
            pen.page.pictures.append(Picture(board.rounded(), rules_picture(game, number)))
    else:
        headed = (f"{field.label}: {sentence}.", f"{sentence}.")
        each = [pen.lines_of(one, rect.w, size=m.small) for one in headed]
        fitting = [lines for lines in each if len(lines) * 1.3 * m.small <= rect.h]
        if not fitting:
            return
        lines = fitting[0]
        pen.lines(rect, lines, 1.3 * m.small, pen.look.quiet, size=m.small)
    hits = pen.page.hits
    hits[:] = [replace(hit, tip="") if hit.tip == field.tip else hit for hit in hits]
