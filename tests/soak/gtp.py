"""Valid and invalid lines of GTP for ``boche gtp``: each is answered, and the engine goes on.

    python -m tests.soak.gtp [--count N | --seconds N] [--seed S]

Line ``i`` goes to the engine of game ``i`` modulo 4 and depends on the seed and ``i`` alone, except
for the current position. After each line a numbered ``name`` is sent, whose answer marks the end of
the line's own answer. Failures are printed with their index, in Python's notation for bytes.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from boche.engine.games.registry import GAMES
from boche.engine.process.process_tree import close_pipes
from tests import ROOT

RECORDS = ROOT / "assets" / "records"
LIMIT = 120.0  # seconds for an answer; a list of legal moves may take some
MOST_SHOWN = 20
FIRST_NUMBER = 500_000_000  # of the commands in between

COMMANDS = (
    "protocol_version", "name", "version", "known_command", "list_commands", "boardsize",
    "clear_board", "play", "genmove", "undo", "showboard", "loadsgf", "final_score",
    "time_settings", "time_left", "boche-options", "boche-legal_moves", "boche-groups",
    "boche-analyze", "lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze",
)  # fmt: skip
OPTIONS = [option.name for game in GAMES.values() for option in game.options] + ["wings", ""]
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "6",
    "-1",
    "+4",
    "21",
    "2147483647",
    "9" * 30,
    "1.5",
    "1e9",
    "²",
    "x",
)
COLOURS = ("W", "B", "white", "BLACK", "light", "dark", "w", "b", "green", "")
ODD_BYTES = (b"\xff", b"\x00", b"\r", b"\t", b"\x1b[2J", b"\xc3", b"\xe2\x80\xa8", b"#", b" ")
SUFFIXES = (b"", b"", b" 3", b" 0", b" 99")


class Lines:
    """The lines by index."""

    def __init__(self, seed: int, folder: Path, *, search: bool) -> None:
        """Write files to load into ``folder``. Without ``search`` no compiled code is needed."""
        self._seed, self._search = seed, search
        self._moves = {name: sorted(moves_of(name)) for name in GAMES}
        self._files = list(odd_files(random.Random(f"{seed}/files"), folder))

    def __call__(self, index: int) -> bytes:
        rng = random.Random(f"{self._seed}/{index}")
        line = self._good(rng, list(GAMES)[index % len(GAMES)])
        if rng.random() < 0.2:
            line = rng.choice([b"1", b"0", b"007", b"2147483647", b"9" * 50, b"-3"]) + b" " + line
        while rng.random() < 0.45:
            line = mutated(rng, line)
        return line.replace(b"\n", b" ")

    def _good(self, rng: random.Random, game: str) -> bytes:
        command = rng.choice(COMMANDS)
        number, colour = rng.choice(NUMBERS), rng.choice(COLOURS)
        if command == "play" or rng.random() < 0.25:
            move = rng.choice([*self._moves[game][:50], "swap", "resign", "pass"])
            return f"play {colour} {move}".encode()
        if command == "loadsgf":
            return (
                b"loadsgf " + rng.choice(self._files) + rng.choice([b"", b"", b" 3", b" 0", b" 99"])
            )
        words = {
            "genmove": [colour],
            "boardsize": [number],
            "known_command": [rng.choice(COMMANDS)],
            "time_settings": [number, rng.choice(NUMBERS), rng.choice(NUMBERS)],
            "time_left": [colour, number, rng.choice(NUMBERS)],
            "boche-options": [f"{rng.choice(OPTIONS)}={rng.choice(NUMBERS)}"],
            "boche-analyze": ["0.01" if self._search and rng.random() < 0.3 else "-" + number],
        }.get(command, [])
        return " ".join([command, *words]).encode()


def mutated(rng: random.Random, line: bytes) -> bytes:
    """Return the line with one change."""
    at, kind = rng.randrange(len(line) + 1), rng.randrange(8)
    if kind == 0:
        return line[:at] + bytes([rng.randrange(256)]) + line[at:]
    if kind == 1:
        return line[:at] + rng.choice(ODD_BYTES) + line[at:]
    if kind == 2:
        return line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
    if kind == 3:
        return line[:at] + line[at + rng.randrange(1, 9) :]
    if kind == 4:
        return line[:at]
    if kind == 5:
        words = line.split(b" ")
        rng.shuffle(words)
        return b" ".join(words)
    if kind == 6:
        return line + b" " + rng.randbytes(rng.randrange(30))
    longer = rng.choice([2, 3, 50, 2000]) if rng.random() < 0.3 else 2
    return line[:at] + line[at : at + 4] * longer + line[at:]


def moves_of(game: str) -> set[str]:
    rng, found = random.Random(game), set[str]()
    for _ in range(20):
        position = GAMES[game].new()
        for _ in range(12):
            if position.outcome is None:
                move = position.random_move(rng)
                found.add(position.format(move))
                position = position.play(move)
    return found


def odd_files(rng: random.Random, folder: Path) -> Iterator[bytes]:
    """Yield names of files: records, whole and mutilated, and names that are no files at all."""
    originals = sorted(path for path in RECORDS.iterdir() if path.is_file())
    yield from (os.fsencode(path) for path in originals)
    for number in range(150):
        data = rng.choice(originals).read_bytes()
        for _ in range(rng.randrange(1, 12)):
            data = mutated(rng, data)
        path = folder / f"{number}.sgf"
        path.write_bytes(data)
        yield os.fsencode(path)
    (folder / "empty").touch()
    (folder / "noise").write_bytes(rng.randbytes(5000))
    (folder / "deep.sgf").write_bytes(b"(;FF[4]GM[Boche]" + b"(;W[a:a1]" * 50_000)
    (folder / "two words.sgf").write_bytes(originals[0].read_bytes())
    names = ["empty", "noise", "deep.sgf", "two words.sgf", "", "x" * 300, "none", "a/" * 3000]
    yield from (os.fsencode(folder / name) for name in names)
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe")
        yield os.fsencode(folder / "pipe")
    yield from (b"/dev/zero", b"/dev/stdin", b"\xff\xfe", b"", b"-", b"~", b".", b"CON", b"?*")


class Talk:
    """A connection to one engine, which is restarted when it has ended."""

    def __init__(self, game: str) -> None:
        self.game, self._started = game, False
        self._read = 0  # bytes of standard error
        self.done = 0  # commands that succeeded, among those answered
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "boche", "gtp", "--game", self.game, "--player", "random"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        )  # fmt: skip
        self._said: queue.Queue[bytes] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._started = True

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self._said.put(line)
        self._said.put(b"")

    def ask(self, line: bytes, index: int) -> str:
        """Return the problem with the answer to a line, or an empty string."""
        if not self._started:
            self._start()
        last = b"=%d boche\n" % (FIRST_NUMBER + index)
        heard: list[bytes] = []
        try:
            self._process.stdin.write(line + b"\n%d name\n" % (FIRST_NUMBER + index))
            self._process.stdin.flush()
            while not heard or heard[-1] != last:
                heard.append(self._said.get(timeout=LIMIT))
                if not heard[-1]:
                    raise BrokenPipeError
            assert self._said.get(timeout=LIMIT) == b"\n"
        except (queue.Empty, OSError) as error:
            reason = "hangs" if isinstance(error, queue.Empty) else "has ended"
            self.end()
            return f"the engine {reason}; {self.errors()[-300:]!r}"
        self.done += heard[0][:1] == b"=" and len(heard) > 1
        return wrong(line, b"".join(heard[:-1])) or self.errors()

    def errors(self) -> str:
        """Return the output on standard error since the last call."""
        self._errors.seek(self._read)
        text = self._errors.read().decode("utf-8", "replace")
        self._read = self._errors.tell()
        return text

    def end(self) -> None:
        """End the engine; a new one answers the next line."""
        if self._started:
            self._process.kill()
            self._process.wait()
            self._listener.join()
            close_pipes(self._process)
            self._started = False

    def close(self) -> None:
        """End the engine for good."""
        self.end()
        self._errors.close()


def wrong(line: bytes, answer: bytes) -> str:
    """Return the reason why an answer is invalid, or an empty string."""
    text = re.sub(rb"[\x00-\x08\x0b-\x1f\x7f]", b"", line.partition(b"#")[0])
    if not answer:
        blank = not text.decode("utf-8", "replace").removeprefix("\ufeff").strip()
        return "" if blank else "no answer"
    if answer[:1] not in b"=?" or not answer.endswith(b"\n\n") or b"\n\n" in answer[:-2]:
        return f"no answer by the protocol: {answer[:200]!r}"
    if answer[:1] == b"?" and answer.count(b"\n") != 2:
        return f"more than a line: {answer[:200]!r}"
    return ""


def run(
    seed: int, count: int, seconds: float = 1e9, *, search: bool = True
) -> tuple[int, list[str]]:
    """Try up to ``count`` lines. Return the number tried, and the failures."""
    failures: list[str] = []
    until, told = time.monotonic() + seconds, time.monotonic()
    talks = [Talk(game) for game in GAMES]
    index, slowest = 0, (0.0, b"")
    with tempfile.TemporaryDirectory() as folder:
        lines = Lines(seed, Path(folder), search=search)
        while index < count and time.monotonic() < until:
            line, talk = lines(index), talks[index % len(talks)]
            began = time.monotonic()
            problem = talk.ask(line, index)
            slowest = max(slowest, (time.monotonic() - began, line[:100]))
            if problem:
                shown = line if len(line) < 300 else line[:300] + b"..."
                failures.append(f"seed {seed}, line {index}, {talk.game}: {shown!r}: {problem}")
            index += 1
            if time.monotonic() - told > 30:
                told = time.monotonic()
                print(f"gtp: {index} lines, {len(failures)} failures", flush=True)
    for talk in talks:
        talk.close()
    print(f"gtp: {sum(talk.done for talk in talks)} commands were done, the others refused;")
    print(f"gtp: the slowest answer took {slowest[0]:.1f} s, to {slowest[1]!r}")
    return index, failures


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Lines of GTP, good and bad, at boche gtp.")
    parser.add_argument("--count", type=int, default=30_000)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tried, failures = run(args.seed, args.count, args.seconds)
    for failure in failures[:MOST_SHOWN]:
        print(failure)
    print(f"gtp: {tried} lines tried, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
