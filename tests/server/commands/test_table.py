"""Every command of the play-by-mail server: its words, its help, and what it refuses."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from boche.engine.games.registry import GAMES
from boche.server.commands.registry import COMMANDS, usage
from boche.server.commands.runner import FULL, MOST_ANSWER
from boche.server.database.connect import open_store
from tests.server.desk import PASSWORD, Desk
from tests.server.long_games import put

OLD_WORDS = (
    "help", "signup", "change", "add", "signoff", "delete", "message", "broadcast", "multiple",
    "challenge", "move", "resign", "swap", "propose", "undo", "accept", "reject", "abort",
    "preview",
    "submit", "confirm", "queue", "show", "games", "list", "standings", "ratings", "history",
    "chat", "watch", "unwatch",
)  # fmt: skip


def test_all_words_of_the_old_server_are_there() -> None:
    assert set(OLD_WORDS) <= set(COMMANDS)


def test_help_tells_of_every_command_and_every_game(desk: Desk) -> None:
    overview = desk.do("help")
    for verb, command in COMMANDS.items():
        assert usage(command) in overview
        assert usage(command) in desk.do(f"help {verb}")
    for game in GAMES:
        text = desk.do(f"{game} help")
        assert text == desk.do(f"help {game.upper()}")
        assert "Options:" in text
    for subject in ("", *COMMANDS, *GAMES):
        assert max(map(len, desk.do(f"help {subject}").splitlines())) <= 80
    assert desk.refused("help nonsense")[0] == 404
    assert len(desk.do("help move boche").split("\n\n")) > 1


def test_a_game_from_the_challenge_on_with_name_and_password(desk: Desk) -> None:
    """Play without being signed in: each command says who it is from."""
    ann = f"ann {PASSWORD}"
    bob = f"bob {PASSWORD}"
    desk.do(f"signup {ann} ann@example.org")
    desk.do(f"signup {bob}")
    user = desk.user("ann")
    answer = desk.do("boche challenge -size=4 -kill=0 --nagtime=3 --forfeittime=10 ann bob",
                     user=user)  # fmt: skip
    assert answer.startswith("board 1: Boche, ann begins against bob")
    assert "waiting for bob to accept" in answer
    assert desk.refused(f"boche move 1 {ann} c:a1")[0] == 409, "nobody plays unasked"
    assert "10 days left" in desk.do(f"boche accept 1 {bob}")
    assert desk.do(f"boche move 1 {ann} c:a1#1").startswith("board 1: 1. c:a1 played")
    assert "to move: ann" in desk.do(f"boche swap 1 {bob}")
    assert "nothing is played" in desk.do("boche preview 1 c:b1 c:c1")
    assert "waits for 'confirm'" in desk.do(f"boche submit 1 {ann} c:b1")
    assert "Moves: 1. c:a1 2. " in desk.do("boche show 1")
    assert "3. c:b1 played" in desk.do(f"boche confirm 1 {ann}")
    assert "1 conditional move" in desk.do(f"boche queue 1 {ann} c:a2#5")
    assert desk.do(f"boche chat 1 {bob}", "well played") == "board 1: said"
    assert "proposes a draw" in desk.do(f"boche propose 1 {ann}")
    assert desk.refused(f"boche accept 1 {ann}")[0] == 409
    assert "reject: done" in desk.do(f"boche reject 1 {bob}")
    assert "proposes taking back" in desk.do(f"boche move 1 {ann} undo")
    assert "to move: ann" in desk.do(f"boche move 1 {bob} accept")
    assert "proposes ending" in desk.do(f"boche move 1 {ann} propose=end")
    desk.do(f"boche reject 1 {ann}")
    assert "after move 1 of 2" in desk.do("boche show 1#1")
    assert "board 1" in desk.do(f"boche watch 1 {ann}")
    assert "no longer" in desk.do(f"boche unwatch 1 {ann}")
    assert "the game is over" in desk.do(f"boche resign 1 {ann}")
    assert "c:a1" in desk.do("boche history 1")
    assert "ann" in desk.do("boche standings")
    assert "boche" in desk.do("ratings bob")
    assert "bob proposes a rematch" in desk.do(f"boche rematch 1 {bob}")
    assert "board 2: the rematch of board 1" in desk.do(f"boche rematch 1 {ann}")
    for text in ("games all", "boche games ann bob all", "boche games ann next", "list boche",
                 "list", "all show ann", "all show ann next", "boche show ann active",
                 "boche games inactive"):  # fmt: skip
        assert "boche" in desk.do(text) or "no boards" in desk.do(text)
    assert desk.do(f"message {ann} bob", "hello").startswith("sent to bob")
    assert "ann2@example.org" in desk.do(f"add address {ann} ann2@example.org")
    assert "a mail to a@example.org asks" in desk.do(f"change address {ann} a@example.org")
    assert "no mail" in desk.do(f"change address {ann}")
    desk.do(f"change password {ann} another-horse")
    assert desk.refused(f"signoff {ann}")[0] == 401
    assert "signed out" in desk.do("signoff ann another-horse")
    assert "30 days" in desk.do(f"vacation {bob}")
    desk.do(f"vacation {bob} 3")
    desk.do(f"back {bob}")
    desk.do(f"block {bob} ann")
    assert desk.refused("message ann another-horse bob", "hello")[0] == 403
    assert desk.refused("boche challenge ann bob", user=user)[0] == 403
    desk.do(f"unblock {bob} ann")
    assert "deleted" in desk.do("delete ann another-horse")
    assert "the game is over" in desk.do("boche show 2")


def test_who_is_challenged_is_asked_first(desk: Desk) -> None:
    ann, bob = desk.person("ann"), desk.person("bob")
    assert "bob begins against ann; bob is asked" in desk.do("boku challenge bob ann", user=ann)
    assert desk.refused("boku move 1 f5", user=ann)[0] == 409
    assert desk.refused("boku move 1 z99", user=bob)[0] == 400
    assert "waiting for bob to accept" in desk.do("boku show 1"), "a move that is none is no answer"
    assert "1. f5 played" in desk.do("boku move 1 f5", user=bob), "the first move accepts"
    desk.do("boku challenge ann bob", user=ann)
    assert "bob declined the game" in desk.do("boku reject 2", user=bob)
    assert "asked" not in desk.do("boku challenge ann ann", user=ann), "both sides"
    assert "1. f5 played" in desk.do("boku move 3 f5", user=ann)


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("", 400, "expected a command"),
        ("boche", 400, "expected a command"),
        ("nonsense", 404, "unknown command"),
        ("boche move", 400, "number of a board"),
        ("boche move x", 400, "number of a board"),
        (f"boche move 1{'0' * 20} c:a1", 400, "number of a board"),
        ("boche move 99 c:a1", 404, "board 99 does not exist"),
        ("boche move 1", 400, "the move is missing"),
        ("boche move 1 c:a1#0", 400, "after #"),
        ("boche move 1 c:a1#x", 400, "after #"),
        ("boche move 1 c:a1#2", 409, "move 1 is due, not move 2"),
        ("boche move 1 c:a1 c:b1", 400, "one move"),
        ("boche move 1 " + "x" * 401, 400, "400 characters"),
        ("octi move 1 c:a1", 400, "a game of boche, not of octi"),
        ("octi show 1", 400, "a game of boche, not of octi"),
        ("boche show 99999999999", 400, "not the number"),
        ("boche show 1#1", 400, "0 moves"),
        ("boche show 1#x", 400, "0 moves"),
        ("boche show nobody", 404, "show: no player is named nobody"),
        ("boche show", 400, "show"),
        ("boche show next", 400, "name of a player"),
        ("boche games nobody", 404, "nobody"),
        ("list chess", 400, "unknown game"),
        ("boche preview 1 nonsense", 400, "board 1"),
        ("boche submit 1", 400, "one move"),
        ("boche submit 1 nonsense", 400, "board 1"),
        ("boche submit 1 c:a1#7", 409, "due"),
        ("boche confirm 1", 409, "no move of yours"),
        ("boche accept 1", 409, "nothing to accept"),
        ("boche undo 1", 409, "no move to take back"),
        ("boche move 1 propose=peace", 400, "propose what"),
        ("boche rematch 1", 409, "over"),
        ("boche join 1", 409, "no free seat"),
        ("boche chat 1", 400, "the message is empty"),
        ("challenge ann bob", 400, "game"),
        ("boche challenge ann", 400, "two names"),
        ("boche challenge ann nobody", 404, "nobody"),
        ("boche challenge bob bob", 403, "yourself"),
        ("boche challenge -size=99 ann bob", 400, "size"),
        ("boche challenge -size=x ann bob", 400, "number"),
        ("boche challenge -size ann bob", 400, "size"),
        ("boche challenge -nonsense ann bob", 400, "unknown option -nonsense"),
        ("boche challenge --nagtime=0 ann bob", 400, "nagtime"),
        ("boche challenge --forfeittime=nan ann bob", 400, "forfeittime"),
        ("boche challenge --totaltime=1e9 ann bob", 400, "totaltime"),
        ("boche challenge --totaltime=3 --forfeittime=3 ann bob", 400, "exclude"),
        ("message", 400, "at least one name"),
        ("message bob", 400, "empty"),
        ("message nobody", 404, "nobody"),
        ("broadcast", 403, "only operators of the server"),
        ("vacation x", 400, "days"),
        ("vacation 31", 400, "30 days left"),
        ("vacation -1", 400, "days"),
        ("change", 400, "address or password"),
        ("change mind", 400, "address or password"),
        ("change address nonsense", 401, "name and password again"),
        (f"change address ann {PASSWORD} nonsense", 400, "expected a mail address"),
        ("change password " + PASSWORD, 401, "name and password"),
        ("delete", 401, "name and password"),
        ("signup", 400, "name and a password"),
        ("signup eve short", 400, "8 to 200"),
        ("signup ANN " + PASSWORD, 409, "taken"),
        ("signup e" + " " + PASSWORD, 400, "2 to 40"),
        ("signup eve:x " + PASSWORD, 400, "colons"),
        ("multiple", 400, "one a line"),
        ("help \x00", 400, "printable"),
        ("help \u202eabc", 400, "printable"),
        ("help " + "x" * 2000, 400, "2000"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_a_line(
    errors: Desk, text: str, status: int, reason: str
) -> None:
    found = errors.refused(text, user=errors.user("ann"))
    assert found[0] == status, found
    assert reason in found[1]


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Yield a desk shared, on one database, by all tests of refusals: they change nothing."""
    store = open_store(f"sqlite:///{tmp_path_factory.mktemp('errors') / 'server.db'}")
    desk = Desk(store)
    desk.board()
    yield desk
    store.close()


