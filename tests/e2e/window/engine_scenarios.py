"""The engine's tab in a real window: start, point, keys, keep, undo, stop."""

from __future__ import annotations

import random
from typing import Any

from boche.viewer.session import Session
from tests.e2e.window.served import apart, board, open_app, serve, settle

MOVES = {"boche": 4, "che": 1, "boku": 6, "octi": 4}


def engine(game: str) -> Any:
    """Let the engine think in its tab, and try and keep lines by pointer and by keys."""
    session = Session.new(game)
    rng = random.Random(1)
    for _ in range(MOVES[game]):
        session.play(str(session.position.random_move(rng)))
    app = open_app(session)
    app.events.pointer_left()
    app.events.key("2", ("ctrl",))
    settle(app)
    _click(app, next(h for h in _hits(app) if _does(h, "evaluate") and h.rect.x > 900))
    assert serve(app, lambda: len(app.assistant.analysis().candidates) >= 3), "no candidates"
    _click(app, next(h for h in _hits(app) if _does(h, "evaluate") and h.rect.x > 900))
    settle(app)
    app.events.key("V", ())
    assert serve(app, lambda: len(app.assistant.analysis().candidates) >= 3), "no candidates"
    app.events.pointer_left()
    serve(app, lambda: _rows(app))
    before, node = board(app), session.cursor.node
    row = _rows(app)[1]
    app.events.pointer_moved(*row.rect.middle)
    assert serve(app, lambda: app.desk.controller.view().trial is not None), "no line"
    serve(app, lambda: apart(board(app), before) > 0)
    pointed = app.desk.controller.view().trial
    drawn = apart(board(app), before)
    _click(app, row)
    serve(app, lambda: app.desk.controller.view().trial.done == 1)
    app.events.pointer_moved(500.0, 20.0)
    settle_soon(app)
    chosen = app.desk.controller.view().trial
    stays = chosen is not None and chosen.moves == pointed.moves and not node.children
    serve(app, lambda: any(_does(hit, "keep_line") for hit in _hits(app)))
    _click(app, next(hit for hit in _hits(app) if _does(hit, "keep_line")))
    serve(app, lambda: len(node.children) == 1)
    kept = _line(node.children[0]) if node.children else []
    app.events.key("Z", ("ctrl",))
    settle_soon(app)
    undone = not node.children
    app.events.pointer_moved(500.0, 20.0)
    app.events.key("1", ("alt",))
    serve(app, lambda: app.desk.controller.view().trial is not None)
    by_key = app.desk.controller.view().trial
    app.events.key("Enter", ("alt",))
    serve(app, lambda: len(node.children) == 1)
    kept_by_key = _line(node.children[0]) if node.children else []
    status = app.desk.controller.view().status
    app.events.key("V", ())
    settle(app)
    off = serve(app, lambda: app.assistant.wakeup() is None, 20.0)
    off = off and not app.assistant.analysis().candidates
    app.close()
    return {"stays": session.cursor.node is node, "pointed": list(pointed.moves), "kept": kept,
            "chosen": stays, "drawn": drawn, "undone": undone, "by_key": list(by_key.moves),
            "status": status, "kept_by_key": kept_by_key, "off": off}  # fmt: skip


def settle_soon(app: Any) -> None:
    """Serve until the cursor's change is shown; the engine goes on thinking."""
    serve(app, lambda: not app.desk.controller.table.timeline.behind)


def _hits(app: Any) -> Any:
    return [hit for page in app.desk.hud.frame.pages for hit in page.hits]


def _does(hit: Any, command: str) -> bool:
    return hit.action is not None and hit.action.value == command


def _rows(app: Any) -> Any:
    return [hit for hit in _hits(app) if hit.hover is not None]


def _click(app: Any, hit: Any) -> None:
    x, y = hit.rect.middle
    app.events.pointer_moved(x, y)
    app.events.pressed("left", x, y, ())
    app.events.released("left", x, y)


def _line(node: Any) -> list[str]:
    """Return the moves from a node on."""
    moves = [node.move]
    while node.children:
        node = node.children[0]
        moves.append(node.move)
    return moves
