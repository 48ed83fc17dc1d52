"""Who may import whom: engine <- session <- scene <- renderer, each blind to its right."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

GL = ["moderngl", "pyglet"]
RIGHT_OF_SCENE = [
    "viewer.renderer",
    "viewer.window.window",
    "viewer.hud",
    "viewer.window.app",
    "viewer.cli",
]

RIGHT_OF_SESSION = [
    "viewer.scene",
    "viewer.camera.camera",
    "viewer.games.view",
    *RIGHT_OF_SCENE,
    *GL,
]

# From input events to intents: these see the scene's plain data, but no GL and no window.
INPUT_ROOM = [
    "commands",
    "computer",
    "controller",
    "guests",
    "keys",
    "mind",
    "motion",
    "orbit",
    "picking",
    "selection",
    "table",
    "tableview",
    "thinking",
    "thoughts",
    "timeline",
    "walk",
    "writing",
]

# (files, what they must not import). A file that does not exist yet has nothing to answer for.
FORBIDDEN = [
    ("engine/**/*.py", ["viewer", "shaders", "PIL", "pyrr", *GL]),
    ("viewer/session/**/*.py", RIGHT_OF_SESSION),
    ("viewer/storage/autosave.py", RIGHT_OF_SESSION),
    ("viewer/storage/autosave_file.py", RIGHT_OF_SESSION),
    ("viewer/session/player_names.py", ["viewer.session", *RIGHT_OF_SESSION]),
    ("viewer/storage/settings.py", ["viewer.session", *RIGHT_OF_SESSION]),
    ("viewer/storage/paths.py", ["viewer.session", *RIGHT_OF_SESSION]),
    ("viewer/scene/**/*.py", [*RIGHT_OF_SCENE, *GL]),
    ("viewer/camera/camera.py", ["engine", *RIGHT_OF_SCENE, *GL]),
    *((f"viewer/{name}.py", [*RIGHT_OF_SCENE, *GL]) for name in INPUT_ROOM),
    ("viewer/pick_*.py", [*RIGHT_OF_SCENE, *GL]),
    ("viewer/resources.py", ["engine", *RIGHT_OF_SCENE, *GL]),
    ("viewer/renderer/**/*.py", ["engine", "viewer.session", "viewer.cli", "viewer.window.window"]),
    ("shaders/**/*.py", ["engine", "viewer"]),
    ("assets/**/*.py", ["engine", "viewer"]),
]

# Libraries that only these files may import.
SOLE_USERS = {"pyrr": ["viewer/camera/camera.py"], "pyglet": ["viewer/window/pyglet_setup.py"]}

ROOMS = ("engine", "viewer", "shaders", "assets")


def absolute(node: ast.ImportFrom, path: Path) -> str:
    """The full name of the module that a ``from`` import names."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).parent.parts
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def imports_of(path: Path) -> set[str]:
    """All modules that a file imports, in functions too; ``from a import b`` gives a and a.b."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node, path)
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return names


def within(name: str, module: str) -> bool:
    return name == module or name.startswith(module + ".")


def offences(path: Path, forbidden: list[str]) -> list[str]:
    where = path.relative_to(ROOT).as_posix()
    return [
        f"{where} imports {name}"
        for name in sorted(imports_of(path))
        if any(within(name, module) for module in forbidden)
    ]


@pytest.mark.parametrize(("files", "forbidden"), FORBIDDEN, ids=[f for f, _ in FORBIDDEN])
def test_no_room_imports_what_stands_to_its_right(files: str, forbidden: list[str]) -> None:
    found = [line for path in sorted(ROOT.glob(files)) for line in offences(path, forbidden)]
    assert found == []


@pytest.mark.parametrize(("library", "users"), SOLE_USERS.items())
def test_some_libraries_have_one_user(library: str, users: list[str]) -> None:
    others = [
        path
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in users
    ]
    assert [line for path in others for line in offences(path, [library])] == []


def test_relative_imports_are_seen(tmp_path: Path) -> None:
    node = ast.parse("from ..renderer import draw").body[0]
    assert isinstance(node, ast.ImportFrom)
    assert absolute(node, ROOT / "viewer/games/boche/scene.py") == "viewer.renderer"


def loaded_after(code: str) -> set[str]:
    """The top-level modules loaded in a fresh interpreter after it ran ``code``."""
    listing = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{listing}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


PLAY = "from engine import new; p = new('boche').play('c:a1'); p.legal_moves(); p.outcome"


@pytest.mark.parametrize("code", ["import engine", PLAY], ids=["import", "play"])
def test_start_up_stays_light(code: str) -> None:
    heavy = {"numba", "llvmlite", "moderngl", "pyglet", "pyrr", "PIL", "viewer"}
    assert loaded_after(code) & heavy == set()
