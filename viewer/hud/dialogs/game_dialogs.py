"""The dialog of the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from boche.engine.languages.catalogue import codes
from boche.engine.languages.choosing import NAMES
from boche.engine.languages.current import current, tr, tr_count, tr_later
from boche.engine.languages.formats import percent, short
from boche.engine.program import PROGRAM
from boche.viewer.hud.dialogs.model import Button, Field, Form, Values, localized
from boche.viewer.storage.settings import Settings

THEMES = (
    ("light", tr_later("Light")),
    ("dark", tr_later("Dark")),
    ("cherry", tr_later("Cherry")),
    ("felt", tr_later("Felt")),
    ("night", tr_later("Night")),
    ("slate", tr_later("Slate")),
)
QUALITIES = (("high", tr_later("High")), ("medium", tr_later("Medium")), ("low", tr_later("Low")))
PHOTOS = (("auto", tr_later("Auto")), ("always", tr_later("Always")), ("never", tr_later("Never")))
PHOTO_TIP = tr_later(
    "Soft light and shadows once nothing moves; auto: only on a fast graphics card"
)
PALETTES = (tr_later("Light and dark"), tr_later("White and blue"), tr_later("Colour-blind safe"))
"""The titles of the palettes that come with the program; they stand in data files."""
WHEEL = (("rotate", tr_later("Turns it")), ("zoom", tr_later("Zooms")))
LANGUAGE_TIP = tr_later(
    "The language of the window and the commands; System: that of your computer"
)
FOR_NOW = tr_later("At the next start {variable} chooses the language again.")
"""What is said of a language chosen while the environment variable chooses another."""
SPEEDS = (
    (0.0, tr_later("off")),
    (0.5, tr_later("slow")),
    (1.0, tr_later("normal")),
    (2.0, tr_later("fast")),
    (4.0, tr_later("very fast")),
)
PLAY = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
LOOKS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
LOOKS_TIP = tr_later(
    "Time spent on each position: longer is more reliable; until stopped: "
    "again and again, deeper each time"
)
KEEP_TIP = tr_later(
    "The record keeps an analysis in any case; this writes it into the comments too, like {command}"
)
WRITE = f"{PROGRAM} analyse --write"
SOUNDS = (
    ("off", tr_later("Off")),
    ("quiet", tr_later("Quiet")),
    ("medium", tr_later("Normal")),
    ("loud", tr_later("Loud")),
)
WARNINGS = (
    ("beginners", tr_later("levels 1, 2")),
    ("always", tr_later("every level")),
    ("never", tr_later("off")),
)
WARNINGS_TIP = tr_later(
    "In games against a level: a move after which the computer wins by force, or that loses 20 "
    "points of winning chance"
)
FEEL = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
SCALES = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
FONTS = tuple((v, f"{v}") for v in (10, 11, 12, 13, 14, 15, 16, 18, 20, 24))


def languages() -> tuple[tuple[str, str], ...]:
    """Return the languages of the program, each by its own name, after that of the system."""
    return (("", tr("System")), *((code, NAMES.get(code, code)) for code in codes()))


def play_speeds() -> tuple[tuple[float, str], ...]:
    """Return the speeds at which a record is replayed."""
    return tuple(
        (v, tr_count("{number} move per second", "{number} moves per second", 1 if v == 1 else 2,
                     number=short(v))) for v in PLAY
    )  # fmt: skip


def looks() -> tuple[tuple[float, str], ...]:
    """Return the times that an analysis may take, the last one without end."""
    times = ((v, tr("{number} s per position", number=short(v))) for v in LOOKS)
    return (*times, (0.0, tr("until stopped")))


def scales(automatic: float) -> tuple[tuple[float, str], ...]:
    """Return the interface sizes in order, with the automatic one (stored as 0) in its place."""
    smaller = sum(value <= automatic for value in SCALES)
    sizes = [(value, percent(value)) for value in SCALES]
    told = (0.0, tr("automatic, {size}", size=percent(automatic)))
    return (*sizes[:smaller], told, *sizes[smaller:])


def settings(
    now: Settings,
    palettes: Sequence[tuple[str, str]],
    change: Callable[[Settings, bool], None],
    screen_scale: Callable[[], float] = lambda: 1.0,
    text: Callable[[], str] = lambda: "",
) -> Form:
    """Return the form of all settings; each change takes effect at once.

    ``change`` gets the settings and whether to keep them. ``palettes`` are names with titles;
    ``screen_scale`` returns the interface size if the user has not chosen one, which changes
    with the screen. ``text`` returns what stands above the settings.
    """

    shown_scale = [screen_scale()]

    def fields(now: Settings) -> list[Field]:
        return [
            Field("palette", "number", tr("Colours"), now.palette,
                  choices=localized(palettes)),
            Field("theme", "choice", tr("Theme"), now.theme, choices=localized(THEMES)),
            Field("quality", "choice", tr("Quality"), now.quality, choices=localized(QUALITIES)),
            Field("photo", "choice", tr("Sharper picture when idle"), now.photo,
                  choices=localized(PHOTOS), tip=tr(PHOTO_TIP)),
            Field("wheel", "choice", tr("Wheel over a piece"), now.wheel, choices=localized(WHEEL)),
            Field("language", "choice", tr("Language"), now.language, choices=languages(),
                  tip=tr(LANGUAGE_TIP)),
            Field("ui_scale", "number", tr("Interface size"), now.ui_scale,
                  choices=scales(shown_scale[0])),
            Field("font_size", "number", tr("Text size"), now.font_size, choices=FONTS),
            Field("animation_speed", "number", tr("Animation speed"), now.animation_speed,
                  choices=localized(SPEEDS)),
            Field("play_speed", "number", tr("Replay speed"), now.play_speed,
                  choices=play_speeds()),
            Field("mouse_sensitivity", "number", tr("Mouse speed"), now.mouse_sensitivity,
                  choices=tuple((v, percent(v)) for v in FEEL)),
            Field("invert_x", "flag", tr("Reverse horizontal drag"), now.invert_x),
            Field("invert_y", "flag", tr("Reverse vertical drag"), now.invert_y),
            Field("coordinates", "flag", tr("Coordinates"), now.coordinates),
            Field("numbers", "flag", tr("Move numbers"), now.numbers,
                  tip=tr("Show on each piece the number of the move that placed it")),
            Field("analysis_seconds", "number", tr("Analysis time"), now.analysis_seconds,
                  choices=looks(), tip=tr(LOOKS_TIP)),
            Field("keep_analysis", "flag", tr("Write analysis to comments"), now.keep_analysis,
                  tip=tr(KEEP_TIP, command=WRITE)),
            Field("warnings", "number", tr("Warn of bad moves"), now.warnings,
                  choices=localized(WARNINGS), tip=tr(WARNINGS_TIP)),
            Field("warning_waits", "flag", tr("After a warning the computer waits"),
                  now.warning_waits,
                  tip=tr("Until you take the move back or go on; else the warning stays until "
                         "your next move")),
            Field("sounds", "choice", tr("Sounds of the board"), now.sounds,
                  choices=localized(SOUNDS),
                  tip=tr("A piece set down on wood, pieces taken, and the end of the game")),
            Field("chime", "flag", tr("Sound when a remote opponent moves"), now.chime,
                  tip=tr("A soft sound, also when they write something, or when your time gets "
                         "short")),
            Field("clock_warning", "flag", tr("Warn when time is short"), now.clock_warning,
                  tip=tr("A clock that is running out is coloured, and says so")),
        ]  # fmt: skip

    def changed(values: Values) -> Settings:
        """Return the new settings; what was chosen for one game ends with a change for all."""
        same = values.get("warnings", now.warnings) == now.warnings
        return replace(now, **values, game_warns=now.game_warns if same else "usual")

    def live(values: Values) -> None:
        spoken = current()
        change(changed(values), False)
        if current() != spoken:
            form.title, form.buttons = tr(TITLE), buttons()
        form.text = text()
        form.refit(fields(replace(now, **values)))

    def renew() -> None:
        if shown_scale != [screen_scale()]:
            shown_scale[:] = [screen_scale()]
            form.refit(fields(replace(now, **form.values())))

    def buttons() -> tuple[Button, ...]:
        return (Button("keep", tr("OK"), lambda values: change(changed(values), True)),
                Button("cancel", tr("Cancel"), lambda values: change(now, False)))  # fmt: skip

    form = Form("settings", tr(TITLE), fields(now), buttons(), live, text=text(),
                beside=True, renew=renew)  # fmt: skip
    return form


TITLE = tr_later("Settings")
