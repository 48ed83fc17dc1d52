"""A film of the game on the table: drawn frame by frame between the window's own frames."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from engine.errors import BocheError
from viewer.camera.camera import Camera
from viewer.export.film.encode import KINDS, estimated_bytes, film_kind, make_film, step_count
from viewer.export.film.frames import FilmOptions, Plan, Story
from viewer.export.film.pictures import Looks, Pictures
from viewer.export.png import Image
from viewer.export.size import parse_size
from viewer.hud.dialogs.model import Field
from viewer.hud.dialogs.share_model import Values
from viewer.renderer.offscreen import Target
from viewer.renderer.renderer import Renderer
from viewer.renderer.style import Style
from viewer.scene.model import Scene
from viewer.session import Session
from viewer.window.board_picture import style_of
from viewer.window.canvas import Canvas
from viewer.window.records.file_chooser import FileChooser
from viewer.window.sharing.making import Making
from viewer.window.sharing.names import path_of, suggested

SIZES = ("640x480", "1280x720", "1920x1080")
SPEEDS = tuple((v, f"{v:g} {'move' if v == 1 else 'moves'} a second") for v in (0.5, 1.0, 2.0, 4.0))
TELLING = ("kind", "size", "speed", "title")
"""The fields on which it depends how large a film will be."""


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
    """Asks what a film of what is on one desk is to be, and has it made."""

    def __init__(self, canvas: Canvas, chooser: FileChooser, making: Making) -> None:
        self._canvas, self._chooser, self._making = canvas, chooser, making
        self._desk = canvas.desk
        self._told: tuple[tuple[object, ...], str] | None = None

    # -- what is asked for

    def fields(self, given: Values) -> list[Field]:
        """What a film asks for; the file's name ends as its kind wants it."""
        ending = given.get("kind", next(iter(KINDS)))
        path = suggested(self._chooser.folder, given.get("path"), ending, tuple(KINDS))
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
        path = path_of(given["path"], given["kind"])
        kind = film_kind(str(path))
        plan = self._plan(given)
        if not plan.story.moves:
            raise BocheError("there are no moves to film yet")
        shown = self._canvas.shown()
        looks = Looks(parse_size(given["size"]), shown.view.camera, style_of(shown))
        pictures = Pictures(plan, looks)
        steps = self._steps(path, plan, pictures)
        self._making.begin("film", path, steps, "Picture", step_count(kind, plan))

    def _steps(self, path: Path, plan: Plan, pictures: Pictures) -> Generator[None, None, None]:
        board = Board(self._canvas, pictures.board)
        try:
            yield from make_film(str(path), plan, pictures, board.draw)
        finally:
            board.release()


def story_of(session: Session) -> Story:
    """The line on the table, from the first move to its end."""
    nodes = session.cursor.line
    made = [node for node in nodes if node.move is not None]
    positions = [session.positions.at(nodes[0]), *(session.positions.at(n) for n in made)]
    positions[-1] = session.positions.final(nodes[-1])
    return Story(session.record, made, positions)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 95_000 else f"{max(round(count / 1e3), 1)} kB"
