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
    asked = accepted(request.headers.get("accept-language", ""))
    return best([request.cookies.get(COOKIE, "")[:MOST], *asked], default_language())


def translated(texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by their keys in the current language."""
    return {key: tr(text) for key, text in texts.items()}
