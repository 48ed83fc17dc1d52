"""Texts of the games: each stated once, as data, so that they can be translated."""

from __future__ import annotations

import ast
import pickle
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from boche.engine.errors import IllegalMoveError, NotationError, RefusedMoveError
from boche.engine.game import Position
from boche.engine.games.registry import GAMES, new
from boche.engine.message import ENGLISH, Language, Message
from boche.viewer.camera.rays import Ray
from boche.viewer.games.registry import view_of
from boche.viewer.games.view import Display
from boche.viewer.renderer.style import palette, palette_names
from tests import ROOT
from tests.positions import played

FOLDERS = (ROOT / "engine", ROOT / "viewer", ROOT / "tests" / "plugins" / "y")
WORDINGS = {"words.py", "message.py"}

# -- worded once


CALLED = re.compile(r"\b(Phrase|IllegalMoveError|NotationError)\(")
"""What is looked for: files without any of it are not parsed."""


@cache  # not done at import: every process that runs tests would read all sources for it
def calls() -> dict[str, list[tuple[Path, ast.Call]]]:
    """Return the calls in the engine, the viewer and the external game, by the called name."""
    found: dict[str, list[tuple[Path, ast.Call]]] = defaultdict(list)
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if CALLED.search(text) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found[node.func.id].append((path, node))
    return found


def phrases() -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """Yield every phrase: its file, its kind and its templates."""
    for path, call in calls()["Phrase"]:
        texts = [*call.args, *(keyword.value for keyword in call.keywords)]
        kind, *forms = (ast.literal_eval(text) for text in texts)
        yield path, kind, tuple(forms)


def test_each_kind_is_worded_once_and_each_wording_has_one_kind() -> None:
    found = list(phrases())
    assert len(found) > 150
    kinds = Counter(kind for _, kind, _ in found)
    texts = Counter(text for _, _, forms in found for text in set(forms))
    assert [each for found in (kinds, texts) for each in found if found[each] > 1] == []


def test_phrases_stand_with_the_words_of_their_game() -> None:
    for path, kind, _ in phrases():
        assert path.name in WORDINGS, path
        if path.parent.parent.name == "games":
            assert kind.startswith(f"{path.parent.name}."), path


def test_colours_that_a_palette_renames_go_without_article_and_apostrophe() -> None:
    """Check phrases on renamed colours: White may be orange, so "white's" would be wrong."""
    renamed = {colour for name in palette_names() for colour in palette(name).names}
    games = {name for name, game in GAMES.items() if renamed & set(game.colours)}
    assert games == {"boku", "octi"}
    colour = r"\{(colour|player|winner|loser|turn)\}"
    for _, kind, forms in phrases():
        if kind.partition(".")[0] in games:
            assert not [f for f in forms if re.search(rf"\ban? {colour}|{colour}'s", f)], kind


def test_no_refusal_is_a_plain_sentence() -> None:
    both = [*calls()["IllegalMoveError"], *calls()["NotationError"]]
    refusals = [(path, call.args[0]) for path, call in both]
    assert len(refusals) > 50
    plain = [path for path, given in refusals if isinstance(given, (ast.Constant, ast.JoinedStr))]
    assert plain == []


# -- refusals


def bad_moves(game: str, rng: random.Random) -> Iterator[tuple[Position, str]]:
    """Yield positions of random games with texts in the game's notation, mostly illegal."""
    pool: list[str] = []
    for _ in range(12):
        position = new(game)
        for _ in range(30):
            if position.outcome is not None:
                break
            move = position.random_move(rng)
            pool.append(str(move))
            position = position.play(move)
            for _ in range(6):
                yield position, garbled(rng.choice(pool), rng)


def garbled(text: str, rng: random.Random) -> str:
    """Return a move's text, possibly with one character replaced."""
    at = rng.randrange(len(text))
    if rng.random() < 0.3 or not text[at].isalnum():
        return text
    other = rng.choice("abcdefghi" if text[at].isalpha() else "123456789!")
    return text[:at] + other + text[at + 1 :]


def refusal(position: Position, text: str) -> RefusedMoveError | None:
    """Return the error for a move, or None for a legal one."""
    try:
        position.play(text)
    except RefusedMoveError as error:
        return error
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_has_a_kind(game: str) -> None:
    refused = [refusal(position, text) for position, text in bad_moves(game, random.Random(7))]
    found, kinds = set(), {kind for _, kind, _ in phrases()}
    for error in filter(None, refused):
        assert isinstance(error.reason, Message)
        assert error.reason.kind in kinds
        assert error.message.kind == "refused"
        assert str(error) == error.message == f"{error.message.values['move']}: {error.reason}"
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert again.reason.kind == error.reason.kind
        found.add((type(error), error.reason.kind))
    assert len(found) >= 4, found
    assert {kind for kind, _ in found} == {IllegalMoveError, NotationError}


# -- in another language

