"""Hooks of the documentation site (``mkdocs.yml``).

The site consists of ``docs/``, of the pages below, which lie elsewhere in the repository, and of
the sources that any of these link to. Links are written for the repository; here they become links
between pages of the site, which mkdocs checks: one that leads nowhere stops the build.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

from scripts.reference import PLACES as REFERENCE

ROOT = Path(__file__).resolve().parent.parent

PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "assets/server/favicon.svg": "site/icon.svg",
    "benchmarks/README.md": "benchmarks.md",
    **{f"assets/rules/{game}.md": f"rules/{game}.md" for game in ("boche", "che", "boku", "octi")},
}
"""Places on the site by path in the repository."""
PATHS = {place: path for path, place in PAGES.items()}

LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)(?=[)#])")
NAME = re.compile(r"(?<!\[)`boche\.(\w+)`")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside ``docs/``, and the sources."""
    for path, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / path)))
    for path in sorted(set(linked_sources(files))):
        level = InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, place_of(path), content=source(path), inclusion=level))
    return files


def linked_sources(files: Files) -> Iterator[str]:
    """Yield the paths of files and folders that pages link to and that are no pages."""
    for page in files.documentation_pages():
        for link in LINK.finditer(page.content_string):
            path = target_of(page, link)
            if place_of(path).startswith("source/") and (ROOT / path).exists():
                yield path


def target_of(page: File, link: re.Match[str]) -> str:
    """Return the path in the repository that a page links to."""
    folder = posixpath.dirname(PATHS.get(page.src_uri, f"docs/{page.src_uri}"))
    return posixpath.normpath(posixpath.join(folder, link[1]))


def place_of(path: str) -> str:
    """Return the place on the site of a path in the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return PAGES.get(path, f"source/{path}.md")


def source(path: str) -> str:
    """Return a page with a file, or with all code of a folder."""
    top = ROOT / path
    shown = [top] if top.is_file() else sorted([*top.rglob("*.py"), *top.rglob("*.toml")])
    parts = [f"# {path}\n"]
    for file in shown:
        heading = f"## {file.relative_to(top)}\n\n" if file != top else ""
        language = file.suffix.removeprefix(".") or "text"
        parts.append(f"{heading}````{language}\n{file.read_text('utf-8')}````\n")
    return "\n".join(parts)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links of a page into links to pages of the site, and names into links as well."""

    folder = posixpath.dirname(page.file.src_uri) or "."

    def on_the_site(link: re.Match[str]) -> str:
        return posixpath.relpath(place_of(target_of(page.file, link)), folder)

    def in_the_reference(name: re.Match[str]) -> str:
        if name[1] not in REFERENCE:
            return name[0]
        place = posixpath.relpath(f"reference/{REFERENCE[name[1]]}.md", folder)
        return f"[{name[0]}]({place}#{name[1].lower()})"

    return NAME.sub(in_the_reference, LINK.sub(on_the_site, markdown))
