"""The operator's configuration file: limits, exempt networks, computer games and connections."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from boche.server import limits
from boche.server.errors import ServerError
from boche.server.limits import Limit, Network, Rules
from boche.server.mail import delivery, outbox
from boche.server.mail.incoming import inbound, senders
from boche.server.people import password_reset
from boche.server.push import subscriptions

FILE = "serve.toml"
"""Name of the file in the data folder."""

LIMITS = {
    each.name: each
    for module in (limits, senders, inbound, delivery, outbox, password_reset, subscriptions)
    for each in vars(module).values()
    if isinstance(each, Limit)
}
"""Limits by name, with their defaults."""

COMPUTER_GAMES, CONNECTIONS = "computer-games", "connections"
EXCEPTED, ALL_LIMITS = "excepted", "limits"
BURST, EVERY = "burst", "every"
MOST, A_YEAR = 1_000_000, 31_536_000.0


def read(path: Path) -> Rules:
    """Read the file. Raises ``ServerError`` with the file, the key, and what is allowed."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ServerError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:  # not TOML, or not UTF-8
        raise ServerError(f"{path}: {error}") from error
    try:
        return _rules(found)
    except ValueError as error:
        raise ServerError(f"{path}: {error}") from error


def _rules(found: Mapping[str, Any]) -> Rules:
    _known(found, "", (COMPUTER_GAMES, CONNECTIONS, EXCEPTED, ALL_LIMITS))
    given = _table(found.get(ALL_LIMITS, {}), ALL_LIMITS)
    _known(given, f"{ALL_LIMITS}.", LIMITS)
    networks = found.get(EXCEPTED, [])
    if not isinstance(networks, list):
        raise ValueError(f'{EXCEPTED}: a list is wanted, as ["192.0.2.0/24", "2001:db8::/32"]')
    return Rules(
        {name: _limit(name, value) for name, value in given.items()},
        tuple(map(_network, networks)),
        _whole(found.get(COMPUTER_GAMES, limits.COMPUTER_GAMES), COMPUTER_GAMES),
        _whole(found.get(CONNECTIONS, limits.CONNECTIONS), CONNECTIONS),
    )


def _limit(name: str, value: Any) -> Limit:
    """Return a limit; values not given keep their defaults."""
    key, usual = f"{ALL_LIMITS}.{name}", LIMITS[name]
    given = _table(value, key)
    _known(given, f"{key}.", (BURST, EVERY))
    every = given.get(EVERY, usual.every)
    if isinstance(every, bool) or not isinstance(every, int | float) or not 0 < every <= A_YEAR:
        raise ValueError(f"{key}.{EVERY}: seconds are wanted, more than 0 and up to {A_YEAR:,.0f}")
    return Limit(name, _whole(given.get(BURST, usual.burst), f"{key}.{BURST}"), float(every))


def _network(value: Any) -> Network:
    try:
        if isinstance(value, str):
            return ip_network(value)
    except ValueError:
        pass
    raise ValueError(
        f"{EXCEPTED}: {value!r} is no address and no network, as 192.0.2.7 or 2001:db8::/32 is"
    )


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{key}: a table is wanted, as {{ {BURST} = 10, {EVERY} = 60 }}")
    return value


def _whole(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
        raise ValueError(f"{key}: a whole number from 1 to {MOST:,} is wanted")
    return value


def _known(given: Mapping[str, Any], where: str, names: Any) -> None:
    for name in given:
        if name not in names:
            raise ValueError(f"{where}{name}: there is no such key (there are: {', '.join(names)})")
