"""Drawing of the user's own page: the graph of the rating, the openings, the mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from boche.engine.languages.current import tr
from boche.engine.languages.formats import day
from boche.viewer.hud.dialogs.dialogs import choice_row, list_box, page_card
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.own_page_model import GAME, OPENINGS
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Stroke
from boche.viewer.hud.widgets.widgets import Pen, visible
from boche.viewer.storage.library import OpeningLine
from boche.viewer.storage.own_ratings import RatedGame

WIDTH, HEIGHT = 76.0, 44.0  # of the page, in letter heights, if there is room
SIDE_BY_SIDE = 56.0  # letter heights; in a narrower page everything stands below each other
GRAPH = 12.0  # maximum height of the graph, in letter heights
COLUMN = 0.17  # maximum width of a number of the openings, as a share of its line
FEW = 20.0  # points: the least height of the graph's scale


def own_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the page over a veil; return its rectangle."""
    m, shown = pen.metrics, form.of
    card, inner, _ = page_card(pen, window, form, WIDTH, HEIGHT)
    line, inner = inner.cut_top(m.button + m.gap)
    choice_row(pen, line.cut_top(m.button)[0], form, GAME, framed=True)
    inner = inner.cut_bottom(m.gap)[1]
    if inner.w >= SIDE_BY_SIDE * m.text:
        left, right = inner.cut_left((inner.w - 2 * m.gap) / 2)
        right = right.cut_left(2 * m.gap)[1]
        mistakes = _rating(pen, left, shown.own.rating, shown.own.latest)
        _mistakes(pen, mistakes, shown.mistakes)
    else:
        rest = _rating(pen, inner, shown.own.rating, shown.own.latest)
        right = _mistakes(pen, rest, shown.mistakes)
    _openings(pen, right, form, shown.status)
    return card


def _heading(pen: Pen, rect: Rect, text: str) -> Rect:
    m = pen.metrics
    part, rest = rect.cut_top(1.7 * m.text)
    pen.text(part, text, bold=True)
    return rest


def _rating(pen: Pen, rect: Rect, told: str, latest: Sequence[RatedGame]) -> Rect:
    """Draw the rating in words and as a graph; return the rest of the rectangle."""
    m = pen.metrics
    rest = pen.paragraph(_heading(pen, rect, tr("Rating")), told, 1.35, size=m.small)
    rest = rest.cut_top(m.gap / 2)[1]
    if not latest:
        return rest
    part, rest = rest.cut_top(min(GRAPH * m.text, 0.5 * rest.h))
    _graph(pen, part, latest)
    return rest.cut_top(m.gap)[1]


def _graph(pen: Pen, rect: Rect, latest: Sequence[RatedGame]) -> None:
    """Draw the rating after each game, the oldest on the left, with its extremes and its time."""
    m, look = pen.metrics, pen.look
    ratings = [game.rating for game in latest]
    best, worst = max(ratings), min(ratings)
    middle, reach = (best + worst) / 2, max((best - worst) / 2, FEW / 2)
    low, high = middle - reach, middle + reach
    line = 1.4 * m.small
    foot, frame = rect.cut_bottom(line)
    named = [
        (best, tr("highest {rating}", rating=best)),
        (worst, tr("lowest {rating}", rating=worst)),
    ]
    named = named if best > worst else [(best, tr("rating {rating}", rating=best))]
    wide = max(pen.width(text, size=m.small) for _, text in named) + 1
    scale, frame = frame.cut_left(wide + m.gap)
    foot = foot.cut_left(scale.w)[1]
    pen.frame(frame)
    inner = frame.inset(m.gap, m.gap)
    least = scale.y - line
    for value, text in named:
        place = inner.bottom - inner.h * (value - low) / (high - low)
        least = max(place - line / 2, least + line)  # ratings that are close stay legible
        at = Rect(scale.x, least, scale.w - m.gap / 2, line)
        pen.text(at, text, look.quiet, size=m.small, align="right")
        pen.box(Rect(inner.x, place, inner.w, m.hair), look.line)
    step = inner.w / max(len(latest) - 1, 1)
    points = [(inner.x + index * step if len(latest) > 1 else inner.middle[0],
               inner.bottom - inner.h * (value - low) / (high - low))
              for index, value in enumerate(ratings)]  # fmt: skip
    for (x0, y0), (x1, y1) in pairwise(points):
        pen.page.boxes.append(Stroke(x0, y0, x1, y1, 1.6 * m.unit, look.accent))
    radius = 3.0 * m.unit
    wide = max(min(step, 3 * m.text), 1.0)
    for (x, y), game in zip(points, latest, strict=True):
        column = Rect(max(x - wide / 2, frame.x), frame.y, wide, frame.h)
        if len(latest) <= inner.w / (3 * radius) or pen.hovered(column):
            fill = {1.0: look.good, 0.0: look.danger}.get(game.score, look.quiet)
            pen.disc(x, y, radius, fill, look.raised)
        pen.hit(column, None, _line_of(game))
    for date, align in ((latest[0].at, "left"), (latest[-1].at, "right")):
        pen.text(foot.columns(2)[align == "right"], day(date.astimezone()), look.quiet,
                 size=m.small, align=align)  # fmt: skip


