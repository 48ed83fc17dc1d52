"""``boche gtp`` as a process: every line of input gets an answer, and it ends when told to."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boche.engine.gtp.engine import LONGEST_LINE
from tests.engine.gtp.full.programs import all_ended
from tests.soak import gtp as soak

COMMAND = """
import signal, sys, time
from boche.engine.players import registry as players
from boche.engine.players.baselines import RandomPlayer
from boche.engine.players.errors import ResignedError
from boche.viewer.cli import main

class Slow(RandomPlayer):
    def __init__(self, seat):
        time.sleep(float(seat.spec.argument or 0))
        super().__init__(seat.seed)
        print("made", file=sys.stderr)

class Odd(RandomPlayer):
    def choose(self, position, history):
        if not history:
            raise RuntimeError("odd\\nthing \\x1b")
        if len(history) == 1:
            raise ResignedError("has had enough")
        return super().choose(position, history)

class Thinker(RandomPlayer):
    def __init__(self, seat):
        super().__init__(seat.seed)
        self.wait = float(seat.spec.argument)

    def choose(self, position, history):
        time.sleep(self.wait)
        return super().choose(position, history)

players.REGISTRY["slow"] = players.Kind(Slow, "takes long to be made")
players.REGISTRY["odd"] = players.Kind(lambda seat: Odd(seat.seed), "raises anything")
players.REGISTRY["thinker"] = players.Kind(Thinker, "hears nothing meanwhile")
players.check_name = lambda name, game: None
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main(["gtp", *sys.argv[1:]]))
"""


class Gtp:
    """A running ``boche gtp`` with extra players; answers are awaited one by one."""

    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},  # as under a UTF-8 locale
        )  # fmt: skip
        self._answers: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        lines: list[str] = []
        for line in self.process.stdout:
            if line == b"\n":
                self._answers.put("".join(lines))
                lines = []
            else:
                lines.append(line.decode())
        self._answers.put("".join(lines))

    def send(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer(self, limit: float = 20.0) -> str:
        return self._answers.get(timeout=limit)

    def ask(self, line: bytes | str, limit: float = 20.0) -> str:
        self.send((line if isinstance(line, bytes) else line.encode()) + b"\n")
        return self.answer(limit)

    def end(self, limit: float = 120.0) -> tuple[int, str]:
        """Return the exit code and the output on standard error, once it has ended by itself."""
        code = self.process.wait(limit)
        return code, self.process.stderr.read().decode()


@pytest.fixture
def gtp() -> Iterator[Callable[..., Gtp]]:
    with all_ended(Gtp) as start:
        yield start


ODD = {
    b"\xff": "? unknown command\n",
    b"play W \xff\xfe": "? '",
    b"7 play \xff x": "?7 '",
    b"\xff\x00name": "? unknown command\n",
    b"\x01na\x00me\x1b": "= boche\n",
    b"name\r": "= boche\n",
    b"2147483647 name": "=2147483647 boche\n",
    b"9" * 4000 + b" name": "=" + "9" * 4000 + " boche\n",
    b"0 name": "=0 boche\n",
    b"-1 name": "? unknown command\n",
    b"boardsize " + b"9" * 5000: "? unacceptable size: '9999",
    b"time_left W -1 0": "? '-1' is not a whole number\n",
    b"play W " + b"(" * 60_000: "? '((((",
    b"loadsgf " + b"x" * 5000: "? cannot load file: xxx",
    b"loadsgf \xff\xfe": "? cannot load file: \\udcff\\udcfe: file not found\n",
    b"loadsgf /": "? cannot load file: /: is not a file\n",
    b"loadsgf /dev/zero": "? cannot load file: /dev/zero: is not a file\n",
    b"loadsgf \x00": "? expected a file name\n",
    b"loadsgf /etc/passwd " + "²".encode(): "? cannot load file: /etc/passwd ²: file not found",
    b"12 " + b"long" * LONGEST_LINE: "?12 the line is too long: over 65,536 bytes\n",
    b"name #" + b"long" * LONGEST_LINE: "= boche\n",
    "é".encode() * LONGEST_LINE: "? the line is too long: over 65,536 bytes\n",
}


def test_whatever_it_hears_it_answers_and_goes_on(gtp) -> None:
    engine = gtp("--player", "random")
    for line, answer in ODD.items():
        heard = engine.ask(line)
        assert heard.startswith(answer), line[:60]
        assert heard.count("\n") == 1
        assert heard[:-1].isprintable()
    assert engine.ask("genmove W").startswith("= ")
    engine.send(b"1 name")  # without an end of line
    engine.process.stdin.close()
    assert engine.answer() == "=1 boche\n"
    assert engine.end() == (0, "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory as Linux tells it")
def test_an_endless_line_takes_no_memory(gtp) -> None:
    def peak() -> int:
        text = Path(f"/proc/{engine.process.pid}/status").read_text()
        return int(text.partition("VmHWM:")[2].split()[0])

    engine = gtp("--player", "random")
    assert engine.ask("name") == "= boche\n"
    before = peak()
    for _ in range(64):
        engine.send(b"x" * 2**20)
    assert engine.ask("") == "? the line is too long: over 65,536 bytes\n"
    assert peak() - before < 8_000, "KiB, of 65,536"


def test_what_nobody_expected_is_one_failed_command(gtp) -> None:
    engine = gtp("--player", "odd")
    reason = "internal error: RuntimeError: odd thing \\x1b"
    assert engine.ask("3 genmove W") == f"?3 {reason}\n"
    assert engine.ask("play W c:d3") == "=\n"
    assert engine.ask("genmove B") == "= resign\n", "a player that resigns"
    assert engine.ask("final_score") == "= W+R\n"
    assert engine.ask("play B resign").startswith("? ")
    assert engine.ask("undo") == "=\n"
    assert engine.ask("play B swap") == "=\n"
    assert engine.ask("genmove B").startswith("= ")
    engine.send(b"quit\n")
    assert engine.end() == (0, f"boche gtp: {reason}, at 'genmove W'\n")


def test_output_that_nobody_reads(gtp) -> None:
    engine = gtp("--player", "random")
    assert engine.ask("name") == "= boche\n"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "--player", "random"],
        input=b"name\nname\n", stdout=writer, stderr=subprocess.PIPE, timeout=300,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_input_that_cannot_be_read(tmp_path: Path) -> None:
    with (tmp_path / "output").open("wb") as output:
        done = subprocess.run(
            [sys.executable, "-c", COMMAND], stdin=output, capture_output=True, timeout=300
        )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"boche gtp: cannot read the commands: Bad file descriptor\n"


def test_some_hundred_lines_of_all_kinds() -> None:
    """Send the first lines of the soak test, which sends tens of thousands, without searches."""
    assert soak.run(seed=7, count=400, search=False) == (400, [])


# -- when it ends


@pytest.mark.parametrize("player", ["8", "thinker:600", "slow:600"])
def test_it_does_not_think_to_the_end_for_nobody(gtp, player: str) -> None:
    """Send ``quit``, or end the input, while it is thinking or preparing."""
    for last in (b"5 quit\n", b""):
        engine = gtp("--player", player, "--seconds", "600")
        assert engine.ask("name") == "= boche\n"
        if player == "8":
            assert engine.ask("clear_board", 120) == "=\n"
        engine.send(b"clear_board\n" if player == "slow:600" else b"genmove W\n")
        time.sleep(1.0)
        start = time.monotonic()
        engine.send(last)
        engine.process.stdin.close()
        assert engine.end()[0] == 0
        assert time.monotonic() - start < 120, "it thinks on for nobody"
        assert engine.answer().startswith("= " if player == "8" else "? stopped")
        assert engine.answer() == ("=5\n" if last else "")


def test_a_list_of_commands_is_answered_to_its_end(gtp) -> None:
    engine = gtp("--player", "thinker:1")
    start = time.monotonic()
    engine.send(b"1 genmove W\n2 genmove B\n3 quit\n")
    engine.process.stdin.close()
    assert [engine.answer()[:3] for _ in range(3)] == ["=1 ", "=2 ", "=3\n"]
    assert time.monotonic() - start > 2.0
    assert engine.end() == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("line", [b"", b"genmove W\n", b"clear_board\n"])
def test_ctrl_c(gtp, line: bytes) -> None:
    engine = gtp("--player", "slow:600")
    assert engine.ask("name") == "= boche\n"
    engine.send(line)
    time.sleep(0.3)
    os.kill(engine.process.pid, signal.SIGINT)
    assert engine.end() == (130, "boche gtp: stopped\n")


# -- slow starts of players, such as compiling


def test_making_a_player_costs_no_move_its_time(gtp) -> None:
    """Check that the player is created while no clock runs, without delaying ``name``."""
    engine = gtp("--player", "slow:2", "--size", "3")
    assert engine.ask("name") == "= boche\n"
    start = time.monotonic()
    assert engine.ask("boardsize 3") == "=\n"
    assert time.monotonic() - start > 2.0
    for line in ("clear_board", "genmove W", "play B swap", "genmove B", "quit"):
        assert engine.ask(line)[0] == "="
    assert engine.end() == (0, "made\n"), "it is made again"
