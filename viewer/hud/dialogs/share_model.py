"""The dialog for sharing a game: the ways to share it, and the fields of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boche.engine.languages.current import tr
from boche.viewer.hud.dialogs.model import Button, Field, Form, Sample

WAY = "way"
"""The field in which the way is chosen."""

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Way:
    """One way to share a game, with a unique ``name`` and a ``label``.

    ``fields`` returns its fields for the values given so far, which are empty at first; field names
    may be the same as those of other ways. ``description`` is a text on what these values would
    produce, ``button`` the label of the button that calls ``do``. ``do`` raises ``BocheError`` and
    ``OSError``, and then the dialog stays open. ``quoted`` is a text that is shared as it is, whose
    beginning is shown.
    """

    name: str
    label: str
    button: str
    fields: Callable[[Values], Sequence[Field]]
    do: Callable[[Values], object]
    description: Callable[[Values], str] = lambda values: ""
    quoted: Callable[[], str] = lambda: ""


class ShareForm:
    """The dialog with all ways, one of them chosen; each way keeps its values while it is open."""

    def __init__(self, ways: Sequence[Way], first: str = "") -> None:
        """Choose the way named ``first``, or else the first one."""
        self._ways = {way.name: way for way in ways}
        self._given: dict[str, dict[str, Any]] = {way.name: {} for way in ways}
        self.form = Form("share", tr("Share this game"), [], (), self._live)
        self._choose(self._ways.get(first, ways[0]))
        self.form.focus_on(0)

    def _fit(self) -> None:
        """Show the fields of the chosen way and the text on what it would produce."""
        way, given = self._way, self._given[self._way.name]
        labels = tuple((each.name, each.label) for each in self._ways.values())
        fields = list(way.fields(given))
        given |= {field.name: field.value for field in fields}
        self.form.refit([Field(WAY, "choice", tr("As"), way.name, choices=labels), *fields])
        self.form.buttons = (Button("share", way.button, self._do), Button("cancel", tr("Cancel")))
        self.form.text = way.description(given)

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
        self._way, self.form.sample = way, Sample(text=way.quoted())
        self._fit()

    def _live(self, values: dict[str, Any]) -> None:
        chosen = self._ways[values.pop(WAY)]
        if chosen is self._way:
            self._given[chosen.name] = values
            self._fit()
        else:
            self._choose(chosen)

    def _do(self, values: dict[str, Any]) -> None:
        self._way.do({name: value for name, value in values.items() if name != WAY})
