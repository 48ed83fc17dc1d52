"""Timing of films: positions, falling pieces, the camera's path and captions."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from boche.engine.record import loads, positions_along
from boche.viewer.camera.camera import Camera
from boche.viewer.export.film.frames import (
    CHARACTERS_PER_SECOND,
    END,
    TITLE,
    FilmOptions,
    Frame,
    Plan,
    Story,
)
from boche.viewer.export.film.pictures import Looks, Pictures, turned
from boche.viewer.renderer.style import Style, theme
from boche.viewer.scene.live import FALL
from boche.viewer.table.playback import DROP

COMMENT = "This comment is far too long to be read in a single second."
TEXT = f"(;FF[4]GM[Boche]SZ[3]PW[Ann]PB[Ben]C[Begin];W[c:a1]C[{COMMENT}];B[b:a2];W[d:b1])"


def plan(**options: Any) -> Plan:
    record = loads(TEXT)
    line = record.main_line()
    positions = positions_along(record, line[-1])
    return Plan(Story(record, line[1:], positions), FilmOptions(**options))


def rests(frames: list[Frame]) -> list[Frame]:
    """Return the frames in which no piece is in the air."""
    return [each for each in frames if each.shot.options.moving is None]


def test_each_position_is_shown_in_turn_for_its_time() -> None:
    frames = list(plan(fps=20).frames())
    still = rests(frames)
    assert [each.shot.ply for each in still] == [0, 1, 2, 3]
    assert (still[0].start, still[0].end) == (0.0, 1.0)
    second = next(each.start for each in frames if each.shot.options.moving == "b:a2")
    assert second - 1.0 == pytest.approx(len(COMMENT) / CHARACTERS_PER_SECOND, abs=0.05), (
        "it cannot be read"
    )
    assert still[2].end - second == pytest.approx(1.0)
    assert frames[-1].end == pytest.approx(plan().seconds, abs=0.05)
    assert plan().seconds == pytest.approx(3.0 + len(COMMENT) / CHARACTERS_PER_SECOND + END)
    for before, after in pairwise(frames):
        assert before.end == after.start


def test_a_piece_falls_as_at_the_table() -> None:
    falling = [each for each in plan(fps=40).frames() if each.shot.options.moving == "c:a1"]
    heights = [each.shot.options.height for each in falling]
    assert len(heights) == math.ceil(DROP * 40)
    assert heights[0] == FALL
    assert heights == sorted(heights, reverse=True)
    part = 5 / 40 / DROP
    assert heights[5] == pytest.approx(FALL * (1 - part * part * (3 - 2 * part)))
    assert {each.shot.ply for each in falling} == {0}, "it lies there already"


def test_what_lies_there_is_marked_numbered_and_lettered_as_wanted() -> None:
    last = list(plan(numbers=True).frames())[-1].shot.options
    assert (last.last, last.numbered, last.labels) == ("d:b1", ("c:a1", "b:a2", "d:b1"), True)
    bare = list(plan(marks=False, labels=False).frames())[-1].shot.options
    assert (bare.last, bare.won, bare.numbered, bare.labels) == (None, 0, (), False)


def test_only_some_moves() -> None:
    assert [each.shot.ply for each in rests(list(plan(first=2, last=2).frames()))] == [1, 2]


@pytest.mark.parametrize("speed", [0.1, 4.0, 50.0])
def test_moves_a_second(speed: float) -> None:
    """Check slow and fast films: at 50 a second pieces cannot fall and some moves are skipped."""
    made = plan(first=2, speed=speed, captions=False, fps=60)
    assert made.seconds == pytest.approx(3 / speed + END)
    frames = list(made.frames())
    assert frames[-1].shot.ply == 3
    assert all(frame.end > frame.start for frame in frames)


def test_the_camera_goes_round_once_and_ends_where_it_began() -> None:
    made = plan(turn=360.0, title=True, fps=5)
    turns = [frame.shot.turn for frame in made.frames()]
    assert turns[:2] == [0.0, 0.0]
    assert turns == sorted(turns)
    assert 355.0 < turns[-1] < 360.0
    there = turned(Camera(target=(1.0, 0.0, 2.0), azimuth=10.0), 90.0)
    assert there.target == pytest.approx((0.0, 1.0, 2.0))
    assert there.azimuth == 100.0


def test_captions_say_the_move_who_made_it_and_the_comment() -> None:
    captions = [frame.shot.caption for frame in rests(list(plan().frames()))]
    told = [(c.number, c.move, c.who, c.comment) for c in captions]
    assert told == [
        (0, "", "", "Begin"),
        (1, "c:a1", "light", COMMENT),
        (2, "b:a2", "dark", ""),
        (3, "d:b1", "light", ""),
    ]
    assert {frame.shot.caption.move for frame in plan(captions=False).frames()} == {""}


def test_a_title_comes_before_all_and_nothing_else_is_seen_meanwhile() -> None:
    first, second, *_ = plan(title=True).frames()
    assert (first.shot.card, first.start, first.end) == (True, 0.0, TITLE)
    assert (second.shot.card, second.shot.ply) == (False, 0)
    assert plan(title=True).seconds == plan().seconds + TITLE


def test_what_decided_a_game_lights_up_before_the_end() -> None:
    record = loads("(;GM[Boche]SZ[1];W[a:a1])")
    positions = positions_along(record, record.main_line()[-1])
    assert positions[-1].outcome is not None
    frames = list(Plan(Story(record, record.main_line()[1:], positions), FilmOptions()).frames())
    lit = [frame.shot.options.won for frame in rests(frames)[1:]]
    assert (lit[0], lit[-1]) == (0, None)
    assert frames[-1].shot.caption.end == str(positions[-1].outcome.reason)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_lamps_light_goes_on_below_a_caption_and_a_board_fades_there(look: str) -> None:
    """Check a column without text: a change of what is drawn would be seen as a line."""
    made = plan()
    pictures = Pictures(made, Looks((320, 240), Camera(), Style(theme=look)))
    table = np.rint(255 * np.array(theme(look).table))
    light = np.linspace(14, 6, 240)[:, None]
    drawn = np.full((240, 320, 4), 255, np.uint8)
    drawn[:, :, :3] = np.clip(table + light, 0, 255).astype(np.uint8)[:, None]
    found = pictures.of(made.at(0.0), lambda *_, **shift: drawn[::-1])
    assert np.array_equal(found[:, 160], drawn[:, 160, :3])
    board = drawn.copy()
    board[:, :, :3] = 128
    rows = pictures.of(made.at(0.0), lambda *_, **shift: board)[:, 160].astype(int)
    assert np.array_equal(rows[100], (128, 128, 128))
    assert np.abs(rows[-1] - table).max() <= 0.2 * np.abs(128 - table).max()
