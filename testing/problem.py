"""The error of all checks, and the place that its message names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb

from boche.engine.errors import why_not
from boche.engine.parts import PartError


class ContractError(AssertionError):
    """A part of the contract that a game does not meet; the message is one line."""


def require(condition: object, problem: str) -> None:
    """Raise ``ContractError`` with a problem unless the condition is true."""
    if not condition:
        raise ContractError(problem)


@contextmanager
def at(place: object) -> Iterator[None]:
    """Put a place before the message of whatever goes wrong in the block."""
    try:
        yield
    except ContractError as error:
        raise ContractError(f"{place}: {error}") from error
    except NotImplementedError as error:
        raise ContractError(f"{place}: {str(error) or _unwritten(error)}") from error
    except PartError as error:
        raise ContractError(f"{place}: {error}") from error
    except Exception as error:  # the code of a game may raise anything
        raise ContractError(f"{place}: {type(error).__name__}: {why_not(error)}") from error


def _unwritten(error: NotImplementedError) -> str:
    """Return which function has no code but this error."""
    code = [frame.f_code for frame, _ in walk_tb(error.__traceback__)][-1]
    return f"{code.co_qualname}() is not implemented; the game must define it"
