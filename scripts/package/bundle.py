"""The program in one folder with a Python of its own, for Linux: ``make bundle``.

    python scripts/package/bundle.py [--output dist]

The program comes from the wheel in ``dist``, which has compiled rules for every processor. This
makes ``dist/boche-VERSION-linux-MACHINE/`` and a ``.tar.xz`` of it. The Python that runs this is
the one that is copied, so it must not be the system's: it has a folder of its own. What else it
loads (OpenSSL, SQLite, ...) is copied, too, except for the C library: build on a system that is old
enough.

Everything stays an ordinary file of Python, as in an installation by pip. Compiled rules are known
by their sources, and parts of the program are processes of their own (``python -m boche``). A
frozen program has neither sources nor a ``python``.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import licences

ROOT = Path(__file__).parents[2]
EXTRAS = "figure,model,server"
"""What is inside beside the table. Not ``video``, as its ffmpeg is under the GPL."""

WITHOUT = ("psycopg-binary", "uvloop")
"""What is left out: psycopg also works with the system's libpq, and uvloop only speeds up."""

UNUSED = (
    "config-*", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "site-packages", "test", "tkinter",
    "turtle*", "lib-dynload/_c*test*", "lib-dynload/_curses*", "lib-dynload/_crypt*",
    "lib-dynload/_dbm*", "lib-dynload/_gdbm*", "lib-dynload/_test*", "lib-dynload/_tkinter*",
    "lib-dynload/_xx*", "lib-dynload/nis*", "lib-dynload/readline*", "lib-dynload/xx*",
)  # fmt: skip
"""What of the standard library nothing here uses; readline is also under another licence."""

TESTS = (
    "numpy/**/tests", "numpy/_core/include",
    "pyrr/tests", "reportlab/fonts", "sqlalchemy/testing", "bin", "**/*.a", "**/__pycache__",
)  # fmt: skip
"""What is left out of the libraries. Nothing here uses the fonts, one of which is under the GPL."""

OF_THE_SYSTEM = re.compile(
    r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|nsl|gcc_s|stdc\+\+))\.so.*"
)
"""Libraries that every Linux has, and that fit its C library."""

LAUNCHER = """\
#!/bin/sh
# Starts the program with the Python beside it, which ignores the settings of any other Python.
exec "$(dirname -- "$(readlink -f -- "$0")")/python/bin/python3" -I -m boche "$@"
"""


class BundleError(Exception):
    """An error that one line tells."""


def version() -> str:
    """Return the program's version."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(r'^version = "(.+)"', text, re.MULTILINE)[1]  # type: ignore[index]


def name() -> str:
    """Return the folder's name."""
    return f"boche-{version()}-linux-{platform.machine()}"


def run(*words: object) -> str:
    """Run a program; return its output. Raises ``BundleError`` with the end of what it said."""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise BundleError(f"{words[0]} failed: {said[-1] if said else done.returncode}")
    return done.stdout


def make(output: Path) -> Path:
    """Make the folder anew; return it."""
    for tool in ("patchelf", "strip", "ldd"):
        if shutil.which(tool) is None:
            raise BundleError(
                f"{tool} is missing; on Debian or Ubuntu: sudo apt-get install binutils patchelf"
            )
    folder = output / name()
    shutil.rmtree(folder, ignore_errors=True)
    python = copy_python(folder / "python")
    site = next((folder / "python/lib").glob("python3*")) / "site-packages"
    install(site)
    copied = copy_libraries(folder / "python")
    licences.collect(site, folder / "LICENCES", copied, ROOT / "LICENSE")
    compile_all(python, folder / "python/lib")
    add_entry(folder)
    return folder


def install(site: Path) -> None:
    """Install the program and its libraries into a folder. Raises ``BundleError``."""
    run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", site),
        *("--constraint", ROOT / "requirements.lock", f"{wheel()}[{EXTRAS}]"),
    )
    for distribution in list(distributions(path=[str(site)])):
        if distribution.name in WITHOUT:
            remove(distribution)
    prune(site, TESTS)
    prune_locales(site / "babel/locale-data")
    prune_compiled(site / "boche/engine/games")


def wheel() -> Path:
    """Return the program's wheel, which has compiled rules. Raises ``BundleError``."""
    found = list((ROOT / "dist").glob(f"boche-{version()}-*.whl"))
    if len(found) != 1:
        raise BundleError("the wheel is not in dist/: make wheel makes it")
    return found[0]


def prune_compiled(games: Path) -> None:
    """Remove the compiled rules for other systems than this one."""
    for path in list(games.glob("*/compiled/*")):
        if f"-{sys.platform}-" not in path.name:
            path.unlink()


def prune_locales(folder: Path) -> None:
    """Remove Babel's data of languages that the program does not speak; all are 30 MB."""
    spoken = {"root", "en", *(each.name for each in (ROOT / "assets/languages").iterdir())}
    for path in list(folder.glob("*.dat")):
        if path.stem.partition("_")[0] not in spoken:
            path.unlink()


