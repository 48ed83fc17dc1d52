"""The data files that travel with the program, from a checkout or an installed wheel alike."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def shader_text(name: str) -> str:
    """The text of ``shaders/<name>``. Raises ``FileNotFoundError``."""
    return files("shaders").joinpath(name).read_text(encoding="utf-8")


def shader_names(suffix: str) -> list[str]:
    """The names, without ``suffix``, of the shaders that end with it."""
    return _names(files("shaders"), suffix)


def asset_text(path: str) -> str:
    """The text of ``assets/<path>`` (forward slashes). Raises ``FileNotFoundError``."""
    return files("assets").joinpath(path).read_text(encoding="utf-8")


def asset_texts(*paths: str) -> str:
    """The texts of several assets, one below the other. Raises ``FileNotFoundError``."""
    return "\n".join(map(asset_text, paths))


def asset_names(folder: str, suffix: str) -> list[str]:
    """The names, without ``suffix``, of the files in ``assets/<folder>`` that end with it."""
    return _names(files("assets").joinpath(folder), suffix)


def _names(folder: Traversable, suffix: str) -> list[str]:
    return sorted(e.name.removesuffix(suffix) for e in folder.iterdir() if e.name.endswith(suffix))
