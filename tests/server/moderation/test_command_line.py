"""People and games administered by commands, beside a server and without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from boche.server.database.sqlite import SqliteStore
from boche.server.database.store import Store
from boche.server.people import accounts, operators, reports
from boche.server.people.reports import Subject
from boche.server.web.app import Administered
from boche.viewer.cli import main
from tests.server.desk import HASH, PASSWORD, START
from tests.server.moderation.people import lost, made
from tests.server.web.site import Site, Stream


class Console:
    """The command ``serve`` with a database: exit code, output and errors of each call."""

    def __init__(self, where: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        self.where, self._capsys = where, capsys

    def run(self, *words: str) -> tuple[int, str, str]:
        code = main(["serve", *words, *self.where])
        shown = self._capsys.readouterr()
        return code, shown.out, shown.err

    def done(self, *words: str) -> str:
        code, out, err = self.run(*words)
        assert code == 0, err
        return out

    def refused(self, *words: str) -> str:
        code, out, err = self.run(*words)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1, "one line"
        return err


BOTH = pytest.mark.parametrize("own", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, list[str]]]:
    """Yield a database with ann, and the options that name it."""
    where, url = ["--data", str(tmp_path)], f"sqlite:///{tmp_path / 'server.db'}"
    if getattr(request, "param", "") == "postgresql":
        url = request.getfixturevalue("cluster").database("administered")
        where = ["--database", url]
    database = open_store(url)
    database.write(lambda t: accounts.sign_up(t, "ann", HASH, START))
    yield database, where
    database.close()


@pytest.fixture
def database(own: tuple[Store, list[str]]) -> Store:
    return own[0]


@pytest.fixture
def console(own: tuple[Store, list[str]], capsys: pytest.CaptureFixture[str]) -> Console:
    return Console(own[1], capsys)


@BOTH
def test_people_are_added_listed_warned_banned_and_deleted(
    console: Console, database: Store
) -> None:
    link = console.done("user", "add", "bob", "--address", "https://play.example")
    assert link.startswith("https://play.example/mail/password/")
    assert console.done("user", "password", "bob").startswith(
        "http://127.0.0.1:8321/mail/password/"
    )
    console.done("user", "warn", "bob", "--reason", "be polite")
    console.done("user", "ban", "bob", "--reason", "insults", "--days", "30")
    (bob,) = json.loads(console.done("user", "list", "bo", "--json"))
    assert bob["ban"].endswith(": insults")
    assert "bob  banned until" in console.done("user", "list")
    console.done("user", "unban", "bob")
    console.done("user", "ban", "bob", "--reason", "insults", "--until", "2090-01-01")
    assert "--yes" in console.refused("user", "delete", "bob")
    console.done("user", "delete", "bob", "--yes")
    assert [each["name"] for each in json.loads(console.done("user", "list", "--json"))] == ["ann"]
    rows = json.loads(console.done("log", "--json"))
    assert [row["action"] for row in reversed(rows)] == [
        "add", "password link", "password link", "warn", "ban", "unban", "ban", "delete",
    ]  # fmt: skip
    assert {(row["actor"], row["subject"]) for row in rows} == {("command line", "bob")}
    assert database.read(lambda t: accounts.find(t, "bob")) is None


@BOTH
def test_the_archive_of_somebody_who_is_banned(console: Console, database: Store) -> None:
    """Give who cannot sign in what a page gives to others, with what they were told."""
    database.write(lambda t: made(t, "ann", "bob"))
    database.write(
        lambda t: reports.send(
            t, accounts.named(t, "ann"), "ann",
            Subject(accounts.named(t, "bob").id, "bob"), "stalling", "left at move 3", START, (),
        )
    )  # fmt: skip
    console.done("user", "warn", "ann", "--reason", "be polite")
    console.done("user", "ban", "ann", "--reason", "insults", "--until", "2090-01-01")
    console.done("user", "unban", "ann", "--reason", "an error")
    console.done("user", "ban", "ann", "--reason", "threats")
    found = json.loads(console.done("user", "export", "ann"))
    assert (found["name"], len(found["boards"])) == ("ann", 1)
    (report,) = found["reports"]
    assert (report["about"], report["reason"], report["text"]) == (
        "bob", "stalling", "left at move 3")  # fmt: skip
    assert [each["text"] for each in found["warnings"]] == ["be polite"]
    assert (found["ban"]["until"], found["ban"]["reason"]) == (None, "threats")
    assert [each["text"] for each in found["bans"]] == [
        "until 2090-01-01 00:00 UTC: insults", "for good: threats"]  # fmt: skip
    (act,) = json.loads(console.done("log", "--most", "1", "--json"))
    assert (act["actor"], act["action"], act["subject"]) == ("command line", "export", "ann")
    other = json.loads(console.done("user", "export", "bob"))
    assert (other["reports"], other["warnings"], other["ban"], other["bans"]) == ([], [], None, [])


def test_a_ban_says_which_one_it_replaces(console: Console) -> None:
    ban = ("user", "ban", "ann", "--reason")
    assert console.done(*ban, "insults", "--until", "2090-01-01") == ""
    said = console.done(*ban, "threats")
    assert said == "it replaces the ban until 2090-01-01 00:00 UTC: insults\n"
    assert console.done(*ban, "spam", "--days", "3") == "it replaces the ban for good: threats\n"


def test_operators_are_appointed_and_people_invited(console: Console, database: Store) -> None:
    console.done("user", "operator", "ann")
    ann = database.read(lambda t: accounts.named(t, "ann")).id
    assert database.read(lambda t: operators.is_operator(t, ann))
    console.done("user", "operator", "ann", "--off")
    assert not database.read(lambda t: operators.is_operator(t, ann))
    assert "/sign-up?invite=" in console.done("invite", "add", "--uses", "3")
    assert "/sign-up?invite=" in console.done("invite", "add", "--note", "club")
    assert console.done("invite", "list").count("left") == 2


def test_games_are_listed_decided_exported_and_deleted(console: Console, database: Store) -> None:
    over = lost(database, "ann", "bob")
    number = database.write(lambda t: made(t, "ann", "bob", private=True))
    assert [row["board"] for row in json.loads(console.done("game", "list", "--json"))] == [
        number, over]  # fmt: skip
    assert console.done("game", "list", "--state", "active", "--user", "bob").startswith(
        str(number)
    )
    said = console.done("game", "adjudicate", str(number), "draw", "--reason", "both agreed")
    assert said == "decided by an operator (both agreed)\n"
    assert json.loads(console.done("game", "export", str(number)))["result"] == "Draw"
    assert "--yes" in console.refused("game", "delete", str(number))
    console.done("game", "delete", str(number), "--yes")
    assert "does not exist" in console.refused("game", "export", str(number))


WRONG = (
    (["user"], "serve user: say which: list, add"),
    (["user", "bann", "eve"], "'bann', did you mean 'ban'?"),
    (["user", "ban"], "arguments are required: NAME"),
    (["user", "ban", "nobody", "--reason", "x"], "no player is named nobody"),
    (["user", "ban", "ann"], "give a reason"),
    (["user", "ban", "ann", "--reason", "x", "--days", "-1"],
     "--days: '-1' is not a number above 0 and up to 36,500 (days)"),
    (["user", "ban", "ann", "--reason", "x", "--days", "nan"], "--days: 'nan'"),
    (["user", "ban", "ann", "--reason", "x", "--until", "2001-01-01"], "in the future"),
    (["user", "ban", "ann", "--reason", "x", "--days", "1", "--until", "2999-01-01"],
     "--until: not allowed with argument --days"),
    (["user", "unban", "ann"], "ann is not banned"),
    (["user", "operator", "ann", "--off"], "ann is not an operator"),
    (["user", "add", "a b"], "a name must consist of letters"),
    (["user", "add", "bob", "--mail", "nowhere"], "expected a mail address"),
    (["game", "adjudicate", "7"], "arguments are required: VERDICT"),
    (["game", "adjudicate", "7", "drawn"], "'drawn', did you mean 'draw'?"),
    (["game", "list", "--state", "over"], "choose from all, open, active, inactive"),
    (["game", "list", "--most", "0"], "'0' is not a whole number from 1 to"),
    (["game", "adjudicate", "7", "draw", "--reason", "x"], "board 7 does not exist"),
    (["game", "delete", "seven"], "2,147,483,647 (the number of a board)"),
    (["game", "export", "9" * 30], "2,147,483,647 (the number of a board)"),
    (["log", "now"], "unrecognized arguments: now"),
    (["copy", "more"], "unrecognized arguments: more"),
    (["backup"], "arguments are required: FILE"),
    (["run", "faster"], "unrecognized arguments: faster"),
    (["invite", "add", "--uses", "0"], "--uses: '0' is not a whole number from 1 to 10,000"),
    (["invite", "add", "--days", "0,5"], "'0,5' is not a number, write 0.5 (days)"),
    (["invite", "revoke", "none"], "unknown invitation"),
    (["maintenance", "off", "now"], "on [LINE] or off"),
    (["banner", "hello", "--off"], "a line, or --off"),
)  # fmt: skip
"""Words after ``serve``, and a part of the line that they get."""


def test_what_makes_no_sense_gets_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    database.write(lambda t: accounts.sign_up(t, "ann", HASH, START))
    database.close()
    console = Console(["--data", str(tmp_path)], capsys)
    for words, line in WRONG:
        assert line in console.refused(*words)


def test_nothing_is_made_where_there_is_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty"
    console = Console(["--data", str(empty)], capsys)
    for words in (("user", "list"), ("invite", "add"), ("invite", "list"),
                  ("invite", "revoke", "x"),
                  ("banner",), ("banner", "hello"), ("maintenance", "on"), ("maintenance",),
                  ("user", "export", "ann"), ("game", "list"), ("log",), ("migrate",)):  # fmt: skip
        assert "there is no database yet" in console.refused(*words)
    assert not empty.exists()


@BOTH
def test_a_running_server_notices_what_the_command_line_does(
    own: tuple[Store, list[str]], console: Console
) -> None:
    """End the streams of who is banned, and show decisions: on SQLite, nobody is told of writes."""
    database, _ = own
    number = database.write(lambda t: made(t, "ann", "bob"))
    with Site(database) as site:
        noticing = Administered(site.service)
        site.run(noticing.tell())
        ann = Stream(site, f"/api/boards/{number}/events", authorization=site.sign_up("ann"))
        guest = Stream(site, f"/api/boards/{number}/events")
        for stream in (ann, guest):
            stream.until("begin")
        console.done("user", "ban", "ann", "--reason", "insults")
        site.run(noticing.tell())
        ann.end()
        assert guest.next()["kind"] == "banned"
        console.done("game", "adjudicate", str(number), "second", "--reason", "ann is banned")
        site.run(noticing.tell())
        assert guest.next()["how"] == "adjudication"
        guest.close()
        status, line = site.refused("POST", "/api/session", {"name": "ann", "password": PASSWORD})
        assert (status, line) == (403, "this account is banned for good: insults")
    assert isinstance(database, SqliteStore) or database.shared
