"""The language of a request: of its account, else its cookie, else its browser, else the server.

What is stored for several readers stays English, and is put into words for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection

from boche.engine.languages.choosing import accepted, best
from boche.engine.languages.current import tr
from boche.server.people.preferences import default_language

COOKIE = "language"
MOST = 20
"""Characters of the name of a language that are read."""


def of_request(request: HTTPConnection) -> str:
    """Return the language that a request asks for by its cookie or its browser's settings."""
    return asked_by(request) or default_language()


def asked_by(request: HTTPConnection) -> str:
    """Return the language as ``of_request`` does; empty if the request asks for none there is."""
    wanted = accepted(request.headers.get("accept-language", ""))
    return best([request.cookies.get(COOKIE, "")[:MOST], *wanted], "")


def translated(texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by their keys in the current language."""
    return {key: tr(text) for key, text in texts.items()}
