"""What the program itself writes into comments: evaluations, and lines that were kept.

Comments belong to the record, so they are kept in English; ``comment_shown`` says them in the
current language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from boche.engine.languages.catalogue import ENGLISH
from boche.engine.languages.current import current, tr, tr_word, translate
from boche.engine.languages.formats import percent
from boche.engine.message import Message
from boche.engine.program import PROGRAM
from boche.engine.words import CERTAIN, DRAW_CERTAIN, EVERY_MOVE_LOSES, WINS_BY, WINS_IN

MARK = f"[{PROGRAM}] "
"""Beginning of a line of ours in a comment."""


MOVES = 4
"""Most moves of a line of which it is not known that it leads to the end of the game."""


def comment_line(
    win: Mapping[str, float],
    proven: str | None,
    best: Sequence[str],
    lost: bool = False,
    wins_in: int | None = None,
) -> str:
    """Return an evaluation as a line of a comment; ``best`` lists the expected moves, if any.

    If every move is ``lost``, they are those that the search spent most on, if there are any. With
    ``wins_in``, see ``certainty``, they lead to the end of the game.
    """
    shares = ", ".join(f"{colour} {share:.0%}" for colour, share in win.items())
    sure = f", {certainty(proven, wins_in)}" if proven and (best or lost) else ""
    head = f"{MARK}{shares}{sure}"
    moves = " ".join(best[:MOVES] if wins_in is None else best)
    if lost:
        return f"{head}; {EVERY_MOVE_LOSES()}" + (f" (longest: {moves})" if moves else "")
    return f"{head}; best: {moves}" if moves else head


def certainty(proven: str, wins_in: int | None = None, moves: Sequence[str] = ()) -> Message:
    """Return a message that says what is proven, and in how many ``moves``, if that is known."""
    if proven == "draw":
        return DRAW_CERTAIN()
    if wins_in is None:
        return CERTAIN(colour=proven)
    if not moves:
        return WINS_IN(colour=proven, count=wins_in)
    return WINS_BY(colour=proven, count=wins_in, moves=" ".join(moves))


def missed_line(colour: str, before: float, after: float) -> str:
    """Return a missed chance as a line of a comment: what it was, and what was left of it.

    It stands in a variation that people read, so it has no mark.
    """
    return f"A better move: {colour} {before:.0%}, not {after:.0%}"


def kept_line(colour: str, chance: str) -> str:
    """Return a line of a comment on moves that the engine has suggested.

    ``chance`` is a percentage in any language.
    """
    return f"{MARK}a line of the engine: {colour} {_digits(chance)}%"


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def with_line(comment: str, line: str) -> str:
    """Return the comment with an evaluation's line appended and any earlier one removed."""
    others = [old for old in comment.split("\n") if not _is_ours(old)]
    return "\n".join([*others, line]).strip("\n")


def comment_shown(comment: str) -> str:
    """Return a comment with the program's own lines in the current language.

    All else, and a line that it does not know, stays as it is.
    """
    if current() == ENGLISH or not any(map(_is_ours, comment.split("\n"))):
        return comment
    return "\n".join(map(_line_shown, comment.split("\n")))


def _is_ours(line: str) -> bool:
    return line.startswith(MARK) or _BETTER.fullmatch(line) is not None


def _line_shown(line: str) -> str:
    text = line.removeprefix(MARK)
    if text == line:
        return _better(line) or line
    return MARK + (_evaluation(text) or _missed(text) or _kept_line(text) or text)


_SHARE = r"[a-z]+ [0-9]+%"
_EVALUATION = re.compile(
    rf"(?P<shares>{_SHARE}(?:, {_SHARE})*)(?:, (?P<sure>[^;]+))?"
    rf"(?:; best: (?P<best>.+)|; (?P<lost>{EVERY_MOVE_LOSES()})(?: \(longest: (?P<longest>.+)\))?)?"
)
# Files of earlier versions have the first one, behind the mark.
_MISSED = re.compile(r"missed: (?P<colour>[a-z]+) (?P<before>[0-9]+)%, not (?P<after>[0-9]+)%")
_BETTER = re.compile(_MISSED.pattern.replace("missed", "A better move", 1))
_KEPT = re.compile(r"a line of the engine: (?P<colour>[a-z]+) (?P<chance>[0-9]+\s?%)")


def _evaluation(text: str) -> str:
    found = _EVALUATION.fullmatch(text)
    if found is None:
        return ""
    parts = [_colour_and(*share.split()) for share in found["shares"].split(", ")]
    line = ", ".join([*parts, *([_sure(found["sure"])] if found["sure"] else [])])
    if found["best"]:
        return f"{line}; " + tr("best: {moves}", moves=found["best"])
    if not found["lost"]:
        return line
    longest = found["longest"]
    more = f" ({tr('longest: {moves}', moves=longest)})" if longest else ""
    return f"{line}; {translate(EVERY_MOVE_LOSES())}{more}"


def _colour_and(colour: str, share: str) -> str:
    return f"{tr_word(colour)} {_percent(share)}"


def _percent(text: str) -> str:
    return percent(int(_digits(text)) / 100)


_WINS_IN = re.compile(r"(?P<colour>[a-z]+) wins in (?P<count>[0-9]+) moves?")


def _sure(text: str) -> str:
    counted = _WINS_IN.fullmatch(text)
    proven = text.removesuffix(CERTAIN.text.removeprefix("{colour}"))
    known = certainty("draw" if text == DRAW_CERTAIN.text else proven)
    if counted is not None:
        known = certainty(counted["colour"], int(counted["count"]))
    return translate(known) if known == text else text


def _missed(text: str) -> str:
    found = _MISSED.fullmatch(text)
    return tr("missed: {colour} {before}, not {after}", **_fall(found)) if found else ""


def _better(text: str) -> str:
    found = _BETTER.fullmatch(text)
    return tr("A better move: {colour} {before}, not {after}", **_fall(found)) if found else ""


def _fall(found: re.Match[str]) -> dict[str, str]:
    """Return a colour and its chances before and after, in the current language."""
    percents = {name: _percent(found[name]) for name in ("before", "after")}
    return {"colour": tr_word(found["colour"]), **percents}


def _kept_line(text: str) -> str:
    found = _KEPT.fullmatch(text)
    if found is None:
        return ""
    return tr(
        "a line of the engine: {colour} {chance}",
        colour=tr_word(found["colour"]), chance=_percent(found["chance"]),
    )  # fmt: skip
