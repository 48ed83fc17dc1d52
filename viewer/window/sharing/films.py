"""A film of the game on the table: its fields, its preview and its making."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from tempfile import TemporaryDirectory

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr, tr_count, tr_later
from boche.engine.languages.formats import short
from boche.viewer.export import jobs
from boche.viewer.export.film import FPS, MOST_PLAYED, SPEEDS, TURNS
from boche.viewer.export.film.captions import boxes_told
from boche.viewer.export.film.encode import (
    KINDS,
    Order,
    VideoWriter,
    estimated_bytes,
    film_kind,
)
from boche.viewer.export.film.frames import (
    FilmOptions,
    Frame,
    MovesError,
    Plan,
    Story,
    move_range,
)
from boche.viewer.export.film.pictures import Looks, Pictures
from boche.viewer.export.formats import parse_size
from boche.viewer.export.images import Image
from boche.viewer.games.registry import viewpoint
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import PASSING, Values
from boche.viewer.renderer.style import Style
from boche.viewer.session import Session
from boche.viewer.window.canvas import Canvas
from boche.viewer.window.sharing.fields import (
    AS_SEEN,
    apart_of,
    colour_fields,
    levels_field,
    path_field,
    ranged,
    shown_fields,
    view_field,
)
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.names import Names, path_of, size_said, size_told
from boche.viewer.window.sharing.studio import Studio, two_smaller, within
from boche.viewer.window.sharing.work import Estimate, grown, with_time

SIZES = ("640x480", "1280x720", "1920x1080")
PACES = (0.5, 1.0, 2.0, 4.0)
RATES = (10, 15, 20, 25, 30, 50, 60)
ROUNDS = (0.0, 90.0, 360.0)
PICTURES = 24
"""The number of pictures of a film in its preview."""
SMALL = 364
"""The shorter side of a preview in pixels; captions keep their proportions at little cost."""
QUICK = 0
"""Samples per pixel in a preview, which is shown smaller than it is drawn."""
MEASURED = 5
"""Pictures drawn and packed to learn how long those of the film will take."""
AT_ONCE = 60
"""The number of pictures counted in one step."""
TURN_TIP = tr_later("How far it goes round the board meanwhile, counterclockwise")


class Filming:
    """The films of one desk: the dialog's fields, and their making."""

    passing = PASSING | {"moves"}

    def __init__(self, canvas: Canvas, names: Names, works: Works) -> None:
        self._canvas, self._names, self._works = canvas, names, works
        self._desk = canvas.desk
        self._counted: tuple[tuple[object, ...], int] | None = None
        self._timed: tuple[tuple[object, ...], float] | None = None

    # -- what is asked for

    def fields(self, given: Values) -> list[Field]:
        """Return the fields of a film; the file's extension matches its kind."""
        settings = self._desk.settings
        ending = given.get("kind", next(iter(KINDS)))
        path = self._names.suggested(given.get("path"), ending, tuple(KINDS))
        kinds = tuple((each, kind.title) for each, kind in KINDS.items())
        usual = KINDS[ending].fps
        view = view_field(given, seen=True)
        return [
            Field("kind", "choice", tr("Kind"), ending, choices=kinds),
            Field("pixels", "choice", tr("Size"), given.get("pixels", SIZES[0]),
                  choices=tuple((s, size_said(s)) for s in SIZES)),
            Field("moves", "text", tr("Moves"), given.get("moves", f"1-{self._count}"),
                  tip=tr("the first and the last one, as in 10-30")),
            ranged("speed", tr("Speed"), given.get("speed", 1.0), PACES, SPEEDS, told=_speed),
            ranged("fps", tr("Smoothness"), given.get("fps", 0),
                   (0, *(rate for rate in RATES if rate != usual)), (0, FPS[1]), whole=True,
                   told=lambda count: _a_second(count or usual),
                   tip=tr("While something moves; more pictures make a larger file")),
            view,
            *(levels_field(given, self._desk.session.record.game_name)
              if view.value != AS_SEEN else []),
            ranged("turn", tr("Camera"), given.get("turn", 0.0), ROUNDS, TURNS, told=_turn,
                   tip=tr(TURN_TIP)),
            ranged("loop", tr("Played"), given.get("loop", 0), (0, 1, 2, 3), (0, MOST_PLAYED),
                   whole=True, told=_times, tip=tr("Not for a video, whose player decides")),
            *colour_fields(given, settings),
            Field("title", "flag", tr("Begin with a title"), given.get("title", False),
                  tip=tr("Players, game and result")),
            Field("captions", "flag", tr("Captions"), given.get("captions", True),
                  tip=tr("Move and comment below the board")),
            *shown_fields(given, settings),
            path_field(path, tuple(KINDS)),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return the film's length and, once known, about its file's size and the time it takes."""
        if not self._count:
            return tr("There are no moves to film yet.")
        try:
            plan = self._plan(given)
        except MovesError as error:
            problem = str(error)
            return problem[:1].upper() + problem[1:]
        seconds, boxes = round(plan.seconds), boxes_told(plan)
        size, time = given["pixels"].replace("x", " x "), f"{seconds // 60}:{seconds % 60:02}"
        told = tr("{size} pixels, {time} long.", size=size, time=time)
        if self._counted is not None and self._counted[0] == self._key(given):
            about = size_told(self._counted[1])
            told = tr("{size} pixels, {time} long, about {about}.",
                      size=size, time=time, about=about)  # fmt: skip
        told = with_time(told, self._works.speeds, self._estimate(given))
        return f"{told} {boxes}" if boxes else told

    def _estimate(self, given: Values) -> Estimate | None:
        """Return how long the film takes, once some of its pictures were drawn."""
        if self._timed is None or self._timed[0] != self._key(given):
            return None
        return Estimate(("film", given["kind"]), self._timed[1])

    @property
    def _count(self) -> int:
        """The number of moves in the line on the table."""
        return sum(node.move is not None for node in self._desk.session.cursor.line)

    def _key(self, given: Values) -> tuple[object, ...]:
        """Return everything that the file's size depends on."""
        line = self._desk.session.cursor.line
        return line[-1], *(value for name, value in given.items() if name != "path")

    def _plan(self, given: Values) -> Plan:
        return Plan(story_of(self._desk.session), self._options(given))

    def _options(self, given: Values) -> FilmOptions:
        first, last = move_range(given["moves"].strip())
        return FilmOptions(
            first, last, speed=given["speed"], fps=given["fps"] or KINDS[given["kind"]].fps,
            turn=given["turn"],
            captions=given["captions"], title=given["title"], numbers=given["numbers"],
            labels=given["labels"], marks=given["marks"],
        )  # fmt: skip

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield pictures from the whole film; its size and time are estimated at the end."""
        if not self._count:
            return
        plan, size = self._plan(given), parse_size(given["pixels"])
        yield None
        small = within(size, (SMALL * size[0] // min(size), SMALL * size[1] // min(size)))
        pictures = Pictures(plan, self._looks(given, small))
        yield None
        draw = partial(studio.draw, size=pictures.size, samples=QUICK)
        for number in range(PICTURES):
            yield pictures.of(plan.at(plan.seconds * number / (PICTURES - 1)), draw)
        count, some = 0, list[Frame]()
        for count, frame in enumerate(plan.frames(), 1):
            if len(some) < MEASURED and not frame.shot.card:
                some.append(frame)
            if count % AT_ONCE == 0:
                yield None
        kind = KINDS[given["kind"]]
        self._counted = self._key(given), estimated_bytes(kind, plan, size, count)
        yield None
        pixels, game = size[0] * size[1], self._desk.session.record.game_name
        key = game, given["kind"], size, bool(given["turn"])
        if key not in self._works.speeds.measured:
            yield from self._measure(key, given, plan, some, studio)
        drawing, packing = self._works.speeds.measured[key]
        packed = plan.ticks if kind.video else count
        drawn = count + len(plan.stills(kind.samples))
        self._timed = self._key(given), drawing * drawn + packing * pixels * packed

    def _measure(
        self, key: object, given: Values, plan: Plan, frames: Sequence[Frame], studio: Studio
    ) -> Iterator[None]:
        """Draw and pack some pictures in two small sizes: what a picture takes, what a pixel."""
        size, speeds, found = parse_size(given["pixels"]), self._works.speeds, []
        shots, images = [frame.shot for frame in frames], list[Image]()
        for small in two_smaller(size, SMALL):
            watch, pictures = speeds.watch(), Pictures(plan, self._looks(given, small))
            draw = partial(studio.draw, size=small)
            pictures.of(shots[0], draw)  # what is made once does not count
            yield None
            images = []
            for image in watch.through(pictures.of(shot, draw) for shot in shots):
                images.append(image)
                yield None
            found.append((small[0] * small[1], watch.seconds / len(shots)))
        drawing = grown(found[0], found[1], size[0] * size[1])
        one, all_of_them = speeds.watch(), speeds.watch()
        for watch, count in ((one, 1), (all_of_them, len(images))):
            for _ in watch.through(_packed(given["kind"], plan.options.fps, images, count)):
                yield None
        packing = max(all_of_them.seconds - one.seconds, 0.0) / max(len(images) - 1, 1)
        speeds.measured[key] = drawing, packing / found[1][0]

    def _looks(self, given: Values, size: tuple[int, int]) -> Looks:
        desk = self._desk
        style = Style(given["palette"], given["theme"], shadows=desk.settings.quality != "low")
        if given["view"] == AS_SEEN:
            view, looking = self._canvas.hud_data().view, desk.controller.table.looking
            return Looks(
                size, view.camera, style, apart=apart_of({"apart": looking.way}),
                explode=view.display.explode, lowest=looking.lowest,
            )  # fmt: skip
        camera, to_frame = viewpoint(desk.session.record.game_name, given["view"])
        return Looks(size, camera, style, to_frame, apart_of(given))

    # -- making it

    def begin(self, given: Values) -> None:
        """Start to make the film. Raises ``BocheError``."""
        path, session = path_of(given["path"], given["kind"]), self._desk.session
        kind = film_kind(str(path))
        if not self._count:
            raise BocheError(tr("there are no moves to film yet"))
        plan = self._plan(given)
        looks = self._looks(given, parse_size(given["pixels"]))
        Pictures(plan, looks)
        loop = 0 if kind.video else given["loop"]
        played = jobs.Played.of(session.file.named, session.cursor.line[-1])
        job = jobs.Film(played, plan.options, looks, loop)
        self._works.begin(path, job, estimate=self._estimate(given))


def _packed(ending: str, fps: int, images: Sequence[Image], count: int) -> Iterator[None]:
    """Pack the first pictures into a film that nobody keeps, a step for each and for the end."""
    height, width = images[0].shape[:2]
    with TemporaryDirectory() as folder, open(os.path.join(folder, f"film{ending}"), "wb") as file:
        writer = KINDS[ending].write(file, Order((width, height), fps, 0, images))
        try:
            for number, image in enumerate(images[:count]):
                writer.add(image, number / fps, (number + 1) / fps)
                yield
            writer.finish()
            yield
        finally:
            if isinstance(writer, VideoWriter):
                writer.close()


def _speed(speed: float) -> str:
    if speed == 1:
        return tr("1 move per second")
    return tr("{speed} moves per second", speed=short(speed))


def _a_second(count: float) -> str:
    return tr("{count} pictures a second", count=short(count))


def _turn(degrees: float) -> str:
    if not degrees:
        return tr("Stands still")
    return tr("{degrees} degrees", degrees=short(degrees))


def _times(count: float) -> str:
    return tr_count("{count} time", "{count} times", round(count)) if count else tr("For ever")


def story_of(session: Session) -> Story:
    """Return the line on the table, from the first move to its end."""
    nodes = session.cursor.line
    made = [node for node in nodes if node.move is not None]
    positions = [session.positions.at(nodes[0]), *(session.positions.at(n) for n in made)]
    positions[-1] = session.positions.final(nodes[-1])
    return Story(session.record, made, positions)
