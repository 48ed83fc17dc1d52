"""The evaluation: a bar for the current position, a graph over the game, missed moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from boche.engine.comments import certainty
from boche.engine.game import colour_of
from boche.engine.languages.current import tr, translate
from boche.engine.languages.formats import percent
from boche.engine.message import Message, capitalized
from boche.engine.record.people import called
from boche.engine.review.accuracy import Accuracy, accuracy_said
from boche.engine.search.analysis import Evaluation, Mistake
from boche.viewer.hud import words
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.pages.ending import ring
from boche.viewer.hud.pages.explorer import chance_known
from boche.viewer.hud.pages.graph import graph, height_of
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Colour
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.session import Session
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.commands import tip_of
from boche.viewer.table.review import Missed, is_tried, missed_at
from boche.viewer.table.shown import ENGINE, RETRY, TrialView

LINE = 1.4  # height of a line in its letters
CARD_LINES = 2, 4  # fewest and most lines of a mistake's card
WITH_NAME = 4.0  # letter heights of an accuracy; with less there is no word on what it is


def evaluation(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the bar and the graph at the bottom of a rectangle, if one studies; return the rest.

    So the tabs above stay in their place when an analysis begins. While one studies a game each
    part is as high at every move, so that nothing jumps.
    """
    m, analysis = pen.metrics, shown.analysis
    several = len(analysis.graph) > 1 or bool(analysis.mistakes)
    if analysis.aside or not (analysis.evaluating or several):
        return rect
    line = 1.9 * m.text
    high = height_of((rect.h - line - m.row) / m.text) if several else 0.0
    tall = round(high * m.text) + m.gap if high else 0.0
    found = high or (several and RETRY not in shown.view.refused)
    block, rest = rect.cut_bottom(line + tall + (m.row if found else 0.0))
    part, block = block.cut_top(line)
    bar(pen, part.inset(0, 0.2 * m.text), analysis.evaluation, shown)
    if high:
        part, block = block.cut_top(tall)
        graph(pen, part.inset(0, m.gap / 2), shown)
    if found:
        findings(pen, block, shown)
    return rest


