"""Shader programs: sources with includes resolved, compiled when first used."""

from __future__ import annotations

import re
from typing import Any

from boche.engine.errors import why_not
from boche.engine.interrupt import interrupt_deferred
from boche.viewer.renderer.errors import RenderError
from boche.viewer.resources import shader_text

INCLUDE = re.compile(r'^#include "([\w.]+)"\s*$', re.MULTILINE)


def source(name: str) -> str:
    """Return the text of a shader file, with each file it includes, directly or not, once."""
    names: set[str] = set()

    def included(match: re.Match[str]) -> str:
        if match[1] in names:
            return ""
        names.add(match[1])
        return INCLUDE.sub(included, shader_text(match[1]))

    return INCLUDE.sub(included, shader_text(name))


class Programs:
    """The programs of one GL context, by vertex and fragment shader.

    ``defined`` are names that the sources find defined: see ``shaders/lighting.glsl``.
    """

    def __init__(self, context: Any, *defined: str) -> None:
        self._context, self._defined = context, defined
        self._cache: dict[tuple[str, str], Any] = {}

    def get(self, vertex: str, fragment: str) -> Any:
        """Return the program of ``shaders/<vertex>.vert`` and ``<fragment>.frag``, compiled once.

        Raises ``RenderError`` if it does not compile.
        """
        key = (vertex, fragment)
        if key not in self._cache:
            try:
                with interrupt_deferred():  # moderngl calls Python, and crashes if that raises
                    self._cache[key] = self._context.program(
                        vertex_shader=self._source(f"{vertex}.vert"),
                        fragment_shader=self._source(f"{fragment}.frag"),
                    )
            except Exception as error:  # moderngl raises its plain Error
                raise RenderError(
                    f"shader {vertex} + {fragment} does not compile: {why_not(error)}"
                ) from None
        return self._cache[key]

    def _source(self, name: str) -> str:
        version, body = source(name).split("\n", 1)
        return "\n".join(
            [version, *(f"#define {definition}" for definition in self._defined), body]
        )

    def release(self) -> None:
        """Free all programs."""
        for program in self._cache.values():
            program.release()
        self._cache.clear()


def assign(program: Any, values: dict[str, Any]) -> None:
    """Set those of ``values`` that the program uses (arrays as bytes, numbers as they are)."""
    for name in program:
        if name in values:
            member, value = program[name], values[name]
            if isinstance(value, bytes):
                member.write(value)
            else:
                member.value = value
