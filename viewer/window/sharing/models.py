"""3D models of the position, and parts of the game's set for a printer."""

from __future__ import annotations

from collections.abc import Iterator

from boche.engine.languages.current import tr
from boche.engine.languages.formats import short
from boche.viewer.export import jobs
from boche.viewer.export.images import Image, framed
from boche.viewer.export.model.files import EDGE, checked_clearance, checked_edge, printed_of
from boche.viewer.export.model.formats import EDGES, SCENE, STL, THREE_MF, ModelError
from boche.viewer.games.registry import build_scene, camera_of, view_of
from boche.viewer.hud.dialogs.model import Field
from boche.viewer.hud.dialogs.share_model import PASSING, Values
from boche.viewer.renderer.style import Style
from boche.viewer.scene.bodies import Printed
from boche.viewer.scene.model import SceneOptions
from boche.viewer.window.desk import Desk
from boche.viewer.window.sharing.fields import colour_fields, path_field, ranged
from boche.viewer.window.sharing.file_jobs import Works
from boche.viewer.window.sharing.names import Names, path_of
from boche.viewer.window.sharing.studio import Studio
from boche.viewer.window.sharing.work import Estimate, with_time

ROOM = (320, 240)
"""The size of a preview in pixels."""
EDGE_STEPS = (10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 100.0)
CLEARANCES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)


class Models:
    """3D models of the position on one desk."""

    def __init__(self, desk: Desk, names: Names, works: Works) -> None:
        self._desk, self._names, self._works = desk, names, works

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the format, the size, the look, and the file."""
        printed = view_of(self._desk.session.record.game_name).printed
        solid = printed is not None and printed().position is not None
        kinds = (SCENE, THREE_MF) if solid else (SCENE,)
        kind = given.get("kind", SCENE)
        path = self._names.suggested(given.get("path"), kind, (SCENE, THREE_MF))
        fields = []
        if solid:
            fields.append(Field("kind", "choice", tr("Kind"), kind, choices=_kinds(kinds)))
        return [
            *fields,
            ranged("edge", tr("Edge"), given.get("edge", EDGE), EDGE_STEPS, EDGES, unit="mm",
                   tip=tr("A cube's edge, or the width of a tile, cell or square")),
            *colour_fields(given, self._desk.settings),
            Field("marks", "flag", tr("Marks"), given.get("marks", True),
                  tip=tr("The last move, path and groups")),
            path_field(path, kinds),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return what such a model is good for."""
        solid = given.get("kind", SCENE) == THREE_MF
        told = (
            tr("The position as closed bodies in two colours, for a 3D printer.") if solid
            else tr("The position as it is drawn, for other 3D programs.")
        )  # fmt: skip
        return with_time(told, self._works.speeds, self._estimate(given))

    def _estimate(self, given: Values) -> Estimate:
        """Return how long a model takes: as long as the last one of this game."""
        return Estimate(("model", given.get("kind", SCENE), self._desk.session.record.game_name))

    def preview(self, given: Values, studio: Studio) -> Iterator[Image | None]:
        """Yield the position from a corner."""
        session, marks = self._desk.session, given["marks"]
        options = SceneOptions(
            last=session.cursor.last_move if marks else None, labels=False, result=marks
        )
        scene = build_scene(session.position, options)
        yield None
        camera = framed(scene, camera_of(session.record.game_name), ROOM)
        yield studio.draw(scene, camera, Style(given["palette"], given["theme"]), ROOM)[::-1, :, :3]

    def begin(self, given: Values) -> None:
        """Start to make the model. Raises ``BocheError``."""
        kind = given.get("kind", SCENE)
        path, session = path_of(given["path"], kind), self._desk.session
        ending = path.suffix.lower()
        if ending not in (SCENE, THREE_MF):
            raise ModelError(
                tr("{name}: models are written as {endings}, not as {ending}", name=path.name,
                   endings=", ".join((SCENE, THREE_MF)), ending=ending)
            )  # fmt: skip
        played = jobs.Played.of(session.file.named, session.cursor.node)
        self._works.begin(path, jobs.Model(
            played, ending, given["palette"], given["theme"], given["edge"], given["marks"]
        ), estimate=self._estimate(given))  # fmt: skip


