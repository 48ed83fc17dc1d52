"""The licences of all that a bundle has inside, from the metadata of the distributions."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path

GIVEN = Path(__file__).parent / "licences"
"""Texts for distributions that bring none: ``NAME.txt``."""

WORDS = ("licen", "copying", "notice", "authors")


class LicenceError(Exception):
    """A part without the text of its licence."""


def texts(distribution: Distribution) -> list[Path]:
    """Return the files with a distribution's licences: its own, or else the given one."""
    found = [
        Path(str(distribution.locate_file(file)))
        for file in distribution.files or ()
        if ".dist-info" in file.parts[0] and any(word in file.name.lower() for word in WORDS)
    ]
    given = GIVEN / f"{distribution.name.lower().replace('_', '-')}.txt"
    return [path for path in found if path.is_file()] or ([given] if given.is_file() else [])


def stated(distribution: Distribution) -> str:
    """Return in a few words under which licence a distribution says it is."""
    metadata = distribution.metadata
    said = metadata["License-Expression"] or (metadata["License"] or "").strip().split("\n")[0]
    classifiers = metadata.get_all("Classifier") or []
    named = [each.split(" :: ")[-1] for each in classifiers if each.startswith("License ::")]
    return said or ", ".join(named) or "see its text"


def lacking(found: list[Distribution]) -> list[str]:
    """Return the names of the distributions without the text of a licence."""
    return sorted(each.name for each in found if not texts(each))


def collect(site: Path, target: Path, libraries: Mapping[str, Path], own: Path) -> None:
    """Write the licences to a folder, with a list: of distributions, Python and system libraries.

    Raises ``LicenceError`` if one has no text.
    """
    found = sorted(distributions(path=[str(site)]), key=lambda each: each.name.lower())
    without = lacking(found)
    target.mkdir(parents=True)
    lines = [
        "What is inside, and under which licence; the texts are in the folders of these names.",
        "",
    ]
    for each in found:
        folder = target / each.name
        folder.mkdir()
        for path in texts(each):
            copy(path, folder)
        lines.append(f"{each.name} {each.version}: {stated(each)}")
    python = target / "Python"
    python.mkdir()
    shutil.copy2(
        Path(sys.base_prefix) / f"lib/python3.{sys.version_info.minor}/LICENSE.txt", python
    )
    lines.append(f"Python {sys.version.split()[0]}: PSF-2.0")
    for soname, path in sorted(libraries.items()):
        package = package_of(path)
        text = Path(f"/usr/share/doc/{package}/copyright")
        if not text.is_file():
            without.append(soname)
            continue
        (target / package).mkdir(exist_ok=True)
        shutil.copy2(text, target / package / "copyright")
        lines.append(f"{soname} (Debian's package {package}): see its text")
    if without:
        raise LicenceError(f"no text of the licence: {', '.join(without)}; add it to {GIVEN}")
    shutil.copy2(own, target / "LICENSE")
    (target / "README.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def copy(path: Path, folder: Path) -> None:
    """Copy a text; of two of one name the second gets that of its folder, too."""
    target = folder / path.name
    shutil.copy2(
        path, target.with_name(f"{path.parent.name}-{path.name}") if target.exists() else target
    )


def package_of(library: Path) -> str:
    """Return the system's package that a library belongs to, or an empty string."""
    # Where /lib is a link to /usr/lib, some packages still name their files as in /lib.
    inner = (
        library.relative_to("/usr") if library.is_relative_to("/usr") else library.relative_to("/")
    )
    for path in (Path("/usr") / inner, Path("/") / inner):
        done = subprocess.run(
            ["dpkg-query", "-S", str(path)], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    return ""