def _line_of(game: RatedGame) -> str:
    """Return a game in a line: when, against which rating, how it went, and the rating after it."""
    values = {"day": day(game.at.astimezone()), "opponent": game.opponent, "rating": game.rating}
    if game.score == 1.0:
        return tr("{day}: won against {opponent}, rating {rating}", **values)
    if game.score == 0.0:
        return tr("{day}: lost to {opponent}, rating {rating}", **values)
    return tr("{day}: drew with {opponent}, rating {rating}", **values)


def _mistakes(pen: Pen, rect: Rect, lines: Sequence[str]) -> Rect:
    m = pen.metrics
    rest = _heading(pen, rect, tr("Mistakes to come back to"))
    for line in lines:
        rest = pen.paragraph(rest, line, 1.4, size=m.small)
    return rest.cut_top(m.gap)[1]


def _openings(pen: Pen, rect: Rect, form: Form, status: str) -> None:
    """Draw the openings: the first moves, how many games, and how they ended."""
    m, look = pen.metrics, pen.look
    rest = _heading(pen, rect, form.fields[OPENINGS].label)
    note, rest = rest.cut_bottom(1.5 * m.small)
    pen.text(note, status, look.quiet, size=m.small)
    lines = form.fields[OPENINGS].choices
    if not lines:
        pen.paragraph(rest, tr("No game of yours against a computer or under your name is in the "
                               "library yet: every game that you play here goes there."), 1.35,
                      look.quiet, size=m.small)  # fmt: skip
        return
    heads = (tr("games"), tr("won"), tr("drawn"), tr("lost"))
    column = max(pen.width(each, size=m.small) for each in heads) + m.gap + 1
    head, rest = rest.cut_top(1.5 * m.small)
    room = list_box(pen, rest, form, OPENINGS)
    places = room.rows(m.row)
    bar = m.gap if len(lines) > len(places) else 0.0
    _row(pen, head.inset(m.gap / 2, 0).cut_right(bar)[1], ("", *heads), column)
    top = form.top_of("openings", -1, len(lines), len(places))
    for place, (line, _) in visible(pen, room, places, lines, top, "openings"):
        counts = (line.played, line.won, line.drawn, line.lost)
        _row(pen, place.cut_right(bar)[1], (line.moves, *map(str, counts)), column, line)


def _row(
    pen: Pen, rect: Rect, texts: tuple[str, ...], column: float, line: OpeningLine | None = None
) -> None:
    """Draw a row of the table, its numbers in columns of a width; its head has no ``line``."""
    m, look = pen.metrics, pen.look
    inner = rect.inset(m.gap / 2, 0)
    width = min(column, COLUMN * inner.w)
    for text in reversed(texts[1:]):
        part, inner = inner.cut_right(width)
        colour = look.quiet if line is None else look.text
        pen.label(part.cut_left(m.gap / 2)[1], text, colour, size=m.small, align="right")
    if line is None:
        return
    pen.text(inner, texts[0])
    decided = line.won + line.drawn + line.lost
    under = Rect(rect.x + m.gap / 2, rect.bottom - 3 * m.unit, rect.w - m.gap, 2 * m.unit)
    for count, fill in ((line.won, look.good), (line.drawn, look.off), (line.lost, look.danger)):
        part, under = under.cut_left((rect.w - m.gap) * count / max(decided, 1))
        if count:
            pen.box(part, fill)
