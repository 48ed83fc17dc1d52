"""Keep the catalogues in ``assets/languages``: ``python -m scripts.languages`` updates all.

Each text handed to ``tr`` and its like in Python, pages and scripts, each ``Phrase``, and each text
of the rules, lessons, puzzles and samples becomes an entry of its domain's file in every language;
entries whose text is gone are dropped, translations that exist stay. A text that was changed keeps
the translation of the one it is most like, marked fuzzy: it is shown in English until somebody has
looked at it. What lacks a translation is printed. ``--missing`` changes nothing, and lists the
texts of one ``--language``; with ``--strict``, which a release uses, it fails if there are any.
``--new CODE`` begins a language.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from boche.engine.record import load_all
from boche.viewer.lessons import samples
from boche.viewer.lessons import texts as lessons
from boche.viewer.lessons.lesson import texts_of
from boche.viewer.rules import book as rules

ROOT = Path(__file__).parent.parent
LANGUAGES = ROOT / "assets" / "languages"

KEYWORDS = {
    "tr": None,
    "tr_later": None,
    "tr_count": (1, 2),
    "trCount": (1, 2),
}
WORD = "word"  # as in engine/languages/current.py

Entry = tuple[str, str | tuple[str, str], list[str], str | None]
"""A file's name, a text or its forms for one and many, comments for translators, a context."""


def of_python(path: Path) -> Iterator[Entry]:
    """Yield the texts that a Python file hands to ``tr`` and its like, and to ``Phrase``."""
    # Not by Babel's reader, which sees other texts in f-strings from Python 3.12 on.
    text = path.read_text("utf-8")
    lines = text.splitlines()
    for node in _calls(ast.parse(text)):
        texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if _called(node) in ("tr", "tr_later") and texts:
            yield _name(path), texts[0], _remarks(lines, node.lineno), None
        elif _called(node) == "tr_count" and len(texts) == 2:
            yield _name(path), (texts[0], texts[1]), _remarks(lines, node.lineno), None
        elif _called(node) == "Phrase" and len(texts) == 2 and texts[1]:
            many = next((k.value for k in node.keywords if k.arg == "many"), None)
            forms = (texts[1], many.value) if isinstance(many, ast.Constant) else texts[1]
            yield _name(path), forms, [f"kind: {texts[0]}"], None
        elif _called(node) in ("tr_word", "word_later"):
            yield from ((_name(path), text, [], WORD) for text in texts)


def _calls(tree: ast.Module) -> list[ast.Call]:
    """Return the calls of plain names, in the order of the source."""
    found = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and _called(each)]
    return sorted(found, key=lambda each: (each.lineno, each.col_offset))


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _remarks(lines: list[str], number: int) -> list[str]:
    """Return the remark for translators right above a line."""
    above = lines[number - 2].strip() if number > 1 else ""
    return [above.removeprefix("# ")] if above.startswith("# Translators:") else []


def of_page(path: Path) -> Iterator[Entry]:
    """Yield the texts that a template hands to ``tr`` and ``tr_count``."""
    yield from _extracted("jinja2.ext:babel_extract", path)


def of_script(path: Path) -> Iterator[Entry]:
    """Yield the texts that a script hands to ``tr`` and ``trCount``."""
    yield from _extracted("javascript", path)


def of_rules(path: Path) -> Iterator[Entry]:
    """Yield the texts of a page of rules."""
    yield from ((_name(path), text, [], None) for text in rules.entries(path.read_text("utf-8")))


def of_lesson(path: Path) -> Iterator[Entry]:
    """Yield the texts of a lesson or a demonstration, each with what stands in its gaps."""
    seen = set()
    for text in texts_of(load_all(path.read_bytes(), strict=True)):
        for entry, values in lessons.entries(text):
            if entry not in seen:
                examples = ", ".join(f"{name}: {value}" for name, value in values.items())
                yield _name(path), entry, [examples] if examples else [], None
            seen.add(entry)


def of_sample(path: Path) -> Iterator[Entry]:
    """Yield the texts of a sample record."""
    seen = set()
    for record in load_all(path.read_bytes()):
        for entry, values in samples.entries(record):
            if entry not in seen:
                examples = ", ".join(f"{name}: {value}" for name, value in values.items())
                yield _name(path), entry, [examples] if examples else [], None
            seen.add(entry)


def of_puzzles(path: Path) -> Iterator[Entry]:
    """Yield the goals of puzzles."""
    goals = (record.root.text("GC") for record in load_all(path.read_bytes(), game=path.stem))
    yield from ((_name(path), goal, [], None) for goal in sorted(set(goals)))


def _extracted(method: str, path: Path) -> Iterator[Entry]:
    options = {"trimmed": "true", "silent": "false"}
    with path.open("rb") as file:
        for _, texts, comments, context in extract(
            method, file, KEYWORDS, ["Translators:"], options
        ):  # fmt: skip
            yield _name(path), texts, comments, context


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


Reader = Callable[[Path], Iterable[Entry]]

