"""The user's settings: read, checked key by key, written back. Damage is reported and set aside."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from boche.engine.atomic_write import FileError, write_durably
from boche.engine.games.registry import DEFAULT
from boche.engine.languages.current import tr
from boche.engine.languages.system import system_reason
from boche.engine.search.analysis import SECONDS
from boche.viewer.session.seats import is_player
from boche.viewer.storage.language import FILE, MAX_BYTES, known_language
from boche.viewer.storage.paths import config_folder, make_folder, put_away, read_plain

MAX_RECENT = 10


def _one_of(*values: str) -> Any:
    return field(default=values[0], metadata={"values": values})


def _within(default: float, low: float, high: float, *, zero: bool = False) -> Any:
    """Return the field of a number in ``low..high``; ``zero`` allows 0 as well."""
    return field(default=default, metadata={"low": low, "high": high, "zero": zero})


@dataclass(frozen=True)
class Settings:
    """The user's settings; the first of several words is the default.

    ``language`` is the code of the window's language; the system's if it is empty.
    ``photo`` says whether the table becomes a photograph while nothing moves; ``auto`` means only
    where that is quick. ``font_size`` is in points. ``ui_scale`` multiplies the HUD; 0 uses the
    screen's own scale. ``animation_speed`` and ``mouse_sensitivity`` are factors; speed 0 disables
    animation. ``wheel`` is the action of the wheel over a chosen cell. ``play_speed`` is in moves
    per second. ``game`` is the one played last, ``first_player`` and ``second_player`` its players,
    ``first_name`` and ``second_name`` the names of the people among them, empty for a person.
    ``challenge_begins``, ``challenge_days`` and ``challenge_rated`` are what was
    chosen in the last challenge at a server. ``numbers`` shows move numbers on the pieces.
    ``panel_tab`` is the open tab of the right panel, ``explorer_folder`` a folder of records
    explored beside the games played here, or empty. ``analysis_seconds`` is the
    time per position in an analysis, 0 for one that goes on until it is stopped; ``keep_analysis``
    also writes the findings into the record's comments. ``chime`` plays a tone when a remote
    opponent has moved or written, and when a person's time gets short; ``clock_warning`` says that
    it does. ``sounds`` says how loud pieces on the board are. ``warnings`` says against which
    levels one is warned of bad moves, ``game_warns`` whether the last game was chosen to, and
    ``warning_waits`` whether the computer waits for the answer. ``game_casual`` says whether the
    last game for which that was chosen was casual.
    ``told`` names notices that were shown once over the board and need not be repeated.
    ``window_size`` is in points. ``recent`` has the newest file first, samples by their bare names.
    ``share`` is what was shared last: its way and folder, and the options of each way. ``other``
    holds keys that this version does not know; they are written back.
    """

    language: str = field(default="", metadata={"language": True})
    palette: str = "classic"
    theme: str = _one_of("light", "dark", "cherry", "felt", "night", "slate")
    quality: str = _one_of("high", "medium", "low")
    photo: str = _one_of("auto", "always", "never")
    font_size: int = _within(13, 6, 72)
    ui_scale: float = _within(0.0, 0.5, 4.0, zero=True)
    animation_speed: float = _within(1.0, 0.1, 10.0, zero=True)
    mouse_sensitivity: float = _within(1.0, 0.1, 10.0)
    invert_x: bool = False
    invert_y: bool = False
    wheel: str = _one_of("rotate", "zoom")
    coordinates: bool = True
    numbers: bool = False
    left_panel: bool = True
    right_panel: bool = True
    panel_tab: str = _one_of("moves", "engine", "explorer", "tree")
    explorer_folder: str = ""
    play_speed: float = _within(1.0, 0.1, 50.0)
    hints_seen: bool = False
    analysis_seconds: float = _within(SECONDS, 0.1, 600, zero=True)
    keep_analysis: bool = False
    sounds: str = _one_of("off", "quiet", "medium", "loud")
    chime: bool = False
    clock_warning: bool = True
    game: str = DEFAULT.name
    first_player: str = field(default="", metadata={"player": True})
    second_player: str = field(default="3", metadata={"player": True})
    first_name: str = ""
    second_name: str = ""
    challenge_begins: str = _one_of("me", "other", "random")
    challenge_days: int = _within(7, 1, 366, zero=True)
    challenge_rated: bool = False
    warnings: str = _one_of("beginners", "always", "never")
    game_warns: str = _one_of("usual", "yes", "no")
    game_casual: str = _one_of("usual", "yes", "no")
    warning_waits: bool = True
    window_size: tuple[int, int] = field(default=(1280, 800), metadata={"low": 320, "high": 32768})
    recent: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    share: Mapping[str, Any] = field(default_factory=dict)
    other: Mapping[str, Any] = field(default_factory=dict, repr=False)


def settings_file() -> Path:
    """Return the path of the settings file."""
    return config_folder() / FILE


def load_settings(path: Path | None = None) -> tuple[Settings, list[str]]:
    """Return the settings, and one line for each problem found in them. Never raises.

    A key with an invalid value gets its default. A file that cannot be read at all is renamed to
    ``settings.json.damaged-1`` and everything gets its default.
    """
    path = path or settings_file()
    try:
        data = read_plain(path, MAX_BYTES)
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        reason = system_reason(error)
        return Settings(), [
            tr(
                "settings: cannot read {path!r}: {reason}; defaults are used",
                path=str(path),
                reason=reason,
            )
        ]
    try:
        values = _parse(data)
    except (ValueError, RecursionError) as error:
        return Settings(), [put_away(path, f"{tr('settings')}: {path.name}", error, defaults=True)]
    return read_settings(values)


def _parse(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise ValueError(tr("it is far too long"))
    values = json.loads(data.decode("utf-8-sig"))
    if not isinstance(values, dict):
        raise ValueError(tr("it contains no settings"))
    return values


def read_settings(values: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """Return the settings for JSON values, and a line for each invalid value."""
    known = {one.name: one for one in fields(Settings) if one.name != "other"}
    good: dict[str, Any] = {}
    messages: list[str] = []
    values = _renamed(values)
    for name, value in values.items():
        if name in known:
            try:
                good[name] = _checked(known[name], value)
            except ValueError as error:
                default = getattr(Settings, name, {})
                messages.append(
                    tr(
                        "settings: {name} {error}; {default!r} is used",
                        name=name,
                        error=error,
                        default=default,
                    )
                )
    good["other"] = {name: value for name, value in values.items() if name not in known}
    return Settings(**good), messages


GONE = ("labels", "sound")  # obsolete settings of former versions
SEATS = {"first_seat": "first_player", "second_seat": "second_player"}
"""Keys of former versions, which held a level, 0 for a person, and the current player keys."""


def _renamed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with the keys of former versions renamed."""
    renamed = {name: value for name, value in values.items() if name not in (*SEATS, *GONE)}
    for old, new in SEATS.items():
        level = values.get(old)
        if isinstance(level, int) and not isinstance(level, bool) and 0 <= level <= 8:
            renamed.setdefault(new, str(level) if level else "")
    return renamed


