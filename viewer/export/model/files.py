"""Models of positions as files: GLB as they are drawn, 3MF for a printer."""

from __future__ import annotations

from boche.engine.game import Position
from boche.engine.languages.current import tr
from boche.engine.program import PROGRAM
from boche.viewer.export.model.formats import EDGES, THREE_MF, ModelError
from boche.viewer.export.model.glb import glb
from boche.viewer.export.model.materials import Look
from boche.viewer.games import registry
from boche.viewer.scene.bodies import HERE, Body, Part, Place, Printed
from boche.viewer.scene.model import SceneOptions

EDGE = 30.0  # mm, for a scene


def scene_file(
    position: Position, look: Look, edge: float | None, last: object, marks: bool
) -> bytes:
    """Return the GLB of a position as it is drawn; ``edge`` in mm."""
    options = SceneOptions(last=last if marks else None, labels=False, result=marks)
    return glb(registry.build_scene(position, options), look, checked_edge(edge, EDGE))


def printed_file(
    position: Position,
    look: Look,
    edge: float | None,
    clearance: float | None = None,
    *,
    part: str = "",
    kind: str = THREE_MF,
) -> bytes:
    """Return a position for a printer, or a ``part`` of its game's set: an STL or a 3MF.

    ``edge`` and ``clearance`` are in mm, by default what suits the game. Raises ``ModelError``,
    also for bodies that an STL would run together.
    """
    from boche.viewer.export.model.printing import items, stl, three_mf

    printed = printed_of(position)
    edge = checked_edge(edge, printed.edge)
    loose = checked_clearance(printed, clearance, edge) / edge
    bodies: list[tuple[Body, tuple[Place, ...]]]
    if part:
        bodies = [(body, (HERE,)) for body in part_of(printed, part).bodies(position, loose)]
    else:
        bodies = printed_bodies(printed, position, loose)
    solids = items(bodies, edge, colours_of(look))
    if kind == THREE_MF:
        return three_mf(solids)
    if len(solids) > 1 and not loose:
        raise ModelError(
            tr("without a clearance the bodies touch, an STL would run them together; write a .3mf")
        )
    return stl(solids)


def part_of(printed: Printed, name: str) -> Part:
    """Return the part of that name. Raises ``ModelError``."""
    part = printed.parts.get(name)
    if part is None:
        raise ModelError(
            tr("part {name}: there are {parts}", name=name, parts=", ".join(printed.parts))
        )
    return part


def checked_clearance(printed: Printed, clearance: float | None, edge: float) -> float:
    """Return the clearance between bodies in mm. Raises ``ModelError`` if it is out of range."""
    most = printed.loosest * edge
    if clearance is None:
        return min(printed.clearance, most)
    if not 0 <= clearance <= most:
        raise ModelError(
            tr("clearance {clearance:g}: give 0 to {most:g} mm where the edge is {edge:g} mm",
               clearance=clearance, most=most, edge=edge)
        )  # fmt: skip
    return clearance


def printed_of(position: Position) -> Printed:
    """Return what can be printed of a position's game. Raises ``ModelError`` if nothing can."""
    printed = registry.view_of(position.game.name).printed
    if printed is None:
        raise ModelError(
            tr("{title} has no parts to print; write positions as .glb", title=position.game.title)
        )
    return printed()


def printed_bodies(
    printed: Printed, position: Position, clearance: float
) -> list[tuple[Body, tuple[Place, ...]]]:
    """Return the bodies of a position; ``clearance`` is a fraction of the edge.

    Raises ``ModelError`` in a game whose positions cannot be printed.
    """
    if printed.position is None:
        raise ModelError(
            tr(
                "write positions of {title} as .glb, or one part with --part of {program} model",
                title=position.game.title,
                program=PROGRAM,
            )
        )
    return list(printed.position(position, clearance))


def checked_edge(edge: float | None, default: float) -> float:
    """Return the length of an edge in mm. Raises ``ModelError`` if it is out of range."""
    low, high = EDGES
    if edge is not None and not low <= edge <= high:
        raise ModelError(
            tr("edge {edge:g}: give {low:g} to {high:g} mm", edge=edge, low=low, high=high)
        )
    return default if edge is None else edge


def colours_of(look: Look) -> dict[str, tuple[float, float, float]]:
    """Return the colours of printed bodies by their names."""
    return {name: look.colour(name) for name in ("light", "dark", "wood")}
