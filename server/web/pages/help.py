"""Help: the rules of each game, and the commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count, groupby
from urllib.parse import quote

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY
from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import current, tr
from boche.server.commands.registry import COMMANDS, usage
from boche.server.errors import NotFoundError
from boche.server.people.vacation import A_YEAR
from boche.server.play.option_words import option_in_words
from boche.server.thinking.pictures import ABOVE, Draw, figure, replay, replay_above
from boche.server.web.authentication import anybody
from boche.server.web.noscript.picture import SVG, cacheable
from boche.server.web.pages.layout import page
from boche.server.web.service import service_of
from boche.viewer.rules.book import book_of, options_of
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


async def overview(request: Request) -> Response:
    return await page(request, "help.html", await anybody(request), vacation=round(A_YEAR / DAY))


async def commands(request: Request) -> Response:
    """Return the page of all commands with their syntax."""
    rows = [(command, usage(command)) for command in COMMANDS.values()]
    return await page(
        request, "commands.html", await anybody(request), commands=rows,
        address=service_of(request).address,
    )  # fmt: skip


async def rules(request: Request) -> Response:
    """Return a game's rules and options."""
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise NotFoundError(
            tr("unknown game (there are rules for {choices})", choices=", ".join(GAMES))
        )
    text = await service_of(request).slow(lambda: rules_of(game.name))
    return await page(request, "rules.html", await anybody(request), game=game, rules=text)


async def drawing(request: Request) -> Response:
    """Return a board of the rules as a drawing."""
    return cacheable(request, await _played(request, figure), SVG)


async def board(request: Request) -> Response:
    """Return the same as a page to rotate; only this server's pages may embed it."""
    content = await _played(request)
    return cacheable(
        request, content, "text/html",
        **{"Content-Security-Policy": "frame-ancestors 'self'", "X-Frame-Options": "SAMEORIGIN"},
    )  # fmt: skip


async def _played(request: Request, draw: Draw | None = None) -> bytes:
    """Draw a board from the rules of the path's game; by default to rotate, from its own view."""
    service, game = service_of(request), GAMES.get(request.path_params["game"])
    book = await service.slow(lambda: book_of(game.name)) if game else None
    number = request.path_params["number"]
    if game is None or book is None or number >= len(book.plays):
        raise NotFoundError(tr("board not found in the rules"))
    play = book.plays[number]
    options = game.complete(options_of(play))
    draw = draw or (replay_above if play.view == ABOVE else replay)
    return await service.drawings.of(draw, game.name, options, play.moves)


ROUTES = [
    Route("/help", overview),
    Route("/help/commands", commands),
    Route("/help/{game}", rules),
    Route("/help/{game}/{number:number}.svg", drawing),
    Route("/help/{game}/{number:number}.html", board),
]


# A game's rules as HTML: the same blocks as in the desktop program, boards as drawings.
#
# With scripts, a visible drawing becomes a board that can be rotated.

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
    """Render blocks as HTML; consecutive items form one list, and headings name tables."""
    parts, plays, heading = list[Markup](), count(), ""
    for item, group in groupby(blocks, key=_kind_of_list):
        if item:
            parts.append(_list(item, group))
            continue
        for block in group:
            if isinstance(block, Heading):
                heading = block.text
            parts.append(
                _table(block, heading) if isinstance(block, Table) else _block(game, block, plays)
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


def _table(table: Table, name: str) -> Markup:
    head, *rows = table.rows
    # The heading stands above it already; a screen reader's list of tables lacks it.
    lines = [Markup('<caption class="heard">{}</caption>').format(name)] if name else []
    lines.append(Markup("<tr>{}</tr>").format(_cells("th", head)))
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
