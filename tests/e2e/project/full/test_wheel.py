"""The wheel away from the source tree, with its code, shaders and assets."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests import ROOT

FOLDERS = ("engine", "server", "viewer", "shaders", "assets")
MADE = {"__pycache__", "compiled"}
DATA = (".glsl", ".vert", ".frag", ".json", ".toml", ".sgf", ".txt")


def run(*command: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command away from the source tree, without this process's import path."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert not check or done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def build_wheel(folder: Path) -> Path:
    """Build the source archive and, from that, the wheel."""
    run(
        *(sys.executable, "-m", "build", "--no-isolation"),
        *("--outdir", folder / "dist", ROOT),
        cwd=folder,
    )
    (wheel,) = (folder / "dist").glob("boche-*.whl")
    return wheel


def share_dependencies(site: Path) -> None:
    """Link the dependencies into ``site`` one by one.

    A .pth file that names this environment would also bring the editable installation of the
    source tree along, and the test would pass on files that the wheel lacks.
    """
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        ours = entry.suffix == ".pth" or "boche" in entry.name
        if not ours and not (site / entry.name).exists():
            (site / entry.name).symlink_to(entry)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("away from the tree")


@pytest.fixture(scope="module")
def environment(folder: Path) -> Path:
    """Create a fresh environment with the wheel and links to its dependencies."""
    environment = folder / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=folder)
    python = environment / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--quiet"),
        *("--no-deps", "--no-index", "--disable-pip-version-check", build_wheel(folder)),
        cwd=folder,
    )
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    share_dependencies(Path(run(python, "-c", where, cwd=folder).stdout.strip()))
    return environment


def test_it_installs_one_name(folder: Path, environment: Path) -> None:
    (wheel,) = (folder / "dist").glob("boche-*.whl")
    files = zipfile.ZipFile(wheel).namelist()
    names = {name.partition("/")[0] for name in files}
    assert {name for name in names if not name.endswith(".dist-info")} == {"boche"}
    assert "boche/testing/__init__.py" in files, "packages with games test themselves with it"


def test_it_begins_a_game(environment: Path, tmp_path: Path) -> None:
    python = environment / "bin" / "python"
    run(python, "-m", "boche.testing", "new", "mygame", cwd=tmp_path)
    assert "GAME = Game(" in (tmp_path / "mygame" / "mygame" / "__init__.py").read_text()


@pytest.mark.parametrize("first", ["site-packages", "the folder"])
def test_it_works_beside_packages_of_the_same_names(
    environment: Path, folder: Path, tmp_path: Path, first: str
) -> None:
    """Of a user's own, wherever Python looks for them."""
    python = environment / "bin" / "python"
    place = tmp_path
    if first != "the folder":
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        place = Path(run(python, "-c", where, cwd=folder).stdout.strip())
    for name in FOLDERS:
        (place / name).mkdir()
        (place / name / "__init__.py").write_text("raise RuntimeError('not this one')\n")
    try:
        done = run(python, "-m", "boche", "perft", "--size", "2", "--depth", "2", cwd=tmp_path)
        assert done.stdout
        code = "from boche.viewer.resources import shader_names; print(shader_names('.glsl'))"
        assert "[]" not in run(python, "-c", code, cwd=tmp_path).stdout
        run(python, "-c", "import boche.server.operation.startup", cwd=tmp_path)
        backend = "from boche.viewer.assistant.search_backend import ROOT; print(ROOT)"
        assert Path(run(python, "-c", backend, cwd=tmp_path).stdout.strip(), "boche").is_dir()
    finally:
        for name in FOLDERS:
            shutil.rmtree(place / name)


