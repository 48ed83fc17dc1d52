"""The data files that travel with the program, from a checkout or an installed wheel alike."""

from __future__ import annotations

from importlib.resources import files


def shader_text(name: str) -> str:
    """The text of ``shaders/<name>``. Raises ``FileNotFoundError``."""
    return files("shaders").joinpath(name).read_text(encoding="utf-8")


def asset_text(path: str) -> str:
    """The text of ``assets/<path>`` (forward slashes). Raises ``FileNotFoundError``."""
    return files("assets").joinpath(path).read_text(encoding="utf-8")


def asset_names(folder: str, suffix: str) -> list[str]:
    """The names, without ``suffix``, of the files in ``assets/<folder>`` that end with it."""
    entries = files("assets").joinpath(folder).iterdir()
    return sorted(e.name.removesuffix(suffix) for e in entries if e.name.endswith(suffix))
