"""The operator's configuration file: limits, exempt networks, who may sign up, what is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from boche.engine.languages.catalogue import ENGLISH, codes
from boche.engine.languages.current import tr
from boche.engine.languages.formats import grouped
from boche.engine.languages.system import system_reason
from boche.server import limits
from boche.server.errors import ServerError
from boche.server.limits import Limit, Network, Rules
from boche.server.mail import delivery, outbox
from boche.server.mail.incoming import inbound, senders
from boche.server.people import password_reset
from boche.server.policy import SIGN_UP, Keep, Policy
from boche.server.push import subscriptions

FILE = "serve.toml"
"""Name of the file in the data folder."""

LIMITS = {
    limit.name: limit
    for module in (limits, senders, inbound, delivery, outbox, password_reset, subscriptions)
    for limit in vars(module).values()
    if isinstance(limit, Limit)
}
"""Limits by name, with their defaults."""

COMPUTER_GAMES, CONNECTIONS = "computer-games", "connections"
EXCEPTED, ALL_LIMITS = "excepted", "limits"
SIGNING_UP, KEEP, LANGUAGE = "sign-up", "keep", "language"
SECOND_FACTOR = "operators-need-second-factor"
FOR_EVER = "for ever"
KEPT = {field.name.replace("_", "-"): field.name for field in fields(Keep)}
"""Names of what is kept, as in the file and as in ``Keep``."""
BURST, EVERY = "burst", "every"
MOST, A_YEAR = 1_000_000, 31_536_000.0


def read(path: Path) -> Rules:
    """Read the file. Raises ``ServerError`` with the file, the key, and what is allowed."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ServerError(tr("{path}: {error}", path=path, error=system_reason(error))) from error
    except ValueError as error:  # not TOML, or not UTF-8
        raise ServerError(tr("{path}: {error}", path=path, error=error)) from error
    try:
        return _rules(document)
    except ValueError as error:
        raise ServerError(tr("{path}: {error}", path=path, error=error)) from error


def _rules(document: Mapping[str, Any]) -> Rules:
    _check_keys(
        document,
        "",
        (
            COMPUTER_GAMES,
            CONNECTIONS,
            EXCEPTED,
            SIGNING_UP,
            KEEP,
            LANGUAGE,
            SECOND_FACTOR,
            ALL_LIMITS,
        ),
    )
    table = _table(document.get(ALL_LIMITS, {}), ALL_LIMITS)
    _check_keys(table, f"{ALL_LIMITS}.", LIMITS)
    networks = document.get(EXCEPTED, [])
    if not isinstance(networks, list):
        raise ValueError(
            tr('{key}: expected a list, such as ["192.0.2.0/24", "2001:db8::/32"]', key=EXCEPTED)
        )
    return Rules(
        {name: _limit(name, value) for name, value in table.items()},
        tuple(map(_network, networks)),
        _integer(document.get(COMPUTER_GAMES, limits.COMPUTER_GAMES), COMPUTER_GAMES),
        _integer(document.get(CONNECTIONS, limits.CONNECTIONS), CONNECTIONS),
        _policy(document),
    )


def _policy(document: Mapping[str, Any]) -> Policy:
    sign_up = document.get(SIGNING_UP, Policy().sign_up)
    if sign_up not in SIGN_UP:
        raise ValueError(
            tr("{key}: expected one of {choices}", key=SIGNING_UP, choices=", ".join(SIGN_UP))
        )
    table = document.get(KEEP, {})
    if not isinstance(table, dict):
        raise ValueError(tr("{key}: expected a table, such as {{ guest-games = 365 }}", key=KEEP))
    _check_keys(table, f"{KEEP}.", KEPT)
    days = {KEPT[name]: _days(value, f"{KEEP}.{name}") for name, value in table.items()}
    language = document.get(LANGUAGE, ENGLISH)
    if language not in codes():
        raise ValueError(
            tr("{key}: expected one of {choices}", key=LANGUAGE, choices=", ".join(codes()))
        )
    second_factor = document.get(SECOND_FACTOR, False)
    if not isinstance(second_factor, bool):
        raise ValueError(tr("{key}: expected true or false", key=SECOND_FACTOR))
    return Policy(sign_up, Keep(**days), language, second_factor)


def _days(value: Any, key: str) -> int | None:
    if value == FOR_EVER:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise ValueError(
            tr(
                '{key}: expected a number of days from 1 to {most}, or "{for_ever}"',
                key=key,
                most=grouped(MOST),
                for_ever=FOR_EVER,
            )
        )
    return value


def _limit(name: str, value: Any) -> Limit:
    """Return a limit; values not given keep their defaults."""
    key, usual = f"{ALL_LIMITS}.{name}", LIMITS[name]
    table = _table(value, key)
    _check_keys(table, f"{key}.", (BURST, EVERY))
    every = table.get(EVERY, usual.every)
    if isinstance(every, bool) or not isinstance(every, int | float) or not 0 < every <= A_YEAR:
        raise ValueError(
            tr(
                "{key}.{every}: expected seconds, more than 0 and up to {most}",
                key=key,
                every=EVERY,
                most=grouped(int(A_YEAR)),
            )
        )
    return Limit(name, _integer(table.get(BURST, usual.burst), f"{key}.{BURST}"), float(every))


def _network(value: Any) -> Network:
    try:
        if isinstance(value, str):
            return ip_network(value)
    except ValueError:
        pass
    raise ValueError(
        tr(
            "{key}: {value!r} is not an address or a network, such as 192.0.2.7 or 2001:db8::/32",
            key=EXCEPTED,
            value=value,
        )
    )


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(
            tr(
                "{key}: expected a table, such as {{ {burst} = 10, {every} = 60 }}",
                key=key,
                burst=BURST,
                every=EVERY,
            )
        )
    return value


def _integer(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise ValueError(
            tr("{key}: expected a whole number from 1 to {most}", key=key, most=grouped(MOST))
        )
    return value


def _check_keys(table: Mapping[str, Any], where: str, names: Any) -> None:
    for name in table:
        if name not in names:
            raise ValueError(
                tr(
                    "{where}{name}: unknown key (choose from {choices})",
                    where=where,
                    name=name,
                    choices=", ".join(names),
                )
            )
