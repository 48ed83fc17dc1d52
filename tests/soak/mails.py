"""Randomly damaged mails: none raises an error, and none plays a move its sender did not mean.

``python -m tests.soak.mails [--read N] [--count N] [--forged N] [--seed S]``

The samples mean one move, MEANT. Other moves, and the end of the game, occur in quotes, in
signatures, and in automatic mails: those must never be played, whatever is damaged beside them.
Also mails forged in a player's name: after any number of them, the player's own answer is played.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from boche.server.database.connect import open_store
from boche.server.limits import Limit
from boche.server.mail.incoming import senders
from boche.server.mail.parsing import read_mail
from boche.server.play.match import ACTIVE
from tests.server.desk import Desk
from tests.server.mail.office import HOME, SAMPLES, Office

MEANT, QUOTED = b"c:d3", b"c:a1"
PLAYED = MEANT.decode()
KEPT = (QUOTED, b"resign", b"On ", b"From:", b"Von:", b"-----", b"-- ", b"blockquote", b"gmail",
        b"Auto-", b"Precedence", b"List-", b"Return-Path", b"divRply", b"appendonsend",
        b"Gesendet", b"Sent:", b"Subject:", b"Betreff", b"wrote")  # fmt: skip
"""Lines that mark quotes or automatic mails: they are left unchanged."""

CHARSETS = (b"utf-16", b"utf-7", b"idna", b"x-none", b"iso-2022-jp", b"shift_jis", b"big5", b"",
            b"\xff", b"unicode_escape", b"us-ascii; charset=utf-8", b"zlib")  # fmt: skip
HEADERS = (b"Content-Type: text/html", b"MIME-Version: 7", b"X: " + b"y" * 3000,
           b"Message-ID: <a@b> <c@d>", b"To: ,,,<>(((", b"From: \"", b"Received: x",
           b"Content-Transfer-Encoding: quoted-printable", b"Date: never", b"Cc: a b c: d;,",
           b"=?utf-8?q?Subject?=: help", b"Content-Disposition: attachment")  # fmt: skip


def damaged(raw: bytes, chance: random.Random) -> bytes:
    """Return the mail with some damage."""
    lines = raw.split(b"\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        if any(each in lines[at] for each in KEPT) and chance.random() < 0.999:
            lines.insert(0, chance.choice(HEADERS))
            continue
        what = chance.randrange(8)
        if what == 0 and lines[at]:
            line = bytearray(lines[at])
            for _ in range(chance.randint(1, 5)):
                line[chance.randrange(len(line))] = chance.randrange(256)
            lines[at] = bytes(line).replace(b"\n", b"?")
        elif what == 1:
            lines[at] += b"\r"
        elif what == 2:
            lines[at] = chance.randbytes(chance.randint(0, 60)).replace(b"\n", b"")
        elif what == 3:
            lines.insert(at, lines[at])
        elif what == 4:
            lines = [line.replace(b"utf-8", chance.choice(CHARSETS)) for line in lines]
        elif what == 5:
            lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
        elif what == 6:
            lines.insert(chance.randint(0, min(6, len(lines))), chance.choice(HEADERS))
        else:
            lines[at] = lines[at] * chance.choice((2, 50))
    found = b"\n".join(lines)
    return found[: chance.randint(1, len(found))] if chance.random() < 0.05 else found


class Soak:
    """A post office that receives damaged mails, each as an answer to a mail about a game."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.store = open_store(f"sqlite:///{folder / 'server.db'}")
        self.desk = Desk(self.store)
        self.office = Office(self.desk)
        self.chance = random.Random(seed)
        self.samples = {path.stem: path.read_bytes() for path in sorted(SAMPLES.iterdir())}
        self.number, self.ann, self.bob = self.desk.board(options="")
        self.came: Counter[str] = Counter()
        self.played = self.count = 0

    def one(self) -> None:
        """Send one more mail. Raises ``AssertionError`` if it has a forbidden effect."""
        name = self.chance.choice(list(self.samples))
        self.count += 1
        own = self.samples[name].replace(b"Message-ID: <", b"Message-ID: <%d." % self.count)
        raw = damaged(own, self.chance)
        self.desk.pass_time(30.0)
        to = self.office.address(self.number, 0)
        came = self.office.post.take(raw, "ann@example.org", [to])
        self.came[came.partition(":")[0]] += 1
        board = self.office.on(self.number)
        moves = board.moves
        if moves:
            assert moves == (PLAYED,), (name, moves, raw)
            assert PLAYED.encode() in raw or b"base64" in raw, (name, raw)
            self.played += 1
        assert board.row.state == ACTIVE, (name, raw)
        if moves:
            answer = self.desk.do("boche challenge --unrated ann bob", user=self.ann)
            self.number = int(answer.split(":")[0].removeprefix("board "))
            self.desk.do(f"boche accept {self.number}", user=self.bob)


