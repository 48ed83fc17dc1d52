"""Run the libraries of a wheel on the systems that can be had on one: ``make wheel-check``.

    python scripts/native/check.py [WHEEL]

Each plays the same search in every game, and all arrays of it must be equal, bit by bit: by Python
here, and by a driver in C that the same compiler makes for each system. Windows' runs by wine,
arm64's by qemu, WebAssembly by node. A tool that is missing is an error.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

SIMULATIONS, SEED, NODES = 20_000, 7, 400_000

MISSING = (
    "{} is missing. On Debian or Ubuntu: "
    "sudo apt-get install --no-install-recommends wine64 qemu-user libc6-arm64-cross musl"
)


class System(NamedTuple):
    """A system to try: the library's, the driver's, and the words that run the driver."""

    title: str
    library: str
    driver: str
    words: tuple[str, ...] = ()


class CheckError(Exception):
    """An error that one line tells."""


def systems() -> list[System]:
    """Return the systems that are tried. Raises ``CheckError`` if a tool is missing."""
    arm = "/usr/aarch64-linux-gnu"
    if not Path(arm, "lib/ld-linux-aarch64.so.1").is_file():
        raise CheckError(MISSING.format("libc6-arm64-cross"))
    if not Path("/lib/ld-musl-x86_64.so.1").exists():
        raise CheckError(MISSING.format("musl"))
    wine = tool("wine64", "/usr/lib/wine/wine64")
    return [
        System("Linux, x86-64, glibc", "linux-x86_64", "x86_64-linux-gnu"),
        System("Linux, x86-64, musl", "linux-x86_64", "x86_64-linux-musl"),
        System("Linux, arm64, by qemu", "linux-aarch64", "aarch64-linux-gnu",
               (tool("qemu-aarch64"), "-L", arm)),
        System("Windows, x86-64, by wine", "win32-x86_64", "x86_64-windows-gnu", (wine,)),
        System("WebAssembly, by node", "web-wasm32", "", (tool("node"), str(HERE / "driver.js"))),
    ]  # fmt: skip


def tool(*names: str) -> str:
    """Return the path of a program by the first of its names that there is."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    found = next(filter(None, (shutil.which(name, path=path) for name in names)), None)
    if found is None:
        raise CheckError(MISSING.format(names[0]))
    return found


# -- the search


