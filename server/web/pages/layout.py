"""Rendering of pages from templates, with the menu and headers that they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from boche.engine.errors import BocheError
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import translate
from boche.engine.message import capitalized
from boche.engine.program import PROGRAM
from boche.server.database.store import Transaction
from boche.server.errors import error_text, wait_of
from boche.server.limits import rules
from boche.server.people.messages import unread
from boche.server.people.names import DELETED
from boche.server.people.operators import is_operator
from boche.server.people.reports import open_count
from boche.server.people.warnings import Warning, unseen
from boche.server.play.clock_names import title_of
from boche.server.play.lists import due_count
from boche.server.play.match import Seat
from boche.server.web import here
from boche.server.web.authentication import Requester
from boche.server.web.pages import static
from boche.server.web.pages.wording import teach
from boche.server.web.responses import retry_after, status_of
from boche.server.web.service import service_of
from boche.viewer.resources import asset_text

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; frame-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    # With no-referrer a browser does not say where a form comes from, and over plain HTTP, where
    # there is no Sec-Fetch-Site either, this server's forms could not be told from another site's.
    # URLs have secrets only in the fragment, which is never sent.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}

SIGNING = ("/sign-in", "/sign-up", "/forgot")
"""Pages for those who are not signed in."""


@dataclass(frozen=True)
class News:
    """Pending items of a signed-in user: boards where it is their turn, and unread messages.

    ``warnings`` are those that they have not acknowledged; ``reports`` is the number of open ones
    for an operator, None for others.
    """

    due: int
    unread: int
    warnings: Sequence[Warning] = ()
    reports: int | None = None


@cache
def templates() -> Environment:
    """Return the templates of ``assets/server``, and by their whole path those of other folders.

    Values inserted are escaped unless they are ``Markup``; messages are put in the current
    language.
    """
    environment = Environment(
        loader=FunctionLoader(lambda name: asset_text(name if "/" in name else f"server/{name}")),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        finalize=translate,
    )  # fmt: skip
    teach(environment)
    environment.globals.update(
        program=PROGRAM, brand=PROGRAM.capitalize(), games=GAMES, static=static.address,
        picture_of=static.picture_of, page_grounds=static.colours, worker=static.WORKER,
        texts_script=static.texts_script, sign_up=lambda: rules().policy.sign_up,
    )  # fmt: skip
    environment.tests.update(linked=linked)
    environment.filters.update(segment=segment, clock=title_of)
    return environment


def segment(text: str) -> str:
    """Quote a text as one segment of a URL's path."""
    return quote(text, safe="")


def linked(seat: Seat) -> bool:
    """Return whether the player in a seat has a page of their own."""
    return seat.user is not None and seat.name != DELETED


def phone_head() -> Markup:
    """Render what the head of every page says to a phone."""
    return Markup(templates().get_template("phone-head.html").render())


async def menu(request: Request, requester: Requester) -> Markup:
    """Render the menu for a narrow column with any warnings, as HTML for a ``<header>``."""
    template = templates().get_template("menu.html")
    news = await _news(request, requester)
    values = {
        "user": requester.user, "news": news, "path": request.url.path, "narrow": True,
        "return_to": return_to(request),
        "banner": service_of(request).announcements().banner,
    }  # fmt: skip
    warnings = templates().get_template("warnings.html")
    return Markup(template.render(**values) + warnings.render(**values))


def return_to(request: Request) -> str:
    """Return the page to come back to after signing in: this one, or the one that led there."""
    if request.url.path in SIGNING:
        return request.query_params.get("next", "")
    if request.method != "GET":
        return ""
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


async def _news(request: Request, requester: Requester) -> News | None:
    user = requester.user
    if user is None:
        return None
    await here.note(service_of(request), requester)

    def work(transaction: Transaction) -> News:
        return News(
            due_count(transaction, user.id), unread(transaction, user.id),
            unseen(transaction, user.id),
            open_count(transaction) if is_operator(transaction, user.id) else None,
        )  # fmt: skip

    return await service_of(request).read(work)


async def page(
    request: Request, template: str, requester: Requester, *, error: BocheError | None = None,
    status: int = 200, **values: Any,
) -> Response:  # fmt: skip
    """Render a page. ``error`` is the reason its form was refused, and decides the status."""
    service, news = service_of(request), await _news(request, requester)
    return rendered(template, error=error, status=status, user=requester.user, news=news,
                    path=request.url.path, return_to=return_to(request), now=service.now(),
                    banner=service.announcements().banner, **values)  # fmt: skip


def rendered(
    template: str, *, error: BocheError | None = None, status: int = 200, **values: Any
) -> Response:
    """Render a page whose values are all known."""
    reason = None if error is None else capitalized(error_text(error))
    text = templates().get_template(template).render(error=reason, **values)
    headers: Mapping[str, str] = HEADERS
    if error is not None:
        status = status_of(error)
        headers = HEADERS | retry_after(wait_of(error))
    return Response(text, status, headers, media_type="text/html")


def go_to(path: str) -> Response:
    """Redirect to another page after a form."""
    return RedirectResponse(path, 303, {"Cache-Control": "no-store"})