def read(count: int, seed: int) -> Counter[str]:
    """Read damaged mails: their first line is never taken from a quote. Return counts by kind."""
    chance, found = random.Random(seed), Counter[str]()
    samples = [path.read_bytes() for path in sorted(SAMPLES.iterdir())]
    for _ in range(count):
        raw = damaged(chance.choice(samples), chance)
        mail = read_mail(raw, "ann@example.org", ["play@games.example"])
        first = mail.text.split("\n")[0].strip()
        assert mail.automatic or first not in (QUOTED.decode(), "resign"), raw
        found["of programs" if mail.automatic else "meant" if first == PLAYED else "other"] += 1
    return found


def damage(folder: Path, count: int, seed: int = 0) -> Soak:
    """Process ``count`` damaged mails. Return the soak test with its results."""
    kept = senders.MAILS
    senders.MAILS = Limit("mails", 60, 0.001)
    soak = Soak(folder, seed)
    try:
        for _ in range(count):
            soak.one()
    finally:
        senders.MAILS = kept
        soak.store.close()
    return soak


Address = Callable[[int, int], str]
"""A function from board and seat to the address where an answer plays."""


def forged(number: int, address: Address, count: int) -> Iterator[tuple[str, str]]:
    """Yield mails forged in a player's name: the text and the recipient."""
    good = address(number, 0)
    name, _, host = good.partition("@")
    bad = f"{name[:-20]}{'a' * 20}@{host}"
    kinds = [("help", ""), ("c:a1", "token"), (f"boche move {number} ann wrong-horse c:a1", ""),
             (f"boche resign {number}", ""), ("signup mallory wrong-horse", ""),
             (f"multiple\nboche resign {number} ann wrong-horse\ndelete ann wrong-horse", ""),
             ("boche challenge ann bob", ""), ("Hello!", "")]  # fmt: skip
    for turn in range(count):
        text, to = kinds[turn % len(kinds)]
        yield text, bad if to == "token" else HOME


def flooded(folder: Path, count: int) -> Counter[str]:
    """Send ``count`` forged mails, then the player's own answer. Return counts of the results."""
    store = open_store(f"sqlite:///{folder / 'server.db'}")
    office = Office(Desk(store))
    number, _, _ = office.desk.board(options="")
    came = Counter(office.send(text, to=to) for text, to in forged(number, office.address, count))
    assert office.moves(number) == ()
    assert office.send(PLAYED, to=office.address(number, 0)) == "done"
    assert office.moves(number) == (PLAYED,), "the player's own answer was not played"
    store.close()
    return came


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Damage mails; nothing is played by mistake.")
    parser.add_argument("--read", type=int, default=100_000, help="mails that are only read")
    parser.add_argument("--count", type=int, default=10_000, help="mails that are done, too")
    parser.add_argument("--forged", type=int, default=10_000, help="mails in a player's name")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    begin = time.monotonic()
    print(f"mails: {args.read} damaged and read, {dict(read(args.read, args.seed))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        soak = damage(Path(folder), args.count, args.seed)
    with tempfile.TemporaryDirectory() as folder:
        came = flooded(Path(folder), args.forged)
    print(f"mails: {args.forged} forged, {dict(came)}; the player's own was played", flush=True)
    print(f"mails: {args.count} damaged, {soak.played} moves played as meant, {dict(soak.came)}, "
          f"{time.monotonic() - begin:.0f} s")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
