"""The library as strangers use it: persons, policies, errors that travel, careless arguments."""

from __future__ import annotations

import copy
import importlib.metadata
import io
import pickle
import signal
import subprocess
import sys
import time
import traceback
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import boche
from boche.engine.match.match import play_apart
from boche.engine.match.plan import Plan
from boche.engine.players import registry as player_registry
from tests import ROOT


def error_of(work: Any) -> boche.BocheError:
    with pytest.raises(boche.BocheError) as caught:
        work()
    return caught.value


ERRORS = {
    "record": lambda: boche.load("/nowhere"),
    "game": lambda: boche.new("go"),
    "option": lambda: boche.new("boche", size=99),
    "illegal": lambda: boche.new("boku").play("a1").play("a1"),
    "notation": lambda: boche.new("boku").play("?"),
    "text": lambda: boche.Position.from_text("boku"),
    "argument": lambda: boche.search(boche.new("boku"), playouts=0),
    "player": lambda: boche.player("99"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_travel_between_processes(name: str) -> None:
    error = error_of(ERRORS[name])
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert "\n" not in str(again)


@pytest.mark.parametrize(
    "work",
    [
        lambda: boche.search("boku"),  # type: ignore[arg-type]
        lambda: boche.player("1").choose(None),  # type: ignore[arg-type]
        lambda: boche.rollouts(None, 3),  # type: ignore[arg-type]
        lambda: boche.VectorGame(None),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_position_is_called_so(work: Any) -> None:
    assert str(error_of(work)).endswith("is not a position")


def test_long_names_are_not_repeated() -> None:
    assert len(str(error_of(lambda: boche.new("x" * 100_000)))) < 200
    action: Any = "a\nb" * 1000
    message = str(error_of(lambda: boche.new("boku").apply(action)))
    assert len(message) < 200
    assert "\n" not in message


def test_a_swap_exchanges_colours_not_names() -> None:
    record = boche.Record.new("boche", size=2)
    record.set_player("light", "Anna")
    record.set_player("dark", "Bert")
    record.root.add("c:a1").add("swap")
    assert record.names == ("Anna", "Bert")
    record.result = "B+R"  # dark has won: Anna, since the swap
    assert record.winner == "dark"
    assert record.winning_player is not None
    assert record.names[record.winning_player] == "Anna"
    with pytest.raises(boche.OptionError, match="unknown colour 'red'"):
        record.set_player("red", "x")


def test_a_game_that_add_ends_has_its_result() -> None:
    record = boche.Record.new("boche", size=1)
    node = record.root.add("a:a1")
    assert record.result == boche.loads(record.text()).result != ""
    assert record.position(node).winner == record.winner
    declared = boche.Record.new("boche", size=1)
    declared.result = "W+R"
    declared.root.add("a:a1")
    assert declared.result == "W+R"


def test_a_variation_sets_no_result() -> None:
    record = boche.Record.new("boche", size=2)
    record.root.add("c:a1").add("swap")
    side = record.root.add("d:a1")
    while not record.position(side).is_over:
        side = side.add(record.position(side).legal_moves()[0])
    assert record.result == ""


@pytest.mark.parametrize("name", [None, "", "A][B", "ev", "GM", "FF", "CA", "A" * 99])
def test_no_property_breaks_a_record(name: Any) -> None:
    record = boche.Record.new("boku")
    with pytest.raises(boche.OptionError, match=r"is not a property name|cannot be set"):
        record.root.set_text(name, "x")
    record.charset = "zip"
    assert boche.load(bytes(record)) == record


def test_a_question_about_a_move() -> None:
    position = boche.new("boku").play("a1")
    assert [position.is_legal(move) for move in ("a1", "b1", "?", "z9")] == [
        False,
        True,
        False,
        False,
    ]
    assert position.is_legal(position.legal_moves()[0])
    assert boche.perft(boche.new("boku"), 2) == 80 * 79


def test_boards_are_asked_by_the_names_of_cells() -> None:
    assert boche.new("boku").play("e4").marble_at("e4") == "black"
    assert boche.new("boku").play("e4").row_through("e4")[0].name == "e4"
    assert boche.new("octi").pods_on("57")[0].colour == "black"
    tile = boche.new("che").play("fr:0,0").tile_at("0,0")
    assert tile is not None
    assert str(tile) == "fr:0,0"
    cube = boche.new("boche").play("c:b2").cube_at("b2")
    assert cube is not None
    assert cube.rotation == "c"
    assert boche.new("boche").cube_at("b2") is None
    for ask in (boche.new("boku").marble_at, boche.new("che").tile_at, boche.new("boche").cube_at):
        error_of(lambda ask=ask: ask("nonsense"))


STORES = {"black": (6, 0, 25), "white": (7, 0, 25)}


@pytest.mark.parametrize(
    ("pods", "stores", "problem"),
    [
        ([("black", 53, "a" * 9)], {**STORES, "black": (6, 0, -50)}, "a negative number"),
        ([], {}, "black's store is missing"),
        ([("black", 53, "zz")], STORES, "53zz is not a pod"),
        ([("black", 10, "a")], STORES, "10a is not a pod"),
    ],
)
def test_impossible_positions_are_not_set_up(pods: Any, stores: Any, problem: str) -> None:
    with pytest.raises(boche.OptionError, match=problem):
        boche.OctiPosition.set_up({}, pods, stores)


def test_a_policy_leaves_out_what_loses() -> None:
    """The most visited move is known to lose: the search left it in the end."""
    position = boche.Position.from_text("boche size=3 b,c,1/c,b/a dark - -")
    found = boche.search(position, playouts=200, seed=1)
    assert max(found.visits, key=lambda text: found.visits[text]) in found.lost
    assert not set(found.policy) & found.lost
    assert max(found.policy, key=lambda text: found.policy[text]) == str(found.best)
    assert sum(found.policy.values()) == pytest.approx(1)
    winning = boche.Position.from_text("boche size=3 b,c,1/c,b/1 light - -")
    found = boche.search(winning, playouts=200)
    assert found.playouts == 0
    assert found.policy == {str(found.best): 1.0}
    assert pickle.loads(pickle.dumps(found)).policy == found.policy


def test_a_forfeit_says_why() -> None:
    def broken(position: boche.Position) -> str:
        raise OddError

    result = boche.match(broken, "random", "boku", games=2)
    assert result.forfeits == 2
    assert str(result).endswith("loses: broken: OddError")
    assert result.as_data()["elo_interval"][0] is None


class OddError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_a_player_that_leaves_the_program_loses() -> None:
    def leaves(position: boche.Position) -> str:
        sys.exit(3)

    assert boche.match(leaves, "random", "boku", games=2).forfeits == 2


def test_rollouts_hear_ctrl_c() -> None:
    program = """if True:
        import boche
        position = boche.new("boku")
        boche.rollouts(position, 1)
        print("ready", flush=True)
        try:
            boche.rollouts(position, 2_000_000_000)
        except KeyboardInterrupt:
            print("stopped")
    """
    running = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    assert running.communicate(timeout=60)[0] == "stopped\n"


def test_rollouts_in_parts_are_those_in_one() -> None:
    position = boche.new("boche", size=3, fill_board=True)
    assert (
        boche.rollouts(position, 100_000)[:1000].tolist() == boche.rollouts(position, 1000).tolist()
    )


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_a_fork_of_a_process_that_has_drawn_says_so() -> None:
    program = """if True:
        import multiprocessing as mp
        import boche

        def drawn(position):
            try:
                return len(position.png(size=(60, 40)))
            except boche.BocheError as error:
                return str(error)

        if __name__ == "__main__":
            position = boche.new("boku")
            position.png(size=(60, 40))
            with mp.get_context("fork").Pool(1) as pool:
                print(pool.map_async(drawn, [position]).get(60))
    """
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=120
    )
    assert "in a fork of a process that has drawn" in done.stdout, done.stderr


def test_games_that_were_played_before_are_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boche", "match", "random", "random", "--game", "boku"]
    command += ["--games", "2", "-o", str(tmp_path / "games")]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
        for _ in range(2)
    )
    assert "already" not in first.stderr
    assert "2 of the 2 games are already in" in second.stderr
    assert first.stdout == second.stdout


BOKU, CHE, OCTI, BOCHE = boche.new("boku"), boche.new("che"), boche.new("octi"), boche.new("boche")
RECORD = boche.Record.new("boku")


@cache
def analysis_data() -> dict[str, Any]:
    return boche.search(BOKU, playouts=10).as_data()


wrong: Any = None  # what no type checker would let pass
CARELESS: dict[str, tuple[Any, str]] = {
    "perft, below 0": (lambda: boche.perft(BOKU, -1), "depth: -1 is below 0"),
    "perft, text": (lambda: boche.perft(BOKU, wrong or "2"), "depth: '2' is not a whole number"),
    "perft, NaN": (lambda: boche.perft(BOKU, wrong or float("nan")), "depth: nan is not a whole"),
    "perft, no position": (lambda: boche.perft(wrong or "boku", 1), "'boku' is not a position"),
    "random_move, 0": (lambda: BOKU.random_move(wrong or 0), "rng: 0 is not a random.Random"),
    "random_move, seed": (lambda: BOKU.random_move(wrong or 5), "rng: 5 is not a random.Random"),
    "resign, 0": (lambda: BOKU.resign(wrong or 0), "unknown colour 0"),
    "resign, empty": (lambda: BOKU.resign(""), "unknown colour ''"),
    "resign, list": (lambda: BOKU.resign(wrong or []), r"unknown colour \[\]"),
    **{
        f"parse, {position.game.name}": (
            lambda position=position: position.parse(wrong),
            "move: None is not a text",
        )
        for position in (BOKU, CHE, OCTI, BOCHE)
    },
    **{
        f"steps, {position.game.name}": (
            lambda position=position: position.steps(wrong),
            "taken: None is not a text",
        )
        for position in (BOKU, CHE, OCTI, BOCHE)
    },
    "play, octi": (lambda: OCTI.play(wrong), "'None': not a move"),
    "play, move of another game": (
        lambda: OCTI.play(BOKU.legal_moves()[0]),
        "'a1': a square is two digits",
    ),
    "new": (lambda: boche.new(wrong or []), r"unknown game '\[\]'"),
    "load": (lambda: boche.load(wrong), "source: None is not the path of a file"),
    "load, empty": (lambda: boche.load(""), "source: '' is not the path of a file"),
    "loads": (lambda: boche.loads(wrong), "text: None is not a text; load reads a file"),
    "loads, path": (
        lambda: boche.loads(wrong or Path("a.sgf")),
        "is not a text; load reads a file",
    ),
    "loads, game": (lambda: boche.loads("e4", game=wrong or []), "unknown game"),
    "loads, options": (lambda: boche.loads("e4", options=wrong or 5), "options: 5 does not map"),
    "loads, no options": (
        lambda: boche.loads("e4", options=wrong or []),
        "options: .* does not map",
    ),
    "player, game": (lambda: boche.player("3", game=wrong or []), "unknown game"),
    "player, nothing to choose from": (
        lambda: boche.player(wrong or (lambda: 1)),
        "takes no position",
    ),
    "history, number": (
        lambda: boche.player("random").choose(BOKU, wrong or 5),
        "history: 5 is not a list of moves, a record or a node",
    ),
    "history, text": (
        lambda: boche.player("random").choose(BOKU.play("e4"), "e4"),
        "'e4' is not a list of moves",
    ),
    "history, None in it": (
        lambda: boche.player("random").choose(BOKU, wrong or [None]),
        "is not a list of moves",
    ),
    "rollouts": (lambda: boche.rollouts(BOKU, 10**30), "not enough memory"),
    "step, ragged": (
        lambda: boche.VectorGame("boku", 2).step([[1], [1, 2]]),
        "pass 2 integers",  # type: ignore[list-item]
    ),
    "observations": (
        lambda: boche.VectorGame("boku", 2, observations=wrong or "no"),
        "observations: 'no' is neither True nor False",
    ),
    **{
        f"match, {name}={value!r}": (
            lambda name=name, value=value: boche.match(
                "random", "random", "boku", 2, **{name: value}
            ),
            f"^{name}: .* is not ",
        )
        for name in ("suite", "folder", "cluster")
        for value in (-1, 0, [], "")
        if (name, value) != ("cluster", "")
    },
    "match, no address": (
        lambda: boche.match("random", "random", "boku", 2, cluster=""),
        "is not a cluster address",
    ),
    "match, game": (lambda: boche.match("random", "random", wrong or [], 2), "unknown game"),
    "match, fair": (
        lambda: boche.match("random", "random", "boku", 2, fair=wrong or "no"),
        "fair: 'no'",
    ),
    "from_position": (lambda: boche.Record.from_position(wrong or 5), "'5' is not a position"),
    "comment": (lambda: RECORD.root.add("e4", comment=wrong or 0), "comment: 0 is not a text"),
    "position": (lambda: RECORD.position(wrong or "e4"), "node: 'e4' is not a node"),
    "set_player": (lambda: RECORD.set_player("black", wrong or 5), "PB: 5 is not a text"),
    "set_text": (lambda: RECORD.root.set_text("EV", wrong), "EV: None is not a text"),
    "set_texts": (lambda: RECORD.root.set_texts("EV", "abc"), "EV: 'abc' is not a list of texts"),
    "save": (lambda: RECORD.save(wrong or 5), "path: 5 is not the path of a file"),
    "save, JSON": (
        lambda: RECORD.save("x.json"),
        "cannot write 'x.json': a record is written as SGF",
    ),
    "png": (lambda: BOKU.png(wrong or 5), "path: 5 is not the path of a file"),
    "svg": (lambda: BOKU.svg(wrong or 5), "path: 5 is not the path of a file"),
    "film": (lambda: RECORD.film(wrong or 5), "path: 5 is not the path of a file"),
    "set_up": (lambda: boche.OctiPosition.set_up({}, wrong or 5, wrong or 5), "pods are"),
    "set_up, options": (lambda: boche.OctiPosition.set_up(wrong or 5, [], {}), "options: 5"),
    "cube_at": (lambda: BOCHE.cube_at(wrong), "cell: None is not a cell"),
    "tile_at": (lambda: CHE.tile_at(wrong), "cell: None is not a cell"),
    "marble_at": (lambda: BOKU.marble_at(wrong or 5), "cell: 5 is not a cell"),
    "pods_on": (lambda: OCTI.pods_on(wrong), "square: None is not a square"),
    "new, game": (
        lambda: boche.new("bocu"),
        r"^unknown game 'bocu', did you mean 'boku'\? \(choose from boche, che, boku, octi\)$",
    ),
    "new, option": (
        lambda: boche.new("octi", basses=3),
        r"^octi has no option 'basses', did you mean 'bases'\? \(it has: bases, wrap\)$",
    ),
    "new, opposite": (
        lambda: boche.new("boche", join_faces=True),
        r"^boche has no option 'join_faces', did you mean 'join_face'\?",
    ),
    "new, contradiction": (
        lambda: boche.new("boche", join_any=True, join_face=True),
        "^options join_any and join_face contradict each other: give one of them$",
    ),
    **{
        f"{shown} of {kind}, keyword": (
            lambda drawn=drawn, shown=shown: getattr(drawn, shown)(lable=True),
            f"^{shown}: unknown keyword 'lable', did you mean 'labels'\\? \\(choose from size, ",
        )
        for shown in ("png", "image")
        for kind, drawn in (("a position", BOKU), ("a record", RECORD))
    },
    "film, turn": (
        lambda: RECORD.film("x.gif", turn=wrong or "x"),
        "^a film's turn 'x': give ",
    ),
    "film, loop": (lambda: RECORD.film("x.gif", loop=-1), "^loop: -1 is below 0$"),
    **{
        f"{asked}, {position.game.name}": (
            lambda position=position, asked=asked: getattr(position, asked)("e4"),
            "^move: 'e4' is not a move; parse makes one of a text$",
        )
        for asked in ("target", "spots")
        for position in (BOKU, CHE, OCTI, BOCHE)
    },
    "label": (
        lambda: boche.Mark.label("a1", "x" * 13),
        "^label: 'x{13}' is too long, at most 12 characters$",
    ),
    "label, nothing": (lambda: boche.Mark.label("a1", ""), "^mark: .* is not a mark"),
    "circle": (lambda: boche.Mark.circle(wrong or 5), "^place: 5 is not a text$"),
    **{
        f"from_data, {name}": (
            lambda name=name, value=value: boche.Analysis.from_data(
                analysis_data() | {name: value}
            ),
            f"^not an analysis as JSON data: {problem}$",
        )
        for name, value, problem in (
            ("playouts", -1, "playouts: -1 is below 0"),
            ("nodes", "9", "nodes: '9' is not a whole number"),
            ("full", "x", "full: 'x' is neither True nor False"),
            ("ended", [], r"\[\] is not among limit, proven, forced, stopped, running"),
        )
    },
    "new, nothing near": (lambda: boche.new("octi", size=3), r"^octi has no option 'size' \(it "),
}


def test_a_camera_sees_positions_only() -> None:
    with boche.Camera() as camera, pytest.raises(boche.BocheError, match="'x' is not a position"):
        camera.image(wrong or "x")


@pytest.mark.parametrize("what", CARELESS)
def test_a_careless_argument_is_refused_in_one_line(what: str) -> None:
    work, message = CARELESS[what]
    with pytest.raises(boche.BocheError, match=message) as caught:
        work()
    assert "\n" not in str(caught.value)
    assert RECORD.moves() == []


def test_a_question_about_what_is_no_move_has_an_answer() -> None:
    for position in (BOKU, CHE, OCTI, BOCHE):
        assert not position.is_legal(wrong)
        assert not position.is_legal(wrong or 5)


def test_an_open_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    record = boche.Record.new("boku")
    record.root.add("e4", comment="Gr\u00fc\u00dfe")
    record.save(path)
    with path.open("rb") as file:
        assert boche.load(file) == record
    with path.open(encoding="utf-8") as text:
        assert boche.load_all(text) == [record]
    assert boche.load(io.BytesIO(bytes(record))) == record
    assert boche.load(path) == boche.load(str(path)) == record
    with path.open("rb") as closed:
        pass
    with pytest.raises(boche.RecordError, match="cannot read it"):
        boche.load(closed)


def test_a_walk_ends_with_the_resignation() -> None:
    record = boche.loads("boku challenge anna bert\ne4 f5 resign")
    assert record.result == "W+R"
    over = [position.is_over for _, position in record.walk()]
    assert over == [False, False, True]
    *_, (node, last) = record.walk()
    assert last == record.position()
    assert last.winner == "white"
    assert not record.position(node).is_over
    record.root.children[0].add("a1")
    ends = [
        position.is_over for node, position in record.walk(variations=True) if not node.children
    ]
    assert ends == [True, False]


def test_the_version_is_told() -> None:
    assert boche.__version__ == importlib.metadata.version("boche")


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_more_threads_than_there_is_memory_for_are_refused() -> None:
    program = """if True:
        import resource
        import boche
        position = boche.new("che")
        boche.search(position, 10)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, used + 2**30))
        try:
            boche.search(position, 64, threads=64)
        except boche.BocheError as error:
            print(error)
        print(boche.search(position, 10).playouts)
    """
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=120
    )
    line = "threads: there is not enough memory for 64 of them; each takes up to 188 MB"
    assert done.stdout == f"{line}\n10\n", done.stderr


def faulty(position: boche.Position) -> str:
    return one_step_deeper(position)


def one_step_deeper(position: boche.Position) -> str:
    return str(1 // position.ply) if position.ply < 3 else str(1 // 0)


def test_the_error_of_a_player_keeps_the_way_to_it() -> None:
    result = boche.match(faulty, "random", "boku", games=2, opening=3)
    assert sorted(result.errors) == [0, 1]
    error = result.errors[0]
    assert isinstance(error, boche.PlayerError)
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert "in one_step_deeper" in "".join(traceback.format_exception(error))
    assert boche.match("random", "random", "boku", games=2).errors == {}
    with pytest.raises(boche.PlayerError, match="faulty: ZeroDivisionError") as caught:
        boche.match(faulty, "random", "boku", games=2, opening=3, raising=True)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_error_in_another_process_tells_the_way_in_a_note(monkeypatch: Any) -> None:
    """What a worker does, without the processes: entry points cannot be installed here."""
    sources = {"broken": faulty}
    monkeypatch.setattr(player_registry, "load_outside", sources.get)
    plan = Plan("broken", "random", "boku", boche.GAMES["boku"].complete({}), opening=3)
    _, error = pickle.loads(pickle.dumps(play_apart(plan, 0, None)))
    assert isinstance(error, boche.PlayerError)
    assert "ZeroDivisionError" in str(error)
    assert "in one_step_deeper" in "".join(traceback.format_exception(error))
    fine = Plan("random", "random", "boku", boche.GAMES["boku"].complete({}), opening=3)
    assert play_apart(fine, 0, None)[1] is None


def test_records_are_saved_together(tmp_path: Path) -> None:
    path = tmp_path / "all.sgf"
    records = boche.sample_records()
    boche.save_all(iter(records), path)
    assert boche.load_all(path) == records
    boche.save_all(records[:1], path)
    assert boche.load_all(path) == records[:1]
    boche.save_all([boche.Record.new("boku")], tmp_path / "one.txt")
    for what, name, message in (
        (records, "all.txt", "a list of moves holds one game, not"),
        (records, "all.json", "a record is written as SGF"),
        ([], "none.sgf", "is not a list of records"),
        (records[0], "one.sgf", "is not a list of records"),
        ([records[0], "x"], "two.sgf", "is not a list of records"),
        (5, "five.sgf", "is not a list of records"),
    ):
        with pytest.raises(boche.BocheError, match=message):
            boche.save_all(what, tmp_path / name)  # type: ignore[arg-type]
        assert not (tmp_path / name).exists()
