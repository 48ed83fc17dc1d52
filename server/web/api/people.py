"""API operations on accounts, and tables."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

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
from boche.server.limits import Payers
from boche.server.people import (
    accounts,
    follows,
    known_addresses,
    mailboxes,
    messages,
    names,
    password_reset,
    preferences,
    presence,
    vacation,
)
from boche.server.people.accounts import User
from boche.server.people.password_checks import hashed, hashed_for_new
from boche.server.people.password_reset import PASSWORD_GIVEN
from boche.server.people.standings import course, of_user, standings
from boche.server.play.account_deletion import leave
from boche.server.play.data_export import account_data
from boche.server.play.own_games import turns
from boche.server.web.api import fields
from boche.server.web.api.operation import Operation, operation
from boche.server.web.api.schemas import place_json
from boche.server.web.authentication import (
    COOKIE,
    Requester,
    address_of,
    anybody,
    by_password,
)
from boche.server.web.languages import asked_by
from boche.server.web.service import Service, service_of


@operation("GET", "/api/games", "The games and their options.")
def games() -> dict[str, Any]:
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


def keep_session(service: Service, answer: Response, done: dict[str, Any]) -> None:
    """Give a browser the cookie of a new session, or take it; programs have it in the answer."""
    if "session" not in done:
        answer.delete_cookie(COOKIE)
        return
    answer.set_cookie(
        COOKIE, done["session"], max_age=int(accounts.SESSION), httponly=True, samesite="lax",
        secure=service.secure,
    )  # fmt: skip


@operation("POST", "/api/accounts", "Make an account.", status=201, finish=keep_session)
async def sign_up(
    request: Request, service: Service, now: float, name: str, password: str, mail: str = "",
    invitation: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Create an account; return its name and a session's secret."""
    name, password = names.check_name(name), accounts.check_password(password, name)
    if mail:
        check_address(mail)
    address = address_of(request, service)
    password_hash = await service.with_password(
        lambda: hashed_for_new(service.store, name, password, address, invitation or None, now)
    )

    def work(transaction: Transaction) -> dict[str, Any]:
        payers = limits.payers(None, address)
        user = accounts.sign_up(
            transaction, name, password_hash, service.now(), mail or None, payers,
            invitation or None, language=asked_by(request),
        )  # fmt: skip
        known_addresses.remember(transaction, user.id, address, now)
        return _new_session(transaction, request, user)

    return await service.write(work)


@operation("POST", "/api/session", "Sign in.", finish=keep_session)
async def sign_in(
    request: Request, service: Service, now: float, name: str, password: str, code: str = "",
    given: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Sign somebody in, whoever was before; return the account's name and a session's secret.

    An account with a second factor needs a ``code``; then a page has ``given``, a token for the
    right password, in place of name and password.
    """
    address = address_of(request, service)
    before = (await anybody(request)).user
    if given:
        owner = await service.read(
            lambda transaction: password_reset.owner_of(transaction, given, now, PASSWORD_GIVEN)
        )
        user = await by_password(service, owner.name, None, address, code=code)
    else:
        user = await by_password(service, name, password, address, before, code)
    payers = limits.payers(user.id, address)
    return await service.write(lambda transaction: _new_session(transaction, request, user, payers))


def _new_session(
    transaction: Transaction, request: Request, user: User, payers: Payers = ()
) -> dict[str, Any]:
    """Open a session that replaces the browser's current one, whoever owns that."""
    if before := request.cookies.get(COOKIE):
        accounts.close_session(transaction, before)
    secret = accounts.open_session(
        transaction, user.id, service_of(request).now(), payers, device_of(request)
    )
    return {"name": user.name, "session": secret}


BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "Vivaldi/": "Vivaldi", "SamsungBrowser/": "Samsung Internet",
    "FxiOS/": "Firefox", "Firefox/": "Firefox", "CriOS/": "Chrome", "Chrome/": "Chrome",
    "Safari/": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows",
    "CrOS": "ChromeOS", "Macintosh": "macOS", "Linux": "Linux",
}  # fmt: skip
"""Names in a ``User-Agent``, and what people call them. The first one there counts: most browsers
also name those that they want to be taken for."""


def device_of(request: Request) -> str | None:
    """Return a request's browser and system, such as "Firefox, Linux", or the name of a program."""
    agent = request.headers.get("user-agent", "")
    if not agent.startswith("Mozilla/"):
        program = re.match(r"[A-Za-z][\w-]*", agent, re.ASCII)
        return program and program[0].capitalize()
    known = (
        (name for sign, name in names.items() if sign in agent) for names in (BROWSERS, SYSTEMS)
    )
    return ", ".join(name for found in known if (name := next(found, None))) or None


@operation("DELETE", "/api/session", "Sign out.", finish=keep_session)
async def sign_out(request: Request, service: Service, user: User) -> dict[str, Any]:
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    secret = value if kind.casefold() == "bearer" else request.cookies.get(COOKIE, "")
    await end_session(service, secret)
    return {"name": None}


async def end_session(service: Service, secret: str) -> None:
    """End a session; its account is no longer here."""
    now = service.now()

    def work(transaction: Transaction) -> None:
        with contextlib.suppress(NotSignedInError):
            presence.hide(transaction, accounts.signed_in(transaction, secret, now).id)
        accounts.close_session(transaction, secret)

    await service.write(work)


@operation("GET", "/api/me", "One's own account.")
def me(transaction: Transaction, user: User, now: float) -> dict[str, Any]:
    row = transaction.connection.execute(select(users).where(users.c.id == user.id)).one()
    return {"name": user.name, "mail": user.mail,
            "vacation": vacation.remaining(transaction, user.id, now),
            "away_until": row.away_until, "settings": row.settings}  # fmt: skip


