"""The manual page ``boche(1)``, from the program's own help."""

from __future__ import annotations

import gzip
from pathlib import Path

from boche.viewer.cli.command import build_parser

HEAD = r""".TH BOCHE 1 "" "boche {version}" "Games"
.SH NAME
boche \- table for the board games Boche, Che, Boku and Octi
.SH SYNOPSIS
.B boche
[\fICOMMAND\fR] [\fIargument\fR ...]
.SH DESCRIPTION
{description}
.PP
Without a command a window opens that lets you choose a game, a record or a lesson.
.SH COMMANDS
"""
TAIL = r""".SH EXIT STATUS
0: success. 1: a negative answer, such as problems that \fBboche check\fR found. 2: bad input or a
failure, which one line on standard error explains. 130: stopped by Ctrl+C.
.SH SEE ALSO
.B boche
\fICOMMAND\fR
.B \-\-help
explains a command and its options, with an example.
"""


def manual(version: str) -> str:
    """Return the page as roff source."""
    whole = build_parser()
    lines = [HEAD.format(version=version, description=escaped(whole.description or ""))]
    for name, parser in whole.commands.items():
        about = (parser.description or "").partition("\n")[0]
        lines.append(f".TP\n.B {escaped(name)}\n{escaped(about)}\n")
    return "".join(lines) + TAIL


def escaped(text: str) -> str:
    """Return a text as roff takes it."""
    text = " ".join(text.replace("\\", "\\e").replace("-", "\\-").split())
    return f"\\&{text}" if text.startswith((".", "'")) else text


def write_manual(path: Path, version: str) -> None:
    """Write the page, compressed as Debian wants it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(manual(version).encode("utf-8"), 9, mtime=0))
