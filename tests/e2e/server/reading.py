"""A page as screen readers get it, and the contrast of its text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

CONTROLS = {"application", "button", "checkbox", "combobox", "link", "slider", "textbox"}
LEAST = 4.5
"""Least contrast of text that WCAG requires."""

FAINT = """
(least) => {
  const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const bytes = (colour) => {
    paper.clearRect(0, 0, 1, 1);
    paper.fillStyle = colour;
    paper.fillRect(0, 0, 1, 1);
    return [...paper.getImageData(0, 0, 1, 1).data];
  };
  const part = (byte) => (byte > 10 ? ((byte / 255 + 0.055) / 1.055) ** 2.4 : byte / 255 / 12.92);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ground = (at) => {
    const found = bytes(getComputedStyle(at).backgroundColor);
    return found[3] === 255 || !at.parentElement ? found : ground(at.parentElement);
  };
  const texts = [...document.querySelectorAll("body *")].filter((each) => (
    each.checkVisibility() && !each.closest(".heard, :disabled, option")
    && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())));
  return texts.map((each) => {
    const pair = [light(bytes(getComputedStyle(each).color)), light(ground(each))];
    return [(Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05), each.textContent];
  }).filter(([contrast]) => contrast < least);
}
"""


def tree(page: Any) -> list[dict[str, Any]]:
    """Return Chromium's accessibility nodes in order, each with role, name and states."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        {
            "role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
            **{each["name"]: each["value"].get("value") for each in node.get("properties", [])},
        }
        for node in nodes if not node.get("ignored")
    ]  # fmt: skip


def check(page: Any) -> list[dict[str, Any]]:
    """Check that controls have names, headings are in order and texts contrast in both themes."""
    nodes = tree(page)
    assert not [each for each in nodes if each["role"] in CONTROLS and not each["name"].strip()]
    order = (
        "() => [...document.querySelectorAll('h1, h2, h3')].map((each) => Number(each.tagName[1]))"
    )
    levels = page.evaluate(order)
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(FAINT, 22.0), "there is something to be read"
        assert page.evaluate(FAINT, LEAST) == []
    return nodes
