"""The HUD's pages as data: nothing overlaps, leaves the window or is cut off."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import pytest

from boche.engine.games.registry import GAMES, find
from boche.engine.languages.current import speaking
from boche.engine.time_control import TimeControl
from boche.viewer.hud.dialogs import game_dialogs as gameforms
from boche.viewer.hud.dialogs import online_forms
from boche.viewer.hud.dialogs import seats as seatforms
from boche.viewer.hud.dialogs.model import Form
from boche.viewer.hud.dialogs.start_model import StartAlternative, StartForm
from boche.viewer.hud.frame import Frame
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.layout import Areas, areas_of
from boche.viewer.hud.model import HudData, Shower
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Box, Page
from boche.viewer.hud.widgets.theme import DARK, LIGHT, look_of
from boche.viewer.session import Seat, Session
from boche.viewer.storage.settings import Settings
from boche.viewer.table.input import Controller
from boche.viewer.table.move_input import stops
from boche.viewer.table.question import CANCEL, Answer, Question
from boche.viewer.window.drawing.board_picture import discs
from tests import ROOT
from tests.viewer.hud.typesetting import Plain
from tests.viewer.table.test_hint_table import SANDWICH
from tests.viewer.table.user import User

RECORDS = ROOT / "assets" / "records"
SIZES = [(1024, 640), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160)]
SCALES = [1.0, 1.5, 2.0, 3.0]
ENDS = [SCALES[0], SCALES[-1]]


def wide(text: str, size: float, bold: bool) -> float:
    """Return the width of a text in letters somewhat wider than those of most fonts."""
    return len(text) * size * (0.66 if bold else 0.6)


def shown_of(session: Session, **changes: object) -> HudData:
    kept = replace(Settings(), **changes)
    controller = Controller(session, (800, 600), kept)
    colours = discs(kept.palette, session.record.game)
    return Shower().data(controller.view(), session, kept, colours)


def start_form(game: str, **act: Any) -> Form:
    """Return the start screen with as much on it as possible."""
    others = [StartAlternative("lost", i, f"Anna - Bert: {i} moves") for i in range(3)]
    others += [
        StartAlternative("open", "", "Open a record"),
        StartAlternative("file", "/a/b.sgf", "b.sgf"),
    ]
    act = {"start": lambda *_: None, "go_on": lambda _: None, **act}
    return StartForm(
        game, {}, (Seat("Anna"), Seat("", "3")), others=lambda game: others, **act
    ).form


def forms() -> list[Form]:

    def nothing(*_: object) -> None:
        return None

    return [
        *(start_form(name) for name in GAMES),
        gameforms.settings(Settings(), (("classic", "Classic"), ("safe", "Safe")), nothing),
        seatforms.players({"light": Seat("Anna"), "dark": Seat("", "8")}, nothing),
        seatforms.players({"light": Seat("", "gtp:a program"), "dark": Seat()}, nothing),
        *online(),
    ]


def online() -> list[Form]:
    """Return the dialogs of online play, with as many games and seats as are seen at once."""

    def nothing(*_: object) -> Any:
        return ""

    wishes = online_forms.OnlineActions(*[nothing] * len(fields(online_forms.OnlineActions)))
    games = [(n, f"{n}: Boche, size 4, against somebody") for n in range(9)]
    server = "https://play.example"
    who = f"Signed in as anna at {server}"
    return [
        online_forms.door(wishes, [], server, "anna", nothing),
        online_forms.door(wishes, games, server, "anna", nothing),
        online_forms.code("anna", "play.example", nothing, nothing),
        online_forms.games(wishes, who, [], "Octi", 0, nothing),
        online_forms.games(wishes, who, games, "Boche (Size 4, Blobs to enclose 0)", 12, nothing),
    ]


def laid_out(shown: HudData, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> Areas:
    return areas_of(size, scale, shown.settings, len(shown.info.choices(shown.position)))


def built(shown: HudData, size: tuple[int, int], scale: float, form: Form | None = None,
          help: bool = False) -> Frame:  # fmt: skip
    hud = Hud(wide, Plain(), lambda action: None)
    if form is not None:
        hud.open(form)
    hud.help.open = help
    hud.help.key("2")
    return hud.build(shown, laid_out(shown, size, scale))


def boxes_of(page: Page) -> list[tuple[Rect, str]]:
    """Return the rectangle of each text of a page."""
    found = []
    for text in page.texts:
        width = wide(text.text, text.size, text.bold)
        left = {"left": 0.0, "center": width / 2, "right": width}[text.align]
        found.append((Rect(text.x - left, text.y - 0.42 * text.size, width, 0.84 * text.size),
                      text.text))  # fmt: skip
    return found


def check_page(page: Page, window: Rect) -> None:
    boxes = boxes_of(page)
    for rect, text in boxes:
        assert rect.inside(window, 1.0), f"{text!r} leaves the window: {rect}"
    for (one, first), (two, second) in combinations(boxes, 2):
        assert not one.overlaps(two, 1.0), f"{first!r} lies on {second!r}: {one}, {two}"
    for hit in page.hits:
        assert hit.rect.inside(window, 1.0), f"{hit} leaves the window"
    for picture in page.pictures:
        assert picture.rect.inside(window, 1.0)


QUESTIONS = [
    Question("Resign for light?", "", (Answer("yes", "Resign", "Y"), CANCEL)),
    Question(
        "Delete 55-33x-53x-55, 55-53, 57-56-54x and all after it?",
        "",
        (Answer("yes", "Delete", "Y"), CANCEL),
    ),
    Question(
        "A game was not saved",
        "Anna - Bert: 23 moves, last played 21 November, 12:00",
        (Answer("continue", "Continue"), Answer("later", "Later"), Answer("discard", "Discard")),
    ),
    Question(
        "Start a program for Dark?",
        f"Dark was played by another program. This command starts it:\n{'/a/long/path' * 12} --gtp",
        (Answer("no", "No", "N"), Answer("start", "Start it", "Y")),
    ),
]


def test_a_click_beside_a_question_cancels_where_that_is_an_answer() -> None:
    shown = shown_of(Session.new("boche"))
    done: list[Action] = []
    for question in QUESTIONS:
        hud = Hud(wide, Plain(), done.append)
        asked = replace(shown, view=replace(shown.view, question=question))
        hud.build(asked, laid_out(asked))
        assert hud.pressed("left", 5, 5, 0.0)
        hud.released("left", 5, 5, 0.0)
    assert done == [Action("answer", "cancel")] * 2


def test_the_status_line_names_the_place_under_the_pointer() -> None:
    user = User(size=3)
    user.move_to("b1")
    colours = discs("classic", user.session.record.game)
    shown = Shower().data(user.view, user.session, Settings(), colours)
    frame = built(shown, (1280, 720), 1.0)
    status = frame.areas.status
    texts = [text.text for text in frame.pages[0].texts if text.y > status.y]
    assert [text for text in texts if text.startswith("b1, level 0")]


def place_told(user: User) -> str:
    """Return what the right of the status line says of a place."""
    colours = discs("classic", user.session.record.game)
    return Shower().data(user.view, user.session, Settings(), colours).told_of_place


def test_the_group_under_a_cube_in_the_hand_is_that_before_the_move() -> None:
    """Point at a nest: the status tells what the cube makes, and the line beside it what is now."""
    user = User()
    for move in ("a:b2", "a:c2", "a:b3"):
        user.controller.table.play(move)
    user.settle()
    point_to(user, "b2")
    told = {}
    for letter in "efgh":
        user.controller.choose_key(letter, user.later())
        told[bool(user.view.status)] = place_told(user)
        assert not user.view.status or str(user.view.status).startswith("makes a ")
    group = str(user.view.info)
    assert " group of " in group
    assert told == {True: f"b2, level 1, now: {group}", False: f"b2, level 1: {group}"}


def point_to(user: User, target: str) -> None:
    table = user.controller.table
    spot = table.picker.place(table.position, target, table.display)
    x, y = table.looking.pixels(spot[None])[0]
    user.controller.pointer_moved(float(x), float(y), user.later())


@pytest.mark.parametrize(
    ("game", "moves", "known"),
    [
        ("boche", "a:b2 a:c2 a:b3", "b2, level 1"),
        ("che", "fl:0,0", "1,0"),
        ("boku", "e5 e6", "c2"),
        ("octi", "37+e 53+a", "one black pod on 77: no prongs"),
    ],
)
def test_the_status_line_names_the_place_that_keys_have_chosen(
    game: str, moves: str, known: str
) -> None:
    user = User(game=game)
    for move in moves.split():
        user.controller.table.play(move)
    user.settle()
    table, told = user.controller.table, dict[str, str]()
    point_to(user, stops(table)[0])  # the pointer stays there
    for arrow in ("Right", "Right", "Up", "Left", "Up", "Left", "Down", "Down", "Left", "Up"):
        user.key(arrow)
        told[table.selection.target or ""] = place_told(user)
    assert len(told) > 2
    for target, name in told.items():
        user.key("Escape")
        user.controller.pointer_moved(1.0, 1.0, user.later())
        point_to(user, target)
        assert place_told(user).startswith(name), "as if it was pointed at"
    assert known in told.values()


@pytest.mark.parametrize(
    ("game", "moves", "taken", "name"),
    [("boku", SANDWICH, "h4", "f4"), ("octi", "37+d 53+a", "37-", "46"),
     ("che", "fl:0,0", "bl:1,0", "2,0")],
)  # fmt: skip
def test_within_a_turn_keys_name_the_place_of_its_next_step(
    game: str, moves: str, taken: str, name: str
) -> None:
    user = User(game=game)
    for move in moves.split():
        user.controller.table.play(move)
    user.settle()
    user.controller.table.selection.resume([taken])
    told = set()
    for _ in range(8):
        user.key("Right")
        told.add(place_told(user))
    assert name in told


@pytest.mark.parametrize("size", [(500, 850), (2160, 3840)])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_portrait_window_has_the_panels_below_the_board(game: str, size: tuple[int, int]) -> None:
    shown = shown_of(Session.new(game))
    areas = laid_out(shown, size)
    parts = areas.parts()
    for (one, first), (two, second) in combinations(parts.items(), 2):
        assert not first.overlaps(second, 0.5), f"{one} lies on {two}"
    assert all(rect.inside(areas.window, 0.5) for rect in parts.values())
    assert areas.board.w == size[0]
    assert areas.panel.y >= areas.board.bottom - 0.5
    assert areas.board.h > 0.45 * size[1]
    check_page(built(shown, size, 1.0).pages[0], areas.window)


def test_the_tip_of_an_answer_names_the_key_that_gives_it() -> None:
    shown = shown_of(Session.new("boche"))
    keys = {}
    for focus in (-1, 1):
        question = replace(QUESTIONS[0], focus=focus)
        asked = replace(shown, view=replace(shown.view, question=question))
        page = Hud(wide, Plain(), lambda action: None).build(asked, laid_out(asked)).pages[-1]
        for hit in page.hits:
            if hit.action is not None and hit.tip:
                keys[focus, hit.action.value] = hit.tip.partition("  ")[2]
                key = keys[focus, hit.action.value].strip("()")
                assert question.given_by(key) == hit.action.value
    assert keys == {
        (-1, "yes"): "(Enter)",
        (-1, "cancel"): "(Escape)",
        (1, "yes"): "(Y)",
        (1, "cancel"): "(Enter)",
    }


@pytest.mark.parametrize("focus", [-1, 0, 1])
def test_the_answer_that_enter_gives_is_filled(focus: int) -> None:
    shown = shown_of(Session.new("boche"))
    question = replace(QUESTIONS[0], focus=focus)
    asked = replace(shown, view=replace(shown.view, question=question))
    hud = Hud(wide, Plain(), lambda action: None)
    page = hud.build(asked, laid_out(asked)).pages[-1]
    filled = [
        hit.action.value
        for hit in page.hits
        for box in page.boxes
        if hit.action is not None and hit.tip and isinstance(box, Box)
        and box.rect == hit.rect and box.fill == look_of(asked.settings.theme).accent
    ]  # fmt: skip
    assert filled == [question.given_by("Enter")]


def test_a_button_shows_the_letter_that_gives_its_answer() -> None:
    shown = shown_of(Session.new("boche"))
    asked = replace(shown, view=replace(shown.view, question=QUESTIONS[0]))
    page = Hud(wide, Plain(), lambda action: None).build(asked, laid_out(asked)).pages[-1]
    texts = [text.text for text in page.texts]
    assert "Resign (Y)" in texts
    assert "Cancel" in texts


def test_every_button_has_a_tip() -> None:
    session = Session.open(RECORDS / "boche-enclosure.sgf")
    frame = built(shown_of(session), (1280, 800), 1.0)
    bare = [hit for hit in frame.pages[0].hits if hit.action and not hit.tip]
    moves = {"go", "scrub"}  # a move in the list, and a place with a card of its own
    assert {hit.action.name for hit in bare if hit.action} <= moves


def test_a_tip_goes_with_a_key_and_stays_away() -> None:
    hud = Hud(lambda text, size, bold: 0.6 * size * len(text), Plain(), lambda action: None)
    shown = shown_of(Session.new("boche"))
    hud.build(shown, laid_out(shown))
    hud.pointer_moved(19, 19, 0.0)
    hud.tick(1.0)
    with_tip = len(hud.build(shown, laid_out(shown)).pages)
    hud.key("K")
    assert hud.wakeup() is None
    hud.tick(9.0)
    assert len(hud.build(shown, laid_out(shown)).pages) == with_tip - 1
    hud.pointer_moved(640, 400, 10.0)
    hud.pointer_moved(19, 19, 11.0)
    assert hud.wakeup() is not None


def test_every_command_of_a_button_exists() -> None:
    from boche.viewer.table.commands import COMMANDS

    session = Session.open(RECORDS / "boche-enclosure.sgf")
    frame = built(shown_of(session), (1280, 800), 1.0)
    named = {h.action.value for h in frame.pages[0].hits if h.action and h.action.name == "command"}
    assert named <= {command.name for command in COMMANDS}
    assert {"peel", "fit", "new", "open", "save", "help", "settings", "play_on"} <= named


def test_the_buttons_of_the_timeline_are_those_that_are_possible() -> None:
    session = Session.open(RECORDS / "boche-enclosure.sgf")
    steps = {"first", "back", "forward", "last"}
    for index, expected in ((0, {"forward", "last"}), (3, steps), (-1, {"first", "back"})):
        session.cursor.go_index(index % len(session.cursor.line))
        hits = built(shown_of(session), (1280, 800), 1.0).pages[0].hits
        named = {h.action.value for h in hits if h.action and h.action.name == "command"}
        assert named & steps == expected


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("boche", {"explode", "peel", "xray"}),
        ("octi", {"explode"}),
        ("che", set()),
        ("boku", set()),
    ],
)
def test_levels_have_buttons_where_there_are_some(game: str, expected: set[str]) -> None:
    frame = built(shown_of(Session.new(game)), (1280, 800), 1.0)
    named = {h.action.value for h in frame.pages[0].hits if h.action and h.action.name == "command"}
    assert named & {"explode", "peel", "xray"} == expected


@pytest.mark.parametrize("name", ["che-tiles-out", "octi-three-bases", "che-extent"])
def test_moves_of_the_list_are_whole_or_have_a_tip(name: str) -> None:
    path = next(RECORDS.glob(f"{name}.*"))
    page = built(shown_of(Session.open(path)), (1280, 720), 1.0).pages[0]
    shown = {text.text for text in page.texts}
    moves = [
        hit for hit in page.hits if hit.action and hit.action.name == "go" and hit.action.value.move
    ]
    assert len(moves) >= 10
    for hit in moves:
        assert hit.action is not None
        assert hit.action.value.move in shown or hit.tip.startswith(hit.action.value.move)


def test_swap_is_offered_on_the_second_move_only() -> None:
    session = Session.new("boche")

    def offered() -> bool:
        frame = built(shown_of(session), (1280, 800), 1.0)
        return Action("command", "swap") in [hit.action for hit in frame.pages[0].hits]

    before = offered()
    session.play("c:a1")
    second = offered()
    session.play("a:b1")
    assert (before, second, offered()) == (False, True, False)


def test_a_long_beginning_on_the_start_screen_is_whole() -> None:
    label = "Vous découvrez Boche ? Une leçon de cinq minutes"
    others = [StartAlternative("lesson", "", label)]
    form = StartForm("boche", {}, (Seat(), Seat()), lambda *_: None, lambda game: others,
                     lambda _: None).form  # fmt: skip
    for size in ((500, 850), (1280, 720)):
        page = built(shown_of(Session.new("boche")), size, 1.0, form).pages[-1]
        assert label in [text.text for text in page.texts]


@pytest.mark.parametrize("size", [(500, 850), (1280, 720)])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_players_beside_paused_clocks_are_whole(language: str, size: tuple[int, int]) -> None:
    with speaking(language):
        for game in GAMES:
            seats = {colour: Seat("Anna Katharina") for colour in find(game).colours}
            session = Session.new(game, seats=seats, control=TimeControl.parse("10+3x30"))
            shown = shown_of(session)
            assert shown.view.clocks is not None
            paused = replace(shown.view.clocks, paused=True)
            frame = built(replace(shown, view=replace(shown.view, clocks=paused)), size, 1.0)
            check_page(frame.pages[0], frame.areas.window)
            cut = [text.text for text in frame.pages[0].texts if text.text.endswith("…")]
            assert cut == []
            said = " ".join(text.text for text in frame.pages[0].texts)
            assert said.count("Anna") == said.count("Katharina") == 2


@pytest.mark.parametrize(
    ("computer", "label"),
    [
        ("light", "You can close"),
        ("dark", "Dark threatens to close"),
        ("", "Dark threatens to close"),
    ],
)
def test_a_chance_of_ones_own_is_no_danger(computer: str, label: str) -> None:
    session = Session.new("che", seats={computer: Seat("", "1")} if computer else {})
    for move in ("fl:0,0", "fr:0,1+fr:1,0"):
        session.play(move)
    assert session.turn == "light"
    page = built(shown_of(session), (1280, 720), 1.0).pages[0]
    [shown] = [text for text in page.texts if text.text.endswith("close")]
    assert shown.text == label
    assert (shown.colour in {look.danger for look in (LIGHT, DARK)}) == (label != "You can close")


@pytest.mark.parametrize(
    ("computer", "label"),
    [
        ("dark", "In danger: your 4 blobs"),
        ("light", "Your chance: 4 light blobs"),
        ("", "In danger: your 4 blobs"),
        ("light dark", "In danger: 4 blobs"),
    ],
)
def test_a_group_in_danger_says_whose_danger_it_is(computer: str, label: str) -> None:
    """Expect the owner and the opponent to read different words, and no alarm at a chance."""
    line = Session.open(RECORDS / "boche-path.sgf").record.main_line()
    seats = {colour: Seat("", "1") for colour in computer.split()}
    session = Session.new("boche", seats=seats)
    for node in line[1:21]:
        session.play(str(node.move))
    assert session.turn == "light"
    page = built(shown_of(session), (1280, 720), 1.0).pages[0]
    [shown] = [text for text in page.texts if re.search(r" 4 (light )?blobs$", text.text)]
    assert shown.text == label
    assert (shown.colour == LIGHT.danger) == (not label.startswith("Your chance"))
