"""The window: start to first frame, pointer to ghost, an idle minute, frames while orbiting.

    python -m benchmarks.window_bench [--peer PYTHON_WITH_PYVISTA] [--runs 7] [--idle 60]

Needs a display; without one, prefix the command with `xvfb-run -s "-screen 0 1920x1200x24"`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.machine import machine_line
from benchmarks.render_positions import per_frame, report

HERE = Path(__file__).parent
PYVISTA = """
import sys, time
sys.path.insert(0, {here!r})
import render_pyvista, pyvista
pyvista.OFF_SCREEN = False
made = pyvista.Plotter
render_pyvista.pv.Plotter = lambda off_screen, window_size: made(window_size=window_size)
scene = render_pyvista.plotter(6, (1280, 720))
scene.show(interactive_update=True, auto_close=False)
scene.render()
print(time.time() - float(sys.argv[1]))
scene.close()
"""

EMPTY = """
import sys, time
import pyglet, moderngl, numpy
window = pyglet.window.Window(1280, 720, config=pyglet.gl.Config(
    double_buffer=True, depth_size=24, major_version=3, minor_version=3))
moderngl.create_context().clear()
window.flip()
print(time.time() - float(sys.argv[1]))
window.close()
"""
"""An empty window by the same libraries: what no program with them can go below."""


# -- in the measured process


def opened(size: int = 6) -> Any:
    """Open a window of 1280x720 points on a full board of a size, set directly without a record."""
    from benchmarks.render_positions import full_pyramid
    from boche.viewer.session import Session
    from boche.viewer.storage.settings import Settings
    from boche.viewer.window.app import App

    session = Session.new("boche", size=size, fill_board=True)
    app = App(session, Settings(window_size=(1280, 720), hints_seen=True))
    app.open()
    if size > 1:
        position = full_pyramid(size)
        table = app.desk.controller.table
        table.timeline._shown = position
        table.selection.show(position)
    return app


def orbiting(size: int) -> None:
    """Report the time of a frame after a camera movement, until it is finished."""
    app = opened(size)

    def frame() -> None:
        app.desk.controller.table.looking.orbit.turn(2.0, 0.3, app.desk.now)
        app.canvas.draw()
        app.canvas.frame.context.finish()

    report(frame=per_frame(frame, 31), size=size)
    app.close()


def thinking(moves: int = 6) -> None:
    """Report the time of a frame while level 9 plays against itself, and of its moves.

    The first move is left out: it loads the compiled search.
    """
    from boche.viewer.session import Seat, Session
    from boche.viewer.storage.settings import Settings
    from boche.viewer.window.app import App

    seats = {colour: Seat("", "9") for colour in ("light", "dark")}
    session = Session.new("boche", (), seats)
    app = App(session, Settings(window_size=(1280, 720), hints_seen=True))
    app.open()
    frames, played = list[float](), [time.perf_counter()]
    while len(played) <= moves:
        begun = time.perf_counter()
        app.desk.controller.table.looking.orbit.turn(2.0, 0.3, app.desk.now)
        app.canvas.draw()
        app.canvas.frame.context.finish()
        if len(played) > 1:
            frames.append(time.perf_counter() - begun)
        app.desk.controller.tick(app.desk.now)
        app.scheduler.react()
        if len(session.record.main_line()) > len(played):
            played.append(time.perf_counter())
    turns = [after - before for before, after in itertools.pairwise(played[1:])]
    report(
        frame=statistics.median(frames), slow=statistics.quantiles(frames, n=20)[-1],
        move=statistics.median(turns), most=max(turns),
    )  # fmt: skip
    app.close()


def pointing() -> None:
    """Report the time from a pointer movement to the new ghost, and the frames drawn for it."""
    from boche.viewer.session import Session
    from boche.viewer.storage.settings import Settings
    from boche.viewer.window.app import App

    root = HERE.parent / "assets" / "records" / "boche-path.sgf"
    session = Session.open(root)
    session.cursor.go_index(20)
    app = App(session, Settings(window_size=(1280, 720), hints_seen=True))
    app.open()
    board = app.desk.areas.board
    table, times, drawn = app.desk.controller.table, [], []
    targets = list(table.selection.targets())
    from boche.viewer.camera.rays import project

    for step in range(40):
        target = targets[step % len(targets)]
        place = table.picker.place(table.position, target, table.display)
        x, y = project(table.looking.orbit.camera, place[None], table.looking.viewport)[0]
        before, begun = app.canvas.frame.picture.frames, time.perf_counter()
        app.events.pointer_moved(board.x + x, board.bottom - y)
        if app.desk.controller.wants_frame:
            app.canvas.draw()
            app.canvas.frame.context.finish()
            times.append(time.perf_counter() - begun)
            drawn.append(app.canvas.frame.picture.frames - before)
    report(pointing=statistics.median(times[1:]), frames=max(drawn), ghosts=len(times))
    app.close()


# -- measuring


def child(*args: str, env: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the figures that a measured process reports."""
    command = [sys.executable, "-m", "benchmarks.window_bench", *args]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env, timeout=60)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def seconds(command: list[str]) -> list[float]:
    """Return the last number that a command prints; if it fails, report why and return no number.

    The command gets the start time as its last argument.
    """
    command = [*command, repr(time.time())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode:
        print(f"{command[0]}: {(done.stderr.splitlines() or ['it failed'])[-1]}")
        return []
    return [float(done.stdout.splitlines()[-1])]


def starts(peer: str, runs: int) -> None:
    """Measure the time from start to first frame: this program and its peers in turn."""
    commands = {
        "boche": [sys.executable, "-m", "benchmarks.first_frame"],
        "an empty pyglet window": [sys.executable, "-c", EMPTY],
        "PyVista": [peer, "-c", PYVISTA.format(here=str(HERE))],
    }
    goals = {"an empty pyglet window": 2.0, "PyVista": 0.5}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs + 1):
        for name, command in commands.items():
            times[name] += seconds(command)
    medians = {name: statistics.median(all_[1:]) for name, all_ in times.items() if all_[1:]}
    own = medians.pop("boche", None)
    if own is None:
        print("start to first frame: no start was measured")
        return
    slowest = max(times["boche"][1:])
    print(f"start to first frame: {own * 1e3:.0f} ms (at most 1200), most {slowest * 1e3:.0f}")
    for name, median in medians.items():
        ratio, goal = own / median, goals[name]
        print(f"  {name}: {median * 1e3:.0f} ms, ratio {ratio:.2f} (at most {goal})")
    if "PyVista" not in medians:
        print("  no PyVista: give --peer")


