"""Mistakes that type checkers in strict mode report: a line without one is itself an error.

The comments are checked in both directions, as mypy and pyright report those that are needless.
"""

from __future__ import annotations

import boche

boche.new("bosche")  # type: ignore[call-overload]
boche.new("boche", sise=4)  # type: ignore[call-overload]
boche.new("boku", size=4)  # type: ignore[call-overload]
boche.new("octi", wrap="yes")  # type: ignore[call-overload]
boche.VectorGame("okti")  # type: ignore[arg-type]
boche.match("3", "4", "cheh")  # type: ignore[arg-type]
boche.Record.new("bocu")  # type: ignore[arg-type]
boche.sample_records("bocu")  # type: ignore[arg-type]
boche.player("3", game="bouku")  # type: ignore[arg-type]

boche.new("boche").play(3)  # type: ignore[arg-type]
boche.new("che").play(3)  # type: ignore[arg-type]
boche.new("boku").play(3)  # type: ignore[arg-type]
boche.new("octi").play(3)  # type: ignore[arg-type]
boche.new("octi").apply("53")  # type: ignore[arg-type]

boche.new().png(view="topp")  # type: ignore[arg-type]
boche.new().svg(view="topp")  # type: ignore[arg-type]
boche.new().svg(palette="clasic")  # type: ignore[arg-type]
boche.Camera(view=(30,))  # type: ignore[arg-type]
boche.Camera(theme="drak")  # type: ignore[arg-type]
boche.Record.new("boche").page(view="30,40")  # type: ignore[arg-type]
boche.Record.new("boche").film("game.gif", view="topp")  # type: ignore[arg-type]
