"""The textures of the table and of the palette."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import lru_cache
from typing import Any

from boche.engine.game import Game
from boche.engine.games.registry import find
from boche.engine.threats import Threat
from boche.viewer.camera.camera import Camera
from boche.viewer.games.drawing import THREATS, threat_marks
from boche.viewer.games.info import GRID
from boche.viewer.games.registry import build_live, labels_seen, picker_of, view_of
from boche.viewer.hud.layout import Areas, palette_cell, picture_size
from boche.viewer.hud.model import HudData, Sign
from boche.viewer.hud.pages.palette import PICTURE
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Colour, Page, Picture
from boche.viewer.renderer.cached_view import CachedView
from boche.viewer.renderer.errors import RenderError
from boche.viewer.renderer.exposure import ROUND
from boche.viewer.renderer.framebuffers import Resources
from boche.viewer.renderer.photo import Photographer, Subject
from boche.viewer.renderer.renderer import Renderer
from boche.viewer.renderer.style import Style, legend, palette
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Scene
from boche.viewer.table.shown import XRAY, Change, TableView, in_motion

BOARD, PHOTO = "board", "board at rest"
STEP, ABOVE = 15.0, 90.0  # degrees: the palette's pieces turn in steps, seen from straight above


class TablePicture:
    """The textures of the table and of the palette, kept up to date."""

    def __init__(self, context: Any, quality: str) -> None:
        self._context = context
        self._table = CachedView(context, quality)
        self.rest = AtRest(context)
        self.size = (0, 0)
        """The size of the table's picture in pixels."""
        self._small = CachedView(context, quality, Renderer(context))
        self._bare: tuple[Any, Scene] | None = None
        self._scene: tuple[Any, Scene] | None = None
        self._pieces: tuple[Any, tuple[Scene, Camera]] | None = None

    @property
    def frames(self) -> int:
        """The number of times the table has been drawn."""
        return self._table.frames

    def update(self, shown: HudData, areas: Areas) -> dict[str, Any]:
        """Update and return the textures by name. Raises ``RenderError``."""
        style = style_of(shown)
        self._table.quality = self._small.quality = shown.settings.quality
        camera, self.size = shown.view.camera, picture_size(areas)
        scene = self.scene(shown)
        self._table.update(scene, camera, self.size, style)
        self.rest.see(Subject(scene, camera, self.size, style))
        textures = {BOARD: self._table.texture}
        if self.rest.texture is not None:
            textures[PHOTO] = self.rest.texture
        if areas.palette.w > 0:
            self._update_pieces(shown, areas, style)
            textures[PICTURE] = self._small.texture
        return textures

    def page(self, board: Rect) -> Page:
        """Return the lowest page: the table, and over it its photograph if there is one."""
        pictures = [Picture(board, BOARD)]
        if self.rest.texture is not None:
            pictures.append(Picture(board, PHOTO, alpha=self.rest.alpha))
        return Page(pictures=pictures)

    def draw_again(self) -> None:
        """Draw the table again unchanged, and wait until it is drawn."""
        self._table.draw_again()
        self._context.finish()

    def scene(self, shown: HudData) -> Scene:
        """Return the scene to show; the same object while nothing in it changes.

        Its solids stay the same while only the labels move with the camera.
        """
        position, options = live_options(shown)
        labels = labels_seen(position, options, shown.view.camera, self.size)
        if labels is not None:
            options = replace(options, labels=False)
        key = (position, options)
        if self._bare is None or self._bare[0] != key:
            self._bare, self._scene = (key, build_live(position, options)), None
        if self._scene is None or self._scene[0] != labels:
            bare = self._bare[1]
            self._scene = (labels, replace(bare, labels=(*bare.labels, *(labels or ()))))
        return self._scene[1]

    def _update_pieces(self, shown: HudData, areas: Areas, style: Style) -> None:
        keys, turn = shown.info.choices(shown.position), shown.position.turn
        room = areas.palette
        cell, _ = palette_cell(room.w, room.h, areas.metrics, len(keys))
        side = GRID * cell
        camera = shown.view.camera
        # The pieces turn with the table, but not in each frame of a drag. Seen from above, none of
        # their faces is slanted, so that the rotations can be distinguished.
        azimuth = round(camera.azimuth / STEP) * STEP
        key = (keys, azimuth, turn)
        if self._pieces is None or self._pieces[0] != key:
            view = replace(camera, azimuth=azimuth, elevation=ABOVE)
            self._pieces = (key, shown.info.pieces(keys, view, turn))
        scene, view = self._pieces[1]
        plain = replace(style, transparent=True, shadows=False)
        self._small.update(scene, view, (side, side), plain)

    def release(self) -> None:
        """Free all GPU resources."""
        for held in (self._table, self.rest, self._small):
            held.release()


