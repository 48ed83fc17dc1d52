#!/bin/sh
# "make bare": the program on a bare machine. In a throwaway Debian 13 that has make and Python and nothing
# else, "make serve" has to answer with its front page, and "make play" to draw its window.
#
#   [MIRROR=http://deb.debian.org/debian] scripts/bare.sh
#
# What is committed is what is tried. Exit codes: 0 both work, 1 one does not, 2 it must be called otherwise,
# 75 a bare machine cannot be made here. What is made and started is gone afterwards.
set -eu
cd -- "$(dirname -- "$0")/.."

RELEASE=trixie
PATIENCE=300 # seconds for one command with all of its set-up
COLOURS=1000 # so many a drawn window has at least; an empty one has one or two

say() { printf '%s\n' "boche: $*"; }
stop() {
    code=$1
    shift
    printf '%s\n' "boche: $*" >&2
    exit "$code"
}
cannot() { stop 75 "no bare machine can be made here: $*"; }

# The last line of a log that says anything, for a line of one's own.
last_line() { grep . "$1" | tail -n 1; }

check() {
    [ "$(id -u)" = 0 ] || stop 2 "make bare needs root: sudo make bare"
    grep -qx 'ID=debian' "${OS_RELEASE:-/etc/os-release}" 2>/dev/null ||
        stop 2 "make bare needs Debian: it makes a second one beside it"
    for tool in mmdebstrap:mmdebstrap Xvfb:xvfb git:git; do
        command -v "${tool%:*}" >/dev/null || missing="${missing:-} ${tool#*:}"
    done
    [ -z "${missing:-}" ] && return
    # shellcheck disable=SC2086 # the blanks part the names
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing; } \
        >/dev/null 2>&1 || cannot "apt-get install$missing fails"
}

# --- the machine ----------------------------------------------------------------------------------

make_machine() {
    say "making a bare Debian ($RELEASE)"
    mirror=${MIRROR:-$(apt-get indextargets --format '$(SITE)' | grep -m 1 '^https*:.*/debian$' ||
        echo http://deb.debian.org/debian)}
    mmdebstrap --quiet --mode=root --variant=minbase --skip=check/qemu \
        --include=make,ca-certificates,python3,python3-venv "$RELEASE" "$machine" "$mirror" \
        >"$folder/log" 2>&1 || cannot "$(last_line "$folder/log")"
    # How this machine reaches the network holds for that one, too.
    for each in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/apt/apt.conf.d/*prox* \
        /etc/ssl/certs/ca-certificates.crt; do
        [ ! -e "$each" ] || cp -L "$each" "$machine$each"
    done
    mkdir -p "$machine/root/boche" "$machine/tmp/.X11-unix"
    git archive HEAD | tar -x -C "$machine/root/boche"
    {
        mount -t proc proc "$machine/proc" && mount --rbind /dev "$machine/dev" &&
            mount --bind /tmp/.X11-unix "$machine/tmp/.X11-unix"
    } 2>"$folder/log" || cannot "$(last_line "$folder/log")"
}

# Runs a line of shell there, in the checkout.
there() {
    # shellcheck disable=SC2046 # settings of pip and of the proxy, without blanks
    chroot "$machine" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DISPLAY="$DISPLAY" \
        $(env | grep -E '^(PIP_|https?_proxy=|no_proxy=|HTTPS?_PROXY=|NO_PROXY=)[^ ]*$') \
        sh -c "cd /root/boche && $1"
}

# "$1" runs there; it is well once "$2" succeeds there.
try() {
    say "$1"
    there "$1" >"$machine/tmp/log" 2>&1 &
    job=$!
    waited=0
    until there "$2" >/dev/null 2>&1; do
        waited=$((waited + 1))
        if [ $waited -gt $PATIENCE ] || ! kill -0 "$job" 2>/dev/null; then
            tail -n 15 "$machine/tmp/log" >&2
            stop 1 "$1 does not work on a bare machine; the lines above say why"
        fi
        sleep 1
    done
}

end() {
    trap - EXIT
    if [ -n "${display:-}" ]; then
        kill "$display" 2>/dev/null || :
        wait "$display" || : # it takes its socket away
    fi
    umount -R -l "$machine/proc" "$machine/dev" "$machine/tmp/.X11-unix" 2>/dev/null || :
    rm -rf --one-file-system "$folder"
}

# --- what is tried --------------------------------------------------------------------------------

# The server says its address when it is ready.
PAGE='.venv/bin/python -c "
import re, urllib.request
said = open(\"/tmp/log\").read()
page = urllib.request.urlopen(re.search(r\"http://[0-9.]+:[0-9]+\", said)[0] + \"/\", timeout=5).read()
assert b\"</html>\" in page and b\"Boche\" in page
"'
WINDOW='.venv/bin/python -c "
import os
from PIL import ImageGrab
picture = ImageGrab.grab(xdisplay=os.environ[\"DISPLAY\"])
assert len(picture.getcolors(picture.width * picture.height)) > '$COLOURS'
"'

open_display() {
    mkdir -p /tmp/.X11-unix
    Xvfb -displayfd 3 -screen 0 1280x720x24 +extension GLX -nolisten tcp 3>"$folder/display" 2>"$folder/log" &
    display=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ ! -s "$folder/display" ] || break
        sleep 1
    done
    DISPLAY=:$(cat "$folder/display")
    [ "$DISPLAY" != : ] || cannot "Xvfb does not start"
}

main() {
    folder=$(mktemp -d)
    machine=$folder/machine
    trap end EXIT
    trap 'exit 130' INT TERM
    open_display
    make_machine
    # Serving comes first: it has to do without the libraries that playing brings.
    try 'make serve ARGS="--port 0"' "$PAGE"
    try 'make play' "$WINDOW"
    say "a bare machine serves and plays"
}

# In a space of its own: whatever ends this ends all that it started, and its mounts with it.
if [ "${1:-}" = --inside ]; then
    main
else
    check
    unshare --mount --pid --fork --kill-child true 2>/dev/null ||
        cannot "unshare is not permitted"
    exec unshare --mount --pid --fork --kill-child sh scripts/bare.sh --inside
fi
