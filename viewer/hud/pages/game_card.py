"""The card on the current game with its options, and the line in the panel that opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from boche.engine.game import Game, Option, OptionValue
from boche.engine.languages.catalogue import ENGLISH, PSEUDO
from boche.engine.languages.current import current, tr
from boche.engine.languages.formats import paired
from boche.engine.message import capitalized
from boche.viewer.games.info import Guide
from boche.viewer.hud.dialogs.dialogs import card_over, page_frame
from boche.viewer.hud.dialogs.model import Button, Form
from boche.viewer.hud.model import HudData
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.command_keys import keys_of
from boche.viewer.table.commands import tip_of
from boche.viewer.table.keys import key_name

NAME = "this_game"
"""The name of the form, and of the command that opens it."""
RULES = "rules"
"""The button that leads to the complete rules."""
WIDTH = 60.0  # letter heights, if there is room
JOINED = "\N{NO-BREAK SPACE}"
SHARE = 0.3  # maximum share of the panel's height for the changed options


@dataclass(frozen=True)
class OptionLine:
    """An option on the card; ``changed`` if it differs from the default."""

    title: str
    value: str
    text: str
    changed: bool


@dataclass(frozen=True)
class GameCard:
    """A game in short: its goal in a few sentences, and its options, changed ones first."""

    goal: str
    options: tuple[OptionLine, ...]


def game_form(
    game: Game,
    options: Mapping[str, OptionValue],
    guide: Guide,
    show_rules: Callable[[], None] | None,
) -> Form:
    """Return the card as a form; ``show_rules`` opens the complete rules, if there are any."""
    lines = [_line(option, options[option.name]) for option in game.options]
    lines.sort(key=lambda line: not line.changed)
    card = GameCard(tr(guide.goal(options) or game.about), tuple(lines))

    def extra(pressed: str) -> bool:
        button = {**dict.fromkeys(keys_of(NAME), "cancel"), **rules}.get(pressed)
        if button is not None:
            form.press(button)
        return button is not None

    rules, buttons = dict.fromkeys(keys_of("help"), "cancel"), [Button("cancel", tr("Close"))]
    if show_rules is not None:
        rules = dict.fromkeys(rules, RULES)
        label = tr("All rules ({key})", key=key_name(keys_of("help")[0]))
        buttons.append(Button(RULES, label, lambda given: show_rules()))
    title = tr("{game}: this game", game=game.title)
    form = Form(NAME, title, [], buttons, extra=extra, of=card)
    return form


def _line(option: Option, value: OptionValue) -> OptionLine:
    """Return an option with its value; the text of a disabled one says what it would do."""
    text = tr(option.help)
    if option.is_flag and not value:
        text = tr("if on, {text}", text=text)
    return OptionLine(tr(option.title), tr(option.in_words(value)), f"{capitalized(text)}.",
                      value != option.default)  # fmt: skip


def in_short(game: Game, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """Return the game's title and its changed options: ``size 4``, ``next to a cube``."""
    told = changed_in_short(game, options)
    usual = [tr("usual rules")] if game.options and not told else []
    return (game.title, *told, *usual)


def changed_in_short(game: Game, options: Mapping[str, OptionValue]) -> list[str]:
    """Return the changed options of a game."""
    return [_option_text(o, options[o.name]) for o in game.options if options[o.name] != o.default]


def _option_text(option: Option, value: OptionValue) -> str:
    title = _inside(tr(option.title))
    if option.is_flag:
        return title if value else tr("{option}: off", option=title)
    if value in dict(option.named):
        return paired(title, tr(option.in_words(value)))
    return tr("{option} {value}", option=title, value=tr(option.in_words(value)))


def _inside(title: str) -> str:
    """Return a title as it stands in a list: small in English; others may write nouns large."""
    small = current() in (ENGLISH, PSEUDO)
    return title[:1].lower() + title[1:] if small else title


def game_line(pen: Pen, rect: Rect, shown: HudData) -> Rect:
    """Draw the game and its changed options at the top of the panel; return the rest."""
    m, look, record = pen.metrics, pen.look, shown.session.record
    told = in_short(record.game, record.options)
    words = f"{JOINED}· ".join(pen.translate(each).replace(" ", JOINED) for each in told)
    high = 1.35 * m.small
    room = rect.w - high - m.gap / 2
    lines = pen.lines_of(words, room, size=m.small)
    last = max(int(SHARE * rect.h / high), 1) - 1
    lines[last:] = [" ".join(lines[last:])] if len(lines) > last else []
    part, rest = rect.cut_top(len(lines) * high)
    colour = look.accent if pen.hovered(part) else look.quiet
    pen.icon("help", part.cut_right(high)[0].cut_top(high)[0].inset(0.14 * high), colour)
    pen.lines(part.cut_left(room)[0], lines, high, colour, size=m.small)
    pen.hit(part, Action("command", NAME), tip_of(NAME))
    return rest.cut_top(m.gap / 2)[1]


def game_card_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the card over a veil; return its rectangle."""
    m, card = pen.metrics, form.of
    assert isinstance(card, GameCard)
    width = min(WIDTH * m.text, window.w - 2 * m.gap)
    goal = pen.lines_of(card.goal, width - 4 * m.gap)
    fixed = 1.6 * m.row + m.button + 4.5 * m.gap + len(goal) * 1.45 * m.text
    rows = _rows(pen, card.options, width - 4 * m.gap, window.h - 2 * m.gap - fixed)
    height = fixed + sum(_high(pen, lines) for _, lines in rows)
    place = card_over(pen, window, (width, height), Action("press", "cancel"))
    rest, _ = page_frame(pen, place, form)
    rest = pen.lines(rest, goal, 1.45 * m.text).cut_top(m.gap)[1]
    for option, lines in rows:
        row, rest = rest.cut_top(_high(pen, lines))
        _option(pen, row, option, lines, _columns(pen, card.options))
    return place


def _rows(
    pen: Pen, options: tuple[OptionLine, ...], width: float, room: float
) -> list[tuple[OptionLine, list[str]]]:
    """Return the options that there is room for, with their texts in lines."""
    m, found = pen.metrics, []
    for option in options:
        lines = pen.lines_of(option.text, width - sum(_columns(pen, options)), size=m.small)
        room -= _high(pen, lines)
        if room < 0:
            break
        found.append((option, lines))
    return found


def _columns(pen: Pen, options: tuple[OptionLine, ...]) -> tuple[float, float]:
    """Return the widths of the titles and the values, with the gaps behind them."""
    titles = max(pen.width(option.title, bold=True) for option in options)
    values = max(pen.width(option.value, bold=True) for option in options)
    return titles + 1.5 * pen.metrics.gap, values + 2 * pen.metrics.gap


def _high(pen: Pen, lines: list[str]) -> float:
    m = pen.metrics
    return max(len(lines) * 1.35 * m.small, 1.35 * m.text) + 0.75 * m.gap


def _option(
    pen: Pen, rect: Rect, option: OptionLine, lines: list[str], columns: tuple[float, float]
) -> None:
    m, look = pen.metrics, pen.look
    title, rest = rect.cut_left(columns[0])
    value, text = rest.cut_left(columns[1])
    for place, words in ((title, option.title), (value, option.value)):
        pen.text(place.cut_top(1.35 * m.text)[0], words, bold=option.changed)
    down = (1.35 * m.text - 1.35 * m.small) / 2
    pen.lines(text.cut_top(down)[1], lines, 1.35 * m.small, look.quiet, size=m.small)
