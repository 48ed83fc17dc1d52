"""Messages of Octi: why a move is refused, and how a game ended."""

from __future__ import annotations

from boche.engine.message import Phrase

# Why a text is not a move.
NO_MOVE = Phrase("octi.no-move", "not a move; write 46+c, 46+c-b, 57, 46-47 or 46-48x")
NO_SQUARE_TEXT = Phrase(
    "octi.no-square-text",
    "a square is two digits from 1 to 9, x before y, from 11 to 99",
)
NO_PRONG_TEXT = Phrase("octi.no-prong-text", "a prong is a letter from a to h")
NAMED_TWICE = Phrase("octi.named-twice", "{prongs} names a prong twice")

# Which pods are meant.
NO_SQUARE = Phrase("octi.no-square", "there is no square {square}")
NO_POD = Phrase("octi.no-pod", "there is no pod on {square}")
NOT_YOURS = Phrase("octi.not-yours", "the pod on {square} is not yours")
SEVERAL_SQUARES = Phrase(
    "octi.several-squares", "the pods of one square move in a turn, not those of {squares:both}"
)
TOO_MANY = Phrase(
    "octi.too-many",
    "there is only one pod on {square}",
    many="there are only {count} pods on {square}",
)
TOO_MANY_ALIKE = Phrase(
    "octi.too-many-alike", "{pods:comma}: there are not that many pods of this kind on {square}"
)
NO_SUCH_POD = Phrase(
    "octi.no-such-pod", "no pod on {square} has just the prongs {prongs}; there is {pods:comma}"
)
BARE_ONE = Phrase("octi.bare-one", "one without prongs")
AMBIGUOUS = Phrase(
    "octi.ambiguous", "this fits several pods: {moves:either}; name the one that is meant"
)
NO_POD_CAN = Phrase("octi.no-pod-can", "no pod can make this move")

# Unfinished moves.
NO_BEGINNING = Phrase("octi.no-beginning", "no move begins so here")
WHOLE = Phrase("octi.whole", "{whole} is whole, nothing follows")
NO_STEP = Phrase("octi.no-step", "no step from here")

# Pods brought on.
NO_HOME = Phrase(
    "octi.no-home",
    "{square} is not a home square; to move a pod write {square}-.., for a prong {square}+..",
)
ENEMY_THERE = Phrase("octi.enemy-there", "an enemy stands on {square}")
ENEMY_HOME = Phrase(
    "octi.enemy-home",
    "{square} is an enemy home; there a captured pod comes back, beside one of yours",
)
NO_RESERVE = Phrase("octi.no-reserve", "no pod is left in reserve")
NO_HOME_HELD = Phrase(
    "octi.no-home-held",
    "a captured pod comes back only while you hold a home square of the enemy",
)
NOT_BESIDE = Phrase(
    "octi.not-beside",
    "a captured pod comes back only where one of yours stands, not on {square}",
)

# Prongs.
HAS_PRONG = Phrase("octi.has-prong", "the pod on {square} has a prong {prong} already ({prongs})")
NO_PRONG_TO_TURN = Phrase(
    "octi.no-prong-to-turn", "the pod on {square} has no prong {prong} to turn"
)
NO_PRONG_LEFT = Phrase(
    "octi.no-prong-left", "no prong is left in reserve; one may be turned, as in 46+c-b"
)

# Steps and jumps.
NOT_IN_REACH = Phrase(
    "octi.not-in-reach",
    "{to} is neither next to {square} nor two squares away in a straight line",
)
STEP_AND_JUMP = Phrase(
    "octi.step-and-jump", "{square}-{to}: a pod makes one step, or jumps only; it cannot do both"
)
STEP_CAPTURES = Phrase("octi.step-captures", "{square}-{to} is a step, which captures nothing")
NO_PRONGS = Phrase("octi.no-prongs", "the pod on {square} has no prongs, so it cannot move")
NO_WAY = Phrase(
    "octi.no-way", "no prong of the pod on {square} ({prongs}) leads to a square it may go to"
)
NO_PRONG = Phrase("octi.no-prong", "the pod on {square} has no prong {prong}, {direction}")
ENEMY_AHEAD = Phrase(
    "octi.enemy-ahead",
    "an enemy stands on {square}; a step goes to an empty or friendly square",
)
NOTHING_TO_JUMP = Phrase(
    "octi.nothing-to-jump", "no pod stands on {square} that could be jumped over"
)
JUMPED_TWICE = Phrase("octi.jumped-twice", "{square} is jumped over twice by one pod")
NOT_EMPTY = Phrase("octi.not-empty", "{square} is not empty, so no jump ends there")
NOT_THERE = Phrase("octi.not-there", "no pod {pod} to capture on {square}, but: {pods:comma}")
WITHOUT_PRONGS = Phrase("octi.without-prongs", "without prongs")

