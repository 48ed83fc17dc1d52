"""API operations on accounts, and tables."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.server import limits
from boche.server.commands.accounts import check_address
from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, NotFoundError, NotSignedInError
from boche.server.people import (
    accounts,
    follows,
    known_addresses,
    mailboxes,
    messages,
    names,
    preferences,
    presence,
    vacation,
)
from boche.server.people.password_checks import hashed, hashed_for_new
from boche.server.people.standings import course, of_user, standings
from boche.server.play.account_deletion import leave
from boche.server.play.data_export import account_data
from boche.server.play.own_games import turns
from boche.server.web.api import fields
from boche.server.web.api.operation import FLAG, TEXT, Operation
from boche.server.web.api.schemas import place_json
from boche.server.web.authentication import (
    COOKIE,
    Requester,
    address_of,
    anybody,
    by_password,
    requester_of,
)
from boche.server.web.languages import asked_by
from boche.server.web.responses import json_of
from boche.server.web.service import Service, service_of


async def sign_up(request: Request) -> Response:
    return signed(service_of(request), *await signed_up(request, await json_of(request)), 201)


async def signed_up(request: Request, payload: Mapping[str, Any]) -> tuple[str, str]:
    """Create an account; return its name and a session's secret."""
    service = service_of(request)
    fields.check(payload, "name", "password", "mail", "invitation")
    name = names.check_name(fields.text(payload, "name"))
    password = accounts.check_password(fields.text(payload, "password"))
    mail = fields.text(payload, "mail", "") or None
    if mail is not None:
        check_address(mail)
    invitation = fields.text(payload, "invitation", "") or None
    address, now = address_of(request, service), service.now()
    password_hash = await service.with_password(
        lambda: hashed_for_new(service.store, name, password, address, invitation, now)
    )

    def work(transaction: Transaction) -> tuple[str, str]:
        payers = limits.payers(None, address)
        user = accounts.sign_up(
            transaction, name, password_hash, service.now(), mail, payers, invitation,
            language=asked_by(request),
        )  # fmt: skip
        known_addresses.remember(transaction, user.id, address, now)
        return user.name, _replace_session(transaction, request, user.id)

    return await service.write(work)


async def sign_in(request: Request) -> Response:
    return signed(service_of(request), *await signed_in(request, await json_of(request)), 200)


async def signed_in(request: Request, payload: Mapping[str, Any]) -> tuple[str, str]:
    """Sign somebody in, whoever was before; return the account's name and a session's secret."""
    service = service_of(request)
    fields.check(payload, "name", "password")
    name, password = fields.text(payload, "name"), fields.text(payload, "password")
    address = address_of(request, service)
    before = (await anybody(request)).user
    user = await by_password(service, name, password, address, before)
    payers = limits.payers(user.id, address)
    return user.name, await service.write(
        lambda transaction: _replace_session(transaction, request, user.id, payers)
    )


def _replace_session(
    transaction: Transaction, request: Request, user: int, payers: limits.Payers = ()
) -> str:
    """Open a session that replaces the browser's current one, whoever owns that."""
    if before := request.cookies.get(COOKIE):
        accounts.close_session(transaction, before)
    return accounts.open_session(transaction, user, service_of(request).now(), payers)


def signed(service: Service, name: str, secret: str, status: int) -> Response:
    """Answer a sign-in: a cookie for pages, and the same secret in the body for programs."""
    answer = JSONResponse({"name": name, "session": secret}, status)
    give_cookie(service, answer, secret)
    return answer


def give_cookie(service: Service, answer: Response, secret: str) -> None:
    """Set the session's cookie."""
    answer.set_cookie(
        COOKIE, secret, max_age=int(accounts.SESSION), httponly=True, samesite="lax",
        secure=service.secure,
    )  # fmt: skip


async def sign_out(request: Request) -> Response:
    service, requester = service_of(request), await requester_of(request)
    requester.signed_in()
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    secret = value if kind.casefold() == "bearer" else request.cookies.get(COOKIE, "")
    await end_session(service, secret)
    answer = JSONResponse({"name": None})
    answer.delete_cookie(COOKIE)
    return answer


async def end_session(service: Service, secret: str) -> None:
    """End a session; its account is no longer here."""
    now = service.now()

    def work(transaction: Transaction) -> None:
        with contextlib.suppress(NotSignedInError):
            presence.hide(transaction, accounts.signed_in(transaction, secret, now).id)
        accounts.close_session(transaction, secret)

    await service.write(work)


async def me(request: Request) -> dict[str, Any]:
    service, requester = service_of(request), await requester_of(request)
    user = requester.signed_in()

    def work(transaction: Transaction) -> dict[str, Any]:
        row = transaction.connection.execute(select(users).where(users.c.id == user.id)).one()
        return {"name": user.name, "mail": user.mail,
                "vacation": vacation.remaining(transaction, user.id, service.now()),
                "away_until": row.away_until, "settings": row.settings}  # fmt: skip

    return await service.read(work)


