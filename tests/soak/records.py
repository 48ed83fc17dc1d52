"""Malformed records: ``python -m tests.soak.records --count 1000000``.

Each is a small record of some game with a few random changes. It is either read, or refused with
the project's own error; what was read is checked, shown and written in both formats, and what was
written reads back as the same.
"""

from __future__ import annotations

import argparse
import copy
import pickle
import random
import sys
import time
import traceback

from boche.engine.errors import BocheError, RecordError
from boche.engine.printable import printable
from boche.engine.record import (
    Record,
    check,
    dump_moves,
    dump_sgf,
    final_position,
    list_name,
    load_all,
)
from boche.engine.record.dialect import read_result

ROOT = (
    "FF[4]CA[UTF-8]AP[boche:1]PB[Anna]PW[Bert]DT[2024-05-12]EV[a cup]GN[a game]RE[{re}]"
    "C[hello]GC[more]BR[1d]WR[2d]TM[60]OT[x]PC[here]RO[1]SO[y]US[z]AN[w]CP[c]ON[o]"
)
MARKS = (
    "AR[37:57]CR[46]DD[]LB[57:a]LN[33:34]MA[a]SL[11]SQ[12]TR[13]N[x]BM[1]DO[]GB[2]V[1]BL[3]OB[1]"
)
SEEDS = [
    f"(;GM[Boche]SZ[3]RU[-kill=0]{ROOT};W[c:a1]C[x];B[swap]{MARKS}(;B[b:a2])(;B[a:b1]))",
    f"(;GM[Che]RU[-num_tiles=5 -group_area=9]{ROOT};W[fl:0,0]{MARKS};B[fr:0,1 + br:0,2])",
    f"(;GM[Boku]{ROOT};B[e4];W[f5]{MARKS};B[a1])",
    f"(;GM[19]RU[full:edgeless]BO[37][57][77]WO[33][53][73]NP[25]NR[4]NS[0]{ROOT}"
    f";B[57+E]{MARKS};W[53])",
    f"(;GM[19]RU[fast]BO[33][53][73]WO[37][57][77]{ROOT};B[53+A]{MARKS};W[57];B[53A-54])",
    "(;GM[Boche]AB[a]AW[b]AE[c]PL[W]SZ[2];W[c:a1];B[resign])",
    "boche challenge -size=4 -kill=0 anna bert\n# hello\n1. c:a1 swap\n2. b:a2 # x\nresign light\n",
    "boche move 17 anna secret c:a1\nboche move 17 bert x swap\n",
    "che challenge -num_tiles=5 anna ?\n1. fl:0,0 fr:0,1+br:0,2\n",
    "boku challenge anna bert\n1) e4 f5 2) a1\nresign\n",
    "octi challenge -bases=1 -wrap anna bert\n1. 57+E 53\n2. 57e-56 53+a\n",
]
SEEDS = [seed.replace("{re}", "W+R") for seed in SEEDS]
JUNK = [
    b"", b" ", b"0", b"-1", b"7", b"37", b"999999999", b"9" * 5000, b"-" + b"8" * 4400, b"1e9",
    b"0x10", b"1_0", b"\x1c37", b"\x1f5", b"\x0b3", "\u0663\u0667".encode(), "²".encode(),
    "\uff13".encode(), "é".encode(), "İẞß".encode(), "\u2028".encode(), "\u202e".encode(),
    b"\xed\xb2\x80", b"\xff", b"\xc3", b"\x85", b"\x1b[2J", b"\x07", b"\r", b"\n", b"\r\n", b"\t",
    b"\\", b"\\]", b"]", b"[", b"(", b")", b";", b":", b"#", b"-", b"--", b"-kill=0", b"-size=9",
    b"?", b"X #1", b"UTF-8", "UTF-8é".encode(), b"ISO-8859-1", b"ascii", b"cp1252", b"utf-7",
    b"idna", b"undefined", b"../x", b"19", b"Boche", b"Che", b"Boku", b"W+", b"B+R", b"W+T",
    b"Draw", b"W+Path", b"resign", b"RESIGN", b"challenge", b"move", b"swap", b"pass", b"tt",
    b"c:a1", b"1.", b"fl:0,0", b"fr:1,0+bl:0,-1", b"fl:+5,-0", b"fl:999999999,0", b"e5xf6", b"57+E",
    b"46-48x(cd,-)", b"46-47,46-48", b"full:edgeless", b"fast", b"B", b"W", b"\xef\xbb\xbf",
    b"{}%s%d", b"c" * 3000,
]  # fmt: skip
NAMES = b"FF GM CA SZ RU BO WO NP NR NS PB PW RE C B W AB PL LB AR KM XX aB".split()


def mutated(rng: random.Random) -> bytes:
    """Return a seed record with a few changes."""
    data = rng.choice(SEEDS).encode()
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(CHANGES)(rng, data)
    return data


def _value(rng: random.Random, data: bytes) -> bytes:
    """Change the text between the brackets of one property."""
    opened = [i for i, byte in enumerate(data) if byte == ord("[")]
    if not opened:
        return _word(rng, data)
    start = rng.choice(opened) + 1
    end = data.find(b"]", start)
    end = end if end >= 0 else len(data)
    old, junk = data[start:end], rng.choice(JUNK)
    new = rng.choice((junk, junk, junk + old, old + junk, old + b"][" + junk))
    return data[:start] + new + data[end:]