# Why a text is not a position.
NOT_BOTH = Phrase("octi.not-both", "write what black has, a slash, and what white has")
NO_POD_TEXT = Phrase(
    "octi.no-pod-text", "not a pod; write its square and its prongs in order, such as 46cdef"
)
NO_STORE_TEXT = Phrase(
    "octi.no-store-text", "not a store; write pods in reserve, captured pods, prongs: 4,0,25"
)
NO_KEY_TEXT = Phrase("octi.no-key-text", "not an earlier position, which has 16 digits, 0 to f")
REPEATED_BEFORE = Phrase("octi.repeated-before", "an earlier position has occurred three times")
HELD_BEFORE = Phrase("octi.held-before", "{colour} has won before the last move")

# Notes on reading a record.
TURNED = Phrase(
    "octi.turned",
    "this record has Black in the south: the board is turned, and Black sits in the north",
)

# How a game ended.
REPETITION = Phrase("octi.repetition", "the same position for the third time")
STUCK = Phrase("octi.stuck", "{loser} has no move left")
ALL_HOMES = Phrase("octi.all-homes", "{winner} wins by holding all three home squares of {loser}")
ONE_HOME = Phrase("octi.one-home", "{winner} wins by holding home square {square} of {loser}")

# Threats, and what a move allows.
CAN_CAPTURE = Phrase(
    "octi.can-capture",
    "{colour} can capture the pod on {square}: {moves:or}",
    many="{colour} can capture the {count} pods on {square}: {moves:or}",
)
LETS_CAPTURE = Phrase(
    "octi.lets-capture",
    "{move} lets {colour} capture your pod on {square}: {moves:or}",
    many="{move} lets {colour} capture your {count} pods on {square}: {moves:or}",
)
CAN_TAKE_HOMES = Phrase("octi.can-take-homes", "{colour} can win on the home squares: {moves:or}")
LETS_TAKE_HOMES = Phrase(
    "octi.lets-take-homes", "{move} lets {colour} win on your home squares: {moves:or}"
)

# What a move does.
ADDS = Phrase(
    "octi.does-add",
    "adds prong {prong} to the pod on {square}",
    many="adds prong {prong} to a pod on {square}",
)
TURNS = Phrase(
    "octi.does-turn",
    "turns prong {old} of the pod on {square} to {prong}",
    many="turns prong {old} of a pod on {square} to {prong}",
)
BRINGS_ON = Phrase(
    "octi.does-bring-on", "brings a pod from the reserve onto the home square {square}"
)
BRINGS_BACK = Phrase("octi.does-bring-back", "brings a captured pod back on {square}")
MOVES = Phrase(
    "octi.does-move",
    "moves a pod from {square} to {ends:and}",
    many="moves {count} pods from {square} to {ends:and}",
)
CAPTURES = Phrase(
    "octi.captures",
    "captures the pod on {squares:and}",
    many="captures {count} pods on {squares:and}",
)
CAPTURES_YOURS = Phrase(
    "octi.captures-yours",
    "{colour} has captured your pod on {squares:and}",
    many="{colour} has captured {count} of your pods, on {squares:and}",
)
CAPTURES_OWN = Phrase(
    "octi.does-capture-own",
    "captures one of your own pods",
    many="captures {count} of your own pods",
)
TAKES_HOMES = Phrase(
    "octi.does-take-homes",
    "takes home square {squares:and}",
    many="takes home squares {squares:and}",
)
SAVES = Phrase("octi.does-save", "keeps what stands on {squares:and} from being captured")
THREATENS = Phrase("octi.does-threaten", "threatens to capture on {squares:or}")

# The same if only a record's result is known.
WON_BY = {
    "homes": Phrase("octi.won-by-homes", "{winner} won on the home squares"),
    "stuck": Phrase("octi.won-by-stuck", "{winner} won: no move was left"),
}
