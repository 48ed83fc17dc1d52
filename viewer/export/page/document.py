"""Records as a page: one self-contained HTML file that makes no requests."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterator, Mapping, Sequence

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr
from boche.engine.languages.scripts import texts_json
from boche.engine.program import PROGRAM
from boche.engine.record import Record
from boche.viewer.camera.camera import VIEWS
from boche.viewer.export.images import ViewerError
from boche.viewer.export.page.game_data import GameData, Look
from boche.viewer.export.page.modules import script
from boche.viewer.export.page.shared import Shared, without_remarks
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.style import Rgb, palette, theme, theme_names
from boche.viewer.resources import asset_text


class PageMaker:
    """Maker of a page of one record or several."""

    def __init__(
        self, records: Sequence[Record], look: Look | None = None, title: str = ""
    ) -> None:
        """Prepare a page; ``title`` is its own, by default the first record's.

        Raises ``ViewerError`` for an unknown palette or view.
        """
        self._records, self._look, self._title = records, look or Look(), title
        self._titles: list[str] = []
        self._packed: list[bytes] = []
        self._shared = Shared()
        try:
            palette(self._look.palette)
        except RenderError as error:
            raise ViewerError(str(error)) from None
        if self._look.view not in VIEWS:
            views = ", ".join(VIEWS)
            raise ViewerError(
                tr(
                    "a page begins with a view of {views}, not {view}",
                    views=views,
                    view=self._look.view,
                )
            )

    def tell(self) -> Iterator[int]:
        """Compute the positions; yield how many are done. Raises ``RecordError``."""
        done = 0
        for record in self._records:
            game, current = GameData(record, self._look, self._shared), 0
            for current in game.tell():
                yield done + current
            done += current
            several = self._several and game.about
            self._titles.append(f"{game.title} ({game.about})" if several else game.title)
            self._packed.append(game.pack())

    def html(self) -> str:
        """Return the page, once ``tell`` is finished."""
        code = script("page/main")
        if current() != ENGLISH:
            code = f"var bocheTexts = {texts_json(current())};\n{code}"
        style = without_remarks(filled(_part("page.css"), table_colours()))
        values = {
            "policy": policy(code, style),
            "program": PROGRAM,
            "title": html.escape(self._title or self._titles[0]),
            "games": "".join(f"<option>{html.escape(title)}</option>" for title in self._titles),
            "kind": "board" if self._look.board_only else "whole",
            "language": current(),
            "steps": steps(_spoken("play.html").strip()),
            "style": style,
            "script": code,
            "shared": _stored("shared", self._shared.pack()),
            "data": "\n".join(_stored("data", data) for data in self._packed),
        }
        return filled(_spoken("page.html"), values)

    @property
    def _several(self) -> bool:
        return len(self._records) > 1


def page_of(records: Sequence[Record], look: Look | None = None, title: str = "") -> str:
    """Return the page of records that are short enough to wait for.

    Raises ``ViewerError`` and ``RecordError``.
    """
    maker = PageMaker(records, look, title)
    for _ in maker.tell():
        pass
    return maker.html()


def steps(between: str = "") -> str:
    """Return the buttons that step through a game's moves, with another one in their middle."""
    return filled(_spoken("steps.html"), {"between": between}).strip()


def table_colours() -> dict[str, str]:
    """Return the colour of the table in each theme in CSS, for the background of pages."""
    return {name: _hex(theme(name).table) for name in theme_names()}


def policy(code: str, style: str) -> str:
    """Return the content security policy: only this script and this style, and no requests."""
    return (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return the text with each ``{{name}}`` replaced by its value."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], text)


def _stored(kind: str, data: bytes) -> str:
    text = base64.b64encode(data).decode()
    return f'<script type="application/octet-stream" class="{kind}">{text}</script>'


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _spoken(name: str) -> str:
    """Return a part of a page, its texts in the current language.

    They stand in it as in the templates of a server: ``{{ tr("Board") }}``.
    """
    return re.sub(r'\{\{ tr\("([^"]+)"\) \}\}', lambda match: tr(match[1]), _part(name))


def _part(name: str) -> str:
    return asset_text(f"page/{name}")


def _hex(colour: Rgb) -> str:
    """Return a display colour in CSS."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)
