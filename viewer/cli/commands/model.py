"""The ``model`` command, which makes 3D models."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boche.engine.game import Position
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_later
from boche.engine.languages.formats import short
from boche.engine.printable import printable
from boche.engine.program import PROGRAM
from boche.viewer.cli.arguments import add_command
from boche.viewer.cli.errors import CommandError, error_text
from boche.viewer.cli.game_flags import chosen_game
from boche.viewer.cli.numbers import real
from boche.viewer.cli.output import check_output, write_output
from boche.viewer.cli.record_flags import add_move, add_record, read_line
from boche.viewer.export.model.formats import EDGES, SCENE, STL, THREE_MF, ModelError

if TYPE_CHECKING:
    from boche.viewer.scene.bodies import Part, Printed

PART = tr_later("instead of a RECORD: one part of a set, for a printer")
MM = tr_later("mm")


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser: Any = add_command(
        commands,
        "model",
        run_model,
        tr("write a position as a 3D model, or a part of a set to be printed: GLB, STL or 3MF"),
        f"{PROGRAM} model game.sgf --move 20 -o position.glb\n"
        f"{PROGRAM} model --part cube --edge 30 -o cube.3mf\n"
        f"{PROGRAM} model --part board --size 5 -o board.stl",
    )
    add_record(parser, optional=True)
    add_move(parser)
    part = parser.add_argument("--part", metavar="NAME", help=tr(PART))
    # The views of all games are loaded only for the help.
    parser.before_help = lambda: setattr(part, "help", f"{tr(PART)}. {_all_parts()}")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=tr(
            "the file: .glb has the scene as it is drawn, .stl and .3mf closed bodies for a "
            "printer; -: a GLB to standard output"
        ),
    )
    parser.add_argument(
        "--edge",
        type=real(*EDGES, MM),
        metavar="MM",
        help=tr(
            "a cube's edge, or the width of a tile, cell or square (1 to 1000; default: 30, for "
            "a part what suits its game)"
        ),
    )
    parser.add_argument(
        "--clearance",
        type=real(0, EDGES[1], MM),
        metavar="MM",
        help=tr(
            "between bodies, and to what a part is put into (default: what suits the game); 0 "
            "for printers that print both colours at once"
        ),
    )
    parser.add_argument(
        "--palette", default="classic", help=tr("the pieces' colours: classic, blue, safe")
    )
    parser.add_argument(
        "--theme",
        default="light",
        help=tr("what the board is made of: light, dark, cherry, felt, night or slate"),
    )
    parser.add_argument(
        "--no-marks", action="store_true", help=tr("no last move, path or groups lit")
    )


def _all_parts() -> str:
    """Return the parts of all games, for the help."""
    from boche.viewer.games.registry import view_of

    lines = []
    for game in GAMES.values():
        try:
            list_parts = view_of(game.name).printed
            printed = list_parts() if list_parts is not None else None
        except Exception:
            continue  # the help is no place to report a broken package
        if printed is not None:
            parts = ", ".join(_named(name, part) for name, part in printed.parts.items())
            lines.append(
                tr(
                    "{title} (edge {edge} mm, clearance {clearance} mm): {parts}",
                    title=game.title, edge=short(printed.edge),
                    clearance=short(printed.clearance), parts=parts,
                )
            )  # fmt: skip
    return "; ".join(lines).replace("%", "%%")  # argparse formats the text with ``%``


def _named(name: str, part: Part) -> str:
    return f"{name} ({tr(part.about)})" if part.about else name


def run_model(args: argparse.Namespace) -> int:
    """Make the model and write it."""
    kind = _kind_of(args)
    check_output(args.output)
    write_output(args.output, _scene(args) if kind == SCENE else _printed(args, kind))
    return 0


def _kind_of(args: argparse.Namespace) -> str:
    """Return the file format, after checking that the flags fit together."""
    name = args.output
    kind = SCENE if name == "-" else Path(name).suffix.lower()
    if kind not in (SCENE, STL, THREE_MF):
        raise CommandError(tr("-o {name}: models are written as .glb, .stl or .3mf", name=name))
    if args.record is None and args.part is None:
        raise CommandError(tr("no RECORD: give one, or --part NAME"))
    if args.record is not None and args.part is not None:
        raise CommandError(
            tr("--part {part} and a RECORD: give only one of them", part=printable(args.part))
        )
    if args.move is not None and args.part is not None:
        raise CommandError(tr("--move {move} is for a RECORD, not for --part", move=args.move))
    if kind == SCENE and args.part is not None:
        raise CommandError(
            tr("-o {name}: with --part write a .stl or .3mf; .glb is for positions", name=name)
        )
    if kind == STL and args.part is None:
        raise CommandError(
            tr(
                "-o {name}: the bodies of a position touch, an STL would run them together; "
                "write a .3mf, or one part with --part",
                name=name,
            )
        )
    return kind


def _scene(args: argparse.Namespace) -> bytes:
    """Return the GLB of a position."""
    from boche.viewer.export.model.files import scene_file
    from boche.viewer.export.model.materials import look_of

    look, line = look_of(args.palette, args.theme), read_line(args)
    index = line.at(args.move)
    last, marks = line.last_move(index), not args.no_marks
    return scene_file(line.positions[index], look, args.edge, last, marks)


def _printed(args: argparse.Namespace, kind: str) -> bytes:
    """Return the STL or 3MF of the position or part."""
    from boche.viewer.export.model.files import checked_clearance, printed_file, printed_of
    from boche.viewer.export.model.materials import look_of

    look, position = look_of(args.palette, args.theme), _position(args)
    printed = printed_of(position)
    edge = printed.edge if args.edge is None else args.edge
    try:
        clearance = checked_clearance(printed, args.clearance, edge)
    except ModelError as error:
        raise CommandError(f"--{error_text(error)}") from None
    if args.part is not None:
        _check_part(args.part, printed, position)
    return printed_file(position, look, edge, clearance, part=args.part or "", kind=kind)


def _check_part(name: str, printed: Printed, position: Position) -> None:
    """Raise ``CommandError`` if the game has no part of that name."""
    if name not in printed.parts:
        raise CommandError(
            tr(
                "--part {name}: the parts of {title} are {parts}; --game chooses another game",
                name=printable(name),
                title=position.game.title,
                parts=", ".join(printed.parts),
            )
        )


def _position(args: argparse.Namespace) -> Position:
    """Return the position of the record, or else the start of the game named by the flags."""
    if args.record is None:
        game, options = chosen_game(args)
        return game.new(**options)
    line = read_line(args)
    return line.positions[line.at(args.move)]