class Parts:
    """Parts of the set of the game on one desk, for a printer."""

    passing = PASSING | {"part"}

    def __init__(self, desk: Desk, names: Names, works: Works) -> None:
        self._desk, self._names, self._works = desk, names, works

    @property
    def _printed(self) -> Printed | None:
        printed = view_of(self._desk.session.record.game_name).printed
        return printed() if printed is not None else None

    def fields(self, given: Values) -> list[Field]:
        """Return the fields: the part, its format and measures, and the file."""
        printed = self._printed
        if printed is None:
            return []
        kind = given.get("kind", THREE_MF)
        path = self._names.suggested(given.get("path"), kind, (STL, THREE_MF))
        edge = given.get("edge", printed.edge)
        most = printed.loosest * edge
        clearance = min(given.get("clearance", printed.clearance), most)
        parts = _parts(printed)
        return [
            Field("part", "number", tr("Part"), given.get("part", parts[0][0]), choices=parts),
            Field("kind", "choice", tr("Kind"), kind, choices=_kinds((THREE_MF, STL))),
            ranged("edge", tr("Edge"), edge, (*EDGE_STEPS, printed.edge), EDGES, unit="mm",
                   tip=tr("A cube's edge, or the width of a tile, cell or square")),
            ranged("clearance", tr("Clearance"), clearance,
                   [step for step in CLEARANCES if step <= most], (0.0, most), unit="mm",
                   tip=tr("Between bodies, and to what a part is put into; 0 for printers that "
                          "print both colours at once")),
            *(colour_fields(given, self._desk.settings) if kind == THREE_MF else []),
            path_field(path, (THREE_MF, STL)),
        ]  # fmt: skip

    def description(self, given: Values) -> str:
        """Return what such a part is good for, or that there is none."""
        if self._printed is None:
            title = self._desk.session.record.game.title
            return tr("{title} has no parts to print.", title=title)
        told = tr(
            "Closed bodies as they lie on a 3D printer's bed: an STL has bare triangles, a 3MF "
            "colours, too. The edge is {edge} mm.", edge=short(given["edge"]),
        )  # fmt: skip
        return with_time(told, self._works.speeds, self._estimate(given))

    def _estimate(self, given: Values) -> Estimate:
        """Return how long a part takes: as long as the last time."""
        return Estimate(("part", self._desk.session.record.game_name, given["part"], given["kind"]))

    def quoted(self, given: Values) -> str:
        """Return the parts of the set, a line each."""
        printed = self._printed
        return "\n".join(label for _, label in _parts(printed)) if printed is not None else ""

    def begin(self, given: Values) -> None:
        """Start to make the part. Raises ``BocheError``."""
        session, settings = self._desk.session, self._desk.settings
        printed = printed_of(session.position)
        path = path_of(given["path"], given["kind"])
        ending = path.suffix.lower()
        if ending not in (STL, THREE_MF):
            raise ModelError(
                tr("{name}: parts are written as {endings}, not as {ending}", name=path.name,
                   endings=", ".join((THREE_MF, STL)), ending=ending)
            )  # fmt: skip
        edge = checked_edge(given["edge"], printed.edge)
        clearance = checked_clearance(printed, given["clearance"], edge)
        played = jobs.Played.of(session.file.named, session.cursor.node)
        self._works.begin(path, jobs.Model(
            played, ending, given.get("palette", settings.palette),
            given.get("theme", settings.theme), edge, part=given["part"], clearance=clearance,
        ), estimate=self._estimate(given))  # fmt: skip


def _parts(printed: Printed) -> tuple[tuple[str, str], ...]:
    """Return the names of a set's parts, each with what is told of it."""
    return tuple(
        (name, f"{name} ({tr(part.about)})" if part.about else name)
        for name, part in printed.parts.items()
    )


def _kinds(endings: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((each, each[1:].upper()) for each in endings)
