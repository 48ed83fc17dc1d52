"""The pages as an app on a phone: its manifest, and what is shown when it is off line."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boche.engine.languages.current import current, tr
from boche.engine.program import PROGRAM
from boche.server.database.store import Transaction
from boche.server.play import lists
from boche.server.play.own_games import OwnGames, own_games
from boche.server.web.authentication import anybody
from boche.server.web.board_rows import rows_for
from boche.server.web.pages import static
from boche.server.web.pages.layout import rendered
from boche.server.web.service import service_of

MANIFEST = "application/manifest+json"


async def manifest(request: Request) -> Response:
    """Return what a phone needs to know to keep the pages as an app."""
    background = static.colours()["light"]
    icons = [
        {"src": static.address(name), "type": "image/png", "sizes": f"{size}x{size}",
         "purpose": "maskable" if "maskable" in name else "any"}
        for name in static.ICONS for size in [name.rpartition("-")[2].removesuffix(".png")]
    ]  # fmt: skip
    shortcuts = [
        {"name": tr("My games"), "url": "/games?show=mine"},
        {"name": tr("Puzzles"), "url": "/puzzles"},
    ]
    data = {
        "id": "/", "name": PROGRAM.capitalize(), "short_name": PROGRAM.capitalize(),
        "description": tr("Board games in 3D, at your own pace"), "lang": current(),
        "start_url": "/", "scope": "/", "display": "standalone",
        "theme_color": background, "background_color": background,
        "icons": icons, "shortcuts": shortcuts, "categories": ["games"],
    }  # fmt: skip
    return JSONResponse(data, headers={"Cache-Control": static.A_DAY}, media_type=MANIFEST)


async def offline(request: Request) -> Response:
    """Return the page that a browser keeps for when it is off line.

    It has the list of one's games, with times that stay true; for a guest it only says why the page
    that was asked for is not there.
    """
    service, requester = service_of(request), await anybody(request)
    user = requester.user
    if user is None:
        return rendered("offline.html", user=None, parts={})

    def work(transaction: Transaction) -> tuple[OwnGames, list[lists.Listed]]:
        return own_games(transaction, user.id), lists.asking(transaction, user.id)

    own, asking = await service.read(work)
    now = service.now()
    parts = {
        title: list(zip(rows_for(boards, requester, now), boards, strict=True))
        for title, boards in (
            (tr("You are asked"), asking), (tr("Your turn"), own.turn),
            (tr("Waiting for the opponent"), own.waiting), (tr("Not begun"), own.open),
        )
        if boards
    }  # fmt: skip
    return rendered("offline.html", user=user, now=now, parts=parts)


ROUTES = [
    Route("/manifest.webmanifest", manifest),
    Route("/offline", offline),
]
