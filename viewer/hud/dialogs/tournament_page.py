"""Drawing of a tournament's plan, and of its cross table with the games."""

from __future__ import annotations

from boche.engine.languages.current import tr, tr_later
from boche.engine.match.crosstable import HEADS, OPEN, SELF, Standing, as_number, standings
from boche.engine.match.round_robin import Fixture
from boche.engine.match.tournament import Tournament
from boche.viewer.hud.dialogs.dialogs import (
    PRESS,
    draw_lines,
    field_lines,
    list_box,
    list_lines,
    page_card,
)
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.tournament_model import PLACE, PLAYERS, REMOVE, TableForm
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button

LABELS = {"Points": tr_later("Points"), "SB": tr_later("SB"), "Games": tr_later("Games")}
"""The heads of the numbers, by those of cross tables everywhere."""
WIDTH, HEIGHT = 76.0, 46.0  # of the page, in letter heights, if there is room
SB = tr_later("Sonneborn-Berger, for ties: the points of the beaten, and half of those drawn with")
NAME, MARK, NUMBER = 16.0, 1.1, 4.5  # letter heights: least width of a name, a mark, a number


def _page(pen: Pen, window: Rect, form: Form, note: str) -> tuple[Rect, Rect]:
    """Draw the card with its title, a note and the buttons; return it and the room inside."""
    card, inner, _ = page_card(pen, window, form, WIDTH, HEIGHT)
    line, inner = inner.cut_bottom(1.4 * pen.metrics.text)
    colour = pen.look.danger if form.problem else pen.look.quiet
    pen.text(line, form.problem or note, colour, size=pen.metrics.small)
    return card, inner


def plan_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the plan over a veil: what is played on the left, the players on the right."""
    m = pen.metrics
    note = tr("Enter adds the player you describe; in the list, Enter or Delete removes one")
    card, inner = _page(pen, window, form, note)
    left, right = inner.cut_left(0.5 * inner.w - m.gap)
    right = right.cut_left(2 * m.gap)[1]
    players = [i for i, field in enumerate(form.fields) if field.name.startswith(f"{PLACE} ")]
    listed = next(i for i, field in enumerate(form.fields) if field.name == PLAYERS)
    rest = [i for i in range(len(form.fields)) if i not in (*players, listed)]
    _fields(pen, left, form, rest)
    _players(pen, _fields(pen, right, form, players), form, listed)
    return card


def _fields(pen: Pen, rect: Rect, form: Form, which: list[int]) -> Rect:
    """Draw some fields, closer together if there is little room; return the rest."""
    lines = field_lines(pen, form, which, rect.w)
    wanted = sum(line.height for line in lines)
    return draw_lines(pen, rect, form, lines, min(1.0, rect.h / wanted))


def _players(pen: Pen, rect: Rect, form: Form, index: int) -> None:
    """Draw the players so far, each with a button that removes it."""
    m, look, field = pen.metrics, pen.look, form.fields[index]
    head, rest = rect.cut_top(m.row)
    pen.text(head, field.label, look.accent if form.focus == index else look.quiet, size=m.small)
    for place, (value, label) in zip(rest.rows(m.row), field.choices, strict=False):
        if value == field.value:
            pen.box(place, look.chosen, m.radius)
        cross, words = place.cut_right(m.row)
        pen.text(words.inset(m.gap, 0), label)
        button(pen, cross.inset(m.unit), Action(PRESS, f"{REMOVE}{value}"), picture="delete",
               tip=tr("Remove {name}", name=label))  # fmt: skip


def table_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the cross table over a veil, and the list of games below."""
    m, shown = pen.metrics, form.of
    assert isinstance(shown, TableForm)
    card, inner = _page(pen, window, form, shown.status)
    lines = standings(shown.tournament)
    part, rest = inner.cut_top((len(lines) + 1) * m.row + m.gap)
    _table(pen, part, shown.tournament, lines)
    _games(pen, rest.cut_bottom(m.gap / 2)[1], form)
    return card


