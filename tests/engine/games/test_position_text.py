"""Positions as one line of text, and their keys."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boche.engine import new
from boche.engine.errors import BocheError, NotationError, OptionError, UnknownGameError
from boche.engine.games.boche.position import Position as BochePosition
from boche.engine.games.boku.position import Position as BokuPosition
from boche.engine.games.octi.board import geometry_of
from boche.engine.games.octi.position import Position as OctiPosition
from boche.engine.games.registry import GAMES
from boche.engine.position import PlainPosition
from boche.engine.position_text import LONGEST, key_of, read_rows, write_rows
from tests import ROOT
from tests.engine.games.octi.slow_rules import crowded
from tests.engine.games.text_checks import check_whole_state, read
from tests.positions import played

games = pytest.mark.parametrize("game", GAMES)
BOTH_ENCLOSED = "boche size=5 a,a,a,a,a/a,c,d,a/a,b,a/a,a/a dark - dark:enclosure"
EMPTY = {
    "boche": "boche - 6/5/4/3/2/1 light - -",
    "che": "che - - light -",
    "boku": "boku - 5/6/7/8/9/10/9/8/7/6/5 black - -",
    "octi": "octi - 37,57,77/33,53,73 4,0,25/4,0,25 black - -",
}


# -- the board


@games
def test_printed_a_position_is_its_board(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    position = new(game)
    print(position, end="")
    assert capsys.readouterr().out == position.text_board(coordinates=True)
    assert f"{position!r}".count("\n") == 0


@games
def test_a_text_is_the_whole_state(game: str) -> None:
    check_whole_state(game, 1, 40)


def test_positions_that_were_set_up_have_texts() -> None:
    for seed in range(60):
        position = OctiPosition.set_up(*crowded(seed))
        bases = position.options["bases"]
        if any(len(position.homes_held(colour)) >= bases for colour in position.game.colours):
            with pytest.raises(NotationError, match=r"outcome on this board is|has won before"):
                read(position.to_text())
        else:
            again = read(position.to_text())
            assert again == position
            assert again.legal_moves()[:30] == position.legal_moves()[:30]


def test_blanks_around_and_between_do_not_matter() -> None:
    assert read("  boche\t-   6/5/4/3/2/1 light - -\n") == new("boche")
    assert read("boche adjacent=1,size=2,kill=4 2/1 light - -").to_text() == (
        "boche size=2,adjacent=1 2/1 light - -"
    )
    assert read("boche join_face=1 6/5/4/3/2/1 light - -") == new("boche")


def test_the_examples_of_the_documentation_are_texts() -> None:
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    examples = re.findall(r'from_text\("(.+)"\)', page)
    assert [text.split()[0] for text in examples] == list(GAMES)
    assert [read(text).to_text() for text in examples] == examples


def test_rows() -> None:
    rows = [("b", "", ""), ("", ""), ("w",), ("",) * 12]
    assert write_rows(rows) == "b2/2/w/12"
    assert read_rows("b2/2/w/12", [3, 2, 1, 12], "[bw]") == rows
    assert read_rows("aa,2", [3], "a+", ",") == [("aa", "", "")]
    for text in ("b1", "b3", "b02", "b 2", "b2/", "", "b٢", "bx1", "b-2", "3b", "0b2", "b2,"):
        with pytest.raises(NotationError):
            read_rows(text, [3], "[bw]")


# -- each process, each release

PINNED = tomllib.loads(Path(__file__).with_name("position_keys.toml").read_text())["position"]


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned["key"])
def test_texts_and_keys_never_change(pinned: dict[str, Any]) -> None:
    moves = pinned["moves"].split()
    resigned = moves[-1:] == ["resign"]
    position = played(
        pinned["game"], " ".join(moves[:-1] if resigned else moves), **pinned["options"]
    )
    position = position.resign() if resigned else position
    assert position.to_text() == pinned["text"]
    assert position.key() == pinned["key"]
    assert position.canonical_key() == pinned["canonical_key"]
    assert read(pinned["text"]) == position


def test_a_key_is_a_hash_of_the_text() -> None:
    assert key_of("") == "cae66941d9efbd404e4d88758ea67670"  # BLAKE2b with 16 bytes
    assert new("boche").key() == key_of(EMPTY["boche"])


def test_the_keys_of_octi_never_change() -> None:
    """Check the numbers that texts contain for earlier positions."""
    keys = geometry_of(False).keys
    assert len(keys) == len(set(keys)) == 41_540
    assert (keys[0], keys[-1]) == (31734677039199496, 22009505992406863)
    assert sum(keys) == 1486698218222929672919
    assert geometry_of(True).keys == keys


def test_what_makes_positions_different_makes_canonical_keys_different() -> None:
    pairs = [
        (new("boche"), new("boche", kill=3)),
        (played("boche", "a:a1"), played("boche", "a:a1 swap")),
        (played("boche", "a:a1"), played("boche", "a:b1")),
        (new("boche"), new("boche").resign("dark")),
        (new("boche").resign("light"), new("boche").resign("dark")),
        (new("che"), new("che", num_tiles=47)),
        (played("che", "fl:0,0"), new("che")),
        (new("octi"), new("octi", wrap=True)),
        (new("octi").resign("black"), new("octi").resign("white")),
        (played("boku", "a1"), played("boku", "a2")),
        (new("boku"), new("boku").resign("black")),
    ]
    for one, other in pairs:
        assert one.canonical_key() != other.canonical_key()
    assert played("boche", "a:a1").canonical_key() == played("boche", "a:f1").canonical_key()
    left, right = played("octi", "37+b"), played("octi", "77+h")
    assert left.canonical_key() == right.canonical_key() != left.key()


# -- the end


RARE_ENDS = {
    "boche.path": "boche size=1 h dark - dark:path",
    "boche.enclosed": "boche size=3 g,1,f/g,h/f dark - dark:enclosure",
    "boche.both-enclosed": BOTH_ENCLOSED,
    "che.closed": "che - fr:0,-1+fl:0,0+fr:0,1+fr:1,0+fl:1,1 dark dark:closure",
    "che.surrounded": "che group_area=5 bl:0,-1+fl:0,0+fr:0,1+fr:1,0+fl:1,1 dark light:closure",
    "che.both-won": "che group_extent=3 "
    "bl:-1,-1+fl:0,-1+bl:0,0+br:0,1+br:1,0+bl:1,1+bl:2,0 light light:closure",
    "che.both-closed": "che - fr:-4,-4+br:-4,-3+fr:-4,-2+fl:-4,-1+fr:-4,2+bl:-3,-3+fl:-3,-2+"
    "bl:-3,-1+fl:-3,0+fr:-3,1+br:-3,2+fr:-3,3+fl:-2,-3+bl:-2,-2+br:-2,-1+bl:-2,0+br:-2,1+br:-2,3+"
    "fr:-1,-3+fl:-1,-2+bl:-1,-1+br:-1,0+fr:-1,1+br:-1,2+fr:0,-2+fl:0,-1+fr:0,0+br:0,1+bl:0,2+"
    "fr:1,-1+fl:1,0+fl:2,-1+fr:2,0 dark dark:closure",
    "che.too-large": "che group_area=1 fl:0,0 dark dark:limit",
    "che.both-too-large": "che num_tiles=11,group_area=3 "
    "fl:-1,0+bl:-1,1+fl:0,-1+fr:0,0+br:0,1+bl:0,2+br:1,0 light light:limit",
    "che.largest": "che num_tiles=1 br:0,0 dark dark:largest",
    "che.equal": "che num_tiles=2 fl:0,0+bl:1,0 light draw",
    "boku.row": "boku - bbbbb/6/7/8/9/10/9/8/7/6/1wwww white - black:row",
    "boku.draw": "boku - wbwww/b1wbbw/1wb1wbw/1b1wbwwb/bw1b1bbbw/bbbwwbwwbb/wwwbwbwww/bwbbwbbb/"
    "wbbw1bw/wwwwb1/b1bbb black - draw",
    "octi.all-homes": "octi - 33,53,73e/46 4,0,9/6,0,9 white - black:homes",
    "octi.one-home": "octi bases=1 33f/46 6,0,9/6,0,9 white - black:homes",
    "octi.stuck": "octi - 44a,66c/ 0,5,41/0,7,0 white - black:stuck",
}
"""Texts by the kind of the reason why the game is over."""


@pytest.mark.parametrize(("kind", "text"), RARE_ENDS.items(), ids=RARE_ENDS)
def test_a_position_keeps_its_end(kind: str, text: str) -> None:
    position = read(text)
    assert position.to_text() == text
    assert position.outcome.reason.kind == kind
    assert not position.legal_moves()
    *parts, outcome = text.split(" ")
    assert outcome != "-"
    with pytest.raises(NotationError, match=f"on this board is {outcome}, not '-'$"):
        read(" ".join([*parts, "-"]))


def test_the_ends_are_those_of_games() -> None:
    """Check endings read from text against the same boards reached by playing."""
    around = "a:a1 a:a2 a:a3 a:a4 a:a5 a:b1 a:b4 a:c1 a:c3 a:d1 a:d2 a:e1 c:b2 b:c2"
    assert played("boche", f"{around} d:b3", size=5).to_text() == BOTH_ENCLOSED
    pods, stores = [("black", 46, "c"), ("black", 44, "a"), ("white", 56, "a")], (0, 6, 0)
    before = OctiPosition.set_up({}, pods, {"black": (0, 5, 40), "white": stores})
    *parts, earlier, outcome = before.play("46-66x").to_text().split(" ")
    assert " ".join([*parts, "-", outcome]) == RARE_ENDS["octi.stuck"] != earlier
    won = played("boku", "a1 k10 a2 k9 a3 k8 a4 k7 a5")
    assert won.to_text() == RARE_ENDS["boku.row"]


def test_a_third_repetition_is_a_draw_and_earlier_ones_are_not() -> None:
    moves = "37+e 33+a 37-36 33-34 36+a 34+e 36-37 34-33 37-36 33-34 36-37 34-33 37-36 33-34"
    position: Any = new("octi")
    for move in moves.split():
        position = position.play(move)
        assert read(position.to_text()) == position
    assert position.outcome.kind == "repetition"
    *parts, earlier, outcome = position.to_text().split(" ")
    assert outcome == "repetition"
    counts = Counter(earlier.split(","))
    unfinished = []
    for key in (key for key, count in counts.items() if count == 2):
        with suppress(NotationError):  # without one of another position, this is the third time
            fewer = earlier.replace(key, "", 1).strip(",").replace(",,", ",")
            unfinished.append((key, read(" ".join([*parts, fewer, "-"]))))
    ((recurred, again),) = unfinished
    assert again.repetitions == 2
    with pytest.raises(NotationError, match="an earlier position has occurred three times"):
        read(" ".join([*parts, f"{earlier},{recurred}", "repetition"]))


# -- refusals


WRITE = "not a position; write the game, its options or -, its fields and the outcome or -"
REFUSED = [
    ("", f"'': {WRITE}"),
    ("boche", f"'boche': {WRITE}"),
    ("\x00 - \u202e", r"unknown game '\x00' (choose from boche, che, boku, octi"),
    ("chess - x - -", "'chess', did you mean 'che'? (choose from boche, che, boku, octi"),
    ("Boche - 6/5/4/3/2/1 light - -", "unknown game 'Boche'"),
    ("boche - 6/5/4/3/2/1 light -", "Boche has 3 fields between options and outcome, not 2"),
    ("boche - 6/5/4/3/2/1 light - - -", "Boche has 3 fields between options and outcome, not 4"),
    # Options.
    ("boche size=21 6/5/4/3/2/1 light - -", "option Size (size): 21 is not between 1 and 20"),
    ("boche size=2,size=3 2/1 light - -", "'size=3': write each option once, as name=number"),
    ("boche size 2/1 light - -", "'size': write each option once"),
    ("boche size=\u0663 2/1 light - -", "write each option once"),
    ("boche adjacent=2 6/5/4/3/2/1 light - -", "2 is not true or false"),
    ("boche adjacent=true 6/5/4/3/2/1 light - -", "write each option once"),
    ("boku size=2 2/1 light - -", "boku has no option 'size' (it has: none)"),
    ("octi bases=2 37,57,77/33,53,73 4,0,25/4,0,25 black - -", "2 is not 1 or 3"),
    # Boche.
    ("boche - 6/5/4/3/2 light - -", "not a position: the board has 6 rows, not 5"),
    ("boche - 6/5/4/3/2/2 light - -", "row 6 has 1 cell, not 2"),
    ("boche size=2 i,1/1 light - -", "'i,1': row 1 of the board cannot be read"),
    ("boche size=2 a,1/1 red - -", "'red': write light or dark"),
    ("boche size=2 a,1/1 dark x -", "'x': write - or swap"),
    ("boche size=2 2/1 light swap -", "only the second move of a game can be the swap"),
    ("boche size=2 a,e/1 light - -", "e:a2: level 0 takes rotations a-d, not rotation e"),
    ("boche size=2 ae,1/a light - -", "a1 is not open yet: for level 1 it needs a2 below it"),
    ("boche size=2 aa,a/a light - -", "a:a1: level 1 takes rotations e-h, not rotation a"),
    ("boche size=2 aea,a/a light - -", "the column on a1 is full"),
    ("boche size=1 ae light - -", "the column on a1 is full"),
    ("boche size=3,adjacent=1 a,1,a/2/1 light - -", "a3 is not next to a cube"),
    ("boche size=1 a dark - -", "the outcome on this board is dark:path, not '-'"),
    ("boche size=2 a,1/1 dark - dark:path", "the outcome on this board is -, not 'dark:path'"),
    # Che.
    ("che - fl:1,0 dark -", "the first tile lies on 0,0, not on 1,0"),
    ("che - fl:0,0 light -", "with so many tiles, dark is to move"),
    ("che - - dark -", "with so many tiles, light is to move"),
    ("che - fl:0,0+fl:1,0+fr:0,1 light -", "the edges do not match: 1,0 takes fr or bl, not fl"),
    ("che - fl:0,0+fr:1,0 light -", "with 2 tiles on the table a move is unfinished"),
    ("che num_tiles=3 fl:0,0+fr:1,0+fl:2,0+fr:3,0+fl:4,0 light -", "5 tiles on the table"),
    ("che - fl:0,0+fr:1,0+fr:5,5 dark -", "5,5 does not touch any tile"),
    ("che - fl:0,0+fl:0,0+fr:0,1 light -", "two tiles are meant for one cell"),
    ("che - fl:0,0+ dark -", "not a move"),
    ("che - xx:0,0 dark -", "unknown tile 'xx'"),
    ("che - fl:0,0+fr:999999999,0+fr:1,0 dark -", "is farther out than any game can reach"),
    ("che num_tiles=1 fl:0,0 dark draw", "the outcome on this board is light:largest"),
    # Boku.
    (f"{EMPTY['boku'][:-3]}e5 -", "the last move cannot have taken a marble from 'e5'"),
    (f"{EMPTY['boku'][:-3]}z99 -", "the last move cannot have taken a marble from 'z99'"),
    ("boku - bw1b1/6/7/8/9/10/9/8/7/6/4b black a3 -", "cannot have taken a marble from 'a3'"),
    ("boku - bwwb1/6/7/8/9/10/9/8/7/6/5 white a3 -", "cannot have taken a marble from 'a3'"),
    ("boku - bbbbb/6/7/8/9/10/9/8/7/6/1wwww black - black:row", "the last move did not make"),
    ("boku - bbbbb/6/7/8/9/wwwww5/9/8/7/6/5 white - black:row", "the last move did not make"),
    ("boku - bbbbb/6/7/8/9/bbbbb5/9/8/7/6/5 white - black:row", "the last move did not make"),
    ("boku - 5/6/7/8/9/bbbbbbbbbb/9/8/7/6/5 white - black:row", "the last move did not make"),
    ("boku - bbbbb/6/7/8/9/bw1b6/9/8/7/6/5 white f3 black:row", "the last move did not make"),
    ("boku - bbbbb/bbbbbb/bbbbbbb/bbbbbbbb/bbbbbbbbb/bb8/9/8/7/6/5 white - black:row",
     "a player has 36 marbles only"),
    # Octi.
    ("octi - 37,57,77 4,0,25/4,0,25 black - -", "'37,57,77': write what black has, a slash"),
    ("octi - 37,57,77/33,53,73 4,0,25 black - -", "'4,0,25': write what black has, a slash"),
    ("octi - 37,57,77/33,53,70 4,0,25/4,0,25 black - -", "'70': not a pod; write its square"),
    ("octi - 37,57,77/33,53,73ba 4,0,25/4,0,25 black - -", "'73ba': not a pod"),
    ("octi - 37,57,77/33,53,73aa 4,0,25/4,0,25 black - -", "'73aa': not a pod"),
    ("octi - 37,57,77/33,53,73 4,0,25/4,0 black - -", "'4,0': not a store"),
    ("octi - 37,57,77/33,53,73 4,-1,25/5,0,25 black - -", "'4,-1,25': not a store"),
    ("octi - 37,57,77/33,53,73 4,0,25/4,0,26 black - -", "51 prongs on the pods and in the stores"),
    ("octi - 37,57,77/33,53,73 4,0,25/4,1,25 black - -", "white has 8 pods, not 7"),
    ("octi - 37,57,77/33,37,73 4,0,25/4,0,25 black - -", "both colours stand on 37"),
    ("octi - 37,57,77/33,53,73 4,0,25/4,0,25 black 12 -", "'12': not an earlier position"),
    ("octi - 37,57,77/33,53,73 4,0,25/4,0,25 black 8000000000000000 -", "not an earlier position"),
    ("octi - 33,53,73/46 4,0,9/6,0,9 black - -", "black has won before the last move"),
    ("octi bases=1 33/57 6,0,9/6,0,9 white - black:homes", "white has won before the last move"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problem"), REFUSED)
def test_a_wrong_text_is_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(BocheError) as caught:
        read(text)
    assert isinstance(caught.value, NotationError | OptionError | UnknownGameError)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_class_reads_its_own_game_only() -> None:
    assert BochePosition.from_text(EMPTY["boche"]) == new("boche")
    assert PlainPosition.from_text(EMPTY["boku"]) == new("boku")
    with pytest.raises(NotationError, match="a position of che, not of boche"):
        BochePosition.from_text(EMPTY["che"])
    with pytest.raises(NotationError, match="a position of chess, not of boku"):
        BokuPosition.from_text("chess - - w -")


def test_a_game_without_texts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_fields", "_from_fields"):
        monkeypatch.delattr(BochePosition, name)
    for action in (new("boche").to_text, new("boche").key, lambda: read(EMPTY["boche"])):
        with pytest.raises(NotationError, match="positions of Boche cannot be written as text"):
            action()


@pytest.mark.parametrize("text", [5, None, b"boche", ["boche"]])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(NotationError, match="not a position"):
        read(text)


ROW_OF_TILES = "+".join(f"{'fl' if x % 2 == 0 else 'fr'}:{x},0" for x in range(13_001))


def test_a_large_position_is_read() -> None:
    position = read(f"che num_tiles=0 {ROW_OF_TILES} dark -")
    assert len(position.tiles) == 13_001
    assert len(position.to_text()) < LONGEST
