"""The data behind the pages: the table's view and its session, with expensive parts cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from boche.engine.game import Outcome, line_texts
from boche.engine.languages.current import translate, word_later
from boche.engine.languages.formats import paired
from boche.engine.message import Message, capitalized
from boche.engine.record import Node, node_text
from boche.viewer.assistant.display import NO_ANALYSIS, AnalysisView
from boche.viewer.explorer.view import NOTHING_EXPLORED, ExplorerView
from boche.viewer.games.info import Guide, Panel
from boche.viewer.games.registry import camera_of, shows, view_of
from boche.viewer.hud import words
from boche.viewer.hud.pages.movelist import Row, rows
from boche.viewer.hud.pages.tree_layout import NO_TREE, TreeLayout, laid_out
from boche.viewer.hud.pages.works import WorkView
from boche.viewer.hud.widgets.items import Colour
from boche.viewer.session import Session
from boche.viewer.storage.settings import Settings, user_name_of
from boche.viewer.table.shown import TableView

TREE = "tree"
"""The setting ``panel_tab`` while the tree is open."""

MOMENT = "moment "
"""Prefix of the names of pictures of the moves of the line shown; their number follows."""

PALETTE_WORDS = (
    word_later("Blue (Black)"), word_later("Yellow (White)"),
)  # fmt: skip
"""The palettes' words for colours, as they stand in data files."""

NAME = "hover_name"
"""The action while the pointer is on what may be the name of a place, or of a move."""

POINT_TO, KEEP_POINTING = "point_to", "keep_pointing_to"
"""The actions while the pointer is on what has a place on the board, and of a click on it."""

LIST, COMMENT, CHAT = "moves", "comment", "chat"
"""The scrollable parts of the panel, by the names that wheel, scroll bar and keys use."""


@dataclass(frozen=True)
class Sign:
    """A mark for the legend: its shape, its colour on light and on dark pieces, and its meaning."""

    shape: str
    on_light: Colour
    on_dark: Colour
    words: str