class Image:
    """The memory of a search, to be laid out elsewhere: arrays first, then tables of addresses."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.arrays = list[Any]()
        self.places = list[int]()
        for value in values:
            self._collect(value)
        self.starts, end = list[int](), 0
        for array in self.arrays:
            self.starts.append(end)
            end += -(-array.nbytes // 16) * 16
        self.hashed = end
        self.words = list[int]()
        self._next = iter(self.starts)
        self.tables = list[int]()
        for value in values:
            self.tables.append(self.hashed + 8 * len(self.words))
            self._lay_out(value)

    def _collect(self, value: Any) -> None:
        if isinstance(value, tuple):
            for part in value:
                self._collect(part)
        elif hasattr(value, "nbytes"):
            self.arrays.append(value)

    def _lay_out(self, value: Any) -> None:
        if isinstance(value, tuple):
            for part in value:
                self._lay_out(part)
        elif hasattr(value, "nbytes"):
            self.places.append(self.hashed + 8 * len(self.words))
            self.words += [next(self._next), *value.shape]
        elif isinstance(value, float):
            self.words += struct.unpack("<q", struct.pack("<d", value))
        else:
            self.words.append(int(value))

    def data(self) -> bytes:
        """Return the arrays as they lie in the image."""
        parts = (bytes(array.tobytes()) for array in self.arrays)
        return b"".join(part.ljust(-(-len(part) // 16) * 16, b"\0") for part in parts)

    def job(self) -> bytes:
        """Return what the driver reads."""
        size = self.hashed + 8 * len(self.words)
        head = [size, self.hashed, len(self.places), *self.tables, SIMULATIONS]
        numbers = struct.pack(f"<{len(head) + len(self.places)}q", *head, *self.places)
        return numbers + self.data() + struct.pack(f"<{len(self.words)}q", *self.words)


def hash_of(data: bytes) -> str:
    """Return the driver's hash (FNV-1a, word by word)."""
    value = 0xCBF29CE484222325
    for (word,) in struct.iter_unpack("<Q", data):
        value = ((value ^ word) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def searched(name: str, job: Path) -> tuple[str, str]:
    """Play a search from Python, and write it down as a job; return what came out, and its key."""
    from boche.engine.games.registry import find
    from boche.engine.native.calls import kind_of
    from boche.engine.native.library import key_of
    from boche.engine.search.params import SearchParams
    from boche.engine.search.searcher import Searcher

    searcher = Searcher(find(name).new(), SearchParams(nodes=NODES), seed=SEED)
    worker = searcher.first.workers[0]
    given = worker.tree, worker.work, worker.root, worker.scratch
    image = Image(given)
    job.write_bytes(image.job())
    search = worker.kernels.tree.search
    done = search(*given, SIMULATIONS)
    key = key_of(search.py_func, tuple(map(kind_of, (*given, SIMULATIONS))))
    return f"{done} 0 {hash_of(image.data())}", key


# -- running it elsewhere


def run(words: Iterable[object], folder: Path) -> str:
    """Return what a program prints. Raises ``CheckError``."""
    environment = {**os.environ, "WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all"}
    environment["PYTHONPATH"] = str(folder / "tools")
    line = [str(word) for word in words]
    done = subprocess.run(
        line, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        told = next((each for each in said if "error" in each), said[-1])
        raise CheckError(f"{' '.join(line[:6])}: {told}")
    return done.stdout.strip()


def driver(system: System, folder: Path) -> list[object]:
    """Build the driver for a system; return the words that run it."""
    if not system.driver:
        return [*system.words]
    made = folder / f"driver-{system.driver}.exe"
    command = (sys.executable, "-m", "ziglang", "cc", "-O2", "-target", system.driver)
    dynamic = () if "windows" in system.driver else ("-dynamic", "-ldl")
    run((*command, *dynamic, "-o", made, HERE / "driver.c"), folder)
    return [*system.words, made]


def entry(compiled: Path, system: System, key: str) -> tuple[Path, str]:
    """Return a game's library for a system, and a function's name in it."""
    listed = list(compiled.glob(f"*-{system.library}.json"))
    if len(listed) != 1:
        raise CheckError(f"{compiled} has {len(listed)} libraries for {system.library}, not one")
    manifest = json.loads(listed[0].read_text(encoding="utf-8"))
    return compiled / manifest["library"], manifest["entries"][key][0]


def check(wheel: Path, folder: Path) -> int:
    """Run all that a wheel brings; return the number of searches that came out differently."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "wheel")
    sys.path.insert(0, str(folder / "wheel"))
    # What is in the wheel is tried, and nothing else.
    os.environ.update(BOCHE_CC="false", BOCHE_CACHE_DIR=str(folder / "cache"), BOCHE_CHECKED="")
    wanted = systems()
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run((*pip, "--target", folder / "tools", "-c", ROOT / "requirements.lock", "ziglang"), folder)
    tried = [(system, driver(system, folder)) for system in wanted]
    from boche.engine.games.registry import GAMES
    from boche.engine.native.kernels import searches

    wrong = 0
    for name in (name for name, game in GAMES.items() if searches(game)):
        job = folder / f"{name}.job"
        expected, key = searched(name, job)
        print(f"{name}: {expected}")
        for system, words in tried:
            compiled = folder / "wheel/boche/engine/games" / name / "compiled"
            library, symbol = entry(compiled, system, key)
            got = run((*words, library, symbol, job), folder)
            wrong += got != expected
            print(f"    {'equal' if got == expected else got}  {system.title}", flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a wheel's libraries on several systems.")
    parser.add_argument("wheel", type=Path, nargs="?", help="by default the one in dist/")
    given = parser.parse_args().wheel
    wheels = [given] if given else sorted((ROOT / "dist").glob("boche-*.whl"))
    try:
        if len(wheels) != 1 or not wheels[0].is_file():
            raise CheckError("expected one wheel in dist/; make wheel makes it")
        with tempfile.TemporaryDirectory() as folder:
            wrong = check(wheels[0].resolve(), Path(folder))
    except CheckError as error:
        raise SystemExit(f"boche: {error}") from None
    if wrong:
        raise SystemExit(f"boche: {wrong} searches came out differently")


if __name__ == "__main__":
    main()
