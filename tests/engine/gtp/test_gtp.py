"""The Go Text Protocol: our engine as a front end sees it, and other programs that misbehave."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boche.engine import new
from boche.engine.games.registry import GAMES
from boche.engine.gtp.engine import Clock, Engine
from boche.engine.gtp.serve import serve
from boche.engine.players import external as gtp_player
from boche.engine.players.errors import PlayerError, ResignedError
from boche.engine.players.registry import make_player
from tests import ROOT

RECORDS = ROOT / "assets" / "records"


@pytest.fixture
def engine():
    made = Engine(options={"size": 3}, player="greedy", version="1.2")
    yield made
    made.close()


def talk(engine: Engine, *lines: str) -> list[str]:
    return [engine.answer(line) for line in lines]


def test_a_session(engine) -> None:
    """Check the commands that a front end sends at startup, and the first moves of a game."""
    told = io.StringIO()
    lines = [
        "1 protocol_version", "2 name", "3 version", "# a remark", "",
        "4 known_command play", "known_command fly", "boardsize 2", "clear_board",
        "play W c:a1", "play b SWAP", "play black a:a2", "boche-legal_moves",
        "undo", "play B D:A2", "play white a:b1", "play dark e:a1", "final_score", "quit",
        "name",
    ]  # fmt: skip
    serve(engine, io.BytesIO("\n".join(lines).encode()), told)
    assert told.getvalue() == (
        "=1 2\n\n=2 boche\n\n=3 1.2\n\n=4 true\n\n= false\n\n=\n\n=\n\n"
        "=\n\n=\n\n=\n\n= a:a1 b:a1 c:a1 d:a1 a:b1 b:b1 c:b1 d:b1\n\n"
        "=\n\n=\n\n=\n\n=\n\n= W+Path\n\n=\n\n"
    ).replace("= a:a1 b:a1 c:a1 d:a1 a:b1 b:b1 c:b1 d:b1", "= " + legal_after_swap())


def legal_after_swap() -> str:
    position = new("boche", size=2).play("c:a1").play("swap").play("a:a2")
    return " ".join(map(str, position.legal_moves()))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fly", "? unknown command\n\n"),
        ("7 play W", "?7 write a colour and a move, as in: play W c:a1\n\n"),
        ("play green c:a1", "? 'green' is not a colour; write W or B\n\n"),
        ("play B c:a1", "? light is to move, not dark\n\n"),
        ("play W c:z9", "? c:z9: column z is outside the board (a to c)\n\n"),
        ("play W nonsense", "? 'nonsense': not a move; write rotation:cell"),
        ("undo", "? cannot undo\n\n"),
        ("boardsize 21", "? unacceptable size: option Size (size): 21 is not between 1 and 20\n\n"),
        ("boardsize x", "? unacceptable size: 'x' is not a whole number\n\n"),
        ("final_score", "? cannot score: the game is not over\n\n"),
        ("boche-options wings=2", "? boche has no option 'wings'"),
        ("boche-options adjacent=2", "? option adjacent: write 0 or 1\n\n"),
        ("boche-options kill", "? 'kill' is not an option; write name=number\n\n"),
        ("boche-analyze soon", "? write the seconds to search"),
        ("loadsgf /no/such.sgf", "? cannot load file: /no/such.sgf: file not found\n\n"),
        ("time_settings 1 2", "? write main time"),
        ("time_left W 1 x", "? 'x' is not a whole number\n\n"),
        ("known_command", "? expected one argument, not 0\n\n"),
        ("12", "?12 no command\n\n"),
        ("  \t # nothing", ""),
    ],
)  # fmt: skip
def test_what_fails_says_why_and_changes_nothing(engine, line: str, answer: str) -> None:
    board = engine.answer("showboard")
    assert engine.answer(line).startswith(answer)
    assert engine.answer("showboard") == board


def test_no_answer_holds_an_empty_line(engine) -> None:
    """Check that the only empty line of an answer is at its end."""
    for line in ("showboard", "list_commands", "boche-options", "play W a:a1", "boche-groups"):
        answer = engine.answer(line)
        assert answer.startswith("=")
        assert answer.find("\n\n") == len(answer) - 2


def test_every_command_is_known_and_documented(engine) -> None:
    names = engine.answer("list_commands").removeprefix("= ").split()
    docs = (ROOT / "docs" / "gtp.md").read_text(encoding="utf-8")
    for name in names:
        assert engine.answer(f"known_command {name}") == "= true\n\n"
        assert f"`{name}" in docs
    wanted = """protocol_version name version known_command list_commands quit boardsize clear_board
        play genmove undo showboard loadsgf final_score time_settings time_left boche-options
        boche-legal_moves boche-groups boche-analyze"""
    assert set(wanted.split()) <= set(names)


def test_it_plays_a_game_against_itself(engine) -> None:
    for ply in range(12):
        colour = "W" if engine.position.turn == "light" else "B"
        assert engine.answer(f"genmove {colour}").startswith("= "), ply
        if engine.position.outcome is not None:
            break
    assert engine.position.outcome is not None
    assert engine.answer("genmove W").startswith("? the game is over")
    assert engine.answer("final_score")[2] in "WB"
    talk(engine, "undo")
    assert engine.position.outcome is None


def test_resigning_ends_the_game(engine) -> None:
    assert talk(engine, "play W a:a1", "play W resign", "final_score")[1:] == ["=\n\n", "= B+R\n\n"]
    assert engine.answer("undo") == "=\n\n"
    assert engine.position.turn == "dark"


def test_loading_a_record(engine) -> None:
    path = RECORDS / "boche-figure-size-4.sgf"
    assert engine.answer(f"loadsgf {path}") == "=\n\n"
    assert engine.answer("final_score") == "= B+Path\n\n"
    assert engine.answer(f"loadsgf {path} 5") == "=\n\n"
    assert engine.position.ply == 4
    assert engine.options["size"] == 4


SESSIONS = {
    "boche": ("W c:d3", "B swap", "W z9", "boche-path.sgf", "W+Path", "kill=3", "boardsize 4"),
    "che": ("W fl:0,0", "B fr:1,0+bl:0,1", "W x", "che-closed.sgf", "B+Closure", "num_tiles=8", ""),
    "boku": ("B f5", "W e4", "B f5", "boku-row.sgf", "B+Row", "", ""),
    "octi": ("B 57+e", "W 53", "B 57+e", "octi-fast-torus.sgf", "B+Homes", "wrap=1", ""),
}


@pytest.mark.parametrize("game", SESSIONS)
def test_a_session_in_every_game(game: str) -> None:
    """Play two moves and an illegal one, undo, load records, set options, and reach an ending."""
    first, second, illegal, path, score, option, size = SESSIONS[game]
    engine = Engine(game, player="random")
    other = "B" if first[0] == "W" else "W"
    start = engine.answer("showboard")
    lines = ["undo", f"play {first}\r\n", f"2 play {second} # remark", f"play {illegal}", "undo"]
    marks = [answer[:2] for answer in talk(engine, *lines)]
    assert marks == ["? ", "=\n", "=2", "? ", "=\n"]
    assert engine.answer(f"play {first}").endswith(
        "is to move, not " + engine_colour(game) + "\n\n"
    )
    assert engine.answer("undo") == "=\n\n"
    assert engine.answer("showboard") == start
    assert engine.answer(f"loadsgf {RECORDS / path}") == "=\n\n"
    assert engine.answer("final_score") == f"= {score}\n\n"
    for colour in "WB":
        assert engine.answer(f"genmove {colour}").startswith("? the game is over: ")
    assert talk(engine, f"loadsgf {RECORDS / path} 4", "boche-legal_moves")[0] == "=\n\n"
    assert engine.position.ply == 3
    assert engine.answer("boardsize 4") == ("=\n\n" if size else "? unacceptable size\n\n")
    if option:
        assert engine.answer(f"boche-options {option}") == "=\n\n"
        assert option in engine.answer("boche-options")
    assert engine.answer("boche-options wings=1").startswith(f"? {game} has no option 'wings'")
    assert engine.answer("clear_board") == "=\n\n"
    assert engine.answer(f"genmove {first[0]}").startswith("= ")
    assert talk(engine, f"play {other} resign", "final_score")[1] == f"= {first[0]}+R\n\n"
    engine.close()


def engine_colour(game: str) -> str:
    return GAMES[game].colours[0]


def test_what_front_ends_and_shells_add_does_no_harm(engine) -> None:
    assert engine.answer("\ufeff1 name\r\n") == "=1 boche\n\n"
    assert engine.answer("boardsize 5 5") == "=\n\n"
    assert engine.options["size"] == 5
    assert engine.answer("boardsize 5 6").startswith("? unacceptable size: expected one argument")


def test_a_record_that_cannot_be_loaded_is_told(engine, tmp_path) -> None:
    other = tmp_path / "other.sgf"
    other.write_text("(;FF[4]GM[1];B[pd])")
    board = engine.answer("showboard")
    assert engine.answer(f"loadsgf {other}").startswith("? cannot load file: line 1, column 8: ")
    other.write_text("(;FF[4]GM[Boche]SZ[4];W[a:a1];B[e:a1])")
    answer = engine.answer(f"loadsgf {other}")
    assert answer.startswith("? cannot load file: line 1, column 31: ply 2: ")
    assert engine.answer("showboard") == board


def test_options_clear_the_board(engine) -> None:
    talk(engine, "play W a:a1", "boche-options kill=3 adjacent=1 join_face=0")
    assert engine.answer("boche-options") == (
        "= size=3\nkill=3\nfill_board=0\nadjacent=1\nimmediate_win=0\njoin_any=1\n\n"
    )
    assert engine.position.ply == 0


def test_analysis(engine) -> None:
    talk(engine, "boardsize 2", "play W c:a1")
    first, *rest = engine.answer("boche-analyze 0.3").strip().split("\n")
    words = first.removeprefix("= ").split()
    assert words[:5] == ["win", "light", "0.0000", "dark", "1.0000"]
    assert words[words.index("proven") + 1] == "dark"
    assert words[words.index("line") + 1] == "swap"
    assert rest[0].startswith("move swap visits ")
    assert rest[0].endswith(" value 1.0000 proven 1")


@pytest.mark.parametrize("junk", ["\x00\x01play", "play " * 3000, "é ü", "9" * 40, "play W \x7f"])
def test_junk_gets_an_answer_and_nothing_else(engine, junk: str) -> None:
    assert engine.answer(junk)[0] == "?"


def test_the_clock() -> None:
    clock = Clock(2.5)
    assert clock.seconds("light") == 2.5
    clock.settings(600, 0, 0)
    assert clock.seconds("light") == pytest.approx(0.9 * 30)
    clock.set_time_left("light", 10, 0)
    assert clock.seconds("light") == pytest.approx(0.45)
    clock.set_time_left("light", 30, 10)
    assert clock.seconds("light") == pytest.approx(2.7)
    clock.settings(0, 10, 1)
    assert clock.seconds("dark") == pytest.approx(9)
    clock.settings(0, 0, 0)
    assert clock.seconds("dark") == 0.05
    clock.settings(60, 10, 0)  # byo-yomi without stones: no limit
    assert clock.seconds("dark") == 2.5


# -- other programs


GOOD = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    print("= " + ("a:a1" if word == "genmove" else ""), end="\\n\\n", flush=True)
    if word == "quit": break
"""


