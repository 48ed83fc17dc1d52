"""The evaluation: a bar for the current position, a graph over the game, missed moves."""

from __future__ import annotations

from collections.abc import Sequence

from boche.engine.comments import certainty
from boche.engine.game import colour_of
from boche.engine.languages.current import tr
from boche.engine.languages.formats import percent
from boche.engine.message import Message, capitalized
from boche.engine.record.people import called
from boche.engine.review.accuracy import Accuracy, accuracy_said
from boche.engine.search.analysis import Evaluation
from boche.viewer.hud import words
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.pages.graph import graph, height_of
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Colour
from boche.viewer.hud.widgets.widgets import Pen, button
from boche.viewer.session import Session
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.commands import tip_of
from boche.viewer.table.review import Missed, missed_at
from boche.viewer.table.shown import ENGINE, TrialView

LINES = 2  # lines of the better moves


def evaluation(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the bar and the graph at the top of a rectangle, if they are known; return the rest."""
    m, analysis = pen.metrics, shown.analysis
    known = analysis.evaluation
    if analysis.evaluating or (known is not None and len(analysis.graph) > 1):
        part, rect = rect.cut_top(1.9 * m.text)
        bar(pen, part.inset(0, 0.2 * m.text), known, shown)
    high = height_of(rect.h / m.text, shown.settings.panel_tab)
    if len(analysis.graph) > 1 and high:
        part, rect = rect.cut_top(round(high * m.text) + m.gap)
        graph(pen, part.inset(0, m.gap / 2), shown)
        part, rect = rect.cut_top(m.row)
        findings(pen, part, shown)
    trial = shown.view.trial
    if trial is not None:  # the move that led here has no part in the line on the board
        is_better = trial.source == ENGINE and not trial.rank
        return tried(pen, rect, trial, shown) if is_better else rect
    found = missed_at(shown.session.cursor.node, analysis.mistakes)
    return missed(pen, rect, found, shown) if found is not None else rect


def findings(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw how far the analysis is, or how accurate the players were, and what comes next."""
    m, analysis, known = pen.metrics, shown.analysis, shown.analysis.findings
    done = analysis.analysing or (known.known, known.count)
    complete = analysis.analysing is None and known.complete
    name, picture = ("moments", "moments") if complete else ("analyse", "play")
    picture = "pause" if analysis.analysing else picture
    side, rest = rect.cut_right(m.row)
    command_button(pen, side.inset(m.unit), name, shown, picture=picture)
    if complete:
        _accuracies(pen, rest, shown)
        return
    text = words.ANALYSING if analysis.analysing else words.PARTLY_KNOWN
    pen.label(rest, text(done=done[0], count=done[1]), pen.look.quiet, size=m.small)


def _accuracies(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the accuracy of both players."""
    m, session = pen.metrics, shown.session
    part, rest = rect.cut_left(pen.width(tr("Accuracy"), size=m.small) + m.gap)
    pen.text(part, tr("Accuracy"), pen.look.quiet, size=m.small)
    position = session.positions.at(session.cursor.node)
    for seat, place in enumerate(rest.columns(2, m.gap / 2)):
        known = shown.analysis.findings.accuracy[seat]
        if known is None:
            continue
        mark, value = place.cut_left(1.3 * m.text)
        fill = shown.discs[colour_of(position, seat)]
        pen.disc(mark.x + 0.5 * m.text, mark.middle[1], 0.32 * m.text, fill)
        share = percent(known.accuracy / 100) if known.decided is None else "\N{EM DASH}"
        pen.text(value, share, size=m.small)
        pen.hit(place, None, accuracy_of(session, known, seat))


def accuracy_of(session: Session, accuracy: Accuracy, seat: int) -> str:
    """Return in a sentence how accurate a player was, or how the opening lost the game."""
    colour = colour_of(session.positions.at(session.cursor.node), seat)
    who = called(session.person_of(colour).name) or colour.capitalize()
    return accuracy_said(who, accuracy)


def tried(pen: Pen, rect: Rect, trial: TrialView, shown: HudData) -> Rect:
    """Draw the better line that is on the board, and what ends that; return the rest."""
    leave = pen.translate(words.LINE_LEFT(key=shown_key("cancel")))
    better = _better(shown.line_texts(trial.moves))
    told = [(better, pen.look.text, LINES), (leave, pen.look.quiet, None)]
    return _card(pen, rect, told, Action("command", "cancel"), leave, "back")


def missed(pen: Pen, rect: Rect, found: Missed, shown: HudData) -> Rect:
    """Draw the better move that was missed, at the top of a rectangle; return the rest.

    A click shows it on the board, or goes back from there.
    """
    mistake = found.mistake
    before = shown.session.positions.at(found.node.parent or found.node)
    played = shown.line_texts([mistake.move], before)[0]
    cost = f"{played}{mistake.sign} {pen.translate(mistake.text)}"
    better = _better(shown.line_texts(mistake.line, before))
    told = [(cost, pen.look.danger, None), (better, pen.look.text, LINES)]
    tip = tr("Back to the game's move") if found.shown else tip_of("show_missed")
    picture = "back" if found.shown else "play"
    return _card(pen, rect, told, Action("command", "show_missed"), tip, picture)


def _better(moves: Sequence[str]) -> str:
    """Return the moves of a better line in words."""
    move, *line = moves
    if line:
        return tr("Better: {move}, then {moves}", move=move, moves=" ".join(line))
    return tr("Better: {move}", move=move)


def _card(
    pen: Pen, rect: Rect, told: Sequence[tuple[str, Colour, int | None]],
    action: Action, tip: str, picture: str,
) -> Rect:  # fmt: skip
    """Draw texts with a button at the top of a rectangle; return the rest.

    Each text comes with its colour and the most lines it may take.
    """
    m = pen.metrics
    high = 1.4 * m.small
    inner = rect.w - 2 * m.gap - m.button
    lines = [
        (line, colour)
        for text, colour, most in told
        for line in pen.lines_of(text, inner, size=m.small)[:most]
    ]
    part, rest = rect.cut_top(len(lines) * high + 1.5 * m.gap)
    card = part.cut_bottom(m.gap / 2)[1]
    pen.frame(card)
    text, side = card.inset(m.gap, m.gap / 2).cut_left(inner)
    for line, colour in lines:
        text = pen.lines(text, [line], high, colour, size=m.small)
    pen.hit(card, action, tip)
    button(pen, side.centred(m.button, m.button).inset(m.unit), action, picture=picture, tip=tip)
    return rest


def bar(pen: Pen, rect: Rect, known: Evaluation | None, shown: HudData) -> None:
    """Draw the chances of the two colours as a divided bar, with a tooltip in words."""
    m, look = pen.metrics, pen.look
    colours = shown.session.record.game.colours
    pen.frame(rect)
    inner = rect.inset(2 * m.unit)
    if known is None:
        text = tr("not analysed") if shown.outcome is None else tr("the game is over")
        pen.text(inner.inset(m.gap / 2, 0), text, look.quiet, size=m.small, align="center")
        return
    share = known.win[colours[0]]
    left, right = inner.cut_left(round(inner.w * share))
    for part, colour in ((left, colours[0]), (right, colours[1])):
        if part.w >= 1:
            pen.box(part, shown.discs[colour], min(4 * m.unit, part.w / 2))
            _share(pen, part, known.win[colour], shown.discs[colour])
    pen.box(rect, (0, 0, 0, 0), m.radius, look.quiet)
    tip = pen.translate(bar_tip(known, colours))
    pen.hit(rect, None, capitalized(tip))


def _share(pen: Pen, part: Rect, share: float, fill: tuple[int, int, int, int]) -> None:
    """Draw the percentage on its part of the bar, if it fits, in a readable colour."""
    text = percent(share)
    bright = 0.3 * fill[0] + 0.6 * fill[1] + 0.1 * fill[2] > 128
    ink = (24, 26, 30, 255) if bright else (250, 250, 248, 255)
    if pen.width(text, size=pen.metrics.small) + pen.metrics.gap < part.w:
        pen.text(part, text, ink, size=pen.metrics.small, align="center")


def bar_tip(known: Evaluation, colours: tuple[str, str]) -> Message:
    """Return the bar's content in words."""
    if known.proven:
        return certainty(known.proven, known.wins_in, known.written(known.winning_line))
    shares = tuple(
        words.SHARE(colour=colour, share=percent(known.win[colour])) for colour in colours
    )
    return words.SHARES(shares=shares)
