"""The engine's tab: the best moves of the position shown, with chance, visits, depth and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped, percent
from boche.engine.message import capitalized
from boche.engine.review.words import length_told
from boche.engine.search.analysis import LEAST_VISITS, Evaluation, sureness
from boche.viewer.hud import words
from boche.viewer.hud.model import LIST, HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen, button_width, scrollbar
from boche.viewer.table.command_keys import shown_key

if TYPE_CHECKING:
    from boche.engine.search.result import Candidate

HOVER = "hover_candidate"
"""The action of a pointer on a candidate: its rank from 1, or None once the pointer has left."""

ENTER = "enter_candidate"
"""The action of a click on a candidate: its rank from 1."""

LINES = 2  # most lines of letters of a candidate's moves
NO_CHANCE = "\N{EM DASH}"  # in place of a chance that means nothing
LEAST = 4  # candidates that are seen before there is room for such lines


def engine(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the switch and the candidates."""
    m = pen.metrics
    pen.hit(rect, None, scroll=LIST)
    why = _why_none(shown)
    if why:
        pen.sentence(rect.cut_top(m.gap / 2)[1], why, 1.4)
        return
    part, rest = rect.cut_top(m.button)
    _switch(pen, part, shown)
    rest = _sure(pen, rest, shown)
    if shown.analysis.candidates:
        _candidates(pen, _order(pen, rest, shown), shown)
    else:
        pen.sentence(rest.cut_top(m.gap / 2)[1], _waiting(shown), 1.4)


def _why_none(shown: HudData) -> str:
    """Return why there can be no candidates here, or an empty text."""
    if shown.session.why_no_help:
        return shown.session.why_no_help
    return words.ENGINE_OVER if shown.session.outcome is not None else ""


def _waiting(shown: HudData) -> str:
    """Return what the tab waits for while it has no candidates."""
    analysis = shown.analysis
    if not analysis.evaluating:
        return words.ENGINE_OFF(key=shown_key("evaluate"))
    return analysis.status or (words.ENGINE_BEGINS if analysis.searching else words.ENGINE_WAITS)


