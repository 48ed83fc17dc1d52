"""Imports follow the table of rooms in ``rooms.py``.

A file that no room covers fails, and so does a room without files.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path

import pytest

from boche.engine.games.registry import DEFAULT, GAMES
from tests import ROOT
from tests.room_imports import imports_of, module_of, problems_in, sources
from tests.rooms import OWN, ROOMS, Room

# -- rooms


def test_every_file_imports_only_what_its_room_may() -> None:
    assert problems_in(ROOT, ROOMS) == []


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Make a small project of two rooms."""
    (tmp_path / "engine" / "games" / "go").mkdir(parents=True)
    (tmp_path / "engine" / "errors.py").write_text("import os\n")
    (tmp_path / "engine" / "games" / "go" / "rules.py").write_text(
        "from boche.engine import errors\n"
    )
    return tmp_path


SMALL = (Room("engine/errors.py"), Room("engine/games/*/*.py", f"engine.errors {OWN}", "numpy"))


def test_a_small_house_is_in_order(house: Path) -> None:
    assert problems_in(house, SMALL, ["engine"]) == []


def test_a_file_that_no_room_has_is_told(house: Path) -> None:
    (house / "engine" / "extra.py").write_text("")
    assert problems_in(house, SMALL, ["engine"]) == ["engine/extra.py is in no room"]


def test_a_room_without_files_is_told(house: Path) -> None:
    rooms = [*SMALL, Room("engine/gone/*.py", "engine")]
    assert problems_in(house, rooms, ["engine"]) == ["no file is in the room engine/gone/*.py"]


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("from boche.engine.games.chess import rules", "engine.games.chess"),
        ("from ..chess import rules", "engine.games.chess"),
        ("def f():\n    import pyglet", "pyglet"),
        ("if TYPE_CHECKING:\n    from boche.engine import games", "engine"),
        ("from engine.errors_of_others import x", "engine.errors_of_others"),
    ],
)
def test_what_a_room_may_not_import_is_told(house: Path, text: str, module: str) -> None:
    file = house / "engine" / "games" / "go" / "board.py"
    file.write_text(f"import numpy\nfrom boche.engine.games.go import rules\n{text}\n")
    assert problems_in(house, SMALL, ["engine"]) == [f"engine/games/go/board.py imports {module}"]


# -- tests


def test_no_file_of_tests_is_without_a_test() -> None:
    files = (ROOT / "tests").rglob("test_*.py")
    texts = {str(each): each.read_text("utf-8") for each in files}
    assert [each for each, text in texts.items() if not re.search("def test_|TestCase", text)] == []


def test_no_test_has_a_loop_in_the_thread_of_the_tests() -> None:
    # A browser's driver may have its own there, and which tests share a process is chance.
    own = {"own_loop.py", "faulty.py", "guests.py"}  # threads, and a process
    files = [each for each in (ROOT / "tests").rglob("*.py") if each.name not in own]
    loops = ["asyncio." + name for name in ("run(", "Runner(", "new_event_loop(")]
    texts = {str(each): each.read_text("utf-8") for each in files}
    assert [each for each, text in texts.items() if any(loop in text for loop in loops)] == []


