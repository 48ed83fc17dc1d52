"""The page for playing on a board: ``/board/17``, the same for all guests who open it.

The holder of a seat has its secret in the URL after ``#``, where no server and no other page sees
it.
"""

from __future__ import annotations

import hashlib
import html
from functools import cache

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from boche.server.database.store import Transaction
from boche.server.errors import NotFoundError
from boche.server.people import preferences
from boche.server.play.match import Match, load
from boche.server.web.authentication import Requester, anybody
from boche.server.web.pages import static
from boche.server.web.pages.layout import menu
from boche.server.web.service import service_of

SCRIPTS = (
    "page/bundle",
    "page/drawing/camera",
    "page/drawing/light",
    "page/drawing/scenes",
    "page/spoken",
    "page/drawing/programs",
    "page/drawing/card",
    "page/drawing/draw",
    "page/table",
    "page/pointer",
    "page/list",
    "server/seats",
    "live/stream",
    "live/net",
    "live/scene_cache",
    "live/table",
    "live/move_input",
    "live/panel",
    "live/live_region",
    "live/event_state",
    "live/settings",
    "live/alerts",
    "live/push",
    "live/candidates",
    "live/curve",
    "live/review",
    "live/talk",
    "live/keyboard_navigation",
    "live/pointing",
    "live/input",
    "live/view",
    "live/sending",
    "live/main",
)
"""Source files of the script, each using those before it."""

PUZZLE = (
    "page/bundle",
    "page/drawing/camera",
    "page/drawing/light",
    "page/drawing/scenes",
    "page/drawing/programs",
    "page/drawing/card",
    "page/drawing/draw",
    "page/table",
    "page/pointer",
    "live/scene_cache",
    "live/table",
    "live/move_input",
    "live/keyboard_navigation",
    "live/pointing",
    "live/page_board",
    "live/puzzle",
)
"""Source files of the script of a puzzle's page."""

ANALYSIS = (
    "page/bundle",
    "page/drawing/camera",
    "page/drawing/light",
    "page/drawing/scenes",
    "page/spoken",
    "page/drawing/programs",
    "page/drawing/card",
    "page/drawing/draw",
    "page/table",
    "page/pointer",
    "server/seats",
    "live/scene_cache",
    "live/table",
    "live/move_input",
    "live/keyboard_navigation",
    "live/pointing",
    "live/candidates",
    "live/page_board",
    "live/analysis",
)
"""Source files of the script of the analysis board."""

WORKER = ("live/stream", "live/worker")
"""Source files of the worker that all tabs share."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FOR_EVER = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'",  # the worker's policy
}


@cache
def parts() -> dict[str, tuple[str, str]]:
    """Return script, style and worker by their URLs, each with its type.

    A URL contains a hash of the contents.
    """
    # Imported when somebody opens a board, so that the server starts sooner.
    from boche.viewer.export.page.document import filled, script_of, table_colours
    from boche.viewer.export.page.shared import without_remarks
    from boche.viewer.resources import asset_text

    script = script_of(asset_text(f"{name}.js") for name in SCRIPTS)
    style = without_remarks(
        filled(asset_text("page/page.css"), table_colours())
        + asset_text("live/live.css")
        + asset_text("live/print.css")
    )
    worker = script_of(asset_text(f"{name}.js") for name in WORKER)
    puzzle = script_of(asset_text(f"{name}.js") for name in PUZZLE)
    analysis = script_of(asset_text(f"{name}.js") for name in ANALYSIS)
    return {
        _address("board", script, "js"): (script, "text/javascript"),
        _address("board", style, "css"): (style, "text/css"),
        _address("worker", worker, "js"): (worker, "text/javascript"),
        _address("puzzle", puzzle, "js"): (puzzle, "text/javascript"),
        _address("analysis", analysis, "js"): (analysis, "text/javascript"),
    }


def script_of_page(name: str) -> str:
    """Return the URL of the script of another page with a board: ``puzzle`` or ``analysis``."""
    return next(address for address in parts() if address.startswith(f"/live/{name}-"))


def requester_data(requester: Requester, chosen: preferences.Preferences) -> str:
    """Return the body's attributes about the viewer: a guest, or an account's preferences."""
    if requester.user is None:
        return " data-guest"
    return f' data-confirm="{"yes" if chosen.get("confirm") else "no"}"'


def _address(name: str, text: str, suffix: str) -> str:
    return f"/live/{name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.{suffix}"


async def page(request: Request) -> HTMLResponse:
    """Return the page of a board. It requests its contents itself."""
    service, requester = service_of(request), await anybody(request)

    def work(transaction: Transaction) -> tuple[Match, preferences.Preferences]:
        board = load(transaction, request.path_params["board"])
        return board, preferences.of(transaction, requester.user.id) if requester.user else {}

    board, chosen = await service.read(work)
    script, style, worker, *_ = await service.in_thread(parts)
    from boche.viewer.export.page.document import filled, steps
    from boche.viewer.resources import asset_text

    values = {
        "title": html.escape(f"{board.game.title}, board {board.number}"),
        "board": str(board.number),
        "game": html.escape(board.row.game),
        "game_title": html.escape(board.game.title),
        "who": requester_data(requester, chosen),
        "menu": str(await menu(request, requester)),
        "icon": static.address("favicon.svg"),
        "icon_turn": static.address("favicon-turn.svg"),
        "steps": steps(),
        "script": script,
        "style": style,
        "noscript": static.address("noscript.css"),
        "worker": worker,
    }
    text = filled(asset_text("live/board.html"), values)
    return HTMLResponse(
        text, headers={"Content-Security-Policy": POLICY, "Cache-Control": "private, no-cache"}
    )


async def part(request: Request) -> Response:
    """Return script, style or worker."""
    part = (await service_of(request).in_thread(parts)).get(request.url.path)
    if part is None:
        raise NotFoundError("there is no such file; load the page anew")
    return Response(part[0], media_type=part[1], headers=FOR_EVER)


async def service_worker(request: Request) -> Response:
    """Return the script that gets a browser's push notifications when no page is open."""
    from boche.viewer.resources import asset_text

    return Response(
        asset_text("live/service-worker.js"), media_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )  # fmt: skip


ROUTES = [
    Route("/board/{board:number}", page),
    Route("/live/{name}", part),
    Route("/service-worker.js", service_worker),
]
