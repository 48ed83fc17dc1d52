"""The sounds of the table: what a loudspeaker is given while a record is replayed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time

from tests import ROOT
from tests.e2e.window.window_help import PATIENCE, RECORDS, Desk, desk, display

__all__ = ["desk", "display"]

# The program with a loudspeaker that writes down how long each sound is, and its volume.
LISTENING = """
import json, os, sys
import pyglet
from boche.viewer.hud.widgets import pyglet_setup
pyglet_setup.SOUND = ("silent",)
from boche.viewer.window import sounds
sounds.LATE = 60  # a busy machine drops none here
from pyglet.media import Player
play = Player.play

def heard(self):
    with open(os.environ["HEARD"], "a") as file:
        file.write(json.dumps([round(self.source.duration, 2), self.volume]) + "\\n")
    play(self)

Player.play = heard
from boche.viewer.cli import main
sys.exit(main())
"""
DOWN, TAKEN, OVER = 1.25, 1.41, 2.86


def replayed(desk: Desk, record: str, **settings: object) -> list[list[float]]:
    """Return what is heard of a record that is stepped through from its beginning to its end."""
    desk.settings(hints_seen=True, quality="low", window_size=[480, 360], **settings)
    audible = "sounds" in settings
    heard = desk.folder / "heard"
    heard.touch()
    command = [sys.executable, "-c", LISTENING, "play", str(RECORDS / record)]
    process = subprocess.Popen(
        command, cwd=ROOT, env={**desk.env, "HEARD": str(heard)}, stderr=subprocess.PIPE, text=True
    )
    try:
        desk.do("search", "--sync", "--onlyvisible", "--name", "Boku")
        desk.watch(process)
        desk.keys("ctrl+Home")
        desk.settle()
        before = len(heard.read_text().splitlines())
        for move in range(1, 25):
            desk.keys("Next")
            end = time.monotonic() + (PATIENCE if audible else 0.2)
            while len(heard.read_text().splitlines()) < before + move and time.monotonic() < end:
                time.sleep(0.05)
    finally:
        process.terminate()
        said = process.communicate(timeout=PATIENCE)[1]
    assert said in ("", "boche play: stopped\n")
    return [json.loads(line) for line in heard.read_text().splitlines()[before:]]


def test_each_move_is_heard_and_those_that_take_sound_otherwise(desk: Desk) -> None:
    found = replayed(desk, "boku-sandwiches.sgf", sounds="medium")
    assert {volume for _, volume in found} == {0.5}
    record = (RECORDS / "boku-sandwiches.sgf").read_text()
    moves = re.findall(r";[BW]\[(.*?)\]", record)
    expected = [TAKEN if "x" in move else DOWN for move in moves]
    assert [seconds for seconds, _ in found] == expected


def test_it_is_silent_at_first(desk: Desk) -> None:
    assert replayed(desk, "boku-row.sgf") == []
