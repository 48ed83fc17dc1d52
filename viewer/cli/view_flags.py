"""Viewpoint and contents of a command's picture: flags, and their evaluation."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.pictures import Apart
from boche.viewer.cli.arguments import typed
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.record_flags import Line
from boche.viewer.export.formats import parse_size

if TYPE_CHECKING:
    from boche.viewer.camera.camera import Camera
    from boche.viewer.games.view import Arranged
    from boche.viewer.renderer.style import Style
    from boche.viewer.scene import Scene


def add_view(group: Any, default: str) -> None:
    """Add the flag ``--view``."""
    group.add_argument(
        "--view",
        default=default,
        help=tr(
            "corner, corner2, corner3, top, or AZ,EL[,DIST]: degrees counterclockwise from "
            "east, degrees above the table (4 to 90), distance in piece widths (default: "
            "{default})",
            default=default,
        ),
    )


def add_pixels(group: Any, width: int, height: int) -> None:
    """Add the flag ``--pixels``, with its default."""
    group.add_argument(
        "--pixels",
        type=typed(parse_size),
        default=(width, height),
        metavar="WxH",
        help=tr("width and height (default: {width}x{height})", width=width, height=height),
    )


def add_projection(group: Any) -> None:
    """Add the flag ``--projection``."""
    group.add_argument(
        "--projection",
        choices=("perspective", "ortho"),
        help=tr("how depth is drawn (default: the view's own)"),
    )


def add_colours(group: Any) -> None:
    """Add the flags for palette and theme."""
    group.add_argument(
        "--palette",
        default="classic",
        help=tr("the pieces' colours: classic, blue or safe (colour-blind safe)"),
    )
    group.add_argument(
        "--theme",
        default="light",
        help=tr("board, table and light: light, dark, cherry, felt, night or slate"),
    )


def add_shown(group: Any) -> None:
    """Add the flags for optional elements of the picture."""
    group.add_argument(
        "--numbers", action="store_true", help=tr("the moves' numbers on the pieces")
    )
    add_left_out(group)


def add_apart(group: Any) -> None:
    """Add the flag ``--apart``."""
    group.add_argument(
        "--apart",
        choices=get_args(Apart),
        help=tr("the levels of a pyramid taken apart: exploded, or as layers side by side"),
    )


def add_xray(group: Any) -> None:
    """Add the flag ``--xray``."""
    group.add_argument(
        "--xray",
        metavar="PLACE",
        help=tr(
            "see through what lies above a place, such as b2 or b2/1, and light the bands there"
        ),
    )


def apart_at(
    line: Line, index: int, args: argparse.Namespace, camera: Camera, aspect: float
) -> Arranged | None:
    """Return the position's levels as ``--apart`` wants them, or None. Raises ``CommandError``."""
    from boche.viewer.games.registry import ViewpointError, taken_apart

    if args.apart is None:
        return None
    try:
        return taken_apart(line.positions[index], args.apart, camera, aspect)
    except ViewpointError as error:
        raise CommandError(f"--apart: {error_text(error)}") from None


def add_left_out(group: Any) -> None:
    """Add the flags that leave letters or marks out."""
    group.add_argument(
        "--no-labels", action="store_true", help=tr("no letters and numbers on the rim")
    )
    group.add_argument(
        "--no-marks", action="store_true", help=tr("no last move, path or groups lit")
    )


def with_marks(args: argparse.Namespace) -> bool:
    """Return whether marks are shown: in a photograph only on request."""
    marks = getattr(args, "marks", False)
    return not args.no_marks and (marks or getattr(args, "quality", "plain") != "photo")


def camera_for(view: str, game: str) -> tuple[Camera, bool]:
    """Return the camera of ``--view`` for a game, and whether it is still to be framed.

    Raises ``CommandError``.
    """
    from boche.viewer.games.registry import ViewpointError, viewpoint

    try:
        return viewpoint(game, view)
    except ViewpointError as error:
        raise CommandError(f"--{error_text(error)}") from None


def scene_at(
    line: Line, index: int, args: argparse.Namespace, arranged: Arranged | None = None
) -> Scene:
    """Return the scene of a line's position, with the elements chosen by ``add_shown``.

    ``arranged`` are its levels if they are taken apart.
    """
    from boche.viewer.games.registry import build_scene
    from boche.viewer.scene import SceneOptions
    from boche.viewer.scene.apart import TOGETHER

    last = line.last_move(index) if with_marks(args) else None
    moves = line.move_texts(index) if args.numbers else ()
    drawn = line.drawn(index) if with_marks(args) else ()
    if getattr(args, "xray", None) is not None:
        return _seen_through(line.positions[index], args, moves, drawn)
    options = SceneOptions(
        last=last, numbered=moves, labels=not args.no_labels, result=with_marks(args),
        drawn=drawn,
        apart=arranged.apart if arranged is not None else TOGETHER,
    )  # fmt: skip
    return build_scene(line.positions[index], options)


def _seen_through(
    position: Any, args: argparse.Namespace, moves: tuple[str, ...], drawn: Any
) -> Scene:
    """Return the scene that ``--xray`` wants. Raises ``CommandError``."""
    from boche.viewer.games.registry import build_live, picker_of
    from boche.viewer.scene.live import LiveOptions

    if args.apart is not None:
        raise CommandError(tr("--xray and --apart: give only one of them"))
    try:
        found = picker_of(position.game.name).under(position, args.xray)
    except BocheError as error:
        raise CommandError(f"--xray: {error_text(error)}") from None
    if found is None:
        raise CommandError(tr("--xray {place}: there is no cube to see under", place=args.xray))
    peeled, lit = found
    return build_live(
        position,
        LiveOptions(peeled=peeled, lit=lit, labels=not args.no_labels, numbered=moves, drawn=drawn),
    )


def looks_of(args: argparse.Namespace, game: str) -> tuple[Style, Camera, bool]:
    """Return the style and camera for the flags, and whether the camera is still to be framed.

    Raises ``CommandError``.
    """
    from boche.viewer.renderer.style import Style

    camera, to_frame = camera_for(args.view, game)
    if args.projection:
        camera = replace(camera, projection=args.projection)
    transparent = getattr(args, "transparent", False)
    style = Style(palette=args.palette, theme=args.theme, transparent=transparent)
    return style, camera, to_frame
