"""The documentation site has all pages; what is built of them, the full tests read."""

from __future__ import annotations

from scripts.docs_site import PAGES
from tests import ROOT


def test_every_page_of_the_repository_is_on_the_site() -> None:
    """Check that no page is left out, since the site's links are the ones that are checked.

    mkdocs itself reports pages of ``docs/`` that the navigation lacks.
    """
    names = {path.name for path in ROOT.glob("*.md")}
    names |= {f"{path.parent.name}/{path.name}" for path in ROOT.glob("[a-z]*/*.md")}
    assert {name for name in names if not name.startswith("docs/")} <= set(PAGES)
