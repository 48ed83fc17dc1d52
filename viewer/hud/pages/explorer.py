"""The explorer's tab: the opening book's moves for the position shown, and those played there."""

from __future__ import annotations

from boche.engine.explorer.answers import GameFound, MoveCount
from boche.engine.explorer.book import BookMove
from boche.engine.games.registry import GAMES
from boche.engine.languages.current import tr, tr_later, translate
from boche.engine.languages.formats import grouped, joined, paired, percent, written_day
from boche.engine.message import Message, capitalized
from boche.engine.record.people import called, result_shown
from boche.viewer.hud import words
from boche.viewer.hud.model import LIST, HudData
from boche.viewer.hud.pages.controls import command_button
from boche.viewer.hud.widgets.geometry import Rect
from boche.viewer.hud.widgets.items import Action, Colour
from boche.viewer.hud.widgets.widgets import Pen, button_width, scrollbar
from boche.viewer.table.shown import EXPLORER

HOVER = "hover_explored"
"""The action of a pointer on a move: its rank from 1, or None once the pointer has left."""

PLAY = "play_explored"
"""The action of a click on a move: its text."""

OPEN = "open_explored"
"""The action of a click on a game."""

MOST_NAMED = 4
"""Most moves named that win for certain."""

LATEST = tr_later("Latest games")

Move = BookMove | MoveCount
Row = Move | str | GameFound
"""A row of the list: a move, a heading or a game."""

DRAWN: Colour = (136, 136, 140, 255)


def explorer(pen: Pen, rect: Rect, shown: HudData) -> None:
    """Draw the book's moves, those played and the latest games."""
    m, view = pen.metrics, shown.explorer
    pen.hit(rect, None, scroll=LIST)
    foot, rest = rect.cut_bottom(m.button + m.gap / 2)
    _buttons(pen, foot.cut_bottom(m.button)[0])
    if shown.session.why_no_help:
        pen.sentence(rest, shown.session.why_no_help, 1.4)
        return
    answer = view.answer
    games = answer.games if answer is not None else 0
    whole = rest
    head, rest = rest.cut_top(1.4 * m.small)
    count = "" if view.status else tr("Looking…")
    if answer is not None:
        said_count = words.EXPLORED(count=games, games=grouped(games))
        count = pen.translate(said_count if games else words.UNREACHED)
    nothing = answer is not None and not (games or answer.book or answer.moves or answer.latest)
    pen.text(head, "" if nothing else capitalized(count), pen.look.quiet, size=m.small)
    skipped = answer.skipped if answer is not None else 0
    note = pen.translate(words.SKIPPED(count=skipped)) if skipped else ""
    pen.hit(head, None, paired(view.place, joined((count, note))))
    if view.proven:
        rest = pen.sentence(rest, _solved(shown), 1.4)
    rest = pen.sentence(rest, view.status, 1.4, most=2)
    if answer is None:
        return
    rows: list[Row] = []
    book = pen.translate(words.BOOK(colour=shown.position.turn))
    for heading, some in (
        (book, answer.book), (view.place if answer.book else "", answer.moves),
        (tr(LATEST), answer.latest),
    ):  # fmt: skip
        rows += [heading, *some] if some and heading else some
    if nothing:
        pen.sentence(rest if view.proven or view.status else whole, words.UNEXPLORED, 1.4)
    if rows:
        _rows(pen, rest.cut_top(m.gap / 4)[1], shown, rows)


def _solved(shown: HudData) -> str:
    """Return whether the mover wins for certain, and by which moves."""
    position, proven = shown.position, shown.explorer.proven
    winning = tuple(move for move, wins in proven.items() if wins)[:MOST_NAMED]
    told = words.SOLVED_BY(colour=position.turn, moves=winning)
    return told if winning else words.SOLVED(colour=position.turn)


def chance_known(shown: HudData) -> Message | None:
    """Return what the open explorer knows of the mover's chance here, or None."""
    view, turn = shown.explorer, shown.position.turn
    if shown.settings.panel_tab != "explorer" or shown.session.why_no_help:
        return None
    if view.proven:
        colours = shown.session.record.game.colours
        other = colours[1 - colours.index(turn)]
        return words.SOLVED_SHORT(colour=turn if any(view.proven.values()) else other)
    if view.answer is None or not view.answer.book:
        return None
    best = max(move.chance for move in view.answer.book)
    return words.BOOK_CHANCE(colour=turn, share=percent(best))


def _buttons(pen: Pen, rect: Rect) -> None:
    m = pen.metrics
    for label, command in ((tr("Games"), "find_position"), (tr("Folder"), "explorer_folder")):
        part, rect = rect.cut_left(button_width(pen, label) + m.gap)
        command_button(pen, part.inset(0, m.unit), command, label=label)
        rect = rect.cut_left(m.gap / 2)[1]


