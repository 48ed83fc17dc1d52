"""API operations on notifications of turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from starlette.requests import Request

from boche.server.database.store import Transaction
from boche.server.infrastructure.tokens import secret_hash
from boche.server.push import subscriptions
from boche.server.push.keys import Signer, key_of
from boche.server.push.subscriptions import Owner, browser
from boche.server.web.api.operation import operation
from boche.server.web.authentication import COOKIE, Requester, limit
from boche.server.web.service import Service


@operation("GET", "/api/push-key",
           "The key that a browser needs before it can be notified.")  # fmt: skip
async def key(service: Service) -> dict[str, Any]:
    private = await service.write(key_of)
    return {"key": Signer(private, service.address).public}


@operation("POST", "/api/pushes", "Have this browser notified of one's turns.")
async def subscribe(
    request: Request, service: Service, requester: Requester, endpoint: str,
    keys: Annotated[Any, {"type": "object"}],
) -> dict[str, Any]:  # fmt: skip
    subscription = browser(endpoint, keys if isinstance(keys, dict) else {})
    owner = _owner(requester)
    session = request.cookies.get(COOKIE) if owner.user is not None else None
    if session is not None:
        subscription = replace(subscription, session=secret_hash(session).hex())
    await limit(request, subscriptions.SUBSCRIPTIONS)

    def work(transaction: Transaction) -> None:
        subscriptions.subscribe(transaction, owner, subscription, service.now())

    await service.write(work)
    return {"subscribed": True}


@operation("DELETE", "/api/pushes", "Have this browser notified no longer.")
def unsubscribe(transaction: Transaction, requester: Requester, endpoint: str) -> dict[str, Any]:
    subscriptions.unsubscribe(transaction, _owner(requester), endpoint)
    return {"subscribed": False}


def _owner(requester: Requester) -> Owner:
    """Return the owner of a subscription: the seat if its secret was given, else the account."""
    if requester.secret is not None:
        return Owner(secret=secret_hash(requester.secret))
    return Owner(requester.signed_in().id)
