"""Texts of Boche beyond the rules: pointing, previews, groups, the panel."""

from __future__ import annotations

from boche.engine.message import Phrase

# Reasons why nothing can be placed.
ENDS_HERE = Phrase(
    "boche.ends-here",
    "{cell} has a cube on level {level}, and no nest can form on this side: the pyramid ends here",
)
OCCUPIED = Phrase("boche.occupied", "{cell} has a cube on level {level}")
IN_THE_AIR = Phrase(
    "boche.in-the-air", "{cell} on level {level} needs {below:and} filled on the level below"
)

# Effects of a move.
EXCHANGE = Phrase("boche.exchange", "the players exchange colours")
JOINS = Phrase("boche.joins", "makes {groups:and}")
JOINED_GROUP = Phrase(
    "boche.joined-group",
    "a {colour} group of {count} blob",
    many="a {colour} group of {count} blobs",
)

# The meanings of marks, when they are seen for the first time.
LINE_MEANS = Phrase("boche.line-means", "The thin line runs round what this cube would join.")
RING_MEANS = Phrase(
    "boche.ring-means", "The broad ring marks a group that this cube would enclose."
)
GLOW_MEANS = Phrase("boche.glow-means", "The winning path glows.")
FILL_MEANS = Phrase(
    "boche.fill-means", "The group in red, with a line within, was enclosed."
)  # not a light line: a colour's name, which palettes exchange

# The place under the pointer, and the group there.
PLACE = Phrase("boche.place", "{cell}, level {level}")
CUBE = Phrase("boche.cube", "{cell}, level {level}, rotation {rotation}")
GROUP = Phrase(
    "boche.group",
    "{colour} group of {count} blob, {state}",
    many="{colour} group of {count} blobs, {state}",
)
UNDER = Phrase("boche.under", "under level {level}: {group}")
WITHOUT_ABOVE = Phrase(
    "boche.without-above",
    "{group}; lit: {count} blob without the levels above",
    many="{group}; lit: {count} blobs without the levels above",
)
IS_ENCLOSED = Phrase("boche.is-enclosed", "enclosed")
NO_SIDE = Phrase("boche.no-side", "touches no side")
SIDES = Phrase("boche.sides", "touches the {sides:and} side", many="touches the {sides:and} sides")
SIDES_WHEN_FULL = Phrase(
    "boche.sides-when-full", "touches all three sides; a path counts once the board is full"
)

# The panel.
LINK = Phrase("boche.link", "link all three sides; enclosing does not count")
LINK_OR_ENCLOSE = Phrase("boche.link-or-enclose", "link all three sides, or enclose an enemy group")
LINK_WHEN_FULL = Phrase(
    "boche.link-when-full",
    "link all three sides once the board is full; enclosing does not count",
)
ENCLOSE_OR_LINK_WHEN_FULL = Phrase(
    "boche.enclose-or-link-when-full",
    "enclose an enemy group, or link all three sides once the board is full",
)
CUBES_LEFT = Phrase("boche.cubes-left", "Cubes left")
EVEN_LEVELS = Phrase("boche.even-levels", "Even levels")
ODD_LEVELS = Phrase("boche.odd-levels", "Odd levels")
FITTING_TIP = Phrase("boche.fitting-tip", "the rotations that fit on these levels")
LEVELS_TAKE = Phrase(
    "boche.levels-take",
    "even levels take {even} to {even_last}; odd ones {odd} to {odd_last}",
)
LEVELS = Phrase("boche.levels", "Levels")
ANY_ROTATION = Phrase("boche.any-rotation", "any rotation")
ANY_TIP = Phrase("boche.any-tip", "the first cube decides which rotations fit on which levels")
IN_DANGER = Phrase("boche.in-danger", "In danger: {count} blob", many="In danger: {count} blobs")
YOURS_IN_DANGER = Phrase(
    "boche.yours-in-danger",
    "In danger: your {count} blob",
    many="In danger: your {count} blobs",
)
YOUR_CHANCE = Phrase(
    "boche.your-chance",
    "Your chance: {count} {colour} blob",
    many="Your chance: {count} {colour} blobs",
)
OPEN_ENDS = Phrase("boche.open-ends", "{count} open end", many="{count} open ends")
DANGER_TIP = Phrase(
    "boche.danger-tip",
    "an open end is an empty hole that the group touches; a group that has none and touches no "
    "side is enclosed, and its owner loses",
)

# The spoken board.
LEVEL = Phrase("boche.level", "Level {layer}")
ALL_BANDS = Phrase(
    "boche.all-bands", "rotation {rotation}, {top} on top, {top} bands on all three faces"
)
ONE_BAND = Phrase(
    "boche.one-band",
    "rotation {rotation}, {top} on top, a {top} band on the {face}, {other} bands elsewhere",
)

# Kinds of actions, told where they are possible for the first time.
FIRST_HOLE = Phrase(
    "boche.first-hole",
    "Point at a hole: the cube you could place appears there. Click to place it. By keys: arrows, "
    "then Enter.",
)
FIRST_ROTATION = Phrase(
    "boche.first-rotation",
    "Before you place the cube you can turn it: by the wheel, by Tab or by a letter from A to H.",
)
FIRST_NEST = Phrase(
    "boche.first-nest",
    "Three cubes make a nest: here a cube can lie on top of them. Click the nest. By keys: arrows, "
    "then Enter.",
)
FIRST_SWAP = Phrase(
    "boche.first-swap",
    "Only now you may take over this cube and its colour instead of placing one: choose Swap "
    "colours above the board.",
)
