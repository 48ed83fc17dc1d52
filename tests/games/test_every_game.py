"""Requirements on every built-in game beyond ``check_game``: docs/adding-a-game.md."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import tomllib
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from boche.engine.games.registry import GAMES, new
from boche.engine.perft import perft
from boche.engine.record import final_position, load, say_result
from boche.engine.record.dialect import Result
from boche.viewer.games.registry import VIEWS
from tests import ROOT
from tests.games.playthrough import FOLDER, moves_in, wanted, written

RECORDS = ROOT / "assets" / "records"
PERFT: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "perft.toml").read_text(encoding="utf-8")
)
PLAYTHROUGHS = list(wanted())


def kinds_of_wins(game: str) -> set[str]:
    """Return the kinds of won outcomes in the game's position module."""
    source = Path(inspect.getfile(type(new(game)))).read_text(encoding="utf-8")
    outcomes = (
        node.args
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Outcome"
    )
    return {ast.literal_eval(kind) for winner, _, kind in outcomes if ast.unparse(winner) != "None"}


@pytest.mark.parametrize("game", GAMES)
def test_a_result_says_in_words_how_a_game_was_won(game: str) -> None:
    kinds, rules = kinds_of_wins(game), GAMES[game]
    assert kinds, "there are ways to win"
    for kind in (*kinds, "resignation", "time", "forfeit", ""):
        said = say_result(rules, Result(rules.colours[0], kind), {rules.colours[0]: "anna"})
        assert said.startswith("anna won")
        assert "(" not in said, "a word for programs is no word for people"


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_shown_and_searched(game: str) -> None:
    assert game in VIEWS, f"docs/adding-a-game.md: {game} cannot be shown"
    assert importlib.util.find_spec(f"{GAMES[game].room}.search") is not None


@pytest.mark.parametrize("game", GAMES)
def test_it_has_counts_of_its_moves(game: str) -> None:
    entries = PERFT.get(game, [])
    assert any(not entry.get("options") for entry in entries), "none with the default options"
    assert max(len(entry["counts"]) for entry in entries) >= 2


def check_counts(game: str, entry: dict[str, Any], most: int) -> None:
    """Count the moves, up to the first ply that has more than ``most``."""
    position = new(game, **entry.get("options", {}))
    for move in entry.get("moves", "").split():
        position = position.play(move)
    known = list(takewhile(lambda count: count <= most, entry["counts"]))
    assert [perft(position, depth + 1) for depth in range(len(known))] == known


@pytest.mark.parametrize(
    ("game", "entry"), [(game, entry) for game, found in PERFT.items() for entry in found]
)
def test_its_moves_count_as_before(game: str, entry: dict[str, Any]) -> None:
    check_counts(game, entry, 1_000)


@pytest.mark.parametrize("game", GAMES)
def test_it_has_two_finished_records(game: str) -> None:
    samples = [load(path) for path in sorted(RECORDS.glob(f"{game}-*"))]
    assert all(sample.game_name == game for sample in samples)
    ends = [final_position(sample).outcome for sample in samples]
    assert len({outcome.kind for outcome in ends if outcome is not None}) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_it_has_its_rules_and_a_picture_in_the_docs(game: str) -> None:
    text = (ROOT / "assets" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# How to play {GAMES[game].title}\n")
    pictures = [word.split(")")[0] for word in text.split("](../../docs/pictures/")[1:]]
    assert pictures, "no picture"
    assert all((ROOT / "docs" / "pictures" / name).is_file() for name in pictures)


@pytest.mark.parametrize(
    ("path", "game", "options"), PLAYTHROUGHS, ids=lambda x: getattr(x, "stem", "")
)
def test_a_playthrough_is_what_it_was(path: Path, game: str, options: dict[str, Any]) -> None:
    assert path.exists(), "new: write it with python -m tests.games.playthrough, and look at it"
    text = path.read_text(encoding="utf-8")
    assert written(game, options, moves_in(text)) == text


def test_there_is_no_playthrough_too_many() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(path for path, *_ in PLAYTHROUGHS)