def idle(seconds: float) -> None:
    """Measure the CPU time of an idle window with the pointer on the board."""
    process = subprocess.Popen([sys.executable, "-m", "boche", "play"])
    try:
        time.sleep(3.0)
        before = cpu(process.pid)
        time.sleep(seconds)
        used = cpu(process.pid) - before
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
    print(f"idle: {used:.2f} s of CPU in {seconds:.0f} s, {100 * used / seconds:.2f} % (below 1)")


def cpu(pid: int) -> float:
    """Return the seconds of CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run one measurement in this process (--child), or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer", default=sys.executable, help="a Python with pyvista")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--idle", type=float, default=60.0)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        size = given.child.partition("orbit")[2]
        measure = {"pointing": pointing, "thinking": thinking}.get(given.child)
        measure() if measure is not None else orbiting(int(size or 6))
        return
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        print("no display: run under xvfb-run")
        return
    print(machine_line())
    with tempfile.TemporaryDirectory() as home:
        os.environ["BOCHE_HOME"] = home
        starts(given.peer, given.runs)
        found = child("--child", "pointing")
        print(
            f"pointer to ghost: {found['pointing'] * 1e3:.1f} ms, {found['frames']} frame"
            f" (of {found['ghosts']} ghosts)"
        )
        for size in (6, 20):
            frame = statistics.median(child("--child", f"orbit{size}")["frame"] for _ in range(3))
            print(f"orbiting a full board of size {size}: {frame * 1e3:.1f} ms a frame")
        found = {name: value * 1e3 for name, value in child("--child", "thinking").items()}
        print(
            f"orbiting while level 9 plays: {found['frame']:.1f} ms a frame, 19 of 20 below "
            f"{found['slow']:.1f}; {found['move']:.0f} ms a move, at most {found['most']:.0f}"
        )
        idle(given.idle)


if __name__ == "__main__":
    main()