# -- no circles


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the import cycles, direct or indirect, one list of modules for each."""

    def reached(start: str) -> set[str]:
        seen, left = set[str](), [start]
        while left:
            new = imports.get(left.pop(), set()) - seen
            seen |= new
            left += new
        return seen

    behind = {module: reached(module) for module in imports}
    knots = {
        tuple(sorted(other for other in behind[module] if module in behind.get(other, ())))
        for module in imports
        if module in behind[module]
    }
    return [list(knot) for knot in sorted(knots)]


def graph(package: str) -> dict[str, set[str]]:
    files = sources(ROOT, [package])
    modules = {module_of(name): name for name in files}
    texts = {module: files[name].read_text(encoding="utf-8") for module, name in modules.items()}
    return {
        module: (imports_of(modules[module], text, modules) & set(modules)) - {module}
        for module, text in texts.items()
    }


@pytest.mark.parametrize("package", ["engine", "viewer", "server", "testing"])
def test_no_file_imports_what_imports_it(package: str) -> None:
    """Neither in a function nor for its types."""
    assert circles(graph(package)) == []


def test_circles_are_found() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a", "f"}, "f": {"e"}}
    assert circles(imports) == [["b", "c"], ["e", "f"]]


# -- names of games

NAME = re.compile(rf"(?i)\b({'|'.join(GAMES)})\b")
MAY_NAME_GAMES = (
    "engine/games/*/*.py",
    "engine/games/registry.py",
    "viewer/games/*/*.py",
    "viewer/games/registry.py",
    # The program's own name, which a game has too: in one place, and once more where a process
    # that is told to end must not load that.
    "engine/program.py",
    "viewer/cli/stop.py",
)


IMPORTED = re.compile(
    r"(from|import) boche import|\bboche(\.(engine|server|testing|viewer)\b|\.assets\b|\.shaders\b)"
)
"""The package that all of it lies in, which is called as a game is."""


def naming(files: Mapping[str, str], may: Iterable[str] = MAY_NAME_GAMES) -> list[str]:
    """Return the lines that name a game in files that may not."""
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in files.items()
        if not any(fnmatchcase(name, pattern) for pattern in may)
        for number, line in enumerate(text.splitlines(), 1)
        if NAME.search(IMPORTED.sub("", line))
    ]


def test_no_file_names_a_game_outside_its_room() -> None:
    """Not in a remark or an example either."""
    files = {name: path.read_text(encoding="utf-8") for name, path in sources(ROOT).items()}
    assert naming(files) == []


@pytest.mark.parametrize("pattern", MAY_NAME_GAMES)
def test_every_file_that_may_name_a_game_is_there_and_does(pattern: str) -> None:
    found = {n: p.read_text("utf-8") for n, p in sources(ROOT).items() if fnmatchcase(n, pattern)}
    assert naming(found, may=()) != []


def test_a_name_is_found_in_code_and_in_words() -> None:
    text = "from boche.engine.games import octi\n# as in Boku\n"
    text += 'if name == "che":\n    cache = "checked"\n'
    found = naming({"engine/gtp/extra.py": text, "engine/games/octi/extra.py": text})
    assert [line.split(":")[1] for line in found] == ["1", "2", "3"]


# -- what starting costs


def loaded_after(code: str) -> set[str]:
    """Return the modules loaded in a fresh interpreter after it ran ``code``."""
    listing = "import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{listing}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


PLAY = "from boche.engine import new; p = new('boche').play('c:a1'); p.legal_moves(); p.outcome"


@pytest.mark.parametrize("code", ["import engine", PLAY], ids=["import", "play"])
def test_start_up_stays_light(code: str) -> None:
    heavy = {"moderngl", "pyglet", "pyrr", "PIL", "viewer"}
    assert loaded_after(code) & heavy == set()


RECORDS = {
    "boche": "boche-path.sgf", "che": "che-closed.sgf", "boku": "boku-row.sgf",
    "octi": "octi-south.sgf",
}  # fmt: skip
DESCRIPTION = ("", ".geometry", ".words")
"""The modules that describe a game: the package itself, and what it names."""


def of_games(modules: Iterable[str]) -> dict[str, set[str]]:
    """Return the modules that belong to each game, named within the engine or the viewer."""
    found: dict[str, set[str]] = {game: set() for game in GAMES}
    for module in modules:
        half, _, rest = module.removeprefix("boche.").partition(".games.")
        game, dot, name = rest.partition(".")
        if game in found:
            found[game].add(f"{half}{dot}{name}")
    return found


def test_names_of_games_load_no_rules() -> None:
    loaded = of_games(loaded_after("from boche.engine import GAMES; list(GAMES)"))
    allowed = {f"engine{name}" for name in DESCRIPTION}
    assert loaded.pop(DEFAULT.name) <= allowed
    assert set().union(*loaded.values()) == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["show", "shot"])
def test_a_command_loads_the_rules_and_the_view_of_its_game_only(
    tmp_path: Path, command: str, game: str
) -> None:
    output = {"shot": ["-o", "-", "--pixels", "64x64"], "page": ["-o", str(tmp_path / "page.html")]}
    words = [command, str(ROOT / "assets" / "records" / RECORDS[game]), *output.get(command, [])]
    run = "import io, sys\nfrom boche.viewer.cli import main\n"
    run += "sys.stdout = io.TextIOWrapper(io.BytesIO())\n"
    run += f"code = main({words!r})\nsys.stdout = sys.__stdout__\nassert code == 0"
    loaded = of_games(loaded_after(run))
    own = loaded.pop(game)
    assert "engine.position" in own
    assert ("viewer.scene" in own) == (command in ("shot", "page"))
    assert set().union(*loaded.values()) <= {f"engine{name}" for name in DESCRIPTION}


def test_the_window_loads_what_is_rare_when_it_is_asked_for() -> None:
    """The first picture waits for all that is loaded before."""
    rare = {
        f"boche.{name}" for name in (
            "engine.search.result", "engine.search.searcher", "viewer.hud.pages.manual",
            "viewer.remote.session", "viewer.remote.view", "viewer.rules.book",
            "viewer.scene.bodies", "viewer.window.online_search",
            "viewer.window.records.native_dialogs", "viewer.window.sharing.sharing",
        )
    }  # fmt: skip
    for name in rare:
        assert find_spec(name) is not None, f"{name} is called otherwise now"
    start = "import boche.viewer.window.app\n"
    start += "from boche.viewer.games.registry import view_of\nview_of('boche')"
    assert loaded_after(start) & rare == set()
