"""The bar along the bottom: step buttons, the track of moves, the status line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boche.engine.languages.current import tr
from boche.engine.message import capitalized
from boche.engine.record import Node
from boche.viewer.hud.layout import STEPS
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import CLEAR, Action, Colour
from boche.viewer.hud.widgets.widgets import Pen, button, button_width
from boche.viewer.hud.words import TRIED_COUNT
from boche.viewer.table.command_keys import shown_key
from boche.viewer.table.review import marked
from boche.viewer.table.shown import EXPLORER, Tone

LEAST_TRACK = 3.0  # letter heights; a shorter track would tell nothing
LINE, ROWS = 1.2, 3  # height of a line of a long status, in its letters; the most of them
FEW = 2  # lines of a long status that have room in the panel's letters
LEAST_BOLD = 9.0  # pixels; in lower bold letters the dots of a colon run together
DENSE = 6.0  # pixels between moves at 100 % below which moves have no ticks


LINE_TO = "line_to"
"""The action of a click on the track of a line that is shown: so many of its moves."""


TAKE = "take"
"""The action of a button that takes a step of a begun move, which has no place to click."""


def timeline(
    pen: Pen,
    rect: Rect,
    shown: HudData,
    *,
    low: float,
    offers: bool = True,
) -> None:
    """Draw the timeline of the game, or of the line that is shown, as far down as ``low``.

    A status of three lines reaches up to there: then the buttons make room for it, and only then,
    so that they keep their places under the pointer.

    With ``offers`` it has the buttons that lead back from what is shown to the game as it stands,
    or that choose what a click on the board does not.
    """
    m, trial = pen.metrics, shown.view.trial
    under = max(rect.bottom - low, 0.0)
    free = rect.cut_bottom(under)[1]
    pen.box(free, pen.look.panel)
    pen.rule(free, "top")
    pen.hit(free, None)
    clear = rect.middle[1] + m.button / 2 + m.unit <= low
    inner = rect.inset(m.gap, under) if clear else free.inset(m.gap, 0)
    line, index = shown.session.cursor.line, shown.session.cursor.index
    for name in STEPS:
        part, inner = inner.cut_left(m.button)
        high = min(m.button, part.h - 2 * m.unit)
        spot, on = part.centred(m.button, high), name == "play_on" and shown.view.playing
        picture = "pause" if on else "play" if name == "play_on" else name
        command_button(pen, spot.inset(m.unit), name, shown, picture=picture, on=on)
    inner = _offers(pen, inner.cut_left(m.gap / 2)[1], shown) if offers else inner
    line_shown = trial is not None and trial.source != EXPLORER
    done, steps = (trial.done, len(trial.moves)) if trial and line_shown else (index, len(line) - 1)
    count = f"{done} / {steps}"
    if shown.session.tries and not line_shown:
        told = pen.translate(TRIED_COUNT(done=done, count=steps))
        # Without room for the track beside it the numbers stand alone.
        count = told if pen.width(told) + (LEAST_TRACK * m.text + 5 * m.gap) <= inner.w else count
    wide = max(pen.width(count), pen.width("0 / 0" if line_shown else "000 / 000")) + m.gap
    if inner.w < wide:
        return
    part, inner = inner.cut_right(m.gap / 2)[1].cut_right(wide)
    pen.text(part, count, pen.look.quiet, align="right")
    inner = inner.inset(1.5 * m.gap, 0)
    if inner.w < LEAST_TRACK * m.text:
        return
    if line_shown:
        _line_track(pen, inner, done, steps)
    else:
        track(pen, inner, shown)


def _offers(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the buttons that lead on from what is shown, on the right; return the rest.

    They name their keys where that leaves room for the track; else that is in their tips.
    """
    m, offered = pen.metrics, _ways_on(shown)
    keyed = [f"{label} ({shown_key(name)})" if name else label for name, label, _ in offered]
    plain = [label for _, label, _ in offered]
    room = rect.w - LEAST_TRACK * m.text - pen.width("000 / 000") - 6 * m.gap
    labels = keyed if sum(button_width(pen, each) + m.gap for each in keyed) <= room else plain
    gaps = len(labels) * m.gap / 2
    share = min((rect.w - gaps) / max(sum(button_width(pen, each) for each in labels), 1.0), 1.0)
    main = "cancel" if shown.view.trial is not None else offered[0][0] if offered else ""
    main = "last" if main == "let_play" and _reviews(shown) else main
    chosen = _chosen_step(shown)
    for (name, _, target), label in reversed(list(zip(offered, labels, strict=True))):
        part, rest = rect.cut_right(share * button_width(pen, label))
        spot = part.centred(part.w, min(m.button, part.h - 2 * m.unit) - 2 * m.unit)
        if target:
            button(pen, spot, Action(TAKE, target), label=label, main=target == chosen)
        else:
            command_button(pen, spot, name, shown, label=label, main=name == main)
        rect = rest.cut_right(m.gap / 2)[1]
    return rect


