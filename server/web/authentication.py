"""Identifying requests: by a session's cookie, or a header with a secret or a password.

A request that changes something and was sent by another site's page (``Sec-Fetch-Site``,
``Origin``) is refused before anything is read or counted, signed in or not: ``check_sent`` does
that for all.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from socket import gethostname

from starlette.requests import HTTPConnection, Request

from boche.engine.languages.current import speak, tr
from boche.server import limits
from boche.server.commands.runner import Sender
from boche.server.errors import (
    BadRequestError,
    MisdirectedError,
    NotAllowedError,
    NotSignedInError,
)
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people.accounts import User, signed_in
from boche.server.people.password_checks import user_of
from boche.server.play.actor import Actor
from boche.server.play.watching import check_may_watch, is_private
from boche.server.web.service import Service, service_of

COOKIE = "boche_session"
SEAT_COOKIE = "boche_seat"
"""Cookie with the secret of a guest's seat, for the pages of one board without scripts."""
WATCH = "watch"
"""Field of a query with the secret of the link to watch, for pictures and downloads."""

KNOWN, MOST_KNOWN = 5.0, 10_000
"""Seconds for which a board counts as public without a look, and the most of such boards.

All who watch a board ask at once after a move. A deleted board's number may be used again.
"""


@dataclass(frozen=True)
class Requester:
    """The requester: an account, a seat's secret, either or both None, and the client's address."""

    user: User | None
    secret: str | None
    address: str

    @property
    def reader(self) -> int | None:
        """The account's number; None for a guest."""
        return self.user.id if self.user else None

    @property
    def actor(self) -> Actor:
        secret = secret_hash(self.secret) if self.secret else None
        return Actor(self.reader, secret, self.address)

    @property
    def sender(self) -> Sender:
        return Sender(self.user, self.actor.secret, self.address)

    def signed_in(self) -> User:
        """Return the account. Raises ``NotSignedInError``."""
        if self.user is None:
            raise NotSignedInError(tr("sign in first"))
        return self.user


def address_of(request: HTTPConnection, service: Service) -> str:
    """Return the client's address by ``limits.network_of``; behind a proxy, as reported by it."""
    forwarded = request.headers.get("x-forwarded-for", "") if service.proxied else ""
    if forwarded:
        return limits.network_of(forwarded.rpartition(",")[2].strip()[:60])
    return limits.network_of(request.client.host) if request.client else ""


async def requester_of(request: Request) -> Requester:
    """Identify the requester; the request speaks their language from now on.

    Raises ``NotSignedInError`` for an invalid session or password.

    ``Authorization`` may be ``Bearer SESSION``, ``Seat SECRET`` or ``Basic``, as curl's ``-u``
    sends it.
    """
    requester = await _requester(request)
    if requester.user is not None and requester.user.language:
        speak(requester.user.language)
    return requester


async def _requester(request: Request) -> Requester:
    service = service_of(request)
    address = address_of(request, service)
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    kind, secret = kind.casefold(), request.headers.get("x-seat") or None
    if kind == "bearer":
        return Requester(await _by_session(service, value.strip()), secret, address)
    if kind == "seat":
        secret = value.strip()
    if kind == "basic":
        return Requester(await by_password(service, *_basic(value), address), secret, address)
    cookie = request.cookies.get(COOKIE)
    try:
        known = await _by_session(service, cookie) if cookie else None
    except NotSignedInError:
        known = None  # a browser may keep a cookie after its session: it is a guest again
    return Requester(known, secret, address)


async def anybody(request: Request) -> Requester:
    """Identify a page's requester; a guest if the session is over."""
    try:
        return await requester_of(request)
    except NotSignedInError:
        service = service_of(request)
        return Requester(None, None, address_of(request, service))


async def check_board(request: Request, number: int) -> None:
    """Raise ``NotFoundError`` for a private board that the requester may not see.

    They may by a seat, that of their account or by its secret, or by the link to watch.
    """
    service = service_of(request)
    public, now = service.public, service.now()
    if now - KNOWN < public.get(number, 0.0) <= now:
        return
    private = await service.read(lambda transaction: is_private(transaction, number))
    if private is False:
        if len(public) >= MOST_KNOWN:
            public.clear()
        public[number] = now
    if not private:
        return
    requester = await requester_of(request)
    secrets = request.query_params.get(WATCH), request.cookies.get(SEAT_COOKIE)
    actors = [requester.actor, *(Actor(secret=secret_hash(secret)) for secret in secrets if secret)]
    await service.read(lambda transaction: check_may_watch(transaction, number, *actors))


