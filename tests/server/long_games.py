"""Games far longer than people play them, written directly to a database."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sqlalchemy import insert, update

from boche.server.database.schema import boards, moves
from boche.server.database.store import Transaction
from boche.server.play.setup import CreatedBoard, SeatTaker, Terms, make

HOMES = (("37", "57", "77"), ("33", "53", "73"))


def endless(seed: int = 0) -> Iterator[str]:
    """Yield turns of Octi that never end: two prongs for each pod, which are then rotated."""
    chance = random.Random(seed)
    prongs: dict[str, list[str]] = {}
    for prong in "ab":
        for black, white in zip(*HOMES, strict=True):
            for square in (black, white):
                prongs.setdefault(square, []).append(prong)
                yield f"{square}+{prong}"
    while True:
        for homes in HOMES:
            square = chance.choice(homes)
            new = chance.choice([each for each in "abcdefgh" if each not in prongs[square]])
            old, prongs[square] = prongs[square], [new, chance.choice(prongs[square])]
            (gone,) = [each for each in old if each not in prongs[square]]
            yield f"{square}+{new}-{gone}"


def put(transaction: Transaction, count: int, seed: int = 0, now: float = 0.0) -> CreatedBoard:
    """Set up a board of two guests on which so many of these turns have been played."""
    made = make(transaction, Terms.of("octi", {}), (SeatTaker(), SeatTaker()), now)
    turns = [text for text, _ in zip(endless(seed), range(count), strict=False)]
    transaction.connection.execute(
        insert(moves),
        [{"board": made.number, "ply": ply, "text": text, "seat": (ply + 1) % 2, "at": now}
         for ply, text in enumerate(turns, 1)],
    )  # fmt: skip
    transaction.connection.execute(
        update(boards).where(boards.c.id == made.number).values(ply=count, turn=count % 2)
    )
    return made
