"""What users read is plain English: patterns that no text may have, each with its right form."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.languages import of_page, of_script
from tests import ROOT

PYTHON = ("engine", "viewer", "server", "boche", "testing", "training", "scripts")
"""Folders whose strings users, operators and contributors read, docstrings aside."""

FORBIDDEN = {
    r"(?<!here )\b(is|are|was|were) no (?!longer\b|more\b)\w": "is not a ...: 'x' is not a number",
    r"(?<!here )\b(is|are) none\b": "is invalid; is not a ...; must be one of ...",
    r"\b(is|are) wanted\b": "expected ...: expected a name",
    r"\b(is|are) needed, (not|and)\b": "expected ..., not ...",
    r"\bof ours\b": "name it: not a boche server",
    r"\bthere (is|are) no such\b": "unknown ..., or: ... not found",
    r": no such (?!file or directory\b)": "... not found",
    r"\bthere (is|are): ": "choose from ..., or: known: ...",
    r"^(\w+: )?no (clock|colour|field|game|language|palette|player|rotation|theme|tile) "
    r"['\"]?\{(?!number)": "unknown game 'x' (choose from ...)",
    r"\bnobody \w+s (themselves|oneself)\b": "you cannot ... yourself",
    r"\bnobody (here )?(is|has) (named|the name)\b|\bnobody named\b": "no player is named ...",
    r"\bnobody's (?!rating)": "say what it is: private, unused",
    r"\bblanks?\b": "spaces",
    r"\bbehind (an? |the |its )?(colon|#|=|word|end|number)": "after",
    r"(?<!service )\bnot known\b(?!: $)": "unknown ...",
    r"\b(is|are|was|were) of (another )?(version|release)\b": "has version ...; was made by ...",
    r", as (\d|https?:|[\w.]+@|[\[{])": "such as ...",
    r"\bis like (https?:|\w+\.\w+)": "expected ... such as ...",
    r": (how much|to whom|what|which|whose \w+)\? ": "choose from ...",
    r"\bbelong together\b": "wrong name or password",
    r"\bnot good\b(?! moves?\b)": "not valid; no longer valid",
    r"\b(is|are) (already )?there already\b|\bexists already\b": "already exists",
    r"\bof no use\b": "invalid",
    r"\banew\b": "again; reload; start over",
    r"\b(is|are) not reached\b": "cannot be reached; cannot reach ...",
    r"\bsends? what cannot be\b": "sent something impossible",
    r"\bin clear\b(?! text)": "in clear text",
    r"\boutside of\b": "outside",
    r"\bfewer than none\b": "a negative number",
    r"\bbroke down\b|\bbreaking down\b": "failed; a failure",
    r"\bat this moment\b": "now; right now",
    r"\bare what they are\b": "are fixed",
    r"^Go on\b": "Continue",
    r"(^|\. )Who (beats|deletes|does|has|is|leaves|wins)\b[^?.]*[.,;]": "players who; if you",
    r"\bthe other one beginning\b": "with the other player moving first",
    r"\bstands? still\b": "is stopped, are stopped; is paused",
    r"\bnot so$": "the opposite",
}
"""Patterns of other languages in English words, and what to write instead."""

ANY = re.compile("|".join(FORBIDDEN))

WRONG = (
    "'x' is no number", "its seats are none", "{name}: a name is wanted",
    "{server}: that is no server of ours", "the body is no JSON: {error}",
    "keep: there is no such key (there are: {known})", "no game {name!r}; there is: {known}",
    "mail: how much? {choices}", "a password of blanks alone", "nothing behind a colon",
    "nobody reports themselves", "the database is of version {old}",
    "an address is wanted, as https://play.example", "this link is not good any longer",
)  # fmt: skip
RIGHT = (
    "'x' is not a number", "its seats are invalid", "{name}: expected a name",
    "{server}: not a {program} server", "unknown key (choose from {known})",
    "there is no clock", "you are no longer signed in", "there are no more moves",
    "No such file or directory", "behind a proxy of your own", "no game {number}; the file has 2",
)  # fmt: skip


def faults(text: str) -> list[str]:
    """Return the right forms of the patterns that a text has."""
    if ANY.search(text) is None:
        return []
    return [right for wrong, right in FORBIDDEN.items() if re.search(wrong, text)]


def of_python(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a file but for docstrings; gaps of f-strings are ``{}``."""
    tree = ast.parse(path.read_text("utf-8"))
    left_out: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            left_out.update(node.values)
            parts = (str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield node.lineno, "".join(parts)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out
        ):
            yield node.lineno, node.value


def texts() -> Iterator[tuple[str, str]]:
    """Yield what users can read, and where: strings, templates, scripts and shell scripts."""
    for folder in PYTHON:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            yield from ((f"{name}:{line}", text) for line, text in of_python(path))
    for path in sorted((ROOT / "assets").rglob("*")):
        if path.suffix in (".html", ".js"):
            for _, forms, _, _ in of_page(path) if path.suffix == ".html" else of_script(path):
                for text in (forms,) if isinstance(forms, str) else forms:
                    yield path.relative_to(ROOT).as_posix(), text
    for path in sorted((ROOT / "scripts").rglob("*.sh")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for text in re.findall(r'"([^"]*)"', line.partition("# ")[0]):
                yield f"{path.relative_to(ROOT).as_posix()}:{number}", text


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_text_is_seen(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize("text", RIGHT)
def test_a_right_text_is_let_through(text: str) -> None:
    assert not faults(text)


def test_what_users_read_is_plain_english() -> None:
    read = list(texts())
    assert len(read) > 10_000, "texts are found"
    found = [
        f"{place}: {text[:100]!r}; write: {right}" for place, text in read for right in faults(text)
    ]
    assert found == [], "\n".join(found)


NAMES = frozenset({
    "aloud", "asked", "begun", "clerk", "each", "errand", "found", "given", "heard", "here",
    "kept", "lend", "made", "meets", "offered", "only", "opened", "own", "said", "seen", "shown",
    "taken", "there", "told", "twin", "wanted", "wish", "wishes",
})  # fmt: skip
"""Names that say too little: a function is named after what it does or returns, a class after
what it is. A past participle, such as ``told``, is neither."""

MAYBE_NAMED = re.compile(rf"\b(?:def|class)\s+_*(?:{'|'.join(NAMES)})_*\b", re.IGNORECASE)
"""What a source with such a name contains: only those few are parsed."""


def named(path: Path) -> Iterator[str]:
    """Yield the forbidden names that a file gives to functions, methods and classes."""
    text = path.read_text("utf-8")
    todo: list[ast.AST] = [ast.parse(text)] if MAYBE_NAMED.search(text) else []
    while todo:
        for node in ast.iter_child_nodes(todo.pop()):
            is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            if not is_function:
                todo.append(node)  # what is defined within a function is its own affair
            name = node.name if is_function or isinstance(node, ast.ClassDef) else ""
            if name.strip("_").lower() in NAMES:
                yield name


def test_a_forbidden_name_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "file.py"
    file.write_text(
        "def told(): ...\nclass Wishes:\n    def _shown(self): ...\n    def show(self): ..."
    )
    assert sorted(named(file)) == ["Wishes", "_shown", "told"]


def test_names_say_what_a_thing_is() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()} {name}"
        for folder in PYTHON
        for path in (ROOT / folder).rglob("*.py")
        for name in named(path)
    ]
    assert found == [], "rename after what it does, returns or is"
