"""What packages say of the program, to desktops, package managers and readers of licences."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from packaging.requirements import Requirement

from boche.viewer.cli.command import build_parser, parsed
from tests import ROOT

PACKAGE, CONTAINER = ROOT / "scripts" / "package", ROOT / "scripts" / "container"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def ran(code: str, *words: object) -> str:
    """Run a line of code that uses the packaging scripts; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, words)], cwd=PACKAGE,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def libraries(wanted: Requirement) -> set[str]:
    """Return the names of all that a requirement brings along here, itself included."""
    found: dict[str, Requirement] = {}
    waiting = [wanted]
    while waiting:
        each = waiting.pop()
        if f"{each.name}{each.extras}" in found:
            continue
        found[f"{each.name}{each.extras}"] = each
        for line in distribution(each.name).requires or ():
            needed = Requirement(line)
            extras = each.extras or {""}
            if not needed.marker or any(needed.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(needed)
    return {each.name for each in found.values()}


def test_the_desktop_entry_opens_records() -> None:
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(PACKAGE / "boche.desktop", encoding="utf-8")
    entry = dict(parser["Desktop Entry"])
    assert (entry["Type"], entry["Name"], entry["Icon"]) == ("Application", "Boche", "boche")
    assert "application/x-go-sgf" in entry["MimeType"].split(";")
    program, *words = entry["Exec"].replace("%f", "game.sgf").split()
    assert program == "boche"
    assert parsed(words).record == "game.sgf"
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", PACKAGE / "boche.desktop"], check=True)


def test_every_library_inside_has_the_text_of_its_licence() -> None:
    extras = ran("import bundle; print(bundle.EXTRAS)")
    inside = libraries(Requirement(f"boche[{extras}]"))
    assert {"sgfmill", "starlette", "reportlab", "http-ece"} <= inside
    code = (
        "import licences, sys; from importlib.metadata import distribution as d;"
        "print(*licences.lacking([*map(d, sys.argv[1:])]))"
    )
    assert ran(code, *sorted(inside)) == ""


def test_a_library_without_a_licence_stops_the_build(tmp_path: Path) -> None:
    metadata = tmp_path / "odd-1.0.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    code = (
        "import licences, sys; from pathlib import Path; p = Path(sys.argv[1])\n"
        "try: licences.collect(p, p / 'out', {}, p)\n"
        "except licences.LicenceError as error: print(error)"
    )
    assert "no text of the licence: odd;" in ran(code, tmp_path)


def test_the_debian_package_names_the_systems_libraries(tmp_path: Path) -> None:
    (tmp_path / "library.so").write_bytes(b"\x7fELF GLIBC_2.17\0GLIBC_2.34\0GLIBC_2.9\0")
    text = ran("import deb, sys; print(deb.control(deb.Path(sys.argv[1])))", tmp_path)
    fields = dict(re.findall(r"^(\S+): (.*)$", text, re.MULTILINE))
    assert fields["Package"] == "boche"
    assert fields["Version"] == ran("import bundle; print(bundle.version())")
    depends = fields["Depends"].split(", ")
    assert depends[0] == "libc6 (>= 2.34)"
    assert {"libgl1", "libegl1", "libx11-6", "libfreetype6"} <= {*depends}
    assert all(line.startswith(" ") for line in text.split("Description:")[1].splitlines()[1:])
    if shutil.which("dpkg-deb"):
        (tmp_path / "root" / "DEBIAN").mkdir(parents=True)
        (tmp_path / "root" / "DEBIAN" / "control").write_text(f"{text}\n")
        done = subprocess.run(
            ["dpkg-deb", "--build", tmp_path / "root", tmp_path / "x.deb"],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")


def test_packages_keep_the_dates_and_numbers_of_spoken_languages_only(tmp_path: Path) -> None:
    for name in ("root", "en", "en_GB", "de", "de_AT", "del", "nl", "pl_PL"):
        (tmp_path / f"{name}.dat").touch()
    ran("import bundle, sys; bundle.prune_locales(bundle.Path(sys.argv[1]))", tmp_path)
    left = {each.stem for each in tmp_path.iterdir()}
    assert left == {"root", "en", "en_GB", "de", "de_AT"}


def test_packages_keep_the_compiled_rules_of_their_system_only(tmp_path: Path) -> None:
    compiled = tmp_path / "boku" / "compiled"
    compiled.mkdir(parents=True)
    own = {f"boku-0123-{sys.platform}-{machine}.json" for machine in ("x86_64", "aarch64")}
    for name in own | {"boku-0123-plan9-x86_64.json", "boku-0123-web-wasm32-4567.wasm"}:
        (compiled / name).touch()
    ran("import bundle, sys; bundle.prune_compiled(bundle.Path(sys.argv[1]))", tmp_path)
    assert {each.name for each in compiled.iterdir()} == own


def test_the_manual_page_names_every_command() -> None:
    page = ran("import manual; print(manual.manual('1.2'))")
    assert '.TH BOCHE 1 "" "boche 1.2"' in page
    named = re.findall(r"^\.TP\n\.B (\S+)\n\S", page, re.MULTILINE)
    assert named == list(build_parser().commands)
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert done.stderr == ""
        assert "serve" in done.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: str(path.name))
def test_a_workflow_names_files_that_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert all(job.get("steps") or job["uses"] for job in yaml.safe_load(text)["jobs"].values())
    for name in re.findall(r"\b(?:scripts|\.github/workflows)/[\w/.]+\.\w+", text):
        assert (ROOT / name).is_file(), name


def test_the_msi_is_well_formed() -> None:
    root = ElementTree.parse(PACKAGE / "boche.wxs").getroot()
    ids = [each.get("Id") for each in root.iter() if each.get("Id")]
    assert "INSTALLFOLDER" in ids


def test_the_container_has_the_wheel_and_serves_as_nobody() -> None:
    text = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^COPY requirements\.lock dist/boche-\*\.whl ", text, re.MULTILINE)
    assert re.search(r"^USER [1-9]", text, re.MULTILINE)
    last = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)[-1]
    assert parsed(json.loads(last)).host == "0.0.0.0"


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgresql.yaml"])
def test_the_services_commands_are_the_programs(name: str) -> None:
    service = yaml.safe_load((CONTAINER / name).read_text(encoding="utf-8"))["services"]["boche"]
    words = [word.replace("${HOST:?}", "play.example") for word in service["command"]]
    assert parsed(words).address == "https://play.example"
    assert parsed(words).proxied
