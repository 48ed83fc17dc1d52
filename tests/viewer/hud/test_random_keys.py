"""Any keys in any form: also where lists are empty, and a value is none of the choices."""

from __future__ import annotations

import random

from boche.engine.errors import BocheError
from boche.viewer.hud.dialogs.model import Button, Field, Form

KEYS = (
    "Tab", "Shift+Tab", "Up", "Down", "Left", "Right", "Enter", "Space", "Escape", "Home", "End",
    "PageUp", "PageDown", "Backspace", "Delete", "a", "7", "Ctrl+A", "Shift+Left",
)  # fmt: skip
KINDS = ("flag", "number", "choice", "text", "list", "cards")


def parsed(text: str) -> object:
    if not text.isdigit():
        raise BocheError("not a number")
    return text


def some_field(rng: random.Random, name: str) -> Field:
    kind = rng.choice(KINDS)
    choices = tuple((each, f"choice {each}") for each in range(rng.choice((0, 0, 1, 2, 9))))
    if kind == "flag":
        return Field(name, "flag", name, rng.random() < 0.5)
    if kind == "text":
        return Field(name, "text", name, rng.choice(("", "some words")))
    if kind == "number" and rng.random() < 0.5:
        low = rng.choice((0, 3))
        return Field(name, "number", name, low, low, low + rng.choice((0, 5)))
    value = rng.choice((None, 0, 1, 7)) if choices or kind != "number" else 0
    field = Field(name, kind, name, value, choices=choices, picks=rng.random() < 0.5)
    field.rows = rng.choice((0, 3))
    field.parse = parsed if kind == "number" and choices and rng.random() < 0.5 else None
    return field


def test_no_key_ends_the_program() -> None:
    rng = random.Random(1)
    seen = 0
    for _ in range(2000):
        fields = [some_field(rng, f"field {n}") for n in range(rng.randrange(4))]
        buttons = [Button("ok", "OK"), Button("cancel", "Cancel")][: rng.choice((1, 2))]
        form = Form("form", "Form", fields, buttons)
        for _ in range(50):
            key = rng.choice(KEYS)
            form.key(key)
            if len(key) == 1 or key == "Space":
                form.type(" " if key == "Space" else key)
            seen += 1
            if form.closed:
                form.stay()
    assert seen == 100_000
