"""A game's rules as HTML: the same blocks as in the desktop program, boards as drawings.

With scripts, a visible drawing becomes a board that can be rotated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count, groupby
from urllib.parse import quote

from markupsafe import Markup, escape

from boche.engine.errors import BocheError
from boche.engine.games.registry import find
from boche.engine.languages.current import current, tr
from boche.server.play.option_words import option_in_words
from boche.viewer.rules.markdown import (
    Block,
    Code,
    Heading,
    Item,
    Paragraph,
    Play,
    Spans,
    Style,
    Table,
    read,
)

TAGS: dict[Style, str] = {"bold": "strong", "italic": "em", "code": "code"}


def rules_of(game: str) -> Markup:
    """Return a game's rules, empty if it has none; the page adds its own heading.

    Raises ``ViewError``.
    """
    return _rules_in(game, current())


@cache
def _rules_in(game: str, language: str) -> Markup:
    """Return the rules in the current language, which ``language`` names for the cache."""
    from boche.viewer.rules.book import rules_text  # this imports the games' views

    blocks = [block for block in read(rules_text(game)) if not _is_title(block)]
    return html_of(game, blocks)


def _is_title(block: Block) -> bool:
    return isinstance(block, Heading) and block.level == 1


def html_of(game: str, blocks: Sequence[Block]) -> Markup:
    """Render blocks as HTML; consecutive items form one list."""
    parts, plays = list[Markup](), count()
    for item, group in groupby(blocks, key=_kind_of_list):
        members = list(group)
        parts += (
            [_list(item, members)] if item else [_block(game, block, plays) for block in members]
        )
    return Markup("\n").join(parts)


def _kind_of_list(block: Block) -> str:
    """Return the list element for a block, or empty if it is not a list item."""
    return "" if not isinstance(block, Item) else "ul" if block.marker == "•" else "ol"


def _list(tag: str, items: Iterable[Block]) -> Markup:
    inner = Markup("").join(
        Markup("<li>{}</li>").format(_words(item.spans)) for item in items if isinstance(item, Item)
    )
    return Markup("<{0}>{1}</{0}>").format(tag, inner)


def _block(game: str, block: Block, plays: Iterator[int]) -> Markup:
    if isinstance(block, Heading):
        return Markup("<h{0}>{1}</h{0}>").format(min(block.level, 6), block.text)
    if isinstance(block, Paragraph):
        return Markup("<p>{}</p>").format(_words(block.spans))
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Code):
        return _drawing(block.text)
    assert isinstance(block, Play)
    return Markup("").join(_play(game, block, next(plays)))


def _play(game: str, play: Play, number: int) -> Iterator[Markup]:
    """Yield the moves, and the board after them."""
    from boche.viewer.rules.book import options_of, positions_of

    known = {option.name: option for option in find(game).options}
    options = ", ".join(
        option_in_words(known[name], value) if name in known else f"{name}: {value}"
        for name, value in options_of(play).items()
    )
    moves = " ".join(play.moves)
    shown = (
        tr("Moves ({options}): {moves}", options=options, moves=moves) if options
        else tr("Moves: {moves}", moves=moves)
    )  # fmt: skip
    try:
        position = positions_of(game, play)[-1]
    except BocheError:  # text of an external package; the moves can still be read
        yield Markup('<p class="quiet">{}</p>').format(shown)
        return
    from boche.server.scenes.in_words import describe

    yield Markup(
        '<figure class="turned" data-live="{0}.html"><div><img src="{0}.svg" alt="{1}" '
        'width="480" height="400" loading="lazy"></div><figcaption>{2}</figcaption></figure>'
    ).format(
        f"/help/{quote(game)}/{number}", tr("The board: {pieces}", pieces=describe(position)), shown
    )


def _drawing(text: str) -> Markup:
    # Text wider than the screen can be scrolled with the keys, too.
    return Markup('<pre tabindex="0" role="img" aria-label="{}">{}</pre>').format(
        tr("A drawing in characters"), text.rstrip("\n")
    )


def _table(table: Table) -> Markup:
    head, *rows = table.rows
    lines = [Markup("<tr>{}</tr>").format(_cells("th", head))]
    lines += [Markup("<tr>{}</tr>").format(_cells("td", row)) for row in rows]
    return Markup('<div class="wide" tabindex="0"><table>{}</table></div>').format(
        Markup("").join(lines)
    )


def _cells(tag: str, cells: Iterable[Spans]) -> Markup:
    return Markup("").join(Markup("<{0}>{1}</{0}>").format(tag, _words(cell)) for cell in cells)


def _words(spans: Spans) -> Markup:
    return Markup("").join(
        Markup("<{0}>{1}</{0}>").format(TAGS[span.style], span.text)
        if span.style in TAGS
        else escape(span.text)
        for span in spans
    )
