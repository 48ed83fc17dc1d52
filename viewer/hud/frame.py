"""The pages of the window at one moment: the parts around the board, and the overlays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from boche.engine.message import NOTHING
from boche.viewer.hud.dialogs import (
    commands_model,
    dialogs,
    files_model,
    library_model,
    own_games_model,
)
from boche.viewer.hud.dialogs import lessons_model as lessonsform
from boche.viewer.hud.dialogs import start_model as startform
from boche.viewer.hud.dialogs.commands_page import commands_page
from boche.viewer.hud.dialogs.files_page import files_page
from boche.viewer.hud.dialogs.library_page import library_page
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.help_state import Reader
from boche.viewer.hud.layout import Areas
from boche.viewer.hud.model import HudData
from boche.viewer.hud.pages import (
    entry,
    game_card,
    help,
    palette,
    panel,
    teaching,
    timeline,
    toolbar,
)
from boche.viewer.hud.pages import lessons as lessonspage
from boche.viewer.hud.pages import start as startpage
from boche.viewer.hud.pages.banner import banner_page
from boche.viewer.hud.pages.ending import what_next
from boche.viewer.hud.pages.works import works_page
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Hit, Measure, Page, Picture, Slide, TextArea
from boche.viewer.hud.widgets.widgets import Pen
from boche.viewer.table.shown import Banner, TableView


def _tournament_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw a page of a tournament; imported on demand, like the help."""
    from boche.viewer.hud.dialogs import tournament_page

    planned = form.name == startform.TOURNAMENT_PLAN
    draw = tournament_page.plan_page if planned else tournament_page.table_page
    return draw(pen, window, form)


def _own_games_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the user's online games; imported on demand."""
    from boche.viewer.hud.dialogs.own_games_page import own_games_page

    return own_games_page(pen, window, form)


def _own_page(pen: Pen, window: Rect, form: Form) -> Rect:
    """Draw the user's progress; imported on demand."""
    from boche.viewer.hud.dialogs.own_page import own_page

    return own_page(pen, window, form)


FORM_PAGES = {
    startform.OWN_PAGE: _own_page,
    commands_model.NAME: commands_page,
    startform.NAME: startpage.start_page,
    files_model.NAME: files_page,
    library_model.NAME: library_page,
    lessonsform.NAME: lessonspage.lessons_page,
    game_card.NAME: game_card.game_card_page,
    own_games_model.NAME: _own_games_page,
    startform.TOURNAMENT: _tournament_page,
    startform.TOURNAMENT_PLAN: _tournament_page,
}
"""The forms that have their own page; all others are drawn as dialogs."""


@dataclass(frozen=True)
class Frame:
    """The HUD at one moment: the parts of the window and the pages to draw, the lowest first."""

    areas: Areas
    pages: list[Page] = field(default_factory=list)

    def hit(self, x: float, y: float) -> Hit | None:
        """Return the hit area at a place, from the topmost page that has one, or None."""
        hits = (page.hit(x, y) for page in reversed(self.pages))
        return next((hit for hit in hits if hit is not None), None)

    def hit_below(self, x: float, y: float) -> Hit | None:
        """Return the button at a place around the board, whatever lies over it, or None."""
        hit = self.pages[0].hit(x, y)
        return hit if hit is not None and not hit.drag and hit.area is None else None

    def name_at(self, x: float, y: float, measure: Measure) -> str:
        """Return the word there that may be the name of a place of the board, or nothing."""
        for page in reversed(self.pages):
            word = page.name_at(x, y, measure)
            if word or page.hit(x, y) is not None:
                return word
        return ""

    def pictures(self, beginning: str) -> list[Picture]:
        """Return the pictures whose names start with ``beginning``."""
        every = (picture for page in self.pages for picture in page.pictures)
        return [picture for picture in every if picture.name.startswith(beginning)]

    def slide(self, what: str) -> Slide | None:
        """Return the scroll bar with that name, or None if all of its content is visible."""
        hits = (hit for page in self.pages for hit in page.hits if hit.scroll == what)
        return next((hit.slide for hit in hits if hit.slide is not None), None)

    @property
    def text_area(self) -> TextArea | None:
        """The topmost editable text area, or None."""
        areas = [area for page in self.pages for area in page.areas]
        return areas[-1] if areas else None


@dataclass(frozen=True)
class OpenParts:
    """The open parts of the HUD: a dialog, the help, one of the hints of the first start.

    ``told`` counts the first hints that something else has said: they are not numbered.
    """

    form: Form | None
    help: Reader
    hint: int | None
    told: int = 0

    @property
    def modal(self) -> bool:
        """True if a dialog or the help takes all keys and clicks."""
        return self.form is not None or self.help.open


