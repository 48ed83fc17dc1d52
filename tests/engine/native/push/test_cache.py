"""The cache of compiled code, which is loaded only from places that only the user can write."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boche.engine.native import cache, compiler
from boche.engine.native.kernels import target
from boche.engine.native.library import Shelf
from boche.engine.native.sources import Scope
from tests import ROOT
from tests.engine.native import sample

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes of files")

USE = """
from boche.engine.native.kernels import compiled_module
from boche.engine.match import match  # whatever else a search imports
from boche.engine.native import cache
print(compiled_module("toy").twice(4), cache.place())
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Fixture: a copy of the engine with an unwritable cache, and a module to compile."""
    copy = tmp_path / "program"
    engine = copy / "boche" / "engine"
    shutil.copytree(ROOT / "engine", engine, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "boche" / "__init__.py", engine.parent)
    (engine / "native" / "__pycache__").mkdir()
    (engine / "native" / "__pycache__" / "compiled").write_text("in the way")
    (copy / "toy.py").write_text("def twice(x):\n    return x + x\n")
    return copy


def run(program: Path, code: str = USE, **places: Path | str) -> subprocess.CompletedProcess[str]:
    """Run code in a process whose HOME cannot be written, even by root."""
    temporary = program.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    env = {name: value for name, value in os.environ.items() if name != cache.CHOSEN}
    env |= {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null/cache", "TMPDIR": str(temporary)}
    env |= {"PYTHONPATH": str(program), **{name: str(place) for name, place in places.items()}}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, env=env,
        cwd=program,
    )  # fmt: skip


def test_what_lies_in_the_temporary_directory_is_neither_loaded_nor_removed(program: Path) -> None:
    """Plant the very files that would be loaded for this module, in a place open to anybody."""
    real = program.parent / "real"
    assert run(program, BOCHE_CACHE_DIR=real).stdout.startswith("8 ")
    temporary = program.parent / "temporary"
    kept = sorted((real / "boche").iterdir())
    assert len(kept) == 2
    for path in kept:
        shutil.copy(path, temporary)
    done = run(program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"8 {temporary / 'boche-'}")
    # The folder that this process made for itself is gone, and nothing else.
    assert sorted(os.listdir(temporary)) == [path.name for path in kept]


def test_processes_share_a_temporary_folder_and_its_maker_removes_it(program: Path) -> None:
    code = (
        "import subprocess, sys; from boche.engine.native import cache;"
        "print(cache.place(), flush=True);"
        "print(oct(cache.place().stat().st_mode), flush=True);"
        "code = 'from boche.engine.native import cache; print(cache.place())';"
        "subprocess.run([sys.executable, '-c', code], check=True);"
        "print(cache.place().is_dir())"
    )
    done = run(program, code)
    mine, mode, its, still = done.stdout.split()
    assert (mine, mode, still, done.stderr) == (its, "0o40700", "True", "")
    assert os.listdir(program.parent / "temporary") == []


def test_without_any_place_to_keep_it_code_is_compiled_all_the_same(program: Path) -> None:
    code = (
        "import tempfile\nreal = tempfile.mkdtemp\n"
        "from boche.engine.native import cache\n"
        f"cache._temporary = lambda: None\n{USE}"
    )
    done = run(program, code)
    assert (done.stdout, done.stderr) == ("8 None\n", "")


def test_a_folder_that_others_can_write_to_is_not_used(program: Path) -> None:
    chosen = program.parent / "chosen"
    (chosen / "boche").mkdir(parents=True)
    (chosen / "boche").chmod(0o777)
    done = run(program, BOCHE_CACHE_DIR=chosen)
    assert done.returncode == 0
    assert done.stdout.startswith(f"8 {program.parent / 'temporary'}")
    assert done.stderr.count("\n") == 1
    assert "others may write there" in done.stderr
    assert list((chosen / "boche").iterdir()) == []


@pytest.mark.parametrize("kind", ["library"])
def test_what_is_damaged_is_compiled_anew(program: Path, kind: str) -> None:
    """Truncate files to nothing, as a power cut may, and to half."""
    chosen = program.parent / "chosen"
    run(program, BOCHE_CACHE_DIR=chosen)
    for share in (0, 2):
        [path] = [p for p in chosen.rglob("*-*") if (p.suffix == ".json") == (kind == ".json")]
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) * share // 4])
        done = run(program, BOCHE_CACHE_DIR=chosen)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("8 ")
        assert path.stat().st_size == len(whole)


def test_what_was_compiled_for_another_system_is_not_loaded(program: Path) -> None:
    chosen = program.parent / "chosen"
    run(program, BOCHE_CACHE_DIR=chosen)
    [listed] = chosen.rglob("*.json")
    manifest = json.loads(listed.read_text())
    library = listed.parent / manifest["library"]
    other = bytearray(library.read_bytes())
    other[18] ^= 0xFF  # the processor that an ELF file is for
    library.write_bytes(other)
    manifest["sha256"] = hashlib.sha256(other).hexdigest()
    listed.write_text(json.dumps(manifest))
    done = run(program, BOCHE_CACHE_DIR=chosen)
    assert (done.returncode, done.stdout[:2], done.stderr) == (0, "8 ", "")


def test_a_full_disk_keeps_nothing_and_stops_nobody(program: Path) -> None:
    code = f"""
