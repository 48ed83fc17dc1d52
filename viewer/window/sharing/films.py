"""A film of the game on the table, drawn frame by frame between the window's own frames."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import short
from boche.viewer.export.film.captions import boxes_told
from boche.viewer.export.film.encode import KINDS, estimated_bytes, film_kind, make_film, step_count
from boche.viewer.export.film.frames import FilmOptions, MovesError, Plan, Story, move_range
from boche.viewer.export.film.pictures import Looks, Pictures
from boche.viewer.export.formats import parse_size
from boche.viewer.export.images import Image
from boche.viewer.hud.dialogs.game_dialogs import size_said
from boche.viewer.hud.dialogs.model import Field, localized
from boche.viewer.hud.dialogs.share_model import Values
from boche.viewer.session import Session
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.drawing.board_picture import style_of
from boche.viewer.window.records.file_chooser import FileChooser
from boche.viewer.window.sharing.file_jobs import Kind, Making, Steps
from boche.viewer.window.sharing.names import path_of, size_told, suggested
from boche.viewer.window.sharing.studio import Studio, within

SIZES = ("640x480", "1280x720", "1920x1080")
SPEEDS = (0.5, 1.0, 2.0, 4.0)
RATES = (10, 15, 20, 25, 30, 50, 60)
PICTURES = 24
"""The number of pictures of a film in its preview."""
SMALL = 364
"""The shorter side of a preview in pixels; captions keep their proportions at little cost."""
QUICK = 0
"""Samples per pixel in a preview, which is shown smaller than it is drawn."""
AT_ONCE = 60
"""The number of pictures counted in one step."""
TURNS = (
    (0.0, tr_later("Stands still")), (90.0, tr_later("Quarter turn")),
    (360.0, tr_later("Once round")),
)  # fmt: skip

FILM = Kind(
    tr_later("The film is being made"),
    tr_later("the film was cancelled; nothing was saved"),
    tr_later("Picture {done} of {count}. Escape, or a click here, stops it."),
)


class Filming:
    """The films of one desk: the dialog's fields, and their making."""

    def __init__(self, canvas: Canvas, chooser: FileChooser, making: Making) -> None:
        self._canvas, self._chooser, self._making = canvas, chooser, making
        self._desk = canvas.desk
        self._counted: tuple[tuple[object, ...], int] | None = None

    # -- what is asked for

    def fields(self, given: Values) -> list[Field]:
        """Return the fields of a film; the file's extension matches its kind."""
        ending = given.get("kind", next(iter(KINDS)))
        path = suggested(self._chooser.folder, given.get("path"), ending, tuple(KINDS))
        kinds = tuple((each, kind.title) for each, kind in KINDS.items())
        usual = KINDS[ending].fps
        rates = ((0, _a_second(usual)), *((n, _a_second(n)) for n in RATES if n != usual))
        speeds = tuple((speed, _speed(speed)) for speed in SPEEDS)
        return [
            Field("kind", "choice", tr("Kind"), ending, choices=kinds),
            Field("size", "choice", tr("Size"), given.get("size", SIZES[0]),
                  choices=tuple((s, size_said(s)) for s in SIZES)),
            Field("moves", "text", tr("Moves"), given.get("moves", f"1-{self._count}"),
                  tip=tr("the first and the last one, as in 10-30")),
            Field("speed", "number", tr("Speed"), given.get("speed", 1.0), choices=speeds),
            Field("fps", "number", tr("Smoothness"), given.get("fps", 0), choices=rates,
                  tip=tr("While something moves; more pictures make a larger file")),
            Field("turn", "choice", tr("Camera"), given.get("turn", 0.0), choices=localized(TURNS)),
            Field("title", "flag", tr("Begin with a title"), given.get("title", False),
                  tip=tr("Players, game and result")),
            Field("path", "text", tr("File"), path,
                  tip=tr("a path: {endings}", endings=", ".join(KINDS))),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return the film's length and, once known, the approximate size of its file."""
        if not self._count:
            return tr("There are no moves to film yet.")
        try:
            plan = self._plan(given)
        except MovesError as error:
            problem = str(error)
            return problem[:1].upper() + problem[1:]
        seconds, boxes = round(plan.seconds), boxes_told(plan)
        size, time = given["size"].replace("x", " x "), f"{seconds // 60}:{seconds % 60:02}"
        told = tr("{size} pixels, {time} long.", size=size, time=time)
        if self._counted is not None and self._counted[0] == self._key(given):
            about = size_told(self._counted[1])
            told = tr("{size} pixels, {time} long, about {about}.",
                      size=size, time=time, about=about)  # fmt: skip
        return f"{told} {boxes}" if boxes else told

    @property
    def _count(self) -> int:
        """The number of moves in the line on the table."""
        return sum(node.move is not None for node in self._desk.session.cursor.line)

    def _key(self, given: Values) -> tuple[object, ...]:
        """Return everything that the file's size depends on."""
        line = self._desk.session.cursor.line
        return line[-1], *(value for name, value in given.items() if name != "path")

    def _plan(self, given: Values) -> Plan:
        settings = self._desk.settings
        first, last = move_range(given["moves"].strip())
        options = FilmOptions(
            first, last, speed=given["speed"], fps=given["fps"] or KINDS[given["kind"]].fps,
            turn=given["turn"], title=given["title"], numbers=settings.numbers,
            labels=settings.coordinates,
        )  # fmt: skip
        return Plan(story_of(self._desk.session), options)

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield pictures from the whole film; the file's size is estimated at the end."""
        if not self._count:
            return
        plan, size = self._plan(given), parse_size(given["size"])
        yield None
        small = within(size, (SMALL * size[0] // min(size), SMALL * size[1] // min(size)))
        pictures = self._pictures(plan, small)
        yield None
        draw = partial(studio.draw, size=pictures.board, samples=QUICK)
        for number in range(PICTURES):
            yield pictures.of(plan.at(plan.seconds * number / (PICTURES - 1)), draw)
        count = 0
        for count, _ in enumerate(plan.frames(), 1):
            if count % AT_ONCE == 0:
                yield None
        kind = KINDS[given["kind"]]
        self._counted = self._key(given), estimated_bytes(kind, plan, size, count)

    def _pictures(self, plan: Plan, size: tuple[int, int]) -> Pictures:
        shown = self._canvas.hud_data()
        return Pictures(plan, Looks(size, shown.view.camera, style_of(shown)))

    # -- making it

    def begin(self, given: Values) -> None:
        """Start to make the film. Raises ``BocheError``."""
        path = path_of(given["path"], given["kind"])
        kind = film_kind(str(path))
        if not self._count:
            raise BocheError(tr("there are no moves to film yet"))
        plan = self._plan(given)
        pictures = self._pictures(plan, parse_size(given["size"]))
        steps = self._steps(path, plan, pictures)
        self._making.begin(FILM, path, steps, step_count(kind, plan))

    def _steps(self, path: Path, plan: Plan, pictures: Pictures) -> Steps:
        studio = Studio(self._canvas)
        try:
            draw = partial(studio.draw, size=pictures.board)
            yield from make_film(str(path), plan, pictures, draw)
        finally:
            studio.release()


def _speed(speed: float) -> str:
    if speed == 1:
        return tr("1 move per second")
    return tr("{speed} moves per second", speed=short(speed))


def _a_second(count: int) -> str:
    return tr("{count} pictures a second", count=count)


def story_of(session: Session) -> Story:
    """Return the line on the table, from the first move to its end."""
    nodes = session.cursor.line
    made = [node for node in nodes if node.move is not None]
    positions = [session.positions.at(nodes[0]), *(session.positions.at(n) for n in made)]
    positions[-1] = session.positions.final(nodes[-1])
    return Story(session.record, made, positions)
