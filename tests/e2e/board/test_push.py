"""A browser that asked for notifications of turns while no page of the board is visible."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.e2e.server.people import PATIENCE, Game, Person, ask

SUBSCRIBED = """
PushManager.prototype.subscribe = async (options) => {
  window.asked = options.applicationServerKey;
  const text = (length) => btoa('x'.repeat(length)).replace(/=/g, '');
  return { toJSON: () => ({ endpoint: 'https://push.example/1',
                            keys: { p256dh: text(65), auth: text(16) } }) };
};
"""
"""A script that subscribes as a browser with a push service does: none is reachable here."""


def test_a_turn_is_shown_without_a_page_and_leads_to_the_seat(
    opened: Callable[..., Any], server: str
) -> None:
    game, secrets = Game.new(server, "boku", {}, **{"as": "Ann", "name": "Bob"})
    page = opened()
    page.context.grant_permissions(["notifications"], origin=server)
    page.add_init_script(SUBSCRIBED)
    bob = Person(page, game, secrets[1], "words")
    page.click("#settings summary")
    with page.expect_response("**/api/pushes") as answer:
        page.check("#notify")
    assert answer.value.status == 200
    assert page.evaluate("asked") == ask(server, "GET", "/api/push-key")["key"]

    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    for _ in range(200):  # the browser says so by an event, which may come later
        if found:
            break
        page.wait_for_timeout(PATIENCE / 200)

    def push(board: int) -> None:
        data = {"board": board, "title": f"Your move - board {board}", "text": "Ann played f5."}
        sent = {"origin": server, "registrationId": found[-1], "data": json.dumps(data)}
        devtools.send("ServiceWorker.deliverPushMessage", sent)

    push(game.number)  # that page is looked at
    shown = """async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.map(({ title, body }) => `${title}: ${body}`);
    }"""
    seen: list[str] = []
    for _ in range(100):  # a browser that is busy drops what the developer tools deliver
        push(77)
        page.wait_for_timeout(PATIENCE / 200)
        if seen := page.evaluate(shown):
            break
    assert seen == ["Your move - board 77: Ann played f5."]
    # The notification's link has no secret; this browser has the seat.
    page.goto("about:blank")
    page.goto(f"{server}/board/{game.number}")
    bob.sees("#state", "Ann's turn")
    bob.sees("#players", "white, you")
    assert bob.errors == []