DOMAINS: tuple[tuple[str, str, Reader], ...] = (
    ("words", "*/words.py", of_python),
    ("hud", "viewer/hud/*.py", of_python),
    ("commands", "viewer/cli/*.py", of_python),
    ("commands", "server/commands/*.py", of_python),
    ("mail", "server/mail/*.py", of_python),
    ("server", "server/*.py", of_python),
    ("pages", "engine/durations.py", of_python),
    ("engine", "engine/*.py", of_python),
    ("rules", "viewer/rules/*.py", of_python),
    ("lessons", "viewer/lessons/*.py", of_python),
    ("desk", "viewer/*.py", of_python),
    ("rules", "assets/rules/*.md", of_rules),
    ("rules", "assets/strategy/*.md", of_rules),
    ("lessons", "assets/lessons/*.sgf", of_lesson),
    ("lessons", "assets/puzzles/*.sgf", of_puzzles),
    ("lessons", "assets/demonstrations/*.sgf", of_lesson),
    ("lessons", "assets/records/*.sgf", of_sample),
    ("lessons", "assets/records/*.txt", of_sample),
    ("pages", "assets/server/*.html", of_page),
    ("pages", "assets/live/*.html", of_page),
    ("pages", "assets/page/*.html", of_page),
    ("scripts", "assets/*.js", of_script),
)
"""Each domain's files; a file belongs to the first that has it."""


def catalogues() -> dict[str, Catalog]:
    """Read all sources; return each domain's texts as a catalogue without translations."""
    found = {domain: Catalog(fuzzy=False) for domain, _, _ in DOMAINS}
    for path in _sources():
        row = next((row for row in DOMAINS if fnmatchcase(_name(path), row[1])), None)
        if row is None:
            continue
        domain, _, read = row
        for name, text, comments, context in read(path):
            found[domain].add(
                text, locations=[(name, None)], auto_comments=comments, context=context
            )
    return found


def _sources() -> Iterator[Path]:
    for folder in ("engine", "viewer", "server", "assets"):
        yield from sorted(each for each in (ROOT / folder).rglob("*") if each.is_file())


def updated(code: str, domain: str, texts: Catalog) -> bytes:
    """Return a language's file of a domain: the texts, with the translations that exist."""
    path = LANGUAGES / code / f"{domain}.po"
    old = path.read_bytes() if path.exists() else b""
    catalogue = read_po(io.BytesIO(old), locale=code) if old else Catalog(locale=code)
    catalogue.update(texts)
    catalogue.obsolete.clear()
    catalogue.header_comment = f"# {catalogue.locale.english_name}: {domain}."
    for message in catalogue:
        message.locations = sorted({(name, None) for name, _ in message.locations})
        message.lineno = None
    out = io.BytesIO()
    write_po(out, catalogue, width=100, include_lineno=False)
    return _plain_header(out.getvalue(), catalogue)


def _plain_header(text: bytes, catalogue: Catalog) -> bytes:
    """Put a header without dates and names of tools: a file changes only as its texts do."""
    _, _, rest = text.partition(b"\n\n")
    head = (
        f"{catalogue.header_comment}\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale}\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return head.encode() + rest


def missing(code: str, domain: str, texts: Catalog) -> list[str]:
    """Return the texts of a domain that have no translation, or one that is marked fuzzy."""
    path = LANGUAGES / code / f"{domain}.po"
    known = read_po(io.BytesIO(path.read_bytes()), locale=code) if path.exists() else Catalog()
    lacking = []
    for message in texts:
        if not message.id:
            continue
        key = message.id[0] if isinstance(message.id, tuple) else message.id
        has = known.get(key, message.context)
        strings = has.string if has and isinstance(has.string, tuple) else [has and has.string]
        if not all(strings) or (has is not None and has.fuzzy):
            lacking.append(key)
    return lacking


def _write(path: Path, text: bytes) -> None:
    """Write a file if it changes, and say so."""
    if not path.exists() or path.read_bytes() != text:
        path.write_bytes(text)
        print(f"{_name(path)} is changed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", action="store_true", help="list what is not translated")
    parser.add_argument(
        "--strict", action="store_true", help="with --missing: fail if there is such a text"
    )
    parser.add_argument("--new", metavar="CODE", help="begin a language")
    parser.add_argument("--domain", metavar="NAME", help="only this domain")
    parser.add_argument("--language", metavar="CODE", help="only this language")
    args = parser.parse_args()
    if args.new:
        (LANGUAGES / args.new).mkdir(parents=True, exist_ok=True)
    known = catalogues()
    codes = sorted(each.name for each in LANGUAGES.iterdir() if each.is_dir())
    count = 0
    for code in [args.language] if args.language else codes:
        chosen = {name: each for name, each in known.items() if args.domain in (None, name)}
        if not args.missing:
            for domain, texts in chosen.items():
                if len(texts):
                    _write(LANGUAGES / code / f"{domain}.po", updated(code, domain, texts))
        lacking = {domain: missing(code, domain, texts) for domain, texts in chosen.items()}
        total = sum(map(len, lacking.values()))
        parts = ", ".join(f"{domain} {len(each)}" for domain, each in lacking.items() if each)
        print(
            f"{code}: {total} of {sum(map(len, chosen.values()))} texts have no translation", end=""
        )
        print(f" ({parts})" if parts else "")
        for domain in lacking if args.language or not args.missing else ():
            for text in lacking[domain]:
                print(f"  {_name(LANGUAGES / code / domain)}.po: {text!r}")
        count += total
    return 1 if args.strict and count else 0


if __name__ == "__main__":
    sys.exit(main())
