"""Private names: no test reads one of what it tests, and those of other packages are in a table."""

from __future__ import annotations

import ast
import importlib.util
import platform
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import ROOT

STANDARD = {
    "_repr_html_", "_repr_svg_", "_replace", "_asdict", "_fields", "_make", "_exit", "_thread",
}  # fmt: skip
"""Underscored names that Python itself, or IPython, documents."""


class Use(NamedTuple):
    """A use of names that a package does not document, in one file.

    ``tried`` are the first two numbers of the versions with which it works. Before another one is
    added, the tests ``check`` must pass with it.
    """

    package: str
    file: str
    names: str
    tried: tuple[str, ...]
    check: str


PYTHONS = ("3.11", "3.12", "3.13", "3.14")
USES = (
    # argparse cannot say whether it has a flag, nor be told what a negative number is.
    Use("Python", "viewer/cli/game_flags.py", "_option_string_actions", PYTHONS, "tests/e2e/cli"),
    Use("Python", "viewer/cli/command.py", "_negative_number_matcher", PYTHONS, "tests/e2e/cli"),
    # It quotes a refused choice in its own way, and cannot say which options are unknown.
    Use(
        "Python",
        "viewer/cli/command.py",
        "_check_value _option_string_actions",
        PYTHONS,
        "tests/e2e/cli",
    ),
    # argparse wraps the lines of examples as it does others, and lists no arguments.
    Use("Python", "viewer/cli/arguments.py", "_fill_text _actions", PYTHONS, "tests/viewer/cli"),
    # Python's own end would first wait for threads. Nothing tells that an import is running.
    Use("Python", "viewer/cli/stop.py", "_run_exitfuncs _bootstrap", PYTHONS, "tests/e2e/cli"),
    # A file is imported as importlib's pages do it: data classes look for their module there.
    Use("Python", "engine/players/script.py", "sys.modules", PYTHONS, "tests/engine/match"),
    # Nothing public tells that a module is still being imported.
    Use(
        "Python",
        "engine/games/registry.py",
        "sys.modules _initializing",
        PYTHONS,
        "tests/plugins/push/test_own_game.py",
    ),
    # A pool can kill its processes from Python 3.14 on.
    Use(
        "Python",
        "server/thinking/worker_process.py",
        "_processes",
        PYTHONS,
        "tests/server/thinking",
    ),
    # A label has no public lines, as an incremental layout has; none has public glyphs.
    Use("pyglet", "viewer/hud/widgets/text.py", "_lines", ("2.1",), "tests/gl"),
    Use(
        "pyglet",
        "viewer/hud/widgets/fallback_fonts.py",
        "pyglet.font.freetype",
        ("2.1",),
        "tests/gl",
    ),
    # Its window for X11 is mended (keys, clipboard, drags, scale), where almost all is private.
    Use(
        "pyglet",
        "viewer/hud/widgets/pyglet_x11.py",
        "pyglet.libs.x11.xlib _clipboard_atom _clipboard_str _create _default_event_mask _display "
        "_dpi _event_drag_drop _event_drag_enter _event_selection_notification "
        "_event_selection_request _event_text_symbol _height _incr_atom _key_names _lib _recreate "
        "_utf8_atom _view _window _window_map _x_display _x_ic _xdnd_atoms _xdnd_format "
        "_xdnd_position _xdnd_source _xdnd_version",
        ("2.1",),
        "tests/e2e/window",
    ),
    # It has no option against loading what it does not need.
    Use(
        "pyglet",
        "viewer/hud/widgets/pyglet_setup.py",
        "sys.modules pyglet.media.codecs",
        ("2.1",),
        "tests/e2e/window/test_window_libraries.py",
    ),
    # It takes protocols of one's own, but documents none to derive them from.
    Use(
        "uvicorn",
        "server/web/connections.py",
        "uvicorn.protocols.http.h11_impl",
        ("0.54",),
        "tests/e2e/server/full/test_slow_clients.py",
    ),
    Use(
        "uvicorn",
        "server/web/http_limits.py",
        "uvicorn.protocols.http.httptools_impl _start_asgi_task",
        ("0.54",),
        "tests/e2e/server/full/test_slow_clients.py",
    ),
)
PROGRAM = ("engine", "viewer", "server", "scripts")
UNDOCUMENTED = ("uvicorn.protocols", "pyglet.libs", "pyglet.font.freetype", "pyglet.media.codecs")
"""Modules without an underscore that are not in their package's documentation."""


