"""Names: nobody's looks like another's, and a guest's does not look like an account's."""

from __future__ import annotations

import unicodedata

import pytest
from sqlalchemy import select, update

from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import BadRequestError, ConflictError
from boche.server.people import accounts
from boche.server.people.accounts import add_levels
from boche.server.people.names import check_guest_name, check_name
from boche.server.play import setup
from boche.server.play.match import load
from tests.server.desk import PASSWORD, Desk


@pytest.mark.parametrize(
    ("taken", "twin"),
    [("Ivan", "lvan"), ("coop", "\u0441\u043e\u043e\u0440"), ("Max", "Rnax"), ("nina", "n1na"),
     ("Bob", "B0b"), ("NINA", "\u039d\u0399\u039d\u0391"), ("vivian", "vlvlan")],
)  # fmt: skip
def test_a_name_that_looks_like_another_is_refused(desk: Desk, taken: str, twin: str) -> None:
    desk.person(taken)
    status, said = desk.refused(f"signup {twin} {PASSWORD}")
    assert (status, said) == (
        409, f"the name {twin} looks like one that is taken; choose another one")  # fmt: skip
    desk.do(f"delete {taken} {PASSWORD}")
    assert "welcome" in desk.do(f"signup {twin} {PASSWORD}"), "once it is free"


def test_older_accounts_keep_their_names(desk: Desk) -> None:
    ann, twin = desk.person("lan"), desk.person("bob")

    def older(transaction: Transaction) -> None:
        transaction.connection.execute(update(users).values(skeleton=None))
        transaction.connection.execute(
            update(users).where(users.c.id == twin.id).values(name="Ian", key="ian")
        )
        add_levels(transaction, desk.now)

    desk.store.write(older)
    found = desk.store.read(
        lambda transaction: transaction.connection.execute(
            select(users.c.skeleton).where(users.c.id.in_([ann.id, twin.id]))
        ).scalars().all()
    )  # fmt: skip
    assert found == ["lan", "lan"]
    assert desk.do(f"mail Ian {PASSWORD}").startswith("mail:")
    assert desk.refused(f"signup 1an {PASSWORD}")[0] == 409
    assert desk.refused(f"signup leveI-8 {PASSWORD}")[0] == 400


@pytest.mark.parametrize(
    "name",
    ["a\u3164b", "ab\uffa0", "a\u115fb", "a\u1160b", "a\u200bb", "a\ufe0fb", "a\u034fb",
     "a\U000e0041b", "a\u202eb", "a\u2066b", "\u0301ab", "ab\u0301", "a" + "\u0301" * 9 + "b",
     "p\u0430ul", "adm\u0131n", "adrnin", "1evel-8", "LEVEL-88", "l\u0435v\u0435l-8", "0pen",
     "friend", "a b", "\ufdfa\ufdfa\ufdfa"],
)  # fmt: skip
def test_what_nobody_is_called(name: str) -> None:
    with pytest.raises(BadRequestError):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["ann", "J\u00fcrgen", "\u0418\u0432\u0430\u043d", "\u65e5\u672cTaro", "Ann-1", "a.b",
             "\ubc15\uc9c0\uc131", "\u05d0\u05d1\u05d2", "\u039d\u03af\u03ba\u03bf\u03c2"]
)  # fmt: skip
def test_names_of_one_script(name: str) -> None:
    assert check_name(name) == name
    assert check_name(unicodedata.normalize("NFC", name)) == name


@pytest.mark.parametrize("name", ["\u216fAX", "\uff21nn", "\u1d5bia", "x\u00b2", "\ufb01nn"])
def test_a_name_is_written_in_plain_letters(name: str) -> None:
    with pytest.raises(BadRequestError, match="plain letters"):
        check_name(name)


@pytest.mark.parametrize(
    "name",
    ["computer", "Computer", "system", "r00t", "administrator", "operator", "moderator", "server",
     "level", "level8", "Level_3", "leve1.1"],
)  # fmt: skip
def test_nobody_is_called_as_if_they_were_the_server_or_its_computer(name: str) -> None:
    with pytest.raises(BadRequestError, match="has a meaning of its own here"):
        check_name(name)
    with pytest.raises(BadRequestError, match="has a meaning of its own here"):
        check_guest_name(name)


def test_a_guest_is_called_like_no_account(desk: Desk) -> None:
    def named(name: str) -> str:
        def work(transaction: Transaction) -> str:
            taker = setup.SeatTaker(None, check_guest_name(name))
            made = setup.make(transaction, setup.Terms.of("boche", {}), (taker, None), desk.now)
            return load(transaction, made.number).seats[0].name

        return desk.store.write(work)

    assert named("Marie") == "Marie", "there are no accounts"
    desk.person("Ivan")
    for name in ("level-8", "Level-3", "1evel-8", "admin", "a\u3164b", "\u0301a",
                 "a\u202eb", "x" * 33, "a" + "\u0301" * 5):  # fmt: skip
        with pytest.raises(BadRequestError):
            named(name)
    for name in ("ivan", "lvan", "\u0399van"):
        with pytest.raises(ConflictError, match="to an account, or looks like one"):
            named(name)
    assert named("") == named("Guest") == "guest"
    assert named("Marie") == "Marie (guest)", "an account could be meant"
    assert named("Mei (away)") == "Mei (away) (guest)", "whatever it looks like"
    assert named("Marie (guest)") == "Marie (guest)"
    desk.store.write(lambda transaction: accounts.sign_up(transaction, "Marie", "x", desk.now))
    with pytest.raises(ConflictError):
        named("Marie")
