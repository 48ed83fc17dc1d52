"""The command ``check``: a line for each thing, and what to do about it."""

from __future__ import annotations

import re
import resource
import socket
import sqlite3
import threading
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from boche.server.errors import ServerError
from boche.server.operation.checking import at_start
from boche.server.operation.heartbeat import Heartbeat
from boche.server.operation.settings import Settings
from boche.viewer.cli import main
from tests.server.postgres import Cluster

PROXY = ("--address", "https://play.invalid", "--behind-proxy")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder of a server that has been served."""
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    Heartbeat(store).begin()
    store.close()
    return tmp_path


def checked(
    capsys: pytest.CaptureFixture[str], *words: str | Path
) -> tuple[int, dict[str, tuple[str, str]]]:
    """Return the exit code, and the mark and the line of each thing."""
    code = main(["serve", "check", "--port", "0", *map(str, words)])
    shown = capsys.readouterr()
    assert shown.err == ""
    rows = [re.fullmatch(r"(ok|note|WRONG) +([\w ]+): (.+)", line)
            for line in shown.out.splitlines()]  # fmt: skip
    assert all(rows), shown.out
    return code, {row[2]: (row[1], row[3]) for row in rows if row}


def test_what_is_well(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (data / "server.db").read_bytes()
    code, found = checked(capsys, "--data", data, *PROXY)
    assert code == 0
    assert {name for name, (mark, _) in found.items() if mark == "WRONG"} == set()
    assert found["database"] == ("ok", f"it can be read, and has version {NEWEST}")
    assert found["address"][0] == "ok"
    assert found["proxy"][0] == "note", "nothing answers there from here"
    assert (data / "server.db").read_bytes() == before


def test_a_new_folder_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = checked(capsys, "--data", tmp_path / "new")
    assert (code, found["database"][0]) == (0, "note")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "name", "said"),
    [
        (("--address", "https://play.invalid"), "address", "--behind-proxy"),
        (("--address", "http://play.invalid"), "address", "passwords are sent in clear text"),
        (("--address", "play.invalid"), "address", "such as https://play.example"),
        (("--address", "https://play.invalid/games"), "address", "a path is not allowed"),
        (("--behind-proxy",), "address", "give the address"),
        ((*PROXY, "--host", "0.0.0.0"), "address", "lets others go past the proxy"),
        (("--config", "/nowhere.toml"), "configuration", "/nowhere.toml"),
        (("--smtp", "127.0.0.1:1"), "mail", "--mail-host"),
        (("--smtp", "127.0.0.1:1", "--mail-host", "games.example"), "mail", "does not answer"),
        (("--smtp", "127.0.0.1:1", "--mail-host", "@x"), "mail", "such as games.example"),
        (("--database", "postgresql://ann:SECRET@127.0.0.1:1/x"), "database", "127.0.0.1"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    data: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], name: str, said: str
) -> None:
    code, found = checked(capsys, "--data", data, *words)
    assert (code, found[name][0], said in found[name][1]) == (1, "WRONG", True), found
    assert "SECRET" not in str(found)


@pytest.mark.parametrize(("change", "said"), [("- 1", "serve migrate"), ("+ 1", "newer program")])
def test_a_database_of_another_version(
    data: Path, capsys: pytest.CaptureFixture[str], change: str, said: str
) -> None:
    with closing(sqlite3.connect(data / "server.db")) as connection, connection:
        connection.execute(f"UPDATE version SET number = number {change}")
    code, found = checked(capsys, "--data", data)
    assert (code, found["database"][0], said in found["database"][1]) == (1, "WRONG", True)


def test_a_damaged_file(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray((data / "server.db").read_bytes())
    content[len(content) // 2 :] = b"\xa5" * (len(content) - len(content) // 2)
    (data / "server.db").write_bytes(content)
    code, found = checked(capsys, "--data", data)
    assert (code, "restore a backup" in found["database"][1]) == (1, True), found


def test_a_full_disk(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(10**12, 10**12 - 10**7, 10**7))
    code, found = checked(capsys, "--data", data)
    assert (code, found["disk"]) == (1, ("WRONG", "only 10 MB are free: free up space"))


def test_a_clock_behind_the_last_heartbeat(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(data / "server.db")) as connection, connection:
        connection.execute("UPDATE beats SET at = ?", (time.time() + 7200.0,))
    code, found = checked(capsys, "--data", data)
    assert (code, "timedatectl" in found["clock"][1]) == (1, True)


@contextmanager
def mail_server(answer: bytes) -> Iterator[str]:
    """Yield the place of a mail server that gives this answer to a sender."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listener.accept()[0] as connection, connection.makefile("rwb") as lines:
            lines.write(b"220 mail.example\r\n")
            lines.flush()
            for line in lines:
                known = {b"mail": answer, b"quit": b"221 bye\r\n"}
                lines.write(known.get(line[:4].lower(), b"250 well\r\n"))
                lines.flush()

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"127.0.0.1:{listener.getsockname()[1]}"
    thread.join(10.0)
    listener.close()


