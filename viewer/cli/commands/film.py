"""The ``film`` command, which films a game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from boche.engine.languages.current import tr, tr_later, tr_word
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_command, typed
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.numbers import Number, real
from boche.viewer.cli.output import check_output, progress, warn
from boche.viewer.cli.record_flags import Line, add_record, read_line
from boche.viewer.cli.view_flags import (
    add_apart,
    add_colours,
    add_pixels,
    add_projection,
    add_shown,
    add_view,
    looks_of,
)
from boche.viewer.export.film import FPS, MOST_PLAYED, SPEEDS, TURNS

if TYPE_CHECKING:
    from boche.viewer.export.film.encode import Kind
    from boche.viewer.export.film.frames import FilmOptions


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "film",
        run_film,
        tr("film a game: GIF, WebP, APNG, MP4 or WebM"),
        f"{PROGRAM} film game.sgf -o game.gif --title\n"
        f"{PROGRAM} film game.sgf --moves 10-30 --speed 2 --turn 360 --pixels 1280x720 -o game.mp4",
    )
    add_record(parser)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=tr("the file, .gif, .webp, .apng, .mp4 or .webm"),
    )
    _add_time(parser)
    _add_looks(parser)


def _add_time(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("what is shown when"))
    group.add_argument(
        "--moves",
        type=_moves,
        metavar="A-B",
        help=tr("only these moves, such as 10-30 (default: all)"),
    )
    group.add_argument(
        "--speed",
        type=real(*SPEEDS, tr_later("moves a second")),
        default=1.0,
        metavar="X",
        help=tr("moves a second (default: 1); a comment stays until it can have been read"),
    )
    group.add_argument(
        "--fps",
        type=Number(*FPS, tr_later("pictures a second")),
        metavar="N",
        help=tr("pictures a second while something moves (default: 20, for a video 30)"),
    )
    group.add_argument(
        "--turn",
        type=real(*TURNS, tr_later("degrees")),
        default=0.0,
        metavar="DEGREES",
        help=tr("go round the board meanwhile, counterclockwise (default: 0)"),
    )
    group.add_argument(
        "--loop",
        type=Number(0, MOST_PLAYED, tr_later("0: for ever")),
        metavar="N",
        help=tr("how often it is played, 0: for ever (default: 0); not for a video"),
    )
    group.add_argument(
        "--title", action="store_true", help=tr("begin with a card: players, game, result")
    )


def _add_looks(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("the pictures"))
    add_pixels(group, 640, 480)
    add_view(group, "corner")
    add_projection(group)
    add_apart(group)
    add_colours(group)
    add_shown(group)
    group.add_argument(
        "--no-captions", action="store_true", help=tr("no move and comment below the board")
    )


def run_film(args: argparse.Namespace) -> int:
    """Make the film."""
    from boche.viewer.export.film.captions import boxes_told
    from boche.viewer.export.film.encode import film_kind, film_steps, step_count
    from boche.viewer.export.film.frames import Plan, Story
    from boche.viewer.export.film.pictures import Looks

    kind = film_kind(args.output)
    if kind.video and args.loop is not None:
        raise CommandError(
            tr("--loop: not supported by {title}; use another format", title=kind.title)
        )
    check_output(args.output)
    line = read_line(args)
    plan = Plan(Story(line.record, line.moves, line.positions), _options(args, line, kind))
    boxes = boxes_told(plan)
    if boxes:
        warn(boxes)
    style, camera, to_frame = looks_of(args, line.record.game_name)
    looks = Looks(args.pixels, camera, style, to_frame, args.apart)
    steps = film_steps(args.output, plan, looks, args.loop or 0)
    try:
        for _ in progress(steps, step_count(kind, plan), tr_word("picture")):
            pass
    finally:
        steps.close()
    return 0


def _options(args: argparse.Namespace, line: Line, kind: Kind) -> FilmOptions:
    from boche.viewer.export.film.frames import FilmOptions

    first, last = args.moves or (1, len(line.moves))
    return FilmOptions(
        first,
        last,
        speed=args.speed,
        fps=args.fps or kind.fps,
        turn=args.turn,
        captions=not args.no_captions,
        title=args.title,
        numbers=args.numbers,
        labels=not args.no_labels,
        marks=not args.no_marks,
    )


def _moves(text: str) -> tuple[int, int]:
    from boche.viewer.export.film.frames import move_range

    return typed(move_range)(text)
