"""Latency of a move on its way to a page, for a watcher, the opponent and the player.

Uses a server of its own, a real page, and moves sent through the API. All times are of the
machine's clock, in milliseconds from when the move is sent (for the player: from the click that
plays it):

    told     the stream has delivered the event
    words    it is in the list of moves
    scene    the new position has been passed to the renderer
    card     the renderer has passed it to the GPU
    pixels   it is drawn, in software: on a GPU this takes next to no time

    python -m benchmarks.watching [GAME ...]
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
from typing import Any

from benchmarks.browser import chromium
from benchmarks.machine import machine_line
from benchmarks.pages import SEEN as DRAWN
from boche.engine.games.registry import GAMES, find
from tests.e2e.server.people import Game, Person, ask
from tests.e2e.server.served import Served

MOVES = 20
STEPS = ("told", "words", "scene", "card", "pixels")
WATCHER, OTHER, OWN = "a watcher", "the other seat", "the player"
WATCH = """
(() => {
  const now = () => performance.timeOrigin + performance.now();
  window.seen = {};
  const note = (name) => { window.seen[name] ??= now(); };
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function (...given) {
    const got = await read.apply(this, given);
    if (typeof got.value === "string" && got.value.includes("event: move")) note("told");
    return got;
  };
  const { bufferData, drawArraysInstanced } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.bufferData = function (...given) {
    if (window.seen.scene) note("card");
    return bufferData.apply(this, given);
  };
  WebGL2RenderingContext.prototype.drawArraysInstanced = function (...given) {
    drawArraysInstanced.apply(this, given);
    if (!window.seen.card || window.seen.pixels) return;
    this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4));
    note("pixels");
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => {
      const shown = document.querySelectorAll("#moves .move").length;
      if (shown > window.known) note("words");
    }).observe(document.querySelector("#moves"), { childList: true, subtree: true });
    // Said of a position as soon as the drawing has it.
    const state = document.querySelector("#state");
    new MutationObserver(() => {
      if (state.textContent.startsWith(`${window.known + 1}. `)) note("scene");
    }).observe(state, { childList: true });
  });
  addEventListener("click", (event) => {
    if (event.target.id === "play-words") window.sent = now();
  }, { capture: true });
})();
"""
READY = """(count) => document.querySelectorAll('#moves .move').length === count
  && document.querySelector('#table[aria-busy=false]') !== null"""
SEEN = "() => window.seen.scene && window.seen.words"
FORGET = "(count) => { window.seen = {}; window.known = count; window.sent = null; }"


def measured(browser: Any, server: str, name: str, who: str) -> dict[str, float]:
    """Return the median of each step, by name, over the moves of the first seat."""
    game, secrets = Game.new(server, name, {})
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.add_init_script(WATCH)
    seat = {WATCHER: "", OTHER: secrets[1], OWN: secrets[0]}[who]
    person = Person(page, game, seat, "words")
    found: dict[str, list[float]] = {step: [] for step in STEPS}
    for ply, move in enumerate(moves_of(name, 2 * MOVES)):
        page.wait_for_function(READY, arg=ply)
        page.evaluate(DRAWN, "#table")
        page.evaluate(FORGET, ply)
        counts = ply % 2 == 0
        if counts and who == OWN:
            person.start(move)
        else:
            page.evaluate("() => { window.sent = performance.timeOrigin + performance.now(); }")
            path = f"/api/boards/{game.number}/moves"
            ask(server, "POST", path, {"move": move}, secrets[ply % 2])
        game.play(move)
        page.wait_for_function(SEEN, polling=5)
        page.evaluate(DRAWN, "#table")
        seen = page.evaluate("() => window.seen")
        sent = page.evaluate("() => window.sent")
        for step in STEPS if counts else ():
            if step in seen:
                found[step].append(seen[step] - sent)
    assert person.errors == []
    page.close()
    return {step: statistics.median(times) for step, times in found.items() if times}


def moves_of(name: str, count: int) -> list[str]:
    """Return the moves of a game that does not end earlier."""
    for seed in range(1000):
        chance, position, moves = random.Random(seed), find(name).new(), list[str]()
        while position.outcome is None and len(moves) < count:
            moves.append(position.format(chance.choice(list(position.legal_moves()))))
            position = position.play(moves[-1])
        if position.outcome is None:
            return moves
    raise SystemExit(f"no game of {name} is that long")


def main() -> None:
    """Print a line for each game and each viewer."""
    from playwright.sync_api import sync_playwright

    print(machine_line())
    print(f"medians of {MOVES} moves, in ms; load {os.getloadavg()[0]:.1f}")
    print(f"{'':22}" + "".join(f"{step:>8}" for step in STEPS))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        served, browser = Served("--data", folder), chromium(driver)
        for name in sys.argv[1:] or list(GAMES):
            for who in (WATCHER, OTHER, OWN):
                times = measured(browser, served.address, name, who)
                row = "".join(f"{times[s]:8.0f}" if s in times else f"{'':8}" for s in STEPS)
                print(f"{name + ': ' + who:22}{row}", flush=True)
        browser.close()
        served.end()


if __name__ == "__main__":
    main()
