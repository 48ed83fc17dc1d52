"""The cache of compiled code, which is loaded only from places that only the user can write."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.jit import cache
from tests import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes of files")

USE = """
import sys
from boche.engine.jit import compile as compiled
from boche.engine.match import match  # whatever else a search imports
from boche.engine.jit import cache
folder = cache.folder_for("toy", compiled.sources_of("toy"))
toy = compiled.Entries(compiled.compiled_copy("toy"), folder)
print(toy.twice(4), toy.folder)
"""


class Planted:
    """An object that makes a folder when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self):
        return os.mkdir, (str(self.mark),)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Fixture: a copy of the engine with an unwritable cache, and a module to compile."""
    copy = tmp_path / "program"
    engine = copy / "boche" / "engine"
    shutil.copytree(ROOT / "engine", engine, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "boche" / "__init__.py", engine.parent)
    (engine / "jit" / "__pycache__").mkdir()
    (engine / "jit" / "__pycache__" / "compiled").write_text("in the way")
    (copy / "toy.py").write_text("def twice(x):\n    return x + x\n")
    return copy


def run(program: Path, code: str = USE, **places: Path | str) -> subprocess.CompletedProcess[str]:
    """Run code in a process whose HOME cannot be written, even by root."""
    temporary = program.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    env |= {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/cache", "TMPDIR": str(temporary)}
    env |= {"PYTHONPATH": str(program), **{name: str(place) for name, place in places.items()}}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, env=env,
        cwd=program,
    )  # fmt: skip


def test_what_lies_in_the_temporary_directory_is_neither_loaded_nor_removed(program: Path) -> None:
    """Plant the very files that numba would load for this module, in a place open to anybody."""
    real = program.parent / "real"
    assert run(program, NUMBA_CACHE_DIR=real).stdout.startswith("8 ")
    temporary, loaded = program.parent / "temporary", program.parent / "loaded"
    [folder] = (real / "boche").glob("toy-*")
    shutil.copytree(folder, temporary / folder.name)
    [index] = (temporary / folder.name).rglob("*.nbi")
    index.write_bytes(pickle.dumps(Planted(loaded)))
    (temporary / "toy-of-another-program").mkdir()
    done = run(program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"8 {temporary / 'boche-'}")
    assert not loaded.exists()
    # The folder that this process made for itself is gone, and nothing else.
    assert sorted(os.listdir(temporary)) == sorted([folder.name, "toy-of-another-program"])


def test_processes_share_a_temporary_folder_and_its_maker_removes_it(program: Path) -> None:
    code = (
        "import subprocess, sys; from boche.engine.jit import cache;"
        "print(cache.place(), flush=True);"
        "print(oct(cache.place().stat().st_mode), flush=True);"
        "code = 'from boche.engine.jit import cache; print(cache.place())';"
        "subprocess.run([sys.executable, '-c', code], check=True);"
        "print(cache.place().is_dir())"
    )
    done = run(program, code)
    mine, mode, its, still = done.stdout.split()
    assert (mine, mode, still, done.stderr) == (its, "0o40700", "True", "")
    assert os.listdir(program.parent / "temporary") == []


def test_without_any_place_to_write_nothing_is_kept(program: Path) -> None:
    """Check that code is compiled and runs even without a temporary directory."""
    code = (
        "import tempfile\ndef none(**_): raise FileNotFoundError(2, 'no usable one')\n"
        f"tempfile.mkdtemp = none\n{USE}"
    )
    done = run(program, code)
    assert (done.stdout, done.stderr) == ("8 None\n", "")


def test_a_folder_that_others_can_write_to_is_not_used(program: Path) -> None:
    chosen = program.parent / "chosen"
    (chosen / "boche").mkdir(parents=True)
    (chosen / "boche").chmod(0o777)
    done = run(program, NUMBA_CACHE_DIR=chosen)
    assert done.returncode == 0
    assert done.stdout.startswith(f"8 {program.parent / 'temporary'}")
    assert done.stderr.count("\n") == 1
    assert "others may write there" in done.stderr
    assert list((chosen / "boche").iterdir()) == []


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_what_is_damaged_is_compiled_anew(program: Path, kind: str) -> None:
    """Truncate files to nothing, as a power cut may, and to half."""
    chosen = program.parent / "chosen"
    run(program, NUMBA_CACHE_DIR=chosen)
    for share in (0, 2):
        [path] = chosen.rglob(f"*.{kind}")
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) * share // 4])
        done = run(program, NUMBA_CACHE_DIR=chosen)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("8 ")
        [mended] = chosen.rglob(f"*.{kind}")
        assert mended.stat().st_size > 0.9 * len(whole)


def test_a_full_disk_keeps_nothing_and_stops_nobody(program: Path) -> None:
    code = f"""
import os
real = os.replace
def full(*_): raise OSError(28, "No space left on device")
os.replace = full
{USE}
"""
    done = run(program, code, NUMBA_CACHE_DIR=program.parent / "chosen")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("8 ")


# -- place by place, without processes


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch) -> Path:
    """Fixture: the first place that is searched."""
    monkeypatch.setenv(cache.OWN, "")  # what a test sets is undone
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "boche"


def test_what_is_made_is_the_users_alone_whatever_the_mask(chosen: Path, tmp_path: Path) -> None:
    (source := tmp_path / "one.py").write_text("x = 1")
    before = os.umask(0)
    try:
        folder = cache.folder_for("toy", [source])
    finally:
        os.umask(before)
    assert folder is not None
    assert folder.parent == chosen
    modes = [path.stat().st_mode & 0o777 for path in (chosen.parent, chosen, folder)]
    assert modes == [0o700] * 3


def test_a_folder_of_somebody_else_is_not_used(chosen: Path, monkeypatch, caplog) -> None:
    assert cache.place() == chosen
    identity = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: identity)
    assert cache.place() != chosen
    assert f"{str(chosen)!r}: it belongs to somebody else" in caplog.text


@pytest.mark.parametrize(("mode", "used"), [(0o777, False), (0o1777, True), (0o755, True)])
def test_nor_one_that_others_could_replace(chosen: Path, caplog, mode: int, used: bool) -> None:
    chosen.mkdir(parents=True)
    chosen.parent.chmod(mode)
    assert (cache.place() == chosen) is used
    assert ("others may replace it" in caplog.text) is not used


def test_folders_inside_that_others_could_write_to_are_made_anew(
    chosen: Path, tmp_path: Path
) -> None:
    (source := tmp_path / "one.py").write_text("x = 1")
    folder = cache.folder_for("toy", [source])
    assert folder is not None
    (folder / "inner").mkdir()
    (folder / "inner" / "planted.nbi").write_text("x")
    assert (cache.folder_for("toy", [source]), len(list(folder.iterdir()))) == (folder, 1)
    (folder / "inner").chmod(0o777)
    assert (cache.folder_for("toy", [source]), list(folder.iterdir())) == (folder, [])
    folder.rmdir()
    (elsewhere := tmp_path / "elsewhere").mkdir()
    folder.symlink_to(elsewhere)
    assert cache.folder_for("toy", [source]) is None


def test_only_folders_named_like_its_own_are_removed(chosen: Path, tmp_path: Path) -> None:
    (source := tmp_path / "one.py").write_text("x = 1")
    for name in ("toy-0123456789abcdef", "toy-notes", "toyshop-0123456789abcdef"):
        (chosen / name).mkdir(parents=True)
    folder = cache.folder_for("toy", [source])
    assert folder is not None
    names = {path.name for path in chosen.iterdir()}
    assert names == {folder.name, "toy-notes", "toyshop-0123456789abcdef"}
