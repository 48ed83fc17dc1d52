"""Positions, records, analyses and matches in a notebook."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Sequence

from boche.engine.errors import BocheError
from boche.engine.game import Position
from boche.engine.languages.current import tr, tr_count, tr_word
from boche.engine.languages.formats import grouped, percent
from boche.engine.match.series import MatchResult
from boche.engine.record import Record
from boche.engine.search.search import Analysis

FRAME = (
    '<iframe srcdoc="{page}" width="100%" height="{height}" style="border: 0" title="{title}"'
    ' sandbox="allow-scripts allow-downloads">{instead}</iframe>'
)
HEIGHT = 560

INSTEAD = "<p>{record}. Trust this notebook to step through the game.</p>{picture}"
"""Shown by notebooks that leave frames out, as those do that are not trusted."""
PICTURE = '<img src="data:image/png;base64,{png}" alt="The end of the game">'
SMALL = (480, 360)


def picture_of(drawn: Position | Record) -> bytes | None:
    """Return a PNG of a position, or of a record's last one; None if it cannot be drawn."""
    try:
        return drawn.png()
    except BocheError:
        return None  # the notebook shows the text instead


def page_of(record: Record) -> str | None:
    """Return a record as a page in a frame, or None if it cannot be shown."""
    try:
        page = record.page()
    except BocheError:
        return None
    title = html.escape(record.game.title)
    instead = _instead_of_page(record)
    return FRAME.format(page=html.escape(page), height=HEIGHT, title=title, instead=instead)


def _instead_of_page(record: Record) -> str:
    """Return a line about the record and, with GL, a picture."""
    text = html.escape(repr(record).strip("<>"))
    try:
        png = base64.b64encode(record.png(size=SMALL)).decode()
    except BocheError:
        return INSTEAD.format(record=text, picture="")
    return INSTEAD.format(record=text, picture=PICTURE.format(png=png))


# -- tables

FIGURE = '<img src="data:image/svg+xml;base64,{svg}" alt="{title}" style="max-width: 20em">'
MOST_GAMES = 100
"""Most games of a match that a table lists."""

BAR = (
    '<div style="position: relative; width: 20em; height: 1em; background: #8884" title="{title}">'
    '<div style="position: absolute; left: {low:.1f}%; width: {wide:.1f}%; height: 100%;'
    ' background: #8888"></div>'
    '<div style="position: absolute; left: {share:.1f}%; width: 2px; height: 100%;'
    ' background: currentColor"></div></div>'
)


def figure_of(position: Position) -> str | None:
    """Return a position as SVG, or None if it cannot be drawn."""
    try:
        return position.svg()
    except BocheError:
        return None


def table_of_analysis(found: Analysis) -> str:
    """Return the board, the chances, and the candidates as a table."""
    svg = figure_of(found.position)
    title = html.escape(str(found.position.game.title))
    board = FIGURE.format(svg=base64.b64encode(svg.encode()).decode(), title=title) if svg else ""
    chances = ", ".join(f"{tr_word(c)} {percent(share, 1)}" for c, share in found.win.items())
    rows = [
        (str(c.move), percent(c.value, 1), grouped(c.visits), " ".join(map(str, c.line)))
        for c in found.candidates
    ]
    headings = (tr("Move"), tr("Chance"), tr("Visits"), tr("Expected"))
    count = tr_count("{count} playout", "{count} playouts", found.playouts)
    return f"{board}<p>{html.escape(f'{chances}; {count}')}</p>{_table(headings, rows)}"


def table_of_match(result: MatchResult) -> str:
    """Return the score, its interval as a bar, and the games as a table."""
    low, high = (100 * share for share in result.interval)
    score = html.escape(str(result))
    bar = BAR.format(low=low, wide=high - low, share=100 * result.share, title=score)
    rows: list[Sequence[str]] = [
        (str(number + 1), *record.names, record.result, str(len(record.moves())),
         str(result.errors.get(number, "")))
        for number, record in enumerate(result.records[:MOST_GAMES])
    ]  # fmt: skip
    headings: Sequence[str] = (
        tr("Game"), tr("First player"), tr("Second player"), tr("Result"), tr("Moves"),
        tr("Lost by"),
    )  # fmt: skip
    if not result.errors:
        headings, rows = headings[:-1], [row[:-1] for row in rows]
    more = len(result.records) - len(rows)
    rest = f"<p>{html.escape(tr_count('{count} more game', '{count} more games', more))}</p>"
    return f"<p>{score}</p>{bar}{_table(headings, rows)}{rest if more else ''}"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts, which are escaped."""
    head = "".join(f"<th>{html.escape(text)}</th>" for text in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
