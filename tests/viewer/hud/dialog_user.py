"""A user of a dialog through a HUD."""

from __future__ import annotations

from typing import Self

from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.widgets.items import Page
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain


class DialogUser:
    """A user who looks at a dialog and presses keys."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.hud = Hud(wide, Plain(), lambda action: None)
        self.hud.open(form)
        self.shown = shown_of(Session.new("boche"))
        self.look()

    def look(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> Page:
        """Lay out the dialog as it is now."""
        areas = laid_out(self.shown, size, scale)
        return self.hud.build(self.shown, areas).pages[-1]

    @property
    def words(self) -> list[str]:
        """The texts in the dialog now."""
        page = self.look()
        return [each.text for each in page.texts] + [each.edit.text for each in page.areas]

    def keys(self, *pressed: str) -> Self:
        """Press keys; arguments in quotes are typed as text."""
        for key in pressed:
            if key.startswith("'"):
                self.hud.text(key.strip("'"))
            else:
                self.hud.key(key)
            self.look()
        return self
