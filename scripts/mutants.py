"""Measure what the tests find: small faults at random, each run against the tests that reach it.

    python -m scripts.mutants FOLDER [--number 150] [--seed 1] [--jobs 1]

A mutant is a copy of the project with one changed operator, constant, condition or result in
``engine``, ``viewer`` or ``server``. First all places are marked in one copy, in which the whole
suite runs once and notes which tests reach which place, in whatever process (one that a test
started counts for all tests of that file). Then each mutant is run against those tests, a tier
after the other, until one fails; tests that fail without a fault are left out. Code that is
compiled cannot be marked: its mutants run against the tests of the engine, and a game's not against
those that name another game. FOLDER keeps the copies,
what was noted and the results, so that a run can be gone on with; the table is printed at the end.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.tiers import TIERS, tier_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "viewer", "server")
COMPILED = re.compile(
    r"engine/(games/\w+/(rules|features|search|learning|solver|prover)\b"
    r"|search/(tree|rng|knowledge|interface|features)\.py|learning/|puzzles/(scan|quick|solver)\.py)"
)
ENGINE_TESTS = ("engine", "games", "plugins", "testing", "training", "examples")
PATIENCE = 300.0
"""Seconds without the end of a test after which a mutant hangs, and is found."""

SWAPS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"),
    ast.And: ("and", "or"), ast.Or: ("or", "and"),
}  # fmt: skip

MARKS = """
import builtins as _builtins, os as _os, sys as _sys
_seen = set()
def _reached(number, value):
    test = _os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if "pytest" not in _sys.modules:
        test = test.partition("::")[0]
    if test and (number, test) not in _seen:
        _seen.add((number, test))
        file = _os.open({file!r}, _os.O_WRONLY | _os.O_APPEND | _os.O_CREAT)
        _os.write(file, f"{{number}}\\t{{test}}\\n".encode())
        _os.close(file)
    return value
_builtins._reached = _reached
"""


class Mutant(NamedTuple):
    """A change of one place: ``start`` and ``end`` of the expression, and what it becomes."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str

    @property
    def is_compiled(self) -> bool:
        return COMPILED.match(self.file) is not None


class Places(ast.NodeVisitor):
    """All mutants of a file, in the bodies of its functions."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text, self.found = file, text, list[Mutant]()
        lines = [line.encode() for line in text.splitlines(keepends=True)]
        self.starts = [sum(map(len, lines[:at])) for at in range(len(lines))]
        self.source, self.inside = text.encode(), False

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        before, self.inside = self.inside, True
        for statement in node.body:
            self.visit(statement)
        self.inside = before

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr | ast.AnnAssign):
            return  # a part of a text has no place of its own; types are not run
        if self.inside:
            for start, end, after in self.changes(node):
                before = self.source[start:end].decode()
                self.found.append(Mutant(self.file, node.lineno, start, end, before, after))  # type: ignore[attr-defined]
        super().visit(node)

    def span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def changes(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from self.swapped(node, node.left, node.ops[0], node.comparators[0])
        elif isinstance(node, ast.BinOp):
            yield from self.swapped(node, node.left, node.op, node.right)
        elif isinstance(node, ast.BoolOp):
            yield from self.swapped(node, node.values[0], node.op, node.values[1])
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            more = not node.value if isinstance(node.value, bool) else node.value + 1
            yield *self.span(node), str(more)
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            start, end = self.span(node.test)
            yield start, end, f"(not ({self.source[start:end].decode()}))"
        elif isinstance(node, ast.Return) and not _is_plain(node.value):
            assert node.value is not None
            yield *self.span(node.value), "None"

    def swapped(
        self, whole: ast.expr, left: ast.expr, kind: ast.AST, right: ast.expr
    ) -> Iterator[tuple[int, int, str]]:
        if type(kind) not in SWAPS:
            return
        sign, other = SWAPS[type(kind)]
        (start, end), (_, first), (last, _) = self.span(whole), self.span(left), self.span(right)
        between = self.source[first:last].decode()
        if between.count(sign) == 1 and "#" not in between:
            parts = self.source[start:first].decode(), self.source[last:end].decode()
            yield start, end, between.replace(sign, other).join(parts)


def _is_plain(value: ast.expr | None) -> bool:
    """Return whether a result is none, or one that has a mutant of its own."""
    return value is None or isinstance(value, ast.Constant)


def chosen(number: int, seed: int) -> list[Mutant]:
    """Draw mutants: a package by its size, then any place in it that does not overlap others."""
    found: list[Mutant] = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            places = Places(str(path.relative_to(ROOT)), text := path.read_text("utf-8"))
            places.visit(ast.parse(text))
            found += places.found
    random.Random(seed).shuffle(found)
    taken: list[Mutant] = []
    for each in found:
        if not any(o.file == each.file and o.start < each.end > each.start < o.end for o in taken):
            taken.append(each)
        if len(taken) == number:
            break
    return taken


def copied(folder: Path) -> Path:
    """Make a copy of what is committed or changed here, without what git ignores."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    for name in filter(None, names):
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if not to.exists() and not to.is_symlink():
            shutil.copy2(ROOT / name, to, follow_symlinks=False)
    if not (folder / ".git").exists():
        subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    return folder


