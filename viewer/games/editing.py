"""The picker of a board that is set up: that of its game, except while pieces are taken off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boche.engine.draft import TakeOff
from boche.engine.errors import RefusedMoveError
from boche.engine.game import Step
from boche.engine.message import NOTHING, Message
from boche.engine.words import NO_PIECE
from boche.viewer.camera.camera import Vector
from boche.viewer.camera.rays import Ray
from boche.viewer.games.view import Display, Pick, Picker, Preview
from boche.viewer.games.words import CHOOSE, TAKES


def editing(picker: Picker) -> Picker:
    """Return a picker for drafts. While pieces are taken off, they are the targets."""

    def pick(draft: Any, ray: Ray, display: Display) -> Pick:
        found = picker.pick(draft, ray, display)
        if not draft.taking:
            return _added(draft, picker, found) or _refused(draft, picker, found)
        place = picker.piece(draft, found)
        target = place if place in draft.pieces else None
        reason = NOTHING if target else NO_PIECE(place=place) if place else CHOOSE()
        return replace(found, target=target, key="", reason=reason)

    def place(draft: Any, target: str, display: Display) -> Vector:
        return picker.place(draft, _spot(draft, target), display)

    def over(draft: Any, target: str, ray: Ray, display: Display) -> bool:
        return not draft.taking and picker.over(draft, target, ray, display)

    def target_of(draft: Any, move: Any) -> str | None:
        return move.place if isinstance(move, TakeOff) else picker.target_of(draft, move)

    def preview(draft: Any, move: Any) -> Preview:
        if isinstance(move, TakeOff):
            return Preview(text=TAKES(place=move.place))
        try:
            return picker.preview(draft, move)
        except RefusedMoveError as error:  # it is refused when it is made
            return Preview(text=error.message)

    def steps(draft: Any, taken: str) -> tuple[Step, ...]:
        return draft.steps(taken) if draft.taking else picker.steps(draft, taken)

    def asks(draft: Any, taken: str) -> Message:
        return NOTHING if draft.taking else picker.asks(draft, taken)

    def lettered(draft: Any, target: str | None, pick: Pick, taken: str) -> str | None:
        return None if draft.taking else picker.lettered(draft, target, pick, taken)

    def place_name(draft: Any, pick: Pick, taken: str) -> Message:
        return NOTHING if draft.taking else picker.place_name(draft, pick, taken)

    return replace(
        picker, pick=pick, place=place, over=over, target_of=target_of, preview=preview,
        steps=steps, asks=asks, lettered=lettered, place_name=place_name,
    )  # fmt: skip


def _added(draft: Any, picker: Picker, found: Pick) -> Pick | None:
    """Return a pick that adds to the piece pointed at, where pointing at it means nothing else."""
    piece = picker.piece(draft, found) if found.target is None else ""
    target = picker.lettered(draft, None, found, "") if piece else None
    return replace(found, target=target, reason=NOTHING) if target else None


def _refused(draft: Any, picker: Picker, found: Pick) -> Pick:
    """Return a pick with the reason why nothing more can be put down there, if there is one."""
    on_board = found.face is not None and not picker.piece(draft, found)
    place = found.target or str(getattr(found.face, "square", ""))
    why = draft.refusal(place) if on_board and place else NOTHING
    return replace(found, target=None, reason=why) if why else found


def _spot(draft: Any, target: str) -> str:
    """Return the target of the game's own picker where a piece lies."""
    return draft.pieces[target].rpartition(":")[2] if draft.taking else target
