"""Any keys in any form, drawn after each: also where lists are empty, in windows of many sizes."""

from __future__ import annotations

import random

from boche.viewer.hud.dialogs.dialogs import PRESS
from boche.viewer.hud.dialogs.model import Button, Form
from boche.viewer.hud.hud import Hud
from boche.viewer.session import Session
from tests.viewer.hud.test_hud_layout import laid_out, shown_of, wide
from tests.viewer.hud.test_random_keys import KEYS, some_field
from tests.viewer.hud.typesetting import Plain

SIZES = [(1280, 720), (500, 850), (3840, 2160), (320, 240)]


def test_each_form_can_be_drawn_after_any_key_with_its_buttons_in_the_window() -> None:
    rng = random.Random(2)
    shown = shown_of(Session.new("boku"))
    for _ in range(60):
        fields = [some_field(rng, f"field {n}") for n in range(rng.randrange(4))]
        buttons = [
            Button("ok", "OK", lambda given: "no " * rng.randrange(60)),
            Button("cancel", "No"),
        ]
        form = Form("form", "Form", fields, buttons)
        hud, size = Hud(wide, Plain(), lambda action: None), rng.choice(SIZES)
        hud.open(form)
        for _ in range(6):
            form.key(rng.choice(KEYS))
            if rng.random() < 0.2:
                form.refit([some_field(rng, f"field {n}") for n in range(rng.randrange(9))])
            if form.closed:
                form.stay()
            frame = hud.build(shown, laid_out(shown, size))
            placed = [hit.rect for hit in frame.pages[-1].hits
                      if hit.action is not None and hit.action.name == PRESS]  # fmt: skip
            assert len(placed) >= len(buttons)
            assert all(rect.inside(frame.areas.window, 1.0) for rect in placed)
