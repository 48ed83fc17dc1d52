"""Atomic writing of files."""

from __future__ import annotations

import errno
import os
import socket
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boche.engine.atomic_write import FileError, write_file, writing_file


def test_what_was_there_stays_until_all_is_written(tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "a.png"
    out.write_bytes(b"before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(FileError, match=r"cannot write .*a\.png': No space left on device"):
            write_file(out, b"after")
    assert out.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["a.png"]
    write_file(out, b"after")
    assert out.read_bytes() == b"after"


@pytest.mark.parametrize("where", ["missing/a.png", ".", "a\0b", "x" * 300])
def test_places_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    with pytest.raises(FileError, match="cannot write"):
        write_file(tmp_path / where, b"data")
    assert os.listdir(tmp_path) == []


def test_permissions_are_the_users_or_those_the_file_had(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_file(tmp_path / "new", b"x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o604)
    write_file(tmp_path / "new", b"y")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604


def test_no_permissions_are_lent_to_other_threads(tmp_path: Path, monkeypatch) -> None:
    """Check that the process-wide umask is not changed while other threads create files."""
    done, wrong, mask = threading.Event(), list[int](), os.umask

    def slowly(bits: int) -> int:
        before = mask(bits)
        time.sleep(0.002)
        return before

    def make() -> None:
        while not done.is_set():
            os.close(os.open(tmp_path / "other", os.O_CREAT | os.O_WRONLY, 0o666))
            wrong.append((tmp_path / "other").stat().st_mode & 0o077)
            os.unlink(tmp_path / "other")

    monkeypatch.setattr(os, "umask", slowly)
    old, thread = mask(0o077), threading.Thread(target=make)
    thread.start()
    try:
        for number in range(50):
            write_file(tmp_path / f"{number}", b"x")
    finally:
        done.set()
        thread.join()
        mask(old)
    assert set(wrong) == {0}


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a").write_bytes(b"before")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "a", b"after")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"before"}


def test_names_as_long_as_the_disk_takes(tmp_path: Path) -> None:
    for name in ("x" * 255, "\N{CAT FACE}" * 63):
        write_file(tmp_path / name, b"data")
        assert (tmp_path / name).read_bytes() == b"data"


LINKS: dict[str, str] = {
    "near": "real", "far": "folder/real", "up": "folder/back", "chain": "near", "dangling": "none",
    "into": "folder/none",
}  # fmt: skip


@pytest.fixture
def links(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    for file in ("real", "folder/real"):
        (tmp_path / file).write_bytes(b"before")
    for name, to in LINKS.items():
        (tmp_path / name).symlink_to(to)
    (tmp_path / "folder" / "back").symlink_to("../real")
    (tmp_path / "whole").symlink_to(tmp_path / "folder" / "real")
    return tmp_path


@pytest.mark.parametrize("name", [*LINKS, "whole"])
def test_what_a_link_leads_to_is_written(links: Path, name: str, monkeypatch) -> None:
    link, place = links / name, os.path.realpath(links / name)
    before = sorted([*os.listdir(links), *os.listdir(links / "folder")])
    new = [] if os.path.exists(place) else ["none"]
    for path in (link, Path(name)):
        monkeypatch.chdir(links)
        write_file(path, f"after {path}".encode())
        assert link.is_symlink()
        assert Path(place).read_bytes() == f"after {path}".encode()
    assert sorted([*os.listdir(links), *os.listdir(links / "folder")]) == sorted(before + new)


def test_links_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "lost").symlink_to("missing/file")
    (tmp_path / "here").symlink_to(".")
    for name, words in (("a", "symbolic links"), ("lost", "No such file"), ("here", "directory")):
        with pytest.raises(FileError, match=f"cannot write '.*{name}': .*{words}"):
            write_file(tmp_path / name, b"data")
    assert sorted(os.listdir(tmp_path)) == ["a", "b", "here", "lost"]


def test_another_name_of_the_same_file_keeps_the_old_contents(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"before")
    os.link(tmp_path / "a", tmp_path / "b")
    write_file(tmp_path / "a", b"after")
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes()) == (b"after", b"before")


def test_a_pipe_gets_all_of_it_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    data, found = os.urandom(300_000), list[bytes]()
    reader = threading.Thread(target=lambda: found.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_file(tmp_path / "pipe", data)
    reader.join(10)
    assert found == [data]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def as_someone_else(folder: Path, act: Callable[[], object]) -> str:
    """Act in a folder as a user without privileges. Return the error, or an empty string."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        words = ""
        try:
            os.chdir(folder)
            if os.geteuid() == 0:
                os.setgroups([1234])
                os.setgid(4321)
                os.setuid(4321)
            act()
        except BaseException as error:
            words = str(error)
        os.write(write, words.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        words = pipe.read()
    os.waitpid(child, 0)
    return words


def test_devices_are_written_as_they_are(tmp_path: Path) -> None:
    """Check as a user who cannot replace them: a failure must not destroy a machine's /dev/null."""
    tmp_path.chmod(0o777)
    (tmp_path / "null").symlink_to("/dev/null")

    def write(name: str, keeping: bool = False) -> str:
        return as_someone_else(tmp_path, lambda: write_file(name, b"data", keeping=keeping))

    for name in ("/dev/null", "null"):
        assert write(name) == ""
        assert (
            write(name, True) == f"cannot write {name!r}: it does not store what is written to it"
        )
    assert write("/dev/full") == "cannot write '/dev/full': No space left on device"
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert (tmp_path / "null").is_symlink()


def test_a_terminal_shows_what_is_written(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    (tmp_path / "link").symlink_to(os.ttyname(theirs))
    write_file(tmp_path / "link", b"data")
    assert os.read(ours, 100) == b"data"
    os.close(ours)
    os.close(theirs)


def test_a_pipe_that_nobody_reads_never_holds_up_what_is_to_be_kept(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="it does not store what is written"):
        write_file(tmp_path / "pipe", b"data", keeping=True)


def test_what_is_no_place_for_data_is_refused(tmp_path: Path) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "socket"))
    (tmp_path / "folder").mkdir()
    (tmp_path / "fixed").write_bytes(b"before")
    (tmp_path / "fixed").chmod(0o444)
    (tmp_path / "link").symlink_to("fixed")
    for name, words in (
        ("socket", "No such device or address"), ("folder", "it is a directory"),
        ("fixed", "it is read-only"), ("link", "it is read-only"), ("fixed/x", "Not a directory"),
        ("new/", "it is a folder"), ("missing/new", "No such file"),
    ):  # fmt: skip
        with pytest.raises(FileError, match=f"cannot write '.*{name}': {words}"):
            write_file(f"{tmp_path}/{name}", b"after")
    server.close()
    assert (tmp_path / "fixed").read_bytes() == b"before"
    assert sorted(os.listdir(tmp_path)) == ["fixed", "folder", "link", "socket"]
    assert stat.S_ISSOCK((tmp_path / "socket").stat().st_mode)


def test_where_no_file_can_be_made_the_old_one_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"before")
    (tmp_path / "a").chmod(0o666)
    tmp_path.chmod(0o555)
    words = as_someone_else(tmp_path, lambda: write_file("a", b"after"))
    tmp_path.chmod(0o755)
    assert words == "cannot write 'a': cannot create a file next to it (Permission denied)"
    assert (tmp_path / "a").read_bytes() == b"before"


def test_a_file_that_is_not_ones_own_to_write_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"before")
    (tmp_path / "a").chmod(0o644 if os.geteuid() == 0 else 0o044)
    tmp_path.chmod(0o777)
    words = as_someone_else(tmp_path, lambda: write_file("a", b"after"))
    assert words == "cannot write 'a': Permission denied"
    assert os.listdir(tmp_path) == ["a"]
    (tmp_path / "a").chmod(0o644)
    assert (tmp_path / "a").read_bytes() == b"before"


OWNERS = [
    (77, 78, 0o640, (77, 78, 0o640)),  # by root
    (4321, 1234, 0o660, (4321, 1234, 0o660)),
    (99, 1234, 0o664, (4321, 1234, 0o664)),
    (99, 98, 0o676, (4321, 4321, 0o666)),
]
OWN = [(os.getuid(), group, 0o640, (os.getuid(), group, 0o640)) for group in os.getgroups()]


@pytest.mark.parametrize(
    ("owner", "group", "mode", "then"), OWNERS if os.geteuid() == 0 else OWN
)  # only root may give files away
def test_the_owner_stays_as_far_as_may_be(
    tmp_path: Path, owner: int, group: int, mode: int, then: tuple[int, int, int]
) -> None:
    (tmp_path / "a").write_bytes(b"before")
    (tmp_path / "a").chmod(mode)
    os.chown(tmp_path / "a", owner, group)
    tmp_path.chmod(0o777)
    if owner in (77, os.geteuid()):
        write_file(tmp_path / "a", b"after")
    else:
        assert as_someone_else(tmp_path, lambda: write_file("a", b"after")) == ""
    status = (tmp_path / "a").stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == then
    assert (tmp_path / "a").read_bytes() == b"after"


def test_attributes_stay_and_the_time_is_now(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"before")
    os.utime(tmp_path / "a", (0, 0))
    kept = True
    try:
        os.setxattr(tmp_path / "a", "user.test", b"x")
    except OSError as error:
        assert error.errno == errno.ENOTSUP  # noqa: PT017
        kept = False
    write_file(tmp_path / "a", b"after")
    assert (tmp_path / "a").stat().st_mtime > 10**9
    assert os.listxattr(tmp_path / "a") == (["user.test"] if kept else [])


def test_a_file_written_piece_by_piece_takes_its_place_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"before")
    with writing_file(path) as file:
        file.write(b"abc")
        file.seek(0)
        file.write(b"A")
        assert path.read_bytes() == b"before"
    assert path.read_bytes() == b"Abc"
    with pytest.raises(RuntimeError), writing_file(path) as file:
        raise RuntimeError(file.write(b"half"))
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"Abc", ["x"])


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="this system has no devices")
def test_what_keeps_nothing_is_not_written_piece_by_piece() -> None:
    with pytest.raises(FileError, match="does not store"), writing_file("/dev/null"):
        pass
