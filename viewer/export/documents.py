"""Figures, models, pages and films from Python: the functions behind the methods."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from typing import Any

from boche.engine import arguments
from boche.engine.arguments import ArgumentError, in_short
from boche.engine.atomic_write import refuse_unwritable
from boche.engine.game import Position
from boche.engine.languages.current import tr, tr_word
from boche.engine.pictures import Apart, Direction, Palette, PathName, View
from boche.engine.record import Node, Record, check_records
from boche.engine.record.marks import Mark
from boche.viewer.export.film import MOST_PLAYED
from boche.viewer.export.film.encode import film_kind, film_steps, step_count
from boche.viewer.export.film.frames import FilmOptions, MovesError, Plan, Story
from boche.viewer.export.film.pictures import Looks
from boche.viewer.export.line import caption_of, move_index
from boche.viewer.export.pictures import (
    check_path,
    checked_marks,
    checked_size,
    checked_style,
    checked_way,
    line_to,
    saved,
    shown_position,
)
from boche.viewer.games.registry import build_scene, taken_apart, viewpoint
from boche.viewer.scene.model import SceneOptions

Progress = Callable[[int, int], object] | bool | None
"""A function of what is done and of the whole; True for a bar; None for one in notebooks only."""


def svg(
    position: Position,
    path: PathName | None,
    *,
    view: View | Direction,
    apart: Apart | None,
    palette: str,
    width: float,
    last: object,
    drawn: Iterable[Mark],
    labels: bool,
    marks: bool,
) -> str:
    """Return a figure of a position as SVG; see ``Position.svg``."""
    check_path(path, ".svg")
    seen = checked_marks(position, drawn)
    return _figure(
        position, path, view=view, apart=apart, palette=palette, width=width, last=last,
        drawn=seen, labels=labels, marks=marks,
    )  # fmt: skip


def _figure(
    position: Position,
    path: PathName | None,
    *,
    view: View | Direction,
    apart: Apart | None,
    palette: str,
    width: float,
    last: object,
    drawn: tuple[Mark, ...],
    labels: bool,
    marks: bool,
    numbered: tuple[str, ...] = (),
    written: str = "",
) -> str:
    from boche.viewer.export.figure.drawing import SHEET
    from boche.viewer.export.figure.files import figure_file

    way = checked_way(apart)
    marked = last if marks else None
    drawn = drawn if marks else ()
    options = SceneOptions(last=marked, numbered=numbered, labels=labels, result=marks, drawn=drawn)
    camera, to_frame = viewpoint(position.game.name, view)
    if way is not None:
        found = taken_apart(position, way, camera, SHEET)
        camera, to_frame = found.camera, True
        options = replace(options, apart=found.apart)
    title, text = caption_of(position, written or last)
    data = figure_file(
        build_scene(position, options), camera, ".svg", palette=palette, width=width,
        to_frame=to_frame, title=title, text=text,
    )  # fmt: skip
    return saved(path, data).decode()


def svg_of_record(
    record: Record,
    path: PathName | None,
    *,
    move: int | None,
    node: Node | None,
    drawn: Iterable[Mark],
    numbers: bool,
    **options: Any,
) -> str:
    """Return a figure of a record's position as SVG; see ``Record.svg``."""
    check_path(path, ".svg")
    position, marked = shown_position(record, move, node, drawn, numbers)
    line = line_to(record, node)
    return _figure(position, path, written=line.written(line.at(move)), **marked, **options)


def model(
    position: Position,
    path: PathName | None,
    *,
    palette: str,
    theme: str,
    edge: float | None,
    last: object,
    marks: bool,
) -> bytes:
    """Return a model of a position; see ``Position.model``."""
    from boche.viewer.export.model.files import printed_file, scene_file
    from boche.viewer.export.model.formats import SCENE, THREE_MF
    from boche.viewer.export.model.materials import look_of

    check_path(path, SCENE, THREE_MF)
    look = look_of(palette, theme)
    if path is not None and os.fspath(path).lower().endswith(THREE_MF):
        return saved(path, printed_file(position, look, edge))
    return saved(path, scene_file(position, look, edge, last, marks))


def page(
    record: Record,
    path: PathName | None,
    *,
    move: int | None,
    view: View,
    palette: str,
    board_only: bool,
    labels: bool,
    marks: bool,
) -> str:
    """Return a page of a record; see ``Record.page``."""
    from boche.viewer.export.page.document import page_of
    from boche.viewer.export.page.game_data import Look
    from boche.viewer.export.page.move_tree import Options

    check_path(path, ".html", ".htm")
    at = move_index(move, len(record.moves()))
    look = Look(at, view, palette, board_only, Options(labels=labels, marks=marks))
    html = page_of([record], look)
    saved(path, html.encode("utf-8", "replace"))
    return html


