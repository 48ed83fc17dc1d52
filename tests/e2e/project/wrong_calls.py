"""Calls of the library that are wrong: a type checker has to object to each of these lines."""

import boche

start = boche.new("boche", size=4)

boche.new("boche").play(3)
boche.new("che").play(3)
boche.new("octi").play(3)
start.apply("c:a1")
start.png(palette="pink")
start.png(palette="print")
start.image(theme="grey")
start.svg(palette="pink")
start.svg(drawn=["a1"])
start.png(size=640)
boche.Camera(theme="grey")
boche.Record.new("boku").film("a.gif", palette="print")
boche.Record.new("boku").film("a.gif", progress=5)
boche.Record.new("boku").root.marks = ["a1"]
boche.Record.new("boku").history("e4")
boche.page("games.sgf", "games.html", palette="pink")
boche.search(start, play_outs=100)
boche.search(start, nodes="many")
boche.start_search("boku")
boche.start_search(start).result()
boche.Mark.arrow("a1")