# -- reading


parsed = cache(ast.parse)


def private(text: str) -> dict[str, list[int]]:
    """Return the private names of other objects that source text reads, with their lines."""
    found: dict[str, list[int]] = {}
    for node in ast.walk(parsed(text)):
        for name in names_in(node):
            if name.startswith("_") and not name.startswith("__"):
                found.setdefault(name, []).append(node.lineno)  # type: ignore[attr-defined]
    return found


def names_in(node: ast.AST) -> list[str]:
    """Return the names of others that a node reads: attributes, imports, and such in strings."""
    if isinstance(node, ast.Attribute):
        own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        return [] if own else [node.attr]
    if isinstance(node, ast.ImportFrom):
        return [*(node.module or "").split("."), *(alias.name for alias in node.names)]
    if isinstance(node, ast.Import):
        return [part for alias in node.names for part in alias.name.split(".")]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        texts = node.args[1:2] if node.func.id in ("getattr", "hasattr", "setattr") else []
    elif isinstance(node, ast.Dict):
        texts = [key for key in node.keys if key is not None]
    else:
        texts = [node] if isinstance(node, ast.Constant) else []
        dotted = re.compile(r"[a-z]\w*\.(_\w+)")
        values = [text.value for text in texts if isinstance(text.value, str)]  # type: ignore[attr-defined]
        return [match[1] for value in values if (match := dotted.fullmatch(value))]
    return [
        text.value
        for text in texts
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    ]


@cache
def defined(text: str) -> frozenset[str]:
    """Return the names that classes in source text define, and attributes that are assigned."""
    found: set[str] = set()
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                targets = part.targets if isinstance(part, ast.Assign) else [part]
                found |= {ast.unparse(getattr(target, "target", target)) for target in targets
                          if isinstance(target, ast.Name | ast.AnnAssign)}  # fmt: skip
                found.add(getattr(part, "name", ""))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return frozenset(found)


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each name that is imported, with its full name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (
                (name.asname or name.name, f"{node.module}.{name.name}") for name in node.names
            )


def source_of(module: str) -> str:
    """Return the source of a module of another package, or '' if it has none."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return ""
    place = Path(spec.origin).parent.joinpath(*rest)
    files = [place.with_suffix(".py"), place / "__init__.py"] if rest else [Path(spec.origin)]
    return next((file.read_text(encoding="utf-8") for file in files if file.exists()), "")


def shared_with_bases(tree: ast.AST) -> set[str]:
    """Return the private names that a class has in common with a base of another package."""
    full, found = dict(imported(tree)), set()
    for node in ast.walk(tree):
        for base in map(ast.unparse, node.bases if isinstance(node, ast.ClassDef) else ()):
            first, _, rest = base.partition(".")
            path = ".".join(filter(None, (full.get(first, "boche."), rest))).rpartition(".")[0]
            if path.partition(".")[0] not in ("", "boche"):
                own = set(re.findall(r"(?:\bself\.|\bdef )(_[a-z]\w*)", ast.unparse(node)))
                theirs = source_of(path)
                found |= {name for name in own if re.search(rf"(self\.|def ){name}\b", theirs)}
    return found


def changes_modules(tree: ast.AST) -> bool:
    """Return whether ``sys.modules`` is changed."""
    return any(
        isinstance(node.value, ast.Attribute)
        and node.value.attr == "modules"
        and (isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Subscript)
    )


def of_packages(text: str, own: set[str]) -> set[str]:
    """Return the undocumented names of packages in source text; ``own`` are the project's names."""
    tree = parsed(text)
    modules = {name for _, name in imported(tree) if name.startswith(UNDOCUMENTED)}
    found = (set(private(text)) - own) | shared_with_bases(tree)
    found |= {"sys.modules"} if changes_modules(tree) else set()
    return (found - STANDARD) | modules


