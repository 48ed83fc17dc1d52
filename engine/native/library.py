"""Libraries of compiled functions: found where they may lie, or built.

A library has a *manifest* beside it, a file with the hash of the sources, the functions, and the
hash of the library itself. What does not fit is never loaded: another hash or system, or a library
that is not, byte for byte, the one that the manifest speaks of.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from boche.engine.native import cache, compiler
from boche.engine.native.body import new_program
from boche.engine.native.calls import Code, typed
from boche.engine.native.compiler import Target
from boche.engine.native.kinds import Kind
from boche.engine.native.sources import Scope
from boche.engine.program import PROGRAM

BESIDE = "compiled"
"""The folder in a game's package with the libraries that came with it."""

Wanted = Iterable[tuple[FunctionType, tuple[Kind, ...]]]


def key_of(function: FunctionType, kinds: Sequence[Kind]) -> str:
    """Return the name by which a function for some kinds of arguments is found in a library.

    A hash stands for the kinds: spelled out they would be a tenth of what a wheel brings.
    """
    given = hashlib.sha256(", ".join(map(str, kinds)).encode()).hexdigest()[:16]
    return f"{function.__module__}.{function.__name__}({given})"


class Library:
    """A loaded library."""

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        """Load it. Raises ``OSError``."""
        self._library = ctypes.CDLL(str(path))
        self._entries: dict[str, list[str]] = manifest["entries"]
        self._sites = [(str(m), int(n), str(what)) for m, n, what in manifest["sites"]]

    @property
    def fits(self) -> bool:
        """Whether this processor can run it."""
        return bool(self._library.boche_fits())

    def code(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Code | None:
        """Return a function in the library, or None."""
        entry = self._entries.get(key_of(function, kinds))
        if entry is None:
            return None
        symbol, returns = entry
        return Code(typed(getattr(self._library, symbol), kinds, returns), returns, self._sites)


class Shelf:
    """The places where a library of one name may lie, and how it is made.

    ``name`` is that of its files, ``sources`` the files that it is made of. ``beside`` is the
    folder in which it may have been shipped, ``variant`` one of ``compiler.variant``.
    """

    def __init__(
        self,
        name: str,
        sources: Iterable[Path],
        beside: Path | None = None,
        variant: str = "",
        more: str = "",
    ) -> None:
        self.name = f"{name}-{variant}" if variant else name
        self._beside, self._variant = beside, variant
        self.hash = cache.hash_of(sources, f"{more} {variant}")

    def load(self) -> Library | None:
        """Return the library that was built of these very sources, or None if there is none."""
        for folder, is_safe in self._places():
            for wide in (True, False):
                found = self._load(folder, compiler.this_machine(wide), is_safe)
                if found is not None and found.fits:
                    return found
        return None

    def is_built(self) -> bool:
        """Return whether there is a library, without loading it."""
        return any(
            self.has(compiler.this_machine(wide), folder)
            for folder, _ in self._places()
            for wide in (True, False)
        )

    def _places(self) -> Iterator[tuple[Path, Callable[[Path], bool]]]:
        if self._beside is not None and self._beside.is_dir():
            package = self._beside.parent / "__init__.py"
            yield self._beside, lambda path: cache.is_as_safe(path, package)
        kept = cache.place()
        if kept is not None:
            yield kept, cache.is_safe

    def _manifest(self, target: Target) -> str:
        return f"{self.name}-{self.hash}-{target.name}.json"

    def _load(
        self, folder: Path, target: Target, is_safe: Callable[[Path], bool]
    ) -> Library | None:
        try:
            listed = folder / self._manifest(target)
            if not (is_safe(folder) and is_safe(listed)):
                return None
            manifest = json.loads(listed.read_bytes())
            path = folder / Path(manifest["library"]).name
            whole = hashlib.sha256(path.read_bytes()).hexdigest()
            if whole != manifest["sha256"] or manifest["hash"] != self.hash or not is_safe(path):
                return None
            return Library(path, manifest)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None  # not there, damaged, or not for this system

    def build(self, scope: Scope, wanted: Wanted, target: Target) -> Library:
        """Build a library, put it into the cache, and load it.

        What cannot be written lasts as long as the process. Raises ``CompilerError`` and
        ``UntranslatableError``.
        """
        text, manifest = self._translated(scope, wanted)
        place = cache.place()
        with tempfile.TemporaryDirectory(prefix=f"{PROGRAM}-", dir=_roomy(place)) as room:
            made = self._compiled(text, manifest, target, Path(room))
            if place is not None:
                with suppress(OSError):
                    self._put(made, manifest, place, target)
                    return Library(place / manifest["library"], manifest)
            return Library(made, manifest)  # it stays loaded when its file is gone

    def build_for(
        self, scope: Scope, wanted: Wanted, targets: Iterable[Target], folder: Path
    ) -> None:
        """Build libraries for several systems into a folder; none of them is loaded.

        Raises what ``build`` raises, and ``OSError``.
        """
        text, manifest = self._translated(scope, wanted)
        for target in targets:
            with tempfile.TemporaryDirectory(prefix=f"{PROGRAM}-", dir=folder) as room:
                made = self._compiled(text, manifest, target, Path(room))
                self._put(made, manifest, folder, target)

    def has(self, target: Target, folder: Path) -> bool:
        """Return whether a folder has a library for a system."""
        return (folder / self._manifest(target)).is_file()

    def _compiled(self, text: str, manifest: dict[str, Any], target: Target, room: Path) -> Path:
        """Compile a library in a temporary folder, and complete its manifest."""
        made = room / f"library{target.suffix}"
        compiler.build(text, made, target, self._variant)
        manifest["sha256"] = hashlib.sha256(made.read_bytes()).hexdigest()
        short = manifest["sha256"][:8]
        manifest["library"] = f"{self.name}-{self.hash}-{target.name}-{short}{target.suffix}"
        return made

    def _translated(self, scope: Scope, wanted: Wanted) -> tuple[str, dict[str, Any]]:
        program = new_program(scope, checked=self._variant != "")
        entries = dict[str, tuple[str, Kind]]()
        for function, kinds in wanted:
            key = key_of(function, kinds)
            if key not in entries:
                symbol = f"e{len(entries)}_{function.__name__}"
                entries[key] = symbol, program.export(symbol, function, kinds)
        return program.text(), {"hash": self.hash, "entries": entries, "sites": program.sites}

    def _put(self, made: Path, manifest: dict[str, Any], place: Path, target: Target) -> None:
        """Move the library and its manifest to their place, and remove older ones."""
        old = [path for path in place.glob(f"{self.name}-*") if self._is_old(path, target)]
        mode = 0o755 if place == self._beside else 0o700
        made.chmod(mode)
        os.replace(made, place / manifest["library"])
        listed = made.with_suffix(".json")
        listed.write_text(json.dumps(manifest, indent=0, sort_keys=True), encoding="utf-8")
        listed.chmod(mode & 0o644)
        os.replace(listed, place / self._manifest(target))
        for path in old:
            with suppress(OSError):
                path.unlink()

    def _is_old(self, path: Path, target: Target) -> bool:
        """Return whether a file is one of an older library of this name for a system."""
        rest = path.name.removeprefix(f"{self.name}-")
        kind, _, after = rest.partition("-")
        own = len(kind) == 16 and all(letter in "0123456789abcdef" for letter in kind)
        return own and kind != self.hash and after.startswith(target.name)


def _roomy(place: Path | None) -> Path | None:
    """Return the folder in which to build: one on the same disk, if that can be written to."""
    if place is not None and os.access(place, os.W_OK) and shutil.disk_usage(place).free > 1 << 24:
        return place
    return None
