"""The terms of a new game in JSON, and seeking an opponent for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from boche.engine.languages.current import tr
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError
from boche.server.people.names import check_guest_name
from boche.server.play import lobby, seeks, setup
from boche.server.play.clock_names import read_clock
from boche.server.play.match import load
from boche.server.web.api import fields
from boche.server.web.api.schemas import board_json
from boche.server.web.authentication import Requester
from boche.server.web.service import service_of


def terms_of(payload: Mapping[str, Any]) -> setup.Terms:
    """Return the terms that these fields describe. Raises ``BadRequestError``."""
    options = payload.get("options", {})
    if not isinstance(options, dict):
        raise BadRequestError(tr("options: expected an object"))
    return setup.Terms.of(
        fields.text(payload, "game"),
        options,
        read_clock(payload.get("clock", {})),
        fields.flag(payload, "rated", False),
    )


async def seek(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Join a game on these terms, or set up one that waits; return it, its own seat and secrets.

    ``paired`` says which.
    """
    service = service_of(request)
    fields.check(payload, "game", "options", "clock", "rated", "begins", "low", "high", "as")
    terms = terms_of(payload)
    wishes = seeks.SeekPreferences(
        fields.text(payload, "begins", seeks.ME),
        fields.integer(payload, "low", seeks.LOWEST, seeks.HIGHEST),
        fields.integer(payload, "high", seeks.LOWEST, seeks.HIGHEST),
    )
    sitter = setup.Sitter(requester.user, check_guest_name(fields.text(payload, "as", "")))

    def work(transaction: Transaction) -> dict[str, Any]:
        now, actor = service.now(), requester.actor
        found = lobby.seek(transaction, sitter, terms, wishes, now, actor)
        secrets = [found.secret if seat == found.own else None for seat in (0, 1)]
        board = board_json(load(transaction, found.board), actor, now)
        return board | {"own": [found.own], "secrets": secrets, "paired": found.paired}

    return await service.write(work)
