"""The ``figure`` command, which draws for print."""

from __future__ import annotations

import argparse
from typing import Any

from boche.engine.errors import BocheError
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_command
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.output import check_output, write_output
from boche.viewer.cli.record_flags import add_move, add_record, read_line
from boche.viewer.cli.view_flags import (
    add_apart,
    add_shown,
    add_view,
    apart_at,
    camera_for,
    scene_at,
)
from boche.viewer.export.line import caption_of

PRINT = "print"


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "figure",
        run_figure,
        tr("draw a position as lines and areas, for print and pages: SVG or PDF"),
        f"{PROGRAM} figure game.sgf --move 20 -o position.svg\n"
        f"{PROGRAM} figure game.sgf --numbers --print --width 90 -o position.pdf",
    )
    add_record(parser)
    add_move(parser)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=tr("the file, .svg or .pdf; -: an SVG to standard output"),
    )
    group = parser.add_argument_group(tr("the figure"))
    add_view(group, "top")
    add_apart(group)
    group.add_argument(
        "--width", type=float, default=120.0, metavar="MM", help=tr("in millimetres (default: 120)")
    )
    group.add_argument(
        "--palette",
        help=tr(
            "the pieces' colours: classic, blue, safe, or {print} (default: classic)", print=PRINT
        ),
    )
    group.add_argument(
        "--print",
        dest="palette",
        action="store_const",
        const=PRINT,
        help=tr("black ink alone, dark parts hatched: --palette {print}", print=PRINT),
    )
    add_shown(group)


def run_figure(args: argparse.Namespace) -> int:
    """Draw and write the figure."""
    from boche.viewer.export.figure.drawing import SHEET
    from boche.viewer.export.figure.files import figure_file

    kind = _kind_of(args.output)
    check_output(args.output)
    line = read_line(args)
    index = line.at(args.move)
    camera, to_frame = camera_for(args.view, line.record.game_name)
    arranged = apart_at(line, index, args, camera, SHEET)
    scene = scene_at(line, index, args, arranged)
    if arranged is not None:
        camera, to_frame = arranged.camera, True
    title, text = caption_of(line.positions[index], line.written(index) or None)
    data = figure_file(
        scene, camera, kind, palette=args.palette or "classic", width=args.width,
        to_frame=to_frame, title=title, text=text,
    )  # fmt: skip
    write_output(args.output, data)
    return 0


def _kind_of(name: str) -> str:
    """Return the suffix that determines the format. Raises ``CommandError``."""
    from boche.viewer.export.figure.files import figure_kind

    try:
        return figure_kind("-.svg" if name == "-" else name)
    except BocheError as error:
        raise CommandError(f"-o {name}: {error_text(error)}") from None
