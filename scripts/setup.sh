#!/bin/sh
# Set-up for the Makefile: system packages, .venv, pinned dependencies.
#
#   [PYTHON=python3.12] scripts/setup.sh play|serve|docs|test|bench
#
# Cheap when nothing is to do. When it cannot go on: one line that says what to do, exit code 2.
set -eu
cd -- "$(dirname -- "$0")/.."

# Each level has all that the one before it has.
case ${1:-} in
play) level=1 ;;
serve) level=2 ;;
docs) level=3 ;;
test) level=4 ;;
bench) level=5 ;;
*) echo "usage: scripts/setup.sh play|serve|docs|test|bench" >&2 && exit 2 ;;
esac
venv=.venv
stamp=$venv/.boche-ready # written last: without it the environment is not trusted
compiled=$venv/.boche-compiled # older than what has been edited since the rules were compiled
# Those of the libraries that the program loads, in a row. A desktop has most of them; a bare machine has none.
# shellcheck disable=SC2005,SC2046 # the lines become words
libraries() { echo $(sed '/^#/d; s/^[^ ]* *\([^ ]*\).*/\1/' assets/libraries.txt); }
# A server draws nothing itself, and keeps its games in a file; the documentation is drawn by the reader's
# browser. The tests also want PostgreSQL, Postfix and the two proxies.
case $level in
1) system_packages=$(libraries) ;;
2 | 3) system_packages= ;;
*) system_packages="$(libraries) xvfb xauth xdotool postgresql postfix nginx-light caddy" ;;
esac
# Pages are tested in a browser. Ubuntu has it as a snap alone, which starts neither in a container nor
# for root: there the driver brings its own.
own_browser=
if [ "$level" -gt 3 ]; then
    case $(sed -n 's/^ID=//p' "${OS_RELEASE:-/etc/os-release}" 2>/dev/null) in
    ubuntu) own_browser=chromium-headless-shell ;;
    *) system_packages="$system_packages chromium firefox-esr" ;;
    esac
fi

say() { printf '%s\n' "boche: $*"; }
stop() {
    printf '%s\n' "boche: $*" >&2
    exit 2
}

# Ctrl+C: one line, and nothing that is half-written. It comes to the command that runs as well, which ends first.
log=
interrupted() {
    trap '' INT
    rm -f ${log:+"$log"} "$stamp.new" "$compiled.new"
    printf '%s\n' "boche: stopped; the same command begins again" >&2
    exit 130
}
trap interrupted INT

# Runs a command with its output kept back; shows the end of it only if the command fails.
quietly() {
    log=$(mktemp)
    if "$@" >"$log" 2>&1 </dev/null; then
        rm -f "$log"
    else
        tail -n 15 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# --- which Python ---------------------------------------------------------------------------------

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }

# Sets python and version; nothing older than 3.11 will do, nothing newer has all its wheels.
find_python() {
    set -- python3 python3.14 python3.13 python3.12 python3.11
    [ -z "${PYTHON:-}" ] || set -- "$PYTHON"
    for python; do
        version=$(version_of "$python") || continue
        case $version in 3.11 | 3.12 | 3.13 | 3.14) return ;; esac
    done
    found=$(version_of "$1") || found=none
    stop "Python 3.11 to 3.14 is needed ($1 here: $found)." \
        "On Debian or Ubuntu: sudo apt-get install python3.11 python3.11-venv"
}

# --- system packages ------------------------------------------------------------------------------

has_package() {
    case $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) in
    *" installed") return 0 ;;
    *) return 1 ;;
    esac
}

# The names of the packages that are missing, each with a blank before it.
missing_packages() {
    for package in $system_packages; do
        has_package "$package" || printf ' %s' "$package"
    done
}

apt_get() {
    # "env" so that sudo, which drops the caller's settings, still hands this one on.
    $root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"
}

# Installs "$@" if root or sudo without a password allows, else names them in one line to paste.
install_packages() {
    paste="sudo apt-get update && sudo apt-get install --yes $*"
    if [ "$(id -u)" = 0 ]; then
        root=
    elif sudo -n true 2>/dev/null; then
        root="sudo -n"
    else
        stop "system packages are missing. Paste this line, then try again:  $paste"
    fi
    say "installing system packages (a minute or more): $*"
    # The tests start a Postfix of their own; the system's is not to take mail for that.
    case " $* " in
    *" postfix "*)
        echo "postfix postfix/main_mailer_type select No configuration" |
            $root debconf-set-selections >/dev/null 2>&1 || :
        ;;
    esac
    # An update may fail for a source that is not needed here; the installation tells.
    quietly apt_get update || say "(apt-get update had errors; going on)"
    quietly apt_get install --yes --no-install-recommends "$@" ||
        stop "the system packages could not be installed. To see why, paste:  $paste"
}

