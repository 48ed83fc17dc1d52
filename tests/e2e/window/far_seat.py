"""A window with a game of a signed-in account, as a process driven through its streams.

``python -m tests.e2e.window.far_seat SERVER BOARD NAME PASSWORD``: for each line of standard input,
``{"move": text}`` or ``{"wait": ply}``, it writes the moves that the window then shows.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests import ROOT


def main() -> None:
    from boche.viewer.remote.client.login import sign_in
    from boche.viewer.remote.opening import open_board
    from boche.viewer.remote.seat_link import Place, SeatLink
    from tests.e2e.window.far_scenarios import type_move
    from tests.e2e.window.served import open_app, serve

    server, board, name, password = sys.argv[1:]
    login = sign_in(server, name, password)
    session = open_board(SeatLink(Place(server, int(board)), None), login, (0.05, 0.2))
    app = open_app(session)
    print(json.dumps(session.cursor.moves), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        if "move" in asked:
            assert serve(app, lambda: session.is_due)
            type_move(app, asked["move"])
            assert serve(app, lambda: len(session.board.moves) == len(session.cursor.moves))
        else:
            assert serve(app, lambda asked=asked: len(session.cursor.moves) >= asked["wait"])
        print(json.dumps(session.cursor.moves), flush=True)
    app.close()


class RemoteSeat:
    """The process, started; ``moves`` are those that its window showed last."""

    def __init__(self, *arguments: str, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "tests.e2e.window.far_seat", *arguments]
        self._process = subprocess.Popen(
            command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment,
        )  # fmt: skip
        self.moves = self._told()

    def ask(self, **what: Any) -> None:
        """Type and send a ``move``, or ``wait`` for a ply."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        self.moves = self._told()

    def _told(self) -> list[str]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the window has ended"
        found: list[str] = json.loads(line)
        return found

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def close(self) -> None:
        """Close the window."""
        self._process.communicate(timeout=60)


if __name__ == "__main__":
    main()
