"""The server's own mail addresses: ``play@host``, and those made for a single purpose.

The part after ``+`` gives the purpose and ends with a code that cannot be forged: an HMAC under a
key kept in the database. Case is ignored, as mail systems change it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select

from boche.server.database.schema import settings
from boche.server.database.store import Transaction
from boche.server.play.match import Match

PLAY, CONFIRM, STOP, YES, BOUNCE = "play", "confirm", "stop", "yes", "bounce"
NAMES = (PLAY, CONFIRM, STOP, YES, BOUNCE)
"""Names before the ``+``: a move, an address to confirm, no more mail, a yes to a command, and
bounces of the server's own mails."""

DIGEST = "digest"
"""The token to which a mail about several boards is answered, which can be no move."""

_KEY = "mail-key"
_CODE = 20  # characters of five bits each
_DIGEST = 8
_PLAY = re.compile(r"(\d{1,9})-([01])-(\d{1,5})-([nuder])-([a-z2-7]{8})-([a-z2-7]{20})")
_LETTER = re.compile(r"m-(\d{1,9})-(\d{1,9})-([a-z2-7]{20})")
_USER = re.compile(r"(\d{1,9})-([a-z2-7]{20})")
_WAITING = re.compile(r"(\d{1,9})-([0-9a-f]{16})-([a-z2-7]{20})")
NOTHING = "n"
"""The letter in an address for no offer."""
_OFFERS = {None: NOTHING, "undo": "u", "draw": "d", "end": "e", "rematch": "r"}


@dataclass(frozen=True)
class Turn:
    """The state of a board when its address was given out; the address is valid only for that.

    ``ply`` moves were made, with this ``digest``; ``offer`` was pending.
    """

    board: int
    seat: int
    ply: int
    offer: str
    digest: str

    @classmethod
    def of(cls, board: Match, seat: int) -> Turn:
        """Return the current state of a board, for a seat."""
        offer = _OFFERS[board.row.offer if board.row.offerer != seat else None]
        return cls(board.number, seat, len(board.moves), offer, digest_of(board.moves))

    def stands(self, board: Match) -> bool:
        """Return whether the board still has the moves it had then."""
        return len(board.moves) == self.ply and digest_of(board.moves) == self.digest

    @property
    def text(self) -> str:
        return f"{self.board}-{self.seat}-{self.ply}-{self.offer}-{self.digest}"


@dataclass(frozen=True)
class Keys:
    """A maker and reader of addresses at ``host``."""

    host: str
    key: bytes

    @property
    def home(self) -> str:
        """The address for commands."""
        return f"{PLAY}@{self.host}"

    def at(self, name: str, token: str) -> str:
        """Return the address with a name and a token."""
        return f"{name}+{token}@{self.host}"

    def for_turn(self, turn: Turn, user: int) -> str:
        """Return the address that an account writes to, to play on a board as it stands."""
        return f"{PLAY}+{turn.text}-{self._code(PLAY, user, turn.text)}@{self.host}"

    def turn(self, token: str) -> tuple[Turn, str] | None:
        """Read a token of ``for_turn`` and its code; the caller must still check its owner."""
        match = _PLAY.fullmatch(token.lower())
        if match is None:
            return None
        board, seat, ply, offer, digest, code = match.groups()
        return Turn(int(board), int(seat), int(ply), offer, digest), code

    def is_of(self, turn: Turn, code: str, user: int) -> bool:
        """Return whether an address was given to this account."""
        return hmac.compare_digest(code, self._code(PLAY, user, turn.text))

    def for_user(self, kind: str, user: int, address: str) -> str:
        """Return a token to prove that mail to an address reached an account: CONFIRM or STOP."""
        return f"{user}-{self._code(kind, user, address.lower())}"

    def user(self, kind: str, token: str, address: str) -> int | None:
        """Return the account of a token of ``for_user``, or None if it is for another address."""
        match = _USER.fullmatch(token.lower())
        if match is None:
            return None
        number, code = int(match[1]), match[2]
        right = hmac.compare_digest(code, self._code(kind, number, address.lower()))
        return number if right else None

    def number(self, token: str) -> int | None:
        """Return the account that a token of ``for_user`` names, without checking the code."""
        match = _USER.fullmatch(token.lower())
        return None if match is None else int(match[1])

    def for_letter(self, user: int, other: int) -> str:
        """Return the address by which an account answers a message of another one."""
        return self.at(PLAY, f"m-{user}-{other}-{self._code('letter', user, str(other))}")

    def letter(self, token: str) -> tuple[int, int] | None:
        """Return the accounts of an address of ``for_letter``: its owner, and who is answered."""
        match = _LETTER.fullmatch(token.lower())
        if match is None:
            return None
        user, other = int(match[1]), int(match[2])
        right = hmac.compare_digest(match[3], self._code("letter", user, str(other)))
        return (user, other) if right else None

    def for_waiting(self, user: int, key: str) -> str:
        """Return the address for a yes to a command, which came in a mail with this key."""
        text = f"{user}-{key[:16]}"
        return f"{YES}+{text}-{self._code(YES, user, key[:16])}@{self.host}"

    def waiting(self, token: str) -> tuple[int, str] | None:
        """Return the account of an address of ``for_waiting`` and the start of the mail's key."""
        match = _WAITING.fullmatch(token.lower())
        if match is None:
            return None
        user, key = int(match[1]), match[2]
        return (user, key) if hmac.compare_digest(match[3], self._code(YES, user, key)) else None

    def for_bounce(self, number: int, message_id: str) -> str:
        """Return the bounce address of a mail, which its envelope names as its sender.

        ``number`` is the mail's number in the outbox.
        """
        return f"{BOUNCE}+{number}-{self._code(BOUNCE, number, message_id)}@{self.host}"

    def is_bounce(self, token: str, number: int, message_id: str) -> bool:
        """Return whether a token belongs to the mail's bounce address."""
        code = self._code(BOUNCE, number, message_id)
        return hmac.compare_digest(token.lower(), f"{number}-{code}")

    def split(self, address: str) -> tuple[str, str] | None:
        """Split one of the server's own addresses into name and token; None for other addresses."""
        local, _, host = address.rpartition("@")
        name, _, token = local.partition("+")
        if host.casefold() != self.host.casefold() or name.casefold() not in NAMES:
            return None
        return name.casefold(), token

    def _code(self, kind: str, user: int, text: str) -> str:
        message = f"{kind} {user} {text}".encode()
        return _letters(hmac.digest(self.key, message, "sha256"))[:_CODE]


def digest_of(moves: Sequence[str]) -> str:
    """Return a digest of a game's moves so far."""
    return _letters(hashlib.sha256(" ".join(moves).encode()).digest())[:_DIGEST]


def _letters(data: bytes) -> str:
    return base64.b32encode(data).decode().lower()


def key_of(transaction: Transaction) -> bytes:
    """Return a database's key, creating it at first use; the transaction must allow writing."""
    statement = select(settings.c.value).where(settings.c.name == _KEY)
    secret = transaction.connection.execute(statement).scalar_one_or_none()
    if secret is None:
        secret = secrets.token_hex(32)
        transaction.connection.execute(insert(settings).values(name=_KEY, value=secret))
    return bytes.fromhex(secret)
