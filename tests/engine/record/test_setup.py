"""Records that start from a position: written, read, replayed, refused."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boche.engine.errors import NotationError, RecordError
from boche.engine.game import Game, OptionValue, Position
from boche.engine.games.registry import GAMES, new
from boche.engine.gtp.engine import loaded
from boche.engine.position import BasePosition
from boche.engine.record import Record, dump_moves, final_position, load, load_all, loads
from boche.engine.record.people import players_at_end, winner_of

games = pytest.mark.parametrize("game", list(GAMES))


def some_options(game: Game, rng: random.Random) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for option in game.options:
        if option.is_flag:
            chosen[option.name] = rng.random() < 0.5
        else:
            chosen[option.name] = rng.choice(
                option.values or range(max(option.low, 1), min(option.high, 8) + 1)
            )
    return chosen


def some_position(name: str, seed: int) -> Position:
    rng = random.Random(seed)
    position = new(name, **some_options(GAMES[name], rng))
    for _ in range(rng.randint(0, 60)):
        if position.outcome is None:
            position = position.play(position.random_move(rng))
    return position


@games
def test_copies_keep_the_start(game: str) -> None:
    record = Record.from_position(some_position(game, 5))
    for other in (record.copy(), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert other == record
        assert other.start == record.start
    assert record != Record.new(game, **record.options)


@games
def test_a_start_position_needs_no_set_up(game: str) -> None:
    record = Record.from_position(new(game))
    assert record == Record.new(game)
    assert "PL[" not in record.text()


@games
def test_a_resignation_is_the_result_and_no_part_of_the_start(game: str) -> None:
    position = new(game)
    position = position.play(position.random_move(random.Random(1))).resign()
    again = loads(Record.from_position(position).text())
    assert again.start.outcome is None
    assert winner_of(again) == position.winner
    assert final_position(again).outcome == position.outcome


@games
def test_a_list_of_moves_cannot_hold_it(game: str) -> None:
    position = new(game)
    record = Record.from_position(position.play(position.random_move(random.Random(1))))
    with pytest.raises(RecordError, match="starts from a position; save it as SGF"):
        dump_moves(record)


@games
def test_gtp_plays_on_from_it(game: str, tmp_path: Path) -> None:
    position = new(game)
    position = position.play(position.random_move(random.Random(1)))
    record = Record.from_position(position)
    record.root.add(position.random_move(random.Random(2)))
    record.save(tmp_path / "setup.sgf")
    found = loaded(GAMES[game], [str(tmp_path / "setup.sgf")])
    assert found.positions[0] == position
    assert [move for _, move in found.moves] == record.moves()


def test_names_go_by_the_colours_at_the_end_after_a_swap_before_the_start() -> None:
    position = new("boche", size=3).play("c:a1").play("swap")
    record = Record.from_position(position)
    record.set_player("light", "Anna")
    record.set_player("dark", "Bert")
    text = record.text()
    assert "SWAP[1]" in text
    assert "PW[Bert]" in text
    assert players_at_end(loads(text)) == {"light": "Bert", "dark": "Anna"}
    assert loads(text).players == {"light": "Anna", "dark": "Bert"}


# -- what is read


def start(text: str) -> str:
    record = loads(text)
    assert not record.problems
    return record.start.to_text()


def test_pl_alone_changes_only_the_turn() -> None:
    assert start("(;GM[Boku]PL[W])") == "boku - 5/6/7/8/9/10/9/8/7/6/5 white - -"
    text = "(;GM[19]BO[37][57][77]WO[33][53][73]PL[W])"
    assert start(text) == "octi - 37,57,77/33,53,73 4,0,25/4,0,25 white - -"


def test_a_colour_may_be_written_in_full_and_pl_may_be_missing() -> None:
    assert start("(;GM[Boku]AB[e4]PL[white])").split()[3] == "white"
    assert start("(;GM[Boku]AB[E4])").split()[3] == "black"
    assert start("(;GM[Che]PUT[fl:0,0])").split()[3] == "dark"


def test_octis_stores_follow_from_the_board_if_they_are_missing() -> None:
    text = "(;GM[19]BO[37][57][77]WO[33][53][73]AB[57CD][46]AW[33]PL[W])"
    assert start(text) == "octi - 46,57cd/33 5,0,23/6,0,25 white - -"


def test_an_octi_board_with_black_in_the_south_is_rotated_with_its_set_up() -> None:
    assert start("(;GM[19]AB[53A]AW[57])") == "octi - 57e/53 6,0,24/6,0,25 black - -"


WRONG = {
    "(;GM[Boche]SZ[4]\nPUT[a:a1][e:a2])": ("PUT", "rotation"),
    "(;GM[Boche]SZ[4]\nPUT[a:a1][e:a1])": ("PUT", "needs"),
    "(;GM[Boche]SZ[4]\nPUT[a:z9])": ("PUT", "outside"),
    "(;GM[Boche]SZ[4]\nPUT[swap])": ("PUT", "swap"),
    "(;GM[Boche]SZ[1]\nPUT[a:a1][a:a1])": ("PUT", "full"),
    "(;GM[Boche]SZ[4]\nSWAP[1])": ("SWAP", "swap"),
    "(;GM[Boche]SZ[4]\nPUT[a:a1]PL[X])": ("PUT", "write W or B"),
    "(;GM[Boche]SZ[4]\nPUT[a\\]:a1])": ("PUT", "not a move"),
    "(;GM[Che]\nPUT[fl:0,0][fl:1,0])": ("PUT", "edges"),
    "(;GM[Che]\nPUT[fl:3,0])": ("PUT", ""),
    "(;GM[Che]\nPUT[fl:0,0][fr:0,1])": ("PUT", "a move is unfinished"),
    "(;GM[Che]\nPUT[fl:0,0]PL[W])": ("PUT", "dark is to move"),
    "(;GM[Boku]\nAB[a5]AW[a5])": ("AB", "two pieces on a5"),
    "(;GM[Boku]\nAB[a5]TAKEN[b5])": ("AB", "cannot have taken"),
    "(;GM[Boku]\nAB[\xff\x00])": ("AB", ""),
    "(;GM[19]BO[37][57][77]WO[33][53][73]\nAB[99Z])": ("AB", ""),
    "(;GM[19]BO[37][57][77]WO[33][53][73]\nAB[57]AW[57])": ("AB", "both colours"),
    "(;GM[19]BO[37][57][77]WO[33][53][73]\nAB[57][57][57][57][57][57][57][57])": ("AB", "7"),
    "(;GM[19]BO[37][57][77]WO[33][53][73]\nAB[57]STORE[9,9,9])": ("AB", ""),
    "(;GM[19]BO[37][57][77]WO[33][53][73]\nAB[57]SEEN[zz])": ("AB", ""),
}


@pytest.mark.parametrize("text", list(WRONG))
def test_what_is_no_position_is_a_problem_and_kept(text: str) -> None:
    ident, why = WRONG[text]
    data = text.replace("\x00", "").encode()
    record = loads(data)
    problem = next(p for p in record.problems if p.line == 2)
    assert problem.column == 1
    assert problem.message.startswith(f"{ident}: ")
    assert why in problem.message
    assert "\n" not in problem.message
    assert record.start == record.game.start(record.options)
    assert ident in [name for name, _ in record.root.properties]
    assert loads(bytes(record)).root.properties == record.root.properties


@pytest.mark.parametrize("ident", ["AB", "AW", "AE", "PL", "PUT"])
def test_set_up_elsewhere_is_kept_and_reported(ident: str) -> None:
    record = loads(f"(;GM[Boche]SZ[4];W[a:a1]\n{ident}[x])")
    assert [(p.line, p.column) for p in record.problems] == [(2, 1)]
    assert record.problems[0].message.startswith(f"{ident}: set-up is read ")
    assert f"{ident}[x]" in record.text()


@given(
    st.dictionaries(
        st.sampled_from(["PUT", "SWAP", "PL", "AB", "AW", "TAKEN", "STORE", "SEEN", "SZ"]),
        st.lists(st.text(st.characters(codec="utf-8", exclude_characters="[]\\\0"), max_size=8),
                 min_size=1, max_size=4),
    ),
    st.sampled_from(["Boche", "Che", "Boku", "19"]),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_hostile_values_never_break_the_reader(found: dict[str, list[str]], gm: str) -> None:
    body = "".join(f"{name}[{']['.join(values)}]" for name, values in found.items())
    record = loads(f"(;FF[4]GM[{gm}]{body})")
    assert all(problem.line for problem in record.problems)
    again = loads(bytes(record))
    assert again.start == record.start


def test_very_many_placements_are_refused_at_once() -> None:
    many = "[a:a1]" * 100_000
    record = loads(f"(;GM[Boche]SZ[20]PUT{many})")
    assert record.start.ply == 0
    assert record.problems


def test_moves_after_a_wrong_set_up_are_checked_from_the_usual_start() -> None:
    record = loads("(;GM[Boku]AB[zz];B[a1];W[a1])")
    assert [problem.message[:5] for problem in record.prune()] == ["ply 2"]


def test_a_game_without_set_up_says_so() -> None:
    class Plugin(BasePosition):
        game = GAMES["boku"]

    position = Plugin({}, None)
    with pytest.raises(NotationError, match="records of Boku cannot start from a position"):
        Record.from_position(position)


# -- positions as text, and printed boards


@games
@given(seed=st.integers(0, 10**9))
@settings(max_examples=12, deadline=None)
def test_a_line_of_text_is_a_record(game: str, seed: int) -> None:
    position = some_position(game, seed)
    record = load(f"\ufeff {position.to_text()}\n".encode())
    assert record.start == position


def test_a_wrong_line_of_text_says_why() -> None:
    with pytest.raises(RecordError, match="not a position"):
        loads("boku - 5/6/7/8/9/10/9/8/7/6/4b black a1 -")
    with pytest.raises(RecordError, match="not of che"):
        load_all(b"boku - 5/6/7/8/9/10/9/8/7/6/5 black - -", game="che")


def test_a_board_that_cannot_be_drawn_so_names_the_place() -> None:
    position = new("boku").play("e4")
    lines = position.text_board(coordinates=True).splitlines()
    lines[3] = lines[3].replace(".", "?", 1)
    with pytest.raises(RecordError, match=r"line \d+, column \d+: this is not allowed here"):
        loads("\n".join(lines))
    octi = new("octi").text_board(coordinates=True).replace(" x ", " xy", 1)
    with pytest.raises(RecordError, match=r"line \d+, column \d+: this is not allowed here"):
        loads(octi)
