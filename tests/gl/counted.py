"""A GL context that counts its objects."""

from __future__ import annotations

from typing import Any


class Counted:
    """A GL context that counts the objects created with it and not yet released."""

    MAKERS = (
        "buffer",
        "texture",
        "depth_texture",
        "renderbuffer",
        "depth_renderbuffer",
        "framebuffer",
        "vertex_array",
        "simple_vertex_array",
        "program",
    )

    def __init__(self, context: Any) -> None:
        self._context = context
        self.made: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._context, name)
        if name not in self.MAKERS:
            return found

        def make(*args: Any, **kwargs: Any) -> Any:
            self.made.append(found(*args, **kwargs))
            return self.made[-1]

        return make

    def alive(self) -> int:
        import moderngl

        return sum(not isinstance(o.mglo, moderngl.InvalidObject) for o in self.made)