# "$1": further packages that are needed.
set_up_system() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
    missing="$(missing_packages)${1:+ $1}"
    # shellcheck disable=SC2086 # the blanks part the names
    [ -z "$missing" ] || install_packages $missing
}

# --- the virtual environment ----------------------------------------------------------------------

# Three lines: where the environment was made (it cannot be moved), from which lock, and up to which level.
place() { printf 'place %s\n' "$PWD"; }
javascript=scripts/javascript
inputs() { printf 'inputs %s\n' "$(cat requirements.lock pyproject.toml $javascript/package-lock.json | cksum)"; }
holds() { [ -f "$stamp" ] && grep -qxF -- "$1" "$stamp"; }

is_sound() { [ -x $venv/bin/python ] && holds "$(place)"; }
level_made() { sed -n 's/^level //p' $stamp 2>/dev/null || echo 0; }
has_javascript() { [ "$level" -lt 4 ] || [ -d $javascript/node_modules ]; }
is_ready() { is_sound && holds "$(inputs)" && [ "$(level_made)" -ge "$level" ] && has_javascript; }

make_venv() {
    say "making $venv with Python $version"
    rm -rf $venv
    quietly "$python" -m venv $venv ||
        stop "$python could not make $venv (on Debian or Ubuntu: sudo apt-get install python$version-venv)"
}

pip_install() {
    quietly $venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
        --constraint requirements.lock "$@" ||
        stop "the dependencies could not be installed; the lines above say why. Try again when that is mended."
}

install_dependencies() {
    case $level in
    1) extras= ;;
    2) extras="[server]" ;;
    3) extras="[server,docs]" ;;
    4) extras="[dev]" ;;
    5) extras="[dev,bench]" ;;
    esac
    say "installing the pinned dependencies: Python's packages (a minute or two the first time)"
    rm -f $stamp
    pip_install hatchling setuptools wheel # the last two for what comes as source alone (http-ece)
    pip_install --no-build-isolation --editable ".$extras"
    # What checks the pages' scripts. node is among the wheels; npm finds it by the path. Whom the
    # system trusts, node trusts: a network may have an authority of its own, as pip allows.
    if [ "$level" -ge 4 ]; then
        say "installing TypeScript, which checks the pages' scripts (half a minute)"
        quietly env PATH="$PWD/$venv/bin:$PATH" NODE_USE_SYSTEM_CA=1 \
            npm ci --prefix $javascript --no-audit --no-fund --loglevel error ||
            stop "TypeScript could not be installed; the lines above say why. Try again when that is mended."
    fi
    if [ -n "$own_browser" ]; then
        say "installing a browser for the tests (a minute or two)"
        quietly $venv/bin/python -m playwright install --with-deps $own_browser ||
            stop "the browser for the tests could not be installed; the lines above say why."
    fi
}

# The rules and searches of all games, beside their sources; again when sources have changed.
is_compiled() { [ -f "$compiled" ] && [ -z "$(find engine -name '*.py' -newer "$compiled" 2>/dev/null | head -n 1)" ]; }

compile_games() {
    if ! command -v cc >/dev/null && ! command -v clang >/dev/null && ! command -v gcc >/dev/null; then
        if ! $venv/bin/python -c 'import ziglang' 2>/dev/null; then
            say "installing a C compiler, ziglang (a minute or two)"
            pip_install ziglang
        fi
    fi
    say "compiling the rules of all games (up to a minute)"
    : >$compiled.new # older than what is edited meanwhile
    quietly $venv/bin/python -m boche.engine.native && mv $compiled.new $compiled ||
        say "(the computer players could not be compiled; going on)"
}

set_up_venv() {
    if ! is_sound; then make_venv; fi
    install_dependencies
    {
        place
        inputs
        echo "level $level"
    } >$stamp.new
    mv $stamp.new $stamp
}

main() {
    # One at a time in a checkout, where flock exists.
    if command -v flock >/dev/null; then
        exec 9<Makefile
        flock -n 9 || {
            say "waiting until another set-up in this checkout is done"
            flock 9
        }
    fi
    if is_ready; then
        set_up_system ""
        is_compiled || compile_games
        return
    fi
    # An environment that once had more keeps it.
    if is_sound && [ "$(level_made)" -gt "$level" ]; then level=$(level_made); fi
    find_python
    venv_package=
    "$python" -c 'import ensurepip, venv' 2>/dev/null || venv_package="python$version-venv"
    set_up_system "$venv_package"
    set_up_venv
    compile_games
    say "ready"
}

main
