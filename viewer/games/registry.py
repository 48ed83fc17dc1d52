"""The registry of views: one line per game, plus those that external packages register.

A view is loaded when its game is first shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from boche.engine.errors import BocheError, why_not
from boche.engine.games.entry_points import entry_points
from boche.engine.languages.current import tr
from boche.engine.pictures import Direction
from boche.engine.program import PROGRAM
from boche.viewer.camera import camera as cameras
from boche.viewer.camera.camera import Camera
from boche.viewer.camera.rays import Viewport
from boche.viewer.games.drawing import drawn_on, top_of
from boche.viewer.games.info import Panel
from boche.viewer.games.view import Arranged, Display, GameView, Pick, Picker
from boche.viewer.scene.live import LiveOptions
from boche.viewer.scene.model import Label, Scene, SceneOptions

GROUP = f"{PROGRAM}.views"
"""Entry point group in which an external package registers a view: each names a ``GameView``."""

VIEWS: dict[str, str] = {
    "boche": "boche.viewer.games.boche",
    "che": "boche.viewer.games.che",
    "boku": "boche.viewer.games.boku",
    "octi": "boche.viewer.games.octi",
}
"""Package of each game."""


class ViewError(BocheError, LookupError):
    """A game that cannot be shown; the message is one line with the reason."""


class ViewpointError(BocheError):
    """A view that a picture cannot have; the message is one line on why, or how to write one."""


@cache
def view_of(game: str) -> GameView:
    """Return the view of a game by its name. Raises ``ViewError`` if there is none that works."""
    load = _loaders().get(game)
    if load is None:
        raise ViewError(
            tr(
                "{game} has no table (games with one: {names})",
                game=game,
                names=", ".join(_loaders()),
            )
        )
    try:
        found = load()
    except (Exception, SystemExit) as error:  # whatever is wrong with an external package
        raise ViewError(
            tr("the view of {game} cannot be loaded: {reason}", game=game, reason=why_not(error))
        ) from error
    if not isinstance(found, GameView):
        raise ViewError(tr("the view of {game} cannot be loaded: it is not a GameView", game=game))
    return found


@cache
def _loaders() -> dict[str, Callable[[], Any]]:
    outside = {entry.name: entry.load for entry in entry_points(GROUP)}
    return outside | {game: _from_room(room) for game, room in VIEWS.items()}


def _from_room(room: str) -> Callable[[], Any]:
    return lambda: import_module(room).GAME_VIEW


def picker_of(game: str) -> Picker:
    """Return the picker of a game. Raises ``ViewError``."""
    return view_of(game).picker


def panel_of(game: str) -> Panel:
    """Return the HUD panel of a game. Raises ``ViewError``."""
    return view_of(game).panel


def camera_of(game: str, name: str = "corner") -> Camera:
    """Return the camera of a game's view by the view's name. Raises ``ViewError``.

    The names are those of ``viewer.camera.camera.VIEWS``; the first is the initial view.
    """
    return view_of(game).views[name]


def front_of(game: str, colour: str) -> Camera:
    """Return the camera of a game's first view from a colour's side; empty for no side."""
    return camera_of(game, view_of(game).sides.get(colour, "corner"))


def viewpoint(game: str, view: str | Direction) -> tuple[Camera, bool]:
    """Return the camera for a view, and True if it is still to be framed.

    The view is a name, or azimuth, elevation and if given the distance, as numbers or as a text
    with commas. Raises ``ViewpointError``, and ``ViewError``.
    """
    text = ",".join(map(str, view)) if isinstance(view, tuple | list) else str(view)
    try:
        camera, to_frame = cameras.parse_view(text)
    except ValueError as error:
        raise ViewpointError(str(error)) from None
    return (camera_of(game, text) if text in cameras.VIEWS else camera), to_frame


def build_scene(position: Any, options: SceneOptions | None = None) -> Scene:
    """Return the scene of a position of any game. Raises ``ViewError`` if its game has no view."""
    view, options = view_of(position.game.name), options or SceneOptions()
    scene, display = view.scene(position, options), Display(options.explode, apart=options.apart)
    return drawn_on(view, scene, position, options.drawn, display)


def build_live(position: Any, options: LiveOptions) -> Scene:
    """Return the scene of a position in play. Raises ``ViewError``."""
    view = view_of(position.game.name)
    display = Display(options.explode, options.peeled, options.taken, options.opened, options.apart)
    return drawn_on(view, view.live(position, options), position, options.drawn, display)


def labels_seen(
    position: Any, options: LiveOptions, camera: Camera, viewport: Viewport
) -> tuple[Label, ...] | None:
    """Return the coordinates where a camera reads them, in place of those of ``build_live``.

    ``viewport`` is the picture's size in pixels. The result is None in games whose coordinates
    stay where they are, and if none are wanted. Raises ``ViewError``.
    """
    labels = view_of(position.game.name).labels
    if labels is None or not options.labels:
        return None
    return labels(position, options, camera, viewport)


def shows(position: Any, target: str, display: Display) -> bool:
    """Return whether there is a place on the board, as it is displayed, where a target is seen."""
    picker = picker_of(position.game.name)
    spot = picker.spot(position, Pick(target=target))
    return picker.top is None or picker.top(position, spot, display) is not None


def taken_apart(position: Any, way: str, camera: Camera, aspect: float) -> Arranged:
    """Return the layers of a position taken apart in one of the ``WAYS``, for such a picture.

    Raises ``ViewpointError`` if its game has none, and ``ViewError``.
    """
    arranged = picker_of(position.game.name).arranged
    if arranged is None:
        raise ViewpointError(tr("{game} has no levels to take apart", game=position.game.title))
    return arranged(position, way, camera, aspect)


def has_place(position: Any, place: str) -> bool:
    """Return whether a mark can be drawn on a place of the board. Raises ``ViewError``."""
    return top_of(picker_of(position.game.name), position, place, Display()) is not None
