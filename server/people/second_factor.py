"""Second factors of sign-in: the code of an app (TOTP, RFC 6238), or one of ten recovery codes.

A code of an app is good for its half minute and the ones beside it, and once; a recovery code is
good once. Whoever has neither is let in by an operator, who turns the second factor off.
"""

from __future__ import annotations

import hmac
import secrets

from sqlalchemy import delete, func, insert, select, update

from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.server.database.schema import recovery_codes, second_factors
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError, NotAllowedError
from boche.server.infrastructure.tokens import secret_hash
from boche.server.limits import rules
from boche.server.people.operators import is_operator

CODES = 10
"""Number of recovery codes."""

STEP = 30
"""Seconds for which a code of an app is shown."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for each other
_LENGTH = 12  # letters of some five bits each


def since(transaction: Transaction, user: int) -> float | None:
    """Return since when an account has a second factor, or None if it has none."""
    statement = select(second_factors.c.since).where(second_factors.c.user_id == user)
    return transaction.connection.execute(statement).scalar_one_or_none()


def key_to_confirm(transaction: Transaction, user: int) -> str | None:
    """Return the key that was begun with and not confirmed yet, or None."""
    return transaction.connection.execute(
        select(second_factors.c.secret).where(
            second_factors.c.user_id == user, second_factors.c.since.is_(None)
        )
    ).scalar_one_or_none()


def begin(transaction: Transaction, user: int) -> None:
    """Make a key for an app; nothing is asked for until ``confirm``. Raises ``ConflictError``."""
    from pyotp import random_base32

    if since(transaction, user) is not None:
        raise ConflictError(tr("this account has a second factor already"))
    turn_off(transaction, user)
    transaction.connection.execute(
        insert(second_factors).values(user_id=user, secret=random_base32(), used=0)
    )


def confirm(transaction: Transaction, user: int, code: str, now: float) -> list[str]:
    """Ask for the second factor from now on, if an app shows the right code.

    Return the recovery codes. Raises ``BadRequestError`` for a wrong code.
    """
    key = key_to_confirm(transaction, user)
    if key is None:
        raise ConflictError(tr("begin with a new key for your app"))
    step = _step_of(key, code, now)
    if step is None:
        raise BadRequestError(
            tr(
                "this is not the code that belongs to the key; look whether the clock of your "
                "phone is right"
            )
        )
    transaction.connection.execute(
        update(second_factors).where(second_factors.c.user_id == user).values(since=now, used=step)
    )
    return renew_codes(transaction, user)


def check(transaction: Transaction, user: int, code: str, now: float) -> bool:
    """Return whether a code is right, of the app or for recovery; it is not good again."""
    row = transaction.connection.execute(
        select(second_factors).where(second_factors.c.user_id == user).with_for_update()
    ).one()
    step = _step_of(row.secret, code, now)
    if step is not None and step > row.used:
        transaction.connection.execute(
            update(second_factors).where(second_factors.c.user_id == user).values(used=step)
        )
        return True
    used_up = delete(recovery_codes).where(
        recovery_codes.c.user_id == user, recovery_codes.c.hash == _hash(code)
    )
    return transaction.connection.execute(used_up).rowcount > 0


def renew_codes(transaction: Transaction, user: int) -> list[str]:
    """Return new recovery codes, which are shown only now; earlier ones are no longer good."""
    transaction.connection.execute(delete(recovery_codes).where(recovery_codes.c.user_id == user))
    codes = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(CODES)]
    transaction.connection.execute(
        insert(recovery_codes), [{"user_id": user, "hash": _hash(code)} for code in codes]
    )
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in codes]


def codes_left(transaction: Transaction, user: int) -> int:
    """Return the number of recovery codes that an account has not used."""
    statement = select(func.count()).where(recovery_codes.c.user_id == user)
    return int(transaction.connection.execute(statement).scalar_one())


def turn_off(transaction: Transaction, user: int) -> None:
    """Ask an account for its password only, and forget the key and the recovery codes."""
    for table in (second_factors, recovery_codes):
        transaction.connection.execute(delete(table).where(table.c.user_id == user))


def link_of(key: str, name: str, site: str) -> str:
    """Return the ``otpauth:`` address by which an app takes a key over; ``site`` is the host."""
    from pyotp import TOTP

    issuer = f"{PROGRAM.capitalize()} {site}".strip()
    return TOTP(key, interval=STEP).provisioning_uri(name=name, issuer_name=issuer)


def check_operator(transaction: Transaction, user: int) -> None:
    """Raise ``NotAllowedError`` for an operator who has none where operators need one."""
    if not rules().policy.second_factor or not is_operator(transaction, user):
        return
    if since(transaction, user) is None:
        raise NotAllowedError(
            tr(
                "operators of this server need a second factor to sign in: turn it on on the page "
                "Account"
            )
        )


def _step_of(key: str, code: str, now: float) -> int | None:
    """Return the step of time that a code of an app is of, this one or beside it, or None."""
    from pyotp import TOTP

    digits = "".join(code.split())
    if not (digits.isascii() and digits.isdigit()):
        return None
    step = int(now) // STEP
    return next(
        (
            each
            for each in (step, step - 1, step + 1)
            if hmac.compare_digest(TOTP(key, interval=STEP).at(each * STEP), digits)
        ),
        None,
    )


def _hash(code: str) -> bytes:
    return secret_hash("".join(code.replace("-", "").split()).casefold())