def _ways_on(shown: HudData) -> list[tuple[str, str, str]]:
    """Return what leads on from what is shown: names of commands, labels, and steps to take.

    The command before a step names its key: the chosen one has Enter, of two the other one Tab.
    """
    trial = shown.view.trial
    if trial is not None:
        chosen = not trial.passing and trial.source != EXPLORER
        keeps = chosen and "keep_line" not in shown.view.refused
        kept = [("keep_line", tr("Keep as a variation"), "")] if keeps else []
        return [*kept, ("cancel", tr("Back to the game"), "")]  # the way back stays in its place
    hint, ghost = shown.view.hint, shown.view.ghost
    # Enter plays what is chosen now: that is not the hint once the pointer has been elsewhere.
    key = "place" if ghost is not None and ghost.hint else ""
    hinted = [(key, tr("Play the hint"), hint)] if hint else []
    if hint == "swap":  # it has a command of its own, which asks what there is to ask
        hinted = [("swap", tr("Play the hint"), "")]
    if shown.view.display.taken and shown.view.setup is None:
        taken, seconds = _chosen_step(shown), shown.view.seconds
        other = "next_choice" if len(seconds) == 2 else ""
        steps = [("place" if target == taken else other, shown.translate(label), target)
                 for target, label in seconds]  # fmt: skip
        return [*(hinted or steps), ("cancel", tr("Cancel the move"), "")]
    back, task = shown.session.looks_back, shown.session.sets_task
    latest = tr("Back to the exercise") if task else tr("Latest position")
    if _reviews(shown):
        back, latest = True, tr("Back to the end")
    if shown.session.tries:
        back, latest = True, tr("Back to the game")
    # Whoever reads that a key resumes it finds that key on the button.
    name = "pause" if shown.analysis.waiting else "let_play"
    waits = shown.analysis.waiting or shown.session.computer_waits
    possible = waits and name not in shown.view.refused
    offered = [(name, tr("Let it play from here"), "")] if possible else []
    if shown.view.asked:
        offered.append(("cancel", tr("Cancel"), ""))
    return [*hinted, *offered] + ([("last", latest, "")] if back else [])


def _reviews(shown: HudData) -> bool:
    """Return whether an earlier move of a finished game against a computer is shown."""
    session = shown.session
    return session.is_over and session.seats.computers > 0 and bool(session.cursor.node.children)


def _chosen_step(shown: HudData) -> str:
    """Return the step that Enter takes: the one that is chosen, or the first of those offered."""
    targets, ghost = [target for target, _ in shown.view.seconds], shown.view.ghost
    return ghost.target if ghost is not None and ghost.target in targets else "".join(targets[:1])


def _line_track(pen: Pen, rect: Rect, done: int, steps: int) -> None:
    """Draw the moves of a line that is shown; a click goes to one of them."""
    m, look, y = pen.metrics, pen.look, rect.middle[1]
    thick, wide = 4 * m.unit, rect.w / max(steps, 1)
    pen.box(Rect(rect.x, y - thick / 2, rect.w, thick), look.line, thick / 2)
    pen.box(Rect(rect.x, y - thick / 2, done * wide, thick), look.good, thick / 2)
    for number in range(steps + 1):
        x = rect.x + number * wide
        pen.box(Rect(x - m.hair / 2, y - 9.5 * m.unit, m.hair, 4 * m.unit), look.off)
        low = max(x - wide / 2, rect.x - m.gap)  # beside a short line are the buttons that step
        high = min(x + wide / 2, rect.right + m.gap)
        pen.hit(Rect(low, rect.y, high - low, rect.h), Action(LINE_TO, number))
    pen.disc(rect.x + done * wide, y, 7 * m.unit, look.good, look.panel)


