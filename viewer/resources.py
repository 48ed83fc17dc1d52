"""Access to the data files that ship with the program, in a checkout or an installed wheel."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def shader_text(name: str) -> str:
    """Return the text of ``shaders/<name>``. Raises ``FileNotFoundError``."""
    return files("boche.shaders").joinpath(name).read_text(encoding="utf-8")


def shader_names(suffix: str) -> list[str]:
    """Return the names of the shaders that end with ``suffix``, without it."""
    return _names(files("boche.shaders"), suffix)


def asset_text(path: str) -> str:
    """Return the text of ``assets/<path>`` (forward slashes). Raises ``FileNotFoundError``."""
    return files("boche.assets").joinpath(path).read_text(encoding="utf-8")


def asset_bytes(path: str) -> bytes:
    """Return the content of ``assets/<path>``. Raises ``FileNotFoundError``."""
    return files("boche.assets").joinpath(path).read_bytes()


def asset_texts(*paths: str) -> str:
    """Return the texts of several assets joined by newlines. Raises ``FileNotFoundError``."""
    return "\n".join(map(asset_text, paths))


def asset_names(folder: str, suffix: str) -> list[str]:
    """Return the names of the files in ``assets/<folder>`` that end with ``suffix``, without it."""
    return _names(files("boche.assets").joinpath(folder), suffix)


def _names(folder: Traversable, suffix: str) -> list[str]:
    return sorted(e.name.removesuffix(suffix) for e in folder.iterdir() if e.name.endswith(suffix))
