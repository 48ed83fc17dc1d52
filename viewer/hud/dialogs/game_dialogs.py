"""Further dialogs: the settings, and a picture of the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.program import PROGRAM
from boche.viewer.hud.dialogs.model import Field, Form
from boche.viewer.storage.settings import Settings

CANCEL = ("cancel", "Cancel")


SPEEDS = ((0.0, "off"), (0.5, "slow"), (1.0, "normal"), (2.0, "fast"), (4.0, "very fast"))
PLAY = tuple(
    (v, f"{v:g} {'move' if v == 1 else 'moves'} per second")
    for v in (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
)
LOOKS = (
    *((v, f"{v:g} s per position") for v in (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)),
    (0.0, "until stopped"),
)
FEEL = tuple((v, f"{round(v * 100)} %") for v in (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0))
SCALES = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
FONTS = tuple((v, f"{v}") for v in (10, 11, 12, 13, 14, 15, 16, 18, 20, 24))


def scales(automatic: float) -> tuple[tuple[float, str], ...]:
    """Return the interface sizes in order, with the automatic one (stored as 0) in its place."""
    smaller = sum(value <= automatic for value in SCALES)
    sizes = [(value, f"{round(value * 100)} %") for value in SCALES]
    told = (0.0, f"automatic, {round(automatic * 100)} %")
    return (*sizes[:smaller], told, *sizes[smaller:])


def settings(
    now: Settings,
    palettes: Sequence[tuple[str, str]],
    change: Callable[[Settings, bool], None],
    screen_scale: float = 1.0,
    text: str = "",
) -> Form:
    """Return the form of all settings; each change takes effect at once.

    ``change`` gets the settings and whether to keep them. ``palettes`` are names with titles;
    ``screen_scale`` is the interface size if the user has not chosen one. ``text`` stands above
    the settings.
    """

    def plain(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
        return tuple((name, name.capitalize()) for name in names)

    fields = [
        Field("palette", "number", "Colours", now.palette, choices=tuple(palettes)),
        Field("theme", "choice", "Theme", now.theme, choices=plain(("light", "dark"))),
        Field("quality", "choice", "Quality", now.quality,
              choices=plain(("high", "medium", "low"))),
        Field("photo", "choice", "Sharper picture when idle", now.photo,
              choices=(("auto", "Auto"), ("always", "Always"), ("never", "Never")),
              tip="Soft light and shadows once nothing moves; auto: only on a fast graphics card"),
        Field("wheel", "choice", "Wheel over a piece", now.wheel,
              choices=(("rotate", "Turns it"), ("zoom", "Zooms"))),
        Field("ui_scale", "number", "Interface size", now.ui_scale, choices=scales(screen_scale)),
        Field("font_size", "number", "Text size", now.font_size, choices=FONTS),
        Field("animation_speed", "number", "Animation speed", now.animation_speed, choices=SPEEDS),
        Field("play_speed", "number", "Replay speed", now.play_speed, choices=PLAY),
        Field("mouse_sensitivity", "number", "Mouse speed", now.mouse_sensitivity, choices=FEEL),
        Field("invert_x", "flag", "Reverse horizontal drag", now.invert_x),
        Field("invert_y", "flag", "Reverse vertical drag", now.invert_y),
        Field("coordinates", "flag", "Coordinates", now.coordinates),
        Field("numbers", "flag", "Move numbers", now.numbers,
              tip="Show on each piece the number of the move that placed it"),
        Field("analysis_seconds", "number", "Analysis time", now.analysis_seconds, choices=LOOKS,
              tip="Time spent on each position: longer is more reliable; until stopped: "
              "again and again, deeper each time"),
        Field("keep_analysis", "flag", "Write analysis to comments", now.keep_analysis,
              tip="The record keeps an analysis in any case; this writes it into the comments "
              f"too, like {PROGRAM} analyse --write"),
        Field("sounds", "choice", "Sounds of the board", now.sounds,
              choices=plain(("off", "quiet", "medium", "loud")),
              tip="A piece set down on wood, pieces taken, and the end of the game"),
        Field("chime", "flag", "Sound when a remote opponent moves", now.chime,
              tip="A soft sound, also when they write something, or when your time gets short"),
        Field("clock_warning", "flag", "Warn when time is short", now.clock_warning,
              tip="A clock that is running out is coloured, and says so"),
    ]  # fmt: skip

    def with_values(values: dict[str, Any]) -> Settings:
        return replace(now, **values)

    def done(button: str, values: dict[str, Any]) -> str | None:
        if button == "cancel":
            change(now, False)
        else:
            change(with_values(values), True)
        return None

    return Form("settings", "Settings", fields, (("keep", "OK"), CANCEL), done,
                live=lambda values: change(with_values(values), False), text=text,
                beside=True)  # fmt: skip


SIZES = ("as seen", "1280x720", "1920x1080", "3840x2160")


def picture_fields(start: str, given: Mapping[str, Any] = MappingProxyType({})) -> list[Field]:
    """Return the fields of a picture, filled from ``given``; ``start`` is the path offered."""
    return [
        Field("size", "choice", "Size", given.get("size", SIZES[0]),
              choices=tuple((s, s) for s in SIZES)),
        Field("panels", "flag", "Include the panels (only as seen)", given.get("panels", False)),
        Field("path", "text", "File", given.get("path", start), tip="a path: .png, .jpg or .webp"),
    ]  # fmt: skip


def picture(start: str, take: Callable[[str, str, bool], None]) -> Form:
    """Return the form for a picture of the window: its path, its size, with or without panels."""

    def done(pressed: str, values: dict[str, Any]) -> str | None:
        if pressed == "cancel":
            return None
        try:
            take(values["path"].strip(), values["size"], values["panels"])
        except (BocheError, OSError) as error:
            return why_not(error)
        return None

    return Form(
        "picture", "Save a picture", picture_fields(start), (("save", "Save"), CANCEL), done
    )
