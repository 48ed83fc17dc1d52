"""Times in a record: the time control in the root, and the times left after moves.

The root has TM and OT. A node has BL and WL, the seconds left to a colour, and in byo-yomi OB and
OW, the number of periods left, the current one included. They count for the colours that the
players have after the node's move, so a swap writes both. Values that are not times are ignored.
"""

from __future__ import annotations

from boche.engine.record.tree import Node, Record
from boche.engine.time_control import MOST_PERIODS, TimeControl, TimeLeft, read_seconds


def control_of(record: Record) -> TimeControl | None:
    """Return the time control that a record names, or None."""
    main = record.root.text("TM")
    return TimeControl.from_sgf(main, record.root.text("OT")) if main else None


def set_control(record: Record, control: TimeControl | None) -> None:
    """Write the time control into the root; None removes it."""
    timed = control is not None and control.start is not None
    record.root.set_text("TM", f"{control.start:g}" if control is not None and timed else "")
    record.root.set_text("OT", control.overtime if control is not None and timed else "")


def keep_left(record: Record, node: Node, colour: str, left: TimeLeft) -> None:
    """Write the time left to a colour after a node's move."""
    letter = record.form.colours[colour]
    node.set_text(f"{letter}L", f"{left.seconds:.2f}")
    node.set_text(f"O{letter}", "" if left.periods is None else str(left.periods))


def written_at(record: Record, node: Node, colour: str) -> dict[str, str]:
    """Return a colour's properties of time at a node, with '' for those that it lacks."""
    letter = record.form.colours[colour]
    return {name: node.text(name) for name in (f"{letter}L", f"O{letter}")}


def left_at(record: Record, node: Node, control: TimeControl) -> dict[str, TimeLeft]:
    """Return the time left to each colour at a node: as last noted on the way, else all of it."""
    letters = dict(record.form.colours)
    found: dict[str, TimeLeft] = {}
    step: Node | None = node
    while step is not None and len(found) < len(letters):
        for colour, letter in letters.items():
            if colour not in found and (left := _noted(step, letter)) is not None:
                found[colour] = left
        step = step.parent
    return {colour: found.get(colour, control.full) for colour in letters}


def _noted(node: Node, letter: str) -> TimeLeft | None:
    text = node.text(f"{letter}L") if node.properties else ""
    seconds = read_seconds(text) if text else None
    if seconds is None:
        return None
    periods = node.text(f"O{letter}")
    known = periods.isascii() and periods.isdigit() and len(periods) < 4
    return TimeLeft(seconds, min(int(periods), MOST_PERIODS) if known else None)
