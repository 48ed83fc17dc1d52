"""Storing games, the errors reported, and the pictures of records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boche.viewer.games.samples import sample_data, sample_names
from boche.viewer.hud.dialogs.tall_list import picture_name
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Picture
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.style import Style
from boche.viewer.session import Session
from boche.viewer.storage.kept_games import games_folder, kept_files
from boche.viewer.window.desk import Schedule
from boche.viewer.window.drawing import record_pictures
from boche.viewer.window.drawing.record_pictures import MOST, RecordPictures
from boche.viewer.window.records.kept_games import Keeping


class Table:
    """A desk whose games are stored."""

    def __init__(self, *moves: str) -> None:
        self.session, self.now, self.said = Session.new(size=2), 1.0, list[str]()
        self.schedule = Schedule()
        self.keeping = Keeping(cast(Any, self))
        self.play(*moves)

    def say_all(self, lines: list[str]) -> None:
        self.said += lines

    def play(self, *moves: str) -> None:
        for move in moves:
            self.session.play(move)
            for look in self.schedule.watchers:
                look()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCHE_HOME", str(tmp_path))
    return tmp_path


def to_the_end(table: Table) -> None:
    while table.session.outcome is None:
        table.play(str(table.session.position.legal_moves()[0]))


def test_a_game_is_kept_as_soon_as_it_ends() -> None:
    table = Table()
    table.play(str(table.session.position.legal_moves()[0]))
    assert kept_files() == []
    to_the_end(table)
    assert len(kept_files()) == 1
    before = kept_files()
    assert table.keeping.keep() == []
    assert kept_files() == before, "nothing is written twice"


def test_what_cannot_be_kept_is_said_once_and_tried_again() -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().write_text("in the way")
    table = Table()
    to_the_end(table)
    (line,) = table.said
    assert line.startswith("this game could not be added to the library: cannot create")
    assert table.keeping.keep() == []
    games_folder().unlink()
    table.keeping.look()
    assert kept_files() == [], "it is not tried after every event"
    assert table.keeping.keep() == []
    assert len(kept_files()) == 1


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the list of drawn scenes, with a view that needs no graphics card."""
    scenes: list[Any] = []

    class View:
        """A view that records the scenes it is to draw."""

        def __init__(self, *_: Any) -> None:
            self.texture = SimpleNamespace(read=lambda: b"")

        def update(self, scene: Any, *_: Any) -> None:
            scenes.append(scene)

        def release(self) -> None: ...

    monkeypatch.setattr(record_pictures, "CachedView", View)
    return scenes


def card(freed: list[int]) -> Any:
    """Return a stand-in for a graphics card that makes textures and records those freed."""
    return SimpleNamespace(
        texture=lambda *_: SimpleNamespace(release=lambda: freed.append(1)),
    )


def seen(names: Iterable[str]) -> list[Picture]:
    return [Picture(Rect(0, 0, 60, 40), picture_name(name)) for name in names]


def fill(pictures: RecordPictures) -> int:
    """Work until all pictures exist; return how many steps that took."""
    steps = 0
    while pictures.busy:
        steps += 1
        if pictures.tick():
            pictures.draw()
    return steps


def test_pictures_come_one_by_one(drawn: list[Any]) -> None:
    names = sample_names()
    pictures = RecordPictures(card([]), sample_data)
    pictures.want(seen([*names, "gone.sgf"]), Style())
    assert fill(pictures) > 3 * len(names), "a long game is replayed in one go"
    assert list(pictures.textures) == [picture_name(name) for name in names]
    assert len(drawn) == len(names)
    pictures.want(seen(names[:3]), Style())
    assert not pictures.busy, "what is there is worked out again"


def test_a_picture_that_cannot_be_drawn_is_tried_once(
    drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise RenderError("no memory")

    monkeypatch.setattr(record_pictures.CachedView, "update", fails)
    pictures = RecordPictures(card([]), sample_data)
    pictures.want(seen(sample_names()[:1]), Style())
    while not pictures.tick():
        pass
    with pytest.raises(RenderError):
        pictures.draw()
    assert not pictures.busy


def test_few_pictures_are_kept(drawn: list[Any]) -> None:
    freed: list[int] = []
    pictures = RecordPictures(card(freed), lambda name: b"(;GM[Boche]SZ[1])")
    for start in range(0, MOST + 20, 10):
        names = [str(number) for number in range(start, start + 10)]
        pictures.want(seen(names), Style())
        fill(pictures)
        assert {picture_name(name) for name in names} <= set(pictures.textures)
    assert len(pictures.textures) == MOST
    assert len(pictures.textures) + len(freed) == len(drawn)
    pictures.want([], Style())
    assert (len(pictures.textures), len(freed)) == (0, len(drawn))
