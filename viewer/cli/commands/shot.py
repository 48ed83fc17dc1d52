"""The ``shot`` command, which draws pictures."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boche.engine.languages.current import tr, tr_word
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_command
from boche.viewer.cli.errors import CommandError
from boche.viewer.cli.numbers import Number, real
from boche.viewer.cli.output import check_output, check_outputs, progress, write_output
from boche.viewer.cli.record_flags import add_move, add_record, read_line
from boche.viewer.cli.view_flags import (
    add_apart,
    add_colours,
    add_pixels,
    add_projection,
    add_shown,
    add_view,
    add_xray,
    apart_at,
    looks_of,
    scene_at,
)
from boche.viewer.export.formats import (
    FRAMES,
    KINDS,
    LENSES,
    MOST_FRAMES,
    NUMBER,
    kind_of,
    numbered_names,
)

if TYPE_CHECKING:
    from boche.viewer.export.images import Photo


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "shot",
        run_shot,
        tr("draw a position, or all of them, to files: PNG, JPEG or WebP"),
        f"{PROGRAM} shot game.sgf --move 20 --pixels 1920x1080 --view top -o position.png\n"
        f"{PROGRAM} shot game.sgf --quality photo --lens 0.3 -o photo.jpg\n"
        f"{PROGRAM} shot game.sgf --all --view -60,50 --transparent -o 'out/%n.png'",
    )
    add_record(parser)
    add_move(parser)
    parser.add_argument(
        "--all",
        action="store_true",
        help=tr("every position; %%n in the file's name"),
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=tr(
            "the file, .png, .jpg or .webp, with missing folders made if it has %%n; -: a PNG "
            "to standard output, or to a terminal that shows pictures"
        ),
    )
    _add_looks(parser)


def _add_looks(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tr("the picture"))
    add_pixels(group, 1920, 1080)
    add_view(group, "corner")
    add_projection(group)
    add_apart(group)
    add_xray(group)
    group.add_argument(
        "--transparent", action="store_true", help=tr("no table, alpha in the picture")
    )
    group.add_argument(
        "--samples",
        type=int,
        metavar="N",
        help=tr(
            "per pixel, a power of two up to 64; 0: none (default: 4, or what this machine has)"
        ),
    )
    group.add_argument(
        "--quality",
        choices=("plain", "photo"),
        default="plain",
        help=tr("plain: at once; photo: many frames added up, with soft light (default: plain)"),
    )
    group.add_argument(
        "--frames",
        type=Number(1, MOST_FRAMES),
        metavar="N",
        help=tr("of a photograph (default: {frames})", frames=FRAMES),
    )
    group.add_argument(
        "--lens",
        type=real(*LENSES),
        metavar="R",
        help=tr(
            "of a photograph: lens radius, in piece widths; what is nearer or farther is not "
            "sharp, 0.3 for example (default: 0, all of it sharp)"
        ),
    )
    add_colours(group)
    add_shown(group)
    group.add_argument(
        "--marks",
        action="store_true",
        help=tr("last move, path and groups lit, in a photograph, too"),
    )


def run_shot(args: argparse.Namespace) -> int:
    """Draw and write the pictures."""
    from boche.viewer.camera.camera import frame
    from boche.viewer.export.images import Exporter, framed

    name = _file_name(args)
    kind = kind_of("" if name == "-" else name, transparent=args.transparent)
    if NUMBER not in name:
        check_output(name, KINDS)
    send = _sender(name)
    photo = _photo_flags(args)
    line = read_line(args)
    indices = list(range(len(line.positions))) if args.all else [line.at(args.move)]
    style, camera, to_frame = looks_of(args, line.record.game_name)
    names = numbered_names(name, indices)
    with Exporter(args.pixels, 0 if photo else args.samples) as exporter:
        if NUMBER in name:
            check_outputs(names.values())
        for index in indices if photo else progress(indices, len(indices), tr_word("picture")):
            aspect = args.pixels[0] / args.pixels[1]
            arranged = apart_at(line, index, args, camera, aspect)
            scene = scene_at(line, index, args, arranged)
            if arranged is not None:
                framing = frame(arranged.camera, arranged.bounds, aspect)
            else:
                framing = framed(scene, camera, args.pixels) if to_frame else camera
            exposures = _with_progress(photo, exporter.parts) if photo else None
            picture = exporter.picture(scene, framing, style, kind, exposures)
            write_output(names[index], send(picture))
    return 0


def _photo_flags(args: argparse.Namespace) -> Photo | None:
    """Return the photograph settings, or None for a plain picture. Raises ``CommandError``."""
    from boche.viewer.export.images import Photo

    if args.quality == "photo":
        if args.samples is not None:
            raise CommandError(tr("--samples: not for a photograph, whose frames are its samples"))
        return Photo(args.frames or FRAMES, args.lens or 0.0)
    for flag in ("frames", "lens"):
        if getattr(args, flag) is not None:
            raise CommandError(
                tr("--{flag}: this is for a photograph, add --quality photo", flag=flag)
            )
    return None


def _with_progress(photo: Photo, parts: int) -> Photo:
    """Return the same settings with a progress bar."""
    count = photo.frames * parts
    bar = iter(progress(range(count + 1), count, tr_word("frame")))
    next(bar)
    return replace(photo, tick=lambda: next(bar, None))


def _sender(name: str) -> Callable[[bytes], bytes]:
    """Return a function that encodes a picture for output, which may be a terminal."""
    if name != "-" or not sys.stdout.isatty():
        return lambda picture: picture
    from boche.viewer.export.terminal import kind_of_terminal, kitty, sixel

    kind = kind_of_terminal(sys.stdout.buffer, os.environ)
    if not kind:
        raise CommandError(
            tr(
                "-o -: this terminal cannot show pictures; give a file, or pipe the output to a "
                "command"
            )
        )
    return {"kitty": kitty, "sixel": sixel}[kind]


def _file_name(args: argparse.Namespace) -> str:
    name: str = args.output
    if args.all and args.move is not None:
        raise CommandError(tr("--all and --move: give only one of them"))
    if args.all and NUMBER not in name:
        raise CommandError(
            tr(
                "-o {name}: with --all the name needs {number}, as in 'out/%n.png'",
                name=name,
                number=NUMBER,
            )
        )
    return name