def program(code: str) -> str:
    return "gtp:" + shlex.join([sys.executable, "-c", code])


def outcome_of(code: str, monkeypatch, **options) -> str:
    """Return the first move of a program, or the error."""
    monkeypatch.setattr(gtp_player, "START_SECONDS", 1.5)
    monkeypatch.setattr(gtp_player, "GRACE_SECONDS", 0.3)
    start = new("boche", size=3, **options)
    try:
        player = make_player(program(code), start, seconds=0.2)
    except PlayerError as error:
        return str(error)
    try:
        return str(player.choose(start, []))
    except PlayerError as error:
        return str(error)
    finally:
        player.close()


def test_a_good_program_plays(monkeypatch) -> None:
    assert outcome_of(GOOD, monkeypatch) == "a:a1"


def test_a_program_resigns_through_another(monkeypatch) -> None:
    """Check that ``boche gtp`` with a program as its player passes the resignation on."""
    resigns = program(GOOD.replace("a:a1", "resign"))
    words = [sys.executable, "-m", "boche", "gtp", "--size", "3", "--player", resigns]
    start = new("boche", size=3)
    player = make_player("gtp:" + shlex.join(words), start)
    try:
        with pytest.raises(ResignedError):
            player.choose(start, [])
    finally:
        player.close()