GERMAN = Language(
    {
        "refused": "{move} geht nicht: {reason}",
        "game-over": "das Spiel ist aus, {reason}",
        "resigned": "{loser} gab auf",
        "list.and": "{before} und {next}",
        "list.or": "{before} oder {next}",
        "boche.closed": "{cell} braucht {below:and} für Ebene {level}",
        "boche.joins": "verbindet {groups:and}",
        "boche.joined-group": "eine Gruppe ({colour}, {count})",
        "boche.group": ("{colour}, ein Punkt, {state}", "{colour}, {count} Punkte, {state}"),
        "boche.sides": ("am Rand {sides:and}", "an den Rändern {sides:and}"),
        "boku.must-take": "{cell} muss schlagen: {moves:or}",
        "boku.brings": "{effects:and}",
        "boku.takes": "schlägt {cell}",
        "boku.marbles": "{count} Kugeln, {colour}, in einer Reihe",
        "che.taken": "auf {cell} liegt schon {tile}",
        "che.makes": "macht {regions:and}",
        "che.made-region": ("", "ein Gebiet ({colour}, {count} Steine)"),
        "che.region": ("{colour}, ein Stein, {state}", "{colour}, {count} Steine, {state}"),
        "che.open": ("offen bei einem Feld", "offen bei {count} Feldern"),
        "octi.no-prongs": "der Stein auf {square} hat keine Zacken",
        "octi.brings": "{move} bringt: {effects:comma}",
        "octi.adds-prong": "eine Zacke mehr",
        "octi.pods-there": ("ein Stein auf {square}: {pods:comma}", "{count} Steine: {pods:comma}"),
        "octi.bare": "kahl",
    },
    {
        "light": "hell",
        "dark": "dunkel",
        "black": "Schwarz",
        "left": "links",
        "bottom": "unten",
    },
)


def in_german(message: Message) -> str:
    assert message.kind in GERMAN.templates, message.kind
    assert ENGLISH.say(message) == message
    return GERMAN.say(message)


def refused_in_german(act: Callable[[], object]) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        act()
    return in_german(caught.value.message)


of_a_move = partial(pytest.mark.parametrize, ("game", "moves", "move", "wanted"))


@of_a_move(
    [
        ("boche", "a:a1 a:a2 a:b1", "e:b1", "e:b1 geht nicht: b1 braucht c1 und b2 für Ebene 1"),
        ("boku", "e4 e5 a1 e6", "e7", "e7 geht nicht: e7 muss schlagen: e7xe5 oder e7xe6"),
        ("che", "fr:0,0", "fl:0,0+fl:1,0", "fl:0,0+fl:1,0 geht nicht: auf 0,0 liegt schon fr"),
        ("octi", "", "57-56", "57-56 geht nicht: der Stein auf 57 hat keine Zacken"),
    ],
)
def test_a_refusal_is_translated(game: str, moves: str, move: str, wanted: str) -> None:
    position = played(game, moves)
    assert refused_in_german(lambda: position.play(move)) == wanted


@pytest.mark.parametrize(
    ("game", "loser"),
    [("boche", "hell"), ("boku", "Schwarz"), ("che", "hell"), ("octi", "Schwarz")],
)
def test_an_outcome_is_translated(game: str, loser: str) -> None:
    end = new(game).resign()
    assert end.outcome is not None
    assert in_german(end.outcome.reason) == f"{loser} gab auf"
    said = refused_in_german(end.resign)
    assert said == f"resign geht nicht: das Spiel ist aus, {loser} gab auf"


@of_a_move(
    [
        ("boche", "a:a1 a:b1", "a:a2", "verbindet eine Gruppe (dunkel, 10)"),
        ("boku", "e4 e5 a1 e6", "e7xe5", "schlägt e5"),
        ("che", "fr:0,0", "fl:1,0", "macht ein Gebiet (hell, 2 Steine)"),
        ("octi", "", "57+c", "57+c bringt: eine Zacke mehr"),
    ],
)
def test_a_preview_is_translated(game: str, moves: str, move: str, wanted: str) -> None:
    position = played(game, moves)
    step = move if game == "che" else position.parse(move)
    assert in_german(view_of(game).picker.preview(position, step).text) == wanted


@pytest.mark.parametrize(
    ("game", "moves", "target", "wanted"),
    [
        ("boche", "a:a1", "a1", "dunkel, 4 Punkte, an den Rändern links und unten"),
        ("boku", "e4 a1 e5", "e5", "2 Kugeln, Schwarz, in einer Reihe"),
        ("che", "fr:0,0", "0,0", "hell, ein Stein, offen bei 6 Feldern"),
        ("octi", "", "57+", "ein Stein auf 57: kahl"),
    ],
)
def test_a_hover_text_is_translated(game: str, moves: str, target: str, wanted: str) -> None:
    position, picker = played(game, moves), view_of(game).picker
    above = np.asarray(picker.place(position, target, Display())) + np.array([0.0, 0.0, 9.0])
    pick = picker.pick(position, Ray(above, np.array([0.0, 0.0, -1.0])), Display())
    assert in_german(picker.hover(position, pick).text) == wanted