def _word(rng: random.Random, data: bytes) -> bytes:
    """Change the text of one word."""
    words = data.split(b" ")
    at = rng.randrange(len(words))
    words[at] = rng.choice((rng.choice(JUNK), words[at] + rng.choice(JUNK)))
    return b" ".join(words)


def _property(rng: random.Random, data: bytes) -> bytes:
    """Insert one more property somewhere."""
    return _put(rng, data, rng.choice(NAMES) + b"[" + rng.choice(JUNK) + b"]")


def _insert(rng: random.Random, data: bytes) -> bytes:
    return _put(rng, data, rng.choice(JUNK))


def _put(rng: random.Random, data: bytes, new: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + new + data[at:]


def _cut(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 1, 3, 20)) :]


def _byte(rng: random.Random, data: bytes) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _double(rng: random.Random, data: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    return _put(rng, data, data[start : start + rng.choice((3, 20, 200))])


def _splice(rng: random.Random, data: bytes) -> bytes:
    other = rng.choice(SEEDS).encode()
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :]


CHANGES = (_value, _value, _value, _value, _word, _property, _insert, _cut, _byte, _double, _splice)


def judge(data: bytes, show: bool = True) -> bool:
    """Read, check, perhaps show, and write a text. Return whether it could be read.

    Raises ``AssertionError`` for lost data or unclear messages; unexpected errors pass through.
    """
    try:
        records = load_all(data)
    except RecordError as error:
        _clear(str(error))
        return False
    for record in records[:3]:
        for problem in (*record.problems, *check(record)):
            _clear(str(problem))
        if show:
            _show(record)
        _sgf(record)
        _moves(record)
    return True


def _clear(message: str) -> None:
    assert len(message) < 400, f"too long: {message[:500]!r}"
    assert "\n" not in message, f"more than one line: {message!r}"


def _show(record: Record) -> None:
    for node in record.nodes():
        for line in printable(node.comment, block=True).encode().decode().split("\n"):
            assert _plain(line).isprintable(), line
    assert all(printable(name).isprintable() for name in map(_plain, record.players.values()))
    try:
        end = final_position(record)
    except RecordError as error:
        _clear(str(error))
        return
    end.text_board(coordinates=True)
    assert copy.copy(end) == pickle.loads(pickle.dumps(end)) == end


def _plain(name: str) -> str:
    """Return a name without characters that are shown unescaped although Python escapes them."""
    return "".join(char for char in name if not char.isspace() and ord(char) < 0x2000)


def _sgf(record: Record) -> None:
    written = dump_sgf(record)
    again = load_all(written)
    assert len(again) == 1, "another number of games"
    assert again[0] == record, f"another record: {written!r}"
    assert dump_sgf(again[0]) == written, f"it changes when it is written again: {written!r}"


def _moves(record: Record) -> None:
    """Check that a list of moves is the same game, or refused; a legal game is never refused."""
    try:
        text = dump_moves(record)
    except RecordError as error:
        _clear(str(error))
        assert check(record), "a legal game is refused"
        return
    (again,) = load_all(text.encode("utf-8", "surrogateescape"))
    assert (again.game_name, again.options) == (record.game_name, record.options), text
    names = {colour: list_name(name) for colour, name in record.players.items()}
    assert (again.players, again.problems) == (names, ()), text
    assert _played(again) == _played(record), text
    assert dump_moves(again) == text, "it changes when it is written again"


def _played(record: Record) -> tuple[object, ...]:
    """Return the moves as the game parses them, with their colours, and who won by resignation."""
    start = record.game.start(record.options)
    moves = [(_parsed(start, n.move), n.colour) for n in record.main_line() if n.move is not None]
    result = read_result(record.form, record.result)
    winner = result.winner if result is not None and result.kind == "resignation" else None
    if moves and str(moves[-1][0]).casefold() == "resign":
        loser = moves.pop()[1]
        winner = next(colour for colour in record.form.colours if colour != loser)
    return (*moves, winner)


def _parsed(start: object, move: str | None) -> object:
    try:
        return str(start.parse(move))  # type: ignore[attr-defined]
    except BocheError:
        return move


def run(count: int, seconds: float, seed: int, first: int = 0) -> int:
    """Judge records up to a limit, print failures, and return their number."""
    end = time.monotonic() + seconds
    tried = read = failed = 0
    for index in range(first, first + count):
        if time.monotonic() > end:
            break
        data = mutated(random.Random(f"{seed}/{index}"))
        tried += 1
        try:
            read += judge(data, show=index % 8 == 0)  # showing takes the most time
        except Exception:
            failed += 1
            print(f"--seed {seed} --first {index} --count 1: {data[:400]!r}")
            print(traceback.format_exc()[-2000:])
            if failed >= 20:
                break
        if tried % 50_000 == 0:
            print(f"... {tried} tried, {read} read, {failed} failed", flush=True)
    print(f"records: {tried} tried, {read} read, {failed} with foreign exceptions or losses")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first record")
    args = parser.parse_args()
    return 1 if run(args.count, args.seconds, args.seed, args.first) else 0


if __name__ == "__main__":
    sys.exit(main())
