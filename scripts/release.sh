#!/bin/sh
# Builds what a release consists of, in dist/, and tries it in a new environment. Uploads nothing.
#
#   [PYTHON=.venv/bin/python] scripts/release.sh
set -eu
cd -- "$(dirname -- "$0")/.."
python=${PYTHON:-.venv/bin/python}

say() { printf '%s\n' "boche: $*"; }
stop() {
    printf '%s\n' "boche: $*" >&2
    exit 2
}

command -v git >/dev/null || stop "git is missing. On Debian or Ubuntu: sudo apt-get install git"
command -v "$python" >/dev/null || stop "$python is missing: run make release, which sets it up"
for tool in build hatchling twine; do
    "$python" -c "import $tool" 2>/dev/null ||
        stop "$tool is missing: $python -m pip install -c requirements.lock $tool"
done
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
[ -z "$(git status --porcelain --untracked-files=no)" ] || stop "there are changes that are not committed"
grep -q "^## \[$version\]" CHANGELOG.md || stop "CHANGELOG.md has no section on $version"

"$python" -m scripts.languages --missing --strict ||
    stop "there are texts without a translation; --language CODE lists them"

say "building $version"
rm -rf dist
PYTHON=$python sh scripts/wheel.sh
"$python" -m twine --no-color check --strict dist/*
say "running its compiled rules on other systems"
"$python" scripts/native/check.py

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say "installing the wheel in a new environment"
"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check -c requirements.lock dist/*.whl

say "trying it"
cd "$work" # away from the sources, which must not be what runs
unset PYTHONPATH
export BOCHE_HOME="$work/home"
boche=$work/venv/bin/boche
# Its rules are compiled.
export BOCHE_CC=no-compiler BOCHE_CACHE_DIR="$work/cache"
told=$("$boche" --version)
[ "$told" = "boche $version" ] || stop "boche --version: $told, not $version"
"$boche" new -o game.sgf
"$boche" shot game.sgf --pixels 320x180 -o game.png
[ -s game.png ] || stop "boche shot has drawn nothing"
answer=$(printf 'genmove light\nquit\n' | "$boche" gtp --player 3 | head -n 1)
case $answer in
"= "?*) ;;
*) stop "boche gtp has made no move: $answer" ;;
esac

say "boche $version is ready in dist/; nothing was uploaded. Next:"
say "  git tag -a v$version -m 'boche $version' && git push origin v$version"
say "  $python -m twine upload dist/*"
