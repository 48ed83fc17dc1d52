"""C compilers: which one there is, and what it is told."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM

CHOSEN = f"{PROGRAM.upper()}_CC"
"""Environment variable with the command of a C compiler to use."""

VARIANT = f"{PROGRAM.upper()}_CHECKED"
"""Environment variable: 1 for code that checks every index, ``sanitize`` for sanitizers as well."""

FLAGS = (
    "-std=c11", "-w", "-fvisibility=hidden", "-fwrapv", "-ffp-contract=off", "-fno-math-errno",
    "-fno-trapping-math",
)  # fmt: skip
"""The flags of every build. Results are the same with each compiler and on each system.

Integers wrap around; nothing is contracted, so that a sum of products is rounded twice; what could
trap is ignored, since nothing here looks at floating-point exceptions.
"""

OPTIMISED = {"": "-O3", "checked": "-O2", "sanitize": "-O1"}
BARE = ("-nostdlib", "-fno-builtin", "-fno-stack-protector")
SANITIZED = ("-g", "-DHOSTED", "-fsanitize=undefined,address", "-fno-omit-frame-pointer")

SHARED = ("-fPIC", "-shared", "-Wl,-s")
MODULE = ("-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,-s")
"""What makes a module of WebAssembly, with a memory of its own that can grow."""

OBJECT = ("-c", "-mno-stack-arg-probe")
DLL = ("/nologo", "/dll", "/noentry", "/noimplib", "/Brepro")
"""A library for Windows is linked on its own: zig would build all of MinGW first."""

MACHINES = {"amd64": "x86_64", "arm64": "aarch64", "x64": "x86_64"}
SUFFIXES = {"darwin": ".dylib", "win32": ".dll", "web": ".wasm"}


class CompilerError(BocheError):
    """No C compiler, or one that fails."""


class Target(NamedTuple):
    """A system and a processor; ``wide`` has vectors of 256 bits (AVX2).

    The system is named as ``sys.platform`` does. No library needs a C library, so one for Linux
    serves all of its kinds. ``web`` is WebAssembly.
    """

    system: str
    machine: str
    wide: bool = False

    @property
    def name(self) -> str:
        """Return its name, as in files' names."""
        return f"{self.system}-{self.machine}{'-avx2' if self.wide else ''}"

    @property
    def suffix(self) -> str:
        """Return how the names of its libraries end."""
        return SUFFIXES.get(self.system, ".so")


EVERYWHERE = (
    *(Target(system, machine) for system in ("linux", "darwin", "win32")
      for machine in ("x86_64", "aarch64")),
    Target("web", "wasm32"),
)  # fmt: skip
"""What a wheel brings libraries for."""


def this_machine(wide: bool = False) -> Target:
    """Return the machine that this process runs on."""
    machine = platform.machine().lower()
    if sys.platform == "win32":  # a Python for x86-64 also runs on ARM, where that says ARM64
        machine = sysconfig.get_platform().removeprefix("win-")
    return Target(sys.platform, MACHINES.get(machine, machine), wide)


def is_wide() -> bool:
    """Return whether this processor has AVX2, as far as that can be told."""
    if this_machine().machine != "x86_64":
        return False
    try:
        return " avx2 " in Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def variant() -> str:
    """Return which code is wanted: '', ``checked`` or ``sanitize``."""
    chosen = os.environ.get(VARIANT, "")
    return {"": "", "0": "", "sanitize": "sanitize"}.get(chosen, "checked")


def command() -> list[str]:
    """Return the command of the C compiler. Raises ``CompilerError`` if there is none."""
    chosen = os.environ.get(CHOSEN)
    if chosen:
        return shlex.split(chosen)
    if importlib.util.find_spec("ziglang") is not None and sys.executable:
        return [sys.executable, "-m", "ziglang", "cc"]
    for name in ("clang", "cc", "gcc"):
        path = shutil.which(name)
        if path is not None:
            return [path]
    raise CompilerError(
        tr(
            "the rules must be compiled on this machine, which has no C compiler: install gcc or "
            "clang, or run: pip install {package}",
            package="ziglang",
        )
    )


def build(text: str, library: Path, target: Target, kind: str = "") -> None:
    """Compile C to a library. Raises ``CompilerError``, ``OSError``."""
    # All names are relative: no folder gets into what is built.
    source, compiled = library.with_suffix(".c"), library.with_suffix(".obj")
    source.write_text(text, encoding="utf-8", newline="\n")
    compiler = command()
    flags = [*FLAGS, OPTIMISED[kind], *(SANITIZED if kind == "sanitize" else BARE)]
    if "ziglang" in compiler:
        # Without a target it would use whatever this processor has.
        flags += ["-target", f"{target.machine}-{ZIG_SYSTEMS.get(target.system, target.system)}"]
    elif target[:2] != this_machine()[:2]:
        raise CompilerError(f"only the package ziglang compiles for {target.name} here")
    if target.wide:
        flags.append("-mavx2")
    if target.system == "win32" and "ziglang" in compiler:
        _run([*compiler, *flags, *OBJECT, "-o", compiled.name, source.name], library.parent)
        linker = [*compiler[:-1], "lld-link", *DLL]
        _run([*linker, f"/out:{library.name}", compiled.name], library.parent)
    else:
        kinds = MODULE if target.system == "web" else SHARED
        _run([*compiler, *flags, *kinds, "-o", library.name, source.name], library.parent)
    source.unlink()


ZIG_SYSTEMS = {
    "linux": "linux-gnu", "darwin": "macos.11.0", "win32": "windows-gnu", "web": "freestanding",
}  # fmt: skip


def _scratch(folder: Path) -> dict[str, str]:
    """Return where zig keeps its own things: the user's cache if that can be written to."""
    own, shared = str(folder / "zig"), os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        Path(shared, "zig").expanduser().mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return {"ZIG_LOCAL_CACHE_DIR": own, "ZIG_GLOBAL_CACHE_DIR": own}
    return {"ZIG_LOCAL_CACHE_DIR": own}


def _run(line: Sequence[str], folder: Path) -> None:
    environment = {**_scratch(folder), **os.environ}
    try:
        done = subprocess.run(
            line, cwd=folder, env=environment, capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    except OSError as error:
        raise CompilerError(f"{line[0]}: {error.strerror or error}") from error
    if done.returncode:
        said = [part for part in (done.stderr or done.stdout).splitlines() if part.strip()]
        errors = [part for part in said if "error" in part.lower()] or said or ["no reason given"]
        raise CompilerError(
            tr("the C compiler {name!r} failed: {error}", name=line[0], error=errors[0][:300])
        )
