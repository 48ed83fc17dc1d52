"""The operator's choices that are no limits: who may sign up, how long data is kept, a language."""

from __future__ import annotations

from dataclasses import dataclass, field

from boche.engine.languages.catalogue import ENGLISH

OPEN, INVITATION, CLOSED = "open", "invitation", "closed"
SIGN_UP = (OPEN, INVITATION, CLOSED)
"""Who may sign up: anybody, people with an invitation, or nobody but those an operator adds."""


@dataclass(frozen=True)
class Keep:
    """How long finished business is kept, in days; None for ever.

    ``guest_games`` are games in which no account played, ``reports`` those that operators have
    closed, ``log`` is the log of what operators did.
    """

    guest_games: int | None = 730
    reports: int | None = 365
    log: int | None = None


@dataclass(frozen=True)
class Policy:
    """The choices. ``language`` is spoken to those who ask for none.

    With ``second_factor`` operators can act only while their accounts have one.
    """

    sign_up: str = OPEN
    keep: Keep = field(default_factory=Keep)
    language: str = ENGLISH
    second_factor: bool = False
