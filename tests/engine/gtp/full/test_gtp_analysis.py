"""``lz-analyze`` and its kin as front ends use them: lines until the next command, never a hang."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from boche.engine.games.registry import GAMES, new
from boche.engine.gtp.engine import Engine
from tests.engine.gtp.full.programs import all_ended

LIMIT = 120.0  # seconds; the first analysis of a game may compile


class Process:
    """A running ``boche gtp``; its lines are awaited one by one."""

    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boche", "gtp", *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line.decode().removesuffix("\n"))
        self._lines.put(None)

    def send(self, *lines: str) -> None:
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def line(self, limit: float = LIMIT) -> str | None:
        """Return the next line, or None at the end of the output."""
        return self._lines.get(timeout=limit)

    def answer(self, limit: float = LIMIT) -> list[str]:
        """Return the lines up to the next empty one."""
        lines = list[str]()
        while (line := self.line(limit)) not in ("", None):
            lines.append(line)
        assert line == ""
        return lines

    def ask(self, line: str) -> list[str]:
        self.send(line)
        return self.answer()


@pytest.fixture
def gtp() -> Iterator[Callable[..., Process]]:
    with all_ended(Process) as start:
        yield start


def parsed(line: str) -> list[dict[str, str | list[str]]]:
    """Parse a line as front ends do: ``info`` begins a move, ``pv`` takes the rest."""
    found = []
    for part in re.split(r"(?:^|\s+)info\s+", line)[1:]:
        head, pv = part.split(" pv ")
        words = head.split()
        found.append({**dict(zip(words[::2], words[1::2], strict=True)), "pv": pv.split()})
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_lines_come_until_the_next_command(gtp, game: str) -> None:
    engine = gtp("--game", game)
    engine.send("7 lz-analyze 10 maxmoves 4")
    assert engine.line() == "=7"
    told = [parsed(engine.line()) for _ in range(3)]
    assert engine.ask("8 name")[-2:] != ["=8 boche"], "the analysis ends with an empty line"
    assert engine.answer() == ["=8 boche"]
    position = new(game)
    for candidates in told:
        assert 1 <= len(candidates) <= 4
        assert [int(one["order"]) for one in candidates] == list(range(len(candidates)))
        for one in candidates:
            assert {"move", "visits", "winrate", "lcb", "order", "pv"} == set(one)
            assert one["pv"][0] == one["move"]
            assert 0 <= int(one["lcb"]) <= int(one["winrate"]) <= 10_000
            after = position
            for move in one["pv"]:
                after = after.play(after.parse(move))
    assert int(told[-1][0]["visits"]) > 0


def test_kata_analyze_writes_shares_and_any_line_ends_it(gtp) -> None:
    engine = gtp()
    engine.send("kata-analyze W interval 5 ownership true")
    assert engine.line() == "="
    winrate = parsed(engine.line())[0]["winrate"]
    assert re.fullmatch(r"0\.[0-9]{6}", winrate)
    engine.send("")
    engine.answer()
    assert engine.ask("protocol_version") == ["= 2"]


def test_a_proven_position_waits_for_the_next_command_without_more_lines(gtp) -> None:
    engine = gtp("--game", "boku")
    moves = ("f5", "a1", "f6", "a2", "f7", "a3", "f8", "a4")
    for move, colour in zip(moves, "BW" * 4, strict=True):
        assert engine.ask(f"play {colour} {move}") == ["="]
    engine.send("lz-analyze B 5")
    assert engine.line() == "="
    best = parsed(engine.line())[0]
    assert (best["winrate"], best["lcb"]) == ("10000", "10000")
    with pytest.raises(queue.Empty):
        engine.line(1.0)
    assert engine.ask("name") == []
    assert engine.answer() == ["= boche"]


def test_genmove_analyze_plays_the_move_it_ends_with(gtp) -> None:
    engine = gtp("--seconds", "1")
    engine.send("3 lz-genmove_analyze W 10")
    lines = engine.answer()
    assert lines[0] == "=3"
    assert all(parsed(line) for line in lines[1:-1])
    assert len(lines) > 3
    play, move = lines[-1].split()
    assert play == "play"
    assert move == parsed(lines[-2])[0]["move"]
    assert engine.ask(f"play B {move}")[0].startswith("? "), "the cube lies there"
    assert engine.ask("kata-genmove_analyze W")[0] == "? dark is to move, not light"
    assert engine.ask("kata-genmove_analyze B 20 maxmoves 2")[-1].startswith("play ")
    assert engine.ask("undo") == ["="]


@pytest.mark.parametrize("player", ["1", "random"])
def test_a_weak_player_s_move_is_played_as_it_chooses(gtp, player: str) -> None:
    engine = gtp("--player", player)
    lines = engine.ask("lz-genmove_analyze W")
    assert lines[0] == "="
    assert lines[-1].startswith("play ")


REFUSED = {
    "lz-analyze B": "light is to move, not dark",
    "lz-analyze green": "'green' is not a colour; write W or B",
    "lz-analyze W 10 maxmoves": "write keys with their values, as in: lz-analyze 100 maxmoves 5",
    "lz-analyze maxmoves x": "'x' is not a whole number",
    "lz-analyze interval -1": "'-1' is not a whole number",
    "lz-analyze avoid W": "'avoid' is not supported (choose from interval, minmoves, maxmoves)",
    "kata-analyze wings 1": "'wings' is not a colour; write W or B",
}


def test_what_it_does_not_understand_is_refused_in_one_line(gtp) -> None:
    engine = gtp()
    for command, reason in REFUSED.items():
        assert engine.ask(f"5 {command}") == [f"?5 {reason}"], command
    assert engine.ask("play W resign") == ["="]
    assert engine.ask("lz-analyze")[0].startswith("? the game is over")


def test_quit_ends_an_analysis_and_the_program(gtp) -> None:
    engine = gtp()
    engine.send("lz-analyze 10")
    assert engine.line() == "="
    assert engine.line().startswith("info ")
    engine.send("quit")
    assert engine.process.wait(300) == 0


def test_the_end_of_the_input_ends_an_analysis(gtp) -> None:
    engine = gtp()
    engine.send("lz-analyze 10")
    assert engine.line() == "="
    engine.process.stdin.close()
    assert engine.process.wait(300) == 0
    rest = []
    while (line := engine.line()) is not None:
        rest.append(line)
    assert rest[-1] == ""
    assert parsed(rest[-2])


def test_an_analysis_sent_with_the_commands_after_it_tells_a_line(gtp) -> None:
    engine = gtp()
    engine.send("lz-analyze 100", "2 kata-analyze", "3 name", "quit")
    first, second = engine.answer(), engine.answer()
    assert first[0] == "="
    assert parsed(first[-1])
    assert second[0] == "=2"
    assert parsed(second[-1])
    assert engine.answer() == ["=3 boche"]
    assert engine.process.wait(300) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
def test_ctrl_c_ends_the_program(gtp) -> None:
    engine = gtp()
    engine.send("lz-analyze 10")
    assert engine.line() == "="
    engine.process.send_signal(signal.SIGINT)
    assert engine.process.wait(300) == 130


def test_positions_in_turn_are_analysed_with_the_tree_of_the_one_before(gtp) -> None:
    """As a front end steps through a game: play, undo, another size."""
    engine = gtp()
    for command in ("play W c:d3", "play B swap", "undo", "undo", "boardsize 4", "play W c:a1"):
        assert engine.ask(command) == ["="]
        engine.send("lz-analyze 5")
        assert engine.line() == "="
        assert parsed(engine.line())
        engine.send("name")
        engine.answer()
        assert engine.answer() == ["= boche"]


def test_an_engine_without_streams_answers_with_one_line() -> None:
    engine = Engine("boku")
    head, line, *rest = engine.answer("4 lz-analyze 10 maxmoves 2").split("\n")
    assert (head, rest) == ("=4", ["", ""])
    assert 1 <= len(parsed(line)) <= 2
    engine.close()
