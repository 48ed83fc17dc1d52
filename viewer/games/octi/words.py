"""Texts of Octi beyond the rules: pointing, previews, pods, the panel."""

from __future__ import annotations

from boche.engine.languages.current import word_later
from boche.engine.message import Phrase

# Reasons why nothing can begin, or continue, there.
NONE_LEFT = Phrase(
    "octi.none-left", "the pod on {square} has no prongs, and none are left in reserve"
)
WHOSE_POD = Phrase("octi.whose-pod", "the pod on {square} belongs to {colour}")
WHOSE_PODS = Phrase("octi.whose-pods", "the pods on {square} belong to {colour}")
CHOOSE_POD = Phrase("octi.choose-pod", "choose one of the pods on {square}")
NONE_CAN_GO = Phrase("octi.none-can-go", "no pod on {square} can go")
GOES_ON = Phrase(
    "octi.goes-on",
    "choose the square to go to: {squares:either}, or click the pod again to choose another",
)

GOES_FURTHER = Phrase(
    "octi.goes-further",
    "choose the square to go to: {squares:either}, or right-click to cancel the move",
)
NO_PRONGS_YET = Phrase("octi.no-prongs-yet", "this pod has no prongs yet: add one first")
CHOOSE_HOLE = Phrase("octi.choose-hole", "choose one of the holes that are lit")

# What lies in a tray beside the board.
BRING_ON = Phrase("octi.bring-on", "click one of your home squares to bring a pod on: {squares:or}")
NO_HOME_FREE = Phrase(
    "octi.no-home-free", "no pod can be brought on: an enemy stands on each of your home squares"
)
BRING_BACK = Phrase("octi.bring-back", "click {squares:or} to bring a captured pod back")
ADD_PRONG = Phrase("octi.add-prong", "click an empty hole of one of your pods to put a prong there")
WHOSE_TRAY = Phrase("octi.whose-tray", "what lies in this tray belongs to {colour}")

# Questions that a partial move asks.
ASKS = Phrase("octi.asks", "{begun} … {question}")
CAPTURE_WHAT = Phrase(
    "octi.capture-what",
    "Enter captures {square}, or click it; Tab to spare it",
    many="Enter captures all pods on {square}, or click them; Tab to spare some",
)
LANDS = Phrase(
    "octi.lands",
    "jumps over the pod on {square}; once landed, capture or spare it",
    many="jumps over the pods on {square}; once landed, capture or spare them",
)
LANDS_OWN = Phrase(
    "octi.lands-own",
    "jumps over your pod on {square}; once landed, spare or capture it",
    many="jumps over your pods on {square}; once landed, spare or capture them",
)
CAPTURE_WHAT_LIST = Phrase(
    "octi.capture-what-list",
    "capture the pod on {square}, or spare it?",
    many="capture all pods on {square}, or spare some of them?",
)
CAPTURE_WHAT_KEYS = Phrase(
    "octi.capture-what-keys",
    "Enter captures {square}; Tab to spare it",
    many="Enter captures all pods on {square}; Tab to spare some",
)
CAPTURE_OWN = Phrase(
    "octi.capture-own",
    "Enter spares your pod on {square}; click it, or Tab, to capture it",
    many="Enter spares your pods on {square}; click one, or Tab, to capture it",
)
CAPTURE_OWN_LIST = Phrase(
    "octi.capture-own-list",
    "choose the landing again to spare your pod on {square}, or that pod to capture it",
    many="choose the landing again to spare your pods on {square}, one of them to capture it, or "
    "the red ring to capture all",
)
CAPTURE_OWN_KEYS = Phrase(
    "octi.capture-own-keys",
    "Enter spares your pod on {square}; Tab to capture it",
    many="Enter spares your pods on {square}; Tab to capture some",
)
CAPTURE = Phrase("octi.capture", "Capture", many="Capture all")
SPARE = Phrase("octi.spare", "Spare", many="Spare all")
SPARE_ONE = Phrase("octi.spare-one", "Spare {pod}")
SPARE_BARE = Phrase(
    "octi.spare-bare", "Spare the one without prongs", many="Spare one without prongs"
)
SPARE_ANY = Phrase("octi.spare-any", "Spare one")
STOP_HERE = Phrase("octi.stop-here", "Stop here")
WHICH_HOLE = Phrase("octi.which-hole", "drag prong {prong} to another hole of the pod on {square}")
WHICH_PRONG = Phrase("octi.which-prong", "which prong?")
WHICH_OLD = Phrase("octi.which-old", "in place of which of its prongs?")
ON_OR_STOP = Phrase("octi.on-or-stop", "on, or stop here?")
SPARED_ON_OR_STOP = Phrase(
    "octi.spared-on-or-stop",
    "spares the pod on {square}: on, or stop here?",
    many="spares the pods on {square}: on, or stop here?",
)
WRITE_X = Phrase("octi.write-x", "write {move} to capture what it jumps over")
WHERE_TO = Phrase("octi.where-to", "where to?")
WHERE_TO_OR_MORE = Phrase(
    "octi.where-to-or-more", "where to? Or click another pod of {square} to move it too"
)
WHERE_TO_OR_MORE_KEYS = Phrase(
    "octi.where-to-or-more-keys", "where to? Or choose another pod of {square} to move it too"
)
GOES_FROM = Phrase("octi.goes-from", "from {pod} to …")
PRONG = Phrase("octi.prong", "{letter} {arrow}")
TURN_TO = Phrase("octi.turn-to", "turn to {letter} {arrow}")
MOVE_IT = Phrase("octi.move-it", "move it")
ADD_TO_IT = Phrase("octi.add-to-it", "add a prong")
BRING_IT_ON = Phrase("octi.bring-it-on", "bring a pod on")
NEW_POD = Phrase("octi.new-pod", "new pod")
WHERE_GOES = Phrase("octi.where-goes", "where does {pod} go?")