def with_changes(folder: Path, changes: list[tuple[Mutant, str]]) -> None:
    """Write the files of some mutants with each one's expression replaced."""
    by_file = defaultdict(list)
    for mutant, text in changes:
        by_file[mutant.file].append((mutant.start, mutant.end, text))
    for file, parts in by_file.items():
        source = (ROOT / file).read_bytes()
        for start, end, text in sorted(parts, reverse=True):
            source = source[:start] + text.encode() + source[end:]
        (folder / file).write_bytes(source)


def run(folder: Path, *arguments: str) -> int:
    """Run pytest in a copy; return its code, or 1 if it came to a stop."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "CI": "1"}
    environment.pop("BOCHE_TEST_RUN", None)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:anyio", "-p", "no:cacheprovider"]
    output = folder / "output"
    process = subprocess.Popen(
        [*command, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=output.open("w"), stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    while True:
        before = output.stat().st_size
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            if output.stat().st_size == before:
                os.killpg(process.pid, 9)
                process.wait()
                return 1


def noted(folder: Path, mutants: list[Mutant]) -> dict[int, set[str]]:
    """Return the tests that reach each mutant's place; the whole suite runs if it has not yet."""
    file = folder / "reached"
    if not file.exists():
        copy = copied(folder / "marked")
        marked = [
            (mutant, f"_reached({number}, ({mutant.before}))")
            for number, mutant in enumerate(mutants)
            if not mutant.is_compiled
        ]
        with_changes(copy, marked)
        start = copy / "boche" / "__init__.py"
        text = start.read_text()
        end = ast.parse(text).body[0].end_lineno or 0  # after the docstring and the future
        end = max(end, *(n.end_lineno or 0 for n in ast.parse(text).body if _is_future(n)), 0)
        lines = text.splitlines(keepends=True)
        part = folder / "reached.part"
        part.unlink(missing_ok=True)
        lines.insert(end, MARKS.format(file=str(part)))
        start.write_text("".join(lines))
        run(copy, "--tier", "full", "-n", "3", "--dist", "loadscope", "--no-loadscope-reorder")
        part.rename(file)
    found = defaultdict(set)
    for line in file.read_text().splitlines():
        number, test = line.split("\t", 1)
        found[int(number)].add(test)
    return found


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def failing(folder: Path) -> set[str]:
    """Return the tests that fail without a fault, because of what a copy or a machine lacks."""
    lines = (folder / "marked" / "output").read_text("utf-8", "replace").splitlines()
    found = (
        line.split(" ", 1) for line in lines if line.startswith(("FAILED tests/", "ERROR tests/"))
    )
    return {rest.partition(" - ")[0] for _, rest in found}


def about(file: str) -> list[str]:
    """Return pytest's option that leaves out the tests which name a game that is not a file's."""
    games = {path.parent.name for path in (ROOT / "engine" / "games").glob("*/rules*")}
    others = sorted(game for game in games if f"/{game}/" not in file)
    return [f"-k=not ({' or '.join(others)})"] if "/games/" in file else []


def first_to_fail(folder: Path, mutant: Mutant, tests: set[str], without: set[str]) -> str:
    """Return the first tier whose tests fail with a mutant, or ''."""
    left_out = [f"--deselect={test}" for test in sorted(without)]
    if mutant.is_compiled:
        left_out += about(mutant.file)
    with_changes(folder, [(mutant, mutant.after)])
    try:
        for tier in TIERS:
            if mutant.is_compiled:
                wanted = [f"tests/{name}" for name in ENGINE_TESTS]
            else:
                wanted = [t for t in sorted(tests) if tier_of(ROOT / t.partition("::")[0]) == tier]
            if wanted:
                (folder / "wanted").write_text("\n".join(wanted))
                if run(folder, "-x", "--tier", tier, *left_out, "@wanted") not in (0, 5):
                    return tier
        return ""
    finally:
        shutil.copy2(ROOT / mutant.file, folder / mutant.file)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description="See above.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    mutants = chosen(asked.number, asked.seed)
    reached, results = noted(folder, mutants), folder / "results"
    without = failing(folder)
    done = dict(map(json.loads, results.read_text().splitlines())) if results.exists() else {}
    copies: SimpleQueue[Path] = SimpleQueue()
    for job in range(asked.jobs):
        copies.put(copied(folder / f"copy-{job}"))

    def one(number: int) -> None:
        copy = copies.get()
        done[number] = first_to_fail(copy, mutants[number], reached.get(number, set()), without)
        copies.put(copy)
        with results.open("a") as file:
            file.write(json.dumps([number, done[number]]) + "\n")

    with ThreadPoolExecutor(asked.jobs) as pool:
        left = [number for number in range(len(mutants)) if number not in done]
        list(pool.map(one, sorted(left, key=lambda number: mutants[number].is_compiled)))
    tell(mutants, done, reached)


def tell(mutants: list[Mutant], done: dict[int, str], reached: dict[int, set[str]]) -> None:
    """Print the mutants that nothing found in time, and how many each tier finds."""
    for number, mutant in enumerate(mutants):
        if done[number] not in TIERS[:2]:
            tests = "compiled" if mutant.is_compiled else f"{len(reached.get(number, ()))} tests"
            print(f"{done[number] or 'lives':5} {mutant.file}:{mutant.line} ({tests})")
            print(f"      {mutant.before!r} -> {mutant.after!r}")
    by_tier = Counter(done.values())
    found = 0
    for tier in TIERS:
        found += by_tier[tier]
        print(f"{tier}: {found} of {len(mutants)}")


if __name__ == "__main__":
    main()
