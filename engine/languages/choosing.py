"""Choosing a language: what somebody asks for, against what there is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping

from boche.engine.languages.catalogue import ENGLISH, PSEUDO, codes
from boche.engine.program import PROGRAM

NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", PSEUDO: "Pséúdö"}
"""Each language's own name for itself; the pseudo-language is offered nowhere."""

VARIABLE = f"{PROGRAM.upper()}_LANGUAGE"
"""Environment variable that goes before those of the system."""


def best(wanted: Iterable[str], default: str = ENGLISH) -> str:
    """Return the first wanted language that there is, or the default.

    ``wanted`` are names as systems and browsers write them: ``de``, ``de-AT`` or
    ``de_AT.UTF-8@euro``.

    >>> best(["tlh", "de_AT.UTF-8", "fr"])
    'de'
    """
    for name in wanted:
        code = name.partition(".")[0].partition("@")[0].replace("_", "-").lower()
        if code == PSEUDO.lower():
            return PSEUDO
        if code in ("c", "posix"):
            return ENGLISH
        for known in codes():
            if code.split("-")[0] == known:
                return known
    return default


def accepted(header: str) -> list[str]:
    """Return the languages of an ``Accept-Language`` header, the most wanted first (RFC 9110).

    >>> accepted("fr;q=0.5, de-AT, *;q=0.1")
    ['de-AT', 'fr']
    """
    found: list[tuple[float, int, str]] = []
    for part in header.split(",")[:30]:
        name, _, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            worth = float(weight)
        except ValueError:
            continue
        if name and name != "*" and 0 < worth <= 1:
            found.append((-worth, len(found), name.strip()))
    return [name for _, _, name in sorted(found)]


def of_system(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the system's user, English if there is none of theirs.

    ``BOCHE_LANGUAGE`` goes first, then what gettext reads: ``LANGUAGE``, ``LC_ALL``,
    ``LC_MESSAGES`` and ``LANG``; then, where these are not set, what Windows or macOS says.
    """
    if own := environment.get(VARIABLE):
        return best([own])
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            plain = best([value], "") == ENGLISH and value.partition(".")[0] in ("C", "POSIX")
            return best([*environment.get("LANGUAGE", "").split(":") * (not plain), value])
    return best(_system_languages())


def _system_languages() -> list[str]:
    """Return what the system says where no variable does."""
    if sys.platform == "win32":
        import ctypes
        import locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale.get(number, "")]
    if sys.platform == "darwin":
        command = ["/usr/bin/defaults", "read", "-g", "AppleLocale"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=2, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return []
        return [done.stdout.strip()]
    return []
