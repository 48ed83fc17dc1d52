"""Second factors: codes by RFC 6238, each good once, and recovery codes."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from pyotp import TOTP
from sqlalchemy import update

from boche.server import limits
from boche.server.database.schema import second_factors
from boche.server.database.store import Transaction
from boche.server.errors import NotSignedInError, SecondFactorError, TooManyError
from boche.server.limits import PASSWORDS_OF_NAME, Rules
from boche.server.people import operators, second_factor
from boche.server.people.accounts import User
from boche.server.people.password_checks import user_of
from boche.server.play import moderation
from boche.server.policy import Policy
from tests.server.desk import PASSWORD, Desk

HOME, ELSEWHERE = "192.0.2.5", "203.0.113.5"

VECTORS = {
    59: "287082", 1_111_111_109: "081804", 1_111_111_111: "050471", 1_234_567_890: "005924",
    2_000_000_000: "279037", 20_000_000_000: "353130",
}  # fmt: skip
"""Times and the codes of RFC 6238, appendix B (SHA-1), of which apps show the last six digits."""


def set_up(desk: Desk, user: User) -> tuple[str, list[str]]:
    """Turn a second factor on; return the key and the recovery codes."""

    def work(transaction: Transaction) -> tuple[str, list[str]]:
        second_factor.begin(transaction, user.id)
        key = second_factor.key_to_confirm(transaction, user.id)
        assert key is not None
        code = TOTP(key).at(int(desk.now))
        return key, second_factor.confirm(transaction, user.id, code, desk.now)

    made = desk.store.write(work)
    desk.pass_time(30.0)
    return made


def signs_in(desk: Desk, code: str, address: str = HOME) -> bool:
    """Return whether ann's password and a code let in; only the code may be wrong."""
    try:
        return user_of(desk.store, "ann", PASSWORD, address, desk.now, code=code).name == "ann"
    except NotSignedInError as error:
        said = str(error)
    return said != "wrong code; each is good only once"


def test_codes_are_those_of_the_standard(desk: Desk) -> None:
    ann = desk.person("ann")
    key, _ = set_up(desk, ann)
    key = base64.b32encode(b"12345678901234567890").decode()
    desk.store.write(
        lambda transaction: transaction.connection.execute(
            update(second_factors).values(secret=key, used=0)
        )
    )
    for at, code in VECTORS.items():
        desk.now = float(at)
        assert signs_in(desk, code)
        assert not signs_in(desk, code), "a code is good once"


def test_a_password_alone_is_not_enough(desk: Desk) -> None:
    ann = desk.person("ann")
    key, _ = set_up(desk, ann)
    with pytest.raises(SecondFactorError):
        user_of(desk.store, "ann", PASSWORD, HOME, desk.now)
    with pytest.raises(NotSignedInError, match="wrong name or password"):
        user_of(desk.store, "ann", "wrong-horse", HOME, desk.now, code="000000")
    code = TOTP(key).at(int(desk.now))
    assert signs_in(desk, f" {code[:3]} {code[3:]} ")
    assert not signs_in(desk, code)
    desk.pass_time(60.0)
    late = TOTP(key).at(int(desk.now))
    desk.pass_time(30.0)
    assert signs_in(desk, late), "half a minute late is in time"
    assert user_of(desk.store, "ann", PASSWORD, HOME, desk.now, own=ann.id).name == "ann"
    status, said = desk.refused(f"mail ann {PASSWORD}")
    assert (status, said.startswith("this account needs a code of its app")) == (401, True)
    assert desk.do("mail", user=ann).startswith("mail:")


def test_each_recovery_code_lets_in_once(desk: Desk) -> None:
    ann = desk.person("ann")
    _, codes = set_up(desk, ann)
    assert len(set(codes)) == 10
    assert signs_in(desk, codes[3])
    assert not signs_in(desk, codes[3])
    assert signs_in(desk, codes[4].upper().replace("-", " "))

    def left(transaction: Transaction) -> int:
        return second_factor.codes_left(transaction, ann.id)

    assert desk.store.read(left) == 8
    fresh = desk.store.write(lambda transaction: second_factor.renew_codes(transaction, ann.id))
    assert not signs_in(desk, codes[5])
    assert signs_in(desk, fresh[0])


def test_guessed_codes_have_to_wait_as_passwords_do(desk: Desk) -> None:
    ann = desk.person("ann")
    key, _ = set_up(desk, ann)
    wrong = "000000" if TOTP(key).at(int(desk.now)) != "000000" else "111111"
    for _ in range(PASSWORDS_OF_NAME.burst):
        assert not signs_in(desk, wrong, ELSEWHERE)
    with pytest.raises(TooManyError):
        user_of(desk.store, "ann", PASSWORD, ELSEWHERE, desk.now, code=wrong)
    assert signs_in(desk, TOTP(key).at(int(desk.now))), "elsewhere, the owner gets in"


@pytest.fixture
def needed() -> Iterator[None]:
    """Let operators need a second factor."""
    limits.set_rules(Rules(policy=Policy(second_factor=True)))
    yield
    limits.set_rules(Rules())


@pytest.mark.usefixtures("needed")
def test_operators_who_need_one_can_do_nothing_before(desk: Desk) -> None:
    ann = desk.person("ann")
    desk.person("eve")
    desk.store.write(lambda transaction: operators.appoint(transaction, ann.id, desk.now))
    status, said = desk.say("broadcast", "hello", ann).status, desk.refused("broadcast", "x", ann)
    assert (status, said[1]) == (
        403,
        "operators of this server need a second factor to sign in: turn it on on the page Account",
    )
    set_up(desk, ann)
    assert desk.say("broadcast", "hello", ann).status == 200


def test_an_operator_lets_in_who_has_lost_both(desk: Desk) -> None:
    ann, eve = desk.person("ann"), desk.person("eve")
    set_up(desk, ann)
    with pytest.raises(SecondFactorError):
        user_of(desk.store, "ann", PASSWORD, HOME, desk.now)
    desk.store.write(
        lambda transaction: moderation.turn_off_second_factor(
            transaction, moderation.AT_COMMAND_LINE, "ann", desk.now
        )
    )
    assert signs_in(desk, "")
    assert eve.id != ann.id
