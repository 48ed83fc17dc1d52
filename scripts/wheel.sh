#!/bin/sh
# Builds the wheel and the source archive of the last commit in dist/, with the compiled rules of every game for
# every system. Two builds of a commit are equal, byte by byte.
#
#   [PYTHON=.venv/bin/python] scripts/wheel.sh
set -eu
cd -- "$(dirname -- "$0")/.."
root=$PWD
python=${PYTHON:-.venv/bin/python}
case $python in */*) python=$(cd -- "$(dirname -- "$python")" && pwd)/${python##*/} ;; esac

say() { printf '%s\n' "boche: $*"; }
stop() {
    printf '%s\n' "boche: $*" >&2
    exit 2
}

command -v git >/dev/null || stop "git is missing. On Debian or Ubuntu: sudo apt-get install git"
command -v "$python" >/dev/null || stop "$python is missing: run make wheel, which sets it up"
for tool in build hatchling; do
    "$python" -c "import $tool" 2>/dev/null ||
        stop "$tool is missing: $python -m pip install -c requirements.lock $tool"
done
[ -z "$(git status --porcelain --untracked-files=no)" ] || say "changes that are not committed stay out of it"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
# Not in the checkout, where libraries for this machine alone may lie.
mkdir "$work/source" "$work/tools"
git archive HEAD | tar -x -C "$work/source"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# Not in the environment, whose compiler it would become.
say "fetching the compiler"
"$python" -m pip install --quiet --disable-pip-version-check --target "$work/tools" -c requirements.lock ziglang ||
    stop "the compiler could not be fetched; the lines above say why"

say "compiling all games for all systems (some minutes)"
cd "$work/source"
unset BOCHE_CC BOCHE_CHECKED
PYTHONPATH=$work/source:$work/tools "$python" -m boche.engine.native --everywhere ||
    stop "a game could not be compiled; the lines above say why"

say "packing"
# The wheel is built from the source archive, so that is complete.
"$python" -m build --no-isolation --outdir "$work/dist" >"$work/log" 2>&1 || {
    tail -n 15 "$work/log" >&2
    stop "building failed; the lines above say why"
}
mkdir -p "$root/dist"
rm -f "$root"/dist/boche-*.whl "$root"/dist/boche-*.tar.gz
mv "$work"/dist/* "$root/dist/"
cd "$root/dist"
say "in dist/:"
sha256sum boche-*.whl boche-*.tar.gz
