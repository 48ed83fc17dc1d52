"""Operators: accounts that may write to everybody, and moderate people and games."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, func, insert, select

from boche.server.database.schema import operators
from boche.server.database.store import Transaction


def is_operator(transaction: Transaction, user: int) -> bool:
    """Return whether an account is an operator."""
    return bool(among(transaction, [user]))


def among(transaction: Transaction, people: Collection[int]) -> set[int]:
    """Return those of the accounts that are operators."""
    statement = select(operators.c.user_id).where(operators.c.user_id.in_(people))
    return set(transaction.connection.execute(statement).scalars())


def count(transaction: Transaction) -> int:
    """Return the number of operators. Their rows stay locked until the transaction ends."""
    transaction.connection.execute(select(operators.c.user_id).with_for_update()).all()
    statement = select(func.count()).select_from(operators)
    return int(transaction.connection.execute(statement).scalar_one())


def appoint(transaction: Transaction, user: int, now: float) -> None:
    """Make an account an operator; one who is stays one."""
    if not is_operator(transaction, user):
        transaction.connection.execute(insert(operators).values(user_id=user, since=now))


def dismiss(transaction: Transaction, user: int) -> None:
    """Make an operator an account like any other."""
    transaction.connection.execute(delete(operators).where(operators.c.user_id == user))