@operation("PATCH", "/api/me", "Change mail, password or preferences.")
async def change(
    service: Service, requester: Requester, user: User, mail: str | None = None,
    password: str | None = None, old: str | None = None, confirm: bool | None = None,
    onward: bool | None = None, invisible: bool | None = None, language: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Change mail, password or preferences; return the account's name.

    ``mail`` and ``password`` need the present password, ``old``: a new address gets links by which
    the password can be chosen anew.
    """
    if language is not None:
        language = preferences.check_language(language)
    given = {"confirm": confirm, "onward": onward, "invisible": invisible, "language": language}
    chosen = {name: value for name, value in given.items() if value is not None}
    listed = (mail or "").replace(",", " ").split()
    addresses = None if mail is None else [check_address(address) for address in listed]
    password_hash = None
    if {mail, password, old} != {None}:
        await check_password(requester, service, user, fields.text({"old": old}, "old"))
    if password is not None:
        new = accounts.check_password(password, user.name)
        password_hash = await service.with_password(
            lambda: hashed(new, requester.address, user.name)
        )

    def work(transaction: Transaction) -> None:
        if addresses is not None:
            mailboxes.set_addresses(
                transaction, user.id, addresses, service.now(), requester.actor.payers
            )
        if password_hash is not None:
            accounts.set_password(transaction, user.id, password_hash)
        if chosen:
            preferences.change(transaction, user.id, chosen)
        if invisible:
            presence.hide(transaction, user.id)

    await service.write(work)
    return {"name": user.name}


async def check_password(requester: Requester, service: Service, user: User, password: str) -> None:
    """Check the password of who is signed in: the refusal speaks of it alone."""
    try:
        await by_password(service, user.name, password, requester.address, user)
    except NotSignedInError:
        raise NotSignedInError(tr("wrong password")) from None


@operation("GET", "/api/me/turns",
           "What awaits one: the number of boards ('due'), and those where it is one's turn, the "
           "nearest deadline first; 'calls' are live games whose clock runs for one, challenges, "
           "offers, games of tournaments that have begun and live games that have just ended, each "
           "in a line; 'about' changes where it is something new.")  # fmt: skip
def my_turns(transaction: Transaction, user: User, now: float) -> dict[str, Any]:
    return asdict(turns(transaction, user.id, now))


@operation("DELETE", "/api/me", "Delete one's account.", finish=keep_session)
async def delete(
    service: Service, requester: Requester, user: User, now: float, password: str
) -> dict[str, Any]:
    """Delete an account after asking for its password again."""
    await check_password(requester, service, user, password)
    await service.write(lambda transaction: leave(transaction, user, now))
    return {"name": None}


@operation("GET", "/api/me/export", "Everything that is kept of oneself.")
def export(transaction: Transaction, user: User, now: float) -> Response:
    """Return all data kept about an account."""
    return JSONResponse(
        account_data(transaction, user.id, now),
        headers={"Content-Disposition": f'attachment; filename="{PROGRAM}-{user.id}.json"'},
    )


go_away = Operation("POST", "/api/me/vacation", "Stop one's clocks.", vacation.go_away,
                    lambda done: {"away_until": done})  # fmt: skip
come_back = Operation("DELETE", "/api/me/vacation", "Come back.", vacation.come_back,
                      lambda done: {"given_back": done})  # fmt: skip


@operation("GET", "/api/messages", "Messages to oneself.")
def inbox(transaction: Transaction, user: User) -> dict[str, Any]:
    return {"messages": messages.inbox(transaction, user.id)}


@operation("POST", "/api/messages", "Write to people.")
def send(
    transaction: Transaction, user: User, payers: Payers, now: float,
    to: Annotated[Sequence[str], range(messages.MOST_PEOPLE + 1)], text: str,
) -> dict[str, Any]:  # fmt: skip
    """Send a message; return the recipients' names."""
    if not to:
        raise BadRequestError(tr("to: expected at least one name"))
    people = [accounts.named(transaction, name) for name in to]
    messages.send(transaction, user, people, text, now, payers)
    return {"sent": to}


@operation("GET", "/api/users/{name}", "Somebody's profile.")
def profile(transaction: Transaction, name: str) -> dict[str, Any]:
    user = accounts.named(transaction, name)
    row = transaction.connection.execute(select(users).where(users.c.id == user.id)).one()
    return {
        "name": user.name, "level": user.level, "created": row.created,
        "away_until": row.away_until,
        "ratings": {
            game: place_json(rank) | {"course": course(transaction, user.id, game)}
            for game, rank in of_user(transaction, user.id).items()
        },
    }  # fmt: skip


@operation("PUT", "/api/users/{name}/blocked", "Take nothing from somebody.")
def block(
    transaction: Transaction, user: User, payers: Payers, name: str, now: float, blocked: bool
) -> dict[str, Any]:
    other = accounts.named(transaction, name)
    messages.block(transaction, user.id, other.id, blocked, now, payers)
    return {"blocked": blocked}


@operation("PUT", "/api/users/{name}/followed", "See somebody's games first.")
def follow(
    transaction: Transaction, user: User, payers: Payers, name: str, now: float, followed: bool
) -> dict[str, Any]:
    other = accounts.named(transaction, name)
    if followed:
        follows.follow(transaction, user, other, now, payers)
    else:
        follows.unfollow(transaction, user.id, other.id)
    return {"followed": followed}


@operation("GET", "/api/standings/{game}", "The table of a game.")
def table(transaction: Transaction, game: str) -> dict[str, Any]:
    if game not in GAMES:
        raise NotFoundError(
            tr(
                "unknown game {game!r} (choose from {choices})",
                game=game[:40],
                choices=", ".join(GAMES),
            )
        )
    return {"standings": [place_json(place) for place in standings(transaction, game)]}
