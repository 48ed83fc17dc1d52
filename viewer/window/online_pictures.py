"""Records of listed online games, fetched by a thread for their small pictures."""

from __future__ import annotations

import threading
from collections.abc import MutableMapping, Sequence

from boche.engine.errors import BocheError
from boche.viewer.hud.dialogs.tall_list import picture_name
from boche.viewer.remote.client.account import Listed
from boche.viewer.remote.client.http import Client
from boche.viewer.remote.client.login import Login
from boche.viewer.storage.library_cards import check_short

MOST = 200  # records kept


class GamePictures:
    """The pictures of online games, as the names of records in ``records``."""

    def __init__(self, records: MutableMapping[str, bytes]) -> None:
        self._records = records
        self._without: set[str] = set()
        self._thread: threading.Thread | None = None
        self._client: Client | None = None

    def name_of(self, game: Listed) -> str:
        """Return the name of a game's picture, or an empty text if it is not there yet."""
        key = _key(game)
        return picture_name(key) if key in self._records else ""

    def want(self, login: Login, games: Sequence[Listed]) -> None:
        """Fetch the records of those games whose pictures are missing."""
        if self._thread is not None and self._thread.is_alive():
            return
        missing = [
            game for game in games if _key(game) not in self._records
            and _key(game) not in self._without
        ]  # fmt: skip
        if not missing:
            return
        client = self._client = login.client()
        self._thread = threading.Thread(
            target=self._fetch, args=(client, missing), name="fetch records", daemon=True
        )
        self._thread.start()

    def _fetch(self, client: Client, games: Sequence[Listed]) -> None:
        for game in games:
            try:
                data = client.data(f"{game.place.path}/record.sgf")
                check_short(data)
            except (BocheError, OSError):
                self._without.add(_key(game))  # the list goes on without this picture
                continue
            while len(self._records) >= MOST:
                del self._records[next(iter(self._records))]
            self._records[_key(game)] = data

    def close(self) -> None:
        """End the request, and try again later what had no picture."""
        self._without.clear()
        if self._client is not None:
            self._client.close()


def _key(game: Listed) -> str:
    """Return the name of a game's record as it stands."""
    return f"{game.place}@{game.ply}"