def base_page(pen: Pen, areas: Areas, shown: HudData, opened: OpenParts) -> None:
    """Draw the parts around the board."""
    if opened.modal or shown.view.question is not None:
        pen.pointer = None
    toolbar.toolbar(pen, areas.toolbar, shown)
    toolbar.view_signs(pen, areas, shown)
    if areas.palette.w > 0:
        palette.palette(pen, areas.palette, shown)
    if areas.panel.w > 0:
        panel.panel(pen, areas.panel, shown, covered=_covered(pen, areas, shown, opened))
    if areas.panel.y >= areas.board.bottom:
        pen.rule(areas.board, "bottom")
    # Where the panel or the banner says how the game ended, the status line does not repeat it.
    told = areas.panel.w > 0 or shown.view.banner is not None
    instead = what_next(shown) if told else None
    if shown.view.entry is not None and entry.lies_below(shown.view.entry):
        instead = NOTHING  # the box lies there, and says it
    said = timeline.status(pen, areas.status, shown, instead)
    if areas.timeline.h > 0:
        asked = opened.modal or shown.view.question is not None
        timeline.timeline(pen, areas.timeline, shown, offers=not asked, low=said.y)


def _hints(view: TableView, opened: OpenParts) -> bool:
    """Return whether one of the hints of the first start is shown."""
    return opened.hint is not None and not (
        opened.modal
        or view.question
        or view.lesson
        or view.training
        or view.setup
        or view.banner
        or view.hint_text
        or view.first_turn
    )


def _covered(pen: Pen, areas: Areas, shown: HudData, opened: OpenParts) -> float:
    """Return the height at the lower end of the panel that lies under cards."""
    aside = [replace(pen, page=Page()) for _ in range(2)]
    cards = _cards_below(aside[0], aside[1], areas, shown, opened)
    return max((areas.panel.bottom - card.y for card in cards if card.inside(areas.panel)),
               default=0.0)  # fmt: skip


def _cards_below(
    banner: Pen, typed: Pen, areas: Areas, shown: HudData, opened: OpenParts
) -> list[Rect]:
    """Draw the banner, and the line being typed or a hint; return their places."""
    view, cards = shown.view, []
    # It would lie on the buttons of the warning or of the result, in a panel below the board.
    told = view.warning is not None or shown.outcome is not None
    hides = told and areas.panel.w > 0 and areas.panel.y >= areas.board.bottom
    # Where the panel is hidden the status line has it: there a card would lie on the timeline.
    hinted = view.hint_text if areas.panel.w > 0 else NOTHING
    card = Banner(hinted, "hint") if hinted else view.banner
    if card is not None and not (opened.modal or hides) and view.question is None:
        cards.append(banner_page(banner, areas, shown, card))
    if view.entry is not None:
        cards.append(entry.entry_page(typed, areas, shown, view.entry))
    elif opened.hint is not None and _hints(view, opened):
        cards.append(help.hint_page(typed, areas, shown, opened.hint, opened.told))
    return cards


def pages_over(
    new_pen: Callable[[], Pen], areas: Areas, shown: HudData, opened: OpenParts
) -> list[Page]:
    """Return the overlays that are open, the lowest first."""
    view, below = shown.view, [new_pen(), new_pen(), new_pen()]
    working = new_pen()
    if opened.modal:
        for pen in (working, *below):
            pen.pointer = None
    if shown.works:
        works_page(working, areas, shown.works, toolbar.sign_places(working, areas, shown))
    _cards_below(below[2], below[0], areas, shown, opened)
    hidden = areas.panel.w <= 0 and not opened.modal and view.question is None
    if view.warning is not None and hidden:
        teaching.warning_page(below[1], areas, shown, view.warning)
    if view.question is not None:
        dialogs.question_page(below[1], areas.window, view.question)
    above = [new_pen(), new_pen()]
    if opened.form is not None:
        page = FORM_PAGES.get(opened.form.name)
        if page is not None:
            page(above[0], areas.window, opened.form)
        else:
            tall = areas.panel.w > 0 and areas.panel.y >= areas.board.bottom
            free = areas.board.bottom if tall else 0.0
            dialogs.form_page(above[0], areas.window, opened.form, free)
    if opened.help.open:
        # Imported when the help is opened, so that the window's first picture does not wait for it.
        from boche.viewer.hud.pages.manual import manual_page

        manual_page(above[1], areas.window, opened.help, shown)
    return [pen.page for pen in (working, *below, *above) if pen.page.hits]
