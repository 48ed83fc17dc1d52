"""Unexpected command lines: odd words, files, streams and environments.

    python -m tests.soak.command_lines [--count N] [--processes N] [--interrupts N] [--seed S]

``--count`` lines run inside this process, which is fast; ``--processes`` more run each in a process
of its own, with odd environments and closed or full streams; ``--interrupts`` more also get Ctrl+C.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests import ROOT

CODES = {0, 1, 2, 130}
LONGEST = 60.0  # seconds that a line may take

COMMANDS = ("show", "legal", "check", "convert", "new", "perft", "analyse", "match", "bench", "gtp")
OPTIONS = (
    "--move", "--line", "--number", "--lenient", "--json", "--size", "--game", "--kill", "--limit",
    "--to", "--players", "--date", "--depth", "--divide", "--seconds", "--playouts", "--threads",
    "--seed", "--write", "--games", "--opening", "--fair", "--longest", "--jobs", "--list",
    "--player", "--immediate-win", "--fill-board", "--help", "--version", "-o", "--output",
)  # fmt: skip
WORDS = (
    "", "0", "1", "2", "3", "-1", "9" * 30, "1e400", "nan", "inf", "-", "--", "---", "=", "0x10",
    "²", "boche", "che", "boku", "octi", "chess", "sgf", "moves", "random", "greedy", "uct:5",
    "uct:x", "gtp:", "gtp:/no/such", "gtp:'", "9", "2024-02-30", "a\nb", "\x1b[2J", "Ünï",
    "\udcff", "\u202e", "x" * 300, "%n", "*", "nowhere.sgf", "no/where/x.sgf", ".", "..", "/",
    "good.sgf", "bad.sgf", "empty.sgf", "noise.sgf", "folder", "locked", "moves.txt", "out.sgf",
    "loop", "fifo-less\udc80.sgf", "a:a1", "--size=4", "--seconds=0.01", "--playouts=3",
)  # fmt: skip
# Options that keep an expensive command short; the rest of the line is free.
TAME = {
    "perft": ["--depth", "1"],
    "analyse": ["--playouts", "2"],
    "match": ["--games", "1", "--longest", "4", "--jobs", "1"],
    "bench": ["--seconds", "0.01"],
}
ENVIRONMENTS = {
    "BOCHE_HOME": ("", "relative", "/dev/null", "/nonexistent/x", "good.sgf", "x\udcff", "locked"),
    "BOCHE_COMPILED": ("", ".", "/dev/null", "/nonexistent", "good.sgf", "folder"),
    "BOCHE_CACHE_DIR": ("/dev/null", "/nonexistent/é", "good.sgf", "relative"),
    "COLUMNS": ("", "0", "-5", "1", "x", "99999"),
    "LANG": ("", "C", "xx_YY", "de_DE.ISO-8859-1"),
    "LC_ALL": ("C", "POSIX", "C.UTF-8", "nonsense"),
    "PYTHONUTF8": ("0", "1"),
    "PYTHONCOERCECLOCALE": ("0",),
    "PYTHONIOENCODING": ("ascii", "latin-1", "utf-8:strict"),
    "HOME": ("", "/dev/null", "relative", "/nonexistent"),
    "XDG_CACHE_HOME": ("/dev/null", "relative"),
    "TMPDIR": ("/nonexistent", "folder", ""),
    "TERM": ("", "dumb", "x"),
    "TZ": ("", "Nowhere/X"),
    "NO_COLOR": ("1",),
}
REDIRECTIONS = ("", "", "", "<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full",
                "2>/dev/full", "<bad.sgf", "| head -c 1", "< noise.sgf")  # fmt: skip
FREE = ("--games", "--longest", "--depth", "--jobs", "--seconds", "--threads", "--playouts")


def make_files(folder: Path) -> None:
    """Create the files that the words name. Nothing outside the folder is ever written to."""
    good = (ROOT / "assets" / "records" / "boche-figure-size-4.sgf").read_bytes()
    (folder / "good.sgf").write_bytes(good)
    (folder / "bad.sgf").write_bytes(good[: len(good) // 2])
    (folder / "empty.sgf").write_bytes(b"")
    (folder / "noise.sgf").write_bytes(random.Random(1).randbytes(4000))
    (folder / "moves.txt").write_text("boche challenge -size=4 anna bert\n1. a:a1 a:a2\n2. e:b1\n")
    for name in ("folder", "locked"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "locked").chmod(0o500)
    with contextlib.suppress(FileExistsError):
        (folder / "loop").symlink_to("loop")


def line_of(rng: random.Random) -> list[str]:
    """Return a command line: mostly a command with some options, sometimes anything at all."""
    command = rng.choice(COMMANDS) if rng.random() < 0.95 else rng.choice(WORDS)
    words = [command] if command in COMMANDS or rng.random() < 0.5 else ["new", command]
    for _ in range(rng.randrange(6)):
        words.append(rng.choice(OPTIONS) if rng.random() < 0.5 else rng.choice(WORDS))
        if rng.random() < 0.1:
            words[-1] = mutated(words[-1], rng)
    # A line without a command, or of options alone, opens a window, which is tested elsewhere.
    words = [word for word in words if word not in FREE and not tame(word)]
    if not words or words[0].startswith("-") or words[0] in ("", "play"):
        words.insert(0, "show")
    return [*words, *TAME.get(words[0], [])]


def tame(word: str) -> bool:
    """Return whether a word or abbreviation makes the line run long or leave the folder."""
    cut = word.partition("=")[0]
    begins = len(cut) > 2 and any(option.startswith(cut) for option in FREE)
    return (begins and cut.startswith("--")) or word in ("/", "..") or "/dev" in word


def mutated(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) + 1)
    return word[:at] + rng.choice(("", "=", "-", "\udcfe", "9", "é", " ")) + word[at + 1 :]


def trouble(code: int | None, err: str) -> str:
    """Return the problem with how a line ended, or an empty string."""
    if code is None:
        return "it hangs"
    if code not in CODES:
        return f"exit code {code}"
    if "Traceback" in err or "Exception ignored" in err:
        return "a traceback"
    shell = ("bash: warning: setlocale", "bash: line")  # of LC_ALL=nonsense
    own = [line for line in err.split("\n") if line and not line.startswith(shell)]
    errors = [line for line in own if line.startswith("boche ")]
    if code == 2 and len(errors) > 1:
        return f"{len(errors)} lines of errors"
    odd = [line for line in own if not line.startswith(("boche", "usage:"))]
    return f"a line that is nobody's: {odd[0]!r}" if odd else ""


def run_here(words: list[str], folder: Path) -> tuple[int | None, str]:
    from boche.viewer.cli import main

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(b"")), out, err
    try:
        code: int | None = main(words)
    except BaseException:
        code = 1
        err.write(traceback.format_exc())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    err.flush()
    return code, err.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]


def odd_environment(rng: random.Random) -> dict[str, str]:
    names = rng.sample(sorted(ENVIRONMENTS), rng.randrange(4))
    return {name: rng.choice(ENVIRONMENTS[name]) for name in names}


def run_process(
    words: list[str], odd: dict[str, str], streams: str, folder: Path, stop: float | None
) -> tuple[int | None, str]:
    """Run the line in a process; ``stop`` is the number of seconds until Ctrl+C, or None."""
    command = f'"$0" -m boche "$@" {streams}; exit ${{PIPESTATUS[0]}}'
    exec_it = f'exec "$0" -m boche "$@" {streams}'
    shell = ["bash", "-c", command if "|" in streams else exec_it, sys.executable, *words]
    process = subprocess.Popen(
        shell, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), **odd},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    if stop is not None and "|" not in streams:
        time.sleep(stop)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
    try:
        _, err = process.communicate(timeout=LONGEST)
        code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        code, (_, err) = None, process.communicate()
    return code, err.decode("utf-8", "replace")


def possible(words: list[str]) -> list[str]:
    """Return the words in a form that a process can be given."""
    return [word.replace("\0", "") for word in words]


def clean(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
    make_files(folder)


def one(index: int, kind: str, seed: int, folder: Path) -> str:
    """Run one line. Return the problem and how to reproduce it, or an empty string."""
    rng = random.Random(f"{seed}/{kind}/{index}")
    words = possible(line_of(rng))
    odd, streams = odd_environment(rng), rng.choice(REDIRECTIONS)
    if kind == "here":
        wrong = trouble(*(ended := run_here(words, folder)))
        how = ""
    else:
        stop = rng.uniform(0.25, 1.2) if kind == "interrupt" else None
        ended = run_process(words, odd, streams, folder, stop)
        wrong, how = trouble(*ended), f" {odd} {streams!r} stop={stop}"
    return f"{kind} {index}: {wrong}: {words}{how}\n{ended[1][-1500:]}" if wrong else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--processes", type=int, default=400)
    parser.add_argument("--interrupts", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first line")
    args = parser.parse_args()
    kinds = {"here": args.count, "process": args.processes, "interrupt": args.interrupts}
    failures = 0
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        make_files(folder)
        os.chdir(folder)
        run_here(["bench", "--seconds", "0.01"], folder)  # compiling would look like a hang
        try:
            for kind, count in kinds.items():
                for index in range(args.first, args.first + count):
                    if index % 100 == 0:
                        clean(folder)
                    found = one(index, kind, args.seed, folder)
                    failures += bool(found)
                    if found:
                        print(found, flush=True)
                print(f"{kind}: {count} lines, {failures} failures so far", flush=True)
        finally:
            os.chdir(before)
            clean(folder)
            (folder / "locked").chmod(0o700)
    total = sum(kinds.values())
    print(f"command_lines: {total} tried, {failures} failures (seed {args.seed})")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