@pytest.mark.parametrize(
    ("answer", "mark", "said"),
    [
        (b"250 well\r\n", "ok", "accepts mail from bounce@games.example"),
        (b"550 who is that?\r\n", "WRONG", "refuses mail from bounce@games.example: 550 who"),
    ],
)
def test_a_mail_server_is_asked_about_our_sender(
    data: Path, capsys: pytest.CaptureFixture[str], answer: bytes, mark: str, said: str
) -> None:
    with mail_server(answer) as place:
        words = ("--smtp", place, "--mail-host", "games.example", "--lmtp-listen", "127.0.0.1:8024")
        code, found = checked(capsys, "--data", data, *words)
    assert (code, found["mail"][0], said in found["mail"][1]) == (int(mark == "WRONG"), mark, True)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_without_all_letters(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], encoding: str
) -> None:
    url = cluster.database("letters", f"ENCODING {encoding} LOCALE 'C' TEMPLATE template0")
    code, found = checked(capsys, "--database", url)
    name = url.partition("?")[0].rpartition("/")[2]
    command = f"createdb {name} --owner boche --encoding UTF8 --locale C.UTF-8 --template template0"
    mark, says = found["database"]
    assert (code, mark) == (1, "WRONG")
    assert f"the encoding of {name} is {encoding}" in says
    assert command.replace("--owner boche", f"--owner {cluster_user(url)}") in says
    with pytest.raises(ServerError, match=f"the encoding of {name} is {encoding}"):
        open_store(url)


def cluster_user(url: str) -> str:
    return url.removeprefix("postgresql://").partition("@")[0]


def test_a_postgresql_that_is_too_old(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = cluster.database("old")
    monkeypatch.setattr("boche.server.database.postgresql.OLDEST", 999)
    says = checked(capsys, "--database", url)[1]["database"][1]
    assert "PostgreSQL 999 or newer is needed" in says
    with pytest.raises(ServerError, match="PostgreSQL 999 or newer"):
        open_store(url)


@pytest.mark.parametrize(
    ("words", "mark"),
    [((), "ok"), (("--metrics", "127.0.0.1:9321"), "ok"), (("--metrics", "10.1.2.3:9321"), "ok"),
     (("--metrics", "0.0.0.0:9321"), "note"), (("--lmtp-listen", "[::]:8024"), "note"),
     (("--smtp-listen", "198.51.100.7:25"), "ok"), (("--smtp-listen", "8.8.8.8:25"), "note"),
     (("--lmtp-listen", "localhost:8024"), "ok"), (("--metrics", "play.example:9321"), "note")],
)  # fmt: skip
def test_listeners_that_the_world_can_reach(
    data: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], mark: str
) -> None:
    found = checked(capsys, "--data", data, *words)[1]["listeners"]
    assert found[0] == mark
    assert mark == "ok" or words[0] in found[1]


def test_a_password_that_others_may_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "passwords"
    file.write_text("*:*:*:*:secret\n")
    monkeypatch.setenv("PGPASSFILE", str(file))
    words = ("--database", "postgresql://ann@127.0.0.1:1/x")
    for mode, mark in ((0o644, "WRONG"), (0o640, "WRONG"), (0o600, "ok")):
        file.chmod(mode)
        found = checked(capsys, *words)[1]["password file"]
        assert found[0] == mark
        assert (f"chmod 600 {file}" in found[1]) is (mark == "WRONG")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(address="http://play.example"), "passwords are sent in clear text"),
        (Settings(address="https://play.example"), "and --behind-proxy"),
        (Settings(proxied=True), "give the address"),
        (Settings(address="https://play.example", proxied=True, host="0.0.0.0"), "go past"),
        (Settings(address="https://play.example", proxied=True), ""),
        (Settings(address="http://127.0.0.1:8321"), ""),
        (Settings(), ""),
    ],
)
def test_what_is_wrong_with_the_address_is_said_at_the_start(settings: Settings, said: str) -> None:
    lines = list(at_start(settings))
    assert [said in line for line in lines] == ([True] if said else [])


def test_postgresql(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    url = cluster.database("checked")
    assert checked(capsys, "--database", url)[1]["database"][0] == "note"
    store = open_store(url)
    Heartbeat(store).begin()
    store.close()
    code, found = checked(capsys, "--database", url)
    assert (code, found["database"][0], found["clock"][0]) == (0, "ok", "ok")


@pytest.mark.parametrize(
    ("most", "mark", "line"),
    [
        (resource.RLIM_INFINITY, "ok", "not limited"),
        (1_048_576, "ok", "1,048,576 may be open"),
        (400, "WRONG", "only 400 may be open, one for each watcher: LimitNOFILE=65536"),
    ],
)
def test_the_limit_of_open_files(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    most: int, mark: str, line: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(resource, "getrlimit", lambda _: (most, most))
    assert checked(capsys, "--data", data)[1]["open files"] == (mark, line)
