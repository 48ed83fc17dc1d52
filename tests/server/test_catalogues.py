"""What the server says comes from the catalogue: no refusal is a text of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from boche.engine.languages.catalogue import PSEUDO, pseudo
from boche.engine.languages.current import speaking
from boche.engine.message import Message
from boche.server import recall
from boche.server.errors import ConflictError, error_text
from boche.server.play.words import IS_OVER, TIME_OVER
from boche.server.tournaments.endings import TOO_FEW
from tests import ROOT

OPERATORS = (
    "server/commands/*", "server/mail/delivery.py", "server/push/sender.py",
    "server/thinking/*",
)  # fmt: skip
"""Files whose refusals are for logs, and the commands, which are tested for themselves."""

PROGRAM = ("BrokenProcessPool", "TimeoutError", "OSError", "LookupError", "RuntimeError",
           "AssertionError")  # fmt: skip
"""Errors that no user reads."""


IN_GAP = re.compile(r"\{[^{}\n]*\btr(_count|_word)?\(")
"""What a file contains whose strings may have such calls: others are not parsed."""


def files() -> Iterator[Path]:
    for path in sorted((ROOT / "server").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not any(fnmatchcase(name, pattern) for pattern in OPERATORS):
            yield path


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_refusals_come_from_the_catalogue() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.endswith("Error")
        and node.func.id not in PROGRAM
        and node.args
        and is_text(node.args[0])
    ]
    assert found == []


def test_no_text_is_hidden_from_the_extractor_in_a_string_with_gaps() -> None:
    """Up to Python 3.11 what stands in an f-string is not seen as a call."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files()
        if IN_GAP.search(text := path.read_text("utf-8"))
        for outer in ast.walk(ast.parse(text))
        if isinstance(outer, ast.JoinedStr)
        for node in ast.walk(outer)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("tr", "tr_count", "tr_word")
        and node.args
        and is_text(node.args[0])
    ]
    assert found == []


def test_a_reason_that_is_kept_becomes_a_message_again() -> None:
    for message in (TIME_OVER(name="ann"), TOO_FEW(count=2, least=4)):
        known = recall.recall(str(message))
        assert isinstance(known, Message)
        assert (known.kind, str(known)) == (message.kind, str(message))
    assert recall.recall("something else, said by somebody") == "something else, said by somebody"
    assert recall.recalled("dark resigned") == "dark resigned"
    with speaking(PSEUDO):
        assert recall.recalled("dark resigned").startswith("dárk")
        assert pseudo("resigned")[:8] in recall.recalled("dark resigned")


@pytest.mark.parametrize("text", ["", "x" * 5000, "{name} (", "a: b: c", "\0", "count"])
def test_any_text_can_be_looked_up(text: str) -> None:
    assert recall.recall(text) == text


def test_an_error_is_told_in_the_language_of_who_reads_it() -> None:
    error = ConflictError(IS_OVER(board=7, reason=recall.recall("ann ran out of time")))
    assert str(error) == error_text(error) == "board 7: the game is over (ann ran out of time)"
    with speaking(PSEUDO):
        assert error_text(error).startswith(pseudo("board 7: the game is over")[:20])
        assert pseudo("ran out of time")[:14] in error_text(error)