# -- the program


def files() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in PROGRAM
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def own_names(name: str, texts: dict[str, str]) -> set[str]:
    """Return the names defined in a file and in the files that it imports."""
    found = set(defined(texts[name]))
    for _, module in imported(parsed(texts[name])):
        path = module.removeprefix("boche.").replace(".", "/")
        for file in (f"{path}.py", f"{path}/__init__.py", f"{path.rpartition('/')[0]}.py"):
            found |= defined(texts.get(file, ""))
    return found


def test_the_private_names_of_packages_are_in_their_one_file() -> None:
    texts = files()
    found = {
        (name, word)
        for name, text in texts.items()
        for word in of_packages(text, own_names(name, texts) if private(text) else set())
    }
    listed = {(use.file, word) for use in USES for word in use.names.split()}
    unlisted = {
        (name, word)
        for name, word in found
        if not any(name == file and word.startswith(start) for file, start in listed)
    }
    unused = {
        (file, start)
        for file, start in listed
        if not any(name == file and word.startswith(start) for name, word in found)
    }
    assert (unlisted, unused) == (set(), set())


def untried(use: Use, installed: str) -> str:
    """Return what to check for a version with which the use was not tried, else ''."""
    if ".".join(installed.split(".")[:2]) in use.tried:
        return ""
    return (
        f"{use.package} {installed} was not tried with {use.names} in {use.file}: "
        f"run {use.check}, then add it to the versions tried"
    )


@pytest.mark.parametrize("use", USES, ids=lambda use: f"{use.package} {use.names}")
def test_the_installed_version_was_tried(use: Use) -> None:
    python = use.package == "Python"
    assert untried(use, platform.python_version() if python else version(use.package)) == ""
    assert (ROOT / use.check).exists()


def test_another_version_is_told_with_what_to_check() -> None:
    use = Use("uvicorn", "server/a.py", "uvicorn.b", ("0.54", "0.55"), "tests/c.py")
    assert untried(use, "0.54.7") == untried(use, "0.55") == ""
    assert untried(use, "0.56.0") == (
        "uvicorn 0.56.0 was not tried with uvicorn.b in server/a.py: "
        "run tests/c.py, then add it to the versions tried"
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x._a\nself._b\nx._own", {"_a"}),
        ("getattr(x, '_a', None)\nf(**{'_b': 1})", {"_a", "_b"}),
        ("name == 'importlib._bootstrap'", {"_bootstrap"}),
        ("sys.modules['a'] = None", {"sys.modules"}),
        ("sys.modules.update(a=None)", {"sys.modules"}),
        ("'a' in sys.modules", set()),
        ("import pyglet.libs.x11", {"pyglet.libs.x11"}),
        ("from uvicorn.protocols import a", {"uvicorn.protocols.a"}),
        (
            "import argparse\nclass P(argparse.ArgumentParser):\n"
            "    def _print_message(self): self._mine = 1",
            {"_print_message"},
        ),
    ],
)
def test_undocumented_names_are_found(text: str, names: set[str]) -> None:
    assert of_packages(text, {"_own"}) == names


# -- the tests


def test_no_test_reads_a_private_name() -> None:
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("tests/plugins/y/") and name != "tests/full/test_private_names.py":
            read = private(path.read_text(encoding="utf-8"))
            found[name] = {word: read[word] for word in read.keys() - STANDARD}
    assert {name: words for name, words in found.items() if words} == {}


def test_a_private_name_is_found() -> None:
    text = (
        "from a._b import c\nfrom a import _d\nimport e._f\n"
        "x.y()._g\nself._h\nx.__dict__\nself.i._j\n"
    )
    assert private(text) == {"_b": [1], "_d": [2], "_f": [3], "_g": [4], "_j": [7]}