async def by_password(
    service: Service, name: str, password: str | None, address: str, own: User | None = None,
    code: str = "",
) -> User:  # fmt: skip
    """Return the account of a name and password, as by ``user_of``, in a thread.

    ``own`` is the account that the requester is signed in to.
    """
    now, number = service.now(), own.id if own else None
    return await service.with_password(
        lambda: user_of(service.store, name, password, address, now, own=number, code=code)
    )


async def _by_session(service: Service, secret: str) -> User:
    now = service.now()
    return await service.read(lambda transaction: signed_in(transaction, secret, now))


def _basic(value: str) -> tuple[str, str]:
    try:
        name, colon, password = base64.b64decode(value, validate=True).decode().partition(":")
    except ValueError:  # not base64, ASCII or UTF-8
        colon = ""
    if not colon:
        raise NotSignedInError(
            tr("Authorization: Basic needs a name, a colon and a password, in base64")
        )
    return name, password


def check_sent(request: Request) -> None:
    """Raise ``NotAllowedError`` for a request sent by another site's page.

    Also raises ``MisdirectedError`` for a host that is not this server's, and ``BadRequestError``
    for an invalid one.
    """
    host, service = request.headers.get("host", ""), service_of(request)
    if service.host is not None and bare_host(host, secure=service.secure) != service.host:
        raise MisdirectedError(
            tr(
                "this server is {address}; a proxy must pass on its Host header",
                address=service.address,
            )
        )
    if service.host is None and not _may_be_own_host(host):
        raise MisdirectedError(
            tr(
                "unknown host name: use the server's IP address, or start it with --address and "
                "the name, as in --address http://games.example:8321"
            )
        )
    if host and not _HOST.fullmatch(host):
        raise BadRequestError(tr("the Host header is not a host name"))
    if request.method not in SAFE and not request.scope["path"].startswith(MAILED):
        _check_origin(request, {host, service.host})


SAFE = ("GET", "HEAD", "OPTIONS")
MAILED = "/mail/"
"""Prefix of pages whose URL is proof enough: mail programs post to them, and browsers without
Origin."""

_HOST = re.compile(r"[\w.-]+(?::\d+)?|\[[\da-fA-F:.]+\](?::\d+)?", re.ASCII)


def _may_be_own_host(host: str) -> bool:
    """Return whether no other site could point such a host name here, if no address is given.

    A browser that is led here under another site's name takes the answer for that site's. Numbers
    are not names, and single-word names and those in ``.local`` belong to the network itself.
    """
    name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
    name = name.lower().removesuffix(".")
    number = name.startswith("[") or re.fullmatch(r"[\d.]+", name, re.ASCII)
    within = "." not in name or name.endswith((".local", ".localhost"))
    return bool(number) or within or name == gethostname().lower()


def bare_host(text: str, *, secure: bool) -> str:
    """Return a host in lower case, without the default port."""
    return text.lower().removesuffix(":443" if secure else ":80")


def _check_origin(request: Request, own: set[str | None]) -> None:
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    elif origin is not None:
        foreign = origin.partition("://")[2] not in own
    else:
        foreign = False  # not a browser
    if foreign:
        raise NotAllowedError(tr("the request came from another site's page; do it here instead"))


async def limit(request: Request, kind: limits.Limit) -> None:
    """Count one more for this address. Raises ``TooManyError``."""
    service = service_of(request)
    address, now = address_of(request, service), service.now()
    await service.write(lambda transaction: limits.charge_one(transaction, kind, address, now))


async def count(request: Request, requester: Requester, kind: limits.Limit) -> None:
    """Count one more for this account and address. Raises ``TooManyError``."""
    service, payers = service_of(request), requester.actor.payers
    await service.write(lambda transaction: limits.charge(transaction, kind, payers, service.now()))
