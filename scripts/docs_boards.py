"""The rules on the documentation site (``mkdocs.yml``): the text of the help, with its boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from boche.engine.games.registry import GAMES
from boche.engine.record import Record, play
from boche.viewer.export.page.document import page_of
from boche.viewer.export.page.game_data import Look
from boche.viewer.rules.book import book_of, positions_of, rules_text
from boche.viewer.rules.markdown import Play

BLOCK = re.compile(r"^```play.*?^```$", re.DOTALL | re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each play in the rules: a board to turn and to step through."""
    for game in GAMES:
        for number, example in enumerate(plays_of(game)):
            files.append(
                File.generated(config, f"rules/{game}-{number}.html", content=board(game, example))
            )
    return files


def plays_of(game: str) -> tuple[Play, ...]:
    book = book_of(game)
    return book.plays if book else ()


def board(game: str, example: Play) -> str:
    """Return the page of a play, which shows its last position first."""
    options: dict[str, Any] = dict(positions_of(game, example)[0].options)
    record = Record.new(game, **options)
    node = record.root
    for move in example.moves:
        node = play(record, node, move)
    look = Look(len(example.moves), view=example.view or "corner", board_only=True)
    return page_of([record], look)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the rules with strategy, as in the help, and frames where the plays stand."""
    folder, _, game = page.file.src_uri.removesuffix(".md").rpartition("/")
    if folder != "rules" or game not in GAMES:
        return markdown
    frames = frames_of(game)
    return BLOCK.sub(lambda _: next(frames), rules_text(game))


def frames_of(game: str) -> Iterator[str]:
    for number, example in enumerate(plays_of(game)):
        moves = " ".join(example.moves) or "The start"
        yield (
            f'<figure class="board"><iframe data-src="{game}-{number}.html" title="A board">'
            f"</iframe><figcaption>{moves}</figcaption></figure>"
        )
