"""Signing up, in and out."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later
from boche.server.errors import NotAllowedError, NotFoundError, SecondFactorError
from boche.server.people import accounts, invitations, mailboxes
from boche.server.people.password_reset import PASSWORD_GIVEN, token_for
from boche.server.web.api import people
from boche.server.web.api.operation import Operation
from boche.server.web.authentication import COOKIE, Requester, anybody
from boche.server.web.pages.boards import take_seats
from boche.server.web.pages.forms import Form, form_of, values_for
from boche.server.web.pages.layout import go_to, page
from boche.server.web.service import service_of

NO_COOKIES = tr_later(
    "your browser does not accept cookies from this site, and you cannot stay signed in without "
    "them: allow them, and sign in again"
)
_PATH = re.compile(r"/(?:[\w.~%?=&-][\w.~%?=&/+,:-]{,500})?(?:#[\w-]{1,50})?", re.ASCII)


def way_on(text: str) -> str:
    """Return the path to go to after signing in; the front page for other sites."""
    return text if _PATH.fullmatch(text) else "/"


async def sign_up_form(request: Request) -> Response:
    """Return the form; an invalid invitation is reported before it is filled in."""
    service, query, error = service_of(request), request.query_params, None
    secret = query.get("invite", "")
    form = {"next": query.get("next", "/"), "invitation": secret}
    if secret:
        try:
            await service.read(
                lambda transaction: invitations.check(transaction, secret, service.now())
            )
        except NotAllowedError as refused:
            form["invitation"], error = "", refused
    return await _form(request, "sign-up.html", await anybody(request), form, error)


async def sign_in_form(request: Request) -> Response:
    return await _form(request, "sign-in.html", await anybody(request), request.query_params)


async def _form(
    request: Request,
    template: str,
    requester: Requester,
    form: Form,
    error: BocheError | None = None,
    given: str = "",
) -> Response:
    values = {name: form.get(name, "")[:200] for name in ("name", "mail", "invitation")}
    return await page(
        request, template, requester, error=error, form=values, next=way_on(form.get("next", "/")),
        is_deleted=form.get("done") == "deleted" and requester.user is None,
        least=accounts.LEAST_PASSWORD, most=accounts.MOST_PASSWORD, given=given,
    )  # fmt: skip


async def sign_up(request: Request) -> Response:
    """Create an account and sign in; users who gave an address are told to check their mail.

    Nobody becomes another person unawares: whoever is signed in signs out first.
    """
    requester = await anybody(request)
    if requester.user is not None:
        return await _form(request, "sign-up.html", requester, await form_of(request))
    return await _signed(request, "sign-up.html", people.sign_up)


async def signed_up(request: Request) -> Response:
    """List the addresses that have been sent a confirmation mail."""
    service, requester = service_of(request), await anybody(request)
    user, way = requester.user, way_on(request.query_params.get("next", "/"))
    if user is None:
        return go_to(f"/signed-in?{urlencode({'next': way})}")
    box = await service.read(lambda transaction: mailboxes.of_user(transaction, user.id))
    waiting = [address.address for address in box.addresses if not address.confirmed]
    return await page(request, "signed-up.html", requester, waiting=waiting, next=way)


async def sign_in(request: Request) -> Response:
    return await _signed(request, "sign-in.html", people.sign_in)


async def _signed(request: Request, template: str, sign: Operation) -> Response:
    form = await form_of(request)
    payload = values_for(form, sign)
    payload["name"] = payload["name"].strip()
    try:
        done = await sign(request, None, payload)
    except SecondFactorError as error:
        service, user = service_of(request), error.user
        given = await service.write(
            lambda transaction: token_for(transaction, user, service.now(), PASSWORD_GIVEN)
        )
        return await _form(request, template, await anybody(request), form, given=given)
    except NotFoundError:  # the token for the right password is too old
        return await _form(request, template, await anybody(request), form)
    except BocheError as error:
        given = form.get("given", "")[:100]
        return await _form(request, template, await anybody(request), form, error, given)
    if form.get("take") == "1":
        await take_seats(service_of(request), done["name"], form.get("seats", "[]"))
    way = way_on(form.get("next", "/"))
    is_mailed = payload.get("mail") and service_of(request).inbound is not None
    onward = urlencode({"next": way})
    if is_mailed:
        way = f"/signed-up?{onward}"
    elif not request.cookies:
        way = f"/signed-in?{onward}"
    answer = go_to(way)
    people.keep_session(service_of(request), answer, done)
    return answer


async def signed_in(request: Request) -> Response:
    """Go on after signing in with a browser that had kept no cookie; say so if it keeps none."""
    requester, way = await anybody(request), way_on(request.query_params.get("next", "/"))
    if requester.user is not None:
        return go_to(way)
    error = NotAllowedError(tr(NO_COOKIES))
    return await _form(request, "sign-in.html", requester, {"next": way}, error)


async def sign_out(request: Request) -> Response:
    await form_of(request)
    secret = request.cookies.get(COOKIE, "")
    await people.end_session(service_of(request), secret)
    return signed_out()


def signed_out() -> Response:
    """Redirect to the front page, signed out."""
    answer = go_to("/")
    answer.delete_cookie(COOKIE)
    return answer


ROUTES = [
    Route("/sign-up", sign_up_form),
    Route("/sign-up", sign_up, methods=["POST"]),
    Route("/signed-up", signed_up),
    Route("/sign-in", sign_in_form),
    Route("/sign-in", sign_in, methods=["POST"]),
    Route("/signed-in", signed_in),
    Route("/sign-out", sign_out, methods=["POST"]),
]