def style_of(shown: HudData) -> Style:
    """Return the style (palette, theme, shadows) from the settings."""
    settings = shown.settings
    return Style(settings.palette, settings.theme, shadows=settings.quality != "low")


def live_options(shown: HudData) -> tuple[Any, LiveOptions]:
    """Return the position to draw, and its display options."""
    view, change = shown.view, shown.view.change
    plain = LiveOptions(
        explode=view.display.explode,
        apart=view.display.apart,
        peeled=view.display.peeled,
        labels=shown.settings.coordinates,
        taken=view.display.taken,
        numbered=numbered(shown, change),
    )
    if view.trial is not None:
        trial = view.trial
        before = len(trial.made) - trial.done
        shown_as = replace(plain, taken="", numbered=trial.made, unnumbered=before)
        alight = () if trial.threat is None else lit_of(trial.position, trial.threat)
        return trial.position, replace(
            shown_as, peeled=_hidden_of(trial.position, view), ghost=trial.next_move, hint=True,
            lit=alight, threatened=alight, drawn=_threat_marks(shown),
        )  # fmt: skip
    if change is not None and change.move is not None:
        base, moving = in_motion(change, plain)
        return base, replace(moving, peeled=_hidden_of(base, view))
    display = view.display
    # Where stacks are fanned out, and under the names of an X-ray, there is no room for more.
    hidden = display.explode > 0 or any(each.kind == XRAY for each in view.views)
    ghost = view.ghost
    lit = view.lit  # in front of a ghost only what is followed under the pile
    if ghost is not None and not lit:
        lit = ghost.preview.joined + ghost.preview.threatened
    no_threats = ghost is not None or display.explode > 0 or display.peeled > 0
    standing = () if no_threats else _standing(shown)
    told = view.first_turn.places if view.first_turn is not None and not view.named else ()
    alight = tuple(each for threat in standing for each in lit_of(view.position, threat))
    written = [best for best in shown.analysis.bests if best.way]
    return view.position, replace(
        plain,
        last=view.last,
        won=view.won,
        ghost=ghost.text if ghost is not None else None,
        turned=ghost.turned if ghost is not None else None,
        opened=view.display.opened,
        hint=ghost.hint if ghost is not None else False,
        hinted=_hinted(view),
        lit=tuple(dict.fromkeys((*lit, *view.pointed, *alight))),
        linked=view.linked,
        threatened=ghost.preview.threatened if ghost is not None else alight,
        heat=() if hidden else shown.analysis.heat,
        drawn=(*view.marks, *view.named, *told, *_threat_marks(shown)),
        figures=() if hidden else tuple((best.target, best.figure) for best in written),
        ways=() if hidden else tuple(best.way for best in written),
    )


def _hinted(view: TableView) -> str | None:
    """Return the move of the hint that the board shows beside what is pointed at, or None."""
    ghost, target = view.ghost, picker_of(view.position.game.name).target_of
    if not view.hint or (ghost is not None and ghost.hint):
        return None
    place = target(view.position, view.position.parse(view.hint))
    return None if place is None or (ghost is not None and ghost.target == place) else view.hint


def _hidden_of(position: Any, view: TableView) -> int:
    """Return how many levels to hide, so that as many of the lowest are shown as on the table."""
    peeled = view.display.peeled
    if not peeled:
        return 0
    layers = picker_of(position.game.name).layers
    return max(peeled + layers(position) - layers(view.position), 0)


def _standing(shown: HudData) -> tuple[Threat, ...]:
    """Return the threats that are lit: all that are shown, and the one that is warned of.

    While a line is shown that is the one that it carries out.
    """
    if shown.view.trial is not None:
        threat = shown.view.trial.threat
        return () if threat is None else (threat,)
    warned = shown.view.warning.threat if shown.view.warning is not None else None
    return (*(shown.view.threats or ()), *((warned,) if warned is not None else ()))


def _threat_marks(shown: HudData) -> tuple[tuple[str, str, str], ...]:
    """Return a mark for each place where a threat would be played, apart by colour and shape."""
    standing = _standing(shown)
    colours = shown.session.record.game.colours if standing else ()
    found = (
        (THREATS[colours.index(threat.colour)], place, "")
        for threat in standing
        for place in threat.places
    )
    return tuple(dict.fromkeys(found))


