"""A Debian package of the folder that ``bundle.py`` made: ``make deb``.

    python scripts/package/deb.py dist/boche-VERSION-linux-MACHINE

The program lies in ``/usr/lib/boche`` with its own Python, so that one package serves every Debian
and Ubuntu whose C library is new enough.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bundle
import manual

HERE = Path(__file__).parent
LIBRARIES = bundle.ROOT / "assets/libraries.txt"
HOME = Path("usr/lib/boche")
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
ICONS = {"192x192": "icon-192.png", "512x512": "icon-512.png"}

CONTROL = """\
Package: boche
Version: {version}
Architecture: {machine}
Maintainer: the boche developers <boche@localhost>
Section: games
Priority: optional
Installed-Size: {size}
Depends: {depends}
Recommends: {recommends}
Suggests: ffmpeg
Description: table for the board games Boche, Che, Boku and Octi
 Play four abstract board games in 3D, beside a friend, over the network or
 against the computer; replay, study and share the games. Boche is about
 stacking two-coloured cubes and enclosing or linking bands of colour, Che is
 its flat sister, Boku is five in a row with captures, and the pods of Octi
 grow the prongs that they move by.
 .
 It is self-contained: Python and all libraries of Python are inside.
"""

PRERM = """\
#!/bin/sh
# What root's own games have compiled lies among the program's files.
set -e
rm -rf /{home}/python/lib/python3.*/site-packages/boche/engine/native/__pycache__/compiled
"""


def control(folder: Path) -> str:
    """Return the package's control file."""
    machine = os.uname().machine
    packages = [line.split() for line in LIBRARIES.read_text(encoding="utf-8").splitlines()]
    listed = [words for words in packages if words[0] != "#"]
    needed = [words[1] for words in listed if words[2:]]
    return CONTROL.format(
        version=bundle.version(),
        machine=MACHINES.get(machine, machine),
        size=sum(path.lstat().st_size for path in folder.rglob("*")) // 1024,
        depends=", ".join([f"libc6 (>= {c_library(folder)})", *needed]),
        recommends=", ".join(
            [*(words[1] for words in listed if not words[2:]), "zenity | kdialog", "libpq5"]
        ),
    )


def c_library(folder: Path) -> str:
    """Return the oldest version of the C library with which all binaries run."""
    binaries = [path for path in folder.rglob("*") if path.is_file() and is_binary(path)]
    found = {
        int(minor)
        for path in binaries
        for minor in re.findall(rb"GLIBC_2\.(\d+)\b", path.read_bytes())
    }
    return f"2.{max(found, default=17)}"


def is_binary(path: Path) -> bool:
    """Return whether a file is a program or a library."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def lay_out(folder: Path, root: Path) -> None:
    """Lay the package's files out as they are to lie on the system."""
    shutil.copytree(folder, root / HOME, symlinks=True)
    for unused in ("AppRun", ".DirIcon", "boche.png", "boche.desktop", "LICENCES"):
        path = root / HOME / unused
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    share = root / "usr/share"
    shutil.copytree(folder / "LICENCES", share / "doc/boche/licences")
    copyright_file(folder, share / "doc/boche/copyright")
    for unit in (HERE.parent / "systemd").iterdir():
        text = unit.read_text(encoding="utf-8").replace("/opt/boche/bin/boche", "/usr/bin/boche")
        target = share / "doc/boche/examples/systemd" / unit.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    put(HERE / "boche.desktop", share / "applications/boche.desktop")
    for size, name in ICONS.items():
        put(
            bundle.ROOT / "assets/server/icons" / name,
            share / f"icons/hicolor/{size}/apps/boche.png",
        )
    put(bundle.ROOT / "assets/server/favicon.svg", share / "icons/hicolor/scalable/apps/boche.svg")
    manual.write_manual(share / "man/man1/boche.1.gz", bundle.version())
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/boche").symlink_to("../lib/boche/boche")
    meta = root / "DEBIAN"
    meta.mkdir()
    (meta / "control").write_text(control(folder), encoding="utf-8")
    (meta / "prerm").write_text(PRERM.format(home=HOME), encoding="utf-8")
    (meta / "prerm").chmod(0o755)


def copyright_file(folder: Path, target: Path) -> None:
    """Write the program's licence, and where the others are, as Debian's readers expect it."""
    own = (folder / "LICENCES/LICENSE").read_text(encoding="utf-8")
    target.write_text(
        f"{own}\nThe licences of all that is inside: /usr/share/doc/boche/licences\n",
        encoding="utf-8",
    )


def put(source: Path, target: Path) -> None:
    """Copy a file, with the folders for it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def make(folder: Path) -> Path:
    """Return the package. Raises ``BundleError``."""
    package = (
        folder.parent
        / f"boche_{bundle.version()}_{MACHINES.get(os.uname().machine, os.uname().machine)}.deb"
    )
    with tempfile.TemporaryDirectory(dir=folder.parent) as root:
        Path(root).chmod(0o755)
        lay_out(folder, Path(root))
        part = package.with_suffix(".part")
        bundle.run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, part)
        part.replace(package)
    return package


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a Debian package of the bundle.")
    parser.add_argument(
        "folder", type=Path, nargs="?", default=bundle.ROOT / "dist" / bundle.name()
    )
    folder = parser.parse_args().folder.resolve()
    os.umask(0o022)
    try:
        if not (folder / "boche").is_file():
            raise bundle.BundleError(f"{folder} is not there; make bundle makes it")
        package = make(folder)
    except (bundle.BundleError, subprocess.SubprocessError) as error:
        raise SystemExit(f"boche: {error}") from None
    print(f"boche: {package} ({bundle.size(package)})")


if __name__ == "__main__":
    main()
