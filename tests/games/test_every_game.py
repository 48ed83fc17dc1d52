"""What every registered game must have, whatever it is: docs/adding-a-game.md."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.games.registry import GAMES, new
from engine.perft import perft
from engine.record import final_position, load
from engine.record.dialect import FORMS
from tests import ROOT
from tests.games.playthrough import FOLDER, moves_in, wanted, written
from viewer.games.info import INFOS
from viewer.games.view import PICKERS
from viewer.scene import BUILDERS
from viewer.scene.live import LIVE

RECORDS = ROOT / "assets" / "records"
PERFT: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "perft.toml").read_text(encoding="utf-8")
)
PLAYTHROUGHS = list(wanted())

# The rooms of one game, and the registries: all other files know no game by name.
OWN = ("engine/{}/", "engine/search/{}.py", "engine/search/{}_", "viewer/scene/{}", "viewer/hud/{}")
REGISTRIES = ("engine/games/registry.py", "engine/record/dialect.py", "viewer/scene/__init__.py")
REGISTRIES += ("viewer/scene/live.py", "viewer/games/view.py", "viewer/games/info.py")
# Boche's own, under another name: the solver.
OTHERS = ("engine/games/boche/solve.py",)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_in_every_registry(game: str) -> None:
    for registry in (FORMS, BUILDERS, LIVE, PICKERS, INFOS):
        assert game in registry, f"docs/adding-a-game.md: {game} is missing"
    for module in (BUILDERS[game], LIVE[game], PICKERS[game], INFOS[game]):
        assert importlib.util.find_spec(module) is not None, module


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_searched(game: str) -> None:
    for module in (game, f"{game}_tables"):
        assert importlib.util.find_spec(f"engine.search.{module}") is not None, module


@pytest.mark.parametrize("game", GAMES)
def test_it_has_counts_of_its_moves(game: str) -> None:
    entries = PERFT.get(game, [])
    assert any(not entry.get("options") for entry in entries), "none with the default options"
    assert max(len(entry["counts"]) for entry in entries) >= 2


@pytest.mark.parametrize(
    ("game", "entry"), [(game, entry) for game, found in PERFT.items() for entry in found]
)
def test_its_moves_count_as_before(game: str, entry: dict[str, Any]) -> None:
    position = new(game, **entry.get("options", {}))
    for move in entry.get("moves", "").split():
        position = position.play(move)
    counts = [perft(position, depth + 1) for depth in range(len(entry["counts"]))]
    assert counts == entry["counts"]


@pytest.mark.parametrize("game", GAMES)
def test_it_has_two_finished_records(game: str) -> None:
    samples = [load(path) for path in sorted(RECORDS.glob(f"{game}-*"))]
    assert all(sample.game == game for sample in samples)
    ends = [final_position(sample).outcome for sample in samples]
    assert len({outcome.kind for outcome in ends if outcome is not None}) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_it_has_its_rules_and_a_picture_in_the_docs(game: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# How to play {GAMES[game].title}\n")
    pictures = [word.split(")")[0] for word in text.split("](../pictures/")[1:]]
    assert pictures, "no picture"
    assert all((ROOT / "docs" / "pictures" / name).is_file() for name in pictures)


@pytest.mark.parametrize(
    ("path", "game", "options"), PLAYTHROUGHS, ids=lambda x: getattr(x, "stem", "")
)
def test_a_playthrough_is_what_it_was(path: Path, game: str, options: dict[str, Any]) -> None:
    text = path.read_text(encoding="utf-8")
    assert written(game, options, moves_in(text)) == text


def test_there_is_no_playthrough_too_many() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(path for path, *_ in PLAYTHROUGHS)


def shared_files() -> list[Path]:
    found = []
    for path in sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("viewer/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        own = any(name.startswith(place.format(game)) for place in OWN for game in GAMES)
        own = own or name in (f"viewer/pick_{game}.py" for game in GAMES)
        if not own and name not in (*REGISTRIES, *OTHERS):
            found.append(path)
    return found


def test_shared_rooms_know_no_game_by_name() -> None:
    """No text that is a game's name, and no import of a game's room."""
    found = []
    for path in shared_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Constant) and node.value != "boche":  # the program's name, too
                names = [node.value] if isinstance(node.value, str) else []
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [*(node.module or "").split("."), *(each.name for each in node.names)]
            elif isinstance(node, ast.Import):
                names = [part for each in node.names for part in each.name.split(".")]
            found += [f"{path.relative_to(ROOT)}:{node.lineno}" for name in names if name in GAMES]
    assert found == []