def compile_all(python: Path, library: Path) -> None:
    """Compile the modules to bytecode: where they are installed nobody may write later on."""
    mode = ("--invalidation-mode", "unchecked-hash")
    run(python, "-I", "-m", "compileall", "-q", *mode, library)


def remove(distribution: Distribution) -> None:
    """Remove a library, with its folders."""
    tops = {file.parts[0] for file in distribution.files or ()}
    for top in tops - {"..", "bin"}:
        shutil.rmtree(str(distribution.locate_file(top)))


def copy_python(target: Path) -> Path:
    """Copy the interpreter and its standard library; return the interpreter."""
    base, short = Path(sys.base_prefix), f"python3.{sys.version_info.minor}"
    if base == Path("/usr"):
        raise BundleError(
            "the system's Python has its files all over /usr: use one with a folder of its own"
        )
    (target / "bin").mkdir(parents=True)
    python = target / "bin" / short
    shutil.copy2(base / "bin" / short, python)
    (target / "bin/python3").symlink_to(short)
    library = target / "lib" / short
    shutil.copytree(
        base / "lib" / short, library, symlinks=True,
        ignore=shutil.ignore_patterns("__pycache__", "site-packages", "test", "config-*"),
    )  # fmt: skip
    prune(library, UNUSED)
    (library / "site-packages").mkdir()
    for shared in (base / "lib").glob(f"lib{short}.so.*"):
        shutil.copy2(shared, target / "lib" / shared.name)
        run("strip", "--strip-unneeded", target / "lib" / shared.name)
    run("strip", "--strip-unneeded", python)
    run("patchelf", "--set-rpath", "$ORIGIN/../lib", python)
    return python


def prune(folder: Path, patterns: tuple[str, ...]) -> None:
    """Remove what the patterns name."""
    for pattern in patterns:
        for path in list(folder.glob(pattern)):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def copy_libraries(python: Path) -> dict[str, Path]:
    """Copy what the standard library's modules load; return where each library came from."""
    copied: dict[str, Path] = {}
    modules = list(python.glob("lib/python3*/lib-dynload/*.so"))
    for module in modules:
        for soname, path in needed(module):
            if soname not in copied and not (python / "lib" / soname).exists():
                shutil.copy2(path, python / "lib" / soname)
                copied[soname] = path
        run("patchelf", "--set-rpath", "$ORIGIN/../..", module)
    for soname in copied:
        run("patchelf", "--set-rpath", "$ORIGIN", python / "lib" / soname)
    return copied


def needed(binary: Path) -> Iterator[tuple[str, Path]]:
    """Yield the libraries that a binary loads, and where the system has them."""
    for line in run("ldd", binary).splitlines():
        found = re.match(r"\s*(\S+) => (/\S+)", line)
        if found and not OF_THE_SYSTEM.fullmatch(found[1]) and not found[1].startswith("libpython"):
            yield found[1], Path(found[2]).resolve()


def add_entry(folder: Path) -> None:
    """Add what starts the program, in the layout of an AppImage (an AppDir)."""
    launcher = folder / "boche"
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)
    (folder / "AppRun").symlink_to("boche")
    shutil.copy2(Path(__file__).parent / "boche.desktop", folder)
    shutil.copy2(ROOT / "assets/server/icons/icon-512.png", folder / "boche.png")
    (folder / ".DirIcon").symlink_to("boche.png")


def pack(folder: Path) -> Path:
    """Return the archive of the folder, its files owned by root."""
    archive = folder.with_name(f"{folder.name}.tar.xz")
    run(
        *("tar", "--owner=root:0", "--group=root:0", "--mode=a+rX", "--sort=name"),
        *("--use-compress-program", "xz -6 -T0", "-cf", archive, "-C", folder.parent, folder.name),
    )
    return archive


def size(path: Path) -> str:
    """Return the size of a file or a folder's files, in MB."""
    files = path.rglob("*") if path.is_dir() else [path]
    return f"{sum(each.lstat().st_size for each in files if not each.is_dir()) / 1e6:.0f} MB"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Make the program's folder for Linux, with its Python."
    )
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="where (dist)")
    parser.add_argument("--no-archive", action="store_true", help="the folder alone")
    arguments = parser.parse_args()
    if sys.platform != "linux" or not sysconfig.get_config_var("LDVERSION"):
        raise SystemExit("boche: the bundle is made on Linux")
    os.umask(0o022)
    try:
        folder = make(arguments.output.resolve())
        print(f"boche: {folder} ({size(folder)})", flush=True)
        if not arguments.no_archive:
            archive = pack(folder)
            print(f"boche: {archive} ({size(archive)})")
    except (BundleError, licences.LicenceError) as error:
        raise SystemExit(f"boche: {error}") from None


if __name__ == "__main__":
    main()
