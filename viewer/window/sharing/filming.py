"""A film of the game on the table: drawn frame by frame between the window's own frames."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BocheError
from engine.program import PROGRAM
from viewer.camera.camera import Camera
from viewer.export.film.encode import KINDS, estimated_bytes, film_kind, make_film, step_count
from viewer.export.film.frames import FilmOptions, Plan, Story
from viewer.export.film.pictures import Looks, Pictures
from viewer.export.png import Image
from viewer.export.size import parse_size
from viewer.hud.dialogs.model import Field, Form
from viewer.hud.dialogs.share_model import Values
from viewer.renderer.offscreen import Target
from viewer.renderer.renderer import Renderer
from viewer.renderer.style import Style
from viewer.scene.model import Scene
from viewer.session import Session
from viewer.window.board_picture import style_of
from viewer.window.canvas import Canvas
from viewer.window.records.file_chooser import FileChooser

SIZES = ("640x480", "1280x720", "1920x1080")
SPEEDS = tuple((v, f"{v:g} {'move' if v == 1 else 'moves'} a second") for v in (0.5, 1.0, 2.0, 4.0))
TELLING = ("kind", "size", "speed", "title")
"""The fields on which it depends how large a film will be."""


@dataclass
class Work:
    """A film being made: its steps, how many of all are done, and the note that says so."""

    path: Path
    steps: Generator[None, None, None]
    count: int
    note: Form
    done: int = 0
    begun: bool = False


class Board:
    """Draws boards of one size with a window's GL."""

    def __init__(self, canvas: Canvas, size: tuple[int, int]) -> None:
        """Raises ``RenderError`` where GL cannot have that size."""
        self._canvas = canvas
        canvas.desk.window.switch_to()
        self._target = Target(canvas.frame.context, size)
        self._renderer = Renderer(canvas.frame.context)

    def draw(self, scene: Scene, camera: Camera, style: Style) -> Image:
        """The picture, as ``viewer.export.png.Exporter.image`` gives it. Raises ``RenderError``."""
        self._canvas.desk.window.switch_to()
        self._renderer.draw(scene, camera, self._target.drawn, self._target.size, style)
        return self._target.read()

    def release(self) -> None:
        """Free everything on the card."""
        self._canvas.desk.window.switch_to()
        self._renderer.release()
        self._target.release()


