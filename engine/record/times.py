"""Times in a record: the time control in the root, and the times left after moves.

The root has TM and OT, and with a handicap TMB or TMW, our own: the main time of who begins as that
colour, if it is not TM. Other programs know one TM for both. A swap exchanges colours, and each
player keeps their time. A node has BL and WL, the seconds left to a colour, and in byo-yomi OB and
OW, the number of periods left, the current one included. They count for the colours that the
players have after the node's move, so a swap writes both. Values that are not times are ignored.
"""

from __future__ import annotations

from boche.engine.record.people import is_swap
from boche.engine.record.tree import Node, Record
from boche.engine.time_control import MOST_PERIODS, TimeControl, TimeLeft, read_seconds

CONTROL = ("TM", "OT", "TMB", "TMW")
"""The root's properties that make the time control."""


def control_of(record: Record) -> TimeControl | None:
    """Return the time control that a record names, or None."""
    root = record.root
    main = root.text("TM")
    control = TimeControl.from_sgf(main, root.text("OT")) if main else None
    if control is None:
        return None
    letters = [record.form.colours[colour] for colour in record.game.colours]
    return control.with_mains(*(read_seconds(root.text(f"TM{letter}")) for letter in letters))


def set_control(record: Record, control: TimeControl | None) -> None:
    """Write the time control into the root; None removes it."""
    texts = dict.fromkeys(CONTROL, "")
    if control is not None and control.start is not None:
        texts |= {"TM": f"{control.start:g}", "OT": control.overtime}
        if control.second is not None:
            texts[f"TM{record.form.colours[record.game.colours[1]]}"] = f"{control.second:g}"
    for name, text in texts.items():
        record.root.set_text(name, text)


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
    swapped = False
    step: Node | None = node
    while step is not None and len(found) < len(letters):
        for colour, letter in letters.items():
            if colour not in found and (left := _noted(step, letter)) is not None:
                found[colour] = left
        swapped ^= is_swap(step)
        step = step.parent
    first, second = record.game.colours
    sides = {first: int(swapped), second: int(not swapped)}
    return {colour: found.get(colour, control.of(sides[colour]).full) for colour in letters}


def _noted(node: Node, letter: str) -> TimeLeft | None:
    text = node.text(f"{letter}L") if node.properties else ""
    seconds = read_seconds(text) if text else None
    if seconds is None:
        return None
    periods = node.text(f"O{letter}")
    known = periods.isascii() and periods.isdigit() and len(periods) < 4
    return TimeLeft(seconds, min(int(periods), MOST_PERIODS) if known else None)
