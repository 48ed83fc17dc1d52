"""Small boards in a real browser: they follow their games, pause, and stand in another site."""

from __future__ import annotations

import json
import re
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

SEEN = "Object.defineProperty(document, 'hidden', {{configurable: true, get: () => {}}})"
CHANGED = "document.dispatchEvent(new Event('visibilitychange'))"
STILL = """async (canvas) => {
  let before = "";
  while (before !== canvas.toDataURL()) {
    before = canvas.toDataURL();
    for (let i = 0; i < 10; i += 1) await new Promise(requestAnimationFrame);
  }
  return before;
}"""
"""A script that waits until nothing moves on a canvas, and tells its picture."""
OTHER = "([canvas, before]) => canvas.toDataURL() !== before"


def asked(address: str, path: str, secret: str = "", **body: Any) -> Any:
    request = urllib.request.Request(
        f"{address}/api/boards{path}", json.dumps(body).encode(), method="POST",
        headers={"Content-Type": "application/json"}
        | ({"Authorization": f"Seat {secret}"} if secret else {}),
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


@contextmanager
def other_site(html: str) -> Iterator[str]:
    """Serve a page of another origin."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: Any) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_small_boards_follow_their_games_here_and_elsewhere(browser: Any, address: str) -> None:
    made = asked(address, "", game="boku", against="open", clock={"start": 600.0})
    number, secrets = made["board"], [secret for secret in made["secrets"] if secret]
    secrets.append(asked(address, f"/{number}/join", **{"as": "bob"})["secret"])
    moves = iter(["f5", "g7", "e3", "d2", "c5", "b3", "h6"])
    plies = iter(range(1, 9))

    def play() -> None:
        ply = next(plies)
        asked(address, f"/{number}/moves", secrets[1 - ply % 2], move=next(moves), ply=ply)

    play()
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    said, streams = list[str](), list[Any]()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: "/api/events" in request.url and streams.append(request))
    page.goto(f"{address}/watch")
    board = page.locator(f"[data-board='{number}']")
    board.get_by_text("to move, move 2").wait_for()
    canvas = board.locator("canvas")
    canvas.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert board.locator(".chip[style]").count() == 2
    before = canvas.evaluate(STILL)
    play()
    board.get_by_text("to move, move 3").wait_for()
    page.wait_for_function(OTHER, arg=[canvas.element_handle(), before])
    play()
    board.get_by_text("to move, move 4").wait_for()
    board.locator(".clock", has_text=re.compile(r"^9:\d\d$")).first.wait_for()
    assert len(streams) == 1
    # A tab that nobody sees hears nothing, and catches up.
    with page.expect_event("requestfailed", lambda each: "/api/events" in each.url):
        page.evaluate(f"{SEEN.format('true')}; {CHANGED}")
    play()
    page.evaluate("fetch('/api/games').then((answer) => answer.status)")  # what comes, has come
    assert "move 4" in board.inner_text()
    page.evaluate(f"{SEEN.format('false')}; {CHANGED}")
    board.get_by_text("to move, move 5").wait_for()
    # The same in a frame of another site, which may frame nothing else.
    frames = "".join(
        f'<iframe src="{address}/board/{number}{path}" width="360" height="300"></iframe>'
        for path in ("/embed", "")
    )
    assert said == []
    with other_site(f"<h1>Elsewhere</h1>{frames}") as elsewhere:
        with page.expect_request("**/api/events*"):
            page.goto(elsewhere)
        frame = page.frame_locator("iframe >> nth=0")
        frame.get_by_text("to move, move 5").wait_for()
        play()
        frame.get_by_text("to move, move 6").wait_for()
        frame.locator("canvas").wait_for()
        with context.expect_page() as opening:
            frame.get_by_role("link", name="Open the board").click()
        opening.value.locator("#state", has_text="to move").wait_for()
        assert [text for text in said if "frame-ancestors 'none'" in text]
    context.close()


def test_a_record_plays_by_itself_unless_calm_is_wanted(browser: Any, address: str) -> None:
    for motion, label in (("no-preference", "Pause"), ("reduce", "Play")):
        context = browser.new_context(reduced_motion=motion)
        page = context.new_page()
        page.goto(f"{address}/?game=boku")
        assert not page.get_by_role("button", name="the record").is_visible()
        page.get_by_role("heading", name="Watch").scroll_into_view_if_needed()
        button = page.get_by_role("button", name=f"{label} the record")
        canvas = page.locator(".demo canvas")
        canvas.wait_for()
        before = canvas.evaluate("each => each.toDataURL()")
        if label == "Pause":
            page.wait_for_function(OTHER, arg=[canvas.element_handle(), before])
        else:
            page.wait_for_timeout(2000)  # in which a move would be played
            assert canvas.evaluate("each => each.toDataURL()") == before
        button.click()
        other = "Play" if label == "Pause" else "Pause"
        assert page.get_by_role("button", name=f"{other} the record").is_visible()
        context.close()
