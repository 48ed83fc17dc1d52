"""Accounts: sessions, deletion, export, and guesses at passwords."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from boche.engine.durations import DAY
from boche.engine.games.registry import GAMES
from boche.server import limits
from boche.server.database.schema import limits as limits_table
from boche.server.database.schema import users
from boche.server.database.store import Transaction
from boche.server.errors import NotSignedInError, TooManyError
from boche.server.limits import (
    LONGEST_WAIT,
    PASSWORDS,
    PASSWORDS_OF_NAME,
    WRONG_PASSWORDS,
    Limit,
    Rules,
)
from boche.server.people import accounts
from boche.server.people.accounts import SESSION, level_name
from boche.server.people.messages import inbox
from boche.server.people.password_checks import user_of
from boche.server.play.data_export import account_data
from boche.server.play.match import load
from tests.server.desk import HASHER, PASSWORD, Desk


def test_passwords_are_kept_as_argon2id_of_19_mib() -> None:
    kept = HASHER.hash("anything")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_nobody_is_called_what_a_command_means(desk: Desk) -> None:
    """Reserve names that mean something in commands; an existing account keeps such a name."""
    colours = {colour for game in GAMES.values() for colour in game.colours}
    for name in ("swap", *GAMES, *colours, "Light"):
        status, said = desk.refused(f"signup {name} {PASSWORD}")
        assert status == 400
        assert said == f"the name {name} has a meaning of its own here; choose another one"
    ann = desk.person("ann")
    old = update(users).where(users.c.id == ann.id).values(name="Light", key="light")
    desk.store.write(lambda transaction: transaction.connection.execute(old))
    assert desk.do(f"mail light {PASSWORD}").startswith("mail:")


@pytest.mark.parametrize(
    "password", ["Password1", "iloveyou", "qwertyuiop", "Mechthild", "mECHTHILD"]
)
def test_the_commonest_passwords_and_the_name_are_refused(desk: Desk, password: str) -> None:
    status, said = desk.refused(f"signup mechthild {password}")
    assert status == 400
    assert said.endswith("; choose another")
    desk.person("mechthild")
    accounts.check_password(f"{password}-{password}", "mechthild")


def session(desk: Desk, user: int) -> str:
    return desk.store.write(lambda transaction: accounts.open_session(transaction, user, desk.now))


def whose(desk: Desk, secret: str) -> str:
    return desk.store.read(
        lambda transaction: accounts.signed_in(transaction, secret, desk.now)
    ).name


def test_a_session_lasts_its_time_and_no_longer(desk: Desk) -> None:
    secret = session(desk, desk.person("ann").id)
    assert whose(desk, secret) == "ann"
    with pytest.raises(NotSignedInError):
        whose(desk, secret[:-1])
    desk.pass_time(SESSION - 1)
    assert whose(desk, secret) == "ann"
    desk.pass_time(1)
    with pytest.raises(NotSignedInError):
        whose(desk, secret)
    desk.store.write(lambda transaction: accounts.forget_sessions(transaction, desk.now))
    kept = desk.store.read(
        lambda transaction: account_data(transaction, desk.user("ann").id, desk.now)
    )
    assert kept["signed_in"] == []


@pytest.mark.parametrize("how", ["password", "signoff", "delete", "one"])
def test_what_ends_sessions(desk: Desk, how: str) -> None:
    ann = desk.person("ann")
    one, other = session(desk, ann.id), session(desk, ann.id)
    if how == "password":
        desk.do(f"change password ann {PASSWORD} another-horse")
    elif how == "one":
        desk.store.write(lambda transaction: accounts.close_session(transaction, one))
        assert whose(desk, other) == "ann"
        other = one
    else:
        desk.do(f"{how} ann {PASSWORD}")
    for secret in (one, other):
        with pytest.raises(NotSignedInError):
            whose(desk, secret)


def test_the_password_changes_with_the_old_one_alone(desk: Desk) -> None:
    ann = desk.person("ann")
    for line in ("change password another-horse", "change password ann another-horse",
                 f"change password {PASSWORD} another-horse"):  # fmt: skip
        assert desk.say(line, user=ann).status in (400, 401)
    desk.do(f"change password ann {PASSWORD} another-horse", user=ann)
    assert desk.refused(f"signoff ann {PASSWORD}")[0] == 401
    desk.do("signoff ann another-horse")


def test_who_leaves_resigns_and_withdraws_what_there_is(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do("octi challenge bob ann", user=bob)
    desk.do("octi accept 2", user=ann)
    desk.do("boche challenge --unrated ann ann", user=ann)
    desk.do("boche challenge ann bob --nagtime=1", user=ann)
    desk.do("boche accept 4", user=bob)
    desk.do("boche reject 4", user=ann)
    desk.do(f"boche chat {number}", "hello", user=ann)
    desk.do("message bob", "goodbye", user=ann)
    desk.do("message ann", "stay", user=bob)
    desk.do(f"watch {number}", user=ann)
    desk.do("block ann", user=bob)
    desk.do("block bob", user=ann)
    assert desk.refused("delete ann wrong-horse")[0] == 401
    assert desk.refused("delete", user=ann)[0] == 401
    desk.do(f"delete ann {PASSWORD}")
    for each, winner in ((number, 1), (2, 0)):
        board = desk.store.read(lambda transaction, each=each: load(transaction, each))
        assert (board.row.state, board.row.winner, board.row.kind) == (
            "over",
            winner,
            "resignation",
        )
        assert "deleted" in board.names
    assert desk.store.read(lambda transaction: load(transaction, 3)).row.state == "over"
    assert "deleted declined" in desk.do("boche show 4")
    assert "ann" not in desk.do("all games all")
    assert "ann" not in desk.do("standings")
    assert desk.store.read(lambda transaction: inbox(transaction, bob.id))[0]["from"] == "deleted"
    assert desk.refused("boche games ann")[0] == 404
    assert desk.refused(f"signoff ann {PASSWORD}")[0] == 401
    desk.person("ann")
    assert desk.do("games ann all") == "no boards", "the next one of that name is another one"


def test_a_computer_is_not_signed_in_to_nor_deleted(desk: Desk) -> None:
    name = level_name(3)
    for password in (PASSWORD, "", "None", "x" * 300):
        for line in (f"delete {name} {password}", f"signoff {name} {password}"):
            assert desk.refused(line)[0] == 401
    with pytest.raises(NotSignedInError):
        user_of(desk.store, name, "None", "192.0.2.77", desk.now)
    assert desk.user(name).level == 3


def test_all_that_is_kept_of_somebody_is_exported(desk: Desk) -> None:
    number, ann, bob = desk.board()
    desk.do(f"boche move {number} c:a1", user=ann)
    desk.do(f"boche queue {number} c:a2", user=ann)
    desk.do(f"boche chat {number}", "hello", user=ann)
    desk.do(f"boche chat {number}", "hello yourself", user=bob)
    desk.do("message bob", "from ann", user=ann)
    desk.do("message ann", "from bob", user=bob)
    desk.do("block bob", user=ann)
    desk.do(f"watch {number}", user=ann)
    desk.do(f"change address ann {PASSWORD} ann@example.org")
    session(desk, ann.id)
    found = desk.store.read(lambda transaction: account_data(transaction, ann.id, desk.now))
    assert (found["name"], found["mail"]) == ("ann", "ann@example.org")
    assert (found["blocked"], found["watched"]) == (["bob"], [number])
    assert [each["text"] for each in found["messages"]] == ["from bob"]
    assert [(each["to"], each["text"]) for each in found["sent"]] == [("bob", "from ann")]
    assert len(found["signed_in"]) == 1
    (board,) = found["boards"]
    assert [each["text"] for each in board["chat"]] == ["hello"]
    assert [each["move"] for each in board["plans"]] == ["c:a2"]
    assert board["record"].startswith("(;")
    desk.do(f"boche resign {number}", user=bob)
    found = desk.store.read(lambda transaction: account_data(transaction, ann.id, desk.now))
    assert found["ratings"]["boche"]["won"] == 1
    assert "password" not in found


def test_messages_go_to_whom_they_are_for(desk: Desk) -> None:
    ann, bob, eve = (desk.person(name) for name in ("ann", "bob", "eve"))
    desk.do("message bob eve", "hello\x1b[2J\u202e", user=ann)
    for user, count in ((ann, 0), (bob, 1), (eve, 1)):
        assert (
            len(desk.store.read(lambda transaction, user=user: inbox(transaction, user.id)))
            == count
        )
    (found,) = desk.store.read(lambda transaction: inbox(transaction, bob.id))
    assert found["text"] == "hello\\x1b[2J\\u202e"
    desk.do("block ann", user=bob)
    assert desk.refused("message eve bob", "hello again", user=ann)[0] == 403
    assert len(desk.store.read(lambda transaction: inbox(transaction, eve.id))) == 1, (
        "all or nobody"
    )
    desk.do("unblock ann", user=bob)
    desk.do("message bob", "hello again", user=ann)
    assert desk.refused("message bob", "x" * 4001, user=ann)[0] == 400


GUESSER, OWNER = "203.0.113.5", "192.0.2.1"


def test_wrong_passwords_slow_the_guesser_and_not_the_owner(desk: Desk) -> None:
    desk.person("ann")

    def guess(name: str, password: str, address: str) -> int:
        return desk.say(f"signoff {name} {password}", address=address).status

    heard = [guess("ann", "wrong-horse", GUESSER) for _ in range(20)]
    assert heard == [401] * PASSWORDS_OF_NAME.burst + [429] * 10
    assert guess("ann", PASSWORD, GUESSER) == 429, "not even by luck"
    assert guess("ann", PASSWORD, OWNER) == 200
    assert [guess(f"name{each}", "wrong-horse", GUESSER) for each in range(11)] == (
        [401] * 10 + [429])  # fmt: skip
    assert guess("ann", PASSWORD, OWNER) == 200
    desk.pass_time(DAY)
    assert guess("ann", PASSWORD, GUESSER) == 200


def test_who_must_wait_is_told_how_long(desk: Desk) -> None:
    desk.person("ann")
    for _ in range(10):
        with pytest.raises(NotSignedInError):
            user_of(desk.store, "ann", "wrong-horse", GUESSER, desk.now)
    with pytest.raises(TooManyError) as refused:
        user_of(desk.store, "ann", PASSWORD, GUESSER, desk.now)
    desk.pass_time(refused.value.wait + 0.001)
    assert user_of(desk.store, "ann", PASSWORD, GUESSER, desk.now).name == "ann"


@pytest.fixture
def few_guesses() -> Iterator[None]:
    """Allow five wrong passwords for a name, and one more every ten seconds."""
    limits.set_rules(Rules({WRONG_PASSWORDS.name: Limit(WRONG_PASSWORDS.name, 5, 10.0)}))
    yield
    limits.set_rules(Rules())


@pytest.mark.usefixtures("few_guesses")
def test_guesses_at_a_name_from_everywhere_keep_out_only_who_is_not_known(desk: Desk) -> None:
    ann = desk.person("ann")

    def sign_in(password: str, address: str, own: int | None = None) -> str:
        try:
            user_of(desk.store, "\uff41nn", password, address, desk.now, own=own)  # the same as ann
        except (NotSignedInError, TooManyError) as error:
            return str(error)
        return "signed in"

    assert sign_in(PASSWORD, OWNER) == "signed in"
    heard = [sign_in("wrong-horse", f"203.0.113.{each}") for each in range(7)]
    assert heard == ["wrong name or password"] * 5 + [
        "too many wrong passwords; wait 10 seconds"] * 2  # fmt: skip
    assert sign_in(PASSWORD, "203.0.113.99") == "too many wrong passwords; wait 10 seconds"
    assert sign_in(PASSWORD, OWNER) == "signed in"
    assert sign_in("wrong-horse", OWNER) == "wrong name or password"
    assert sign_in(PASSWORD, "198.51.100.7", own=ann.id) == "signed in"
    assert sign_in(PASSWORD, "198.51.100.7") == "signed in"
    assert sign_in(PASSWORD, "203.0.113.99").startswith("too many")
    desk.pass_time(11.0)
    assert sign_in(PASSWORD, "203.0.113.99") == "signed in"


def test_no_password_is_kept_as_a_limit_s_name(desk: Desk) -> None:
    desk.refused("signoff hush-hush-horse oops-oops-horse")

    def keys(transaction: Transaction) -> list[str]:
        return list(transaction.connection.execute(limits_table.select()).scalars())

    assert not any("horse" in key for key in desk.store.read(keys))


def test_waits_after_wrong_passwords_grow_up_to_a_quarter_of_an_hour(desk: Desk) -> None:
    desk.person("ann")
    waits = list[float]()

    def try_once(password: str) -> float:
        """Return the wait that follows a password, or 0 if it was right."""
        try:
            user_of(desk.store, "ann", password, GUESSER, desk.now)
            return 0.0
        except NotSignedInError:
            pass
        with pytest.raises(TooManyError) as refused:
            user_of(desk.store, "ann", PASSWORD, GUESSER, desk.now)
        return refused.value.wait

    for _ in range(PASSWORDS_OF_NAME.burst - 1):
        with pytest.raises(NotSignedInError):
            user_of(desk.store, "ann", "wrong-horse", GUESSER, desk.now)
    for _ in range(11):
        waits.append(try_once("wrong-horse"))
        desk.pass_time(waits[-1] + 0.001)
    assert waits[:4] == pytest.approx([2.0, 4.0, 8.0, 16.0])
    assert waits[-2:] == pytest.approx([LONGEST_WAIT, LONGEST_WAIT])
    assert try_once(PASSWORD) == 0.0, "the right one gets in after the wait"
    with pytest.raises(NotSignedInError):
        user_of(desk.store, "ann", "wrong-horse", GUESSER, desk.now)
    assert try_once(PASSWORD) == 0.0, "after the right one they are counted anew"


def test_guessers_at_the_owner_s_own_address_keep_nobody_out_there(desk: Desk) -> None:
    desk.person("ann")
    assert user_of(desk.store, "ann", PASSWORD, OWNER, desk.now).name == "ann"
    for each in range(PASSWORDS.burst + 5):
        with pytest.raises((NotSignedInError, TooManyError)):
            user_of(desk.store, f"name{each}", "wrong-horse", OWNER, desk.now)
    assert user_of(desk.store, "ann", PASSWORD, OWNER, desk.now).name == "ann"
