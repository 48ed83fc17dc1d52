"""Starting a server: what it refuses, and what the commands beside it say."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from boche.server.operation.links import keep_address
from boche.viewer.cli import main
from boche.viewer.storage.paths import Lock


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--address", "play.example"), "such as https://play.example"),
        (("--address", "https://play.example/games"), "a path is not allowed"),
        (("--mail-host", "bad host"), "such as games.example"),
        (("--database", "games.db"), "expected postgresql://..."),
    ],
)
def test_what_check_calls_wrong_does_not_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    given = ("--data", str(tmp_path), *words)
    assert main(["serve", "run", *given]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert main(["serve", "check", *given]) != 0
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line.startswith("WRONG") and said in line] != []


def test_a_second_server_does_not_take_the_folder_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = Lock.take(tmp_path / "serving.lock")
    assert lock is not None
    try:
        assert main(["serve", "run", "--port", "0", "--workers", "0", "--data", str(tmp_path)]) != 0
    finally:
        lock.release()
    assert f"another server uses {str(tmp_path)!r}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [], "it has made no database"


@pytest.mark.parametrize("what", [("run",), ("check",), ("backup", "copy.db"), ("log",)])
def test_a_folder_that_may_not_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    what: tuple[str, ...],
) -> None:  # fmt: skip
    folder = tmp_path / "private"
    refuse_to_look_into(folder, monkeypatch)
    main(["serve", *what, "--data", str(folder)])
    shown = capsys.readouterr()
    assert f"{folder}" in shown.out + shown.err
    assert "cannot write the output" not in shown.out + shown.err
    assert "Permission denied" in shown.out + shown.err


def refuse_to_look_into(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a folder be one that this user may not enter; to root everything is allowed."""
    usual = os.stat

    def guarded(path: object, **options: object) -> os.stat_result:
        if str(path).startswith(f"{folder}{os.sep}"):
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, **options)  # type: ignore[call-overload,no-any-return]

    folder.mkdir()
    monkeypatch.setattr(os, "stat", guarded)


@pytest.mark.skipif(sys.platform == "win32", reason="rights as POSIX has them")
def test_check_says_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert main(["serve", "check", "--port", "0", "--data", str(tmp_path / "new")]) != 0
    assert f"cannot write to {str(tmp_path / 'new')!r}" in capsys.readouterr().out


def test_without_the_driver_a_file_still_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "boche.server.database.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert main(["serve", "check", "--port", "0", "--data", str(tmp_path / "new")]) == 0
    capsys.readouterr()
    for what in (("run",), ("check",), ("backup", "copy.db")):
        assert main(["serve", *what, "--database", "postgresql:///x"]) != 0
        shown = capsys.readouterr()
        assert "PostgreSQL needs psycopg and libpq: pip install" in shown.out + shown.err


def test_a_journal_without_its_database_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that is not mounted, or a file moved away: a new, empty site would hide it."""
    (tmp_path / "server.db-wal").write_bytes(b"games")
    assert main(["serve", "run", "--port", "0", "--workers", "0", "--data", str(tmp_path)]) != 0
    assert "is gone, but" in capsys.readouterr().err
    assert not (tmp_path / "server.db").exists()


def test_check_looks_at_every_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        for option in ("--metrics", "--lmtp-listen", "--smtp-listen"):
            main(["serve", "check", "--port", "0", "--data", str(tmp_path), option, place])
            shown = capsys.readouterr().out
            assert f"port {taken.getsockname()[1]}: Address already in use" in shown, option


def test_errors_at_the_start_are_json_as_the_log_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("--workers", "-1"), ("--smtp", "nowhere")):
        given = ("--log-json", "--data", str(tmp_path), *words)
        assert main(["serve", "run", *given]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        row = json.loads(line)
        assert (row["level"], words[0] in row["message"] or words[1] in row["message"]) == (
            "error", True)  # fmt: skip


def test_links_lead_to_where_the_server_was_last_reached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--data", str(tmp_path))
    store = open_store(f"sqlite:///{tmp_path / 'server.db'}")
    store.write(lambda transaction: keep_address(transaction, "https://old.example"))
    store.write(lambda transaction: keep_address(transaction, "https://play.example"))
    store.close()
    assert main(["serve", "invite", "add", *given]) == 0
    assert main(["serve", "user", "add", "ann", *given]) == 0
    assert main(["serve", "invite", "add", *given, "--address", "https://new.example"]) == 0
    sign_up, password, other = capsys.readouterr().out.splitlines()
    assert sign_up.startswith("https://play.example/sign-up?invite=")
    assert "https://play.example/mail/password/" in password
    assert other.startswith("https://new.example/sign-up")


def test_the_log_has_every_act_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--data", str(tmp_path))
    open_store(f"sqlite:///{tmp_path / 'server.db'}").close()
    assert main(["serve", "invite", "add", "--note", "chess club", *given]) == 0
    assert main(["serve", "invite", "list", *given]) == 0
    name = capsys.readouterr().out.splitlines()[-1].split()[0]
    for words in (
        ("invite", "revoke", name), ("banner", "we move on Sunday"), ("banner", ""),
        ("maintenance", "on", "a new disk"), ("maintenance", "off"),
    ):  # fmt: skip
        assert main(["serve", *words, *given]) == 0
    capsys.readouterr()
    assert main(["serve", "log", "--json", *given]) == 0
    acts = json.loads(capsys.readouterr().out)
    assert [(act["action"], act["subject"], act["reason"]) for act in reversed(acts)] == [
        ("invite", name, "chess club"),
        ("revoke invitation", name, ""),
        ("banner", "", "we move on Sunday"),
        ("no banner", "", ""),
        ("maintenance", "", "a new disk"),
        ("no maintenance", "", ""),
    ]
