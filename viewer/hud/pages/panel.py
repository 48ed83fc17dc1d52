"""The panel on the right: the game, the players, the game's facts, the tabs, the comment."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from boche.engine.game import Game
from boche.engine.languages.current import tr, tr_word
from boche.engine.message import Message, capitalized
from boche.engine.players.levels import nearest_level
from boche.engine.players.spec import PlayerSpec
from boche.engine.record.people import called
from boche.viewer.games.info import Fact, Located
from boche.viewer.games.words import WINS, WINS_HERE
from boche.viewer.hud.model import COMMENT, KEEP_POINTING, POINT_TO, HudData
from boche.viewer.hud.pages import evaluation, teaching
from boche.viewer.hud.pages.ending import after_the_end, has_level, level_button
from boche.viewer.hud.pages.far import far_away, talk
from boche.viewer.hud.pages.game_card import game_line
from boche.viewer.hud.pages.lesson import lesson
from boche.viewer.hud.pages.setup import setup_card
from boche.viewer.hud.pages.tabs import tabbed
from boche.viewer.hud.pages.training import training
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Measure, Page, wrapped
from boche.viewer.hud.widgets.widgets import Pen, button, scrollbar
from boche.viewer.session import Seat, words
from boche.viewer.session.chapters import title_of
from boche.viewer.table.clocks import ClockView
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import tip_of
from boche.viewer.table.keys import key_name
from boche.viewer.table.news import end_said

COMMENT_LINES, COMMENT_LEAST = 10, 3
"""The maximum number of lines of a comment, and those that it has before the facts get theirs."""
TABS, BELOW, TABS_SHARE = 24.7, 7.6, 0.7
"""Letter heights of the tabs: what they keep where there is room (ten rows of moves, or four of the
engine's candidates), what is left below them before they have so much, and their least share.
"""
FACT = 1.35
"""The height of a fact's line in its letters."""
TASK = 9.0
"""The least height of a task in letter heights: facts give way to it."""


def panel(pen: Pen, rect: Rect, shown: HudData, covered: float = 0.0) -> None:
    """Draw the panel, and nothing at its lower end as far as that is ``covered`` by a card.

    Above the tabs stands only what is as high at every move of a game, so that a click on them or
    in their lists hits what was seen there. What comes and goes has its place below them, and
    speaks of the game while only the pointer rests on a line of a list.
    """
    m, given = pen.metrics, shown
    shown = shown.of_game
    pen.box(rect, pen.look.panel)
    pen.rule(rect, "left")
    pen.hit(rect, None)
    rest = rect.inset(1.5 * m.gap, m.gap).cut_bottom(covered)[1]
    if shown.view.setup is not None:
        setup_card(pen, rest, shown, shown.view.setup)
        return
    lesson_state, exercise = shown.view.lesson, shown.view.training
    if lesson_state is not None or exercise is not None:
        rest = game_notes(pen, rest, shown)
        line = FACT * m.text
        room = rest.h - m.row - 2 * m.button - 2 * m.gap - TASK * m.text
        for fact in _fitting(pen, rest.w, facts_of(shown), max(int(room / line), 0)):
            part, rest = rest.cut_top(line * fact_lines(pen, rest.w, fact))
            fact_line(pen, part, fact, shown)
        rest = threats(pen, rest, shown).cut_top(m.gap / 2)[1]
        if lesson_state is not None:
            lesson(pen, rest, shown, lesson_state)
        elif exercise is not None:
            training(pen, rest, shown, exercise)
        return
    rest = chapter_line(pen, game_line(pen, rest, shown), shown)
    for colour in shown.session.record.game.colours:
        part, rest = rest.cut_top((1.35 if shown.view.clocks is None else 1.9) * m.row)
        player(pen, part, colour, shown)
    rest = evaluation.evaluation(pen, rest, shown)  # below the tabs, too
    tabbed(pen, below(pen, rest, shown), given)


def game_notes(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw what is said of the game at the top of a rectangle; return the rest."""
    rest = pen.sentence(rect, shown.session.rating_note, 1.35, most=2)
    rest = headline(pen, rest, shown)
    far = shown.view.far
    return far_away(pen, rest, shown, far) if far is not None else rest


def threats(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the threats at the top of a rectangle, if they are asked for; return the rest."""
    found = shown.view.threats
    if found is None:
        return rect
    return teaching.threat_list(pen, rect.cut_top(pen.metrics.gap / 2)[1], shown, found)


def below(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw what stands below the tabs, at the bottom of a rectangle; return the rest.

    The facts and the comment share the room that the tabs do not need, the comment first. A warning
    lies lowest and grows upwards: whoever clicks one of its buttons twice hits the same one, though
    the first click shows a line with other facts and another end.
    """
    m, far, given = pen.metrics, shown.view.far, shown.view.warning
    whole = rect.h
    rest = teaching.warning(pen, rect, shown, given) if given is not None else rect
    rest = evaluation.mistake_card(pen, rest, shown)
    rest = talk(pen, rest, far) if far is not None else rest

    def said(pen: Pen, rect: Rect) -> Rect:
        return game_notes(pen, threats(pen, rect, shown), shown)

    high = said(replace(pen, page=Page()), rest).y - rest.y  # drawn aside, to know its height
    tabs = max(min(TABS * m.text, whole - BELOW * m.text), TABS_SHARE * whole)
    spare = rest.h - high - tabs
    line = FACT * m.small
    facts = facts_of(shown)
    wanted = max(shown.info.rows, sum(fact_lines(pen, rest.w, fact) for fact in facts)) * line
    before = rest.h
    rest = comment(pen, rest, shown, spare - wanted)
    spare -= before - rest.h
    count = max(int(spare / line), 0)
    facts = _fitting(pen, rest.w, facts, count)
    used = sum(fact_lines(pen, rest.w, fact) for fact in facts)
    block, rest = rest.cut_bottom(max(used, min(shown.info.rows, count)) * line)
    for fact in facts:
        part, block = block.cut_top(line * fact_lines(pen, block.w, fact))
        fact_line(pen, part, fact, shown)
    part, above = rest.cut_bottom(high)
    said(pen, Rect(part.x, part.y, part.w, rest.h))
    return above


def facts_of(shown: HudData) -> list[Fact]:
    """Return the facts on the position on the board that are to be shown to who reads them."""
    reader, analysis = reader_of(shown), shown.analysis
    tasked = shown.view.lesson is not None or shown.view.training is not None
    studies = not analysis.aside and (analysis.evaluating or len(analysis.graph) > 1)
    taken = shown.view.display.taken if shown.view.trial is None else ""
    facts = (fact.seen_by(reader) for fact in shown.info.facts(shown.on_board, taken))
    lesson = shown.view.lesson is not None
    return [
        replace(fact, label=WINS_HERE()) if lesson and fact.label.kind == WINS.kind else fact
        for fact in facts
        if not (fact.threatens and shown.view.threats is not None)
        and not (fact.known and shown.on_board.ply and studies)
        and not (fact.answers and tasked)
    ]  # fmt: skip


def _fitting(pen: Pen, width: float, facts: list[Fact], count: int) -> list[Fact]:
    """Return those facts for which there are so many lines: known ones go first, alarms last.

    Before others go, what is told of both colours stands in one line.
    """
    kept = list(facts)
    while kept and sum(fact_lines(pen, width, fact) for fact in kept) > count:
        if not any(fact.known for fact in kept) and len(pairs := _in_pairs(pen, kept)) < len(kept):
            kept = pairs
            continue
        order = [(fact.alarm, not fact.known, -index) for index, fact in enumerate(kept)]
        del kept[order.index(min(order))]
    return kept


def _in_pairs(pen: Pen, facts: list[Fact]) -> list[Fact]:
    """Return facts with those in one that have the same label but another colour."""
    alike: dict[tuple[str, bool], list[Fact]] = {}
    for number, fact in enumerate(facts):
        label = fact.label if fact.colour else str(number)
        alike.setdefault((label, bool(fact.colour)), []).append(fact)
    return [_of_both(pen, same) if len(same) > 1 else same[0] for same in alike.values()]


def _of_both(pen: Pen, facts: list[Fact]) -> Fact:
    told = (f"{tr_word(fact.colour).capitalize()} {pen.translate(fact.value)}" for fact in facts)
    alarm = any(fact.alarm for fact in facts)
    located = [fact.where for fact in facts if fact.where is not None]
    lit, places = (tuple(each for where in located for each in where[part]) for part in (0, 1))
    where = Located(lit, places) if located else None
    return replace(facts[0], value=", ".join(told), colour="", alarm=alarm, where=where)


def reader_of(shown: HudData) -> str:
    """Return the colour of the only person here, or of two the one to move; empty for none."""
    own, turn = shown.session.own_colour, shown.on_board.turn
    return own or ("" if shown.session.person_of(turn).player else turn)


def player(pen: Pen, rect: Rect, colour: str, shown: HudData) -> None:
    """Draw a player's line: disc, name, and a mark for the turn or the win."""
    m, look, session = pen.metrics, pen.look, shown.session
    outcome = shown.outcome
    turn = outcome is None and not shown.view.ending and shown.on_board.turn == colour
    won = outcome is not None and outcome.winner == colour and not session.tries
    spot = rect.inset(0, m.unit)
    if turn or won:
        pen.box(spot, look.chosen, m.radius)
    rest = clock_face(pen, spot, colour, shown.view.clocks, session.turn == colour)
    mark, rest = rest.cut_left(2.2 * m.text)
    pen.disc(*mark.middle, 0.55 * m.text, shown.discs[colour])
    tried = shown.view.trial is not None and shown.view.trial.done
    waits = turn and not tried and shown.analysis.waiting == colour
    who = words_for(colour, session.person_of(colour), session.record.game)
    if session.own_colour == colour and session.seats.computers:
        who = words.YOU(player=who)
    note = tr_word("won") if won else _turn_note(colour, shown) if turn else ""
    if turn and not waits and _half_made(shown):
        # The name comes first: beside a long one the note is shorter.
        room = rest.w - pen.width(pen.translate(who), bold=True) - m.gap - 1
        note = note if pen.width(note, size=m.small) <= room else tr("not finished")
    clock = shown.view.far.clocks.get(colour, "") if shown.view.far is not None else ""
    note = "  ".join(filter(None, (note, clock)))
    part, rest = rest.cut_right(pen.width(note, size=m.small) + m.gap + 1 if note else 0)
    pen.text(part.inset(m.gap / 2, 0) if note else part, note, look.quiet, size=m.small,
             align="right")  # fmt: skip
    _who(pen, rest, pen.translate(who), bold=turn or won)
    pen.hit(spot, Action("players"), tr("Who plays: names, people or the computer"))
    if waits:
        pen.hit(part, Action("command", "pause"), tip_of("pause"))


def _who(pen: Pen, rect: Rect, who: str, *, bold: bool) -> None:
    """Draw a player's name, beside a clock in two lines if one does not hold it."""
    m = pen.metrics
    if pen.width(who, bold=bold) <= rect.w or rect.h < 2.5 * m.text:
        pen.label(rect, who, bold=bold)
        return
    for size in (m.text, m.small):
        first, *others = pen.lines_of(who, rect.w, size=size, bold=bold)
        if len(others) < 2:
            break
    pen.lines(rect, [first, " ".join(others)], rect.h / 2, size=size, bold=bold)


def clock_face(pen: Pen, rect: Rect, colour: str, clocks: ClockView | None, turn: bool) -> Rect:
    """Draw a player's clock on the right, with a line of words below; return the rest."""
    if clocks is None:
        return rect
    m, look = pen.metrics, pen.look
    face, note = clocks.faces[colour], clocks.notes[colour]
    size = round(1.5 * m.text)
    note = pen.translate(note)
    if clocks.paused and turn:
        note = tr("paused: press {key}", key=key_name(keys_of("pause")[0]))
    width = max(pen.width(face, size=size, bold=True), pen.width(note, size=m.small), 4.5 * m.text)
    part, rest = rect.cut_right(width + 1.5 * m.gap)
    part = part.inset(m.gap / 2, 0)
    runs, low = clocks.running == colour, colour in clocks.low
    ink = look.danger if low else look.text if runs else look.quiet
    words = part
    pen.hit(part, Action("command", "pause"), tip_of("pause"))
    if note:
        part, words = part.cut_top(0.6 * part.h)
        pen.text(words, note, look.danger if low else look.quiet, size=m.small, align="right")
    pen.text(part, face, ink, size=size, bold=True, align="right")
    return rest


def _turn_note(colour: str, shown: HudData) -> str:
    """Return a note on what the player to move is doing."""
    if shown.view.trial is not None and shown.view.trial.done:
        return tr("to move")  # on the board, in a line that nobody plays
    if shown.analysis.waiting == colour:
        return tr("waits: press {key}", key=key_name(keys_of("pause")[0]))
    if shown.analysis.thinking == colour:
        seconds = shown.analysis.preparing
        return tr("preparing, {seconds} s…", seconds=seconds) if seconds else tr("thinking…")
    if shown.session.computer_waits and colour == shown.session.turn:
        return tr("waits")  # at an earlier move, until it is to play from there
    if shown.view.clocks is not None:
        return ""  # a clock says whose turn it is, and needs the room
    return tr("your turn is not finished") if _half_made(shown) else tr("to move")


def _half_made(shown: HudData) -> bool:
    """Return whether a move is begun, and nothing else says whose turn it is."""
    return bool(shown.view.display.taken) and shown.view.clocks is None


def words_for(colour: str, seat: Seat, game: Game) -> Message:
    """Return a player in words: ``Anna, light``, ``Dark, level 4``, ``Dark, about level 3``."""
    rating = PlayerSpec.parse(seat.player).rating
    if rating is not None and not seat.name:
        return words.ABOUT(colour=colour.capitalize(), number=nearest_level(game, rating))
    if seat.name:
        label = "" if seat.label and seat.name.startswith(seat.label) else seat.label
        return words.PERSON(name=called(seat.name), about=(colour, *filter(None, [label])))
    if seat.label:
        return words.COMPUTER(colour=colour.capitalize(), label=seat.label)
    return words.PLAYER(colour=colour.capitalize())


def headline(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the outcome in words, and the buttons for a finished game; draw nothing before the end.

    Return the rest of the rectangle.
    """
    m, outcome = pen.metrics, shown.outcome
    rest = rect.cut_top(m.gap / 2)[1]
    if outcome is None:
        return rest
    own = shown.session.own_colour  # the winner's name stands above
    tried = shown.view.trial is not None  # then it is no end of the game
    told = (own or shown.session.tries) and not tried
    said = end_said(shown.session, outcome) if told else outcome.reason
    rest = pen.paragraph(rest, capitalized(pen.translate(said)), 1.35, bold=True, most=3)
    tried = tried or shown.session.tries
    if shown.view.lesson is None and shown.view.training is None and not tried:
        row, rest = rest.cut_top(m.gap / 2)[1].cut_top(m.button)
        after_the_end(pen, row, shown)
        if has_level(shown):
            row, rest = rest.cut_top(m.gap / 2)[1].cut_top(m.button)
            level_button(pen, row, shown)
    return rest.cut_top(m.gap / 2)[1]


def fact_lines(pen: Pen, width: float, fact: Fact) -> int:
    """Return the number of lines of a fact: more if its value does not fit beside its label."""
    m = pen.metrics
    words = pen.width(fact.label, size=m.small) + pen.width(fact.value, size=m.small)
    if words + m.gap / 2 + 1 + (1.4 * m.text if fact.colour else 0.0) <= width:
        return 1
    return 1 + len(_value_lines(pen, width, fact))


def _value_lines(pen: Pen, width: float, fact: Fact) -> list[str]:
    return pen.lines_of(fact.value, width, size=pen.metrics.small)


def fact_line(pen: Pen, rect: Rect, fact: Fact, shown: HudData) -> None:
    """Draw a fact of the game: the value to the right of its label, or below it."""
    m, look, where = pen.metrics, pen.look, fact.where
    if where is not None:
        pen.highlight(rect, chosen=where == shown.view.kept)
    count, values = fact_lines(pen, rect.w, fact), [pen.translate(fact.value)]
    if count > 1:
        left, right = rect.cut_top(rect.h / count)
        values = _value_lines(pen, rect.w, fact)
    else:
        right, left = rect.cut_right(pen.width(fact.value, size=m.small) + 1)
        left = left.cut_right(m.gap / 2)[1]
    colour = look.danger if fact.alarm else look.text
    for place, value in zip(right.rows(right.h / len(values)), values, strict=False):
        pen.text(place, value, colour, size=m.small, align="right", named=fact.threatens)
    if fact.colour:
        mark, left = left.cut_left(1.4 * m.text)
        x, fill = mark.x + 0.5 * m.text, shown.discs[fact.colour]
        pen.disc(x, mark.middle[1], 0.35 * m.text, fill)
    pen.text(left, fact.label, look.danger if fact.alarm else look.quiet, size=m.small)
    tip = capitalized(pen.translate(fact.tip))
    if where is not None:
        lit = tr("A click keeps this marked on the board")
        pen.hit(rect, Action(KEEP_POINTING, where), f"{tip}.\n{lit}", hover=Action(POINT_TO, where))
    elif fact.tip:
        pen.hit(rect, None, tip)


def comment(pen: Pen, rect: Rect, shown: HudData, room: float) -> Rect:
    """Draw the comment on the current move at the bottom of a rectangle; return the rest.

    It is as high as ``room`` if it has so many lines, but has a few in any case. One with more
    lines than fit has a scroll bar, and the wheel scrolls it. While a line is on the board its
    place stays free, so that the list above does not jump.
    """
    m, session = pen.metrics, shown.session
    node = shown.node or session.cursor.node
    text = session.reads(node.comment).strip()
    if not text:
        return rect
    size, high = m.small, 1.35 * m.small
    lines = _comment_lines(text, size, rect.w - 2 * m.gap - 6 * m.unit, pen.measure)
    fit = int((room - 2 * m.gap) // high)
    least = min(COMMENT_LEAST, int((0.4 * rect.h - m.gap) // high))
    seen = max(min(len(lines), COMMENT_LINES, max(fit, least)), 1)
    part, rest = rect.cut_bottom(seen * high + m.gap)
    rest = rest.cut_bottom(m.gap)[1]
    if shown.node is None:
        return rest
    pen.frame(part)
    top = pen.first_line(COMMENT, len(lines), seen)
    pen.lines(part.inset(m.gap, m.gap / 2), lines[top : top + seen], high, size=size, named=True)
    tip = tr("The comment on this move; click to write")
    if len(lines) > seen:
        tip = tr("The comment on this move; click to write, the wheel scrolls")
    pen.hit(part, Action("command", "comment"), tip, scroll=COMMENT)
    scrollbar(pen, part.inset(3 * m.unit), top, seen, len(lines), COMMENT)
    return rest


@lru_cache(maxsize=4)
def _comment_lines(text: str, size: float, width: float, measure: Measure) -> tuple[str, ...]:
    """Break a comment into lines, cached between frames because a long one takes a while."""
    return tuple(wrapped(text, size, False, width, measure))


# The line of the panel that names the chapter of a file with several games.


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
    for place, name, picture, able in (
        (back, "previous_chapter", "back", number > 1),
        (on, "next_chapter", "forward", number < count),
    ):
        button(pen, place.inset(m.unit), Action("command", name), picture=picture,
               tip=tip_of(name), enabled=able)  # fmt: skip
    pen.highlight(middle, chosen=False)
    title = tr("{number} of {count}: {title}", number=number, count=count,
               title=title_of(session.record, number))  # fmt: skip
    pen.text(middle.inset(m.gap / 2, 0), title, pen.look.text, size=m.small, align="center")
    pen.hit(middle, Action("command", "chapters"), tip_of("chapters"))
    return rest.cut_top(m.gap / 2)[1]
