#!/bin/sh
# Pins the newest versions that pyproject.toml allows, for Python 3.11 and later on any system.
set -eu
cd -- "$(dirname -- "$0")/.."

# The resolver lives in a throwaway environment: nothing else needs it.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check uv

# --fork-strategy fewest: one version for every Python where that is possible.
"$work/venv/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 \
    --fork-strategy fewest --all-extras --no-annotate \
    --custom-compile-command "make lock" --output-file "$work/lock" pyproject.toml
cp "$work/lock" requirements.lock
echo "requirements.lock is up to date ($(grep -c == requirements.lock) packages)"
