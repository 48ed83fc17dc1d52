"""API operations on notifications of turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request

from boche.server.database.store import Transaction
from boche.server.infrastructure.tokens import secret_hash
from boche.server.push import subscriptions
from boche.server.push.keys import Signer, key_of
from boche.server.push.subscriptions import Owner, browser
from boche.server.web.api import fields
from boche.server.web.api.operation import TEXT, Operation
from boche.server.web.authentication import COOKIE, Requester, limit, requester_of
from boche.server.web.responses import json_of
from boche.server.web.service import service_of


async def key(request: Request) -> dict[str, Any]:
    service = service_of(request)
    private = await service.write(key_of)
    return {"key": Signer(private, service.address).public}


async def subscribe(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "endpoint", "keys")
    keys = payload.get("keys")
    subscription = browser(fields.text(payload, "endpoint"), keys if isinstance(keys, dict) else {})
    owner = _owner(requester)
    session = request.cookies.get(COOKIE) if owner.user is not None else None
    if session is not None:
        subscription = replace(subscription, session=secret_hash(session).hex())
    await limit(request, subscriptions.SUBSCRIPTIONS)

    def work(transaction: Transaction) -> None:
        subscriptions.subscribe(transaction, owner, subscription, service.now())

    await service.write(work)
    return {"subscribed": True}


async def unsubscribe(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "endpoint")
    endpoint, owner = fields.text(payload, "endpoint"), _owner(requester)
    await service.write(lambda transaction: subscriptions.unsubscribe(transaction, owner, endpoint))
    return {"subscribed": False}


def _owner(requester: Requester) -> Owner:
    """Return the owner of a subscription: the seat if its secret was given, else the account."""
    if requester.secret is not None:
        return Owner(secret=secret_hash(requester.secret))
    return Owner(requester.signed_in().id)


OPERATIONS = (
    Operation("GET", "/api/push-key",
              "The key that a browser needs before it can be notified.", key),
    Operation("POST", "/api/pushes", "Have this browser notified of one's turns.", subscribe,
              {"endpoint": TEXT, "keys": {"type": "object"}}, needed=("endpoint", "keys")),
    Operation("DELETE", "/api/pushes", "Have this browser notified no longer.", unsubscribe,
              {"endpoint": TEXT}, needed=("endpoint",)),
)  # fmt: skip
