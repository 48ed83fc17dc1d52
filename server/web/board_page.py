"""The page for playing on a board: ``/board/17``, the same for all guests who open it.

The holder of a seat has its secret in the URL after ``#``, where no server and no other page sees
it.
"""

from __future__ import annotations

import hashlib
import html
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.game import Game, Position
from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people import preferences
from boche.server.play.match import Match, load
from boche.server.play.watching import is_public
from boche.server.web.authentication import Requester, anybody
from boche.server.web.pages import static
from boche.server.web.pages.layout import menu, phone_head, templates
from boche.server.web.pages.wording import trusted
from boche.server.web.service import service_of
from boche.server.web.sharing.tags import SHARED, shared_by, tags_of

BOARDS = {"board": "live/main", "embed": "small/main"}
"""Modules of the scripts of pages that have no other, by the scripts' names."""

PAGES = {"small": "small/main", "task": "live/task", "analysis": "live/analysis"}
"""The same of pages that have that of all pages, too."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@cache
def parts() -> dict[str, tuple[str | bytes, str]]:
    """Return scripts, style and sounds by their URLs, each with its type.

    A URL contains a hash of the contents.
    """
    # Imported when somebody opens a board, so that the server starts sooner.
    from boche.viewer.export.page.document import filled, table_colours
    from boche.viewer.export.page.modules import module
    from boche.viewer.export.page.shared import without_remarks
    from boche.viewer.resources import asset_text

    scripts = {name: module(of) for name, of in BOARDS.items()}
    scripts |= {name: static.module_of(of) for name, of in PAGES.items()}
    style = without_remarks(
        filled(asset_text("page/page.css"), table_colours())
        + asset_text("server/menu.css")
        + asset_text("live/live.css")
        + asset_text("live/print.css")
    )
    return {
        _address("board", style, "css"): (style, "text/css"),
        **{_address(name, text, "js"): (text, "text/javascript") for name, text in scripts.items()},
        **{_address(name, sound, "wav"): (sound, "audio/wav") for name, sound in sounds().items()},
    }


@cache
def sounds() -> dict[str, bytes]:
    """Return the sounds of the board by their names."""
    from boche.viewer.sound import waves

    return {"down": waves.down(), "other": waves.down(1), "taken": waves.capture_sound(),
            "over": waves.over()}  # fmt: skip


def script_of_page(name: str) -> str:
    """Return the URL of the script of a page with boards, by its name."""
    return _part(name, "js")


def _part(name: str, suffix: str) -> str:
    start, end = f"/live/{name}-", f".{suffix}"
    return next(each for each in parts() if each.startswith(start) and each.endswith(end))


def requester_data(requester: Requester, chosen: preferences.Preferences) -> str:
    """Return the body's attributes about the viewer: a guest, or an account's preferences."""
    if requester.user is None:
        return " data-guest"
    said = {None: "", True: "yes", False: "no"}
    confirm, onward = said[chosen.get("confirm")], said[chosen.get("onward", False)]
    return f' data-confirm="{confirm}" data-onward="{onward}"'


def _next_links(request: Request, board: Match) -> str:
    """Return links to where one goes after a first game: lessons, a place to meet others.

    A button before them begins a game against another level; the page shows it once one is offered.
    """
    game = quote(board.row.game, safe="")
    links = [(f"/learn#{game}", tr("Lessons"))]
    if any(getattr(route, "path", "") == "/lobby" for route in request.app.routes):
        links.append(("/lobby", tr("Other players")))
    parts = [f'<a href="{html.escape(path)}">{html.escape(text)}</a>' for path, text in links]
    if any(seat.level is not None for seat in board.seats):
        parts.insert(0, '<button type="button" id="next-level" hidden></button>')
    return " ".join(parts)


def _address(name: str, content: str | bytes, suffix: str) -> str:
    data = content.encode() if isinstance(content, str) else content
    return f"/live/{name}-{hashlib.sha256(data).hexdigest()[:16]}.{suffix}"


def example_of(position: Position, seat: int) -> tuple[str, str]:
    """Return an early move against a seat and that seat's answer, to show how moves are written.

    They fit a board with the options of a position, unless it is so small that it is over by then.
    """
    return _example(position.game, seat, frozenset(position.options.items()))


@lru_cache(256)
def _example(game: Game, seat: int, options: frozenset[tuple[str, Any]]) -> tuple[str, str]:
    position = game.new(**dict(options))
    texts = list[str]()
    for _ in range(2 if seat else 3):
        moves = position.legal_moves()
        if not moves:
            return _example(game, seat, frozenset())
        move = moves[2 * len(moves) // 5]
        texts.append(position.format(move))
        position = position.play(move)
    return texts[-2], texts[-1]


async def page(request: Request) -> HTMLResponse:
    """Return the page of a board. It requests its contents itself."""
    service, requester = service_of(request), await anybody(request)

    def work(transaction: Transaction) -> tuple[Match, preferences.Preferences]:
        board = load(transaction, request.path_params["board"])
        return board, preferences.of(transaction, requester.user.id) if requester.user else {}

    board, chosen = await service.read(work)
    public = is_public(board)
    script, style = await service.in_thread(lambda: (_part("board", "js"), _part("board", "css")))
    from boche.viewer.export.page.document import steps
    from boche.viewer.games.registry import picker_of

    takes_up = " data-takes-up" if picker_of(board.row.game).takes_up else ""

    def examples_at() -> list[tuple[str, str]]:
        try:
            start = board.position_at(0)
        except BocheError:  # of a game that a later version has written
            start = board.game.new()
        return [example_of(start, seat) for seat in (0, 1)]

    examples = await service.in_thread(examples_at)
    shared = shared_by(board, service.address) if public else dict.fromkeys(SHARED, "")
    text = templates().get_template("live/board.html").render(
        title=tr("{game}, board {board}", game=board.game.title, board=board.number),
        board=board.number, game=board.row.game, game_title=board.game.title,
        who=trusted(requester_data(requester, chosen) + takes_up),
        share_hidden=trusted("" if public else " hidden"), private=board.row.private,
        tags=trusted(tags_of(board, service.address, service.now()) if public else ""),
        examples=[tr("if {first} then {second}", first=first, second=second)
                  for first, second in examples],
        next=trusted(_next_links(request, board)), menu=await menu(request, requester),
        icon=static.address("favicon.svg"), icon_turn=static.address("favicon-turn.svg"),
        steps=trusted(steps()),
        sounds=trusted("".join(
            f' data-{name}="{_address(name, sound, "wav")}"' for name, sound in sounds().items()
        )),
        script=script, style=style, noscript=static.address("noscript.css"),
        worker=static.address(static.WORKER), head=phone_head(), return_to=request.url.path,
        **{f"share_{name}": text for name, text in shared.items()},
    )  # fmt: skip
    return HTMLResponse(
        text, headers={"Content-Security-Policy": POLICY, "Cache-Control": "private, no-cache"}
    )


async def part(request: Request) -> Response:
    """Return a script or the style."""
    part = (await service_of(request).in_thread(parts)).get(request.url.path)
    if part is None:
        raise NotFoundError(tr("file not found; reload the page"))
    return Response(part[0], media_type=part[1], headers=FOR_EVER)


async def service_worker(request: Request) -> Response:
    """Return the script that gets a browser's push notifications, and shows pages off line."""
    from boche.viewer.resources import asset_text

    return Response(
        asset_text("live/service-worker.js"), media_type="text/javascript",
        headers={"Cache-Control": "no-cache",
                 "Content-Security-Policy": "default-src 'none'; connect-src 'self'"},
    )  # fmt: skip


ROUTES = [
    Route("/board/{board:number}", page),
    Route("/live/{name}", part),
    Route("/service-worker.js", service_worker),
]
