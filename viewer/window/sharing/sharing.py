"""The ways to share the game on the table, as data for their dialog."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.viewer.export.images import Image
from boche.viewer.hud.dialogs.model import Sample
from boche.viewer.hud.dialogs.share_model import LastShared, ShareForm, Values, Way
from boche.viewer.renderer.errors import RenderError
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.sharing.documents import Figures, Pages
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.films import Filming
from boche.viewer.window.sharing.models import Models, Parts
from boche.viewer.window.sharing.names import Names
from boche.viewer.window.sharing.pictures import Shooting
from boche.viewer.window.sharing.studio import Studio
from boche.viewer.window.sharing.texts import Records, Texts


class Sharing:
    """The sharing of one desk's game."""

    def __init__(
        self,
        canvas: Canvas,
        clipboard: Clipboard,
        save: Callable[[str], None],
        chooser: FileChooser,
        works: Works,
    ) -> None:
        """Set it up; ``save`` asks for a file with an extension, and saves the record."""
        desk = self._desk = canvas.desk
        names = Names(desk, chooser)
        record, text = Records(desk, clipboard, save), Texts(desk, clipboard, names)
        picture = Shooting(canvas, names, works)
        photo = Shooting(canvas, names, works, photo=True)
        film, page = Filming(canvas, names, works), Pages(desk, names, works)
        figure = Figures(desk, names, works)
        model, part = Models(desk, names, works), Parts(desk, names, works)
        self.ways = (
            Way("record", tr("Record"), tr("Share the record"), record.fields, record.do,
                record.description, record.quoted),
            Way("text", tr("Text"), tr("Share the text"), text.fields, text.do,
                text.description),
            Way("picture", tr("Picture"), tr("Save the picture"), picture.fields, picture.begin,
                picture.description),
            Way("photo", tr("Photograph"), tr("Take the photograph"), photo.fields, photo.begin,
                photo.description),
            Way("film", tr("Film"), tr("Make the film"), film.fields, film.begin,
                film.description, passing=film.passing),
            Way("page", tr("Page"), tr("Make the page"), page.fields, page.begin,
                page.description, passing=page.passing),
            Way("figure", tr("Figure"), tr("Draw the figure"), figure.fields, figure.begin,
                figure.description),
            Way("model", tr("3D model"), tr("Make the model"), model.fields, model.begin,
                model.description),
            Way("part", tr("Part to print"), tr("Make the part"), part.fields, part.begin,
                part.description, part.quoted, part.passing),
        )  # fmt: skip
        self.previews = Previews(canvas, {
            "picture": picture.preview, "photo": photo.preview, "film": film.preview,
            "page": page.preview, "figure": figure.preview, "model": model.preview,
        })  # fmt: skip

    def ask(self, way: str = "", *, among: Collection[str] = ()) -> None:
        """Ask for the way to share, and do it; ``way`` is chosen at first.

        Only the ways ``among`` these are offered, by default all.
        """
        ways = [each for each in self.ways if not among or each.name in among]
        asked = ShareForm(ways, way, last_shared(self._desk.settings.share), self._keep)
        self._desk.hud.open(asked.form)
        self.previews.follow(asked)

    def _keep(self, kept: LastShared) -> None:
        """Remember what was shared, and how."""
        self._desk.set_settings(replace(self._desk.settings, share=asdict(kept)))


def last_shared(stored: Mapping[str, Any]) -> LastShared:
    """Return what the settings hold of an earlier time, as far as it can be read."""
    way, folder, options = (stored.get(name) for name in ("way", "folder", "options"))
    known = options if isinstance(options, dict) else {}
    return LastShared(
        way if isinstance(way, str) else "",
        folder if isinstance(folder, str) else "",
        {name: each for name, each in known.items() if isinstance(each, dict)},
    )


# Small previews beside the fields of the sharing dialog, drawn one step at a time.

Preview = Callable[[Values, Studio], Iterator[Image | None]]
"""Draws a preview of the values: pictures (height, width, 3), the first row on top.

Several pictures are shown as an animation; None stands for a step without one. No step may take
long.
"""

NAME = "share preview"
LASTS = 0.25
"""The seconds for which each of several pictures is shown."""