def lit_of(position: Any, threat: Threat) -> tuple[Any, ...]:
    """Return what a game lights for a threat."""
    return view_of(position.game.name).lit_by(threat)


def numbered(shown: HudData, change: Change | None = None) -> tuple[str, ...]:
    """Return the moves whose numbers are shown, without that of a piece that is coming down."""
    if not shown.settings.numbers:
        return ()
    moves = tuple(n.move for n in shown.session.cursor.node.path() if n.move is not None)
    if change is None or change.move is None or not change.forward:
        return moves
    # Part of a move, such as the first of two tiles, comes down while the position stays the same.
    return moves if change.before is change.after else moves[:-1]


@lru_cache(maxsize=8)
def discs(name: str, game: Game) -> dict[str, Colour]:
    """Return the display colours of a game's players: B in SGF has the palette's dark colour."""
    found, letters = palette(name), game.sgf.colours
    return {c: _display(found.dark if letters[c] == "B" else found.light) for c in game.colours}


@lru_cache(maxsize=8)
def signs(name: str, game: str) -> tuple[Sign, ...]:
    """Return the marks of a game's board in a palette."""
    lines = legend(name, (*view_of(game).guide.marks, *threat_marks(find(game))))
    return tuple(
        Sign(line.shape, _display(line.colours[0]), _display(line.colours[-1]), line.words)
        for line in lines
    )


def _display(linear: tuple[float, float, float]) -> Colour:
    r, g, b = (
        round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055))
        for c in linear
    )
    return (r, g, b, 255)


# The photograph of the table at rest, computed a few frames at a time.

ENOUGH = 256  # frames; more make no visible difference
PLAIN = 64  # frames after which the plain picture no longer shows through
SHOWN = (*range(len(ROUND), PLAIN, len(ROUND)), PLAIN, 2 * PLAIN, ENOUGH)
"""The frame counts at which the picture is shown; each time the whole window is drawn."""


class AtRest:
    """The photograph of the table, as far as it is done; discarded once the table changes."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._photographer: Photographer | None = None
        self._subject: Subject | None = None
        self._begun = False
        self._resources = Resources()
        self.texture: Any = None
        """The picture, or None while there is none to show."""
        self.failed = False
        """True if GL cannot do it; then it is not tried again."""

    @property
    def frames(self) -> int:
        """The number of frames in the current picture."""
        return self._photographer.frames if self._photographer and self._begun else 0

    @property
    def done(self) -> bool:
        """True if there is nothing more to do."""
        return self.failed or self._subject is None or self.frames >= ENOUGH

    @property
    def alpha(self) -> float:
        """The photograph's opacity over the plain picture, 0 to 1, so that it fades in."""
        return min(self.frames / PLAIN, 1.0)

    def see(self, subject: Subject) -> None:
        """Set the subject: the current table, at a size that the plain picture has too."""
        if subject != self._subject:
            self._subject, self._begun, self.texture = subject, False, None

    def work(self, seconds: float) -> bool:
        """Add frames for about that long, at least one; return whether there is a new picture."""
        assert self._subject is not None
        end, before = time.perf_counter() + seconds, self.frames
        try:
            while self.frames == before or (self.frames < ENOUGH and time.perf_counter() < end):
                self._add(self._subject)
                if self.frames in SHOWN:
                    self._develop(self._subject.size)
                    return True
        except RenderError:
            self.failed = True
            self.release()
        return False

    def release(self) -> None:
        """Free all GPU resources."""
        if self._photographer is not None:
            self._photographer.release()
        self._resources.free()
        self._photographer, self._begun, self.texture = None, False, None

    def _add(self, subject: Subject) -> None:
        if self._photographer is None:
            self._photographer = Photographer(self._context)
        if not self._begun:
            self._photographer.begin(subject)
            self._begun = True
        self._photographer.add()
        self._context.finish()  # else the driver queues all frames at once, then waits for them

    def _develop(self, size: tuple[int, int]) -> None:
        assert self._photographer is not None
        if not self._resources or self._resources[0].size != size:
            self._resources.free()
            texture = self._resources.hold(self._context.texture(size, 4))
            texture.repeat_x = texture.repeat_y = False
            self._resources.hold(self._context.framebuffer([texture]))
        self._photographer.develop(self._resources[1])
        self.texture = self._resources[0]
