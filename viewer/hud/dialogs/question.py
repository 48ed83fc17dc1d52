"""Drawing of questions, both the table's and the window's."""

from __future__ import annotations

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.dialogs import buttons, card_over
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, wrapped
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.question import CANCEL, Answer, Question

ANSWER = "answer"
"""The action of an answer; its value is the answer's name."""


def question_page(pen: Pen, window: Rect, question: Question) -> Rect:
    """Draw a question in the middle of the window over a veil; return its rectangle.

    A click beside it cancels if that is one of the answers.
    """
    m = pen.metrics
    width = min(36 * m.text, window.w - 2 * m.gap)
    inner = width - 4 * m.gap
    titles = wrapped(pen.translate(question.title), m.large, True, inner, pen.measure)
    lines = (
        wrapped(pen.translate(question.text), m.text, False, inner, pen.measure)
        if question.text
        else []
    )
    head = 1.6 * m.row + (len(titles) - 1) * 1.4 * m.large
    body = len(lines) * 1.4 * m.text + 1.5 * m.gap
    away = Action(ANSWER, CANCEL.name) if CANCEL in question.answers else None
    card = card_over(pen, window, (width, head + body + m.button + 3 * m.gap), away)
    part, rest = card.inset(2 * m.gap, m.gap).cut_top(head)
    pen.lines(part, titles, head / len(titles), size=m.large, bold=True)
    pen.lines(rest, lines, 1.4 * m.text)
    foot = rest.cut_bottom(m.gap)[1].cut_bottom(m.button)[0]
    rows = [(Action(ANSWER, each.name), tr(each.label), _tip(question, each))
            for each in question.answers]  # fmt: skip
    buttons(pen, foot, rows, question.marked)
    return card


def _tip(question: Question, answer: Answer) -> str:
    """Return an answer with the key that gives it, or an empty text if there is none."""
    first = answer is question.answers[0]
    key = "Enter" if first else "Escape" if answer.name == CANCEL.name else answer.letter
    return f"{tr(answer.label)}  ({key})" if key else ""
