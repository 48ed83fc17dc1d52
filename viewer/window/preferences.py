"""The settings that users change."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from boche.engine.languages.choosing import VARIABLE
from boche.engine.languages.current import current, tr, use
from boche.viewer.hud.dialogs import game_dialogs as gameforms
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.style import palette, palette_names
from boche.viewer.storage.language import language_of
from boche.viewer.storage.own_ratings import own_rating_text
from boche.viewer.storage.settings import Settings
from boche.viewer.window.desk import Desk

ELSEWHERE = (
    "recent", "told", "window_size", "game", "first_player", "second_player", "first_name",
    "second_name", "challenge_begins", "challenge_days", "challenge_rated", "panel_tab",
    "explorer_folder", "share",
)  # fmt: skip
"""Settings that the program maintains itself; they are not in the dialog."""


def ask_settings(desk: Desk) -> None:
    """Open the settings dialog."""
    chosen, spoken = desk.settings.language, current()

    def change(settings: Settings, keep: bool) -> None:
        # What the command line or the environment asked for stays until another is chosen.
        same = settings.language == chosen
        use(spoken if same else language_of(settings.language))
        others = {name: getattr(desk.settings, name) for name in ELSEWHERE}
        desk.set_settings(replace(settings, **others), keep)

    def text() -> str:
        lines = [own_rating_text(desk.session.record.game)]
        if current() != spoken and os.environ.get(VARIABLE):
            lines.append(tr(gameforms.FOR_NOW, variable=VARIABLE))
        return " ".join(lines)

    titles = tuple((name, palette(name).title) for name in palette_names())
    desk.hud.open(gameforms.settings(
        desk.settings, titles, change, lambda: desk.window.screen_scale, text,
    ))  # fmt: skip


def toggle(desk: Desk, name: str) -> None:
    """Switch a setting on or off."""
    changed: dict[str, Any] = {name: not getattr(desk.settings, name)}
    desk.set_settings(replace(desk.settings, **changed))


def show_tab(desk: Desk, name: str) -> None:
    """Show the right panel with one of its tabs."""
    desk.set_settings(replace(desk.settings, right_panel=True, panel_tab=name))


def usable(settings: Settings) -> tuple[Settings, list[str]]:
    """Return the settings with an existing palette, and a line if theirs does not exist."""
    try:
        palette(settings.palette)
    except RenderError as error:
        default = Settings().palette
        return replace(settings, palette=default), [f"settings: {error}; {default} is used"]
    return settings, []