class Previews:
    """The previews of the dialog that it follows; everything is freed when that is closed."""

    def __init__(self, canvas: Canvas, ways: Mapping[str, Preview]) -> None:
        """Set it up; ``ways`` are the previews by the names of their ways."""
        self._canvas, self._desk, self._ways = canvas, canvas.desk, ways
        self._form: ShareForm | None = None
        self._studio: Studio | None = None
        self._key: Hashable = None
        self._steps: Iterator[Image | None] | None = None
        self._pictures: list[Image] = []
        self._shown, self._due = 0, 0.0
        self._desk.schedule.watchers.append(self._look)

    def follow(self, form: ShareForm) -> None:
        """Draw previews for this dialog as long as it is open."""
        self.close()
        self._form = form

    def _dependencies(self, form: ShareForm) -> Hashable:
        """Return everything that the pictures depend on."""
        cursor = self._desk.session.cursor
        values = dict(form.values)
        path = Path(str(values.pop("path", "")).strip())
        return form.way, tuple(values.items()), path.suffix.lower(), cursor.node, cursor.line[-1]

    def _look(self) -> None:
        """Free or draw the pictures anew if the dialog is gone, or shows other values."""
        form = self._form
        if form is None:
            return
        if self._left:
            self._rest()
            if self._desk.controller.view().question is None:
                self._form = None
        elif self._key != self._dependencies(form):
            self._begin(form)
            self._plan()

    def _plan(self) -> None:
        """Draw the next picture at once; show several in turn."""
        several = self._due if len(self._pictures) > 1 else None
        due = self._desk.now if self._steps is not None else several
        self._desk.schedule.at(due, self._continue)

    @property
    def _left(self) -> bool:
        """True if the dialog is gone, for good or until a question is answered."""
        return self._form is not None and self._desk.hud.open_form is not self._form.form

    def _continue(self) -> None:
        """Draw one more picture, or show the next one."""
        form = self._form
        if form is None or self._left or self._key != self._dependencies(form):
            return
        if self._steps is not None:
            self._go_on(form, self._steps)
        elif len(self._pictures) > 1:
            self._show(form, (self._shown + 1) % len(self._pictures))
        self._plan()

    def _begin(self, form: ShareForm) -> None:
        self._key, self._steps, self._pictures = self._dependencies(form), None, []
        if form.way in self._ways:
            if self._studio is None:
                self._studio = Studio(self._canvas)
            self._steps = self._ways[form.way](form.values, self._studio)

    def _go_on(self, form: ShareForm, steps: Iterator[Image | None]) -> None:
        try:
            picture = next(steps)
        except (StopIteration, BocheError, RenderError):
            self._steps = None
            if not self._pictures:
                self._free()
                form.form.sample = Sample()
            form.retell()
            self._desk.hud.dirty = True
            return
        if picture is not None:
            self._pictures.append(picture)
            self._show(form, len(self._pictures) - 1)

    def _show(self, form: ShareForm, index: int) -> None:
        """Show one of the pictures in the dialog."""
        picture, textures = self._pictures[index], self._canvas.frame.samples
        height, width = picture.shape[:2]
        data = np.full((height, width, 4), 255, np.uint8)
        data[:, :, :3] = picture[::-1]
        self._desk.window.switch_to()
        if NAME in textures and textures[NAME].size == (width, height):
            textures[NAME].write(data.tobytes())
        else:
            self._free()
            textures[NAME] = self._canvas.frame.context.texture((width, height), 4, data.tobytes())
        form.form.sample = Sample(NAME, width / height)
        self._shown, self._due = index, self._desk.now + LASTS
        self._desk.hud.dirty = True

    def _free(self) -> None:
        texture: Any = self._canvas.frame.samples.pop(NAME, None)
        if texture is not None:
            texture.release()

    def _rest(self) -> None:
        """Free all GPU resources; the preview is drawn again if the dialog comes back."""
        self._desk.schedule.at(None, self._continue)
        if self._key is None:
            return
        self._desk.window.switch_to()
        self._free()
        if self._studio is not None:
            self._studio.release()
        self._studio, self._key, self._steps, self._pictures = None, None, None, []

    def close(self) -> None:
        """Stop following the dialog."""
        if self._form is not None:
            self._form = None
            self._rest()
