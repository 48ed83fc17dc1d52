"""The list of a game's moments: the moves that mattered most, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from boche.engine.languages.current import tr
from boche.engine.search.analysis import Mistake
from boche.viewer.hud.dialogs.model import ARROWS, Button, Field, Form

NAME = "moments"

OWN_KEYS = frozenset(
    (*ARROWS, "Tab", "Shift+Tab", "Enter", "Escape", "Space", "PageUp", "PageDown")
)
"""The keys that a list answers itself."""


def moments_form(
    title: str,
    text: str,
    moments: Sequence[Mistake],
    lines: Sequence[str],
    show: Callable[[Mistake], None],
    why: Callable[[Mistake], str | None],
    back: Callable[[], None],
    keys: Mapping[str, Callable[[], object]],
    refuses: Callable[[str], str] = lambda pressed: "",
) -> Form:
    """Return the form of a game's moments, with the first one chosen.

    ``text`` stands above the list; ``lines`` are the moments in words. ``show`` is
    called for each moment chosen after that, ``why`` to show the next reason of one instead, and
    ``back`` if the user cancels. ``keys`` do more with what is shown. ``refuses`` says why
    another key does nothing here. The board stays visible.
    """
    rows = tuple(enumerate(lines))

    def extra(pressed: str) -> bool:
        """Choose by number, or keep what is shown, or step through it."""
        if pressed in keys:
            keys[pressed]()
            return True
        chosen = pressed in {str(index + 1) for index, _ in rows}
        if chosen:
            form.set(0, int(pressed) - 1)
        why = "" if chosen or pressed in OWN_KEYS else refuses(pressed)
        form.problem = why or form.problem
        return chosen or bool(why)

    # The better move stands at a line's end, where a cut would hide it.
    fields = [Field("moment", "list", "", 0, choices=rows, picks=True, breaks=True)]
    buttons = (Button("show", tr("Stay there")),
               Button("why", tr("Why?"), lambda given: why(moments[given["moment"]]), stays=True),
               Button("cancel", tr("Close"), lambda given: back()))  # fmt: skip
    form = Form(NAME, title, fields, buttons, lambda given: show(moments[given["moment"]]),
                text=text, beside=True, leaves=True, extra=extra)  # fmt: skip
    form.focus_on(0)
    return form
