"""Pages for forgotten passwords: one requests a mail, the mail's link sets a new password.

Opening the link changes nothing, since programs that scan mails do that; its form does.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.server.errors import BadRequestError, NotFoundError
from boche.server.people import accounts, password_reset
from boche.server.people.password_checks import hashed
from boche.server.web.authentication import address_of, anybody
from boche.server.web.pages.forms import form_of
from boche.server.web.pages.layout import page
from boche.server.web.service import service_of


async def ask(request: Request) -> Response:
    """Return the form for a name or an address."""
    return await _page(request, None, None)


async def request_link(request: Request) -> Response:
    """Have the mail sent; the answer is the same whether there is such an account or not."""
    form, service = await form_of(request), service_of(request)
    address, now, text = address_of(request, service), service.now(), form.get("who", "")[:200]
    try:
        await service.write(
            lambda transaction: password_reset.forgot(transaction, text, address, now)
        )
    except BocheError as error:
        return await _page(request, None, error)
    return await _page(request, tr(password_reset.SENT), None)


async def _page(request: Request, done: str | None, error: BocheError | None) -> Response:
    return await page(
        request, "forgot.html", await anybody(request), error=error, done=done,
        mailed=service_of(request).inbound is not None,
    )  # fmt: skip


async def look(request: Request) -> Response:
    """Return the form for a new password."""
    return await _new(request, None)


async def choose(request: Request) -> Response:
    """Change the password and end all sessions."""
    form, service = await form_of(request), service_of(request)
    token, now = request.path_params["token"], service.now()
    address = address_of(request, service)
    owner = await service.read(lambda transaction: password_reset.owner_of(transaction, token, now))
    try:
        if form.get("password", "") != form.get("again", ""):
            raise BadRequestError(tr("the two new passwords differ"))
        password = accounts.check_password(form.get("password", ""), owner.name)
        password_hash = await service.with_password(lambda: hashed(password, address, owner.name))
        user = await service.write(
            lambda transaction: password_reset.choose(
                transaction, token, password_hash, now, address
            )
        )
    except NotFoundError:
        raise
    except BocheError as error:
        return await _new(request, error)
    return await _secret(request, done=True, name=user.name)


async def _new(request: Request, error: BocheError | None) -> Response:
    service, token = service_of(request), request.path_params["token"]
    user = await service.read(
        lambda transaction: password_reset.owner_of(transaction, token, service.now())
    )
    return await _secret(request, done=False, name=user.name, error=error)


async def _secret(
    request: Request, *, done: bool, name: str, error: BocheError | None = None
) -> Response:
    answer = await page(
        request, "new-password.html", await anybody(request), error=error, done=done, name=name,
        least=accounts.LEAST_PASSWORD, most=accounts.MOST_PASSWORD,
    )  # fmt: skip
    answer.headers["Referrer-Policy"] = "no-referrer"  # this page's URL is a secret
    return answer


ROUTES = [
    Route("/forgot", ask),
    Route("/forgot", request_link, methods=["POST"]),
    Route("/mail/password/{token}", look),
    Route("/mail/password/{token}", choose, methods=["POST"]),
]