def mistake_card(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw what is known of the move, at the bottom of a rectangle; return the rest.

    Of an analysed game that has mistakes it is as high at every move.
    """
    if not shown.analysis.mistakes or shown.analysis.aside:
        return rect
    part, rect = rect.cut_bottom(_card_height(pen, rect.w, shown))
    part = part.cut_top(pen.metrics.gap / 2)[1]
    trial = shown.view.trial
    found = missed_at(shown.session.cursor.node, shown.analysis.mistakes)
    if trial is not None:  # the move that led here has no part in the line on the board
        if trial.source == ENGINE and not trial.rank:
            tried(pen, part, trial, shown)
    elif found is not None:
        missed(pen, part, found, shown)
    else:
        none_missed(pen, part, shown)
    return rect


def findings(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw how far the analysis is, or how accurate the players were, and what comes next."""
    m, analysis, known = pen.metrics, shown.analysis, shown.analysis.findings
    done = analysis.analysing or (known.known, known.count)
    complete = analysis.analysing is None and known.complete and known.count > 0
    name, picture = ("moments", "moments") if complete else ("analyse", "play")
    picture = "pause" if analysis.analysing else picture
    side, rest = rect.cut_right(m.row)
    command_button(pen, side.inset(m.unit), name, shown, picture=picture)
    if RETRY not in shown.view.refused:
        label = tr("Retry")
        side, rest = rest.cut_right(min(button_width(pen, label) - m.gap, rest.w / 2))
        command_button(pen, side.inset(0, m.unit), RETRY, label=label)
        ring(pen, side.inset(0, m.unit), RETRY, shown)
        rest = rest.cut_right(m.gap / 2)[1]
    if complete:
        _accuracies(pen, rest, shown)
        return
    text = words.ANALYSING if analysis.analysing else words.PARTLY_KNOWN
    said = text(done=done[0], count=done[1]) if done[1] else tr("not analysed")
    pen.label(rest, said, pen.look.quiet, size=m.small)


def _accuracies(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the accuracy of both players; in a tried line never without saying that it is one."""
    m, session = pen.metrics, shown.session
    if not any(shown.analysis.findings.accuracy):
        return
    name, what = tr("Accuracy"), words.ACCURACY_TIP
    beside = is_tried(session)
    if beside:
        name, what = pen.translate(words.LINE_ACCURACY), words.LINE_ACCURACY_TIP
    part, rest = rect.cut_left(pen.width(name, size=m.small) + m.gap)
    fits = rest.w >= 2 * WITH_NAME * m.text
    if fits or beside:
        pen.text(part, name, pen.look.quiet, size=m.small)
        pen.hit(part, None, what)
    if beside and not fits:
        return
    if not fits:
        rest = rect
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
        told = pen.translate(accuracy_of(session, known, seat))
        tip = told if known.decided else f"{told}\n{pen.translate(what)}"
        pen.hit(place, None, tip)


def accuracy_of(session: Session, accuracy: Accuracy, seat: int) -> str:
    """Return in a sentence how accurate a player was, or how the opening lost the game."""
    colour = colour_of(session.positions.at(session.cursor.node), seat)
    who = called(session.person_of(colour).name) or colour.capitalize()
    return accuracy_said(who, accuracy)


def tried(pen: Pen, card: Rect, trial: TrialView, shown: HudData) -> None:
    """Draw the better line that is on the board, and what ends that."""
    leave = pen.translate(words.LINE_LEFT(key=shown_key("cancel")))
    told = [(_better(shown.line_texts(trial.moves)), pen.look.text), (leave, pen.look.quiet)]
    _card(pen, card, told, Action("command", "cancel"), leave, "back")


def missed(pen: Pen, card: Rect, found: Missed, shown: HudData) -> None:
    """Draw what a move lost, and the better moves; the tooltip has them whole.

    A click shows them on the board, or goes back from there.
    """
    mistake = found.mistake
    before = shown.session.positions.at(found.node.parent or found.node)
    played = shown.line_texts([mistake.move], before)[0]
    outdone = found.node in shown.analysis.outdone
    cost = _cost(mistake, played, outdone=outdone)
    better, ink = _better(shown.line_texts(mistake.line, before)), pen.look.danger
    if found.shown:
        game = shown.session.record.main_line()
        where = words.IN_THE_GAME if found.node in game else words.IN_THE_OTHER_LINE
        cost, ink = pen.translate(where(cost=cost)), pen.look.quiet
    told = [(cost, ink), (better, pen.look.text)]
    tip = tr("Back to the game's move") if found.shown else tip_of("show_missed")
    if outdone:
        tip = f"{capitalized(pen.translate(words.LONGER_SINCE))}\n{tip}"
    picture = "back" if found.shown else "play"
    _card(pen, card, told, Action("command", "show_missed"), tip, picture)


def _cost(mistake: Mistake, played: str, *, outdone: bool) -> str:
    """Return a move with its number in the list, and what it lost, see ``loss_told``."""
    return f"{mistake.ply}. {played}{mistake.sign} {loss_told(mistake.text, outdone=outdone)}"


def loss_told(loss: str, *, outdone: bool) -> str:
    """Return what a move lost, and by what.

    That is told if it is ``outdone`` by a longer search, whose chances the bar and the graph show.
    """
    return translate(words.LOST_IN_ANALYSIS(loss=loss)) if outdone else loss


def _better(moves: Sequence[str]) -> str:
    """Return the moves of a better line in words."""
    move, *line = moves
    if line:
        return tr("Better: {move}, then {moves}", move=move, moves=" ".join(line))
    return tr("Better: {move}", move=move)


def _card(
    pen: Pen, card: Rect, told: Sequence[tuple[str, Colour]], action: Action, tip: str, picture: str
) -> None:
    """Draw two texts in lines, each with its colour, and a button beside them.

    The first text may take all lines but one.
    """
    m = pen.metrics
    pen.frame(card)
    side, text = card.cut_right(m.button + m.gap / 2)
    text = text.cut_left(m.gap)[1]
    high, lines = LINE * m.small, list[tuple[str, Colour]]()
    room = int(card.h // high)
    for after, (each, ink) in zip((len(told) - 1, 0), told, strict=True):
        most = max(room - after - len(lines), 1)
        parts = pen.lines_of(each, text.w, size=m.small)
        parts[most - 1 :] = [" ".join(parts[most - 1 :])]  # a line that is too long is cut visibly
        lines += [(line, ink) for line in parts if line]
    text = text.inset(0, (card.h - len(lines) * high) / 2)
    for part, (line, ink) in zip(text.rows(high), lines, strict=False):
        pen.text(part, line, ink, size=m.small)
    pen.hit(card, action, "\n".join((*(each for each, _ in told), tip)))
    button(pen, side.centred(m.button, m.button).inset(m.unit), action, picture=picture, tip=tip)


def _card_height(pen: Pen, width: float, shown: HudData) -> float:
    """Return the height of a card that holds any mistake found, so that it is always the same."""
    m, (least, most) = pen.metrics, CARD_LINES
    room = width - m.button - 1.5 * m.gap
    needed = least
    for mistake in shown.analysis.mistakes.values():
        texts = _cost(mistake, mistake.move, outdone=True), _better(mistake.line)
        needed = max(needed, sum(ceil(pen.width(text, size=m.small) / room) for text in texts))
        if needed >= most:
            break
    return min(needed, most) * LINE * m.small + 1.5 * m.gap


def none_missed(pen: Pen, card: Rect, shown: HudData) -> None:
    """Draw in place of a mistake that the move is none, if it is known; a click goes to the next.

    Before the first move it says where that leads.
    """
    m = pen.metrics
    pen.highlight(card, chosen=False)
    side, text = card.cut_right(m.button + m.gap / 2)
    told = pen.translate(words.FIRST_MISTAKE)
    if shown.session.cursor.node.move is not None:
        none, unknown = tr("No mistake at this move"), tr("This move is not analysed yet")
        told = none if shown.analysis.judged else unknown
    pen.label(text.cut_left(m.gap)[1], told, pen.look.quiet, size=m.small)
    command_button(pen, side.centred(m.button, m.button).inset(m.unit), "next_mistake",
                   picture="forward")  # fmt: skip


def bar(pen: Pen, rect: Rect, known: Evaluation | None, shown: HudData) -> None:
    """Draw the chances of the two colours as a divided bar, with a tooltip in words."""
    m, look = pen.metrics, pen.look
    colours = shown.session.record.game.colours
    pen.frame(rect)
    inner = rect.inset(2 * m.unit)
    if known is None:
        text = chance_known(shown) or _chance_of_line(shown) or tr("not analysed")
        text = text if shown.outcome is None else tr("the game is over")
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


def _chance_of_line(shown: HudData) -> Message | None:
    """Return what the engine holds of the line on the board, where that begins, or None."""
    trial, count = shown.view.trial, shown.session.cursor.index
    if trial is None or trial.passing or trial.source != ENGINE or not trial.rank:
        return None
    for candidate in shown.analysis.candidates:
        if str(candidate.move) == trial.moves[0]:
            seen = words.SEEN_FROM if count else words.SEEN_FROM_START
            share = percent(candidate.value)
            return seen(colour=shown.position.turn.capitalize(), share=share, count=count)
    return None


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
