"""The dialog for sharing a game: the ways to share it, and the fields of each."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Button, Field, Form, Sample

WAY = "way"
"""The field in which the way is chosen."""
IN_A_ROW = 3
"""Ways side by side."""
PASSING = frozenset({"path"})

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Way:
    """One way to share a game, with a unique ``name`` and a ``label``.

    ``fields`` returns its fields for the values given so far, which are empty at first; field names
    may be the same as those of other ways. ``description`` is a text on what these values would
    produce, ``button`` the label of the button that calls ``do``. ``do`` raises ``BocheError`` and
    ``OSError``, and then the dialog stays open. ``quoted`` is a text that is shared as it is for
    these values, whose beginning is shown. ``passing`` are fields that belong to this game, whose
    values are not kept for the next time.
    """

    name: str
    label: str
    button: str
    fields: Callable[[Values], Sequence[Field]]
    do: Callable[[Values], object]
    description: Callable[[Values], str] = lambda values: ""
    quoted: Callable[[Values], str] = lambda values: ""
    passing: frozenset[str] = PASSING


@dataclass
class LastShared:
    """What is kept for the next time: the way used last, its folder, and each way's options.

    Of the options only those that differ from the usual values are kept.
    """

    way: str = ""
    folder: str = ""
    options: dict[str, dict[str, Any]] = field(default_factory=dict)


class ShareForm:
    """The dialog with all ways, one of them chosen.

    While it is open each way keeps its values, and takes over what is chosen at another one.
    """

    def __init__(
        self,
        ways: Sequence[Way],
        first: str = "",
        kept: LastShared | None = None,
        keep: Callable[[LastShared], object] = lambda kept: None,
    ) -> None:
        """Choose the way named ``first``, or else the one used last, or the first one.

        ``keep`` gets what is to be kept after something was shared.
        """
        self._ways = {way.name: way for way in ways}
        self._kept, self._keep = kept or LastShared(), keep
        self._given: dict[str, dict[str, Any]] = {way.name: self._recalled(way) for way in ways}
        self._picked: dict[str, Any] = {}  # what the user has chosen here, at whichever way
        asked, first = first, first or self._kept.way
        self.form = Form("share", tr("Share this game"), [], (), self._live)
        if len(ways) > 1:
            self.form.others = [self._fields(way) for way in ways]
        self._choose(self._ways.get(first, ways[0]))
        paths = [index for index, each in enumerate(self.form.fields) if each.name == "path"]
        self.form.focus_on(paths[0] if asked and paths else 0)

    def _recalled(self, way: Way) -> dict[str, Any]:
        """Return the values kept for a way, as far as its fields can have them."""
        kept = self._kept.options.get(way.name, {})
        found: dict[str, Any] = {}
        for _ in range(2):  # some fields are there only with the values of others
            found = recalled(way.fields(found), kept)
        return found

    def _fit(self) -> None:
        """Show the fields of the chosen way and the text on what it would produce."""
        way, given = self._way, self._given[self._way.name]
        fields = self._fields(way)
        given |= {field.name: field.value for field in fields[1:]}
        self.form.refit(fields)
        self.form.buttons = (Button("share", way.button, self._do), Button("cancel", tr("Cancel")))
        self.form.text = way.description(given)
        self._quote()

    def _fields(self, way: Way) -> list[Field]:
        """Return the fields while a way is chosen: that of the way, and its own."""
        labels = tuple((each.name, each.label) for each in self._ways.values())
        rows = max(-(-len(labels) // IN_A_ROW), 1)
        choice = Field(WAY, "choice", tr("As"), way.name, choices=labels, rows=rows)
        return [choice, *way.fields(self._given[way.name])]

    def _quote(self) -> None:
        """Show the beginning of the text that is shared, if it is one."""
        text = self._way.quoted(self.values)
        if text or (self.form.sample is not None and self.form.sample.text):
            self.form.sample = Sample(text=text)

    @property
    def way(self) -> str:
        """The name of the chosen way."""
        return self._way.name

    @property
    def values(self) -> Values:
        """The values given for the chosen way."""
        return self._given[self._way.name]

    def retell(self) -> None:
        """Update the text on what would be produced, after more has become known."""
        self.form.text = self._way.description(self.values)

    def _choose(self, way: Way) -> None:
        """Show a way, with what was chosen at others as far as it has the same choices."""
        self._way, self.form.sample = way, Sample()
        given = self._given[way.name]
        picked = {name: each for name, each in self._picked.items() if name not in way.passing}
        for _ in range(2 if picked else 0):  # some fields are there only with the values of others
            given |= recalled(way.fields(given), picked)
            given = {field.name: field.value for field in way.fields(given)}
        self._given[way.name] = given
        self._fit()

    def _live(self, values: dict[str, Any]) -> None:
        chosen = self._ways[values.pop(WAY)]
        if chosen is self._way:
            before = self._given[chosen.name]
            self._picked |= {n: each for n, each in values.items() if each != before.get(n, each)}
            self._given[chosen.name] = values
            self._fit()
        else:
            self._choose(chosen)

    def _do(self, values: dict[str, Any]) -> None:
        given = {name: value for name, value in values.items() if name != WAY}
        way = self._way
        way.do(given)
        usual = {each.name: each.value for each in way.fields({})}
        options = {
            name: value
            for name, value in given.items()
            if name not in way.passing and value != usual.get(name)
        }
        folder = os.path.dirname(os.path.expanduser(str(given.get("path", "")).strip()))
        folder = os.path.abspath(folder) if folder else self._kept.folder
        self._kept = LastShared(way.name, folder, {**self._kept.options, way.name: options})
        self._keep(self._kept)


def recalled(fields: Sequence[Field], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the kept values that these fields can still have."""
    known = {each.name: each for each in fields}
    return {
        name: value for name, value in kept.items() if name in known and _fits(known[name], value)
    }


def _fits(each: Field, value: Any) -> bool:
    """Return whether a field can have a value."""
    if each.kind in ("flag", "text"):
        return isinstance(value, bool if each.kind == "flag" else str)
    if isinstance(value, bool):
        return False
    if each.parse is not None:
        try:
            return bool(each.parse(str(value)) == value)
        except BocheError:
            return False
    if each.choices:
        return any(value == choice for choice, _ in each.choices)
    return isinstance(value, int) and each.low <= value <= each.high
