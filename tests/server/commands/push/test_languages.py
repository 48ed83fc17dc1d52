"""Answers to commands in the language of who asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from boche.engine.games.registry import GAMES
from boche.engine.languages.catalogue import PSEUDO
from boche.engine.languages.current import use
from boche.server.commands.registry import COMMANDS, usage
from tests.server.commands.test_tournaments import made
from tests.server.desk import PASSWORD, Desk

WORD = re.compile(r"[A-Za-z]*[aceinosuyzACEINOSUYZ][A-Za-z]*")
KEPT = {"boche", "Boche", "boku", "Boku", "che", "Che", "octi", "Octi", "ann", "bob"}
OTHERS = re.compile(
    r"(?m)\d+ (days?|hours?|minutes?|seconds?)|^waiting for .*| a move|\w+ ladder|black resigned"
    r"|^[^:]* [./](  |$).*"
)
"""What other parts of the program say."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use("en")


@pytest.fixture
def accented(desk: Desk) -> Desk:
    """Open a desk whose people speak the pseudo-language, with two accounts."""
    desk.person("ann")
    desk.person("bob")
    use(PSEUDO)
    return desk


def plain_lines(answer: str) -> list[str]:
    """Return the lines with words that have no accent, without a drawing in the answer."""
    parts = [part for part in answer.split("\n\n") if not is_drawing(part)]
    lines = [line for part in parts for line in part.splitlines()]
    return [line for line in lines if line.isascii() and set(WORD.findall(line)) - KEPT]


def is_drawing(part: str) -> bool:
    return "+--" in part or re.search(r"\n +[a-k]( [a-k])+$", part) is not None


ANN, BOB = f"ann {PASSWORD}", f"bob {PASSWORD}"

GAME = (
    "boku challenge --nagtime=3 ann bob", "boku seek", "show 1", "boku accept 1 {bob}",
    "boku move 1 {ann} f5#1", "boku move 1 {ann} f5#1", "boku queue 1 {ann} a1#3",
    "boku queue 1 {ann}", "boku preview 1 a2", "boku submit 1 {bob} a2", "boku confirm 1 {bob}",
    "boku chat 1 {bob} hello", "boku propose 1 {ann}", "boku reject 1 {bob}",
    "boku undo 1 {bob}", "show 1", "boku accept 1 {ann}", "boku move 1 {bob} propose=end",
    "boku reject 1 {ann}", "show 1#1", "boku history 1", "boku watch 1 {ann}",
    "boku unwatch 1 {ann}", "games ann", "list", "boku show 1", "boku resign 1 {ann}", "show 1",
    "boku rematch 1 {ann}", "boku rematch 1 {bob}", "games ann all", "standings", "ratings ann",
    "ratings bob", "mail {ann}", "mail {ann} daily", "vacation {ann}", "vacation {ann} 3",
    "back {ann}", "block {ann} bob", "unblock {ann} bob", "add address {ann} ann2@example.org",
    "change address {ann} ann@example.org", "signoff {ann}", "change address {ann}",
    "boche ladders", "boche ladder join {ann}", "boche ladder join {bob}", "ladders",
    "boche ladder leave {bob}", "forgot ann", "help", "help move", "help multiple",
    "delete {bob}",
)  # fmt: skip


def test_a_game_is_played_in_another_language(accented: Desk) -> None:
    user, plain = accented.user("ann"), dict[str, list[str]]()
    for line in GAME:
        named = "{" in line
        text = line.format(ann=ANN, bob=BOB)
        answer = accented.do(text, user=None if named else user)
        if line.startswith("help"):
            answer = without_usage(answer)
        if rest := plain_lines(OTHERS.sub("", answer)):
            plain[line] = rest
    assert plain == {}


def without_usage(answer: str) -> str:
    known = {usage(command) for command in COMMANDS.values()}
    return "\n".join(line for line in answer.splitlines() if line not in known)


def test_help_says_what_each_command_is_for(accented: Desk) -> None:
    plain = {verb: plain_lines(without_usage(accented.do(f"help {verb}"))) for verb in COMMANDS}
    assert {verb: lines for verb, lines in plain.items() if lines} == {}


def test_a_tournament_s_answers_are_translated(accented: Desk) -> None:
    user = accented.user("ann")
    assert plain_lines(accented.do("tournaments")) == []
    number = made(accented, user)
    for line in ("tournaments", f"tournament {number} join {BOB}", f"tournaments {number}",
                 f"tournament {number} leave {BOB}"):  # fmt: skip
        rows = [row for row in accented.do(line).splitlines() if not row.startswith(str(number))]
        told = [row for row in plain_lines("\n".join(rows)) if "bob" not in row]
        assert told == [], line


@pytest.mark.parametrize(
    "line",
    [
        "", "nothing", "show", "show me", "show 99999999999", "boku move", "move x", "signup ann",
        "signup 'a' abcdefgh", "change", "challenge ann bob", "boku challenge ann",
        "boku challenge -x ann bob", "boku challenge --nagtime=x ann bob", "boku challenge bob bob",
        "seek", "boku seek x", "help nothing", "tournament", "tournament x", "boche ladder",
        "ladder", "ladders x", "list go", "vacation x", "message", "queue", "multiple x",
        "boku challenge --totaltime=3 --forfeittime=3 ann bob", "x" * 3000,
    ],
)  # fmt: skip
def test_refusals_are_translated(accented: Desk, line: str) -> None:
    _, answer = accented.refused(line, user=accented.user("ann"))
    assert not answer.isascii()


def test_german_answers_fit_the_page(desk: Desk) -> None:
    desk.person("ann")
    desk.person("bob")
    use("de")
    subjects = ("", *COMMANDS, *GAMES)
    wide = [line for each in subjects for line in desk.do(f"help {each}").splitlines()
            if len(line) > 80]  # fmt: skip
    assert wide == []
    answer = desk.do("boku challenge ann bob", user=desk.user("ann"))
    assert answer.startswith("Brett 1: Boku, ann beginnt gegen bob; bob wird gefragt\n\nBrett 1:")
    assert "Züge: noch keine" in answer
    use("en")
    assert desk.do("boku show 1").endswith("Moves: none yet")