# Messages shown once.
MOVE_TOGETHER = Phrase(
    "octi.move-together",
    "several pods can move together: choose another pod to move it too",
)

# Effects of a move.
MOVE = Phrase("octi.move", "{move}")
BRINGS = Phrase("octi.brings", "{move}: {effects:comma}")
CAPTURES_OWN = Phrase(
    "octi.captures-own",
    "captures your own pod on {squares:and}",
    many="captures {count} of your own pods on {squares:and}",
)
CAPTURES_SOME = Phrase(
    "octi.captures-some", "captures {captured:and} on {square}, spares {spared:and}"
)
CAPTURES_ONE_OF = Phrase(
    "octi.captures-one-of",
    "captures one of the {of} pods on {square}",
    many="captures {count} of the {of} pods on {square}",
)
POD_WITHOUT = Phrase("octi.pod-without", "the pod without prongs")
CAPTURED_ON_OR_STOP = Phrase("octi.captured-on-or-stop", "{captures:comma}: on, or stop here?")
TAKES_HOME = Phrase("octi.takes-home", "takes a home square")
TURNS_PRONG = Phrase("octi.turns-prong", "turns a prong")
ADDS_PRONG = Phrase("octi.adds-prong", "adds a prong")
PALETTE_PRONG = Phrase("octi.palette-prong", "Add a prong that points this way  ({key})")
ADDS_PRONG_LIST = Phrase("octi.adds-prong-list", "adds a prong to the {way}")
TURNS_PRONG_LIST = Phrase("octi.turns-prong-list", "turns a prong to the {way}")
BRINGS_ON = Phrase("octi.brings-on", "brings a pod on")
FROM_RESERVE = Phrase("octi.from-reserve", "from the reserve (middle click: turn one that it has)")
FROM_RESERVE_KEYS = Phrase(
    "octi.from-reserve-keys", "from the reserve ({key} again: turn one that it has)"
)
FROM_RESERVE_LIST = Phrase("octi.from-reserve-list", "from the reserve")
SPARES = Phrase("octi.spares", "spares the pod on {square}", many="spares the pods on {square}")

# A square, and pods on it.
SQUARE = Phrase("octi.square", "{square}")
PODS_THERE = Phrase(
    "octi.pods-there",
    "one {colour} pod on {square}: {pods:comma}",
    many="{count} {colour} pods on {square}: {pods:comma}",
)
BARE = Phrase("octi.bare", "no prongs")

