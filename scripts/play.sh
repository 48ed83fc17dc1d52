#!/bin/sh
# "make play": every position of a sample record as a picture, in out/.
set -eu
cd -- "$(dirname -- "$0")/.."

for record in assets/records/*.sgf; do
    [ -f "$record" ] && break
done
[ -f "$record" ] || {
    echo "boche: no sample record in assets/records" >&2
    exit 2
}
mkdir -p out
rm -f out/[0-9]*.png
.venv/bin/python -m viewer.cli shot "$record" --all -o out/%n.png
echo "The pictures of $record are in out/"
