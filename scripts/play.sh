#!/bin/sh
# "make play": the table in a window, on a new game. Arguments are those of "boche play".
# Without a display, or without OpenGL, that says so in one line and exits with code 2.
set -eu
cd -- "$(dirname -- "$0")/.."

exec .venv/bin/python -m boche play "$@"