# The panel.
IN_RESERVE = Phrase("octi.in-reserve", "In reserve")
RESERVE = Phrase("octi.reserve", "{pods}, {prongs}")
RESERVE_TIP = Phrase("octi.reserve-tip", "what {colour} can still bring on and add")
PODS = Phrase("octi.pods", "{count} pod", many="{count} pods")
PRONGS = Phrase("octi.prongs", "{count} prong", many="{count} prongs")
CAPTURED = Phrase("octi.captured", "Captured")
CAPTURED_TIP = Phrase(
    "octi.captured-tip",
    "pods that {colour} has lost: they come back while {colour} holds an enemy home",
)
ALL_THREE = Phrase("octi.all-three", "hold all 3 enemy homes")
ANY_ONE = Phrase("octi.any-one", "hold any enemy home")
WINS_TIP = Phrase("octi.wins-tip", "at the end of your turn; each side has three homes")
HOLDS = Phrase("octi.holds", "Holds")
HELD = Phrase("octi.held", "{squares} ({count} of {wanted})")
HOLDS_TIP = Phrase(
    "octi.holds-tip", "enemy homes that {colour} occupies; {wanted} at the end of a turn win"
)
CAN_WIN = Phrase("octi.can-win", "{colour} can win")
YOU_CAN_WIN = Phrase("octi.you-can-win", "You can win")
CAN_WIN_TIP = Phrase("octi.can-win-tip", "this move takes the enemy home that {colour} lacks")
SEEN_BEFORE = Phrase("octi.seen-before", "Seen before")
SECOND_TIME = Phrase("octi.second-time", "for the second time")
SEEN_TIP = Phrase("octi.seen-tip", "the third time is a draw")

# The spoken board.
PODS_OF = Phrase("octi.pods-of", "{colour} pods")
PODS_HERE = Phrase("octi.pods-here", "{pods:and}", many="{count} pods, {pods:and}")
WITH_PRONGS = Phrase("octi.with-prongs", "prong {prongs}", many="prongs {prongs}")

BY_KEYS = {
    CAPTURE_WHAT.kind: CAPTURE_WHAT_KEYS,
    CAPTURE_OWN.kind: CAPTURE_OWN_KEYS,
    WHERE_TO_OR_MORE.kind: WHERE_TO_OR_MORE_KEYS,
    FROM_RESERVE.kind: FROM_RESERVE_KEYS,
}
"""Texts that mention the mouse, as they are worded for keys."""

BY_LIST = {
    CAPTURE_WHAT.kind: CAPTURE_WHAT_LIST,
    CAPTURE_OWN.kind: CAPTURE_OWN_LIST,
    WHERE_TO_OR_MORE.kind: WHERE_TO_OR_MORE_KEYS,
    FROM_RESERVE.kind: FROM_RESERVE_LIST,
    ADDS_PRONG.kind: ADDS_PRONG_LIST,
    TURNS_PRONG.kind: TURNS_PRONG_LIST,
}
"""The same where all ways to play at a place are listed."""

WAYS = (
    word_later("north"),
    word_later("north-east"),
    word_later("east"),
    word_later("south-east"),
    word_later("south"),
    word_later("south-west"),
    word_later("west"),
    word_later("north-west"),
)
ARROWS = "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196"
"""The directions of the prongs ``a`` to ``h``, as words and as they lie before Black."""

# Kinds of actions, told where they are possible for the first time.
FIRST_PRONG = Phrase(
    "octi.first-prong",
    "Click an empty hole of one of your pods to put a prong there: it can then go that way. By "
    "keys: arrows, then Enter.",
)
FIRST_MOVE = Phrase(
    "octi.first-move",
    "This pod has prongs: click its middle to move it, then a square that is lit. By keys: arrows, "
    "then Enter, for the pod and for the square.",
)
FIRST_CAPTURE = Phrase(
    "octi.first-capture",
    "This pod can jump over an enemy and capture it: click its middle, then the square behind. By "
    "keys: arrows, then Enter, for the pod and for the square.",
)
FIRST_BRING = Phrase(
    "octi.first-bring",
    "Click the wood of a home square of yours to bring a pod on from the reserve. By keys: arrows, "
    "then Enter; Tab goes through what a square offers.",
)