class Filming:
    """Makes films of what is on one desk, one at a time."""

    def __init__(self, canvas: Canvas, chooser: FileChooser) -> None:
        self._canvas, self._chooser = canvas, chooser
        self._desk = canvas.desk
        self._work: Work | None = None
        self._told: tuple[tuple[object, ...], str] | None = None

    # -- what is asked for

    def fields(self, given: Values) -> list[Field]:
        """What a film asks for; the file's name ends as its kind wants it."""
        ending = given.get("kind", next(iter(KINDS)))
        name = time.strftime(f"{PROGRAM}-%Y%m%d-%H%M%S{ending}")
        path = given.get("path", str(self._chooser.folder / name))
        stem, old = os.path.splitext(path)
        path = stem + ending if old.lower() in KINDS else path
        kinds = tuple((each, kind.title) for each, kind in KINDS.items())
        return [
            Field("kind", "choice", "Kind", ending, choices=kinds),
            Field("size", "choice", "Size", given.get("size", SIZES[0]),
                  choices=tuple((s, s) for s in SIZES)),
            Field("speed", "number", "Speed", given.get("speed", 1.0), choices=SPEEDS),
            Field("title", "flag", "Begin with a title", given.get("title", False),
                  tip="Players, game and result"),
            Field("path", "text", "File", path,
                  tip=f"a path: {', '.join(KINDS)}"),
        ]  # fmt: skip

    def told(self, given: Values) -> str:
        """How long the film would be, and about how large its file."""
        key = (self._desk.session.cursor.line[-1], *(given[n] for n in TELLING))
        if self._told is None or self._told[0] != key:  # not with each letter of the path
            self._told = key, self._estimate(given)
        return self._told[1]

    def _estimate(self, given: Values) -> str:
        plan, size = self._plan(given), parse_size(given["size"])
        if not plan.story.moves:
            return "There are no moves to film yet."
        minutes, seconds = divmod(round(plan.seconds), 60)
        large = _megabytes(estimated_bytes(KINDS[given["kind"]], plan, size))
        return f"Length {minutes}:{seconds:02}. The file will have about {large} (an estimate)."

    def _plan(self, given: Values) -> Plan:
        settings = self._desk.settings
        options = FilmOptions(
            speed=given["speed"], fps=KINDS[given["kind"]].fps, title=given["title"],
            numbers=settings.numbers, labels=settings.coordinates,
        )  # fmt: skip
        return Plan(story_of(self._desk.session), options)

    # -- making it

    def begin(self, given: Values) -> None:
        """Begin to make the film that is asked for. Raises ``BocheError``."""
        name = given["path"].strip()
        if not name:
            raise BocheError("type the name of a file")
        path = Path(os.path.expanduser(name))
        path = path if path.suffix else path.with_suffix(given["kind"])
        kind = film_kind(str(path))
        plan = self._plan(given)
        if not plan.story.moves:
            raise BocheError("there are no moves to film yet")
        shown = self._canvas.shown()
        looks = Looks(parse_size(given["size"]), shown.view.camera, style_of(shown))
        pictures = Pictures(plan, looks)
        note = Form("filming", "The film is being made", [], (("cancel", "Stop"),), self._stopped)
        self._work = Work(path, self._steps(path, plan, pictures),
                          step_count(kind, plan), note)  # fmt: skip
        self._tell(self._work)
        self._desk.hud.open(note)

    def _steps(self, path: Path, plan: Plan, pictures: Pictures) -> Generator[None, None, None]:
        board = Board(self._canvas, pictures.board)
        try:
            yield from make_film(str(path), plan, pictures, board.draw)
        finally:
            board.release()

    def _tell(self, work: Work) -> None:
        told = f"Picture {work.done} of {work.count}. Escape, or a click here, stops it."
        work.note.text, self._desk.hud.dirty = told, True

    def wakeup(self) -> float | None:
        """When ``tick`` is wanted next, None for never."""
        return self._desk.now if self._work is not None else None

    def tick(self) -> None:
        """Make one more picture. Raises what making the film raises."""
        work, hud = self._work, self._desk.hud
        if work is None:
            return
        if hud.form is not work.note:  # something else has come
            self._stopped("cancel", {})
            return
        if not work.begun:  # the note is to be seen before anything takes time
            work.begun = True
            return
        try:
            next(work.steps)
        except StopIteration:
            self._put_away()
            self._desk.say(f"saved: {work.path}")
        except BaseException:
            self._put_away()
            raise
        else:
            work.done += 1
            self._tell(work)

    def _put_away(self) -> None:
        work, self._work = self._work, None
        if work is not None and self._desk.hud.form is work.note:
            self._desk.hud.form, self._desk.hud.dirty = None, True

    def _stopped(self, button: str, values: dict[str, Any]) -> str | None:
        """The note is put away: nothing is left of the film."""
        if self._work is not None:
            self.close()
            self._desk.say("the film was stopped, and nothing of it is kept")
        return None

    def close(self) -> None:
        """Leave a film that is being made."""
        work, self._work = self._work, None
        if work is not None:
            work.steps.close()


def story_of(session: Session) -> Story:
    """The line on the table, from the first move to its end."""
    nodes = session.cursor.line
    made = [node for node in nodes if node.move is not None]
    positions = [session.positions.at(nodes[0]), *(session.positions.at(n) for n in made)]
    positions[-1] = session.positions.final(nodes[-1])
    return Story(session.record, made, positions)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 95_000 else f"{max(round(count / 1e3), 1)} kB"
