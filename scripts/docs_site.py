"""Hooks of the documentation site (``mkdocs.yml``).

The site consists of ``docs/`` and of the pages below, which lie elsewhere in the repository. Links
between pages are written for the repository; here they become links between pages of the site,
which mkdocs checks: one that leads nowhere stops the build.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent

PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "license.txt",
    "SECURITY.md": "security.md",
    "assets/server/favicon.svg": "site/icon.svg",
    "benchmarks/README.md": "benchmarks.md",
    "tests/plugins": "examples/y-tests.md",
    "tests/plugins/y": "examples/y.md",
    **{f"assets/rules/{game}.md": f"rules/{game}.md" for game in ("boche", "che", "boku", "octi")},
}
"""Places on the site by path in the repository; a folder becomes one page with all its files."""
PATHS = {place: path for path, place in PAGES.items()}

LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)(?=[)#])")
NAME = re.compile(r"(?<!\[)`(boche\.\w+)`")

REFERENCE = "".join(page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md"))
DOCUMENTED = set(re.findall(r"^::: (.*)$", REFERENCE, re.MULTILINE))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside ``docs/``."""
    for path, place in PAGES.items():
        source = ROOT / path
        if source.is_dir():
            file = File.generated(config, place, content=sources_in(source))
        else:
            file = File.generated(config, place, abs_src_path=str(source))
        files.append(file)
    return files


def sources_in(folder: Path) -> str:
    """Return a page with the files of a folder, without those that have a page of their own."""
    shown = [f"# Source: {folder.relative_to(ROOT)}\n"]
    for path in sorted(folder.rglob("*")):
        owners = [name for name in map(str, path.relative_to(ROOT).parents) if name in PAGES]
        text = path.read_text(encoding="utf-8") if path.suffix in (".py", ".toml") else ""
        if text and ROOT / owners[0] == folder:
            language = path.suffix.removeprefix(".")
            shown.append(f"## {path.relative_to(folder)}\n\n````{language}\n{text}````\n")
    return "\n".join(shown)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links of a page into links to pages of the site, and names into links as well."""
    place = page.file.src_uri
    path = PATHS.get(place, f"docs/{place}")

    def on_the_site(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[1]))
        found = PAGES.get(target) or target.removeprefix("docs/")
        return posixpath.relpath(found, posixpath.dirname(place) or ".")

    def in_the_reference(name: re.Match[str]) -> str:
        return f"[{name[0]}][{name[1]}]" if name[1] in DOCUMENTED else name[0]

    return NAME.sub(in_the_reference, LINK.sub(on_the_site, markdown))
