"""Invented tournaments at length: ``python -m tests.soak.tournaments``.

A thousand players, of whom some are late, do not come, leave, or play longer than a round, in 200
tournaments. Each round and each final table is checked by ``tests.server.pairing.simulation``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from boche.server.pairing.course import ROUND_ROBIN, SWISS
from tests.server.pairing import simulation

MOST = {SWISS: 128, ROUND_ROBIN: 16}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.tournaments", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--count", type=int, default=200, help="tournaments")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random = Random(args.seed)
    people = [(one, random.gauss(1500.0, 250.0)) for one in range(1, args.players + 1)]
    counts: Counter[str] = Counter()
    names: set[int] = set()
    slowest = 0.0
    for number in range(args.count):
        kind = ROUND_ROBIN if number % 4 == 0 else SWISS
        size = random.randint(3, random.choice([16, MOST[kind]]))
        unrest = random.choice([0.0, 0.02, 0.05, 0.15])
        wanted = random.randint(3, 11) if kind == SWISS else random.randint(1, 2)
        field = random.sample(people, size)
        begun = time.perf_counter()
        made = simulation.played(random, kind, field, wanted, unrest)
        slowest = max(slowest, (time.perf_counter() - begun) / max(made.number, 1))
        simulation.check(made)
        names.update(entrant.id for entrant in made.entrants)
        counts.update({
            kind: 1, "rounds": made.number, "entries": len(made.entrants),
            "games": sum(one.is_game for one in made.results),
            "byes": sum(one.second is None and one.points == 1.0 for one in made.results),
            "late": sum(one.joined > 1 for one in made.entrants),
            "left": sum(one.left is not None for one in made.entrants),
            "decided by absence": sum(
                one.second is not None and not one.played for one in made.results
            ),
            "half points for rounds sat out or missed": sum(
                one.second is None and one.points == 0.5 for one in made.results
            ),
            "rounds that nobody could sit out": made.refused,
            "pairs that met though one had blocked the other": made.together,
            "ended early": int(made.ended_early),
            "rounds whose colours could not all be right": made.odd,
        })  # fmt: skip
    print(f"seed {args.seed}: {len(names)} players in {args.count} tournaments")
    for name, count in counts.items():
        print(f"  {name}: {count}")
    print(f"  slowest mean time of a round, with its checks: {slowest:.2f} s")
    print("every rule held: nobody met an opponent or had a bye too often, colours, tables")
    return 0


if __name__ == "__main__":
    sys.exit(main())
