"""Styles, scripts and pictures, at URLs with a hash of their content: cached forever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import ENGLISH, PSEUDO, codes
from boche.engine.languages.current import current, tr
from boche.engine.languages.scripts import texts_json
from boche.server.errors import NotFoundError
from boche.viewer.games.registry import view_of
from boche.viewer.resources import asset_bytes, asset_names, asset_text

FOLDER, PICTURES = "server", "pictures"
TYPES = {
    ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png",
}  # fmt: skip
ICONS = ("icons/icon-192.png", "icons/icon-512.png", "icons/maskable-512.png")
"""Icons of the page as an app on a phone."""
WORKER = "worker.js"
"""The worker that all tabs share."""
SITE, SITE_MODULE = "site.js", "server/site"
"""The script that pages load before their own, which imports from it; and its module."""
ALONE = "offline.js"
"""The script of a page that does not load that one."""
TEXTS = "texts/"
"""Beginning of the names of scripts with the texts of all others in one language."""
FOR_EVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"


@cache
def files() -> dict[str, tuple[str, bytes]]:
    """Return files of ``assets/server`` and games' pictures by name: their hash and content."""
    # Imported on demand: a server starts at once.
    from boche.viewer.export.page.modules import exports, module, script

    kinds = (kind for kind in TYPES if kind != ".js")
    names = [name + kind for kind in kinds for name in asset_names(FOLDER, kind)]
    texts = {name: asset_text(f"{FOLDER}/{name}") for name in names}
    modules = [name for name in asset_names(FOLDER, ".js") if not exports(f"{FOLDER}/{name}")]
    texts |= {f"{name}.js": module_of(f"{FOLDER}/{name}") for name in modules}
    texts |= {_name_of(game): picture for game in GAMES if (picture := _picture(game))}
    texts[ALONE] = module(f"{FOLDER}/{ALONE.removesuffix('.js')}")
    texts[WORKER] = script("live/worker")
    found = {name: _tagged(text, name) for name, text in texts.items()}
    found[SITE] = _site()
    return found | {name: _hashed(asset_bytes(f"{FOLDER}/{name}")) for name in ICONS}


def module_of(name: str) -> str:
    """Return the script of a page, by the name of its module."""
    from boche.viewer.export.page.modules import module

    return module(name, SITE_MODULE, _address(SITE, _site()[0]))


@cache
def _site() -> tuple[str, bytes]:
    from boche.viewer.export.page.modules import library

    return _hashed(library(SITE_MODULE).encode())


def _name_of(game: str) -> str:
    return f"{PICTURES}/{game}.svg"


def _picture(game: str) -> str:
    """Return a game's picture as SVG, or nothing if it brings none that can be read."""
    try:
        picture = view_of(game).picture
        return picture() if picture is not None else ""
    except Exception:  # an external package may raise anything; the page goes on without
        return ""


def _tagged(text: str, name: str) -> tuple[str, bytes]:
    from boche.viewer.export.page.document import filled, table_colours

    return _hashed((filled(text, table_colours()) if name.endswith(".css") else text).encode())


def _hashed(content: bytes) -> tuple[str, bytes]:
    return hashlib.sha256(content).hexdigest()[:16], content


def address(name: str) -> str:
    """Return the URL of a file. Raises ``KeyError``."""
    return _address(name, files()[name][0])


def _address(name: str, tag: str) -> str:
    return f"/static/{tag}/{name}"


@cache
def _texts(name: str) -> tuple[str, bytes]:
    """Return the script with the texts of other scripts, by its name: its hash and content."""
    code = name.removeprefix(TEXTS).removesuffix(".js")
    return _hashed(f"var bocheTexts = {texts_json(code)};\n".encode())


def texts_script() -> Markup:
    """Return the tag of the script with the texts of other scripts in the current language.

    It stands before them. English needs none.
    """
    if current() == ENGLISH:
        return Markup()
    name = f"{TEXTS}{current()}.js"
    return Markup('<script src="/static/{}/{}" defer></script>').format(_texts(name)[0], name)


def picture_of(game: str) -> str | None:
    """Return the URL of a game's picture, or None if it has none here."""
    name = _name_of(game)
    return address(name) if name in files() else None


def colours() -> dict[str, str]:
    """Return the background of the pages in each theme."""
    from boche.viewer.export.page.document import table_colours

    return table_colours()


async def static(request: Request) -> Response:
    """Return a file, at the URL of exactly this content."""
    name = request.path_params["name"]
    tag, content = _file_of(name)
    if not tag or tag != request.path_params["tag"]:
        raise NotFoundError(tr("file not found"))
    return _file(name, content, FOR_EVER)


def _file_of(name: str) -> tuple[str, bytes]:
    """Return a file's hash and content, both empty if there is none of that name."""
    if not name.startswith(TEXTS):
        return files().get(name, ("", b""))
    known = (f"{TEXTS}{code}.js" for code in (*codes()[1:], PSEUDO))
    return _texts(name) if name in known else ("", b"")


async def favicon(request: Request) -> Response:
    """Return the icon for clients that request the traditional path."""
    return _file("favicon.svg", files()["favicon.svg"][1], A_DAY)


async def robots(request: Request) -> Response:
    """Return the rules for search engines."""
    return Response(ROBOTS, media_type="text/plain", headers={"Cache-Control": A_DAY})


CLOSED = (
    "/api/", "/command", "/account", "/messages", "/sign-in", "/sign-up", "/games?", "/oembed",
)  # fmt: skip
"""Paths without anything for search engines."""

PREVIEWERS = (
    "Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "Slackbot",
    "Discordbot", "TelegramBot", "WhatsApp", "Mastodon",
)  # fmt: skip
"""Programs that fetch a link's title and picture when somebody sends it to others."""


def _rules(names: Iterable[str], closed: Iterable[str]) -> str:
    lines = [f"User-agent: {name}" for name in names]
    return "\n".join([*lines, *(f"Disallow: {path}" for path in closed), ""])


ROBOTS = f"{_rules(PREVIEWERS, CLOSED)}\n{_rules('*', (*CLOSED, '/board/'))}"


def _file(name: str, content: bytes, cache_control: str) -> Response:
    kind = TYPES[name[name.rindex(".") :]]
    headers = {"Cache-Control": cache_control}
    if name == WORKER:  # a worker's own policy
        headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    return Response(content, media_type=kind, headers=headers)


ROUTES = [
    Route("/static/{tag}/{name:path}", static),
    Route("/favicon.ico", favicon),
    Route("/robots.txt", robots),
]