def page_of_records(
    records: Iterable[Record],
    path: PathName | None = None,
    *,
    title: str = "",
    move: int | None = None,
    view: View = "corner",
    palette: Palette = "classic",
    board_only: bool = False,
    labels: bool = True,
    marks: bool = True,
) -> str:
    """Return one page that shows many games in any browser, and write it to ``path`` if given.

    The reader chooses among them. ``title`` is the page's, by default that of the first game. Each
    game begins after ``move`` moves, by default at its end; a shorter one at its end, too. All else
    is as in ``Record.page``. Raises ``RecordError`` for an illegal move, ``ArgumentError`` if there
    is no record, or something else among them.
    """
    from boche.viewer.export.page.document import page_of
    from boche.viewer.export.page.game_data import Look
    from boche.viewer.export.page.move_tree import Options

    check_path(path, ".html", ".htm")
    listed = check_records(records)
    arguments.check_text("title", title)
    if move is not None:
        arguments.check_whole("move", move)
    options = Options(labels=labels, marks=marks)
    look = Look(-1 if move is None else move, view, palette, board_only, options)
    html = page_of(listed, look, title)
    saved(path, html.encode("utf-8", "replace"))
    return html


def film(
    record: Record,
    path: PathName,
    *,
    size: tuple[int, int],
    view: View | Direction,
    palette: str,
    theme: str,
    moves: tuple[int, int] | None,
    node: Node | None,
    drawn: Mapping[Node, Iterable[Mark]] | None,
    fps: int | None,
    loop: int,
    progress: Progress,
    **options: Any,
) -> None:
    """Write a film of a record; see ``Record.film``."""
    arguments.check_path("path", path)
    check_progress(progress)
    arguments.check_whole("loop", loop, 0, MOST_PLAYED)
    name = os.fspath(path)
    kind = film_kind(name)
    refuse_unwritable(name)
    style, (camera, to_frame) = checked_style(palette, theme), viewpoint(record.game_name, view)
    looks = Looks(checked_size(size), camera, style, to_frame)
    line = line_to(record, node)
    marks = _marks_by_node(record, drawn)
    first, last = moves or (1, len(line.moves))
    if moves and not 1 <= first <= last:
        raise MovesError(
            tr("moves {moves}: give the first and the last move, as in (10, 30)", moves=moves)
        )
    chosen = FilmOptions(first, last, fps=kind.fps if fps is None else fps, **options)
    plan = Plan(Story(record, line.moves, line.positions, marks), chosen)
    with closing(film_steps(name, plan, looks, loop)) as steps:
        for _ in with_progress(steps, step_count(kind, plan), progress):
            pass


def _marks_by_node(
    record: Record, drawn: Mapping[Node, Iterable[Mark]] | None
) -> dict[Node, tuple[Mark, ...]]:
    """Return a film's further marks. Raises ``ArgumentError`` and ``RecordError``."""
    if drawn is None:
        return {}
    if not isinstance(drawn, Mapping):
        raise ArgumentError(
            tr("drawn: {value} does not map nodes to marks", value=arguments.in_short(drawn))
        )
    return {node: checked_marks(record.position(node), marks) for node, marks in drawn.items()}


# -- progress: told to a function, or shown as a bar


def check_progress(progress: object) -> None:
    """Raise ``ArgumentError`` unless the value says how progress is to be told."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise ArgumentError(
            tr(
                "progress: {value} is neither a function nor True or False",
                value=in_short(progress),
            )
        )


def with_progress(steps: Iterable[object], total: int, progress: Progress) -> Iterator[object]:
    """Yield the pictures as they are made, and tell of each once it is there."""
    if callable(progress):
        for done, step in enumerate(steps, 1):
            progress(done, total)
            yield step
    elif progress or (progress is None and in_notebook()):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it may miss ipywidgets, and then draws in characters
            from tqdm.autonotebook import tqdm
        yield from tqdm(steps, total=total, unit=tr_word("picture"), file=sys.stderr)
    else:
        yield from steps


def in_notebook() -> bool:
    """Return whether this is the process behind a notebook, in which a cell has no terminal."""
    if "IPython" not in sys.modules:
        return False
    shell = import_module("IPython").get_ipython()
    return shell is not None and "IPKernelApp" in shell.config
