"""Fields that several ways to share have, with the names and ranges of the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import grouped, short
from boche.engine.pictures import Apart
from boche.viewer.games.registry import picker_of
from boche.viewer.hud.dialogs.game_dialogs import THEMES
from boche.viewer.hud.dialogs.model import Field, localized
from boche.viewer.hud.dialogs.share_model import Values
from boche.viewer.renderer.style import palette, palette_names
from boche.viewer.storage.settings import Settings

AS_SEEN = "as seen"
VIEWS = (("top", tr_later("From above")), ("corner", tr_later("From a corner")))
TOGETHER = ""
LEVELS: tuple[tuple[str, str], ...] = (
    (TOGETHER, tr_later("Together")),
    ("exploded", tr_later("Apart")),
    ("layers", tr_later("Side by side")),
)
"""How the levels of a pyramid lie, by the names of ``Apart``."""


def view_field(given: Values, *, seen: bool = False, usual: str = "corner") -> Field:
    """Return the field of the viewpoint; ``seen`` offers the table's own first."""
    choices = localized(VIEWS)
    if seen:
        choices, usual = ((AS_SEEN, tr("As seen")), *choices), AS_SEEN
    return Field("view", "choice", tr("View"), given.get("view", usual), choices=choices)


def levels_field(given: Values, game: str) -> list[Field]:
    """Return the field of a pyramid's levels, in a game that has them."""
    if picker_of(game).arranged is None:
        return []
    return [Field("apart", "choice", tr("Levels"), given.get("apart", TOGETHER),
                  choices=localized(LEVELS))]  # fmt: skip


def apart_of(given: Values) -> Apart | None:
    """Return the way in which levels are to be taken apart, or None."""
    return given.get("apart") or None


def colour_fields(given: Values, settings: Settings, *, theme: bool = True) -> list[Field]:
    """Return the fields of palette and theme; the table's own are the usual ones."""
    names = tuple((name, tr(palette(name).title)) for name in palette_names())
    fields = [
        Field("palette", "number", tr("Colours"), given.get("palette", settings.palette),
              choices=names)
    ]  # fmt: skip
    if theme:
        fields.append(Field("theme", "choice", tr("Theme"), given.get("theme", settings.theme),
                            choices=localized(THEMES)))  # fmt: skip
    return fields


def shown_fields(given: Values, settings: Settings, *, numbers: bool = True) -> list[Field]:
    """Return the fields of what stands on the board; ``numbers`` offers those of moves."""
    fields = [Field("labels", "flag", tr("Coordinates"), given.get("labels", settings.coordinates))]
    if numbers:
        fields.append(
            Field("numbers", "flag", tr("Move numbers"), given.get("numbers", settings.numbers))
        )
    fields.append(Field("marks", "flag", tr("Marks"), given.get("marks", True),
                        tip=tr("The last move, path and groups, and what you drew")))  # fmt: skip
    return fields


def ranged(
    name: str,
    label: str,
    value: float,
    steps: Sequence[float],
    limits: tuple[float, float],
    *,
    unit: str = "",
    whole: bool = False,
    tip: str = "",
    told: Callable[[float], str] | None = None,
) -> Field:
    """Return the field of a number in a range, which goes by ``steps`` or is typed.

    ``unit`` stands behind it, or ``told`` returns what stands there.
    """
    low, high = limits
    values = sorted({*steps, value})

    def written(number: float) -> str:
        return told(number) if told is not None else f"{short(number, 9)} {unit}".strip()

    def parse(text: str) -> Any:
        found = re.match(r"\s*-?\d+([.,]\d+)?", text)
        number = float(found[0].replace(",", ".")) if found else None
        if number is None or not low <= number <= high or (whole and number % 1):
            raise BocheError(tr("{low} to {high}, not {text}", low=_end(low), high=_end(high),
                                text=text))  # fmt: skip
        return int(number) if whole else number

    return Field(name, "number", label, value, low=round(low), high=round(high),
                 choices=tuple((each, written(each)) for each in values), parse=parse,
                 tip=tip)  # fmt: skip


def _end(number: float) -> str:
    """Return an end of a range as it is shown."""
    return short(number) if number % 1 else grouped(round(number))


def path_field(path: str, endings: Collection[str]) -> Field:
    """Return the field of the file."""
    return Field("path", "text", tr("File"), path,
                 tip=tr("a path: {endings}", endings=", ".join(endings)))  # fmt: skip
