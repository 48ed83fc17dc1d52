"""``boche serve`` as a process: its start, its end, and its errors."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from boche.server.database.connect import open_store
from boche.server.database.migrations import NEWEST
from tests import ROOT
from tests.e2e.server.served import LONG, POWERLESS, Served

NEW = {"game": "boche", "options": {"size": 4}}


def refused(*arguments: str, code: str = "", before: Sequence[str] = ()) -> str:
    """Start the server where it cannot run; return its one line of output."""
    start = ["-c", code] if code else ["-m", "boche"]
    done = subprocess.run(
        [*before, sys.executable, *start, "serve", "run", "--workers", "0", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, ""), done
    (line,) = done.stderr.splitlines()
    return line


def test_it_plays_and_ends_by_ctrl_c_with_all_that_was_played(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path))
    made = served.board(NEW)
    path = f"/api/boards/{made['board']}/moves"
    assert served.ask("POST", path, {"move": "c:a1"}, made["secrets"][0])[0] == 200
    assert served.said == f"boche: {served.address} (Ctrl+C ends it)\n"
    code, errors = served.end(signal.SIGINT)
    assert code in (0, 130)
    assert errors in ("", "boche: stopped\n")
    again = Served("--data", str(tmp_path))
    found = again.ask("GET", f"/api/boards/{made['board']}")[1]
    again.end(signal.SIGTERM)
    assert found["moves"] == ["c:a1"]


def test_ctrl_c_pressed_more_than_once_ends_it_quietly_in_the_language(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'server.db'}").close()
    served = Served("--data", str(tmp_path), environment={"BOCHE_LANGUAGE": "de"})
    assert served.said == f"boche: {served.address} (Strg+C beendet ihn)\n"
    for _ in range(5):
        served.process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    out, errors = served.process.communicate(timeout=LONG)
    assert (out, errors) in (
        ("boche: der Server ist beendet\n", ""),
        ("", "boche serve: abgebrochen\n"),  # once more, while it leaves
        ("boche: der Server ist beendet\n", "boche serve: abgebrochen\n"),
        ("boche: der Server ist beendet\n", "boche: abgebrochen\n"),
    )


def test_options_alone_run_the_server_and_older_spellings_name_the_new_one(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    code = "import sys; from boche.viewer.cli import main; sys.argv.remove('run'); main()"
    served = Served(*data, code=code)
    try:
        assert served.said == f"boche: {served.address} (Ctrl+C ends it)\n"
        for words in ((*data, "user", "add", "ann"), ("operator", "ann", *data)):
            done = subprocess.run(
                [sys.executable, "-m", "boche", "serve", *words],
                cwd=ROOT, capture_output=True, text=True, timeout=LONG, check=True,
            )  # fmt: skip
            (line,) = done.stderr.splitlines()
            assert line.startswith("boche: this spelling ends with the next release: write 'boche ")
    finally:
        assert served.end()[1] in ("", "boche: stopped\n")


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken(taken: int, tmp_path: Path) -> None:
    line = refused("--port", str(taken), "--data", str(tmp_path))
    assert f"port {taken}" in line
    assert "Address already in use" in line


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "server.db").write_bytes(b"not a database at all, and long enough to be looked at")
    line = refused("--port", "0", "--data", str(tmp_path))
    assert "server.db" in line
    assert "not a database" in line


def test_a_database_of_a_newer_program(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'server.db'}").close()
    with closing(sqlite3.connect(tmp_path / "server.db")) as connection, connection:
        connection.execute("UPDATE version SET number = number + 1")
    line = refused("--port", "0", "--data", str(tmp_path))
    assert f"version {NEWEST + 1}" in line


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in refused("--port", "0", "--data", str(tmp_path / "file" / "in"))


@pytest.mark.parametrize(
    ("url", "reason"),
    [("postgresql://ann:hidden@/none?host=/nowhere", "/nowhere")],
)
def test_a_database_that_is_not_there(url: str, reason: str) -> None:
    line = refused("--port", "0", "--database", url)
    assert reason in line
    assert "hidden" not in line


def test_without_the_extra() -> None:
    code = "import sys; sys.modules['starlette'] = None; from boche.viewer.cli import main; main()"
    code = code.replace("main()", "sys.exit(main())")
    assert "pip install '.[server]' in the folder of its source" in refused(
        "--port", "0", code=code
    )


def test_what_is_not_allowed(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    home = ["--data", str(tmp_path)]
    assert str(tmp_path) in refused("--port", "0", *home, before=POWERLESS)
    assert "ermission" in refused("--port", "1", *home, before=POWERLESS)


# -- backups


def test_a_backup_made_while_people_play_is_a_whole_server(tmp_path: Path) -> None:
    served = Served("--data", str(tmp_path / "first"))
    made = served.board(NEW)
    moves = f"/api/boards/{made['board']}/moves"
    served.ask("POST", moves, {"move": "c:a1"}, made["secrets"][0])
    folder = tmp_path / "second"
    folder.mkdir()
    command = [sys.executable, "-m", "boche", "serve", "backup", str(folder / "server.db")]
    subprocess.run([*command, "--data", str(tmp_path / "first")], cwd=ROOT, check=True, timeout=120)
    served.ask("POST", moves, {"move": "c:b2"}, made["secrets"][1])
    served.end()
    restored = Served("--data", str(folder))
    status, found = restored.ask("POST", moves, {"move": "c:b2"}, made["secrets"][1])
    restored.end()
    assert (status, found["board"]["moves"]) == (200, ["c:a1", "c:b2"])