def track(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the track: the played part, ticks, variations, comments, the ending, the handle."""
    m, look = pen.metrics, pen.look
    line, index = shown.session.cursor.line, shown.session.cursor.index
    steps = max(len(line) - 1, 1)
    y, thick = rect.middle[1], 4 * m.unit
    pen.box(Rect(rect.x, y - thick / 2, rect.w, thick), look.line, thick / 2)
    at = rect.x + rect.w * index / steps
    pen.box(Rect(rect.x, y - thick / 2, at - rect.x, thick), look.accent, thick / 2)
    bad = set(marked(line, shown.analysis.mistakes))
    dense = rect.w / steps < DENSE * m.unit
    for number, node in enumerate(line):
        x = rect.x + rect.w * number / steps
        if node in bad:
            wedge(pen, x, y)
        _mark(pen, x, y, node, shown, dense)
    ending = shown.session.positions.ending(line[-1]) if len(line) > 1 or line[-1].move else None
    if ending is not None and not shown.view.ending:
        fill, radius = shown.discs.get(ending.winner or "", look.off), 5 * m.unit
        pen.disc(rect.right, y - 3.4 * radius, radius, fill)
    pen.disc(at, y, 7 * m.unit, look.accent, look.panel)
    if len(line) > 1:
        pen.hit(rect.inset(-m.gap, 0), None)
        pen.hit(Rect(rect.x - m.gap, rect.y, rect.w + 2 * m.gap, rect.h), Action("scrub", steps),
                drag=True)  # fmt: skip


def place_of(fraction: float, width: float, gap: float, steps: int) -> int:
    """Return the step at a place on the track, a ``fraction`` of its width including the gaps."""
    inner = max(width - 2 * gap, 1.0)
    return round(min(max((fraction * width - gap) / inner, 0.0), 1.0) * steps)


def _mark(pen: Pen, x: float, y: float, node: Node, shown: HudData, dense: bool) -> None:
    m, look = pen.metrics, pen.look
    parent = node.parent
    up = 5 * m.unit
    if parent is not None and len(parent.children) > 1:
        top = Rect(x - m.unit, y - 2.6 * up, 2 * m.unit, 1.4 * up)
        pen.box(top, look.accent, m.unit)
    elif not dense and node.move is not None:
        pen.box(Rect(x - m.hair / 2, y - 1.9 * up, m.hair, 0.8 * up), look.off)
    if node.comment:
        pen.disc(x, y + 2.1 * up, 2.2 * m.unit, look.quiet, CLEAR)


def wedge(pen: Pen, x: float, y: float) -> None:
    """Draw a wedge over the line that marks a mistake."""
    m = pen.metrics
    for step in range(5):
        half = (5 - step) * m.unit
        top = y - 15 * m.unit + 1.6 * step * m.unit
        pen.box(Rect(x - half, top, 2 * half, 1.8 * m.unit), pen.look.danger)


def status(pen: Pen, rect: Rect, shown: HudData, instead: str | None = None) -> Rect:
    """Draw the status line: the latest news, and the item under the pointer; return its place.

    ``instead`` replaces the table's own line. What has no room in one line has several, and reaches
    up into the timeline; what is under the pointer waits if it would cost the news a line.
    """
    m, look, view = pen.metrics, pen.look, shown.view
    told, info = pen.translate(view.status if instead is None else instead), shown.told_of_place
    parts: list[tuple[str, Tone]] = [
        (pen.translate(_thinking(shown)), "waiting"),
        (told, view.tone),
    ]
    parts = [(_sentence(words), tone) for words, tone in parts if words]
    info = "" if info == told else info
    room = rect.w - 3 * m.gap - _unsafe_width(pen, rect, shown)
    beside = pen.width(info, size=m.small) + 3 * m.gap if info else 0.0
    bold = any(tone in BOLD for _, tone in parts)
    sizes = (m.text,) if bold and m.small < LEAST_BOLD else (m.text, m.small)
    wide = {size: sum(_line_width(pen, *part, size) for part in parts) for size in sizes}
    size = next((size for size in sizes if wide[size] + beside <= room), 0.0)
    rows = list[Row]()
    if not size:
        size, rows = m.text, _rows(pen, room, parts, info, m.text)
        if len(rows) > FEW:
            size, rows = m.small, _rows(pen, room, parts, info, m.small)
    high = len(rows) * LINE * size
    tall = max(rect.h, high + 6 * m.unit if rows else 0.0)
    rect = Rect(rect.x, rect.bottom - tall, rect.w, tall)
    pen.box(rect, look.panel)
    pen.rule(rect, "top")
    pen.hit(rect, None)  # a pointer that reads it is not on the board
    left = _unsafe(pen, rect.inset(1.5 * m.gap, 0), shown)
    if rows:
        _draw_rows(pen, left.centred(left.w, high), rows, size)
        return rect
    if info:
        right, left = left.cut_right(beside - 3 * m.gap + 1)
        pen.text(right, info, look.quiet, size=m.small, align="right")
    for words, tone in parts:
        left = _line(pen, left, words, tone, size)
    return rect


@dataclass(frozen=True)
class Row:
    """A line of a long status: the text, its tone, whether a sentence begins, and what is beside.

    ``about`` is what is under the pointer, on the right.
    """

    words: str
    tone: Tone = "said"
    begins: bool = True
    about: str = ""


def _rows(
    pen: Pen, width: float, parts: list[tuple[str, Tone]], info: str, size: float
) -> list[Row]:
    """Return lines for what has no room in one.

    What is under the pointer comes last, beside the last line if there is room. It waits if the
    other lines are as many as there may be.
    """
    m, rows = pen.metrics, list[Row]()
    for words, tone in parts:
        sign, bold = 1.5 * m.text if tone in SIGNS else 0.0, tone in BOLD
        lines = pen.lines_of(words, width - sign, size=size, bold=bold)
        rows += [Row(line, tone, not number) for number, line in enumerate(lines)]
    last = rows[-1] if rows else Row("")
    free = width - _line_width(pen, last.words, last.tone, size)
    if len(rows) > ROWS:
        left = " ".join(row.words for row in rows[ROWS - 1 :])
        return [*rows[: ROWS - 1], replace(rows[ROWS - 1], words=left)]
    if rows and pen.width(info, size=m.small) <= free:
        return [*rows[:-1], replace(rows[-1], about=info)]
    return [*rows, Row("", about=info)] if len(rows) < ROWS else rows


def _draw_rows(pen: Pen, rect: Rect, rows: list[Row], size: float) -> None:
    m = pen.metrics
    for row in rows:
        part, rect = rect.cut_top(LINE * size)
        if row.about:
            pen.text(part, row.about, pen.look.quiet, size=m.small, align="right")
        colour = _colour(pen, row.tone)
        if row.tone in SIGNS:
            mark, part = part.cut_left(1.5 * m.text)
            if row.begins:
                place = mark.cut_left(m.text)[0].centred(m.text, m.text)
                pen.icon(SIGNS[row.tone], place, colour)
        pen.text(part, row.words, colour, size=size, bold=row.tone in BOLD, named=True)


def _colour(pen: Pen, tone: Tone) -> Colour:
    look = pen.look
    colours = {"refused": look.danger, "waiting": look.accent, "noted": look.accent}
    return colours.get(tone, look.text)


def _sentence(text: str) -> str:
    """Return a line of the status with a capital, unless it begins with a file or an address."""
    first = text.partition(" ")[0].rstrip(".,:;…")
    return text if any(sign in first for sign in "./\\:_=@") else capitalized(text)


SIGNS: dict[Tone, str] = {
    "noted": "hint",
    "refused": "refused",
    "waiting": "waiting",
    "over": "resign",
}
"""The icons before lines of the status, so that they do not differ by colour alone."""


BOLD: tuple[Tone, ...] = ("refused", "over")


def _line_width(pen: Pen, words: str, tone: Tone, size: float) -> float:
    m = pen.metrics
    sign = 1.5 * m.text if tone in SIGNS else 0.0
    return sign + pen.width(words, size=size, bold=tone in BOLD) + 2 * m.gap


def _line(pen: Pen, rect: Rect, words: str, tone: Tone, size: float) -> Rect:
    """Draw a line of the status in the style of its kind; return the rectangle beside it."""
    m, colour = pen.metrics, _colour(pen, tone)
    part, rest = rect.cut_left(_line_width(pen, words, tone, size))
    if tone in SIGNS:
        mark, part = part.cut_left(1.5 * m.text)
        pen.icon(SIGNS[tone], mark.cut_left(m.text)[0].centred(m.text, m.text), colour)
    pen.text(part, words, colour, size=size, bold=tone in BOLD, named=True)
    return rest


def _unsafe_words(shown: HudData) -> str:
    why = shown.session.safety.problem
    reason = why.rpartition(": ")[2]
    return tr("Moves are not being saved: {reason}", reason=reason) if why else ""


def _unsafe_width(pen: Pen, rect: Rect, shown: HudData) -> float:
    """Return the width of the warning that work is not on disk, with its gap."""
    m, words = pen.metrics, _unsafe_words(shown)
    if not words:
        return 0.0
    return min(pen.width(words, bold=True) + 2 * m.gap, 0.6 * (rect.w - 3 * m.gap)) + m.gap


def _unsafe(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw a warning while unsaved work is not on disk, with the reason; return the rest."""
    m, look, why = pen.metrics, pen.look, shown.session.safety.problem
    if not why:
        return rect
    words = _unsafe_words(shown)
    part, rest = rect.cut_left(min(pen.width(words, bold=True) + 2 * m.gap, 0.6 * rect.w))
    spot = part.inset(0, 2 * m.unit)
    pen.box(spot, look.danger, m.radius)
    pen.text(spot.inset(m.gap, 0), words, look.panel, bold=True)
    tip = tr("{reason}. Click to save elsewhere.", reason=why)
    pen.hit(spot, Action("command", "save_as"), tip)
    return rest.cut_left(m.gap)[1]


def _thinking(shown: HudData) -> str:
    """Return what the computer is doing, unless the status already says so."""
    status = shown.analysis.status
    return "" if status and status in shown.view.status else status