def _switch(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the button that starts and stops the engine, and what it has done so far."""
    m, analysis = pen.metrics, shown.analysis
    label = tr("Start")
    if analysis.evaluating:  # a search that has ended has nothing to stop
        label = tr("Stop") if analysis.searching or not analysis.candidates else tr("Hide")
    part, rest = rect.cut_left(min(button_width(pen, label) + m.gap, rect.w))
    command_button(pen, part.inset(0, m.unit), "evaluate", label=label,
                   main=not analysis.evaluating)  # fmt: skip
    if analysis.evaluating and analysis.candidates:
        visits = grouped(analysis.visits)
        phrase = words.SEARCHING if analysis.searching else words.SEARCHED
        said = pen.translate(phrase(count=analysis.visits, visits=visits))
        pen.label(rest.cut_left(m.gap)[1], said, pen.look.quiet, size=m.small)


def _sure(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw how sure the chances are, if it is known; return the rest."""
    m, analysis = pen.metrics, shown.analysis
    if not analysis.candidates:
        return rect
    known = analysis.searched
    text: str = words.SURE_LATER if analysis.searching else words.SURE_CHECKS
    if known is not None and known.proven:
        text = _proven(known)
    elif analysis.spread is not None:
        text = capitalized(pen.translate(sureness(analysis.spread)))
    # As high as it will be once the search has ended: the candidates below do not jump.
    others = (capitalized(pen.translate(sureness(spread))) for spread in (0.0, 0.1))
    texts = (text, words.SURE_LATER, words.SURE_CHECKS, *others)
    told = [pen.lines_of(each, rect.w, size=m.small) for each in texts]
    most = max(map(len, told))
    part, rest = rect.cut_top((1.5 + (most - 1) * 1.35) * m.small)
    pen.lines(part, told[0], part.h / most, pen.look.quiet, size=m.small)
    pen.hit(part, None, words.SURE_TIP)
    return rest.cut_top(m.gap / 2)[1]


def _proven(known: Evaluation) -> str:
    """Return what is proven of a position."""
    if known.proven == "draw":
        return words.SURE_DRAW
    if known.wins_in is None:
        return words.SURE_PROVEN(colour=known.proven)
    return words.SURE_IN(colour=known.proven, count=known.wins_in)


def _order(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw a heading that says how the candidates are sorted; return the rest."""
    m, candidates = pen.metrics, shown.analysis.candidates
    said = words.ORDER_WON if any(each.proven == 1.0 for each in candidates) else words.ORDER
    if all(each.proven == 0.0 for each in candidates):
        said = words.ORDER_LOST
    trial, count = shown.view.trial, shown.session.cursor.index
    whole = rect
    if trial is not None and trial.done and not trial.passing:
        earlier = words.ORDER_EARLIER(count=count) if count else words.ORDER_START
        rect = pen.sentence(rect, earlier, 1.5, most=2)
    part, rest = rect.cut_top(1.5 * m.small)
    pen.label(part, said, pen.look.quiet, size=m.small)
    tip = capitalized(pen.translate(words.ORDER_TIP))
    pen.hit(whole.cut_bottom(rest.h)[1], None, tip)
    return rest


def _candidates(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the candidates as far as there is room."""
    m, candidates = pen.metrics, shown.analysis.candidates
    inner = Rect(rect.x, rect.y, rect.w - m.gap, rect.h)
    count = len(candidates)
    least = min(count, LEAST)
    for most, wanted in ((LINES, count), (1, count), (1, least), (0, least)):
        told = [_lines(pen, inner.w - m.gap, shown, candidate, most) for candidate in candidates]
        high = _height(pen, most)  # the same for all, and always: no jumps while it thinks
        if high * wanted <= rect.h:
            break
    seen = min(int(rect.h // high), len(candidates))
    top = pen.first_line(LIST, len(candidates), seen)
    for index in range(top, top + seen):
        part, inner = inner.cut_top(high)
        _candidate(pen, part, shown, index + 1, candidates[index], told[index])
    scrollbar(pen, rect, top, seen, len(candidates), LIST)


def _height(pen: Pen, lines: int) -> float:
    m = pen.metrics
    return 1.5 * m.text + (1 + lines) * 1.35 * m.small + m.gap


def _lines(pen: Pen, width: float, shown: HudData, candidate: Candidate, most: int) -> list[str]:
    """Return the moves expected as lines of letters; the last one is cut if there are more.

    Without any line of their own they stand beside the numbers.
    """
    most = max(most, 1)
    text = " ".join(shown.line_texts(candidate.line)[1:])
    if not text and candidate.proven is None:  # else the move ends the game, or its end is known
        text = pen.translate(words.NO_REPLY)
    lines = pen.lines_of(text, width, size=pen.metrics.small, most=most + 1)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} {lines[most]}"]
    return lines


def _is_unread(candidate: Candidate) -> bool:
    """Return whether a candidate was looked at so little that its chance means nothing."""
    return candidate.proven is None and candidate.visits < LEAST_VISITS and candidate.depth < 2


def _candidate(
    pen: Pen, rect: Rect, shown: HudData, rank: int, candidate: Candidate, told: list[str]
) -> None:
    """Draw a candidate: its move and chance, its numbers, the moves expected."""
    m, look = pen.metrics, pen.look
    spot, trial = rect.inset(0, m.unit), shown.view.trial
    is_shown = trial is not None and trial.moves[0] == str(candidate.move)
    fill = look.chosen if is_shown else look.hover if pen.hovered(spot) else look.raised
    pen.box(spot, fill, m.radius, look.accent if is_shown else look.line)
    inner = spot.inset(m.gap / 2, m.gap / 4)
    head, inner = inner.cut_top(1.5 * m.text)
    unread = _is_unread(candidate)
    ink = look.quiet if unread else look.text
    told_chance = length_told(candidate) or percent(candidate.value, 1)
    told_chance = NO_CHANCE if unread else told_chance
    wide = max(pen.width(percent(1.0, 1), bold=True), pen.width(told_chance, bold=True))
    chance, head = head.cut_right(wide + m.gap / 2)
    pen.text(chance, told_chance, ink, bold=rank == 1, align="right")
    number, head = head.cut_left(1.4 * m.text)
    pen.text(number, str(rank), look.quiet if unread else look.accent, size=m.small, bold=True)
    pen.text(head, shown.line_texts(candidate.line[:1])[0], ink, bold=rank == 1)
    numbers, inner = inner.cut_top(1.35 * m.small)
    visits, depth = candidate.visits, candidate.depth
    found = words.NUMBERS_PROVEN(depth=depth)  # a win may be found without the search
    if visits:
        found = words.NUMBERS(count=visits, visits=grouped(visits), depth=depth)
    wide = pen.text(numbers, found, look.quiet, size=m.small)
    numbers = numbers.cut_left(wide + m.gap)[1]
    if inner.h < m.small:  # there is no line left for them
        pen.text(numbers, " ".join(told), look.quiet, size=m.small)
        told = []
    pen.lines(inner, told, 1.35 * m.small, look.quiet, size=m.small)
    pen.hit(spot, Action(ENTER, rank), scroll=LIST, hover=Action(HOVER, rank))