@dataclass(frozen=True)
class HudData:
    """The data that the HUD shows at one moment.

    ``discs`` are the display colours of the two players. ``names`` holds words for those players
    whose palette colours differ from their names. ``signs`` is the look of the board's marks.
    ``tree`` is the record's drawn tree, empty while its tab is closed. ``works`` are the files that
    are being made in the background.
    """

    view: TableView
    session: Session
    settings: Settings
    info: Panel
    guide: Guide
    rows: list[Row]
    discs: dict[str, Colour]
    analysis: AnalysisView = NO_ANALYSIS
    names: Mapping[str, str] = field(default_factory=dict)
    signs: tuple[Sign, ...] = ()
    tree: TreeLayout = NO_TREE
    explorer: ExplorerView = NOTHING_EXPLORED
    works: tuple[WorkView, ...] = ()

    def translate(self, text: str) -> str:
        """Return a message in the current language, its colours in the palette's words.

        Any other text is returned as it is.
        """
        if not isinstance(text, Message):
            return text
        if self.names:
            first = {name.capitalize(): capitalized(word) for name, word in self.names.items()}
            text = text.exchanged({**self.names, **first})
        return translate(text)

    def azimuth(self, view: str) -> float:
        """Return the azimuth of a named view of the table, such as ``corner``, in degrees."""
        return camera_of(self.session.record.game_name, view).azimuth

    @property
    def position(self) -> Any:
        """The position at the cursor."""
        return self.view.position

    @property
    def on_board(self) -> Any:
        """The position on the board, which that of a line that is shown may be."""
        return self.view.trial.position if self.view.trial is not None else self.position

    @property
    def hides_candidates(self) -> bool:
        """Whether the engine's moves go to levels of which, taken apart, no trace is left."""
        display, position = self.view.display, self.position
        if not display.apart or not display.peeled or self.view.trial is not None:
            return False
        return not all(shows(position, best.target, display) for best in self.analysis.bests)

    @property
    def of_game(self) -> HudData:
        """The same without a line on which only the pointer rests."""
        trial = self.view.trial
        if trial is None or not trial.passing:
            return self
        return replace(self, view=replace(self.view, trial=None))

    @property
    def node(self) -> Node | None:
        """The node of the position on the board; None for one of a line, not in the record."""
        trial = self.view.trial
        return self.session.cursor.node if trial is None else trial.node

    @property
    def own_side(self) -> str:
        """The colour from whose side the user sees the game; empty if no side is theirs."""
        return self.session.seen_by(user_name_of(self.settings))

    @property
    def told_of_place(self) -> str:
        """A line on the place under the pointer: its name, and the best move there or its group.

        Of a group it says that it is the one before a move while the status tells what that makes.
        """
        ghost, place = self.view.ghost, self.translate(self.view.place)
        best = [each.text for each in self.analysis.bests if ghost and each.target == ghost.target]
        begun = ghost is None or bool(self.view.display.taken)
        about = self.view.info if begun or not best else best[0]
        told = ghost is not None and bool(ghost.preview.text)
        if told and place and about and about == self.view.info:
            place = self.translate(words.BEFORE_MOVE(place=self.view.place))
        about = self.translate(about)
        return paired(place, about) if place and about else place or about

    def line_texts(self, moves: Iterable[object], start: Any = None) -> tuple[str, ...]:
        """Return the texts of moves that are made one after the other.

        They begin at a position, by default at the one at the cursor.
        """
        return line_texts(start or self.position, moves)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game on the board, or None; also None while the end is animated."""
        if self.view.trial is not None and self.view.trial.done:
            tried: Outcome | None = self.on_board.outcome
            return tried
        return None if self.view.ending else self.session.outcome


class Shower:
    """A maker of ``Shown``; the rows of the move list are rebuilt only when the record changes."""

    def __init__(self) -> None:
        self._key: tuple[Any, ...] = ()
        self._rows: list[Row] = []
        self._texts: tuple[Any, dict[Node, str]] = (None, {})
        self._tree: tuple[Any, TreeLayout] = (None, NO_TREE)

    def data(
        self,
        view: TableView,
        session: Session,
        settings: Settings,
        discs: dict[str, Colour],
        analysis: AnalysisView = NO_ANALYSIS,
        names: Mapping[str, str] | None = None,
        signs: tuple[Sign, ...] = (),
        explorer: ExplorerView = NOTHING_EXPLORED,
        works: tuple[WorkView, ...] = (),
    ) -> HudData:
        """Return the data that the HUD is to show."""
        key = (session, session.edits.changes)
        if key != self._key:
            self._key, self._rows = key, rows(session.record.root, self._text_of(session))
        of = view_of(session.record.game_name)
        tree = self._tree_of(session) if settings.panel_tab == TREE else NO_TREE
        return HudData(view, session, settings, of.panel, of.guide, self._rows, discs, analysis,
                       names or {}, signs, tree, explorer, works)  # fmt: skip

    def _text_of(self, session: Session) -> Callable[[Node], str]:
        """Return what ``text_of`` does. Texts are kept: the moves before a node never change."""
        of = session, session.record.setup
        if of != self._texts[0]:
            self._texts = of, {}
        known, written = self._texts[1], text_of(session)

        def text(node: Node) -> str:
            if node not in known:
                known[node] = written(node)
            return known[node]

        return text

    def _tree_of(self, session: Session) -> TreeLayout:
        """Return the tree's layout; it is made again only when the tree has changed."""
        key = (session, session.edits.changes)
        if key != self._tree[0]:
            self._tree = key, laid_out(session.record.root)
        return self._tree[1]


def text_of(session: Session) -> Callable[[Node], str]:
    """Return a function that returns the text of a node's move."""
    return partial(node_text, session.record.start)


def row_of(found: list[Row], node: Node) -> int:
    """Return the row of a node or of its nearest ancestor; 0 at the start."""
    places = {}
    for index, row in enumerate(found):
        for entry in (row.first, row.second):
            if entry is not None:
                places[id(entry.node)] = index
    here: Node | None = node
    while here is not None and id(here) not in places:
        here = here.parent
    return places[id(here)] if here is not None else 0
