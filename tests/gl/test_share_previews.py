"""The previews of the share dialog, and its estimates of file sizes."""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.viewer.session import Session
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.records.clipboard import Clipboard
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.records.kept_games import Keeping
from boche.viewer.window.records.record_switch import Exchange
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.sharing import Sharing
from tests.viewer.export.figures import pixels
from tests.viewer.window.made_here import AtOnce
from tests.viewer.window.user import WINDOW, User


class Known(dict[Any, tuple[float, ...]]):
    """Speeds of a machine that does everything at once, and need not be measured."""

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: object) -> tuple[float, ...]:
        return 0.0, 0.0


class Sharer(User):
    """A user who shares a short game, drawn without a window."""

    def __init__(self, context: Any) -> None:
        session = Session.new("boche", ["Anna", "Bert"], size=3)
        for move in ("c:a1", "a:b1", "c:c1"):
            session.play(move)
        super().__init__(session)
        self.copied: list[str] = []
        window = {
            **vars(WINDOW),
            "switch_to": lambda: None,
            "set_clipboard_text": self.copied.append,
        }
        self.desk.window = SimpleNamespace(**window)  # type: ignore[assignment]
        frame: Any = SimpleNamespace(context=context, samples={})
        self.samples: dict[str, Any] = frame.samples
        self.canvas = Canvas(self.desk, frame, self.assistant)
        exchange = Exchange(self.desk, self.saving, Keeping(self.desk))
        self.works = Works(self.desk, AtOnce)
        self.works.speeds.measured = Known()
        self.sharing = Sharing(
            self.canvas, Clipboard(self.desk, exchange), lambda ending: None,
            FileChooser(self.desk), self.works,
        )  # fmt: skip

    def share(self, way: str, **values: Any) -> list[np.ndarray]:
        """Open the dialog with these values, and return the previews once all are drawn."""
        self.sharing.ask(way)
        for name, value in values.items():
            self.set(name, value)
        return self.look()

    def look(self) -> list[np.ndarray]:
        seen: list[np.ndarray] = []
        while self.pass_time():
            for texture in self.samples.values():
                width, height = texture.size
                found = np.frombuffer(texture.read(), np.uint8).reshape(height, width, 4)[::-1]
                if not seen or not np.array_equal(seen[-1], found):
                    seen.append(found)
        return seen

    @property
    def about(self) -> int:
        """Return the file size in bytes that the dialog announces."""
        found = re.search(r"[Aa]bout ([\d.]+) (kB|MB)", self.form.text)
        assert found is not None, self.form.text
        return round(float(found[1]) * {"kB": 1e3, "MB": 1e6}[found[2]])


@pytest.fixture
def user(context: Any) -> Any:
    made = Sharer(context)
    yield made
    made.sharing.previews.close()


def blurred(picture: np.ndarray) -> np.ndarray:
    """Return a picture (H, W, 3) at a quarter of its size, so that thin lines need not meet."""
    high, wide = (side // 4 for side in picture.shape[:2])
    cells = picture[: 4 * high, : 4 * wide].reshape(high, 4, wide, 4, 3)
    return np.asarray(cells.mean(axis=(1, 3)))


def colours(picture: np.ndarray) -> int:
    return len(np.unique(picture.reshape(-1, 4), axis=0))


def test_a_picture_is_seen_as_it_will_be_and_its_size_is_about_right(
    user: Sharer, tmp_path: Path
) -> None:
    path = tmp_path / "picture.png"
    seen = user.share("picture", pixels="1280x720", path=str(path))
    assert len(seen) == 1
    told, about = user.form.text, user.about
    user.key("Enter")
    data = path.read_bytes()
    whole = Image.open(io.BytesIO(data)).convert("RGB")
    height, width = seen[0].shape[:2]
    assert abs(width / height - 1280 / 720) < 0.01
    apart = np.abs(np.asarray(whole.resize((width, height)), int) - seen[0][:, :, :3])
    assert apart.mean() < 4.0
    assert "1280 x 720 pixels" in told
    assert about == pytest.approx(len(data), rel=0.15)


def test_a_film_plays_small_with_its_captions_and_all_its_values_count(user: Sharer) -> None:
    seen = user.share("film")
    assert len({picture.tobytes() for picture in seen}) >= 4, "nothing moves"
    assert "640 x 480 pixels, 0:06 long" in user.form.text
    still = user.about
    user.set("turn", 360.0)
    turned = user.look()
    assert len({picture.tobytes() for picture in turned}) > len(seen)
    assert user.about > 2 * still
    user.set("moves", "2-9")
    user.look()
    assert user.samples == {}, "what cannot be made is still to be seen"
    assert user.form.text == "Moves 2-9: this line has 3 moves"
    user.key("Enter")
    assert user.form.problem == "moves 2-9: this line has 3 moves"


@pytest.mark.parametrize("values", [{"view": "corner"}, {"palette": "print"}])
def test_a_figure_is_seen_as_it_will_be_written(
    user: Sharer, tmp_path: Path, values: dict[str, str]
) -> None:
    path = tmp_path / "figure.svg"
    seen = user.share("figure", path=str(path), **values)
    assert len(seen) == 1
    shown = seen[0][:, :, :3].astype(int)
    told = re.search(r"([0-9.]+) x ([0-9.]+) mm", user.form.text)
    user.key("Enter")
    svg = path.read_text()
    written = pixels(svg, shown.shape[1])
    assert abs(len(written) - len(shown)) <= 2, "of another shape"
    high = min(len(written), len(shown))
    apart = np.abs(blurred(written[:high]) - blurred(shown[:high]))
    assert apart.mean() < 4.0, "letters alone may be others"
    size = re.search(r'width="([0-9.]+)mm" height="([0-9.]+)mm"', svg)
    assert told is not None
    assert size is not None
    assert [float(n) for n in told.groups()] == [round(float(n)) for n in size.groups()]


@pytest.mark.parametrize("way", ["page", "figure"])
def test_a_page_and_a_figure_are_seen_once_and_told_about(user: Sharer, way: str) -> None:
    seen = user.share(way)
    assert len(seen) == 1
    assert colours(seen[0]) > 100
    assert user.form.text.count("kB") == 1


def test_a_figure_for_print_has_no_colours(user: Sharer) -> None:
    seen = user.share("figure", palette="print")
    assert np.ptp(seen[-1][:, :, :3].astype(int), axis=2).max() == 0


def test_a_record_is_quoted_with_its_size(user: Sharer) -> None:
    assert user.share("record") == []
    assert user.form.sample is not None
    assert user.form.sample.text == user.session.file.text()
    assert user.form.text.startswith("1 kB of text")


def test_typing_a_name_draws_nothing_anew_and_escape_frees_all(user: Sharer) -> None:
    user.share("figure")
    before = dict(user.samples)
    assert before
    user.set("path", user.form.values()["path"].replace("boche", "x"))
    assert user.desk.schedule.due is None
    user.key("Escape")
    user.look()
    assert user.samples == {}
    assert user.desk.schedule.due is None