def _checked(setting: Field[Any], value: Any) -> Any:
    """Return the value in its field's type. Raises ``ValueError``, read after the field's name."""
    default = setting.default
    if isinstance(default, bool):
        return _flag(value)
    if isinstance(default, (int, float)):
        return _number(setting.metadata, type(default), value)
    if isinstance(default, str):
        if "player" in setting.metadata:
            return _player(value)
        if "language" in setting.metadata:
            return known_language(value)
        if value == "" == default:
            return default
        return _word(setting.metadata.get("values", ()), value)
    if setting.name == "recent":
        return _names(value)[:MAX_RECENT]
    if setting.name == "told":
        return _names(value)
    if setting.name == "share":
        return _mapping(value)
    return _pair(setting.metadata, value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(tr("must be true or false, not {value}", value=_quoted(value)))
    return value


def _number(limits: Mapping[str, Any], kind: type[int | float], value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, kind)):
        said = tr("must be a whole number, not {value}", value=_quoted(value))
        raise ValueError(
            said if kind is int else tr("must be a number, not {value}", value=_quoted(value))
        )
    low, high = limits["low"], limits["high"]
    if not low <= value <= high and not (limits.get("zero") and value == 0):
        raise ValueError(
            tr("must be {low} to {high}, not {value}", low=low, high=high, value=_quoted(value))
        )
    return kind(value)


def _word(values: tuple[str, ...], value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(tr("must be a word, not {value}", value=_quoted(value)))
    if values and value not in values:
        raise ValueError(
            tr(
                "must be one of {values}, not {value}",
                values=", ".join(values),
                value=_quoted(value),
            )
        )
    return value


def _player(value: Any) -> str:
    if not isinstance(value, str) or not is_player(value):
        raise ValueError(tr("must be a player, not {value}", value=_quoted(value)))
    return value


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise ValueError(tr("must be a list of names, not {value}", value=_quoted(value)))
    return tuple(dict.fromkeys(value))


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(tr("must be a group of values, not {value}", value=_quoted(value)))
    return value


def _pair(limits: Mapping[str, Any], value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(tr("must be a width and a height, not {value}", value=_quoted(value)))
    width, height = (_number(limits, int, side) for side in value)
    return int(width), int(height)


def _quoted(value: Any) -> str:
    text = repr(value) if not isinstance(value, (list, dict)) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Write the settings. Return an empty string, or one line that says why that failed."""
    path = path or settings_file()
    values = asdict(settings)
    values = {**values.pop("other"), **values}
    try:
        make_folder(path.parent)
        write_durably(path, json.dumps(values, indent=2).encode("ascii") + b"\n")
    except FileError as error:
        return tr("settings are not being saved: {error}", error=error)
    return ""


def user_name_of(settings: Settings) -> str:
    """Return the name of the only person in the last game; empty if there were two, or none."""
    both = (
        (settings.first_name, settings.first_player),
        (settings.second_name, settings.second_player),
    )
    persons = [name for name, player in both if not player]
    return persons[0] if len(persons) == 1 else ""


def with_recent(settings: Settings, path: str | os.PathLike[str]) -> Settings:
    """Return the settings with a file at the head of the recent ones, at most ``MAX_RECENT``."""
    return with_recent_sample(settings, os.path.abspath(path))


def with_recent_sample(settings: Settings, name: str) -> Settings:
    """Return the settings with a sample, by its bare name, at the head of the recent files."""
    others = [other for other in settings.recent if other != name]
    return replace(settings, recent=(name, *others)[:MAX_RECENT])


def without_recent(settings: Settings, path: str | os.PathLike[str]) -> Settings:
    """Return the settings without a file that no longer exists, or without a sample."""
    gone = {os.fspath(path), os.path.abspath(path)}
    return replace(settings, recent=tuple(name for name in settings.recent if name not in gone))


def recent_files(settings: Settings) -> list[str]:
    """Return the paths of the recent files, the newest first, without samples."""
    return [name for name in settings.recent if os.path.isabs(name)]