def _table(pen: Pen, rect: Rect, tournament: Tournament, lines: list[Standing]) -> None:
    m, look = pen.metrics, pen.look
    side = max(tournament.plan.games * MARK + 0.6, 2.2) * m.text
    numbers = len(HEADS) * NUMBER * m.text
    name = max(rect.w - 2 * m.text - numbers - len(lines) * side, NAME * m.text)
    name = min(name, 24 * m.text)
    side = min(side, (rect.w - 2 * m.text - numbers - name) / len(lines))
    rows = rect.rows(m.row)
    head = _columns(rows[0], (2 * m.text, name), side, len(lines), NUMBER * m.text)
    for place, text in zip(head[2:], [*(str(i + 1) for i in range(len(lines))), *HEADS],
                           strict=True):  # fmt: skip
        pen.text(place, tr(LABELS.get(text, text)), look.quiet, size=m.small, align="center")
        if text == "SB":
            pen.hit(place, None, tr(SB))
    pen.rule(rows[0], "bottom")
    for row, line in zip(rows[1:], lines, strict=False):
        places = _columns(row, (2 * m.text, name), side, len(lines), NUMBER * m.text)
        pen.text(places[0], str(line.place), look.quiet, size=m.small)
        shown = tournament.plan.entrants[line.entrant].display_name
        pen.text(places[1], shown, bold=line.place == 1 and line.games > 0)
        for place, other in zip(places[2:], lines, strict=False):
            _cell(pen, place, tournament, line.entrant, other.entrant)
        numbers_said = (as_number(line.points), as_number(line.sonneborn), str(line.games))
        for place, text in zip(places[-len(HEADS) :], numbers_said, strict=True):
            pen.text(place, text, bold=place is places[-3], align="center")


def _columns(
    row: Rect, first: tuple[float, float], side: float, count: int, number: float
) -> list[Rect]:
    """Return a row's places: rank, name, results, numbers."""
    return row.parts((*first, *[side] * count, *[number] * len(HEADS)))


def _cell(pen: Pen, rect: Rect, tournament: Tournament, one: int, other: int) -> None:
    """Draw the results of two players as one sees them; a click opens the game."""
    m, look = pen.metrics, pen.look
    if one == other:
        pen.text(rect, SELF, look.quiet, align="center")
        return
    meetings = [fixture for fixture in tournament.fixtures
                if {fixture.first, fixture.second} == {one, other}]  # fmt: skip
    if rect.w < len(meetings) * MARK * m.text:
        _sum(pen, rect, tournament, meetings, one)
        return
    places = rect.centred(len(meetings) * MARK * m.text, rect.h)
    for place, fixture in zip(places.columns(len(meetings), 0), meetings, strict=True):
        played = tournament.played.get(fixture.number)
        if played is None:
            pen.text(place, OPEN, look.quiet, align="center")
            continue
        points = played.points if fixture.first == one else 1.0 - played.points
        ink = look.accent if pen.hovered(place) else look.text
        pen.text(place, as_number(points), ink, align="center")
        first, second = tournament.display_names(fixture)
        tip = tr("Open: {first} - {second}, round {round}, {result}", first=first, second=second,
                 round=fixture.round, result=tournament.result_text(fixture))  # fmt: skip
        pen.hit(place, Action(PRESS, f"open:{fixture.number}"), tip)


def _sum(pen: Pen, rect: Rect, tournament: Tournament, meetings: list[Fixture], one: int) -> None:
    """Draw the sum of results that there is no room for singly."""
    done = [(fixture, tournament.played[fixture.number]) for fixture in meetings
            if fixture.number in tournament.played]  # fmt: skip
    points = sum(played.points if fixture.first == one else 1.0 - played.points
                 for fixture, played in done)  # fmt: skip
    pen.text(rect, as_number(points) if done else OPEN, align="center", size=pen.metrics.small)
    pen.hit(rect, None, tr("{points} points of {count} games", points=as_number(points),
                             count=len(done)))  # fmt: skip


def _games(pen: Pen, rect: Rect, form: Form) -> None:
    """Draw the list of games."""
    m, inner = pen.metrics, list_box(pen, rect, form, 0)
    for place, _, label in list_lines(pen, inner, form, 0, inner.rows(m.row), 2 * m.gap):
        pen.text(place.inset(m.gap, 0), label)
