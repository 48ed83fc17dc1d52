"""The program with a Python of its own for Windows and macOS, as ``bundle.py`` makes it for Linux.

    python scripts/package/desktop.py [--output dist]

On Windows it makes a folder, of which ``boche.wxs`` makes an MSI. On macOS it makes ``Boche.app``,
with a signature of nobody (ad hoc), and a disk image of it. The Python that runs this is copied, so
it has to work in any folder: on Windows python.org's does, on macOS one of python-build-standalone
(uv has it).
"""

from __future__ import annotations

import argparse
import platform
import plistlib
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bundle
import licences

UNUSED = (
    "__pycache__", "site-packages", "test", "idlelib", "ensurepip", "lib2to3", "turtledemo",
    "include", "libs", "Doc", "Tools", "Scripts", "share", "pkgconfig", "config-*", "*.pdb",
    "EXTERNALLY-MANAGED",
)  # fmt: skip
ICON = bundle.ROOT / "assets/server/icons/icon-512.png"
COMMAND = '@"%~dp0python\\python.exe" -I -m boche %*\r\n'
LAUNCHER = """\
#!/bin/sh
# Finder gives no arguments but may give its own (-psn_...).
case ${1:-} in -psn*) shift ;; esac
exec "$(dirname -- "$0")/../Resources/python/bin/python3" -I -m boche "$@"
"""


def make(output: Path) -> Path:
    """Make the folder anew; return it. Raises ``BundleError`` or ``LicenceError``."""
    windows = sys.platform == "win32"
    system = "windows" if windows else "macos"
    folder = output / f"boche-{bundle.version()}-{system}-{platform.machine().lower()}"
    shutil.rmtree(folder, ignore_errors=True)
    program = folder if windows else folder / "Boche.app/Contents/Resources"
    python = program / "python"
    ignored = shutil.ignore_patterns(*UNUSED)
    shutil.copytree(sys.base_prefix, python, symlinks=True, ignore=ignored)
    library = python / ("Lib" if windows else f"lib/python3.{sys.version_info.minor}")
    site = library / "site-packages"
    site.mkdir()
    bundle.install(site)
    licences.collect(site, program / "LICENCES", {}, bundle.ROOT / "LICENSE")
    interpreter = python / ("python.exe" if windows else "bin/python3")
    bundle.compile_all(interpreter, library)
    icon = program / ("boche.ico" if windows else "boche.icns")
    bundle.run(
        *(interpreter, "-I", "-c"),
        *(
            "import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2])",
            ICON,
            icon,
        ),
    )
    if windows:
        (folder / "boche.cmd").write_text(COMMAND, encoding="ascii", newline="")
    else:
        make_app(program.parent)
    return folder


def make_app(contents: Path) -> None:
    """Add to the app what makes it one, and sign it as nobody."""
    launcher = contents / "MacOS/Boche"
    launcher.parent.mkdir()
    launcher.write_text(LAUNCHER, encoding="utf-8")
    launcher.chmod(0o755)
    plist = {
        "CFBundleIdentifier": "org.boche.Boche",
        "CFBundleName": "Boche",
        "CFBundleExecutable": "Boche",
        "CFBundleIconFile": "boche.icns",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": bundle.version(),
        "CFBundleVersion": bundle.version(),
        "LSMinimumSystemVersion": "12.0",
        "NSHighResolutionCapable": True,
    }
    (contents / "Info.plist").write_bytes(plistlib.dumps(plist))
    app = contents.parent
    bundle.run("codesign", "--force", "--deep", "--sign", "-", app)


def make_image(folder: Path) -> Path:
    """Return the disk image of the app."""
    image = folder.with_name(f"{folder.name}.dmg")
    bundle.run(
        *("hdiutil", "create", "-ov", "-volname", "Boche", "-srcfolder", folder, "-format", "UDZO"),
        image,
    )
    return image


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the program's folder, with its Python.")
    parser.add_argument("--output", type=Path, default=bundle.ROOT / "dist", help="where (dist)")
    output = parser.parse_args().output.resolve()
    if sys.platform not in ("win32", "darwin"):
        raise SystemExit("boche: this is for Windows and macOS; bundle.py is for Linux")
    try:
        folder = make(output)
        print(f"boche: {folder} ({bundle.size(folder)})", flush=True)
        if sys.platform == "darwin":
            image = make_image(folder)
            print(f"boche: {image} ({bundle.size(image)})")
    except (bundle.BundleError, licences.LicenceError) as error:
        raise SystemExit(f"boche: {error}") from None


if __name__ == "__main__":
    main()
