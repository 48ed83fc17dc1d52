"""Comments of any length: a film waits for each only so long, and cuts what it shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from boche.engine.game import Position
from boche.engine.record import loads, positions_along
from boche.viewer.camera.camera import Camera
from boche.viewer.export.film.captions import MOST_LINES, Lettering, length
from boche.viewer.export.film.encode import KINDS, make_film
from boche.viewer.export.film.frames import END, TITLE, FilmOptions, Plan, Story
from boche.viewer.export.film.pictures import Looks, Pictures
from boche.viewer.renderer.style import Style, theme
from boche.viewer.session import Session
from boche.viewer.table.playback import Timeline
from tests.server.long_games import endless

LONGEST = 15.0
"""Seconds that docs/films.md promises to be the most for a comment."""

MANY = 100_000
COMMENTS = {
    "words": "A word or two. " * (MANY // 15),
    "one word": "x" * MANY,
    "a word with invisible letters": "x\u200b" * (MANY // 2),
    "accents": "e" + "\u0301" * MANY,
    "lines": "x\n" * (MANY // 2),
    "another script": "囲" * MANY,
}
SIZE = 96, 64


def story(comment: str) -> Story:
    """Return a story of two moves, with a comment at each of its three positions."""
    record = loads(f"(;GM[Boche]SZ[3]C[{comment}];W[c:a1]C[{comment}];B[b:a2]C[{comment}])")
    line = record.main_line()
    return Story(record, line[1:], positions_along(record, line[-1]))


@pytest.mark.parametrize("kind", COMMENTS)
def test_a_comment_of_any_length_is_waited_for_so_long_at_most(kind: str) -> None:
    plan = Plan(story(COMMENTS[kind]), FilmOptions(title=True))
    assert plan.seconds <= TITLE + 3 * LONGEST + END
    frames = list(plan.frames())
    assert frames[-1].end <= TITLE + 3 * LONGEST + END + 0.05


def test_what_cannot_be_seen_is_not_waited_for() -> None:
    invisible = Plan(story("\u200b\u2060" * (MANY // 2)), FilmOptions())
    assert invisible.seconds == Plan(story(""), FilmOptions()).seconds
    hidden = Plan(story("\u200b" * MANY + "Look!"), FilmOptions())
    assert hidden.seconds == Plan(story("Look!"), FilmOptions()).seconds


def test_ten_thousand_comments_are_waited_for_one_by_one() -> None:
    comment = "A word or two. " * 40
    turns = enumerate(islice(endless(), 10_000))
    moves = "".join(f";{'BW'[ply % 2]}[{move}]C[{comment}]" for ply, move in turns)
    record = loads(f"(;GM[19]{moves})")
    line = record.main_line()[1:]
    assert len(line) == 10_000
    plan = Plan(Story(record, line, Same(record.start)), FilmOptions())
    assert plan.seconds <= 10_001 * LONGEST + END
    captions = [plan.caption(ply) for ply in plan.plies]
    assert 0 < Lettering((640, 480), theme("light"), {}).strip_height(captions) < 240


def test_comments_of_variations_are_not_waited_for() -> None:
    others = "".join(f"(;W[c:a1]C[{'x' * 99}])" for _ in range(10_000))
    record = loads(f"(;GM[Boche]SZ[3](;W[c:b1]){others})")
    line = record.main_line()
    bare = Plan(Story(record, line[1:], positions_along(record, line[-1])), FilmOptions())
    assert bare.seconds == 2.0 + END


class Same(Sequence[Position]):
    """The positions of a game of which only the number matters: all the same."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __len__(self) -> int:
        return 10_001

    def __getitem__(self, at: Any) -> Any:
        return self._position


@pytest.mark.parametrize("kind", COMMENTS)
def test_a_picture_shows_the_beginning_in_lines_that_fit(kind: str) -> None:
    plan = Plan(story(COMMENTS[kind]), FilmOptions())
    caption = plan.caption(1)
    lettering = Lettering((640, 480), theme("light"), {})
    height = lettering.strip_height([caption])
    lines = lettering.comment_lines(caption)
    assert len(lines) <= MOST_LINES
    assert len(lines) == 1 or lines[-1].endswith("…")
    assert all(length(line, lettering.points) <= 640 - 2 * lettering.margin for line in lines)
    assert "".join(lines).startswith(caption.comment[:20])
    foot = np.full((height, 640, 3), lettering.theme.table[0] * 255, np.uint8)
    strip = lettering.strip(caption, foot).astype(int)
    inked = np.abs(strip - strip[-1, -1]).sum(axis=2) > 60
    margin = lettering.margin - 1
    assert inked.any()
    assert not inked[:, :margin].any()
    assert not inked[:, -margin:].any()
    assert not inked[-2:].any()


@pytest.mark.parametrize("ending", KINDS)
def test_every_kind_of_file_lasts_no_longer(ending: str, tmp_path: Path) -> None:
    plan = Plan(story(COMMENTS["one word"]), FilmOptions(fps=2))
    pictures = Pictures(plan, Looks(SIZE, Camera(), Style()))
    path = tmp_path / f"film{ending}"
    board = np.zeros((*pictures.size[::-1], 3), np.uint8)
    for _ in make_film(str(path), plan, pictures, lambda *_, **shift: board):
        pass
    assert seconds_of(path) == pytest.approx(plan.seconds, abs=1.0)
    assert seconds_of(path) <= 3 * LONGEST + END + 0.5


def seconds_of(path: Path) -> float:
    """Return how long a film lasts."""
    if path.suffix in (".mp4", ".webm"):
        import imageio_ffmpeg

        return float(imageio_ffmpeg.count_frames_and_secs(str(path))[1])
    with Image.open(path) as film:
        lasts = 0.0
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            lasts += film.info["duration"]
    return lasts / 1000


def test_a_replay_at_the_table_steps_as_fast_as_it_is_told() -> None:
    session = Session(loads(f"(;GM[Boche]SZ[3]C[{'x' * MANY}];W[c:a1]C[y];B[b:a2])"))
    timeline = Timeline(session, 0.0)
    timeline.play_on(10.0)
    assert timeline.wakeup() == 10.0 + 1.0 / timeline.speed