def test_a_program_that_is_not_there(monkeypatch) -> None:
    for command in ("gtp:/no/such/program", "gtp:'unclosed"):
        with pytest.raises(PlayerError, match="cannot be started"):
            make_player(command, new("boche"))
    with pytest.raises(PlayerError, match="give the program"):
        make_player("gtp: ", new("boche"))


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_its_children_go_with_it(monkeypatch, tmp_path) -> None:
    """Check that child processes, such as those of a shell script, are ended."""
    mark = tmp_path / "child"
    child = f"import time, os; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])\n{GOOD}"
    outcome_of(code, monkeypatch)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not alive_is_over(mark):
        time.sleep(0.05)
    assert alive_is_over(mark)


def alive_is_over(mark: Path) -> bool:
    if not mark.exists() or not mark.read_text():
        return True  # it was ended before it got so far
    state = subprocess.run(["ps", "-o", "stat=", "-p", mark.read_text()], capture_output=True)
    return state.stdout.strip()[:1] in (b"", b"Z")


def test_our_own_engine_as_the_other_program(monkeypatch) -> None:
    """Check both sides of the protocol together, including options."""
    code = (
        "import sys; from boche.engine.gtp.engine import Engine;"
        "from boche.engine.gtp.serve import serve;"
        "serve(Engine(player='greedy'), sys.stdin.buffer, sys.stdout)"
    )
    start = new("boche", size=3, kill=2, adjacent=True)
    player = make_player(program(code), start, seconds=0.5)
    try:
        position, history = start, []
        while position.outcome is None:
            if len(history) % 2:
                move = position.legal_moves()[0]
            else:
                move = player.choose(position, history)
            history.append((position.turn, str(move)))
            position = position.play(move)
    finally:
        player.close()
    assert position.outcome is not None
