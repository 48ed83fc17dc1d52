"""The rules in a window: NAME and arguments in a process of its own, JSON out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from boche.viewer.hud.widgets.items import Action, Picture
from boche.viewer.session import Session
from boche.viewer.window.app import App
from tests.e2e.window.served import serve_for
from tests.e2e.window.window_scenarios import apart, open_app, part, settle, whole


def board_of(app: App) -> Picture:
    """Return the live picture of the open page."""
    return app.desk.hud.frame.pictures("play ")[0]


def frames(app: App) -> int:
    return app.canvas.frame.live_picture.frames


def rules(game: str) -> Any:
    """Open the help by its key; return its text and its board while playing, at the end, closed."""
    app = open_app(Session.new(game))
    closed = whole(app)
    seen: dict[str, Any] = {"drawn while closed": frames(app)}
    app.events.key("F1", ())
    serve_for(app, 0.2)
    place = board_of(app).rect
    text = next(t for page in app.desk.hud.frame.pages for t in page.texts if t.size > 17)
    seen["title"] = text.text
    first = part(whole(app), place)
    seen["opened"] = apart(first, part(closed, place))
    showing = app.desk.hud.showing
    assert showing is not None
    moves = len(showing.play.moves) - showing.play.after
    serve_for(app, moves / app.desk.settings.play_speed + 0.6)
    last = part(whole(app), place)
    seen["played"] = apart(first, last)
    before = frames(app)
    serve_for(app, 1.0)
    seen["at rest"] = [apart(last, part(whole(app), place)), frames(app) - before]
    serve_for(app, 3.0)
    seen["anew"] = apart(last, part(whole(app), place))
    app.events.key("Escape", ())
    settle(app)
    before = frames(app)
    serve_for(app, 2.0)
    seen["put away"] = [apart(closed, whole(app)), frames(app) - before]
    app.close()
    return seen


def turned(game: str) -> Any:
    """Turn all pages of the rules; return how much each visible board varies."""
    app = open_app(Session.new(game))
    app.events.key("F1", ())
    settle(app)
    found, hud = [], app.desk.hud
    for _ in range(hud.help.count):
        pictures = hud.frame.pictures("play ")
        if pictures:
            shown = part(whole(app), pictures[0].rect)
            found.append(float(shown.std()))
        app.events.key("PageDown", ())
        settle(app)
    app.close()
    return {"pages": hud.help.count, "spread": found}


def card(game: str) -> Any:
    """Open the game's card by key and by click, and then the rules; return their texts."""
    app = open_app(Session.new(game))
    hud = app.desk.hud
    app.events.key("F4", ())
    settle(app)
    seen: dict[str, Any] = {"by key": [t.text for t in hud.frame.pages[-1].texts]}
    app.events.key("Escape", ())
    settle(app)
    seen["put away"] = not hud.modal
    hits = (hit for page in hud.frame.pages for hit in page.hits)
    line = next(hit for hit in hits if hit.action == Action("command", "this_game"))
    app.events.pressed("left", *line.rect.middle, ())
    app.events.released("left", *line.rect.middle)
    settle(app)
    seen["by click"] = [t.text for t in hud.frame.pages[-1].texts]
    app.events.key("F1", ())
    settle(app)
    seen["rules"] = [t.text for t in hud.frame.pages[-1].texts if t.size > 17]
    app.close()
    return seen


SCENARIOS: dict[str, Callable[..., Any]] = {"rules": rules, "turned": turned, "card": card}

if __name__ == "__main__":
    print(json.dumps(SCENARIOS[sys.argv[1]](*sys.argv[2:])))
