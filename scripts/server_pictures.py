"""The pictures of the server, for ``make pictures``.

Those of the games, for its front page, are in ``assets/server/pictures``. Those of its pages need
playwright and Chromium.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from boche.engine.atomic_write import write_file
from boche.engine.record import load, positions_along
from boche.server.database.connect import open_store
from boche.server.database.store import Store, Transaction
from boche.server.infrastructure.tokens import secret_hash
from boche.server.people import accounts
from boche.server.play import setup
from boche.server.play.actor import Actor
from boche.server.play.clocks import Clock
from boche.server.play.match import load as load_board
from boche.server.play.moves import move, resign
from boche.server.web.app import make_app
from boche.server.web.service import Service
from boche.viewer.export.figure.files import figure_file
from boche.viewer.games.registry import build_scene, camera_of
from scripts.app_icons import draw_icons

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "assets" / "server" / "pictures"
WIDTH = 60.0
"""Width in millimetres, which determines the relative width of lines."""
SIZE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
START, DAY = 1_800_000_000.0, 86_400.0

# A record of each game, and the number of moves played (None: all).
POSITIONS = (
    ("boche-path", None), ("che-tiles-out", None), ("boku-row", None), ("octi-three-bases", 34),
)  # fmt: skip

PUZZLE = "che-0002"
PEOPLE = ("Ada", "Blaise")
GUESTS = ("Mira", "Jonas")
# The game and the winner, day by day.
PLAYED = (
    ("boche", 0), ("boche", 0), ("che", 1), ("boche", 1), ("boche", 0), ("che", 0), ("boche", 0),
    ("che", 0), ("boche", 1), ("boche", 1), ("che", 1), ("boche", 0), ("che", 0), ("boche", 0),
)  # fmt: skip


def draw_games() -> None:
    """Draw the pictures of the games as SVG."""
    GAMES.mkdir(parents=True, exist_ok=True)
    for name, moves in POSITIONS:
        record = load(ROOT / "assets" / "records" / f"{name}.sgf")
        nodes = [node for node in record.main_line() if node.move is not None][:moves]
        position = positions_along(record, nodes[-1])[-1]
        game = position.game
        data = figure_file(
            build_scene(position), camera_of(game.name), ".svg", palette="classic", width=WIDTH,
            title=game.title,
        )  # fmt: skip
        write_file(GAMES / f"{game.name}.svg", data)


def page_pictures() -> dict[str, bytes]:
    """Return the front page, a puzzle, and a board on desktop and phone, as PNG by name.

    Raises ``ImportError`` without playwright, its ``Error`` without a browser.
    """
    from playwright.sync_api import sync_playwright

    from benchmarks.browser import chromium

    found = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        store = open_store(f"sqlite:///{Path(folder) / 'server.db'}")
        with _served(store) as address:
            browser = chromium(driver)
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.goto(f"{address}/", wait_until="networkidle")
            found["server-front"] = bytes(page.screenshot())
            number, secret = store.write(_begin)
            for name, size in (("server-table", SIZE), ("server-phone", PHONE)):
                page = browser.new_page(viewport=size, color_scheme="light")
                page.goto(f"{address}/board/{number}#seat={secret}")
                page.wait_for_function(
                    "() => document.querySelectorAll('#places option').length > 1"
                )
                page.keyboard.press("ArrowUp")
                page.wait_for_selector("#confirm", state="visible")
                page.wait_for_timeout(1500)  # the picture is drawn and animations have ended
                found[name] = bytes(page.screenshot())
            page = browser.new_page(viewport=SIZE, color_scheme="light")
            page.goto(f"{address}/puzzles/{PUZZLE}", wait_until="networkidle")
            found["study-puzzles-page"] = bytes(page.screenshot())
            draw_icons(browser)
            browser.close()
        store.close()
    return found


@contextmanager
def _served(store: Store) -> Iterator[str]:
    """Run the server with some games in a thread, and yield its address."""
    service = Service(store, "http://127.0.0.1", now=lambda: START + len(PLAYED) * DAY)
    server = uvicorn.Server(
        uvicorn.Config(make_app(service, background=False), port=0, log_level="warning")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started and thread.is_alive():
        thread.join(0.05)
    try:
        store.write(_play)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
        service.close()


def _begin(transaction: Transaction) -> tuple[int, str]:
    """Start a game between two guests. Return its number and the secret of the seat to move."""
    record = load(ROOT / "assets" / "records" / f"{POSITIONS[0][0]}.sgf")
    terms = setup.Terms(record.game_name, record.options, Clock.days_a_move(3))
    pair = (setup.SeatTaker(name=GUESTS[0]), setup.SeatTaker(name=GUESTS[1]))
    now = START + len(PLAYED) * DAY
    made = setup.make(transaction, terms, pair, now)
    for text in record.moves()[:41]:
        turn = load_board(transaction, made.number).row.turn
        move(
            transaction, Actor(secret=secret_hash(made.secrets[turn] or "")), made.number, text, now
        )
    turn = load_board(transaction, made.number).row.turn
    return made.number, made.secrets[turn] or ""


def _play(transaction: Transaction) -> None:
    people = [accounts.sign_up(transaction, name, "no password", START) for name in PEOPLE]
    pair = (setup.SeatTaker(people[0]), setup.SeatTaker(people[1]))
    for days, (game, winner) in enumerate(PLAYED):
        now = START + days * DAY
        made = setup.make(transaction, setup.Terms.of(game, {}, rated=True), pair, now)
        resign(transaction, Actor(people[1 - winner].id), made.number, now)