def _rows(pen: Pen, rect: Rect, shown: HudData, rows: list[Row]) -> None:
    m = pen.metrics
    places = rect.rows(1.25 * m.row)
    trial = shown.view.trial
    at_moves = [at for at, row in enumerate(rows) if isinstance(row, Move)]
    ranks = {at: rank for rank, at in enumerate(at_moves, 1)}
    tried = trial.rank if trial is not None and trial.source == EXPLORER else 0
    kept = at_moves[tried - 1] if 0 < tried <= len(at_moves) and not pen.hovered(rect) else None
    top = pen.first_line(LIST, len(rows), len(places), kept=kept)
    names = [pen.width(row.move) for row in rows if isinstance(row, Move)]
    wide = min(max(names, default=0), 0.4 * rect.w)
    most = max((row.games for row in rows if isinstance(row, MoveCount)), default=0)
    columns = wide + m.gap, pen.width(grouped(most), size=m.small) + m.gap
    for index, place in enumerate(places[: len(rows) - top], top):
        row, inner = rows[index], Rect(place.x, place.y, place.w - m.gap, place.h)
        if isinstance(row, Move):
            _move(pen, inner, shown, ranks[index], row, columns)
        elif isinstance(row, str):
            pen.text(inner.inset(m.gap / 2, 0), row, pen.look.quiet, size=m.small)
        else:
            _game(pen, inner, row)
    scrollbar(pen, rect, top, len(places), len(rows), LIST)


def _move(
    pen: Pen, rect: Rect, shown: HudData, rank: int, move: Move, columns: tuple[float, float]
) -> None:
    """Draw a move: its name, the number of games, the bar of results, the mover's score.

    A move of the book has the mover's chance, and no games.
    """
    m, look, trial = pen.metrics, pen.look, shown.view.trial
    spot = rect.inset(0, m.unit)
    is_shown = trial is not None and trial.source == EXPLORER and trial.rank == rank
    pen.highlight(spot, is_shown)
    name, rest = spot.inset(m.gap / 2, 0).cut_left(columns[0])
    pen.text(name, shown.line_texts([move.move])[0], bold=is_shown)
    count, rest = rest.cut_left(columns[1])
    share: float | None
    results: tuple[float, float, float]
    if isinstance(move, BookMove):
        share, results = move.chance, (move.chance, 0.0, 1.0 - move.chance)
    else:
        share, results = move.share, (move.won, move.drawn, move.lost)
        pen.text(count, grouped(move.games), look.quiet, size=m.small)
    proof = shown.explorer.proof(move)
    score = percent(share) if share is not None else "-"
    if proof is not None:
        score = tr("wins") if proof else tr("loses")
    widest = max(pen.width(each, size=m.small) for each in (tr("loses"), tr("wins"), percent(1.0)))
    part, rest = rest.cut_right(widest + m.gap / 2)
    colour = look.text if proof is None else look.good if proof else look.danger
    pen.text(part, score, colour, size=m.small, align="right")
    _bar(pen, rest.inset(m.gap / 2, 0.32 * rest.h), shown, results)
    pen.hit(spot, Action(PLAY, move.move), _tip(pen, move, proof), scroll=LIST,
            hover=Action(HOVER, rank))  # fmt: skip


def _bar(pen: Pen, rect: Rect, shown: HudData, results: tuple[float, float, float]) -> None:
    """Draw the mover's results as a bar: the first colour's wins, grey, then the other's.

    The colours stand on the sides that they have in the evaluation's bar, whoever moves.
    """
    won, drawn, lost = results
    finished = sum(results)
    if not finished or rect.w < pen.metrics.gap:
        return
    first, second = shown.session.record.game.colours
    if shown.position.turn != first:
        won, lost = lost, won
    rest = rect
    for count, fill in (
        (won, shown.discs[first]), (drawn, DRAWN), (lost, shown.discs[second])
    ):  # fmt: skip
        part, rest = rest.cut_left(min(round(rect.w * count / finished), rest.w))
        if part.w >= 1:
            pen.box(part, fill)
    pen.box(rect, (0, 0, 0, 0), 0.0, pen.look.quiet)


def _tip(pen: Pen, move: Move, proof: bool | None) -> str:
    """Return the numbers in words."""
    if isinstance(move, BookMove):
        tip = words.BOOK_MOVE(chance=percent(move.chance, 1), visits=grouped(move.visits))
    else:
        tip = words.EXPLORED_MOVE(
            count=move.games, games=grouped(move.games),
            won=move.won, drawn=move.drawn, lost=move.lost,
        )  # fmt: skip
    told = [pen.translate(tip)]
    if len(move.moves) > 1:
        told.append(tr("also {moves} by symmetry", moves=" ".join(move.moves[1:6])))
    if proof is not None:
        told.append(
            tr("proven: the mover wins if both play perfectly")
            if proof
            else tr("proven: the mover loses if both play perfectly")
        )
    return capitalized(joined(told))


def _game(pen: Pen, rect: Rect, game: GameFound) -> None:
    """Draw a game that reached the position; a click opens it there."""
    m, look = pen.metrics, pen.look
    spot = rect.inset(0, m.unit)
    pen.highlight(spot, chosen=False)
    inner = spot.inset(m.gap / 2, 0)
    when = written_day(game.date)
    date, inner = inner.cut_right(pen.width(when, size=m.small) + m.gap / 2)
    pen.text(date, when, look.quiet, size=m.small, align="right")
    players = " - ".join(translate(called(name)) or "?" for name in game.players)
    pen.text(inner, players, size=m.small)
    about = ", ".join(
        filter(None, (players, game.event, result_shown(game.result, GAMES.values()), when))
    )
    pen.hit(spot, Action(OPEN, game), tr("{game}; click to open it here", game=about), scroll=LIST)