import os
real = os.replace
def full(*_): raise OSError(28, "No space left on device")
os.replace = full
{USE}
"""
    done = run(program, code, BOCHE_CACHE_DIR=program.parent / "chosen")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("8 ")


def test_without_a_compiler_one_line_says_what_to_install(program: Path) -> None:
    code = """
from boche.engine.errors import BocheError
from boche.engine.native import compiler
compiler.shutil.which = compiler.importlib.util.find_spec = lambda name: None
try:
    from boche.engine.native.kernels import compiled_module
    compiler.os.environ.pop(compiler.CHOSEN, None)
    import importlib.util
    importlib.util.find_spec = lambda name: type("Spec", (), {
        "origin": "toy.py", "submodule_search_locations": None}) if name == "toy" else None
    compiled_module("toy").twice(4)
except BocheError as error:
    print(error)
"""
    done = run(program, code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "the rules must be compiled on this machine, which has no C compiler: "
        "install gcc or clang, or run: pip install ziglang\n"
    )


# -- place by place, without processes


@pytest.fixture
def chosen(tmp_path: Path, monkeypatch) -> Path:
    """Fixture: the first place that is searched."""
    monkeypatch.setenv(cache.OWN, "")  # what a test sets is undone
    monkeypatch.setenv(cache.CHOSEN, str(tmp_path / "cache"))
    return tmp_path / "cache" / "boche"


def test_what_is_made_is_the_users_alone_whatever_the_mask(chosen: Path) -> None:
    before = os.umask(0)
    try:
        assert cache.place() == chosen
    finally:
        os.umask(before)
    modes = [path.stat().st_mode & 0o777 for path in (chosen.parent, chosen)]
    assert modes == [0o700] * 2


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


def test_files_that_others_could_write_to_are_not_safe(tmp_path: Path) -> None:
    (path := tmp_path / "one").write_text("x")
    path.chmod(0o600)
    (tmp_path / "link").symlink_to(path)
    assert cache.is_safe(path)
    assert not cache.is_safe(tmp_path / "link")
    path.chmod(0o622)
    assert not cache.is_safe(path)
    (source := tmp_path / "source").write_text("x")
    source.chmod(0o644)
    assert not cache.is_as_safe(path, source)
    source.chmod(0o666)
    assert cache.is_as_safe(path, source)


def test_a_newer_library_takes_the_place_of_an_older_one(chosen: Path, tmp_path: Path) -> None:
    (source := tmp_path / "one.py").write_text("x = 1")
    function, kinds = sample.divided, ("i64", "i64")
    for name in ("toy-notes", "toyshop-0123456789abcdef-linux.so"):
        chosen.mkdir(parents=True, exist_ok=True)
        (chosen / name).write_text("x")
    for text in ("x = 1", "x = 2"):
        source.write_text(text)
        shelf = Shelf("toy", [source])
        assert not shelf.is_built()
        shelf.build(Scope({}), [(function, kinds)], target())
        assert shelf.load() is not None
    names = {path.name for path in chosen.iterdir()}
    assert {"toy-notes", "toyshop-0123456789abcdef-linux.so"} < names
    assert len(names) == 4


# -- what lies beside a game, shipped with it


@pytest.fixture
def shipped(chosen: Path, tmp_path: Path) -> Shelf:
    """Fixture: the shelf of a game whose package came with a library, and an empty cache."""
    (package := tmp_path / "toy").mkdir(mode=0o755)
    for path in (package / "__init__.py", package / "rules.py"):
        path.write_text("x = 1\n")
    (package / "compiled").mkdir()
    shelf = Shelf("toy", [package / "rules.py"], package / "compiled")
    shelf.build_for(Scope({}), [DIVIDED], [target()], package / "compiled")
    assert not chosen.exists()
    return shelf


DIVIDED = sample.divided, ("i64", "i64")


def files_beside(package: Path) -> tuple[Path, Path]:
    """Return the manifest and the library that a package came with."""
    [listed] = (package / "compiled").glob("*.json")
    return listed, package / "compiled" / json.loads(listed.read_text())["library"]


@pytest.mark.parametrize(
    "start",
    [b"MZ\x90\0", b"\xcf\xfa\xed\xfe", b"\0asm\1\0\0\0", b"\x7fELF\2\1\1\0"],
    ids=["Windows", "macOS", "WebAssembly", "ELF"],
)
def test_a_file_of_another_system_is_not_loaded_whatever_its_name(
    shipped: Shelf, tmp_path: Path, start: bytes
) -> None:
    listed, library = files_beside(tmp_path / "toy")
    library.write_bytes(start + bytes(4096))
    manifest = json.loads(listed.read_text())
    manifest["sha256"] = hashlib.sha256(library.read_bytes()).hexdigest()
    listed.write_text(json.dumps(manifest))
    assert shipped.load() is None


def test_libraries_of_other_systems_beside_it_are_not_looked_at(
    shipped: Shelf, tmp_path: Path
) -> None:
    listed, library = files_beside(tmp_path / "toy")
    for other in compiler.EVERYWHERE:
        if other[:2] != target()[:2]:
            (listed.parent / listed.name.replace(target().name, other.name)).write_text("{")
    assert shipped.load() is not None
    listed.unlink()
    assert library.is_file()
    assert shipped.load() is None
    assert not shipped.is_built()


def test_what_was_shipped_for_other_sources_is_not_loaded(shipped: Shelf, tmp_path: Path) -> None:
    package = tmp_path / "toy"
    (package / "rules.py").write_text("x = 2\n")
    newer = Shelf("toy", [package / "rules.py"], package / "compiled")
    assert newer.load() is None
    listed, _ = files_beside(package)
    listed.rename(package / "compiled" / listed.name.replace(shipped.hash, newer.hash))
    assert newer.load() is None, "a manifest under another name is that of its own sources"


@pytest.mark.parametrize("which", [0, 1], ids=["manifest", "library"])
@pytest.mark.parametrize("share", [0, 2, 3])
def test_what_was_shipped_and_is_damaged_is_not_loaded(
    shipped: Shelf, tmp_path: Path, which: int, share: int
) -> None:
    path = files_beside(tmp_path / "toy")[which]
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * share // 4])
    assert shipped.load() is None


@pytest.mark.parametrize("name", ["manifest", "library", "folder"])
def test_what_was_shipped_and_others_can_change_is_not_loaded(
    shipped: Shelf, tmp_path: Path, name: str
) -> None:
    listed, library = files_beside(tmp_path / "toy")
    {"manifest": listed, "library": library, "folder": listed.parent}[name].chmod(0o777)
    assert shipped.load() is None


def test_a_hash_of_sources_does_not_depend_on_where_they_lie(tmp_path: Path) -> None:
    """Check that a package's library is found where the program lies in another place."""
    found = set()
    for own, others in (("a", "b"), ("b", "a")):
        for folder, text in ((own, "x = 1"), (others, "x = 2")):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / "__init__.py").write_text(text)
        found.add(cache.hash_of(tmp_path.glob("*/__init__.py")))
    assert len(found) == 1


# -- for other systems


def test_another_systems_library_needs_the_package_ziglang(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(compiler.CHOSEN, "cc")
    other = compiler.Target("plan9", "x86_64")
    with pytest.raises(compiler.CompilerError, match="only the package ziglang compiles for plan9"):
        compiler.build("", tmp_path / "library.so", other)


@pytest.mark.parametrize(("said", "machine"), [("win-amd64", "x86_64"), ("win-arm64", "aarch64")])
def test_on_windows_the_processor_is_that_of_python(monkeypatch, said: str, machine: str) -> None:
    """Check the Python for x86-64 on ARM, where ``platform`` names the other processor."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(compiler.sysconfig, "get_platform", lambda: said)
    monkeypatch.setattr(compiler.platform, "machine", lambda: "ARM64")
    assert compiler.this_machine() == ("win32", machine, False)


def test_every_system_has_a_name_of_its_own() -> None:
    names = {f"{each.name}{each.suffix}" for each in compiler.EVERYWHERE}
    assert len(names) == len(compiler.EVERYWHERE) == 7