async def my_turns(request: Request) -> dict[str, Any]:
    service, user = service_of(request), (await requester_of(request)).signed_in()
    return asdict(await service.read(lambda transaction: turns(transaction, user.id)))


async def change_me(request: Request) -> dict[str, Any]:
    return await change_account(request, await requester_of(request), await json_of(request))


async def change_account(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Change mail, password or preferences; return the account's name.

    ``mail`` and ``password`` need the present password, ``old``: a new address gets links by which
    the password can be chosen anew.
    """
    service = service_of(request)
    fields.check(payload, "mail", "password", "old", "confirm", "onward", "invisible", "language")
    user, addresses = requester.signed_in(), None
    chosen = preferences.Preferences()
    if "confirm" in payload:
        chosen["confirm"] = fields.flag(payload, "confirm")
    if "onward" in payload:
        chosen["onward"] = fields.flag(payload, "onward")
    if "invisible" in payload:
        chosen["invisible"] = fields.flag(payload, "invisible")
    if "language" in payload:
        chosen["language"] = preferences.check_language(fields.text(payload, "language"))
    if "mail" in payload:
        text = fields.text(payload, "mail").replace(",", " ")
        addresses = [check_address(address) for address in text.split()]
    password_hash = None
    if not payload.keys().isdisjoint(("mail", "password", "old")):
        await _check_password(requester, service, user, fields.text(payload, "old"))
    if "password" in payload:
        new = fields.text(payload, "password")
        password_hash = await service.with_password(lambda: hashed(new, requester.address))

    def work(transaction: Transaction) -> None:
        if addresses is not None:
            mailboxes.set_addresses(
                transaction, user.id, addresses, service.now(), requester.actor.payers
            )
        if password_hash is not None:
            accounts.set_password(transaction, user.id, password_hash)
        if chosen:
            preferences.change(transaction, user.id, chosen)
        if chosen.get("invisible"):
            presence.hide(transaction, user.id)

    await service.write(work)
    return {"name": user.name}


async def delete_me(request: Request) -> Response:
    await remove_account(request, await requester_of(request), await json_of(request))
    answer = JSONResponse({"name": None})
    answer.delete_cookie(COOKIE)
    return answer


async def _check_password(
    requester: Requester, service: Service, user: accounts.User, password: str
) -> None:
    """Check the password of who is signed in: the refusal speaks of it alone."""
    try:
        await by_password(service, user.name, password, requester.address, user)
    except NotSignedInError:
        raise NotSignedInError(tr("wrong password")) from None


async def remove_account(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> None:
    """Delete an account after asking for its password again."""
    service = service_of(request)
    fields.check(payload, "password")
    user, now, password = requester.signed_in(), service.now(), fields.text(payload, "password")
    await _check_password(requester, service, user, password)
    await service.write(lambda transaction: leave(transaction, user, now))


async def export(request: Request) -> Response:
    """Return all data kept about an account."""
    service, requester = service_of(request), await requester_of(request)
    user = requester.signed_in()

    def work(transaction: Transaction) -> dict[str, Any]:
        return account_data(transaction, user.id, service.now())

    data = await service.read(work)
    return JSONResponse(
        data, headers={"Content-Disposition": f'attachment; filename="{PROGRAM}-{user.id}.json"'}
    )


async def go_away(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "days")
    days = fields.number(payload, "days")
    return {"away_until": await start_vacation(service, requester, days)}


async def start_vacation(service: Service, requester: Requester, days: float) -> float:
    """Stop the requester's clocks; return the end of their vacation."""
    user, payers = requester.signed_in().id, requester.actor.payers
    return await service.write(
        lambda transaction: vacation.go_away(transaction, user, days, service.now(), payers)
    )


async def come_back(request: Request) -> dict[str, Any]:
    service, requester = service_of(request), await requester_of(request)
    return {"given_back": await end_vacation(service, requester)}


async def end_vacation(service: Service, requester: Requester) -> float:
    """Restart the requester's clocks; return the vacation given back."""
    user, payers = requester.signed_in().id, requester.actor.payers
    return await service.write(
        lambda transaction: vacation.come_back(transaction, user, service.now(), payers)
    )


async def inbox(request: Request) -> dict[str, Any]:
    service, requester = service_of(request), await requester_of(request)
    user = requester.signed_in()
    return {
        "messages": await service.read(lambda transaction: messages.inbox(transaction, user.id))
    }


async def send(request: Request) -> dict[str, Any]:
    return await send_messages(request, await requester_of(request), await json_of(request))


async def send_messages(
    request: Request, requester: Requester, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Send a message; return the recipients' names."""
    service = service_of(request)
    fields.check(payload, "to", "text")
    user, names = requester.signed_in(), fields.texts(payload, "to", messages.MOST_PEOPLE)
    text = fields.text(payload, "text")
    if not names:
        raise BadRequestError(tr("to: expected at least one name"))

    def work(transaction: Transaction) -> None:
        people = [accounts.named(transaction, name) for name in names]
        messages.send(transaction, user, people, text, service.now(), requester.actor.payers)

    await service.write(work)
    return {"sent": names}


async def block(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "blocked")
    is_blocked = fields.flag(payload, "blocked")
    await blocked(service, requester, request.path_params["name"], is_blocked)
    return {"blocked": is_blocked}


async def blocked(service: Service, requester: Requester, name: str, is_blocked: bool) -> None:
    """Block somebody, or unblock them."""
    user = requester.signed_in()

    def work(transaction: Transaction) -> None:
        other = accounts.named(transaction, name).id
        messages.block(
            transaction, user.id, other, is_blocked, service.now(), requester.actor.payers
        )

    await service.write(work)


async def follow(request: Request) -> dict[str, Any]:
    service, requester, payload = (
        service_of(request),
        await requester_of(request),
        await json_of(request),
    )
    fields.check(payload, "followed")
    is_followed = fields.flag(payload, "followed")
    await followed(service, requester, request.path_params["name"], is_followed)
    return {"followed": is_followed}


async def followed(service: Service, requester: Requester, name: str, is_followed: bool) -> None:
    """Follow somebody, or no longer."""
    user = requester.signed_in()

    def work(transaction: Transaction) -> None:
        other = accounts.named(transaction, name)
        if is_followed:
            follows.follow(transaction, user, other, service.now(), requester.actor.payers)
        else:
            follows.unfollow(transaction, user.id, other.id)

    await service.write(work)


async def profile(request: Request) -> dict[str, Any]:
    service = service_of(request)

    def work(transaction: Transaction) -> dict[str, Any]:
        user = accounts.named(transaction, request.path_params["name"])
        row = transaction.connection.execute(select(users).where(users.c.id == user.id)).one()
        return {
            "name": user.name, "level": user.level, "created": row.created,
            "away_until": row.away_until,
            "ratings": {
                game: place_json(rank) | {"course": course(transaction, user.id, game)}
                for game, rank in of_user(transaction, user.id).items()
            },
        }  # fmt: skip

    return await service.read(work)


async def table_of(request: Request) -> dict[str, Any]:
    service, game = service_of(request), request.path_params["game"]
    if game not in GAMES:
        raise NotFoundError(
            tr(
                "unknown game {game!r} (choose from {choices})",
                game=game[:40],
                choices=", ".join(GAMES),
            )
        )
    places = await service.read(lambda transaction: standings(transaction, game))
    return {"standings": [place_json(place) for place in places]}


async def games(request: Request) -> dict[str, Any]:
    """Return the games and their options, as needed for a form."""
    return {
        "games": [
            {
                "game": name, "title": game.title, "about": tr(game.about),
                "colours": list(game.colours),
                "options": [
                    {"name": option.name, "title": tr(option.title), "help": tr(option.help),
                     "default": option.default, "low": option.low, "high": option.high,
                     "values": list(option.values), "flag": option.is_flag}
                    for option in game.options
                ],
            }
            for name in GAMES for game in [find(name)]
        ]
    }  # fmt: skip


OPERATIONS = (
    Operation("GET", "/api/games", "The games and their options.", games),
    Operation("POST", "/api/accounts", "Make an account.", sign_up,
              {"name": TEXT, "password": TEXT, "mail": TEXT, "invitation": TEXT},
              needed=("name", "password"), status=201),
    Operation("POST", "/api/session", "Sign in.", sign_in, {"name": TEXT, "password": TEXT},
              needed=("name", "password")),
    Operation("DELETE", "/api/session", "Sign out.", sign_out),
    Operation("GET", "/api/me", "One's own account.", me),
    Operation("PATCH", "/api/me", "Change mail, password or preferences.", change_me,
              {"mail": TEXT, "password": TEXT, "old": TEXT, "confirm": FLAG, "onward": FLAG,
               "invisible": FLAG, "language": TEXT}),
    Operation("GET", "/api/me/turns", "What awaits one: the number of boards ('due'), and those "
              "where it is one's turn, the nearest deadline first; 'calls' are challenges, and "
              "games of tournaments that have begun, each in a line.", my_turns),
    Operation("DELETE", "/api/me", "Delete one's account.", delete_me, {"password": TEXT},
              needed=("password",)),
    Operation("GET", "/api/me/export", "Everything that is kept of oneself.", export),
    Operation("POST", "/api/me/vacation", "Stop one's clocks.", go_away,
              {"days": {"type": "number"}}, needed=("days",)),
    Operation("DELETE", "/api/me/vacation", "Come back.", come_back),
    Operation("GET", "/api/messages", "Messages to oneself.", inbox),
    Operation("POST", "/api/messages", "Write to people.", send,
              {"to": {"type": "array", "items": TEXT}, "text": TEXT}, needed=("to", "text")),
    Operation("GET", "/api/users/{name}", "Somebody's profile.", profile),
    Operation("PUT", "/api/users/{name}/blocked", "Take nothing from somebody.", block,
              {"blocked": FLAG}, needed=("blocked",)),
    Operation("PUT", "/api/users/{name}/followed", "See somebody's games first.", follow,
              {"followed": FLAG}, needed=("followed",)),
    Operation("GET", "/api/standings/{game}", "The table of a game.", table_of),
)  # fmt: skip
