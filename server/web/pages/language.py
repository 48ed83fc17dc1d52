"""Choosing the language of the pages: a form of every page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.durations import DAY
from boche.server.people import preferences
from boche.server.people.preferences import Preferences
from boche.server.web.authentication import anybody
from boche.server.web.languages import COOKIE
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.layout import go_to
from boche.server.web.pages.signing import way_on
from boche.server.web.service import service_of

KEPT = int(365 * DAY)
"""Seconds for which a browser keeps the choice."""


async def choose(request: Request) -> Response:
    """Choose a language for this browser, and for the account that is signed in; empty for none."""
    form, requester, service = await form_of(request), await anybody(request), service_of(request)
    code = preferences.check_language(form.get("language", ""))
    if requester.user is not None:
        user, chosen = requester.user.id, Preferences(language=code)
        await service.write(lambda transaction: preferences.change(transaction, user, chosen))
    answer = go_to(way_on(form.get("next", "/")))
    if code:
        answer.set_cookie(
            COOKIE, code, max_age=KEPT, httponly=True, samesite="lax", secure=service.secure
        )
    else:
        answer.delete_cookie(COOKIE)
    return answer


ROUTES = [Route("/language", choose, methods=["POST"])]
