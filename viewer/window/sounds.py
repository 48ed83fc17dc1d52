"""The sounds of the table: a piece as it lands, pieces that are taken, the end of a game."""

from __future__ import annotations

from typing import Any

from boche.viewer.hud.widgets.pyglet_setup import find_sound, play_sound
from boche.viewer.session import Session
from boche.viewer.sound import waves
from boche.viewer.sound.taking import has_taken
from boche.viewer.window.desk import Desk

VOLUMES = {"quiet": 0.25, "medium": 0.5, "loud": 1.0}
"""Volumes by the setting; anything else is silent."""

LATE = 0.15
"""Seconds after which a piece would be heard to land too late, and so is not."""

FIRST = 5.0
"""As above, for a sound that is asked for."""


class Sounds:
    """The sounds of one window, which follow what its table shows."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._landed = desk, 0
        self._session: Session | None = None
        self._position: Any = None
        self._banner: object = None
        self._coming, self._volume = b"", desk.settings.sounds
        if self._volume in VOLUMES:
            find_sound()
        desk.schedule.watchers.append(self.look)

    def look(self) -> None:
        """Notice a move that is shown, or the announcement of the end."""
        table = self._desk.controller.table
        session, position, banner = table.session, table.position, table.news.banner
        same = session is self._session
        before, self._session, self._position = self._position, session, position
        said, self._banner = self._banner, banner
        volume = self._desk.settings.sounds
        if volume not in VOLUMES:  # nothing is made that nobody hears
            self._coming, self._volume = b"", volume
            return
        if same and position is not before and position.ply == before.ply + 1:
            self._land()
            self._landed += 1
            takes = has_taken(before, position)
            self._coming = waves.capture_sound() if takes else waves.down(self._landed)
            self._desk.schedule.at(table.timeline.landed(table.now), self._land)
        if banner is not said and banner is not None and banner.kind == "end":
            self._play(waves.over())
        if volume != self._volume:  # let it be heard how loud that is
            self._volume = volume
            self._play(waves.down(), FIRST)

    def _land(self) -> None:
        """Let the piece be heard that is still coming down."""
        coming, self._coming = self._coming, b""
        if coming:
            self._play(coming)

    def _play(self, wave: bytes, late: float = LATE) -> None:
        volume = VOLUMES.get(self._desk.settings.sounds)
        if volume is not None:
            play_sound(wave, volume, late)