PICTURES = """\
import numpy as np
import numpy.typing as npt

from boche.engine import new
from boche.engine.game import Position
from boche.engine.record import Record, load
from boche.viewer.export.pictures import Camera


def pictures(position: Position, record: Record) -> list[npt.NDArray[np.uint8]]:
    png: bytes = position.png("position.png", size=(64, 48), view="top", last="a1")
    text: str = position.svg("position.svg")
    model: bytes = position.model("position.glb", edge=20.0)
    page: str = record.page("page.html")
    record.film("film.gif", size=(64, 64), moves=(1, 2), fps=2)
    print(len(record.png(move=-1, numbers=True)), len(png), len(text), len(model), len(page))
    with Camera((64, 48), view="top", theme="dark") as camera:
        return [*camera.images([position, new("che")]), camera.image(position, last="a1")]


record: Record = load("game.sgf")
print([image.shape for image in pictures(new("boku").play("a1"), record)])
"""


def test_pictures_from_python(environment: Path, record: Path, tmp_path: Path) -> None:
    """Without a display; what a type checker says of it, the full tests ask."""
    (tmp_path / "game.sgf").write_bytes(record.read_bytes())
    (tmp_path / "pictures.py").write_text(PICTURES)
    python = environment / "bin" / "python"
    done = run("env", "-u", "DISPLAY", python, "pictures.py", cwd=tmp_path)
    assert done.stdout.endswith("[(48, 64, 3), (48, 64, 3), (48, 64, 3)]\n")
    names = {"position.png", "position.svg", "position.glb", "page.html", "film.gif"}
    assert names <= {file.name for file in tmp_path.iterdir()}


@pytest.fixture(scope="module")
def boche(environment: Path) -> Path:
    return environment / "bin" / "boche"


@pytest.fixture(scope="module")
def installed(environment: Path, folder: Path) -> dict[str, Path]:
    """Return the folders from which the new environment imports each of our packages."""
    code = f"""if True:
        import importlib, json
        modules = {{name: importlib.import_module("boche." + name) for name in {FOLDERS}}}
        print(json.dumps({{name: module.__path__[0] for name, module in modules.items()}}))
    """
    found = json.loads(run(environment / "bin" / "python", "-c", code, cwd=folder).stdout)
    return {name: Path(path) for name, path in found.items()}


@pytest.fixture(scope="module")
def record(installed: dict[str, Path]) -> Path:
    """Return the first of the sample records installed with the wheel."""
    records = sorted((installed["assets"] / "records").glob("*.sgf"))
    assert records, "no sample record travelled in the wheel"
    return records[0]


def test_it_is_the_wheel_that_is_tested(environment: Path, installed: dict[str, Path]) -> None:
    for path in installed.values():
        assert path.is_relative_to(environment)


def test_all_data_files_travel(installed: dict[str, Path]) -> None:
    for name in FOLDERS:
        files = [f for f in (ROOT / name).rglob("*") if f.suffix in DATA and not MADE & {*f.parts}]
        missing = [f for f in files if not (installed[name] / f.relative_to(ROOT / name)).is_file()]
        assert missing == []


def test_help(boche: Path, folder: Path) -> None:
    assert "perft" in run(boche, "--help", cwd=folder).stdout


def test_perft_counts_the_published_number(boche: Path, folder: Path) -> None:
    done = run(boche, "perft", "--game", "boche", "--size", "2", "--depth", "4", cwd=folder)
    assert "3792" in done.stdout.split()


def test_show_prints_a_board(boche: Path, record: Path, folder: Path) -> None:
    assert "+---" in run(boche, "show", record, cwd=folder).stdout


def test_shot_writes_a_picture(boche: Path, record: Path, folder: Path) -> None:
    picture = folder / "x.png"
    run(boche, "shot", record, "--move", "3", "--pixels", "320x200", "-o", picture, cwd=folder)
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    # Width and height are in the header, the first chunk of every PNG.
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (320, 200)


def test_bad_input_is_one_line_and_exit_code_2(boche: Path, folder: Path) -> None:
    done = run(boche, "show", folder / "missing.sgf", cwd=folder, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
