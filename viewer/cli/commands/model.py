"""The command that makes 3D models: model."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Position
from engine.program import PROGRAM
from viewer.cli.arguments import add_command
from viewer.cli.errors import CommandError
from viewer.cli.game_flags import chosen_game
from viewer.cli.output import write_output
from viewer.cli.reading import add_move, add_record, read_line

if TYPE_CHECKING:
    from viewer.scene.bodies import Body, Place, Printed

SCENE, STL, THREE_MF = ".glb", ".stl", ".3mf"
EDGES = (1.0, 1000.0)  # mm
LOOSEST = 0.05  # the largest clearance, in edges


def add_commands(commands: Any) -> None:
    """Add this file's command to the parser."""
    parser = add_command(
        commands,
        "model",
        run_model,
        "write a position as a 3D model, or a set to be printed: GLB, STL or 3MF",
        f"{PROGRAM} model game.sgf --move 20 -o position.glb\n"
        f"{PROGRAM} model --cube --edge 30 -o cube.3mf\n"
        f"{PROGRAM} model --board --size 6 -o board.stl",
    )
    add_record(parser, optional=True)
    add_move(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--cube", action="store_true", help="one piece alone, in its two parts")
    what.add_argument("--board", action="store_true", help="the board without pieces")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the file: .glb has the scene as it is drawn, .stl and .3mf closed bodies for a"
        " printer; -: a GLB to standard output",
    )
    parser.add_argument(
        "--edge",
        type=_millimetres,
        default=30.0,
        metavar="MM",
        help="a cube's edge, or the width of a tile, cell or square (1 to 1000; default: 30)",
    )
    parser.add_argument(
        "--clearance",
        type=_millimetres,
        default=0.1,
        metavar="MM",
        help="between a cube's parts (0 to a twentieth of the edge; default: 0.1); 0 for printers"
        " that print both colours at once",
    )
    parser.add_argument(
        "--palette", default="classic", help="the pieces' colours: classic, blue, safe"
    )
    parser.add_argument("--theme", default="light", help="the board's wood: light or dark")
    parser.add_argument("--no-marks", action="store_true", help="no last move, path or groups lit")


def _millimetres(text: str) -> float:
    """A length for ``type=`` of a flag."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0.0 <= found <= EDGES[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is no length in mm, write 30 or 0.15")
    return found


def run_model(args: argparse.Namespace) -> int:
    """Make the model and write it."""
    kind = _kind_of(args)
    if not EDGES[0] <= args.edge:
        raise CommandError(f"--edge {args.edge:g}: give 1 to 1000 mm")
    if args.clearance > LOOSEST * args.edge:
        raise CommandError(
            f"--clearance {args.clearance:g}: give 0 to {LOOSEST * args.edge:g} mm, a twentieth of"
            " the edge"
        )
    write_output(args.output, _scene(args) if kind == SCENE else _printed(args, kind))
    return 0


def _kind_of(args: argparse.Namespace) -> str:
    """Which kind of file is asked for, and whether what is to be in it is named."""
    name = args.output
    kind = SCENE if name == "-" else Path(name).suffix.lower()
    if kind not in (SCENE, STL, THREE_MF):
        raise CommandError(f"-o {name}: models are written as .glb, .stl or .3mf")
    if args.record is None and not (args.cube or args.board):
        raise CommandError("no RECORD: give one, or --cube or --board")
    if args.record is not None and args.cube:
        raise CommandError("--cube and a RECORD: give one of them")
    if kind == SCENE and (args.cube or args.board):
        flag = "--cube" if args.cube else "--board"
        raise CommandError(f"-o {name}: with {flag} write a .stl or .3mf; .glb is for positions")
    if kind == STL and not (args.cube or args.board):
        raise CommandError(
            f"-o {name}: the bodies of a position touch, an STL would run them together; write a"
            " .3mf, or with --board the board alone"
        )
    return kind


def _scene(args: argparse.Namespace) -> bytes:
    """The GLB of a position."""
    from viewer.export.model.glb import glb
    from viewer.export.model.materials import look_of
    from viewer.games.registry import build_scene
    from viewer.scene import SceneOptions

    look, line = look_of(args.palette, args.theme), read_line(args)
    index = line.at(args.move)
    last = line.last_move(index) if not args.no_marks else None
    options = SceneOptions(last=last, labels=False, result=not args.no_marks)
    return glb(build_scene(line.positions[index], options), look, args.edge)


def _printed(args: argparse.Namespace, kind: str) -> bytes:
    """The STL or 3MF of what is asked for."""
    from viewer.export.model.materials import look_of
    from viewer.export.model.printing import items, stl, three_mf

    look = look_of(args.palette, args.theme)
    colours = {name: look.colour(name) for name in ("light", "dark", "wood")}
    made = items(_bodies(args), args.edge, colours)
    return stl(made) if kind == STL else three_mf(made)


def _bodies(args: argparse.Namespace) -> list[tuple[Body, tuple[Place, ...]]]:
    """What is to be printed, and where it lies."""
    from viewer.export.model.printing import HERE

    position = _position(args)
    printed = _printed_of(position, args.output)
    if args.board:
        return [(printed.board(position), (HERE,))]
    parts = printed.piece(args.clearance / args.edge)
    if args.cube:
        return [(part, (HERE,)) for part in parts]
    places = tuple(printed.places(position))
    return [(printed.board(position), (HERE,)), *((part, places) for part in parts)]


def _position(args: argparse.Namespace) -> Position:
    """The position of the record, or without one the start of the game that the flags name."""
    if args.record is None:
        game, options = chosen_game(args)
        return game.new(**options)
    line = read_line(args)
    return line.positions[line.at(args.move)]


def _printed_of(position: Position, name: str) -> Printed:
    from viewer.games.registry import view_of

    printed = view_of(position.game.name).printed
    if printed is None:
        raise CommandError(
            f"-o {name}: {position.game.title} has no closed bodies to print; write its positions"
            " as .glb"
        )
    return printed()
