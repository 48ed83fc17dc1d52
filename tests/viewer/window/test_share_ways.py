"""The ways to share a game with their fields: ranges, what is remembered, and room for all."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from boche.engine.record import loads
from boche.viewer.cli.command import build_parser
from boche.viewer.hud.hud import Hud
from boche.viewer.hud.pages.works import WorkView
from boche.viewer.hud.widgets.items import Action
from boche.viewer.scene.apart import TOGETHER
from boche.viewer.session import Session
from boche.viewer.storage.settings import load_settings
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.pictures import series_name, view_of_table
from boche.viewer.window.sharing.sharing import Sharing
from tests.viewer.hud.test_hud_layout import check_page, laid_out, shown_of, wide
from tests.viewer.hud.typesetting import Plain
from tests.viewer.window.made_here import AtOnce
from tests.viewer.window.user import WINDOW, User

WAYS = ("record", "text", "picture", "photo", "film", "page", "figure", "model", "part")
SIZES = [(1280, 720), (500, 850), (700, 440), (3840, 2160)]


class Sharer(User):
    """A user who shares a short game without seeing previews."""

    def __init__(self, game: str = "boche", **options: Any) -> None:
        session = Session.new(game, ["Anna", "Bert"], **options)
        if game == "boche":
            for move in ("c:a1", "a:b1", "c:c1"):
                session.play(move)
        super().__init__(session)
        self.copied: list[str] = []
        window = {**vars(WINDOW), "set_clipboard_text": self.copied.append}
        self.desk.window = SimpleNamespace(**window)  # type: ignore[assignment]
        self.saved: list[str] = []
        self.canvas = Canvas(self.desk, SimpleNamespace(samples={}), self.assistant)  # type: ignore[arg-type]
        exchange = Exchange(self.desk, self.saving, Keeping(self.desk))
        self.works = Works(self.desk, AtOnce)
        self.sharing = Sharing(
            self.canvas, Clipboard(self.desk, exchange), self.saved.append, FileChooser(self.desk),
            self.works,
        )  # fmt: skip

    def share(self, way: str, **values: Any) -> None:
        """Open the dialog with these values, and press its button."""
        self.sharing.ask(way)
        for name, value in values.items():
            self.set(name, value)
        self.key("Enter")

    @property
    def names(self) -> list[str]:
        return [field.name for field in self.form.fields]


def flags_of(command: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """Return the options of a command, as its help lists them, without hyphens."""
    with pytest.raises(SystemExit):
        build_parser().parse_args([command, "--help"])
    flags: list[str] = re.findall(r"--([a-z][a-z-]+)", capsys.readouterr().out)
    return {flag.replace("-", "_") for flag in flags}


FLAGS = {
    "photo": ("shot", {"pixels", "view", "apart", "frames", "lens", "palette", "theme",
                       "transparent", "numbers"}),
    "film": ("film", {"pixels", "moves", "speed", "fps", "turn", "loop", "title", "view", "apart",
                      "palette", "theme", "numbers"}),
    "page": ("page", {"view", "palette", "board_only"}),
    "figure": ("figure", {"view", "apart", "width", "palette", "numbers"}),
    "part": ("model", {"part", "edge", "clearance", "palette", "theme"}),
}  # fmt: skip


@pytest.mark.parametrize("way", FLAGS)
def test_the_fields_have_the_names_of_the_command_line(
    way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    user, (command, names) = Sharer(), FLAGS[way]
    user.sharing.ask(way)
    if "apart" in names and "apart" not in user.names:
        user.set("view", "corner")
    assert names <= flags_of(command, capsys)
    assert names <= set(user.names)


@pytest.mark.parametrize("way", ["picture", "photo", "film", "page", "figure", "model"])
def test_marks_are_shared_as_they_are_seen_at_the_table(way: str) -> None:
    user = Sharer()
    user.sharing.ask(way)
    assert user.form.values()["marks"]


@pytest.mark.parametrize(
    ("way", "name", "typed", "told"),
    [
        ("photo", "frames", "0", "Frames: 1 to 1,000,000, not 0"),
        ("photo", "lens", "11", "Lens: 0 to 10, not 11"),
        ("film", "speed", "60", "Speed: 0.1 to 50, not 60"),
        ("film", "fps", "61", "Smoothness: 0 to 60, not 61"),
        ("figure", "width", "9", "Width: 10 to 2,000, not 9"),
        ("model", "edge", "1001", "Edge: 1 to 1,000, not 1001"),
        ("part", "clearance", "2", "Clearance: 0 to 1.5, not 2"),
    ],
)
def test_a_number_is_typed_within_the_range_of_the_command_line(
    way: str, name: str, typed: str, told: str
) -> None:
    user = Sharer()
    user.sharing.ask(way)
    user.form.point_at(user.names.index(name))
    user.form.type(typed)
    user.key("Enter")
    assert user.form.problem == told
    assert user.works.shown == ()


def test_a_typed_number_stands_there_with_its_unit() -> None:
    user = Sharer()
    user.sharing.ask("figure")
    at = user.names.index("width")
    user.form.point_at(at)
    user.form.type("97")
    user.key("Enter")
    assert user.form.fields[at].value_text == "97 mm"
    user.form.step(at, 1)
    assert user.form.fields[at].value_text == "120 mm"


def test_levels_are_offered_only_where_there_are_some() -> None:
    boche, octi = Sharer(), Sharer("octi")
    for user in (boche, octi):
        user.sharing.ask("figure")
    assert "apart" in boche.names
    assert "apart" not in octi.names


def test_a_game_without_parts_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from boche.viewer.window.sharing import models

    user, view_of = Sharer(), models.view_of
    monkeypatch.setattr(models, "view_of", lambda game: replace(view_of(game), printed=None))
    user.sharing.ask("part")
    assert user.form.text == "Boche has no parts to print."


def test_the_list_of_moves_is_copied_or_saved(tmp_path: Path) -> None:
    user = Sharer(size=3)
    user.share("record", kind=".txt")
    assert loads(user.copied[0]).moves() == ["c:a1", "a:b1", "c:c1"]
    assert not user.copied[0].startswith("(;")
    user.share("record", kind=".txt", to="file")
    assert user.saved == [".txt"]


def test_the_position_is_copied_or_written_as_the_command_prints_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from boche.viewer.cli import main

    user, path, record = Sharer(), tmp_path / "board.txt", tmp_path / "game.sgf"
    user.session.cursor.go_index(2)
    user.share("text")
    user.share("text", to="file", path=str(path))
    record.write_text(user.session.file.text())
    assert main(["show", str(record), "--move", "2"]) == 0
    assert user.copied == [path.read_text()] == [capsys.readouterr().out]
    assert "move 2 of 3, last a:b1: light to move" in user.copied[0]


def test_what_was_shared_last_is_offered_again_after_a_new_start(tmp_path: Path) -> None:
    user = Sharer()
    path = tmp_path / "here" / "figure.pdf"
    path.parent.mkdir()
    user.share("figure", kind=".pdf", width=160, labels=False, path=str(path))
    assert path.read_bytes().startswith(b"%PDF")
    again = Sharer()
    again.desk.set_settings(load_settings()[0])
    again.sharing.ask()
    values = again.form.values()
    assert (values["way"], values["kind"], values["width"]) == ("figure", ".pdf", 160)
    assert values["labels"] is False
    assert Path(values["path"]).parent == path.parent
    assert Path(values["path"]).name != path.name
    path.unlink()
    path.parent.rmdir()
    again.sharing.ask()
    assert Path(again.form.values()["path"]).parent.is_dir(), "a folder that is gone is offered"


def test_what_belongs_to_one_game_is_not_kept_for_the_next(tmp_path: Path) -> None:
    user = Sharer()
    user.share("page", here=False, board_only=True, path=str(tmp_path / "a.html"))
    user.sharing.ask()
    values = user.form.values()
    assert (values["way"], values["here"], values["board_only"]) == ("page", True, True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["boche", "octi"])
def test_all_fields_of_all_ways_have_room(game: str, size: tuple[int, int]) -> None:
    user = Sharer(game)
    shown = shown_of(user.session)
    for way in WAYS:
        user.sharing.ask(way)
        if "view" in user.names:
            user.set("view", "corner")
        hud = Hud(wide, Plain(), lambda action: None)
        hud.open(user.form)
        areas = laid_out(shown, size)
        for page in hud.build(shown, areas).pages[1:]:
            check_page(page, areas.window)


WORKS = (
    WorkView(1, "a film with a long name.gif", "45%, 1:12 left", share=0.45),
    WorkView(2, "position.svg", "Saved in /home/somebody/Pictures/of games", done=True),
    WorkView(3, "x.png", "x.png cannot be made: cannot write it: no space " * 4, failed=True),
)


@pytest.mark.parametrize("size", SIZES)
def test_the_files_that_are_made_have_room_on_the_board(size: tuple[int, int]) -> None:
    shown = replace(shown_of(Session.new("boche")), works=WORKS)
    areas, hud = laid_out(shown, size), Hud(wide, Plain(), lambda action: None)
    page = hud.build(shown, areas).pages[1]
    check_page(page, areas.window)
    for hit in page.hits:
        assert hit.rect.inside(areas.board, 1.0)


@pytest.mark.parametrize("size", SIZES)
def test_files_that_are_folded_lie_on_a_small_chip_and_not_on_the_status(
    size: tuple[int, int],
) -> None:
    done = [WorkView(at, f"{at}.png", "Saved", done=True, folded=True) for at in range(3)]
    shown, acts = replace(shown_of(Session.new("octi")), works=tuple(done)), list[Action]()
    shown = replace(shown, view=replace(shown.view, banner=None))
    areas, hud = laid_out(shown, size), Hud(wide, Plain(), acts.append)
    page = hud.build(shown, areas).pages[1]
    check_page(page, areas.window)
    assert [text.text for text in page.texts] == ["3"]
    (hit,) = page.hits
    assert hit.tip.splitlines() == ["3 files ready", "0.png", "1.png", "2.png"]
    assert hit.rect.inside(areas.board, 1.0)
    assert hit.rect.w < 0.15 * areas.window.w
    hud.pressed("left", *hit.rect.middle, 0.0)
    hud.released("left", *hit.rect.middle, 0.0)
    assert acts[-1] == Action("works_unfold")
    some = replace(shown, works=(replace(done[0], folded=False), *done[1:]))
    page = Hud(wide, Plain(), acts.append).build(some, areas).pages[1]
    assert {"0.png", "2"} <= {text.text for text in page.texts}
    (chip,) = (hit.rect for hit in page.hits if hit.action == Action("works_unfold"))
    assert not any(chip.overlaps(hit.rect) for hit in page.hits if hit.rect != chip)


@pytest.mark.parametrize("size", SIZES)
def test_long_names_of_files_keep_their_endings_and_all_are_closed_at_once(
    size: tuple[int, int],
) -> None:
    names = [f"boche-20261130-094647-{number}-from-the-first-corner.gif" for number in range(4)]
    done = [WorkView(at, name, "Saved in /home", done=True) for at, name in enumerate(names[:2])]
    some = (WorkView(2, names[2], "45%, 1:12 left"), WorkView(3, names[3], "no space", failed=True))
    for works, button in (((*done, *some), 1), ((done[0], *some), 0)):
        shown = replace(shown_of(Session.new("boche")), works=works)
        page = Hud(wide, Plain(), lambda action: None).build(shown, laid_out(shown, size)).pages[1]
        check_page(page, laid_out(shown, size).board)
        written = [text.text for text in page.texts if text.text.startswith("boche")]
        assert len(written) == len(works)
        assert all(text.endswith(".gif") for text in written)
        tips = {hit.tip for hit in page.hits}
        assert tips >= {work.name for work in works if work.name not in written}
        assert sum(hit.action == Action("works_away") for hit in page.hits) == button


def test_a_picture_as_seen_has_the_levels_apart_if_they_are() -> None:
    user = Sharer()
    user.session.play(str(user.session.position.legal_moves()[0]))
    user.sharing.ask("picture")
    given = user.form.values()

    def highest() -> float:
        scene, _ = view_of_table(user.canvas.hud_data(), given, (64, 64))
        return max(float(batch.instances["position"][:, 2].max()) for batch in scene.batches)

    together = highest()
    user.desk.controller.table.arrange("exploded")
    user.desk.controller.tick(user.desk.now)
    assert user.desk.controller.view().display.apart != TOGETHER
    assert highest() != together


@pytest.mark.parametrize("by", ["pointer", "keys"])
def test_a_picture_as_seen_has_the_x_ray_as_the_table_had_it(by: str) -> None:
    user = Sharer()
    for cell in ("a2", "a1"):  # the second one lies on three
        moves = map(str, user.session.position.legal_moves())
        user.session.play(next(move for move in moves if move.endswith(f":{cell}")))
    controller, table = user.desk.controller, user.desk.controller.table
    controller.tick(user.desk.now + 9.0)
    if by == "keys":
        controller.key("PageUp", user.desk.now + 9.0, ("alt",))
    else:
        controller.key("X", user.desk.now + 9.0, ("shift",))
        top = np.asarray(table.picker.top(table.position, "b1", table.display))
        controller.pointer_moved(*table.looking.pixels(top[None])[0], user.desk.now + 10.0)
    seen = controller.view()
    assert seen.display.peeled
    assert seen.lit
    user.sharing.ask("picture")
    controller.pointer_left(user.desk.now + 11.0)  # for the dialog
    assert controller.view().lit == seen.lit
    alight = []
    for marks in (True, False):
        given = {**user.form.values(), "marks": marks}
        scene, _ = view_of_table(user.canvas.hud_data(), given, (64, 64))
        patterned = [each.instances["pattern"] for each in scene.batches
                     if "pattern" in (each.instances.dtype.names or ())]  # fmt: skip
        alight.append(sum(int((each >> 2 & 0b11111).any()) for each in patterned))
        assert any(batch.translucent for batch in scene.batches), "what lies above is like glass"
    assert alight[0] > alight[1] == 0, "the band is lit as far as marks are wanted"


@pytest.mark.parametrize(
    ("name", "one", "series"),
    [
        ("a.png", "a.png", "a-%n.png"),
        ("a-%n.png", "a.png", "a-%n.png"),
        ("%n a.jpg", " a.jpg", "%n a.jpg"),
        ("/x.y/a", "/x.y/a", "/x.y/a-%n"),
    ],
)
def test_the_name_of_a_series_has_a_place_for_its_numbers(name: str, one: str, series: str) -> None:
    assert series_name(name, is_series=False) == one
    assert series_name(name, is_series=True) == series


def test_all_positions_are_offered_where_there_are_several_and_the_window_where_it_is_seen() -> (
    None
):
    boche, octi = Sharer(), Sharer("octi")
    for user in (boche, octi):
        user.sharing.ask("picture")
        assert "panels" in user.names
        assert "all" not in user.names
        user.set("view", "top")
        assert "panels" not in user.names
    assert "all" in boche.names
    assert "all" not in octi.names


@pytest.mark.parametrize("way", ["picture", "photo", "film", "figure", "page", "model", "part"])
def test_the_file_that_is_offered_is_named_after_the_game(way: str) -> None:
    user = Sharer("octi")
    user.sharing.ask(way)
    name = Path(str(user.form.values()["path"])).name
    assert re.fullmatch(r"octi-\d{8}-\d{6}.*\.\w+", name), name


def test_what_is_chosen_for_one_kind_is_kept_for_others_that_have_the_same_choice() -> None:
    user = Sharer()
    user.sharing.ask("figure")
    assert user.form.values()["view"] == "top"
    user.set("way", "picture")
    assert user.form.values()["view"] == "as seen", "what is usual for one is not for another"
    chosen = {"pixels": "1920x1080", "view": "corner", "theme": "light", "apart": "layers"}
    dark = {"theme": "dark", "pixels": "1280x720"}
    for name, value in chosen.items():
        user.set(name, value)
    for way in ("photo", "film", "picture"):
        user.set("way", way)
        assert user.form.values().items() >= chosen.items(), way
    user.set("way", "figure")
    assert user.form.values().items() >= {"view": "corner", "apart": "layers"}.items()
    user.set("way", "photo")
    for name, value in dark.items():
        user.set(name, value)
    user.set("way", "picture")
    assert user.form.values().items() >= dark.items(), "the last choice counts"
    user.set("view", "as seen")
    user.set("way", "figure")
    assert user.form.values()["view"] == "corner", "a figure has no such view"
    user.set("way", "photo")
    assert user.form.values()["view"] == "as seen"
    assert "apart" not in user.names
