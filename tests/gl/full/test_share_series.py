"""Pictures of all positions of a game, shared from the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gl.test_share_previews import Sharer


@pytest.fixture
def user(context: Any) -> Iterator[Sharer]:
    made = Sharer(context)
    yield made
    made.sharing.previews.close()


def test_all_positions_are_those_of_the_command(user: Sharer, boche: Any, tmp_path: Path) -> None:
    record, ours, theirs = tmp_path / "game.sgf", tmp_path / "ours", tmp_path / "theirs"
    record.write_text(user.session.file.text())
    ours.mkdir()
    user.session.cursor.go_index(1)
    user.sharing.ask("picture")
    for name, value in {
        "pixels": "1280x720",
        "view": "corner",
        "apart": "exploded",
        "numbers": True,
        "path": str(ours / "game.png"),
        "all": True,
    }.items():
        user.set(name, value)  # fmt: skip
    assert user.form.values()["path"] == str(ours / "game-%n.png")
    assert user.form.text.startswith("4 pictures of 1280 x 720 pixels")
    user.key("Enter")
    flags = ["--all", "--pixels", "1280x720", "--apart", "exploded", "--numbers"]
    code, _, error = boche("shot", str(record), *flags, "-o", str(theirs / "game-%n.png"))
    assert (code, error) == (0, "")
    made = {path.name: path.read_bytes() for path in ours.iterdir()}
    assert made == {path.name: path.read_bytes() for path in theirs.iterdir()}
    assert sorted(made) == [f"game-{number}.png" for number in range(4)]
    assert user.works.shown[0].told == f"Saved in {ours}"
    user.works.copy(user.works.shown[0].number)
    assert user.copied == [str(ours)]


def test_none_of_several_is_replaced_unasked(user: Sharer, tmp_path: Path) -> None:
    (tmp_path / "game-2.png").write_text("before")
    user.sharing.ask("picture")
    for name, value in {"view": "corner", "all": True, "path": str(tmp_path / "game.png")}.items():
        user.set(name, value)
    user.key("Enter")
    assert user.asked == "Replace game-2.png?"
    user.answer("no")
    assert [path.name for path in tmp_path.iterdir()] == ["game-2.png"]
    user.set("all", False)
    assert user.form.values()["path"] == str(tmp_path / "game.png")