def test_nobody_who_is_not_known_may_do_what_needs_a_name(desk: Desk) -> None:
    desk.board()
    for command in COMMANDS.values():
        if command.of_account and command.verb not in ("signup", "change", "add"):
            board = " 1" if command.of_board else ""
            assert desk.refused(f"boche {command.verb}{board}")[0] == 401, command.verb


def test_a_password_is_never_repeated(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    desk.board()
    secret = "hush-hush-horse"
    lines = [
        f"signup eve {secret}", f"signup eve {secret} nonsense", f"boche move 1 ann {secret} c:a1",
        f"boche mov 1 ann {secret} c:a1", f"move ann {secret} 1", f"chess move 1 ann {secret}",
        f"change password ann {secret} {secret}", f"change pasword ann {secret} {secret}",
        f"delete ann {secret}", f"message ann {secret} bob", f"boche challenge ann {secret} bob",
        f"boche resign 1 ann {secret}", f"boche preview 1 ann {secret} c:a1",
        f"boche move ann {secret}", f"signup 'eve {secret}",
        f"vacation ann {secret} 3", f"boche history ann {secret}", f"\u202e {secret}",
    ]  # fmt: skip
    answer = desk.say("multiple", "\n".join(lines))
    assert answer.status != 200
    assert secret not in answer.text
    for line in lines:
        assert secret not in desk.say(line, user=desk.user("ann")).text
    assert secret not in caplog.text


def test_several_commands_at_once(desk: Desk) -> None:
    number, ann, _ = desk.board()
    answer = desk.say("Multiple", f"boche move {number} c:a1\n\n  boche show {number}\nnonsense\n",
                      user=ann)  # fmt: skip
    assert answer.status == 404
    parts = answer.text.split("\n> ")
    assert len(parts) == 3
    assert parts[0].startswith(f"> boche move {number} ...\nboard {number}: 1. c:a1 played")
    assert "Moves: 1. c:a1" in parts[1]
    assert "unknown command" in parts[2]
    assert desk.refused("multiple", "help\n" * 51) == (
        400, "multiple: at most 50 commands at a time")  # fmt: skip
    assert desk.say("multiple", "multiple\nhelp").status == 400


def test_several_long_answers_are_as_many_as_fit(desk: Desk) -> None:
    number = desk.store.write(lambda transaction: put(transaction, 400)).number
    lines = [f"octi history {number}"] * 50
    one = desk.say(lines[0])
    answer = desk.say("multiple", "\n".join([*lines[1:], "boche challenge me ann"]))
    assert answer.status == 413
    assert len(answer.text) < MOST_ANSWER + len(one.text) + 10_000
    first, *others = answer.text.split("\n\n> ")
    assert one.text in first
    assert others[-1] == f"boche challenge ...\n{FULL}"


def test_odd_names(desk: Desk) -> None:
    for name in ("x", "x" * 41, "a b", "a\tb", "a\0b", "a\u202eb", "\u200bab", "-ann", "ann-", ".x",
                 "a'b", 'a"b', "a:b", "all", "ME", "next", "level-3", "level-99", "boche", "OCTI",
                 "swap", "Resign", "deleted", "123", "Ωmega", "a#b", "a/b", "<b>", "ß" * 40, "a\n",
                 ""):  # fmt: skip
        status, reason = desk.refused(f"signup {name} {PASSWORD}")
        assert status == 400, name
        assert reason.isprintable()
    for name in ("Zoë", "李小龙", "ann.b-c_d", "x" * 40, "Ωμέγα", "a1"):
        assert f"welcome, {name}" in desk.do(f"signup {name} {PASSWORD}", address=name)


def test_names_that_look_alike_are_one_name(desk: Desk) -> None:
    desk.person("ann")
    for name in ("ANN", "Ann"):
        assert desk.refused(f"signup {name} {PASSWORD}")[0] == 409
    assert "plain letters" in desk.refused(f"signup ａｎｎ {PASSWORD}")[1]


def test_somebody_may_be_called_like_a_move_and_have_a_password_with_a_hyphen(desk: Desk) -> None:
    desk.do("signup a1 -size=4-horse")
    desk.do(f"signup bob {PASSWORD}")
    user = desk.user("a1")
    desk.do("boku challenge a1 bob", user=user)
    desk.do(f"boku accept 1 bob {PASSWORD}")
    assert "1. a1 played" in desk.do("boku move 1 a1 -size=4-horse a1")
    assert "2 conditional moves" in desk.do("boku queue 1 a1 a2", user=user)
    assert "2 conditional moves" in desk.do("boku queue 1 a1 -size=4-horse a2 a3", user=user)
    assert desk.refused("boku queue 1 a1 -size=5-horse a2 a3", user=user)[0] == 401
